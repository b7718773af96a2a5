/* export.ts - a stream of the journal as a file to take away, with the head that the house has signed. `lammer journal
 * verify` proves the file without the house (docs/guides/surveillance.md). */
import { ask, type Answer } from "../net/api";
import type { JournalHead, JournalPage } from "../net/protocol";

const PAGE = 1000;

export interface SignedFile {
    name: string;
    lines: string;
    head: string;
    verify: string; /* the command that proves it */
}

/* Lines of records from `from` on. The first names the hash of the record before it, so that a part proves itself. */
async function readLines(stream: string, from: number): Promise<string[] | string> {
    const lines: string[] = [];
    for (let place: string | number = from; ;) {
        const page: Answer<JournalPage> = await ask("journal", { stream, from: place, limit: PAGE });
        if (!page.ok) return page.why;
        lines.push(...page.records.map((record) => `${JSON.stringify(record)}\n`));
        if (!page.records.length || page.next === place) return lines;
        place = page.next;
    }
}

/* A signed file, or why there is none. */
export async function signedFile(table: string, from: number): Promise<SignedFile | string> {
    const stream = `table/${table}`;
    const head = await ask<JournalHead>("journal-head");
    if (!head.ok) return head.why;
    if (!head.head) return "The house has not signed its journal yet; it does so within a minute.";
    const lines = await readLines(stream, from);
    if (typeof lines === "string") return lines;
    const name = `journal-${table}${from > 1 ? `-from-${from}` : ""}`;
    return {
        name,
        lines: lines.join(""),
        head: head.head,
        verify: `lammer journal verify ${name}.jsonl --head ${name}.head --stream ${stream}${from > 1 ? ` --from ${from}` : ""}`,
    };
}

export function download(name: string, text: string) {
    const url = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
    const link = document.createElement("a");
    link.href = url;
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(url), 1000);
}
