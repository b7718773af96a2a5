#!/usr/bin/env python3
"""tools/clauses, on small made-up trees, and the catalogue of this tree.

The ids here are made up; the tool does not look into tests/tools.
"""

import contextlib
import importlib.machinery
import importlib.util
import io
import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
TOOL = ROOT / "tools" / "clauses"


def load_tool():
    """The tool as a module: a call costs a tenth of a process."""
    sys.dont_write_bytecode = True
    loader = importlib.machinery.SourceFileLoader("clauses", str(TOOL))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("clauses", loader))
    loader.exec_module(module)
    return module


clauses = load_tool()


def call(*args):
    """Exit status and everything printed."""
    said = io.StringIO()
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
        try:
            rc = clauses.run([str(a) for a in args])
        except SystemExit as e:  # argparse
            rc = e.code
    return rc, said.getvalue()


CATALOGUE = """# Made-up rules

| document | rows |
|---|---|
| ZFB | 9 |

## ZFB - a game

### ZFB 1-2 Cards

| id | kind | requirement | parameters | test idea |
|---|---|---|---|---|
| ZFB-1.hard | engine | A hard total (C-01). | - | ten and six |
| ZFB-2(b) | config | Two decks. | 2 | one rejected |
| ZFB-2(b*) | config | A second (b). | a\\|b | two rejected |

### ZFB 6 Dealing

| id | kind | requirement | parameters | test idea |
|---|---|---|---|---|
| ZFB-6(h) | engine | Act in order. | - | order |
| ZFB-6(h)(1).1 | engine | Blackjack is **paid**. | 3:2 | paid |
| ZFB-6(h)(1).2 | table | Cards are tucked. | - | state |
| ZFB-6(j) | physical | A finger is raised. | - | n/a |

## WZ7 - a wager

| id | kind | requirement | parameters | test idea |
|---|---|---|---|---|
| WZ7-1 | engine | One dollar. | $1 | two refused |
| WZ7-T1.2 | math | A figure. | 1% | enumerate |
"""

AREAS = """# made-up areas
area play  open  floor 0  playing
area side  open  floor 0  betting   # a comment

side  ZFB-6(h)(1).2   # first match wins
play  ZFB
side  WZ7
"""

READINGS = (
    "| id | sev | problem | where | recommended resolution |\n|---|---|---|---|---|\n"
    "| C-01 | L | Odd. | ZFB-1 | Read it so. |\n"
)


class Tree(unittest.TestCase):
    """One temporary tree per test."""

    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.root = Path(temporary.name)
        self.put("docs/rules/clauses.md", CATALOGUE)
        self.put("docs/rules/areas.txt", AREAS)
        self.put("docs/rules/conflicts.md", READINGS)

    def put(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def run_tool(self, *args, rc=0):
        got, said = call("--root", self.root, *args)
        self.assertEqual(got, rc, said)
        return said

    def cited(self):
        """The ids that have evidence, read from --show of the whole catalogue."""
        out = ""
        for document in ("ZFB", "WZ7"):
            out += self.run_tool("--show", document) + "\n"
        shown = [block for block in out.split("\n\n") if block.strip()]
        return {b.split()[0] for b in shown if re.search(r"cited in +tests/", b)}

    def areas(self, old, new):
        self.assertIn(old, AREAS)
        self.put("docs/rules/areas.txt", AREAS.replace(old, new))


class Citing(Tree):
    # file, text, ids that it cites
    ROWS = [
        ("a.c", '{ "ZFB-6(h)", 1 },', {"ZFB-6(h)"}),
        ("a.c", '{ "ZFB-6(h)(1).1", 1 },', {"ZFB-6(h)(1).1"}),
        ("a.c", "/* ends a sentence: ZFB-6(h)(1).1. Next (ZFB-2(b)). */", {"ZFB-6(h)(1).1", "ZFB-2(b)"}),
        ("a.c", '"ZFB-2(b*)"', {"ZFB-2(b*)"}),
        ("a.c", "/* ZFB-1.hard, WZ7-T1.2; WZ7-1 */", {"ZFB-1.hard", "WZ7-T1.2", "WZ7-1"}),
        ("a.c", 'printf("ZFB-6(h)(%d)", n);', set()),  # the beginning of an id
        ("a.c", '"ZFB-6(h)(1)"', set()),  # a section: may be named, proves nothing
        ("a.c", '"ZFB-6"', set()),
        ("a.c", '"PT-WZ7-1"', set()),  # a pay table
        ("a.c", '"ZFB-6(h).round"', {"ZFB-6(h)"}),
        ("a.c", '"ZFB-99"  /* clauses: skip */', set()),
        ("a.py", "# ZFB-6(h)", {"ZFB-6(h)"}),
        ("a.sh", "# ZFB-6(h)", {"ZFB-6(h)"}),
        ("runner", "#!/bin/sh\n# ZFB-6(h)\n", {"ZFB-6(h)"}),
        ("notes", "ZFB-6(h)", set()),
        ("expected.txt", "ZFB-6(h)", set()),  # what a program printed is not evidence
        ("rounds/ZFB/6h-a.round", "# ZFB-6(h)  text\nrules x\n", {"ZFB-6(h)"}),
        ("rounds/ZFB/6h-a.round", "#ZFB-6(h)\n", {"ZFB-6(h)"}),
        ("rounds/ZFB/6h-a.round", "# ZFB-6(h), ZFB-2(b): text\n", {"ZFB-6(h)", "ZFB-2(b)"}),
        ("rounds/ZFB/6h-a.round", "# ZFB-6(h) unlike ZFB-2(b)\n", {"ZFB-6(h)"}),
        ("rounds/ZFB/6h-a.round", "# ZFB-6(h)\nhit 1\nrefuse ZFB-2(b)|ZFB-6(h)(1)\n", {"ZFB-6(h)"}),
        ("rounds/ZFB/6h-a.round", "# ZFB-6(h)\nbet 1 10  # ZFB-2(b)\n", {"ZFB-6(h)"}),
        ("rounds/ZFB/6-a.round", "# ZFB-2(b)\n# ZFB-6(h)(1).1\n", {"ZFB-2(b)", "ZFB-6(h)(1).1"}),
        ("rounds/ZFB/6h1.round", "# ZFB-6(h)(1).1\n", {"ZFB-6(h)(1).1"}),
        ("scripts/deep/a.round", "# ZFB-6(h)\n", {"ZFB-6(h)"}),
        ("scripts/a.round", "rules x\n", set()),  # outside tests/rounds nothing need be cited
        ("tools/a.py", "# ZFB-6(h) and ZFB-99", set()),
        ("node_modules/a.js", "// ZFB-6(h) and ZFB-99", set()),
    ]

    def test_what_counts(self):
        for name, text, expected in self.ROWS:
            with self.subTest(name=name, text=text):
                self.put(f"tests/{name}", text)
                self.assertEqual(self.cited(), expected)
                self.run_tool("--check")
                (self.root / "tests" / name).unlink()

    def test_places(self):
        self.put("tests/a.c", "\n\n/* ZFB-6(h) and again ZFB-6(h) */\n")
        self.put("tests/rounds/ZFB/6h-b.round", "# ZFB-6(h)  text\n")
        out = self.run_tool("--show", "ZFB-6(h)")
        self.assertEqual(out.count("tests/a.c:3"), 1)
        self.assertIn("tests/rounds/ZFB/6h-b.round:1", out)
        self.assertRegex(out, r"area +play")

    # file, text, what the message says
    WRONG = [
        ("a.c", 'x\n"ZFB-6(k)"', ["tests/a.c:2: no clause is called ZFB-6(k)", "closest:", "ZFB-6(h)"]),
        ("a.c", '"ZFB-6(h)(1).3"', ["tests/a.c:1: no clause is called ZFB-6(h)(1).3", "ZFB-6(h)(1).1"]),
        ("a.c", '"ZFB-1.hards"', ["no clause is called ZFB-1.hards", "ZFB-1.hard"]),
        ("a.c", '"ZFB-6(h)x"', ["no clause is called ZFB-6(h)x"]),
        ("a.c", '"ZFB-66"', ["no clause is called ZFB-66"]),
        (
            "rounds/ZFB/6h-a.round",
            "# ZFB-6(h)(1)  text\n",
            [
                "tests/rounds/ZFB/6h-a.round:1: no clause is called ZFB-6(h)(1)",
                "it has the parts: ZFB-6(h)(1).1, ZFB-6(h)(1).2",
            ],
        ),
        (
            "rounds/ZFB/6h-a.round",
            "# ZFB-6(h)\nrefuse ZFB-7\n",
            ["tests/rounds/ZFB/6h-a.round:2: no clause is called ZFB-7"],
        ),
        (
            "rounds/ZFB/6h-a.round",
            "# text first, ZFB-6(h)\nrules x\n",
            ["tests/rounds/ZFB/6h-a.round:1: cites no clause"],
        ),
        ("rounds/ZFB/6h-a.round", "", ["tests/rounds/ZFB/6h-a.round:1: cites no clause"]),
        (
            "rounds/ZFB/2b-a.round",
            "# ZFB-6(h)(1).2\n",
            ["tests/rounds/ZFB/2b-a.round:1: its place names no section", "call it tests/rounds/ZFB/6h12-....round"],
        ),
        ("rounds/WZ7/6h-a.round", "# ZFB-6(h)\n", ["call it tests/rounds/ZFB/6h-....round"]),
        ("rounds/a.round", "# ZFB-6(h)\n", ["call it tests/rounds/ZFB/6h-....round"]),
    ]

    def test_what_is_wrong(self):
        for name, text, expected in self.WRONG:
            with self.subTest(name=name, text=text):
                self.put(f"tests/{name}", text)
                out = self.run_tool("--check", rc=1)
                for part in expected:
                    self.assertIn(part, out)
                self.assertIn(expected[0], self.run_tool())  # the report names it too
                (self.root / "tests" / name).unlink()


class Judging(Tree):
    def test_counts(self):
        self.put("tests/a.c", '"ZFB-6(h)" "ZFB-6(h)(1).2" "ZFB-6(j)"')
        out = self.run_tool()
        self.assertRegex(out, r"play +5 +1 +4 +0 +0  open")  # the physical clause is not counted
        self.assertRegex(out, r"side +3 +1 +2 +0 +0  open")
        self.assertIn("8 clauses to prove (1 more are physical): 2 with evidence, 6 open", out)

    def test_closed_area(self):
        self.areas("side  open", "side  closed")
        self.put("tests/a.c", '"ZFB-6(h)(1).2" "WZ7-1"')
        out = self.run_tool("--check", rc=1)
        self.assertIn("area side is closed but 1 of its 3 clauses have no evidence", out)
        self.assertIn("WZ7-T1.2", self.run_tool())
        self.put("tests/b.c", '"WZ7-T1.2"')
        self.assertIn("closed area side: 0 open clauses", self.run_tool("--check"))

    def test_physical_needs_no_evidence(self):
        self.areas("play  open", "play  closed")
        self.put("tests/a.c", '"ZFB-1.hard" "ZFB-2(b)" "ZFB-2(b*)" "ZFB-6(h)" "ZFB-6(h)(1).1"')
        self.run_tool("--check")
        self.assertIn("needs none (physical)", self.run_tool("--show", "ZFB-6(j)"))

    def test_ratchet(self):
        self.areas("play  open  floor 0", "play  open  floor 2")
        self.put("tests/a.c", '"ZFB-6(h)"')
        out = self.run_tool("--check", rc=1)
        self.assertIn("area play: 1 clauses have evidence, the floor is 2", out)
        self.put("tests/a.c", '"ZFB-6(h)" "ZFB-2(b)" "ZFB-2(b*)"')
        self.assertIn("--raise", self.run_tool("--check"))

    def test_raise(self):
        self.put("tests/a.c", '"ZFB-6(h)" "WZ7-1" "WZ7-T1.2"')
        self.run_tool("--raise")
        text = (self.root / "docs/rules/areas.txt").read_text()
        self.assertEqual(
            text,
            AREAS.replace("play  open  floor 0", "play  open  floor 1").replace(
                "side  open  floor 0", "side  open  floor 2"
            ),
        )
        self.put("tests/a.c", '"ZFB-6(h)" "ZFB-2(b)" "WZ7-1"')  # play gained one, side lost one
        out = self.run_tool("--raise", rc=1)
        self.assertIn("area side is below its floor (1 < 2) and was left alone", out)
        text = (self.root / "docs/rules/areas.txt").read_text()
        self.assertIn("play  open  floor 2", text)
        self.assertIn("side  open  floor 2", text)

    def test_no_area(self):
        self.areas("side  WZ7\n", "")
        out = self.run_tool("--check", rc=1)
        self.assertIn("WZ7-1 belongs to no area", out)

    def test_dead_patterns(self):
        self.areas("play  ZFB\n", "play  ZFB\nplay  ZFB-6 ZFB-60\n")
        out = self.run_tool("--check", rc=1)
        self.assertIn("docs/rules/areas.txt:7: 'ZFB-6' decides nothing", out)
        self.assertIn("docs/rules/areas.txt:7: 'ZFB-60' matches no clause", out)

    def test_open(self):
        self.put("tests/a.c", '"WZ7-1"')
        out = self.run_tool("--open", "side")
        self.assertIn("side: 2 open of 3", out)
        self.assertRegex(out, r"WZ7-T1\.2 +math +A figure\.")
        self.assertNotIn("play", out)
        self.assertIn("play: 5 open of 5", self.run_tool("--open"))


class Mutants(Tree):
    """Mistakes that are named for clauses; tests/tools/prove_test.py makes them."""

    BLOCK = "ZFB-6(h) ZFB-6(h)(1).1\nsrc/core/pay.c\n- * 3 / 2\n+ * 6 / 5\n"

    def setUp(self):
        super().setUp()
        self.put("tests/a.c", '"ZFB-6(h)" "ZFB-6(h)(1).1" "WZ7-1"')
        self.put("src/core/pay.c", "int pay(int a)\n{\n    return a * 3 / 2;\n}\n")
        self.put("src/core/odds.h", "#define ODDS 2\n")
        self.put("tests/mutants/ZFB.txt", f"# what is wrong here\n\n{self.BLOCK}")

    def test_counted_and_shown(self):
        self.assertRegex(self.run_tool("--check"), r"play +5 +2 +3 +0 +2  open")
        out = self.run_tool("--show", "ZFB-6(h)(1).1")
        self.assertRegex(out, r"mutant +tests/mutants/ZFB\.txt:3  src/core/pay\.c: \* 3 / 2 -> \* 6 / 5")

    def test_floor(self):
        self.run_tool("--raise")
        text = (self.root / "docs/rules/areas.txt").read_text()
        self.assertIn("area play  open  floor 2 mutants 2  playing", text)
        self.assertIn("area side  open  floor 1  betting", text)
        self.put("tests/mutants/ZFB.txt", self.BLOCK.replace(" ZFB-6(h)(1).1", ""))
        out = self.run_tool("--check", rc=1)
        self.assertIn("area play: 1 clauses have a mutant in tests/mutants, the floor is 2", out)

    def test_reason(self):
        self.put("tests/mutants/WZ7.txt", "WZ7-1\nnone: the odds recompute it\n")
        self.assertRegex(self.run_tool("--show", "WZ7-1"), r"mutant +none: the odds recompute it")
        self.assertRegex(self.run_tool("--check"), r"side +3 +1 +2 +0 +0  open")

    # old text, new text, what the message says
    WRONG = [
        ("ZFB-6(h) ", "ZFB-6(k) ", "tests/mutants/ZFB.txt:3: no clause is called ZFB-6(k)"),
        ("ZFB-6(h) ", "WZ7-1 ", "WZ7-1 belongs in tests/mutants/WZ7.txt"),
        ("ZFB-6(h) ", "ZFB-2(b) ", "no test cites ZFB-2(b), so none can notice"),
        ("pay.c", "paid.c", "there is no file src/core/paid.c"),
        ("- * 3 / 2", "- * 4 / 2", '"* 4 / 2" is 0 times in src/core/pay.c; it must be there once'),
        ("- * 3 / 2", "- a", '"a" is 3 times in src/core/pay.c; it must be there once'),
        ("+ * 6 / 5", "+ * 3 / 2", "the new text is the old one"),
    ]

    def test_what_is_wrong(self):
        for old, new, expected in self.WRONG:
            with self.subTest(new=new):
                self.put("tests/mutants/ZFB.txt", "# what is wrong here\n\n" + self.BLOCK.replace(old, new))
                self.assertIn(expected, self.run_tool("--check", rc=1))

    MALFORMED = [
        ("ZFB-6(h)\n", "ZFB.txt:1: after the clauses comes the file"),
        ("ZFB-6(h)\nsrc/core/pay.c\n", "ZFB.txt:1: after the file come '- the text as it is'"),
        ("ZFB-6(h)\nsrc/core/pay.c\n* 3 / 2\n", "ZFB.txt:1: after the file come '- the text as it is'"),
        ("ZFB-6(h)\nsrc/core/odds.h\n- 2\n+ 3\n", "name a source that includes this header: src/core/odds.h in"),
    ]

    def test_malformed(self):
        for text, expected in self.MALFORMED:
            with self.subTest(text=text):
                self.put("tests/mutants/ZFB.txt", text)
                self.assertIn(expected, self.run_tool("--check", rc=2))

    def test_every_clause_has_its_turn(self):
        for size, count in ((781, 10), (10, 10), (9, 10), (11, 10), (0, 10), (5, 1)):
            every = list(range(size))
            turns = [clauses.sampled(every, count, seed) for seed in range(max(1, -(-size // count)))]
            self.assertEqual(sorted(sum(turns, [])), every)
            self.assertTrue(all(len(turn) <= count for turn in turns))
            self.assertEqual(clauses.sampled(every, count, len(turns)), turns[0])

    def test_prove_needs_a_build(self):
        self.assertIn("is not a build directory", self.run_tool("--prove", rc=2))
        self.assertIn("no clause is called ZFB-7", self.run_tool("--prove", "ZFB-7", "--build", self.root, rc=2))
        self.put("compile_commands.json", "[]")
        self.assertIn("no clause is called ZFB-7", self.run_tool("--prove", "ZFB-7", "--build", self.root, rc=2))


class Page(Tree):
    def test_page(self):
        self.put("tests/a.c", '"ZFB-6(h)"')
        page = self.root / "page.html"
        self.run_tool("--html", str(page))
        text = page.read_text(encoding="utf-8")
        for part in ("ZFB 6 Dealing", "tests/a.c:1", "<b>paid</b>", '<a href="#C-01">', "Read it so."):
            self.assertIn(part, text)
        self.assertNotRegex(text, r"src=|href=\"[^#]|url\(|@import")  # nothing from outside
        self.run_tool("--html", str(self.root / "no" / "page.html"), rc=2)


class AsProgram(Tree):
    def program(self, *args):
        return subprocess.run([TOOL, "--root", self.root, *args], capture_output=True, text=True)

    def test_exit_status_and_streams(self):
        self.assertEqual(self.program("--check").returncode, 0)
        self.put("tests/a.c", '"ZFB-99"')
        done = self.program("--check")
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, r"^clauses: tests/a\.c:1: no clause is called ZFB-99")
        done = self.program("--show", "nothing")
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn("--raise", self.program("--help").stdout)


class BadInput(Tree):
    def test_usage(self):
        self.run_tool("--no-such-option", rc=2)
        self.run_tool("--check", "--raise", rc=2)
        self.assertIn("there are play, side", self.run_tool("--open", "nowhere", rc=2))
        self.assertIn("closest: ZFB-6(", self.run_tool("--show", "ZFB-6(i)", rc=2))

    # old text, new text, in which file, what the message says
    ROWS = [
        ("| WZ7-1 | engine |", "| WZ7-1 | engin |", "clauses.md", "WZ7-1 has the unknown kind 'engin'"),
        ("| WZ7-1 |", "| ZFB-2(b) |", "clauses.md", "ZFB-2(b) is already on line"),
        ("| two refused |", "| two | refused |", "clauses.md", "this row 6"),
        ("| test idea |", "| idea |", "clauses.md", "no table with the columns"),
        ("play  open", "play  ajar", "areas.txt", "areas.txt:2: write 'area NAME"),
        ("side  open  floor 0", "play  open  floor 0", "areas.txt", "areas.txt:3: area 'play' is defined twice"),
        ("side  WZ7", "sides WZ7", "areas.txt", "areas.txt:7: no area is called 'sides'"),
        ("side  WZ7", "side", "areas.txt", "areas.txt:7: 'side' is given no clause"),
    ]

    def test_malformed(self):
        good = {"clauses.md": CATALOGUE, "areas.txt": AREAS}
        for old, new, name, expected in self.ROWS:
            with self.subTest(new=new):
                self.put(f"docs/rules/{name}", good[name].replace(old, new))
                self.assertIn(expected, self.run_tool("--check", rc=2))
                self.put(f"docs/rules/{name}", good[name])

    def test_missing(self):
        os.remove(self.root / "docs/rules/areas.txt")
        self.assertIn("cannot read the areas", self.run_tool(rc=2))
        os.remove(self.root / "docs/rules/clauses.md")
        self.assertIn("cannot read the catalogue", self.run_tool(rc=2))


class Catalogue(unittest.TestCase):
    """The documents of this tree agree with each other."""

    def read(self, name):
        return (ROOT / "docs" / "rules" / name).read_text(encoding="utf-8")

    def rows(self):
        return re.findall(r"^\| ([A-Z]{2}[A-Z0-9]-\S+) \| (\w+) \|", self.read("clauses.md"), re.M)

    def test_counts(self):
        text, rows = self.read("clauses.md"), self.rows()
        table = [
            [c.strip(" *") for c in line.split("|")[1:-1]]
            for line in text[text.index("## Counts") :].split("\n\n")[1].splitlines()
        ]
        kinds = table[0][1:9]
        for line in table[2:]:
            mine = [kind for clause, kind in rows if line[0] in ("all", clause[:3])]
            self.assertEqual([int(n) for n in line[1:10]], [mine.count(k) for k in kinds] + [len(mine)], line[0])

    def test_readings_exist(self):
        known = set(re.findall(r"^\| ([CD]-\d+) \|", self.read("conflicts.md"), re.M))
        for name in ("clauses.md", "options.md", "paytables.md", "rounds.md", "conflicts.md"):
            self.assertLessEqual(set(re.findall(r"\b[CD]-\d\d+\b", self.read(name))), known, name)

    def test_links(self):
        for name in sorted(p.name for p in (ROOT / "docs" / "rules").glob("*.md")):
            for target in re.findall(r"\]\((?!https?:)([^)#]+)", self.read(name)):
                self.assertTrue((ROOT / "docs" / "rules" / target).exists(), f"{name}: {target}")

    def test_tables_have_even_rows(self):
        for path in (ROOT / "docs" / "rules").glob("*.md"):
            width = None
            for n, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
                if not line.startswith("|"):
                    width = None
                    continue
                bars = len(re.findall(r"(?<!\\)\|", line))
                width = width or bars
                self.assertEqual(bars, width, f"{path.name}:{n}")

    def test_every_clause_has_an_area(self):
        with tempfile.TemporaryDirectory() as folder:  # the documents alone, so that no test can be at fault
            rules = Path(folder, "docs", "rules")
            rules.mkdir(parents=True)
            for name in ("clauses.md", "areas.txt"):
                text = re.sub(r" (open|closed)( +)floor \d+( +mutants \d+)?", r" open\2floor 0", self.read(name))
                (rules / name).write_text(text, encoding="utf-8")
            rc, said = call("--root", folder, "--check")
            self.assertEqual(rc, 0, said)


if __name__ == "__main__":
    unittest.main()
