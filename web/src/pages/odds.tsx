/* odds.tsx - choose a submission or change its rules, and see what every wager is worth. Runs in the browser; needs no account. */
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Settings } from "../../../bindings/wasm/index.js";
import type { Check, Estimate, Odds, Strategy, Submission } from "../../../bindings/wasm/types.js";
import { odds as asker, problemOf, settingsOf, settingsText } from "../odds/ask";
import { ChartTables } from "../odds/chart";
import { solve, workers } from "../odds/crew";
import { offerText, RuleForm, ruleName, ruleValue } from "../odds/form";
import { Figures, figureText, MAIN_FIGURES, percent, WagerResult, type Stage } from "../odds/results";
import { estimateFrom, shipped, type Estimated, type Shipped } from "../odds/shipped";
import { oneIn } from "../odds/words";
import { keepOffline } from "../offline/keep";
import { Bar } from "../parts/bar";
import { ClauseLink } from "../parts/clause";
import { useTitle } from "../parts/hooks";
import { BarsPlot } from "../parts/plot";
import { message, named } from "../words/catalogue";
import { decimal } from "../words/numbers";

interface Choice {
    name: string;
    settings: Settings;
}

/* What the page shows for a choice. All of it is shown at once, and becomes more exact from stage to stage. */
interface Answer {
    choice: Choice;
    odds: Odds;
    strategy: Strategy | null;
    charted: boolean; /* the chart is of these rules, not of those before */
    stage: Stage;
    built: boolean; /* computed when the page was built */
    ms: number;
}

interface Busy {
    done: number;
    all: number;
}

/* Two sets of the same submission are told apart by what was changed. */
const sideName = ({ name, settings }: Choice) => [name, settingsText(settings)].filter(Boolean).join(" ");

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

/* A first answer, made from that of the same submission before the change or as it was filed. */
function estimated(
    choice: Choice,
    before: Answer | null,
    base: Shipped | undefined,
    figures: Estimated,
): Answer | null {
    const like = before?.choice.name === choice.name ? before : base;
    if (!like?.odds.main) return null;
    return {
        choice,
        odds: { ...like.odds, main: { ...like.odds.main, ...figures } },
        strategy: like.strategy,
        charted: false,
        stage: "estimate",
        built: false,
        ms: 0,
    };
}

/* The build has computed the exact answer of each shipped submission. Others get an estimate, then the exact edges, then everything. */
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
        const goes = () => mine === turn.current;
        const began = performance.now();
        const readRules = async () => {
            const rules = await asker().ask(name, settings, "rules", []);
            const found = await asker().ask(name, settings, "check", []);
            if (!goes()) return;
            setSubmission(rules);
            setCheck(found);
            setWhy("");
            workers();
        };
        const compute = async (base: Shipped | undefined, quick: Estimate) => {
            setBusy({ done: 0, all: 2 * quick.pieces });
            setAnswer((before) => estimated(choice, before, base, estimateFrom(base, quick)));
            const odds = await solve(name, settings, quick.pieces, {
                goes,
                onProgress: (done, all) => setBusy({ done, all }),
                onEdges: (edges, strategy) =>
                    setAnswer(
                        (now) =>
                            now && {
                                ...now,
                                odds: { ...now.odds, main: { ...now.odds.main!, ...edges } },
                                strategy,
                                charted: true,
                                stage: "edges",
                            },
                    ),
            });
            if (!odds || !goes()) return;
            const strategy = await asker()
                .ask(name, settings, "strategy", [{}])
                .catch(() => null);
            const ms = performance.now() - began;
            if (goes()) setAnswer({ choice, odds, strategy, charted: true, stage: "exact", built: false, ms });
        };
        const run = async () => {
            try {
                const base = (await shipped())[name];
                if (!goes()) return;
                setBusy(null);
                if (base && !Object.keys(settings).length) {
                    const { odds, strategy } = base;
                    setAnswer({ choice, odds, strategy, charted: true, stage: "exact", built: true, ms: 0 });
                    await readRules();
                    return;
                }
                const quick = asker().ask(name, settings, "estimate", []);
                const rules = readRules();
                rules.catch(() => undefined);
                const figures = await quick;
                if (goes()) await compute(base, figures);
                await rules;
            } catch (error) {
                if (goes()) setWhy(problemOf(error));
            }
            if (goes()) setBusy(null);
        };
        void run();
    }, [key]);
    return { submission, check, answer, why, busy };
}

/* How good the figures are, and how far the work is. Its height is fixed, so that nothing below it moves. */
function Standing({ answer, busy }: { answer: Answer; busy: Busy | null }) {
    const { odds, stage, built, ms } = answer;
    const said =
        stage === "estimate"
            ? message("ODDS_ESTIMATE")
            : stage === "edges"
              ? message("ODDS_HOUSE_EDGE_AND_CHART")
              : built
                ? message("ODDS_EXACT_COMPUTED_WHEN_THIS")
                : message("ODDS_EXACT_WORKED_OUT_IN", { seconds: decimal(Math.max(ms, 50) / 1000, 1) });
    return (
        <div class="standing" data-stage={stage}>
            <p class="dim" role="status">
                {stage === "exact" && `${message("ODDS_DECKS_RULES", { decks: odds.decks, hash: odds.hash })} `}
                {said}
            </p>
            {busy && (
                <div
                    class="progress"
                    role="progressbar"
                    aria-label={message("ODDS_PROGRESS")}
                    aria-valuemin={0}
                    aria-valuemax={busy.all}
                    aria-valuenow={busy.done}
                >
                    <div style={{ width: `${Math.max(4, (busy.done / busy.all) * 100)}%` }} />
                </div>
            )}
        </div>
    );
}

function Findings({ check }: { check: Check }) {
    const shown = check.findings.filter((finding) => finding.severity !== "duty");
    return (
        <div>
            <p role="status">
                {check.legal
                    ? message("ODDS_THESE_RULES_MAY_BE")
                    : message("ODDS_THESE_RULES_MAY_NOT", { errors: check.errors })}
            </p>
            <ul class="findings">
                {shown.map((f, i) => (
                    <li key={i} class={`finding-${f.severity}`}>
                        <span lang="en">{f.text}</span> {f.clause && <ClauseLink id={f.clause} />}
                    </li>
                ))}
            </ul>
        </div>
    );
}

interface Side {
    name: string;
    answer: Answer;
    submission: Submission;
}

const valuesOf = ({ submission }: Side) =>
    new Map([
        ...submission.rules.map((rule) => [ruleName(rule.name), ruleValue(rule.value)] as const),
        ...submission.offers.map((o) => [named(o.title), offerText(o.paytable)] as const),
    ]);

function Differences({ one, two }: { one: Side; two: Side }) {
    const left = valuesOf(one),
        right = valuesOf(two);
    const differ = [...new Set([...left.keys(), ...right.keys()])].filter((name) => left.get(name) !== right.get(name));
    if (!differ.length) return <p>{message("ODDS_NO_RULE_DIFFERS")}</p>;
    return (
        <div class="scroll" tabIndex={0} role="region" aria-label={message("ODDS_RULES_THAT_DIFFER")}>
            <table class="compare differ">
                <thead>
                    <tr>
                        <th scope="col">{message("ODDS_RULE")}</th>
                        <th scope="col">{one.name}</th>
                        <th scope="col">{two.name}</th>
                    </tr>
                </thead>
                <tbody>
                    {differ.map((name) => (
                        <tr key={name} data-rule={name}>
                            <th scope="row">{name}</th>
                            <td>{left.get(name) ?? message("ODDS_NOT_OFFERED")}</td>
                            <td>{right.get(name) ?? message("ODDS_NOT_OFFERED")}</td>
                        </tr>
                    ))}
                </tbody>
            </table>
        </div>
    );
}

function Compare({ one, two }: { one: Side; two: Side }) {
    const [a, b] = [one.answer.odds, two.answer.odds];
    const wagers = [...new Map([...a.wagers, ...b.wagers].map((w) => [w.id, w.title]))];
    const edge = (odds: Odds, id: string) => {
        const wager = odds.wagers.find((w) => w.id === id);
        return wager ? percent(wager.house_edge) : message("ODDS_NOT_OFFERED");
    };
    return (
        <section class="panel">
            <h2>{message("ODDS_SIDE_BY_SIDE")}</h2>
            <h3>{message("ODDS_RULES_THAT_DIFFER")}</h3>
            <Differences one={one} two={two} />
            <h3>{message("ODDS_FIGURES")}</h3>
            <div class="scroll" tabIndex={0} role="region" aria-label={message("ODDS_SIDE_BY_SIDE")}>
                <table class="compare">
                    <thead>
                        <tr>
                            <th scope="col">{message("ODDS_FIGURE")}</th>
                            <th scope="col" class="num">
                                {one.name}
                            </th>
                            <th scope="col" class="num">
                                {two.name}
                            </th>
                        </tr>
                    </thead>
                    <tbody>
                        {MAIN_FIGURES.map(([key, name]) => (
                            <tr key={key}>
                                <th scope="row">{message(name)}</th>
                                <td class="num">{figureText(a, key, one.answer.stage)}</td>
                                <td class="num">{figureText(b, key, two.answer.stage)}</td>
                            </tr>
                        ))}
                        {wagers.map(([id, title]) => (
                            <tr key={id}>
                                <th scope="row">{message("ODDS_HOUSE_EDGE_OF", { title: named(title) })}</th>
                                <td class="num">{edge(a, id)}</td>
                                <td class="num">{edge(b, id)}</td>
                            </tr>
                        ))}
                    </tbody>
                </table>
            </div>
        </section>
    );
}

function Charts({ answer: { strategy, charted, choice } }: { answer: Answer }) {
    if (!strategy) return null;
    return (
        <section class={`panel ${charted ? "" : "is-old"}`} aria-busy={!charted}>
            <h2 title={charted ? undefined : message("ODDS_THIS_IS_THE_CHART")}>
                {message(strategy.charts.free ? "ODDS_FOR_HANDS_STAKED_WITH" : "ODDS_CHART")}
            </h2>
            <ChartTables strategy={strategy} kind="real" {...choice} />
            {strategy.charts.free && (
                <>
                    <h2>{message("ODDS_CHART_FOR_HANDS_STAKED")}</h2>
                    <ChartTables strategy={strategy} kind="free" {...choice} />
                </>
            )}
        </section>
    );
}

function save(text: string, type: string, name: string) {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([text], { type }));
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

async function download(choice: Choice) {
    const html = await asker().ask(choice.name, choice.settings, "report", [{}]);
    save(html, "text/html", `${choice.name}-report.html`);
}

async function downloadCard(choice: Choice) {
    const svg = await asker().ask(choice.name, choice.settings, "card", []);
    save(svg, "image/svg+xml", `${choice.name}-card.svg`);
}

/* Prints only the card, in its own size. */
async function printCard(choice: Choice) {
    const svg = await asker().ask(choice.name, choice.settings, "card", []);
    const drawing = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
    const sheet = document.createElement("div");
    sheet.className = "print-card";
    sheet.append(document.importNode(drawing, true));
    document.body.append(sheet);
    addEventListener("afterprint", () => sheet.remove(), { once: true });
    print();
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
                        {named(profile.title)} ({profile.name})
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
    useTitle(message("BAR_ODDS"));
    useEffect(() => toAddress(one, two), [one, two]);
    useEffect(keepOffline, []);
    const change = (name: string, value: string | null) => {
        const settings = { ...one.settings };
        if (value === null) delete settings[name];
        else settings[name] = value;
        setOne({ ...one, settings });
    };
    const { submission, check, answer, why, busy } = first;
    /* Form and charts are large and seldom change, so progress of the work does not render them again. */
    const form = useMemo(
        () =>
            submission && <RuleForm submission={submission} check={check} settings={one.settings} onChange={change} />,
        [submission, check, one],
    );
    const charts = useMemo(() => answer && <Charts answer={answer} />, [answer?.strategy, answer?.charted]);
    const wagers = useMemo(
        () => answer?.odds.wagers.map((wager) => <WagerResult key={wager.id} wager={wager} stage={answer.stage} />),
        [answer?.odds.wagers, answer?.stage === "exact"],
    );
    return (
        <>
            <Bar title={message("BAR_ODDS")} />
            <main class="page broad">
                <h1 class="unseen">{message("BAR_ODDS")}</h1>
                <div class="split">
                    <div>
                        <section class="panel">
                            <Chooser
                                label={message("ODDS_SUBMISSION")}
                                choice={one}
                                onChoose={(name) => setOne({ name, settings: {} })}
                            />
                            <Chooser
                                label={message("ODDS_COMPARE_WITH")}
                                choice={two}
                                none={message("ODDS_NOTHING")}
                                onChoose={(name) => setTwo(name ? { name, settings: {} } : null)}
                            />
                            <p class="row">
                                <button
                                    type="button"
                                    class="tool"
                                    onClick={() =>
                                        void navigator.clipboard.writeText(location.href).then(
                                            () => setSaid(message("ODDS_THE_LINK_IS_COPIED")),
                                            () => setSaid(location.href),
                                        )
                                    }
                                >
                                    {message("ODDS_COPY_LINK")}
                                </button>
                                <button
                                    type="button"
                                    class="tool"
                                    disabled={!answer}
                                    onClick={() => void download(one).catch((error) => setSaid(problemOf(error)))}
                                >
                                    {message("ODDS_DOWNLOAD_REPORT")}
                                </button>
                                <button
                                    type="button"
                                    class="tool"
                                    disabled={!answer}
                                    onClick={() => void printCard(one).catch((error) => setSaid(problemOf(error)))}
                                >
                                    {message("ODDS_PRINT_CARD")}
                                </button>
                                <button
                                    type="button"
                                    class="tool"
                                    disabled={!answer}
                                    onClick={() => void downloadCard(one).catch((error) => setSaid(problemOf(error)))}
                                >
                                    {message("ODDS_DOWNLOAD_CARD")}
                                </button>
                                {Object.keys(one.settings).length > 0 && (
                                    <button type="button" class="tool" onClick={() => setOne({ ...one, settings: {} })}>
                                        {message("ODDS_AS_FILED")}
                                    </button>
                                )}
                            </p>
                            {said && <p role="status">{said}</p>}
                        </section>
                        {submission && (
                            <section class="panel">
                                {check && <Findings check={check} />}
                                {form}
                            </section>
                        )}
                    </div>
                    <div>
                        {why && (
                            <p role="alert" class="panel bad">
                                {why}
                            </p>
                        )}
                        {!answer && !why && <p class="dim">{message("ODDS_LOADING_THE_ODDS")}</p>}
                        {answer && (
                            <>
                                <section class="panel" aria-busy={answer.stage !== "exact"}>
                                    <h2>{submission ? named(submission.title) : one.name}</h2>
                                    <Standing answer={answer} busy={busy} />
                                    {answer.odds.main && <Figures odds={answer.odds} stage={answer.stage} />}
                                    {answer.odds.main &&
                                        answer.odds.main.lammers.length > 1 &&
                                        answer.odds.main.free_doubles > 0 && (
                                            <>
                                                <h3>{message("ODDS_LAMMERS_IN_A_ROUND")}</h3>
                                                <BarsPlot
                                                    label={message("ODDS_HOW_OFTEN_A_ROUND", {
                                                        lammers: answer.odds.main.lammers
                                                            .map((p, i) => `${i} ${oneIn(p)}`)
                                                            .join(", "),
                                                    })}
                                                    names={answer.odds.main.lammers.map((_, i) => String(i))}
                                                    values={answer.odds.main.lammers}
                                                    log
                                                />
                                            </>
                                        )}
                                </section>
                                {two && submission && second.answer && second.submission && (
                                    <Compare
                                        one={{ name: sideName(one), answer, submission }}
                                        two={{
                                            name: sideName(two),
                                            answer: second.answer,
                                            submission: second.submission,
                                        }}
                                    />
                                )}
                                {charts}
                                {wagers}
                            </>
                        )}
                    </div>
                </div>
            </main>
        </>
    );
}
