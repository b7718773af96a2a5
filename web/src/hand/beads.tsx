/* beads.tsx - the last rounds of a table as beads: a column for each round, a bead for each box that won, lost or pushed. Pressed,
 * a column opens its hand. */
import type { Step } from "../pages/recall";
import { netOfRound, type Table } from "../table/model";
import { dollars } from "../table/money";
import { message } from "../words/catalogue";

export interface SeenRound {
    round: number;
    shoe: number;
    nets: Record<string, number>; /* box: what it won or lost, in cents */
    steps: Step[];
}

const MOST = 12;
const key = (table: string) => `rounds of ${table}`;
export const seenRounds = (table: string): SeenRound[] => JSON.parse(sessionStorage.getItem(key(table)) ?? "[]");

/* Keeps a finished round: what each box won or lost, and the events, which can be replayed. */
export function keepSeen(t: Table, steps: Step[]) {
    const places = [...new Set(t.payouts.map((p) => p.place))].filter((place) => !place.endsWith("t"));
    const nets = Object.fromEntries(places.map((place) => [place, netOfRound(t, [place])]));
    if (!places.length) return;
    const seen = { round: t.round, shoe: t.shoe.number ?? 0, nets, steps };
    const all = [...seenRounds(t.id).filter((r) => r.round !== t.round), seen].slice(-MOST);
    try {
        sessionStorage.setItem(key(t.id), JSON.stringify(all));
    } catch {
        sessionStorage.setItem(key(t.id), JSON.stringify(all.slice(-3)));
    }
}

const KINDS = { won: "BEAD_WON", lost: "BEAD_LOST", push: "BEAD_PUSHED" };
const kindOf = (net: number): keyof typeof KINDS => (net > 0 ? "won" : net < 0 ? "lost" : "push");

const wordsOf = ({ round, nets }: SeenRound) =>
    message("BEADS_ROUND", {
        round,
        boxes: Object.entries(nets)
            .map(([box, net]) => message(KINDS[kindOf(net)], { box, money: dollars(Math.abs(net)) }))
            .join(message("COMMA")),
    });

export function Beads({ table, mine }: { table: Table; mine: string[] }) {
    const rounds = seenRounds(table.id);
    if (!rounds.length) return null;
    return (
        <ol class="beads" aria-label={message("BEADS")}>
            {rounds.map((seen) => (
                <li key={seen.round}>
                    <a href={`/hand/${table.id}/${seen.round}`} aria-label={wordsOf(seen)} title={wordsOf(seen)}>
                        {Object.entries(seen.nets).map(([box, net]) => (
                            <span
                                key={box}
                                class={`bead bead-${kindOf(net)} ${mine.includes(box) ? "is-me" : ""}`}
                                aria-hidden="true"
                            />
                        ))}
                    </a>
                </li>
            ))}
        </ol>
    );
}
