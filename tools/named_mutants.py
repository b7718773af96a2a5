"""The mistakes that are named for clauses: tests/mutants/<document>.txt, read and checked without building anything.

A block names one mistake in the code that implements a clause; blank lines part the blocks, # begins a comment line:

    MFB-6(n)(1) MFB-6(n)(2)             the clauses whose evidence must notice, all of the file's document
    src/core/round/settle.c                   the file
    - total == 22                       the text as it is, found exactly once; several lines are joined
    + total == 23                       the mistake in its place; + alone deletes the text

A header or a .def file names the sources that are compiled with it: `include/lammer/rules.def in src/core/rules.c`.
A clause that no code of the engine decides says why instead of naming a file: `none: the odds recompute this figure`.
"""
from pathlib import Path
from typing import NamedTuple

FOLDER = "tests/mutants"


class Malformed(Exception):
    """A block that cannot be read; the message names the place."""


class Named(NamedTuple):
    clauses: tuple
    file: str
    sources: tuple  # what is compiled: the file itself, or those that read it
    old: str
    new: str
    place: str

    def __str__(self):
        old, new = (" ".join(text.split()) for text in (self.old, self.new))
        return f"{self.file}: {old} -> {new or '(nothing)'}"

    def apply(self, text):
        return text.replace(self.old, self.new)


class Excused(NamedTuple):
    clauses: tuple
    reason: str
    place: str


def blocks_of(text):
    """Lists of (line number, line), without comments."""
    block = []
    for n, line in enumerate([*text.splitlines(), ""], 1):
        if line.startswith("#"):
            continue
        if line.strip():
            block.append((n, line))
        elif block:
            yield block
            block = []


def side(lines, sign):
    return "\n".join(line[1:].removeprefix(" ") for _, line in lines if line.startswith(sign))


def read_block(lines, name):
    place = f"{name}:{lines[0][0]}"
    if len(lines) < 2:
        raise Malformed(f"{place}: after the clauses comes the file or 'none: why'")
    clauses, what = tuple(lines[0][1].split()), lines[1][1].strip()
    if what.startswith("none:"):
        return Excused(clauses, what.removeprefix("none:").strip(), place)
    file, _, sources = what.partition(" in ")
    old, new = side(lines[2:], "-"), side(lines[2:], "+")
    if not old.strip() or any(line[0] not in "-+" for _, line in lines[2:]):
        raise Malformed(f"{place}: after the file come '- the text as it is' and '+ the mistake in its place'")
    if not sources and not file.endswith(".c"):
        raise Malformed(f"{place}: name a source that includes this header: {file} in src/ROOM/NAME.c")
    return Named(clauses, file, tuple(sources.split()) or (file,), old, new, place)


def read_mutants(root):
    """Every block of every file, in order."""
    found = []
    for path in sorted((root / FOLDER).glob("*.txt")):
        name = f"{FOLDER}/{path.name}"
        found += [read_block(lines, name) for lines in blocks_of(path.read_text(encoding="utf-8"))]
    return found


def problems_of(root, mutants, clauses, cited):
    """Every reason why a block cannot prove anything, one line each."""
    for mutant in mutants:
        document = Path(mutant.place.rsplit(":", 1)[0]).stem
        for clause in mutant.clauses:
            if clause not in clauses:
                yield f"{mutant.place}: no clause is called {clause}"
            elif clause.split("-", 1)[0] != document:
                yield f"{mutant.place}: {clause} belongs in {FOLDER}/{clause.split('-', 1)[0]}.txt"
            elif clause not in cited:
                yield f"{mutant.place}: no test cites {clause}, so none can notice"
        if isinstance(mutant, Named):
            yield from problems_of_text(root, mutant)


def problems_of_text(root, mutant):
    missing = [file for file in (mutant.file, *mutant.sources) if not (root / file).is_file()]
    if missing:
        yield f"{mutant.place}: there is no file {missing[0]}"
        return
    count = (root / mutant.file).read_text(encoding="utf-8").count(mutant.old)
    if count != 1:
        yield (
            f'{mutant.place}: "{mutant.old}" is {count} times in {mutant.file}; it must be there once: '
            "name the mistake in the line as it is now"
        )
    elif mutant.old == mutant.new:
        yield f"{mutant.place}: the new text is the old one"
