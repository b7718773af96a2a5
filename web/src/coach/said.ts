/* said.ts - a decision in a few words: "hit 17 against a 10 on a free hand". */
import { cardValue, score } from "../table/cards";
import { message } from "../words/catalogue";
import type { Decision, Situation } from "./decisions";

function handWords(s: Situation): string {
    const { total, soft } = score(s.cards);
    const [first, second] = s.cards.map(cardValue);
    if (s.cards.length === 2 && first === second) return message(`COACH_PAIR_${first}`);
    return soft ? message("COACH_SOFT", { total }) : String(total);
}

/* The dealer's up card, or the total where both of the dealer's cards are open. */
const upWords = (s: Situation): string =>
    s.up.length > 1 ? String(score(s.up).total) : message(`COACH_UP_${cardValue(s.up[0])}`);

export function decisionWords(d: Decision): string {
    const what = message(`COACH_TAG_${d.chosen.toUpperCase()}`, { hand: handWords(d), up: upWords(d) });
    return d.kind === "free" ? message("COACH_TAG_FREE", { what }) : what;
}
