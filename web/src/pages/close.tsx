/* close.tsx - the close of a gaming day: what is left to do, the totals, then the signed document and the journal's head. */
import { useState } from "preact/hooks";
import { ask, askPages, type Answer } from "../net/api";
import type { CloseReport, CloseRow, CloseTotal } from "../net/protocol";
import { Again } from "../parts/again";
import { Bar } from "../parts/bar";
import { useLook, useTitle } from "../parts/hooks";
import { has, useSession } from "../parts/session";
import { Stranger } from "../parts/stranger";
import { saveText } from "../slips/save";
import { dollars } from "../table/money";

const SEES = ["supervisor", "executive", "cashier", "auditor", "surveillance"];
const LOOK_MS = 5000;
const MOST = 5000;

/* Where each step is done, in the order of the work. */
const STEPS: [step: CloseRow["step"], title: string, where: string, link: string][] = [
    ["table", "Tables and trays", "/slips", "Close trays"],
    ["drop", "Drop boxes", "/slips", "Count drops"],
    ["difference", "Over and short", "/slips", "See the slips"],
    ["approval", "Requests for a second person", "/slips", "Approve or withdraw"],
    ["jackpot", "Jackpots", "/slips", "File jackpots"],
    ["dispute", "Disputes", "/pit#disputes", "See disputes"],
];

function Step({ title, rows, where, link }: { title: string; rows: CloseRow[]; where: string; link: string }) {
    const left = rows.filter((row) => !row.done).length;
    return (
        <section class={`panel ${left ? "needs" : ""}`} aria-label={title}>
            <h2>
                {title} <span class="tag">{left ? `${left} to do` : "done"}</span>
            </h2>
            {rows.length === 0 && <p class="dim">Nothing to do.</p>}
            <ul class="decisions">
                {rows.map((row, i) => (
                    <li key={i}>
                        <span>
                            {row.done ? "✓ " : "○ "}
                            {row.table && (
                                <b>
                                    {row.title || row.table}
                                    {row.money ? ` (${row.money} money)` : ""}:{" "}
                                </b>
                            )}
                            {row.what}
                            {row.cents !== 0 && (
                                <>
                                    , <span class={row.step === "difference" ? "bad" : ""}>{dollars(row.cents)}</span>
                                </>
                            )}
                        </span>
                    </li>
                ))}
            </ul>
            {left > 0 && (
                <p>
                    <a class="button" href={where}>
                        {link}
                    </a>
                </p>
            )}
        </section>
    );
}

const FIGURES: [key: keyof CloseTotal, name: string][] = [
    ["opener_cents", "Openers"],
    ["fills_cents", "Fills"],
    ["credits_cents", "Credits"],
    ["closer_cents", "Closers"],
    ["drop_cents", "Drop"],
    ["win_cents", "Win"],
    ["theory_cents", "Theory"],
    ["band_low_cents", "Band from"],
    ["band_high_cents", "to"],
    ["counted_cents", "Drop counted"],
    ["difference_cents", "Over or short"],
];

function Total({ total }: { total: CloseTotal }) {
    return (
        <section class="panel" aria-label={`Totals, ${total.money} money`}>
            <h2>Totals, {total.money} money</h2>
            <dl class="figures">
                {FIGURES.map(([key, name]) => (
                    <div class="figure" key={key} data-figure={key}>
                        <dt>{name}</dt>
                        <dd class={key === "difference_cents" && total[key] ? "bad" : ""}>
                            {dollars(Number(total[key]))}
                        </dd>
                    </div>
                ))}
                <div class="figure">
                    <dt>Hold</dt>
                    <dd>{total.hold === null ? "none" : `${(total.hold * 100).toFixed(1)} %`}</dd>
                </div>
                <div class="figure">
                    <dt>Rounds and hands</dt>
                    <dd>
                        {total.rounds}, {total.hands}
                    </dd>
                </div>
            </dl>
        </section>
    );
}

export function ClosePage() {
    const { me, ready } = useSession();
    const [day, setDay] = useState("now");
    const [found, setFound] = useState<CloseReport | null>(null);
    const [stale, setStale] = useState(false);
    const [why, setWhy] = useState("");
    useTitle("Close of the day");
    const sees = has(me, ...SEES);
    const read = async () => {
        const answer = await askPages<CloseReport & { rows: CloseRow[] }>("report-close", "rows", MOST, { day });
        if (answer.ok) setFound(answer);
        setStale(!answer.ok && answer.status === 401);
        setWhy(answer.ok ? "" : answer.why);
    };
    useLook(read, LOOK_MS, sees, [day]);
    if (ready && !sees)
        return (
            <Stranger
                bar="Close of the day"
                to="/close"
                title="The close of the day is for supervisors and cashiers."
            />
        );
    const take = async (word: string, query: Record<string, string>, key: string, name: string, type: string) => {
        const answer: Answer<Record<string, string>> = await ask(word, query);
        if (!answer.ok) return setWhy(answer.why);
        if (!answer[key]) return setWhy("The house has not signed a head yet. Try again in a minute.");
        saveText(answer[key], name, type);
    };
    const date = found?.day?.date ?? "";
    const rows = found?.rows ?? [];
    const left = rows.filter((row) => !row.done).length;
    return (
        <>
            <Bar title="Close of the day" />
            <main class="page close-day">
                <h1>Close of the gaming day {date}</h1>
                <label class="field">
                    Gaming day
                    <input
                        type="date"
                        value={day === "now" ? date : day}
                        onChange={(e) => setDay(e.currentTarget.value || "now")}
                    />
                </label>
                {stale && <Again onDone={() => void read()} />}
                {why && !stale && <p role="alert">{why}</p>}
                {!found && !why && <p class="dim">Counting…</p>}
                {found && (
                    <>
                        <p class={left ? "stale" : "said"} role="status">
                            {left
                                ? `${left === 1 ? "One thing is" : `${left} things are`} left to do.`
                                : /* say:day-can-close */ "Nothing is left to do: the day can be closed."}
                        </p>
                        {STEPS.map(([step, title, where, link]) => (
                            <Step
                                key={step}
                                title={title}
                                rows={rows.filter((row) => row.step === step)}
                                where={where}
                                link={link}
                            />
                        ))}
                        {found.totals?.map((total) => (
                            <Total key={total.money} total={total} />
                        ))}
                        <section class="panel" aria-label="Take away">
                            <h2>To take away</h2>
                            <p>
                                The document has totals, tables, shifts, slips and the journal&apos;s head, and is
                                signed with the house&apos;s key. Keep it and the head outside the house.
                            </p>
                            <p class="row">
                                <button
                                    type="button"
                                    class="action action-main"
                                    onClick={() =>
                                        void take(
                                            "report-close",
                                            { day, format: "pdf" },
                                            "text",
                                            `close-${date}.pdf`,
                                            "application/pdf",
                                        )
                                    }
                                >
                                    <span>{/* say:signed-document */}Signed document (PDF)</span>
                                </button>
                                <button
                                    type="button"
                                    class="tool"
                                    onClick={() =>
                                        void take("journal-head", {}, "head", `journal-${date}.head`, "text/plain")
                                    }
                                >
                                    Journal&apos;s head
                                </button>
                            </p>
                        </section>
                    </>
                )}
            </main>
        </>
    );
}
