#!/usr/bin/env python3
# soak
"""Checks model/floor.pml in every order of steps within its bounds: leases, repeated commands, approvals, awards from a shared meter.

Each part of the model is searched to the end, and then once for each planted fault (FAULT_... in floor.pml), which the search
must find. Without spin the test is skipped.
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from proof import Proof

MODEL = Path(__file__).resolve().parent / "model"

# The part, its bounds in make test and in make soak, and the faults that belong to it with the sentence that each breaks.
PARTS = [
    (
        "COMMANDS",
        {"TABLES": 1, "CLIENTS": 1, "COMMANDS": 2, "EPOCHS": 3, "PEOPLE": 1},
        {"TABLES": 2, "CLIENTS": 2, "COMMANDS": 2, "EPOCHS": 3, "PEOPLE": 1},
        {
            "NO_FENCE": "owner[t]",
            "COMMAND_FORGOTTEN": ">last",
            "OLD_LOOK": "known[",
            "TAKES_HELD_TABLE": "known[",
        },
    ),
    (
        "DECISIONS",
        {"TABLES": 1, "APPROVALS": 1, "EPOCHS": 2, "PEOPLE": 4},
        {"TABLES": 2, "APPROVALS": 2, "EPOCHS": 2, "PEOPLE": 3},
        {
            "DECIDED_TWICE": "(approval[a]==1)",
            "OWN_APPROVAL": "!=asker[a]",
            "EFFECT_REPEATED": "(approval[subject[s]]==3)",
        },
    ),
    (
        "PRIZES",
        {"TABLES": 2, "AWARDS": 2, "EPOCHS": 1, "PEOPLE": 3},
        {"TABLES": 2, "AWARDS": 2, "EPOCHS": 2, "PEOPLE": 3},
        {
            "METER_WITHOUT_VERSION": "(meter+paid_cents)",
            "ONE_PERSON_PAYS": "!=verifier[a]",
        },
    ),
]
DEFAULTS = {"CLIENTS": 1, "APPROVALS": 1, "AWARDS": 1, "METER_CENTS": 8}


def search(folder, part, bounds, fault=None):
    """Compiles the model into a checker and runs it; returns what it said."""
    where = Path(folder) / (fault or part)
    where.mkdir()
    for file in MODEL.glob("*.pml"):
        shutil.copy(file, where)
    options = {part: 1} | DEFAULTS | bounds | ({f"FAULT_{fault}": 1} if fault else {})
    spin = ["spin", *(f"-D{name}={value}" for name, value in options.items()), "-a", "floor.pml"]
    checker = [os.environ.get("CC", "cc"), "-O1", "-w", "-DSAFETY", "-DNOREDUCE", "-o", "pan", "pan.c"]
    for command in (spin, checker):
        made = subprocess.run(command, cwd=where, capture_output=True, text=True)
        assert made.returncode == 0, made.stdout + made.stderr
    return subprocess.run(["./pan", "-m2000000", "-n", "-w23"], cwd=where, capture_output=True, text=True).stdout


def states(said):
    assert "errors: 0" in said and "max search depth too small" not in said, said[-3000:]
    return int(re.search(r"(\d+) states, stored", said)[1])


def main():
    if not shutil.which("spin"):
        print("spin is not installed")
        return 77
    long = "LAMMER_SOAK" in os.environ
    proof, figures, faults = Proof("model", len(PARTS), len(PARTS)), [], 0
    with tempfile.TemporaryDirectory(prefix="lammer-model-") as folder:
        for part, brief, full, planted in PARTS:
            bounds = full if long else brief
            figures.append(f"{part.lower()} {states(search(folder, part, bounds)):,} states")
            for fault, broken in planted.items():
                said = search(folder, part, brief, fault)
                found = re.search(r"pan:1: assertion violated (.*) \(at depth (\d+)\)", said)
                assert found and broken in found[1].replace(" ", ""), f"{fault} was not found: {said[-1500:]}"
                print(f"{fault}: {found[1]} fails after {found[2]} steps", flush=True)
                faults += 1
    proof.end(
        len(PARTS), "parts of the model searched to the end", f"{', '.join(figures)}; {faults} planted faults found"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
