/* model.ts - a table as this page knows it: a snapshot, and the events after it applied one by one. */
import type {
    AwardRow as Award,
    Bet,
    Event as TableEvent,
    Hand as HandSeen,
    Layout,
    Sentence,
    Why,
    Shoe,
    SideBet,
    Snapshot,
    Terms,
    Turn,
    WagerRow as WagerFacts,
} from "../net/protocol";
import { score, type Card } from "./cards";

export type { Award, Layout, WagerFacts };

export interface Slot {
    id: number; /* the same while a card moves from hand to hand */
    card: Card;
    sideways?: boolean;
    own?: boolean; /* face down for all but this page's player */
}

export interface Settled {
    paid: number;
    taken: number;
    back: number;
    outcome?: string;
    clause?: string;
    award?: number;
    coupon?: boolean; /* the stake was a coupon: losing it costs nothing */
    said?: Sentence; /* the house's sentence, with the reason */
    whys?: Why[]; /* the arithmetic of each movement */
    couponBack?: boolean; /* a coupon lay there, and its owner has it again */
}

export interface Hand {
    slots: Slot[];
    state: string;
    free: boolean;
    doubled: boolean;
    doubledCents: number;
    freeDouble: boolean;
    lammers: number;
    turned: number; /* lammers that have won, and have become chips */
    blackjack: boolean;
    fromSplit: boolean;
    settled: Record<string, Settled>; /* place: each bettor on the box wins and loses alone */
    gone: boolean; /* the cards are in the rack; they stay in sight until the next round */
}

export interface Box {
    number: number;
    bets: Record<string, Record<string, number>>; /* place, wager: cents */
    hands: Hand[];
    staked?: number; /* the main wager of the hands that lie there: what a lammer is worth */
    pot: number; /* lammers on the Pot of Gold spot */
    sides: Record<string, Settled>; /* "place wager" */
    lit: Record<string, boolean>;
    held: Record<string, string>;
    coupons: Record<string, number>; /* place: match-play coupons beside its wagers */
    matched: Record<string, boolean>; /* "place wager": one of them lies beside it */
    byCoupon: Record<string, boolean>; /* "place wager": the stake of a progressive is a coupon */
}

export interface Payout {
    place: string;
    hand?: number;
    wager: string;
    kind: "pay" | "take" | "return" | "award";
    cents: number;
    outcome?: string;
    clause?: string;
}

export interface Table {
    id: string;
    seq: number;
    loaded: boolean;
    refused?: { status: number; why: string };
    moved?: boolean; /* passes to another server; what is shown may be old */
    terms: Partial<Terms>;
    layout: Layout;
    open: boolean;
    frozen: boolean;
    drained: boolean;
    round: number;
    at: string;
    phase: string;
    seats: Record<string, string>; /* place: player */
    shared: Record<string, boolean>; /* box: its player allows bets behind */
    asks: Record<string, string>; /* box: who asks, and waits for the answer */
    out: Record<string, boolean>; /* player: time ran out twice, and the table does not wait */
    racks: Record<string, number>;
    boxes: Box[];
    dealer: { slots: Slot[]; gone: boolean; person: string };
    turn: Turn;
    deadline: number; /* performance.now() at which the clock runs out; 0: none */
    clockMs: number;
    shoe: Partial<Shoe>;
    meters: Record<string, number>;
    awards: Award[];
    payouts: Payout[]; /* of the round that is or was played */
    announcedTotal: Record<string, number>;
    log: LogLine[];
    nextId: number;
    offered: boolean; /* insurance is open */
    actedFor?: string; /* the seat for which the clock has just decided */
    couponsMoved: number; /* how often a coupon went back to its owner, or was taken after all */
    winPage?: TableEvent;
    openedShoe?: TableEvent;
    irregular?: string;
}

export interface LogLine {
    text: string;
    clause?: string;
}

export const placeBox = (place: string) => (place === "dealer" ? 0 : parseInt(place, 10));
/* "3b": the second bettor at box 3, who bets behind the player. */
export const isBehind = (place: string) => /[bc]$/.test(place);
export const boxOf = (table: Table, place: string | undefined): Box | undefined =>
    place ? table.boxes[placeBox(place) - 1] : undefined;

const emptyBox = (number: number): Box => ({
    number,
    bets: {},
    hands: [],
    pot: 0,
    sides: {},
    lit: {},
    held: {},
    coupons: {},
    matched: {},
    byCoupon: {},
});

const newHand = (slots: Slot[] = []): Hand => ({
    slots,
    state: "open",
    free: false,
    doubled: false,
    doubledCents: 0,
    freeDouble: false,
    lammers: 0,
    turned: 0,
    blackjack: false,
    fromSplit: false,
    settled: {},
    gone: false,
});

const NO_LAYOUT: Layout = {
    name: "",
    boxes: 7,
    bettors: 1,
    min_bet: 500,
    max_bet: 50000,
    bet_step: 100,
    chip_unit: 50,
    wagers: [],
    rules: {},
    printed: { game: "", rules: [], insurance: "" },
    meters: {},
};

export function newTable(id: string): Table {
    return {
        id,
        seq: 0,
        loaded: false,
        terms: {},
        layout: NO_LAYOUT,
        open: false,
        frozen: false,
        drained: false,
        round: 0,
        at: "",
        phase: "",
        seats: {},
        shared: {},
        asks: {},
        out: {},
        racks: {},
        boxes: [],
        dealer: { slots: [], gone: false, person: "" },
        turn: { who: "nobody" },
        deadline: 0,
        clockMs: 0,
        shoe: {},
        meters: {},
        awards: [],
        payouts: [],
        announcedTotal: {},
        log: [],
        nextId: 1,
        offered: false,
        couponsMoved: 0,
    };
}

/* --- from a snapshot --------------------------------------------------------------------------------------- */

function loadHand(t: Table, from: HandSeen, hands: number): Hand {
    const hand = newHand(from.cards.map((card) => ({ id: t.nextId++, card })));
    hand.state = from.state;
    hand.free = from.free;
    hand.doubled = from.doubled;
    hand.doubledCents = from.doubled_cents;
    hand.freeDouble = from.free_double;
    hand.gone = from.state === "over" || t.phase === "done";
    hand.lammers = hand.gone ? 0 : Number(from.free) + Number(from.free_double);
    hand.fromSplit = hands > 1;
    hand.blackjack = !hand.fromSplit && hand.slots.length === 2 && score(from.cards).total === 21;
    if (from.doubled && hand.slots.length === 3) hand.slots[2].sideways = true;
    return hand;
}

function loadBets(t: Table, view: Snapshot) {
    const put = (bet: Bet | SideBet) => {
        const box = boxOf(t, bet.seat);
        if (box && bet.cents) (box.bets[bet.seat] ??= {})[bet.wager ?? "main"] = bet.cents;
    };
    for (const box of view.boxes ?? []) for (const bet of box.bets) put(bet);
    for (const bet of view.wagers ?? []) {
        if (bet.state !== "decided") put(bet);
        if (bet.state === "held" || bet.state === "unconfirmed") boxOf(t, bet.seat)!.held[bet.wager] = bet.seat;
    }
    for (const coupon of view.coupons ?? []) layCoupon(t, coupon);
}

export function loadSnapshot(t: Table, view: Snapshot, seq: number) {
    const log = t.log;
    Object.assign(t, newTable(t.id), {
        log,
        loaded: true,
        seq,
        terms: view.terms,
        layout: view.layout,
        open: view.open,
        frozen: view.frozen,
    });
    t.drained = view.drained;
    t.round = view.round;
    t.at = view.at;
    t.phase = view.phase;
    t.turn = view.turn;
    t.shoe = { ...view.shoe };
    t.meters = { ...view.meters };
    t.awards = (view.awards ?? []).map((award) => ({ ...award }));
    t.boxes = Array.from({ length: t.layout.boxes }, (_, i) => emptyBox(i + 1));
    for (const player of view.players ?? []) {
        t.racks[player.player] = player.chips;
        if (player.out) t.out[player.player] = true;
        for (const place of player.seats) t.seats[place] = player.player;
    }
    for (const box of view.shared ?? []) t.shared[box] = true;
    for (const one of view.asks ?? []) t.asks[one.seat] = one.player;
    const idle = t.phase === "betting" || t.at !== "round";
    if (t.at === "round") loadBets(t, view);
    for (const from of view.boxes ?? []) {
        const box = boxOf(t, from.seat);
        if (box && !idle) box.hands = from.hands.map((hand) => loadHand(t, hand, from.hands.length));
    }
    if (!idle) t.dealer.slots = view.dealer.cards.map((card) => ({ id: t.nextId++, card }));
    t.dealer.person = view.dealer?.person ?? "";
    t.offered = t.phase === "insuring";
    setClock(t, view.clock_ms ?? 0);
}

export function setClock(t: Table, ms: number) {
    t.clockMs = ms;
    t.deadline = ms > 0 ? performance.now() + ms : 0;
}

/* --- events -------------------------------------------------------------------------------------------------- */

function handOf(t: Table, e: TableEvent): Hand | undefined {
    const box = boxOf(t, e.seat);
    if (!box) return undefined;
    const index = (e.hand ?? 1) - 1;
    while (box.hands.length <= index) box.hands.push(newHand());
    return box.hands[index];
}

function leaveShoe(t: Table) {
    if (typeof t.shoe.left === "number") t.shoe.left--;
}

function addCard(t: Table, e: TableEvent, card: Card) {
    leaveShoe(t);
    const slot: Slot = { id: t.nextId++, card };
    if (!e.seat || e.seat === "dealer") {
        if (t.dealer.gone) t.dealer = { ...t.dealer, slots: [], gone: false };
        t.dealer.slots.push(slot);
    } else handOf(t, e)?.slots.push(slot);
}

function turnCard(t: Table, e: TableEvent) {
    const slots = !e.seat || e.seat === "dealer" ? t.dealer.slots : (handOf(t, e)?.slots ?? []);
    const hidden = slots.find((slot) => slot.card === null || slot.own);
    if (hidden) {
        hidden.card = e.card!;
        hidden.own = false;
    }
}

/* The player's own face-down card, which only this page is told. */
function showOwn(t: Table, e: TableEvent) {
    const slots = handOf(t, e)?.slots ?? [];
    const hidden = slots.find((slot) => slot.card === null);
    if (hidden) Object.assign(hidden, { card: e.card!, own: true });
}

/* The second card moves to a new hand at the right of the first. Further bettors' splits come as further events. */
function split(t: Table, e: TableEvent) {
    const box = boxOf(t, e.seat)!;
    const at = (e.hand ?? 1) - 1;
    const left = box.hands[at];
    if (!left || left.slots.length < 2) return;
    const right = newHand([left.slots.pop()!]);
    left.fromSplit = right.fromSplit = true;
    right.free = !e.cents;
    right.lammers = right.free ? 1 : 0;
    box.hands.splice(at + 1, 0, right);
}

function settledOf(t: Table, e: TableEvent): Settled | undefined {
    const box = boxOf(t, e.seat);
    if (!box) return undefined;
    const blank: Settled = { paid: 0, taken: 0, back: 0 };
    if ((e.wager ?? "main").split(".")[0] === "main" && e.hand) {
        const hand = handOf(t, e)!;
        return (hand.settled[e.seat!] ??= blank);
    }
    return (box.sides[`${e.seat} ${e.wager}`] ??= blank);
}

function settle(t: Table, e: TableEvent, kind: Payout["kind"]) {
    const coupon = kind === "take" && Boolean(boxOf(t, e.seat)?.byCoupon[`${e.seat} ${e.wager}`]);
    t.payouts.push({
        place: e.seat ?? "",
        hand: e.hand,
        wager: e.wager ?? "main",
        kind,
        cents: coupon ? 0 : (e.cents ?? 0),
        outcome: e.outcome,
        clause: e.clause,
    });
    const s = settledOf(t, e);
    if (!s) return;
    if (coupon) {
        s.coupon = true;
        removeChips(t, e);
        return;
    }
    if (kind === "pay") s.paid += e.cents ?? 0;
    if (kind === "take") s.taken += e.cents ?? 0;
    if (kind === "return") s.back += e.cents ?? 0;
    if (kind === "award") Object.assign(s, { outcome: e.outcome, award: e.cents });
    if (e.clause) s.clause = e.clause;
    s.said = e.say?.find((one) => one.why) ?? s.said;
    if (e.why) (s.whys ??= []).push(e.why);
    if (kind === "take" || kind === "return") removeChips(t, e);
}

/* Chips leave their spot; those of the main wager leave with the hand they lie at. */
function removeChips(t: Table, e: TableEvent) {
    const box = boxOf(t, e.seat);
    if (!box || !e.wager || e.wager.startsWith("main")) return;
    if (box.bets[e.seat!]) delete box.bets[e.seat!][e.wager];
}

export function sweep(t: Table) {
    for (const box of t.boxes) {
        box.hands = box.hands.filter((hand) => !hand.gone);
        if (box.hands.length === 0) {
            box.sides = {};
            box.pot = 0;
        }
    }
    if (t.dealer.gone) t.dealer = { ...t.dealer, slots: [], gone: false };
}

function layCoupon(t: Table, e: { seat?: string; cents?: number; wager?: string; stake?: unknown }) {
    const box = boxOf(t, e.seat),
        key = `${e.seat} ${e.wager ?? "main"}`;
    if (!box) return;
    (e.stake ? box.byCoupon : box.matched)[key] = true;
    if (!e.stake) box.coupons[e.seat!] = (box.coupons[e.seat!] ?? 0) + (e.cents ?? 0);
}

/* The coupon of a settled wager: its owner has it again or, after a correction, does not. */
function moveCoupon(t: Table, e: TableEvent) {
    t.couponsMoved++;
    const box = boxOf(t, e.seat),
        wager = e.wager ?? "main";
    if (!box) return;
    if (e.event === "coupon-back") delete box.matched[`${e.seat} ${wager}`];
    const settled = wager === "main" ? box.hands[0]?.settled[e.seat!] : box.sides[`${e.seat} ${wager}`];
    if (settled) settled.couponBack = e.event === "coupon-back";
}

/* Everything is settled; only streak wagers stay where they are. */
function clearBets(t: Table) {
    for (const box of t.boxes) {
        Object.assign(box, { coupons: {}, matched: {}, byCoupon: {} });
        for (const place of Object.keys(box.bets)) {
            const kept = Object.entries(box.bets[place]).filter(([wager]) => wager.startsWith("streak"));
            box.bets[place] = Object.fromEntries(kept);
        }
    }
}

function openRound(t: Table) {
    t.round++;
    t.phase = "betting";
    t.at = "round";
    clearBets(t);
    for (const box of t.boxes) {
        for (const hand of box.hands) hand.gone = true;
        box.lit = {};
        box.held = {};
    }
    t.dealer.gone = true;
    t.offered = false;
    t.irregular = undefined;
}

function closeBets(t: Table) {
    for (const box of t.boxes) for (const hand of box.hands) hand.gone = true;
    t.dealer.gone = true;
    sweep(t);
    t.phase = "dealing";
    t.payouts = [];
    t.announcedTotal = {};
    for (const box of t.boxes) {
        box.sides = {};
        box.pot = 0;
        if (Object.values(box.bets).some((bets) => bets.main)) box.hands = [newHand()];
    }
}

type Fold = (t: Table, e: TableEvent) => void;

const FOLDS: Record<string, Fold> = {
    bet: (t, e) => {
        const box = boxOf(t, e.seat);
        if (box) (box.bets[e.seat!] ??= {})[e.wager ?? "main"] = e.cents ?? 0;
        if (e.in === "coupon") layCoupon(t, { ...e, stake: true });
    },
    withdraw: (t, e) => {
        const box = boxOf(t, e.seat);
        if (!box?.bets[e.seat!]) return;
        delete box.bets[e.seat!][e.wager ?? "main"];
        delete box.byCoupon[`${e.seat} ${e.wager}`];
    },
    insure: (t, e) => {
        const box = boxOf(t, e.seat);
        if (box && e.cents) (box.bets[e.seat!] ??= {})[e.wager ?? "insurance"] = e.cents;
    },
    coupon: layCoupon,
    "coupon-back": moveCoupon,
    "coupon-again": moveCoupon,
    "coupon-off": (t, e) => void delete boxOf(t, e.seat)?.coupons[e.seat!],
    "no-more-bets": closeBets,
    burn: leaveShoe,
    card: (t, e) => (e.own ? showOwn(t, e) : addCard(t, e, e.card ?? null)),
    down: (t, e) => addCard(t, e, null),
    turn: turnCard,
    sideways: (t, e) => {
        const slot = handOf(t, e)?.slots.at(-1);
        if (slot) slot.sideways = true;
    },
    split,
    double: (t, e) => {
        const hand = handOf(t, e)!;
        hand.doubled = true;
        if (e.cents) hand.doubledCents += e.cents;
        else {
            hand.freeDouble = true;
            hand.lammers++;
        }
    },
    "lammer-off": (t, e) => void takeLammer(t, e),
    "lammer-pot": (t, e) => {
        takeLammer(t, e);
        const box = boxOf(t, e.seat);
        if (box) box.pot++;
    },
    total: (t, e) => void (t.announcedTotal[`${e.seat}.${e.hand ?? 0}`] = e.total ?? 0),
    stand: (t, e) => void (handOf(t, e)!.state = "stands"),
    bust: (t, e) => void (handOf(t, e)!.state = "busted"),
    surrender: (t, e) => void (handOf(t, e)!.state = "surrendered"),
    blackjack: (t, e) => {
        const hand = handOf(t, e);
        if (hand) Object.assign(hand, { blackjack: true, state: "stands" });
    },
    "offer-insurance": (t) => {
        t.phase = "insuring";
        t.offered = true;
    },
    "reader-no": (t) => void (t.offered = false),
    "reader-blackjack": (t) => void (t.offered = false),
    clear: (t, e) => {
        if (e.seat === "dealer") t.dealer.gone = true;
        else handOf(t, e)!.gone = true;
    },
    rack: (t) => void (t.dealer = { ...t.dealer, slots: t.dealer.slots.slice(0, 1), gone: false }),
    take: (t, e) => settle(t, e, "take"),
    pay: (t, e) => {
        const hand = (e.wager ?? "main") === "main" && e.hand ? handOf(t, e) : undefined;
        if (hand && !isBehind(e.seat!)) {
            hand.turned = hand.lammers;
            boxOf(t, e.seat)!.staked = boxOf(t, e.seat)!.bets[e.seat!]?.main;
        }
        settle(t, e, "pay");
    },
    return: (t, e) => settle(t, e, "return"),
    award: (t, e) => settle(t, e, "award"),
    light: (t, e) => void (boxOf(t, e.seat)!.lit[e.wager!] = true),
    hold: (t, e) => void (boxOf(t, e.seat)!.held[e.wager!] = e.seat!),
    open: openRound,
    over: (t) => {
        t.phase = "done";
        clearBets(t);
    },
    irregular: (t, e) => void (t.irregular = e.name),
    sit: (t, e) => {
        t.seats[e.seat!] = e.player!;
        const box = String(placeBox(e.seat!));
        t.shared[box] = isBehind(e.seat!); /* seating a bettor behind means that the player consents */
        if (!isBehind(e.seat!) || t.asks[box] === e.player) delete t.asks[box];
    },
    leave: (t, e) => {
        delete t.out[e.player!];
        for (const place of Object.keys(t.seats).filter((one) => t.seats[one] === e.player)) {
            delete t.seats[place];
            if (!isBehind(place)) endConsent(t, place);
        }
        for (const box of Object.keys(t.asks)) if (t.asks[box] === e.player) delete t.asks[box];
    },
    "time-ran-out": (t, e) => void (t.actedFor = e.did === "stand" ? e.seat : undefined),
    "sit-out": (t, e) => void (t.out[e.player!] = true),
    "give-back": (t, e) => void delete t.seats[e.seat!],
    share: (t, e) => {
        t.shared[e.seat!] = e.on === true;
        delete t.asks[e.seat!];
    },
    ask: (t, e) => void (t.asks[e.seat!] = e.player!),
    shoe: (t, e) =>
        void (t.shoe = {
            ...t.shoe,
            stage: "sealed",
            number: e.number,
            commitment: e.commitment,
            cut: 0,
            parts: e.parts,
            left: cardsIn(e.cards),
        }),
    "cut-shoe": (t, e) => void (t.shoe = { ...t.shoe, stage: "loaded", cut: e.count }),
    "mix-shoe": (t, e) => void (t.shoe = { ...t.shoe, parts: e.parts, seed: e.seed }),
    "void-shoe": (t, e) => void (t.shoe = { ...t.shoe, stage: "void", voided: e.voided }),
    "open-shoe": (t, e) => {
        if (e.void) return;
        t.openedShoe = e;
        t.shoe = { ...t.shoe, opened: { number: e.number ?? 0, seq: t.seq } };
    },
    call: (t, e) => void t.awards.push({ seat: e.seat!, wager: e.wager!, cents: e.cents ?? 0, stage: "called" }),
    "verify-award": (t, e) => {
        for (const award of t.awards) if (award.seat === e.seat && award.wager === e.wager) award.stage = "verified";
    },
    "withdraw-award": (t, e) => void dropAward(t, e),
    "win-page": (t, e) => {
        dropAward(t, e);
        t.winPage = e;
    },
    freeze: (t) => void (t.frozen = true),
    thaw: (t) => void (t.frozen = false),
    drain: (t) => void (t.drained = true),
    "tray-open": (t) => void (t.open = true),
    "tray-close": (t) => void (t.open = false),
    dealer: (t, e) => void (t.dealer.person = String(e.person ?? "")),
    /* A corrected card may change everything after it. */
    correct: (t, e) => e.snapshot && loadSnapshot(t, e.snapshot, t.seq),
};

/* A player who decides or bets no longer sits out; a decision of the clock does not count. */
const OWN_ACTS = new Set(["bet", "insure", "even-money", "hit", "stand", "double", "split", "surrender"]);
function comesBack(t: Table, e: TableEvent) {
    if (!OWN_ACTS.has(e.event) || !e.seat) return;
    if (t.actedFor !== e.seat) delete t.out[t.seats[e.seat] ?? ""];
    t.actedFor = undefined;
}

const cardsIn = (cards: unknown): number => (Array.isArray(cards) ? cards.reduce((sum, n) => sum + Number(n), 0) : 0);

/* Consent ends when the player who gave it leaves. */
function endConsent(t: Table, box: string) {
    delete t.shared[box];
    delete t.asks[box];
}

function takeLammer(t: Table, e: TableEvent) {
    const hand = handOf(t, e);
    if (hand && hand.lammers > 0) hand.lammers--;
}

function dropAward(t: Table, e: TableEvent) {
    t.awards = t.awards.filter((award) => award.seat !== e.seat || award.wager !== e.wager);
}

export function fold(t: Table, e: TableEvent) {
    FOLDS[e.event]?.(t, e);
    comesBack(t, e);
}

/* --- questions ----------------------------------------------------------------------------------------------- */

export const placesOf = (t: Table, player: string): string[] =>
    Object.keys(t.seats)
        .filter((place) => t.seats[place] === player && !place.endsWith("t"))
        .sort((a, b) => placeBox(a) - placeBox(b));

/* The places behind a box: "1b" and "1c" where three may bet. */
export const behindBox = (t: Table, box: number): string[] =>
    ["b", "c"].slice(0, t.layout.bettors - 1).map((letter) => `${box}${letter}`);

/* Where this player can bet behind another, as the rules of the table have it: the next free place of each such box. */
export function placesBehind(t: Table, player: string): string[] {
    const own = placesOf(t, player).map(placeBox);
    const isShared = (box: number) => behindBox(t, box).some((place) => t.seats[place]);
    const shared = t.boxes.filter((box) => isShared(box.number)).length;
    const isFull =
        shared >= (Number(t.layout.rules.shared_boxes) || t.layout.boxes); /* "all", or how many: MBJ-13(g).3 */
    return t.boxes
        .filter((box) => t.seats[String(box.number)] && !own.includes(box.number) && (!isFull || isShared(box.number)))
        .flatMap((box) => {
            const free = behindBox(t, box.number).find((place) => !t.seats[place]);
            return free ? [free] : [];
        });
}

/* The chips at a place, by wager. */
export function chipsAt(t: Table, place: string): Record<string, number> {
    const box = boxOf(t, place);
    return Object.fromEntries(
        Object.entries(box?.bets[place] ?? {}).filter(([wager]) => !box!.byCoupon[`${place} ${wager}`]),
    );
}

/* Whether a coupon keeps the player from taking these chips: it is the stake, lies beside it, or needs this main
 * wager. */
export function couponHolds(t: Table, place: string, wager: string): boolean {
    const box = boxOf(t, place),
        key = `${place} ${wager}`;
    if (!box) return false;
    const all = Object.keys({ ...box.byCoupon, ...box.matched });
    return all.includes(key) || (wager === "main" && all.some((other) => other.startsWith(`${place} `)));
}

export function netOfRound(t: Table, places: string[]): number {
    let net = 0;
    for (const p of t.payouts) {
        if (!places.includes(p.place)) continue;
        if (p.kind === "pay") net += p.cents;
        if (p.kind === "take") net -= p.cents;
    }
    return net;
}

export const cardsOf = (slots: Slot[]): Card[] => slots.map((slot) => slot.card);
export const freeBet = (t: Table) => t.layout.rules.rule_set !== undefined && t.layout.rules.rule_set !== "mbj";
