/* numbers.ts - numbers, money and times as the reader's language writes them. */
import { tag } from "./catalogue";

const formats = new Map<string, Intl.NumberFormat>();

function format(name: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
    const key = `${tag()} ${name}`;
    if (!formats.has(key)) formats.set(key, new Intl.NumberFormat(tag(), options));
    return formats.get(key)!;
}

const digitsOf = (least: number, most: number) => ({ minimumFractionDigits: least, maximumFractionDigits: most });

/* With exactly `digits` digits after the point. */
export const decimal = (value: number, digits: number) => format(`=${digits}`, digitsOf(digits, digits)).format(value);
/* With at most `digits` digits after the point. */
export const atMost = (value: number, digits = 0) => format(`<${digits}`, digitsOf(0, digits)).format(value);
export const percent = (share: number, digits: number) => `${decimal(share * 100, digits)} %`;

/* The house's money is dollars in every language. */
export const amount = (value: number, digits: number) =>
    format(`$${digits}`, {
        style: "currency",
        currency: "USD",
        currencyDisplay: "narrowSymbol",
        ...digitsOf(digits, digits),
    }).format(value);

/* The signs with which the language writes 1,234.5. */
export function signs(): { group: string; point: string } {
    const parts = format("signs", { useGrouping: true, minimumFractionDigits: 1 }).formatToParts(12345.5);
    const of = (type: string) => parts.find((part) => part.type === type)?.value ?? "";
    return { group: of("group"), point: of("decimal") || "." };
}

export const timeText = (ms: number): string =>
    new Date(ms).toLocaleString(tag(), { dateStyle: "medium", timeStyle: "short" });
