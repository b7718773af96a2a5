/* say.ts - what happened, in plain sentences: for the log, for screen readers, for the round's account. */
import type { Along, Offer, TableEvent } from "../net/wire";
import { wagerTitle } from "../felt/print";
import { fill, known, message, named } from "../words/catalogue";
import { isAside, points, writeReason, writeSentence, type Reader } from "../words/sentence";
import { EMOTES, emoteName } from "./emotes";
import { paysText } from "../words/pays";
import type { Sentence, Why } from "../net/protocol";
import { cardName, cardShort, score } from "./cards";
import { dollars } from "./money";
import { boxOf, cardsOf, isBehind, placeBox, type Hand, type Settled, type Table } from "./model";

/* The row that says an event of the house, where one event has several rows. */
const KEYS: Record<string, (e: TableEvent) => string> = {
    sit: (e) => (isBehind(e.seat ?? "") ? "EV_SIT_BEHIND" : "EV_SIT"),
    share: (e) => (e.on ? "EV_SHARE" : "EV_SHARE_OFF"),
    "cut-shoe": (e) => (e.seat === "dealer" ? "EV_CUT_SHOE_DEALER" : "EV_CUT_SHOE"),
};
/* The engine and the house both send these events; only the house's name the player. */
const NAMED_BY_HOUSE = new Set(["arrive", "leave"]);
const keyOf = (word: string) => word.toUpperCase().replace(/-/g, "_");

function houseSentence(t: Table, e: TableEvent, reader: Reader): string {
    const key = KEYS[e.event] ? KEYS[e.event](e) : `EV_${keyOf(e.event)}`;
    if (e.emote && !EMOTES[e.emote]) return "";
    const about = e.player === undefined ? reader.places.includes(e.seat ?? "") : e.player === reader.name;
    const say = [about ? `${key}_YOU` : "", key].find(known);
    const did = [`DID_${keyOf(e.did ?? "")}`, "DID_ANYTHING"].find(known);
    if (!say) return "";
    const { seat, cents, card, was, number, count } = e;
    const player = e.player ?? (e.emote ? e.by : undefined);
    const words = e.emote ? emoteName(e.emote) : e.reason;
    const wager = e.wager && wagerTitle(e.wager, t);
    return writeSentence({ say, seat, cents, card, was, player, number, count, wager, did, words }, reader);
}

const readerOf = (t: Table, name: string, spoken = false): Reader => ({
    name,
    spoken,
    places: name ? Object.keys(t.seats).filter((place) => t.seats[place] === name && !place.endsWith("t")) : [],
});

/* One line of the log; `clause` where the line is what the clause prescribes. */
export interface Told {
    text: string;
    clause?: string;
    seat?: string;
    aside?: boolean; /* told in addition to the event: a hand as it lies, a result */
}

/* An event in sentences: those of the house, or the page's own for what happens around the round. */
export function tellEvent(t: Table, e: TableEvent, me: string, by = "", spoken = false): Told[] {
    const reader = readerOf(t, me, spoken);
    if (by === "clock" && e.event === "no-more-bets")
        return [{ text: message("NO_MORE_BETS_CLOCK"), clause: e.clause }];
    if (NAMED_BY_HOUSE.has(e.event) && !e.player) return [];
    if (e.say)
        return e.say.map((s) => ({
            text: writeSentence(s, reader),
            clause: isAside(s) ? undefined : e.clause,
            seat: s.seat,
            aside: isAside(s),
        }));
    const text = houseSentence(t, e, reader);
    return text ? [{ text, clause: e.clause, seat: e.seat }] : [];
}

/* The sentences of an event as one text, to be spoken. */
export const sentence = (t: Table, e: TableEvent, me: string, by = ""): string =>
    tellEvent(t, e, me, by, true)
        .map((line) => line.text)
        .join(" ");

/* --- why a wager was paid or taken -------------------------------------------------------------------------- */

export interface Line {
    what: string;
    why: string;
    net: number;
    clause?: string;
    whys?: Why[];
}

/* One term of a box's arithmetic in words. Where several wagers were decided, the first term of each wager names it. */
export interface TermLine {
    text: string;
    adds: number;
    clause?: string;
}

const inWords = (s: Sentence) => (s.say === "NOTHING" ? "" : writeSentence(s, { places: [] }));

/* A stake that goes back with its winnings needs no line. */
export function termsOf(whys: Why[]): TermLine[] {
    const several = new Set(whys.map((why) => inWords(why.because))).size > 1;
    const all = whys.flatMap(({ because, terms }) =>
        terms.map(({ say, adds, clause }, i) => ({
            text: [i === 0 && several && inWords(because), inWords(say)].filter(Boolean).join(": "),
            adds,
            clause,
            back: say.say === "TERM_BACK" && because.say !== "WHY_SPARED",
        })),
    );
    return all.some((line) => !line.back) ? all.filter((line) => !line.back) : all;
}

/* The cards that decided, as far as they were seen. */
export function cardsOfWhys(whys: Why[]): string {
    const { mine, dealers } = whys[whys.length - 1];
    const put: Record<string, string> = {
        mine: mine.map(cardShort).join(" "),
        dealers: dealers.map(cardShort).join(" "),
    };
    return mine.length && dealers.length
        ? fill(message("ACCOUNT_CARDS"), (word) => put[word])
        : put.mine || put.dealers;
}

/* A hand on a lammer that loses moves no chips, so the house gives no reason. */
function whyLammer(t: Table, hand: Hand): string {
    const mine = score(cardsOf(hand.slots)).total;
    const cards = hand.slots.map((slot) => slot.card ?? "??").join("");
    const against = t.dealer.slots.map((slot) => slot.card ?? "??").join("");
    return writeReason({ say: "", why: mine > 21 ? "WHY_BUST" : "WHY_TOTALS", cards, against });
}

function whyMain(t: Table, hand: Hand, settled: Settled | undefined): string {
    const pays = paysText(t.layout.rules.blackjack_pays ?? "3:2");
    if (hand.state === "surrendered") return message("ACCOUNT_SURRENDER");
    if (hand.state === "busted" && hand.slots.some((slot) => !slot.card)) return message("ACCOUNT_BUST_UNSEEN");
    if (settled?.said?.why === "WHY_BLACKJACK") return fill(message("ACCOUNT_BLACKJACK"), () => pays);
    return settled?.said ? writeReason(settled.said) : whyLammer(t, hand);
}

function handTitle(hands: Hand[], i: number, place: string): string {
    if (hands.length > 1) return fill(message("ACCOUNT_HAND_OF"), () => i + 1);
    return isBehind(place) ? fill(message("ACCOUNT_BEHIND"), () => placeBox(place)) : message("ACCOUNT_HAND");
}

const joined = (...sentences: (string | false | undefined)[]) => sentences.filter(Boolean).join(" ");

function mainLines(t: Table, place: string): Line[] {
    const hands = boxOf(t, place)?.hands ?? [];
    return hands
        .map((hand, i) => ({ hand, i }))
        .filter(({ hand }) => hand.settled[place] || (hand.free && hand.gone && !isBehind(place)))
        .map(({ hand, i }) => {
            const settled = hand.settled[place];
            const net = settled ? settled.paid - settled.taken : 0;
            const lammer = net > 0 ? "ACCOUNT_LAMMER_PAID" : "ACCOUNT_LAMMER_FREE";
            return {
                what: handTitle(hands, i, place),
                why: joined(
                    whyMain(t, hand, settled),
                    (hand.free || hand.freeDouble) && message(lammer),
                    couponBack(settled),
                ),
                net,
                clause: settled?.clause,
                whys: settled?.whys,
            };
        });
}

const couponBack = (settled: Settled | undefined) => settled?.couponBack && message("ACCOUNT_COUPON_BACK");

function whySide(s: Settled, pays: string | null | undefined): string {
    if (s.coupon) return message("ACCOUNT_COUPON_LOST");
    if (!s.paid) return message(s.taken ? "ACCOUNT_NO_OUTCOME" : "ACCOUNT_BACK");
    if (!s.outcome) return message("ACCOUNT_WINS");
    const put = (word: string) => (word === "pays" ? paysText(pays) : named(s.outcome!));
    return fill(message(pays ? "ACCOUNT_OUTCOME_PAYS" : "ACCOUNT_OUTCOME"), put);
}

function sideLines(t: Table, place: string): Line[] {
    return Object.entries(boxOf(t, place)?.sides ?? {})
        .filter(([key, s]) => key.startsWith(`${place} `) && (s.coupon || s.paid + s.taken + s.back > 0))
        .map(([key, s]) => {
            const wager = key.split(" ")[1];
            const facts = t.layout.wagers.find((w) => w.wager === wager);
            const pays = facts?.outcomes?.find((o) => o.name === s.outcome)?.pays;
            return {
                what: wagerTitle(wager, t),
                why: joined(whySide(s, pays), couponBack(s)),
                net: s.paid - s.taken,
                clause: s.clause ?? facts?.clause,
                whys: s.whys,
            };
        });
}

export const accountOf = (t: Table, places: string[]): Line[] =>
    places.flatMap((place) => [...mainLines(t, place), ...sideLines(t, place)]);

/* What a further bettor may say, in few words. */
export function alongWords(along: Along): string {
    const doubles = along.legal.some((o) => o.do === "with-double");
    const splits = along.legal.some((o) => o.do === "with-split");
    const key = doubles && splits ? "BOTH" : doubles ? "DOUBLE" : splits ? "SPLIT" : "WATCH";
    return message(`ALONG_${key}`);
}

function choiceWords(offer: Offer): string {
    const key = `DO_${keyOf(offer.do)}`;
    const word = known(key) ? message(key) : offer.do;
    return offer.free ? fill(message("DO_FREE"), () => word) : word;
}

/* What a screen reader hears when a player is on turn. */
export function turnSentence(t: Table, places: string[]): string {
    const turn = t.turn;
    if (turn.do === "hit" && turn.seat && places.includes(turn.seat)) {
        const hands = boxOf(t, turn.seat)?.hands ?? [];
        const hand = hands[(turn.hand ?? 1) - 1];
        const words: Record<string, string | number> = {
            hand: turn.hand ?? 1,
            points: hand ? points(cardsOf(hand.slots), hand.fromSplit) : "",
            card: cardName(t.dealer.slots[0]?.card ?? null),
            choices: (turn.legal ?? []).map(choiceWords).join(", "),
        };
        return fill(message(hands.length > 1 ? "TURN_YOUR_HAND" : "TURN_YOURS"), (word) => words[word]);
    }
    const along = turn.along?.find((one) => places.includes(one.seat));
    if (along)
        return fill(message("TURN_BEHIND"), (word) => (word === "at" ? placeBox(along.seat) : alongWords(along)));
    const asked = t.phase === "insuring" && turn.legal?.some((offer) => places.includes(offer.seat ?? ""));
    return asked ? message("TURN_INSURANCE") : "";
}

export const chipsInWords = (t: Table, name: string) => message("SPOKEN_CHIPS", { money: dollars(t.racks[name] ?? 0) });
