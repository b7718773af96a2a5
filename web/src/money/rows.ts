/* rows.ts - what the house tells about wallets, limits and coupons. */

export type Money = "play" | "real";

export const PLAY_MONEY_CENTS = 100000; /* to which new play money fills a wallet */

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
}

export const DAY_MS = 24 * 60 * 60 * 1000;
export const MONEY_NAME: Record<Money, string> = { play: "play money", real: "real money" };

/* The house's day is UTC's. */
export const nextDay = (now = Date.now()): number => (Math.floor(now / DAY_MS) + 1) * DAY_MS;
export const timeText = (ms: number): string => new Date(ms).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
