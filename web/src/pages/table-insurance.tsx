/* table-insurance.tsx - insurance, even money or neither; for less than half the bet, in the steps that the house
 * offers (MFB-7(b), MBJ-9(b)). */
import { useEffect, useState } from "preact/hooks";
import type { Offer } from "../net/wire";
import type { Doing } from "../table/doing";
import { dollars } from "../table/money";
import { message } from "../words/catalogue";
import { NotOffered, type Asking } from "./table-why";

export interface Insuring {
    offers: Offer[];
    cents: number; /* what would be laid now */
    less: () => void;
    more: () => void;
    canLess: boolean;
    canMore: boolean;
}

/* The amount to insure for; each new question begins with the most. */
export function useInsuring(offers: Offer[]): Insuring {
    const offer = offers.find((o) => o.do === "insure" && o.most);
    const [chosen, choose] = useState(0);
    const asked = offer ? `${offer.seat} ${offer.wager} ${offer.most}` : "";
    useEffect(() => choose(offer?.most ?? 0), [asked]);
    const most = offer?.most ?? 0,
        step = offer?.step || 1,
        least = Math.max(offer?.least ?? 0, step);
    const cents = Math.min(most, chosen || most);
    /* Half of an odd bet, rounded up to a chip, may lie between two steps: the one below is the next. */
    const lower = Math.max(least, cents % step ? cents - (cents % step) : cents - step);
    return {
        offers,
        cents,
        less: () => choose(lower),
        more: () => choose(Math.min(most, cents + step)),
        canLess: lower < cents,
        canMore: cents < most,
    };
}

interface Props {
    insuring: Insuring;
    doing: Doing;
    waits: (doing: Doing, label: string) => object;
    onDecide: (word: string) => void;
    onDecline: () => void;
    asking: Asking;
}

function Amount({ insuring }: { insuring: Insuring }) {
    return (
        <div class="amount" role="group" aria-label={message("INSURE_AMOUNT")}>
            <button
                type="button"
                class="tool"
                aria-label={message("INSURE_LESS")}
                aria-keyshortcuts="-"
                disabled={!insuring.canLess}
                onClick={insuring.less}
            >
                −
            </button>
            <output aria-live="polite">{dollars(insuring.cents)}</output>
            <button
                type="button"
                class="tool"
                aria-label={message("INSURE_MORE")}
                aria-keyshortcuts="+"
                disabled={!insuring.canMore}
                onClick={insuring.more}
            >
                +
            </button>
        </div>
    );
}

export function InsuranceChoice({ insuring, doing, waits, onDecide, onDecline, asking }: Props) {
    const insure = insuring.offers.find((o) => o.do === "insure" && o.most);
    const even = insuring.offers.find((o) => o.do === "evenmoney");
    return (
        <div class="actions" role="group" aria-label={message("RAIL_INSURANCE")}>
            {insure && (insuring.canLess || insuring.canMore) && <Amount insuring={insuring} />}
            {insure && (
                <button
                    type="button"
                    class="action action-insure"
                    onClick={() => onDecide("insure")}
                    aria-keyshortcuts="I"
                    {...waits(doing, "insure")}
                >
                    <span>{message("RAIL_INSURE")}</span>
                    <small>{dollars(insuring.cents)}</small>
                    <kbd>I</kbd>
                </button>
            )}
            {!insure && <NotOffered act="insure" label={message("RAIL_INSURE")} hint="I" asking={asking} />}
            {!even && <NotOffered act="evenmoney" label={message("RAIL_EVEN_MONEY")} hint="E" asking={asking} />}
            {even && (
                <button
                    type="button"
                    class="action"
                    onClick={() => onDecide("evenmoney")}
                    aria-keyshortcuts="E"
                    {...waits(doing, "evenmoney")}
                >
                    <span>{message("RAIL_EVEN_MONEY")}</span>
                    <kbd>E</kbd>
                </button>
            )}
            <button
                type="button"
                class="action action-stand"
                onClick={onDecline}
                aria-keyshortcuts="N"
                {...waits(doing, "decline")}
            >
                <span>{message("RAIL_NO_THANKS")}</span>
                <kbd>N</kbd>
            </button>
        </div>
    );
}
