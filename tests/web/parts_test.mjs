/* parts_test.mjs - parts of the pages by themselves, without a browser: the press that acts once, the wire that falls silent, the
 * pit that is told, the clock that is heard, what Repeat lays, what mistakes cost, the total that waits for its card, the proof of a hand.
 *
 * Hooks and time are made here, so that no test waits. LAMMER_ALTERED=FILE=OTHER reads another file in the place of one: a planted
 * fault (tests/planted/web). */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { messages } from "../../web/messages.mjs";
import { equal, expect, finish, packages } from "./house.mjs";

/* --- the parts ---------------------------------------------------------------------------------------------------- */

const [altered, other] = (process.env.LAMMER_ALTERED ?? "").split("=");
const fault = {
    name: "fault",
    setup: (b) =>
        b.onLoad({ filter: /web\/src\/.*\.tsx?$/ }, ({ path }) =>
            altered && path === resolve(altered)
                ? { contents: readFileSync(other, "utf8"), loader: path.endsWith("x") ? "tsx" : "ts" }
                : undefined,
        ),
};
const hooks = {
    name: "hooks",
    setup: (b) => {
        b.onResolve({ filter: /^preact\/hooks$/ }, () => ({ path: "hooks", namespace: "made-here" }));
        b.onLoad({ filter: /^hooks$/, namespace: "made-here" }, () => ({
            contents: [
                "State",
                "Effect",
                "Ref",
                "Reducer",
                "Memo",
                "Context",
                "Callback",
                "LayoutEffect",
                "DebugValue",
                "Id",
                "ImperativeHandle",
            ]
                .map((name) => `export const use${name} = (...given) => globalThis.hooks.use${name}(...given);`)
                .join("\n"),
        }));
    },
};
const { build } = createRequire(join(packages, "of-tests.js"))("esbuild");
const work = mkdtempSync(join(tmpdir(), "lammer-parts-"));
await build({
    stdin: {
        contents: `
            import "./web/src/early"; export { Doing } from "./web/src/table/doing"; export { Wire } from "./web/src/net/wire";
            export { Bets } from "./web/src/table/bets"; export { accuracy } from "./web/src/coach/values";
            export { Total } from "./web/src/felt/felt"; export { useSeconds } from "./web/src/parts/hooks";
            export { findingsOf } from "./web/src/hand/proof"; export { sealOf } from "./web/src/fair/check";
            export { fold, newTable } from "./web/src/table/model"; export { priceDecision } from "./web/src/coach/price";
            export { situationOf } from "./web/src/coach/decisions"; export { SeenKeeper, chooseScope } from "./web/src/coach/seen";
            export { strokeOf } from "./web/src/dealer/keys"; export { numbersOf, stopsOf } from "./web/src/dealer/round";
            export { publicSteps } from "./web/src/hand/link"; export { shownOf, silence } from "./web/src/table/emotes";
            export { follow } from "./web/src/pit/push"; export { needsOf, sizeOf } from "./web/src/pit/needs";
            export { speak, learnPages } from "./web/src/words/catalogue";`,
        resolveDir: process.cwd(),
        loader: "ts",
    },
    bundle: true,
    format: "esm",
    outfile: join(work, "parts.mjs"),
    define: { PROFILES: "[]", CLAUSES: "{}", "import.meta.url": '""' },
    nodePaths: [packages],
    jsx: "automatic",
    jsxImportSource: "preact",
    external: ["*.wasm"],
    plugins: [fault, hooks, messages],
    logLevel: "error",
});

/* --- a browser's furniture ------------------------------------------------------------------------------------------ */

let now = 1000,
    timers = [];
const at = (ms, run, every) => timers.push({ id: timers.length + 1, time: now + ms, run, every, open: true });
function advance(ms) {
    for (const end = now + ms; ;) {
        const next = timers.filter((t) => t.open && t.time <= end).sort((a, b) => a.time - b.time)[0];
        now = next ? next.time : end;
        if (!next) return;
        if (next.every) next.time += next.every;
        else next.open = false;
        next.run();
    }
}
const drop = (id) => id && timers[id - 1] && (timers[id - 1].open = false);
const storage = () => {
    const kept = new Map();
    return {
        getItem: (key) => kept.get(key) ?? null,
        setItem: (key, value) => kept.set(key, String(value)),
        removeItem: (key) => kept.delete(key),
    };
};
class Socket {
    static CONNECTING = 0;
    static OPEN = 1;
    readyState = 0;
    sent = [];
    constructor() {
        Socket.last = this;
    }
    open() {
        this.readyState = 1;
        this.onopen?.();
    }
    send(text) {
        this.sent.push(JSON.parse(text));
    }
    close() {
        this.readyState = 3;
        this.onclose?.();
    }
}
Object.defineProperty(globalThis, "performance", { value: { now: () => now } });
Object.assign(globalThis, {
    window: globalThis,
    document: { documentElement: {}, addEventListener() {}, removeEventListener() {}, visibilityState: "visible" },
    location: { protocol: "http:", host: "house", origin: "http://house", pathname: "/", search: "" },
    addEventListener() {},
    removeEventListener() {},
    matchMedia: () => ({ matches: false, addEventListener() {}, removeEventListener() {} }),
    localStorage: storage(),
    sessionStorage: storage(),
    WebSocket: Socket,
    setTimeout: (run, ms = 0) => at(ms, run),
    setInterval: (run, ms) => at(ms, run, ms),
    clearTimeout: drop,
    clearInterval: drop,
});

/* Draws a component, with its effects after it, until nothing changes. */
function drawn(draw) {
    const cells = [];
    let i, dirty;
    const cell = (first) => (cells[i] ??= first());
    const differ = (a, b) => !a || !b || a.some((x, k) => x !== b[k]);
    const useState = (first) => {
        const c = cell(() => ({ value: typeof first === "function" ? first() : first }));
        i++;
        return [c.value, (value) => value !== c.value && ((c.value = value), (dirty = true))];
    };
    const useEffect = (run, deps) => {
        const c = cell(() => ({}));
        i++;
        if (!differ(c.deps, deps)) return;
        c.deps = deps;
        c.stop?.();
        c.stop = run();
    };
    const useRef = (current) => {
        const c = cell(() => ({ current }));
        i++;
        return c;
    };
    const made = { useState, useEffect, useRef, useLayoutEffect: useEffect, useMemo: (run) => run() };
    return (...given) => {
        let shown;
        do {
            dirty = false;
            i = 0;
            globalThis.hooks = made;
            shown = draw(...given);
        } while (dirty);
        return shown;
    };
}

const parts = await import(join(work, "parts.mjs"));
rmSync(work, { recursive: true });
await parts.speak("en");
await parts.learnPages();

/* --- a press acts once ------------------------------------------------------------------------------------------------ */

async function pressesOnce() {
    const sent = [];
    const listeners = [];
    const store = {
        seen: 5,
        table: { id: "t" },
        changed() {},
        subscribe: (listener) => listeners.push(listener),
        wire: { send: async (body) => sent.push(body) },
    };
    const show = (seen) => {
        store.seen = seen;
        for (const listener of listeners) listener();
    };
    const doing = new parts.Doing(store);
    const press = () => doing.run("hit", async () => (await doing.send({ do: "hit" }), 6));
    const first = press();
    equal(doing.pending, "hit", "a press is in progress at once");
    await press();
    await first;
    equal(sent.length, 1, /* say:test-pressed-twice */ "hits that were sent while the first was in progress");
    show(6);
    equal(doing.pending, "", "the press is over when its record is shown");
    now += 90;
    await press();
    equal(sent.length, 1, /* say:test-pressed-too-soon */ "hits that were sent 90 ms after the card was shown");
    now += 400;
    await press();
    equal(sent.length, 2, "hits that were sent after the card had been looked at");
    equal(sent[1].seen, 6, "the record that the second hit was decided on");
    const stand = (record) => doing.run("stand", async () => (await doing.send({ do: "stand" }), record));
    await stand(7);
    show(7);
    now += 5000; /* no button asks in the meantime */
    await stand(8);
    equal(sent.length, 4, /* say:test-press-lost */ "acts that were sent after a press in the next round");
}

/* --- a silent wire is noticed ------------------------------------------------------------------------------------------ */

function noticesSilence() {
    const wire = new parts.Wire();
    const socket = Socket.last;
    socket.open();
    equal(wire.status, "open", "the wire is open");
    advance(2500);
    equal(socket.sent.filter((m) => m.do === "beat").length, 1, "the page asks for a sign of life");
    socket.onmessage({ data: JSON.stringify({ beat: true }) });
    advance(1000);
    equal(wire.status, "open", "a house that answers is there");
    advance(6000);
    equal(
        wire.status === "lost" || Socket.last !== socket,
        true,
        /* say:test-silent-wire-kept */ "a wire that is silent for 6 s is lost",
    );
    wire.close();
}

/* --- the pit is told ----------------------------------------------------------------------------------------------------- */

const settled = () => new Promise((done) => setImmediate(done));

/* The page reads once, asks the feed to wait, and reads again when there is a record; a lost connection ends the question. */
async function isTold() {
    const wire = new parts.Wire();
    const socket = Socket.last;
    socket.open();
    let reads = 0,
        over = false;
    void parts.follow(
        wire,
        async () => void reads++,
        () => over,
    );
    const asked = () => socket.sent.filter((m) => m.do === "journal").at(-1);
    const answer = async (next) => {
        socket.onmessage({ data: JSON.stringify({ n: asked().n, ok: true, records: [], next }) });
        await settled();
    };
    equal(asked().from, "now", "where the page begins");
    await answer("house:7");
    equal(reads, 1, "readings when the page opens");
    advance(1000);
    await settled();
    equal(`${asked().from} ${asked().wait_ms > 0}`, "house:7 true", "what the page waits for");
    equal(reads, 1, /* say:test-reads-without-record */ "readings while nothing is recorded");
    await answer("house:8");
    await answer("house:8");
    equal(reads, 2, "readings after a record");
    advance(1000);
    await settled();
    const waits = asked().n;
    socket.close();
    await settled();
    equal(reads, 3, /* say:test-question-outlives */ "readings after the connection was lost with a question");
    equal(asked().n, waits, "questions on the lost connection");
    over = true;
    wire.close();
}

/* What a table wants decides how large its tile is. */
function sizesTiles() {
    const row = { table: "a", dealing: "live", status: "open", tray_cents: 1000000, par_cents: 1000000, players: 0 };
    const win = { hands: 9, win_cents: -100, band_low_cents: -200, band_high_cents: 200 };
    const sized = (change, disputes = [], won = win) => {
        const needs = parts.needsOf({ ...row, ...change }, disputes, won);
        return `${parts.sizeOf({ ...row, ...change }, needs)} ${needs.map((one) => one.key.slice(2)).join()}`;
    };
    const wanted = [
        [sized({}), "middle "],
        [sized({ dealing: "virtual" }), "small "],
        [sized({ dealing: "virtual", tray_cents: 9000000 }), "small "], // the program's tray needs no hands
        [sized({ summoned: true }), "large call"],
        [sized({ awards: 1, status: "frozen" }), "large prize,frozen"],
        [sized({}, [{ dispute: 3 }, { dispute: 5 }]), "large disputes 3 5"],
        [sized({ tray_cents: 499999 }), "middle low"],
        [sized({ tray_cents: 1500001 }), "middle high"],
        [sized({ tray_cents: 100, status: "tray closed" }), "middle "],
        [sized({}, [], { ...win, win_cents: 201 }), "middle band"],
        [sized({}, [], { ...win, win_cents: 201, hands: 0 }), "middle "],
    ];
    for (const [got, want] of wanted) equal(got, want, /* say:test-tile-of-another-size */ "the tile's size and needs");
}

/* --- the clock is heard -------------------------------------------------------------------------------------------------- */

function hearsTheClock() {
    const ticks = [];
    const seconds = drawn((deadline) => parts.useSeconds(deadline, (left) => ticks.push(left)));
    const deadline = now + 8000;
    for (let i = 0; i < 40; i++) {
        seconds(deadline);
        advance(250);
    }
    equal(ticks.join(), "5,4,3,2,1", /* say:test-clock-unheard */ "the last seconds of the clock that are heard");
}

/* --- Repeat names its sum ------------------------------------------------------------------------------------------------- */

async function repeatsTheSum() {
    const table = Object.assign(parts.newTable("t"), {
        seats: { 1: "ann", 2: "ann", 3: "bob" },
        racks: { ann: 50000 },
        layout: { boxes: 3, min_bet: 500, max_bet: 10000, bet_step: 100, chip_unit: 100, wagers: [], rules: {} },
    });
    table.boxes = [1, 2, 3].map((seat) => ({ seat, hands: [], bets: {}, byCoupon: {} }));
    sessionStorage.setItem(
        "bets t",
        JSON.stringify({ 1: { main: 1500, push22: 500 }, 2: { main: 2500 }, 3: { main: 9900 } }),
    );
    const laid = [];
    const wire = { send: async (body) => (laid.push(body), { ok: true, seq: 2 }) };
    const store = { table, seen: 1, wire, sweep() {}, changed() {} };
    const bets = new parts.Bets(
        store,
        () => "ann",
        () => undefined,
    );
    equal(bets.repeatCents, 4500, /* say:test-repeat-sum */ "what Repeat says it lays");
    await bets.repeat();
    equal(
        laid.reduce((sum, body) => sum + body.cents, 0),
        bets.repeatCents,
        "what Repeat lays is what it says",
    );
}

/* --- what mistakes cost ---------------------------------------------------------------------------------------------------- */

function sumsTheCost() {
    const d = (cost, stake, more = {}) => ({ cost, stake, ...more });
    const list = [d(0.1, 1000), d(0, 500), d(0.25, 2000), d(0.9, 9000, { byClock: true }), d(undefined, 100)];
    const { right, of, cost } = parts.accuracy(list);
    equal(Math.round(cost), 600, /* say:test-mistakes-sum */ "what mistakes cost in all, in cents");
    equal(`${right} of ${of}`, "1 of 3", "right decisions; the clock's are not the player's");
}

function pricesAllStakes() {
    const slots = (...cards) => cards.map((card, id) => ({ id, card }));
    const table = Object.assign(parts.newTable("t"), { terms: {} });
    table.dealer.slots = slots("Tc");
    table.boxes = [
        {
            box: 1,
            seat: 1,
            hands: [{ slots: slots("9h", "6d") }],
            bets: { 1: { main: 500, "main.2": 500, push22: 100 } },
        },
    ];
    const turn = { do: "hit", seat: "1", hand: 1, legal: [{ do: "hit" }, { do: "stand" }] };
    const stake = parts.situationOf(table, turn, ["1"])?.stake;
    equal(stake, 1000, /* say:test-multiple-action-stake */ "what a hand is played for at multiple action");
}

/* --- cards that are gone -------------------------------------------------------------------------------------------------- */

/* A split hand beside another box, in the second round of a shoe. */
function countsTheCards() {
    const table = parts.newTable("t");
    table.terms = { rules: "ma-blackjack", settings: "" };
    table.shoe = { number: 7 };
    const keeper = new parts.SeenKeeper("t");
    const hear = (event) => {
        parts.fold(table, event);
        keeper.hear(event, table);
    };
    hear({ event: "shoe", number: 7, cards: [] });
    for (const card of ["2c", "3d", "Th"]) hear({ event: "card", card });
    const slots = (...cards) => cards.map((card, id) => ({ id, card }));
    table.dealer.slots = [];
    table.boxes = [
        { number: 1, hands: [{ slots: slots("Kc", "9d") }], bets: {} },
        { number: 2, hands: [{ slots: slots("8h") }, { slots: slots("8c") }], bets: { 2: { main: 500 } } },
    ];
    for (const card of ["Kc", "9d", "8h", "8c"]) keeper.hear({ event: "card", card }, table);
    hear({ event: "card", card: "6s" });
    hear({ event: "down" });
    hear({ event: "card", card: "9s", seat: "2", hand: 1 });
    const turn = { do: "hit", seat: "2", hand: 1, legal: [{ do: "hit" }, { do: "stand" }] };
    const gone = () => {
        const { seen, hands, scope } = parts.situationOf(table, turn, ["2"], keeper);
        return `${scope}: ${seen.split(" ").sort().join(" ")} of ${hands}`;
    };
    equal(gone(), "felt: 8c 9d Kc of 2", /* say:test-cards-on-felt */ "cards of other hands on the felt");
    parts.chooseScope("shoe");
    equal(gone(), "shoe: 2c 3d 8c 9d Kc Th of 2", /* say:test-cards-of-shoe */ "all cards since the shuffle");
    hear({ event: "shoe", number: 8, cards: [] });
    equal(gone(), "shoe: 8c 9d Kc of 2", "cards after a shuffle");
    parts.chooseScope("felt");
}

/* --- a total waits for its card --------------------------------------------------------------------------------------------- */

function waitsForTheCard() {
    const total = drawn((text) => parts.Total({ x: 0, y: 0, text, kind: "", size: 10 }));
    const shown = (text) => total(text)?.props.text;
    equal(shown("10"), "10", "the total of a hand that lies there");
    equal(shown("17"), "10", /* say:test-total-too-early */ "the total while the card is on its way");
    advance(200);
    equal(shown("17"), "10", "the total in the middle of the flight");
    advance(200);
    equal(shown("17"), "17", "the total when the card has landed");
}

/* --- the proof of a hand ----------------------------------------------------------------------------------------------------- */

const DECK = [..."A23456789TJQK"].flatMap((rank) => [..."cdhs"].map((suit) => rank + suit));
const sealInPython = (salt, order) =>
    spawnSync(
        "python3",
        [
            "-c",
            `import hashlib, sys
order = bytes("A23456789TJQK".index(c[0]) * 4 + "cdhs".index(c[1]) for c in sys.argv[2].split())
print(hashlib.blake2b(bytes.fromhex(sys.argv[1]) + order, digest_size=32).hexdigest())`,
            salt,
            order.join(" "),
        ],
        { encoding: "utf8" },
    ).stdout.trim();

function provesTheHand() {
    const order = DECK.map((_, i) => DECK[(i * 19 + 7) % 52]);
    const salt = "ab".repeat(32);
    const commitment = sealInPython(salt, order);
    const shoe = { number: 3, salt, order: [order.join("")], cut: [20], commitment, table: "t" };
    const cut = [...order.slice(20), ...order.slice(0, 20)];
    const hand = (cards) => ({ shoe: 3, steps: cards.map((card) => ({ event: { event: "card", card } })) });
    const good = (cards, of) => parts.findingsOf(hand(cards), [of]).every((finding) => finding.good);
    equal(parts.sealOf(shoe), commitment, "the seal is BLAKE2b-256, as Python has it");
    equal(good(cut.slice(8, 14), shoe), true, "cards that lie in the shoe are proved");
    equal(
        good(cut.slice(8, 14).reverse(), shoe),
        false,
        /* say:test-hand-wrongly-proved */ "cards in another order are proved",
    );
    const swapped = [order[1], order[0], ...order.slice(2)].join("");
    equal(
        good(cut.slice(8, 14), { ...shoe, order: [swapped] }),
        false,
        /* say:test-shoe-wrongly-proved */ "a shoe that was not sealed so is proved",
    );
    const other = { ...shoe, number: 4, cut: [0] };
    equal(
        parts
            .findingsOf(hand([...cut.slice(49), ...order.slice(0, 4)]), [shoe, other])
            .every((finding) => finding.good),
        true,
        "a round over two shoes is proved",
    );
}

/* --- no names in a link --------------------------------------------------------------------------------------------------------- */

function hidesNames() {
    const steps = parts.publicSteps([
        { event: { event: "sit", seat: "1", player: "ann" }, by: "ann", seq: 1, time: 0 },
        { event: { event: "bet", seat: "1", player: "ann", cents: 500 }, by: "ann", seq: 2, time: 0 },
        { event: { event: "over" }, by: "dealer", seq: 3, time: 0 },
    ]);
    equal(JSON.stringify(steps).includes("ann"), false, /* say:test-link-names-player */ "a link names a player");
    equal(steps.map((step) => step.by).join(), "player,dealer", "who acted, by role");
}

/* --- gestures ------------------------------------------------------------------------------------------------------------------- */

function showsGestures() {
    const table = { seats: { 3: "bob" } };
    const emote = { event: "emote", emote: "nice", by: "bob" };
    equal(parts.shownOf(table, emote)?.box, 3, "a gesture is shown at the player's box");
    equal(parts.shownOf(table, { ...emote, emote: "<b>rude</b>" }), null, "a gesture that does not exist");
    parts.silence(true);
    equal(parts.shownOf(table, emote), null, "gestures of a reader who has silenced them");
    parts.silence(false);
}

/* What each key is to the dealer's console: "." the beginning of a card, a card, or the key itself. */
function keysOf(text, wantsCard) {
    let before = "";
    return [...text].map((key) => {
        const { text: kept, card, used } = parts.strokeOf(before, key, wantsCard);
        before = kept;
        return card ?? (used ? "." : key);
    });
}

function calls() {
    const scanned = keysOf("8hkd10s", false).join(" ");
    expect(
        scanned === ". 8h . Kd . . Ts",
        /* say:test-scanner-calls */ `a scanner calls while a player decides: ${scanned}`,
    );
    equal(keysOf("hs", false).join(" "), "h s", "calls by key");
    equal(keysOf("h810h", true).join(" "), ". 8h . . Th", "cards in either order");
}

/* The cards of a split keep the numbers by which a supervisor corrects them; lammers belong to the stop of their hand. */
function numbersTheCards() {
    const card = (seat, hand, card) => ({ event: "card", seat, hand, card });
    const events = [
        card("1", 1, "8h"),
        card("2", 1, "Th"),
        card("dealer", 0, "6d"),
        card("1", 1, "8d"),
        card("2", 1, "9h"),
        { event: "down", seat: "dealer" },
        { event: "split", seat: "1", hand: 1 },
        card("1", 1, "8c"),
        { event: "split", seat: "1", hand: 1 },
        card("1", 1, "3c"),
        card("1", 2, "4c"),
        card("1", 3, "5c"),
        { event: "turn", seat: "dealer", card: "Tc" },
    ];
    const at = parts.numbersOf(events);
    const told = ["1.1", "1.2", "1.3", "2.1", "dealer.0"].map((hand) => at[hand].join(" ")).join(", ");
    expect(told === "1 7, 6 8, 4 9, 2 5, 3 10", /* say:test-numbers-of-cards */ `the numbers of the cards: ${told}`);
    const stops = parts.stopsOf([
        { event: "take", seat: "2", hand: 1, cents: 1000 },
        { event: "pay", seat: "1", hand: 1, cents: 2000 },
        { event: "lammer-off", seat: "1", hand: 1 },
        { event: "lammer-off", seat: "1", hand: 1 },
        { event: "lammer-off", seat: "1", hand: 2 },
    ]);
    const lines = stops.map(
        ({ place, hand, tasks }) => `${place}.${hand} ${tasks.map((t) => t.kind + (t.lammers || ""))}`,
    );
    equal(lines.join("; "), "2.1 take; 1.1 pay,lammer-off2; 1.2 lammer-off1", "the stops of take and pay");
}

for (const part of [
    calls,
    numbersTheCards,
    pressesOnce,
    noticesSilence,
    isTold,
    sizesTiles,
    hearsTheClock,
    repeatsTheSum,
    sumsTheCost,
    pricesAllStakes,
    countsTheCards,
    waitsForTheCard,
    provesTheHand,
    hidesNames,
    showsGestures,
])
    try {
        await part();
    } catch (error) {
        expect(false, `${part.name}: ${error.stack}`);
    }
finish();
