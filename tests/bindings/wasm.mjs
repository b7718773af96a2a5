// wasm.mjs - node tests/bindings/wasm.mjs LAMMER FOLDER: compares lammer.wasm in that folder with the program.
//
// The expected text of every question is what the program prints: exit code, standard output and standard error must be
// the same bytes, so every double is the same double.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import { gzipSync } from "node:zlib";

import { said } from "../support/said.mjs";
import { asks, hold } from "./answers.mjs";

const [program, folder] = process.argv.slice(2);
const at = (name) => pathToFileURL(resolve(folder, name)).href;
const { load, Program, LammerError } = await import(at("index.js"));
const { connect } = await import(at("worker.js"));
const bytes = readFileSync(resolve(folder, "lammer.wasm"));

const tests = [];
const test = (name, run) => tests.push({ name, run });

// ---- the same bytes --------------------------------------------------------------------------------------------

const native = (words) =>
    new Promise((done) =>
        execFile(program, words, { maxBuffer: 1 << 26 }, (error, text, problems) =>
            done({ code: error ? error.code : 0, text, problems }),
        ),
    );

/** Which row of answers.def an answer in JSON has. */
function rowOf([command, what, ...words]) {
    const rows = { show: "Submission", check: "Checks", diff: "Diff", list: "ProfileName", clauses: "Clause" };
    if (command === "rules") return rows[what];
    if (command === "strategy") return "Strategy";
    return words.includes("--hand") ? "HandOdds" : words.includes("--together") ? "TogetherOdds" : "Odds";
}

/** The same question to both. The program runs as a process of its own meanwhile. */
async function compare(instance, words) {
    const expected = native(words);
    const got = instance.run(...words);
    const { code, text, problems } = await expected;
    const question = `lammer ${words.join(" ")}`;
    assert.equal(got.text, text, question);
    assert.deepEqual(
        got.problems,
        problems
            .split("\n")
            .filter(Boolean)
            .map((line) => line.replace(/^lammer: /, "")),
        question,
    );
    assert.equal(got.code, code, question);
    if (code !== 2 && words.at(words.indexOf("--format") + 1) === "json")
        for (const answer of [JSON.parse(text)].flat()) hold(answer, rowOf(words), question);
    return got;
}

const lammer = await load(bytes);
const profiles = lammer.profiles().map((profile) => profile.name);
const hands = [
    ["Ah 7d", "9c"],
    ["8h 8d", "6c"],
    ["Ts 6c", "Ah"],
    ["5h 5d", "Td"],
    ["2c 3d 4h", "7s"],
    ["As Kd", "Ad"],
];
const openHands = [
    ["Ah 7d", "9c 8c"],
    ["8h 8d", "6c Td"],
    ["Ts 6c", "Ah 6h"],
];

for (const name of profiles) {
    test(`${name}: rules, odds, chart and hands`, async () => {
        const rules = ["--rules", name];
        const instance = await Program.start(lammer.module);
        await compare(instance, ["odds", ...rules, "--format", "json"]);
        await compare(instance, ["strategy", ...rules, "--format", "json", "--exceptions"]);
        await compare(instance, ["rules", "show", name, "--format", "json"]);
        await compare(instance, ["rules", "check", name, "--format", "json"]);
        for (const [hand, up] of name === "ma-blackjack-faceup" ? openHands : hands)
            await compare(instance, ["odds", ...rules, "--hand", hand, "--up", up, "--format", "json"]);
    });
}

// Rules that change the game, the shoe, the wagers or only the check. Illegal rules must be answered too.
// `longVariants` take long, and run only if LAMMER_SOAK is set.
const soak = Boolean(process.env.LAMMER_SOAK);
const variants = [
    ["ma-blackjack", "--set", "decks=1", "--set", "dealer_soft17=hit", "--set", "surrender=on"],
    [
        "ma-blackjack",
        "--set",
        "bonus_678=on",
        "--set",
        "bonus_777=on",
        "--set",
        "five_card_21=on",
        "--set",
        "offer=none",
    ],
    ["ma-blackjack-faceup", "--set", "decks=2", "--set", "ties=push"],
    ["ma-blackjack", "--infinite", "--wager", "21+3"],
    ["ma-blackjack", "--removed", "Ah 5c 5d 5h Ts", "--eor", "--wager", "buster"],
];
const longVariants = [
    ["ma-blackjack", "--set", "decks=8", "--set", "double_after_split=off", "--set", "hole_card=none"],
    ["wa-freebet", "--set", "free_split=A23456789T", "--set", "free_double=any", "--set", "offer=pot-of-gold:02"],
    ["ma-freebet", "--removed", "Ah 5c 5d 5h Ts", "--eor"],
];
for (const [name, ...words] of soak ? [...variants, ...longVariants] : variants) {
    test(`${name} ${words.join(" ")}`, async () => {
        const instance = await Program.start(lammer.module);
        await compare(instance, ["odds", "--rules", name, ...words, "--format", "json"]);
    });
}

test("one instance, one question after the other about other rules and cards", async () => {
    const instance = await Program.start(lammer.module);
    const hand = (...words) =>
        compare(instance, [
            "odds",
            "--rules",
            "ma-blackjack",
            "--hand",
            "Ts 6c",
            "--up",
            "Th",
            "--format",
            "json",
            ...words,
        ]);
    await hand();
    await hand("--set", "decks=1");
    await hand("--set", "decks=1", "--removed", "Tc Td Ah");
    await hand("--set", "surrender=on", "--set", "decks=1");
    await hand("--infinite");
    await hand();
});

test("every wager of the blackjack book, in every format", async () => {
    const instance = await Program.start(lammer.module);
    for (const format of ["json", "text", "csv"])
        await compare(instance, ["odds", "--rules", "ma-blackjack", "--wager", "all", "--format", format]);
});

test("drawings, pages, notices and reports", async () => {
    const instance = await Program.start(lammer.module);
    for (const format of ["text", "csv", "svg", "html"]) {
        const exceptions = format === "svg" ? [] : ["--exceptions"];
        await compare(instance, ["strategy", "--rules", "ma-blackjack", ...exceptions, "--format", format]);
    }
    await compare(instance, ["report", "--rules", "ma-blackjack", "--out", "-", "--date", "2025-06-30"]);
    await compare(instance, ["odds", "--rules", "wa-freebet", "--together", "0.2", "--format", "json"]);
    await compare(instance, ["rules", "notice", "ma-blackjack", "--format", "html"]);
    for (const format of ["text", "json"]) {
        await compare(instance, ["rules", "list", "--format", format]);
        for (const [from, to] of [
            ["ma-freebet", "wa-freebet"],
            ["ma-blackjack", "ma-blackjack-6to5"],
            ["ma-blackjack-6to5", "ma-blackjack"],
        ])
            await compare(instance, ["rules", "diff", from, to, "--format", format]);
        for (const id of ["MBJ-11(e)", "C-17"]) await compare(instance, ["rules", "clauses", id, "--format", format]);
    }
    await compare(instance, ["rules", "check", "ma-blackjack", "ma-freebet", "--format", "json"]);
    await compare(instance, [
        "rules",
        "check",
        "ma-blackjack",
        "--set",
        "surrender=on",
        "--set",
        "offer=kings-bounty:1,buster:F",
    ]);
});

test("every option of a question is one of its command", async () => {
    const instance = await Program.start(lammer.module);
    const unknown = said("say:unknown||an option");
    const commands = {
        OddsQuestion: "odds",
        HandQuestion: "odds",
        TogetherQuestion: "odds",
        StrategyQuestion: "strategy",
        ReportQuestion: "report",
    };
    assert.deepEqual([...asks.keys()], Object.keys(commands));
    for (const [name, options] of asks)
        for (const option of options) {
            const { problems } = instance.run(commands[name], `--${option}`);
            assert.doesNotMatch(problems.join(), unknown, `${name}: ${option}`);
        }
    assert.match(instance.run("odds", "--nothing").problems.join(), unknown);
});

test("bad questions are refused in the program's words", async () => {
    const instance = await Program.start(lammer.module);
    for (const words of [
        ["odds"],
        ["odds", "--rules", "ma-freebte"],
        ["odds", "--rules", "./none.yaml"],
        ["odds", "--rules", "ma-freebet", "--set", "decs=8"],
        ["odds", "--rules", "ma-freebet", "--set", "decks=99"],
        ["odds", "--rules", "ma-freebet", "--set", "offer=bustr"],
        ["odds", "--rules", "ma-freebet", "--wager", "nope"],
        ["odds", "--rules", "ma-freebet", "--hand", "8h", "--up", "6c"],
        ["odds", "--rules", "ma-freebet", "--hand", "8h 8h 8h 8h 8h 8h 8h", "--up", "6c"],
        ["odds", "--rules", "ma-freebet", "--hand", "\u{1f0a1} ß", "--up", "6c"],
        ["odds", "--rules", "ma-blackjack", "--kind", "free", "--hand", "8h 8d", "--up", "6c"],
        ["strategy", "--rules", "ma-freebet", "--removed", "8h 8h 8h 8h 8h 8h 8h"],
        ["report", "--rules", "ma-freebet"],
        ["rules", "shwo"],
        ["rules", "check", "ma-freebet", "--format", "html"],
    ])
        await compare(instance, words);
});

// ---- the typed face --------------------------------------------------------------------------------------------

test("a table answers", async () => {
    const told = [];
    const table = await lammer.open("ma-freebet", { decks: 8, surrender: false, offer: "push22:A" }, (...what) =>
        told.push(what),
    );
    assert.equal(table.rules().rules.find((rule) => rule.name === "decks").value, "8");
    assert.equal(table.check().legal, true);
    assert.equal(typeof table.strategy().charts.free.pairs.A[0], "string");
    assert.deepEqual(told[0], ["solving the main game", 1, 10]);
    assert.deepEqual(told.at(-1), ["solving the main game", 10, 10]);
    const words = ["odds", "--rules", "ma-freebet", "--set", "decks=8", "--wager", "push22", "--format", "json"];
    const expected = JSON.parse((await native(words)).text);
    assert.deepEqual(table.odds({ wager: "push22" }), expected);
    assert.ok(table.drawing("svg").startsWith("<svg"));
    assert.ok(table.notice().includes("<html"));
});

test("what no table may offer is answered with a warning that cites the clause", async () => {
    const table = await lammer.open("ma-blackjack", { decks: 1 });
    assert.equal(table.check().legal, false);
    assert.ok(table.check().findings.some((finding) => finding.severity === "error" && finding.clause === "MBJ-30(a)"));
    for (let i = 0; i < 2; i++) {
        table.hand("8h 8d", "6c");
        assert.ok(table.warnings.some((line) => line.includes("[MBJ-30(a)]")));
    }
});

test("refusals are errors with every problem", async () => {
    await assert.rejects(lammer.open("ma-freebet", { decs: 8, boxes: 99 }), (error) => {
        assert.ok(error instanceof LammerError);
        assert.equal(error.problems.length, 2);
        return true;
    });
    const table = await lammer.open("ma-freebet");
    assert.throws(() => table.hand("8h", "6c"), LammerError);
    assert.throws(() => table.odds({ wager: "a\0b" }), LammerError);
    assert.equal(table.hand("8h 8d", "6c").best, "split");
    assert.deepEqual(lammer.clauses("no such"), []);
    assert.equal(lammer.clauses("C-17")[0].id, "C-17");
});

test("a thousand questions take no more memory than a few", async () => {
    const instance = await Program.start(lammer.module);
    const ask = (i) =>
        instance.run(
            "odds",
            "--rules",
            "ma-blackjack",
            "--hand",
            `${"23456789T"[i % 9]}h 8d`,
            "--up",
            "23456789TA"[i % 10],
            "--format",
            "json",
        );
    const size = () => instance.exports.memory.buffer.byteLength;
    for (let i = 0; i < 90; i++) ask(i);
    const before = size();
    for (let i = 0; i < 1000; i++) assert.equal(ask(i).code, 0);
    for (let i = 0; i < 50; i++) instance.run("rules", "show", profiles[i % profiles.length], "--format", "json");
    assert.ok(size() <= before + (1 << 20), `${before} bytes became ${size()}`);
});

// ---- dealing ---------------------------------------------------------------------------------------------------

/** The program's side of a conversation, all at once. */
const nativeDeal = (words, lines) =>
    new Promise((done) => {
        const child = execFile(program, ["deal", "--json", ...words], { maxBuffer: 1 << 26 }, (error, text) =>
            done(text.trimEnd().split("\n")),
        );
        child.stdin.end(lines.join("\n") + "\n");
    });

test("the sessions of docs/json-lines.md", async () => {
    const sessions = readFileSync("docs/json-lines.md", "utf8").matchAll(/```session\n([^]*?)```/g);
    let lines = 0;
    for (const [, session] of sessions) {
        const instance = await Program.start(lammer.module);
        instance.openTable("ma-freebet");
        const all = session.trimEnd().split("\n");
        for (let i = 0; i < all.length; i += 2, lines++) {
            assert.equal(instance.askTable(all[i].slice(2)), all[i + 1].slice(2));
            hold(JSON.parse(all[i + 1].slice(2)), "DealAnswer", all[i]);
        }
    }
    assert.ok(lines > 60, `${lines} lines`);
});

/** A small generator, so that every run asks the same. */
function* numbers(seed) {
    for (let x = seed; ; yield x >>> 8) x = (Math.imul(x, 1664525) + 1013904223) >>> 0;
}

/** Plays rounds with any legal action and any card; returns the lines that were asked and answered. */
async function playAny(name, seed, rounds) {
    const instance = await Program.start(lammer.module);
    assert.equal(instance.openTable(name).code, 0);
    const asked = [],
        answered = [],
        random = numbers(seed),
        pick = (list) => list[random.next().value % list.length];
    const ask = (request) => {
        asked.push(JSON.stringify(request));
        answered.push(instance.askTable(asked.at(-1)));
        const answer = JSON.parse(answered.at(-1));
        hold(answer, "DealAnswer", asked.at(-1));
        return answer;
    };
    ask({ do: "load", prepared: true });
    ask({ do: "mishaps" });
    for (let i = 0; i < 90 * rounds; i++) {
        const legal = ask({ do: "legal" }).legal.filter((offer) => offer.do !== "leave" && offer.do !== "withdraw");
        const { least, most, step, ...request } = pick(legal);
        const given =
            least === undefined
                ? {}
                : { [/^(cut|cover|unload|hours)$/.test(request.do) ? "count" : "cents"]: pick([least, most]) };
        if (request.do === "card" || request.do === "turn" || request.do === "determinant")
            request.card = pick([..."A23456789TJQK"]) + pick([..."cdhs"]);
        ask({ ...request, ...given });
    }
    ask({ do: "state" });
    return { asked, answered };
}

test("rounds of any cards and any legal action, line for line", async () => {
    for (const [i, name] of profiles.entries()) {
        const { asked, answered } = await playAny(name, 17 + i, soak ? 60 : 4);
        assert.deepEqual(answered, await nativeDeal(["--rules", name], asked), name);
        assert.ok(answered.filter((line) => line.startsWith('{"ok":true,"events"')).length > 20, name);
    }
});

test("a table to deal at has types, and refuses rules that no table may offer", async () => {
    const deal = await lammer.deal("ma-freebet", { decks: 6 });
    assert.equal(deal.ask({ do: "load" }).ok, true);
    assert.equal(deal.ask({ do: "hit", seat: "1" }).clause !== undefined, true);
    await assert.rejects(lammer.deal("ma-blackjack", { decks: 1 }), LammerError);
    const instance = await Program.start(lammer.module);
    instance.openTable("ma-freebet");
    for (const line of [
        "",
        "[]",
        "{",
        '{"do"}',
        '{"do":1}',
        '{"do":"who","do":"who"}',
        '{"do":"who"} x',
        "null",
        '{"do":"\\ud800"}',
        '{"do":"who","n":1.5e9}',
        "[".repeat(100),
    ])
        assert.equal(JSON.parse(instance.askTable(line)).ok, false, line);
    assert.equal(JSON.parse(instance.askTable('{"do":"\\u0077ho"}')).ok, true);
});

test("a worker answers, tells progress and refuses", async () => {
    const code = `
        const { parentPort, workerData } = require("node:worker_threads");
        import(workerData.worker).then(({ serve }) =>
            serve(parentPort, require("node:fs").readFileSync(workerData.wasm)));`;
    const worker = new Worker(code, {
        eval: true,
        workerData: { worker: at("worker.js"), wasm: resolve(folder, "lammer.wasm") },
    });
    try {
        const tables = connect(worker);
        const told = [];
        const first = tables.ask("ma-blackjack", {}, "strategy", [], (...what) => told.push(what));
        const second = tables.ask("ma-blackjack", {}, "hand", ["8h 8d", "6c"]);
        const refused = tables.ask("ma-blackjack", { decks: 77 }, "odds", []);
        await assert.rejects(refused, LammerError);
        assert.equal((await second).best, "split");
        assert.deepEqual(await first, (await lammer.open("ma-blackjack")).strategy());
        assert.deepEqual(told.at(-1), ["solving the main game", 10, 10]);
    } finally {
        await worker.terminate();
    }
});

test("instances share the main game: the same bytes, and an estimate for a quarter of the work at most", async () => {
    for (const [name, settings] of [
        ["ma-blackjack", { decks: 8, surrender: "on" }],
        ["ma-blackjack-faceup", {}],
    ]) {
        const [head, left, right, alone] = await Promise.all([1, 2, 3, 4].map(() => lammer.open(name, settings)));
        left.estimate(); /* the engine compiles it now, before it is measured */
        const clock = () => process.cpuUsage().user;
        const began = clock();
        const estimate = head.estimate();
        const quick = clock() - began;
        hold(estimate, "Estimate", name);
        for (let piece = 0; piece < estimate.pieces; piece++) {
            const [one, other] = piece % 2 ? [left, right] : [right, left];
            head.take([
                [piece, one.piece(piece, "chart")],
                [piece, other.piece(piece, "figures")],
            ]);
        }
        const before = clock();
        const odds = alone.odds();
        const whole = clock() - before;
        console.log(`${name}: estimate ${quick / 1000} ms, whole ${whole / 1000} ms of CPU`);
        assert.ok(quick < whole / 4, `an estimate takes ${quick} us, the whole ${whole} us`);
        const edges = head.edges();
        hold(edges, "Edges", name);
        assert.deepEqual(head.odds(), odds);
        assert.deepEqual(head.strategy(), alone.strategy());
        assert.equal(edges.chart_house_edge, odds.main.chart_house_edge);
        assert.ok(Math.abs(edges.house_edge - odds.main.house_edge) < 1e-15);
        assert.ok(Math.abs(estimate.house_edge - odds.main.house_edge) < 1e-4, "the estimate is near");
        assert.throws(() => head.take([[0, "00"]]), LammerError);
    }
});

test("the module is under 400 KB compressed and imports WASI alone", async () => {
    const size = gzipSync(bytes, { level: 9 }).length;
    console.log(`wasm: ${bytes.length} bytes, ${size} compressed`);
    assert.ok(size < 400 * 1000);
    assert.deepEqual(
        [...new Set(WebAssembly.Module.imports(lammer.module).map(({ module }) => module))],
        ["wasi_snapshot_preview1"],
    );
});

// ---- running ---------------------------------------------------------------------------------------------------

let failed = 0;
for (const { name, run } of tests) {
    try {
        await run();
        console.log(`ok      ${name}`);
    } catch (error) {
        failed++;
        console.log(`FAILED  ${name}\n${error.stack}`);
    }
}
process.exit(failed ? 1 : 0);
