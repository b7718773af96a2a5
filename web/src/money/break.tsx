/* break.tsx - a time-out and a self-exclusion. Both can be made longer at once. A time-out can be ended a day after the
 * player asks for it; an exclusion cannot be shortened. Both ask for confirmation. */
import { useState } from "preact/hooks";
import { post } from "../net/api";
import { Confirm } from "../parts/confirm";
import type { Said } from "../parts/house-says";
import { DAY_MS, timeText, type Limits } from "./rows";
import { message } from "../words/catalogue";
import { rich } from "../words/rich";

const HOUR_MS = DAY_MS / 24;
const WORTH_MS = HOUR_MS / 2; /* how much longer an extension must be to be offered */

interface Kind {
    field: "time_out_hours" | "exclude_days";
    until: "time_out_until_ms" | "excluded_until_ms";
    unit: number;
    title: string;
    about: string;
    choices: [count: number, name: string][];
    ask: string;
    yes: string;
    agree?: string;
    mayEnd?: boolean; /* it can be ended early, a day after the player asks */
    then: string;
    lasts: (until: string) => string;
}

const ALWAYS = "BREAK_YOUR_MONEY_STAYS_YOURS";

const KINDS: Kind[] = [
    {
        field: "time_out_hours",
        until: "time_out_until_ms",
        unit: HOUR_MS,
        title: "BREAK_TIME_OUT",
        about: "BREAK_A_BREAK_UNTIL_IT",
        choices: [
            [1, "BREAK_1_HOUR"],
            [6, "BREAK_6_HOURS"],
            [24, "BREAK_1_DAY"],
            [72, "BREAK_3_DAYS"],
            [168, "BREAK_1_WEEK"],
            [1008, "BREAK_6_WEEKS"],
        ],
        ask: "BREAK_TAKE_TIME_OUT",
        yes: "BREAK_YES_TIME_OUT",
        mayEnd: true,
        then: "BREAK_IT_BEGINS_AT_ONCE",
        lasts: (until) => message("BREAK_HAVE_TIME_OUT", { until }),
    },
    {
        field: "exclude_days",
        until: "excluded_until_ms",
        unit: DAY_MS,
        title: "BREAK_EXCLUSION",
        about: "BREAK_WHEN_A_BREAK_IS",
        choices: [
            [30, "BREAK_30_DAYS"],
            [182, "BREAK_6_MONTHS"],
            [365, "BREAK_1_YEAR"],
            [1826, "BREAK_5_YEARS"],
            [36500, "BREAK_FOR_GOOD"],
        ],
        ask: "BREAK_EXCLUDE_MYSELF",
        yes: "BREAK_EXCLUDE_ME",
        agree: "BREAK_I_UNDERSTAND_THAT_NEITHER",
        then: "BREAK_IT_BEGINS_AT_ONCE_IT",
        lasts: (until) => message("BREAK_HAVE_EXCLUDED", { until }),
    },
];

function OneBreak({
    kind,
    limits,
    onSet,
    onSaid,
}: {
    kind: Kind;
    limits: Limits;
    onSet: (limits: Limits) => void;
    onSaid: (said: Said) => void;
}) {
    const [count, setCount] = useState(kind.choices[0][0]);
    const [asking, setAsking] = useState(0); /* the end that the open question is about; 0: no question */
    const [busy, setBusy] = useState(false);
    const until = limits[kind.until] ?? 0;
    const lasting = until > Date.now();
    const longer = kind.choices.filter(([n]) => Date.now() + n * kind.unit > until + WORTH_MS);
    const chosen = longer.some(([n]) => n === count) ? count : (longer[0]?.[0] ?? 0);
    const waits = limits.waiting?.[kind.until];
    const set = async (count: number) => {
        setBusy(true);
        const reply = await post<{ limits: Limits }>("set-limits", { [kind.field]: count });
        setBusy(false);
        setAsking(0);
        if (!reply.ok) return onSaid({ text: reply.why, clause: reply.clause, bad: true });
        onSet(reply.limits);
        const end = reply.limits.waiting?.[kind.until]?.at_ms ?? reply.limits[kind.until] ?? 0;
        onSaid({ text: kind.lasts(timeText(end)) });
    };
    const name = message(kind.choices.find(([n]) => n === chosen)?.[1] ?? "");
    return (
        <section class={`limit ${lasting ? "needs" : ""}`} aria-labelledby={`${kind.field}-title`}>
            <h3 id={`${kind.field}-title`}>{message(kind.title)}</h3>
            <p class="limit-now">{lasting ? kind.lasts(timeText(until)) : message("BREAK_NONE")}</p>
            {lasting && waits && (
                <p class="limit-waits">
                    <span>
                        {rich("BREAK_ASKED_END", {
                            asked: <b>{message("BREAK_YOU_ASKED_FOR_AN")}</b>,
                            time: timeText(waits.at_ms),
                        })}
                    </span>
                </p>
            )}
            {lasting && !waits && kind.mayEnd && until > Date.now() + DAY_MS + WORTH_MS && (
                <p>
                    <button type="button" class="tool" disabled={busy} onClick={() => void set(0)}>
                        {message("BREAK_END_IT_A_DAY")}
                    </button>
                </p>
            )}
            <p class="dim">{message(kind.about)}</p>
            {longer.length > 0 && (
                <div class="row">
                    <label class="field">
                        {lasting ? message("BREAK_MAKE_IT_LONGER_FROM") : message("BREAK_HOW_LONG")}
                        <select
                            name={kind.field}
                            value={String(chosen)}
                            onChange={(e) => setCount(Number(e.currentTarget.value))}
                        >
                            {longer.map(([n, text]) => (
                                <option key={n} value={String(n)}>
                                    {message(text)}
                                </option>
                            ))}
                        </select>
                    </label>
                    <button
                        type="button"
                        class="action"
                        aria-haspopup="dialog"
                        onClick={() => setAsking(Date.now() + chosen * kind.unit)}
                    >
                        <span>{message(kind.ask)}…</span>
                    </button>
                </div>
            )}
            {asking > 0 && (
                <Confirm
                    title={message("BREAK_NAMED", { what: message(kind.title), name })}
                    yes={message("BREAK_NAMED", { what: message(kind.yes), name })}
                    agree={kind.agree && message(kind.agree)}
                    busy={busy}
                    onYes={() => void set(chosen)}
                    onNo={() => setAsking(0)}
                >
                    <p>{rich("BREAK_UNTIL_YOU_CANNOT_SIT", { time: <b>{timeText(asking)}</b> })}</p>
                    <p>{message(kind.then)}</p>
                    <p>{message(ALWAYS)}</p>
                </Confirm>
            )}
        </section>
    );
}

export function Breaks(props: { limits: Limits; onSet: (limits: Limits) => void; onSaid: (said: Said) => void }) {
    return (
        <div class="limit-pair">
            {KINDS.map((kind) => (
                <OneBreak key={kind.field} kind={kind} {...props} />
            ))}
        </div>
    );
}
