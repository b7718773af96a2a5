/* doing.ts - one act at a time: what was pressed is on its way until the table has come to the record that it made.
 *
 * Every act says which record it was decided on, and the house refuses one that the table has moved past. So a second press never acts on
 * a card that its player has not seen, whether it is caught here or there. */
import type { Answer } from "../net/api";
import type { TableStore } from "./store";

export type Body = { do: string; [key: string]: unknown };
export type Said = Answer<Record<string, unknown>>;

const DOUBLE_PRESS_MS = 350; /* sooner than this after it is shown, a player has not looked at what the first press brought */
const SLOW_MS = 300; /* after this the page says that it waits */

export class Doing {
    slow = false;
    private label = "";
    private until = 0; /* the record that was made; it is on its way until the table shows it */
    private last = { label: "", shown: -Infinity }; /* the press before, and when the page showed what it brought */

    constructor(private store: TableStore) {}

    /* What is on its way, or "". */
    get pending(): string {
        if (this.label && this.store.seen >= this.until) {
            this.last = { label: this.label, shown: performance.now() };
            this.label = "";
        }
        return this.label;
    }

    send(body: Body, seen = this.store.seen): Promise<Said> {
        return this.store.wire.send({ table: this.store.table.id, seen, ...body });
    }

    /* Presses that go on do not prolong the wait: a player who keeps pressing acts again, each time on cards that were shown for a moment. */
    private isDoublePress(label: string): boolean {
        return this.last.label === label && performance.now() - this.last.shown < DOUBLE_PRESS_MS;
    }

    /* Does the work of one press, unless another is on its way; `work` tells the record it made, 0 where it made none. */
    async run(label: string, work: () => Promise<number>): Promise<void> {
        if (this.pending || this.isDoublePress(label)) return;
        Object.assign(this, { label, until: Infinity });
        const timer = setTimeout(() => this.waits(true), SLOW_MS);
        this.store.changed();
        try {
            this.until = await work();
        } catch (error) {
            this.until = 0;
            throw error;
        } finally {
            clearTimeout(timer);
            this.waits(false);
        }
    }

    private waits(slow: boolean) {
        this.slow = slow;
        this.store.changed();
    }
}

/* The record that an answer tells of. */
export const recordOf = (answer: Said): number => (answer.ok ? Number(answer.seq ?? 0) : 0);
