// index.ts - Lammer's rules and odds in a browser, a worker or Node.js.
//
//     const lammer = await load(fetch("lammer.wasm"));
//     const table = await lammer.open("ma-freebet", { decks: 8 });
//     table.odds().main!.house_edge;
//     table.hand("8h 8d", "6c").actions;
//
// Every answer is the program's own: the commands `odds`, `strategy`, `rules` and `report`, compiled for WebAssembly,
// and
// the engine behind `deal --json`:
//
//     const round = await lammer.deal("ma-freebet");
//     round.ask({ do: "load" });
//
// A table keeps its solved game, so the first question takes seconds and the next ones almost no time. Only loading is
// asynchronous; a page runs everything in a worker (worker.ts).

import type {
    Check,
    Checks,
    Clause,
    DealAnswer,
    Diff,
    Edges,
    Estimate,
    Hand,
    HandOdds,
    HandQuestion,
    Kind,
    Odds,
    OddsQuestion,
    Piece,
    ProfileName,
    ReportQuestion,
    Strategy,
    StrategyQuestion,
    Submission,
    Together,
    TogetherOdds,
    TogetherQuestion,
} from "./types.js";
import { system } from "./wasi.js";
import type { Host } from "./wasi.js";

/** Settings of a table by rule name: `{ decks: 8, surrender: "on", offer: "push22:A,buster:F" }`. */
export type Settings = Record<string, string | number | boolean>;

/** A request of docs/json-lines.md: `{ do: "bet", seat: "1", cents: 1000 }`. */
export interface DealRequest {
    do: string;
    [field: string]: string | number | boolean | null | undefined;
}

/** Called while work takes time; `done` of `all` where there is a count. */
export type Progress = (what: string, done: number, all: number) => void;

/** A refusal, with every line that the program wrote about it. */
export class LammerError extends Error {
    constructor(readonly problems: string[]) {
        super(problems.join("\n") || "the question was refused");
        this.name = "LammerError";
    }
}

/** What a command did: exit code, answer, and the lines on standard error without their "lammer: ". */
export interface Answer {
    code: number;
    text: string;
    problems: string[];
}

interface Exports {
    memory: WebAssembly.Memory;
    _initialize(): void;
    input(size: number): number;
    run(words: number): number;
    open_table(words: number): number;
    ask_table(size: number): void;
}

enum Stream {
    answer = 1,
    problems = 2,
}

const MOST_WORDS = 600;

/** The words as bytes, each followed by a zero byte. */
function wordBytes(words: string[]): Uint8Array {
    if (words.length > MOST_WORDS) throw new LammerError([`more than ${MOST_WORDS} words`]);
    if (words.some((word) => word.includes("\0"))) throw new LammerError(["a word has a zero byte"]);
    return new TextEncoder().encode(words.map((word) => word + "\0").join(""));
}

/** What begins a progress line that overwrites the last one, and the code that clears the line. */
const OVER = "\r";
const CLEARED = /^\x1b\[K/;

/** One instance of the module: it runs commands, one at a time. */
export class Program implements Host {
    private exports!: Exports;
    private readonly written = new Map<number, string>();
    private readonly decoders = new Map<number, TextDecoder>();
    private progress?: Progress;
    private broken = false;

    static async start(module: WebAssembly.Module, progress?: Progress): Promise<Program> {
        const program = new Program();
        const around = system(module, program, () => program.exports.memory.buffer);
        program.exports = (await WebAssembly.instantiate(module, around)).exports as unknown as Exports;
        program.exports._initialize();
        program.watch(progress);
        return program;
    }

    /** Calls `progress` from now on; without it, reports no progress. */
    watch(progress?: Progress): void {
        this.progress = progress;
    }

    isWatched(stream: number): boolean {
        return stream === Stream.problems && this.progress !== undefined;
    }

    write(stream: number, bytes: Uint8Array): void {
        const decoder = this.decoders.get(stream) ?? new TextDecoder();
        this.decoders.set(stream, decoder);
        const text = decoder.decode(bytes, { stream: true });
        this.written.set(stream, this.text(stream) + text);
        if (text.startsWith(OVER)) this.tell(text.slice(OVER.length).replace(CLEARED, ""));
    }

    /** Runs a command as on the command line: `run("odds", "--rules", "ma-freebet")`. */
    run(...words: string[]): Answer {
        return this.call(wordBytes(words), () => this.exports.run(words.length));
    }

    /** Opens a table of these rules and settings to deal at; one for each instance. */
    openTable(...words: string[]): Answer {
        return this.call(wordBytes(words), () => this.exports.open_table(words.length));
    }

    /** One line of the conversation at that table. */
    askTable(line: string): string {
        const bytes = new TextEncoder().encode(line);
        return this.call(bytes, () => (this.exports.ask_table(bytes.length), 0)).text;
    }

    private call(input: Uint8Array, run: () => number): Answer {
        if (this.broken) throw new LammerError(["this table is lost after an internal error; open it again"]);
        this.put(input);
        this.written.clear();
        this.decoders.clear();
        try {
            const code = run();
            return { code, text: this.text(Stream.answer), problems: this.problems() };
        } catch (error) {
            this.broken = true;
            throw new LammerError([...this.problems(), `internal error: ${error}`]);
        }
    }

    private put(bytes: Uint8Array): void {
        const at = this.exports.input(bytes.length);
        if (!at) throw new LammerError(["no memory for the question"]);
        new Uint8Array(this.exports.memory.buffer).set(bytes, at);
    }

    private tell(what: string): void {
        const count = /: (\d+) of (\d+)$/.exec(what);
        if (what)
            this.progress?.(
                count ? what.slice(0, count.index) : what,
                Number(count?.[1] ?? 0),
                Number(count?.[2] ?? 0),
            );
    }

    private text(stream: Stream): string {
        return this.written.get(stream) ?? "";
    }

    /** The lines that a terminal would show at the end, without overwritten progress. */
    private problems(): string[] {
        const lines = this.text(Stream.problems).split("\n");
        const last = lines.map((line) => line.slice(line.lastIndexOf(OVER) + 1).replace(CLEARED, ""));
        return last.filter((line) => line !== "").map((line) => line.replace(/^lammer: /, ""));
    }
}

/** `decks=8`; booleans are the `on` and `off` of a rule. */
function settingTexts(settings: Settings): string[] {
    const text = (value: Settings[string]) => (typeof value === "boolean" ? (value ? "on" : "off") : String(value));
    return Object.entries(settings).map(([name, value]) => `${name}=${text(value)}`);
}

function settingWords(settings: Settings): string[] {
    return settingTexts(settings).flatMap((text) => ["--set", text]);
}

type Options = Record<string, string | number | boolean | undefined>;

/** `{ wager: "buster", eor: true }` as `--wager buster --eor`. */
function optionWords(options: Options): string[] {
    return Object.entries(options).flatMap(([name, value]) => {
        if (value === undefined || value === false) return [];
        const word = `--${name.replace("_", "-")}`;
        return value === true ? [word] : [word, String(value)];
    });
}

/** The rules of one table, and everything that can be asked about them. */
export class Table {
    /** Warnings that came with the last answer: settings that no table may offer. */
    warnings: string[] = [];

    constructor(
        private readonly program: Program,
        readonly name: string,
        readonly settings: Settings,
    ) {}

    /** Every rule with its value and what is legal, the offered wagers, and all wagers there are. */
    rules(): Submission {
        return this.json("rules", "show", this.name, ...settingWords(this.settings));
    }

    /** Whether the rules are legal: every finding, with its clause. */
    check(): Check {
        const words = ["rules", "check", this.name, ...settingWords(this.settings)];
        return this.json<Checks>(...words).tables[0]!;
    }

    odds(question: OddsQuestion = {}): Odds {
        return this.json("odds", ...this.rulesWords(), ...optionWords({ ...question }));
    }

    /** Figures of the main game, estimated in a moment. */
    estimate(): Estimate {
        return JSON.parse(this.text("estimate", "odds", ...this.rulesWords())) as Estimate;
    }

    /** A piece of the exact main game, as text for `take` of a table with the same rules in another instance. */
    piece(at: number, what: Piece): string {
        return this.text("piece", String(at), what, "odds", ...this.rulesWords());
    }

    /** Takes pieces from elsewhere. With all of one kind `edges` and `strategy`, with all of both `odds` need no
     * further work. */
    take(pieces: [at: number, piece: string][]): void {
        for (const [at, piece] of pieces) this.text("take", String(at), piece, "odds", ...this.rulesWords());
    }

    edges(): Edges {
        return JSON.parse(this.text("edges", "odds", ...this.rulesWords())) as Edges;
    }

    /** What every action of a hand is worth: `hand("8h 8d", "6c")`; two up cards where the hole card lies open. */
    hand(cards: string, up: string, question: HandQuestion = {}): Hand {
        const words = ["odds", ...this.rulesWords(), "--hand", cards, "--up", up];
        return this.json<HandOdds>(...words, ...optionWords({ ...question })).hand;
    }

    /** The main wager and a wager on lammers played together, with `ratio` staked on it per unit of the main wager. */
    together(ratio: number, question: TogetherQuestion = {}): Together {
        const words = ["odds", ...this.rulesWords(), "--together", String(ratio)];
        return this.json<TogetherOdds>(...words, ...optionWords({ ...question })).together;
    }

    /** The printable chart. */
    strategy(question: StrategyQuestion = {}): Strategy {
        return this.json("strategy", ...this.rulesWords(), ...optionWords({ ...question }));
    }

    /** The chart as a drawing or a page. */
    drawing(format: "svg" | "html", hand?: Kind): string {
        return this.text("strategy", ...this.rulesWords(), "--format", format, ...optionWords({ hand }));
    }

    /** The chart on playing cards, as a drawing (SVG). */
    card(): string {
        return this.text("strategy", ...this.rulesWords(), "--format", "svg", "--card");
    }

    /** What must be posted at the table, as a page. */
    notice(): string {
        return this.text("rules", "notice", this.name, ...settingWords(this.settings), "--format", "html");
    }

    /** The mathematics of the submission as one page. */
    report(question: ReportQuestion = {}): string {
        return this.text("report", ...this.rulesWords(), "--out", "-", ...optionWords({ ...question }));
    }

    private rulesWords(): string[] {
        return ["--rules", this.name, ...settingWords(this.settings)];
    }

    private text(...words: string[]): string {
        const answer = this.program.run(...words);
        this.warnings = answer.problems;
        if (answer.code === 2) throw new LammerError(answer.problems);
        return answer.text;
    }

    private json<T>(...words: string[]): T {
        return JSON.parse(this.text(...words, "--format", "json")) as T;
    }
}

/** A table to deal at: the caller supplies wagers, cards, the reader's answer and decisions (docs/json-lines.md). */
export class Deal {
    constructor(private readonly program: Program) {}

    /** One request, one answer; `ok: false` with the reason where it was refused, and then nothing has changed. */
    ask(request: DealRequest): DealAnswer {
        return JSON.parse(this.program.askTable(JSON.stringify(request))) as DealAnswer;
    }
}

/** The compiled module. Each table is an instance of it, with memory of its own. */
export class Lammer {
    private constructor(
        readonly module: WebAssembly.Module,
        private readonly program: Program,
    ) {}

    static async start(module: WebAssembly.Module): Promise<Lammer> {
        return new Lammer(module, await Program.start(module));
    }

    /** The shipped profiles. */
    profiles(): ProfileName[] {
        return JSON.parse(this.program.run("rules", "list", "--format", "json").text) as ProfileName[];
    }

    /** The clauses whose id begins with the text (`MBJ-8`), or a reading (`C-17`); an empty list where there is none.
     * */
    clauses(id: string): Clause[] {
        const answer = this.program.run("rules", "clauses", id, "--format", "json");
        return answer.code === 0 ? (JSON.parse(answer.text) as Clause[]) : [];
    }

    /** What changes from one shipped profile to another, and the notices that the change needs. */
    diff(from: string, to: string, settings: Settings = {}): Diff {
        const answer = this.program.run("rules", "diff", from, to, ...settingWords(settings), "--format", "json");
        if (answer.code === 2) throw new LammerError(answer.problems);
        return JSON.parse(answer.text) as Diff;
    }

    /** A shipped profile with settings over it. Refuses names and values that do not exist; `check`
     * reports those that exist and are not legal. */
    async open(name: string, settings: Settings = {}, progress?: Progress): Promise<Table> {
        const table = new Table(await Program.start(this.module, progress), name, settings);
        table.rules();
        return table;
    }

    /** A table to deal at. Rules that no table may offer are refused. */
    async deal(name: string, settings: Settings = {}): Promise<Deal> {
        const program = await Program.start(this.module);
        const answer = program.openTable(name, ...settingTexts(settings));
        if (answer.code !== 0) throw new LammerError(answer.problems);
        return new Deal(program);
    }
}

/** What the module may be loaded from. */
export type Source = BufferSource | WebAssembly.Module | Response | PromiseLike<Response | WebAssembly.Module>;

async function compile(source: Source): Promise<WebAssembly.Module> {
    const given = await source;
    if (given instanceof WebAssembly.Module) return given;
    if (given instanceof ArrayBuffer || ArrayBuffer.isView(given)) return WebAssembly.compile(given);
    if (!given.ok) throw new LammerError([`the module could not be fetched: ${given.status}`]);
    return WebAssembly.compile(await given.arrayBuffer());
}

/** Loads the module: `load(fetch(address))` in a browser, `load(readFileSync(path))` in Node.js. */
export async function load(source: Source): Promise<Lammer> {
    return Lammer.start(await compile(source));
}
