#!/usr/bin/env python3
"""A gaming day at the cage: slips by denomination, filing, the close, and that page, CSV and signed PDF say the same."""

import csv
import io
import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from client import LAMMER, Http, Server  # noqa: E402
from floor import make_people  # noqa: E402

sys.path.append("tests/support")
from said import assert_said  # noqa: E402


OUT = os.environ.get("CLOSE_PDF")


def setUpModule():
    global SERVER, PEOPLE
    SERVER = Server("--no-demo", "--address-rate", "0", "--session-rate", "0", "--head-every", "1")
    unittest.addModuleCleanup(SERVER.__exit__)
    PEOPLE = make_people(SERVER)
    say("sue", "open-table", table="t", title="Pit one", rules="ma-blackjack", dealing="live", money="real")


def ask(who, word, **fields):
    with Http(SERVER, bearer=PEOPLE[who]) as http:
        return http.post(word, **fields)


def say(who, word, **fields):
    answer = ask(who, word, **fields)
    assert answer.status == 200, answer
    return answer.json


def both(word, **fields):
    waiting = say("sue", word, **fields)
    return say("sam", "approve", approval=waiting["approval"])


def dollars(cents):
    return f"{'-' if cents < 0 else ''}${abs(cents) // 100:,}.{abs(cents) % 100:02}"


class Day(unittest.TestCase):
    def refused(self, said, word, status=400, who="sue", **fields):
        answer = ask(who, word, **fields)
        self.assertEqual(answer.status, status, answer)
        assert_said(said, answer.json["why"])

    def test_a_day(self):
        self.refused("say:chips-too-small", "tray-open", table="t", cents=100010)
        self.refused("say:chips-unknown", "tray-open", table="t", cents=700, chips="1x700")
        self.refused("say:chips-unknown", "tray-open", table="t", cents=500, chips="1x500,")
        self.refused("say:chips-differ", "tray-open", table="t", cents=100000, chips="3x2500 1x500")
        say("sue", "tray-open", table="t", cents=101000, chips="40x2500 2x500")
        say("dora", "dealer", table="t")
        both("fill", table="t", cents=50000, chips="5x10000")
        say("dora", "sit", table="t", seat="1", player="walkin-1")
        say("dora", "buy", table="t", cents=20000, player="walkin-1")
        # a tray that cannot be closed is refused before a second person is asked; a request can be withdrawn
        self.refused("say:players-keep-chips", "tray-close", 409, table="t", cents=151000)
        self.assertEqual(say("sam", "approvals")["approvals"], [])
        waiting = say("sue", "credit", table="t", cents=1000)
        say("sue", "decline", approval=waiting["approval"], reason="counted again")
        self.assertEqual(say("sam", "approvals")["approvals"], [])
        say("dora", "leave", table="t", player="walkin-1")
        close = say("ada", "report-close")
        self.assertFalse(close["closed"])
        self.assertEqual([row["step"] for row in close["rows"] if not row["done"]], ["table", "drop"])
        both("tray-close", table="t", cents=130500, chips="52x2500 1x500")
        say("carl", "drop-count", table="t", cents=20000, chips="2x10000")
        close = say("ada", "report-close")
        self.assertTrue(close["closed"], close)
        slips = say("carl", "report-slips", day="now")["rows"]
        self.assertEqual([slip["kind"] for slip in slips], ["opener", "fill", "closer", "drop"])
        self.assertEqual((slips[2]["difference_cents"], slips[2]["approved"]), (-500, "sam"))
        self.refused("say:slip-of-no-jackpot", "file-slip", 404, table="t", seq=slips[1]["seq"])
        self.same_everywhere(close, slips)
        self.signed()

    def same_everywhere(self, close, slips):
        lines = list(csv.DictReader(io.StringIO(say("ada", "report-slips", day="now", format="csv")["text"])))
        win = say("ada", "report-win", day="now")["rows"]
        document = say("ada", "report-close", format="pdf")
        self.assertEqual(document["type"], "application/pdf")
        told = [re.sub(r"\\\\(.)", r"\\1", text) for text in re.findall(r"\((.*)\) Tj", document["text"])]
        for slip, line in zip(slips, lines, strict=True):
            for key in ("number", "cents", "book_cents", "difference_cents", "by"):
                self.assertEqual(str(slip[key]), line[key], key)
            self.assertIn(dollars(slip["cents"]), told)
            self.assertIn(dollars(slip["difference_cents"]), told)
        total = close["totals"][0]
        self.assertEqual(total["money"], "real")
        totals = say("ada", "report-win", day="now", money="real")["totals"]
        self.assertEqual(say("ada", "report-win", day="now", money="play")["rows"], [])
        self.assertEqual(say("ada", "report-win", day="now", shift=win[0]["shift"])["totals"], totals)
        for key in ("opener_cents", "fills_cents", "credits_cents", "closer_cents", "drop_cents", "win_cents"):
            self.assertEqual((total[key], totals[key]), (sum(row[key] for row in win),) * 2, key)
            self.assertIn(dollars(total[key]), told)
        self.assertEqual(total["win_cents"], 20000 + 130500 - 101000 - 50000)
        self.assertIn("Sue", told)  # by name and not by id
        self.assertIn("Closed: nothing is left to do.", told)

    def signed(self):
        text = say("ada", "report-close", format="pdf")["text"]
        if OUT:  # to be looked at
            Path(OUT).write_text(text)
        key = re.search(r"with the key ([0-9a-f]{64})", text)[1]
        self.assertEqual(int(re.search(r"startxref\n(\d+)", text)[1]), text.index("xref\n0 "))
        keyless = self.verify(text)
        self.assertEqual(keyless.returncode, 2, keyless.stderr)
        assert_said("say:document-needs-key", keyless.stderr)
        for altered, code, said in (
            (text, 0, "say:document-signed"),
            (text.replace("(Sue)", "(Sam)", 1), 1, "say:document-altered"),
        ):
            proved = self.verify(altered, "--fingerprint", key)
            self.assertEqual(proved.returncode, code, proved.stdout + proved.stderr)
            assert_said(said, proved.stdout)

    def verify(self, text, *args):
        with tempfile.NamedTemporaryFile("w", suffix=".pdf") as file:
            file.write(text)
            file.flush()
            return subprocess.run([LAMMER, "journal", "verify", file.name, *args], capture_output=True, text=True)


if __name__ == "__main__":
    unittest.main()
