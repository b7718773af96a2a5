#!/usr/bin/env python3
"""`lammer play --plain`: a pipe, every profile, an interrupted hand, bad input."""
import json
import os
import re
import signal
import subprocess
import sys
import unittest

from play_terminal import Home, LAMMER, PATIENCE, environment, pipe

sys.path.append("tests/support")
from said import assert_not_said, assert_said, filled, is_said, pattern, sentence  # noqa: E402

PROFILES = """ma-freebet wa-freebet ia-freebet vendor-freebet ma-blackjack ma-blackjack-nohole ma-blackjack-faceup
    ma-blackjack-6to5 ma-blackjack-multi ma-blackjack-doubleshoe""".split()

# (rules, settings): modes and wagers that need special steps of the dealer
TABLES = [(name, []) for name in PROFILES] + [
    ("ma-blackjack-6to5", ["shoe=hand"]),
    ("ma-freebet", ["shoe=continuous", "continuous_approved=on"]),
    ("ma-blackjack", ["offer=streak"]),
    ("ma-blackjack", ["offer=kings-bounty:1,buster:F"]),
    ("ma-blackjack", ["offer=sevens"]),
    ("ma-blackjack-nohole", ["offer=aces"]),
    ("ma-blackjack", ["offer=super4:1", "super4_musthit=1"]),
    ("ma-blackjack", ["offer=blackjack-bonus", "bonus_weights_1=10x60+25x40", "bonus_stakes=1"]),
    ("wa-freebet", ["offer=push22:1,pot-of-gold:01,blazing7:1"]),
    ("ma-blackjack", ["surrender=on"]),
    ("ma-blackjack-nohole", ["late_insurance=on"]),
]

SHOE_18 = "8h 6d 8c Kh  Ts 3d  9c  2h"
ROUND = ["bet 10 push22 5", "deal", "split", "stand", "double", "quit"]

# (arguments, exit status, words)
BAD = [
    (["--bankrol", "4"], 2, "Did you mean --bankroll?"),
    (["--seats"], 2, "--seats"),
    (["--seats", "0"], 2, "--seats"),
    (["--seats", "7x"], 2, "--seats"),
    (["--rules", "ma-blackjack-multi", "--seats", "7"], 2, "6"),
    (["--rules", "nowhere"], 2, "nowhere"),
    (["--set", "decks=9"], 2, "decks"),
    (["--set", "insurance=on", "--rules", "ma-freebet", "--set", "nonsense=1"], 2, "nonsense"),
    (["--bankroll", "-5"], 2, "--bankroll"),
    (["--bankroll", "1e9"], 2, "--bankroll"),
    (["--shoe", "8h 8x"], 2, "8x"),
    (["--shoe", "8h " * 7], 2, "8h"),
    (["--resume", "--fresh"], 2, "--resume"),
]


def dollars(text):
    return round(100 * float(text.replace("$", "").replace(",", "")))


def results(text):
    """(net, bankroll) in cents of every round, as shown to the player."""
    found = []
    ways = {sentence("say:you-win"): 1, sentence("say:you-lose"): -1, sentence("say:you-come-out-even"): 0}
    told = [f"({'|'.join(ways)}) ?", r"(\$[\d,.]*\d)?", r"(-?\$[\d,.]*\d)"]
    for how, net, bankroll in re.findall(filled("say:you-won", told), text):
        found.append((ways[how] * dollars(net or "0"), dollars(bankroll)))
    return found


class Plain(unittest.TestCase):
    def setUp(self):
        home = Home()
        self.home = home.__enter__()
        self.addCleanup(home.__exit__)
        self.kept = os.path.join(self.home, "lammer", "play.json")

    def play(self, lines, *args, **more):
        return pipe(self.home, lines, "--plain", *args, **more)

    def test_free_round(self):
        """The free split and the free double of docs/play.md: two lammers bring $20, Push 22 loses $5."""
        done = self.play(ROUND, "--shoe", SHOE_18)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        for text in (
            "hit, stand, double $10, split free >",
            "say:story-split-free|Box 1|8♥ 8♣",
            "8♣ 3♦ (11)",
            "hit, stand, double free >",
            "say:story-pay-lammers|hand 2 of box 1|$20",
            "say:story-take-side|$5|box 1|Push 22",
            f"say:you-won|{sentence('say:you-win')} |$15|$1,015",
            "say:you-leave-with|$1,015",
        ):
            assert_said(text, done.stdout)
        self.assertFalse(os.path.exists(self.kept))

    def test_every_table(self):
        """Any profile and wager: rounds end, money adds up, and nothing that the table owes is refused."""
        for rules, settings in TABLES:
            with self.subTest(rules=rules, settings=settings):
                self.check_table(rules, settings)

    def check_table(self, rules, settings):
        args = [word for s in settings for word in ("--set", s)]
        wagers = self.play(["wagers", "quit"], "--rules", rules, *args).stdout
        bets = [
            f"bet {name} {least}"
            for name, least in re.findall(r"^  (\S+) +\S.*, \$([\d.]+) to ", wagers, re.M)
            if not name.isdigit()
        ]
        lines = ["bet 10", *bets, "buy 100000"]
        for i in range(60):
            lines += [
                "deal",
                "no",
                ("split", "double", "hit", "insure", "even")[i % 5],
                "hit",
                "stand",
                "stand",
                "stand",
                "stand",
                "stand",
            ]
        done = self.play(lines, "--rules", rules, "--seats", "3", "--seat", "2", "--seed", rules, *args)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        told = results(done.stdout)
        self.assertGreaterEqual(len(told), 40, done.stdout[-3000:])
        money = 101000 * 100
        for net, bankroll in told:
            money += net
            self.assertEqual(money, bankroll)
        odd = [
            line for line in done.stdout.split("\n") if is_said(line, "say:not-possible") and not line.endswith("].")
        ]
        self.assertEqual(odd, [])
        ends = ("say:story-result-won|Box 2", "say:story-result-lost|Box 2", "say:story-result-even|Box 2")
        self.assertEqual(sum(len(re.findall("(?m)^  " + pattern(end), done.stdout)) for end in ends), len(told))

    def test_seed(self):
        lines = ["deal", "stand", "stand"] * 20
        first, again = self.play(lines, "--seed", "7", "--fresh"), self.play(lines, "--seed", "7", "--fresh")
        other, random = self.play(lines, "--seed", "8", "--fresh"), self.play(lines, "--fresh")
        self.assertEqual(first.stdout, again.stdout)
        self.assertNotEqual(first.stdout, other.stdout)
        self.assertNotEqual(first.stdout, random.stdout)

    def test_interrupted_at_every_question(self):
        """Cut off after each line and resumed, the same cards come as without the interruption."""
        lines = ["bet 10 push22 5", "deal", "split", "stand", "double"]
        whole = self.play(lines, "--shoe", SHOE_18, "--seed", "3").stdout
        for cut in (2, 3, 4):
            first = self.play(lines[:cut], "--shoe", SHOE_18, "--seed", "3", "--fresh")
            assert_said("say:hand-kept", first.stdout)
            second = self.play(["yes", *lines[cut:]])
            assert_said("say:hand-interrupted|ma-freebet|$15|$1,000", second.stdout)
            self.assertEqual(results(second.stdout), results(whole))
            end = whole[re.search(pattern("say:story-turn-hole"), whole).start() :]
            self.assertTrue(second.stdout.endswith(end), second.stdout)

    def test_resume_or_not(self):
        self.play(["deal"], "--shoe", SHOE_18)
        self.assertIn("Your 8♥ 8♣", self.play(["maybe", "", "quit"]).stdout)
        self.assertIn("Your 8♥ 8♣", self.play(["quit"], "--resume").stdout)
        self.assertTrue(os.path.exists(self.kept))
        assert_not_said("say:hand-interrupted", self.play(["quit"], "--fresh").stdout)
        self.assertFalse(os.path.exists(self.kept))
        none = self.play(["quit"], "--resume")
        assert_said("say:no-interrupted-hand", none.stderr)
        self.assertEqual(none.returncode, 0)

    def session(self, *lines):
        p = subprocess.Popen(
            [LAMMER, "play", "--plain", "--shoe", SHOE_18],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=environment(self.home),
        )
        self.addCleanup(p.wait)
        self.addCleanup(p.stdin.close)
        self.addCleanup(p.stdout.close)
        p.stdin.write("".join(line + "\n" for line in lines).encode())
        p.stdin.flush()
        said = b""
        while b"split free > " not in said:
            said += os.read(p.stdout.fileno(), 4096)
        return p

    def test_killed(self):
        """The hand lies in the file before the question is asked, so no end of the process loses it."""
        for number in (signal.SIGKILL, signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            p = self.session("deal")
            p.send_signal(number)
            self.assertEqual(p.wait(timeout=PATIENCE), -number)
            self.assertIn("Your 8♥ 8♣", self.play(["quit"], "--resume").stdout)
            os.unlink(self.kept)

    def test_closed_pipe(self):
        done = subprocess.run(
            f"printf 'deal\\nadvice\\nadvice\\n' | {LAMMER} play --plain --shoe '{SHOE_18}' | head -n 1",
            shell=True,
            capture_output=True,
            timeout=PATIENCE,
            env=environment(self.home),
        )
        self.assertEqual(done.stderr, b"")

    def test_two_at_a_time(self):
        self.session("deal")
        other = self.play(["deal", "quit"], "--shoe", SHOE_18)
        assert_said("say:another-keeps-one", other.stderr)
        assert_said("say:hand-given-up", other.stdout)

    def test_no_place_to_keep_it(self):
        for home in ("/proc/nowhere", "/dev/null"):
            done = pipe(
                home, ["deal", "split", "stand", "double", "quit"], "--plain", "--shoe", SHOE_18, HOME="/proc/x"
            )
            assert_said("say:hand-not-kept", done.stderr)
            assert_said("say:you-won||$20", done.stdout)
            self.assertEqual(done.returncode, 0)

    def test_spoiled_file(self):
        """A truncated file, foreign bytes or an older version is reported, never played."""
        self.play(["deal"], "--shoe", SHOE_18)
        with open(self.kept) as f:
            whole = f.read()
        spoiled = json.loads(whole)
        state = spoiled["state"]
        spoiled["state"] = state[:200] + ("A" if state[200] != "A" else "B") + state[201:]
        other = json.loads(whole)
        other["table"]["settings"] = ["dealer_soft17=hit"]
        short = json.loads(whole)
        short["state"] = state[:400]
        for file in (json.dumps(spoiled), json.dumps(other), json.dumps(short)):
            with open(self.kept, "w") as f:
                f.write(file)
            done = self.play(["quit"], "--resume")
            self.assertEqual(done.returncode, 2, done.stdout)
            assert_said("say:start-fresh", done.stderr)
        for file in (whole[:1000], "", "[]", "null", '{"table":{"rules":7}}'):
            with open(self.kept, "w") as f:
                f.write(file)
            self.assertEqual(self.play(["quit"]).returncode, 0)

    def test_bankroll(self):
        """Bets stay within the bankroll; a player who has less than the wager doubles for less."""
        done = self.play(
            ["bet 10", "deal", "double", "quit"],
            "--bankroll",
            "15",
            "--rules",
            "ma-blackjack",
            "--shoe",
            "6h 6d 5c Kh 9s 5s",
        )
        self.assertIn("double $5", done.stdout)
        assert_said("say:you-won||$15|$0", done.stdout)  # 20 against 21
        poor = self.play(["bet 20", "deal", "buy 10", "deal", "quit"], "--bankroll", "15")
        assert_said("say:bankroll-has-no|$20", poor.stdout)
        assert_said("say:story-bet|Box 1|$20", poor.stdout)

    def test_answers_that_are_none(self):
        done = self.play(
            ["nonsense", "bet", "bet x", "bet 10 push22", "bet 3", "deal", "bet 10", "deal", "bogus", "s", "q"],
            "--shoe",
            SHOE_18,
        )
        for text in (
            "say:not-an-answer|nonsense",
            "say:how-much",
            "say:not-possible",
            "say:why-low",
            "say:answers-are|bogus",
            ": hit, stand, double, split;",
            "say:story-stand||16",
        ):
            assert_said(text, done.stdout)

    def test_long_and_odd_input(self):
        lines = ["x" * 5000, "bet " + "9" * 4000, "\x00\x01", "bet 1e3", "deal", "stand", "stand", "quit"]
        done = self.play(lines, "--shoe", "Th 6d Tc Kh 5s")
        self.assertEqual(done.returncode, 0)

    def test_coach(self):
        """Advice prices a hand without the cards of other hands: those of other boxes and of the other hand of a split; or
        without all that were seen since the shuffle."""
        shoe = "Tc 2h 9s 6d 9c 2d 8s Kh 6s 3c 4h 5h"
        table = ["--rules", "ma-blackjack", "--boxes", "3", "--box", "2", "--shoe", shoe]
        first = self.play(["deal", "split", "advice", "quit"], *table).stdout
        assert_said("say:without-felt|5", first)
        self.priced(first, "2h 6s", "6d", "Tc 9c 9s 8s 2d", "2")
        second = ["deal", "stand", "deal", "advice", "quit"]
        cards = "Tc 6d 9s 8c 4h Ts 9d 5c Kh"
        both = self.play(second, "--rules", "ma-blackjack", "--fresh", "--gone", "shoe", "--shoe", cards).stdout
        assert_said("say:without-shoe|5", both)
        self.priced(both, "Ts 5c", "9d", "Tc 6d 9s 8c 4h", "1")

    def priced(self, text, hand, up, seen, hands):
        words = [LAMMER, "odds", "--rules", "ma-blackjack", "--hand", hand, "--up", up, "--seen", seen]
        words += ["--hands", hands, "--post-split", "cdpn", "--format", "json"]
        odds = subprocess.run(words, capture_output=True, text=True, check=True)
        for a in json.loads(odds.stdout)["hand"]["actions"]:
            self.assertIn(f"{a['action']} {a['value']:+.4f}", text)

    def test_advice(self):
        done = self.play(["deal", "advice", "quit"], "--shoe", SHOE_18)
        assert_said("say:chart-says|split", done.stdout)

    def test_letters(self):
        done = self.play(ROUND, "--shoe", SHOE_18, LC_ALL="C")
        self.assertTrue(done.stdout.isascii())
        self.assertIn("8h 8c (16) against 6d", done.stdout)

    def test_bad_usage(self):
        for args, status, words in BAD:
            with self.subTest(args=args):
                done = self.play([], *args)
                self.assertEqual(done.returncode, status)
                self.assertIn(words, done.stderr)


if __name__ == "__main__":
    unittest.main()
