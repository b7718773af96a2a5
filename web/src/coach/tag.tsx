/* tag.tsx - the coach on the felt: after a decision a tag on the hand says what it cost, and "why" opens the row of the chart.
 * The tag lies over the felt and never over the buttons. */
import { useEffect, useState } from "preact/hooks";
import { spotOfHands } from "../felt/felt";
import { CARD_HEIGHT, CARDS_Y, handPlace, place, type Felt } from "../felt/geometry";
import { boxOf, type Table } from "../table/model";
import { dollars } from "../table/money";
import { learnPages, message } from "../words/catalogue";
import { countedWords, WhichCards } from "./cards";
import type { Decision } from "./decisions";
import { decisions } from "./decisions";
import { isRight, priceAll, priced, type Priced } from "./price";
import { ChartRow } from "./row";
import { decisionWords } from "./said";
import { handText, Values } from "./values";

const RIGHT_MS = 3500;

/* The last decision with its price; null until that is known. */
function usePriced(last: Decision | null): Decision | null {
    const [done, setDone] = useState<Decision | null>(null);
    useEffect(() => {
        let wanted = true;
        const find = () => {
            const found = decisions().find((d) => d.time === last!.time);
            if (wanted && found?.cost !== undefined) setDone(found);
        };
        if (last) void priceAll(find).then(find);
        return () => void (wanted = false);
    }, [last?.time]);
    return done && done.time === last?.time ? done : null;
}

/* The tag stands above the hand, as far as the felt allows. */
function placeOf(d: Decision, table: Table, felt: Felt) {
    const box = boxOf(table, d.seat)!;
    const near = spotOfHands(table, felt, table.seats[d.seat ?? ""] ?? "", box);
    const hands = box.hands.length || 1;
    if (felt.shape === "short") return { left: "19%", top: "91%" }; /* the dealer's cards lie close above the hand */
    const at = place(near, handPlace(near, (d.hand ?? 1) - 1, hands).x, CARDS_Y - CARD_HEIGHT / 2 - 44);
    return {
        /* half of the greatest width, from either edge */
        left: `clamp(min(50%, 13.2rem), ${((at.x / felt.width) * 100).toFixed(1)}%, max(50%, 100% - 13.2rem))`,
        top: `max(4.2rem, ${((at.y / felt.height) * 100).toFixed(1)}%)`,
    };
}

function Why({ of, onClose }: { of: Decision; onClose: () => void }) {
    const [answer, setAnswer] = useState<Priced | null>(null);
    useEffect(() => {
        void priced(of).then(setAnswer);
        const escape = (e: KeyboardEvent) => e.key === "Escape" && onClose();
        addEventListener("keydown", escape);
        return () => removeEventListener("keydown", escape);
    }, []);
    return (
        <section class="coach-why" id="coach-why" aria-label={message("COACH_WHY_TITLE")}>
            <button type="button" class="quiet close" aria-label={message("COACH_WHY_CLOSE")} onClick={onClose}>
                ×
            </button>
            <h2>{handText(of)}</h2>
            {of.up.length === 1 && <ChartRow of={of} />}
            {answer && <Values answer={answer} stake={of.stake} />}
            <p class="dim">{countedWords(of)}</p>
            <WhichCards />
        </section>
    );
}

export interface TagProps {
    last: Decision | null;
    table: Table;
    felt: Felt;
}

export function CoachTag({ last, table, felt }: TagProps) {
    const [ready, setReady] = useState(false);
    const [why, setWhy] = useState(0); /* the decision whose row is open */
    const [gone, setGone] = useState(0);
    const d = usePriced(last);
    useEffect(() => void learnPages().then(() => setReady(true)), []);
    const right = d ? isRight(d) : false;
    useEffect(() => {
        if (!d || !right || why === d.time) return undefined;
        const timer = setTimeout(() => setGone(d.time), RIGHT_MS);
        return () => clearTimeout(timer);
    }, [d?.time, why]);
    if (!d || !ready || gone === d.time || d.byClock) return <div key="none" role="status" class="unseen" />;
    const cents = Math.round(d.cost! * d.stake);
    const what = decisionWords(d);
    return (
        <>
            <div
                key="tag" /* an element of its own: the hidden one would move here from elsewhere */
                class={`coach-tag ${right ? "is-right" : ""}`}
                style={placeOf(d, table, felt)}
                data-cost={cents}
            >
                <span role="status">
                    {right
                        ? message("COACH_TAG_RIGHT", { what })
                        : message("COACH_TAG_COST", { cost: dollars(-cents), what })}
                    <small>{countedWords(d)}</small>
                </span>
                <button
                    type="button"
                    aria-expanded={why === d.time}
                    aria-controls="coach-why"
                    aria-keyshortcuts="Y"
                    data-why
                    onClick={() => setWhy(why === d.time ? 0 : d.time)}
                >
                    {message("COACH_WHY")}
                </button>
            </div>
            {why === d.time && <Why key={d.time} of={d} onClose={() => setWhy(0)} />}
        </>
    );
}
