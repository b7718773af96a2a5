/* steps.ts - the step that a table waits for, as one line to its dealer, with the dealer's answers.
 *
 * Which step it is, the house says (`turn` of every message): the engine's step, or what a progressive owes before it.
 * This file only words it. */
import type { Turn } from "../net/wire";
import { wagerTitle } from "../felt/print";
import type { Table } from "../table/model";

export interface Step {
    line: string;
    card?: "card" | "turn" | "determinant" | "show-burn"; /* a card is to be entered for this command */
    press?: Press[];
    floor?: Press[]; /* what a supervisor presses; a dealer calls one */
}
export interface Press {
    word: string;
    label: string;
    body?: Record<string, unknown>;
}

const seatName = (seat: string | undefined, hand?: number) =>
    !seat || seat === "dealer" ? "the dealer" : `box ${seat}${hand && hand > 1 ? `, hand ${hand}` : ""}`;

const press = (word: string, label: string, body?: Record<string, unknown>) => ({ word, label, body });

/* Steps between rounds that need no arguments. */
const PLAIN: Record<string, string> = {
    inspect: "Inspect the cards, front and back.",
    spread: "Spread the cards face up by deck, suit and sequence.",
    wash: "Wash the cards.",
    stack: "Stack the cards.",
    plug: "Plug the undealt cards into the discards.",
    riffle: "Riffle.",
    "turn-half": "Turn one half around.",
    strip: "Strip.",
    "shuffle-cut": "Cut the shuffled stack.",
    "device-shuffle": "Let the device shuffle.",
    burn: "Burn a card, face down.",
    open: "Open the betting.",
    deal: "No more bets: deal.",
    load: "Put the stack into the shoe.",
};

export const VERIFY = /* say:verify */ "Verify cards and light";
export const SWIPE = /* say:swipe */ "Swipe card and pay";

type Maker = (turn: Turn, t: Table) => Step;

const STEPS: Record<string, Maker> = {
    card: (turn) => ({ line: /* say:deal-to */ `Deal a card to ${seatName(turn.seat, turn.hand)}.`, card: "card" }),
    down: (turn) => ({
        line: /* say:deal-down-to */ `Deal a card face down to ${seatName(turn.seat, turn.hand)}.`,
        press: [press("down", /* say:lies-there */ "It is dealt")],
    }),
    turn: (turn) => ({ line: /* say:turn-down */ `Turn the face-down card of ${seatName(turn.seat)}.`, card: "turn" }),
    determinant: () => ({ line: "Draw the determinant card.", card: "determinant" }),
    peek: () => ({
        line: "Put the hole card into the reader.",
        press: [press("peek", "No blackjack", { blackjack: false }), press("peek", "Blackjack", { blackjack: true })],
    }),
    bet: () => ({
        line: /* say:bets-open */ "Bets are open. Take bets, then deal.",
        press: [press("deal", /* say:no-more-bets-deal */ "No more bets, deal")],
    }),
    insure: () => ({
        line: "Insurance is open. Take answers, then close it.",
        press: [press("close", "Insurance closed")],
    }),
    close: () => ({
        line: "Insurance is open. Take answers, then close it.",
        press: [press("close", "Insurance closed")],
    }),
    hit: (turn) => ({
        line: `${seatName(turn.seat, turn.hand)[0].toUpperCase()}${seatName(turn.seat, turn.hand).slice(1)} decides.`,
    }),
    verify: () => ({ line: "A floorperson verifies the inspection.", press: [press("verify", "Verified")] }),
    confirm: () => ({
        line: "Call the floor: a floorperson or supervisor must confirm before play continues.",
        press: [press("confirm", "Confirm")],
    }),
    arrive: () => ({ line: "Waiting for the first player." }),
    deliver: (_turn, t) => ({
        line: "Take the decks to the table.",
        press: [
            press("deliver", `${t.layout.rules.decks} decks are here`, { count: Number(t.layout.rules.decks) }),
            press("load", "A prepared shoe is in place", { prepared: true }),
        ],
    }),
    view: (turn) => ({
        line: `Box ${turn.seat} looks at the cards.`,
        press: [press("view", "Looked", { seat: turn.seat })],
    }),
    cut: (turn) => ({
        line: turn.seat === "dealer" ? "Cut the cards yourself." : `Offer the cut to box ${turn.seat}.`,
    }),
    cover: () => ({ line: "Insert the cover card: how many cards are behind it?" }),
    "change-decks": (turn) => ({
        line: numberWord(turn) ? "The count is wrong. Count again, or change the decks." : "Change the decks.",
        press: [press("change-decks", "Decks changed")],
    }),
    unload: () => ({ line: "Empty the shoe and count the cards in the rack." }),
    award: (turn) => ({ line: `A prize waits at box ${turn.seat}.` }),
    call: (turn, t) => ({
        line: /* say:prize-at-box */ `Box ${turn.seat} wins a prize on ${wagerTitle(turn.wager!, t)}: press the hand button.`,
        press: [press("call", /* say:call-prize */ "Call the prize", { seat: turn.seat, wager: turn.wager })],
    }),
    "verify-award": (turn) => ({
        line: `A supervisor verifies cards and light of box ${turn.seat}.`,
        floor: [press("verify-award", VERIFY, { seat: turn.seat, wager: turn.wager })],
    }),
    "pay-award": (turn) => ({
        line: `The prize of box ${turn.seat} is paid when a supervisor swipes a card.`,
        floor: [press("pay-award", SWIPE, { seat: turn.seat, wager: turn.wager })],
    }),
    "show-amount": (turn) => ({ line: `Which amount does the display show for box ${turn.seat}?` }),
    "end-game": (turn, t) => ({
        line: `Everything is settled: press END GAME of ${wagerTitle(turn.wager!, t)}.`,
        press: [press("end-game", "END GAME", { wager: turn.wager })],
    }),
    irregular: () => ({ line: "Something must be repaired first: see Irregularity." }),
};

/* The command that takes a number of cards now; after a wrong count the dealer counts again (C-121). */
export function numberWord(turn: Turn) {
    if (turn.do === "change-decks" && turn.clause !== "MFB-2(c)") return "unload";
    return ["cut", "cover", "unload"].includes(turn.do ?? "") ? turn.do! : null;
}

export function stepOf(t: Table): Step {
    const turn = t.turn;
    if (t.frozen) return { line: "The table is stopped." };
    if (!t.open) return { line: "The tray is closed. A supervisor opens it in the pit." };
    if (!turn.do) return { line: "Nothing to do now." };
    const make = STEPS[turn.do];
    if (make) return make(turn, t);
    if (PLAIN[turn.do]) return { line: PLAIN[turn.do], press: [press(turn.do, turn.do === "open" ? "Open" : "Done")] };
    return { line: `Next: ${turn.do.replace(/-/g, " ")}.`, press: [press(turn.do, "Done")] };
}

/* --- irregularities --------------------------------------------------------------------------------------------- */

/* Irregularities as people report them; the clause says what follows. */
export const MISHAPS: Record<string, { what: string; free: string; plain: string }> = {
    misdeal: { what: /* say:wrong-hand */ "A card went to the wrong hand", free: "MFB-11(a).2", plain: "MBJ-15(a)" },
    release: { what: "A player wants out of a misdealt hand", free: "MFB-11(a).3", plain: "MBJ-15(a)" },
    "face-up-card": { what: "A card was found face up in the shoe", free: "MFB-11(b)", plain: "MBJ-15(b)" },
    unexposed: { what: "A card was drawn by mistake and not seen", free: "MFB-11(c)", plain: "MBJ-15(c)" },
    exposed: { what: "A card was drawn by mistake and was seen", free: "MFB-11(d).1", plain: "MBJ-15(d)" },
    "refuse-card": { what: "A player does not want the exposed card", free: "MFB-11(d).2", plain: "MBJ-15(d)" },
    overdraw: { what: "The dealer drew on a standing hand", free: "MFB-11(e)", plain: "MBJ-15(e)" },
    "missed-own": { what: "The dealer passed over the dealer's own card", free: "MFB-11(f)", plain: "MBJ-15(f)" },
    exhausted: { what: "The shoe is empty", free: "MFB-11(g)", plain: "MBJ-15(g).1" },
    "no-card": { what: "A box was passed over in the deal", free: "MFB-11(h).1", plain: "MBJ-15(h)" },
    "one-card": { what: "A box got only one card", free: "MFB-11(h).2", plain: "MBJ-15(h)" },
    "missed-hit": { what: "A hit was missed", free: "MFB-11(i)", plain: "MBJ-15(j)" },
    "reader-misused": {
        what: "The reader was used without an ace or ten up",
        free: "MFB-11(j)",
        plain: "MBJ-15(k)(2)",
    },
    "reader-broken": { what: "The card reader does not work", free: "MFB-11(k)", plain: "MBJ-15(l)" },
    "reader-repaired": { what: "The card reader works again", free: "MFB-11(k)", plain: "MBJ-15(l)" },
    "wrong-side": { what: "A card came from the wrong side of the shoe", free: "", plain: "MBJ-15(i)" },
    "up-not-moved": { what: "The up card was not moved", free: "", plain: "MBJ-15(m)" },
    "up-racked": { what: "The up card went to the rack", free: "", plain: "MBJ-15(n)" },
    "light-out": { what: "A progressive light is broken", free: "WB7-4.1", plain: "MBJ-15(o)" },
    "light-repaired": { what: "A progressive light works again", free: "WB7-4.1", plain: "MBJ-15(o)" },
    "bonus-failed": { what: "The display shows no amount", free: "", plain: "MBJ-15(p)" },
    "double-up": { what: "A face-down double was dealt face up", free: "", plain: "MBJ-15(q)" },
};

/* Two strokes, in either order: "8h", "h8"; a scanner sends the same and Enter. */
export function readCard(text: string): string | null {
    const t = text.trim().toLowerCase().replace("10", "t");
    const found = /^([a2-9tjqk1])([cdhs])$/.exec(t) ?? /^([cdhs])([a2-9tjqk1])$/.exec(t);
    if (!found) return null;
    const [rank, suit] = "cdhs".includes(found[1]) ? [found[2], found[1]] : [found[1], found[2]];
    return (rank === "1" ? "A" : rank.toUpperCase()) + suit;
}
