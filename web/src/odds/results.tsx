/* results.tsx - figures and outcomes of a game: estimated at first, then exact. */
import type { Odds, WagerPrice } from "../../../bindings/wasm/types.js";
import { ClauseLink } from "../parts/clause";
import { BarsPlot } from "../parts/plot";
import { ESTIMATED } from "./shipped";
import { oneIn } from "./words";
import { message, named } from "../words/catalogue";
import { decimal, percent as shown } from "../words/numbers";
import { pays } from "../words/pays";

export const percent = (value: number | null | undefined, digits = 4) =>
    value === null || value === undefined ? "?" : shown(value, digits);

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
const plain = (digits: number) => (value: number, about: boolean) => decimal(value, about ? 2 : digits);

export const MAIN_FIGURES: [key: Key, name: string, text: (value: number, about: boolean) => string][] = [
    ["house_edge", "LOBBY_HOUSE_EDGE", share(4)],
    ["chart_house_edge", "ODDS_BY_THE_CHART", share(4)],
    ["element_of_risk", "ODDS_ELEMENT_OF_RISK", share(4)],
    ["sd", "ODDS_STANDARD_DEVIATION", plain(6)],
    ["win", "ODDS_WIN", share(4)],
    ["push", "FELT_PUSH", share(4)],
    ["lose", "ODDS_LOSE", share(4)],
    ["free_doubles", "ODDS_FREE_DOUBLES_IN_A", plain(5)],
    ["free_splits", "ODDS_FREE_SPLITS_IN_A", plain(5)],
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
                    <dt>{message(name)}</dt>
                    <dd data-figure={key}>{figureText(odds, key, stage)}</dd>
                </div>
            ))}
        </dl>
    );
}

/* --- wagers ----------------------------------------------------------------------------------------------------------- */

export function WagerResult({ wager, stage }: { wager: WagerPrice; stage: Stage }) {
    const about = stage === "exact" ? "" : "≈ ";
    return (
        <section class="panel" aria-busy={stage !== "exact"}>
            <h3>
                {[named(wager.title), wager.paytable && message("DRAWER_PAY_TABLE", { paytable: wager.paytable })]
                    .filter(Boolean)
                    .join(message("COMMA"))}{" "}
                <ClauseLink id={wager.clause} />
            </h3>
            <dl class="figures">
                <div class="figure">
                    <dt>{message("LOBBY_HOUSE_EDGE")}</dt>
                    <dd data-figure={`${wager.id}.house_edge`}>
                        {about}
                        {percent(wager.house_edge)}
                    </dd>
                </div>
                <div class="figure">
                    <dt>{message("ODDS_HIT_FREQUENCY")}</dt>
                    <dd>
                        {about}
                        {percent(wager.hit_frequency)}
                    </dd>
                </div>
                <div class="figure">
                    <dt>{message("ODDS_STANDARD_DEVIATION")}</dt>
                    <dd>{wager.sd === null || wager.sd === undefined ? "?" : decimal(wager.sd, 4)}</dd>
                </div>
            </dl>
            {wager.caveat && <p class="dim">{named(wager.caveat)}</p>}
            <div
                class="scroll"
                tabIndex={0}
                role="region"
                aria-label={message("ODDS_OUTCOMES_OF", { title: named(wager.title) })}
            >
                <table>
                    <thead>
                        <tr>
                            <th scope="col">{message("ODDS_OUTCOME")}</th>
                            <th scope="col" class="num">
                                {message("ODDS_PAYS")}
                            </th>
                            <th scope="col" class="num">
                                {message("ODDS_PROBABILITY")}
                            </th>
                            <th scope="col" class="num">
                                {message("ODDS_HOW_OFTEN")}
                            </th>
                        </tr>
                    </thead>
                    <tbody>
                        {wager.outcomes.map((o) => (
                            <tr key={o.name}>
                                <th scope="row">{named(o.name)}</th>
                                <td class="num">
                                    {o.pays.a ? pays(o.pays.form, o.pays.a, o.pays.b) : message("ODDS_LOSES")}
                                </td>
                                <td class="num">{percent(o.probability, 6)}</td>
                                <td class="num">{oneIn(o.probability)}</td>
                            </tr>
                        ))}
                    </tbody>
                </table>
            </div>
            <BarsPlot
                label={message("ODDS_HOW_OFTEN_EACH_OUTCOME", {
                    title: named(wager.title),
                    outcomes: wager.outcomes
                        .map((o) => `${named(o.name)} ${oneIn(o.probability)}`)
                        .join(message("COMMA")),
                })}
                names={wager.outcomes.map((o) => named(o.name))}
                values={wager.outcomes.map((o) => o.probability)}
                log
            />
        </section>
    );
}
