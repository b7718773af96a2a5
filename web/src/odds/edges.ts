/* edges.ts - the house edge of a lobby's tables, computed in the background, once for each rule set. */
import type { Settings } from "../../../bindings/wasm/index.js";

const key = (rules: string, settings: string) => `edge ${rules} ${settings}`.trim();
export function knownEdge(rules: string, settings: string): number | undefined {
    const kept = localStorage.getItem(key(rules, settings));
    return kept === null ? undefined : Number(kept);
}

/* Skips this on small devices. */
const spares = () =>
    (navigator.hardwareConcurrency ?? 2) >= 4 &&
    !(navigator as { connection?: { saveData?: boolean } }).connection?.saveData;

export async function findEdges(tables: { rules: string; settings?: string }[], each: () => void, goes: () => boolean) {
    const wanted = tables.filter((t) => knownEdge(t.rules, t.settings ?? "") === undefined);
    if (!wanted.length || !spares()) return;
    const { odds, settingsOf } = await import("./ask");
    for (const t of wanted) {
        if (!goes()) return;
        const settings: Settings = settingsOf(t.settings ?? "");
        const answer = await odds()
            .ask(t.rules, settings, "odds", [{ wager: "main" }])
            .catch(() => null);
        if (answer?.main) localStorage.setItem(key(t.rules, t.settings ?? ""), String(answer.main.house_edge));
        each();
    }
}
