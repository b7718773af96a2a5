/* again.ts - brings weak hands back in drills, as the trainer of the terminal does (src/term/train): with the same names, after
 * the waits of practice.def. Mistakes at the felt come back too. The hands are kept in this browser for each set of rules. */
import { cardValue } from "../table/cards";
import type { Situation } from "./decisions";

interface Spot {
    box: number;
    due: number; /* the question at which it comes again */
    wrong: number;
}

export interface Progress {
    asked: number;
    again: Record<string, Spot>;
}

const keyOf = (rules: string) => `practice ${rules}`;
export const progressOf = (rules: string): Progress =>
    JSON.parse(localStorage.getItem(keyOf(rules)) ?? '{"asked":0,"again":{}}');
const keep = (rules: string, progress: Progress) => localStorage.setItem(keyOf(rules), JSON.stringify(progress));

/* "8,8 chips 6": values in ascending order, what stakes them, the dealer's card. */
export function nameOf(s: Pick<Situation, "cards" | "kind" | "up">): string {
    const values = s.cards.map(cardValue).sort((a, b) => a - b);
    return `${values.join()} ${s.kind === "free" ? "lammer" : "chips"} ${s.up.map(cardValue).join()}`;
}

export interface Named {
    values: number[];
    kind: "real" | "free";
    up: number[];
}

export function readName(name: string): Named {
    const [values, staked, up] = name.split(" ");
    return {
        values: values.split(",").map(Number),
        kind: staked === "lammer" ? "free" : "real",
        up: up.split(",").map(Number),
    };
}

function putBack(progress: Progress, name: string, right: boolean) {
    const spot = progress.again[name];
    if (!spot && right) return;
    const box = right ? spot.box + 1 : 0;
    if (box >= PRACTICE.length) delete progress.again[name];
    else
        progress.again[name] = {
            box,
            due: progress.asked + PRACTICE[box],
            wrong: (spot?.wrong ?? 0) + Number(!right),
        };
}

/* A question of a drill was answered. */
export function noteAnswer(s: Situation, right: boolean) {
    const progress = progressOf(s.rules);
    progress.asked++;
    putBack(progress, nameOf(s), right);
    keep(s.rules, progress);
}

/* A mistake at the felt: it is not a question of a drill, but comes back in one. */
export function noteMistake(s: Situation) {
    const progress = progressOf(s.rules);
    putBack(progress, nameOf(s), false);
    keep(s.rules, progress);
}

/* The hand that has waited longest, of those that fit. */
export function dueHand(rules: string, fits: (hand: Named) => boolean): Named | null {
    const { asked, again } = progressOf(rules);
    const late = Object.entries(again)
        .filter(([, spot]) => spot.due <= asked)
        .sort(([, a], [, b]) => a.due - b.due)
        .map(([name]) => readName(name));
    return late.find(fits) ?? null;
}

export const waiting = (rules: string): number => Object.keys(progressOf(rules).again).length;
