/* rows.ts - what the house tells about wallets, limits and coupons. */

export type Money = "play" | "real";

/* Left out: there is no such wallet. */
export interface Wallets {
    play_cents?: number;
    real_cents?: number;
    play_full_cents: number; /* to which new play money fills a wallet */
}

export interface StatementLine {
    line: number;
    cents: number;
    balance_cents: number;
    stream: string; /* "house", or "table/ID" */
    seq: number;
    time_ms?: number;
    by?: string;
    reason?: string;
}

export interface Statement {
    person: string;
    account: string;
    cents: number;
    lines: number; /* how many there are; `statement` holds some of them, oldest first */
    statement: StatementLine[];
    takes_nothing?: string; /* why nothing can be paid in now, in the house's words */
}

/* Left out: never set. A limit that was loosened waits; without a value, what waits is no limit at all. */
export interface Limits {
    deposit_cents?: number;
    loss_cents?: number;
    time_out_until_ms?: number;
    excluded_until_ms?: number;
    waiting?: Record<string, { at_ms: number; value?: number }>;
}

export interface Today {
    deposits_cents: number;
    bought_cents: number;
    cashed_cents: number;
    risk_cents: number;
}

export interface LimitsAnswer {
    day_ends_ms: number;
    limits: Limits;
    today: Record<Money, Today>;
}

export interface Coupon {
    coupon: string;
    kind: "match-play" | "progressive";
    wager: string;
    cents: number;
    money: Money;
    issuer: string;
    issued_ms: number;
    expires_ms: number;
    used: boolean;
    used_ms?: number;
    table?: string; /* where it was laid last */
    back_ms?: number; /* it decided nothing there and came back */
}

export const DAY_MS = 24 * 60 * 60 * 1000;
export const MONEY_NAME: Record<Money, string> = { play: "play money", real: "real money" };

export const timeText = (ms: number): string => new Date(ms).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
