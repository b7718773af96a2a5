/* values.tsx - the value of every choice, and the list of decisions with what they cost. */
import { cardShort } from "../table/cards";
import { dollars } from "../table/money";
import type { Decision, Situation } from "./decisions";
import type { Priced } from "./price";

export const handText = (s: Situation) =>
    `${s.cards.map(cardShort).join(" ")} against ${s.up.map(cardShort).join(" ")}${s.kind === "free" ? ", on a lammer" : ""}`;

const GOOD = 0.0000005;

export function Values({ answer, stake }: { answer: Priced; stake?: number }) {
    const low = Math.min(...answer.actions.map((a) => a.value)),
        high = answer.best.value;
    return (
        <table class="values">
            <thead>
                <tr>
                    <th scope="col">Choice</th>
                    <th scope="col" class="num">
                        Worth
                    </th>
                    <th scope="col" class="num">
                        Costs
                    </th>
                </tr>
            </thead>
            <tbody>
                {answer.actions.map((action) => {
                    const cost = high - action.value;
                    return (
                        <tr key={action.action} class={cost < GOOD ? "is-best" : ""}>
                            <th scope="row">
                                {action.action}
                                {action.free && <b class="free">free</b>}
                            </th>
                            <td class="num">{action.value.toFixed(4)}</td>
                            <td class="num">
                                {cost < GOOD
                                    ? "best"
                                    : stake
                                      ? dollars(Math.round(cost * stake)) + ` (${(cost * 100).toFixed(2)} %)`
                                      : `${(cost * 100).toFixed(2)} %`}
                            </td>
                            <td class="value-bar" aria-hidden="true">
                                <div
                                    style={{
                                        width: `${high === low ? 100 : Math.max(2, ((action.value - low) / (high - low)) * 100)}%`,
                                    }}
                                />
                            </td>
                        </tr>
                    );
                })}
            </tbody>
        </table>
    );
}

const PAST: Record<string, string> = { split: "split", hit: "hit", stand: "stood" };

export function Decisions({ list }: { list: Decision[] }) {
    if (list.length === 0) return <p class="dim">No decisions yet. Play a hand.</p>;
    return (
        <ul class="decisions">
            {list.map((d) => (
                <li key={d.time}>
                    <span>
                        {handText(d)}:{" "}
                        {d.byClock
                            ? /* say:house-stood */ "time ran out, the house stood"
                            : `you ${PAST[d.chosen] ?? `${d.chosen}d`}`}
                    </span>
                    {d.cost === undefined ? (
                        <span class="dim">…</span>
                    ) : d.cost < GOOD ? (
                        <span class="is-win">right</span>
                    ) : (
                        <span class="is-lose">
                            {d.best} was better by {(d.cost * 100).toFixed(2)} %
                            {d.stake ? `, ${dollars(Math.round(d.cost * d.stake))}` : ""}
                        </span>
                    )}
                </li>
            ))}
        </ul>
    );
}

export function accuracy(list: Decision[]): { right: number; of: number; cost: number } {
    const done = list.filter(
        (d) => d.cost !== undefined && !d.byClock,
    ); /* the clock's choice was not the player's decision */
    return {
        right: done.filter((d) => d.cost! < GOOD).length,
        of: done.length,
        cost: done.reduce((sum, d) => sum + d.cost! * d.stake, 0),
    };
}

export function Accuracy({ list }: { list: Decision[] }) {
    const { right, of, cost } = accuracy(list);
    if (!of) return null;
    return (
        <p>
            <b>
                {right} of {of}
            </b>{" "}
            decisions were right ({((100 * right) / of).toFixed(0)} %). Your mistakes cost {dollars(Math.round(cost))}{" "}
            in all, measured by what each hand is worth on average.
        </p>
    );
}
