#!/usr/bin/env python3
# soak
"""Looks for run-time errors of `core` and `meters` with Frama-C's Eva: every input that eva/*.c leaves open at once.

RTE writes an assertion at each place where a program could overflow, read outside of an array or shift too far, and Eva says for each
whether it holds for all inputs of the driver. eva/unproved.txt has the number of those that Eva cannot decide, by file: it must not grow. The short
version takes seconds and covers the reading and counting of cards and amounts.
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from proof import Proof

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(HERE / "eva"))
import any_rules  # noqa: E402

METERS = [f"src/meters/{name}.c" for name in ("account", "line", "table", "why")]
MONEY = ["src/core/money.c", "src/core/round/share.c"]
DRIVERS = {
    "cards": (["src/core/card.c"], ["-eva-precision", "6"]),
    "meters": (METERS + MONEY, ["-eva-precision", "1", "-eva-split-return", "auto"]),
}
SHORT = ("cards",)

# One run for each verb of a round, and one for the dealer's hand, to which the others come (eva/verb.c).
VERBS = (
    "BET WITHDRAW DEAL CARD DOWN INSURE EVEN_MONEY CLOSE PEEK TURN HIT STAND DOUBLE SPLIT SURRENDER DETERMINE WITH_DOUBLE "
    "WITH_SPLIT AWARD DISCARD CONFIRM IRREGULAR"
).split()
ROUND = ["src/core/card.c", "src/core/money.c", "src/core/cite.c", "src/core/cite_events.c", "src/core/round/*.c"]
EACH_S = 900
PLACE = re.compile(r"^\[ *(\S*) *\] Assertion '(?:rte|Eva),[^']*' \(file (\S+), line", re.M)
NAMED_PLACE = re.compile(
    r"^\[ *(\S*) *\] Assertion '((?:rte|Eva),[^']*)' \(file ((?:src|include)/\S+), line (\d+)", re.M
)
DECIDED = ("Valid", "Dead", "Unreach", "Unreachable")


def analyse(folder, name, sources=None):
    """{file: places that Eva cannot decide}, and how many there are to decide."""
    given, options = DRIVERS[name]
    files = sources or [str(path.relative_to(ROOT)) for pattern in given for path in sorted(ROOT.glob(pattern))]
    room = "src/meters" if name == "meters" else "src/core"
    flags = f"-std=c17 -D_POSIX_C_SOURCE=200809L -Iinclude -I{room} -I{folder} -includetests/proof/acsl/builtins.h"
    ran = subprocess.run(
        ["frama-c", "-c11", f"-cpp-extra-args={flags}", f"tests/proof/eva/{name}.c", *files]
        + ["-rte", "-then", "-eva", *options, "-eva-no-show-progress", "-then", "-report"],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert "Status Report Summary" in ran.stdout, ran.stdout[-3000:] + ran.stderr[-1000:]
    left, total = {}, 0
    for status, file in PLACE.findall(ran.stdout):
        total += 1
        if status not in DECIDED:
            left[file] = left.get(file, 0) + 1
    return left, total


def run_verb(folder, verb):
    """The report of one verb; None: the dealer's hand."""
    files = [str(path.relative_to(ROOT)) for pattern in ROUND for path in sorted(ROOT.glob(pattern))]
    flags = f"-std=c17 -D_POSIX_C_SOURCE=200809L -Iinclude -Isrc/core -Isrc/core/round -I{folder} -includetests/proof/acsl/builtins.h"
    own = [f" -DPROVED_VERB=LM_{verb}", ["-eva-use-spec", "lm_begin_reveal"]] if verb else ["", []]
    ran = subprocess.run(
        ["frama-c", "-c11", f"-cpp-extra-args={flags}{own[0]}", "tests/proof/eva/verb.c", *files]
        + ["-rte", "-then", "-eva", "-eva-precision", "0", *own[1], "-eva-no-show-progress", "-then", "-report"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=EACH_S,
    )
    assert "Status Report Summary" in ran.stdout, ran.stdout[-3000:] + ran.stderr[-1000:]
    return ran.stdout


def analyse_verbs(folder):
    """The same for all verbs together: a place is decided when every verb that reaches it decides it."""
    found = {}
    for verb in [*VERBS, None]:
        for status, kind, file, line in NAMED_PLACE.findall(run_verb(folder, verb)):
            if status not in DECIDED[1:]:
                found.setdefault((file, line, kind), set()).add(status)
    left = {}
    for (file, _, _), states in found.items():
        if states != {"Valid"}:
            left[file] = left.get(file, 0) + 1
    return left, len(found)


def allowed(name):
    lines = (HERE / "eva" / "unproved.txt").read_text(encoding="utf-8").splitlines()
    rows = [line.split() for line in lines if line and not line.startswith("#")]
    return {file: int(count) for driver, file, count in rows if driver == name}


def find_fault(folder):
    """A card's text is written one character too far."""
    right = (ROOT / "src/core/card.c").read_text(encoding="utf-8")
    wrong = right.replace("text[2] = '\\0';", "text[3] = '\\0';")
    assert wrong != right, "src/core/card.c no longer ends a card's text as it did"
    altered = Path(folder) / "card.c"
    altered.write_text(wrong, encoding="utf-8")
    left, _ = analyse(folder, "cards", [str(altered)])
    assert left, "Eva did not notice a text that is written too far"


def main():
    if not shutil.which("frama-c"):
        print("frama-c is not installed")
        return 77
    names = [*DRIVERS, "verbs"] if "LAMMER_SOAK" in os.environ else SHORT
    proof, figures = Proof("runtime", len(names), len(names)), []
    with tempfile.TemporaryDirectory(prefix="lammer-runtime-") as folder:
        rows, text = any_rules.code(ROOT)
        assert rows > 100, f"{rows} rules"
        (Path(folder) / "any_rules.h").write_text(text, encoding="utf-8")
        for name in names:
            left, total = analyse_verbs(folder) if name == "verbs" else analyse(folder, name)
            known = allowed(name)
            grown = {file: count for file, count in left.items() if count > known.get(file, 0)}
            assert not grown, f"{name}: Eva cannot decide {grown}, eva/unproved.txt has {known}"
            print(f"{name}: {left}", flush=True)
            figures.append(f"{name} {total - sum(left.values())} of {total} places")
        find_fault(folder)
    proof.end(len(names), "drivers", f"1 planted fault found; free of run-time errors: {', '.join(figures)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
