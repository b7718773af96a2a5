#!/usr/bin/env python3
# soak
"""dieharder reads the output of the generators: a few seconds on a fixed seed, or all its tests on both generators in a long run.

A WEAK result is not repeated by hand: -Y 1 lets dieharder take more of the stream until the test is clearly passed or failed. The full set is
that of `dieharder -a` less diehard_sums, which dieharder itself lists as "Do Not Use": with -Y 1 it fails every generator.
"""
import re
import shutil
import subprocess
import sys
from os import environ

from proof import Proof

# Few samples are enough: a programming mistake in a generator shows at once. Below ten of them dieharder's own
# Kolmogorov-Smirnov test means nothing.
QUICK = [
    ("philox", options)
    for options in (
        "-d 0 -p 20",
        "-d 2 -t 4000 -p 10",
        "-d 8 -p 20",
        "-d 9 -p 10",
        "-d 15 -p 20",
        "-d 100 -p 20",
        "-d 101 -t 50000 -p 20",
        "-d 200 -n 6 -p 10",
        "-d 202 -n 4 -p 20",
        "-d 203 -n 1 -t 200000 -p 10",
        "-d 205 -t 2000000",
        "-d 208 -t 1000000",
    )
] + [("libsodium", options) for options in ("-d 2 -t 4000 -p 10", "-d 15 -p 20", "-d 205 -t 2000000")]


def full():
    """Every test as -a runs it; those that take longest come last."""
    numbered = [(200, range(1, 13)), (201, range(2, 6)), (202, range(2, 6)), (203, range(33))]
    plain = [f"-d {test}" for test in (*range(14), *range(15, 18), *range(100, 103), *range(204, 210))]
    sized = [f"-d {test} -n {size}" for test, sizes in numbered for size in sizes]
    return [(generator, options) for options in plain + sized for generator in ("philox", "libsodium")]


RESULT = re.compile(r"^ *(\S+)\| *(\d+)\| *(\d+)\| *(\d+)\|([0-9.]+)\| *(PASSED|WEAK|FAILED)")


def results(generator, seed, options):
    """Yields (test, assessment) as dieharder prints them."""
    command = f"'{environ['LAMMER']}' bench --raw {generator} --seed {seed} | dieharder -g 200 -Y 1 -k 2 {options}"
    with subprocess.Popen(command, shell=True, stdout=subprocess.PIPE, text=True) as ran:
        for line in ran.stdout:
            if found := RESULT.match(line):
                print(f"{generator:9} {line}", end="", flush=True)
                yield f"{found[1]} {found[2]}", found[6]


def main():
    if not shutil.which("dieharder"):
        print("dieharder is not installed")
        return 77
    plan = full() if "LAMMER_SOAK" in environ else QUICK
    proof = Proof("dieharder", len(plan), len(plan))
    counts, failed, done = {"PASSED": 0, "WEAK": 0, "FAILED": 0}, [], 0
    while done < len(plan) and proof.goes_on(done):
        generator, options = plan[done]
        before = sum(counts.values())
        for test, assessment in results(generator, proof.seed + done, options):  # a stream of its own for each
            counts[assessment] += 1
            if assessment == "FAILED":
                # say:test-stream-failed
                failed.append(f"{generator} {test}: FAILED on seed {proof.seed}, stream {done}")
        if sum(counts.values()) == before:
            failed.append(f"{generator} {options}: no result")
        done += 1
    for one in failed:
        print(f"dieharder: {one}")
    proof.end(
        done,
        f"of {len(plan)} tests",
        f"{counts['PASSED']} PASSED, {counts['WEAK']} WEAK at first, {counts['FAILED']} FAILED",
    )
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
