/* hands.ts - the cards that stand for a cell of the chart. */
import type { Chart } from "../../../bindings/wasm/types.js";

const name = (value: number) => (value === 10 ? "T" : value === 1 ? "A" : String(value));

/* Two cards of a hard total that are not a pair. From 20 on it takes three cards; 4 can only be a pair. */
function hard(total: number): string[] {
    if (total >= 20) return ["T", name(total - 12), "2"];
    if (total === 4) return ["2", "2"];
    const low = Math.max(2, total - 10);
    return [name(total - low), name(low)];
}

function soft(total: number): string[] {
    return total === 21 ? ["A", "6", "4"] : ["A", name(total - 11)];
}

export function cardsOfRow(part: keyof Chart, row: string): string[] {
    if (part === "pairs") return [row, row];
    return part === "hard" ? hard(Number(row)) : soft(Number(row));
}

/* "10" is an up card, or the hard total of two open cards; "s17" a soft one. */
export function cardsOfColumn(column: string, open: boolean): string[] {
    if (!open) return [column === "10" ? "T" : column];
    if (column.startsWith("s")) return soft(Number(column.slice(1)));
    const total = Number(column);
    const low = total === 20 ? 10 : Math.max(2, total - 10);
    return [name(total - low), name(low)];
}
