/* flat.ts - every card on the layout with the place where it lies. Cards are drawn in one list in the order in which they came, so that a
 * card keeps its element, and glides, when it moves to another hand. */
import type { Box, Slot } from "../table/model";
import { cardPlace, type CardPlace, type Spot } from "./geometry";

export interface FlatCard {
    slot: Slot;
    gone: boolean;
    near: boolean; /* under the lens */
    at: CardPlace;
}

export function boxCards(box: Box, spot: Spot): FlatCard[] {
    return box.hands.flatMap((hand, h) =>
        hand.slots.map((slot, i) => ({
            slot,
            gone: hand.gone,
            near: Boolean(spot.near),
            at: cardPlace(spot, h, box.hands.length, i, hand.slots.length, Boolean(slot.sideways)),
        })),
    );
}
