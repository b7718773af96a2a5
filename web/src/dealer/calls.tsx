/* calls.tsx - a key for every call of a player, each always at its place. */
import type { Offer } from "../net/wire";
import type { Table } from "../table/model";
import { dollars } from "../table/money";
import { CALLS } from "./keys";

const NAMES: Record<string, string> = {
    hit: "Hit",
    stand: "Stand",
    double: "Double",
    split: "Split",
    surrender: "Surrender",
    discard: "Discard",
};

/* The offer of a call for the hand on turn. */
export const offerOf = (t: Table, word: string): Offer | undefined =>
    (t.turn.legal ?? []).find((o) => o.do === word && (!t.turn.seat || o.seat === t.turn.seat));

export function Calls({ t, onCall }: { t: Table; onCall: (word: string) => void }) {
    return (
        <div class="d-calls" role="group" aria-label="What the player says">
            {Object.entries(CALLS).map(([key, word]) => {
                const offer = offerOf(t, word);
                return (
                    <button
                        key={word}
                        type="button"
                        class={`d-call action-${word} ${offer?.free ? "is-free" : ""}`}
                        disabled={!offer}
                        onClick={() => onCall(word)}
                    >
                        <b>{NAMES[word]}</b>
                        <small>{offer?.free ? "free: set a lammer" : offer?.most ? dollars(offer.most) : ""}</small>
                        <kbd>{key.toUpperCase()}</kbd>
                    </button>
                );
            })}
        </div>
    );
}
