/* messages.mjs - the catalogues of messages as modules. Each maps keys to texts: "messages:es" for the lobby and the table,
 * "messages:es/pages" for the pages that are loaded when they are opened, "messages:es/refusals" for the refusals of the house.
 * "messages:all" lists every language with its name and tag, and loads its catalogues when they are needed. A catalogue is a
 * file of rows SAY(KEY, "text"); the head of include/lammer/messages/en.def explains them. NAME("English", "text") is what a
 * language calls a wager or an outcome. English refusals are the house's own sentences (tools/sentences --refusals). */
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const STORY = join(here, "../include/lammer/messages");
const REFUSALS = join(here, "messages/refusals");
const PARTS = {
    "": [STORY, join(here, "messages")],
    "/pages": [join(here, "messages/pages")],
    "/refusals": [REFUSALS],
};
export const FOLDERS = [...PARTS[""], ...PARTS["/pages"]];

const ROW = /^(?:SAY\((\w+)|NAME\(("(?:[^"\\]|\\.)*")),\s*((?:"(?:[^"\\]|\\.)*"\s*)+)\)/gm;
const LITERAL = /"(?:[^"\\]|\\.)*"/g;
const joined = (literals) => literals.match(LITERAL).map(JSON.parse).join("");

/* The keys and texts of one file. */
export function rowsOf(file) {
    const found = {};
    for (const [, key, name, text] of readFileSync(file, "utf8").matchAll(ROW))
        found[key ?? JSON.parse(name)] = joined(text);
    return found;
}

const rowsIn = (folders, language) =>
    Object.assign(
        {},
        ...folders
            .map((folder) => join(folder, `${language}.def`))
            .filter(existsSync)
            .map(rowsOf),
    );

export const messagesOf = (language) => rowsIn(FOLDERS, language);
export const refusalsOf = (language) => rowsIn([REFUSALS], language);

/* Every language that has a catalogue, English first. */
export function languages() {
    const names = FOLDERS.flatMap((folder) => readdirSync(folder)).filter((name) => name.endsWith(".def"));
    return [...new Set(["en", ...names.map((name) => name.slice(0, -4)).sort()])];
}

/* How each language calls itself, its tag for numbers and plurals, and how its parts are loaded. */
const all = () =>
    `export default {${languages()
        .map((name) => {
            const { LANGUAGE_NAME, LANGUAGE_TAG } = rowsIn(PARTS[""], name);
            const load = (part) => `() => import("messages:${name}${part}")`;
            const refusals = name === "en" ? "" : `, refusals: ${load("/refusals")}`;
            return `${name}: {name: ${JSON.stringify(LANGUAGE_NAME)}, tag: ${JSON.stringify(LANGUAGE_TAG)}, first: ${load("")}, pages: ${load("/pages")}${refusals}}`;
        })
        .join()}};`;

function rowsFor(path) {
    const [name, part] = path.split("/");
    return rowsIn(PARTS[part ? `/${part}` : ""], name);
}

/* For esbuild. */
export const messages = {
    name: "messages",
    setup(build) {
        build.onResolve({ filter: /^messages:/ }, ({ path }) => ({ path: path.slice(9), namespace: "messages" }));
        /* esbuild exports each top-level key of a JSON module by name, so all texts lie under one key. */
        build.onLoad({ filter: /./, namespace: "messages" }, ({ path }) => ({
            contents: path === "all" ? all() : JSON.stringify({ texts: rowsFor(path) }),
            loader: path === "all" ? "js" : "json",
            resolveDir: here,
        }));
    },
};
