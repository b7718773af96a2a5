/* needs.ts - what a table wants from the floor, how urgent it is, and how large its tile is. */
import type { TableRow, WinRow } from "./rows";
import type { Dispute } from "../net/protocol";

/* The tray of a table that people deal needs a fill below this share of its par, and a credit above this multiple. */
const LOW = 0.5;
const HIGH = 1.5;

export interface Need {
    key: string; /* a new key rings */
    text: string;
    urgent: boolean;
}

export const share = (row: TableRow): number | null =>
    row.par_cents && row.status !== "tray closed" ? (row.tray_cents ?? 0) / row.par_cents : null;

export const outside = (win: WinRow | undefined): boolean =>
    win !== undefined && win.hands > 0 && (win.win_cents < win.band_low_cents || win.win_cents > win.band_high_cents);

const count = (n: number, one: string, many: string) => (n === 1 ? `1 ${one}` : `${n} ${many}`);

export function needsOf(row: TableRow, disputes: Dispute[], win: WinRow | undefined): Need[] {
    const needs: Need[] = [];
    const need = (kind: string, text: string, urgent = true) =>
        needs.push({ key: `${row.table} ${kind}`, text, urgent });
    const part = share(row),
        live = row.dealing === "live"; /* the program's tray needs no hands */
    if (row.summoned) need("call", /* say:dealer-calls */ "The table calls.");
    if (row.awards) need("prize", row.awards === 1 ? "A prize waits." : `${row.awards} prizes wait.`);
    if (disputes.length)
        need(
            `disputes ${disputes.map((one) => one.dispute).join(" ")}`,
            `${count(disputes.length, "dispute waits", "disputes wait")}.`,
        );
    if (row.status === "frozen") need("frozen", "The table is stopped.");
    if (live && part !== null && part < LOW) need("low", "The tray is below half of its par: order a fill.", false);
    if (live && part !== null && part > HIGH) need("high", "The tray is above one and a half of its par.", false);
    if (outside(win)) need("band", "The win lies outside its band.", false);
    return needs;
}

export type Size = "large" | "middle" | "small";

/* Urgent needs make a tile large; a table with players, or one that only deviates, is of middle size. */
export function sizeOf(row: TableRow, needs: Need[]): Size {
    if (needs.some((one) => one.urgent)) return "large";
    return needs.length || row.dealing === "live" || (row.players ?? 0) > 0 ? "middle" : "small";
}

export const RANK: Record<Size, number> = { large: 0, middle: 1, small: 2 };
