/* proof.tsx - whether the cards of a hand lie in the sealed shoe in the order in which they came, checked in this browser. The
 * house tells which shoes the round was dealt from, and their order once they are finished. */
import { useState } from "preact/hooks";
import { afterCut, checkShoe, type Finding, type OpenedShoe } from "../fair/check";
import { cardsCame } from "../fair/keep";
import { ask } from "../net/api";
import type { HandShoe, Shoe, ToldHand } from "../net/protocol";
import { message } from "../words/catalogue";
import type { SharedHand } from "./link";

type Came = (string | null)[];

/* Where the cards begin in the order of the shoe; -1: nowhere. A card that was not seen fits any. */
function placeIn(order: string[], came: Came): number {
    for (let from = 0; from + came.length <= order.length; from++)
        if (came.every((card, i) => card === null || card === order[from + i])) return from;
    return -1;
}

/* The same over shoes that follow each other: a shoe may run out in mid-round. */
function placeInAll(shoes: string[][], came: Came): number {
    const [first, ...others] = shoes;
    const whole = placeIn(first, came);
    if (whole >= 0 || !others.length) return whole;
    for (let n = came.length - 1; n > 0; n--) {
        const from = placeIn(first, came.slice(0, n));
        if (from >= 0 && placeInAll(others, came.slice(n)) >= 0) return from;
    }
    return placeInAll(others, came);
}

const isOpen = (shoe: HandShoe): shoe is HandShoe & OpenedShoe => !!shoe.salt && !!shoe.order;

export function findingsOf(hand: SharedHand, shoes: OpenedShoe[]): Finding[] {
    const came = cardsCame(hand.steps.map((step) => step.event));
    const sides = shoes[0].order.map((_, side) => shoes.map((shoe) => afterCut(shoe, side)));
    const from = Math.max(...sides.map((orders) => placeInAll(orders, came)));
    const number = shoes.map((shoe) => shoe.number).join(message("COMMA"));
    const text =
        from < 0
            ? message("HAND_NOT_IN_SHOE", { number })
            : message("HAND_IN_SHOE", { count: came.length, number, from: from + 1 });
    return [...shoes.flatMap((shoe) => checkShoe(shoe)), { good: from >= 0 && came.some(Boolean), text }];
}

/* When a sealed shoe is opened: after the round in which its cover card comes. */
async function openLater(table: string, { number }: HandShoe): Promise<Finding> {
    const view = await ask<{ snapshot: { shoe: Shoe } }>("look", { table });
    const shoe = view.ok ? view.snapshot.shoe : null;
    const count = shoe?.number === number && shoe.cover ? shoe.cover - shoe.out : 0;
    const text =
        count > 0 ? message("HAND_SHOE_CARDS_LEFT", { number, count }) : message("HAND_SHOE_OPEN_LATER", { number });
    return { good: false, text };
}

async function lookFor(table: string, round: number, hand: SharedHand): Promise<Finding[]> {
    const answer = await ask<ToldHand>("hand", { table, round });
    if (!answer.ok) return [{ good: false, text: answer.why }];
    if (!answer.shoes.length) return [{ good: false, text: message("HAND_NO_SEALED_SHOE") }];
    const sealed = answer.shoes.find((shoe) => !isOpen(shoe));
    return sealed
        ? [await openLater(table, sealed)]
        : findingsOf(
              hand,
              answer.shoes.filter(isOpen).map((shoe) => ({ ...shoe, table })),
          );
}

export function Proof({ table, round, hand }: { table: string; round: number; hand: SharedHand }) {
    const [found, setFound] = useState<Finding[] | null>(null);
    const good = found?.every((finding) => finding.good);
    return (
        <section class="panel" aria-labelledby="proof-title">
            <h2 id="proof-title">{message("HAND_PROOF")}</h2>
            <button type="button" class="tool" onClick={() => void lookFor(table, round, hand).then(setFound)}>
                {message("HAND_CHECK")}
            </button>
            <div role="status" data-proof={found ? (good ? "good" : "open") : ""}>
                {found && (
                    <ul>
                        {found.map((finding) => (
                            <li key={finding.text} class={finding.good ? "is-win" : ""}>
                                {finding.text}
                            </li>
                        ))}
                    </ul>
                )}
            </div>
        </section>
    );
}
