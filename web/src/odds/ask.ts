/* ask.ts - questions to the worker that knows the odds. It is started with the first question. */
import { connect, type Connection } from "../../../bindings/wasm/worker.js";
import type { Settings } from "../../../bindings/wasm/index.js";

let worker: Connection | null = null;

export function odds(): Connection {
    worker ??= connect(new Worker(FILES.thinker, { type: "module" }) as never);
    return worker;
}

/* "decks=8 surrender=on" as the rules of a table carry it. */
export function settingsOf(text: string): Settings {
    const settings: Settings = {};
    for (const word of text.split(/\s+/).filter(Boolean)) {
        const at = word.indexOf("=");
        if (at > 0) settings[word.slice(0, at)] = word.slice(at + 1);
    }
    return settings;
}

export const settingsText = (settings: Settings) =>
    Object.entries(settings)
        .map(([name, value]) => `${name}=${value}`)
        .join(" ");

export const problemOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
