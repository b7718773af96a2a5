"""Whether the evidence of a clause fails when the code that implements the clause is wrong: tools/clauses --prove.

Each mistake of tests/mutants is made in a copy of its file, the copy compiled and linked before the rooms' archives,
as cmake/LammerPlanted.cmake does it; then only the tests that cite the clause are run, the quickest first. The clause
is proved when one of them fails that passes without the mistake. A test program fails for a clause when its failed
case holds the citation, or when it prints the id: that another row of the same table has failed proves nothing, and
neither does a program that crashes or does not end.
"""
import concurrent.futures
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import NamedTuple

from relink import Build

QUICK = ("core", "wagers", "meters", "profiles", "words")  # test programs of these rooms take no time
LIMIT_S = 120
ASKED_OF_PROOFS = ("LAMMER_SOAK", "LAMMER_SECONDS", "LAMMER_SEED", "LAMMER_COUNT")
FUNCTION = re.compile(r"^(?:static )?[\w ]+?[ *](\w+)\([^;{}]*\)\n\{\n.*?^\}", re.M | re.S)
COMMENT = re.compile(r"/\*(?:(?!\*/).)*\*/\n$", re.S)
PROVED, SURVIVED, REFUSED = "proved", "survived", "does not compile"
CRASHED, BROKEN, LATE = "crashes", "fails without it", "not run"
FAILED_CASE = re.compile(r"^\[  FAILED  \] (?:\S+\.)?(\w+)", re.M)
BEGUN_CASE = re.compile(r"^\[ RUN      \] (?:\S+\.)?(\w+)", re.M)


class Verdict(NamedTuple):
    clause: str
    result: str
    mutant: object
    by: str


class CFile:
    """A test program's source: its cases, and which lines belong to which."""

    def __init__(self, text):
        self.lines = text.splitlines()
        listed = "".join(re.findall(r"CMUnitTest \w+\[\] = \{(.*?)\};", text, re.S))
        self.cases = set(re.findall(r"\w\(\s*(\w+)", listed))
        self.spans = []
        for match in FUNCTION.finditer(text):
            above = COMMENT.search(text[: match.start()])
            first = text.count("\n", 0, above.start() if above else match.start()) + 1
            self.spans.append((first, text.count("\n", 0, match.end()) + 1, match[1]))

    def case_of(self, line):
        """The case that holds the line; None for a table or a helper that several use."""
        return next((name for first, last, name in self.spans if first <= line <= last and name in self.cases), None)

    def is_row(self, line):
        return self.lines[line - 1].lstrip().startswith("{")

    def noticed(self, said, clause, lines, ids):
        """Whether a failed program failed because of this clause: in a case that cites it, or with its id in the output."""
        named = set(ids.findall(said))
        if clause in named:
            return True
        failed = set(FAILED_CASE.findall(said)) or set(BEGUN_CASE.findall(said)[-1:])
        return any(self.case_of(line) in failed | {None} and not (self.is_row(line) and named) for line in lines)


class Evidence(NamedTuple):
    """One test: `target` of the build directory, run with `words` as arguments or by a script that finds it in $LAMMER."""

    name: str
    target: str
    words: tuple = ()
    script: str = ""
    lines: tuple = ()
    cost: int = 0


def cost_of(name):
    room = name.split("/")[1]
    if name.endswith(".c"):
        return 1 if room in QUICK else 3
    return 2


def files_of(root, places):
    """Citing lines by file; a header's citations are those of the programs beside it that include it."""
    found = {}
    for place in places:
        path = Path(place.file)
        if path.suffix == ".h":
            for reader in sorted((root / path.parent).glob("*.c")):
                if f'"{path.name}"' in reader.read_text(encoding="utf-8"):
                    found.setdefault(str(reader.relative_to(root)), [])
        else:
            found.setdefault(place.file, []).append(place.line)
    return found


def evidence_of(root, places):
    """The tests that cite a clause, the quickest first."""
    files = files_of(root, places)
    scripts = tuple(sorted(name for name in files if name.endswith(".round")))
    found = [Evidence("round scripts", "lammer", ("deal", *scripts))] if scripts else []
    for name, lines in files.items():
        path = Path(name)
        if path.suffix == ".c" and path.parts[1] not in ("support", "fuzz"):
            found.append(Evidence(name, f"tests/{path.parts[1]}.{path.stem}", lines=tuple(lines), cost=cost_of(name)))
        elif path.suffix in (".py", ".sh") and len(path.parts) == 3 and os.access(root / path, os.X_OK):
            found.append(Evidence(name, "lammer", script=name, cost=cost_of(name)))
    return sorted(found, key=lambda evidence: (evidence.cost, evidence.name))


class Bench:
    """The programs of a build directory with a mistake in them, and the same without."""

    def __init__(self, root, build, ids):
        self.root, self.build, self.ids = root, Build(build), ids
        self.right = {}  # evidence -> whether it passes without a mistake
        self.rooms = {}  # target -> the rooms it is linked from
        self.lock = threading.Lock()

    def rooms_of(self, target):
        with self.lock:
            if target not in self.rooms:
                self.rooms[target] = self.build.rooms_of(target)
        return self.rooms[target]

    def compile(self, mutant, folder):
        """Objects with the mistake by room; None when the compiler refuses it."""
        shutil.copytree(self.root / "include", folder / "include")
        for room in {Path(source).parts[1] for source in mutant.sources}:
            shutil.copytree(self.root / "src" / room, folder / "src" / room)
        altered = folder / mutant.file
        altered.write_text(mutant.apply(altered.read_text(encoding="utf-8")), encoding="utf-8")
        objects = {}
        for source in mutant.sources:
            room = Path(source).parts[1]
            out = folder / f"{room}-{Path(source).stem}.o"
            words = self.build.compile(self.root / source, f"lammer_{room}", out, "-O1", text_of=folder / source)
            words[1:1] = [f"-I{folder / 'include'}", f"-I{folder / 'src' / room}"]
            ran = subprocess.run(words, cwd=self.build.folder, capture_output=True, check=False)
            if ran.returncode:
                return None
            objects.setdefault(room, []).append(str(out))
        return objects

    def runs(self, evidence, program):
        """The exit status, negative when the program did not end by itself, and what was said."""

        def limit():
            resource.setrlimit(resource.RLIMIT_CPU, (LIMIT_S, LIMIT_S + 1))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

        environment = {name: value for name, value in os.environ.items() if name not in ASKED_OF_PROOFS}
        command = [self.root / evidence.script] if evidence.script else ["stdbuf", "-oL", program, *evidence.words]
        try:
            ran = subprocess.run(
                command,
                cwd=self.root,
                env=environment | {"LAMMER": str(program)},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                errors="replace",
                preexec_fn=limit,
                timeout=3 * LIMIT_S,
                check=False,
            )
        except subprocess.TimeoutExpired as late:
            return -1, (late.stdout or b"").decode("utf-8", "replace")
        crashed = "Test failed with exception" in ran.stdout  # cmocka catches signals
        return -1 if crashed else ran.returncode, ran.stdout

    def passes(self, evidence):
        """Whether the evidence passes with the unaltered program; asked only if it failed with a mutant."""
        key = (evidence.target, evidence.words, evidence.script)
        with self.lock:
            known = self.right.get(key)
        if known is None:
            known = self.runs(evidence, self.build.folder / evidence.target)[0] == 0
            with self.lock:
                self.right[key] = known
        return known

    def verdict(self, evidence, clause, program):
        """Whether one piece of evidence notices the mistake in the program, and where."""
        status, said = self.runs(evidence, program)
        failed = re.search(r"^tests/\S+?\.round:\d+: .*", said, re.M) if not evidence.script else None
        name = failed[0] if failed else evidence.name
        if status < 0 and not failed:
            return CRASHED, name
        if status and evidence.target != "lammer":
            text = (self.root / evidence.name).read_text(encoding="utf-8")
            status = CFile(text).noticed(said, clause, evidence.lines, self.ids)
        if not status:
            return SURVIVED, ""
        return (PROVED if self.passes(evidence) else BROKEN), name

    def judge(self, mutant, evidence_by_clause):
        """Verdicts on all clauses of one mutant."""
        folder = Path(tempfile.mkdtemp(prefix="prove."))
        try:
            objects = self.compile(mutant, folder)
            if objects is None:
                return [Verdict(clause, REFUSED, mutant, "") for clause in evidence_by_clause]
            return [
                self.judge_clause(mutant, clause, evidence, objects, folder)
                for clause, evidence in evidence_by_clause.items()
            ]
        finally:
            shutil.rmtree(folder)

    def judge_clause(self, mutant, clause, evidence, objects, folder):
        """The clause is proved by the first evidence that notices; otherwise returns the first thing that went wrong."""
        found = (SURVIVED, "")
        for one in evidence:
            altered = [out for room in objects if room in self.rooms_of(one.target) for out in objects[room]]
            if not altered:
                continue  # the mistake is in no room of this program
            program = folder / one.target
            if not program.exists():
                program.parent.mkdir(exist_ok=True)
                self.build.link_before(one.target, program, altered)
            result = self.verdict(one, clause, program)
            if result[0] == PROVED:
                return Verdict(clause, PROVED, mutant, result[1])
            found = result if found[0] == SURVIVED else found
        return Verdict(clause, found[0], mutant, found[1])


def prove(root, build, ids, mutants, places, wanted, beside=2, seconds=0):
    """Runs every mistake named for a wanted clause; yields verdicts as they come."""
    bench, began = Bench(root, build, ids), time.monotonic()

    def judge(mutant):
        mine = {clause: evidence_of(root, places[clause]) for clause in mutant.clauses if clause in wanted}
        if seconds and time.monotonic() - began > seconds:
            return [Verdict(clause, LATE, mutant, "") for clause in mine]
        return bench.judge(mutant, mine)

    with concurrent.futures.ThreadPoolExecutor(beside) as pool:
        runs = [pool.submit(judge, mutant) for mutant in mutants if wanted & set(mutant.clauses)]
        for done in concurrent.futures.as_completed(runs):
            yield from done.result()
