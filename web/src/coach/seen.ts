/* seen.ts - which cards the coach takes as gone: those on the felt, or all that this page has seen since the shuffle. */
import type { TableEvent } from "../net/wire";
import type { Slot, Table } from "../table/model";

export type Scope = "felt" | "shoe";
const KEY = "coach counts";
export const scopeNow = (): Scope => (localStorage.getItem(KEY) === "shoe" ? "shoe" : "felt");

export const chooseScope = (scope: Scope) => localStorage.setItem(KEY, scope);

type Known = Slot & { card: string };
const isKnown = (slot: Slot): slot is Known => slot.card !== null;

/* Every card that this page's player sees now. */
const slotsOf = (t: Table): Known[] =>
    [...t.boxes.flatMap((box) => box.hands.flatMap((hand) => hand.slots)), ...t.dealer.slots].filter(isKnown);

interface Came {
    number?: number;
    cards: string[];
}

/* What was dealt open since the shuffle. A page that comes later knows the cards on the felt and those that follow. */
export class SeenKeeper {
    constructor(private table: string) {}

    private get key() {
        return `seen ${this.table}`;
    }

    private came(): Came {
        return JSON.parse(sessionStorage.getItem(this.key) ?? '{"cards":[]}');
    }

    hear(e: TableEvent, t: Table) {
        const came = this.came();
        const fresh = e.event === "shoe" || came.number !== t.shoe.number;
        if (!fresh && (e.own || !e.card || (e.event !== "card" && e.event !== "turn"))) return;
        const open = slotsOf(t).flatMap((slot) => (slot.own ? [] : [slot.card]));
        const cards = !fresh ? [...came.cards, e.card!] : e.event === "shoe" ? [] : open;
        sessionStorage.setItem(this.key, JSON.stringify({ number: t.shoe.number, cards }));
    }

    cards(t: Table): string[] {
        const came = this.came();
        return came.number === t.shoe.number ? came.cards : [];
    }
}

/* A shoe whose cards come back at once, or of which another side may be dealt, has no shuffle to count from. */
export const countsShoe = (t: Table): boolean => !["continuous", "double"].includes(String(t.layout.rules.shoe));

function without(cards: string[], some: string[]): string[] {
    const left = [...cards];
    for (const card of some) if (left.includes(card)) left.splice(left.indexOf(card), 1);
    return left;
}

/* The cards that are gone for a decision: all that are known but those of the hand itself and the dealer's, which the
 * question names. */
export function goneFor(t: Table, hand: Slot[], scope: Scope, keeper?: SeenKeeper): string[] {
    const named = new Set([...hand, ...t.dealer.slots]);
    const felt = slotsOf(t).flatMap((slot) => (named.has(slot) ? [] : [slot.card]));
    if (scope === "felt" || !keeper) return felt;
    const open = slotsOf(t).filter((slot) => named.has(slot) && !slot.own);
    const before = without(
        keeper.cards(t),
        open.map((slot) => slot.card),
    );
    return [...felt, ...without(before, felt)];
}
