/* visit.ts - totals of a player's visit to a table, kept as long as the browser's tab: rounds, money, what was staked and by whom.
 *
 * A lammer is worth the original wager (MFB-6(o)): that is what the house stakes for the player with each one. */
import type { TableEvent } from "../net/wire";
import { boxOf, chipsAt, netOfRound, type Table } from "./model";

export interface Visit {
    rounds: number;
    net: number;
    house: number; /* free stakes: what lammers stood for */
    staked: Record<string, number>; /* first wagers and insurance, by wager; luck is measured against them */
    since: number; /* when the visit began, in the time of decisions */
}

const keyOf = (table: string) => `visit ${table}`;
const beginning = (): Visit => ({ rounds: 0, net: 0, house: 0, staked: {}, since: Date.now() });

export const visitOf = (table: string): Visit => {
    const kept = sessionStorage.getItem(keyOf(table));
    return kept ? JSON.parse(kept) : beginning();
};
const keep = (table: string, visit: Visit) => sessionStorage.setItem(keyOf(table), JSON.stringify(visit));

/* The next visit begins when the player takes a box again. */
export const endVisit = (table: string) => sessionStorage.removeItem(keyOf(table));

function stake(visit: Visit, wager: string, cents: number) {
    const name = wager.split(".")[0]; /* the spots of multiple action are bets of one kind */
    visit.staked[name] = (visit.staked[name] ?? 0) + cents;
}

type Count = (visit: Visit, event: TableEvent, table: Table, places: string[]) => void;

const COUNTS: Record<string, Count> = {
    "no-more-bets": (visit, _event, table, places) => {
        for (const place of places)
            for (const [wager, cents] of Object.entries(chipsAt(table, place))) stake(visit, wager, cents);
    },
    insure: (visit, event, _table, places) => {
        if (places.includes(event.seat ?? "")) stake(visit, "insurance", event.cents ?? 0);
    },
    lammer: (visit, event, table, places) => {
        const seat = event.seat ?? "";
        if (places.includes(seat)) visit.house += boxOf(table, seat)?.bets[seat]?.main ?? 0;
    },
    over: (visit, _event, table, places) => {
        if (!table.payouts.some((p) => places.includes(p.place))) return;
        visit.rounds++;
        visit.net += netOfRound(table, places);
    },
};

export function hearVisit(event: TableEvent, table: Table, places: string[]) {
    const count = COUNTS[event.event];
    if (!count || places.length === 0) return;
    const visit = visitOf(table.id);
    count(visit, event, table, places);
    keep(table.id, visit);
}
