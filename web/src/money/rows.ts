/* rows.ts - types of the house's answers about wallets, limits and coupons. */

export type Money = "play" | "real";

export type {
    Coupon,
    Limits,
    LimitsAnswer,
    Statement,
    StatementLine,
    Used as Today,
    Balances as Wallets,
} from "../net/protocol";

export const DAY_MS = 24 * 60 * 60 * 1000;
export const MONEY_NAME: Record<Money, string> = { play: "play money", real: "real money" };

export const timeText = (ms: number): string =>
    new Date(ms).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
