/* table-insurance.tsx - insurance, even money or neither. Insurance may be for less than half the bet, in the steps that
 * the house offers (MFB-7(b), MBJ-9(b)). */
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
    /* Half of an odd bet, rounded up to a chip, may lie between two steps; then "less" goes to the step below. */
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

const Step = (p: { sign: string; keys: string; label: string; can: boolean; onPress: () => void }) => (
    <button
        type="button"
        class="tool"
        aria-label={p.label}
        aria-keyshortcuts={p.keys}
        disabled={!p.can}
        onClick={p.onPress}
    >
        {p.sign}
    </button>
);

const Amount = ({ insuring: { cents, less, more, canLess, canMore } }: { insuring: Insuring }) => (
    <div class="amount" role="group" aria-label={message("INSURE_AMOUNT")}>
        <Step sign="−" keys="-" label={message("INSURE_LESS")} can={canLess} onPress={less} />
        <output aria-live="polite">{dollars(cents)}</output>
        <Step sign="+" keys="+" label={message("INSURE_MORE")} can={canMore} onPress={more} />
    </div>
);

interface ChoiceProps {
    look?: string; /* a further CSS class */
    label: string;
    hint: string; /* its key */
    cents?: number;
    wait: object;
    onPress: () => void;
}

const Choice = ({ look = "", label, hint, cents, wait, onPress }: ChoiceProps) => (
    <button type="button" class={`action ${look}`} onClick={onPress} aria-keyshortcuts={hint} {...wait}>
        <span>{label}</span>
        {cents !== undefined && <small>{dollars(cents)}</small>}
        <kbd>{hint}</kbd>
    </button>
);

export function InsuranceChoice({ insuring, doing, waits, onDecide, onDecline, asking }: Props) {
    const decisions = [
        {
            act: "insure",
            label: message("RAIL_INSURE"),
            hint: "I",
            look: "action-insure",
            cents: insuring.cents,
            offer: insuring.offers.find((o) => o.do === "insure" && o.most),
        },
        {
            act: "evenmoney",
            label: message("RAIL_EVEN_MONEY"),
            hint: "E",
            offer: insuring.offers.find((o) => o.do === "evenmoney"),
        },
    ];
    const insure = decisions[0].offer;
    return (
        <div class="actions" role="group" aria-label={message("RAIL_INSURANCE")}>
            {insure && (insuring.canLess || insuring.canMore) && <Amount insuring={insuring} />}
            {decisions.map(({ offer, act, ...shown }) =>
                offer ? (
                    <Choice key={act} {...shown} wait={waits(doing, act)} onPress={() => onDecide(act)} />
                ) : (
                    <NotOffered key={act} act={act} label={shown.label} hint={shown.hint} asking={asking} />
                ),
            )}
            <Choice
                look="action-stand"
                label={message("RAIL_NO_THANKS")}
                hint="N"
                wait={waits(doing, "decline")}
                onPress={onDecline}
            />
        </div>
    );
}
