/* hooks.ts - small hooks for every page. */
import { useEffect, useReducer, useRef, useState } from "preact/hooks";
import type { Shape } from "../felt/geometry";
import type { TableStore } from "../table/store";

export const reducedMotion = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

export function useStore(store: TableStore | null) {
    const [, bump] = useReducer((n: number) => n + 1, 0);
    useEffect(() => {
        if (!store) return undefined;
        bump(0); /* catches changes from before the listener was added */
        return store.subscribe(() => bump(0));
    }, [store]);
}

function useMedia(query: string): boolean {
    const [matches, set] = useState(() => matchMedia(query).matches);
    useEffect(() => {
        const media = matchMedia(query);
        const listen = () => set(media.matches);
        media.addEventListener("change", listen);
        return () => media.removeEventListener("change", listen);
    }, []);
    return matches;
}

/* The felt for this screen: upright where it is higher than wide or too narrow for a whole table, short where it is low. */
export function useShape(): Shape {
    const short = useMedia("(max-height: 480px) and (min-aspect-ratio: 1/1)");
    const tall = useMedia("(max-aspect-ratio: 1/1), (max-width: 640px)");
    return short ? "short" : tall ? "tall" : "wide";
}

/* Reads now, whenever one of `of` changes, and every `ms` while the page is visible. */
export function useLook(read: () => Promise<unknown>, ms: number, when: boolean, of: unknown[]) {
    useEffect(() => {
        if (!when) return undefined;
        void read();
        const timer = setInterval(() => document.hidden || void read(), ms);
        return () => clearInterval(timer);
    }, [when, ...of]);
}

/* What is left of a clock, 0 to 1, a few times a second. */
export function useClock(deadline: number, ms: number): number {
    const [, tick] = useReducer((n: number) => n + 1, 0);
    useEffect(() => {
        if (!deadline) return undefined;
        const timer = setInterval(() => tick(0), 250);
        return () => clearInterval(timer);
    }, [deadline]);
    return deadline && ms ? Math.max(0, Math.min(1, (deadline - performance.now()) / ms)) : 0;
}

export const LAST_SECONDS = 5;

/* Whole seconds that are left, 0 without a clock; `late` is called once in each of the last seconds. */
export function useSeconds(deadline: number, late: (seconds: number) => void): number {
    const told = useRef({ deadline: 0, seconds: 0 });
    const seconds = deadline ? Math.max(0, Math.ceil((deadline - performance.now()) / 1000)) : 0;
    useEffect(() => {
        if (told.current.deadline === deadline && told.current.seconds === seconds) return;
        told.current = { deadline, seconds };
        if (seconds > 0 && seconds <= LAST_SECONDS) late(seconds);
    }, [deadline, seconds]);
    return seconds;
}

/* Keys of a single character can be switched off, because speech input and slips of the hand press them too (WCAG 2.1.4). */
const KEYS_OFF = "single keys off";
export const singleKeys = () => localStorage.getItem(KEYS_OFF) === null;
export function setSingleKeys(on: boolean) {
    if (on) localStorage.removeItem(KEYS_OFF);
    else localStorage.setItem(KEYS_OFF, "1");
}

/* Keys of a page; typing in a field is left alone. */
export function useKeys(keys: Record<string, () => void>) {
    const latest = useRef(keys);
    latest.current = keys;
    useEffect(() => {
        const press = (e: KeyboardEvent) => {
            const target = e.target as HTMLElement;
            if (document.querySelector("dialog[open]")) return; /* a question stops everything else */
            const typing = /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
            if (e.ctrlKey || e.metaKey || e.altKey || (typing && e.key !== "Escape")) return;
            const key = e.key.length === 1 ? e.key.toLowerCase() : e.key;
            if (key.length === 1 && key !== " " && !singleKeys()) return;
            if ((key === "Enter" || key === " ") && /^(BUTTON|A|SUMMARY)$/.test(target.tagName)) return;
            const action = (e.shiftKey && latest.current[`Shift+${key}`]) || latest.current[key];
            if (!action) return;
            e.preventDefault();
            if (!e.repeat) action(); /* a held key counts as one press */
        };
        addEventListener("keydown", press);
        return () => removeEventListener("keydown", press);
    }, []);
}

export function useTitle(title: string) {
    useEffect(() => {
        document.title = title ? `${title} · Lammer` : "Lammer";
    }, [title]);
}

/* An unbiased number, by rejection: every value is equally likely. */
export function fairNumber(least: number, most: number): number {
    const span = most - least + 1;
    const limit = Math.floor(0x100000000 / span) * span;
    const word = new Uint32Array(1);
    do crypto.getRandomValues(word);
    while (word[0] >= limit);
    return least + (word[0] % span);
}
