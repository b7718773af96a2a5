/* doing.ts - one act at a time: a press is in progress until the table shows the record that it made.
 *
 * Every act names the record it was decided on, and the house refuses it if the table has moved on. So a second press
 * never acts on a card that the player has not seen. */
import type { Answer } from "../net/api";
import type { TableStore } from "./store";

export type Body = { do: string; [key: string]: unknown };
export type Said = Answer<Record<string, unknown>>;

const DOUBLE_PRESS_MS = 350; /* a sooner press is ignored: the player cannot have seen the result */
const SLOW_MS = 300; /* after this the page shows that it waits */

export class Doing {
    slow = false;
    private label = "";
    private until = 0; /* the record that was made; in progress until the table shows it */
    private last = { label: "", shown: -Infinity }; /* the press before, and when the page showed its result */

    /* Looks at every change, so that the moment in which a result was shown is known even where no button asks. */
    constructor(private store: TableStore) {
        store.subscribe(() => this.pending);
    }

    /* The act in progress, or "". */
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

    /* Repeated presses do not prolong the wait: a player who keeps pressing acts again, each time on cards that have
     * been shown for a moment. */
    private isDoublePress(label: string): boolean {
        return this.last.label === label && performance.now() - this.last.shown < DOUBLE_PRESS_MS;
    }

    /* Does the work of one press, unless another is in progress; `work` returns the record it made, 0: none. */
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

/* The record that an answer names. */
export const recordOf = (answer: Said): number => (answer.ok ? Number(answer.seq ?? 0) : 0);
