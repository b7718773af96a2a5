/* proof.tsx - whether the cards of a hand lie in the finished shoe in the order in which they came, checked in this browser. */
import { useState } from "preact/hooks";
import { afterCut, checkShoe, type Finding, type OpenedShoe } from "../fair/check";
import { cardsCame } from "../fair/keep";
import { ask } from "../net/api";
import { message } from "../words/catalogue";
import type { SharedHand } from "./link";

/* Where the cards begin in the order of the shoe; -1: nowhere. A card that was not seen fits any. */
function placeIn(order: string[], came: (string | null)[]): number {
    for (let from = 0; from + came.length <= order.length; from++)
        if (came.every((card, i) => card === null || card === order[from + i])) return from;
    return -1;
}

export function findingsOf(hand: SharedHand, shoe: OpenedShoe): Finding[] {
    const came = cardsCame(hand.steps.map((step) => step.event));
    const from = Math.max(...shoe.order.map((_, side) => placeIn(afterCut(shoe, side), came)));
    const text =
        from < 0
            ? message("HAND_NOT_IN_SHOE", { number: shoe.number })
            : message("HAND_IN_SHOE", { count: came.length, number: shoe.number, from: from + 1 });
    return [...checkShoe(shoe, null, []), { good: from >= 0 && came.some(Boolean), text }];
}

async function lookFor(table: string, hand: SharedHand): Promise<Finding[]> {
    const answer = await ask<{ shoe: OpenedShoe | null }>("opened-shoe", { table });
    const shoe = answer.ok && answer.shoe?.salt ? answer.shoe : null;
    if (shoe && shoe.number === hand.shoe) return findingsOf(hand, shoe);
    const later = shoe && shoe.number > hand.shoe;
    return [{ good: false, text: message(later ? "HAND_SHOE_GONE" : "HAND_SHOE_OPEN_LATER", { number: hand.shoe }) }];
}

export function Proof({ table, hand }: { table: string; hand: SharedHand }) {
    const [found, setFound] = useState<Finding[] | null>(null);
    const good = found?.every((finding) => finding.good);
    return (
        <section class="panel" aria-labelledby="proof-title">
            <h2 id="proof-title">{message("HAND_PROOF")}</h2>
            <button type="button" class="tool" onClick={() => void lookFor(table, hand).then(setFound)}>
                {message("HAND_CHECK")}
            </button>
            <ul role="status" data-proof={found ? (good ? "good" : "open") : ""}>
                {found?.map((finding) => (
                    <li key={finding.text} class={finding.good ? "is-win" : ""}>
                        {finding.text}
                    </li>
                ))}
            </ul>
        </section>
    );
}
