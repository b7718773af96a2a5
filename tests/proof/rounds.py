#!/usr/bin/env python3
# soak
"""Looks for run-time errors of a round with Frama-C's Eva: each verb with any arguments on any round.

Each verb must also keep the bounds that the next one takes for granted. The short version covers one verb.
"""
import os
import re
import shutil
import sys
import tempfile
from pathlib import Path

import frama
from proof import Proof

sys.path.insert(0, str(frama.HERE / "eva"))
import any_rules  # noqa: E402

SHORT = ("HIT",)

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
ROOMS = ("src/core", "src/core/round")
ASKED = ("src/core/rules.c", "src/core/status.c")  # by eva/verb.c alone
INCLUDED = "src/core/round/dealer.c"  # by eva/verb.c
# What Eva must not merge: the places of a round and the elements of its arrays, the cases of the driver, and whether a box is done.
KEEP_APART = (
    "-eva-precision 0 -eva-min-loop-unroll 7 -eva-ilevel 100 -eva-plevel 5000 -eva-slevel-function main:20000,lm_go_on_playing:100 "
    "-eva-split-return-function box_is_finished:0,next_waiting:0"
).split()
KEPT = len(re.findall(r"assert kept_", (frama.HERE / "eva" / "verb.c").read_text(encoding="utf-8")))


def run_verb(folder, verb, altered=None):
    """The report of one verb; None: the dealer's hand. `altered` stands in for the source of its name."""
    files = frama.sources(*ROUND)
    flags = f"-DPROVED_VERB=LM_{verb} -DPROVED_CASES={VERBS[verb]}" if verb else ""
    if verb in LOOSE:
        files = [file for file in files if file not in ASKED]
        driver, options = "loose", ["-eva-precision", "0"] + (["-eva-use-spec", "lm_begin_reveal"] if verb else [])
    else:
        driver, options = "verb", KEEP_APART
        flags += " -includetests/proof/eva/plain.h"
        files.remove(INCLUDED)
    if altered:
        files = [altered if Path(file).name == Path(altered).name else file for file in files]
    return frama.report(driver, files, (*ROOMS, folder), options, flags)


def lost_bounds(text):
    """The bounds of a round that a verb may leave, of those that the next verb takes for granted."""
    bounds = frama.asserted(text, "kept_")
    assert len(bounds) == KEPT, f"{len(bounds)} bounds in the report, {KEPT} in eva/verb.c"
    return sorted({name for status, name in bounds if status not in frama.DECIDED})


def analyse(folder, verbs):
    """The places of all verbs together."""
    reports = []
    for verb in verbs:
        text = run_verb(folder, verb)
        lost = [] if verb in LOOSE else lost_bounds(text)
        assert not lost, f"{verb or 'the dealer'} does not keep the bounds {lost} of eva/verb.c"
        reports.append(text)
    return frama.decide(reports)


# An altered line of a round, and whether it reaches beyond an array at once or only spoils the bounds for the next verb.
FAULTS = (
    ("play.c", "a->bettor != r->box[a->box - 1].decider) return", "a->bettor != r->box[a->box].decider) return", False),
    ("play.c", "    s->r->due = LM_DUE_UP;", "    s->r->due = LM_DUE_TURN + 1;", True),
)


def find_faults(folder):
    for name, right, wrong, spoils in FAULTS:
        altered = frama.altered(folder, f"src/core/round/{name}", right, wrong)
        text = run_verb(folder, "HIT", altered)
        left = frama.decide([text])[0].get(altered, 0)
        found = lost_bounds(text) if spoils else left > frama.allowed("verbs").get(f"src/core/round/{name}", 0)
        assert found, f"Eva did not notice: {wrong.strip()}"
    return len(FAULTS)


def main():
    if not shutil.which("frama-c"):
        print("frama-c is not installed")
        return 77
    soak = "LAMMER_SOAK" in os.environ
    groups = {"verbs": [verb for verb in VERBS if verb not in LOOSE], "loose": LOOSE} if soak else {"verbs": SHORT}
    proof, figures, faults = Proof("rounds", len(groups), len(groups)), [], 0
    with tempfile.TemporaryDirectory(prefix="lammer-rounds-") as folder:
        rows, text = any_rules.code(frama.ROOT)
        assert rows > 100, f"{rows} rules"
        (Path(folder) / "any_rules.h").write_text(text, encoding="utf-8")
        for name, verbs in groups.items():
            left, total = analyse(folder, verbs)
            frama.check(name, left)
            figures.append(f"{name} {total - sum(left.values())} of {total} places")
        faults = find_faults(folder) if soak else 0
    proof.end(len(groups), "groups", f"planted faults found: {faults}; free of run-time errors: {', '.join(figures)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
