/* ceremony.ts - which wins are celebrated, and how much. The celebration itself (ceremony-view.tsx) is fetched when the first cards
 * are dealt. It never holds the game up: buttons and keys act at once, and any press ends it. */
import type { TableEvent } from "../net/wire";
import { boxOf, type Table } from "../table/model";
import { dollars } from "../table/money";
import { message } from "../words/catalogue";
import { wagerTitle } from "./print";

export interface Ceremony {
    id: number;
    rank: 1 | 2 | 3; /* 1: blackjack, 2: Pot of Gold, 3: at least 50 times the stake */
    box: number;
    title: string;
    more: string; /* a second line, or "" */
    cents: number;
    lammers: number;
    times: number;
}

const GREAT = 50;
let last = 0;

const sayCount = (key: string, count: number) => message(key, { count });

/* The ceremony for a win on a side wager: rank 3 from 50 times the stake on, rank 2 for Pot of Gold. */
function sideWin(event: TableEvent, table: Table, stake: number): Partial<Ceremony> | null {
    const cents = event.cents ?? 0,
        times = stake ? Math.floor(cents / stake) : 0;
    const pot = event.wager === "pot-of-gold";
    const lammers = pot ? (boxOf(table, event.seat)?.pot ?? 0) : 0;
    const title = wagerTitle(event.wager ?? "", table);
    if (times >= GREAT)
        return { rank: 3, title: sayCount("CEREMONY_TIMES", times), more: title, cents, lammers, times };
    return pot ? { rank: 2, title, more: sayCount("CEREMONY_POT", lammers), cents, lammers, times } : null;
}

function winOf(event: TableEvent, table: Table): Partial<Ceremony> | null {
    const box = boxOf(table, event.seat)!,
        cents = event.cents ?? 0;
    if (event.event === "win-page")
        return { rank: 3, title: message("CEREMONY_PRIZE"), more: wagerTitle(event.wager ?? "", table), cents };
    const wager = event.wager ?? "main";
    if (!wager.startsWith("main")) return sideWin(event, table, box.bets[event.seat!]?.[wager] ?? 0);
    return box.hands[(event.hand ?? 1) - 1]?.blackjack
        ? { rank: 1, title: message("CEREMONY_BLACKJACK"), more: "", cents }
        : null;
}

/* The ceremony for a win that an event brings this player, or null. */
export function ceremonyOf(event: TableEvent, table: Table, places: string[]): Ceremony | null {
    const isWin = event.event === "pay" || event.event === "win-page";
    if (!isWin || !event.cents || !places.includes(event.seat ?? "")) return null;
    const win = winOf(event, table);
    return win
        ? ({ id: ++last, box: Number.parseInt(event.seat!, 10), lammers: 0, times: 0, ...win } as Ceremony)
        : null;
}

export const ceremonySpoken = (c: Ceremony): string =>
    message("CEREMONY_SPOKEN", { all: dollars(c.cents), what: [c.title, c.more].filter(Boolean).join(", ") });

export const fetchView = () => import("./ceremony-view");
