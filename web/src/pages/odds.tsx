/* odds.tsx - choose a submission or change its rules, and see what every wager is worth. Runs in the browser; needs no account. */
import { useEffect, useRef, useState } from "preact/hooks";
import type { Settings } from "../../../bindings/wasm/index.js";
import type { Check, Odds, Strategy, Submission } from "../../../bindings/wasm/types.js";
import { odds as asker, problemOf, settingsOf, settingsText } from "../odds/ask";
import { RuleForm } from "../odds/form";
import { ChartTables, Figures, MAIN_FIGURES, percent, WagerResult } from "../odds/results";
import { keepOffline } from "../offline/keep";
import { Bar } from "../parts/bar";
import { ClauseLink } from "../parts/clause";
import { useTitle } from "../parts/hooks";
import { BarsPlot } from "../parts/plot";

interface Choice {
    name: string;
    settings: Settings;
}

interface Answer {
    odds: Odds;
    strategy: Strategy | null;
    warnings: string[];
    ms: number;
}

interface Busy {
    what: string;
    share: number;
}

function fromAddress(): { one: Choice; two: Choice | null } {
    const query = new URLSearchParams(location.search);
    const other = query.get("with");
    return {
        one: { name: query.get("rules") ?? "ma-freebet", settings: settingsOf(query.get("set") ?? "") },
        two: other ? { name: other, settings: settingsOf(query.get("withset") ?? "") } : null,
    };
}

function toAddress(one: Choice, two: Choice | null) {
    const query = new URLSearchParams({ rules: one.name });
    if (Object.keys(one.settings).length) query.set("set", settingsText(one.settings));
    if (two) query.set("with", two.name);
    if (two && Object.keys(two.settings).length) query.set("withset", settingsText(two.settings));
    history.replaceState(null, "", `/odds?${query}`);
}

/* The rules and their findings at once; the price when it is there. */
function useOdds(choice: Choice | null) {
    const [submission, setSubmission] = useState<Submission | null>(null);
    const [check, setCheck] = useState<Check | null>(null);
    const [answer, setAnswer] = useState<Answer | null>(null);
    const [why, setWhy] = useState("");
    const [busy, setBusy] = useState<Busy | null>(null);
    const turn = useRef(0);
    const key = choice ? choice.name + " " + settingsText(choice.settings) : "";
    useEffect(() => {
        if (!choice) return;
        const mine = ++turn.current;
        const { name, settings } = choice;
        const current = () => mine === turn.current;
        const run = async () => {
            const began = performance.now();
            try {
                const rules = await asker().ask(name, settings, "rules", []);
                if (!current()) return;
                setSubmission(rules);
                setWhy("");
                const found = await asker().ask(name, settings, "check", []);
                if (!current()) return;
                setCheck(found);
                setBusy({ what: "working out the game", share: 0 });
                const told = (what: string, done: number, all: number) =>
                    current() && setBusy({ what, share: all ? done / all : 0 });
                const odds = await asker().ask(name, settings, "odds", [{}], told);
                if (!current()) return;
                const strategy = odds.main
                    ? await asker()
                          .ask(name, settings, "strategy", [{}], told)
                          .catch(() => null)
                    : null;
                if (current()) setAnswer({ odds, strategy, warnings: [], ms: performance.now() - began });
            } catch (error) {
                if (current()) setWhy(problemOf(error));
            }
            if (current()) setBusy(null);
        };
        void run();
    }, [key]);
    return { submission, check, answer, why, busy };
}

function Progress({ busy }: { busy: Busy }) {
    return (
        <div role="status">
            <p class="dim">{busy.what[0].toUpperCase() + busy.what.slice(1)}…</p>
            <div
                class="progress"
                role="progressbar"
                aria-label="Progress"
                aria-valuemin={0}
                aria-valuemax={100}
                aria-valuenow={Math.round(busy.share * 100)}
            >
                <div style={{ width: `${Math.max(4, busy.share * 100)}%` }} />
            </div>
        </div>
    );
}

function Findings({ check }: { check: Check }) {
    const shown = check.findings.filter((finding) => finding.severity !== "duty");
    return (
        <div>
            <p role="status">
                {check.legal
                    ? "These rules may be offered."
                    : `These rules may not be offered: ${check.errors} ${check.errors === 1 ? "reason" : "reasons"}.`}
            </p>
            <ul class="findings">
                {shown.map((f, i) => (
                    <li key={i} class={`finding-${f.severity}`}>
                        {f.text} {f.clause && <ClauseLink id={f.clause} />}
                    </li>
                ))}
            </ul>
        </div>
    );
}

function Compare({ one, two, names }: { one: Odds; two: Odds; names: [string, string] }) {
    const wagers = [...new Set([...one.wagers, ...two.wagers].map((w) => w.id))];
    const edge = (odds: Odds, id: string) => percent(odds.wagers.find((w) => w.id === id)?.house_edge);
    return (
        <section class="panel">
            <h2>Side by side</h2>
            <div class="scroll" tabIndex={0} role="region" aria-label="Side by side">
                <table class="compare">
                    <thead>
                        <tr>
                            <th scope="col">Figure</th>
                            <th scope="col" class="num">
                                {names[0]}
                            </th>
                            <th scope="col" class="num">
                                {names[1]}
                            </th>
                        </tr>
                    </thead>
                    <tbody>
                        {MAIN_FIGURES.map(([key, name, text]) => (
                            <tr key={key}>
                                <th scope="row">{name}</th>
                                <td class="num">{text(one)}</td>
                                <td class="num">{text(two)}</td>
                            </tr>
                        ))}
                        {wagers.map((id) => (
                            <tr key={id}>
                                <th scope="row">Edge of {id}</th>
                                <td class="num">
                                    {one.wagers.some((w) => w.id === id) ? edge(one, id) : "not offered"}
                                </td>
                                <td class="num">
                                    {two.wagers.some((w) => w.id === id) ? edge(two, id) : "not offered"}
                                </td>
                            </tr>
                        ))}
                    </tbody>
                </table>
            </div>
        </section>
    );
}

async function download(choice: Choice) {
    const html = await asker().ask(choice.name, choice.settings, "report", [{}]);
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([html], { type: "text/html" }));
    link.download = `${choice.name}-report.html`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

function Chooser({
    label,
    choice,
    onChoose,
    none,
}: {
    label: string;
    choice: Choice | null;
    onChoose: (name: string) => void;
    none?: string;
}) {
    return (
        <label class="field">
            {label}
            <select value={choice?.name ?? ""} onChange={(e) => onChoose(e.currentTarget.value)}>
                {none && <option value="">{none}</option>}
                {PROFILES.map((profile) => (
                    <option key={profile.name} value={profile.name}>
                        {profile.title} ({profile.name})
                    </option>
                ))}
            </select>
        </label>
    );
}

export function OddsPage() {
    const began = useRef(fromAddress());
    const [one, setOne] = useState(began.current.one);
    const [two, setTwo] = useState(began.current.two);
    const [said, setSaid] = useState("");
    const first = useOdds(one);
    const second = useOdds(two);
    useTitle("Odds");
    useEffect(() => toAddress(one, two), [one, two]);
    useEffect(keepOffline, []);
    const change = (name: string, value: string | null) => {
        const settings = { ...one.settings };
        if (value === null) delete settings[name];
        else settings[name] = value;
        setOne({ ...one, settings });
    };
    const { submission, check, answer, why, busy } = first;
    return (
        <>
            <Bar title="Odds" />
            <main class="page broad">
                <h1 class="unseen">Odds</h1>
                <div class="split">
                    <div>
                        <section class="panel">
                            <Chooser
                                label="Submission"
                                choice={one}
                                onChoose={(name) => setOne({ name, settings: {} })}
                            />
                            <Chooser
                                label="Compare with"
                                choice={two}
                                none="nothing"
                                onChoose={(name) => setTwo(name ? { name, settings: {} } : null)}
                            />
                            <p class="row">
                                <button
                                    type="button"
                                    class="tool"
                                    onClick={() =>
                                        void navigator.clipboard.writeText(location.href).then(
                                            () => setSaid("The link is copied."),
                                            () => setSaid(location.href),
                                        )
                                    }
                                >
                                    Copy link
                                </button>
                                <button
                                    type="button"
                                    class="tool"
                                    disabled={!answer}
                                    onClick={() => void download(one).catch((error) => setSaid(problemOf(error)))}
                                >
                                    {/* say:download-report */}Download report
                                </button>
                                {Object.keys(one.settings).length > 0 && (
                                    <button type="button" class="tool" onClick={() => setOne({ ...one, settings: {} })}>
                                        As filed
                                    </button>
                                )}
                            </p>
                            {said && <p role="status">{said}</p>}
                        </section>
                        {submission && (
                            <section class="panel">
                                {check && <Findings check={check} />}
                                <RuleForm
                                    submission={submission}
                                    check={check}
                                    settings={one.settings}
                                    onChange={change}
                                />
                            </section>
                        )}
                    </div>
                    <div>
                        {why && (
                            <p role="alert" class="panel bad">
                                {why}
                            </p>
                        )}
                        {busy && <Progress busy={busy} />}
                        {!answer && !busy && !why && <p class="dim">Loading the odds…</p>}
                        {answer && (
                            <>
                                <section class="panel" aria-busy={busy !== null}>
                                    <h2>{submission?.title}</h2>
                                    <p class="dim">
                                        {answer.odds.decks} decks, rules {answer.odds.hash}. Exact, worked out in your
                                        browser in {(answer.ms / 1000).toFixed(1)} s.
                                    </p>
                                    {answer.odds.main && <Figures odds={answer.odds} />}
                                    {answer.odds.main &&
                                        answer.odds.main.lammers.length > 1 &&
                                        answer.odds.main.free_doubles > 0 && (
                                            <>
                                                <h3>Lammers in a round</h3>
                                                <BarsPlot
                                                    label="How often a round sees so many lammers, on a scale of powers of ten"
                                                    names={answer.odds.main.lammers.map((_, i) => String(i))}
                                                    values={answer.odds.main.lammers}
                                                    log
                                                />
                                            </>
                                        )}
                                </section>
                                {two && second.answer && (
                                    <Compare one={answer.odds} two={second.answer.odds} names={[one.name, two.name]} />
                                )}
                                {two && second.busy && <Progress busy={second.busy} />}
                                {answer.strategy && (
                                    <section class="panel">
                                        <h2>
                                            Chart{answer.strategy.charts.free ? " for hands staked with chips" : ""}
                                        </h2>
                                        <ChartTables strategy={answer.strategy} kind="real" />
                                        {answer.strategy.charts.free && (
                                            <>
                                                <h2>Chart for hands staked by a lammer</h2>
                                                <ChartTables strategy={answer.strategy} kind="free" />
                                            </>
                                        )}
                                    </section>
                                )}
                                {answer.odds.wagers.map((wager) => (
                                    <WagerResult key={wager.id} wager={wager} />
                                ))}
                            </>
                        )}
                    </div>
                </div>
            </main>
        </>
    );
}
