/* results.tsx - figures and outcomes of a game: estimated at first, then exact. */
import type { Odds, WagerPrice } from "../../../bindings/wasm/types.js";
import { ClauseLink } from "../parts/clause";
import { BarsPlot } from "../parts/plot";
import { ESTIMATED } from "./shipped";
import { oneIn } from "./words";

export const percent = (value: number | null | undefined, digits = 4) =>
    value === null || value === undefined ? "?" : `${(value * 100).toFixed(digits)} %`;

/* Estimate: nothing is solved yet. Edges: the house edges are exact, the rest is not. */
export type Stage = "estimate" | "edges" | "exact";

type Key =
    | "house_edge"
    | "chart_house_edge"
    | "element_of_risk"
    | "sd"
    | "win"
    | "push"
    | "lose"
    | "free_doubles"
    | "free_splits";
const share = (digits: number) => (value: number, about: boolean) => percent(value, about ? 2 : digits);
const plain = (digits: number) => (value: number, about: boolean) => value.toFixed(about ? 2 : digits);

export const MAIN_FIGURES: [key: Key, name: string, text: (value: number, about: boolean) => string][] = [
    ["house_edge", "House edge", share(4)],
    ["chart_house_edge", "By the chart", share(4)],
    ["element_of_risk", "Element of risk", share(4)],
    ["sd", "Standard deviation", plain(6)],
    ["win", "Win", share(4)],
    ["push", "Push", share(4)],
    ["lose", "Lose", share(4)],
    ["free_doubles", "Free doubles in a round", plain(5)],
    ["free_splits", "Free splits in a round", plain(5)],
];

const isExact = (key: Key, stage: Stage) => stage === "exact" || (stage === "edges" && key.endsWith("house_edge"));
const isEstimated = (key: Key) => (ESTIMATED as readonly string[]).includes(key);

export function figureText(odds: Odds, key: Key, stage: Stage): string {
    const value = odds.main?.[key];
    const [, , text] = MAIN_FIGURES.find(([name]) => name === key)!;
    if (value === null || value === undefined) return "?";
    if (isExact(key, stage)) return text(value, false);
    return isEstimated(key) ? `≈ ${text(value, true)}` : "…";
}

export function Figures({ odds, stage }: { odds: Odds; stage: Stage }) {
    return (
        <dl class="figures">
            {MAIN_FIGURES.map(([key, name]) => (
                <div class={`figure ${isExact(key, stage) ? "" : "is-estimate"}`} key={key}>
                    <dt>{name}</dt>
                    <dd data-figure={key}>{figureText(odds, key, stage)}</dd>
                </div>
            ))}
        </dl>
    );
}

/* --- wagers ----------------------------------------------------------------------------------------------------------- */

const paysText = (pays: { form: string; a: number; b: number }) =>
    pays.form === "percent"
        ? `${pays.a} % of the meter`
        : pays.form === "dollars"
          ? `$${(pays.a / (pays.b || 1)).toLocaleString("en-US")}`
          : `${pays.a} ${pays.form} ${pays.b}`;

export function WagerResult({ wager, stage }: { wager: WagerPrice; stage: Stage }) {
    const about = stage === "exact" ? "" : "≈ ";
    return (
        <section class="panel" aria-busy={stage !== "exact"}>
            <h3>
                {wager.title}
                {wager.paytable ? `, pay table ${wager.paytable}` : ""} <ClauseLink id={wager.clause} />
            </h3>
            <dl class="figures">
                <div class="figure">
                    <dt>House edge</dt>
                    <dd data-figure={`${wager.id}.house_edge`}>
                        {about}
                        {percent(wager.house_edge)}
                    </dd>
                </div>
                <div class="figure">
                    <dt>Hit frequency</dt>
                    <dd>
                        {about}
                        {percent(wager.hit_frequency)}
                    </dd>
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
                                How often
                            </th>
                        </tr>
                    </thead>
                    <tbody>
                        {wager.outcomes.map((o) => (
                            <tr key={o.name}>
                                <th scope="row">{o.name}</th>
                                <td class="num">{o.pays.a ? paysText(o.pays) : "loses"}</td>
                                <td class="num">{percent(o.probability, 6)}</td>
                                <td class="num">{oneIn(o.probability)}</td>
                            </tr>
                        ))}
                    </tbody>
                </table>
            </div>
            <BarsPlot
                label={`How often each outcome of ${wager.title} comes, on a scale of powers of ten: ${wager.outcomes.map((o) => `${o.name} ${oneIn(o.probability)}`).join(", ")}`}
                names={wager.outcomes.map((o) => o.name)}
                values={wager.outcomes.map((o) => o.probability)}
                log
            />
        </section>
    );
}
