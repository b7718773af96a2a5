/* pad.tsx - the card pad: thirteen ranks in four suits, always at the same place. A scanner that types reaches it too
 * (keys.ts). */
import { cardSign, isRed } from "./boxes";

const RANKS = "A23456789TJQK";
const SUITS = "shdc";

interface Props {
    due: boolean; /* a card is wanted now */
    ahead: string; /* the card that the shoe has read */
    typed: string; /* the first stroke of two */
    last: string;
    onCard: (card: string) => void;
}

export function CardPad({ due, ahead, typed, last, onCard }: Props) {
    return (
        <div class={`d-pad ${due ? "is-due" : ""}`} role="group" aria-label="Cards">
            {[...SUITS].flatMap((suit) =>
                [...RANKS].map((rank) => {
                    const card = rank + suit;
                    const state = card === ahead ? "is-read" : typed && typed === rank ? "is-typed" : "";
                    return (
                        <button
                            key={card}
                            type="button"
                            class={`${isRed(card) ? "is-red" : ""} ${state} ${card === last ? "is-last" : ""}`}
                            data-card={card}
                            onClick={() => onCard(card)}
                        >
                            {cardSign(card)}
                        </button>
                    );
                }),
            )}
        </div>
    );
}
