/* favourites.ts - bets that a player wants to lay with one press, kept in this browser for each set of rules. */

/* Chips by wager for the player's first place, second place, and so on. */
export type Favourite = Record<string, number>[];

export const MOST_FAVOURITES = 3;

const keyOf = (rules: string) => `favourites ${rules}`;
const textOf = (favourite: Favourite) => JSON.stringify(favourite.map((bets) => Object.entries(bets).sort()));

export const favouritesOf = (rules: string): Favourite[] => JSON.parse(localStorage.getItem(keyOf(rules)) ?? "[]");
export const isFavourite = (all: Favourite[], one: Favourite): boolean =>
    all.some((other) => textOf(other) === textOf(one));

/* Adds it as the last one, and drops the oldest if there are too many. */
export function keepFavourite(rules: string, one: Favourite) {
    const all = favouritesOf(rules);
    if (isFavourite(all, one)) return;
    localStorage.setItem(keyOf(rules), JSON.stringify([...all, one].slice(-MOST_FAVOURITES)));
}

export function dropFavourite(rules: string, at: number) {
    localStorage.setItem(keyOf(rules), JSON.stringify(favouritesOf(rules).filter((_, i) => i !== at)));
}

export const sumOfFavourite = (one: Favourite): number =>
    one.flatMap((bets) => Object.values(bets)).reduce((a, b) => a + b, 0);
