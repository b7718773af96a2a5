/* coach.tsx - drills, and the player's own decisions and rounds. */
import { useEffect, useReducer, useState } from "preact/hooks";
import { dueHand, noteAnswer, waiting, type Named } from "../coach/again";
import { WhichCards } from "../coach/cards";
import { Counting } from "../coach/counting";
import { decisions, PLAYS, saveDecisions, type Situation } from "../coach/decisions";
import { priceAll, priced, type Priced } from "../coach/price";
import { ownRounds } from "../coach/rounds";
import { Accuracy, Decisions, Values } from "../coach/values";
import { CardBack, CardFace } from "../felt/card";
import { FeltDefs, Lammer } from "../felt/chip";
import { keepOffline } from "../offline/keep";
import { Bar } from "../parts/bar";
import { fairNumber, useKeys, useTitle } from "../parts/hooks";
import { dollars } from "../table/money";
import { cardName, score } from "../table/cards";
import { message, named } from "../words/catalogue";
import { timeText } from "../words/numbers";
import { actionTitle, actionWord } from "../words/pays";

const RANKS = "A23456789TJQK";
const SUITS = "cdhs";
const pick = <T,>(list: ArrayLike<T>): T => list[fairNumber(0, list.length - 1)];
const card = (rank: string) => rank + pick(SUITS);
const tens = (value: number) => (value === 10 ? pick("TJQK") : value === 1 || value === 11 ? "A" : String(value));

/* Each drill deals two cards (or three, where the hand is rare) and says what stakes them. */
const DRILLS: Record<string, { name: string; deal: () => { cards: string[]; kind: "real" | "free" } }> = {
    any: { name: "COACH_ANY_HAND", deal: () => ({ cards: [card(pick(RANKS)), card(pick(RANKS))], kind: "real" }) },
    pairs: {
        name: "COACH_PAIRS",
        deal: () => {
            const rank = pick("A23456789T");
            return { cards: [card(rank), card(rank)], kind: "real" };
        },
    },
    soft: { name: "COACH_SOFT_HANDS", deal: () => ({ cards: [card("A"), card(pick("23456789"))], kind: "real" }) },
    free: {
        name: "COACH_HANDS_ON_A_LAMMER",
        deal: () => {
            const total = fairNumber(9, 17);
            const one = fairNumber(Math.max(2, total - 10), Math.min(10, total - 2));
            return { cards: [card(tens(one)), card(tens(total - one))], kind: "free" };
        },
    },
    rare: {
        name: "COACH_THREE_CARDS_12_TO",
        deal: () => {
            for (;;) {
                const cards = [card(pick(RANKS)), card(pick(RANKS)), card(pick(RANKS))];
                const s = score(cards);
                if (s.total >= 12 && s.total <= 18) return { cards, kind: "real" };
            }
        },
    },
};

/* Whether a hand that comes back belongs to a drill. */
const FITS: Record<string, (hand: Named) => boolean> = {
    any: () => true,
    pairs: (hand) => isPair(hand.values),
    soft: (hand) => hand.values.includes(1) && !isPair(hand.values),
    free: (hand) => hand.kind === "free",
    rare: (hand) => hand.values.length > 2,
};
const isPair = (values: number[]) => values.length === 2 && values[0] === values[1];

/* A weak hand that is due, with any suits. */
function comingBack(drill: string, rules: string): Situation | null {
    const hand = dueHand(rules, FITS[drill]);
    if (!hand) return null;
    const cards = hand.values.map((value) => card(tens(value)));
    const legal = [
        "hit",
        "stand",
        ...(cards.length === 2 ? ["double"] : []),
        ...(isPair(hand.values) ? ["split"] : []),
    ];
    return {
        rules,
        settings: "",
        cards,
        up: hand.up.map((value) => card(tens(value))),
        kind: hand.kind,
        legal: legal.map((word) => ({ do: word, free: false })),
        stake: 0,
        again: true,
    };
}

function newSituation(drill: string, rules: string): Situation {
    const back = comingBack(drill, rules);
    if (back) return back;
    for (;;) {
        const { cards, kind } = DRILLS[drill].deal();
        const pair = cards.length === 2 && cards[0][0] === cards[1][0];
        if (cards.length === 2 && score(cards).total === 21) continue;
        const legal = ["hit", "stand", ...(cards.length === 2 ? ["double"] : []), ...(pair ? ["split"] : [])];
        return {
            rules,
            settings: "",
            cards,
            up: [card(pick(RANKS))],
            kind,
            legal: legal.map((word) => ({ do: word, free: false })),
            stake: 0,
        };
    }
}

interface Score {
    right: number;
    of: number;
    streak: number;
}

function Drill({ rules }: { rules: string }) {
    const [drill, setDrill] = useState("any");
    const [now, setNow] = useState<Situation>(() => newSituation("any", rules));
    const [found, setFound] = useState<{ to: Situation; answer: Priced | null } | null>(null);
    const [chosen, setChosen] = useState("");
    const [result, setResult] = useState<Score>({ right: 0, of: 0, streak: 0 });
    const next = (which = drill) => {
        setChosen("");
        setNow(newSituation(which, rules));
    };
    useEffect(() => next(), [rules]);
    useEffect(() => {
        let asked = true;
        void priced(now).then((answer) => asked && setFound({ to: now, answer }));
        return () => void (asked = false);
    }, [now]);
    /* The buttons of a question are never shown for the next one, where a press would be lost. */
    const answer = found?.to === now ? found.answer : null;
    const back = waiting(rules);
    const choices = answer ? PLAYS.filter((word) => answer.actions.some((action) => action.action === word)) : [];
    const choose = (word: string) => {
        if (!answer || chosen || !choices.includes(word)) return;
        setChosen(word);
        const right = answer.best.value - answer.actions.find((a) => a.action === word)!.value < 5e-7;
        setResult({
            right: result.right + Number(right),
            of: result.of + 1,
            streak: right ? result.streak + 1 : 0,
        });
        noteAnswer(now, right);
    };
    useKeys({
        h: () => choose("hit"),
        s: () => choose("stand"),
        d: () => choose("double"),
        p: () => choose("split"),
        x: () => choose("surrender"),
        Enter: () => chosen && next(),
    });
    return (
        <section class="panel">
            <h2>{message("COACH_DRILL")}</h2>
            <div class="row" role="group" aria-label={message("COACH_WHICH_HANDS")}>
                {Object.entries(DRILLS).map(([id, d]) => (
                    <button
                        key={id}
                        type="button"
                        class="tool"
                        aria-pressed={id === drill}
                        onClick={() => {
                            setDrill(id);
                            next(id);
                        }}
                    >
                        {message(d.name)}
                    </button>
                ))}
            </div>
            <svg
                class="drill"
                data-up={now.up[0]}
                data-cards={now.cards.join(" ")}
                data-kind={now.kind}
                viewBox="0 0 420 210"
                role="img"
                aria-label={message(now.kind === "free" ? "COACH_SHOWS_FREE" : "COACH_DEALER_SHOWS_YOU_HAVE", {
                    up: now.up.map(cardName).join(message("COMMA")),
                    cards: now.cards.map(cardName).join(message("COMMA")),
                })}
            >
                <FeltDefs />
                <rect width="420" height="210" rx="16" fill="url(#cloth)" />
                <g transform="translate(80 105)">
                    <CardFace card={now.up[0]} />
                </g>
                <g transform="translate(120 105)">
                    <CardBack />
                </g>
                {now.cards.map((c, i) => (
                    <g key={c + i} transform={`translate(${270 + i * 34} 105)`}>
                        <CardFace card={c} />
                    </g>
                ))}
                {now.kind === "free" && (
                    <g transform="translate(220 105)">
                        <Lammer />
                    </g>
                )}
            </svg>
            {!answer && (
                <p class="dim" role="status">
                    {message("COACH_WORKING_IT_OUT")}
                </p>
            )}
            {answer && !chosen && (
                <div class="actions">
                    {choices.map((word) => {
                        const free = answer.actions.find((a) => a.action === word)?.free;
                        return (
                            <button
                                key={word}
                                type="button"
                                class={`action action-${word} ${free ? "is-free" : ""}`}
                                onClick={() => choose(word)}
                            >
                                <span>{actionTitle(word)}</span>
                                {free && <b class="free">{message("RAIL_FREE")}</b>}
                            </button>
                        );
                    })}
                </div>
            )}
            {answer && chosen && (
                <>
                    <p role="status">
                        {chosen === answer.best.action ? (
                            <b class="is-win">{message("COACH_RIGHT")}</b>
                        ) : (
                            <b class="is-lose">
                                {message("COACH_IS_BETTER", { action: actionWord(answer.best.action) })}
                            </b>
                        )}
                    </p>
                    <Values answer={answer} />
                    <p>
                        <button type="button" class="action action-main" onClick={() => next()}>
                            <span>{message("COACH_NEXT_HAND")}</span>
                            <kbd>Enter</kbd>
                        </button>
                    </p>
                </>
            )}
            {now.again && !chosen && <p class="dim">{message("COACH_AGAIN")}</p>}
            {(result.of > 0 || back > 0) && (
                <p data-again={back} data-streak={result.streak}>
                    {result.of > 0 && message("COACH_OF_RIGHT", { right: result.right, of: result.of })}{" "}
                    {result.streak > 1 && message("COACH_STREAK", { count: result.streak })}{" "}
                    {back > 0 && message("COACH_COMING_BACK", { count: back })}
                </p>
            )}
        </section>
    );
}

export function CoachPage() {
    const [rules, setRules] = useState("ma-freebet");
    const [, bump] = useReducer((n: number) => n + 1, 0);
    useTitle(message("BAR_COACH"));
    const all = decisions();
    const rounds = ownRounds();
    useEffect(() => void priceAll(() => bump(0)), []);
    useEffect(keepOffline, []);
    return (
        <>
            <Bar title={message("BAR_COACH")} />
            <main class="page">
                <h1 class="unseen">{message("BAR_COACH")}</h1>
                <label class="field">
                    {message("LOBBY_RULES")}
                    <select value={rules} onChange={(e) => setRules(e.currentTarget.value)}>
                        {PROFILES.map((p) => (
                            <option key={p.name} value={p.name}>
                                {named(p.title)}
                            </option>
                        ))}
                    </select>
                </label>
                <Drill rules={rules} />
                <Counting />
                <section class="panel">
                    <h2>{message("COACH_YOUR_DECISIONS")}</h2>
                    <WhichCards />
                    <Accuracy list={all} />
                    <Decisions list={all.slice(-60).reverse()} />
                    {all.length > 0 && (
                        <p>
                            <button
                                type="button"
                                class="tool"
                                onClick={() => {
                                    saveDecisions([]);
                                    bump(0);
                                }}
                            >
                                {message("COACH_FORGET_THEM")}
                            </button>
                        </p>
                    )}
                </section>
                <section class="panel">
                    <h2>{message("COACH_YOUR_ROUNDS")}</h2>
                    {rounds.length === 0 && <p class="dim">{message("COACH_NO_ROUND_HAS_BEEN")}</p>}
                    <ul class="decisions">
                        {rounds
                            .slice()
                            .reverse()
                            .map((r) => (
                                <li key={r.time}>
                                    <a href={`/hand/${r.table}/${r.round}`}>
                                        {message("COACH_ROUND", {
                                            time: timeText(r.time),
                                            table: r.table,
                                            round: r.round,
                                        })}
                                    </a>
                                    <span class={r.net > 0 ? "is-win" : r.net < 0 ? "is-lose" : ""}>
                                        {dollars(r.net, true)}
                                    </span>
                                </li>
                            ))}
                    </ul>
                </section>
            </main>
        </>
    );
}
