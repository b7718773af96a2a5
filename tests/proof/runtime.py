#!/usr/bin/env python3
# soak
"""Looks for run-time errors of `core` and `meters` with Frama-C's Eva: every input that eva/*.c leaves open at once.

RTE writes an assertion at each place where a program could overflow, read outside of an array or shift too far, and Eva says for each
whether it holds for all inputs of the driver. eva/unproved.txt has the number of those that Eva cannot decide, by file: it must not grow.
Each verb of a round must also keep the bounds that the next one takes for granted. The short version covers the reading and counting of
cards and amounts, and one verb.
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
SHORT, SHORT_VERBS = ("cards",), ("HIT",)

# One run for each verb of a round, with what eva/verb.c must tell apart.
BOX, BETTOR, CARD, N, HAND, WAGER, AMOUNT = (1 << bit for bit in range(7))
VERBS = {
    **dict.fromkeys("DEAL DOWN CLOSE PEEK AWARD".split(), 0),
    **dict.fromkeys("HIT STAND SURRENDER DISCARD".split(), BOX),
    **dict.fromkeys("WITH_DOUBLE WITH_SPLIT".split(), BOX | BETTOR),
    **dict.fromkeys("WITHDRAW EVEN_MONEY".split(), BOX | BETTOR | N),
    **dict.fromkeys("CARD DETERMINE".split(), CARD),
    **dict.fromkeys("TURN IRREGULAR".split(), BOX | CARD),
    "BET": BOX | BETTOR | N | WAGER | AMOUNT,
    "INSURE": BOX | BETTOR | N | AMOUNT,
    "DOUBLE": BOX | AMOUNT,
    "SPLIT": BOX | HAND | AMOUNT,
    "CONFIRM": N,
    None: 0,  # the dealer's hand
}
# By eva/loose.c.
LOOSE = (*"CARD DOWN INSURE PEEK TURN DETERMINE SPLIT CONFIRM IRREGULAR".split(), None)
ROUND = [f"src/core/{name}.c" for name in ("card", "money", "cite", "cite_events", "rules", "status", "round/*")]
ASKED = ("src/core/rules.c", "src/core/status.c")  # by eva/verb.c alone
INCLUDED = "src/core/round/dealer.c"  # by eva/verb.c
EACH_S = 900
# What Eva must not merge: the places of a round and the elements of its arrays, the cases of the driver, and whether a box is done.
KEEP_APART = (
    "-eva-precision 0 -eva-min-loop-unroll 7 -eva-ilevel 100 -eva-plevel 5000 -eva-slevel-function main:20000,lm_go_on_playing:100 "
    "-eva-split-return-function box_is_finished:0,next_waiting:0"
).split()
KEPT = len(re.findall(r"assert kept_", (HERE / "eva" / "verb.c").read_text(encoding="utf-8")))
PLACE = re.compile(r"^\[ *(\S*) *\] Assertion '(?:rte|Eva),[^']*' \(file (\S+), line", re.M)
NAMED_PLACE = re.compile(
    r"^\[ *(\S*) *\] Assertion '((?:rte|Eva),[^']*)' \(file ((?:src|include)/\S+), line (\d+)", re.M
)
BOUND = re.compile(r"^\[ *(\S*) *\] Assertion '(kept_\w+)'", re.M)
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


def run_verb(folder, verb, altered=None):
    """The report of one verb; None: the dealer's hand. `altered` stands in for the source of its name."""
    files = [str(path.relative_to(ROOT)) for pattern in ROUND for path in sorted(ROOT.glob(pattern))]
    flags = f"-std=c17 -D_POSIX_C_SOURCE=200809L -Iinclude -Isrc/core -Isrc/core/round -I{folder} -includetests/proof/acsl/builtins.h"
    flags += f" -DPROVED_VERB=LM_{verb} -DPROVED_CASES={VERBS[verb]}" if verb else ""
    if verb in LOOSE:
        files = [file for file in files if file not in ASKED]
        driver, options = "loose", ["-eva-precision", "0"] + (["-eva-use-spec", "lm_begin_reveal"] if verb else [])
    else:
        driver, options = "verb", KEEP_APART
        flags += " -includetests/proof/eva/plain.h"
        files.remove(INCLUDED)
    if altered:
        files = [str(altered) if Path(file).name == altered.name else file for file in files]
    ran = subprocess.run(
        ["frama-c", "-c11", f"-cpp-extra-args={flags}", f"tests/proof/eva/{driver}.c", *files]
        + ["-rte", "-then", "-eva", *options, "-eva-no-show-progress", "-then", "-report"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=EACH_S,
    )
    assert "Status Report Summary" in ran.stdout, ran.stdout[-3000:] + ran.stderr[-1000:]
    return ran.stdout


def lost_bounds(report):
    """The bounds of a round that a verb may leave, of those that the next verb takes for granted."""
    bounds = BOUND.findall(report)
    assert len(bounds) == KEPT, f"{len(bounds)} bounds in the report, {KEPT} in eva/verb.c"
    return sorted({name for status, name in bounds if status not in DECIDED})


def analyse_verbs(folder, verbs):
    """The same for all verbs together: a place is decided when every verb that reaches it decides it."""
    found = {}
    for verb in verbs:
        report = run_verb(folder, verb)
        lost = [] if verb in LOOSE else lost_bounds(report)
        assert not lost, f"{verb or 'the dealer'} does not keep the bounds {lost} of eva/verb.c"
        for status, kind, file, line in NAMED_PLACE.findall(report):
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


# An altered line of a round, and whether it reaches beyond an array at once or only spoils the bounds for the next verb.
VERB_FAULTS = (
    ("play.c", "a->bettor != r->box[a->box - 1].decider) return", "a->bettor != r->box[a->box].decider) return", False),
    ("play.c", "    s->r->due = LM_DUE_UP;", "    s->r->due = LM_DUE_TURN + 1;", True),
)


def find_verb_faults(folder):
    for name, right, wrong, spoils in VERB_FAULTS:
        text = (ROOT / "src/core/round" / name).read_text(encoding="utf-8")
        assert text.count(right) == 1, f"src/core/round/{name} no longer has: {right}"
        altered = Path(folder) / name
        altered.write_text(text.replace(right, wrong), encoding="utf-8")
        report = run_verb(folder, "HIT", altered)
        places = [file for status, file in PLACE.findall(report) if status not in DECIDED and file == str(altered)]
        found = lost_bounds(report) if spoils else len(places) > allowed("verbs").get(f"src/core/round/{name}", 0)
        assert found, f"Eva did not notice: {wrong.strip()}"
    return len(VERB_FAULTS)


def main():
    if not shutil.which("frama-c"):
        print("frama-c is not installed")
        return 77
    soak = "LAMMER_SOAK" in os.environ
    verbs = {"verbs": [verb for verb in VERBS if verb not in LOOSE], "loose": LOOSE} if soak else {"verbs": SHORT_VERBS}
    names = [*(DRIVERS if soak else SHORT), *verbs]
    proof, figures = Proof("runtime", len(names), len(names)), []
    with tempfile.TemporaryDirectory(prefix="lammer-runtime-") as folder:
        rows, text = any_rules.code(ROOT)
        assert rows > 100, f"{rows} rules"
        (Path(folder) / "any_rules.h").write_text(text, encoding="utf-8")
        for name in names:
            left, total = analyse_verbs(folder, verbs[name]) if name in verbs else analyse(folder, name)
            known = allowed(name)
            grown = {file: count for file, count in left.items() if count > known.get(file, 0)}
            assert not grown, f"{name}: Eva cannot decide {grown}, eva/unproved.txt has {known}"
            print(f"{name}: {left}", flush=True)
            figures.append(f"{name} {total - sum(left.values())} of {total} places")
        find_fault(folder)
        faults = 1 + (find_verb_faults(folder) if soak else 0)
    proof.end(len(names), "drivers", f"planted faults found: {faults}; free of run-time errors: {', '.join(figures)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
