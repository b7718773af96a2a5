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
from weave import with_files, woven

sys.path.insert(0, str(frama.HERE / "eva"))
import any_rules  # noqa: E402


class Driver(NamedTuple):
    sources: list
    rooms: list
    options: str
    faults: tuple = ()  # (source, a line of it, what is written in its place)
    flags: str = ""  # of the compiler
    splits: tuple = ()  # eva/<name>.acsl: what Eva tells apart within a source; of a header, included in its place
    counts: str = ""  # only the places of files under this folder; the others belong to another driver
    proved: tuple = ()  # files of contracts: Eva takes their functions as contracts.py proves them, and checks what they require
    by_eva: tuple = ()  # functions of those files that it analyses itself nevertheless, beside BY_EVA


PLAIN = "-includetests/proof/eva/plain.h"
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
        "-eva-precision 0 -eva-slevel 20 -eva-auto-loop-unroll 30 -eva-split-return auto -eva-slevel-function main:1000,"
        "lm_meter_has_room:5000 -eva-split-return-function waiting_on:-1:0:1,lm_meters_index:-1:0:1,lm_line_find:-1",
        (
            (
                "src/meters/table.c",
                "    if (!lm_meter_has_room(m)) return refuse(t, g, LM_METER_WHY_AMOUNT);\n    lm_meter next = *m;",
                "    lm_meter next = *m;",
            ),
        ),
        proved=("account", "share"),
    ),
    "shoe": Driver(
        [*(f"src/core/{name}.c" for name in ("cite", "status", "shoe")), *CORE],
        ["src/core"],
        "-eva-precision 2 -eva-slevel 10",
        (("src/core/shoe.c", "for (int i = shoe->n - 1; i > 0; i--) {", "for (int i = shoe->n; i > 0; i--) {"),),
    ),
    "draw": Driver(["src/meters/draw.c", *CORE], ["src/core"], "-eva-precision 1 -eva-auto-loop-unroll 64"),
    "rules": Driver(
        CORE,
        ["src/core"],
        "-eva-precision 1 -eva-slevel 300 -eva-split-limit 300 -eva-split-return auto -eva-slevel-function "
        "main:10000,read_any:10000,write_any:10000,ask_of_rule:10000",
        (
            (
                "src/core/rules.c",
                "rung < LM_RUNGS; rung++) {\n        if (lm_ladder_dollars",
                "rung <= LM_RUNGS; rung++) {\n        if (lm_ladder_dollars",
            ),
        ),
        splits=("text",),
    ),
    "check": Driver(
        [
            *(f"src/core/check/{name}.c" for name in ("meter_rules", "meters", "money", "wagers", "worst")),
            "src/core/cite.c",
            "src/core/status.c",
            *CORE,
        ],
        ["src/core", "src/core/check"],
        "-eva-precision 0 -eva-slevel 50 -eva-auto-loop-unroll 24 -eva-slevel-function clause_without_table:2000 "
        "-eva-split-return-function lm_rules_meter:0",
        (
            (
                "src/core/check/worst.c",
                "for (int row = 1; row < LM_OUTCOMES; row++) {\n        bool in_force",
                "for (int row = 1; row <= LM_OUTCOMES; row++) {\n        bool in_force",
            ),
        ),
        flags=PLAIN,
        proved=("money",),
        by_eva=("lm_cents_write",),  # its contract does not say that a text ends within the buffer
        splits=("text",),
    ),
    "events": Driver(
        ["src/core/cite_events.c", "src/core/cite.c", "src/core/status.c", *CORE],
        ["src/core", "src/core/round"],
        "-eva-precision 0 -eva-slevel 100 -eva-auto-loop-unroll 80 -eva-slevel-function main:1000",
        (("src/core/cite_events.c", "goes[2][3]", "goes[2][2]"),),
        flags=PLAIN,
    ),
    "follow": Driver(
        ["src/meters/follow.c"],
        ["src/meters"],
        "-eva-precision 0 -eva-slevel 20",
        (("src/meters/follow.c", "if (game < 0 || !meters->game[game].fixed", "if (!meters->game[game].fixed"),),
        flags=PLAIN,
        splits=("follow",),
    ),
    "open": Driver(
        [
            "src/meters/open.c",
            "src/meters/account.c",
            "src/meters/why.c",
            "src/core/check/check.c",
            "src/core/check/meter_rules.c",
            *(f"src/wagers/{name}.c" for name in ("blazing7", "aces", "super4")),
            *CORE,
        ],
        ["src/meters", "src/core", "src/core/check"],
        "-eva-precision 0 -eva-slevel 300 -eva-split-return full",
        (("src/meters/open.c", "lm_odds pays = offer->pays[i];", "lm_odds pays = offer->pays[i + 1];"),),
        flags=PLAIN,
    ),
    "judged": Driver(
        ["src/core/round/*.c", "src/core/cite.c", "src/core/cite_events.c", "src/core/status.c", *CORE],
        ["src/core", "src/core/round"],
        "-eva-precision 0 -eva-slevel 3000 -eva-ilevel 16 -eva-split-limit 300 -eva-split-return full",
        (("src/core/round/bets.c", "if (a->player > k->boxes) return lm_refuse(k, LM_WHY_OWNER);", ""),),
        flags=PLAIN,
        counts="tests/proof",
    ),
    "table": Driver(
        ["src/core/table/*.c", *(f"src/core/{name}.c" for name in ("cite", "status")), *CORE],
        ["src/core", "src/core/table"],
        "-eva-precision 0 -eva-slevel 60 -eva-ilevel 16 -eva-unroll-recursive-calls 5 -eva-slevel-function "
        "main:30000,apply_any:30000,apply_to_any_round:30000,apply_to_any_table:30000 -eva-split-return-function "
        "lm_is_seated:0,lm_box_exists:0,lm_shoe_holds:0,set_waiting_aside:0,choose_box:0:1:2,choose_card:0:1,choose_player:0:1:2:3",
        (
            (
                "src/core/table/shoe.c",
                "if (takes_place && lm_box_exists(k, place)) lm_take_seat",
                "if (takes_place) lm_take_seat",
            ),
        ),
        flags=PLAIN,
        splits=("table", "layout"),
    ),
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
SHORT = ("cards", "shoe", "draw", "events", "follow")
INCLUDED = ("src/core/chart.c",)  # by eva/shoe.c
# What no driver reaches: the rows of the validator, which are data. rounds.py has src/core/round.
NOT_COVERED = tuple(f"src/core/check/{name}.c" for name in ("documents", "duties", "features", "shoe"))
# What their contracts ask or promise Eva cannot read, so it analyses these itself.
BY_EVA = (
    "lm_cents_add lm_cents_mul lm_meter_give lm_meter_balanced lm_meter_has_room is_within lm_meter_change lm_meter_adjust "
    "lm_cents_read read_digits"
).split()


def with_contracts(folder, name, room="acsl", altered=()):
    """Sources, altered or not, and a copy of them with their contracts."""

    def read(source):
        changed = altered and altered[0] == source
        return Path(frama.altered(folder, *altered) if changed else frama.ROOT / source).read_text(encoding="utf-8")

    sources, text = woven(frama.HERE / room, name, read)
    copy = Path(folder) / f"{name}_proved{Path(sources[-1]).suffix}"
    copy.write_text(text, encoding="utf-8")
    return sources, str(copy)


def proved_functions(name):
    """Of a file of contracts and of those whose sources stand before its own."""
    files = (name, *with_files(frama.HERE / "acsl", name))
    functions = [one for file, names, _ in contracts.LONG if file in files for one in names.split()]
    return [one for one in functions if not one.startswith("proof_") and one not in BY_EVA]


def analyse(folder, name, altered=()):
    """{(file, line, what is asked): whether Eva decides it}, of the places that the driver reaches. `altered`: as in Driver.faults."""
    driver, options = DRIVERS[name], DRIVERS[name].options.split()
    files = frama.sources(*driver.sources)
    for one in driver.proved:
        sources, copy = with_contracts(folder, one, altered=altered)
        files = [file for file in files if file not in sources] + [copy]
    if driver.proved:
        known = [function for one in driver.proved for function in proved_functions(one)]
        options += ["-eva-use-spec", ",".join(function for function in known if function not in driver.by_eva)]
    flags = driver.flags
    for one in driver.splits:
        [source], copy = with_contracts(folder, one, "eva", altered)
        if source in files:
            files[files.index(source)] = copy
        else:
            flags += f" -include{copy}"
    if altered and altered[0] in files:
        copy = frama.altered(folder, *altered)
        files = [copy if file == altered[0] else file for file in files]
    rooms = [*driver.rooms, str(Path(altered[0]).parent) if altered else "tests/proof/eva", str(folder)]
    found = frama.decided(frama.report(name, files, rooms, options, flags))
    return {place: decided for place, decided in found.items() if place[0].startswith(driver.counts)}


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


def hold_files():
    """Each source of core and meters belongs to a driver, to rounds.py or to NOT_COVERED."""
    reached = {file for driver in DRIVERS.values() for file in frama.sources(*driver.sources)}
    reached |= {*INCLUDED, *NOT_COVERED, *frama.sources("src/core/round/*.c")}
    missing = set(frama.sources("src/core/*.c", "src/core/*/*.c", "src/meters/*.c")) - reached
    assert not missing, f"no driver of eva/*.c reaches {sorted(missing)}"


def main():
    hold_files()
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
