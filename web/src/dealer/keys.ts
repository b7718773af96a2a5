/* keys.ts - the keys of the dealer's console: cards in two strokes, as a scanner types them, a key for every call, and
 * the space bar for the next step.
 *
 * The same letters spell suits and calls, so what a letter means depends on what the table waits for. A suit after a
 * rank is never a call: a scanner that reads a card while a player decides must not hit for the player. */
import { useEffect, useRef, useState } from "preact/hooks";
import { readCard } from "./steps";

export const CALLS: Record<string, string> = {
    h: "hit",
    s: "stand",
    d: "double",
    p: "split",
    r: "surrender",
    x: "discard",
};

const STROKES_MS = 3000; /* between the two strokes of a card */
const SCANNER_MS = 400; /* a scanner ends a card with Enter, which must not press a button */

interface Ears {
    wantsCard: boolean;
    onCard: (card: string) => void;
    onCall: (word: string) => void;
    onNext: () => void;
    onKey: (key: string) => boolean; /* other keys; whether it was one of them */
    onStray: (text: string) => void; /* a card was typed while none is due */
}

const isField = (target: EventTarget | null) =>
    /^(INPUT|TEXTAREA|SELECT)$/.test((target as HTMLElement)?.tagName ?? "");

/* What a key makes of the strokes before it: a card, the beginning of one, or nothing of a card. Where none is wanted, a
 * suit alone begins nothing, because it is a call. */
export function strokeOf(
    before: string,
    key: string,
    wantsCard: boolean,
): { text: string; card?: string; used: boolean } {
    const card = readCard(before + key);
    if (card) return { text: "", card, used: true };
    const begins = wantsCard ? /^([a2-9tjqk1cdhs]|10)$/ : /^([a2-9tjqk1]|10)$/;
    if (begins.test(before + key)) return { text: before + key, used: true };
    return before ? strokeOf("", key, wantsCard) : { text: "", used: false };
}

/* Returns the first stroke of a card whose second is still to come. */
export function useDealerKeys(ears: Ears): string {
    const now = useRef(ears);
    now.current = ears;
    const [typed, setTyped] = useState("");
    const state = useRef({ text: "", at: -Infinity, done: -Infinity });
    useEffect(() => {
        const type = (text: string) => {
            state.current.text = text;
            state.current.at = performance.now();
            setTyped(text);
        };
        const stroke = (key: string): boolean => {
            const { wantsCard, onCard, onStray } = now.current;
            const s = state.current;
            const made = strokeOf(performance.now() - s.at > STROKES_MS ? "" : s.text, key, wantsCard);
            if (made.card) s.done = performance.now();
            if (made.used || s.text) type(made.text);
            if (made.card) (wantsCard ? onCard : onStray)(made.card);
            return made.used;
        };
        const press = (e: KeyboardEvent) => {
            if (e.ctrlKey || e.metaKey || e.altKey || e.repeat || isField(e.target)) return;
            const key = e.key.toLowerCase();
            const loose = document.activeElement === document.body || document.activeElement === null;
            if (key === "enter" && performance.now() - state.current.done < SCANNER_MS) return e.preventDefault();
            if (key === " " && loose) {
                e.preventDefault();
                return now.current.onNext();
            }
            if (!/^[a-z0-9.]$/.test(key)) return;
            if (stroke(key)) return;
            if (now.current.onKey(key)) return;
            if (CALLS[key]) now.current.onCall(CALLS[key]);
        };
        addEventListener("keydown", press);
        return () => removeEventListener("keydown", press);
    }, []);
    return typed.toUpperCase();
}
