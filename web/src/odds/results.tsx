/* results.tsx - figures, chart and outcomes of a solved game. */
import type { Chart, Odds, Strategy, WagerPrice } from "../../../bindings/wasm/types.js";
import { ClauseLink } from "../parts/clause";
import { BarsPlot } from "../parts/plot";

export const percent = (value: number | null | undefined, digits = 4) =>
    value === null || value === undefined ? "?" : `${(value * 100).toFixed(digits)} %`;

export const MAIN_FIGURES: [key: string, name: string, text: (odds: Odds) => string][] = [
    ["house_edge", "House edge", (o) => percent(o.main?.house_edge)],
    ["chart_house_edge", "By the chart", (o) => percent(o.main?.chart_house_edge)],
    ["element_of_risk", "Element of risk", (o) => percent(o.main?.element_of_risk)],
    ["sd", "Standard deviation", (o) => o.main?.sd.toFixed(6) ?? "?"],
    ["win", "Win", (o) => percent(o.main?.win)],
    ["push", "Push", (o) => percent(o.main?.push)],
    ["lose", "Lose", (o) => percent(o.main?.lose)],
    ["free_doubles", "Free doubles in a round", (o) => o.main?.free_doubles.toFixed(5) ?? "?"],
    ["free_splits", "Free splits in a round", (o) => o.main?.free_splits.toFixed(5) ?? "?"],
];

export function Figures({ odds }: { odds: Odds }) {
    return (
        <dl class="figures">
            {MAIN_FIGURES.map(([key, name, text]) => (
                <div class="figure" key={key}>
                    <dt>{name}</dt>
                    <dd data-figure={key}>{text(odds)}</dd>
                </div>
            ))}
        </dl>
    );
}

/* --- the chart ---------------------------------------------------------------------------------------------------- */

const PARTS: [keyof Chart, string][] = [
    ["hard", "Hard hands"],
    ["soft", "Soft hands"],
    ["pairs", "Pairs"],
];

function freeCell(strategy: Strategy, part: keyof Chart, row: string, cell: string): boolean {
    if (part === "hard") return cell.startsWith("D") && strategy.house_pays.hard_doubles.includes(Number(row));
    return part === "pairs" && cell === "P" && strategy.house_pays.pairs.includes(row);
}

export function ChartTables({ strategy, kind }: { strategy: Strategy; kind: "real" | "free" }) {
    const chart = strategy.charts[kind];
    if (!chart) return null;
    return (
        <div
            class="scroll"
            tabIndex={0}
            role="region"
            aria-label={kind === "free" ? "Chart of hands on a lammer" : "Chart"}
        >
            <div class="charts">
                {PARTS.map(([part, name]) => (
                    <table class="chart" key={part}>
                        <caption>{name}</caption>
                        <thead>
                            <tr>
                                <th scope="col">
                                    <span class="unseen">Hand</span>
                                </th>
                                {strategy.columns.map((up) => (
                                    <th scope="col" key={up}>
                                        {up}
                                    </th>
                                ))}
                            </tr>
                        </thead>
                        <tbody>
                            {Object.entries(chart[part]).map(([row, cells]) => (
                                <tr key={row}>
                                    <th scope="row">{row}</th>
                                    {cells.map((cell, i) => (
                                        <td
                                            key={i}
                                            class={`cell cell-${cell} ${freeCell(strategy, part, row, cell) ? "is-free" : ""}`}
                                            title={strategy.legend[cell]}
                                        >
                                            {cell}
                                        </td>
                                    ))}
                                </tr>
                            ))}
                        </tbody>
                    </table>
                ))}
            </div>
            <p class="dim">
                {Object.entries(strategy.legend)
                    .map(([cell, text]) => `${cell}: ${text}`)
                    .join(" · ")}
                . A gold frame: the house pays.
            </p>
        </div>
    );
}

/* --- wagers ----------------------------------------------------------------------------------------------------------- */

const paysText = (pays: { form: string; a: number; b: number }) =>
    pays.form === "percent"
        ? `${pays.a} % of the meter`
        : pays.form === "dollars"
          ? `$${(pays.a / (pays.b || 1)).toLocaleString("en-US")}`
          : `${pays.a} ${pays.form} ${pays.b}`;

export function WagerResult({ wager }: { wager: WagerPrice }) {
    return (
        <section class="panel">
            <h3>
                {wager.title}
                {wager.paytable ? `, pay table ${wager.paytable}` : ""} <ClauseLink id={wager.clause} />
            </h3>
            <dl class="figures">
                <div class="figure">
                    <dt>House edge</dt>
                    <dd data-figure={`${wager.id}.house_edge`}>{percent(wager.house_edge)}</dd>
                </div>
                <div class="figure">
                    <dt>Hit frequency</dt>
                    <dd>{percent(wager.hit_frequency)}</dd>
                </div>
                <div class="figure">
                    <dt>Standard deviation</dt>
                    <dd>{wager.sd?.toFixed(4) ?? "?"}</dd>
                </div>
            </dl>
            {wager.caveat && <p class="dim">{wager.caveat}</p>}
            <div class="scroll" tabIndex={0} role="region" aria-label={`Outcomes of ${wager.title}`}>
                <table>
                    <thead>
                        <tr>
                            <th scope="col">Outcome</th>
                            <th scope="col" class="num">
                                Pays
                            </th>
                            <th scope="col" class="num">
                                Probability
                            </th>
                            <th scope="col" class="num">
                                One in
                            </th>
                        </tr>
                    </thead>
                    <tbody>
                        {wager.outcomes.map((o) => (
                            <tr key={o.name}>
                                <th scope="row">{o.name}</th>
                                <td class="num">{o.pays.a ? paysText(o.pays) : "loses"}</td>
                                <td class="num">{percent(o.probability, 6)}</td>
                                <td class="num">
                                    {o.probability > 0
                                        ? (1 / o.probability).toLocaleString("en-US", { maximumFractionDigits: 1 })
                                        : "never"}
                                </td>
                            </tr>
                        ))}
                    </tbody>
                </table>
            </div>
            <BarsPlot
                label={`Probability of each outcome of ${wager.title}, on a scale of powers of ten`}
                names={wager.outcomes.map((o) => o.name)}
                values={wager.outcomes.map((o) => o.probability)}
                log
            />
        </section>
    );
}
