/* waiting.tsx - slips that wait for a second person, with what is over or short; the person who asked can withdraw one. */
import { useState } from "preact/hooks";
import { post } from "../net/api";
import { HouseSays, type Said } from "../parts/house-says";
import { useSession } from "../parts/session";
import type { Approval, TableRow } from "../pit/rows";
import { dollars } from "../table/money";
import { bookOf, kindOf } from "./count";
import type { Names } from "./names";
import { KINDS, overShort } from "./paper";

export function Waiting({
    list,
    tables,
    names,
    onChange,
}: {
    list: Approval[];
    tables: TableRow[];
    names: Names;
    onChange: () => void;
}) {
    const { me } = useSession();
    const [said, setSaid] = useState<Said | null>(null);
    const slips = list.filter((one) => kindOf(one.word));
    const answer = async (word: string, approval: string) => {
        const reply = await post(word, { approval });
        setSaid(reply.ok ? null : { text: reply.why, clause: reply.clause, bad: true });
        onChange();
    };
    if (!slips.length) return <HouseSays said={said} />;
    return (
        <section class="panel needs" aria-label="Slips that wait">
            <h2>Waiting for a second person</h2>
            <ul class="decisions">
                {slips.map((one) => {
                    const request = one.request as { table?: string; cents?: number; chips?: string };
                    const row = tables.find((table) => table.table === request.table);
                    const book = bookOf(one.word, row);
                    const difference = book === undefined ? 0 : (request.cents ?? 0) - book;
                    return (
                        <li key={one.approval}>
                            <span>
                                <b>{KINDS[kindOf(one.word)!]}</b> at {row?.title || request.table} by{" "}
                                {names[one.asker] ?? one.asker}, {dollars(request.cents ?? 0)}
                                {request.chips ? ` (${request.chips})` : ""}
                                {difference !== 0 && (
                                    <>
                                        : <b class="bad">{overShort(difference)}</b>
                                    </>
                                )}
                            </span>
                            <span class="row">
                                {one.asker === me?.person ? (
                                    <button
                                        type="button"
                                        class="tool"
                                        onClick={() => void answer("decline", one.approval)}
                                    >
                                        {/* say:withdraw */}Withdraw
                                    </button>
                                ) : (
                                    ["approve", "decline"].map((word) => (
                                        <button
                                            key={word}
                                            type="button"
                                            class="tool"
                                            onClick={() => void answer(word, one.approval)}
                                        >
                                            {word === "approve" ? "Approve" : "Decline"}
                                        </button>
                                    ))
                                )}
                            </span>
                        </li>
                    );
                })}
            </ul>
            <HouseSays said={said} />
        </section>
    );
}
