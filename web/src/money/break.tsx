/* break.tsx - a time-out and a self-exclusion. Both can be made longer at once; a time-out can be shortened after a
 * day, an exclusion never. Both ask for confirmation. */
import { useState } from "preact/hooks";
import { post } from "../net/api";
import { Confirm } from "../parts/confirm";
import type { Said } from "../parts/house-says";
import { DAY_MS, timeText, type Limits } from "./rows";

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
    mayEnd?: boolean; /* early, though not at once */
    then: string;
    lasts: (until: string) => string;
}

const ALWAYS = "Your money stays yours: chips on a table can be given back, and the cage pays you out at any time.";

const KINDS: Kind[] = [
    {
        field: "time_out_hours",
        until: "time_out_until_ms",
        unit: HOUR_MS,
        title: "Time-out",
        about: "A break: until it ends you cannot sit down, buy chips or pay in.",
        choices: [
            [1, "1 hour"],
            [6, "6 hours"],
            [24, "1 day"],
            [72, "3 days"],
            [168, "1 week"],
            [1008, "6 weeks"],
        ],
        ask: /* say:take-time-out */ "Take a time-out",
        yes: /* say:yes-time-out */ "Yes, a time-out",
        mayEnd: true,
        then: "It begins at once. Ending it early takes a day.",
        lasts: (until) => /* say:have-time-out */ `You have a time-out until ${until}.`,
    },
    {
        field: "exclude_days",
        until: "excluded_until_ms",
        unit: DAY_MS,
        title: "Self-exclusion",
        about: "When a break is not enough: the house does not let you play until it ends, even if you ask.",
        choices: [
            [30, "30 days"],
            [182, "6 months"],
            [365, "1 year"],
            [1826, "5 years"],
            [36500, "for good"],
        ],
        ask: /* say:exclude-myself */ "Exclude myself",
        yes: /* say:exclude-me */ "Yes, exclude me",
        agree: "I understand that neither I nor the house can shorten this.",
        then: "It begins at once. It cannot be cancelled or shortened, only made longer.",
        lasts: (until) => /* say:have-excluded */ `You have excluded yourself from play until ${until}.`,
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
    const [asking, setAsking] = useState(0); /* until when, while the question is open */
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
    const name = kind.choices.find(([n]) => n === chosen)?.[1] ?? "";
    return (
        <section class={`limit ${lasting ? "needs" : ""}`} aria-labelledby={`${kind.field}-title`}>
            <h3 id={`${kind.field}-title`}>{kind.title}</h3>
            <p class="limit-now">{lasting ? kind.lasts(timeText(until)) : "None."}</p>
            {lasting && waits && (
                <p class="limit-waits">
                    <span>
                        <b>You asked for an early end:</b> {timeText(waits.at_ms)}.
                    </span>
                </p>
            )}
            {lasting && !waits && kind.mayEnd && until > Date.now() + DAY_MS + WORTH_MS && (
                <p>
                    <button type="button" class="tool" disabled={busy} onClick={() => void set(0)}>
                        End it a day from now
                    </button>
                </p>
            )}
            <p class="dim">{kind.about}</p>
            {longer.length > 0 && (
                <div class="row">
                    <label class="field">
                        {lasting ? "Make it longer, from now" : "How long"}
                        <select
                            name={kind.field}
                            value={String(chosen)}
                            onChange={(e) => setCount(Number(e.currentTarget.value))}
                        >
                            {longer.map(([n, text]) => (
                                <option key={n} value={String(n)}>
                                    {text}
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
                        <span>{kind.ask}…</span>
                    </button>
                </div>
            )}
            {asking > 0 && (
                <Confirm
                    title={`${kind.title}: ${name}`}
                    yes={`${kind.yes}: ${name}`}
                    agree={kind.agree}
                    busy={busy}
                    onYes={() => void set(chosen)}
                    onNo={() => setAsking(0)}
                >
                    <p>
                        Until <b>{timeText(asking)}</b> you cannot sit down at a table, buy chips or pay money in.
                    </p>
                    <p>{kind.then}</p>
                    <p>{ALWAYS}</p>
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
