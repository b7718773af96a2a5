#!/usr/bin/env python3
"""`lammer train`: its values, its choice of hands, and its memory."""
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import unittest

from play_terminal import Home, LAMMER, PATIENCE, Terminal, environment, pipe

sys.path.append("tests/support")
from said import assert_said  # noqa: E402

HAND = re.compile(
    r"(?:(\d+) of \d+|(\d+))\.( Again:)? You hold (.*) \((soft )?(\d+)\), staked by (a lammer|chips), "
    r"against (\S+(?: \S\S)?)( \(no blackjack\))?\.\n(?:Also on the felt: (.*)\.\n)?(.*) > "
)
VALUE = re.compile(r"^    (\w+)( free)? +([+-]\d\.\d+)(  yours)?$", re.M)
COST = re.compile(r"costs (\d\.\d+) of the bet \(\$([\d.]+) on \$10\); (\w+)")


class Question:
    """One hand of a lesson as it was printed, with what followed."""

    def __init__(self, match, after):
        self.again = bool(match[3])
        self.cards, self.soft, self.total = match[4].split(), bool(match[5]), int(match[6])
        self.staked, self.up, self.plays = match[7], match[8].split(), match[11]
        self.others = match[10] or ""
        self.values = {m[1]: float(m[3]) for m in VALUE.finditer(after)}
        self.free = {m[1] for m in VALUE.finditer(after) if m[2]}
        self.mine = next((m[1] for m in VALUE.finditer(after) if m[4]), None)
        self.right = "  Right:" in after
        self.basis = next(iter(re.findall(r"Priced without .*", after)), "")
        cost = COST.search(after)
        self.cost, self.dollars, self.best = (float(cost[1]), float(cost[2]), cost[3]) if cost else (0, 0, self.mine)

    def name(self):
        return sorted(value(c) for c in self.cards), self.staked, [value(c) for c in self.up]


def value(card):
    return {"A": 1, "T": 10, "J": 10, "Q": 10, "K": 10}.get(card[0]) or int(card[0])


def questions(text):
    found = list(HAND.finditer(text))
    ends = [m.start() for m in found[1:]] + [len(text)]
    return [Question(m, text[m.end() : end]) for m, end in zip(found, ends)]


class Train(unittest.TestCase):
    def setUp(self):
        home = Home()
        self.home = home.__enter__()
        self.addCleanup(home.__exit__)
        self.file = os.path.join(self.home, "lammer", "train.json")

    def train(self, lines, *args, **more):
        return pipe(self.home, lines, "--plain", *args, command="train", **{"LC_ALL": "C", **more})

    def spots(self):
        with open(self.file) as f:
            (mine,) = json.load(f)["progress"].values()
        return mine

    def test_values(self):
        """The coach's values are those of `lammer odds` for the same hand; the cost is the distance to the best."""
        asked = []
        for rules in ("ma-freebet", "ma-blackjack", "ma-blackjack-faceup", "ma-blackjack-nohole"):
            done = self.train(["stand"] * 6, "--rules", rules, "--rounds", "6", "--seed", rules)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            asked += [(rules, q) for q in questions(done.stdout)]
        self.assertEqual(len(asked), 24)
        for rules, q in asked:
            kind = ["--kind", "free", "--hands", "2"] if q.staked == "a lammer" else []
            odds = subprocess.run(
                [
                    LAMMER,
                    "odds",
                    "--rules",
                    rules,
                    "--hand",
                    " ".join(q.cards),
                    "--up",
                    " ".join(q.up),
                    *kind,
                    *(["--seen", q.others] if q.others else []),
                    "--post-split",
                    "cdpn",
                    "--format",
                    "json",
                ],
                capture_output=True,
                text=True,
                timeout=PATIENCE,
            )
            hand = json.loads(odds.stdout)["hand"]
            self.assertEqual(set(q.values), {a["action"] for a in hand["actions"]})
            for a in hand["actions"]:
                self.assertAlmostEqual(q.values[a["action"]], a["value"], delta=6e-7)
                self.assertEqual(a["action"] in q.free, a["free"])
            self.assertEqual(q.mine, "stand")
            self.assertAlmostEqual(q.cost, max(q.values.values()) - q.values["stand"], delta=6e-5)
            self.assertAlmostEqual(q.dollars, 10 * q.cost, delta=0.006)
            self.assertEqual(q.right, hand["best"] == "stand")
            self.assertEqual((hand["total"], hand["soft"]), (q.total, q.soft))

    def test_other_hands(self):
        """Cards of other boxes and of the other hand of a split are gone from the price, and the coach says so; with a
        shoe, all cards of the questions before are."""
        for args in (["--boxes", "3", "--drill", "free"], ["--boxes", "2", "--gone", "shoe"]):
            done = self.train(["stand"] * 12, "--rounds", "12", "--seed", "7", "--rules", "wa-freebet", *args)
            asked, shoe, before = questions(done.stdout), "shoe" in args, []
            assert_said("say:also-on-felt", done.stdout)
            self.assertEqual(len(asked), 12)
            for q in asked:
                lammer, others = q.staked == "a lammer", q.others.split()
                self.assertEqual(len(others), lammer + (2 if shoe else 4))
                self.assertTrue(not lammer or others[0][0] == q.cards[0][0])
                seen = before + others if shoe else others
                self.assertIn(f" {len(seen)} ", q.basis)
                said = "say:without-shoe" if shoe else "say:without-felt"
                assert_said(f"{said}|{len(seen)}", q.basis)
                self.check(q, "wa-freebet", seen)
                before += others + q.cards + q.up

    def test_no_shuffle_to_count_from(self):
        """A continuous shuffler takes all cards back, so only those on the felt are gone."""
        shoe = ["--set", "shoe=continuous", "--set", "continuous_approved=on"]
        done = self.train(
            ["stand"] * 4,
            "--rounds",
            "4",
            "--seed",
            "7",
            "--rules",
            "ma-blackjack",
            "--gone",
            "shoe",
            "--boxes",
            "3",
            *shoe,
        )
        for q in questions(done.stdout):
            assert_said("say:without-felt|4", q.basis)
            self.check(q, "ma-blackjack", q.others.split())

    def check(self, q, rules, seen):
        words = [LAMMER, "odds", "--rules", rules, "--hand", " ".join(q.cards), "--up", " ".join(q.up)]
        words += ["--kind", "free", "--hands", "2"] if q.staked == "a lammer" else []
        words += ["--seen", " ".join(seen), "--post-split", "cdpn", "--format", "json"]
        odds = subprocess.run(words, capture_output=True, text=True, timeout=PATIENCE, check=True)
        for a in json.loads(odds.stdout)["hand"]["actions"]:
            self.assertAlmostEqual(q.values[a["action"]], a["value"], delta=6e-7)

    def test_drills(self):
        """Each drill asks what it is about."""
        belongs = {
            "pairs": lambda q: len(q.cards) == 2 and value(q.cards[0]) == value(q.cards[1]),
            "soft": lambda q: q.soft,
            "free": lambda q: q.free or q.staked == "a lammer",
            "rare": lambda q: len(q.cards) > 2 or q.staked == "a lammer",
            "all": lambda q: True,
        }
        for drill, fits in belongs.items():
            done = self.train(["stand"] * 40, "--drill", drill, "--rounds", "40", "--seed", drill, "--reset")
            asked = questions(done.stdout)
            self.assertEqual(len(asked), 40)
            self.assertTrue(all(fits(q) for q in asked), [q.name() for q in asked if not fits(q)])
            self.assertTrue(all(q.total < 21 for q in asked))
        refused = self.train([], "--drill", "free", "--rules", "ma-blackjack")
        self.assertEqual(refused.returncode, 2)
        assert_said("say:drill-free", refused.stderr)

    def lesson(self, *args):
        p = subprocess.Popen(
            [LAMMER, "train", "--plain", *args],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**environment(self.home), "LC_ALL": "C"},
        )
        self.addCleanup(p.wait)
        self.addCleanup(p.stdin.close)
        self.addCleanup(p.stdout.close)
        return p

    def next_question(self, p):
        said = b""
        while not said.endswith(b" > "):
            said += os.read(p.stdout.fileno(), 4096)
        return HAND.search(said.decode())

    def say(self, p, word):
        p.stdin.write(word.encode() + b"\n")
        p.stdin.flush()

    def test_what_was_wrong_comes_back(self):
        """A wrong hand comes again after three questions, then nine, 27, 81, 243; then it is known. A right answer counts
        as well where the hand happens to be dealt in between."""
        p = self.lesson("--drill", "pairs", "--rounds", "0", "--seed", "3")
        first = self.next_question(p)
        name = Question(first, "").name()
        self.say(p, "hit" if self.answer(first) == "stand" else "stand")
        box, due, returns = 0, 4, 0
        for asked in range(1, 450):
            q = self.next_question(p)
            self.assertEqual(bool(q[3]), box < 5 and asked >= due, asked)
            if Question(q, "").name() == name and box < 5:
                returns += bool(q[3])
                box += 1
                due = asked + 1 + 3 ** (box + 1)
            else:
                self.assertFalse(q[3])
            self.say(p, self.answer(q))
        self.assertEqual(box, 5)
        self.assertGreaterEqual(returns, 2)
        self.assertEqual(self.spots()["again"], {})

    answers = {}

    def answer(self, q):
        """The best play, asked of `lammer odds` once for each hand."""
        key = (tuple(sorted(value(c) for c in q[4].split())), q[7], value(q[8]))
        if key not in self.answers:
            odds = subprocess.run(
                [LAMMER, "odds", "--rules", "ma-freebet", "--hand", q[4], "--up", q[8], "--format", "json"],
                capture_output=True,
                text=True,
                timeout=PATIENCE,
            )
            self.answers[key] = json.loads(odds.stdout)["hand"]["best"]
        return self.answers[key]

    def test_progress_between_runs(self):
        self.train(["stand"] * 5, "--rounds", "5", "--seed", "1")
        spots = self.spots()
        self.assertEqual(spots["asked"], 5)
        again = self.train(["quit"], "--seed", "2").stdout
        assert_said(f"say:trained-in-all|{spots['right']}|5", again)
        other = self.train(["quit"], "--rules", "wa-freebet").stdout
        assert_said("say:nothing-asked", other)
        changed = self.train(["quit"], "--set", "decks=8").stdout
        assert_said("say:nothing-asked", changed)
        assert_said("say:nothing-asked", self.train(["quit"], "--reset").stdout)

    def test_spoiled_and_unwritable_files(self):
        os.makedirs(os.path.dirname(self.file))
        with open(self.file, "w") as f:
            f.write('{"progress": ')
        done = self.train(["stand"], "--rounds", "1")
        self.assertIn("train.json.bad", done.stderr)
        self.assertTrue(os.path.exists(self.file + ".bad"))
        for odd in ('{"progress":7}', '{"progress":{"x":[]}}', "{}"):
            with open(self.file, "w") as f:
                f.write(odd)
            self.assertEqual(self.train(["stand"], "--rounds", "1").returncode, 0)
        lost = pipe("/proc/nowhere", ["stand"], "--plain", "--rounds", "1", command="train", HOME="/proc/x")
        self.assertEqual(lost.returncode, 0)
        assert_said("say:progress-not-kept", lost.stderr)

    def test_spots_that_cannot_be(self):
        """Names in the file that no hand has are passed over."""
        self.train(["stand"], "--rounds", "1", "--seed", "1")
        with open(self.file) as f:
            whole = json.load(f)
        (mine,) = whole["progress"].values()
        mine["again"] = {
            name: {"box": 0, "due": 0}
            for name in (
                "",
                "8,8",
                "8,8 chips",
                "8,8 chips 11",
                "0,4 chips 5",
                "10,10,10 chips 5",
                "8,x chips 4",
                "9" * 200,
                "1,10 chips 6",
                "1,1,1,1,1,1,1,1,1,1 chips 2",
            )
        }
        with open(self.file, "w") as f:
            json.dump(whole, f)
        done = self.train(["stand"] * 4, "--rounds", "4", "--seed", "1")
        self.assertEqual(done.returncode, 0)
        self.assertNotIn("Again", done.stdout)

    def test_bad_usage(self):
        for args, words in (
            (["--drill", "hard"], "pairs, soft, free or rare"),
            (["--rounds", "x"], "--rounds"),
            (["--drll", "all"], "--drill"),
            (["--rules"], "--rules"),
            (["--rules", "nowhere"], "nowhere"),
        ):
            done = self.train([], *args)
            self.assertEqual(done.returncode, 2)
            self.assertIn(words, done.stderr)

    def test_interrupted(self):
        """Answers that were given are kept, however the lesson ends."""
        p = self.lesson("--seed", "1")
        self.say(p, "stand\nstand")
        said = b""
        while b"3 of 20" not in said:
            said += os.read(p.stdout.fileno(), 4096)
        p.send_signal(signal.SIGINT)
        self.assertEqual(p.wait(timeout=PATIENCE), -signal.SIGINT)
        self.assertEqual(self.spots()["asked"], 2)

    @unittest.skipUnless(shutil.which("tmux"), "tmux is not here")
    def test_screen(self):
        first = HAND.search(self.train([], "--drill", "pairs", "--seed", "3").stdout)
        wrong = "hit" if self.answer(first) == "stand" else "stand"
        with Terminal(self.home, ["train", "--drill", "pairs", "--seed", "3", "--rounds", "2"]) as t:
            t.wait("You hold", "[s] stand", "[p] split")
            t.resize(60, 20)
            t.wait("You hold", "[s] stand")
            t.keys(wrong[0])
            t.wait(f"Wrong: {wrong} costs", "yours", "[Enter] next")
            t.keys("Enter")
            t.wait("0 right of 1", "[s] stand")
            t.keys("C-c")
            t.wait("0 of 1 right.", "STATUS 130", "RESTORED")
        self.assertEqual(self.spots()["asked"], 1)


if __name__ == "__main__":
    unittest.main()
