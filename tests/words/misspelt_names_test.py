#!/usr/bin/env python3
"""A misspelt name is answered with the one that was meant, wherever a name is read."""

import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.append("tests/serve")
from client import Http, Server  # noqa: E402
from floor import make_people  # noqa: E402

LAMMER = os.environ.get("LAMMER", "build/lammer")
MA = ("--rules", "ma-freebet")

# What is typed, with {house} for a store that has a table, and the name that was meant.
COMMANDS = [
    ("simm", "sim"),
    ("--hlep", "--help"),
    ("rules shw ma-freebet", "show"),
    ("journal verfy", "verify"),
    ("store backp", "backup"),
    ("deal --tel", "--tell"),
    ("odds --rulse ma-freebet", "--rules"),
    ("strategy --rulse ma-freebet", "--rules"),
    ("report --rulse ma-freebet", "--rules"),
    ("rules show ma-freebet --formt json", "--format"),
    ("sim --rulse ma-freebet", "--rules"),
    ("play --rulse ma-freebet", "--rules"),
    ("train --rulse ma-freebet", "--rules"),
    ("bench --formt json", "--format"),
    ("serve --stor x", "--store"),
    ("journal show --tabel x", "--table"),
    ("store backup --stoer x", "--store"),
    # a profile
    ("odds --rules ma-frebet", "ma-freebet"),
    ("strategy --rules ma-frebet", "ma-freebet"),
    ("report --rules ma-frebet --out -", "ma-freebet"),
    ("sim --rules ma-frebet --rounds 10", "ma-freebet"),
    ("play --plain --rules ma-frebet", "ma-freebet"),
    ("train --plain --rules ma-frebet", "ma-freebet"),
    ("rules show ma-frebet", "ma-freebet"),
    ("rules check ma-frebet", "ma-freebet"),
    ("rules diff ma-freebet wa-frebet", "wa-freebet"),
    ("rules notice ma-frebet", "ma-freebet"),
    ("deal --rules ma-frebet --json", "ma-freebet"),
    # a rule and its value
    ("odds --rules ma-freebet --set dealer_sof17=hit", "dealer_soft17"),
    ("odds --rules ma-freebet --set soft17=hit", "dealer_soft17"),
    ("odds --rules ma-freebet --set dealer_soft17=hitt", "hit"),
    ("sim --rules ma-freebet --rounds 10 --set dealer_soft17=hitt", "hit"),
    ("rules show ma-freebet --set hole_card=unsen", "unseen"),
    ("rules show ma-freebet --set offer=pish22", "push22"),
    # a clause
    ("rules clauses MFB-6(n)(11)", "MFB-6(n)(1)"),  # clauses: skip
    ("rules clauses mfb-6(n)(1)", "MFB-6(n)(1)"),  # clauses: skip
    ("odds --rules MA-Freebet", "ma-freebet"),
    # a wager
    ("odds --rules ma-freebet --wager pish22", "push22"),
    ("report --rules ma-freebet --out - --wager pish22", "push22"),
    ("sim --rules ma-freebet --rounds 10 --wager pish22", "push22"),
    # the value of an option
    ("odds --format jsno", "json"),
    ("odds --kind fre", "free"),
    ("strategy --format csvv", "csv"),
    ("strategy --hand fre", "free"),
    ("rules show ma-freebet --format jsn", "json"),
    ("rules notice ma-freebet --format htlm", "html"),
    ("sim --format jsn", "json"),
    ("sim --backend scaler", "scalar"),
    ("sim --dealing shoo", "shoe"),
    ("bench --format jsn", "json"),
    ("bench --raw philx", "philox"),
    ("train --plain --drill pars", "pairs"),
    ("serve --log-format jsn", "json"),
    ("journal show --store {house} --format jsn", "json"),
    # what a house has
    ("journal show --store {house} --table ma-frebet --round 1", "ma-freebet"),
    ("journal show --store {house} --stream table/ma-frebet", "table/ma-freebet"),
]

# A round script after its first line, and the name that was meant.
SCRIPTS = [
    ("rules ma-frebet", "ma-freebet"),
    ("rules ma-freebet dealer_sof17=hit", "dealer_soft17"),
    ("rules ma-freebet dealer_soft17=hitt", "hit"),
    ("rules ma-freebet offer=pish22", "push22"),
    ("doble 1", "double"),
    ("bet 1 pish22 5", "push22"),
    ("net 1 pish22 5", "push22"),
    ("bet 1 10 in plaqe", "plaque"),
    ("table brun", "burn"),
    ("irregular misdael", "misdeal"),
    ("confirm supervizor", "supervisor"),
    ("legal 1 hti", "hit"),
    ("legal 1 splt:free", "split:free"),
    ("saw pya:1:main:15", "pay"),
    ("with 1b doubl", "double"),
    ("rules wa-freebet offer=blazing7:1\nmeter blazng7 100", "blazing7"),
]

# A line of JSON at a table, and the name that was meant.
LINES = [
    ('{"do": "doble", "seat": "1"}', "double"),
    ('{"do": "bet", "saet": "1", "cents": 1000}', "seat"),
    ('{"do": "bet", "seat": "1", "wager": "pish22", "cents": 500}', "push22"),
    ('{"do": "confirm", "role": "supervizor"}', "supervisor"),
    ('{"do": "irregular", "name": "misdael"}', "misdeal"),
]

# A profile, and the name that was meant.
PROFILES = [
    ("inherits: ma-frebet\n", "ma-freebet"),
    ("inherits: ma-freebet\ninherts: x\n", "inherits"),
    ("inherits: ma-freebet\ndealer_sof17: hit\n", "dealer_soft17"),
    ("inherits: ma-freebet\ndealer_soft17: hitt\n", "hit"),
    ("inherits: ma-freebet\ntitel: x\n", "title"),
    ("inherits: ma-freebet\noffer: [pish22]\n", "push22"),
    ("inherits: ma-freebet\noffer:\n  - wager: pish22\n", "push22"),
    ("inherits: ma-freebet\noffer:\n  - wagr: push22\n", "wager"),
    ("inherits: ma-freebet\noffer:\n  - wager: push22:A\n    payz: {}\n", "pays"),
    ("inherits: ma-freebet\noffer:\n  - wager: push22:A\n    pays:\n      22 of one colr: 50\n", "22 of one colour"),
]

# Who asks, the word, its fields, and the name that was meant.
REQUESTS = [
    ("guest", "lokk", {"table": "ma-freebet"}, "look"),
    ("ada", "report-wins", {}, "report-win"),
    ("guest", "look", {"tabel": "ma-freebet"}, "table"),
    ("guest", "look", {"table": "ma-frebet"}, "ma-freebet"),
    ("guest", "dispute", {"table": "ma-frebet", "text": "x"}, "ma-freebet"),
    ("guest", "bet", {"table": "ma-freebet", "seat": "1", "wager": "pish22", "cents": 500, "seen": 0}, "push22"),
    ("administrator", "open-table", {"table": "t", "rules": "ma-frebet"}, "ma-freebet"),
    (
        "administrator",
        "open-table",
        {"table": "t", "rules": "ma-freebet", "settings": "dealer_sof17=hit"},
        "dealer_soft17",
    ),
    ("administrator", "open-table", {"table": "t", "rules": "ma-freebet", "dealing": "virtul"}, "virtual"),
    ("administrator", "open-table", {"table": "t", "rules": "ma-freebet", "money": "reel"}, "real"),
    ("administrator", "create-person", {"person": "eve", "roles": ["dealr"], "password": "a long password"}, "dealer"),
    ("administrator", "set-config", {"config": {"curency_cents": 1}, "reason": "x"}, "currency_cents"),
    ("carl", "issue-coupon", {"person": "ada", "kind": "progressive", "wager": "blazing77", "cents": 500}, "blazing7"),
    ("ada", "report-win", {"table": "ma-frebet"}, "ma-freebet"),
    ("ada", "recall", {"table": "ma-frebet", "round": 1}, "ma-freebet"),
    ("sue", "irregular", {"table": "ma-freebet", "name": "misdael", "seen": 0}, "misdeal"),
    ("sue", "verify-award", {"table": "wa-freebet", "seat": "1", "wager": "blazng7", "seen": 0}, "blazing7"),
    ("sue", "adjust", {"table": "wa-freebet", "meter": "blazng7", "cents": 1, "reason": "x"}, "blazing7"),
    ("ada", "meter-history", {"table": "wa-freebet", "meter": "blazng7"}, "blazing7"),
    ("ada", "meter-history", {"table": "wa-freebet", "meter": "blazing"}, "blazing7"),
    ("ada", "report-win", {"format": "cvs"}, "csv"),
    ("ada", "statement", {"person": "dra"}, "dora"),
    ("ada", "statement", {"person": "dora", "money": "paly"}, "play"),
    ("ada", "disputes", {"status": "opne"}, "open"),
    ("carl", "deposit", {"person": "dra", "cents": 100}, "dora"),
    ("carl", "issue-coupon", {"person": "dora", "kind": "match-ply", "cents": 500}, "match-play"),
    ("administrator", "lock", {"person": "dra", "reason": "x"}, "dora"),
    ("guest", "emote", {"table": "ma-freebet", "emote": "tanks"}, "thanks"),
]


def lammer(*args, text=""):
    done = subprocess.run([LAMMER, *args], input=text, capture_output=True, text=True, timeout=60)
    return done.returncode, done.stdout + done.stderr


class MisspeltNames(unittest.TestCase):
    def meant(self, name, said, place):
        with self.subTest(place=place):
            found = re.findall(r'Did you mean "?([^"?]+)"?\?', said.replace('\\"', '"'))
            self.assertIn(name, found, said)

    def test_on_the_command_line(self):
        with tempfile.TemporaryDirectory() as folder:
            with Server(folder=folder) as server:
                store = server.store
            for typed, name in COMMANDS:
                code, said = lammer(*typed.format(house=store).split())
                self.assertEqual(code, 2, typed + said)
                self.meant(name, said, typed)

    def test_in_a_script(self):
        for line, name in SCRIPTS:
            with tempfile.TemporaryDirectory() as folder:
                script = Path(folder, "misspelt.round")
                script.write_text(
                    f"# MFB-1\n{line}\n" if line.startswith("rules") else f"# MFB-1\nrules ma-freebet\n{line}\n"
                )
                self.meant(name, lammer("deal", str(script))[1], line)

    def test_in_a_line_of_json(self):
        for line, name in LINES:
            self.meant(name, lammer("deal", "--json", *MA, text=line + "\n")[1], line)

    def test_in_a_profile(self):
        for text, name in PROFILES:
            with tempfile.TemporaryDirectory() as folder:
                profile = Path(folder, "misspelt.yaml")
                profile.write_text(text)
                self.meant(name, lammer("rules", "check", str(profile))[1], text)

    def test_in_a_request(self):
        with Server("--address-rate", "0", "--session-rate", "0") as server:
            people = make_people(server)
            with Http(server) as http:
                people["guest"] = http.post("guest").json["session"]
                http.post("sit", table="ma-freebet", seat="7")  # gestures are for those who sit
            for who, word, fields, name in REQUESTS:
                with Http(server, bearer=people[who]) as http:
                    if "seen" in fields:
                        fields["seen"] = http.post("look", table=fields["table"]).json["seq"]
                    answer = http.post(word, **fields)
                if "approval" in answer.json:  # the table judges it once a second person agrees
                    with Http(server, bearer=people["sam"]) as http:
                        answer = http.post("approve", approval=answer.json["approval"])
                self.assertGreaterEqual(answer.status, 400, f"{word} {fields} {answer.json}")
                self.meant(name, answer.json["why"], f"{word} {fields}")


if __name__ == "__main__":
    unittest.main()
