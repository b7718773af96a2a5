/* link.ts - a finished round as an address: the link itself carries the events that all watchers saw, without any name. The house
 * keeps nothing for it, so a link works for as long as the table has its rules, and for a reader without an account. */
import type { TableEvent } from "../net/wire";
import type { Step } from "../pages/recall";

export interface SharedHand {
    shoe: number;
    steps: Step[];
}

/* The link keeps the roles of the house, but every person is only "player" in it. */
const HOUSE = new Set(["dealer", "clock", "house"]);
const roleOf = (by: string) => (HOUSE.has(by) ? by : "player");

/* Events that name people, and not cards, stay out of the link. */
const OF_PEOPLE = new Set([
    "sit",
    "leave",
    "arrive",
    "buy",
    "cash",
    "ask",
    "share",
    "give-back",
    "sit-out",
    "emote",
    "commit",
    "reveal",
]);

function nameless({ player, reason, ...event }: TableEvent & { reason?: string }): TableEvent {
    return event as TableEvent;
}

/* The round from its first event to its end. */
export const publicSteps = (steps: Step[]): Step[] =>
    steps
        .filter(({ event }) => !event.own && !OF_PEOPLE.has(event.event))
        .map(({ event, by, seq, time }) => ({ event: nameless(event), by: roleOf(by), seq, time }));

async function through(bytes: Uint8Array, stream: CompressionStream | DecompressionStream): Promise<Uint8Array> {
    const out = new Blob([bytes as BlobPart])
        .stream()
        .pipeThrough(stream as ReadableWritablePair<Uint8Array, BufferSource>);
    return new Uint8Array(await new Response(out).arrayBuffer());
}

const toText = (bytes: Uint8Array) =>
    btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""))
        .replace(/\+/g, "-")
        .replace(/\//g, "_")
        .replace(/=+$/, "");
const toBytes = (text: string) =>
    Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (letter) => letter.charCodeAt(0));

export async function linkOf(table: string, round: number, hand: SharedHand): Promise<string> {
    const text = JSON.stringify({ shoe: hand.shoe, steps: publicSteps(hand.steps) });
    const packed = await through(new TextEncoder().encode(text), new CompressionStream("deflate-raw"));
    return `${location.origin}/hand/${table}/${round}#${toText(packed)}`;
}

const MOST_STEPS = 2000; /* a link can come from a stranger */

/* The hand that an address carries; null where there is none, or where it is incomplete. */
export async function handIn(hash: string): Promise<SharedHand | null> {
    if (hash.length < 2) return null;
    try {
        const bytes = await through(toBytes(hash.slice(1)), new DecompressionStream("deflate-raw"));
        const { shoe, steps } = JSON.parse(new TextDecoder().decode(bytes)) as SharedHand;
        const over = steps.length <= MOST_STEPS && steps.at(-1)?.event.event === "over";
        return over ? { shoe: Number(shoe) || 0, steps: publicSteps(steps) } : null;
    } catch {
        return null;
    }
}
