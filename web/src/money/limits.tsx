/* limits.tsx - a player's daily limits: in force, waiting, and used. A lower limit holds at once, a higher one after a
 * day. */
import { useState } from "preact/hooks";
import { post } from "../net/api";
import type { Said } from "../parts/house-says";
import { centsOf, dollars } from "../table/money";
import { DAY_MS, MONEY_NAME, timeText, type Limits, type LimitsAnswer, type Money, type Today } from "./rows";

interface LimitRow {
    field: "deposit_cents" | "loss_cents";
    title: string;
    about: string;
    used: (today: Today) => number;
}

const ROWS: LimitRow[] = [
    {
        field: "loss_cents",
        title: /* say:losses-a-day */ "Losses a day",
        about: "Chips you have bought today and not given back. When they reach the limit, no more are sold to you.",
        used: (today) => today.risk_cents,
    },
    {
        field: "deposit_cents",
        title: /* say:paid-in-a-day */ "Paid in a day",
        about: "Money that comes into your wallet: over the counter, or as new play money.",
        used: (today) => today.deposits_cents,
    },
];

const amount = (cents: number | undefined) => (cents === undefined ? "no limit" : `${dollars(cents)} a day`);
const NONE = -1; /* the house's value for "no limit" */

/* The effect of a change, shown before it is made. */
function effectOf(now: number | undefined, wish: number | undefined): string {
    if (wish === now) return "This is your present limit.";
    const looser = now !== undefined && (wish === undefined || wish > now);
    return looser
        ? /* say:limit-higher */ `That is higher. It holds from ${timeText(Date.now() + DAY_MS)} on; you can change your mind until then.`
        : /* say:limit-lower */ "That is lower. It holds at once.";
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
                            {dollars(used)}
                            {limit !== undefined ? ` of ${dollars(limit)}` : ""} used today in {MONEY_NAME[money]}
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
                ? `${row.title}: ${amount(wait.value)} from ${timeText(wait.at_ms)} on; until then ${amount(reply.limits[row.field])}`
                : /* say:limit-set */ `${row.title}: ${amount(reply.limits[row.field])}, from now on`,
        });
    };
    const id = row.field.replace("_", "-");
    return (
        <section class="limit" aria-labelledby={`${id}-title`}>
            <h3 id={`${id}-title`}>{row.title}</h3>
            <p class="limit-now">{amount(now)}</p>
            {waits && (
                <p class="limit-waits">
                    <span>
                        <b>From {timeText(waits.at_ms)} on:</b> {amount(waits.value)}.
                    </span>
                    <button type="button" class="tool" disabled={busy} onClick={() => void set(now ?? NONE)}>
                        {/* say:keep-limit */}Keep {amount(now)}
                    </button>
                </p>
            )}
            <p class="dim">{row.about}</p>
            <Used row={row} limit={now} today={answer.today} moneys={moneys} />
            <form
                class="row"
                onSubmit={(e) => {
                    e.preventDefault();
                    if (wish !== null) void set(wish);
                    else onSaid({ text: "An amount in dollars, such as 100 or 12.50", bad: true });
                }}
            >
                <label class="field">
                    New limit in dollars
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
                    <span>{/* say:set-limit */}Set it</span>
                </button>
                {now !== undefined && !(waits && waits.value === undefined) && (
                    <button type="button" class="tool" disabled={busy} onClick={() => void set(NONE)}>
                        No limit after a day
                    </button>
                )}
            </form>
            <p id={`${id}-effect`} class="limit-effect" role="status">
                {text.trim()
                    ? wish === null
                        ? /* say:no-amount */ "This is not an amount. Write dollars, such as 25 or 12.50."
                        : effectOf(now, wish)
                    : ""}
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
