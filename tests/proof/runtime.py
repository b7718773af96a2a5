#!/usr/bin/env python3
# soak
"""Looks for run-time errors of `core`, `meters`, the wagers and a table's accounts with Frama-C's Eva: every input that eva/*.c leaves
open at once.

RTE writes an assertion at each place where a program could overflow, read outside of an array or shift too far, each `assert` of the
sources is a place as well, and a driver asserts the bounds that it takes for granted. Eva says for each place whether it holds for all
inputs of the driver. eva/unproved.txt has the number of those that it cannot decide, by file: it must not grow. The short version covers
cards, stacks of them, charts, clauses and draws. rounds.py has the verbs of a round.
"""
import os
import shutil
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

import contracts
import frama
from proof import Proof
from weave import source_of, weave

sys.path.insert(0, str(frama.HERE / "eva"))
import any_rules  # noqa: E402


class Driver(NamedTuple):
    sources: list
    rooms: list
    options: str
    faults: tuple = ()  # (source, a line of it, what is written in its place)
    proved: tuple = ()  # files of contracts: Eva takes their functions as contracts.py proves them, and checks what they require


CORE = ["src/core/card.c", "src/core/money.c", "src/core/rules.c"]
DRIVERS = {
    "cards": Driver(
        ["src/core/card.c"],
        ["src/core"],
        "-eva-precision 6",
        (("src/core/card.c", "text[2] = '\\0';", "text[3] = '\\0';"),),
    ),
    "meters": Driver(
        [
            *(f"src/meters/{name}.c" for name in ("account", "line", "table", "why")),
            "src/core/money.c",
            "src/core/round/share.c",
        ],
        ["src/meters"],
        "-eva-precision 1 -eva-auto-loop-unroll 25 -eva-split-return auto "
        "-eva-split-return-function waiting_on:-1,lm_line_find:-1",
        proved=("account", "share"),
    ),
    "shoe": Driver(
        [*(f"src/core/{name}.c" for name in ("cite", "status", "shoe")), *CORE],
        ["src/core"],
        "-eva-precision 2 -eva-slevel 10",
        (("src/core/shoe.c", "for (int i = shoe->n - 1; i > 0; i--) {", "for (int i = shoe->n; i > 0; i--) {"),),
    ),
    "draw": Driver(["src/meters/draw.c", *CORE], ["src/core"], "-eva-precision 1 -eva-auto-loop-unroll 64"),
    "books": Driver(
        ["src/felt/money.c", "src/core/money.c", "src/core/status.c", "src/meters/why.c", "src/meters/account.c"],
        ["src/felt", "src/core"],
        "-eva-precision 0 -eva-unroll-recursive-calls 3 -eva-auto-loop-unroll 2048 "
        "-eva-slevel-function main:1000,play_move:100,balance:10",
        (("src/felt/money.c", "if (play->moves == HOUSE_MOVES)", "if (play->moves > HOUSE_MOVES)"),),
        proved=("money",),
    ),
    "wagers": Driver(
        ["src/wagers/*.c", "src/core/round/hide.c", *CORE],
        ["src/core"],
        "-eva-precision 0 -eva-slevel 5 -eva-min-loop-unroll 4 -eva-auto-loop-unroll 24 "
        "-eva-slevel-function main:1000,ask:20000,lm_cards_score:20",
        (
            ("src/wagers/buster.c", "THREE + (v->n_dealer < 8 ? v->n_dealer : 8) - 3", "v->n_dealer"),
            ("src/wagers/third_card.c", "if (v->n_dealer < 3 || lm_cards_score(v->dealer, 3).total <= 21) return;", ""),
        ),
    ),
}
SHORT = ("cards", "shoe", "draw")
# What their contracts ask or promise Eva cannot read, so it analyses these itself.
BY_EVA = ("lm_cents_add", "lm_cents_mul", "lm_meter_give", "lm_meter_balanced")


def with_contracts(folder, name):
    """A source, and a copy of it with its contracts."""
    text = (frama.HERE / "acsl" / f"{name}.acsl").read_text(encoding="utf-8")
    source = source_of(text)
    copy = Path(folder) / f"{name}_proved.c"
    copy.write_text(weave(text, (frama.ROOT / source).read_text(encoding="utf-8")), encoding="utf-8")
    return source, str(copy)


def proved_functions(name):
    functions = [one for file, names, _ in contracts.LONG if file == name for one in names.split()]
    return [one for one in functions if not one.startswith("proof_") and one not in BY_EVA]


def analyse(folder, name, altered=()):
    """{(file, line, what is asked): whether Eva decides it}, of the places that the driver reaches. `altered`: as in Driver.faults."""
    driver, options = DRIVERS[name], DRIVERS[name].options.split()
    files = frama.sources(*driver.sources)
    for one in driver.proved:
        source, copy = with_contracts(folder, one)
        files[files.index(source)] = copy
    if driver.proved:
        options += ["-eva-use-spec", ",".join(function for one in driver.proved for function in proved_functions(one))]
    if altered:
        copy = frama.altered(folder, *altered)
        files = [copy if file == altered[0] else file for file in files]
    rooms = [*driver.rooms, str(Path(altered[0]).parent) if altered else "tests/proof/eva", str(folder)]
    return frama.decided(frama.report(name, files, rooms, options))


def undecided(places):
    left = {}
    for (file, _, _), decided in places.items():
        if not decided:
            left[file] = left.get(file, 0) + 1
    return left


def find_fault(folder, name, fault):
    left = undecided(analyse(folder, name, fault))
    known = frama.allowed(name)
    assert any(
        count > known.get(file, 0) for file, count in left.items()
    ), f"Eva did not notice: {fault[2] or fault[1]}"


def main():
    if not shutil.which("frama-c"):
        print("frama-c is not installed")
        return 77
    names = DRIVERS if "LAMMER_SOAK" in os.environ else SHORT
    proof, figures, faults = Proof("runtime", len(names), len(names)), [], 0
    with tempfile.TemporaryDirectory(prefix="lammer-runtime-") as folder:
        rows, text = any_rules.code(frama.ROOT)
        assert rows > 100, f"{rows} rules"
        (Path(folder) / "any_rules.h").write_text(text, encoding="utf-8")
        for name in names:
            places = analyse(folder, name)
            left = undecided(places)
            frama.check(name, left)
            figures.append(f"{name} {len(places) - sum(left.values())} of {len(places)} places")
            for fault in DRIVERS[name].faults:
                find_fault(folder, name, fault)
                faults += 1
    proof.end(len(names), "drivers", f"planted faults found: {faults}; free of run-time errors: {', '.join(figures)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
