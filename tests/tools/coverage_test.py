#!/usr/bin/env python3
# soak
"""tools/coverage: core, wagers and meters stay above their floors, in a long run the house too, and every branch that they leave open is judged.

First the test shows that a missing test and a missing judgement are noticed.
"""
import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BUILD = Path(os.environ["LAMMER"]).parent
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "tools"))
from judged import judge, read_judgements  # noqa: E402
from relink import rooms_tests  # noqa: E402

JUDGEMENTS = """# made up
far: Too far to go.
dark: Too dark to see.

src/core/way.c
  walk
    far 1: if (a && b)
    # twice
    dark 1: if (a && b)
    far 2: if (c)
  wait
    dark *
"""


def coverage(*args):
    ran = subprocess.run(
        [ROOT / "tools" / "coverage", "--build", BUILD, *args],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    print(ran.stdout[-3000:])
    return ran.returncode, ran.stdout


def expect(found, wanted):
    if found != wanted:
        sys.exit(f"found {found}, not {wanted}")


def try_judgements():
    """Two reasons on one line, a line that is open further than judged, a whole function, and what is not open any more."""
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
        file.write(JUDGEMENTS)
        file.flush()
        reasons, judged = read_judgements(file.name)
    expect(reasons, {"far": "Too far to go.", "dark": "Too dark to see."})
    way = "src/core/way.c"
    missed = {(way, "walk", "if (a && b)"): 3, (way, "walk", "if (d)"): 1, (way, "wait", "while (e)"): 2}
    found, unjudged, stale = judge(missed, judged)
    expect(
        found,
        [
            (way, "wait", "while (e)", "dark", 2),
            (way, "walk", "if (a && b)", "far", 1),
            (way, "walk", "if (a && b)", "dark", 1),
        ],
    )
    expect(unjudged, [(way, "walk", "if (a && b)", 1), (way, "walk", "if (d)", 1)])
    expect(stale, [(way, "walk", "if (c)", 2)])


def without_last(judgements, room):
    """The judgements without the last one of a room, and the text of its line."""
    lines, here, last = judgements.splitlines(keepends=True), False, None
    for i, line in enumerate(lines):
        here = line.startswith(f"src/{room}/") if line.startswith("src/") else here
        if here and line.startswith("    ") and not line.lstrip().startswith("#"):
            last = i
    return "".join(lines[:last] + lines[last + 1 :]), lines[last].split(": ", 1)[1].strip()


def try_one_too_few():
    """Enough tests for the floor, and one judgement too few."""
    judgements, open_line = without_last((ROOT / "docs" / "proof" / "branches.txt").read_text(), "wagers")
    names = ["rounds", "random.random_play", *rooms_tests("wagers")]
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
        file.write(judgements)
        file.flush()
        code, said = coverage("wagers", "--tests", ",".join(names), "--judged", file.name)
    if (
        code != 1
        or "below its floor" in said
        or f": {open_line}\n" not in said
        or "branches of 1 lines are neither taken nor judged" not in said
    ):
        sys.exit(f"this line is not judged, and the tool did not notice: {open_line}")


def main():
    try_judgements()
    try_one_too_few()
    code, said = coverage("wagers", "--tests", "core.amounts,wagers.push22")
    if code != 1 or "wagers is below its floor" not in said:
        sys.exit("two tests do not cover all wagers, and the tool did not notice")
    wanted = [["core", "wagers", "meters"]] + ([["felt", "house", "records"]] if "LAMMER_SOAK" in os.environ else [])
    sys.exit(max(coverage(*rooms)[0] for rooms in wanted))


if __name__ == "__main__":
    main()
