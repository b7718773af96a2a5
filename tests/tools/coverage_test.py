#!/usr/bin/env python3
# soak
"""tools/coverage: core, wagers and meters stay above their floors, in a long run the house too; a test too few is noticed."""
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BUILD = Path(os.environ["LAMMER"]).parent


def coverage(*args):
    ran = subprocess.run([ROOT / "tools" / "coverage", "--build", BUILD, *args], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    print(ran.stdout[-3000:])
    return ran.returncode, ran.stdout


def main():
    code, said = coverage("wagers", "--tests", "core.amounts,wagers.push22")
    if code != 1 or "wagers is below its floor" not in said:
        sys.exit("two tests do not cover all wagers, and nobody noticed")
    wanted = [["core", "wagers", "meters"]] + ([["house"]] if "LAMMER_SOAK" in os.environ else [])
    sys.exit(max(coverage(*rooms)[0] for rooms in wanted))


if __name__ == "__main__":
    main()
