/* table.tsx - a place at a table: watch, sit, buy, cut, bet, decide, and see what everything paid and why. */
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { FeltView } from "../felt/felt";
import { feltOf } from "../felt/geometry";
import { TableInWords } from "../felt/hidden";
import { hear, setSilent, silent, tick } from "../felt/sound";
import { Spots } from "../felt/spots";
import { fairNumber, reducedMotion, useClock, useKeys, useSeconds, useShape, useStore, useTitle } from "../parts/hooks";
import { has, useSession } from "../parts/session";
import { SeenKeeper } from "../coach/seen";
import { DecisionKeeper } from "../coach/decisions";
import { RoundKeeper } from "../coach/rounds";
import { ShoeKeeper } from "../fair/keep";
import { Bets } from "../table/bets";
import { Doing, recordOf, type Body, type Said } from "../table/doing";
import { dollars } from "../table/money";
import type { Refusal } from "../net/api";
import type { Along, Offer, TableEvent } from "../net/wire";
import { couponOffers, type CouponOffer } from "../table/coupons";
import { useCoupons } from "./table-coupons";
import { doubleSaid, rideTurned } from "./table-along";
import { consentTurned } from "./table-consent";
import { cardValue } from "../table/cards";
import { boxOf, isBehind, placeBox, placesOf, type Table } from "../table/model";
import { sentence } from "../table/say";
import { TableStore } from "../table/store";
import { Bar } from "../parts/bar";
import { tableTitle } from "../parts/names";
import { hearVisit, visitOf } from "../table/visit";
import { CeremonyOver, useCeremony } from "./table-ceremony";
import { CoachOver, CoachSwitch, openWhy, useCoaching, VisitEnd } from "./table-coach";
import { Rail } from "./table-rail";
import { Drawer, type Tab } from "./table-drawer";
import { stoppedNote, useSitting } from "./table-sitting";
import { PartTaker } from "../fair/part";
import { spokenOf, useSpokenTurn } from "./table-spoken";
import { useWhyNot } from "./table-why";
import { EmoteBubbles, EmoteMenu } from "./table-emotes";
import { message, named } from "../words/catalogue";
import { FAVOURITE_KEYS, favourByKey, openFavourites } from "./table-bets";
import { useInsuring } from "./table-insurance";

/* With Shift the key of an act asks why it is not offered. */
const ASKED_BY = { h: "hit", s: "stand", d: "double", p: "split", x: "surrender", i: "insure", e: "evenmoney" };
export interface Note {
    text: string;
    clause?: string;
    to?: string; /* a page where the player can continue */
    toName?: string;
    kind: "info" | "bad" | "kind"; /* kind: what the player asked to be told */
}

function useTableStore(id: string): TableStore {
    const { wire } = useSession();
    const store = useMemo(() => new TableStore(wire, id, reducedMotion), [wire, id]);
    useEffect(() => {
        (globalThis as { lammerTable?: TableStore }).lammerTable = store; /* for tests and the curious */
        return () => store.close();
    }, [store]);
    useStore(store);
    return store;
}

function statusLine(t: Table): string {
    if (t.moved) return message("TABLE_THIS_TABLE_IS_MOVING");
    if (t.frozen) return message("TABLE_STOPPED");
    if (!t.open) return message("TABLE_THIS_TABLE_IS_CLOSED");
    if (t.drained) return message("TABLE_THIS_TABLE_STARTS_NO");
    return "";
}

/* Shows why the house refused, and where the player can continue. */
function refusalNote(answer: Refusal, id: string): Note {
    if (answer.status === 401)
        return {
            text: message("TABLE_SESSION_ENDED_AT_TABLE"),
            kind: "bad",
            to: `/sign-in?to=/table/${id}`,
        };
    return {
        text: answer.why,
        clause: answer.clause,
        kind: "bad",
        to: answer.elsewhere && `${answer.elsewhere}/table/${id}`,
    };
}

export function TablePage({ id }: { id: string }) {
    const session = useSession();
    const { me, wire, say, go } = session;
    const store = useTableStore(id);
    const t = store.table;
    const shape = useShape();
    const [note, setNote] = useState<Note | null>(null);
    const [tab, setTab] = useState<Tab | null>(null);
    const [status, setStatus] = useState(wire.status);
    const [quiet, setQuiet] = useState(silent);
    const [readyRound, setReadyRound] = useState(-1);
    const name = me?.person ?? "";
    const mine = placesOf(t, name);
    const ownBoxes = mine.filter((place) => !isBehind(place));
    const nameRef = useRef(name);
    const askedOf = useRef(""); /* the box that this page's player has asked */
    nameRef.current = name;
    store.me = name;
    const part = useMemo(() => {
        const taker = new PartTaker(wire, id, () => nameRef.current);
        store.onMessage((message) => taker.hear(message));
        return taker;
    }, [store]);
    const doing = useMemo(() => new Doing(store), [store]);
    const bets = useMemo(
        () =>
            new Bets(
                store,
                () => nameRef.current,
                (why, answer) => setNote(answer ? refusalNote(answer, id) : { text: why, kind: "bad" }),
            ),
        [store],
    );
    const clock = useClock(t.deadline, t.clockMs);
    const felt = useMemo(
        () => feltOf(shape, t.layout.boxes, mine.map(placeBox), t.layout.bettors),
        [shape, t.layout.boxes, t.layout.bettors, mine.join()],
    );

    const title = tableTitle(t.terms.title, t.terms.rules, id);
    useTitle(title);
    useEffect(() => wire.onStatus(setStatus), [wire]);
    const connected = status === "open" && !t.moved;
    const stale = !connected && status !== "connecting"; /* a page that is still loading has nothing old to show */
    useEffect(() => {
        if (!new URLSearchParams(location.search).has("moved")) return;
        history.replaceState(null, "", location.pathname);
        setNote({
            text: message("TABLE_MOVED_HERE"),
            kind: "info",
        });
    }, []);

    /* --- what is said, kept and totalled as events pass --- */
    const keepers = useMemo(
        () => ({
            rounds: new RoundKeeper(),
            shoe: new ShoeKeeper(id),
            choices: new DecisionKeeper(new SeenKeeper(id)),
        }),
        [id],
    );
    const tellConsent = (event: TableEvent, table: Table, places: string[]) => {
        const about = event.event === "ask" && event.seat !== undefined && places.includes(event.seat);
        const answered = event.event === "share" && event.on === true && askedOf.current === event.seat;
        const gone =
            (event.event === "leave" || event.event === "give-back") &&
            event.clause !== undefined &&
            event.player === nameRef.current;
        if (about) say(message("TABLE_PRESS_B_TO_LET", { sentence: sentence(table, event, nameRef.current) }), true);
        if (answered) setNote({ text: message("TABLE_BOX_LETS_YOU_BET", { seat: event.seat }), kind: "info" });
        if (gone)
            setNote({
                text: message("TABLE_THE_BOX_YOU_BET"),
                clause: event.clause,
                kind: "kind",
            });
        const asked = Object.keys(table.asks).find((box) => table.asks[box] === nameRef.current);
        if (event.event === "share" || event.event === "ask") askedOf.current = asked ?? "";
    };
    const tellLapse = (event: TableEvent, table: Table) => {
        if ((event.event !== "time-ran-out" && event.event !== "sit-out") || event.player !== nameRef.current) return;
        const text = sentence(table, event, nameRef.current);
        setNote({ text, kind: "kind" });
        say(text, true);
    };
    const coaching = useCoaching();
    const [ceremony, celebrate, endCeremony] = useCeremony((text) => say(text, true));
    useEffect(
        () =>
            store.onEvent((event, table, by) => {
                const places = placesOf(table, nameRef.current);
                keepers.rounds.hear(event, table, by, places);
                keepers.shoe.hear(event, table);
                keepers.choices.hear(event, table, by, nameRef.current);
                hear(event);
                tellConsent(event, table, places);
                tellLapse(event, table);
                if (event.event === "no-more-bets") bets.closed();
                hearVisit(event, table, places);
                celebrate(event, table, places);
                say(spokenOf(table, event, by, nameRef.current, places));
                if (event.event === "cut-shoe" && by === nameRef.current && event.seat && places.includes(event.seat))
                    setNote({ text: message("TABLE_YOU_CUT_AT", { count: event.count }), kind: "info" });
            }),
        [store, bets],
    );
    useEffect(() => {
        if (!store.current) return;
        keepers.choices.asked(t, t.turn, mine);
    }, [t.turn, store.current]);
    useSpokenTurn(store, name, mine, say);
    useEffect(() => {
        if (note?.kind !== "info") return undefined;
        const timer = setTimeout(() => setNote(null), 6000);
        return () => clearTimeout(timer);
    }, [note]);

    /* --- doing --- */
    const refused = async (word: string, cents: number, answer: Refusal) => {
        const ended = answer.status === 401;
        const own =
            me && !ended && (word === "sit" || word === "buy")
                ? await stoppedNote(word, t.terms.money, cents, answer)
                : null;
        setNote(own ?? refusalNote(answer, id));
        say(answer.why, true);
    };
    const seen = store.seen; /* the record that this page shows, on which its buttons decide */
    const judge = async (body: Body, answer: Said): Promise<Said> => {
        if (!answer.ok) await refused(body.do, Number(body.cents ?? 0), answer);
        else if (note && note.kind !== "info") setNote(null);
        return answer;
    };
    const act = async (body: Body) => judge(body, await doing.send(body));
    /* One press may send several commands: insurance on several spots. */
    const press = (label: string, ...bodies: Body[]) =>
        doing.run(label, async () => {
            const records = bodies.map(async (body) => recordOf(await judge(body, await doing.send(body, seen))));
            return Math.max(0, ...(await Promise.all(records)));
        });
    const tell = (body: Body) => press(Object.values(body).join(" "), body);
    const sitting = useSitting(store, session, act, press, setNote, part);

    const cutting = t.turn.do === "cut" && t.turn.seat !== undefined && mine.includes(t.turn.seat);
    const cutFor = useRef("");
    useEffect(() => {
        const key = `${t.shoe.number}/${t.turn.seat}`;
        if (!cutting || cutFor.current === key || !connected) return;
        cutFor.current = key;
        void act({ do: "cut", seat: t.turn.seat!, count: fairNumber(t.turn.least ?? 52, t.turn.most ?? 52) });
    }, [cutting, connected, t.shoe.number]);

    const house = mine.length > 0 ? visitOf(id).house : 0;
    const live = connected && store.current && t.loaded;
    const betting =
        live &&
        t.phase === "betting" &&
        t.at === "round" &&
        t.open &&
        !t.frozen &&
        mine.length > 0 &&
        t.turn.do !== "cut";
    const broke = betting && (t.racks[name] ?? 0) < t.layout.min_bet && bets.total() === 0;
    const myTurn = live && t.turn.do === "hit" && t.turn.seat !== undefined && mine.includes(t.turn.seat);
    const legal = [
        ...(t.turn.legal ?? []).filter((offer) => offer.seat && mine.includes(offer.seat)),
        ...hiddenSplit(t, mine),
    ];
    const insuring = live && t.phase === "insuring" ? legal : [];
    const along = live ? (t.turn.along ?? []).find((one) => mine.includes(one.seat)) : undefined;
    const coupons = useCoupons(store, name, mine.length > 0 && betting);
    const layCoupon = (offer: CouponOffer) =>
        doing.run(`coupon ${offer.coupon.coupon}`, async () => {
            const { coupon, wager, place } = offer;
            const answer = await act({
                do: "bet",
                seat: place,
                wager,
                cents: coupon.cents,
                in: "coupon",
                coupon: coupon.coupon,
            });
            if (answer.ok)
                setNote({
                    text:
                        coupon.kind === "progressive"
                            ? message("TABLE_THE_COUPON_IS_YOUR")
                            : message("TABLE_COUPON_LIES"),
                    kind: "info",
                });
            coupons.refresh();
            return recordOf(answer);
        });

    const deal = () =>
        doing.run("deal", async () => {
            await bets.answered();
            if (bets.total() === 0 && bets.canRepeat && !(await bets.repeat())) return 0;
            setReadyRound(t.round);
            const answer = await act({ do: "ready" });
            if (!answer.ok) setReadyRound(-1);
            return recordOf(answer);
        });
    const insurance = useInsuring(insuring);
    const decide = (word: string, down = false) => {
        const offer = (myTurn ? legal : insuring).find(
            (o) => o.do === word && (word !== "insure" || o.most) && Boolean(o.down) === down,
        );
        if (!offer) return;
        keepers.choices.down = down;
        void press(down ? `${word}-down` : word, {
            do: word,
            seat: offer.seat,
            ...(down ? { down } : {}),
            ...(word === "insure" ? { cents: insurance.cents, ...(offer.wager ? { wager: offer.wager } : {}) } : {}),
        });
    };
    const decline = () => {
        const asked = insuring.filter((o) => o.do === "insure");
        void press(
            "decline",
            ...(asked.length ? asked : insuring.slice(0, 1)).map((o) => ({
                do: "insure",
                seat: o.seat,
                cents: 0,
                ...(o.wager ? { wager: o.wager } : {}),
            })),
        );
    };

    const waitsForMe = myTurn || insuring.length > 0;
    const seconds = useSeconds(waitsForMe ? t.deadline : 0, (left) => {
        tick();
        if (left === 5) say(message("TABLE_FIVE_SECONDS_LEFT"), true);
    });

    /* A bettor behind is asked while the box holder decides; then the keys for double and split act for the bettor. */
    const sayAlong = (of: (along: Along) => { do: string } | null): boolean => {
        const body = along && !myTurn ? of(along) : null;
        if (body) void tell(body);
        return body !== null;
    };

    const toggleSound = () => {
        setSilent(!quiet);
        setQuiet(!quiet);
    };
    const chooseChip = (cents: number) => {
        bets.chip = cents;
        store.changed();
    };

    const asking = useWhyNot(store, myTurn ? t.turn.seat : mine[0]);
    useKeys({
        h: () => decide("hit"),
        s: () => decide("stand"),
        d: () => (betting ? void bets.double() : sayAlong(doubleSaid) || decide("double")),
        t: () => decide("double", true),
        a: () => betting && void bets.spread(),
        f: () => betting && openFavourites(),
        k: coaching.turn,
        y: openWhy,
        "-": () => insurance.canLess && insurance.less(),
        "+": () => insurance.canMore && insurance.more(),
        "=": () => insurance.canMore && insurance.more(),
        ...Object.fromEntries(FAVOURITE_KEYS.map((key, i) => [key, () => betting && favourByKey(t, bets, i)])),
        p: () => sayAlong(rideTurned) || decide("split"),
        x: () => decide("surrender"),
        i: () => decide("insure"),
        e: () => decide("evenmoney"),
        n: () => insuring.length && decline(),
        Enter: () => betting && t.terms.dealing !== "live" && void deal(),
        " ": () => betting && bets.add(mine[0], "main"),
        u: () => bets.undo(),
        Backspace: () => bets.undo(),
        r: () => betting && void bets.repeat(),
        c: () => betting && void bets.clear(),
        w: () => (asking.about === "all" ? asking.close() : asking.why("all")),
        ...Object.fromEntries(Object.entries(ASKED_BY).map(([key, act]) => [`Shift+${key}`, () => asking.why(act)])),
        ...Object.fromEntries(
            [100, 500, 2500, 10000, 50000].map((cents, i) => [String(i + 1), () => chooseChip(cents)]),
        ),
        b: () => t.layout.bettors > 1 && live && ownBoxes[0] && void tell(consentTurned(t, ownBoxes[0])),
        m: toggleSound,
        "?": () => setTab(tab === "keys" ? null : "keys"),
        Escape: () => (asking.about ? asking.close() : setTab(null)),
    });

    if (t.refused) {
        return (
            <>
                <Bar title={message("TABLE_TABLE")} />
                <main class="page">
                    <h1>{message("TABLE_PAGE_NO_SUCH_TABLE")}</h1>
                    <p>{t.refused.why}</p>
                    <p>
                        <a class="button" href="/">
                            {message("TABLE_BACK_TO_THE_LOBBY")}
                        </a>
                    </p>
                </main>
            </>
        );
    }
    return (
        <div class={`table-page is-${shape} ${stale ? "is-stale" : ""} ${tab ? "has-drawer" : ""}`}>
            <Bar title={title} heading practice={t.terms.practice} money={t.terms.money}>
                {mine.length > 0 && (
                    <span class="chips-now" title={message("TABLE_CHIPS_BEFORE_YOU")}>
                        {dollars(t.racks[name] ?? 0)}
                        {connected ? "" : <span class="not-current">{message("TABLE_NOT_CURRENT")}</span>}
                    </span>
                )}
                <button
                    type="button"
                    class="quiet"
                    onClick={() => setTab(tab ? null : "round")}
                    aria-expanded={tab !== null}
                >
                    {message("TABLE_DETAILS")}
                </button>
                <button
                    type="button"
                    class="quiet"
                    onClick={toggleSound}
                    aria-pressed={!quiet}
                    aria-label={message("TABLE_SOUND")}
                    title={quiet ? message("TABLE_SOUND_IS_OFF_M") : message("TABLE_SOUND_IS_ON_M")}
                >
                    <SpeakerMark quiet={quiet} />
                </button>
                {mine.length > 0 && (
                    <button type="button" class="quiet" onClick={() => void sitting.leave()}>
                        {message("TABLE_LEAVE")}
                    </button>
                )}
                {mine.length > 0 && live && <EmoteMenu onEmote={(emote) => void act({ do: "emote", emote })} />}
                {has(me, "dealer", "supervisor") && (
                    <a
                        class="quiet"
                        href={`/dealer/${id}`}
                        onClick={(e) => {
                            e.preventDefault();
                            go(`/dealer/${id}`);
                        }}
                    >
                        {message("TABLE_DEAL")}
                    </a>
                )}
            </Bar>
            <main class="stage">
                <div class="over-felt">
                    {(status === "lost" || status === "unsupported") && (
                        <p class="stale" role="alert">
                            {status === "unsupported"
                                ? message("TABLE_THIS_BROWSER_CANNOT_HOLD")
                                : message("TABLE_CONNECTION_LOST")}
                        </p>
                    )}
                    {statusLine(t) && t.loaded && (
                        <p class="stale" role="status">
                            {statusLine(t)}
                        </p>
                    )}
                </div>
                <div class="stage-inner" style={{ "--w": felt.width, "--h": felt.height }}>
                    {t.loaded && <FeltView table={t} felt={felt} me={name} clock={clock} house={house} />}
                    <Spots
                        table={t}
                        felt={felt}
                        me={name}
                        mine={mine}
                        canSit={live && sitting.canSit}
                        behind={live && (mine.length === 0 || t.phase === "betting") ? sitting.behind : []}
                        canBet={betting && !broke}
                        chip={bets.chip}
                        onSit={(place) => void sitting.sit(place)}
                        onBet={(place, wager) => bets.add(place, wager)}
                    />
                    {mine.length > 0 && (
                        <CoachOver coaching={coaching} last={keepers.choices.last} table={t} felt={felt} />
                    )}
                    <VisitEnd sits={mine.length > 0} table={t} />
                    <CeremonyOver ceremony={ceremony} felt={felt} onEnd={endCeremony} />
                    <EmoteBubbles store={store} felt={felt} />
                    {!t.loaded && <p class="waiting">{message("TABLE_LOOKING_FOR_THE_TABLE")}</p>}
                    {Object.keys(t.meters).length > 0 && (
                        <div class="meters">
                            {Object.entries(t.meters).map(([meter, cents]) => (
                                <a class="meter" key={meter} href={`/meter/${id}`}>
                                    {named(t.layout.meters[meter] ?? meter)} <b>{dollars(cents)}</b>
                                </a>
                            ))}
                        </div>
                    )}
                </div>
                {mine.length > 0 && <CoachSwitch coaching={coaching} />}
                <TableInWords table={t} me={name} house={house} />
            </main>
            <Rail
                connected={connected}
                consentBoxes={live ? ownBoxes : []}
                along={along}
                doing={doing}
                onAlong={(body) => void tell(body)}
                coupons={couponOffers(t, coupons.list, mine)}
                onCoupon={(offer) => void layCoupon(offer)}
                table={t}
                me={name}
                mine={mine}
                bets={bets}
                betting={betting}
                broke={broke}
                myTurn={myTurn}
                legal={legal}
                insuring={insurance}
                clock={clock}
                seconds={seconds}
                waiting={readyRound === t.round && t.phase === "betting"}
                note={note}
                onNote={setNote}
                sitting={sitting}
                onDeal={() => void deal()}
                onChip={chooseChip}
                onDecide={decide}
                onDecline={decline}
                asking={asking}
                onAccount={() => setTab("round")}
            />
            {tab && <Drawer table={t} mine={mine} tab={tab} onTab={setTab} store={store} />}
        </div>
    );
}

function SpeakerMark({ quiet }: { quiet: boolean }) {
    return (
        <svg
            viewBox="0 0 20 20"
            width="20"
            height="20"
            aria-hidden="true"
            fill="none"
            stroke="currentColor"
            stroke-width="1.8"
            stroke-linecap="round"
        >
            <path d="M3 7.5h3l4-3.5v12l-4-3.5H3z" fill="currentColor" />
            <path d={quiet ? "M13 7.5l4.5 5M17.5 7.5l-4.5 5" : "M13 7.5q1.6 2.5 0 5M15.5 5.5q3 4.5 0 9"} />
        </svg>
    );
}

/* Cards dealt from the hand lie face down: only their player knows of a pair, and shows it by splitting (MBJ-6a(e)(1)). */
function hiddenSplit(t: Table, mine: string[]): Offer[] {
    const box = t.turn.do === "hit" && mine.includes(t.turn.seat ?? "") ? boxOf(t, t.turn.seat) : undefined;
    const slots = box?.hands[(t.turn.hand ?? 1) - 1]?.slots ?? [];
    const pair =
        slots.length === 2 &&
        slots.every((slot) => slot.card) &&
        slots.some((slot) => slot.own) &&
        cardValue(slots[0].card!) === cardValue(slots[1].card!);
    const listed = t.turn.legal?.some((offer) => offer.do === "split");
    return pair && !listed && box!.hands.length < Number(t.layout.rules.split_hands ?? 2)
        ? [{ do: "split", seat: t.turn.seat, most: box!.bets[t.turn.seat!]?.main }]
        : [];
}
