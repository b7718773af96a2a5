#!/usr/bin/env python3
"""docs/consoles.md has a place for every word that people can send, and each place is there: its pages name the word."""

import re
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
WORD = re.compile(r'^(?:ACT|VERB|ROUND_VERB|TABLE_VERB)\(\w+, "([a-z-]+)", (\w+)', re.M)
ROW = re.compile(r"^\| `([a-z-]+)`\s*\| (.*?)\s*\| (.*?)\s*\|$", re.M)
CONSOLE = re.compile(r"^\| _([a-z-]+)_\s*\| (.*?)\s*\|$", re.M)


def sent_by_people():
    found = set()
    for name in ("verbs.def", "server/acts.def"):
        for word, where in WORD.findall((ROOT / "include/lammer" / name).read_text()):
            if where != "INSIDE":
                found.add(word)
    return found


def sources(places):
    """The text of a console's files; a place ending with / is a folder, and * stands for any name."""
    text = []
    for place in re.findall(r"`([^`]+)`", places):
        files = sorted((ROOT / "web/src").glob(place + "*.ts*" if place.endswith("/") else place))
        assert files, f"docs/consoles.md: there is no web/src/{place}"
        text += [file.read_text() for file in files]
    return "\n".join(text)


class Consoles(unittest.TestCase):
    def setUp(self):
        page = (ROOT / "docs/consoles.md").read_text()
        self.rows = {word: (console, why) for word, console, why in ROW.findall(page)}
        self.consoles = {name: sources(places) for name, places in CONSOLE.findall(page)}

    def test_every_word_has_a_place_or_a_reason(self):
        self.assertEqual(sorted(sent_by_people() - set(self.rows)), [], "words without a row in docs/consoles.md")
        self.assertEqual(sorted(set(self.rows) - sent_by_people()), [], "rows for words that people cannot send")

    def test_each_place_names_its_word(self):
        for word, (console, why) in self.rows.items():
            with self.subTest(word=word):
                if console == "none":
                    self.assertRegex(why, r"\w+ \w+ \w+", "a word without a console has a reason")
                    continue
                self.assertIn(console, self.consoles, "a console of the first table")
                named = rf"""["'`]{word}["'`]|^\s*"?{word}"?: """
                found = re.search(named, self.consoles[console], re.M) is not None
                self.assertTrue(found, f"nothing of the console {console} sends {word}")

    def test_no_console_offers_what_people_cannot_send(self):
        inside = set()
        for word, where in WORD.findall((ROOT / "include/lammer/verbs.def").read_text()):
            if where == "INSIDE" and word not in sent_by_people():
                inside.add(word)
        offered = set(re.findall(r'word: "([a-z-]+)"', self.consoles["pit"]))
        self.assertEqual(sorted(offered & inside), [])


if __name__ == "__main__":
    unittest.main()
