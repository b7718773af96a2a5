#!/usr/bin/env python3
"""Progress of `lammer sim`: one line on a terminal that never wraps, redrawn in place and erased at the end; none in a pipe."""
import fcntl
import os
import re
import struct
import subprocess
import sys
import termios

sys.path.append("tests/support")
from on_terminal import need_pty  # noqa: E402

LAMMER = os.environ["LAMMER"]
RUN = [
    "sim",
    "--rules",
    "wa-freebet",
    "--chart",
    "tests/sim/freebet.json",
    "--backend",
    "scalar",
    "--threads",
    "2",
    "--boxes",
    "7",
]
ERASE = "\r\033[K"
fails = 0


def complain(text):
    global fails
    fails += 1
    print("sim_progress.py:", text)


def on_terminal(columns, *options):
    """The lines that are drawn on a terminal of this width, and the report."""
    master, slave = os.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    run = subprocess.Popen([LAMMER, *RUN, *options], stdout=subprocess.PIPE, stderr=slave, text=True)
    os.close(slave)
    drawn = b""
    while True:
        try:
            more = os.read(master, 4096)
        except OSError:  # the other end is closed
            break
        if not more:
            break
        drawn += more
    report = run.communicate()[0]
    os.close(master)
    if run.returncode != 0:
        complain(f"exit {run.returncode}")
    return drawn.decode(), report


def check(columns, options, wanted):
    drawn, report = on_terminal(columns, *options)
    if not drawn.startswith(ERASE) or not drawn.endswith(ERASE) or "\n" in drawn:
        complain(f"{columns} columns: not redrawn in place, or not erased: {drawn[-200:]!r}")
    lines = [line for line in drawn.split(ERASE) if "[" in line]
    if len(lines) < 3:
        complain(f"{columns} columns: only {len(lines)} lines")
    before = -1.0
    for line in lines:
        if len(line) >= columns:
            complain(f"{len(line)} letters on {columns} columns: {line}")
        found = re.match(r" *([0-9.]+) % \[(#*)(\.*)\]", line)
        if not found:
            complain(f"not a bar: {line}")
            continue
        share, full, empty = float(found[1]), len(found[2]), len(found[3])
        if abs(full - share / 100 * (full + empty)) > 1.05:
            complain(f"the bar does not show the share: {line}")
        if "--se" not in options and share < before:
            complain(f"the share falls from {before}: {line}")
        before = share
    for pattern in wanted:
        if not re.search(pattern, lines[-1]):
            complain(f"{columns} columns: no {pattern} in {lines[-1]}")
    return before, report


need_pty()
RATE, INTERVAL, LEFT = r"[0-9.]+ M rounds/s", r"-?[0-9.]+ to -?[0-9.]+ %", r"[0-9]+ s left"
check(80, ["--rounds", "300000"], [RATE, INTERVAL, LEFT])
check(40, ["--rounds", "300000"], [LEFT])
check(20, ["--rounds", "300000"], [])
share, report = check(100, ["--se", "0.0012"], [RATE, INTERVAL, LEFT])
if share < 50:
    complain(f"the way to a standard error ends at {share} %")
piped = subprocess.run([LAMMER, *RUN, "--rounds", "400000"], capture_output=True, text=True)
if piped.stderr:
    complain(f"progress in a pipe: {piped.stderr!r}")
sys.exit(fails > 0)
