"""Legal values of every rule as C: one line for each row of rules.def, that leaves the value open within the row's range."""

import re
from pathlib import Path

ROW = re.compile(r'^RULE\((\w+), "[^"]*", (\w+), "([^"]*)"', re.M)
SCALE = {"INT": 1, "MONEY": 100, "PERCENT": 100}
BITS = {"RANKS": (0, 2047), "WEIGHTS": (0, 0x7F7F7F7F7F7F7F7F), "CARDS": (0, 4096)}


def span(kind, legal):
    """Least and most of a value as it is kept; a word before a range is kept as 0."""
    if kind == "ENUM":
        return 0, legal.count("|")
    if kind in BITS:
        return BITS[kind]
    least, most = (round(float(part) * SCALE[kind]) for part in legal.split("|")[-1].split(".."))
    return (0 if "|" in legal else least), most


def code(root):
    rows = ROW.findall((Path(root) / "include/lammer/rules.def").read_text(encoding="utf-8"))
    lines = [
        f"    rules->{field} = Frama_C_long_long_interval({'%d, %d' % span(kind, legal)});"
        for field, kind, legal in rows
    ]
    return len(rows), "\n".join(["static void any_rules(lm_rules *rules)", "{", *lines, "}", ""])
