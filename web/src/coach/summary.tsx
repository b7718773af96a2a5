/* summary.tsx - separates skill from luck at the end of a visit. What was won or lost is the sum of what the rules cost, what mistakes cost,
 * and luck; the first two are exact (the house edge of each wager, and the values of each decision), so the rest is luck. */
import { useEffect, useState } from "preact/hooks";
import { odds, settingsOf } from "../odds/ask";
import { shipped } from "../odds/shipped";
import type { Table } from "../table/model";
import { dollars } from "../table/money";
import type { Visit } from "../table/visit";
import { learnPages, message } from "../words/catalogue";
import { percent } from "../words/numbers";
import { decisions, type Decision } from "./decisions";
import { isRight, priceAll } from "./price";
import { accuracy } from "./values";

/* The house edge of each wager; those without one are left out. */
async function edgesOf(rules: string, settings: string, wagers: string[]): Promise<Record<string, number>> {
    const known = settings ? undefined : (await shipped())[rules]?.odds;
    const ask = (wager: string) => odds().ask(rules, settingsOf(settings), "odds", [{ wager }]);
    const found: Record<string, number> = {};
    for (const wager of wagers) {
        const isMain = wager === "main" || wager === "insurance";
        const has = isMain ? known?.main : known?.wagers.some((w) => w.id === wager);
        const answer = has ? known! : await ask(isMain ? "main" : wager).catch(() => null);
        const edge =
            wager === "insurance"
                ? answer?.main?.insurance_house_edge
                : wager === "main"
                  ? answer?.main?.house_edge
                  : answer?.wagers.find((w) => w.id === wager)?.house_edge;
        if (typeof edge === "number") found[wager] = edge;
    }
    return found;
}

/* The most right decisions in a row. */
export function longestStreak(list: Decision[]): number {
    let best = 0,
        now = 0;
    for (const d of list) {
        now = isRight(d) ? now + 1 : 0;
        best = Math.max(best, now);
    }
    return best;
}

interface Reckoned {
    right: number;
    of: number;
    streak: number;
    rules: number; /* cents */
    mistakes: number;
    luck: number;
}

async function reckon(visit: Visit, table: Table): Promise<Reckoned> {
    await priceAll(() => undefined);
    const mine = decisions().filter(
        (d) => d.table === table.id && d.time >= visit.since && d.cost !== undefined && !d.byClock,
    );
    const { right, of, cost } = accuracy(mine);
    const edges = await edgesOf(table.terms.rules ?? "", table.terms.settings ?? "", Object.keys(visit.staked));
    const rules = -Object.entries(visit.staked).reduce((sum, [wager, cents]) => sum + cents * (edges[wager] ?? 0), 0);
    const mistakes = -Math.round(cost);
    return {
        right,
        of,
        streak: longestStreak(mine),
        rules: Math.round(rules),
        mistakes,
        luck: visit.net - Math.round(rules) - mistakes,
    };
}

function Row({ name, cents }: { name: string; cents: number }) {
    return (
        <div>
            <dt>{message(name)}</dt>
            <dd class={cents > 0 ? "is-win" : cents < 0 ? "is-lose" : ""} data-sum={name}>
                {cents === 0 ? "$0" : dollars(cents, true)}
            </dd>
        </div>
    );
}

export function VisitSummary({ visit, table, onClose }: { visit: Visit; table: Table; onClose: () => void }) {
    const [found, setFound] = useState<Reckoned | null>(null);
    const [ready, setReady] = useState(false);
    useEffect(() => {
        void learnPages().then(() => setReady(true));
        void reckon(visit, table).then(setFound);
    }, []);
    if (!ready) return null;
    return (
        <section class="visit-end" aria-label={message("VISIT_TITLE")}>
            <button type="button" class="quiet close" aria-label={message("VISIT_CLOSE")} onClick={onClose}>
                ×
            </button>
            <h2>{message("VISIT_TITLE")}</h2>
            <p>
                {message("VISIT_ROUNDS", { count: visit.rounds })}
                {visit.house > 0 && <> {message("VISIT_HOUSE", { all: dollars(visit.house) })}</>}
            </p>
            {found && found.of > 0 && (
                <p data-accuracy>
                    {message("VISIT_ACCURACY", {
                        right: found.right,
                        of: found.of,
                        share: percent(found.right / found.of, 0),
                    })}{" "}
                    {message("VISIT_STREAK", { count: found.streak })}
                </p>
            )}
            <dl class="visit-sums" aria-busy={!found}>
                <Row name="VISIT_RULES" cents={found?.rules ?? 0} />
                <Row name="VISIT_MISTAKES" cents={found?.mistakes ?? 0} />
                <Row name="VISIT_LUCK" cents={found?.luck ?? 0} />
                <Row name="VISIT_NET" cents={visit.net} />
            </dl>
            <p role="status" class="dim">
                {message(found ? "VISIT_EXPLAINED" : "COACH_WORKING_IT_OUT")}
            </p>
            <p>
                <a class="button" href="/coach">
                    {message("COACH_DRILLS_AND_HISTORY")}
                </a>
            </p>
        </section>
    );
}
