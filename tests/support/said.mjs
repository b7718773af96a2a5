/* said.mjs - sentences of the program and of its pages by their message ids: see tools/sentences. */
import { execFileSync } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const tool = join(dirname(fileURLToPath(import.meta.url)), "../../tools/sentences");
let sentences;

const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");

function parts(message) {
    const [id, ...filled] = message.split("|");
    sentences ??= JSON.parse(execFileSync(tool, ["--json"], { encoding: "utf8", maxBuffer: 1 << 26 }));
    if (!sentences[id]) throw new Error(`no sentence has the id ${id}: tools/sentences lists them`);
    let gap = 0;
    return sentences[id].map((part) => (part === null ? filled[gap++] || null : part));
}

/* The sentence as it stands; what fills its gaps must be given: "say:id|4". */
export function sentence(message) {
    const all = parts(message);
    if (all.includes(null)) throw new Error(`${message} leaves a gap open`);
    return all.join("");
}

/* A regular expression for it; open gaps hold anything. */
export function said(message) {
    const [first, ...rest] = parts(message).map((part) => (part === null ? "[\\s\\S]*?" : escaped(part)));
    const letter = /^[a-z]/i.test(first)
        ? `[${first[0].toLowerCase()}${first[0].toUpperCase()}]${first.slice(1)}`
        : first;
    return new RegExp([letter, ...rest].join(""));
}
