/* disputes.tsx - what the pit sees of disputes: those that wait, each with the way to its act. */
import { askPages } from "../net/api";
import type { Dispute, Disputes } from "../net/protocol";

export type { Dispute };

/* Those that wait for a decision, and those whose appeal does. */
export async function waitingDisputes(): Promise<Dispute[] | null> {
    const open = await askPages<Disputes>("disputes", "rows", Infinity, { status: "open" });
    const appealed = await askPages<Disputes>("disputes", "rows", Infinity, { status: "appealed" });
    return open.ok && appealed.ok ? [...open.rows, ...appealed.rows] : null;
}

export const placeOf = (row: Dispute): string =>
    `/recall/${row.table}/${row.round}?dispute=${row.dispute}${row.seq ? `&at=${row.seq}` : ""}`;

const aboutOf = (row: Dispute): string => (row.round ? `${row.table}, round ${row.round}` : row.table);

export function WaitingDisputes({ list }: { list: Dispute[] }) {
    return (
        <section id="disputes" class={`panel ${list.length ? "disputed" : ""}`}>
            <h2>Disputes</h2>
            {list.length === 0 && <p class="dim">{/* say:no-dispute-waits */}No dispute waits for a decision.</p>}
            <ul class="decisions">
                {list.map((row) => (
                    <li key={row.dispute}>
                        <span>
                            <b>
                                {row.status === "appealed" ? "Appeal of dispute" : "Dispute"} {row.dispute}
                            </b>{" "}
                            at {aboutOf(row)}, by {row.by}
                            {row.player && row.player !== row.by ? ` for ${row.player}` : ""}: {row.appeal ?? row.text}
                        </span>
                        {row.round ? (
                            <a class="tool" href={placeOf(row)}>
                                {/* say:recall-and-decide */}Recall and decide
                            </a>
                        ) : (
                            <a class="tool" href={`/recall/${row.table}/0?dispute=${row.dispute}`}>
                                Decide
                            </a>
                        )}
                    </li>
                ))}
            </ul>
        </section>
    );
}
