#!/usr/bin/env python3
"""`lammer rules`: what it prints, to which stream, and how it exits."""

import html.parser
import json
import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.append("tests/support")
from said import assert_not_said, assert_said, pattern  # noqa: E402
from shipped import SHIPPED  # noqa: E402

LAMMER = os.environ.get("LAMMER", "build/lammer")


def rules(*args):
    return subprocess.run([LAMMER, "rules", *args], capture_output=True, text=True, timeout=60)


def settings(*words):
    return [part for word in words for part in ("--set", word)]


class Case(unittest.TestCase):
    def ok(self, *args):
        r = rules(*args)
        self.assertEqual(r.returncode, 0, r.stdout + r.stderr)
        self.assertEqual(r.stderr, "")
        return r.stdout

    def json(self, *args, code=0):
        r = rules(*args, "--format", "json")
        self.assertEqual(r.returncode, code, r.stdout + r.stderr)
        return json.loads(r.stdout)

    def bad(self, *args):
        r = rules(*args)
        self.assertEqual(r.returncode, 2, r.stdout + r.stderr)
        self.assertTrue(r.stderr.startswith("lammer: "), r.stderr)
        self.assertEqual(r.stdout, "")
        return r.stderr


class Usage(Case):
    def test_help(self):
        for args in (["--help"], ["check", "--help"], ["-h"], ["clauses", "--help"]):
            out = self.ok(*args)
            for command in ("list", "show", "check", "diff", "notice", "clauses"):
                self.assertIn(command, out)

    def test_bad_usage(self):
        self.assertEqual(rules().returncode, 2)
        assert_said("say:unknown-near|chek|a command|lammer rules|check", self.bad("chek", "ma-freebet"))
        assert_said("say:rules-lacks-name|check NAME", self.bad("check"))
        assert_said("say:rules-lacks-name|show NAME", self.bad("show"))
        assert_said("say:rules-lacks-name|diff OLD NEW", self.bad("diff", "ma-freebet"))
        assert_said("say:rules-name-too-many|b|show NAME", self.bad("show", "a", "b"))
        assert_said(
            "say:unknown-near|--frmat|an option|lammer rules|--format",
            self.bad("show", "ma-freebet", "--frmat", "json"),
        )
        assert_said("say:option-is|--format|text or json|xml", self.bad("show", "ma-freebet", "--format", "xml"))
        assert_said("say:option-is|--format|text or json|html", self.bad("show", "ma-freebet", "--format", "html"))
        assert_said("say:option-is|--format|text or html|json", self.bad("notice", "ma-freebet", "--format=json"))
        assert_said("say:value-lacks|--set", self.bad("show", "ma-freebet", "--set"))

    def test_full_disk(self):
        with open("/dev/full", "w") as full:
            r = subprocess.run([LAMMER, "rules", "show", "ma-freebet"], stdout=full, stderr=subprocess.PIPE, text=True)
        self.assertEqual(r.returncode, 2)
        self.assertIn("lammer: ", r.stderr)


class List(Case):
    def test_names_every_shipped_profile(self):
        lines = self.ok("list").splitlines()
        self.assertEqual(sorted(line.split()[0] for line in lines), SHIPPED)
        rows = {row["name"]: row for row in self.json("list")}
        self.assertEqual(sorted(rows), SHIPPED)
        self.assertEqual(rows["wa-freebet"]["offer"], ["push22:1", "pot-of-gold:01", "blazing7:1"])


class Show(Case):
    def test_every_rule_with_its_origin(self):
        shown = self.json("show", "ma-freebet", "--set", "decks=8")
        by_name = {rule["name"]: rule for rule in shown["rules"]}
        self.assertEqual(by_name["decks"]["value"], "8")
        self.assertEqual(by_name["decks"]["file"], "setting")
        self.assertEqual(by_name["dealer_soft17"]["file"], "ma-freebet.yaml")
        self.assertGreater(by_name["dealer_soft17"]["line"], 0)
        self.assertEqual(by_name["dealer_soft17"]["clauses"], ["MFB-6(l).1"])  # clauses: skip
        self.assertNotIn("file", by_name["round_up"])
        for rule in shown["rules"]:
            self.assertTrue(rule["help"] and rule["legal"], rule)
        text = self.ok("show", "ma-freebet")
        for name in by_name:
            self.assertIn(f"\n{name} = ", text)

    def test_offers_and_all_wagers(self):
        shown = self.json("show", "ma-freebet")
        [push22] = shown["offers"]
        self.assertEqual([push22["id"], push22["paytable"], push22["clause"]], ["push22", "A", "MFB-10(c)"])
        pays = {row["name"]: row["pays"] for row in push22["outcomes"]}
        self.assertEqual(pays["22 of one suit"], {"form": "to", "a": 50, "b": 1})
        ids = {wager["id"] for wager in shown["wagers"]}
        self.assertLessEqual({"push22", "pot-of-gold", "blazing7", "over13", "suited", "streak.5", "super3"}, ids)
        bars = {w["id"]: w["bars"] for w in shown["wagers"]}
        self.assertEqual(bars["match-dealer"], [{"clause": "MBJ-23(g)", "with": ["@third-card"]}])

    def test_provenance_and_inheritance(self):
        """WFB-LTR.1, IFB-TITLE.1: the dates; WFB-LIM.1: what the document leaves open is marked."""
        washington = self.json("show", "wa-freebet")
        self.assertEqual((washington["filed"], washington["approved"]), ("2015-01-15", "2015-04-29"))
        self.assertIn("29 April 2015", washington["provenance"])
        by_name = {rule["name"]: rule for rule in washington["rules"]}
        self.assertTrue(by_name["insurance"]["inherited"])
        self.assertFalse(by_name["dealer_soft17"]["inherited"])
        self.assertIn("(inherited, C-34)", self.ok("show", "wa-freebet"))
        self.assertIn("16 December 2014", self.json("show", "ia-freebet")["provenance"])

    def test_shows_what_is_not_legal_too(self):
        self.ok("show", "ma-freebet", "--set", "surrender=on")


class Check(Case):
    def refused(self, clause, *args):
        r = rules("check", *args)
        self.assertEqual(r.returncode, 1, r.stdout + r.stderr)
        self.assertIn(f"[{clause}]", r.stdout)
        self.assertIn(clause, r.stderr)
        self.assertTrue(r.stderr.startswith("lammer: "))
        return r.stdout

    def test_shipped_are_legal(self):
        for name in SHIPPED:
            assert_said(f"say:loses-at-most|{name}", self.ok("check", name))
        self.assertTrue(self.json("check", *SHIPPED)["legal"])

    def test_refusals_name_their_clause(self):
        for clause, name, *words in [
            ("MFB-6(h)(2).2", "ma-freebet", "surrender=on"),  # clauses: skip
            ("MFB-2(a).1", "ma-freebet", "decks=7"),
            ("MBJ-28(g)", "ma-blackjack", "offer=21+3:A,kings-bounty:1"),
            ("MBJ-8(c).1", "ma-blackjack-multi", "surrender=on"),
            ("MBJ-2(a)(4)", "ma-blackjack", "offer=match-dealer", "decks=4"),
            ("MBJ-6(j)(2)", "ma-blackjack", "offer=aces"),
            ("MBJ-12(d)", "ma-blackjack-6to5", "dealer_soft17=stand"),
            ("C-17", "ma-blackjack", "chip_unit=1"),
            ("WFB-LTR.8", "wa-freebet", "dealer_soft17=stand"),
        ]:
            with self.subTest(clause):
                if clause == "WFB-LTR.8":
                    r = rules("check", name, *settings(*words))
                    self.assertEqual(r.returncode, 1)
                    assert_said("say:not-approved-as-altered", r.stdout)
                else:
                    self.refused(clause, name, *settings(*words))

    def test_findings_have_file_and_line(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "mine.yaml")
            path.write_text("inherits: ma-blackjack\n\nsurrender: on\nmultiple_action: 2\n")
            out = self.refused("MBJ-8(c).1", str(path))
            self.assertRegex(out, rf"{path}:4: error: .*multiple_action.*surrender")
            table = self.json("check", str(path), code=1)["tables"][0]
            self.assertFalse(table["legal"])
            [finding] = [f for f in table["findings"] if f["clause"] == "MBJ-8(c).1"]
            self.assertEqual((finding["severity"], finding["line"], finding["rule"]), ("error", 4, "multiple_action"))

    def test_all_severities(self):
        table = self.json("check", "wa-freebet")["tables"][0]
        self.assertEqual({f["severity"] for f in table["findings"]}, {"warning", "ruling", "duty"})
        self.assertIn("needs ruling C-34", self.ok("check", "wa-freebet"))
        self.assertGreater(table["worst_loss_cents"], 0)

    def test_several_files_are_one_house(self):
        """MBJ-17(e)(2).1 and MBJ-20(k).2 bind all tables of a house."""
        with tempfile.TemporaryDirectory() as folder:
            a, b, c = (str(Path(folder, name)) for name in ("a.yaml", "b.yaml", "c.yaml"))
            Path(a).write_text("inherits: ma-blackjack\noffer: [suited:1]\n")
            Path(b).write_text("inherits: ma-blackjack\noffer: [suited:2]\n")
            Path(c).write_text("inherits: ma-blackjack\noffer: [suited:1]\nboxes: 5\n")
            self.ok("check", a, c)
            r = rules("check", a, b, c)
            self.assertEqual(r.returncode, 1)
            self.assertIn("MBJ-17(e)(2).1", r.stdout + r.stderr)
            assert_said("say:differs-from", r.stdout)
            house = self.json("check", a, b, code=1)["house"]
            self.assertEqual(
                [(f["clause"], f["table"], f["differs_from"]) for f in house], [("MBJ-17(e)(2).1", "b", "a")]
            )
            Path(a).write_text("inherits: ma-blackjack\noffer: [blackjack-bonus]\nbonus_advantage_5: 10\n")
            Path(b).write_text("inherits: ma-blackjack\noffer: [blackjack-bonus]\nbonus_advantage_5: 12\n")
            self.assertIn("MBJ-20(k).2", rules("check", a, b).stderr)

    def test_bad_input(self):
        assert_said("say:did-you-mean|ma-freebet", self.bad("check", "ma-frebet"))
        self.assertIn("No such file", self.bad("check", "./nowhere.yaml"))
        assert_said("say:did-you-mean|decks", self.bad("check", "ma-freebet", "--set", "dekcs=6"))
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "bad.yaml")
            path.write_text("inherits: ma-freebet\ndeks: 6\nboxes: 9\nmin_bet: [1]\n")
            err = self.bad("check", str(path))
            self.assertEqual(len(err.splitlines()), 3)
            for line, what in ((2, "deks"), (3, "boxes"), (4, "min_bet")):
                self.assertIn(f"lammer: {path}:{line}: ", err)
                self.assertIn(what, err)
            big = Path(folder, "big.yaml")
            with open(big, "wb") as f:
                f.truncate(100 << 20)
            assert_said("say:longer-than-a-mib", self.bad("check", str(big)))
            # every file is read before anything is judged
            self.assertEqual(len(self.bad("check", str(path), str(big), "ma-freebet").splitlines()), 4)


class Diff(Case):
    def changes(self, *args):
        changes = self.json("diff", *args)["changes"]
        return {c.get("rule") or c["wager"]: c for c in changes}

    def test_notices_of_a_change(self):
        changes = self.changes("ma-blackjack", "ma-blackjack", *settings("surrender=on", "offer=suited:1,buster:B"))
        clauses = {name: {n["clause"] for n in c["notices"]} for name, c in changes.items()}
        self.assertEqual(changes["surrender"]["change"], "offered")
        self.assertIn("MBJ-8(c).2", clauses["surrender"])
        self.assertEqual(changes["suited"]["change"], "offered")
        self.assertLessEqual({"MBJ-17(h)", "MBJ-17(e)(2).1"}, clauses["suited"])
        self.assertEqual((changes["buster"]["old"], changes["buster"]["new"]), ("buster:A", "buster:B"))
        self.assertEqual(changes["buster"]["change"], "changed")
        self.assertEqual(changes["trilux"]["change"], "withdrawn")

    def test_a_duty_of_both_ends_is_owed_at_the_start_too(self):
        changes = self.changes("ma-blackjack", "ma-blackjack", *settings("five_card_21=on", "multiple_action=2"))
        owed = {name: {n["clause"] for n in c["notices"]} for name, c in changes.items()}
        self.assertLessEqual({"MBJ-3(e).3", "MBJ-16(c)"}, owed["five_card_21"])
        self.assertNotIn("MBJ-18(a).1", owed["multiple_action"])

    def test_withdrawals(self):
        with tempfile.TemporaryDirectory() as folder:
            old = Path(folder, "old.yaml")
            old.write_text("inherits: ma-blackjack\nsurrender: on\nfive_card_21: on\noffer: [sevens]\n")
            changes = self.changes(str(old), "ma-blackjack")
            for name, clause in (("surrender", "MBJ-8(c).2"), ("five_card_21", "MBJ-16(c)"), ("sevens", "MBJ-17(a)")):
                self.assertEqual(changes[name]["change"], "withdrawn")
                self.assertIn(clause, {n["clause"] for n in changes[name]["notices"]})

    def test_washington_asks_first(self):
        changes = self.changes("wa-freebet", "wa-freebet", *settings("decks=8"))
        self.assertIn("WFB-LTR.8", {n["clause"] for n in changes["decks"]["notices"]})

    def test_nothing_changed(self):
        assert_said("say:rules-same", self.ok("diff", "ma-freebet", "ma-freebet"))

    def test_text(self):
        out = self.ok("diff", "ma-freebet", "ma-freebet", *settings("offer=push22:B"))
        self.assertIn("push22: push22:A -> push22:B (changed)", out)
        self.assertIn("[MFB-10(c)]", out)


class Well(html.parser.HTMLParser):
    """Counts tags, and refuses a page with unclosed tags or references to other files."""

    def __init__(self):
        super().__init__()
        self.open, self.text = [], ""

    def handle_starttag(self, tag, attrs):
        for name, value in attrs:
            assert name not in ("src", "href"), value
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag, tag

    def handle_data(self, data):
        self.text += data


class Notice(Case):
    def test_text(self):
        out = self.ok("notice", "ma-freebet")
        for words in (
            "say:notice-stands-17",
            "say:notice-22",
            "say:notice-3-2",
            "say:notice-limits|5|500",
            "say:notice-no-surrender",
            "say:notice-free-double",
            "Push 22, table A",
            "22 of one suit",
            "50 to 1",
            "[MFB-5(f)]",
        ):
            assert_said(words, out)

    def test_options_are_told(self):
        for words, name, *sets in [
            ("say:notice-6-5", "ma-blackjack", "blackjack_pays=6:5", "bet_step=5", "side_min=5"),
            ("[MBJ-7(d).2]", "ma-blackjack", "blackjack_pays=6:5", "bet_step=5", "side_min=5"),
            ("say:notice-face-up", "ma-blackjack-faceup"),
            ("[MBJ-6(k).1]", "ma-blackjack-faceup"),
            ("say:notice-surrender", "ma-blackjack", "surrender=on"),
            ("[MBJ-8(c).2]", "ma-blackjack", "surrender=on"),
            ("say:notice-double-request", "ma-blackjack", "double_card=request"),
            ("[MBJ-10(c).4]", "ma-blackjack", "double_card=request"),
            ("say:notice-special|As+Js", "ma-blackjack", "special_blackjack=As+Js"),
            ("say:notice-aces-once", "ma-blackjack", "resplit_aces=off"),
            ("say:notice-multiple", "ma-blackjack-multi"),
            ("say:notice-even-money", "ma-blackjack", "even_money=on"),
            ("needs ruling C-62", "ma-blackjack", "surrender=on"),
            ("$1 or $5", "ma-blackjack", "offer=blackjack-bonus"),
            ("say:notice-push22-limit", "wa-freebet"),
            ("say:notice-original-only", "ma-blackjack-nohole"),
            ("say:notice-busted-too", "ma-blackjack-nohole", "dealer_bj_takes=busted-plus-one"),
        ]:
            with self.subTest(words):
                assert_said(words, self.ok("notice", name, *settings(*sets)))

    def offer_line(self, name, offer, *sets):
        out = self.ok("notice", name, *settings(f"offer={offer}", *sets))
        return out, next(
            line for line in re.split(pattern("say:optional-wagers"), out)[1].splitlines() if ": $" in line
        )

    def test_the_main_wager_is_named_only_where_it_binds(self):
        """MBJ-17(g)(1), MBJ-25(c).2, MBJ-27(c).2 tie a wager to the main one; MBJ-23(c), MBJ-28(d) know posted limits."""
        tied = "$1 to $100say:not-above"
        for offer in ("over13,under13", "suited:1", "third-card", "buster:A"):
            assert_said(tied, self.offer_line("ma-blackjack", offer)[1])
        for name, offer in (
            ("ma-blackjack", "match-dealer"),
            ("ma-blackjack", "21+3:A"),
            ("ma-blackjack", "streak"),
            ("ma-blackjack", "trilux:1"),
            ("ma-freebet", "push22:A"),
            ("wa-freebet", "pot-of-gold:01"),
        ):
            line = self.offer_line(name, offer)[1]
            self.assertIn("$1 to $100", line)
            assert_not_said("say:not-above", line)
            assert_said(tied, self.offer_line(name, offer, "side_within_main=on")[1])

    def test_limits_are_to_be_posted(self):
        """Each duty to post the limits of a wager, with its clause."""
        for offer, clause in (
            ("third-card", "MBJ-25(c).4"),
            ("buster:A", "MBJ-27(c).4"),
            ("match-dealer", "MBJ-23(c)"),
            ("21+3:A", "MBJ-28(d)"),
        ):
            self.assertIn(f"[{clause}]", self.offer_line("ma-blackjack", offer)[0])
            self.assertNotIn(f"[{clause}]", self.offer_line("ma-blackjack", "in-between:A")[0])

    def test_super4_names_its_suit_and_meters(self):
        """MBJ-19(k).1: the suit that the house chose. MBJ-19(k).2 to MBJ-19(k).4: the meter behind each award."""
        awards = {
            "A-K-Q-J of the chosen suit": "Star",
            "A-K-Q-J of one suit": "Spade",
            "three of a kind": "Heart",
            "straight": "Diamond",
            "flush": "Club",
        }
        dollars = {"1": {"straight": "$750", "flush": "$250"}, "2": {"flush": "$250"}, "3": {}}
        for table, fixed in dollars.items():
            for suit in ("clubs", "hearts"):
                out = self.offer_line("ma-blackjack", f"super4:{table}", f"super4_suit={suit}")[0]
                assert_said(f"say:notice-suit|{suit}", out)
            rows = dict(line.strip().split("  ", 1) for line in out.splitlines() if line.startswith("    "))
            for hand, meter in awards.items():
                self.assertEqual(rows[hand].strip(), fixed.get(hand, f"100 % of the {meter} meter"), hand)

    def test_several_boxes_and_bettors(self):
        """MFB-5(f) wants adjacent boxes, MBJ-14 does not; MBJ-13(g).3 limits the boxes with several bettors."""
        assert_said("say:notice-adjacent|2", self.ok("notice", "ma-freebet", *settings("boxes_per_player=2")))
        assert_said("say:notice-boxes|2", self.ok("notice", "ma-blackjack", *settings("boxes_per_player=2")))
        several = self.ok("notice", "ma-blackjack", *settings("bettors_per_box=2", "shared_boxes=3"))
        assert_said("say:notice-shared|3", several)
        self.assertIn("[MBJ-13(g).1]", several)
        assert_not_said("say:notice-shared", self.ok("notice", "ma-blackjack", *settings("bettors_per_box=2")))

    def test_no_foreign_clause_is_posted(self):
        """Every profile with every wager it may offer: the clauses are those of its own document, or inherited (C-34)."""
        own = {
            "mfb": {"MFB"},
            "vfb": {"VFB", "MFB"},
            "wfb": {"WFB", "WB7", "WPS", "MFB"},
            "ifb": {"IFB", "MFB"},
            "mbj": {"MBJ"},
        }
        posted = 0
        for name in SHIPPED:
            shown = self.json("show", name)
            document = next(rule["value"] for rule in shown["rules"] if rule["name"] == "rule_set")
            for wager in shown["wagers"]:
                tables = [table["id"] for table in wager["paytables"] if document in table["rule_sets"]]
                if not tables:
                    continue
                offer = f"{wager['id']}:{tables[0]}" if tables[0] else wager["id"]
                told = rules("notice", name, *settings(f"offer={offer}"))
                posted += told.returncode == 0
                cited = set(re.findall(r"\[([A-Z0-9]{3})-", told.stdout))
                self.assertLessEqual(cited, own[document], f"{name} with {offer}: {told.stdout}")
        self.assertGreater(posted, 70)

    def test_free_bonus_only_where_offered(self):
        self.assertNotIn("Free Bonus", self.ok("notice", "ma-blackjack"))
        out = self.ok("notice", "ma-blackjack", "--set", "buster_bonus=B3")
        self.assertIn("Free Bonus B3", out)
        self.assertNotIn("Free Bonus B1", out)

    def test_html_stands_alone(self):
        for name in SHIPPED:
            page = self.ok("notice", name, "--format", "html")
            parser = Well()
            parser.feed(page)
            self.assertEqual(parser.open, [])
            self.assertTrue(page.startswith("<!DOCTYPE html>"))
            assert_said("say:before-table-opens", parser.text)

    def test_html_escapes(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "x.yaml")
            path.write_text("inherits: ma-freebet\ntitle: '<script>&'\n")
            self.assertIn("<h1>&lt;script&gt;&amp;</h1>", self.ok("notice", str(path), "--format", "html"))

    def test_nothing_illegal_is_posted(self):
        r = rules("notice", "ma-freebet", "--set", "surrender=on")
        self.assertEqual((r.returncode, r.stdout), (1, ""))
        self.assertIn("MFB-6(h)(2).2", r.stderr)  # clauses: skip


class Clauses(Case):
    def test_one(self):
        out = self.ok("clauses", "MBJ-11(e).1")
        self.assertTrue(out.startswith("MBJ-11(e).1 (config)\n    requires: "))
        self.assertEqual(len(self.json("clauses", "MBJ-11(e).1")), 1)

    def test_many_and_all(self):
        self.assertEqual([c["id"] for c in self.json("clauses", "MBJ-11(e)")], [f"MBJ-11(e).{i}" for i in range(1, 5)])
        self.assertEqual({c["id"].split("-")[0] for c in self.json("clauses", "WFB")}, {"WFB"})
        everything = self.json("clauses")
        self.assertGreater(len(everything), 800)
        self.assertEqual(len({c["id"] for c in everything}), len(everything))
        self.assertNotIn("MBJ-18(a).1", self.ok("clauses", "MBJ-1"))

    def test_readings(self):
        self.assertIn("resolution:", self.ok("clauses", "C-17"))
        self.assertIn("reading C-65:", self.ok("clauses", "MBJ-11(e).3"))

    def test_unknown(self):
        assert_said("say:did-you-mean", self.bad("clauses", "MBJ-11(e).9"))  # clauses: skip
        assert_said("say:no-such-clause|XYZ-1", self.bad("clauses", "XYZ-1"))


if __name__ == "__main__":
    unittest.main()
