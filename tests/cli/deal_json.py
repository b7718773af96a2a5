#!/usr/bin/env python3
"""`lammer deal --json`: the sessions printed in docs/json-lines.md, and lines that must be refused.

With LAMMER_UPDATE=1 the sessions' answers are written anew."""
import json
import os
import random
import re
import subprocess
import sys
import unittest

sys.path.append("tests/support")
from said import assert_not_said, assert_said  # noqa: E402

LAMMER = os.environ.get("LAMMER", "build/lammer")
DOCS = "docs/json-lines.md"
SESSION = re.compile(r"(?<=```session\n).*?(?=```)", re.S)


def talk(lines, *args):
    data = b"".join((line if isinstance(line, bytes) else line.encode()) + b"\n" for line in lines)
    done = subprocess.run([LAMMER, "deal", "--json", *args], input=data, capture_output=True, timeout=60)
    assert done.returncode == 0 and not done.stderr, done
    return done.stdout.decode().splitlines()


def ask(*requests, args=()):
    return [json.loads(line) for line in talk([json.dumps(r) for r in requests], *args)]


BY_HAND = [{"do": step} for step in ("riffle", "riffle", "turn-half", "riffle", "strip", "shuffle-cut")]
LOADED = [
    {"do": "arrive", "seat": "2"},
    {"do": "deliver", "count": 6},
    {"do": "inspect"},
    {"do": "verify", "role": "floorperson"},
    {"do": "spread"},
    {"do": "view", "seat": "2"},
    {"do": "wash"},
    {"do": "stack"},
    *BY_HAND,
    {"do": "cut", "seat": "2", "count": 52},
    {"do": "cover", "count": 78},
    {"do": "load"},
    {"do": "burn"},
]
OPEN = [{"do": "load"}, {"do": "burn"}, {"do": "open"}]

# (what, line, part of the reason)
MALFORMED = [
    ("nothing", "", "say:malformed-json"),
    ("half an object", '{"do":"who"', "say:malformed-json"),
    ("two objects", '{"do":"who"} {"do":"who"}', "say:malformed-json"),
    ("no object", "[]", "say:line-wants-do"),
    ("a number", "7", "say:malformed-json"),
    ("no verb", "{}", "say:line-wants-do"),
    ("verb of another kind", '{"do":7}', "say:line-wants-do"),
    ("unknown verb", '{"do":"frob"}', "say:nothing-called|frob"),
    ("unknown field", '{"do":"who","loudly":true}', "say:takes-no-field|who|loudly"),
    ("a field of another verb", '{"do":"stand","seat":"1","cents":5}', "say:takes-no-field|stand|cents"),
    ("duplicate key", '{"do":"who","do":"who"}', "say:malformed-json"),
    ("missing field", '{"do":"bet","seat":"1"}', "say:wants-field|bet|cents"),
    ("dollars", '{"do":"bet","seat":"1","cents":10.00}', "say:must-be-whole|cents"),
    ("money as text", '{"do":"bet","seat":"1","cents":"1000"}', "say:must-be-whole|cents"),
    ("too much money", '{"do":"bet","seat":"1","cents":99999999999999999999}', "say:malformed-json"),
    ("a box as a number", '{"do":"bet","seat":1,"cents":1000}', "say:must-be-seat|seat"),
    ("no seat", '{"do":"bet","seat":"x","cents":1000}', "say:must-be-seat|seat"),
    ("unknown wager", '{"do":"bet","seat":"1","wager":"frob","cents":1000}', "say:must-name-wager|wager"),
    ("unknown card", '{"do":"card","card":"1h"}', "say:must-be-card|card"),
    ("card of another kind", '{"do":"card","card":8}', "say:must-be-card|card"),
    ("peek without an answer", '{"do":"peek"}', "say:wants-field|peek|blackjack"),
    ("peek with a number", '{"do":"peek","blackjack":1}', "say:must-be-boolean|blackjack"),
    ("role", '{"do":"confirm","role":"janitor"}', "say:must-be-one-of|role|dealer, supervisor"),
    ("a count as text", '{"do":"cut","seat":"1","count":"52"}', "say:must-be-whole|count"),
    ("half a card", '{"do":"unload","count":311.5}', "say:must-be-whole|count"),
    ("a cut without a count", '{"do":"cut","seat":"1"}', "say:wants-field|cut|count"),
    ("a cut without a box", '{"do":"cut","count":52}', "say:wants-field|cut|seat"),
    ("the dealer bets", '{"do":"bet","seat":"dealer","cents":500}', "say:must-be-seat|seat"),
    ("a third pack", '{"do":"unload","pack":2,"count":312}', "say:must-be-pack|pack"),
    ("a pack by letter", '{"do":"swap","pack":"B"}', "say:must-be-pack|pack"),
    ("verified without a role", '{"do":"verify"}', "say:wants-field|verify|role"),
    ("a sign that is neither on nor off", '{"do":"sign"}', "say:wants-field|sign|on"),
    ("a riffle by a player", '{"do":"riffle","seat":"1"}', "say:takes-no-field|riffle|seat"),
    ("money to deliver", '{"do":"deliver","cents":6}', "say:takes-no-field|deliver|cents"),
    ("unknown irregularity", '{"do":"irregular","name":"quake"}', "say:must-be-one-of|name|misdeal, release"),
    ("how", '{"do":"irregular","name":"misdeal","card":"5h","how":"sideways"}', "say:must-be-how|how"),
    ("a prize without an amount", '{"do":"award","seat":"1","cents":100}', "say:wants-field|award|wager"),
    ("garbage", b"\xff\xfe\x00\x01", "say:malformed-json"),
    ("a zero byte", b'{"do":"who"\x00}', "say:malformed-json"),
    ("deep nesting", "[" * 30000, "say:malformed-json"),
    ("a long line", '{"do":"who"' + " " * 70000 + "}", "say:json-line-too-long|65536"),
    ("the net of a box that does not exist", '{"do":"net","seat":"9"}', "say:lines-no-seat|9"),
]


IN_CENTS = {"bet", "insure", "double", "split", "with-double", "award"}


def say(action, amount="least"):
    """A row of the legal list as the request that does it."""
    request = {key: value for key, value in action.items() if key not in ("least", "most", "step")}
    if "least" in action:
        request["cents" if action["do"] in IN_CENTS else "count"] = action[amount]
    return request


class DealJson(unittest.TestCase):
    maxDiff = None

    def test_documented_sessions(self):
        def held(session):
            asked = [line[2:] for line in session.splitlines() if line.startswith("> ")]
            return "".join(f"> {a}\n< {g}\n" for a, g in zip(asked, talk(asked)))

        with open(DOCS) as docs:
            text = docs.read()
        self.assertEqual(len(SESSION.findall(text)), 2)
        if os.environ.get("LAMMER_UPDATE"):
            with open(DOCS, "w") as docs:
                docs.write(SESSION.sub(lambda session: held(session.group(0)), text))
            return
        for session in SESSION.findall(text):
            self.assertEqual(held(session).splitlines(), session.splitlines())

    def test_malformed_lines(self):
        answers = talk([line for _, line, _ in MALFORMED] + ['{"do":"who"}'])
        self.assertEqual(len(answers), len(MALFORMED) + 1)
        for number, ((what, _, part), answer) in enumerate(zip(MALFORMED, answers), 1):
            with self.subTest(what):
                answer = json.loads(answer)
                self.assertEqual(answer["ok"], False)
                self.assertEqual(answer["line"], number)
                assert_said(part, answer["why"])
        self.assertEqual(json.loads(answers[-1])["turn"]["do"], "load")

    def test_refusals_name_the_clause(self):
        answers = ask(
            *OPEN,
            {"do": "bet", "seat": "1", "cents": 100},
            {"do": "bet", "seat": "9", "cents": 1000},
            {"do": "bet", "seat": "1", "cents": -(2**63)},
            {"do": "bet", "seat": "1", "cents": 2**63 - 1},
            {"do": "deal"},
            {"do": "hit", "seat": "1"},
        )
        for answer in answers[3:]:
            self.assertEqual(answer["ok"], False)
            self.assertIn("clause", answer)

    def test_nothing_is_drawn(self):
        """The hole card is face down until the caller says which it was, and must agree with the reader."""
        answers = ask(
            *OPEN,
            {"do": "bet", "seat": "1", "cents": 1000},
            {"do": "deal"},
            {"do": "card", "card": "Th"},
            {"do": "card", "card": "Kd"},
            {"do": "card", "card": "9c"},
            {"do": "down"},
            {"do": "peek", "blackjack": False},
            {"do": "stand", "seat": "1"},
            {"do": "turn", "card": "Ah"},
            {"do": "state"},
            {"do": "turn", "card": "7h"},
            {"do": "net", "seat": "1"},
        )
        self.assertEqual(answers[9]["turn"]["do"], "hit")
        assert_said("say:why-reader", answers[11]["why"])
        self.assertEqual(answers[12]["dealer"]["cards"], ["Kd", "??"])
        self.assertEqual(answers[-1], {"ok": True, "cents": 1000})

    def test_legal_amounts(self):
        answers = ask(*OPEN, {"do": "legal", "seat": "1"})
        main = [a for a in answers[-1]["legal"] if a["do"] == "bet" and a["wager"] == "main"]
        self.assertEqual(main, [{"do": "bet", "seat": "1", "wager": "main", "least": 500, "most": 50000, "step": 100}])

    def test_legal_actions_can_be_said(self):
        """At every step of a table's life each action of the list, with its least amount, is done."""
        deal = [
            {"do": "bet", "seat": "2", "cents": 1000},
            {"do": "bet", "seat": "5", "cents": 1000},
            {"do": "deal"},
            *({"do": "card", "card": card} for card in ("Th", "6h", "Ad", "Tc", "5h")),
            {"do": "down"},
            {"do": "close"},
            {"do": "peek", "blackjack": False},
        ]
        life = [
            *LOADED,
            {"do": "open"},
            *deal,
            {"do": "stand", "seat": "2"},
            {"do": "stand", "seat": "5"},
            {"do": "turn", "card": "7s"},
            {"do": "order-shuffle", "role": "floorperson"},
            {"do": "unload", "count": 312},
        ]
        for done in range(len(life) + 1):
            answers = ask(*life[:done], {"do": "legal"})
            self.assertTrue(all(answer["ok"] for answer in answers), answers[-2:])
            for action in answers[-1]["legal"]:
                request = say(action)
                with self.subTest(done=done, request=request):
                    self.assertTrue(ask(*life[:done], request)[-1]["ok"])

    def test_a_life_by_the_list(self):
        """Every action that the list offers succeeds, in every game, for many rounds."""
        games = (
            ("ma-freebet",),
            ("ma-freebet", "shuffler=batch"),
            ("ma-blackjack", "house_reshuffle=on"),
            ("ma-blackjack-6to5",),
            ("ma-blackjack-doubleshoe",),
            ("ma-blackjack-multi",),
            ("ma-freebet", "shoe=continuous", "continuous_approved=on", "cover_cards=0"),
        )
        for rules, *settings in games:
            command = [LAMMER, "deal", "--json", "--rules", rules, *(f"--set={s}" for s in settings)]
            chance, done = random.Random(rules), set()
            with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as table:

                def ask_one(request):
                    table.stdin.write(json.dumps(request) + "\n")
                    table.stdin.flush()
                    return json.loads(table.stdout.readline())

                for _ in range(400):
                    turn = ask_one({"do": "who"})["turn"]
                    legal = [
                        a
                        for a in ask_one({"do": "legal"})["legal"]
                        if a["do"] not in ("change-decks", "hours", "leave") and not a.get("blackjack")
                    ]  # there may be no ace left
                    if turn["do"] == "irregular":  # the shoe is empty
                        legal = [{"do": "irregular", "name": "exhausted"}]
                        self.assertIn(legal[0], ask_one({"do": "mishaps"})["mishaps"])
                    by_book = [a for a in legal if a["do"] == "deliver"]
                    wanted = by_book or [a for a in legal if a["do"] == "deal" and chance.random() < 0.5]
                    owed = [a for a in legal if a["do"] == turn["do"] and chance.random() < 0.8]
                    action = chance.choice(wanted or owed or legal)
                    request = say(action, chance.choice(("least", "most")))
                    if request["do"] == "unload":
                        request["count"] = action["most"] // 2
                    answer = ask_one(request)
                    self.assertTrue(answer["ok"], (rules, settings, request, answer))
                    done.add(request["do"])
                table.stdin.close()
            self.assertLessEqual({"deliver", "view", "load", "open", "bet", "deal", "stand"}, done, rules)

    def test_by_the_book(self):
        """A cut one card short, a cover card too low, a wrong count: each is refused by its clause, under either document."""
        for rules, verified, clauses in (
            ("ma-freebet", True, ("MFB-4(e).1", "MFB-4(e).3", "MFB-6(d)(1)")),
            ("ma-blackjack", False, ("MBJ-5(c)", "MBJ-5(d).3", "MBJ-6(l)(2)(i)")),
        ):
            life = [r for r in LOADED if verified or r["do"] != "verify"]
            cut = next(i for i, r in enumerate(life) if r["do"] == "cut")
            short = [
                *life[:cut],
                {"do": "cut", "seat": "2", "count": 51},
                life[cut],
                {"do": "cover", "count": 77},
                *life[cut + 1 :],
                {"do": "order-shuffle", "role": "floorperson"},
                {"do": "unload", "pack": 0, "count": 313},
                {"do": "open"},
                {"do": "who"},
            ]
            answers = ask(*short, args=("--rules", rules, *(() if verified else ("--set", "house_reshuffle=on"))))
            refused = [a["clause"] for a in answers if not a["ok"]]
            self.assertEqual(tuple(refused), clauses)
            self.assertEqual([e["event"] for e in answers[-3]["events"]], ["unload", "alarm"])
            self.assertEqual(answers[-1]["turn"]["do"], "change-decks")

    def test_two_packs(self):
        answers = ask(
            {"do": "arrive", "seat": "2"},
            {"do": "deliver", "pack": 1, "count": 6},
            {"do": "deliver", "count": 6},
            {"do": "state"},
            args=("--rules", "ma-freebet", "--set", "shuffler=batch"),
        )
        self.assertEqual(answers[1]["clause"], "MFB-2(b)(4)")
        self.assertEqual(answers[2]["events"], [{"event": "deliver", "pack": 0, "count": 6, "clause": "MFB-3(a).1"}])
        self.assertEqual((answers[3]["seated"], answers[3]["packs"]), (["2"], ["spread", "away"]))

    def test_irregular(self):
        """MBJ-15(a): a misdelivered card is burned; then a player may leave the hand if the supervisor agrees."""
        release = {"do": "irregular", "name": "release", "seat": "1"}
        dealt = [
            {"do": "bet", "seat": "1", "cents": 1000},
            {"do": "bet", "seat": "2", "cents": 1000},
            {"do": "deal"},
            *({"do": "card", "card": card} for card in ("8h", "Th", "6d", "4c", "9c")),
            {"do": "down"},
            {"do": "hit", "seat": "1"},
            {"do": "mishaps"},
        ]
        answers = ask(
            *OPEN,
            *dealt,
            {"do": "irregular", "name": "misdeal", "card": "5h", "how": "burn"},
            {"do": "card", "card": "8s"},
            {"do": "mishaps"},
            release,
            {"do": "legal"},
            {"do": "confirm", "role": "dealer"},
            {"do": "confirm", "role": "supervisor"},
            args=("--rules", "ma-blackjack"),
        )
        before, misdeal, _, after, released, legal, dealer, supervisor = answers[-8:]
        misdeals = [m for m in before["mishaps"] if m["name"] == "misdeal"]
        self.assertEqual([m["how"] for m in misdeals], ["forward", "dealer", "burn"])
        self.assertNotIn(release, before["mishaps"])
        self.assertEqual(misdeal["events"][0]["name"], "misdeal")
        self.assertIn(release, after["mishaps"])
        self.assertEqual((released["turn"]["who"], released["turn"]["do"]), ("staff", "confirm"))
        self.assertIn({"do": "confirm", "role": "supervisor"}, legal["legal"])
        self.assertFalse(dealer["ok"])
        self.assertTrue(supervisor["ok"])
        self.assertEqual(ask({"do": "mishaps"}), [{"ok": True, "mishaps": []}])

    def test_award(self):
        """No prize is waiting: refused with its clause, for any fields."""
        answer = ask(*OPEN, {"do": "award", "seat": "1", "wager": "push22", "cents": 100, "must_hit": True})[-1]
        self.assertFalse(answer["ok"])
        assert_not_said("say:wants-field", answer["why"])
        assert_not_said("say:takes-no-field", answer["why"])

    def test_rules(self):
        done = subprocess.run([LAMMER, "deal", "--json", "--rules", "nowhere"], input=b"", capture_output=True)
        self.assertEqual(done.returncode, 2)
        self.assertTrue(done.stderr.startswith(b"lammer: "))
        answers = ask({"do": "state"}, args=("--rules", "wa-freebet", "--set", "min_bet=10"))
        self.assertEqual(answers[0]["rules"], "wa-freebet")


if __name__ == "__main__":
    sys.exit(unittest.main())
