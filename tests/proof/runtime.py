#!/usr/bin/env python3
# soak
"""Looks for run-time errors of `core` and `meters` with Frama-C's Eva: every input that eva/*.c leaves open at once.

RTE writes an assertion at each place where a program could overflow, read outside of an array or shift too far, and Eva says for each
whether it holds for all inputs of the driver. eva/unproved.txt has the number of those that Eva cannot decide, by file: it must not grow.
The short version covers the reading and counting of cards. rounds.py has the verbs of a round.
"""
import os
import shutil
import sys
import tempfile

import frama
from proof import Proof

METERS = [f"src/meters/{name}.c" for name in ("account", "line", "table", "why")]
MONEY = ["src/core/money.c", "src/core/round/share.c"]
DRIVERS = {  # sources, rooms, options
    "cards": (["src/core/card.c"], ["src/core"], ["-eva-precision", "6"]),
    "meters": (METERS + MONEY, ["src/meters"], ["-eva-precision", "1", "-eva-split-return", "auto"]),
}
SHORT = ("cards",)


def analyse(name, files=None):
    """{file: places that Eva cannot decide}, and how many there are to decide."""
    given, rooms, options = DRIVERS[name]
    places = frama.places(frama.report(name, files or frama.sources(*given), rooms, options))
    left = {}
    for status, _, file, _ in places:
        if status not in frama.DECIDED:
            left[file] = left.get(file, 0) + 1
    return left, len(places)


def find_fault(folder):
    """A card's text is written one character too far."""
    left, _ = analyse("cards", [frama.altered(folder, "src/core/card.c", "text[2] = '\\0';", "text[3] = '\\0';")])
    assert left, "Eva did not notice a text that is written too far"


def main():
    if not shutil.which("frama-c"):
        print("frama-c is not installed")
        return 77
    names = DRIVERS if "LAMMER_SOAK" in os.environ else SHORT
    proof, figures = Proof("runtime", len(names), len(names)), []
    for name in names:
        left, total = analyse(name)
        frama.check(name, left)
        figures.append(f"{name} {total - sum(left.values())} of {total} places")
    with tempfile.TemporaryDirectory(prefix="lammer-runtime-") as folder:
        find_fault(folder)
    proof.end(len(names), "drivers", f"planted faults found: 1; free of run-time errors: {', '.join(figures)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
