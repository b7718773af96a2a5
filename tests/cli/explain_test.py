#!/usr/bin/env python3
"""`lammer deal --explain` on every round script: the tree is complete, and each term cites a clause that governs the table.

The chips that the events of a round move are added up here, place by place. They must be what the tree says of the place, what
its wagers add up to, and what the terms under them add up to. The clause of each term is in the catalogue (a reading: among
the conflicts) and belongs to the table's document, or to the one it inherits from (C-34).
"""
import os
import re
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

os.environ.setdefault("LAMMER", "build/lammer")
sys.path.append("tests/core")
import citations_test as citations  # noqa: E402

LAMMER = os.environ["LAMMER"]
ENV = {**os.environ, "LC_ALL": "C", "NO_COLOR": "1"}
BETTORS = {"": "", "b": ", second bettor", "c": ", third bettor", "t": ", for the dealer"}
LINE = re.compile(r"^( {2}| {4}| {6})(\S.*?) +([+-]?\$[\d,.]+)(?:  \[(\S+)\])?$")
COMMAND = re.compile(r"(\S+\.round):(\d+): ")
MONEY = re.compile(r"    (pay|take):(dealer|\d)([bct]?)[^:@]*:[^:@]+:([\d.]+)")

failures = []


def check(holds, what):
    if not holds:
        failures.append(what)


def cents(text):
    sign = -1 if text.startswith("-") else 1
    dollars, _, rest = text.lstrip("+-$").replace(",", "").partition(".")
    return sign * (int(dollars or 0) * 100 + int((rest + "00")[:2]))


class Tree:
    """The lines of one round's explanation: places, wagers, terms."""

    def __init__(self):
        self.places, self.wagers, self.terms = {}, defaultdict(int), defaultdict(int)
        self.at = self.wager = None
        self.open_wager, self.open_terms = 0, 0

    def add(self, depth, name, amount, where):
        if depth == 2:
            self.close(where)
            self.at, self.places[name] = name, amount
        elif depth == 4:
            self.close(where)
            self.wager, self.open_wager, self.open_terms = name, amount, 0
            self.wagers[self.at] += amount
        else:
            self.open_terms += amount
            self.terms[self.at] += amount

    def close(self, where):
        if self.wager is not None:
            check(self.open_wager == self.open_terms, f'{where}: the terms of "{self.wager}" do not add up to it')
        self.wager = None


def judge(tree, moved, where):
    tree.close(where)
    for place in {*tree.places, *(p for p, net in moved.items() if net)}:
        said = tree.places.get(place, 0)
        check(said == moved[place], f"{where}: {place} has {moved[place]} cents by its events and {said} explained")
        check(said == tree.wagers[place], f"{where}: the wagers of {place} do not add up to it")
        check(said == tree.terms[place], f"{where}: the terms of {place} do not add up to it")


def walk(scripts, known, table):
    governs = {script: citations.documents_of(script) for script in scripts}
    args = [LAMMER, "deal", "--explain", "--events", *scripts]
    text = subprocess.run(args, capture_output=True, text=True, check=True, env=ENV).stdout
    moved, before, tree = defaultdict(int), defaultdict(int), None
    where = document = None
    counted = {"rounds": 0, "terms": 0}
    for line in text.splitlines():
        command, money, leaf = COMMAND.match(line), MONEY.match(line), LINE.match(line)
        if tree and not leaf:  # the blank line before a tree, or the first line after it
            if tree.places:
                judge(tree, before, where)
                counted["rounds"] += 1
                tree = None
        if not line:
            tree, before, moved = Tree(), moved, defaultdict(int)
        if command:
            where, document = f"{command[1]}:{command[2]}", governs[command[1]][int(command[2])]
        elif money:
            place = "Dealer" if money[2] == "dealer" else f"Box {money[2]}{BETTORS[money[3]]}"
            moved[place] += cents(money[4]) * (1 if money[1] == "pay" else -1)
        elif leaf and tree:
            tree.add(len(leaf[1]), leaf[2], cents(leaf[3]), where)
            if len(leaf[1]) == 6:
                counted["terms"] += 1
                judge_clause(leaf[4], known, table, document, f"{where}: {leaf[2]}")
    if tree:
        judge(tree, before, where)
        counted["rounds"] += 1
    return counted


def judge_clause(clause, known, table, document, where):
    check(clause, f"{where} cites nothing")
    if clause and clause.startswith("C-"):
        check(clause in known, f"{where} cites {clause}, which is not a reading")
    elif clause and document:
        citations.check_event(table, known, document, "a term", clause, where)


def main():
    kinds, sections = citations.clauses()
    readings = set(re.findall(r"\bC-\d+\b", Path("docs/rules/conflicts.md").read_text()))
    table = citations.rows("src/core/cite.h", "LM_CITES") + citations.rows("include/lammer/status.h", "LM_WHYS")
    scripts = sorted(map(str, Path("tests/rounds").glob("*/*.round")))
    counted = walk(scripts, set(kinds) | sections | readings, table)
    failures.extend(citations.failures)
    check(counted["rounds"] > 500 and counted["terms"] > 1500, f"few explanations: {counted}")
    for failure in dict.fromkeys(failures):
        print(failure)
    if failures:
        sys.exit(1)
    print(f"{len(scripts)} scripts: {counted}")


if __name__ == "__main__":
    main()
