/* shipped.ts - the exact odds of the shipped submissions, computed when the page was built, and the estimates of other rules
 * that are made from them: a quick estimate errs in the same way for both, so the error cancels out in their difference. */
import type { Estimate, MainFigures, Odds, Strategy } from "../../../bindings/wasm/types.js";

export interface Shipped {
    estimate: Estimate;
    odds: Odds;
    strategy: Strategy | null;
}

let table: Promise<Record<string, Shipped>> | null = null;

export function shipped(): Promise<Record<string, Shipped>> {
    table ??= fetch(FILES.shipped)
        .then((reply) => reply.json())
        .catch(() => ({}));
    return table;
}

export const ESTIMATED = ["house_edge", "chart_house_edge", "sd", "win", "push", "lose"] as const;
export type Estimated = Pick<MainFigures, (typeof ESTIMATED)[number]>;

export function estimateFrom(base: Shipped | undefined, quick: Estimate): Estimated {
    const known = base?.odds.main;
    const moved = (key: "house_edge" | "sd" | "win" | "push" | "lose") =>
        known && base ? known[key] + quick[key] - base.estimate[key] : quick[key];
    const house_edge = moved("house_edge");
    const chart_house_edge = house_edge + (known ? known.chart_house_edge - known.house_edge : 0);
    return {
        house_edge,
        chart_house_edge,
        sd: moved("sd"),
        win: moved("win"),
        push: moved("push"),
        lose: moved("lose"),
    };
}
