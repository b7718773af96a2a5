/* price.ts - what every choice of a situation is worth, from the exact odds of the table's own rules. */
import type { Hand, PricedAction } from "../../../bindings/wasm/types.js";
import { odds, settingsOf } from "../odds/ask";
import { noteMistake } from "./again";
import { decisions, saveDecisions, type Decision, type Situation } from "./decisions";

export interface Priced {
    actions: PricedAction[]; /* the legal ones, best first */
    best: PricedAction;
}

const known = new Map<string, Promise<Priced | null>>();

/* Suits do not matter to the main wager: equal ranks share an answer. */
const keyOf = (s: Situation, down?: boolean) =>
    [
        down,
        s.rules,
        s.settings,
        s.cards
            .map((c) => c[0])
            .sort()
            .join(""),
        s.up.map((c) => c[0]).join(""),
        s.kind,
        s.hands,
        (s.seen ?? "")
            .split(" ")
            .map((c) => c[0])
            .sort()
            .join(""),
        s.legal
            .map((l) => l.do)
            .sort()
            .join(),
    ].join("|");

async function price(s: Situation, down?: boolean): Promise<Priced | null> {
    const hand: Hand = await odds().ask(s.rules, settingsOf(s.settings), "hand", [
        s.cards.join(" "),
        s.up.join(" "),
        { kind: s.kind, seen: s.seen || undefined, hands: s.hands, down, post_split: "cdpn" },
    ]);
    const actions = hand.actions
        .filter((action) => s.legal.some((l) => l.do === action.action))
        .sort((a, b) => b.value - a.value);
    return actions.length ? { actions, best: actions[0] } : null;
}

/* `down`: the card of a double lies face down, because the player asks for it. */
export function priced(s: Situation, down?: boolean): Promise<Priced | null> {
    const key = keyOf(s, down);
    if (!known.has(key))
        known.set(
            key,
            price(s, down).catch(() => null),
        );
    return known.get(key)!;
}

/* A cost below this is rounding: two actions of the same value are both right. */
const NO_COST = 5e-7;
export const isRight = (d: Decision): boolean => (d.cost ?? 0) < NO_COST;

export async function priceDecision(d: Decision): Promise<Decision> {
    if (d.cost !== undefined) return d;
    const answer = await priced(d, d.down);
    const chosen = answer?.actions.find((action) => action.action === d.chosen);
    return answer && chosen
        ? { ...d, cost: Math.max(0, answer.best.value - chosen.value), best: answer.best.action }
        : d;
}

/* Prices decisions that have no price yet, newest first, and saves the prices. */
export async function priceAll(each: () => void) {
    const all = decisions();
    for (let i = all.length - 1; i >= 0; i--) {
        if (all[i].cost !== undefined) continue;
        const answered = await priceDecision(all[i]);
        const now = decisions();
        const at = now.findIndex((d) => d.time === answered.time && d.chosen === answered.chosen);
        if (at >= 0 && answered.cost !== undefined) {
            now[at] = answered;
            saveDecisions(now);
            if (!isRight(answered) && !answered.byClock) noteMistake(answered);
            each();
        }
    }
}
