#!/usr/bin/env python3
"""`lammer odds`: the JSON contract, every format for every profile, settings legal and not, bad input."""

import csv
import functools
import io
import json
import math
import os
import re
import subprocess
import sys
import tempfile
import unittest

sys.path.append("tests/support")
from said import assert_said, is_said  # noqa: E402
from shipped import SHIPPED  # noqa: E402

LAMMER = os.environ.get("LAMMER", "build/lammer")
MAIN = ["house_edge", "chart_house_edge", "sd", "element_of_risk", "win", "push", "lose"]


@functools.lru_cache(maxsize=None)
def odds(*args):
    """The same question has the same answer, so each is asked once."""
    return subprocess.run([LAMMER, "odds", *args], capture_output=True, text=True, timeout=120)


def finite(x):
    return isinstance(x, float) and math.isfinite(x)


class Case(unittest.TestCase):
    def ok(self, *args, warned=False):
        r = odds(*args)
        self.assertEqual(r.returncode, 0, f"{args}: {r.stderr}")
        if warned:
            self.assertRegex(r.stderr, r"(?m)^lammer: warning: .*\[[A-Z0-9]+-.*\]")
        else:
            self.assertEqual(r.stderr, "", args)
        return r.stdout

    def json(self, *args, warned=False):
        return json.loads(self.ok(*args, "--format", "json", warned=warned))

    def wager(self, rules, wager, table=None, *sets):
        args = ["--rules", rules, "--wager", wager]
        if table:
            args += ["--paytable", table]
        for s in sets:
            args += ["--set", s]
        r = odds(*args, "--format", "json")
        self.assertEqual(r.returncode, 0, r.stderr)
        found = json.loads(r.stdout)["wagers"]
        self.assertEqual(len(found), 1, [w["paytable"] for w in found])
        return found[0]


class Seen(Case):
    """Cards of other hands, and hands of a split."""

    def test_seen_is_removed(self):
        """--seen takes cards out of every question, as --removed does; both count."""
        removed, seen = ["--removed", "5c 5d 6h"], ["--seen", "5c 6h", "--removed", "5d"]
        for words in (
            ["odds", "--wager", "main", "--format", "json"],
            ["odds", "--wager", "main", "--eor", "--format", "json"],
            ["odds", "--dealer", "--format", "json"],
            ["odds", "--hand", "8h 8d", "--up", "6c", "--format", "json"],
            ["odds", "--wager", "buster", "--format", "json"],
            ["strategy", "--format", "json"],
            ["report", "--out", "-", "--wager", "main"],
        ):
            ask = [LAMMER, *words, "--rules", "ma-blackjack", "--set", "decks=1"]
            whole, one, other = (
                subprocess.run(ask + less, capture_output=True, text=True, check=True).stdout
                for less in ([], removed, seen)
            )
            self.assertEqual(one, other, words)
            self.assertNotEqual(one, whole, words)

    def test_one_of_a_split(self):
        deck = ["--rules", "ma-blackjack", "--set", "decks=1", "--set", "dealer_soft17=stand", "--up", "6c"]
        twos = self.json(*deck, "--hand", "2s 6h", "--hands", "2", "--seen", "2d", warned=True)["hand"]
        self.assertEqual((twos["best"], twos["hands"], twos["down"]), ("double", 2, False))
        self.assertAlmostEqual(twos["actions"][0]["value"], 0.1544, 4)
        self.assertIsNone(twos["probability"])
        said = self.ok(*deck, "--hand", "2s 6h", "--hands", "2", warned=True)
        assert_said("say:hand-of-split|2", said)
        last = self.json(*deck, "--hand", "2s 2h", "--hands", "4", "--seen", "2d", warned=True)["hand"]
        self.assertNotIn("split", [a["action"] for a in last["actions"]])
        many = odds("--rules", "ma-blackjack-multi", "--hand", "2s 6h", "--up", "6c", "--hands", "3")
        self.assertEqual(many.returncode, 2)
        assert_said("say:too-many-hands", many.stderr)
        assert_said("say:of-one-hand", odds("--rules", "ma-blackjack", "--hands", "2").stderr)

    def test_double_face_down(self):
        ask = ["--rules", "ma-blackjack-nohole", "--hand", "7s 6h", "--up", "Tc"]
        values = [
            {a["action"]: a["value"] for a in self.json(*ask, *down)["hand"]["actions"]} for down in ([], ["--down"])
        ]
        self.assertGreater(values[1]["double"], values[0]["double"] + 0.01)
        self.assertEqual(values[1]["hit"], values[0]["hit"])
        assert_said("say:doubled-down", self.ok(*ask, "--down"))


class Contract(Case):
    """DESIGN: field names and meaning that scripts rely on."""

    def check_main(self, main):
        for name in MAIN:
            self.assertTrue(finite(main[name]), name)
        self.assertAlmostEqual(main["win"] + main["push"] + main["lose"], 1, delta=1e-9)
        self.assertGreaterEqual(main["chart_house_edge"], main["house_edge"] - 1e-12)
        self.assertAlmostEqual(main["element_of_risk"], main["house_edge"] / main["staked"], delta=1e-12)
        self.assertAlmostEqual(sum(main["lammers"]) + main["dealer_blackjacks"], 1, delta=1e-9)

    def check_wager(self, w):
        self.assertIsInstance(w["paytable"], str)
        self.assertTrue(finite(w["house_edge"]) and finite(w["hit_frequency"]), w["id"])
        self.assertTrue(w["sd"] is None or finite(w["sd"]))
        self.assertGreater(len(w["outcomes"]), 1)
        paid = 0
        for o in w["outcomes"]:
            self.assertEqual(set(o) - {"ways"}, {"name", "pays", "probability"})
            self.assertIn(o["pays"]["form"], ("to", "for", "dollars", "percent"))
            self.assertIsInstance(o["pays"]["a"], int)
            self.assertIsInstance(o["pays"]["b"], int)
            self.assertTrue(0 <= o["probability"] <= 2)
            if "ways" in o:
                self.assertAlmostEqual(int(o["ways"]) / int(w["ways"]), o["probability"], delta=1e-15)
            paid += o["probability"] if o["pays"]["a"] else 0
        self.assertGreaterEqual(paid, w["hit_frequency"] - 1e-12)

    def test_every_profile(self):
        for rules in SHIPPED:
            with self.subTest(rules=rules):
                answer = self.json("--rules", rules)
                self.assertEqual(answer["rules"], rules)
                self.assertIn(answer["decks"], range(1, 9))
                self.check_main(answer["main"])
                shown = json.loads(
                    subprocess.run(
                        [LAMMER, "rules", "show", rules, "--format", "json"], capture_output=True, text=True
                    ).stdout
                )
                self.assertEqual(
                    [(w["id"], w["paytable"]) for w in answer["wagers"]],
                    [(o["id"], o["paytable"]) for o in shown["offers"]],
                )
                for w in answer["wagers"]:
                    self.check_wager(w)

    def test_all_wagers_of_a_document(self):
        for rules, least in (("ma-blackjack", 40), ("wa-freebet", 7), ("vendor-freebet", 7)):
            answer = self.json("--rules", rules, "--wager", "all")
            self.assertGreaterEqual(len(answer["wagers"]), least)
            for w in answer["wagers"]:
                self.check_wager(w)

    def test_twelve_digits(self):
        text = self.ok("--rules", "ma-blackjack", "--format", "json")
        for name in ("house_edge", "sd", "probability"):
            digits = [len(d.replace(".", "").lstrip("0")) for d in re.findall(rf'"{name}": (-?\d+\.\d+)', text)]
            self.assertGreaterEqual(max(digits), 12, name)

    def test_one_wager_leaves_the_main_game_out(self):
        answer = self.json("--rules", "ma-freebet", "--wager", "push22")
        self.assertIsNone(answer["main"])
        self.assertEqual(len(answer["wagers"]), 1)
        answer = self.json("--rules", "ma-freebet", "--wager", "main")
        self.check_main(answer["main"])
        self.assertEqual(answer["wagers"], [])

    def test_edge_from_the_outcomes(self):
        """The edge again, from what is printed: pays and probabilities."""
        for w in self.json("--rules", "ma-blackjack", "--wager", "all")["wagers"]:
            forms = {o["pays"]["form"] for o in w["outcomes"] if o["pays"]["a"]}
            if forms != {"to"} or w["id"] in ("match-dealer", "blackjack-bonus"):
                continue
            back = sum(
                o["probability"] * (o["pays"]["a"] / o["pays"]["b"] + 1) for o in w["outcomes"] if o["pays"]["a"]
            )
            self.assertAlmostEqual(1 - back, w["house_edge"], delta=1e-12, msg=w["id"])
            self.assertAlmostEqual(sum(o["probability"] for o in w["outcomes"]), 1, delta=1e-12)


class Figures(Case):
    """Published figures and figures from other programs."""

    EDGES = [
        ("ma-blackjack", "21+3", "A", [], 3.2386, 5e-5),
        ("ma-blackjack", "kings-bounty", "1", [], 23.164, 5e-4),
        ("ma-blackjack", "twenty-point", "A", [], 24.709, 5e-4),
        ("ma-blackjack", "in-between", "A", [], 3.396, 5e-4),
        ("ma-blackjack", "third-card", None, [], 6.912, 5e-4),
        ("ma-blackjack", "sevens", None, [], 11.40, 5e-3),
        ("ma-blackjack", "match-dealer", None, [], 4.062, 5e-4),
        ("ma-blackjack", "match-dealer", None, ["decks=8"], 3.674, 5e-4),
        ("ma-blackjack", "blazing7", "1", [], 24.78, 5e-3),  # MBJ-31(d).2
        ("ma-blackjack", "blazing7", "2", [], 23.59, 5e-3),
        ("wa-freebet", "blazing7", "1", [], 25.19, 5e-3),
        ("wa-freebet", "blazing7", "2", [], 24.06, 5e-3),
    ]

    def test_house_edges(self):
        for rules, wager, table, sets, percent, within in self.EDGES:
            w = self.wager(rules, wager, table, *sets)
            self.assertAlmostEqual(100 * w["house_edge"], percent, delta=within * 1.0001, msg=(wager, table))

    def test_insurance(self):
        w = self.wager("ma-blackjack", "insurance")
        self.assertAlmostEqual(w["house_edge"], 1 - 3 * 96 / 311, delta=1e-15)
        r = self.json("--rules", "ma-blackjack", "--wager", "insurance", "--removed", "5h 5d Tc")
        self.assertAlmostEqual(r["wagers"][0]["house_edge"], 1 - 3 * 95 / 308, delta=1e-15)

    def test_the_optimum_insures(self):
        """With small cards gone most hands are insured against an ace; the gain is counted here by hand."""
        gone = [r + s for r in "23456" for s in "hdcs" for _ in range(5)]
        rules = ["--rules", "ma-blackjack", "--wager", "main", "--removed", " ".join(gone)]
        edge = self.json(*rules)["main"]["house_edge"]
        without = self.json(*rules, "--set", "insurance=off", warned=True)["main"]["house_edge"]
        left = {v: 24 for v in range(1, 10)} | {v: 4 for v in range(2, 7)} | {10: 96}
        cards, gain = sum(left.values()), 0
        after = dict(left)
        after[1] -= 1
        for a in after:
            for b in after:
                ways = after[a] * (after[b] - (a == b))
                tens = after[10] - (a == 10) - (b == 10)
                gain += ways * max(0, 3 * tens / (cards - 3) - 1) / 2
        gain *= left[1] / cards / (cards - 1) / (cards - 2)
        self.assertGreater(gain, 0.001)
        self.assertAlmostEqual(without - edge, gain, delta=1e-12)

    def test_a_tiny_shoe_is_warned_of(self):
        gone = " ".join(r + s for r in "23456789TJ" for s in "hdc")
        answer = odds("--rules", "ma-blackjack", "--set", "decks=1", "--wager", "main", "--removed", gone)
        assert_said("say:tiny-shoe|22", answer.stderr)

    def test_a_round_of_multiple_action(self):
        main = self.json("--rules", "ma-blackjack-multi", "--wager", "main")["main"]
        self.assertAlmostEqual(main["sd"], 2.649, delta=0.0006)
        self.assertAlmostEqual(main["win"], 0.4523, delta=0.0001)
        self.assertAlmostEqual(main["push"], 0.0631, delta=0.0001)
        self.assertAlmostEqual(main["lose"], 0.4846, delta=0.0001)
        self.assertAlmostEqual(main["spot"]["sd"], 1.1466, delta=0.0001)
        self.assertNotIn("spot", self.json("--rules", "ma-blackjack", "--wager", "main")["main"])

    def test_main_game(self):
        """TARGETS: another analyser, composition-dependent, six decks, no resplit of aces."""
        for soft17, percent in (("hit", 0.615389123), ("stand", 0.402870236)):
            answer = self.json(
                "--rules",
                "ma-blackjack",
                "--set",
                f"dealer_soft17={soft17}",
                "--set",
                "resplit_aces=off",
                "--wager",
                "main",
            )
            self.assertAlmostEqual(100 * answer["main"]["house_edge"], percent, delta=1e-8)

    def test_pot_of_gold_by_the_optimum(self):
        w = self.wager("wa-freebet", "pot-of-gold", "01")
        self.assertAlmostEqual(100 * w["house_edge"], 8.2390, delta=1e-4)
        self.assertAlmostEqual(100 * self.wager("wa-freebet", "pot-of-gold", "02")["house_edge"], 7.0367, delta=1e-4)
        assert_said("say:optimum-of-main", w["strategy"])
        main = self.json("--rules", "wa-freebet", "--wager", "main")["main"]
        self.assertAlmostEqual(main["lammers"][0] + main["dealer_blackjacks"], 0.838228071, delta=1e-9)

    def test_infinite_deck_12_against_4(self):
        for rules, stand, hit in (("wa-freebet", -0.301161, -0.279823), ("ma-blackjack", -0.205850, -0.213839)):
            answer = self.json(
                "--rules", rules, "--set", "dealer_soft17=hit", "--infinite", "--hand", "T 2", "--up", "4"
            )
            values = {a["action"]: a["value"] for a in answer["hand"]["actions"]}
            self.assertAlmostEqual(values["stand"], stand, delta=2e-6)
            self.assertAlmostEqual(values["hit"], hit, delta=2e-6)


class Classes(Case):
    def test_bound_of_one_strategy(self):
        """cdz stands between cdz- and cdp, with the bound of its best strategy: here the one found is proved to be it."""
        one = ("--rules", "ma-blackjack", "--set", "decks=1", "--set", "resplit_aces=off", "--wager", "main")
        main = self.json(*one, "--post-split", "cdz", warned=True)["main"]
        edge = main["classes"]
        self.assertLess(edge["cdp"], edge["cdz"])
        self.assertLess(edge["cdz"], edge["cdz-"])
        self.assertAlmostEqual(main["cdz_bound"], edge["cdz"], delta=1e-12)
        text = self.ok(*one, "--post-split", "cdz", warned=True)
        self.assertRegex(text, r"split: cdz +(\S+) %\n.*below +\1 %\n.*split: cdp +\S+ %\n")
        rows = list(csv.DictReader(io.StringIO(self.ok(*one, "--post-split", "cdz", "--format", "csv", warned=True))))
        bound = [round(float(r["value"]), 15) for r in rows if r["name"] == "classes.cdz.bound"]
        self.assertEqual(bound, [round(main["cdz_bound"], 15)])
        self.assertNotIn("cdz_bound", self.json(*one, "--post-split", "cdp", warned=True)["main"])

    def test_a_bound_with_a_late_blackjack(self):
        late = self.json("--rules", "ma-blackjack-nohole", "--wager", "main", "--post-split", "cdz")["main"]
        self.assertIn("cdp", late["classes"])
        self.assertLess(late["cdz_bound"], late["classes"]["cdz"])


class Printed(Case):
    PUSH22 = [  # WFB-P22M.1 to .6 under the corrected headings; decks 1 2 4 6 8
        ("1", "hit", [9.04, 7.10, 6.16, 5.85, 5.70]),
        ("2", "hit", [14.98, 12.99, 12.03, 11.70, 11.55]),
        ("1", "stand", [10.03, 8.09, 7.15, 6.84, 6.69]),
        ("2", "stand", [15.88, 13.89, 12.93, 12.61, 12.46]),
        ("3", "hit", [11.80, 11.72, 11.70, 11.71, 11.75]),
        ("3", "stand", [13.00, 12.92, 12.88, 12.88, 12.86]),
    ]

    def test_push22(self):
        for table, soft17, printed in self.PUSH22:
            for decks, percent in zip((1, 2, 4, 6, 8), printed):
                if soft17 == "stand" and decks not in (4, 6):
                    continue  # every row, fewer runs
                w = self.wager("wa-freebet", "push22", table, f"decks={decks}", f"dealer_soft17={soft17}")
                (figure,) = w["printed"]
                self.assertEqual(round(100 * figure["printed"], 2), percent)
                self.assertEqual(figure["ours"], w["house_edge"])
                self.assertAlmostEqual(100 * figure["ours"], percent, delta=0.2 if table == "3" else 0.01)
                self.assertEqual(figure["agrees"], round(100 * w["house_edge"], 2) == percent)
                if not figure["agrees"]:
                    self.assertIn("C-28" if table == "3" else "C-27", figure["note"])
                if (table, soft17) in (("2", "hit"), ("1", "stand")):
                    self.assertIn("C-27", figure["note"])

    def test_blazing7(self):
        hold, hits = self.wager("ma-blackjack", "blazing7", "1")["printed"]
        self.assertTrue(hold["agrees"] and hits["agrees"])
        hold, hits = self.wager("wa-freebet", "blazing7", "1")["printed"]
        self.assertFalse(hold["agrees"])
        self.assertIn("C-45", hold["note"])
        self.assertTrue(hits["agrees"])
        hold, _ = self.wager("ma-blackjack", "blazing7", "1", "decks=8")["printed"]
        assert_said("say:six-decks-note", hold["note"])

    def test_none_elsewhere(self):
        self.assertEqual(self.wager("ma-freebet", "push22", "A")["printed"], [])


class Formats(Case):
    def test_every_format_for_every_profile(self):
        for rules in SHIPPED:
            if rules == "ma-blackjack-doubleshoe":
                continue  # to the analyser it is ma-blackjack-nohole
            with self.subTest(rules=rules):
                answer = self.json("--rules", rules)
                text = self.ok("--rules", rules)
                self.assertIn(f"{100 * answer['main']['house_edge']:.8f} %", text)
                for w in answer["wagers"]:
                    self.assertIn(f"{100 * w['house_edge']:.8f} %", text)
                    for o in w["outcomes"]:
                        self.assertIn(o["name"], text)
                self.assertNotIn("nan", text)
                self.assertNotIn("\033", text)
                self.check_csv(answer, self.ok("--rules", rules, "--format", "csv"))

    def check_csv(self, answer, text):
        rows = list(csv.DictReader(io.StringIO(text)))
        self.assertTrue(all(None not in row and len(row) == 8 for row in rows))
        value = {(r["wager"], r["paytable"], r["item"], r["name"]): r["value"] for r in rows}
        near = lambda a, b: self.assertAlmostEqual(float(a), b, delta=1e-12)
        near(value["main", "", "figure", "house_edge"], answer["main"]["house_edge"])
        near(value["main", "", "figure", "chart_house_edge"], answer["main"]["chart_house_edge"])
        for w in answer["wagers"]:
            near(value[w["id"], w["paytable"], "figure", "house_edge"], w["house_edge"])
            for o in w["outcomes"]:
                near(value[w["id"], w["paytable"], "outcome", o["name"]], o["probability"])

    def test_meters_are_told(self):
        text = self.ok("--rules", "wa-freebet", "--wager", "blazing7")
        told = self.wager("wa-freebet", "blazing7")
        meter = told["meters"][0]
        for figure in (
            f"{100 * told['house_edge']:.8f} %",
            f"{100 * told['fixed_return']:.8f} %",
            f"${meter['dollar_value']:.10g}",
            f"${meter['break_even']:.2f}",
        ):
            self.assertIn(figure, text)
        self.assertGreater(meter["break_even"], meter["seed"])

    def test_progressive_edge_from_its_parts(self):
        w = self.wager("ma-blackjack", "blazing7", "2")
        m = w["meters"][0]
        self.assertAlmostEqual(
            w["house_edge"], 1 - w["fixed_return"] - m["contribution"] - m["seed"] * m["won_whole"], delta=1e-12
        )

    def test_envy_needs_others(self):
        edges = []
        for players in ("1", "5"):
            answer = self.json(
                "--rules",
                "ma-blackjack",
                "--set",
                "decks=8",
                "--set",
                "super4.seed=10000",
                "--set",
                "super4.contribution=10",
                "--wager",
                "super4",
                "--paytable",
                "N",
                "--players",
                players,
            )
            edges.append(answer["wagers"][0]["house_edge"])
        self.assertGreater(edges[0], edges[1])

    def test_two_stakes(self):
        found = self.json("--rules", "ma-blackjack", "--wager", "blackjack-bonus")["wagers"]
        self.assertEqual([w["stake_cents"] for w in found], [100, 500])
        found = self.json("--rules", "ma-blackjack", "--wager", "blackjack-bonus", "--stake", "5")["wagers"]
        self.assertEqual([w["stake_cents"] for w in found], [500])


class Removal(Case):
    def test_cards_that_left(self):
        fresh = self.wager("ma-blackjack", "21+3", "A")
        less = self.json("--rules", "ma-blackjack", "--wager", "21+3", "--removed", "5h,5d Tc")
        self.assertEqual(less["removed"], 3)
        self.assertNotEqual(less["wagers"][0]["house_edge"], fresh["house_edge"])

    def test_effects(self):
        """The effect of one card is the difference that removing it makes."""
        answer = self.json("--rules", "ma-freebet", "--wager", "push22", "--eor")
        effect, edge = answer["wagers"][0]["effect_of_removal"], answer["wagers"][0]["house_edge"]
        self.assertEqual(len(effect), 52)
        for card in ("2h", "As", "Kd"):
            without = self.json("--rules", "ma-freebet", "--wager", "push22", "--removed", card)["wagers"][0]
            self.assertAlmostEqual(edge - without["house_edge"], effect[card], delta=1e-12)

    def test_effects_on_the_main_game(self):
        rules = ["--rules", "ma-freebet", "--wager", "main"]
        answer = self.json(*rules, "--eor")["main"]
        effect = answer["effect_of_removal"]
        self.assertEqual(sorted(effect), sorted("A23456789T"))
        for card in ("5h", "Ac"):
            without = self.json(*rules, "--removed", card)["main"]["house_edge"]
            self.assertAlmostEqual(answer["house_edge"] - without, effect[card[0]], delta=1e-9)
        fixed = answer["effect_of_removal_fixed"]
        self.assertAlmostEqual(sum(x * (4 if v == "T" else 1) for v, x in fixed.items()), 0, delta=1e-12)
        self.assertGreater(effect["5"], 0)
        self.assertLess(effect["A"], 0)


@functools.lru_cache(maxsize=None)
def printed_chart(rules):
    words = [LAMMER, "strategy", "--rules", rules, "--format", "json"]
    return subprocess.run(words, capture_output=True, text=True, check=True).stdout


class Chart(Case):
    """A chart from a file: its value, its cells, its exceptions."""

    def chart(self, change=None, *args, rules="ma-blackjack"):
        chart = json.loads(printed_chart(rules))
        if change:
            change(chart)
        with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
            json.dump(chart, file)
            file.flush()
            return subprocess.run(
                [LAMMER, "odds", "--rules", rules, "--chart", file.name, *args], capture_output=True, text=True
            )

    def json_of(self, change=None, rules="ma-blackjack"):
        return json.loads(self.chart(change, "--format", "json", rules=rules).stdout)["chart"]

    def test_best_chart(self):
        for rules in ("ma-blackjack", "wa-freebet"):
            found, main = self.json_of(rules=rules), self.json("--rules", rules, "--wager", "main")["main"]
            self.assertAlmostEqual(found["house_edge"], main["chart_house_edge"], delta=1e-12)
            self.assertAlmostEqual(found["optimum_house_edge"], main["house_edge"], delta=1e-12)
            self.assertAlmostEqual(sum(c["cost"] for c in found["cells"]), found["cost"], delta=1e-12)

    def test_wrong_cell(self):
        def stand(chart):
            chart["charts"]["real"]["hard"]["12"][0] = "S"

        found = self.json_of(stand)
        dearest = found["cells"][0]
        self.assertEqual((dearest["rows"], dearest["hand"], dearest["dealer"]), ("hard", "12", "2"))
        self.assertEqual((dearest["chart"], dearest["best"]), ("S", "H"))
        lines = list(csv.DictReader(io.StringIO(self.chart(stand, "--format", "csv").stdout)))
        self.assertAlmostEqual(sum(float(x["cost"]) for x in lines), found["cost"], delta=1e-12)
        self.assertIn("cost against the optimum", self.chart(stand).stdout)

    def test_exceptions(self):
        def many(chart):
            chart["exceptions"] = [{"total": "16", "cards": 3, "dealer": "T", "best": "S"}]

        def one(chart):
            chart["exceptions"] = [{"hand": [10, 2], "dealer": [4], "kind": "real", "best": "hit"}]

        plain = self.json_of()
        self.assertLess(self.json_of(many)["house_edge"], plain["house_edge"])
        self.assertLess(self.json_of(one)["house_edge"], plain["house_edge"])
        self.assertEqual(self.json_of(many)["exceptions"], 1)

    def test_open_hole_card(self):
        """Two up cards are not a column there: an exception names the dealer's total."""
        face_up = "ma-blackjack --set hole_card=face-up --set insurance=off --set surrender=off".split()
        printed = subprocess.run(
            [LAMMER, "strategy", "--rules", *face_up, "--format", "json"], capture_output=True, text=True
        )
        chart = json.loads(printed.stdout)
        for dealer, right in (("s17", True), ([6, 10], False), ("31", False)):
            chart["exceptions"] = [{"total": "16", "cards": 3, "dealer": dealer, "best": "S"}]
            with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
                json.dump(chart, file)
                file.flush()
                r = subprocess.run(
                    [LAMMER, "odds", "--rules", *face_up, "--chart", file.name], capture_output=True, text=True
                )
            self.assertEqual(r.returncode, 0 if right else 2, r.stderr)
            if not right:
                assert_said("say:chart-dealer-total", r.stderr)

    def test_bad_files(self):
        def refuse(why, **exception):
            r = self.chart(lambda chart: chart.update(exceptions=[exception]))
            self.assertEqual(r.returncode, 2)
            assert_said(why, r.stderr)

        refuse("say:chart-up-card", total="16", cards=3, dealer="K", best="S")
        refuse("say:chart-exception-hand", total="16", dealer="T", best="S")
        refuse("say:chart-exception-hand", hand=[10], dealer="T", best="S")
        self.assertEqual(odds("--rules", "ma-blackjack", "--chart", "none.json").returncode, 2)
        assert_said("say:chart-alone", odds("--rules", "ma-blackjack", "--chart", "x", "--eor").stderr)
        r = self.chart(None, "--set", "hole_card=face-up")
        assert_said("say:chart-other-game", r.stderr)
        r = self.chart(lambda chart: chart.update(exceptions=[{}] * 513))
        assert_said("say:chart-exceptions-most", r.stderr)


class Dealer(Case):
    def test_formats(self):
        table = self.json("--rules", "wa-freebet", "--dealer", "--eor")["dealer"]
        self.assertEqual(len(table["without"]), 10)
        for part in (table, *table["without"].values()):
            for when in ("before", "after"):
                self.assertEqual(len(part[when]), 11)
                for ends in part[when].values():
                    self.assertAlmostEqual(sum(ends.values()) - ends["bust"], 1, delta=1e-12)
        self.assertEqual(table["after"]["A"]["blackjack"], 0)
        self.assertAlmostEqual(table["before"]["A"]["blackjack"], 96 / 311, delta=1e-15)
        lines = list(csv.reader(io.StringIO(self.ok("--rules", "wa-freebet", "--dealer", "--format", "csv"))))
        self.assertEqual((len(lines), {len(x) for x in lines}), (23, {12}))
        text = self.ok("--rules", "wa-freebet", "--dealer")
        assert_said("say:dealer-before", text)
        assert_said("say:dealer-after", text)
        assert_said("say:dealer-alone", odds("--rules", "wa-freebet", "--dealer", "--wager", "main").stderr)


class Distribution(Case):
    def test_formats(self):
        found = self.json("--rules", "ma-blackjack", "--distribution", "--rounds", "250")["distribution"]
        main = self.json("--rules", "ma-blackjack", "--wager", "main")["main"]
        nets = {x["net"]: x["probability"] for x in found["nets"]}
        self.assertAlmostEqual(sum(nets.values()), 1, delta=1e-12)
        self.assertAlmostEqual(found["nets"][-1]["or_more"], 1, delta=1e-12)
        self.assertAlmostEqual(-sum(x * p for x, p in nets.items()), main["house_edge"], delta=1e-8)
        square = sum(x * x * p for x, p in nets.items()) - main["house_edge"] ** 2
        self.assertAlmostEqual(square**0.5, main["sd"], delta=1e-7)
        for sign in ("win", "push", "lose"):
            self.assertAlmostEqual(found[sign], main[sign], delta=1e-12)
        self.assertEqual([x["rounds"] for x in found["rounds"]], [100, 1000, 10000, 250])
        for x in found["rounds"]:
            self.assertAlmostEqual(x["ahead"] + x["even"] + x["behind"], 1, delta=1e-9)
            self.assertAlmostEqual(x["fair_rebate"] * x["mean_loss"], -x["mean"], delta=1e-9)
        lines = list(csv.reader(io.StringIO(self.ok("--rules", "ma-blackjack", "--distribution", "--format", "csv"))))
        self.assertEqual(len(lines), len(nets) + 1)
        text = self.ok("--rules", "ma-blackjack", "--distribution")
        assert_said("say:rounds-independent", text)
        assert_said("say:net-error", text)
        assert_said("say:net-bound", text)
        self.assertLess(found["error"], found["error_bound"])
        self.assertLess(found["error_bound"], 5e-5)

    def test_whole_numbers(self):
        gone = " ".join(f"{r}{x}" for r in "2345678" for x in "cdh") + " Tc Td Js Jd"
        words = ("--rules", "ma-blackjack", "--set", "decks=1", "--removed", gone, "--distribution")
        found = self.json(*words, warned=True)["distribution"]
        nets = {x["net"]: int(x["ways"]) for x in found["nets"]}
        every = int(found["all_ways"])
        self.assertEqual(sum(nets.values()), every)
        self.assertEqual(math.factorial(27) % every, 0)
        for x in found["nets"]:
            self.assertAlmostEqual(x["probability"], int(x["ways"]) / every, delta=1e-15)
        self.assertAlmostEqual(-sum(x * n for x, n in nets.items()) / every, found["house_edge"], delta=1e-12)
        text = odds(*words).stdout
        assert_said(f"say:net-ways|{every}", text)
        self.assertIn(f" {nets[2]}\n", text)
        self.assertNotIn("ways", self.json("--rules", "ma-blackjack", "--distribution")["distribution"]["nets"][0])

    def test_beside(self):
        words = ("--rules", "ma-blackjack", "--wager", "buster", "--paytable", "A")
        found = self.json(*words, "--distribution", "--together", "0.2")["distribution"]
        alone, nets = self.json(*words)["wagers"][0], {x["net"]: 0.0 for x in found["nets"]}
        other = found["beside"][0]
        self.assertEqual((other["id"], other["decided_by"], other["ratio"]), ("buster", "dealer", 0.2))
        self.assertAlmostEqual(other["mean"], -alone["house_edge"], delta=1e-12)
        self.assertAlmostEqual(other["sd"], alone["sd"], delta=1e-10)
        priced = {x["name"]: x["probability"] for x in alone["outcomes"]}
        for outcome in other["outcomes"]:
            self.assertAlmostEqual(outcome["probability"], priced[outcome["outcome"]], delta=1e-12)
            for x in outcome["with"]:
                nets[x["net"]] += x["probability"]
        for x in found["nets"]:
            self.assertAlmostEqual(nets[x["net"]], x["probability"], delta=found["error"])
        square = found["sd"] ** 2 + (0.2 * other["sd"]) ** 2 + 2 * 0.2 * other["covariance"]
        self.assertAlmostEqual(other["box_sd"], square**0.5, delta=1e-7)
        text = self.ok(*words, "--distribution")
        assert_said("say:both-formats", text)
        lines = self.ok(*words, "--distribution", "--format", "csv").splitlines()
        self.assertEqual(len(lines), 1 + sum(len(x["with"]) for x in other["outcomes"]))

    def test_boxes(self):
        found = self.json("--rules", "ma-blackjack", "--distribution", "--boxes", "5", "--rounds", "250")[
            "distribution"
        ]
        boxes, variance = found["boxes"], found["sd"] ** 2
        self.assertAlmostEqual(boxes["correlation"], boxes["covariance"] / variance, delta=1e-6)
        self.assertAlmostEqual(boxes["hold"], found["house_edge"], delta=1e-8)
        for x in boxes["rounds"]:
            sd = ((variance + 4 * boxes["covariance"]) / (5 * x["rounds"])) ** 0.5
            self.assertAlmostEqual(x["sd"], sd, delta=1e-7)
            self.assertAlmostEqual(x["high"] - x["low"], 2 * 1.96 * sd, delta=1e-6)
        assert_said("say:boxes-depend", self.ok("--rules", "ma-blackjack", "--distribution", "--boxes", "1"))
        refused = odds("--rules", "ma-blackjack", "--set", "bonus_678=on", "--distribution", "--boxes", "2")
        self.assertEqual(refused.returncode, 2)
        assert_said("say:boxes-unknown", refused.stderr)

    def test_beside_out_of_reach(self):
        for words, said in (
            (("ma-blackjack", "--wager", "sevens"), "say:both-drawn"),
            (("wa-freebet", "--wager", "pot-of-gold"), "say:both-play"),
            (("ma-blackjack", "--wager", "21+3", "--set", "bonus_678=on"), "say:both-suits"),
            (("ma-blackjack-nohole", "--wager", "21+3", "--set", "multiple_action=2"), "say:both-spots"),
        ):
            with self.subTest(words):
                warned = "multiple_action=2" in words
                found = self.json("--rules", *words, "--distribution", warned=warned)["distribution"]
                assert_said(said, found["beside"][0]["out_of_reach"])
                self.assertNotIn("covariance", found["beside"][0])

    def test_insurance_is_counted(self):
        words = ("--rules", "ma-blackjack", "--removed", " ".join(f"{r}{s}" for r in "23456" for s in "cdhs" * 4))
        found = self.json(*words, "--distribution")["distribution"]
        self.assertTrue(found["insured"])
        main = self.json(*words, "--wager", "main")["main"]
        self.assertAlmostEqual(found["house_edge"], main["house_edge"], delta=1e-12)
        mean = sum(x["net"] * x["probability"] for x in found["nets"])
        self.assertAlmostEqual(-mean, main["house_edge"], delta=1e-7)
        self.assertIn(-0.5, [x["net"] for x in found["nets"]])

    def test_ruin(self):
        words = ("--rules", "ma-blackjack", "--distribution", "--bankroll", "20", "--goal", "10")
        ruin = self.json(*words)["distribution"]["ruin"]
        self.assertAlmostEqual(ruin["ruined"] + ruin["reached"], 1, delta=1e-12)
        short = self.json(*words, "--rounds", "50")["distribution"]["ruin"]
        self.assertLess(short["ruined"], ruin["ruined"])
        self.assertLess(short["length"], 50)

    def test_refused(self):
        for words, said in (
            (("--distribution", "--hand", "8h 8d", "--up", "6c"), "say:distribution-alone"),
            (("--distribution", "--together", "1"), "say:together-of-what"),
            (("--rounds", "5"), "say:distribution-missing"),
            (("--distribution", "--goal", "5"), "say:goal-of-bankroll"),
            (("--distribution", "--bankroll", "5"), "say:ruin-of-what"),
            (("--distribution", "--bankroll", "1e6", "--goal", "1e6"), "say:ruin-too-large"),
        ):
            r = odds("--rules", "ma-blackjack", *words)
            self.assertEqual(r.returncode, 2, words)
            assert_said(said, r.stderr)


class Situations(Case):
    def ask(self, rules, *args, member):
        found = self.json("--rules", rules, *args)[member]
        lines = list(csv.DictReader(io.StringIO(self.ok("--rules", rules, *args, "--format", "csv"))))
        rows = next((x for x in found.values() if isinstance(x, list)), None)
        self.assertEqual(len(lines), len(rows))
        self.assertEqual(list(lines[0]), list(rows[0]))
        self.assertIn("\n", self.ok("--rules", rules, *args))
        return found

    def test_tax_forms(self):
        """King's Bounty by hand: two kings of spades of six, and a blackjack behind them, pay 1000 to 1."""
        tables = ("--wager", "all", "--stake", "5", "--rounds", "60")
        found = {
            "2025": self.ask("ma-blackjack", "--tax-forms", "2025", *tables, member="tax_forms"),
            "2026": self.json("--rules", "ma-blackjack", "--tax-forms", "2026", *tables)["tax_forms"],
        }
        for year in found:
            found[year] = {(w["wager"], w["paytable"]): w for w in found[year]["wagers"]}
        kings = math.comb(6, 2) / math.comb(312, 2) * 2 * 24 * (96 - 2) / (310 * 309)
        for year in found:
            bounty = found[year]["kings-bounty", "1"]
            self.assertAlmostEqual(bounty["probability"], kings, delta=1e-15)
            self.assertAlmostEqual(bounty["forms"], 60 * kings, delta=1e-13)
            self.assertAlmostEqual(bounty["any"], 1 - (1 - kings) ** 60, delta=1e-12)
            self.assertEqual(found[year]["main", ""]["probability"], 0)
            self.assertEqual((found[year]["insurance", ""]["most"], found[year]["insurance", ""]["stake"]), (2, 2.5))
            self.assertIsNone(found[year]["blackjack-bonus", ""]["probability"])
        # 400 for 1 on $5: $1,995 less the wager, $2,000 with it
        old, new = found["2025"]["blazing7", "1"], found["2026"]["blazing7", "1"]
        self.assertEqual((new["most"], new["probability"], new["one_in"]), (399, 0, None))
        self.assertEqual(old["probability"], new["whole_payout"])
        self.assertGreater(old["probability"], 1e-5)
        for year in ("2017", "2027"):
            refused = odds("--rules", "ma-blackjack", "--tax-forms", year)
            self.assertEqual(refused.returncode, 2)
            assert_said(f"say:tax-year-unknown|{year}", refused.stderr)
        refused = odds("--rules", "ma-blackjack", "--tax-forms", "2026", "--distribution")
        assert_said("say:tax-forms-alone", refused.stderr)

    def test_behind(self):
        behind = ["--set", "bettors_per_box=2", "--behind"]
        found = self.ask("ma-blackjack", *behind, member="behind")
        edges = {w["way"]: w["house_edge"] for w in found["ways"]}
        best, decider = list(edges.values())[:2]
        main = self.json("--rules", "ma-blackjack", "--wager", "main")["main"]
        self.assertAlmostEqual(decider, main["house_edge"], delta=1e-12)
        self.assertEqual(best, min(edges.values()))
        for w in found["ways"]:
            self.assertAlmostEqual(w["cost"], w["house_edge"] - best, delta=1e-15)
        gain = sum(x["probability"] * (x["best"] - x["both"]) for x in found["splits"] if x["up"] not in ("10", "A"))
        self.assertLess(gain, decider - best)
        for x in found["splits"]:
            self.assertGreaterEqual(x["best"], max(x["both"], x["left"], x["right"]) - 1e-12)
            self.assertEqual(x["ride"] == "both", x["both"] > 0, x)
        self.assertNotIn("doubles", found)  # a good double gains for each chip

    def test_behind_a_chart(self):
        """A decider who doubles hard 12 against a 10 is better left alone with it, and costs the bettor as well."""
        chart = json.loads(
            subprocess.run(
                [LAMMER, "strategy", "--rules", "ma-blackjack", "--format", "json"], capture_output=True, text=True
            ).stdout
        )
        chart["charts"]["real"]["hard"]["12"][8] = "D"
        with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
            json.dump(chart, file)
            file.flush()
            behind = ("--set", "bettors_per_box=2", "--behind", "--chart", file.name)
            found = self.ask("ma-blackjack", *behind, member="behind")
        self.assertEqual(found["decider"], "the chart")
        self.assertIn(("10,2", "10"), [(x["hand"], x["up"]) for x in found["doubles"]])
        self.assertGreater(found["ways"][1]["cost"], 0.005)

    def test_behind_needs_a_place(self):
        assert_said("say:none-behind|ma-freebet", odds("--rules", "ma-freebet", "--behind").stderr)

    def test_worth(self):
        found = self.ask("wa-freebet", "--worth", "all", member="worth")
        without = lambda *sets: self.json("--rules", "wa-freebet", "--wager", "main", *sets, warned=True)["main"]
        doubles = without("--set", "free_double=none")["house_edge"]
        self.assertAlmostEqual(found["free_doubles"], doubles - found["house_edge"], delta=1e-12)
        self.assertLess(found["both"], found["free_doubles"] + found["free_splits"])
        self.assertAlmostEqual(found["lammer"], found["both"] / found["lammers"], delta=1e-12)
        kinds = {x["gift"] for x in found["states"]}
        self.assertEqual(kinds, {"double", "split", "lammer"})
        for x in found["states"]:
            self.assertGreaterEqual(x["worth"], -1e-12)
            self.assertAlmostEqual(x["worth"], x["value"] - x["without"], delta=1e-12)
        hand = self.json("--rules", "wa-freebet", "--hand", "6 5", "--up", "T")["hand"]["actions"][0]
        state = next(x for x in found["states"] if (x["gift"], x["hand"], x["up"]) == ("double", "5,6", "10"))
        self.assertAlmostEqual(state["value"], hand["value"], delta=1e-12)
        assert_said("say:no-gifts|ma-blackjack", odds("--rules", "ma-blackjack", "--worth", "all").stderr)

    def test_coupon(self):
        found = self.ask("ma-blackjack", "--coupon", "25", member="coupon")
        self.assertTrue(0.45 < found["worth"] < 0.5)
        self.assertGreater(found["worth"], found["worth_by_usual_chart"])
        self.assertGreater(found["worth_by_usual_chart"], found["worth_once"])
        self.assertAlmostEqual(found["worth_dollars"], 25 * found["worth"], delta=1e-9)
        chips = found["house_edge_without"] - found["house_edge"]  # what goes back is worth what it was
        self.assertAlmostEqual(chips, (1 - found["tie"]) * found["worth"], delta=1e-9)
        self.assertIn({"rows": "soft", "row": "A,2", "up": "6", "usual": "D", "with": "H"}, found["changes"])
        half = self.json("--rules", "ma-blackjack", "--coupon", "25", "--stake", "50")["coupon"]
        self.assertLess(abs(half["worth"] - found["worth"]), 0.01)
        self.assertEqual((found["even_money_without"], half["stake"]), (False, 50.0))
        small = odds("--rules", "ma-blackjack", "--coupon", "25", "--stake", "10")
        assert_said("say:coupon-over-stake|25", small.stderr)
        self.assertEqual(small.returncode, 2)

    def test_coupon_beside_wagers(self):
        beside = ("--wager", "all")
        found = self.ask("ma-blackjack", "--coupon", "25", *beside, member="coupon")
        alone = self.json("--rules", "ma-blackjack", *beside)["wagers"]
        alone = {(x["id"], x["paytable"]): x["house_edge"] for x in alone}
        counted = [x for x in found["wagers"] if x["gain"] is not None]
        self.assertGreater(len(counted), 5)
        box = -25 * found["house_edge"] + 25 * found["tie"] * found["worth"]
        for x in counted:
            box -= x["stake"] * alone[x["wager"], x["paytable"]]
        self.assertAlmostEqual(found["box_gain"], box, delta=1e-9)
        pot = self.json("--rules", "wa-freebet", "--coupon", "25", "--wager", "pot-of-gold")["coupon"]
        self.assertIsNone(pot["wagers"][0]["gain"])  # it pays for lammers, which the play decides

    def test_even_money_with_a_coupon(self):
        found = self.json("--rules", "ma-blackjack", "--set", "even_money=on", "--coupon", "5")["coupon"]
        self.assertEqual((found["even_money"], found["even_money_without"]), (True, False))

    def test_first_card(self):
        found = self.ask("ma-blackjack", "--first", "all", member="first")
        cards = {(x["first"], x["up"]): x for x in found["cards"]}
        main = self.json("--rules", "ma-blackjack", "--wager", "main")["main"]
        self.assertAlmostEqual(found["house_edge"], main["house_edge"], delta=1e-12)
        self.assertAlmostEqual(cards["A", "any"]["value"], 0.5169, delta=1e-4)
        for kind in (lambda k: k[1] == "any" and k[0] != "any", lambda k: k[0] == "any" and k[1] != "any"):
            parts = [x for k, x in cards.items() if kind(k)]
            self.assertAlmostEqual(sum(x["probability"] for x in parts), 1, delta=1e-12)
            mean = sum(x["probability"] * x["value"] for x in parts)
            self.assertAlmostEqual(mean, -main["house_edge"], delta=1e-12)
        one = self.json("--rules", "ma-blackjack", "--first", "K")["first"]
        self.assertAlmostEqual(one["value"], cards["10", "any"]["value"], delta=1e-15)

    def test_insurance_by_cards_seen(self):
        found = self.ask("ma-blackjack", "--insurance", member="insurance")
        self.assertEqual((found["cards"], found["tens"], found["others_to_right"]), (311, 96, 24))
        self.assertAlmostEqual(found["value"], 3 * 96 / 311 - 1, delta=1e-15)
        self.assertAlmostEqual(found["even_money_waits"], 1.5 * (1 - 95 / 309), delta=1e-12)
        first = next(x["seen"] for x in found["seen"] if x["most_tens"] is not None)
        self.assertEqual(first, 24)
        row = found["seen"][24]
        none = math.comb(311 - 96, 24) / math.comb(311, 24)
        self.assertAlmostEqual(row["right"] / none, 1, delta=1e-9)
        self.assertAlmostEqual(row["gain"] / none, 3 * 96 / 287 - 1, delta=1e-9)
        seen = " ".join(r + s for r in "23456789" for s in "cdh")
        known = self.json("--rules", "ma-blackjack", "--set", "even_money=on", "--seen", seen, "--insurance")
        known = known["insurance"]
        self.assertEqual((known["right"], known["tens_to_wrong"], known["even_money"]), (True, 1, "yes"))
        self.assertAlmostEqual(known["even_money_waits"], 1, delta=1e-12)

    def test_even_money_by_document(self):
        cases = {"ma-freebet": "MFB-7(e).1", "wa-freebet": "C-34", "ma-blackjack": "MBJ-7(c).1"}
        cases["ma-blackjack-faceup"] = "MBJ-6(k)"
        for rules, clause in cases.items():
            found = self.json("--rules", rules, "--insurance")["insurance"]
            self.assertIn(clause, found["even_money"])
        paid = self.json("--rules", "ma-blackjack-6to5", "--set", "even_money=on", "--insurance")["insurance"]
        self.assertEqual((paid["even_money"], paid["even_money_right"]), ("yes", True))

    def test_refused(self):
        for words, said in (
            (("--behind", "--first", "A"), "say:situation-alone"),
            (("--behind", "--wager", "main"), "say:situation-alone"),
            (("--insurance", "--hand", "8 8", "--up", "A"), "say:situation-alone"),
            (("--insurance", "--removed", " ".join("A" + s for s in "cdhs" * 6)), "say:no-ace-to-insure"),
            (("--first", "x"), "say:no-card-word"),
            (("--first", ","), "say:first-card-wanted"),
        ):
            r = odds("--rules", "ma-blackjack", *words)
            self.assertEqual(r.returncode, 2, words)
            assert_said(said, r.stderr)


class Hand(Case):
    def hand(self, *args, rules="ma-freebet"):
        return self.json("--rules", rules, *args)["hand"]

    def test_actions_and_costs(self):
        h = self.hand("--hand", "8h 8d", "--up", "6c")
        self.assertEqual((h["total"], h["soft"], h["kind"], h["best"]), (16, False, "real", "split"))
        self.assertEqual({a["action"] for a in h["actions"]}, {"stand", "hit", "double", "split"})
        best = h["actions"][0]
        self.assertEqual((best["action"], best["free"], best["cost"]), ("split", True, 0.0))
        for a in h["actions"]:
            self.assertAlmostEqual(a["cost"], best["value"] - a["value"], delta=1e-15)
        self.assertGreater(h["probability"], 0)

    def test_suits_may_be_left_out(self):
        self.assertEqual(
            self.hand("--hand", "8 8", "--up", "6")["actions"], self.hand("--hand", "8h8d", "--up", "6c")["actions"]
        )
        self.assertEqual(self.hand("--hand", "10h,6d", "--up", "tc")["total"], 16)

    def test_kind(self):
        real, free = (self.hand("--hand", "T 2", "--up", "2", "--kind", k) for k in ("real", "free"))
        stand = lambda h: next(a["value"] for a in h["actions"] if a["action"] == "stand")
        self.assertGreater(stand(free), stand(real))  # a lammer that loses costs nothing
        self.assertEqual(free["kind"], "free")

    def test_three_cards(self):
        h = self.hand("--hand", "5 4 2", "--up", "6")
        self.assertEqual({a["action"] for a in h["actions"]}, {"stand", "hit"})
        self.assertIsNone(h["probability"])

    def test_insurance(self):
        h = self.hand("--hand", "Th 9c", "--up", "Ad")
        self.assertAlmostEqual(h["insurance"], 3 * 95 / 309 - 1, delta=1e-12)
        self.assertIsNone(self.hand("--hand", "Th 9c", "--up", "Kd")["insurance"])

    def test_blackjack(self):
        h = self.hand("--hand", "Ah Kd", "--up", "6c")
        self.assertTrue(h["blackjack"])
        self.assertIsNone(h["best"])
        assert_said("say:blackjack-no-decision", self.ok("--rules", "ma-freebet", "--hand", "Ah Kd", "--up", "6c"))

    def test_open_hole_card(self):
        h = self.hand("--hand", "T 6", "--up", "T 7", rules="ma-blackjack-faceup")
        self.assertEqual(h["best"], "hit")

    def test_text_and_csv(self):
        text = self.ok("--rules", "ma-freebet", "--hand", "8h 8d", "--up", "6c")
        self.assertRegex(text, r"split \(free\) +\+0\.\d{10} +best")
        self.assertEqual(len(re.findall(r"costs 0\.\d{10}|costs 1\.\d{10}", text)), 3)
        rows = list(
            csv.DictReader(
                io.StringIO(self.ok("--rules", "ma-freebet", "--hand", "8h 8d", "--up", "6c", "--format", "csv"))
            )
        )
        self.assertEqual(rows[0]["action"], "split")


class Together(Case):
    """The main wager and Pot of Gold together: fives are split, and both figures are those of that play."""

    def test_fives(self):
        for table, edge in (("01", 0.051600), ("02", 0.038000)):
            answer = json.loads(
                self.ok(
                    "--rules",
                    "wa-freebet",
                    "--together",
                    "1",
                    "--wager",
                    "pot-of-gold",
                    "--paytable",
                    table,
                    "--format",
                    "json",
                )
            )["together"]
            self.assertAlmostEqual(answer["wager_house_edge"], edge, delta=5e-7)
            self.assertGreater(answer["main_house_edge"], answer["main_alone_house_edge"])
            self.assertAlmostEqual(answer["loss"], answer["main_house_edge"] + answer["wager_house_edge"])
            self.assertEqual({c["hand"] for c in answer["changes"]}, {"5,5"})
            self.assertEqual({c["action"] for c in answer["changes"]}, {"split"})

    def test_too_little_to_matter(self):
        assert_said("say:played-as-alone", self.ok("--rules", "wa-freebet", "--together", "0.01"))

    def test_refusals(self):
        for args, words in (
            (["--rules", "ma-freebet", "--together", "1"], "say:no-lammer-wager|ma-freebet"),
            (["--rules", "wa-freebet", "--together", "0"], "--together"),
            (["--rules", "wa-freebet", "--together", "1", "--wager", "push22"], "push22"),
        ):
            r = odds(*args)
            self.assertEqual((r.returncode, r.stdout), (2, ""))
            assert_said(words, r.stderr)


class Settings(Case):
    """One decision is asked under every setting, which is quick; the whole game under those in WHOLE."""

    LEGAL = {
        "ma-freebet": ["decks=8", "even_money=on"],
        "ma-blackjack": [
            "decks=8",
            "dealer_soft17=hit",
            "surrender=on",
            "split_hands=2",
            "resplit_aces=off",
            "five_card_21=on",
            "bonus_678=on",
            "bonus_777=on",
            "special_blackjack=As+Js",
            "hole_card=unseen",
        ],
    }
    ILLEGAL = {
        "ma-freebet": [
            "decks=1",
            "decks=2",
            "dealer_soft17=hit",
            "dealer_22=bust",
            "free_split=none",
            "free_double=none",
            "free_double=any",
            "free_splits=1",
            "lammer_double=off",
            "surrender=on",
            "hole_card=none",
            "hole_card=unseen",
            "split_hands=2",
            "double_after_split=off",
            "ties=lose",
            "insurance=off",
            "double_on=9-11",
            "split_blackjack=on",
            "blackjack_pays=1:1",
            "resplit_aces=off",
        ],
        "ma-blackjack": [
            "double_after_split=off",
            "blackjack_pays=6:5",
            "multiple_action=2",
            "dealer_22=push",
            "free_double=two-cards",
            "free_split=A23456789T",
            "ties=lose",
            "hole_card=face-up",
        ],
    }
    WHOLE = [
        ("ma-blackjack", "surrender=on"),
        ("ma-blackjack", "five_card_21=on"),
        ("ma-blackjack", "ties=lose"),
        ("ma-blackjack", "split_hands=2"),
        ("ma-freebet", "free_split=none"),
        ("ma-freebet", "decks=1"),
    ]

    def ask(self, rules, setting):
        up = "6 T" if setting == "hole_card=face-up" else "6"
        r = odds("--rules", rules, "--set", setting, "--hand", "8 8", "--up", up, "--format", "json")
        self.assertEqual(r.returncode, 0, f"{setting}: {r.stderr}")
        actions = json.loads(r.stdout)["hand"]["actions"]
        self.assertGreaterEqual(len(actions), 2)
        self.assertTrue(all(-4 < a["value"] < 4 for a in actions), setting)
        return r.stderr

    def test_legal(self):
        for rules, settings in self.LEGAL.items():
            for setting in settings:
                with self.subTest(rules=rules, setting=setting):
                    self.assertEqual(self.ask(rules, setting), "")

    def test_illegal_answers_with_a_warning(self):
        for rules, settings in self.ILLEGAL.items():
            for setting in settings:
                with self.subTest(rules=rules, setting=setting):
                    self.assertRegex(self.ask(rules, setting), r"(?m)^lammer: warning: .*\[[A-Z0-9]+-.*\]")

    def test_whole_game(self):
        for rules, setting in self.WHOLE:
            with self.subTest(rules=rules, setting=setting):
                r = odds("--rules", rules, "--set", setting, "--wager", "main", "--format", "json")
                self.assertEqual(r.returncode, 0, r.stderr)
                main = json.loads(r.stdout)["main"]
                self.assertTrue(all(finite(main[name]) for name in MAIN), setting)
                self.assertAlmostEqual(main["win"] + main["push"] + main["lose"], 1, delta=1e-9)
                self.assertGreaterEqual(main["chart_house_edge"], main["house_edge"] - 1e-12)
                self.assertTrue(-0.5 < main["house_edge"] < 0.5)

    def test_wager_that_the_document_has_not(self):
        self.assertIn("MBJ-3(a)", odds("--rules", "ma-blackjack", "--wager", "push22").stderr)
        self.json("--rules", "ma-blackjack", "--wager", "push22", "--paytable", "A", warned=True)


class BadInput(Case):
    BAD = [
        ([], "--rules"),
        (["--rules"], "say:value-lacks|--rules"),
        (["--rules", "nope"], "nope"),
        (["--rules", "ma-freebet", "more"], "say:unknown|more|an argument|lammer odds"),
        (["--rules", "ma-freebet", "--xyzzy"], "say:unknown|--xyzzy|an option|lammer odds"),
        (["--rules", "ma-freebet", "--wagr", "x"], "say:unknown-near|--wagr|an option|lammer odds|--wager"),
        (["--rules", "ma-freebet", "--out", "x"], "say:unknown-near|--out"),
        (["--rules", "ma-freebet", "--wager", "push2"], "say:odds-no-wager|push2 & push22"),
        (["--rules", "ma-freebet", "--wager", "xyzzy"], "say:odds-no-wager|xyzzy"),
        (["--rules", "ma-freebet", "--wager", ""], "say:value-lacks|--wager"),
        (["--rules", "ma-freebet", "--wager", "push22", "--paytable", "Q"], "A, B, 1, 2, 3"),
        (["--rules", "ma-freebet", "--wager", "main", "--paytable", "A"], "say:no-pay-tables"),
        (["--rules", "ma-blackjack", "--wager", "super3", "--paytable", "A"], "say:one-pay-table"),
        (["--rules", "ma-freebet", "--paytable", "A"], "--wager"),
        (["--rules", "ma-freebet", "--format", "svg"], "say:option-is|--format|text, json or csv|svg"),
        (["--rules", "ma-freebet", "--set", "decks=9"], "decks"),
        (["--rules", "ma-freebet", "--set", "nokey=1"], "nokey"),
        (["--rules", "ma-freebet", "--players", "x"], "say:option-is|--players||x"),
        (["--rules", "ma-freebet", "--stake", "-1"], "--stake"),
        (["--rules", "ma-freebet", "--removed", "5x"], "say:no-card-word||5x"),
        (["--rules", "ma-freebet", "--removed", "5"], "say:no-card-word||5"),
        (["--rules", "ma-freebet", "--removed", " ".join(["5h"] * 7)], "5h"),
        (["--rules", "ma-freebet", "--infinite", "--removed", "5h"], "say:without-end"),
        (["--rules", "ma-freebet", "--hand", "8h 8d"], "--up"),
        (["--rules", "ma-freebet", "--up", "8h"], "--hand"),
        (["--rules", "ma-freebet", "--kind", "free"], "--hand"),
        (["--rules", "ma-freebet", "--hand", "8h 8d", "--up", "6c", "--kind", "blue"], "say:option-is|--kind||blue"),
        (["--rules", "ma-freebet", "--hand", "8h 8d", "--up", "6c", "--eor"], "--eor"),
        (["--rules", "ma-freebet", "--hand", "8h", "--up", "6c"], "say:two-cards-wanted"),
        (["--rules", "ma-freebet", "--hand", "", "--up", "6c"], "say:value-lacks|--hand"),
        (["--rules", "ma-freebet", "--hand", "Th 8d 5c", "--up", "6c"], "say:over-21-already"),
        (["--rules", "ma-freebet", "--hand", "8h 1d", "--up", "6c"], "say:no-card-word||1d"),
        (["--rules", "ma-freebet", "--hand", "8h 8d", "--up", "6c 7c"], "say:one-up-card"),
        (
            ["--rules", "ma-freebet", "--hand", "8h 8d", "--up", "6c", "--removed", " ".join(["8h"] * 6)],
            "say:none-left|8h",
        ),
        (["--rules", "ma-blackjack-faceup", "--hand", "8h 8d", "--up", "6c"], "say:two-cards-open"),
        (["--rules", "ma-blackjack", "--hand", "8h 8d", "--up", "6c", "--kind", "free"], "say:no-free-splits"),
        (
            [
                "--rules",
                "ma-blackjack",
                "--wager",
                "insurance",
                "--removed",
                " ".join("A" + s for s in "cdhs" for _ in range(6)),
            ],
            "say:no-ace-left",
        ),
    ]

    def test_table(self):
        for args, words in self.BAD:
            with self.subTest(args=args):
                r = odds(*args)
                self.assertEqual(r.returncode, 2, r.stdout + r.stderr)
                self.assertEqual(r.stdout, "")
                self.assertTrue(r.stderr.startswith("lammer: "), r.stderr)
                assert_said(words, r.stderr)
                self.assertEqual(r.stderr.count("\n"), 1)

    def test_empty_shoe(self):
        every = " ".join(r + s for r in "A23456789TJQK" for s in "cdhs" for _ in range(6))
        for wager in ("main", "push22"):
            r = odds("--rules", "ma-freebet", "--wager", wager, "--removed", every)
            self.assertEqual((r.returncode, r.stdout), (2, ""))
            self.assertTrue(
                is_said(r.stderr, "say:cards-left-cannot-deal") or is_said(r.stderr, "say:too-few-cards"), r.stderr
            )

    def test_help(self):
        for args in (["--help"], ["-h"], ["--rules", "nope", "--help"]):
            out = self.ok(*args)
            for words in ("--wager", "--removed", "--eor", "lammer odds --rules"):
                self.assertIn(words, out)

    def test_full_disk(self):
        with open("/dev/full", "w") as full:
            r = subprocess.run(
                [LAMMER, "odds", "--rules", "ma-freebet", "--wager", "push22"],
                stdout=full,
                stderr=subprocess.PIPE,
                text=True,
            )
        self.assertEqual(r.returncode, 2)
        self.assertIn("lammer: ", r.stderr)


if __name__ == "__main__":
    unittest.main()
