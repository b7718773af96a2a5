"""Runs Frama-C's Eva on a driver of eva/*.c, and reads from its report which places it has decided."""

import os
import re
import subprocess
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
STATUS = re.compile(r"^\[ *(\S*) *\] Assertion '([^']*)' \(file (\S+), line (\d+)", re.M)
REPORTED = re.compile(r"^\[ *(\S*) *\] (.*)$", re.M)
ASSERTED = re.compile(r"Assertion '([^']*)' \(file (\S+), line (\d+)")
CALLED = re.compile(r"Instance of 'Pre-condition (.*) at call '(\w+)' \(file (\S+), line (\d+)")
DECIDED = ("Valid", "Dead", "Unreach", "Unreachable")


def report(driver, files, rooms, options, flags="", seconds=900):
    """Eva's report of eva/<driver>.c with `files`, compiled with the folders `rooms` on the include path."""
    includes = " ".join(f"-I{room}" for room in ("include", *rooms))
    cpp = f"-std=c17 -D_POSIX_C_SOURCE=200809L {includes} {flags} -includetests/proof/acsl/builtins.h"
    ran = subprocess.run(
        ["frama-c", "-c11", f"-cpp-extra-args={cpp}", f"tests/proof/eva/{driver}.c", *files]
        + ["-rte", "-then", "-eva", *options, "-eva-no-show-progress", "-then", "-report"],
        cwd=ROOT,
        env={**os.environ, "PWD": str(ROOT)},  # Frama-C asks this, not the system
        capture_output=True,
        text=True,
        timeout=seconds,
    )
    assert "Status Report Summary" in ran.stdout, ran.stdout[-3000:] + ran.stderr[-1000:]
    return ran.stdout


def sources(*patterns):
    return [str(path.relative_to(ROOT)) for pattern in patterns for path in sorted(ROOT.glob(pattern))]


def places(text):
    """(status, kind, file, line) of each place that RTE or Eva has marked in a report."""
    return [found for found in STATUS.findall(text) if re.match("rte|Eva", found[1]) and "tests/proof" not in found[2]]


def decided(text):
    """{(file, line, what is asked there): whether Eva decides it}: assertions, and what called functions require, `assert` among them,
    where the driver reaches them. Assertions of contracts are not Eva's."""
    found = {}
    for status, said in REPORTED.findall(text):
        place, call = ASSERTED.match(said), CALLED.match(said)
        if status in DECIDED[1:] or not (call or (place and re.match("rte|Eva|kept_", place[1]))):
            continue
        key = (call[3], int(call[4]), f"{call[2]} requires {call[1]}") if call else (place[2], int(place[3]), place[1])
        found[key] = found.get(key, True) and status == "Valid"
    return found


def asserted(text, prefix):
    """(status, name) of the assertions of a driver whose names begin with `prefix`."""
    return [(status, name) for status, name, _, _ in STATUS.findall(text) if name.startswith(prefix)]


def decide(reports):
    """({file: places that Eva cannot decide}, how many there are): a place is decided when each report that reaches it
    decides it."""
    found = {}
    for text in reports:
        for status, kind, file, line in places(text):
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


def check(name, left):
    known = allowed(name)
    grown = {file: count for file, count in left.items() if count > known.get(file, 0)}
    assert not grown, f"{name}: Eva cannot decide {grown}, eva/unproved.txt has {known}"
    print(f"{name}: {left}", flush=True)


def altered(folder, source, right, wrong):
    """A copy of `source` in which the one line `right` reads `wrong`."""
    text = (ROOT / source).read_text(encoding="utf-8")
    assert text.count(right) == 1, f"{source} no longer has: {right}"
    copy = Path(folder) / Path(source).name
    copy.write_text(text.replace(right, wrong), encoding="utf-8")
    return str(copy)
