/* round.ts - what a round has brought so far, as the dealer's console needs it: the bets, the number of each card, and
 * what is to be taken and paid, in the order in which the house settled it.
 *
 * Everything comes from events of the table. The events of the round and of the one before are kept in sessionStorage
 * with the ticks, so that they survive a reload; a console that has not seen a finished round asks the journal (`hand`). */
import type { TableEvent } from "../net/wire";
import { ask } from "../net/api";
import type { ToldHand } from "../net/protocol";

/* The fields that are read here. */
type Kept = Pick<
    TableEvent,
    "event" | "seat" | "hand" | "wager" | "cents" | "card" | "was" | "clause" | "number" | "outcome" | "name"
> & { at?: number }; /* the record */

export type Bets = Record<string, Record<string, number>>; /* place, wager: cents */

export interface Task {
    kind: "take" | "pay" | "return" | "lammer-off" | "lammer-pot" | "award";
    cents: number;
    wager: string;
    lammers: number; /* that leave the layout */
    clause?: string;
}

/* What is done at one hand, or at one box, before the dealer passes on. */
export interface Stop {
    id: string;
    place: string;
    hand?: number;
    tasks: Task[];
}

interface Memory {
    round: number;
    seq: number;
    events: Kept[]; /* of the round */
    before: Kept[]; /* of the round before */
    partial: boolean; /* the page has not seen the whole round */
    ticks: string[];
    ahead: string; /* the card that the shoe has read and the dealer has not entered; "": none */
    differs: { read: string; entered: string; number: number } | null;
}

const EMPTY: Memory = { round: 0, seq: 0, events: [], before: [], partial: false, ticks: [], ahead: "", differs: null };
const TASKS = new Set(["take", "pay", "return", "lammer-off", "lammer-pot", "award"]);
const KEPT = ["event", "seat", "hand", "wager", "cents", "card", "was", "clause", "number", "outcome", "name"] as const;

const slim = (e: TableEvent, at: number): Kept =>
    Object.assign(Object.fromEntries(KEPT.filter((key) => e[key] !== undefined).map((key) => [key, e[key]])), {
        at,
    }) as Kept;

/* Bets as they lay when the cards were dealt. A place that bets behind is a place of its own. */
function betsOf(events: Kept[]): Bets {
    const bets: Bets = {};
    for (const { event, seat = "", wager = "main", cents = 0 } of events) {
        if (event === "no-more-bets") return bets;
        if (event === "bet") (bets[seat] ??= {})[wager] = cents;
        if (event === "withdraw") delete bets[seat]?.[wager];
    }
    return bets;
}

/* Movements in their order; what follows at the same hand belongs to the same stop. */
export function stopsOf(events: Kept[]): Stop[] {
    const stops: Stop[] = [];
    for (const e of events) {
        if (!TASKS.has(e.event) || !e.seat) continue;
        const kind = e.event as Task["kind"];
        const last = stops[stops.length - 1];
        const here = last?.place === e.seat && last.hand === e.hand ? last : undefined;
        const before = here?.tasks[here.tasks.length - 1];
        const lammers = Number(kind.startsWith("lammer-"));
        if (lammers && before?.kind === kind) before.lammers++;
        else {
            const task = { kind, cents: e.cents ?? 0, wager: e.wager ?? "main", lammers, clause: e.clause };
            if (here) here.tasks.push(task);
            else stops.push({ id: String(stops.length), place: e.seat, hand: e.hand, tasks: [task] });
        }
    }
    return stops;
}

/* A split moves the hands at its right by one. */
function shiftHands<T>(at: Record<string, T>, e: Kept) {
    const hand = e.hand ?? 1;
    for (let n = 12; n > hand; n--) {
        const from = `${e.seat}.${n}`;
        if (from in at) at[`${e.seat}.${n + 1}`] = at[from];
        delete at[from];
    }
}

/* For each hand ("3.1", "dealer.0") the numbers of its cards as `correct` counts them: the cards that were entered in
 * this round, in their order. 0 lies face down. */
export function numbersOf(events: Kept[]): Record<string, number[]> {
    const at: Record<string, number[]> = {};
    let count = 0,
        counted = 0; /* the record of an irregularity that named its card: the card itself follows in that record */
    for (const e of events) {
        const key = `${e.seat ?? "dealer"}.${!e.seat || e.seat === "dealer" ? 0 : (e.hand ?? 1)}`;
        const hand = (at[key] ??= []);
        if (e.event === "card") hand.push(!e.card ? 0 : counted && counted === e.at ? count : ++count);
        else if (e.event === "down") hand.push(0);
        else if (e.event === "turn") hand[Math.max(0, hand.indexOf(0))] = ++count;
        else if (e.event === "rack") hand.splice(1);
        else if (e.event === "split") {
            const moved = hand.pop();
            shiftHands(at, e);
            at[`${e.seat}.${(e.hand ?? 1) + 1}`] = moved === undefined ? [] : [moved];
        } else if (e.card && /^(determinant|show-burn|irregular)$/.test(e.event)) {
            count++;
            counted = e.event === "irregular" ? (e.at ?? 0) : 0;
        }
    }
    return at;
}

export class RoundLog {
    private memory: Memory;

    constructor(
        private table: string,
        private changed: () => void,
    ) {
        this.memory = { ...EMPTY };
        try {
            const kept = sessionStorage.getItem(this.key);
            if (kept) this.memory = { ...EMPTY, ...JSON.parse(kept) };
        } catch {
            /* without sessionStorage nothing survives a reload */
        }
    }

    private get key() {
        return `lammer-dealer-${this.table}`;
    }

    private keep() {
        try {
            sessionStorage.setItem(this.key, JSON.stringify(this.memory));
        } catch {
            /* as above */
        }
    }

    hear(e: TableEvent, seq: number, round: number) {
        const m = this.memory;
        if (e.event === "open") Object.assign(m, { round, before: m.events, events: [], partial: false });
        if (e.event === "no-more-bets") Object.assign(m, { ticks: [], differs: null });
        if (e.event === "shoe-card") m.ahead = e.card ?? "";
        else if (e.event === "card" || e.event === "down" || e.event === "determinant") m.ahead = "";
        if (e.event === "shoe-differs") m.differs = { read: e.card ?? "", entered: e.was ?? "", number: e.number ?? 0 };
        if (e.event === "correct") this.correct(e);
        m.events.push(slim(e, seq));
        m.seq = seq;
        this.keep();
        if (e.event === "over" && m.partial) void this.recall(round, "events");
    }

    /* The right card stands where the wrong one was entered. Acts that no longer fit are entered again. */
    private correct(e: TableEvent) {
        const m = this.memory;
        const lies = (cards: unknown[]) => cards.filter((card) => card !== null).length;
        const view = e.snapshot;
        const shown = view
            ? lies(view.dealer.cards) +
              view.boxes.flatMap((box) => box.hands).reduce((n, hand) => n + lies(hand.cards), 0)
            : Infinity;
        const entered = () =>
            Object.values(numbersOf(m.events)).reduce((n, hand) => n + hand.filter(Boolean).length, 0);
        m.differs = null;
        while (entered() > shown) m.events.pop();
        const cards = m.events.filter(({ event, card }) => card && /^(card|turn|determinant)$/.test(event));
        const wrong = cards[(e.number ?? 0) - 1];
        if (wrong) wrong.card = e.card;
    }

    /* What a correction moves between tray and players, as chips to take or to pay. */
    corrected(seat: string, cents: number, seq: number) {
        const kind = cents > 0 ? "pay" : "take";
        this.memory.events.push({ event: kind, seat, wager: "correction", cents: Math.abs(cents), at: seq });
        this.keep();
    }

    /* The page has just been loaded at this record. */
    begin(round: number, over: boolean, seq: number) {
        const m = this.memory;
        if (m.round === round && m.seq === seq) return;
        const own = m.round === round ? { ticks: m.ticks, events: over ? [] : m.events, before: m.before } : {};
        this.memory = { ...EMPTY, round, seq, partial: true, ...own };
        this.keep();
        if (over) void this.recall(round, "events");
        else if (m.round !== round) void this.recall(round - 1, "before");
    }

    /* What the page did not see of a finished round, the journal knows. */
    private async recall(round: number, into: "events" | "before") {
        for (let tries = 0; round > 0 && tries < 5; tries++) {
            const told = await ask<ToldHand>("hand", { table: this.table, round });
            if (told.ok) {
                this.memory[into] = told.steps.map((step) => slim(step.event, step.seq));
                if (into === "events") this.memory.partial = false;
                this.keep();
                this.changed();
                return;
            }
            await new Promise((done) => setTimeout(done, 1000));
        }
    }

    /* The settlement stays until the next bets are closed. */
    get stops(): Stop[] {
        const { events, before } = this.memory;
        return stopsOf(events.some(({ event }) => event === "no-more-bets") ? events : before);
    }

    isTicked = (stop: Stop) => this.memory.ticks.includes(stop.id);

    tick(stop: Stop) {
        const { ticks } = this.memory;
        this.memory.ticks = this.isTicked(stop) ? ticks.filter((id) => id !== stop.id) : [...ticks, stop.id];
        this.keep();
    }

    get lastBets(): Bets {
        const { events, before } = this.memory;
        return betsOf(events.some(({ event }) => event === "no-more-bets") ? events : before);
    }

    get numbers() {
        return numbersOf(this.memory.events);
    }

    get ahead() {
        return this.memory.ahead;
    }

    get differs() {
        return this.memory.differs;
    }
}
