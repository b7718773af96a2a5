/* decisions.ts - every decision made in this browser, with its situation; priced later, when the coach is opened. */
import type { TableEvent, Turn } from "../net/wire";
import { boxOf, cardsOf, type Table } from "../table/model";
import { countsShoe, goneFor, scopeNow, type Scope, type SeenKeeper } from "./seen";

export interface Situation {
    rules: string;
    settings: string;
    cards: string[];
    up: string[];
    kind: "real" | "free";
    legal: { do: string; free: boolean }[];
    stake: number;
    seen?: string; /* cards of other hands, and of earlier rounds where `scope` is "shoe" */
    scope?: Scope;
    hands?: number; /* of the box, after a split */
    again?: boolean; /* in a drill: it comes back because it was wrong before */
}

export interface Decision extends Situation {
    time: number;
    table: string;
    seat?: string; /* with `hand`: where the decision was made */
    hand?: number;
    chosen: string;
    byClock?: boolean; /* time ran out, and the house chose */
    down?: boolean; /* a double whose card lies face down */
    cost?: number; /* as a share of the stake; 0: no choice was better */
    best?: string;
}

const KEY = "decisions";
const MOST = 400;
export const PLAYS = ["hit", "stand", "double", "split", "surrender"];

export const decisions = (): Decision[] => JSON.parse(localStorage.getItem(KEY) ?? "[]");
export function saveDecisions(all: Decision[]) {
    localStorage.setItem(KEY, JSON.stringify(all.slice(-MOST)));
}

/* At multiple action one hand is played for a wager on each of the dealer's hands. */
const stakeOf = (bets: Record<string, number>) =>
    Object.entries(bets).reduce((sum, [wager, cents]) => sum + (/^main(\.\d)?$/.test(wager) ? cents : 0), 0);

/* The hand of the player on turn, or null where another player is on turn. */
export function situationOf(t: Table, turn: Turn, mine: string[], keeper?: SeenKeeper): Situation | null {
    if (turn.do !== "hit" || !turn.seat || !mine.includes(turn.seat) || !turn.legal) return null;
    const box = boxOf(t, turn.seat);
    const hand = box?.hands[(turn.hand ?? 1) - 1];
    const scope = keeper && countsShoe(t) ? scopeNow() : "felt";
    const cards = hand ? cardsOf(hand.slots) : [];
    const up = cardsOf(t.dealer.slots).filter(Boolean) as string[];
    if (!hand || cards.length === 0 || up.length === 0 || cards.some((card) => card === null)) return null;
    return {
        rules: t.terms.rules ?? "",
        settings: t.terms.settings ?? "",
        cards: cards as string[],
        up,
        kind: hand.free ? "free" : "real",
        legal: turn.legal
            .filter((offer) => PLAYS.includes(offer.do) && !offer.down)
            .map((offer) => ({ do: offer.do, free: Boolean(offer.free) })),
        stake: stakeOf(box?.bets[turn.seat] ?? {}),
        seen: goneFor(t, hand.slots, scope, keeper).join(" "),
        scope,
        ...(box!.hands.length > 1 ? { hands: box!.hands.length } : {}),
    };
}

export class DecisionKeeper {
    last: Decision | null = null; /* of this round, or of the one before while bets are open */
    down = false; /* the player has asked for the card of a double face down */
    constructor(readonly seen?: SeenKeeper) {}

    private before: { situation: Situation; seat: string; hand: number } | null = null;

    /* Remembers the situation if it is this player's turn. */
    asked(t: Table, turn: Turn, mine: string[]) {
        const situation = situationOf(t, turn, mine, this.seen);
        if (situation) this.before = { situation, seat: turn.seat!, hand: turn.hand ?? 1 };
    }

    /* Decisions of the clock are kept too, and marked as such. */
    hear(event: TableEvent, t: Table, by: string, me: string) {
        this.seen?.hear(event, t);
        if (event.event === "no-more-bets") this.last = null;
        if (
            !this.before ||
            !PLAYS.includes(event.event) ||
            event.seat !== this.before.seat ||
            (event.hand ?? 1) !== this.before.hand
        )
            return;
        const byClock = by === "clock";
        if (by === me || byClock) {
            const { situation, seat, hand } = this.before;
            this.last = {
                ...situation,
                time: Date.now(),
                table: t.id,
                seat,
                hand,
                chosen: event.event,
                ...(byClock ? { byClock } : {}),
                ...(this.down && !byClock && event.event === "double" ? { down: true } : {}),
            };
            saveDecisions([...decisions(), this.last]);
        }
        this.before = null;
        this.down = false;
    }
}
