/* catalogue.ts - messages by their keys, in the reader's language; in English where that has none. */
import english from "messages:en";
import others from "messages:all";

let own: Record<string, string> = {};
let plurals = new Intl.PluralRules("en");

export const message = (key: string): string => own[key] ?? english[key] ?? key;

export const known = (key: string): boolean => key in english;

/* What the language calls a wager, an outcome or a prize; the rules have its English name. */
export const named = (name: string): string => own[name] ?? name;

export async function speak(language: string) {
    own = language === "en" ? {} : ((await others[language]?.())?.default ?? {});
    plurals = new Intl.PluralRules(language);
}

const CATEGORIES = ["zero", "one", "two", "few", "many", "other"];
const pluralForm = (n: number): number =>
    CATEGORIES.filter((name) =>
        plurals.resolvedOptions().pluralCategories.includes(name as Intl.LDMLPluralRule),
    ).indexOf(plurals.select(n));

/* What stands in the braces of a text: a word, or a number that also chooses a plural. */
export type Put = (word: string) => string | number;

/* Where the text has its own `stop`, outside all braces that open in between. */
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

const capital = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);

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
