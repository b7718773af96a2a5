/* ask.ts - questions to the workers that know the odds. The first worker is started with the first question, the others
 * when a game is to be solved (crew.ts). */
import { connect, type Connection } from "../../../bindings/wasm/worker.js";
import type { Settings } from "../../../bindings/wasm/index.js";
import { message } from "../words/catalogue";

let module: Promise<WebAssembly.Module> | null = null;
let first: Connection | null = null;

function compiled(): Promise<WebAssembly.Module> {
    module ??= fetch(FILES.wasm).then(async (reply) => {
        if (!reply.ok) throw new Error(message("ODDS_THE_MODULE_COULD_NOT", { status: reply.status }));
        return WebAssembly.compile(await reply.arrayBuffer());
    });
    return module;
}

/* A worker with an instance of its own for each table; questions wait for the module. */
export function newWorker(): Connection {
    const worker = new Worker(FILES.thinker, { type: "module" });
    const begun = compiled().then(
        (module) => worker.postMessage(module),
        (error) => worker.postMessage(problemOf(error)),
    );
    return connect({
        postMessage: (message) => void begun.then(() => worker.postMessage(message)),
        addEventListener: (type, listener) => worker.addEventListener(type, listener),
    });
}

export function odds(): Connection {
    first ??= newWorker();
    return first;
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
