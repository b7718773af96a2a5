/* money.ts - cents as people write them. */
import { amount, signs } from "../words/numbers";

export function dollars(cents: number, sign = false): string {
    const text = amount(Math.abs(cents) / 100, cents % 100 ? 2 : 0);
    return `${cents < 0 ? "−" : sign && cents > 0 ? "+" : ""}${text}`;
}

/* The values of chips in cents, largest first. */
export const CHIPS = [100000, 50000, 10000, 2500, 500, 100, 50];

export function chipsOf(cents: number, most = 10): number[] {
    const stack: number[] = [];
    let left = cents;
    for (const chip of CHIPS) {
        while (left >= chip && stack.length < most) {
            stack.push(chip);
            left -= chip;
        }
    }
    return stack;
}

/* Reads dollars as people type them, with a sign before or after and separators between thousands. Returns cents, or null where the
 * text is not an amount. */
export function centsOf(text: string): number | null {
    const { group, point } = signs();
    const swapped: Record<string, string> = { [group]: ",", [point]: "." };
    const plain = [...text.trim().replace(/^\$\s*|\s*\$$/, "")].map((sign) => swapped[sign] ?? sign).join("");
    return /^(\d{1,9}|\d{1,3}(,\d{3}){1,2})?(\.\d{1,2})?$/.test(plain) && plain
        ? Math.round(Number(plain.replace(/,/g, "")) * 100)
        : null;
}
