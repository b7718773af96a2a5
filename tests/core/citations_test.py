#!/usr/bin/env python3
"""The tables of citations against docs/rules/clauses.md, and the events of all round scripts against the tables.

Rows of src/core/cite.h (steps) and include/lammer/status.h (refusals) have a column for each document: every id exists and
belongs to the column's document; every engine or table clause of the vendor, Washington and Iowa is cited somewhere. Then all
scripts are dealt: an event cites its table's own document wherever that has a clause for the step, and inherits
Massachusetts Free Bet elsewhere (C-34).
"""
import os
import re
import subprocess
import sys
from pathlib import Path

LAMMER = os.environ["LAMMER"]
DOCUMENTS = ("MFB", "VFB", "WFB", "IFB", "MBJ")
OWN = {"MFB": ("MFB",), "VFB": ("VFB",), "WFB": ("WFB", "WB7"), "IFB": ("IFB",), "MBJ": ("MBJ",)}
PROFILES = {
    "ma-freebet": "MFB",
    "vendor-freebet": "VFB",
    "wa-freebet": "WFB",
    "ia-freebet": "IFB",
    "ma-blackjack": "MBJ",
}

# Clauses that a document takes from another one, and the reading that says so.
LENT = {
    ("VFB", "MBJ-11(c)(2)"): "C-34",
    ("WFB", "MBJ-11(c)(2)"): "C-34",
    ("IFB", "MBJ-11(c)(2)"): "C-34",  # clauses: skip
    ("VFB", "MBJ-12(a)(3)"): "C-34",
    ("WFB", "MBJ-12(a)(3)"): "C-34",
    ("IFB", "MBJ-12(a)(3)"): "C-34",  # clauses: skip
    ("VFB", "MBJ-11(e).3"): "C-34",
    ("WFB", "MBJ-11(e).3"): "C-34",
    ("IFB", "MBJ-11(e).3"): "C-34",  # clauses: skip
    ("MFB", "MBJ-11(c)(2)"): "C-34",
    ("MFB", "MBJ-12(a)(3)"): "C-34",
    ("MFB", "MBJ-11(e).3"): "C-34",  # clauses: skip
    ("VFB", "WFB-POGT.1"): "C-23",
    ("VFB", "WFB-P22T.1"): "C-22",
    ("VFB", "WFB-P22T.2"): "C-22",
    ("VFB", "MFB-10(c)"): "C-22",  # clauses: skip
    ("MBJ", "WB7-1"): "C-105",  # clauses: skip
}
# Sections that the vendor's, Washington's and Iowa's documents do not touch.
ALONE = (
    "MFB-1",
    "MFB-2(b)",
    "MFB-2(c)",
    "MFB-2(d)",
    "MFB-3",
    "MFB-4",
    "MFB-5(b)",
    "MFB-5(f)",
    "MFB-6(a)",
    "MFB-6(b)",
    "MFB-6(c)",  # clauses: skip
    "MFB-6(d)",
    "MFB-11",
)  # clauses: skip
# Clauses of the short documents that no step of a round cites, and where they are tested instead.
UNTOLD = {
    "VFB-INTRO.3": "VFB-INTRO.1 and .2 say the same together",  # clauses: skip
    "VFB-SPLIT.8": "the amount of FREE_HAND_WON, as VFB-SPLIT.3",  # clauses: skip
    "VFB-SPLIT.11": "every hand has its own verdict",  # clauses: skip
    "VFB-RULES.12": "an inherited step cites the document it comes from (C-34)",  # clauses: skip
    "WFB-RULES.13": "as VFB-RULES.12",  # clauses: skip
    "WFB-SPLIT.8": "every hand has its own verdict",  # clauses: skip
    "WFB-POGT.2": "WFB-POG.1 says it again",  # clauses: skip
    "IFB-OV.3": "as VFB-RULES.12",  # clauses: skip
    "IFB-SPLIT.6": "every hand has its own verdict",  # clauses: skip
}
SILENT = {
    "open",
    "arrive",
    "leave",
    "new-dealer",
    "sign",
    "change-decks",
    "total",
}  # events that not every document orders

failures = []


def check(holds, what):
    if not holds:
        failures.append(what)


def clauses():
    """The {id: kind} of the catalogue, and the sections that contain an id."""
    kinds, sections = {}, set()
    for line in Path("docs/rules/clauses.md").read_text().splitlines():
        cells = [cell.strip() for cell in line.split("|")[1:-1]]
        if len(cells) == 5 and re.match(r"[A-Z0-9]{3}-\S+$", cells[0]):
            kinds[cells[0]] = cells[1]
            for end in re.finditer(r"[.(]", cells[0]):
                sections.add(cells[0][: end.start()])
    return kinds, sections


def rows(path, name):
    """[(row, {document: clause})] of an X macro whose last five arguments are the documents' columns."""
    text = Path(path).read_text()
    body = text[text.index(f"#define {name}(X)") :]
    body = body[: re.search(r"[^\\]\n", body).start() + 1]
    found = []
    for row in re.finditer(r"X\((\w+),((?:[^\"()]|\"[^\"]*\")*)\)", re.sub(r"/\*.*?\*/", "", body)):
        columns = re.findall(r"\"[^\"]*\"|\b0\b", row[2])[-5:]
        found.append((row[1], {d: c.strip('"') for d, c in zip(DOCUMENTS, columns) if c != "0"}))
    return found


def modes():
    return re.findall(r"\[LM_MODE_\w+\]\s*=\s*\"([^\"]+)\"", Path("src/core/cite.c").read_text())


def is_own(document, clause):
    return clause.split("-")[0] in OWN[document]


def under(clause, section):
    return clause == section or (clause.startswith(section) and clause[len(section)] in ".(*")


def check_columns(table, kinds):
    for name, columns in table:
        for document, clause in columns.items():
            check(clause in kinds, f"{name}: {clause} is not a clause")
            check(
                is_own(document, clause) or (document, clause) in LENT, f"{name}: {clause} in the column of {document}"
            )


def check_all_are_told(table, kinds):
    told = {clause for _, columns in table for clause in columns.values()}
    for path in [*Path("src/wagers").glob("*.c"), Path("include/lammer/rules.def")]:
        told |= set(re.findall(r"\b(?:VFB|WFB|IFB)-[A-Z0-9]+\.\d+", path.read_text()))
    for clause, kind in kinds.items():
        if clause[:3] not in ("VFB", "WFB", "IFB") or kind not in ("engine", "table"):
            continue
        check(
            (clause in told) != (clause in UNTOLD),
            f"{clause} ({kind}): {'cited after all' if clause in told else 'cited nowhere'}",
        )


def may_inherit(table, document, clause):
    silent = any(columns.get("MFB") == clause and document not in columns for _, columns in table)
    return silent or any(under(clause, section) for section in ALONE)


def check_event(table, known, document, event, clause, where):
    if clause not in known:
        check(False, f"{where}: {event} cites {clause}, which does not exist")
    elif is_own(document, clause) or (document, clause) in LENT:
        return
    elif document in ("MFB", "MBJ") or not clause.startswith("MFB"):
        check(False, f"{where}: {event} cites {clause} at a table of {document}")
    else:
        check(
            may_inherit(table, document, clause), f"{where}: {event} cites {clause}; {document} has a clause of its own"
        )


def documents_of(script):
    """The document that governs each line of a script."""
    governs, document = [None], None
    for line in Path(script).read_text().splitlines():
        words = line.split()
        if words[:1] == ["rules"]:
            document = next((d for name, d in PROFILES.items() if words[1].startswith(name)), None)
        governs.append(document)
    return governs


def walk_scripts(table, known):
    counted = dict.fromkeys(DOCUMENTS, 0)
    scripts = sorted(map(str, Path("tests/rounds").glob("*/*.round")))
    governs = {script: documents_of(script) for script in scripts}
    text = subprocess.run([LAMMER, "deal", "--events", *scripts], capture_output=True, text=True, check=True).stdout
    document = where = None
    for line in text.splitlines():
        command = re.match(r"(\S+\.round):(\d+): ", line)
        event = re.match(r"    ([a-z-]+)([^@]*)(?:@(\S+))?$", line)
        if command:
            where, document = f"{command[1]}:{command[2]}", governs[command[1]][int(command[2])]
        elif event and document:
            counted[document] += 1
            if event[3]:
                check_event(table, known, document, event[1], event[3], where)
            else:
                check(event[1] in SILENT, f"{where}: {event[1]} cites nothing")
    return counted


def main():
    kinds, sections = clauses()
    steps, refusals = rows("src/core/cite.h", "LM_CITES"), rows("include/lammer/status.h", "LM_WHYS")
    check(len(steps) > 100 and len(refusals) > 120, "rows are missing")
    check_columns(steps + refusals, kinds)
    for clause in modes():
        check(
            clause in kinds and clause.startswith("MBJ-"),
            f"cite.c: {clause} is not a clause of Massachusetts Blackjack",
        )
    check_all_are_told(steps + refusals, kinds)
    counted = walk_scripts(steps + refusals, set(kinds) | sections)
    check(all(n > 100 for n in counted.values()), f"few events: {counted}")
    for failure in dict.fromkeys(failures):
        print(failure)
    if failures:
        sys.exit(1)
    print(f"{len(steps)} steps, {len(refusals)} refusals; events {counted}")


if __name__ == "__main__":
    main()
