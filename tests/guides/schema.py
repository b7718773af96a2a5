#!/usr/bin/env python3
"""docs/json-lines.schema.json is the conversation of `lammer deal --json`: it takes every line of the sessions in
docs/json-lines.md and of the example clients, and knows exactly the words and fields that the program knows."""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

LAMMER = os.path.abspath(os.environ["LAMMER"])
SCHEMA = json.load(open("docs/json-lines.schema.json"))
DEFINITIONS = SCHEMA["$defs"]
TYPES = {"object": dict, "array": list, "string": str, "boolean": bool, "null": type(None)}


# --- the part of JSON Schema that the file uses


def has_type(value, name):
    if name == "integer":
        return isinstance(value, int) and not isinstance(value, bool)
    return isinstance(value, TYPES[name])


def fits(value, schema):
    if "$ref" in schema:
        return fits(value, DEFINITIONS[schema["$ref"].rpartition("/")[2]])
    unknown = set(schema) - {
        "type",
        "const",
        "enum",
        "pattern",
        "minimum",
        "items",
        "required",
        "properties",
        "oneOf",
        "description",
        "additionalProperties",
    }
    assert not unknown, f"the schema uses {unknown}, which this test does not know"
    types = schema.get("type", [])
    if types and not any(has_type(value, name) for name in ([types] if isinstance(types, str) else types)):
        return False
    if "const" in schema and value != schema["const"] or "enum" in schema and value not in schema["enum"]:
        return False
    if (
        "pattern" in schema
        and not re.search(schema["pattern"], value)
        or "minimum" in schema
        and value < schema["minimum"]
    ):
        return False
    if "items" in schema and not all(fits(item, schema["items"]) for item in value):
        return False
    return fits_object(value, schema) and (
        "oneOf" not in schema or sum(fits(value, one) for one in schema["oneOf"]) == 1
    )


def fits_object(value, schema):
    known = schema.get("properties", {})
    if any(name not in value for name in schema.get("required", [])):
        return False
    if schema.get("additionalProperties", True) is False and set(value) - set(known):
        return False
    return not isinstance(value, dict) or all(fits(value[name], one) for name, one in known.items() if name in value)


# --- what goes over the line


def converse(requests):
    lines = "".join(json.dumps(request) + "\n" for request in requests)
    answers = subprocess.run([LAMMER, "deal", "--json"], input=lines, capture_output=True, text=True, check=True).stdout
    return [json.loads(line) for line in answers.splitlines()]


def check_pairs(pairs, where):
    """Answers always fit; a request that was done fits, and one that the engine refuses by a clause is well formed too."""
    wrong = []
    for request, answer in pairs:
        if not fits(answer, DEFINITIONS["answer"]):
            wrong.append(f"{where}: the schema does not take the answer {json.dumps(answer)}")
        if (answer["ok"] or "clause" in answer) and not fits(request, DEFINITIONS["request"]):
            wrong.append(f"{where}: the schema does not take the request {json.dumps(request)}")
    return wrong


def sessions():
    for block in re.findall(r"^```session\n(.*?)^```", open("docs/json-lines.md").read(), re.M | re.S):
        lines = block.splitlines()
        for asked, told in zip(lines[::2], lines[1::2]):
            try:
                yield json.loads(asked[2:]), json.loads(told[2:])
            except json.JSONDecodeError:
                pass  # the one line that shows what malformed JSON gets


def overheard(client):
    """The traffic of an example client, recorded by a program in between."""
    with tempfile.TemporaryDirectory() as folder:
        between = f"{folder}/lammer"
        with open(between, "w") as script:
            script.write(f'#!/bin/sh\ntee {folder}/asked | "{LAMMER}" "$@" | tee {folder}/told\n')
        os.chmod(between, 0o755)
        subprocess.run([*client, between], check=True, capture_output=True)
        with open(f"{folder}/asked") as asked, open(f"{folder}/told") as told:
            return [(json.loads(one), json.loads(other)) for one, other in zip(asked, told)]


# --- words and fields of the program

SAMPLES = {
    "seat": "1",
    "cents": 1000,
    "wager": "main",
    "card": "8h",
    "role": "dealer",
    "count": 1,
    "pack": 0,
    "by": None,
    "in": "chips",
    "side": "A",
    "blackjack": False,
    "down": True,
    "ride": "left",
    "must_hit": False,
    "name": "light-out",
    "how": "late",
    "on": True,
    "prepared": True,
    "face_down": True,
}


def probes():
    """Each word with each field there is added, and with each of its own left out, as (request, what is wrong with
    it, whether the program must say so)."""
    for one in DEFINITIONS["request"]["oneOf"]:
        word, fields = one["properties"]["do"]["const"], [name for name in SAMPLES if name in one["properties"]]
        full = {"do": word, **{name: SAMPLES[name] for name in fields}}
        for name in SAMPLES:
            yield {**full, name: SAMPLES[name]}, f'takes no field "{name}"', name not in fields
        for name in fields:
            left = {key: value for key, value in full.items() if key != name}
            yield left, f'needs a field "{name}"', name in one["required"]


def check_words():
    """The program refuses a field exactly where the schema does; it looks at fields before it looks at the table."""
    asked = list(probes())
    wrong = [
        f"schema: to {json.dumps(request)} the program says {answer.get('why', 'yes')!r}"
        for (request, complaint, must), answer in zip(asked, converse([request for request, _, _ in asked]))
        if (complaint in answer.get("why", "")) != must
    ]
    return wrong


def main():
    wrong = check_words()
    pairs = list(sessions())
    wrong += check_pairs(pairs, "docs/json-lines.md")
    clients = [[sys.executable, "examples/json-lines.py"]] + [["node", "examples/json-lines.mjs"]] * bool(
        shutil.which("node")
    )
    for client in clients:
        heard = overheard(client)
        pairs += heard
        wrong += check_pairs(heard, client[1])
    print("\n".join(wrong + [f"{len(pairs)} requests and answers, {len(wrong)} wrong"]))
    return 1 if wrong or len(pairs) < 80 else 0


if __name__ == "__main__":
    sys.exit(main())
