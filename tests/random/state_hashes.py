#!/usr/bin/env python3
# soak
"""The same tables, played by the engine as gcc -O0, gcc -O3 and clang -O2 compile it: every state must be the same.

The programs are hashes/* beside $LAMMER; tests/random/hashes/state_hashes.c says what goes into a hash.
"""
import os
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "proof"))
from proof import Proof  # noqa: E402

TABLES = 128  # compared at a time: some 5,000 rounds


def programs():
    folder = Path(os.environ["LAMMER"]).parent / "hashes"
    found = sorted(path for path in folder.iterdir() if path.is_file())
    if len(found) < 3:
        sys.exit(f"{folder} holds {len(found)} programs; three are wanted")
    return found


def play(program, seed, tables, *trace):
    ran = subprocess.run([program, str(seed), str(tables), *trace], stdout=subprocess.PIPE, text=True, check=False)
    return ran.stdout.splitlines()


def first_difference(all_of_them, seed, tables):
    """The table and the step at which the programs differ, as each of them prints it."""
    for table in range(seed, seed + tables):
        traces = [play(program, table, 1, "trace") for program in all_of_them]
        for lines in zip(*traces):
            if len(set(lines)) > 1:
                return "".join(f"\n  {program.name}: {line}" for program, line in zip(all_of_them, lines))
        if len({len(trace) for trace in traces}) > 1:
            return f" at the end of table {table}"
    return ""


def main():
    proof = Proof("random.state_hashes", 100_000, 10_000_000)
    all_of_them = programs()
    seed, rounds, actions = proof.seed, 0, 0
    while proof.goes_on(rounds):
        ends = [play(program, seed, TABLES)[-1:] for program in all_of_them]
        if any(end != ends[0] for end in ends) or not ends[0] or " rounds " not in ends[0][0]:
            print(
                # say:test-states-differ
                f"states differ, seed {proof.seed}, tables {seed} to {seed + TABLES - 1}:{first_difference(all_of_them, seed, TABLES)}"
            )
            for program, end in zip(all_of_them, ends):
                print(f"  {program.name}: {end}")
            proof.end(rounds, "rounds", "states differ")
            sys.exit(1)
        words = ends[0][0].split()
        rounds += int(words[0])
        actions += int(words[2])
        seed += TABLES
    names = ", ".join(program.name for program in all_of_them)
    proof.end(rounds, "rounds", f"{actions} states hashed by {names}: 0 different")


if __name__ == "__main__":
    main()
