/* told_test.mjs - the log of the pages and `lammer deal --tell` say the same: every round script, sentence by sentence.
 *
 * The page's own module writes each sentence of `lammer deal --tell --json`. For a reader who is none of the players its lines are
 * those of the narrator; for the player of a box only "you" is different. Catalogues of all languages have the keys of English
 * and no other arguments, also for every refusal that a player can be told. Nothing here needs a browser. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createRequire } from "node:module";
import { languages, messages, messagesOf, refusalsOf } from "../../web/messages.mjs";
import { equal, expect, finish, LAMMER, packages } from "./house.mjs";

const { build } = createRequire(join(packages, "of-tests.js"))("esbuild");
const work = mkdtempSync(join(tmpdir(), "lammer-told-"));
const entry = `export * from "./web/src/words/sentence"; export * from "./web/src/words/catalogue";`;
await build({
    stdin: { contents: entry, resolveDir: process.cwd(), loader: "ts" },
    bundle: true,
    format: "esm",
    outfile: join(work, "words.mjs"),
    define: { PROFILES: "[]" },
    plugins: [messages],
    logLevel: "error",
});
const { fill, speak, writeSentence } = await import(join(work, "words.mjs"));
rmSync(work, { recursive: true });
globalThis.document = { documentElement: {} };
await speak("en");

const filesIn = (folder, ends) =>
    readdirSync(folder, { recursive: true })
        .filter((name) => ends.test(name))
        .map((name) => join(folder, name))
        .sort();
const scripts = [...filesIn("tests/rounds", /\.round$/), ...filesIn("tests/stories", /\.round$/)];
const deal = (...args) =>
    execFileSync(LAMMER, ["deal", "--tell", ...args, ...scripts], {
        encoding: "utf8",
        maxBuffer: 1 << 28,
        env: { ...process.env, LC_ALL: "C.UTF-8", NO_COLOR: "1" },
    });

/* --- the same words ------------------------------------------------------------------------------------------- */

/* Headings of tables and rounds are the terminal's own; a hand on the felt stands in columns there. */
const HEADING = /^(Round \d+|(\d+|one) decks?, .*|.* \([\w-]+\)|\d+ passed, \d+ failed)$/;
const spaced = (line) => line.trim().replace(/\s+/g, " ");
/* A ten is "10" on the pages and has one letter in a terminal, whose columns are narrow. */
const asTerminal = (line) => spaced(line.replace(/10(?=[♣♦♥♠])/g, "T"));

const sentences = deal("--json")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
const told = deal()
    .split("\n")
    .map(spaced)
    .filter((line) => line && !(HEADING.test(line) && !/[.:"]$/.test(line)));
const neutral = sentences.map((s) => asTerminal(writeSentence(s, { places: [] })));
equal(neutral.length, told.length, "as many sentences as the narrator has lines");
const other = neutral.findIndex((line, i) => line !== told[i]);
expect(
    other < 0,
    `sentence ${other} (${JSON.stringify(sentences[other])}): page "${neutral[other]}", narrator "${told[other]}"`,
);

/* --- the reader's own box ------------------------------------------------------------------------------------- */

const WRONG = [
    /\bof you\b/i,
    /\byou (is|has|does|was)\b/i,
    /\byou \w+[^s]s\b(?! the)/i,
    /\{|\}/,
    /\byou\b.*\byou your\b/i,
];
for (const s of sentences) {
    const plain = writeSentence(s, { places: [] });
    const elsewhere = writeSentence(s, { places: ["99"] });
    if (!expect(plain === elsewhere, `another player's box changes "${plain}"`)) break;
    if (!s.seat || s.seat === "dealer" || s.say === "FELT") continue;
    const own = writeSentence(s, { places: [s.seat] });
    const wrong = WRONG.find((pattern) => pattern.test(own));
    if (!expect(!wrong, `${s.say} to the player: "${own}"`)) break;
    const asOther = own.replace(/\byour hand (\d)/i, "hand $1 of box");
    if (own === plain)
        expect(!/\{who/i.test(messagesOf("en")[s.say]), `${s.say} does not name the player: "${asOther}"`);
}
equal(
    writeSentence({ say: "HITS", seat: "2", card: "3c", cards: "9h8h3c" }, { places: ["2"] }),
    "You hit and draw 3♣: 9♥ 8♥ 3♣, 20.",
    "you",
);
equal(
    writeSentence({ say: "STAND", seat: "2", hand: 2, cards: "9h8h" }, { places: ["2"] }),
    "Your hand 2 stands on 17.",
    "a split box",
);
equal(
    writeSentence({ say: "BET", seat: "2", cents: 500 }, { places: ["2", "3"] }),
    "Your box 2 bets $5.",
    "several boxes",
);
equal(
    writeSentence({ say: "BET", seat: "2b", cents: 500 }, { places: ["2b"] }),
    "You bet $5.",
    "a bet behind another player",
);

/* --- spoken --------------------------------------------------------------------------------------------------- */

for (const s of sentences) {
    const spoken = writeSentence(s, { places: [], spoken: true });
    if (!expect(!/[♣♦♥♠▒\t{}]/.test(spoken) && /[."]$/.test(spoken), `${s.say} cannot be spoken: "${spoken}"`)) break;
}
equal(
    writeSentence({ say: "FELT", seat: "dealer", cards: "Th??" }, { places: [], spoken: true }),
    "Dealer: 10 of hearts, a card face down, shows 10.",
    "a hand on the felt, spoken",
);

/* --- catalogues ----------------------------------------------------------------------------------------------- */

const english = messagesOf("en");
const argumentsOf = (text) => new Set([...text.matchAll(/\{(\w+)/g)].map(([, word]) => word.toLowerCase()));
const missing = (texts, all) => Object.keys(all).filter((key) => !(key in texts));
const foreign = (texts, all) =>
    Object.keys(texts).filter(
        (key) => all[key] && [...argumentsOf(texts[key])].some((word) => !argumentsOf(all[key]).has(word)),
    );
/* English refusals stand in the tables of the engine and where the house says them. */
const refusals = JSON.parse(execFileSync("tools/sentences", ["--refusals"], { encoding: "utf8" }));
expect(Object.keys(refusals).length > 280, "the reasons of the engine and the sentences of the house are found");
for (const language of languages()) {
    const texts = messagesOf(language);
    equal(missing(texts, english).join(), "", `${language}: keys without a text`);
    equal(foreign(texts, english).join(), "", `${language}: texts with an argument that English does not have`);
    if (language === "en") continue;
    const refused = refusalsOf(language);
    equal(missing(refused, refusals).join(), "", `${language}: refusals without a sentence`);
    equal(missing(refusals, refused).join(), "", `${language}: sentences of refusals that the house does not have`);
    equal(foreign(refused, refusals).join(), "", `${language}: refusals with an argument that the house does not send`);
}
for (const file of filesIn("web/src", /\.tsx?$/)) {
    const speaks = /words\/|table\/(say|cards)\.ts/.test(file)
        ? /"([A-Z]+(?:_[A-Z0-9]+)+)"/g
        : /\bmessage\(\s*"(\w+)"/g;
    for (const [, key] of readFileSync(file, "utf8").matchAll(speaks))
        expect(key in english, `${file}: no catalogue has the key ${key}`);
}
const cards = (n) => fill("{count} {count:card|cards}", () => n);
equal(`${cards(1)}, ${cards(2)}`, "1 card, 2 cards", "plural forms");
equal(
    fill(
        "{who:Doblas|{Who} dobla} {points}",
        (word) => (word === "who" ? "caja 1" : 11),
        () => false,
    ),
    "Caja 1 dobla 11",
    "forms with arguments",
);
console.log(`${sentences.length} sentences of ${scripts.length} scripts`);
finish();
