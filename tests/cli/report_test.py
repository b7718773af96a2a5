#!/usr/bin/env python3
"""`lammer report`: one page that needs nothing else, complete, the same every time, and never half-written."""

import html.parser
import json
import os
import stat
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.append("tests/support")
from said import assert_said, is_said  # noqa: E402
from shipped import SHIPPED  # noqa: E402

LAMMER = os.environ.get("LAMMER", "build/lammer")
VOID = {"meta", "line", "rect", "br", "hr"}


def report(*args):
    return subprocess.run([LAMMER, "report", *args], capture_output=True, text=True, timeout=120)


class Page(html.parser.HTMLParser):
    """Checks that elements are closed in order; keeps the text and every attribute."""

    def __init__(self, text):
        super().__init__()
        self.open, self.text, self.attributes, self.wrong = [], [], [], []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.attributes += attrs
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.attributes += attrs

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.wrong.append(tag)

    def handle_data(self, data):
        self.text.append(data)


class Report(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.out = os.path.join(self.folder.name, "report.html")

    def tearDown(self):
        self.folder.cleanup()

    def test_accuracy(self):
        """Every figure of the main game says how exact it is, and the cut card is said to have an effect."""
        self.make("--rules", "ma-blackjack")
        page = Path(self.out).read_text()
        self.assertEqual(page.count("within 0.00001 %"), 3)
        self.assertEqual(page.count("within 0.0000001"), 1)
        assert_said("say:report-fresh-shoe", page)
        self.assertNotIn("nothing is approximated", page)

    def make(self, *args):
        r = report(*args, "--out", self.out)
        self.assertEqual((r.returncode, r.stdout), (0, ""), r.stderr)
        return Path(self.out).read_text()

    def check_page(self, text):
        page = Page(text)
        self.chapters = [value for name, value in page.attributes if name == "id"]
        self.verdicts = {value for name, value in page.attributes if name == "class" and value in ("yes", "no")}
        self.assertEqual((page.open, page.wrong), ([], []))
        for name, value in page.attributes:
            self.assertNotIn(name, ("src", "href", "onclick"))
            self.assertNotIn("url(", value or "")
        for word in ("http:", "https:", "<script", "<link", "@import", "@font-face"):
            self.assertNotIn(word, text)
        self.assertNotIn("nan", " ".join(page.text).split())
        return " ".join(" ".join(page.text).split())

    def test_every_profile(self):
        for rules in SHIPPED:
            with self.subTest(rules=rules):
                text = self.check_page(self.make("--rules", rules))
                shown = subprocess.run(
                    [LAMMER, "rules", "show", rules, "--format", "json"], capture_output=True, text=True
                )
                shown = json.loads(shown.stdout)
                self.assertIn(shown["hash"], text)
                for w in shown["offers"]:
                    self.assertIn(w["title"], text)
                    for o in w["outcomes"]:
                        self.assertEqual(o["name"] in text, "Free Bonus" not in o["name"], o["name"])
                chapters = ["summary", "printed", "main", "charts", *(["wagers"] if shown["offers"] else []), "hands"]
                self.assertEqual(self.chapters, [*chapters, "rules", "method"])
                self.assertEqual(is_said(text, "say:staked-by-lammer"), "freebet" in rules)

    def test_figures_are_those_of_odds(self):
        text = self.check_page(self.make("--rules", "ma-blackjack"))
        odds = subprocess.run(
            [LAMMER, "odds", "--rules", "ma-blackjack", "--format", "json"], capture_output=True, text=True
        )
        answer = json.loads(odds.stdout)
        self.assertIn(f"{100 * answer['main']['house_edge']:.8f} %", text)
        self.assertIn(f"{100 * answer['main']['chart_house_edge']:.8f} %", text)
        for w in answer["wagers"]:
            self.assertIn(f"{100 * w['house_edge']:.8f} %", text)
            for o in w["outcomes"]:
                self.assertIn(f"{o['probability']:.12f}", text)

    def test_same_question_same_bytes(self):
        first = self.make("--rules", "ma-blackjack")
        self.assertEqual(first, self.make("--rules", "ma-blackjack"))
        self.assertIn("<td>2025-06-30</td>", self.make("--rules", "ma-blackjack", "--date", "2025-06-30"))

    def test_comparison_explains(self):
        text = self.check_page(self.make("--rules", "wa-freebet"))
        self.assertEqual(self.verdicts, {"yes", "no"})
        for clause in ("WFB-P22M.1", "WB7-T1.2", "C-45"):
            self.assertIn(clause, text)
        text = self.check_page(self.make("--rules", "ma-blackjack-multi"))
        assert_said("say:prints-no-figure", text)

    def test_all_wagers_and_escapes(self):
        text = self.make("--rules", "ma-blackjack", "--wager", "all")
        self.check_page(text)
        self.assertGreater(text.count("<svg"), 40)
        date = self.make("--rules", "ma-blackjack-multi", "--date", '<b>&"x"')
        self.assertIn("&lt;b&gt;&amp;&quot;x&quot;", date)

    def test_standard_output(self):
        r = report("--rules", "ma-blackjack", "--out", "-")
        self.assertEqual(r.returncode, 0)
        self.assertEqual(r.stdout, self.make("--rules", "ma-blackjack"))

    def test_illegal_rules_are_marked(self):
        r = report("--rules", "ma-blackjack-multi", "--set", "dealer_22=push", "--out", self.out)
        self.assertEqual(r.returncode, 0)
        self.assertRegex(r.stderr, r"warning: .*\[MBJ-")
        assert_said("say:no-table-may-offer", Path(self.out).read_text())

    def test_nothing_is_left_behind(self):
        Path(self.out).write_text("old")
        for args in (["--rules", "nope"], ["--rules", "ma-freebet", "--wager", "push2"]):
            self.assertEqual(report(*args, "--out", self.out).returncode, 2)
            self.assertEqual(Path(self.out).read_text(), "old")
        self.assertEqual(os.listdir(self.folder.name), ["report.html"])
        self.make("--rules", "ma-blackjack-multi")
        self.assertEqual(os.listdir(self.folder.name), ["report.html"])
        mask = os.umask(0)
        os.umask(mask)
        self.assertEqual(stat.S_IMODE(os.stat(self.out).st_mode), 0o666 & ~mask)

    def test_bad_input(self):
        for args, words in (
            (["--rules", "ma-freebet"], "--out"),
            (["--out", "x.html"], "--rules"),
            (["--rules", "ma-freebet", "--out", "/nonexistent/x.html"], "/nonexistent/x.html"),
            (["--rules", "ma-freebet", "--out", self.folder.name], "directory"),
            (["--rules", "ma-blackjack-multi", "--out", "/dev/full"], "/dev/full"),
            (["--rules", "ma-freebet", "--format", "html", "--out", "x.html"], "--format"),
        ):
            r = report(*args)
            self.assertEqual((r.returncode, r.stdout), (2, ""), args)
            self.assertTrue(r.stderr.startswith("lammer: "))
            self.assertIn(words, r.stderr)

    def test_help(self):
        self.assertIn("--date", report("--help").stdout)


if __name__ == "__main__":
    unittest.main()
