/* print.ts - the words printed on a layout, all of them from the rules of the table. */
import type { Table } from "../table/model";

const PAYS: Record<string, string> = { "3:2": "3 to 2", "6:5": "6 to 5", "1:1": "1 to 1" };

const GAME: [test: (r: Record<string, string>) => boolean, name: string][] = [
    [(r) => r.rule_set !== "mbj", "FREE BET BLACKJACK"],
    [(r) => r.multiple_action !== undefined && r.multiple_action !== "off", "MULTIPLE ACTION BLACKJACK"],
    [(r) => r.shoe === "double", "DOUBLE SHOE BLACKJACK"],
    [() => true, "BLACKJACK"],
];

export function layoutLines(table: Table): string[] {
    const r = table.layout.rules;
    if (!r.decks) return ["", "", ""];
    const game = GAME.find(([test]) => test(r))![1];
    const parts = [
        `Blackjack pays ${PAYS[r.blackjack_pays] ?? r.blackjack_pays}`,
        r.dealer_soft17 === "hit" ? "Dealer must hit soft 17" : "Dealer must stand on all 17s",
        ...(r.dealer_22 === "push" ? ["Dealer 22 pushes"] : []),
    ];
    return [game, parts.join("   ·   "), r.insurance === "on" ? "INSURANCE  PAYS  2  TO  1" : "NO  INSURANCE"];
}

const SHORT: Record<string, string> = {
    push22: "PUSH 22",
    "pot-of-gold": "POT OF GOLD",
    blazing7: "BLAZING 7s",
    "21+3": "21+3",
    buster: "BUSTER",
    trilux: "TRI LUX",
    "kings-bounty": "KING'S BOUNTY",
    "match-dealer": "MATCH DEALER",
    "in-between": "IN BETWEEN",
    "twenty-point": "20 POINT",
    "third-card": "THIRD CARD",
    over13: "OVER 13",
    under13: "UNDER 13",
    "blackjack-bonus": "BJ BONUS",
    super4: "SUPER 4",
    super3: "SUPER 3",
    aces: "ACES",
    sevens: "SEVENS",
    suited: "SUITED",
};

export function shortName(wager: string, table: Table): string {
    if (SHORT[wager]) return SHORT[wager];
    if (wager.startsWith("main.")) return wager === "main.2" ? "2ND HAND" : "3RD HAND";
    if (wager.startsWith("streak.")) return `STREAK ${wager.slice(7)}`;
    return (table.layout.wagers.find((w) => w.wager === wager)?.title ?? wager).toUpperCase();
}

export const wagerTitle = (wager: string, table: Table): string => {
    if (wager === "main") return "Blackjack wager";
    if (wager.startsWith("main.")) return `Wager against dealer hand ${wager.slice(5)}`;
    if (wager.startsWith("insurance")) return "Insurance";
    return table.layout.wagers.find((w) => w.wager === wager)?.title ?? wager;
};

/* Multiple action: how many spots a player must bet on, and how many there are. */
export function mainSpots(table: Table): { needed: number; all: number } {
    const rule = table.layout.rules.multiple_action ?? "off";
    if (rule === "off") return { needed: 1, all: 1 };
    return { needed: rule === "all" ? 3 : 2, all: rule === "2" ? 2 : 3 };
}

/* The spots of a box besides its circle. */
export function spotsOf(table: Table): string[] {
    const further = Array.from({ length: mainSpots(table).all - 1 }, (_, i) => `main.${i + 2}`);
    return [...table.layout.wagers.map((w) => w.wager), ...further];
}
