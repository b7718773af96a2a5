// worker.ts - the same tables behind a worker, so that a page stays alive while a game is solved.
//
// In the worker:   serve(self, fetch("lammer.wasm"));
// In the page:     const tables = connect(new Worker("worker.js", { type: "module" }));
//                  await tables.ask("ma-freebet", { decks: 8 }, "odds", [], (what, done, all) => …);
//
// Node.js has the same messages on `parentPort` and `Worker`. The worker keeps the tables that were asked last.

import { LammerError, load } from "./index.js";
import type { Lammer, Progress, Settings, Source, Table } from "./index.js";

/** What may be asked of a table. */
export type Question =
    | "rules"
    | "check"
    | "odds"
    | "estimate"
    | "piece"
    | "take"
    | "edges"
    | "hand"
    | "together"
    | "strategy"
    | "drawing"
    | "card"
    | "notice"
    | "report";

interface Request {
    id: number;
    name: string;
    settings: Settings;
    question: Question;
    args: unknown[];
}

type Reply =
    | { id: number; progress: [string, number, number] }
    | { id: number; answer: unknown; warnings: string[] }
    | { id: number; problems: string[] };

/** What this module needs of a Worker, or of a worker's global scope; Node's worker_threads have it, too. */
interface Port {
    postMessage(message: unknown): void;
    addEventListener?(type: "message", listener: (event: { data: unknown }) => void): void;
    on?(type: "message", listener: (message: unknown) => void): void;
}

function listen(port: Port, listener: (message: unknown) => void): void {
    if (port.addEventListener) {
        port.addEventListener("message", (event) => listener(event.data));
    } else {
        port.on!("message", listener);
    }
}

const MOST_TABLES = 4;

/** Tables by their rules; when there are too many, the one asked longest ago is dropped. */
class Tables {
    private readonly tables = new Map<string, Promise<Table>>();
    progress: Progress = () => undefined;

    constructor(
        private readonly lammer: Promise<Lammer>,
        private readonly most: number,
    ) {
        lammer.catch(() => undefined); /* every question is answered with the reason */
    }

    async find(name: string, settings: Settings): Promise<Table> {
        const key = JSON.stringify([name, settings]);
        const found = this.tables.get(key) ?? this.open(name, settings);
        this.tables.delete(key);
        this.tables.set(key, found);
        if (this.tables.size > this.most) this.tables.delete(this.tables.keys().next().value as string);
        try {
            return await found;
        } catch (error) {
            this.tables.delete(key);
            throw error;
        }
    }

    forget(name: string, settings: Settings): void {
        this.tables.delete(JSON.stringify([name, settings]));
    }

    private async open(name: string, settings: Settings): Promise<Table> {
        return (await this.lammer).open(name, settings, (...told) => this.progress(...told));
    }
}

function ask(table: Table, request: Request): unknown {
    const method = table[request.question] as (...args: unknown[]) => unknown;
    return method.apply(table, request.args);
}

function problemsOf(error: unknown): string[] {
    return error instanceof LammerError ? error.problems : [String(error)];
}

/** Answers questions that come through the port; keeps at most `most` tables. */
export function serve(port: Port, source: Source, most = MOST_TABLES): void {
    const tables = new Tables(load(source), most);
    let last: Promise<void> = Promise.resolve();
    const answer = async (request: Request): Promise<void> => {
        const reply = (message: Reply) => port.postMessage(message);
        const { id, name, settings } = request;
        try {
            tables.progress = (...progress) => reply({ id, progress });
            const table = await tables.find(name, settings);
            reply({ id, answer: ask(table, request), warnings: table.warnings });
        } catch (error) {
            if (!(error instanceof LammerError) || /internal error/.test(error.message)) tables.forget(name, settings);
            reply({ id, problems: problemsOf(error) });
        }
    };
    listen(port, (message) => {
        last = last.then(() => answer(message as Request));
    });
}

interface Waiting {
    progress?: Progress;
    resolve(answer: unknown): void;
    reject(error: unknown): void;
}

/** The page's end of a worker that serves. */
export class Connection {
    private readonly waiting = new Map<number, Waiting>();
    private last = 0;

    constructor(private readonly port: Port) {
        listen(port, (message) => this.take(message as Reply));
    }

    /** Asks a table; refused questions reject with LammerError. The answer has the type of the table's method. */
    ask<Q extends Question>(
        name: string,
        settings: Settings,
        question: Q,
        args: Parameters<Table[Q]>,
        progress?: Progress,
    ): Promise<ReturnType<Table[Q]>> {
        const id = ++this.last;
        const request: Request = { id, name, settings, question, args };
        return new Promise((resolve, reject) => {
            this.waiting.set(id, { progress, resolve: resolve as (answer: unknown) => void, reject });
            this.port.postMessage(request);
        });
    }

    private take(reply: Reply): void {
        const waiting = this.waiting.get(reply.id);
        if (!waiting) return;
        if ("progress" in reply) {
            waiting.progress?.(...reply.progress);
            return;
        }
        this.waiting.delete(reply.id);
        if ("answer" in reply) {
            waiting.resolve(reply.answer);
        } else {
            waiting.reject(new LammerError(reply.problems));
        }
    }
}

export function connect(port: Port): Connection {
    return new Connection(port);
}
