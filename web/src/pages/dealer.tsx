/* dealer.tsx - the dealer's console: the next step in one line, cards in, payouts out, and what to do when something goes wrong. */
import { useEffect, useMemo, useState } from "preact/hooks";
import type { Offer } from "../net/wire";
import { CardEntry } from "../dealer/entry";
import { MISHAPS, numberWord, readCard, stepOf } from "../dealer/steps";
import { FeltView } from "../felt/felt";
import { tallFelt, wideFelt } from "../felt/geometry";
import { wagerTitle } from "../felt/print";
import { Again } from "../parts/again";
import { Bar } from "../parts/bar";
import { ClauseLink, clauseText } from "../parts/clause";
import { useShape, useStore, useTitle } from "../parts/hooks";
import { personName, tableTitle } from "../parts/names";
import { has, useSession } from "../parts/session";
import { Doing, recordOf } from "../table/doing";
import { dollars } from "../table/money";
import { behindBox, freeBet, isBehind, placeBox, type Table } from "../table/model";
import { TableStore } from "../table/store";
import { consentTurned } from "./table-consent";

type Act = (body: { do: string; [key: string]: unknown }) => Promise<boolean>;

/* --- bets and decisions on behalf of those who sit there -------------------------------------------------------- */

function Seats({ t, act }: { t: Table; act: Act }) {
    const [seat, setSeat] = useState("1");
    const [wager, setWager] = useState("main");
    const [sum, setSum] = useState("10");
    const cents = Math.round(Number(sum) * 100);
    const player = t.seats[seat];
    /* Seating a bettor behind a player implies that player's consent: the dealer has asked (MBJ-13(a).1). */
    const places = t.boxes.flatMap((box) => [
        String(box.number),
        ...(t.seats[String(box.number)] ? behindBox(t, box.number) : []),
    ]);
    return (
        <section class="panel">
            <h2>Boxes and bets</h2>
            <div class="row">
                <label class="field">
                    Box
                    <select value={seat} onChange={(e) => setSeat(e.currentTarget.value)}>
                        {places.map((place) => (
                            <option key={place} value={place}>
                                {isBehind(place) ? `behind ${placeBox(place)}` : place}
                                {t.seats[place] ? ` ${personName(t.seats[place])}` : ", free"}
                            </option>
                        ))}
                    </select>
                </label>
                <label class="field">
                    Dollars
                    <input inputMode="decimal" value={sum} onInput={(e) => setSum(e.currentTarget.value)} size={7} />
                </label>
                {!player && (
                    <button type="button" class="tool" onClick={() => void act({ do: "sit", seat })}>
                        {isBehind(seat) ? "The player agrees: seat a walk-in" : "Seat a walk-in"}
                    </button>
                )}
                {player && (
                    <button type="button" class="tool" onClick={() => void act({ do: "buy", player, cents })}>
                        Cash for chips
                    </button>
                )}
                {player && (
                    <button type="button" class="tool" onClick={() => void act({ do: "leave", player })}>
                        Cash out, leaves
                    </button>
                )}
                {player && t.layout.bettors > 1 && !isBehind(seat) && (
                    <button
                        type="button"
                        class="tool"
                        role="switch"
                        aria-checked={Boolean(t.shared[seat])}
                        onClick={() => void act(consentTurned(t, seat))}
                    >
                        {t.shared[seat] ? "Others may bet behind" : "No bets behind"}
                    </button>
                )}
            </div>
            {player && (
                <div class="row">
                    <label class="field">
                        Wager
                        <select value={wager} onChange={(e) => setWager(e.currentTarget.value)}>
                            <option value="main">Blackjack wager</option>
                            {t.layout.wagers.map((w) => (
                                <option key={w.wager} value={w.wager}>
                                    {w.title}
                                </option>
                            ))}
                        </select>
                    </label>
                    <button type="button" class="tool" onClick={() => void act({ do: "bet", seat, wager, cents })}>
                        Bet {dollars(cents || 0)}
                    </button>
                    <button type="button" class="tool" onClick={() => void act({ do: "withdraw", seat, wager })}>
                        Take back
                    </button>
                </div>
            )}
        </section>
    );
}

function Decide({ t, act }: { t: Table; act: Act }) {
    const offers = (t.turn.legal ?? []).filter((o) =>
        ["hit", "stand", "double", "split", "surrender", "discard", "insure", "evenmoney"].includes(o.do),
    );
    if (!offers.length) return null;
    return (
        <div class="actions" role="group" aria-label="What the player says">
            {offers.map((o, i) => (
                <button
                    key={i}
                    type="button"
                    class={`action action-${o.do} ${o.free ? "is-free" : ""}`}
                    onClick={() =>
                        void act({ do: o.do, seat: o.seat, ...(o.do === "insure" ? { cents: o.most } : {}) })
                    }
                >
                    <span>
                        {o.seat !== t.turn.seat ? `Box ${o.seat}: ` : ""}
                        {o.do}
                    </span>
                    {o.free ? <b class="free">free</b> : o.most ? <small>{dollars(o.most)}</small> : null}
                </button>
            ))}
        </div>
    );
}

/* --- payouts, in the order that the document prescribes ---------------------------------------------------------- */

function Payouts({ t }: { t: Table }) {
    const rows = t.payouts.filter((p) => p.kind !== "award");
    const words: Record<string, string> = { pay: "Pay", take: "Take", return: "Leave" };
    return (
        <section class="panel">
            <h2>Take and pay</h2>
            {rows.length === 0 && <p class="dim">Nothing to take or pay yet.</p>}
            <ol class="payouts">
                {rows.map((p, i) => (
                    <li key={i} class={p.kind === "pay" ? "is-win" : p.kind === "take" ? "is-lose" : ""}>
                        <b>{words[p.kind]}</b> box {p.place}
                        {p.hand && p.hand > 1 ? ` hand ${p.hand}` : ""}: {dollars(p.cents)}{" "}
                        <span class="dim">{wagerTitle(p.wager, t)}</span>
                    </li>
                ))}
            </ol>
        </section>
    );
}

/* --- something went wrong ------------------------------------------------------------------------------------------ */

function Irregular({ t, act, store }: { t: Table; act: Act; store: TableStore }) {
    const [list, setList] = useState<Offer[] | null>(null);
    const [chosen, setChosen] = useState<Offer | null>(null);
    const [card, setCard] = useState("");
    const [says, setSays] = useState("");
    const free = freeBet(t);
    const open = async () => {
        const answer = await store.wire.send<{ mishaps: Offer[] }>({ do: "mishaps", table: t.id });
        setList(answer.ok ? answer.mishaps : []);
    };
    useEffect(() => {
        setSays("");
        const row = chosen && MISHAPS[String(chosen.name)];
        if (row) void clauseText(free ? row.free : row.plain).then(setSays);
    }, [chosen]);
    const clause = chosen ? MISHAPS[String(chosen.name)]?.[free ? "free" : "plain"] : "";
    const needsCard =
        chosen && ["misdeal", "face-up-card", "exposed", "overdraw", "up-racked"].includes(String(chosen.name));
    const send = async () => {
        const body: Record<string, unknown> = { do: "irregular", name: chosen!.name };
        if (chosen!.seat && chosen!.seat !== "dealer") body.seat = chosen!.seat;
        if (chosen!.how) body.how = chosen!.how;
        if (needsCard) body.card = readCard(card) ?? "";
        if (await act(body as { do: string })) {
            setChosen(null);
            setList(null);
        }
    };
    return (
        <section class="panel">
            <h2>Irregularity</h2>
            {t.irregular && <p role="status">Called: {MISHAPS[t.irregular]?.what ?? t.irregular}.</p>}
            {!list && (
                <button type="button" class="tool" onClick={() => void open()}>
                    {/* say:something-wrong */}Something went wrong
                </button>
            )}
            {list && !chosen && (
                <>
                    <h3>What happened?</h3>
                    <ul class="choices">
                        {list.length === 0 && <li class="dim">No irregularity is possible now.</li>}
                        {list.map((m, i) => (
                            <li key={i}>
                                <button type="button" class="quiet" onClick={() => setChosen(m)}>
                                    {MISHAPS[String(m.name)]?.what ?? String(m.name)}
                                    {m.seat ? `, box ${m.seat}` : ""}
                                    {m.how ? ` (${String(m.how)})` : ""}
                                </button>
                            </li>
                        ))}
                    </ul>
                    <button type="button" class="tool" onClick={() => setList(null)}>
                        Never mind
                    </button>
                </>
            )}
            {chosen && (
                <>
                    <h3>
                        {MISHAPS[String(chosen.name)]?.what}
                        {chosen.seat ? `, box ${chosen.seat}` : ""}
                    </h3>
                    {clause && (
                        <p>
                            <b>{clause}</b>: {says}
                        </p>
                    )}
                    {needsCard && (
                        <label class="field">
                            The card
                            <input value={card} onInput={(e) => setCard(e.currentTarget.value)} maxLength={3} />
                        </label>
                    )}
                    <p class="row">
                        <button
                            type="button"
                            class="action action-stand"
                            disabled={Boolean(needsCard) && !readCard(card)}
                            onClick={() => void send()}
                        >
                            <span>{/* say:call-it */}Call it</span>
                        </button>
                        <button type="button" class="tool" onClick={() => setChosen(null)}>
                            Back
                        </button>
                    </p>
                </>
            )}
        </section>
    );
}

function Numbers({ t, act }: { t: Table; act: Act }) {
    const [count, setCount] = useState("");
    const word = numberWord(t.turn);
    if (!word) return null;
    return (
        <form
            class="row"
            onSubmit={(e) => {
                e.preventDefault();
                void act({ do: word, count: Number(count), ...(word === "cut" ? { seat: t.turn.seat } : {}) });
            }}
        >
            <label class="field">
                Cards
                <input
                    inputMode="numeric"
                    value={count}
                    onInput={(e) => setCount(e.currentTarget.value)}
                    size={5}
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

export function DealerPage({ id }: { id: string }) {
    const { wire, me, ready } = useSession();
    const store = useMemo(() => new TableStore(wire, id, () => true), [wire, id]);
    const [status, setStatus] = useState(wire.status);
    const [why, setWhy] = useState<{ text: string; clause?: string } | null>(null);
    const [away, setAway] = useState(false);
    const [side, setSide] = useState("A");
    const tall = useShape() === "tall";
    useEffect(() => () => store.close(), [store]);
    useEffect(() => wire.onStatus(setStatus), [wire]);
    useStore(store);
    const t = store.table;
    const felt = useMemo(
        () => (tall ? tallFelt(t.layout.boxes, [], t.layout.bettors) : wideFelt(t.layout.boxes, t.layout.bettors)),
        [tall, t.layout.boxes, t.layout.bettors],
    );
    const title = tableTitle(t.terms.title, t.terms.rules, id);
    useTitle(`Dealer, ${title}`);
    const doing = useMemo(() => new Doing(store), [store]);
    const seen = store.seen; /* the record that this console shows */
    const act: Act = async (body) => {
        let done = false;
        if (doing.pending)
            setWhy({
                text: "The last act is still in progress, so this one was ignored. Wait until the line above changes.",
            });
        await doing.run(Object.values(body).join(" "), async () => {
            const answer = await doing.send(body, seen);
            setAway(!answer.ok && answer.status === 401);
            setWhy(answer.ok ? null : { text: answer.why, clause: answer.clause });
            done = answer.ok;
            return recordOf(answer);
        });
        return done;
    };
    const step = stepOf(t);
    const staff = has(me, "dealer", "supervisor", "executive");
    const dealing = t.dealer.person !== "" && t.dealer.person === me?.person;
    const progressive = t.layout.wagers.filter((w) => w.meter ?? t.meters[w.wager] !== undefined);
    const recent = t.log
        .map((line) => line.text)
        .slice(-8)
        .reverse();
    if (ready && !staff) {
        return (
            <>
                <Bar title="Dealer" />
                <main class="page narrow">
                    <h1>{/* say:console-for-dealers */}This console is for dealers.</h1>
                    <p>
                        You are {me ? `signed in as ${me.roles.join(", ")}` : "not signed in"}. A dealer or a supervisor
                        can work here.
                    </p>
                    <p>
                        <a class="button" href={`/sign-in?to=/dealer/${id}`}>
                            Sign in
                        </a>
                    </p>
                </main>
            </>
        );
    }
    return (
        <>
            <Bar title={`Dealer: ${title}`} money={t.terms.money} />
            {status !== "open" && (
                <p class="stale" role="alert">
                    The connection is lost. Do not go on before it is back.
                </p>
            )}
            {status === "open" && t.moved && (
                <p class="stale" role="alert">
                    The table is moving to another server. Do not go on before it is back.
                </p>
            )}
            <main class="page broad dealer">
                <h1 class="unseen">Dealer's console</h1>
                {away && (
                    <Again
                        onDone={() => {
                            setAway(false);
                            setWhy(null);
                        }}
                    />
                )}
                <section class="next-step" aria-live="polite">
                    <p class={`next-line ${doing.pending ? "is-pending" : ""}`}>
                        {doing.slow
                            ? "On its way to the house…"
                            : t.refused
                              ? t.refused.why
                              : t.loaded
                                ? step.line
                                : "Looking for the table…"}{" "}
                        {t.turn.clause && <ClauseLink id={t.turn.clause} />}
                    </p>
                    {t.terms.dealing === "virtual" && t.loaded && (
                        <p class="dim">The program deals at this table. You can watch it here.</p>
                    )}
                    {why && !away && (
                        <p class="note note-bad" role="alert">
                            {why.text} {why.clause && <ClauseLink id={why.clause} />}
                        </p>
                    )}
                    {t.terms.dealing === "live" && (
                        <>
                            <div class="actions" aria-busy={doing.pending !== ""}>
                                {!dealing && has(me, "dealer") && (
                                    <button
                                        type="button"
                                        class="action action-main"
                                        onClick={() => void act({ do: "dealer" })}
                                    >
                                        <span>{t.dealer.person ? `Relieve ${t.dealer.person}` : "I deal here"}</span>
                                    </button>
                                )}
                                {step.press?.map((p) => (
                                    <button
                                        key={p.label}
                                        type="button"
                                        class="action action-main"
                                        onClick={() => void act({ do: p.word, ...p.body })}
                                    >
                                        <span>{p.label}</span>
                                    </button>
                                ))}
                            </div>
                            <Decide t={t} act={act} />
                            <Numbers t={t} act={act} />
                            {step.card === "determinant" && (
                                <label class="field">
                                    Side
                                    <select value={side} onChange={(e) => setSide(e.currentTarget.value)}>
                                        <option>A</option>
                                        <option>B</option>
                                    </select>
                                </label>
                            )}
                            {step.card && (
                                <CardEntry
                                    label={step.line}
                                    onCard={(card) =>
                                        void act({
                                            do: step.card!,
                                            card,
                                            ...(step.card === "determinant" ? { side } : {}),
                                            ...(step.card === "turn" && t.turn.seat && t.turn.seat !== "dealer"
                                                ? { seat: t.turn.seat }
                                                : {}),
                                        })
                                    }
                                />
                            )}
                        </>
                    )}
                </section>
                <div class="dealer-columns">
                    <div>
                        <div class="replay" style={{ "--w": felt.width, "--h": felt.height }}>
                            {t.loaded && <FeltView table={t} felt={felt} me="" clock={0} />}
                        </div>
                        <ol class="log" aria-label="What happened">
                            {recent.map((line, i) => (
                                <li key={i}>{line}</li>
                            ))}
                        </ol>
                    </div>
                    <div>
                        {t.awards.length > 0 && <Awards t={t} act={act} />}
                        <Payouts t={t} />
                        {t.terms.dealing === "live" && (
                            <>
                                <Seats t={t} act={act} />
                                <Irregular t={t} act={act} store={store} />
                                <section class="panel row">
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
                                    <button
                                        type="button"
                                        class="tool"
                                        onClick={() => void act({ do: "summon", reason: "the dealer calls" })}
                                    >
                                        Call the supervisor
                                    </button>
                                    {has(me, "supervisor", "executive") && (
                                        <button
                                            type="button"
                                            class="tool"
                                            onClick={() =>
                                                void act({ do: t.frozen ? "thaw" : "freeze", reason: "at the table" })
                                            }
                                        >
                                            {t.frozen ? "Resume play" : "Stop the table"}
                                        </button>
                                    )}
                                </section>
                            </>
                        )}
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
                            {/* say:verify */}Verify cards and light
                        </button>
                    ) : (
                        <button
                            type="button"
                            class="tool"
                            onClick={() => void act({ do: "pay-award", seat: a.seat, wager: a.wager })}
                        >
                            {/* say:swipe */}Swipe card and pay
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
