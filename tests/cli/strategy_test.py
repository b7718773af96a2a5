#!/usr/bin/env python3
"""`lammer strategy`: five formats that agree with each other, and charts that are not worse than their mutations."""

import csv
import html.parser
import io
import json
import os
import re
import subprocess
import sys
import unittest
import xml.etree.ElementTree as ET

sys.path.append("tests/support")
from said import assert_said, is_said, sentence  # noqa: E402
from shipped import SHIPPED  # noqa: E402

LAMMER = os.environ.get("LAMMER", "build/lammer")
CODES = {"H", "S", "D", "Ds", "P", "Pf", "Rh", "Rs", "Rp", "-"}
SVG = "{http://www.w3.org/2000/svg}"


def strategy(*args):
    return subprocess.run([LAMMER, "strategy", *args], capture_output=True, text=True, timeout=120)


def rows_of_label(kind, label):
    """The rows that one printed row stands for: 17-20 are four."""
    if kind != "hard":
        return [label]
    ends = [int(n) for n in label.split("-")]
    return [str(n) for n in range(ends[0], ends[-1] + 1)]


def spanned(row):
    """How many rows of the chart a printed row stands for: 13-16 are four."""
    ends = re.match(r" *(\d+)-(\d+) ", row)
    return int(ends[2]) - int(ends[1]) + 1 if ends else 1


class Tables(html.parser.HTMLParser):
    """Tables of class chart, as (caption, rows of texts), with the heading above them."""

    def __init__(self, text):
        super().__init__()
        self.tables, self.heading, self.place, self.inside = [], "", None, False
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.place = tag
        if tag == "table":
            self.inside = ("class", "chart") in attrs
            if self.inside:
                self.tables.append([self.heading, "", []])
        if tag == "h3":
            self.heading = ""
        if tag == "tr" and self.inside:
            self.tables[-1][2].append([])
        if tag in ("td", "th") and self.inside:
            self.tables[-1][2][-1].append("")

    def handle_endtag(self, tag):
        self.place = None
        if tag == "table":
            self.inside = False

    def handle_data(self, data):
        if self.place == "h3":
            self.heading += data
        elif self.inside and self.place == "caption":
            self.tables[-1][1] += data
        elif self.inside and self.place in ("td", "th"):
            self.tables[-1][2][-1][-1] += data


KINDS = {sentence("say:hard-totals"): "hard", sentence("say:soft-totals"): "soft", sentence("say:pairs"): "pairs"}
STAKES = {sentence("say:staked-by-chips"): "real", sentence("say:staked-by-lammer"): "free"}


def cells_of_html(text):
    cells = {}
    for heading, caption, rows in Tables(text).tables:
        for row in rows[1:]:
            for name in rows_of_label(KINDS[caption], row[0]):
                cells[STAKES[heading], KINDS[caption], name] = row[1:]
    return cells


def cells_of_text(text):
    cells, stake, kind = {}, None, None
    for line in text.splitlines():
        words = line.split()
        if line in STAKES:
            stake = STAKES[line]
        elif any(line.startswith("  " + k) for k in KINDS):
            kind = KINDS[next(k for k in KINDS if line.startswith("  " + k))]
        elif kind and len(words) > 9 and re.match(r"^[\dA]", words[0]):
            for name in rows_of_label(kind, words[0]):
                cells[stake, kind, name] = words[1:]
    return cells


def cells_of_csv(text):
    return {(r[0], r[1], r[2]): r[3:] for r in list(csv.reader(io.StringIO(text)))[1:] if r}


def cells_of_svg(text):
    """Reads cells by their position: texts at the same height are one row, and the two charts stand side by side."""
    root = ET.fromstring(text)
    texts = [(float(t.get("y")), float(t.get("x")), "".join(t.itertext())) for t in root.iter(SVG + "text")]
    heads = sorted((x, STAKES[t]) for y, x, t in texts if t in STAKES)
    titles = sorted((y, x, KINDS[t]) for y, x, t in texts if t in KINDS)
    cells = {}
    for i, (left, stake) in enumerate(heads):
        right = heads[i + 1][0] if i + 1 < len(heads) else 1e9
        mine = [(y, x, k) for y, x, k in titles if left <= x < right]
        for j, (top, _, kind) in enumerate(mine):
            bottom = mine[j + 1][0] if j + 1 < len(mine) else 1e9
            lines = {}
            for y, x, t in texts:
                if top < y < bottom and left <= x < right:
                    lines.setdefault(y, []).append((x, t))
            for line in sorted(lines)[1:]:
                words = [t for _, t in sorted(lines[line])]
                if len(words) < 10:
                    continue
                for name in rows_of_label(kind, words[0]):
                    cells[stake, kind, name] = words[1:]
    return cells


def cells_of_json(answer):
    """As a person sees them: pairs by their total where the chart says so, stars where the house pays."""
    cells, pays = {}, answer["house_pays"]
    for stake, chart in answer["charts"].items():

        def starred(code, kind, row):
            if code.startswith("D") and kind == "hard" and int(row) in pays["hard_doubles"]:
                return code + "*"
            return code

        for kind in ("hard", "soft"):
            for row, line in chart[kind].items():
                label = row if kind == "hard" else "A,A" if row == "12" else "A," + str(int(row) - 11)
                cells[stake, kind, label] = [starred(c, kind, row) for c in line]
        for row, line in chart["pairs"].items():
            value = {"A": 1, "T": 10}.get(row) or int(row)
            label = {"A": "A,A", "T": "10,10"}.get(row, f"{row},{row}")
            below = cells[stake, "soft", "A,A"] if value == 1 else cells[stake, "hard", str(2 * value)]
            star = "*" if row in pays["pairs"] else ""
            shown = [b if c == "-" else c + star if "P" in c or "p" in c else c for c, b in zip(line, below)]
            if stake == "free" and row not in pays["pairs"]:
                shown = ["-"] * len(shown)
            cells[stake, "pairs", label] = shown
    return cells


class Formats(unittest.TestCase):
    def ok(self, *args):
        r = strategy(*args)
        self.assertEqual((r.returncode, r.stderr), (0, ""), args)
        return r.stdout

    def check(self, rules):
        answer = json.loads(self.ok("--rules", rules, "--format", "json"))
        wanted = cells_of_json(answer)
        columns = 26 if answer["open"] else 10
        self.assertEqual(len(answer["columns"]), columns)
        self.assertEqual(sorted(answer["charts"]), ["free", "real"] if "freebet" in rules else ["real"])
        for chart in answer["charts"].values():
            for kind, rows in (("hard", 18), ("soft", 10), ("pairs", 10)):
                self.assertEqual(len(chart[kind]), rows)
                for line in chart[kind].values():
                    self.assertEqual(len(line), columns)
                    self.assertTrue(set(line) <= CODES, line)
        readers = {"text": cells_of_text, "csv": cells_of_csv, "svg": cells_of_svg, "html": cells_of_html}
        for name, read in readers.items():
            cells = read(self.ok("--rules", rules, "--format", name))
            self.assertGreaterEqual(len(cells), 35 * len(answer["charts"]), name)
            for key, line in cells.items():
                self.assertEqual(line, wanted[key], (rules, name, key))

    def test_formats_agree_for_every_profile(self):
        for rules in SHIPPED:
            with self.subTest(rules=rules):
                self.check(rules)

    def test_one_kind_of_hand(self):
        for hand in ("real", "free"):
            for name in ("text", "json", "csv", "svg", "html"):
                out = self.ok("--rules", "ma-freebet", "--hand", hand, "--format", name)
                self.assertEqual(
                    is_said(out, "say:staked-by-lammer") or '"free": {' in out or "\nfree," in out, hand == "free", name
                )

    def test_svg_and_html_stand_alone(self):
        svg = self.ok("--rules", "wa-freebet", "--format", "svg")
        root = ET.fromstring(svg)
        self.assertEqual(root.get("role"), "img")
        self.assertIsNotNone(root.find(SVG + "title"))
        self.assertIsNotNone(root.find(SVG + "desc"))
        self.assertEqual(svg.count("http"), 1)  # the name space
        page = self.ok("--rules", "wa-freebet", "--format", "html")
        for word in ("http", "<script", "<link", "@import", "url("):
            self.assertNotIn(word, page)
        self.assertIn('scope="row"', page)

    def test_no_colour_in_a_pipe(self):
        self.assertNotIn("\033", self.ok("--rules", "ma-freebet"))


class Play(unittest.TestCase):
    def chart(self, *args):
        r = strategy(*args, "--format", "json")
        self.assertEqual(r.returncode, 0, r.stderr)
        return json.loads(r.stdout)

    def test_ordinary_six_decks_stand_17(self):
        """What every book prints for six decks, S17, double after split."""
        chart = self.chart("--rules", "ma-blackjack")["charts"]["real"]
        hard = {
            "8": "H H H H H H H H H H",
            "9": "H D D D D H H H H H",
            "10": "D D D D D D D D H H",
            "11": "D D D D D D D D D H",
            "12": "H H S S S H H H H H",
            "13": "S S S S S H H H H H",
            "16": "S S S S S H H H H H",
            "17": "S S S S S S S S S S",
        }
        soft = {"17": "H D D D D H H H H H", "18": "S Ds Ds Ds Ds S S H H H", "19": "S S S S S S S S S S"}
        pairs = {
            "8": "P P P P P P P P P P",
            "9": "P P P P P - P P - -",
            "T": "- - - - - - - - - -",
            "A": "P P P P P P P P P P",
            "5": "- - - - - - - - - -",
        }
        for rows, kind in ((hard, "hard"), (soft, "soft"), (pairs, "pairs")):
            for row, line in rows.items():
                self.assertEqual(chart[kind][row], line.split(), (kind, row))

    def test_free_bets_are_taken(self):
        answer = self.chart("--rules", "wa-freebet")
        self.assertEqual(answer["house_pays"], {"hard_doubles": [9, 10, 11], "pairs": list("A23456789")})
        for total in ("9", "10", "11"):
            self.assertEqual(set(answer["charts"]["real"]["hard"][total]), {"D"}, total)
            self.assertEqual(set(answer["charts"]["free"]["hard"][total]), {"D"}, total)
        for pair in "A236789":
            self.assertEqual(set(answer["charts"]["real"]["pairs"][pair]), {"P"}, pair)

    def test_surrender(self):
        chart = self.chart("--rules", "ma-blackjack", "--set", "surrender=on")["charts"]["real"]
        # Against a ten a 16 of two cards is surrendered; a 16 of three cards or more stands.
        self.assertEqual(chart["hard"]["16"][7:], ["Rh", "Rs", "Rh"])
        self.assertEqual(chart["hard"]["15"][8], "Rh")

    def test_simple_charts(self):
        best = self.chart("--rules", "ma-blackjack")["chart_house_edge"]
        few = self.chart("--rules", "ma-blackjack", "--simplify", "6")["chart_house_edge"]
        many = self.chart("--rules", "ma-blackjack", "--simplify", "40")["chart_house_edge"]
        self.assertGreater(few, best)
        self.assertEqual(many, best)
        text = strategy("--rules", "ma-blackjack", "--simplify", "6").stdout
        rows = text.split("Row by row")[1].splitlines()
        self.assertLessEqual(sum(row.count("against") * spanned(row) for row in rows), 6)
        for bad in ("x", "-1", "251", ""):
            r = strategy("--rules", "ma-blackjack", "--simplify", bad)
            self.assertEqual(r.returncode, 2)
        assert_said("say:lesser-number|x", strategy("--rules", "ma-blackjack", "--simplify", "x").stderr)
        r = strategy("--rules", "ma-blackjack", "--simplify", "3", "--exceptions")
        assert_said("say:simple-or-not", r.stderr)

    def test_class_of_play(self):
        """After splitting twos 2-6 against a 6 is doubled, and hit where it is not split (cdp)."""
        words = ("--rules", "ma-blackjack", "--set", "decks=1", "--post-split")
        found = self.chart(*words, "cdp")["post_split"]
        row = {"split": 2, "hands": 0, "hand": [2, 6], "dealer": [6], "kind": "real", "unsplit": "hit"}
        self.assertIn({**row, "best": "double"}, found["differs"])
        self.assertFalse([e for e in found["differs"] if e["split"] == 0])
        classes = [self.chart(*words, c)["post_split"]["house_edge"] for c in ("cdz-", "cdz", "cdp", "cdpn")]
        self.assertEqual(classes, sorted(classes, reverse=True))
        self.assertEqual(self.chart(*words, "cdz-")["post_split"]["differs"], [])
        by_count = self.chart(*words, "cdpn")["post_split"]["differs"]
        self.assertTrue({e["hands"] for e in by_count} & {2, 3, 4})
        text = strategy(*words, "cdp").stdout
        self.assertRegex(text, r"2,2 +any +6,2 +6 +real +hit +double")
        rows = list(csv.DictReader(io.StringIO(strategy(*words, "cdp", "--format", "csv").stdout.split("\n\n")[1])))
        self.assertEqual(len(rows), len(found["differs"]))
        self.assertIn("<td>6,2", strategy(*words, "cdp", "--format", "html").stdout)
        assert_said("say:class-is-a-list", strategy(*words, "cdp", "--format", "svg").stderr)

    def test_few_advices(self):
        """Hitting, standing, doubling and splitting are all advices of a chart of four."""
        best = self.chart("--rules", "ma-blackjack")["chart_house_edge"]
        answer = self.chart("--rules", "ma-blackjack", "--advices", "4")
        self.assertGreater(answer["chart_house_edge"], best)
        told = {
            c for kinds in answer["charts"].values() for rows in kinds.values() for row in rows.values() for c in row
        }
        self.assertEqual(told - {"-"}, {"H", "S", "D", "P"})
        self.assertEqual(self.chart("--rules", "ma-blackjack", "--advices", "9")["chart_house_edge"], best)
        self.assertIn("dearer", strategy("--rules", "ma-blackjack", "--advices", "4").stdout)
        for bad in ("x", "0", "10"):
            assert_said("say:lesser-number|" + bad, strategy("--rules", "ma-blackjack", "--advices", bad).stderr)
        assert_said(
            "say:simple-one-way", strategy("--rules", "ma-blackjack", "--advices", "4", "--simplify", "4").stderr
        )

    def test_totals_of_many_cards(self):
        """Standing with a 16 of three or more cards against a ten is the best known exception."""
        found = self.chart("--rules", "ma-blackjack", "--exceptions")["many_cards"][0]
        self.assertEqual((found["total"], found["cards"], found["dealer"], found["best"]), ("16", 3, "10", "stand"))
        self.assertGreater(found["gain"], 1e-5)

    def test_exceptions(self):
        """Ten and two against a four is hit with six decks; seven and five is not."""
        answer = self.chart("--rules", "ma-blackjack", "--exceptions")
        found = [e for e in answer["exceptions"] if e["hand"] == [2, 10] and e["dealer"] == [4]]
        self.assertEqual([(e["chart"], e["best"]) for e in found], [("stand", "hit")])
        gains = [e["gain"] for e in answer["exceptions"]]
        self.assertEqual(gains, sorted(gains, reverse=True))
        self.assertTrue(all(g > 0 for g in gains))
        for e in answer["exceptions"]:
            cards = " ".join("A23456789T"[v - 1] for v in e["hand"])
            if e["gain"] < 0.001:
                continue
            r = subprocess.run(
                [
                    LAMMER,
                    "odds",
                    "--rules",
                    "ma-blackjack",
                    "--hand",
                    cards,
                    "--up",
                    "A23456789T"[e["dealer"][0] - 1],
                    "--format",
                    "json",
                ],
                capture_output=True,
                text=True,
            )
            values = {a["action"]: a["value"] for a in json.loads(r.stdout)["hand"]["actions"]}
            self.assertAlmostEqual(values[e["best"]] - values[e["chart"]], e["gain"], delta=1e-12)
        self.assertEqual(strategy("--rules", "ma-blackjack", "--exceptions").returncode, 0)

    def test_chart_edge_is_the_one_of_odds(self):
        edge = self.chart("--rules", "ma-freebet")["chart_house_edge"]
        r = subprocess.run(
            [LAMMER, "odds", "--rules", "ma-freebet", "--wager", "main", "--format", "json"],
            capture_output=True,
            text=True,
        )
        self.assertAlmostEqual(json.loads(r.stdout)["main"]["chart_house_edge"], edge, delta=1e-12)


class BadInput(unittest.TestCase):
    BAD = [
        ([], "--rules"),
        (["--rules", "ma-freebet", "--format", "png"], "svg"),
        (["--rules", "ma-freebet", "--hand", "8h 8d"], "say:option-is|--hand||8h 8d"),
        (["--rules", "ma-blackjack", "--hand", "free"], "say:no-free-chart|ma-blackjack"),
        (["--rules", "ma-freebet", "--wager", "push22"], "--wager"),
        (["--rules", "ma-freebet", "--exceptions", "--format", "svg"], "--exceptions"),
        (["--rules", "ma-freebet", "--removed", "zz"], "say:no-card-word||zz"),
    ]

    def test_table(self):
        for args, words in self.BAD:
            r = strategy(*args)
            self.assertEqual((r.returncode, r.stdout), (2, ""), args)
            assert_said(words, r.stderr)

    def test_help(self):
        r = strategy("--help")
        self.assertEqual((r.returncode, r.stderr), (0, ""))
        self.assertIn("--exceptions", r.stdout)

    def test_illegal_settings_are_answered(self):
        r = strategy("--rules", "ma-freebet", "--set", "decks=1")
        self.assertEqual(r.returncode, 0)
        self.assertIn("[MFB-2(a).1]", r.stderr)


if __name__ == "__main__":
    unittest.main()
