/* keep.ts - keeps what this browser saw of a shoe, its seal and every card that left it, so that the finished shoe can be checked. */
import type { TableEvent } from "../net/wire";
import type { Table } from "../table/model";
import type { OpenedShoe } from "./check";

export interface Seen {
    number: number;
    seal: string;
    came: (string | null)[];
    whole: boolean; /* seen from the first card on */
}

export interface Kept {
    now?: Seen;
    past?: { seen?: Seen; shoe: OpenedShoe };
}

const key = (table: string) => `shoe ${table}`;
export const keptOf = (table: string): Kept => JSON.parse(sessionStorage.getItem(key(table)) ?? "{}");
const keep = (table: string, kept: Kept) => sessionStorage.setItem(key(table), JSON.stringify(kept));

/* The events with which a card leaves the shoe. */
const PASSES = new Set(["card", "down", "burn"]);

/* The cards of some events in the order in which they left the shoe; null: not seen. A hole card is filled in when it is turned. */
export function cardsCame(events: TableEvent[]): (string | null)[] {
    const came: (string | null)[] = [];
    const downs: number[] = [];
    for (const e of events) {
        if (PASSES.has(e.event)) {
            if (e.event === "down") downs.push(came.length);
            came.push(e.event === "card" ? (e.card ?? null) : null);
        } else if (e.event === "turn" && downs.length === 1) came[downs.pop()!] = e.card ?? null;
    }
    return came;
}

export class ShoeKeeper {
    private downs: number[] = [];

    constructor(private table: string) {}

    hear(e: TableEvent, t: Table) {
        if (e.own) return;
        const kept = keptOf(this.table);
        if (e.event === "shoe")
            keep(this.table, {
                ...kept,
                now: { number: e.number ?? 0, seal: String(e.commitment), came: [], whole: true },
            });
        else if (e.event === "open-shoe" && !e.void)
            keep(this.table, {
                past: { seen: kept.now?.number === e.number ? kept.now : undefined, shoe: e as unknown as OpenedShoe },
            });
        else if (kept.now && kept.now.number === t.shoe.number && t.layout.rules.shoe !== "double")
            this.follow(e, kept);
    }

    private follow(e: TableEvent, kept: Kept) {
        const now = kept.now!;
        if (PASSES.has(e.event)) {
            if (e.event === "down") this.downs.push(now.came.length);
            now.came.push(e.event === "card" ? (e.card ?? null) : null);
        } else if (e.event === "turn" && this.downs.length === 1) now.came[this.downs.pop()!] = e.card ?? null;
        else if (e.event === "open") this.downs = [];
        else return;
        keep(this.table, kept);
    }
}
