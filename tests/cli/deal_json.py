#!/usr/bin/env python3
"""`lammer deal --json`: the session printed in docs/json-lines.md, and lines that must be refused.

With LAMMER_UPDATE=1 the session's answers are written anew."""
import json
import os
import re
import subprocess
import sys
import unittest

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


OPEN = [{"do": "load"}, {"do": "burn"}, {"do": "open"}]

# (what, line, part of the reason)
MALFORMED = [
    ("nothing", "", "malformed JSON"),
    ("half an object", '{"do":"who"', "malformed JSON"),
    ("two objects", '{"do":"who"} {"do":"who"}', "malformed JSON"),
    ("no object", "[]", "must be an object"),
    ("a number", "7", "malformed JSON"),
    ("no verb", "{}", 'a text "do"'),
    ("verb of another kind", '{"do":7}', 'a text "do"'),
    ("unknown verb", '{"do":"frob"}', 'nothing to do called "frob"'),
    ("unknown field", '{"do":"who","loudly":true}', '"who" takes no field "loudly"'),
    ("a field of another verb", '{"do":"stand","seat":"1","cents":5}', '"stand" takes no field "cents"'),
    ("duplicate key", '{"do":"who","do":"who"}', "duplicate"),
    ("missing field", '{"do":"bet","seat":"1"}', '"bet" wants a field "cents"'),
    ("dollars", '{"do":"bet","seat":"1","cents":10.00}', "whole number of cents"),
    ("money as text", '{"do":"bet","seat":"1","cents":"1000"}', "whole number of cents"),
    ("too much money", '{"do":"bet","seat":"1","cents":99999999999999999999}', "malformed JSON"),
    ("seat as a number", '{"do":"bet","seat":1,"cents":1000}', "must be a seat"),
    ("no seat", '{"do":"bet","seat":"x","cents":1000}', "must be a seat"),
    ("unknown wager", '{"do":"bet","seat":"1","wager":"frob","cents":1000}', "must name a wager"),
    ("unknown card", '{"do":"card","card":"1h"}', "must be a card"),
    ("card of another kind", '{"do":"card","card":8}', "must be a card"),
    ("peek without an answer", '{"do":"peek"}', '"peek" wants a field "blackjack"'),
    ("peek with a number", '{"do":"peek","blackjack":1}', "true or false"),
    ("role", '{"do":"confirm","role":"janitor"}', "must be one of dealer, supervisor"),
    ("garbage", b"\xff\xfe\x00\x01", "malformed JSON"),
    ("a zero byte", b'{"do":"who"\x00}', "malformed JSON"),
    ("deep nesting", "[" * 30000, "malformed JSON"),
    ("a long line", '{"do":"who"' + " " * 70000 + "}", "longer than 65536 bytes"),
    ("net of no seat", '{"do":"net","seat":"9"}', "no seat 9"),
]


class DealJson(unittest.TestCase):
    def test_documented_session(self):
        with open(DOCS) as docs:
            text = docs.read()
        session = SESSION.search(text).group(0)
        asked = [line[2:] for line in session.splitlines() if line.startswith("> ")]
        wanted = [line[2:] for line in session.splitlines() if line.startswith("< ")]
        got = talk(asked)
        if os.environ.get("LAMMER_UPDATE"):
            lines = "".join(f"> {a}\n< {g}\n" for a, g in zip(asked, got))
            with open(DOCS, "w") as docs:
                docs.write(SESSION.sub(lambda _: lines, text))
            wanted = got
        self.assertEqual(got, wanted)

    def test_malformed_lines(self):
        answers = talk([line for _, line, _ in MALFORMED] + ['{"do":"who"}'])
        self.assertEqual(len(answers), len(MALFORMED) + 1)
        for number, ((what, _, part), answer) in enumerate(zip(MALFORMED, answers), 1):
            with self.subTest(what):
                answer = json.loads(answer)
                self.assertEqual(answer["ok"], False)
                self.assertEqual(answer["line"], number)
                self.assertIn(part, answer["why"])
        self.assertEqual(json.loads(answers[-1])["turn"]["do"], "load")

    def test_refusals_name_the_clause(self):
        answers = ask(*OPEN, {"do": "bet", "seat": "1", "cents": 100}, {"do": "bet", "seat": "9", "cents": 1000},
                      {"do": "bet", "seat": "1", "cents": -(2**63)}, {"do": "bet", "seat": "1", "cents": 2**63 - 1},
                      {"do": "deal"}, {"do": "hit", "seat": "1"})
        for answer in answers[3:]:
            self.assertEqual(answer["ok"], False)
            self.assertIn("clause", answer)

    def test_nothing_is_drawn(self):
        """The hole card is face down until the caller says which it was, and must agree with the reader."""
        answers = ask(*OPEN, {"do": "bet", "seat": "1", "cents": 1000}, {"do": "deal"}, {"do": "card", "card": "Th"},
                      {"do": "card", "card": "Kd"}, {"do": "card", "card": "9c"}, {"do": "down"},
                      {"do": "peek", "blackjack": False}, {"do": "stand", "seat": "1"}, {"do": "turn", "card": "Ah"},
                      {"do": "state"}, {"do": "turn", "card": "7h"}, {"do": "net", "seat": "1"})
        self.assertEqual(answers[9]["turn"]["do"], "hit")
        self.assertIn("reader", answers[11]["why"])
        self.assertEqual(answers[12]["dealer"]["cards"], ["Kd", "??"])
        self.assertEqual(answers[-1], {"ok": True, "cents": 1000})

    def test_legal_amounts(self):
        answers = ask(*OPEN, {"do": "legal", "seat": "1"})
        main = [a for a in answers[-1]["legal"] if a["do"] == "bet" and a["wager"] == "main"]
        self.assertEqual(main, [{"do": "bet", "seat": "1", "wager": "main", "least": 500, "most": 50000, "step": 100}])

    def test_rules(self):
        done = subprocess.run([LAMMER, "deal", "--json", "--rules", "nowhere"], input=b"", capture_output=True)
        self.assertEqual(done.returncode, 2)
        self.assertTrue(done.stderr.startswith(b"lammer: "))
        answers = ask({"do": "state"}, args=("--rules", "wa-freebet", "--set", "min_bet=10"))
        self.assertEqual(answers[0]["rules"], "wa-freebet")


if __name__ == "__main__":
    sys.exit(unittest.main())
