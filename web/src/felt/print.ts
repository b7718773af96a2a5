/* print.ts - the words printed on a layout. What they say of rules and wagers comes from the house. */
import type { Table } from "../table/model";
import { message, named } from "../words/catalogue";

/* The game, its rules and insurance, from the top. */
export function layoutLines(table: Table): string[] {
    const { game, rules, insurance } = table.layout.printed;
    return [
        named(game).toUpperCase(),
        rules.map(named).join("   ·   "),
        named(insurance).toUpperCase().replaceAll(" ", "  "),
    ];
}

const SPOTS: Record<string, string> = { "main.2": "PRINT_2ND_HAND", "main.3": "PRINT_3RD_HAND" };

export const spotPrint = (wager: string, table: Table): string =>
    SPOTS[wager] ? message(SPOTS[wager]) : (table.layout.wagers.find((w) => w.wager === wager)?.spot ?? wager);

export const wagerTitle = (wager: string, table: Table): string => {
    if (wager === "main") return message("PRINT_BLACKJACK_WAGER");
    if (wager.startsWith("main.")) return message("PRINT_WAGER_AGAINST_DEALER_HAND", { number: wager.slice(5) });
    if (wager.startsWith("insurance")) return message("RAIL_INSURANCE");
    return named(table.layout.wagers.find((w) => w.wager === wager)?.title ?? wager);
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
