/* messages.mjs - the catalogues of messages as modules: "messages:en" holds every key of a language with its text, and
 * "messages:all" loads the other languages when they are wanted. A catalogue is a file of rows SAY(KEY, "text"); the head of
 * include/lammer/messages/en.def explains them. NAME("English", "text") is what a language calls a wager or an outcome. */
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
export const FOLDERS = [join(here, "../include/lammer/messages"), join(here, "messages")];

const ROW = /^(?:SAY\((\w+)|NAME\(("(?:[^"\\]|\\.)*")),\s*((?:"(?:[^"\\]|\\.)*"\s*)+)\)/gm;
const LITERAL = /"(?:[^"\\]|\\.)*"/g;
const joined = (literals) => literals.match(LITERAL).map(JSON.parse).join("");

/* Key to text, of one file. */
export function rowsOf(file) {
    const found = {};
    for (const [, key, name, text] of readFileSync(file, "utf8").matchAll(ROW))
        found[key ?? JSON.parse(name)] = joined(text);
    return found;
}

export const messagesOf = (language) =>
    Object.assign(
        {},
        ...FOLDERS.map((folder) => join(folder, `${language}.def`))
            .filter(existsSync)
            .map(rowsOf),
    );

/* Every language that has a catalogue, English first. */
export function languages() {
    const names = FOLDERS.flatMap((folder) => readdirSync(folder)).filter((name) => name.endsWith(".def"));
    return [...new Set(["en", ...names.map((name) => name.slice(0, -4)).sort()])];
}

const all = () =>
    `export default {${languages()
        .filter((name) => name !== "en")
        .map((name) => `${name}: () => import("messages:${name}")`)
        .join()}};`;

/* For esbuild. */
export const messages = {
    name: "messages",
    setup(build) {
        build.onResolve({ filter: /^messages:/ }, ({ path }) => ({ path: path.slice(9), namespace: "messages" }));
        build.onLoad({ filter: /./, namespace: "messages" }, ({ path }) => ({
            contents: path === "all" ? all() : JSON.stringify(messagesOf(path)),
            loader: path === "all" ? "js" : "json",
            resolveDir: here,
        }));
    },
};
