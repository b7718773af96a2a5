/* check.ts - checks that a finished shoe is the one that was sealed. It asks the server nothing: salt and order are
 * hashed here.
 *
 * The seal is BLAKE2b-256 over the salt and one byte per card: rank times four plus suit, with ranks from the ace and
 * suits in the order clubs, diamonds, hearts, spades. In a double shoe side A comes before side B. */
import type { Opened } from "../net/protocol";
import { blake2b256 } from "./blake2b";
import { bytesOfHex, commitmentOf, mixed, seedOf } from "./mix";
import { cardName } from "../table/cards";
import { message } from "../words/catalogue";

/* A shoe with all that its check needs. */
export type OpenedShoe = Required<Pick<Opened, "number" | "salt" | "order" | "cut" | "commitment">> &
    Pick<Opened, "parts" | "table" | "void">;

/* What this browser knows of a shoe by itself. */
export interface Known {
    seal?: string; /* as it was published before the first card */
    value?: string; /* which this browser has revealed for the shoe */
    came?: (string | null)[][]; /* the cards of each side in order; null: not seen */
}

export interface Finding {
    good: boolean;
    text: string;
}

const RANKS = "A23456789TJQK";
const SUITS = "cdhs";

export const cardsIn = (text: string): string[] => text.match(/../g) ?? [];
const byteOf = (card: string) => RANKS.indexOf(card[0]) * 4 + SUITS.indexOf(card[1]);

export function sealOf(shoe: OpenedShoe): string {
    const order = shoe.order.flatMap((side) => cardsIn(side).map(byteOf));
    return blake2b256(new Uint8Array([...bytesOfHex(shoe.salt), ...order]));
}

const seedFor = (shoe: OpenedShoe) => seedOf(shoe.table ?? "", shoe.number, shoe.commitment, shoe.parts ?? []);

/* The order in which cards leave the shoe: sealed by the house, shuffled by the players' values; those above the cut come last. */
export function afterCut(shoe: OpenedShoe, side = 0): string[] {
    const cards = mixed(shoe.order.map(cardsIn), seedFor(shoe))[side] ?? [];
    const cut = shoe.cut[side] ?? 0;
    return [...cards.slice(cut), ...cards.slice(0, cut)];
}

/* Whether all decks are complete: equally many copies of each card. */
function isWhole(shoe: OpenedShoe): boolean {
    const cards = shoe.order.flatMap(cardsIn);
    const copies = new Map<string, number>();
    for (const card of cards) copies.set(card, (copies.get(card) ?? 0) + 1);
    return cards.length % 52 === 0 && copies.size === 52 && [...copies.values()].every((n) => n === cards.length / 52);
}

/* Whether every revealed value fits its commitment, and whether this browser's value is among them. */
function partFindings({ parts = [] }: OpenedShoe, value: string | undefined): Finding[] {
    const shown = parts.filter((part) => part.value);
    const good = shown.every((part) => commitmentOf(part.value!) === part.commitment);
    const mine = value !== undefined && shown.some((part) => part.value === value);
    const count = shown.length;
    if (!count && value === undefined) return [{ good: true, text: message("FAIR_NO_BROWSER_TOOK_PART") }];
    const all = { good, text: good ? message("FAIR_VALUES_FIT", { count }) : message("FAIR_VALUES_DO_NOT_FIT") };
    if (value === undefined) return [all];
    return [all, { good: mine, text: mine ? message("FAIR_YOU_TOOK_PART") : message("FAIR_YOUR_VALUE_IS_MISSING") }];
}

export function checkShoe(shoe: OpenedShoe, { seal: published, value, came: seen = [] }: Known = {}): Finding[] {
    const seal = sealOf(shoe);
    const findings: Finding[] = [
        {
            good: seal === shoe.commitment,
            text: seal === shoe.commitment ? message("FAIR_SALT_AND_ORDER_GIVE") : message("FAIR_SALT_AND_ORDER_DO"),
        },
        {
            good: isWhole(shoe),
            text: isWhole(shoe)
                ? message("FAIR_THE_SHOE_HAS_CARDS", { count: shoe.order.flatMap(cardsIn).length })
                : message("FAIR_THE_SHOE_DOES_NOT"),
        },
    ];
    findings.push(...partFindings(shoe, value));
    if (published)
        findings.push({
            good: published === shoe.commitment,
            text: published === shoe.commitment ? message("FAIR_SEAL_SEEN") : message("FAIR_IT_IS_NOT_THE"),
        });
    seen.forEach((cards, side) => {
        const order = afterCut(shoe, side);
        const wrong = cards.findIndex((card, i) => card !== null && card !== order[i]);
        const known = cards.filter(Boolean).length;
        if (known)
            findings.push({
                good: wrong < 0,
                text:
                    wrong < 0
                        ? message("FAIR_CARDS_IN_ORDER", { known })
                        : message("FAIR_CARD_WAS_BUT_THE", {
                              wrong: wrong + 1,
                              was: cardName(cards[wrong]),
                              order: cardName(order[wrong]),
                          }),
            });
    });
    return findings;
}
