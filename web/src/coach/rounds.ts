/* rounds.ts - the rounds that this browser has played, kept here so that they can be seen again. */
import type { TableEvent } from "../net/wire";
import type { Step } from "../pages/recall";
import { keepSeen, seenRounds } from "../hand/beads";
import { publicSteps, type SharedHand } from "../hand/link";
import { netOfRound, type Table } from "../table/model";

export interface OwnRound {
    table: string;
    round: number;
    time: number;
    net: number;
    shoe?: number;
    steps: Step[];
}

const KEY = "own rounds";
const MOST = 40;

export const ownRounds = (): OwnRound[] => JSON.parse(localStorage.getItem(KEY) ?? "[]");
/* A round that this browser has played, or has seen from its first card to its end. */
export function ownRound(table: string, round: number): SharedHand | null {
    const own = ownRounds().find((r) => r.table === table && r.round === round);
    const found = own ?? seenRounds(table).find((r) => r.round === round);
    return found ? { shoe: found.shoe ?? 0, steps: found.steps } : null;
}

export class RoundKeeper {
    private steps: Step[] = [];
    private whole = false;

    hear(event: TableEvent, t: Table, by: string, mine: string[]) {
        if (event.own) return;
        if (event.event === "open") this.steps = [];
        /* A player who came while bets were open has seen every card. */
        if (this.steps.length === 0) this.whole = t.phase === "betting";
        this.steps.push({ event, by, seq: t.seq, time: Date.now() });
        if (event.event !== "over") return;
        if (this.whole) keepSeen(t, publicSteps(this.steps));
        if (this.whole && t.payouts.some((p) => mine.includes(p.place))) this.keep(t, mine);
        this.steps = [];
    }

    private keep(t: Table, mine: string[]) {
        const round: OwnRound = {
            table: t.id,
            round: t.round,
            time: Date.now(),
            net: netOfRound(t, mine),
            shoe: t.shoe.number,
            steps: this.steps,
        };
        const all = [...ownRounds().filter((r) => r.table !== t.id || r.round !== t.round), round].slice(-MOST);
        try {
            localStorage.setItem(KEY, JSON.stringify(all));
        } catch {
            localStorage.setItem(KEY, JSON.stringify(all.slice(-10)));
        }
    }
}
