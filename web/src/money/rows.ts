/* rows.ts - types of the house's answers about wallets, limits and coupons. */
import { message } from "../words/catalogue";

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
export const moneyName = (money: Money): string => message(money === "real" ? "RAIL_REAL_MONEY" : "BAR_PLAY_MONEY");

export { timeText } from "../words/numbers";
