// answers.mjs - holds JSON against the rows of src/study/answers.def: the names of all fields, their types and their order.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";

const plain = {
    text: (value) => typeof value === "string",
    seat: (value) => /^([1-7][bct]?|dealer)$/.test(value),
    card: (value) => /^[A23456789TJQK][cdhs]$/.test(value),
    int: Number.isSafeInteger,
    cents: Number.isSafeInteger,
    number: Number.isFinite,
    bool: (value) => typeof value === "boolean",
};

const rows = JSON.parse(execFileSync("tools/types", ["--json", "src/study/answers.def"]));
const rowsOf = (kind) =>
    new Map(rows.filter((row) => row.kind === kind).map((row) => [row.name, row.members.split(" ")]));
const words = rowsOf("WORDS"),
    answers = rowsOf("ANSWER");

/** The options of a question, `--wager` for `wager`. */
export const asks = new Map(
    [...rowsOf("ASK")].map(([name, fields]) => [name, fields.map((field) => field.split(/[?:]/)[0])]),
);

function holdField(value, type, where) {
    const [, name, nullable, lists, byName] = /^(\w+)(\|null)?((?:\[\])*)(\{\})?$/.exec(type);
    if (byName) {
        assert.ok(value && typeof value === "object" && !Array.isArray(value), `${where} has values by name`);
        for (const [key, one] of Object.entries(value)) holdField(one, type.slice(0, -2), `${where}.${key}`);
    } else if (lists) {
        assert.ok(Array.isArray(value), `${where} is a list`);
        value.forEach((one, i) => holdField(one, type.slice(0, -2), `${where}[${i}]`));
    } else if (value !== null || !nullable) {
        if (plain[name]) assert.ok(plain[name](value), `${where} is ${JSON.stringify(value)}, not ${name}`);
        else if (words.has(name))
            assert.ok(words.get(name).includes(value), `${where} is ${JSON.stringify(value)}, no ${name}`);
        else hold(value, name, where);
    }
}

/** Fails where a value is not what its row says. */
export function hold(value, name, where = name) {
    assert.ok(
        answers.has(name) && value && typeof value === "object" && !Array.isArray(value),
        `${where} is a ${name}`,
    );
    const left = new Map(Object.entries(value));
    for (const field of answers.get(name)) {
        const [, key, optional, type] = /^(\w+)(\??):(.*)$/.exec(field);
        assert.ok(optional || left.has(key), `${where} has no ${key}`);
        if (left.has(key)) holdField(left.get(key), type, `${where}.${key}`);
        left.delete(key);
    }
    assert.deepEqual([...left.keys()], [], `${where}: no row of answers.def has these`);
}
