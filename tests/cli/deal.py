#!/usr/bin/env python3
"""`lammer deal` with good and bad scripts: its output and its exit codes."""
import os
import re
import subprocess
import sys
import tempfile
import unittest

sys.path.append("tests/support")
from said import assert_said  # noqa: E402

LAMMER = os.environ.get("LAMMER", "build/lammer")
ENV = {**os.environ, "LC_ALL": "C", "NO_COLOR": "1"}

TABLE = "rules ma-freebet\n"
BOOK = TABLE + "shoe Th 6d 9c Kh 5s\ntable arrive 1\n"  # the same cards, with every step in the script
ROUND = TABLE + "shoe Th 6d 9c Kh 5s\nbet 1 10\ndeal\n"  # 19 against 6 K 5: 21


def run(*args, stdin=""):
    if isinstance(stdin, str):
        stdin = stdin.encode()
    done = subprocess.run([LAMMER, *args], input=stdin, capture_output=True, env=ENV, timeout=60)
    return done.returncode, done.stdout.decode(), done.stderr.decode(errors="replace")


def deal(script, *options):
    return run("deal", *options, "-", stdin=script)


FIELD = "field-rules ma-blackjack surrender=early\n"

# (what, script, exit status, a part of what is printed on stderr)
BAD = [
    ("unknown word", TABLE + "shuffle\n", 2, "stdin:2: say:no-such-word|shuffle"),
    ("nearest word", TABLE + "dael\n", 2, "say:no-such-word-near|dael|deal"),
    ("unknown card", TABLE + "shoe Th 1h\n", 2, "stdin:2: say:script-not-a|1h"),
    ("ten written 10", TABLE + "shoe 10h\n", 2, "say:script-not-a|10h"),
    ("unknown wager", TABLE + "bet 1 push23 5\n", 2, "say:script-not-a|push23"),
    ("no amount", TABLE + "bet 1\n", 2, "stdin:2: & say:script-missing||bet BOX"),
    ("no box", TABLE + "hit\n", 2, "say:script-missing||hit BOX"),
    ("not a box", TABLE + "hit 1d\n", 2, "say:script-not-a|1d"),
    ("too many words", TABLE + "deal now\n", 2, "say:script-word-too-many|now|deal"),
    ("not an action", TABLE + "legal 1 fold\n", 2, "say:script-not-a|fold & hit stand"),
    ("not an event", TABLE + "saw frob:1\n", 2, "say:script-not-a|frob:1"),
    ("too many fields", TABLE + "saw hit:1:2\n", 2, "say:script-not-a|hit:1:2"),
    ("not a clause", TABLE + "bet 1 1\nrefuse mfb\n", 2, "say:script-not-a|mfb"),
    ("refuse after nothing", "refuse\n", 2, "say:refuse-after-command"),
    ("refuse after an expectation", TABLE + "net 1 0\nrefuse\n", 2, "say:refuse-after-command"),
    ("refuse twice", TABLE + "bet 1 1\nrefuse\nrefuse\n", 2, "say:refuse-after-command"),
    ("no table", "bet 1 10\n", 2, "say:script-starts-with-rules"),
    ("unknown rules", "rules no-such-house\n", 2, "no-such-house"),
    ("unknown rule", "rules ma-freebet dekcs=8\n", 2, "dekcs"),
    ("illegal rules", "rules ma-freebet decks=4\n", 2, "MFB-2(a).1"),
    ("rules of the field", "rules ma-blackjack surrender=early\n", 2, "MBJ-8(a)(2).2"),
    ("rules of the field let through", FIELD, 0, "stdin:1: & say:script-field-rule|surrender|early & MBJ-8(a)(2).2"),
    ("setting without a value", "rules ma-freebet decks\n", 2, "say:script-not-a|decks"),
    ("too many copies", TABLE + "shoe" + " 8h" * 7 + "\n", 2, "stdin:2: say:shoe-copies|7|8h"),
    ("too many copies over two lines", TABLE + "shoe" + " 8h" * 6 + "\nshoe 8h\n", 2, "stdin:3:"),
    ("the shoe runs out", TABLE + "shoe Th 6d\nbet 1 10\ndeal\n", 2, "say:shoe-ran-out|3"),
    ("the shoe runs out in the middle of a hand", ROUND.replace(" 5s", "") + "hit 1\n", 2, "say:shoe-ran-out|5"),
    ("half a cent", TABLE + "bet 1 10.005\n", 1, "say:why-step"),
    ("below zero", TABLE + "bet 1 -10\n", 1, "say:why-low & (MFB-5(a))"),
    ("above the maximum", TABLE + "bet 1 501\n", 1, "say:why-high & (MFB-5(a))"),
    ("overflow", TABLE + "bet 1 " + "9" * 30 + "\n", 1, "say:why-high & (MFB-5(a))"),
    ("overflow below", TABLE + "bet 1 -" + "9" * 30 + "\n", 1, "say:why-low & (MFB-5(a))"),
    ("not in chips", TABLE + "bet 1 10.50\n", 1, "say:why-step"),
    ("an overflowing expectation", TABLE + "net 1 " + "9" * 30 + "\n", 2, "say:script-not-a"),
    ("no such box", TABLE + "bet 8 10\n", 1, "say:why-box"),
    ("box zero", TABLE + "bet 0 10\n", 1, "say:why-box"),
    ("the net of a box that does not exist", TABLE + "net 8 0\n", 2, "say:script-no-seat|8"),
    ("no bets", TABLE + "deal\n", 1, "say:why-empty"),
    ("out of turn", ROUND + "stand 2\n", 1, "say:why-turn"),
    ("before the deal", TABLE + "bet 1 10\nhit 1\n", 1, "say:why-turn"),
    ("a decision is owed", ROUND, 1, "say:decision-owed|1|1|1|19"),
    ("a decision is owed at next", ROUND + "next\n", 1, "say:decision-owed|1"),
    ("next before the deal", TABLE + "next\n", 2, "say:not-dealt"),
    ("wrong net", ROUND + "stand 1\nnet 1 10\n", 1, "stdin:6: say:expected-got|10|-10 & \n    net 1 10\n"),
    ("wrong dealer", ROUND + "stand 1\ndealer 20\n", 1, "say:expected-got|20|21"),
    ("no blackjack", ROUND + "stand 1\ndealer blackjack\n", 1, "say:expected-got|blackjack|21"),
    ("wrong hand", ROUND + "hand 1.1 18\nstand 1\n", 1, "say:expected-got|18|19"),
    ("no such hand", ROUND + "hand 1.2 18\nstand 1\n", 1, "say:expected-got"),
    ("wrong lammers", ROUND + "lammers 1 1\nstand 1\n", 1, "say:expected-got|1|0"),
    ("another set of legal actions", ROUND + "legal 1 hit\nstand 1\n", 1, "say:expected-got|hit|hit stand double"),
    ("an expected empty set that is not empty", ROUND + "legal 1\nstand 1\n", 1, "say:expected-got||hit stand double"),
    ("not seen", ROUND + "saw reader\nstand 1\n", 1, "say:expected-got|reader|load burn open"),
    (
        "seen out of order",
        ROUND + "saw card:dealer:6d card:1:Th\nstand 1\n",
        1,
        "say:expected-got|card:1:Th|card:1.1:9c",
    ),
    ("seen before", ROUND + "saw card:1:9c\nsaw card:1:Th\nstand 1\n", 1, "say:expected-got|card:1:Th"),
    ("seen although it must not be", ROUND + "unseen down\nstand 1\n", 1, "say:expected-got||down:dealer"),
    ("not refused", ROUND + "stand 1\nrefuse\n", 1, "stdin:6: say:expected-refused|stand 1"),
    ("refused for another reason", TABLE + "bet 1 1\nrefuse MFB-6(h)\n", 1, "say:expected-refusal-by|MFB-6(h)"),
    (
        "refused by a shorter clause than the expected one",
        TABLE + "bet 1 1\nrefuse MFB-5(a)(1)\n",  # clauses: skip
        1,
        "say:expected-refusal-by",
    ),
    ("a section stands for its clauses", TABLE + "bet 1 1\nrefuse MFB-5\n", 0, ""),
    ("half an id does not stand for a clause", TABLE + "bet 1 1\nrefuse MFB-\n", 1, "say:expected-refusal-by"),
    ("a zero byte", b"rules ma-freebet\n\0\n", 2, "say:zero-byte-in-script||18"),
    ("a control byte", b"rules ma-freebet\n\x1b[31m\n", 2, "stdin:2: say:byte-in-script|1b|1"),
    ("not ASCII", "rules ma-fréebet\n".encode(), 2, "stdin:1: say:byte-in-script|c3|12"),
    ("the word box without a number", TABLE + "bet box 10\n", 2, "say:script-missing"),
    ("a long line", TABLE + "shoe " + "8h " * 2000 + "\n", 2, "stdin:2: say:line-too-long|6005|4096"),
    ("a long file", "#\n" * 600000, 2, "say:script-too-long||1048576"),
    ("a meter that the table does not have", TABLE + "meter blazing7 1000\n", 2, "say:script-no-meter|blazing7"),
    ("not an irregularity", TABLE + "irregular frob\n", 2, "say:script-not-a|frob"),
    ("paused at the end", TABLE + "shoe Th 6d 9c Kh\nbet 1 10\npause 2\ndeal\n", 1, "say:script-paused"),
    ("no step", TABLE + "table\n", 2, "say:script-missing"),
    ("unknown step", TABLE + "table juggle\n", 2, "say:script-not-a|juggle"),
    ("a step of the round", TABLE + "table hit 1\n", 2, "say:script-not-a|hit"),
    ("a cut without a player", TABLE + "table cut\n", 2, "say:script-missing||table"),
    ("a cut without a number", TABLE + "table cut 1\n", 2, "say:script-missing||table"),
    ("a cut of half a card", TABLE + "table cut 1 51.5\n", 2, "say:script-not-a|51.5"),
    ("a bettor cuts", TABLE + "table cut 1b 52\n", 2, "say:script-not-a|1b"),
    ("a third batch", TABLE + "table unload 312 C\n", 2, "say:script-not-a|C"),
    ("verified by an unknown role", TABLE + "table verify janitor\n", 2, "say:script-not-a|janitor"),
    ("a sign that is neither on nor off", TABLE + "table sign out\n", 2, "say:script-not-a|out"),
    ("a step with too many words", TABLE + "table wash 1\n", 2, "say:script-word-too-many|1|table"),
    ("a word too many after until", TABLE + "table until cut 1\n", 2, "say:script-word-too-many|1"),
    ("no player has come", TABLE + "table until cut\n", 1, "say:step-owed-first|arrive"),
    ("a step that does not come", TABLE + "table arrive 1\ntable until idle\n", 1, "say:step-owed-first|open"),
    ("a step out of its order", TABLE + "table wash\n", 1, "MFB-3(a).1"),
    (
        "a script that prepares the table must load the shoe itself",
        TABLE + "table arrive 1\nbet 1 10\n",
        1,
        "say:why-not-loaded",
    ),
    ("a double shoe", TABLE + "side B\n", 2, "say:no-double-shoe"),
]

GOOD = [
    ("nothing", ""),
    ("comments", "# nothing\n\n   # at all é ♠\n"),
    ("line ends", ROUND.replace("\n", "\r\n") + "stand 1\r\n"),
    ("no newline at the end", ROUND + "stand 1\nnet 1 -10"),
    ("comment without a blank", ROUND + "stand 1#now\nnet 1 -10#lost\n"),
    ("left-over cards", ROUND.replace("5s", "5s 2c 2d 2h") + "stand 1\n"),
    ("refused, any clause", TABLE + "bet 1 1\nrefuse\n"),
    ("refused, one clause", TABLE + "bet 1 1\nrefuse MFB-5(a)\n"),
    ("refused by a clause below the expected one", ROUND + "stand 2\nrefuse MFB-6(h)\nstand 1\n"),
    ("refused, several clauses", TABLE + "bet 1 1\nrefuse MFB-6(h)|MFB-5(a)\n"),
    ("refused, several words", TABLE + "bet 1 1\nrefuse MFB-6(h) MFB-5(a)\n"),
    ("refused on the same line", TABLE + "bet 1 1 refuse MFB-5(a)   # too little\n"),
    ("refused bets of every kind", TABLE + "bet 1 -5\nrefuse\nbet 1 10.005\nrefuse\nbet 1 " + "9" * 40 + "\nrefuse\n"),
    ("refused deal", TABLE + "deal\nrefuse MFB-5(d)\n"),
    ("refused rules", "rules ma-freebet decks=4\nrefuse MFB-2(a)\n"),
    ("refused rules, then others", "rules ma-freebet decks=4\nrefuse MFB-2(a)\n" + ROUND + "stand 1\nnet 1 -10\n"),
    (
        "a wager that is not offered",
        "rules vendor-freebet\nbet 1 10\nbet 1 push22 5\nrefuse VFB-INTRO.2\nnet 1 push22 0\n",
    ),
    ("shoe lines join", TABLE + "shoe Th 6d\nbet 1 10\nshoe 9c Kh\ndeal\nstand 1\nnet 1 -10\nshoe 5s\n"),
    ("shoe before rules", "shoe Th 6d 9c Kh 5s\n" + TABLE + "bet 1 10\ndeal\nstand 1\nnet 1 -10\n"),
    ("two tables, each with its own six decks", 2 * (TABLE + "shoe" + " 8h" * 6 + "\n")),
    (
        "two rounds",
        ROUND + "stand 1\nnet 1 -10\nnext\nshoe Ts 6h 9s Kd 6s\nbet 1 10\ndeal\nstand 1\ndealer 22\nnet 1 0\n",
    ),
    ("a second bet replaces the first", TABLE + "bet 1 10\nbet 1 20\nsaw bet:1:main:10 bet:1:main:20\nwithdraw 1\n"),
    ("withdrawn", TABLE + "bet 1 10\nwithdraw 1\nsaw withdraw:1:main:10\ndeal\nrefuse\n"),
    ("double for less", TABLE + "shoe 5h 6d 3c Kh Ts 5s\nbet 1 10\ndeal\ndouble 1 4\nnet 1 -14\n"),
    (
        "the word box",
        TABLE + "shoe 5h 6d 3c Kh Ts 5s\nbet box 1 10\ndeal\ndouble box 1\nnet box 1 -20\nhand box 1.1 18\n",
    ),
    ("double in full", TABLE + "shoe 5h 6d 3c Kh Ts 5s\nbet 1 10\ndeal\ndouble 1\nnet 1 -20\n"),
    (
        "free double",
        TABLE + "shoe 5h 6d 6c Kh Ts 4s\nbet 1 10\ndeal\ndouble 1 10\nrefuse MFB-8(a)(1)\ndouble 1\nnet 1 20\n",
    ),
    (
        "paid split",
        TABLE + "shoe Th 6d Tc Kh 9s 9c 4s\nbet 1 10\ndeal\nlegal 1 hit stand double split\nsplit 1 5\n"
        "refuse MFB-9(b)(1)\nsplit 1\nstand 1\nstand 1\nnet 1 -20\n",
    ),
    ("not on turn", ROUND + "legal 2\nlegal 1 hit stand double\nstand 1\nlegal 1\n"),
    (
        "insurance is answered in any order",
        TABLE + "shoe Th 9h Ad 9c 9s 9d\nbet 1 10\nbet 2 10\ndeal\nlegal 1 insure\n"
        "insure 2 5\nlegal 2\nlegal 1 insure\ninsure 1 0\nnet 2 insurance -5\nlegal 1 hit stand double\nstand 1\nstand 2\n",
    ),
    (
        "a play command closes insurance",
        TABLE + "shoe Th Ad 9c 9d\nbet 1 10\ndeal\nstand 1\nnet 1 -10\nnet 1 insurance 0\n",
    ),
    (
        "a refused play command leaves insurance open",
        TABLE + "shoe Th Ad 9c 9d\nbet 1 10\ndeal\nhit 2\nrefuse\ninsure 1 5\nstand 1\nnet 1 -15\n",
    ),
    ("no answer declines insurance", TABLE + "shoe Th Ad 9c Kd\nbet 1 10\ndeal\ndealer blackjack\nnet 1 -10\n"),
    ("no answer by the end of the script declines insurance", TABLE + "shoe Th Ad 9c Kd\nbet 1 10\ndeal\n"),
    (
        "a box whose answer follows has not declined",
        TABLE + "shoe Th 9h Ad 9c 9s Kd\nbet 1 10\nbet 2 10\ndeal\ninsure 1 5\nnet 1 0\n"
        "insure 2 0\nnet 1 0\nnet 2 -10\n",
    ),
    (
        "even money",
        "rules ma-freebet even_money=on\nshoe Ah Ad Kc Kd\nbet 1 10\ndeal\nlegal 1 insure evenmoney\nevenmoney 1\n"
        "saw offer-even-money:1 even-money:1 pay:1:main:10 return:1:main:10 reader-blackjack\nnet 1 10\n",
    ),
    (
        "events",
        ROUND + "saw no-more-bets card:1.1:Th card:dealer:6d card:1 down\nstand 1\nsaw stand turn:Kh:dealer "
        "total:dealer:16 card:dealer:5s total:dealer:21 take:1:main:10 over\nunseen pay return lammer reader\n",
    ),
    ("events with stars and clauses", ROUND + "stand 1\nsaw card:*:6d take:1::10 clear:dealer@MFB-6(s) over\n"),
    ("the shoe is loaded and a card burned", TABLE + "saw load@MFB-6(a) burn@MFB-6(c) open\n"),
    (
        "a new dealer burns a card",
        ROUND + "new-dealer\nrefuse\nstand 1\nnew-dealer\nsaw over new-dealer burn\nnext\nsaw open\n",
    ),
    (
        "one player, two boxes",
        "rules ma-freebet boxes_per_player=2\nshoe Th Ts 6d 9c 9s Kh 5s\nbet 1 10\nbet 2 10 by 1\n"
        "bet 4 10 by 1\nrefuse MFB-5(f)\ndeal\nstand 1\nstand 2\nnet 1 -10\nnet 2 -10\n",
    ),
    (
        "a pause and a card face up in the shoe",
        TABLE + "shoe Th 2c 6d 9c Kh 5s\nbet 1 10\npause 1\ndeal\nsaw card:1:Th\n"
        "unseen card:dealer\nirregular face-up-card\nsaw irregular:face-up-card card:dealer:6d\nstand 1\nnet 1 -10\n",
    ),
    ("a pause without an irregularity", ROUND.replace("deal", "pause 1\ndeal\ngo") + "stand 1\nnet 1 -10\n"),
    (
        "an exposed card is the next card",
        TABLE + "shoe Th 6d 5c Kh 4h 5s\nbet 1 10\ndeal\nirregular exposed\nhit 1\nhand 1.1 19\n"
        "stand 1\nnet 1 -10\n",
    ),
    ("an irregularity that cannot have happened", TABLE + "irregular exposed Th\nrefuse MFB-11(d)\n"),
    (
        "every step in the script",
        BOOK + "table until load\ntable load\nsaw load\nunseen burn\ntable open\nrefuse MFB-6(c).1\ntable burn\n"
        "table open\nsaw open\nbet 1 10\ndeal\nstand 1\nnet 1 -10\nunseen idle unload load\n",
    ),
    (
        "every step of the opening",
        BOOK + "table deliver 6\ntable inspect\ntable verify floorperson\ntable spread\ntable view 1\n"
        "table wash\ntable stack\ntable riffle\ntable riffle\ntable turn-half\ntable riffle\ntable strip\ntable shuffle-cut\n"
        "table cut 1 52\ntable cover 78\ntable load\ntable burn\n",
    ),
    ("a prepared shoe", BOOK + "table load prepared\ntable burn\ntable open\nbet 1 10\n"),
    (
        "two rounds with every step in the script",
        BOOK + "table until open\ntable open\nbet 1 10\ndeal\nstand 1\nnew-dealer\nunseen burn\nnext\n"
        "refuse MFB-6(c).2\ntable burn\nnext\nsaw open\n",
    ),
    (
        "a step of the table with a shoe that was not prepared",
        "rules ma-freebet mid_shoe_bar=on\nshoe Th 6d 9c Kh 5s\nbet 1 10\ndeal\nstand 1\nnext\nbet 2 10\n"
        "refuse MFB-5(b)\ntable readmit 2\nbet 2 10\n",
    ),
    (
        "two tables, one of them with every step in the script",
        ROUND + "stand 1\n" + BOOK + "table until cut\n" + TABLE + "bet 1 10\n",
    ),
    (
        "the cover card comes instead of a card",
        BOOK + "table until cover\ntable cover 311\ntable load\ntable burn\ntable open\nbet 1 10\n"
        "pause 0\ndeal\ntable cover-seen 1\nunseen card\ngo\nsaw cover-seen:1 card:1:Th\nstand 1\nnext\nrefuse MFB-6(d)(1)\n",
    ),
    (
        "a bet for the dealer",
        "rules wa-freebet\nshoe Th 6d 9c Kh 4s\nbet 1 10\nbet 1t 5\ndeal\nstand 1\nnet 1t -5\nnet 1 -10\n",
    ),
]


class Deal(unittest.TestCase):
    def test_bad_scripts(self):
        for what, script, status, part in BAD:
            with self.subTest(what):
                rc, out, err = deal(script)
                assert_said(part, err)
                self.assertEqual(rc, status, err)
                self.assertNotIn("internal error", err)
                self.assertEqual(out, "1 passed, 0 failed\n" if status == 0 else "0 passed, 1 failed\n")
                self.assertLessEqual(len(err.splitlines()), 2, err)

    def test_good_scripts(self):
        for what, script in GOOD:
            with self.subTest(what):
                rc, out, err = deal(script)
                self.assertEqual((rc, out, err), (0, "1 passed, 0 failed\n", ""))

    def test_documented_scripts(self):
        with open("docs/round-scripts.md") as docs:
            scripts = re.findall(r"```\n(rules .*?)```", docs.read(), re.S)
        self.assertEqual(len(scripts), 2)
        for script in scripts:
            self.assertEqual(deal(script), (0, "1 passed, 0 failed\n", ""))

    def test_files(self):
        with tempfile.TemporaryDirectory() as folder:

            def write(name, text):
                path = os.path.join(folder, name)
                with open(path, "w") as out:
                    out.write(text)
                return path

            good = write("good.round", ROUND + "stand 1\n")
            wrong = write("wrong.round", ROUND + "stand 1\nnet 1 5\nnet 1 6\n")
            broken = write("broken.round", "frob\n")
            rc, out, err = run("deal", good, wrong, good)
            self.assertEqual((rc, out), (1, "2 passed, 1 failed\n"))
            assert_said(f"{wrong}:6: say:expected-got|5|-10", err)
            self.assertEqual(err.count("\n"), 2, err)
            self.assertEqual(run("deal", broken, wrong, good)[:2], (2, "1 passed, 2 failed\n"))
            self.assertEqual(run("deal", "--quiet", good), (0, "", ""))
            rc, out, err = run("deal", os.path.join(folder, "missing.round"), good)
            self.assertEqual((rc, out), (2, "1 passed, 1 failed\n"))
            assert_said("say:script-cannot-open||No such file or directory", err)
            self.assertIn("missing.round", err)
            rc, out, err = run("deal", folder)
            self.assertEqual(rc, 2)
            assert_said("say:script-is-directory", err)

    def test_rules_from_the_command_line(self):
        script = "shoe Th 6d 9c Kh 5s\nbet 1 10\ndeal\nstand 1\nnet 1 -10\n"
        self.assertEqual(deal(script, "--rules", "ma-freebet")[0], 0)
        self.assertEqual(deal(script, "--rules=ma-freebet", "--set", "min_bet=25")[0], 1)
        self.assertEqual(deal(TABLE + script, "--set=min_bet=25")[0], 1)
        self.assertEqual(deal(script, "--rules", "nowhere")[0], 2)
        self.assertEqual(deal(script, "--rules", "ma-freebet", "--set", "decks=4")[0], 2)

    def test_usage(self):
        for args in (["deal"], ["deal", "--frob", "x"], ["deal", "--rules"], ["deal", "--json", "file"], ["dael"], []):
            rc, out, err = run(*args)
            self.assertEqual((rc, out), (2, ""), args)
            self.assertTrue(err)
        assert_said("say:unknown-near|dael|a command|lammer|deal", run("dael")[2])
        self.assertIn("--tell", run("deal", "--tel", "x")[2])
        for args in (["--help"], ["deal", "--help"], ["--version"]):
            rc, out, err = run(*args)
            self.assertEqual((rc, err), (0, ""))
            self.assertTrue(out)

    def test_readme_shows_the_hand_that_the_program_tells(self):
        told = subprocess.run(
            [LAMMER, "deal", "--tell", "examples/first-hand.round"],
            capture_output=True,
            encoding="utf-8",
            env=dict(os.environ, LC_ALL="C.UTF-8"),
        ).stdout
        with open("README.md", encoding="utf-8") as readme:
            shown = [block for block in readme.read().split("```") if block.startswith("\n  Free Bet")]
        self.assertEqual(len(shown), 1)
        self.assertIn(shown[0].strip(), told)

    def test_narration(self):
        rc, out, err = run("deal", "--tell", "examples/first-hand.round")
        self.assertEqual((rc, err), (0, ""))
        for part in (
            "Dealer   6d ??",
            "Box 1    8h 8c",
            "Box 1 splits 8h 8c for free.",
            "Hand 1 of box 1 doubles 11 for free",
            "The dealer turns the hole card, Kh: 6d Kh, 16.",
            "a dealer 22 is a push",
            "Box 1 wins $100.",
            "Box 2 wins $30.",
        ):
            self.assertIn(part, out)
        self.assertNotIn("MFB-", out)
        self.assertNotIn("Kh", out[: out.index("turns")])  # the hole card is not shown before it is turned
        self.assertIn("[MFB-6(k)]", run("deal", "--tell", "--clauses", "examples/first-hand.round")[1])

    def test_events(self):
        rc, out, err = run("deal", "--events", "examples/first-hand.round")
        self.assertEqual((rc, err), (0, ""))
        self.assertIn("    card:1.1:8h@MFB-6(e)(1)\n", out)
        self.assertIn("    pay:2.1:main:30", out)


if __name__ == "__main__":
    sys.exit(unittest.main())
