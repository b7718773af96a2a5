/* emotes.ts - gestures that players show each other: which there are, and whether this reader wants to see them. */
import type { TableEvent } from "../net/wire";
import { message } from "../words/catalogue";
import type { Table } from "./model";

export const EMOTES: Record<string, string> = {
    nice: "👍",
    thanks: "🙏",
    luck: "🍀",
    wow: "😮",
    ouch: "😣",
    laugh: "😄",
};
export const emoteName = (name: string) => message(`EMOTE_${name.toUpperCase()}`);

const SILENCED = "gestures silenced";
export const silenced = () => localStorage.getItem(SILENCED) !== null;
export function silence(on: boolean) {
    if (on) localStorage.setItem(SILENCED, "1");
    else localStorage.removeItem(SILENCED);
}

export interface Shown {
    box: number;
    name: string;
    at: number; /* the time, which tells two gestures of one box apart */
}

/* The gesture of an event, at the box of the player; null where none is to be seen. */
export function shownOf(t: Table, e: TableEvent): Shown | null {
    const place = Object.keys(t.seats).find((seat) => t.seats[seat] === e.by);
    if (e.event !== "emote" || !EMOTES[e.emote ?? ""] || !place || silenced()) return null;
    return { box: Number.parseInt(place, 10), name: e.emote!, at: performance.now() };
}
