#!/usr/bin/env python3
# soak
"""Proves the money functions for all inputs with Frama-C: WP with the checks of RTE, by CVC4 and Z3.

acsl/*.acsl has the contracts. A goal that no prover proves must be listed in acsl/unproved.txt with the reason. The short version
proves the arithmetic of money and shares and the movements of chips, the long one everything. Then one line of the source is altered, and a goal must fail.
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from proof import Proof
from weave import woven

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
# The file of contracts, its functions, and WP's model of memory. The second model assumes that two pointers of a function point to
# different variables, as the contracts require: a structure that is written as a whole stays one term.
SHORT = [
    ("money", "lm_cents_times lm_odds_net lm_cents_add lm_cents_mul", "Typed"),
    ("share", "lm_share_equal proof_all_shares sum", "Typed"),
    ("chips", "lm_lay book lm_take lm_give_back lm_pay", "Typed"),
    ("table_money", "carry proof_sum_stays", "Typed"),
]
LONG = [
    ("money", SHORT[0][1] + " read_digits lm_cents_read lm_cents_write", "Typed"),
    ("share", SHORT[1][1] + " proof_part proof_less proof_rounding lm_share_capped", "Typed"),
    *SHORT[2:],
    (
        "shoe",
        "put_card put_run lm_shoe_plug lm_shoe_riffle lm_shoe_turn lm_shoe_strip lm_shoe_cut lm_shoe_cover lm_shoe_cover_is_next "
        "lm_shoe_set_cover_aside lm_shoe_deal",
        "Typed",
    ),
    (
        "account",
        "lm_meter_name lm_meter_title most least whole_cents divide lm_meter_absorb lm_meter_give lm_meter_pay "
        "lm_meter_pay_whole is_within lm_meter_has_room lm_meter_terms_valid lm_meter_balanced lm_meter_take_terms lm_meter_change same_terms lm_meter_may_link lm_meter_arm lm_meter_due",
        "Typed",
    ),
    ("account", "lm_meter_open proof_opens_balanced lm_meter_adjust", "Typed+Caveat"),
    (
        "line",
        "same_round round_of round_at lm_line_find lm_line_holds stands_before gather value set_shares lm_line_may_pay",
        "Typed",
    ),
]

# Every function through which chips of a round move is proved to conserve them, so no other line may move chips. The exceptions are
# a round that begins with wagers from the round before, and a record that the house replays from nothing.
MOVES = re.compile(r"(?:felt|tray)_cents *[-+]?=[^=]")
MOVERS = {"src/core/round/chips.c": 5, "src/core/round/round.c": 1, "src/felt/moved.c": 2}

# The file, the function, the line, what it becomes, the goal that must fail, and where a function has many goals the one that is tried.
FAULTS = [
    (
        "money",
        "lm_cents_times",
        "return (stake * a + parts - 1) / parts * unit;",
        "return (stake * a) / parts * unit;",
        "never_against_the_player|exact",
    ),
    (
        "share",
        "lm_share_equal",
        "return amount_cents / n + (i < amount_cents % n);",
        "return amount_cents / n + (i <= amount_cents % n);",
        "exact|some_of_it",
    ),
    (
        "share",
        "lm_share_capped",
        "lm_cents odd = cap_cents - sum(share_cents, n);",
        "lm_cents odd = cap_cents - sum(share_cents, n) - 1;",
        "not_negative_established",
        "not_negative",
    ),
    (
        "shoe",
        "put_run",
        "put_card(to, at + i, from, first + i);",
        "put_card(to, at + i + 1, from, first + i);",
        "call_put_card_requires",
    ),
    (
        "account",
        "divide",
        "m->overflow_cents = together - m->shown_cents;",
        "m->overflow_cents = 0;",
        "conserved",
    ),
    (
        "account",
        "lm_meter_pay",
        "lm_cents paid = least(amount, m->shown_cents);",
        "lm_cents paid = amount;",
        "at_most_shown",
        "at_most_shown",
    ),
    (
        "chips",
        "lm_take",
        "s->r->tray_cents += amount;",
        "s->r->tray_cents += amount - 1;",
        "conserved|taken",
    ),
    (
        "table_money",
        "carry",
        "if (target) *target += cents;",
        "if (target) *target += cents + 1;",
        "conserved|gained",
    ),
]
SHORT_FAULTS = ("lm_cents_times", "lm_share_equal", "lm_take", "carry")


def check_movers():
    found = {}
    for room in ("core", "dealer", "felt", "house"):
        for path in sorted((ROOT / "src" / room).rglob("*.c")):
            n = len(MOVES.findall(path.read_text(encoding="utf-8")))
            if n:
                found[str(path.relative_to(ROOT))] = n
    assert found == MOVERS, f"chips of a round are moved elsewhere: {found}"


def prove(folder, name, functions, model="Typed", alter=("", ""), seconds=60, only="@all"):
    """({goals not proved}, how many goals)"""
    paths, text = woven(HERE / "acsl", name, lambda path: (ROOT / path).read_text(encoding="utf-8"))
    room = "/".join(paths[-1].split("/")[:2])
    assert alter[0] in text, f"{paths[-1]} has no line {alter[0]}"
    file = Path(folder) / f"{name}.c"
    file.write_text(text.replace(*alter) if alter[0] else text, encoding="utf-8")
    flags = f"-std=c17 -D_POSIX_C_SOURCE=200809L -Iinclude -I{room} -I{os.path.dirname(paths[-1])} -includetests/proof/acsl/builtins.h"
    options = [
        "-wp",
        *(["-wp-prop", only] if only != "@all" else []),
        "-wp-rte",
        "-wp-model",
        model,
        "-wp-prover",
        "cvc4,z3",
        "-wp-timeout",
        str(seconds),
        "-wp-par",
        "2",
        "-wp-cache",
        "none",
    ]
    # The provers count seconds of the clock, so a busy machine needs more of them.
    ran = subprocess.run(
        ["frama-c", "-c11", f"-cpp-extra-args={flags}", *options, "-wp-fct", ",".join(functions.split()), file],
        cwd=ROOT,
        env=os.environ | {"WHY3CONFIG": f"{folder}/why3.conf"},
        capture_output=True,
        text=True,
    )
    sums = re.search(r"Proved goals: +(\d+) / (\d+)", ran.stdout)
    assert sums, ran.stdout[-3000:] + ran.stderr[-1000:]
    open_goals = set(re.findall(r"^\[wp\] \[(?:Failed|Timeout|Unknown|Stepout)\] Goal typed_(\S+)", ran.stdout, re.M))
    assert len(open_goals) == int(sums[2]) - int(sums[1]), ran.stdout[-3000:]
    return open_goals, int(sums[2])


def allowed():
    lines = (HERE / "acsl" / "unproved.txt").read_text(encoding="utf-8").splitlines()
    return {line.split()[0] for line in lines if line and not line.startswith("#")}


def find_fault(folder, name, function, line, becomes, goal, only="@all"):
    found, _ = prove(folder, name, function, alter=(line, becomes), seconds=5, only=only)
    assert any(re.search(goal, one) for one in found), f"{becomes} in {name} was not noticed: {found}"
    print(f"{becomes}: {', '.join(sorted(found))} fails", flush=True)


def main():
    if not shutil.which("frama-c") or not shutil.which("why3"):
        print("frama-c is not installed")
        return 77
    long = "LAMMER_SOAK" in os.environ
    parts, known = (LONG if long else SHORT), allowed()
    proof = Proof("contracts", len(parts), len(parts))
    goals, unproved = 0, set()
    check_movers()
    with tempfile.TemporaryDirectory(prefix="lammer-contracts-") as folder:
        subprocess.run(["why3", "config", "detect", "-C", f"{folder}/why3.conf"], capture_output=True, check=True)
        for name, functions, model in parts:
            left, all_goals = prove(folder, name, functions, model)
            assert left <= known, f"{name}: not proved, and not listed in acsl/unproved.txt: {sorted(left - known)}"
            goals, unproved = goals + all_goals, unproved | left
        faults = [fault for fault in FAULTS if long or fault[1] in SHORT_FAULTS]
        for fault in faults:
            find_fault(folder, *fault)
    proof.end(
        len(parts),
        "files",
        f"{goals - len(unproved)} of {goals} goals proved, {len(unproved)} listed as unproved; {len(faults)} planted faults found",
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
