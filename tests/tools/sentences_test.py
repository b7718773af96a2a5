#!/usr/bin/env python3
"""`tools/sentences`: which sentence is behind an id, and what its check finds."""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import unittest.mock
from pathlib import Path

sys.path.append("tests/support")
from said import resolved, tool  # noqa: E402

TOOL = Path("tools/sentences").resolve()
SOURCES = {
    "include/lammer/status.h": 'X(OVER, "the round is over", 0)\n',
    "include/lammer/meter.h": 'X(ACES, "aces", 1)\nX(PLACE, "the table does not have that spot", 0)\n',
    "include/lammer/server/store.h": 'X(SEQ, "record # of %")\n',
    "include/lammer/messages/en.def": 'SAY(HIT, "{Who} {who:take|takes} a card.")\n',
    "web/messages/pages/en.def": 'SAY(ODDS, "Odds")\n',
    "web/messages/en.def": 'SAY(SIT, "{Player} sits down.")\n',
    "src/house/c.c": 'request_refuse(r, LM_REFUSED_NOW, LM_SAYS(\n    HOLDS, "who holds_cents +", "%s holds $%lld.%02lld"), w);\n'
    'request_refuse(r, LM_REFUSED_NOW, LM_STAFF_SAYS("close the tray first"));\n'
    'request_refuse(r, LM_REFUSED_FORM, "a field is missing");\n',
    "src/house/a.c": 'refuse(/* say:lacks-chips */ "%s lacks $%" PRId64\n    " in chips: 100%%", who, n);\n',
    "web/src/a.ts": "say(/* say:sit-out */ `Box ${box.map((b) => `${b}`)} sits out`);\n",
    "web/src/b.tsx": "<p>{/* say:no-approvals */}No approvals\n    wait for {name}.</p>\n",
    "tests/house/a.c": '"say:lacks-chips|ann" "say:sit-out" "say:no-approvals" "say:why-over"\n',
    "tests/house/b.c": 'fail_msg(/* say:test-lost */ "record %d is lost", n);\n',
    "tests/house/c.py": '# say:test-done\nassert len(a["b"]) == 1, f"{who} did {len(a)} things"\n',
    "tests/planted/house/a.fault": "says: say:test-lost<3>|say:test-done|runtime error|FAILED.*test_done\n",
}


class Sentences(unittest.TestCase):
    def setUp(self):
        self.root = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.root)
        for name, text in SOURCES.items():
            self.put(name, text)
        (self.root / "tools").mkdir()
        shutil.copy(TOOL, self.root / "tools")

    def put(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def run_tool(self, *args, rc=0):
        done = subprocess.run(
            [self.root / "tools/sentences", *args], capture_output=True, text=True, env={**os.environ}
        )
        self.assertEqual(done.returncode, rc, done)
        return done.stdout + done.stderr

    def test_what_is_said(self):
        lines = dict(line.split("\t") for line in self.run_tool("--lines").splitlines())
        self.assertEqual(
            lines,
            {
                "say:why-over": "the round is over",
                "say:meter-place": "the table does not have that spot",
                "say:holds": "\1 holds $\1.\1",
                "say:store-seq": "record \1 of \1",
                "say:story-hit": "\1 takes a card.",
                "say:page-odds": "Odds",
                "say:page-sit": "\1 sits down.",
                "say:lacks-chips": "\1 lacks $\1 in chips: 100%",
                "say:sit-out": "Box \1 sits out",
                "say:no-approvals": "No approvals wait for \1.",
                "say:test-lost": "record \1 is lost",
                "say:test-done": "\1 did \1 things",
            },
        )

    def test_refusals(self):
        self.assertEqual(
            json.loads(self.run_tool("--refusals")),
            {
                "WHY_OVER": "the round is over",
                "METER_PLACE": "the table does not have that spot",
                "HOLDS": "{who} holds {holds}",
            },
        )

    def test_check(self):
        self.assertEqual(self.run_tool("--check"), "")
        for name, text, complaint in [
            (
                "tests/house/d.c",
                '"say:lack-chips"',
                "tests/house/d.c:1: no sentence has the id say:lack-chips; did you mean",
            ),
            ("src/house/b.c", '/* say:unused */ "text"', "src/house/b.c:1: no test names say:unused"),
            (
                "src/house/b.c",
                '\n/* say:lacks-chips */ "text"',
                "src/house/b.c:2: say:lacks-chips is another sentence at src/house/a.c:1",
            ),
            (
                "src/house/b.c",
                'play_refuse(play, LM_REFUSED_NOW, clause(play, "MFB-6(s)"), "the tray is open");',
                "src/house/b.c:1: a refusal needs LM_SAYS with an id, or LM_STAFF_SAYS",
            ),
            ("src/house/b.c", 'LM_SAYS(HOLDS, "", "nothing")', "is another sentence at"),
            ("src/house/b.c", 'LM_SAYS(NEW, "", "%s waits")', "src/house/b.c:1: NEW has 1 gaps and 0 names"),
            ("src/house/b.c", "/* say:lacks-chips */ text", "src/house/b.c:1: no sentence follows say:lacks-chips"),
            (
                "tests/house/d.c",
                'fail_msg(/* say:test-unused */ "text")',
                "tests/house/d.c:1: no test names say:test-unused",
            ),
            ("tests/planted/house/b.fault", "says: record 3 is lost", 'b.fault: says: quotes "is lost"'),
        ]:
            with self.subTest(complaint):
                self.put(name, text)
                self.assertIn(complaint, self.run_tool("--check", rc=1))
                (self.root / name).unlink()

    def test_patterns(self):
        sentences = {"say:lacks": [None, " lacks ", None, " in chips"], "say:over": ["it (the round) is over"]}
        for message, text, holds in [
            ("say:lacks", "t1: ann lacks $10 in chips.", True),
            ("say:lacks|ann|$10", "ann lacks $10 in chips", True),
            ("say:lacks|bob", "ann lacks $10 in chips", False),
            ("say:lacks||$1", "ann lacks $10 in chips", False),
            ("t1: say:over", "t1: It (the round) is over", True),
            ("t2: say:over", "t1: it (the round) is over", False),
            ("plain text", "some plain text", True),
        ]:
            with self.subTest(message):
                self.assertEqual(bool(re.search(tool().pattern(message, sentences), text)), holds)
        self.assertRaises(KeyError, tool().pattern, "say:over|gap", sentences)
        self.assertRaises(KeyError, tool().pattern, "say:none", sentences)

    def test_faults(self):
        sentences = {"say:lost": [None, ": record ", None, " is lost\nthe last is ", None], "say:why": ["cut (short)"]}
        output = "seed 1\nt1: record 3 is lo\nt1: record 12 is lost\nthe rest is cut off"
        with unittest.mock.patch("said.catalogue", return_value=sentences):
            for expression, holds in [
                ("say:lost", True),
                ("say:lost<t1><1[0-9]>", True),
                ("say:lost<><3>", False),
                ("say:lost<t2>|seed [0-9]", True),
                ("say:lost<say:why>", False),
            ]:
                with self.subTest(expression):
                    self.assertEqual(bool(re.search(resolved(expression), output)), holds)
            self.assertRaises(KeyError, resolved, "say:why<gap>")


if __name__ == "__main__":
    unittest.main()
