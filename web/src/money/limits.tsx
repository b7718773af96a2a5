/* limits.tsx - a player's daily limits: in force, waiting, and used. A lower limit holds at once, a higher one after a
 * day. */
import { useState } from "preact/hooks";
import { post } from "../net/api";
import type { Said } from "../parts/house-says";
import { centsOf, dollars } from "../table/money";
import { DAY_MS, moneyName, timeText, type Limits, type LimitsAnswer, type Money, type Today } from "./rows";
import { message } from "../words/catalogue";
import { rich } from "../words/rich";

interface LimitRow {
    field: "deposit_cents" | "loss_cents";
    title: string;
    about: string;
    used: (today: Today) => number;
}

const ROWS: LimitRow[] = [
    {
        field: "loss_cents",
        title: "LIMIT_LOSSES_A_DAY",
        about: "LIMIT_CHIPS_YOU_HAVE_BOUGHT",
        used: (today) => today.risk_cents,
    },
    {
        field: "deposit_cents",
        title: "LIMIT_PAID_IN_A_DAY",
        about: "LIMIT_MONEY_THAT_COMES_INTO",
        used: (today) => today.deposits_cents,
    },
];

const amount = (cents: number | undefined) =>
    cents === undefined ? message("LIMIT_NO_LIMIT") : message("LIMIT_A_DAY", { money: dollars(cents) });
const NONE = -1; /* the house's value for "no limit" */

/* The effect of a change, shown before it is made. */
function effectOf(now: number | undefined, wish: number | undefined): string {
    if (wish === now) return message("LIMIT_THIS_IS_YOUR_PRESENT");
    const looser = now !== undefined && (wish === undefined || wish > now);
    return looser ? message("LIMIT_HIGHER", { time: timeText(Date.now() + DAY_MS) }) : message("LIMIT_LOWER");
}

function Used({
    row,
    limit,
    today,
    moneys,
}: {
    row: LimitRow;
    limit?: number;
    today: LimitsAnswer["today"];
    moneys: Money[];
}) {
    return (
        <ul class="used">
            {moneys.map((money) => {
                const used = row.used(today[money]);
                const share = limit === undefined ? 0 : limit === 0 ? 1 : Math.min(1, used / limit);
                return (
                    <li key={money}>
                        <span>
                            {message(limit !== undefined ? "LIMIT_USED_OF" : "LIMIT_USED_TODAY_IN", {
                                used: dollars(used),
                                limit: dollars(limit ?? 0),
                                wallet: moneyName(money),
                            })}
                        </span>
                        {limit !== undefined && (
                            <div class="progress" aria-hidden="true">
                                <div style={{ width: `${share * 100}%` }} />
                            </div>
                        )}
                    </li>
                );
            })}
        </ul>
    );
}

interface Props {
    answer: LimitsAnswer;
    moneys: Money[];
    onSet: (limits: Limits) => void;
    onSaid: (said: Said) => void;
}

function OneLimit({ row, answer, moneys, onSet, onSaid }: Props & { row: LimitRow }) {
    const [text, setText] = useState("");
    const [busy, setBusy] = useState(false);
    const now = answer.limits[row.field];
    const waits = answer.limits.waiting?.[row.field];
    const wish = text.trim() ? centsOf(text) : null;
    const set = async (cents: number) => {
        setBusy(true);
        const reply = await post<{ limits: Limits }>("set-limits", { [row.field]: cents });
        setBusy(false);
        if (!reply.ok) return onSaid({ text: reply.why, clause: reply.clause, bad: true });
        setText("");
        onSet(reply.limits);
        const wait = reply.limits.waiting?.[row.field];
        onSaid({
            text: wait
                ? message("LIMIT_FROM_ON_UNTIL_THEN", {
                      title: message(row.title),
                      limit: amount(wait.value),
                      time: timeText(wait.at_ms),
                      limit2: amount(reply.limits[row.field]),
                  })
                : message("LIMIT_SET", { title: message(row.title), limit: amount(reply.limits[row.field]) }),
        });
    };
    const id = row.field.replace("_", "-");
    return (
        <section class="limit" aria-labelledby={`${id}-title`}>
            <h3 id={`${id}-title`}>{message(row.title)}</h3>
            <p class="limit-now">{amount(now)}</p>
            {waits && (
                <p class="limit-waits">
                    <span>
                        {rich("LIMIT_WAITS", {
                            from: <b>{message("LIMIT_FROM_ON", { time: timeText(waits.at_ms) })}</b>,
                            limit: amount(waits.value),
                        })}
                    </span>
                    <button type="button" class="tool" disabled={busy} onClick={() => void set(now ?? NONE)}>
                        {message("LIMIT_KEEP_LIMIT", { limit: amount(now) })}
                    </button>
                </p>
            )}
            <p class="dim">{message(row.about)}</p>
            <Used row={row} limit={now} today={answer.today} moneys={moneys} />
            <form
                class="row"
                onSubmit={(e) => {
                    e.preventDefault();
                    if (wish !== null) void set(wish);
                    else onSaid({ text: message("LIMIT_AN_AMOUNT_IN_DOLLARS"), bad: true });
                }}
            >
                <label class="field">
                    {message("LIMIT_NEW_LIMIT_IN_DOLLARS")}
                    <input
                        name={row.field}
                        inputMode="decimal"
                        size={9}
                        autocomplete="off"
                        value={text}
                        onInput={(e) => setText(e.currentTarget.value)}
                        aria-describedby={`${id}-effect`}
                    />
                </label>
                <button type="submit" class="action" disabled={busy || !text.trim()}>
                    <span>{message("LIMIT_SET_LIMIT")}</span>
                </button>
                {now !== undefined && !(waits && waits.value === undefined) && (
                    <button type="button" class="tool" disabled={busy} onClick={() => void set(NONE)}>
                        {message("LIMIT_NO_LIMIT_AFTER_A")}
                    </button>
                )}
            </form>
            <p id={`${id}-effect`} class="limit-effect" role="status">
                {text.trim() ? (wish === null ? message("LIMIT_NO_AMOUNT") : effectOf(now, wish)) : ""}
            </p>
        </section>
    );
}

export function LimitForms(props: Props) {
    return (
        <div class="limit-pair">
            {ROWS.map((row) => (
                <OneLimit key={row.field} row={row} {...props} />
            ))}
        </div>
    );
}
