/* dealer.tsx - the dealer's console: one landscape screen from the dealer's side, where every key keeps its place.
 *
 * The felt is above, the card pad below; at the right stand the next step, the calls, and what is to be taken and paid. */
import { useEffect, useMemo, useState } from "preact/hooks";
import type { Offer, Wire } from "../net/wire";
import { cardSign, DealersFelt, type Touched } from "../dealer/boxes";
import { Calls, offerOf } from "../dealer/calls";
import { Console } from "../dealer/console";
import { useDealerKeys } from "../dealer/keys";
import { CardPad } from "../dealer/pad";
import { RoundLog } from "../dealer/round";
import { TakeAndPay } from "../dealer/settle";
import { numberWord, stepOf, SWIPE, VERIFY, type Press, type Step } from "../dealer/steps";
import { Correct, Irregular, needsCard, type Act } from "../dealer/trouble";
import { wagerTitle } from "../felt/print";
import { Again } from "../parts/again";
import { Bar } from "../parts/bar";
import { ClauseLink } from "../parts/clause";
import { useStore, useTitle } from "../parts/hooks";
import { tableTitle } from "../parts/names";
import { has, useSession } from "../parts/session";
import { Stranger } from "../parts/stranger";
import { CHIPS, centsOf, dollars } from "../table/money";
import { isBehind, type Table } from "../table/model";
import { TableStore } from "../table/store";
import { consentTurned } from "./table-consent";

/* --- the money that a touch moves ------------------------------------------------------------------------------- */

type Mode = "lay" | "take-back" | "leave";
const CASH = [2000, 5000, 10000, 20000, 50000];
const CHIPS_SHOWN = 6;

function chipsFor(t: Table): number[] {
    return CHIPS.filter((chip) => chip >= Math.max(100, t.layout.chip_unit))
        .slice(-CHIPS_SHOWN)
        .reverse();
}

interface MoneyProps {
    t: Table;
    cash: number;
    chip: number;
    mode: Mode;
    canRepeat: boolean;
    onCash: (cents: number) => void;
    onChip: (cents: number) => void;
    onMode: (mode: Mode) => void;
    onRepeat: () => void;
}

function Money({ t, cash, chip, mode, canRepeat, onCash, onChip, onMode, onRepeat }: MoneyProps) {
    const turned = (wanted: Mode) => onMode(mode === wanted ? "lay" : wanted);
    return (
        <div class="d-money">
            <button type="button" class="tool d-repeat" disabled={!canRepeat} onClick={onRepeat}>
                Same bets <kbd>B</kbd>
            </button>
            <button type="button" class="tool" aria-pressed={mode === "take-back"} onClick={() => turned("take-back")}>
                Take back
            </button>
            <button type="button" class="tool" aria-pressed={mode === "leave"} onClick={() => turned("leave")}>
                {/* say:a-player-leaves */}Leaves
            </button>
            <span class="d-chips" role="group" aria-label="Chip that a touch on a spot lays">
                {chipsFor(t).map((cents) => (
                    <button
                        key={cents}
                        type="button"
                        class="d-chip"
                        data-chip={cents}
                        aria-pressed={chip === cents && mode === "lay"}
                        onClick={() => {
                            onMode("lay");
                            onChip(cents);
                        }}
                    >
                        {dollars(cents)}
                    </button>
                ))}
            </span>
            <span class="d-cash" role="group" aria-label="Cash that a touch on a name takes">
                <small>Cash</small>
                {CASH.map((cents) => (
                    <button
                        key={cents}
                        type="button"
                        class="d-chip is-cash"
                        data-cash={cents}
                        aria-pressed={cash === cents}
                        onClick={() => onCash(cents)}
                    >
                        {dollars(cents)}
                    </button>
                ))}
            </span>
        </div>
    );
}

/* --- the next step ------------------------------------------------------------------------------------------------ */

/* A number that the step asks for: cards behind the cover card, or the amount on a display. */
function NumberKey({ t, act }: { t: Table; act: Act }) {
    const [text, setText] = useState("");
    const word = numberWord(t.turn);
    const shows = t.turn.do === "show-amount";
    if (!word && !shows) return null;
    const send = (e: Event) => {
        e.preventDefault();
        setText("");
        void (shows
            ? act({ do: "show-amount", seat: t.turn.seat, wager: t.turn.wager, cents: centsOf(text) ?? 0 })
            : act({ do: word!, count: Number(text), ...(word === "cut" ? { seat: t.turn.seat } : {}) }));
    };
    return (
        <form class="row d-number" onSubmit={send}>
            <label class="field">
                {shows ? "Dollars" : "Cards"}
                <input
                    inputMode="numeric"
                    value={text}
                    onInput={(e) => setText(e.currentTarget.value)}
                    size={6}
                    required
                />
            </label>
            <button type="submit" class="action">
                <span>Done</span>
            </button>
            {word === "cut" && t.turn.seat !== "dealer" && (
                <button type="button" class="tool" onClick={() => void act({ do: "refuse-cut", seat: t.turn.seat })}>
                    Declines
                </button>
            )}
        </form>
    );
}

interface NextProps {
    t: Table;
    line: string;
    presses: Press[];
    step: Step;
    slow: boolean;
    busy: boolean;
    act: Act;
    onPress: (press: Press) => void;
}

function NextStep({ t, line, presses, step, slow, busy, act, onPress }: NextProps) {
    return (
        <section class="d-next" aria-live="polite">
            <p class={`next-line ${busy ? "is-pending" : ""}`}>
                {slow ? "On its way to the house…" : line} {t.turn.clause && <ClauseLink id={t.turn.clause} />}
            </p>
            {t.terms.dealing === "virtual" && t.loaded && (
                <p class="dim">The program deals at this table. You can watch it here.</p>
            )}
            {t.terms.dealing === "live" && (
                <div class="d-keys" aria-busy={busy}>
                    {presses.map((p) => (
                        <button key={p.label} type="button" class="d-key" data-word={p.word} onClick={() => onPress(p)}>
                            {p.label} {presses.length === 1 && <kbd>Space</kbd>}
                        </button>
                    ))}
                    {presses.length === 0 && step.card && <span class="d-key is-idle">Touch or type the card</span>}
                    {t.turn.do === "hit" && <span class="d-key is-idle">Touch or type the call</span>}
                    <NumberKey t={t} act={act} />
                </div>
            )}
        </section>
    );
}

/* --- everything else ---------------------------------------------------------------------------------------------- */

function More({ t, act, floor }: { t: Table; act: Act; floor: boolean }) {
    const [next, setNext] = useState("");
    const progressive = t.layout.wagers.filter((w) => w.meter ?? t.meters[w.wager] !== undefined);
    const seated = t.boxes.map((box) => String(box.number)).filter((place) => t.seats[place]);
    return (
        <section class="panel">
            <div class="row">
                {progressive.map((w) => (
                    <button
                        key={w.wager}
                        type="button"
                        class="tool"
                        onClick={() => void act({ do: "end-game", wager: w.wager })}
                    >
                        END GAME {w.title}
                    </button>
                ))}
                {t.layout.bettors > 1 &&
                    seated.map((place) => (
                        <button
                            key={place}
                            type="button"
                            class="tool"
                            role="switch"
                            aria-checked={Boolean(t.shared[place])}
                            onClick={() => void act(consentTurned(t, place))}
                        >
                            {t.shared[place] ? `Box ${place}: others may bet behind` : `Box ${place}: no bets behind`}
                        </button>
                    ))}
                {floor && t.terms.dealing === "live" && (
                    <form
                        class="row"
                        onSubmit={(e) => {
                            e.preventDefault();
                            void act({ do: "dealer", person: next });
                        }}
                    >
                        <label class="field">
                            Next dealer
                            <input value={next} onInput={(e) => setNext(e.currentTarget.value)} size={10} required />
                        </label>
                        <button type="submit" class="tool">
                            {/* say:relieve-the-dealer */}Relieve {t.dealer.person}
                        </button>
                    </form>
                )}
                {floor && (
                    <button
                        type="button"
                        class="tool"
                        onClick={() => void act({ do: t.frozen ? "thaw" : "freeze", reason: "at the table" })}
                    >
                        {t.frozen ? "Resume play" : "Stop the table"}
                    </button>
                )}
            </div>
            <ol class="log" aria-label="What happened">
                {t.log
                    .slice(-40)
                    .reverse()
                    .map((line, i) => (
                        <li key={i}>{line.text}</li>
                    ))}
            </ol>
        </section>
    );
}

/* --- the page ----------------------------------------------------------------------------------------------------- */

/* The table, and the record of its round, which follows it from the first message on: events, corrections, and the
 * snapshot of a new connection. */
function followed(wire: Wire, id: string): { store: TableStore; desk: Console; log: RoundLog } {
    const store = new TableStore(wire, id, () => true);
    const log = new RoundLog(id, () => store.changed());
    store.onEvent((e, t) => log.hear(e, t.seq, t.round));
    store.onMessage((message) => {
        const t = store.table;
        if (message.snapshot) {
            const { round, at, phase } = message.snapshot;
            log.begin(round, phase === "done" || at !== "round", message.seq);
        }
        if (!message.events?.some((e) => e.event === "correct")) return;
        for (const [player, chips] of Object.entries(message.racks ?? {})) {
            const seat = Object.keys(t.seats).find((place) => t.seats[place] === player);
            const moved = chips - (t.racks[player] ?? chips);
            if (seat && moved) log.corrected(seat, moved, message.seq);
        }
    });
    Object.assign(globalThis, { lammerDealer: { store, log } }); /* for tests and the curious */
    return { store, desk: new Console(store), log };
}

/* What the next-step key does: the step that the house names, worded for the person who stands here. */
function pressesOf(t: Table, step: Step, ahead: string, deals: boolean, mayDeal: boolean, floor: boolean): Press[] {
    if (t.terms.dealing !== "live") return [];
    if (!deals && mayDeal && !floor) return t.dealer.person ? [] : [{ word: "dealer", label: "I deal here" }];
    if (step.card === "card" && ahead)
        return [{ word: "card", label: `${cardSign(ahead)}, as the shoe read it`, body: { card: ahead } }];
    if (!step.floor) return step.press ?? [];
    return floor ? step.floor : [{ word: "summon", label: "Call the floor", body: { reason: step.line } }];
}

type View = "settle" | "trouble" | "correct" | "more";

export function DealerPage({ id }: { id: string }) {
    const { wire, me, ready } = useSession();
    const { store, desk, log } = useMemo(() => followed(wire, id), [wire, id]);
    const [status, setStatus] = useState(wire.status);
    const [view, setView] = useState<View>("settle");
    const [touched, setTouched] = useState<Touched | null>(null);
    const [mishap, setMishap] = useState<Offer | null>(null);
    const [asked, setAsked] = useState(""); /* the card that a panel asked for */
    const [last, setLast] = useState("");
    const [cash, setCash] = useState(10000);
    const [chip, setChip] = useState(0);
    const [mode, setMode] = useState<Mode>("lay");
    const [side, setSide] = useState("A");
    useEffect(() => () => store.close(), [store]);
    useEffect(() => wire.onStatus(setStatus), [wire]);
    useStore(store);
    const t = store.table;
    const title = tableTitle(t.terms.title, t.terms.rules, id);
    useTitle(`Dealer, ${title}`);
    const act: Act = (body) => desk.act(body);
    const step = stepOf(t);
    const floor = has(me, "supervisor", "executive");
    const deals = t.dealer.person !== "" && t.dealer.person === me?.person;
    const presses = pressesOf(t, step, log.ahead, deals, has(me, "dealer"), floor);
    const panelAsks = view === "correct" || (view === "trouble" && needsCard(mishap));
    const chosenChip = chip || [...chipsFor(t)].reverse().find((cents) => cents <= t.layout.min_bet) || 500;

    const enter = (card: string, typed: number) => {
        const at = step.card === "turn" && t.turn.seat && t.turn.seat !== "dealer" ? { seat: t.turn.seat } : {};
        const body = { do: step.card!, card, ...(step.card === "determinant" ? { side } : {}), ...at };
        void desk.act(body, store.seen, typed);
    };
    const close = () => {
        setView("settle");
        setTouched(null);
        setMishap(null);
        setAsked("");
    };
    const stray = (card: string) =>
        desk.say({ text: `${cardSign(card)} was entered, but the table does not wait for a card: ${step.line}` });
    const onCard = (card: string, isTyped: boolean) => {
        if (panelAsks) return setAsked(card);
        setLast(card);
        if (step.card || desk.doing.pending) desk.card(card, isTyped);
        else stray(card);
    };
    useEffect(() => {
        const next = desk.waiting && t.turn.who !== "nobody" ? desk.nextCard() : undefined;
        if (next) (step.card ? enter : stray)(next.card, next.typed);
    });
    const onPress = (press: Press) => {
        if (press.word === "card") setLast(String(press.body?.card));
        void act({ do: press.word, ...press.body });
    };
    const onCall = (word: string) => {
        const offer = offerOf(t, word);
        if (offer) void act({ do: word, seat: offer.seat });
    };
    const tickNext = () => {
        const next = log.stops.find((stop) => !log.isTicked(stop));
        if (next) log.tick(next);
        store.changed();
    };
    const repeat = () => void desk.sameBets(log.lastBets);
    const canRepeat = t.phase === "betting" && Object.keys(log.lastBets).some((place) => t.seats[place]);
    const typed = useDealerKeys({
        wantsCard: Boolean(step.card) || panelAsks || desk.doing.pending.startsWith("card "),
        onCard: (card) => onCard(card, true),
        onCall,
        onNext: () => presses.length === 1 && onPress(presses[0]),
        onKey: (key) => {
            if (key === "b" && canRepeat) repeat();
            else if (key === "v") tickNext();
            else return false;
            return true;
        },
        onStray: stray,
    });
    const touch = {
        seat: (place: string) => {
            const player = t.seats[place];
            if (!player) return void desk.seat(place, cash);
            if (mode !== "leave") return void act({ do: "buy", player, cents: cash });
            setMode("lay");
            void act({ do: "leave", player });
        },
        spot: (place: string, wager: string) => {
            const lies = t.boxes[Number.parseInt(place, 10) - 1]?.bets[place]?.[wager] ?? 0;
            /* Seating a bettor behind a player implies that player's consent: the dealer has asked (MBJ-13(a).1). */
            if (!t.seats[place] && (wager === "main" || !isBehind(place))) return void desk.seat(place, cash);
            if (mode !== "take-back") return void act({ do: "bet", seat: place, wager, cents: lies + chosenChip });
            setMode("lay");
            void act({ do: "withdraw", seat: place, wager });
        },
        insure: (place: string, what: "insure" | "evenmoney", cents: number) =>
            void act({ do: what, seat: place, ...(what === "insure" ? { cents } : {}) }),
        card: (card: Touched) => {
            setTouched(card);
            setAsked("");
            setView("correct");
        },
    };
    if (ready && !has(me, "dealer", "supervisor", "executive"))
        return (
            <Stranger
                bar="Dealer"
                to={`/dealer/${id}`}
                title={/* say:console-for-dealers */ "This console is for dealers."}
            >
                A dealer or a supervisor can work here.
            </Stranger>
        );
    const relief = `${t.dealer.person} deals here. A supervisor names the next dealer under More.`;
    const takes = t.dealer.person ? relief : `Take the table. ${step.line}`;
    const comes = t.terms.dealing === "live" && !deals && !floor ? takes : step.line;
    const line = t.refused ? t.refused.why : t.loaded ? comes : "Looking for the table…";
    const { differs } = log;
    const lost =
        status !== "open" ? "The connection is lost." : t.moved ? "The table is moving to another server." : "";
    return (
        <>
            <Bar title={`Dealer: ${title}`} money={t.terms.money} />
            <main class="dealer">
                <h1 class="unseen">Dealer's console</h1>
                <DealersFelt t={t} numbers={log.numbers} touch={touch} />
                <Money
                    t={t}
                    cash={cash}
                    chip={chosenChip}
                    mode={mode}
                    canRepeat={canRepeat}
                    onCash={setCash}
                    onChip={setChip}
                    onMode={setMode}
                    onRepeat={repeat}
                />
                <CardPad
                    due={Boolean(step.card) || panelAsks}
                    ahead={log.ahead}
                    typed={typed}
                    last={last}
                    onCard={(card) => onCard(card, false)}
                />
                <div class="d-right">
                    <NextStep
                        t={t}
                        line={line}
                        presses={presses}
                        step={step}
                        slow={desk.doing.slow}
                        busy={desk.doing.pending !== ""}
                        act={act}
                        onPress={onPress}
                    />
                    <div class="d-why">
                        {lost && <p class="note note-bad" role="alert">{`${lost} Do not go on before it is back.`}</p>}
                        {desk.why && !desk.why.away && (
                            <p class="note note-bad" role="alert">
                                {desk.why.text} {desk.why.clause && <ClauseLink id={desk.why.clause} />}
                            </p>
                        )}
                        {differs && (
                            <p class="note note-bad d-differs" role="alert">
                                {/* say:shoe-says-otherwise */}The shoe read {cardSign(differs.read)}, you entered{" "}
                                {cardSign(differs.entered)}. Look at the card; touch it to correct it.
                            </p>
                        )}
                        {step.card === "determinant" && (
                            <label class="field">
                                Side
                                <select value={side} onChange={(e) => setSide(e.currentTarget.value)}>
                                    <option>A</option>
                                    <option>B</option>
                                </select>
                            </label>
                        )}
                    </div>
                    <Calls t={t} onCall={onCall} />
                    <div class="d-view" data-view={view}>
                        {desk.why?.away && <Again onDone={() => desk.say(null)} />}
                        {t.awards.length > 0 && <Awards t={t} act={act} />}
                        {view === "settle" && (
                            <TakeAndPay
                                t={t}
                                log={log}
                                onTick={(stop) => {
                                    log.tick(stop);
                                    store.changed();
                                }}
                            />
                        )}
                        {view === "trouble" && (
                            <Irregular
                                t={t}
                                act={act}
                                store={store}
                                chosen={mishap}
                                card={asked}
                                onChoose={setMishap}
                                onDone={close}
                            />
                        )}
                        {view === "correct" && touched && (
                            <Correct touched={touched} card={asked} floor={floor && !deals} act={act} onDone={close} />
                        )}
                        {view === "more" && <More t={t} act={act} floor={floor} />}
                    </div>
                    <div class="d-tools">
                        <button type="button" class="tool" aria-pressed={view === "settle"} onClick={close}>
                            Take and pay
                        </button>
                        <button
                            type="button"
                            class="tool"
                            aria-pressed={view === "trouble"}
                            onClick={() => {
                                close();
                                setView("trouble");
                            }}
                        >
                            {/* say:something-wrong */}Something went wrong
                        </button>
                        <button
                            type="button"
                            class="tool"
                            onClick={() => void act({ do: "summon", reason: "the dealer calls" })}
                        >
                            Call the supervisor
                        </button>
                        <button
                            type="button"
                            class="tool"
                            aria-pressed={view === "more"}
                            onClick={() => {
                                close();
                                setView("more");
                            }}
                        >
                            More
                        </button>
                    </div>
                </div>
            </main>
        </>
    );
}

export function Awards({ t, act }: { t: Table; act: Act }) {
    return (
        <section class="panel prize">
            <h2>Prizes that wait</h2>
            {t.awards.map((a, i) => (
                <p key={i} class="row">
                    Box {a.seat}, {wagerTitle(a.wager, t)}: <b>{dollars(a.cents)}</b> ({a.stage})
                    {a.stage === "called" ? (
                        <button
                            type="button"
                            class="tool"
                            onClick={() => void act({ do: "verify-award", seat: a.seat, wager: a.wager })}
                        >
                            {VERIFY}
                        </button>
                    ) : (
                        <button
                            type="button"
                            class="tool"
                            onClick={() => void act({ do: "pay-award", seat: a.seat, wager: a.wager })}
                        >
                            {SWIPE}
                        </button>
                    )}
                    <button
                        type="button"
                        class="tool"
                        onClick={() => {
                            const reason = prompt("Why is the prize withdrawn?");
                            if (reason) void act({ do: "withdraw-award", seat: a.seat, wager: a.wager, reason });
                        }}
                    >
                        Withdraw
                    </button>
                </p>
            ))}
        </section>
    );
}
