/* table-spoken.ts - what a screen reader says at a table: events as they happen, the player's turn, the player's chips. */
import { useEffect, useRef } from "preact/hooks";
import type { TableEvent } from "../net/wire";
import { placeBox, type Table } from "../table/model";
import { chipsInWords, tellEvent, turnSentence } from "../table/say";
import type { TableStore } from "../table/store";

/* Events that every player hears, whichever box they concern. */
const ALWAYS_SAID = new Set([
    "no-more-bets",
    "turn",
    "offer-insurance",
    "reader-blackjack",
    "reader-no",
    "open",
    "irregular",
    "freeze",
    "thaw",
    "open-shoe",
    "cut-shoe",
    "call",
    "win-page",
    "award",
]);
const QUIET = new Set(["leave", "buy", "cash", "burn", "lammer-off", "hit", "clear", "mix-shoe"]);

/* What a screen reader says of an event: about the dealer, the player's own boxes, and what is always said. */
export function spokenOf(table: Table, event: TableEvent, by: string, name: string, places: string[]): string {
    const isOwn = (seat?: string) =>
        !seat || seat === "dealer" || places.some((place) => placeBox(place) === placeBox(seat));
    return tellEvent(table, event, name, by, true)
        .filter(({ aside }) => aside || !QUIET.has(event.event))
        .filter(({ aside, seat }) => isOwn(seat) || (!aside && ALWAYS_SAID.has(event.event)))
        .map(({ text }) => text)
        .join(" ");
}

type Say = (text: string, now?: boolean) => void;

/* The turn and the chips, once everything that has arrived is shown. A live dealer's acts repeat the question of insurance, and
 * many records leave the chips as they are: what was said last is not said again. */
export function useSpokenTurn(store: TableStore, name: string, mine: string[], say: Say) {
    const t = store.table;
    const asked = useRef("");
    const chips = useRef("");
    const tell = (last: { current: string }, text: string, now: boolean) => {
        if (text !== last.current) say(text, now);
        last.current = text;
    };
    useEffect(() => {
        if (!store.current) return;
        tell(asked, turnSentence(t, mine), true);
        if (mine.length && (t.racks[name] || chips.current)) tell(chips, chipsInWords(t, name), false);
    }, [t.turn, t.racks[name], mine.join(), store.current]);
}
