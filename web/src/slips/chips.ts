/* chips.ts - a count by denomination: "40x2500 20x500" is 40 chips of 25 dollars and 20 of 5. */
import { dollars } from "../table/money";

export type Count = Record<number, number>; /* number of chips by their cents */

/* What lies in a drop box beside chips. */
export const BILLS = [10000, 5000, 2000, 1000, 500, 200, 100];

export const countText = (count: Count): string =>
    Object.entries(count)
        .map(([cents, n]) => [Number(cents), n])
        .filter(([, n]) => n > 0)
        .sort(([a], [b]) => b - a)
        .map(([cents, n]) => `${n}x${cents}`)
        .join(" ");

export const countSum = (count: Count): number =>
    Object.entries(count).reduce((sum, [cents, n]) => sum + Number(cents) * n, 0);

/* The rows of a count as a slip prints them: denomination, number, amount. */
export const countRows = (text = ""): [string, number, string][] =>
    text
        .split(" ")
        .filter(Boolean)
        .map((part) => part.split("x").map(Number))
        .map(([n, cents]) => [dollars(cents), n, dollars(n * cents)]);
