/* bookmarks.ts - places in the journal that this browser keeps: a round, and the record in it. */
export interface Bookmark {
    table: string;
    round: number;
    seq: number; /* 0: the whole round */
    note: string;
    kept_ms: number;
}

const KEY = "bookmarks";

export const bookmarks = (): Bookmark[] => JSON.parse(localStorage.getItem(KEY) ?? "[]");

const same = (a: Bookmark, b: Bookmark) => a.table === b.table && a.round === b.round && a.seq === b.seq;

/* Newest first; a place is kept once. */
export function keepBookmark(mark: Bookmark) {
    localStorage.setItem(KEY, JSON.stringify([mark, ...bookmarks().filter((one) => !same(one, mark))]));
}

export function dropBookmark(mark: Bookmark) {
    localStorage.setItem(KEY, JSON.stringify(bookmarks().filter((one) => !same(one, mark))));
}

export const placeOfRecord = (table: string, round: number, seq: number): string =>
    `/recall/${table}/${round}${seq ? `?at=${seq}` : ""}`;
