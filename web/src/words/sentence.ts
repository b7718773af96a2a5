/* sentence.ts - writes a typed sentence of the house in words. The house has chosen the message for the event. */
import type { Sentence } from "../net/protocol";
import { cardName, cardShort, score, type Card } from "../table/cards";
import { personName } from "../parts/names";
import { dollars } from "../table/money";
import { fill, message, named } from "./catalogue";
import { pays } from "./pays";

/* The person who reads or hears a sentence. When it is spoken, cards have their full names and a hand is its total. */
export interface Reader {
    places: string[]; /* of the reader: "1", "3b" */
    name?: string;
    spoken?: boolean;
}

const BETTOR: Record<string, string> = { b: "WHO_SECOND", c: "WHO_THIRD", t: "WHO_TIP" };

const boxNumber = (seat: string) => Number.parseInt(seat, 10);
const cardAt = (text = "??"): Card => (text.startsWith("?") ? null : text);
export const cardsIn = (text = ""): Card[] => (text.match(/../g) ?? []).map(cardAt);

/* "17", "soft 17", "an ace", "blackjack": what can be seen of a hand. */
export function points(cards: Card[], isSplit: boolean): string {
    const seen = cards.filter(Boolean) as string[];
    const { total, soft } = score(seen);
    if (cards.length === 2 && seen.length === 2 && total === 21 && !isSplit) return message("POINTS_BLACKJACK");
    if (seen.length === 1 && seen[0][0] === "A") return message("POINTS_ACE");
    return soft && total < 21 ? fill(message("POINTS_SOFT"), () => total) : String(total);
}

/* A sentence of the house, with what an event of a table adds to it. */
export type Said = Sentence & { player?: string; was?: string; did?: string; words?: string };

class Writer {
    readonly cards: Card[];
    constructor(
        readonly s: Said,
        readonly reader: Reader,
    ) {
        this.cards = cardsIn(s.cards);
    }

    write = (key: string): string =>
        fill(
            message(key),
            (word) => PUT[word]?.(this) ?? `{${word}}`,
            (word) => this.isReader(word),
        );

    isReader(word: string): boolean {
        const { seat = "", hand, other, player } = this.s;
        const { places, name } = this.reader;
        if (word === "player") return player !== undefined && player === name;
        if (word === "other") return places.includes(String(other));
        if (word === "box") return places.includes(String(boxNumber(seat)));
        return !hand && places.length === 1 && places[0] === seat;
    }

    /* A reader with one box is "you" there; with several, or with a box that was split, the box or the hand is named. */
    who(): string {
        const { seat = "", hand } = this.s;
        const { places } = this.reader;
        const bettor = BETTOR[seat.slice(-1)];
        if (seat === "dealer") return this.write("WHO_DEALER");
        if (this.isReader("who")) return this.write("YOU");
        if (!places.includes(seat) || (hand && places.length > 1 && !bettor))
            return this.write(bettor ?? (hand ? "WHO_HAND" : "WHO_BOX"));
        return this.write(bettor ? "YOUR_BET" : hand ? "YOUR_HAND" : "YOUR_BOX");
    }

    makes(): string {
        const hidden = this.cards.includes(null);
        if (this.reader.spoken) return hidden ? "" : this.write("MAKES_SPOKEN");
        return this.write(hidden ? "MAKES_HIDDEN" : "MAKES");
    }

    shows(): string {
        const seen = this.cards.filter(Boolean).length;
        return seen ? (seen < this.cards.length ? this.write("SHOWS") : this.points()) : "";
    }

    points = () => points(this.cards, this.s.split === true);
    card = (card: Card) => (this.reader.spoken ? cardName(card) : cardShort(card));
}

const boxCalled = (at: number) => fill(message("WHO_BOX"), () => at);

/* One row for each word in braces. */
const PUT: Record<string, (w: Writer) => string | number> = {
    who: (w) => w.who(),
    player: (w) => (w.isReader("player") ? w.write("YOU") : personName(w.s.player ?? "")),
    at: (w) => boxNumber(w.s.seat ?? ""),
    hand: (w) => w.s.hand ?? 1,
    there: (w) => w.write(w.s.hand ? "WHO_HAND" : "WHO_BOX"),
    box: (w) => boxCalled(boxNumber(w.s.seat ?? "")),
    other: (w) => boxCalled(w.s.other ?? 0),
    place: (w) => w.write(w.s.seat !== "dealer" ? "WHO_BOX" : "PLACE_DEALER"),
    role: (w) => w.write(`ROLE_${(w.s.role ?? "dealer").toUpperCase()}`),
    money: (w) => dollars(w.s.cents ?? 0),
    more: (w) => dollars(w.s.more ?? 0),
    card: (w) => w.card(cardAt(w.s.card)),
    was: (w) => w.card(cardAt(w.s.was)),
    cards: (w) => w.cards.map(w.card).join(w.reader.spoken ? ", " : " "),
    points: (w) => w.points(),
    score: (w) => score(w.cards).total,
    against: (w) => score(cardsIn(w.s.against)).total,
    makes: (w) => w.makes(),
    shows: (w) => w.shows(),
    felt: (w) => (w.shows() ? w.write("FELT_SHOWS") : ""),
    wager: (w) => (w.s.wager ? named(w.s.wager) : w.write("WAGER_UNNAMED")),
    outcome: (w) => named(w.s.outcome ?? ""),
    prize: (w) => named(w.s.prize ?? ""),
    meter: (w) => w.s.meter ?? "",
    number: (w) => w.s.number ?? 0,
    count: (w) => w.s.count ?? 0,
    spot: (w) => w.s.spot ?? 0,
    decks: (w) => w.write("DECKS"),
    pack: (w) => w.write(w.s.side ? "PACK_SIDE" : "PACK_BATCH"),
    letter: (w) => (w.s.number ? "B" : "A"),
    versus: (w) => (w.s.spot ? w.write("VERSUS") : ""),
    why: (w) => (w.s.why ? w.write("WHY") : ""),
    because: (w) => w.write(w.s.why!),
    odds: (w) => pays("to", w.s.count ?? 0, w.s.number ?? 0),
    did: (w) => w.write(w.s.did!),
    words: (w) => w.s.words ?? "",
};

export const writeSentence = (s: Said, reader: Reader): string =>
    new Writer(s, reader).write(reader.spoken && s.say === "FELT" ? "FELT_SPOKEN" : s.say);

/* What decided a wager, as a sentence of its own; "" where the house gives no reason. */
export const writeReason = (s: Sentence): string => (s.why ? new Writer(s, { places: [] }).write("REASON") : "");

/* Whether a sentence is told in addition to the event and is not what its clause prescribes: hands as they lie, results. */
export const isAside = (s: Sentence): boolean => /^(FELT|ASKS|RESULT_)/.test(s.say);
