/* cards.ts - cards as text ("Th"), their totals and their names. */
import { fill, message } from "../words/catalogue";

export type Card = string | null; /* null: face down */

const VALUE: Record<string, number> = { A: 1, T: 10, J: 10, Q: 10, K: 10 };
export const SUIT_SIGN: Record<string, string> = { c: "♣", d: "♦", h: "♥", s: "♠" };

export const cardValue = (card: string) => VALUE[card[0]] ?? Number(card[0]);
const rankName = (card: string) =>
    "AJQK".includes(card[0]) ? message(`RANK_${card[0]}`) : card[0] === "T" ? "10" : card[0];
export const cardName = (card: Card) =>
    card
        ? fill(message("CARD_NAME"), (word) =>
              word === "rank" ? rankName(card) : message(`SUIT_${card[1].toUpperCase()}`),
          )
        : message("CARD_DOWN");
export const cardShort = (card: Card) => (card ? (card[0] === "T" ? "10" : card[0]) + SUIT_SIGN[card[1]] : "▒▒");

export interface Score {
    total: number;
    soft: boolean;
    known: boolean; /* no card lies face down */
}

export function score(cards: Card[]): Score {
    let total = 0;
    let aces = 0;
    for (const card of cards) {
        if (!card) continue;
        total += cardValue(card);
        if (card[0] === "A") aces++;
    }
    const soft = aces > 0 && total + 10 <= 21;
    return { total: soft ? total + 10 : total, soft, known: cards.every(Boolean) };
}

export function scoreText(cards: Card[], blackjackCounts: boolean): string {
    const { total, soft, known } = score(cards);
    if (cards.length === 0) return "";
    if (blackjackCounts && known && cards.length === 2 && total === 21) return message("CARDS_BLACKJACK");
    return soft && total < 21 ? `${total - 10}/${total}` : String(total);
}
