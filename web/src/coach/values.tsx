/* values.tsx - the value of every choice, and the list of decisions with what they cost. */
import { cardShort } from "../table/cards";
import { dollars } from "../table/money";
import type { Decision, Situation } from "./decisions";
import type { Priced } from "./price";
import { known, message } from "../words/catalogue";
import { decimal, percent } from "../words/numbers";
import { actionWord } from "../words/pays";
import { rich } from "../words/rich";

export const handText = (s: Pick<Situation, "cards" | "up" | "kind">) =>
    message(s.kind === "free" ? "COACH_AGAINST_FREE" : "COACH_AGAINST", {
        cards: s.cards.map(cardShort).join(" "),
        up: s.up.map(cardShort).join(" "),
    });

const GOOD = 0.0000005;

export function Values({ answer, stake }: { answer: Priced; stake?: number }) {
    const low = Math.min(...answer.actions.map((a) => a.value)),
        high = answer.best.value;
    return (
        <table class="values">
            <thead>
                <tr>
                    <th scope="col">{message("COACH_CHOICE")}</th>
                    <th scope="col" class="num">
                        {message("COACH_WORTH")}
                    </th>
                    <th scope="col" class="num">
                        {message("COACH_COSTS")}
                    </th>
                </tr>
            </thead>
            <tbody>
                {answer.actions.map((action) => {
                    const cost = high - action.value;
                    return (
                        <tr key={action.action} class={cost < GOOD ? "is-best" : ""}>
                            <th scope="row">
                                {actionWord(action.action)}
                                {action.free && <b class="free">{message("RAIL_FREE")}</b>}
                            </th>
                            <td class="num">{decimal(action.value, 4)}</td>
                            <td class="num">
                                {cost < GOOD
                                    ? message("COACH_BEST")
                                    : stake
                                      ? `${dollars(Math.round(cost * stake))} (${percent(cost, 2)})`
                                      : percent(cost, 2)}
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

/* The row that says what the player did: "you hit", "you stood". */
const didOf = (action: string): string =>
    known(`COACH_YOU_${action.toUpperCase()}`) ? `COACH_YOU_${action.toUpperCase()}` : "COACH_YOU_DID";

/* The better action and its price; in money where the stake is known. */
function Better({ decision: d }: { decision: Decision }) {
    const money = dollars(Math.round(d.cost! * d.stake));
    return (
        <span class="is-lose">
            {message(d.stake ? "COACH_WAS_BETTER_MONEY" : "COACH_WAS_BETTER_BY", {
                best: actionWord(d.best ?? ""),
                share: percent(d.cost!, 2),
                money,
            })}
        </span>
    );
}

export function Decisions({ list }: { list: Decision[] }) {
    if (list.length === 0) return <p class="dim">{message("COACH_NO_DECISIONS_YET_PLAY")}</p>;
    return (
        <ul class="decisions">
            {list.map((d) => (
                <li key={d.time}>
                    <span>
                        {message("COACH_DID", {
                            hand: handText(d),
                            did: message(d.byClock ? "COACH_HOUSE_STOOD" : didOf(d.chosen), { action: d.chosen }),
                        })}
                    </span>
                    {d.cost === undefined ? (
                        <span class="dim">…</span>
                    ) : d.cost < GOOD ? (
                        <span class="is-win">{message("COACH_RIGHT_2")}</span>
                    ) : (
                        <Better decision={d} />
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
        <p data-mistakes>
            {rich("COACH_DECISIONS_WERE_RIGHT_YOUR", {
                right: <b>{message("COACH_RIGHT_OF", { right, of })}</b>,
                share: percent(right / of, 0),
                money: dollars(Math.round(cost)),
                average: dollars(Math.round(cost / of)),
            })}
        </p>
    );
}
