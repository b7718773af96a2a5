/* stops.ts - finds out whether the player's own limits caused a refusal, and words it kindly. */
import { ask } from "../net/api";
import type { Limits, LimitsAnswer, Money, Today } from "./rows";
import { message } from "../words/catalogue";

const KIND_WORDS = {
    exclusion: "STOP_YOU_ASKED_US_TO",
    "time-out": "STOP_ASKED_FOR_BREAK",
    loss: "STOP_YOU_ASKED_US_TO_STOP",
    deposit: "STOP_YOU_ASKED_US_TO_STOP",
};
type Stop = keyof typeof KIND_WORDS;

/* What is left of a limit today; no limit leaves everything. */
export const roomOf = (limit: number | undefined, used: number): number =>
    limit === undefined ? Infinity : Math.max(0, limit - used);

function stopOf(limits: Limits, today: Today, word: string, cents: number, now: number): Stop | null {
    if ((limits.excluded_until_ms ?? 0) > now) return "exclusion";
    if ((limits.time_out_until_ms ?? 0) > now) return "time-out";
    if (word === "buy" && cents > roomOf(limits.loss_cents, today.risk_cents)) return "loss";
    if (word === "play-money" && cents > roomOf(limits.deposit_cents, today.deposits_cents)) return "deposit";
    return null;
}

/* A phrase before the house's sentence if a limit caused the refusal; "" otherwise. */
export async function kindly(word: string, money: Money, cents = 0): Promise<string> {
    const answer = await ask<LimitsAnswer>("limits");
    const stop = answer.ok ? stopOf(answer.limits, answer.today[money], word, cents, Date.now()) : null;
    return stop ? message(KIND_WORDS[stop]) : "";
}
