/* say.ts - what happened, in plain sentences: for the log, for screen readers, for the round's account. */
import type { Along, TableEvent } from "../net/wire";
import { personName } from "../parts/names";
import { wagerTitle } from "../felt/print";
import { cardName, score, scoreText } from "./cards";
import { dollars } from "./money";
import { boxOf, cardsOf, isBehind, placeBox, type Hand, type Settled, type Table } from "./model";

function who(t: Table, e: TableEvent, me: string): string {
    if (!e.seat || e.seat === "dealer") return "Dealer";
    const player = t.seats[e.seat] ?? t.seats[String(placeBox(e.seat))];
    const hands = boxOf(t, e.seat)?.hands.length ?? 1;
    const base = player && player === me ? "You" : `Box ${placeBox(e.seat)}${BETTORS[e.seat.slice(-1)] ?? ""}`;
    return e.hand && hands > 1 ? `${base}, hand ${e.hand}` : base;
}

const BETTORS: Record<string, string> = { b: ", second bettor", c: ", third bettor", t: ", for the dealer" };

const verb = (name: string, one: string, other: string) =>
    name.startsWith("You") && !name.includes(",") ? one : other;

/* What the clock does for a player, after "Time ran out". */
export const CLOCK_DID: Record<string, string> = {
    stand: "the house stood",
    "no-insurance": "the house declined insurance",
};

type Sentence = (t: Table, e: TableEvent, name: string, by: string, me: string) => string;
const money = (e: TableEvent) => dollars(e.cents ?? 0);

const SENTENCES: Record<string, Sentence> = {
    bet: (t, e, name) =>
        `${name} ${verb(name, "bet", "bets")} ${money(e)}${e.wager && e.wager !== "main" ? ` on ${wagerTitle(e.wager, t)}` : ""}.`,
    coupon: (_t, e, name) => `${name} ${verb(name, "lay", "lays")} a coupon of ${money(e)}.`,
    "coupon-back": (_t, e, name) => `${name}: the coupon of ${money(e)} comes back.`,
    "coupon-again": (_t, e, name) => `${name}: the coupon of ${money(e)} is used after all.`,
    withdraw: (_t, _e, name) => `${name} ${verb(name, "take", "takes")} the bet back.`,
    "no-more-bets": (_t, _e, _name, by) => (by === "clock" ? "Time ran out: no more bets." : "No more bets."),
    "time-ran-out": (_t, e, name) =>
        name.startsWith("You")
            ? /* say:time-ran-out */ `Time ran out: ${CLOCK_DID[String(e.did)] ?? "the house acted"} for you.`
            : `Time ran out for ${name.replace("Box", "box")}: ${CLOCK_DID[String(e.did)] ?? "the house acted"}.`,
    "sit-out": (_t, e, _name, _by, me) =>
        e.player === me
            ? /* say:sits-out */ "Time ran out twice: you sit out. Lay a bet to play on."
            : `${personName(e.player ?? "")} sits out.`,
    card: (t, e, name) => `${name}: ${cardName(e.card ?? null)}${totalAfter(t, e)}.`,
    down: (_t, _e, name) => `${name}: a card face down.`,
    turn: (t, e) => `The dealer turns the ${cardName(e.card ?? null)}${totalAfter(t, e)}.`,
    "offer-insurance": () => "Insurance is open.",
    "offer-even-money": (_t, _e, name) => `${name} may take even money.`,
    insure: (_t, e, name) => (e.cents ? `${name} ${verb(name, "insure", "insures")} for ${money(e)}.` : ""),
    "even-money": (_t, _e, name) => `${name} ${verb(name, "take", "takes")} even money.`,
    reader: () => "The dealer checks the hole card.",
    "reader-no": () => "No dealer blackjack.",
    "reader-blackjack": () => "Dealer blackjack.",
    blackjack: (_t, _e, name) => `${name}: blackjack.`,
    stand: (_t, _e, name) => `${name} ${verb(name, "stand", "stands")}.`,
    hit: () => "",
    double: (_t, e, name) => `${name} ${verb(name, "double", "doubles")} ${e.cents ? `for ${money(e)}` : "for free"}.`,
    split: (_t, e, name) => `${name} ${verb(name, "split", "splits")} ${e.cents ? `for ${money(e)}` : "for free"}.`,
    surrender: (_t, _e, name) => `${name} ${verb(name, "surrender", "surrenders")}.`,
    lammer: () => "The house sets a lammer.",
    "lammer-off": () => "The lammer is taken.",
    "lammer-pot": () => "A lammer moves to the Pot of Gold.",
    bust: (_t, _e, name) => `${name} ${verb(name, "bust", "busts")}.`,
    take: (t, e, name) =>
        `${name} ${verb(name, "lose", "loses")} ${money(e)}${e.wager === "main" ? "" : ` on ${wagerTitle(e.wager!, t)}`}.`,
    pay: (t, e, name) =>
        `${name} ${verb(name, "win", "wins")} ${money(e)}${e.wager === "main" ? "" : ` on ${wagerTitle(e.wager!, t)}`}.`,
    return: () => "",
    award: (t, e) => `${wagerTitle(e.wager!, t)}: ${e.outcome ?? "wins"}.`,
    hold: (t, e) => `${wagerTitle(e.wager!, t)} waits.`,
    open: () => "Place your bets.",
    burn: () => "A card is burned.",
    shoe: (_t, e) => `Shoe ${e.number} is shuffled and sealed.`,
    "cut-shoe": (_t, e, name) => (e.seat === "dealer" ? "The dealer cuts." : `${name} cut at ${e.count}.`),
    "open-shoe": (_t, e) => `Shoe ${e.number} is finished. Its order is open and can be checked.`,
    sit: (_t, e) =>
        `${personName(e.player ?? "")} ${isBehind(e.seat ?? "") ? "bets behind" : "sits at"} box ${placeBox(e.seat ?? "0")}.`,
    leave: (_t, e) => (e.player ? `${personName(e.player)} leaves.` : ""),
    "give-back": (_t, e) => `${personName(e.player ?? "")} no longer bets behind box ${placeBox(e.seat ?? "0")}.`,
    share: (_t, e) => `Box ${e.seat} is ${e.on ? "open to" : "closed to"} further bettors.`,
    ask: (_t, e) => /* say:asks-behind */ `${personName(e.player ?? "")} asks to bet behind box ${e.seat}.`,
    buy: (_t, e) => `${personName(e.player ?? "")} buys ${money(e)} in chips.`,
    cash: (_t, e) => `${personName(e.player ?? "")} gives back ${money(e)} in chips.`,
    call: (t, e, name) => `${name}: ${wagerTitle(e.wager!, t)} prize of ${money(e)}. A supervisor must verify it.`,
    "verify-award": (_t, e) => `The prize of ${money(e)} is verified. A card must pay it.`,
    "win-page": (_t, e) => `The prize of ${money(e)} is paid.`,
    irregular: (_t, e) => `Irregularity: ${String(e.name).replace(/-/g, " ")}.`,
    confirm: (_t, e) => `Confirmed by the ${String(e.role ?? "house")}.`,
    freeze: (_t, e) => `The table is stopped. ${String(e.reason ?? "")}`,
    thaw: () => "The table goes on.",
    summon: () => "The supervisor is called.",
    attend: () => "The supervisor comes.",
    drain: () => "No new rounds at this table.",
    "cover-seen": () => "The cover card is out. This is the last round of the shoe.",
    "start-game": () => "Progressive bets are locked.",
    correct: (_t, e) => `Card ${e.number} is corrected from ${cardName(String(e.was))} to ${cardName(e.card ?? null)}.`,
    recount: (_t, e) =>
        `A ${cardName(String(e.was))} of an earlier round was a ${cardName(e.card ?? null)}. What was paid stands.`,
};

/* The total a card makes, where it makes one worth saying. */
function totalAfter(t: Table, e: TableEvent): string {
    const slots =
        !e.seat || e.seat === "dealer" ? t.dealer.slots : (boxOf(t, e.seat)?.hands[(e.hand ?? 1) - 1]?.slots ?? []);
    if (slots.length < 2) return "";
    const text = scoreText(cardsOf(slots), false);
    return slots.some((slot) => !slot.card) ? "" : `, ${text.includes("/") ? `soft ${text.split("/")[1]}` : text}`;
}

export function sentence(t: Table, e: TableEvent, me: string, by = ""): string {
    return SENTENCES[e.event]?.(t, e, who(t, e, me), by, me) ?? "";
}

/* --- why a wager was paid or taken -------------------------------------------------------------------------- */

export interface Line {
    what: string;
    why: string;
    net: number;
    clause?: string;
}

function whyMain(t: Table, hand: Hand): string {
    const mine = score(cardsOf(hand.slots)).total;
    const dealer = score(cardsOf(t.dealer.slots)).total;
    const dealerBlackjack = t.dealer.slots.length === 2 && dealer === 21;
    const pays = (t.layout.rules.blackjack_pays ?? "3:2").replace(":", " to ");
    if (hand.state === "surrendered") return "Surrendered: half the bet comes back.";
    if (hand.state === "busted" && hand.slots.some((slot) => !slot.card)) return "Over 21: discarded face down.";
    if (hand.state === "busted" || mine > 21) return `${mine}: over 21.`;
    if (hand.blackjack && !dealerBlackjack) return `Blackjack pays ${pays}.`;
    if (dealerBlackjack) return hand.blackjack ? "Both have blackjack: push." : "The dealer has blackjack.";
    if (dealer === 22 && t.layout.rules.dealer_22 === "push")
        return /* say:dealer-22 */ "Dealer 22: every hand still in play pushes.";
    if (dealer > 21) return `The dealer busts with ${dealer}.`;
    if (mine === dealer) return `${mine} against ${dealer}: push.`;
    return `${mine} against ${dealer}.`;
}

function mainLines(t: Table, place: string): Line[] {
    const box = boxOf(t, place);
    const hands = box?.hands ?? [];
    return hands
        .map((hand, i) => ({ hand, i }))
        .filter(({ hand }) => hand.settled[place] || (hand.free && hand.gone && !isBehind(place)))
        .map(({ hand, i }) => {
            const why = whyMain(t, hand);
            const settled = hand.settled[place];
            const net = settled ? settled.paid - settled.taken : 0;
            const house =
                hand.free || hand.freeDouble
                    ? net > 0
                        ? " The house paid for the lammer."
                        : /* say:lammer-cost-nothing */ " The lammer cost you nothing."
                    : "";
            const what = isBehind(place) ? `Behind box ${placeBox(place)}` : "Your hand";
            return {
                what: hands.length > 1 ? `Hand ${i + 1}` : what,
                why: why + house + couponBack(settled),
                net,
                clause: settled?.clause,
            };
        });
}

const couponBack = (settled: Settled | undefined) =>
    settled?.couponBack ? /* say:coupon-back */ " The coupon is yours again." : "";

function sideLines(t: Table, place: string): Line[] {
    const box = boxOf(t, place);
    return Object.entries(box?.sides ?? {})
        .filter(([key, s]) => key.startsWith(`${place} `) && (s.coupon || s.paid + s.taken + s.back > 0))
        .map(([key, s]) => {
            const wager = key.split(" ")[1];
            const facts = t.layout.wagers.find((w) => w.wager === wager);
            const pays = facts?.outcomes?.find((o) => o.name === s.outcome)?.pays;
            const why = s.coupon
                ? /* say:coupon-lost */ "The coupon is lost. It cost you nothing."
                : s.paid
                  ? `${s.outcome ?? "Wins"}${pays ? ` pays ${pays}` : ""}.`
                  : s.taken
                    ? "No winning outcome."
                    : "The bet comes back.";
            return {
                what: wagerTitle(wager, t),
                why: why[0].toUpperCase() + why.slice(1) + couponBack(s),
                net: s.paid - s.taken,
                clause: s.clause ?? facts?.clause,
            };
        });
}

export const accountOf = (t: Table, places: string[]): Line[] =>
    places.flatMap((place) => [...mainLines(t, place), ...sideLines(t, place)]);

/* What a further bettor may say, in few words. */
export const alongWords = (along: Along): string =>
    [
        along.legal.some((o) => o.do === "with-double") ? "double along" : "",
        along.legal.some((o) => o.do === "with-split") ? "say where your bet goes if it splits" : "",
    ]
        .filter(Boolean)
        .join(", or ") || "watch";

/* What a screen reader hears when a player is on turn. */
export function turnSentence(t: Table, places: string[]): string {
    const turn = t.turn;
    if (turn.do === "hit" && turn.seat && places.includes(turn.seat)) {
        const hand = boxOf(t, turn.seat)?.hands[(turn.hand ?? 1) - 1];
        const up = cardName(t.dealer.slots[0]?.card ?? null);
        const choices = (turn.legal ?? []).map((offer) => (offer.free ? `${offer.do} for free` : offer.do)).join(", ");
        return `Your turn${turn.hand && (boxOf(t, turn.seat)?.hands.length ?? 1) > 1 ? `, hand ${turn.hand}` : ""}: ${hand ? scoreText(cardsOf(hand.slots), false).replace("/", " or ") : ""} against the ${up}. You may ${choices}.`;
    }
    const along = turn.along?.find((one) => places.includes(one.seat));
    if (along)
        return /* say:box-decides */ `Box ${placeBox(along.seat)} decides for your bet too. You may ${alongWords(along)}.`;
    if (turn.do === "insure" || t.phase === "insuring") return "Insurance? Yes or no.";
    return "";
}
