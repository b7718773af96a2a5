/* count.tsx - a tray or a drop box counted by denomination. What is over or short stands in red before anyone signs. */
import { useState } from "preact/hooks";
import { post, type Answer } from "../net/api";
import { HouseSays, type Said } from "../parts/house-says";
import type { TableRow } from "../pit/rows";
import { centsOf, dollars } from "../table/money";
import { BILLS, countSum, countText, type Count } from "./chips";
import { KINDS, overShort } from "./paper";

interface Kind {
    kind: string;
    word: string;
    when: (row: TableRow) => boolean;
    book?: (row: TableRow) => number; /* what the books say will be counted */
}

const COUNTS: Kind[] = [
    { kind: "opener", word: "tray-open", when: (row) => row.status === "tray closed" },
    { kind: "fill", word: "fill", when: (row) => row.status === "open" },
    { kind: "credit", word: "credit", when: (row) => row.status === "open" },
    { kind: "closer", word: "tray-close", when: (row) => row.status === "open", book: (row) => row.tray_cents ?? 0 },
    { kind: "drop", word: "drop-count", when: (row) => (row.drop_cents ?? 0) > 0, book: (row) => row.drop_cents ?? 0 },
];

export const bookOf = (word: string, row?: TableRow): number | undefined =>
    row && COUNTS.find((one) => one.word === word)?.book?.(row);
export const kindOf = (word: string): string | undefined => COUNTS.find((one) => one.word === word)?.kind;

export function CountForm({ row, chips, onDone }: { row: TableRow; chips: number[]; onDone: () => void }) {
    const offered = COUNTS.filter((one) => one.when(row));
    const [chosen, setChosen] = useState("");
    const [count, setCount] = useState<Count>({});
    const [typed, setTyped] = useState("");
    const [said, setSaid] = useState<Said | null>(null);
    const how = offered.find((one) => one.kind === chosen) ?? offered[0];
    if (!how) return <p class="dim">Nothing can be counted at this table now: it is {row.status}.</p>;
    const live = row.dealing === "live"; /* the tray of the program is a number, and has no chips */
    const pieces = [...new Set([...chips, ...(how.kind === "drop" ? BILLS : [])])].sort((a, b) => b - a);
    const sum = live ? countSum(count) : (centsOf(typed) ?? 0);
    const book = how.book?.(row);
    const fresh = (kind: string) => {
        setChosen(kind);
        setCount({});
        setTyped("");
        setSaid(null);
    };
    const submit = async (e: Event) => {
        e.preventDefault();
        const counted = countText(count);
        const answer: Answer<{ waiting?: boolean }> = await post(how.word, {
            table: row.table,
            seen: row.seq,
            cents: sum,
            ...(live && counted ? { chips: counted } : {}),
        });
        setSaid(
            !answer.ok
                ? { text: answer.why, bad: true }
                : {
                      text: answer.waiting
                          ? /* say:second-must-approve */ "A second person must approve this."
                          : "Done.",
                  },
        );
        if (!answer.ok) return;
        setCount({});
        setTyped("");
        onDone();
    };
    return (
        <form class="form count" onSubmit={submit} aria-label="Count">
            <div class="row" role="group" aria-label="What is counted">
                {offered.map(({ kind }) => (
                    <button
                        key={kind}
                        type="button"
                        class="tool"
                        aria-pressed={kind === how.kind}
                        onClick={() => fresh(kind)}
                    >
                        {KINDS[kind]}
                    </button>
                ))}
            </div>
            {live ? (
                <div class="count-chips">
                    {pieces.map((cents) => (
                        <label key={cents} class="field">
                            {dollars(cents)}
                            <input
                                name={`chip-${cents}`}
                                inputMode="numeric"
                                size={5}
                                pattern="[0-9]*"
                                value={count[cents] || ""}
                                onInput={(e) => setCount({ ...count, [cents]: Number(e.currentTarget.value) || 0 })}
                            />
                        </label>
                    ))}
                </div>
            ) : (
                <label class="field">
                    Dollars
                    <input
                        name="cents"
                        inputMode="decimal"
                        value={typed}
                        onInput={(e) => setTyped(e.currentTarget.value)}
                    />
                </label>
            )}
            <p class="count-sum" role="status">
                Together <b>{dollars(sum)}</b>
                {book !== undefined && (
                    <>
                        {" "}
                        of {dollars(book)}:{" "}
                        <b class={sum === book ? "" : "bad"} data-difference={sum - book}>
                            {overShort(sum - book)}
                        </b>
                    </>
                )}
            </p>
            <button type="submit" class="action action-main" disabled={how.kind !== "closer" && sum === 0}>
                <span>Sign: {KINDS[how.kind].toLowerCase()}</span>
            </button>
            <HouseSays said={said} />
        </form>
    );
}
