/* crew.ts - the exact main game by several workers: each works on columns of the chart, and the first worker takes what they
 * find (bindings/wasm/pieces.c). Charts come first, because the house edge is known with them; the distribution of results
 * takes three quarters of the work. */
import type { Settings } from "../../../bindings/wasm/index.js";
import type { Edges, Odds, Piece, Strategy } from "../../../bindings/wasm/types.js";
import type { Connection } from "../../../bindings/wasm/worker.js";
import { newWorker, odds as head } from "./ask";

interface Task {
    at: number;
    what: Piece;
}

/* A worker takes tasks of the columns that it has already solved before those of others. */
interface Hand {
    worker: Connection;
    solved: Set<number>;
}

const MOST_WORKERS = 8;

function workersHere(): number {
    const { hardwareConcurrency = 2, deviceMemory = 8 } = navigator as Navigator & { deviceMemory?: number };
    return Math.max(1, Math.min(MOST_WORKERS, hardwareConcurrency, deviceMemory));
}

let crew: Connection[] | null = null;

/* A page that calls this early has the workers ready when the first rule is changed. */
export function workers(): Connection[] {
    crew ??= Array.from({ length: workersHere() }, newWorker);
    return crew;
}

function nextFor(hand: Hand, tasks: Task[]): Task | undefined {
    const own = tasks.findIndex((task) => task.what === tasks[0]?.what && hand.solved.has(task.at));
    return tasks.splice(own > 0 ? own : 0, 1)[0];
}

export interface Told {
    goes: () => boolean;
    onEdges: (edges: Edges, strategy: Strategy | null) => void;
    onProgress: (done: number, all: number) => void;
}

/* Works until the tasks are done, or until the page no longer wants them. */
async function workOff(hand: Hand, tasks: Task[], each: (task: Task) => Promise<void>, goes: () => boolean) {
    for (let task = nextFor(hand, tasks); task && goes(); task = nextFor(hand, tasks)) {
        hand.solved.add(task.at);
        await each(task);
    }
}

let last: Promise<unknown> = Promise.resolve();

/* The whole answer; null when the page has asked for something else meanwhile. One game at a time: the second of a comparison
 * waits. */
export function solve(name: string, settings: Settings, pieces: number, told: Told): Promise<Odds | null> {
    const answer = last.then(() => (told.goes() ? solveNow(name, settings, pieces, told) : null));
    last = answer.catch(() => undefined);
    return answer;
}

async function solveNow(name: string, settings: Settings, pieces: number, told: Told): Promise<Odds | null> {
    const all: Task[] = (["chart", "figures"] as const).flatMap((what) =>
        Array.from({ length: pieces }, (_, at) => ({ at, what })),
    );
    const tasks = [...all];
    let done = 0,
        charts = 0;
    const one = (hand: Hand) => async (task: Task) => {
        const piece = await hand.worker.ask(name, settings, "piece", [task.at, task.what]);
        if (!told.goes()) return;
        await head().ask(name, settings, "take", [[[task.at, piece]]]);
        if (!told.goes()) return;
        told.onProgress(++done, all.length);
        if (task.what === "chart" && ++charts === pieces) {
            const edges = await head().ask(name, settings, "edges", []);
            const strategy = await head()
                .ask(name, settings, "strategy", [{}])
                .catch(() => null);
            if (told.goes()) told.onEdges(edges, strategy);
        }
    };
    const hands = workers().map((worker) => ({ worker, solved: new Set<number>() }));
    await Promise.all(hands.map((hand) => workOff(hand, tasks, one(hand), told.goes)));
    return told.goes() ? head().ask(name, settings, "odds", [{}]) : null;
}
