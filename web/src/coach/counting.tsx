/* counting.tsx - drills for those who count cards: the running count, the true count as docs/simulation.md defines it, and plays
 * that the count changes. What is right is worked out exactly for the cards that are left, not taken from a list of indices. */
import { useEffect, useState } from "preact/hooks";
import { CardFace } from "../felt/card";
import { FeltDefs } from "../felt/chip";
import { odds } from "../odds/ask";
import { fairNumber } from "../parts/hooks";
import { cardName, cardValue } from "../table/cards";
import { message } from "../words/catalogue";
import { actionTitle, actionWord } from "../words/pays";
import { handText, Values } from "./values";
import type { Priced } from "./price";

const RANKS = "A23456789TJQK";
const SUITS = "cdhs";
const DECK = [...RANKS].flatMap((rank) => [...SUITS].map((suit) => rank + suit));
const signed = (n: number) => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : "0");

/* The tags of the example in docs/simulation.md. */
export const tagOf = (card: string): number => {
    const value = cardValue(card);
    return value >= 2 && value <= 6 ? 1 : value === 1 || value === 10 ? -1 : 0;
};
export const runningOf = (cards: string[]): number => cards.reduce((sum, card) => sum + tagOf(card), 0);
export const trueOf = (running: number, left: number): number => Math.floor((52 * running) / left);

function shuffled(cards: string[]): string[] {
    const all = [...cards];
    for (let i = all.length - 1; i > 0; i--) {
        const j = fairNumber(0, i);
        [all[i], all[j]] = [all[j], all[i]];
    }
    return all;
}

/* --- numbers ------------------------------------------------------------------------------------------------- */

/* A question whose answer is a number; after a wrong answer the right one is shown. */
function Asked({ wanted, onNext }: { wanted: number; onNext: () => void }) {
    const [text, setText] = useState("");
    const [done, setDone] = useState(false);
    const right = Number(text.replace("−", "-")) === wanted && text.trim() !== "";
    return (
        <form
            class="row"
            onSubmit={(e) => {
                e.preventDefault();
                if (done) onNext();
                else setDone(true);
            }}
        >
            <input
                class="count-field"
                inputMode="numeric"
                autocomplete="off"
                aria-label={message("COUNT_ASK_RUNNING")}
                value={text}
                readOnly={done}
                onInput={(e) => setText(e.currentTarget.value)}
            />
            <button type="submit" class="tool">
                {message(done ? "COUNT_AGAIN" : "COUNT_CHECK")}
            </button>
            <p role="status" data-right={done ? right : undefined} class={right ? "is-win" : "is-lose"}>
                {done && message(right ? "COUNT_RIGHT" : "COUNT_WRONG", { count: signed(wanted) })}
            </p>
        </form>
    );
}

const GROUPS = 6;

function Running() {
    const [cards, setCards] = useState(() => shuffled(DECK));
    const [groups, setGroups] = useState<number[]>([]); /* where each group ends */
    const from = groups.at(-2) ?? 0,
        to = groups.at(-1) ?? 0;
    const shown = cards.slice(from, to);
    const asks = groups.length === GROUPS;
    const again = () => {
        setCards(shuffled(DECK));
        setGroups([]);
    };
    return (
        <>
            <p class="dim">{message("COUNT_RULE")}</p>
            <svg
                class="drill"
                viewBox="0 0 420 130"
                role="img"
                aria-label={message("COUNT_SHOWN", { cards: shown.map(cardName).join(message("COMMA")) })}
                data-shown={shown.join(" ")}
            >
                <FeltDefs />
                <rect width="420" height="130" rx="16" fill="url(#cloth)" />
                {!asks &&
                    shown.map((card, i) => (
                        <g key={card} transform={`translate(${210 + (i - (shown.length - 1) / 2) * 96} 65)`}>
                            <CardFace card={card} />
                        </g>
                    ))}
            </svg>
            {asks ? (
                <>
                    <p>{message("COUNT_ASK_RUNNING")}</p>
                    <Asked key={cards.join("")} wanted={runningOf(cards.slice(0, to))} onNext={again} />
                </>
            ) : (
                <button
                    type="button"
                    class="action action-main"
                    onClick={() => setGroups([...groups, to + fairNumber(1, 3)])}
                >
                    <span>{message("COUNT_NEXT_CARDS")}</span>
                </button>
            )}
        </>
    );
}

function newTrue() {
    return { running: fairNumber(-14, 14), left: 26 * fairNumber(1, 10) };
}

function TrueCount() {
    const [now, setNow] = useState(newTrue);
    return (
        <>
            <p class="dim">{message("COUNT_TRUE_RULE")}</p>
            <p data-running={now.running} data-left={now.left}>
                {message("COUNT_ASK_TRUE", { running: signed(now.running), left: now.left })}
            </p>
            <Asked
                key={`${now.running} ${now.left}`}
                wanted={trueOf(now.running, now.left)}
                onNext={() => setNow(newTrue())}
            />
        </>
    );
}

/* --- plays ----------------------------------------------------------------------------------------------------- */

/* Hands near the border between two plays. */
const NEAR: [cards: string, up: string][] = [
    ["Th 6d", "Tc"],
    ["Th 5d", "Tc"],
    ["Th 6d", "9c"],
    ["Th 2d", "2c"],
    ["Th 2d", "3c"],
    ["Th 2d", "4c"],
    ["Th 3d", "2c"],
    ["7h 2d", "2c"],
    ["7h 2d", "7c"],
    ["6h 4d", "Tc"],
    ["6h 4d", "Ac"],
    ["7h 4d", "Ac"],
];
const DECKS = 6;
const LEFT = 156; /* half of the shoe */
const LOW = "23456",
    MIDDLE = "789",
    HIGH = "TJQKA";

/* `count` cards of these ranks, spread evenly over ranks and suits. */
const evenly = (ranks: string, count: number) =>
    Array.from({ length: count }, (_, i) => ranks[i % ranks.length] + SUITS[Math.floor(i / ranks.length) % 4]);

/* The cards that have left half a shoe at this true count: as many middle ones as usual, and more low than high ones. */
export function goneAt(count: number): string[] {
    const middle = (12 * LEFT) / 52,
        others = LEFT - middle,
        low = (others + (count * LEFT) / 52) / 2;
    return [...evenly(LOW, low), ...evenly(MIDDLE, middle), ...evenly(HIGH, others - low)];
}

interface Play {
    cards: string;
    up: string;
    count: number;
}
/* Even counts only, so that goneAt removes a whole number of low cards. */
const newPlay = (): Play => {
    const [cards, up] = NEAR[fairNumber(0, NEAR.length - 1)];
    return { cards, up, count: 2 * fairNumber(-3, 4) };
};

const RULES = "ma-blackjack";

async function pricedAt({ cards, up }: Play, removed?: string): Promise<Priced> {
    const settings = { decks: DECKS };
    const hand = await odds().ask(RULES, settings, "hand", [cards, up, removed ? { removed } : {}]);
    const actions = hand.actions.filter((a) => a.action !== "surrender").sort((a, b) => b.value - a.value);
    return { actions, best: actions[0] };
}

function Deviations() {
    const [now, setNow] = useState(newPlay);
    const [fresh, setFresh] = useState<Priced | null>(null);
    const [there, setThere] = useState<Priced | null>(null);
    const [chosen, setChosen] = useState("");
    useEffect(() => {
        let wanted = true;
        setFresh(null);
        setThere(null);
        setChosen("");
        void pricedAt(now).then((found) => wanted && setFresh(found));
        void pricedAt(now, goneAt(now.count).join(" ")).then((found) => wanted && setThere(found));
        return () => void (wanted = false);
    }, [now]);
    const hand = handText({ cards: now.cards.split(" "), up: [now.up], kind: "real" });
    const choices = ["stand", "hit", "double"].filter((word) => there?.actions.some((a) => a.action === word));
    const right = there?.best.action === chosen;
    return (
        <>
            <p data-count={now.count} data-hand={`${now.cards}/${now.up}`}>
                {message("COUNT_ASK_PLAY", { count: signed(now.count), hand })}
            </p>
            {(!fresh || !there) && (
                <p class="dim" role="status">
                    {message("COACH_WORKING_IT_OUT")}
                </p>
            )}
            {fresh && there && !chosen && (
                <div class="actions">
                    {choices.map((word) => (
                        <button
                            key={word}
                            type="button"
                            class={`action action-${word}`}
                            onClick={() => setChosen(word)}
                        >
                            <span>{actionTitle(word)}</span>
                        </button>
                    ))}
                </div>
            )}
            {fresh && there && chosen && (
                <>
                    <p role="status" data-right={right}>
                        <b class={right ? "is-win" : "is-lose"}>
                            {right
                                ? message("COACH_RIGHT")
                                : message("COACH_IS_BETTER", { action: actionWord(there.best.action) })}
                        </b>{" "}
                        {message(fresh.best.action === there.best.action ? "COUNT_SAME" : "COUNT_CHANGED")}{" "}
                        {message("COUNT_FRESH", {
                            action: actionWord(fresh.best.action),
                            best: actionWord(there.best.action),
                        })}
                    </p>
                    <Values answer={there} />
                    <p class="dim">{message("COUNT_EXACT", { left: LEFT, decks: DECKS })}</p>
                    <button type="button" class="action action-main" onClick={() => setNow(newPlay())}>
                        <span>{message("COACH_NEXT_HAND")}</span>
                    </button>
                </>
            )}
        </>
    );
}

const PARTS = { COUNT_RUNNING: Running, COUNT_TRUE: TrueCount, COUNT_DEVIATIONS: Deviations };

/* The drills stay folded until the player opens them. */
export function Counting() {
    const [part, setPart] = useState<keyof typeof PARTS | "">("");
    const Part = part && PARTS[part];
    return (
        <details class="panel counting">
            <summary>
                <h2>{message("COUNT_TITLE")}</h2>
            </summary>
            <div class="row" role="group" aria-label={message("COUNT_WHICH")}>
                {Object.keys(PARTS).map((name) => (
                    <button
                        key={name}
                        type="button"
                        class="tool"
                        data-part={name}
                        aria-pressed={name === part}
                        onClick={() => setPart(name as keyof typeof PARTS)}
                    >
                        {message(name)}
                    </button>
                ))}
            </div>
            {Part && <Part />}
        </details>
    );
}
