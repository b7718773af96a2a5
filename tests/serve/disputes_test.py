#!/usr/bin/env python3
"""Who may decide a dispute and its appeal (docs/reports.md, Disputes), over HTTP at a live table that a supervisor deals."""

import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from client import Http, Server  # noqa: E402
from floor import GIVEN, PASSWORD, make_people  # noqa: E402

sys.path.append("tests/support")
from said import assert_said  # noqa: E402


class Disputes(unittest.TestCase):
    people = None

    def setUp(self):
        if not Disputes.people:
            self.make_house()
        self.t = "t-" + str(len(self._testMethodName))  # a table for each test
        self.done("sue", "open-table", table=self.t, rules="ma-freebet", dealing="live", money="play")
        self.done("sam", "tray-open", table=self.t, cents=2000000)

    def make_house(self):
        Disputes.server = Server("--no-demo", "--address-rate", "0", "--session-rate", "0")
        unittest.addModuleCleanup(self.server.__exit__)
        Disputes.people = make_people(self.server)
        self.hire("dana", "dealer", "supervisor")
        self.hire("mia", "executive")
        for player in ("ann", "bob"):
            self.people[player] = self.done(None, "register", person=player, password=PASSWORD)["session"]

    def ask(self, who, word, **fields):
        with Http(self.server, bearer=self.people.get(who)) as http:
            return http.post(word, **fields)

    def done(self, who, word, **fields):
        answer = self.ask(who, word, **fields)
        self.assertEqual(answer.status, 200, (word, answer))
        return answer.json

    def refused(self, who, status, said, word, **fields):
        answer = self.ask(who, word, **fields)
        self.assertEqual(answer.status, status, answer)
        assert_said(said, answer.json["why"])

    def hire(self, person, *roles):
        self.done("administrator", "create-person", person=person, roles=list(roles), password=GIVEN, reason="new")
        self.done("ed", "approve", approval=self.done("ed", "approvals")["approvals"][0]["approval"])
        given = self.done(None, "sign-in", person=person, password=GIVEN)["session"]
        with Http(self.server, bearer=given) as http:
            self.people[person] = http.post("set-password", old=GIVEN, password=PASSWORD).json["session"]

    def deal(self, *cards):
        """A round in which ann stands; dora opens the shoe, and dana deals."""
        cards = list(cards)
        self.done("dora", "dealer", table=self.t)
        self.done("dora", "load", table=self.t, prepared=True)
        self.done("sue", "dealer", table=self.t, person="dana")
        for _ in range(2):  # for the shoe, and for the new dealer
            self.done("dana", "burn", table=self.t)
        self.done("dana", "open", table=self.t)
        self.done("ann", "sit", table=self.t, seat="1")
        self.done("ann", "buy", table=self.t, cents=10000)
        bet = self.done("ann", "bet", table=self.t, seat="1", cents=1000)["seq"]
        self.done("dana", "deal", table=self.t)
        hole = None
        while cards or hole:
            turn = self.done("ann", "look", table=self.t)["snapshot"]["turn"]
            if turn["do"] == "down":
                hole = cards.pop(0)
                self.done("dana", "down", table=self.t)
            elif turn["do"] == "turn":
                self.done("dana", "turn", table=self.t, card=hole)
                hole = None
            elif turn["do"] == "peek":
                self.done("dana", "peek", table=self.t, blackjack=False)
            elif turn["do"] == "card":
                self.done("dana", "card", table=self.t, card=cards.pop(0))
            else:
                self.done("ann", "stand", table=self.t, seat="1")
        return bet

    def test_no_party_decides_and_no_one_their_own_appeal(self):
        bet = self.deal("Th", "6d", "9c", "Kh", "Ts")
        self.done("sue", "freeze", table=self.t, reason="a look at the cards")
        self.done("sue", "thaw", table=self.t)
        opened = self.done("ann", "dispute", table=self.t, round=1, seq=bet, text="I bet more")["dispute"]
        (row,) = self.done("sue", "disputes", table=self.t, status="open")["rows"]
        # who dealt and played; neither dora, who only put the shoe in place, nor sue, who stopped the table
        self.assertEqual((row["seq"], set(row["parties"])), (bet, {"ann", "dana"}))
        decision = {"word": "resolve-dispute", "dispute": opened, "resolution": "the round stands", "note": "camera 4"}
        self.refused("dana", 403, "say:dispute-of-a-party", **decision)
        self.assertEqual(self.ask("ann", **decision).status, 403)
        self.refused("ann", 409, "say:appeal-once", "appeal", dispute=opened, text="too early")
        self.done("sue", **decision)
        self.refused("bob", 404, "say:no-dispute-of-yours|" + str(opened), "appeal", dispute=opened, text="not mine")
        self.refused("ann", 400, "say:appeal-says-why", "appeal", dispute=opened, text="")
        appealed = self.done("ann", "appeal", dispute=opened, text="the camera shows it")
        (own,) = self.done("ann", "disputes", table=self.t)["rows"]
        for seen in (appealed, own):
            self.assertEqual((seen["status"], seen["resolved_by"]), ("appealed", "sue"))
            self.assertFalse({"note", "ruling_note", "parties"} & set(seen), "what only staff see")
        self.assertEqual(self.done("bob", "disputes")["rows"], [])
        self.refused("sam", 403, "say:appeal-for-executive", **decision)
        self.refused("dana", 403, "say:dispute-of-a-party", **decision)
        ruled = self.done("ed", **{**decision, "resolution": "ann gets $5"})
        self.assertEqual(
            (ruled["status"], ruled["resolution"], ruled["ruling"]), ("closed", "the round stands", "ann gets $5")
        )
        self.refused("ann", 409, "say:appeal-once", "appeal", dispute=opened, text="again")
        self.assertEqual(self.ask("mia", **decision).status, 409)

    def test_an_executive_does_not_decide_the_appeal_of_their_own_decision(self):
        self.deal("Th", "6d", "9c", "Kh", "Ts")
        opened = self.done("ann", "dispute", table=self.t, text="the drop box was open")["dispute"]
        decision = {"word": "resolve-dispute", "dispute": opened, "resolution": "it was closed"}
        self.refused("dana", 403, "say:dispute-of-a-party", **decision)  # dana deals the table now
        self.done("ed", **decision)
        self.done("ann", "appeal", dispute=opened, text="it was open")
        self.refused("ed", 403, "say:appeal-of-own-decision", **decision)
        self.done("mia", **decision)
        with Http(self.server, bearer=self.people["ada"]) as http:
            kinds = [line.get("kind") for line in http.post("journal", stream="house").json["records"]]
        self.assertEqual(
            [kind for kind in kinds if "dispute" in kind],
            ["dispute", "dispute-resolved", "dispute-appealed", "dispute-ruled"],
        )

    def test_a_dispute_is_about_a_round_that_was_played(self):
        bet = self.deal("Th", "6d", "9c", "Kh", "Ts")
        self.refused("ann", 404, "say:no-such-round", "dispute", table=self.t, round=2, text="which?")
        self.refused("ann", 400, "say:record-of-round", "dispute", table=self.t, round=1, seq=1, text="which?")
        self.refused("ann", 400, "say:record-of-round", "dispute", table=self.t, round=1, seq=bet + 1000, text="which?")


if __name__ == "__main__":
    unittest.main()
