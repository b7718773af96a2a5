/* money.ts - cents as people write them. */

export function dollars(cents: number, sign = false): string {
    const value = Math.abs(cents) / 100;
    const text = value.toLocaleString("en-US", {
        minimumFractionDigits: cents % 100 ? 2 : 0,
        maximumFractionDigits: 2,
    });
    return `${cents < 0 ? "−" : sign && cents > 0 ? "+" : ""}$${text}`;
}

/* Chips from the largest down; a stack shows at most this many. */
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

/* Dollars as people type them, in cents: a sign before or after, commas where they belong. Null where it is not an amount. */
export function centsOf(text: string): number | null {
    const plain = text.trim().replace(/^\$\s*|\s*\$$/, "");
    return /^(\d{1,9}|\d{1,3}(,\d{3}){1,2})?(\.\d{1,2})?$/.test(plain) && plain
        ? Math.round(Number(plain.replace(/,/g, "")) * 100)
        : null;
}
