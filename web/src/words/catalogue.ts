/* catalogue.ts - messages by their keys, in the reader's language. Only that language is loaded: tests check that every language has
 * the keys of English. */
import languages from "messages:all";

let own: Record<string, string> = {}; /* the texts of the other pages join when one of them is opened */
let spoken = "en";
let hasPages = false;
let plurals = new Intl.PluralRules("en");

/* The text of a key. What stands in its braces is given by name. */
export function message(key: string, gaps?: Record<string, string | number | undefined>): string {
    const text = own[key] ?? key;
    return gaps ? fill(text, (word) => gaps[word] ?? "") : text;
}

export const known = (key: string): boolean => key in own;

/* What the language calls a wager, an outcome or a rule, which the house names in English. "{decks} decks" is a row for
 * any number of them. */
export function named(name: string): string {
    if (own[name] !== undefined) return own[name];
    for (const { like, gaps, text } of patterns) {
        const found = like.exec(name);
        if (found) return fill(text, (word) => found[gaps.indexOf(word) + 1] ?? "");
    }
    return name;
}

export const isNamed = (name: string): boolean => spoken === "en" || named(name) !== name || name in own;

/* Several such names in one line: "6 decks, dealer hits soft 17". */
export const phrases = (line: string): string => line.split(", ").map(named).join(message("COMMA"));

interface Pattern {
    like: RegExp;
    gaps: string[];
    text: string;
}
let patterns: Pattern[] = [];

const isPattern = (name: string) => /\{\w+\}/.test(name) && !/^\w+$/.test(name);
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");

function patternOf(name: string, text: string): Pattern {
    const gaps = [...name.matchAll(/\{(\w+)\}/g)].map(([, gap]) => gap);
    const like = new RegExp(
        `^${name
            .split(/\{\w+\}/)
            .map(escaped)
            .join("(.+?)")}$`,
    );
    return { like, gaps, text };
}

function take(texts: Record<string, string>) {
    own = texts;
    patterns = Object.keys(own)
        .filter(isPattern)
        .map((name) => patternOf(name, own[name]));
}

/* --- languages ---------------------------------------------------------------------------------------------- */

/* The language of the page as it is now, and as Intl knows it. */
export const language = (): string => spoken;
export const tag = (): string => languages[spoken].tag;
export const choices = (): [language: string, name: string][] =>
    Object.entries(languages).map(([id, { name }]) => [id, name]);

async function load(id: string): Promise<Record<string, string>> {
    const parts = [languages[id].first(), ...(hasPages ? [languages[id].pages()] : [])];
    return Object.assign({}, ...(await Promise.all(parts)).map((part) => part.texts));
}

/* Switches to a language. If it cannot be loaded, the page keeps its present language or, at first, takes English. */
export async function speak(id: string) {
    const found = await load(id).catch(() => null);
    if (!found && Object.keys(own).length === 0 && id !== "en") return speak("en");
    if (!found) return;
    spoken = id;
    take(found);
    plurals = new Intl.PluralRules(tag());
    document.documentElement.lang = tag();
}

/* Loads the messages of the pages that are loaded on demand, before one of them is shown. */
export async function learnPages() {
    if (hasPages) return;
    const pages = await languages[spoken].pages();
    take({ ...own, ...pages.texts });
    hasPages = true;
}

/* The refusals of the house by message id, loaded when one is first needed. English uses the house's own sentence. */
export async function refusals(): Promise<Record<string, string>> {
    const found = await languages[spoken].refusals?.().catch(() => null);
    return found?.texts ?? {};
}

const CHOSEN = "language";

/* The reader's choice, or the first of the browser's languages that has a catalogue. */
export function wantedLanguage(): string {
    const wanted = [localStorage.getItem(CHOSEN) ?? "", ...(navigator.languages ?? [])];
    return wanted.map((name) => name.split("-")[0]).find((name) => name in languages) ?? "en";
}

/* The server reads the cookie, and names the right messages with the page. */
export function chooseLanguage(id: string) {
    localStorage.setItem(CHOSEN, id);
    document.cookie = `${CHOSEN}=${id}; path=/; max-age=31536000; samesite=strict`;
}

/* "Ann and Bob". */
export const listed = (names: string[]): string => new Intl.ListFormat(tag(), { type: "conjunction" }).format(names);

/* --- braces ------------------------------------------------------------------------------------------------- */

const CATEGORIES = ["zero", "one", "two", "few", "many", "other"];
const pluralForm = (n: number): number =>
    CATEGORIES.filter((name) =>
        plurals.resolvedOptions().pluralCategories.includes(name as Intl.LDMLPluralRule),
    ).indexOf(plurals.select(n));

/* What stands in the braces of a text: a word, or a number that also chooses a plural. */
export type Put = (word: string) => string | number;

/* The position of the first `stop` after `from` that is not inside braces opened after `from`. */
function findOutside(text: string, from: number, stop: string): number {
    let depth = 0;
    for (let i = from; i < text.length; i++) {
        if (!depth && text[i] === stop) return i;
        depth += text[i] === "{" ? 1 : text[i] === "}" ? -1 : 0;
    }
    return text.length;
}

function formsOf(text: string): string[] {
    const end = findOutside(text, 0, "|");
    return end === text.length ? [text] : [text.slice(0, end), ...formsOf(text.slice(end + 1))];
}

export const capital = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);

/* A text with its braces filled; `isReader` tells whether a person or place is the reader's own ("you"). */
export function fill(text: string, put: Put, isReader: (word: string) => boolean = () => false): string {
    let out = "";
    for (let i = 0; i < text.length; i++) {
        if (text[i] !== "{") {
            out += text[i];
            continue;
        }
        const end = findOutside(text, i + 1, "}");
        const [, word, forms] = /^(\w+)(?::([\s\S]*))?$/.exec(text.slice(i + 1, end))!;
        const name = word[0].toLowerCase() + word.slice(1);
        i = end;
        if (forms === undefined) {
            const value = String(put(name));
            out += name === word ? value : capital(value);
            continue;
        }
        const list = formsOf(forms);
        const value = PERSONS.has(name) ? 0 : put(name);
        const at = PERSONS.has(name) ? (isReader(name) ? 0 : list.length) : pluralForm(Number(value));
        out += fill(list[Math.min(at, list.length - 1)], put, isReader);
    }
    return out;
}

const PERSONS = new Set(["who", "box", "other", "player"]);
