/* review.tsx - bets against the count: whose bets follow it more closely than chance explains, and how often that is said of a
 * player who does not count. */
import { useEffect, useState } from "preact/hooks";
import { askPages } from "../net/api";
import type { ReviewReport, ReviewRow } from "../net/protocol";
import { personName } from "../parts/names";
import { dollars } from "../table/money";

const MARKED = 0.01; /* docs/reports.md states the false alarms at this probability */

const number = (value: number | null, digits: number) => (value === null ? "" : value.toFixed(digits));

/* Those whose bets are least likely first; players with few shoes have no probability yet. */
const order = (a: ReviewRow, b: ReviewRow) => (a.by_chance ?? 2) - (b.by_chance ?? 2);

export function Review() {
    const [rows, setRows] = useState<ReviewRow[] | null>(null);
    const [why, setWhy] = useState("");
    useEffect(() => {
        void askPages<ReviewReport & { rows: ReviewRow[] }>("report-review", "rows", Infinity).then((answer) => {
            setWhy(answer.ok ? "" : answer.why);
            setRows(answer.ok ? answer.rows : null);
        });
    }, []);
    return (
        <section class="panel" aria-label="Bets against the count">
            <h2>Bets against the count</h2>
            <p class="dim">
                A row is marked where bets that do not depend on the count would follow it so closely in fewer than 1 of
                100 cases. So about 1 of 100 players who do not count is marked too: look at the rounds before you act.
                From 10 shoes on.
            </p>
            {why && <p role="alert">{why}</p>}
            {rows?.length === 0 && <p class="dim">No bets yet.</p>}
            {!!rows?.length && (
                <div class="scroll" tabIndex={0} role="region" aria-label="Players">
                    <table>
                        <thead>
                            <tr>
                                <th scope="col">Player</th>
                                <th scope="col">Table</th>
                                {["Bets", "Shoes", "Least", "Most", "Correlation", "By chance"].map((name) => (
                                    <th key={name} scope="col" class="num">
                                        {name}
                                    </th>
                                ))}
                            </tr>
                        </thead>
                        <tbody>
                            {[...rows].sort(order).map((row) => (
                                <tr
                                    key={`${row.player} ${row.table}`}
                                    class={row.by_chance !== null && row.by_chance < MARKED ? "is-rare" : ""}
                                >
                                    <td>{personName(row.player)}</td>
                                    <td>{row.table}</td>
                                    <td class="num">{row.bets}</td>
                                    <td class="num">{row.shoes}</td>
                                    <td class="num">{dollars(row.least_cents)}</td>
                                    <td class="num">{dollars(row.most_cents)}</td>
                                    <td class="num">{number(row.correlation, 2)}</td>
                                    <td class="num">
                                        {row.by_chance === null ? "" : `${(100 * row.by_chance).toFixed(2)} %`}
                                    </td>
                                </tr>
                            ))}
                        </tbody>
                    </table>
                </div>
            )}
        </section>
    );
}
