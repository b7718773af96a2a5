/* store.ts - plays messages onto the table one event after the other, at the pace of a dealer's hands. */
import type { Wire, Heard, TableEvent, Turn } from "../net/wire";
import { tellEvent } from "./say";
import { fold, loadSnapshot, newTable, setClock, sweep, type Table } from "./model";

/* How long an event is shown before the next one, in ms. */
const PACE: Record<string, number> = {
    card: 260,
    down: 240,
    turn: 520,
    split: 360,
    double: 200,
    lammer: 420,
    "lammer-pot": 420,
    "lammer-off": 160,
    reader: 350,
    "reader-no": 250,
    "reader-blackjack": 500,
    bust: 380,
    blackjack: 420,
    take: 220,
    pay: 300,
    return: 160,
    award: 380,
    "offer-insurance": 100,
    shoe: 250,
    "cut-shoe": 350,
    "mix-shoe": 250,
    burn: 300,
    "no-more-bets": 160,
};

/* If it falls behind further than this, the page stops narrating and shows the present table. */
const MOST_BEHIND = 90;

type Step = { event: TableEvent; by: string; seq: number } | { end: Heard };

export class TableStore {
    table: Table;
    version = 0;
    behind = 0;
    me = "";
    seen = 0; /* the last record that is fully shown: decisions are made on it */
    private steps: Step[] = [];
    private timer = 0;
    private listeners = new Set<() => void>();
    private first = new Set<(message: Heard) => void>();
    private ears = new Set<(event: TableEvent, table: Table, by: string) => void>();
    private stop: () => void;

    constructor(
        public wire: Wire,
        id: string,
        private quick: () => boolean,
    ) {
        this.table = newTable(id);
        this.stop = wire.watch(id, (message) => this.hear(message));
    }

    close() {
        clearTimeout(this.timer);
        this.stop();
    }

    subscribe(listener: () => void): () => void {
        this.listeners.add(listener);
        return () => this.listeners.delete(listener);
    }

    onEvent(ear: (event: TableEvent, table: Table, by: string) => void): () => void {
        this.ears.add(ear);
        return () => this.ears.delete(ear);
    }

    /* Messages as they arrive, before they are shown. */
    onMessage(listener: (message: Heard) => void): () => void {
        this.first.add(listener);
        return () => this.first.delete(listener);
    }

    changed() {
        this.version++;
        for (const listener of this.listeners) listener();
    }

    /* Shows everything that has arrived, because a player's act must be decided on what is shown. */
    get current(): boolean {
        return this.steps.length === 0;
    }

    sweep() {
        sweep(this.table);
        this.changed();
    }

    /* The table runs at another server of the house, and a page may connect only to its own. */
    private follow(elsewhere: string) {
        const there = new URL(`${location.pathname}?moved`, elsewhere);
        if (/^https?:$/.test(there.protocol)) location.replace(there);
    }

    private hear(message: Heard) {
        if (message.moved !== undefined) {
            this.table.moved = message.moved;
            this.changed();
            if (message.elsewhere) this.follow(message.elsewhere);
            return;
        }
        if (message.refused) {
            this.table.refused = message.refused;
            this.changed();
            return;
        }
        for (const listener of this.first) listener(message);
        if (message.snapshot) {
            clearTimeout(this.timer);
            this.timer = 0;
            this.steps = [];
            loadSnapshot(this.table, message.snapshot, message.seq);
            for (const event of message.own_cards ?? []) fold(this.table, event);
            this.seen = message.seq;
            this.changed();
            return;
        }
        for (const event of message.events ?? []) this.steps.push({ event, by: message.by ?? "", seq: message.seq });
        this.steps.push({ end: message });
        if (!this.timer) this.play();
    }

    /* Makes the sentence while the table is in the state of the event. */
    private tell(event: TableEvent, by: string) {
        const log = this.table.log;
        if (!event.own) log.push(...tellEvent(this.table, event, this.me, by));
        if (log.length > 400) log.splice(0, log.length - 400);
    }

    /* After an event no player is on turn until the message says who is next. */
    private begin(seq: number) {
        this.table.seq = seq;
        this.table.turn = { who: "nobody" };
        setClock(this.table, 0);
    }

    private finish(message: Heard) {
        const t = this.table;
        t.seq = message.seq;
        if (!message.own) this.seen = message.seq;
        if (message.turn) t.turn = message.turn as Turn;
        if (message.racks) t.racks = message.racks;
        if (message.meters) t.meters = { ...t.meters, ...message.meters };
        if (message.clock_ms !== undefined) setClock(t, message.clock_ms);
        if (message.turn?.do === "hit" && t.phase !== "done") t.phase = "playing";
    }

    private play = () => {
        this.timer = 0;
        const fast = this.quick() || this.steps.length > MOST_BEHIND || document.hidden;
        let wait = 0;
        while (this.steps.length && wait === 0) {
            const step = this.steps.shift()!;
            if ("end" in step) this.finish(step.end);
            else {
                if (step.seq !== this.table.seq) this.begin(step.seq);
                fold(this.table, step.event);
                this.tell(step.event, step.by);
                for (const ear of this.ears) ear(step.event, this.table, step.by);
                wait = fast ? 0 : (PACE[step.event.event] ?? 0);
            }
        }
        this.behind = this.steps.length;
        this.changed();
        if (this.steps.length) this.timer = window.setTimeout(this.play, wait);
    };
}
