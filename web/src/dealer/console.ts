/* console.ts - what the dealer's console sends: one act at a time, cards that arrive faster than the house answers, and
 * touches that take several acts. */
import type { TableStore } from "../table/store";
import { Doing, recordOf, type Body } from "../table/doing";
import type { Bets } from "./round";

export interface Why {
    text: string;
    clause?: string;
    away?: boolean; /* the session must give its password again */
}

export class Console {
    doing: Doing;
    why: Why | null = null;
    private cards: { card: string; typed: number }[] = [];
    private typed = 0; /* cards so far that came from keys or a scanner */

    constructor(private store: TableStore) {
        this.doing = new Doing(store);
    }

    say(why: Why | null) {
        this.why = why;
        this.store.changed();
    }

    private async send(body: Body, seen: number): Promise<number> {
        const answer = await this.doing.send(body, seen);
        this.why = answer.ok ? null : { text: answer.why, clause: answer.clause, away: answer.status === 401 };
        return answer.ok ? recordOf(answer) : -1;
    }

    /* `seen` is the record that the dealer looked at; `typed` tells a card from an equal one before it. */
    async act(body: Body, seen = this.store.seen, typed = 0): Promise<boolean> {
        let done = false;
        if (this.doing.pending)
            this.say({
                text: "The last act is still in progress, so this one was ignored. Wait until the line changes.",
            });
        await this.doing.run([...Object.values(body), ...(typed ? [typed] : [])].join(" "), async () => {
            const record = await this.send(body, seen);
            done = record >= 0;
            return Math.max(0, record);
        });
        return done;
    }

    /* A card has left the shoe, whether or not the house has answered for the one before. A touch may be a double press;
     * a scanner reads equal cards one after the other. */
    card(card: string, isTyped: boolean) {
        this.cards.push({ card, typed: isTyped ? ++this.typed : 0 });
        this.store.changed();
    }

    get waiting(): number {
        return this.cards.length;
    }

    /* The next card that was not sent yet, once the table can take it. */
    nextCard(): { card: string; typed: number } | undefined {
        return this.doing.pending ? undefined : this.cards.shift();
    }

    private shown(record: number): Promise<void> {
        return new Promise((resolve) => {
            const look = () => {
                if (this.store.seen < record) return;
                stop();
                resolve();
            };
            const stop = this.store.subscribe(look);
            setTimeout(look);
        });
    }

    /* A walk-in takes a place and gets chips for cash: one touch. */
    async seat(place: string, cents: number) {
        await this.doing.run(`seat ${place} ${cents}`, async () => {
            const seated = await this.send({ do: "sit", seat: place }, this.store.seen);
            if (seated < 0) return 0;
            await this.shown(seated);
            const player = this.store.table.seats[place];
            if (!player || !cents) return seated;
            return Math.max(seated, await this.send({ do: "buy", player, cents }, this.store.seen));
        });
    }

    /* Lays what lay there in the last round, wherever a player still sits. */
    async sameBets(last: Bets) {
        await this.doing.run("same bets", async () => {
            const { table, seen } = this.store;
            let record = 0,
                why: Why | null = null;
            for (const [seat, bets] of Object.entries(last)) {
                if (!table.seats[seat]) continue;
                for (const [wager, cents] of Object.entries(bets)) {
                    if (table.boxes[Number.parseInt(seat, 10) - 1]?.bets[seat]?.[wager] === cents) continue;
                    const laid = await this.send({ do: "bet", seat, wager, cents }, seen);
                    record = Math.max(record, laid);
                    if (laid < 0) why = this.why && { ...this.why, text: `Box ${seat}: ${this.why.text}` };
                }
            }
            this.why = why;
            return record;
        });
    }
}
