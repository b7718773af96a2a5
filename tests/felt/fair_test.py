#!/usr/bin/env python3
"""A player checks the shoes of a table with nothing but the table's messages and Python's own BLAKE2b: docs/fair-shoe.md, word for word.

The player stays at a running server until each of some shoes has been opened. Every card that was
turned up must lie where the opened order, after the player's cut, has it; the commitment must have
come before that cut, and the cut before the first card."""

import hashlib
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "serve"))
from bots import Bot  # noqa: E402
from client import PATIENCE, Http, Server  # noqa: E402

RANKS, SUITS = "A23456789TJQK", "cdhs"


def card(text):
    return RANKS.index(text[0]) * 4 + SUITS.index(text[1])


class Doubter(Bot):
    """Writes down everything, and leaves when enough shoes have been opened."""

    def __init__(self, *args, shoes, **more):
        super().__init__(*args, **more)
        self.heard, self.shoes, self.cards, self.checked, self.own = [], shoes, 0, 0, 0

    def hear(self, message):
        super().hear(message)
        if message.get("own"):
            self.own += 1
            return
        for event in message.get("events", ()):
            self.heard.append((message["seq"], event))
            if event["event"] == "open-shoe":
                self.check(event)
                self.checked += 1
        if self.checked >= self.shoes:
            self.stopping.set()

    def check(self, opened):
        story = [(seq, e) for seq, e in self.heard]
        at = next(i for i, (_, e) in enumerate(story) if e["event"] == "shoe" and e["number"] == opened["number"])
        told, (shoe_seq, shoe) = story[at:], story[at]
        cut_at = next((i for i, (_, e) in enumerate(told) if e["event"] == "cut-shoe"), None)
        first = next(i for i, (_, e) in enumerate(told) if e["event"] in ("card", "down", "burn"))
        if cut_at is not None:
            cut_seq, cut = told[cut_at]
            assert cut_at < first, "a card came before the cut"
            assert cut["count"] == opened["cut"][0]
            if cut["seat"] == self.seat:
                assert cut_seq > shoe_seq, "the cut is in the record of the commitment"
        sides = [[card(s[i : i + 2]) for i in range(0, len(s), 2)] for s in opened["order"]]
        order = bytes(c for side in sides for c in side)
        digest = hashlib.blake2b(bytes.fromhex(opened["salt"]) + order, digest_size=32).hexdigest()
        assert digest == shoe["commitment"] == opened["commitment"], "the opened shoe is not the one of the commitment"
        assert [len(side) for side in sides] == shoe["cards"]
        assert all(
            order.count(c) == len(order) // 52 for c in range(52)
        ), "the shoe does not hold the cards of its decks"
        place, hidden = 0, []
        for _, event in told:
            kind = event["event"]
            if kind in ("card", "down", "burn"):
                really = sides[0][(place + opened["cut"][0]) % len(sides[0])]
                if kind == "card":
                    assert card(event["card"]) == really, f"card {place} was {event['card']}"
                    self.cards += 1
                else:
                    assert event.get("card") in (None, "??"), event
                    hidden.append(really)
                place += 1
            elif kind == "turn":
                hidden.remove(card(event["card"]))  # it is one of those that lay face down
        self.heard = []


def main():
    with Server("--session-rate", "0", "--address-rate", "0") as server:
        doubters = [
            Doubter([server], table, "1", 7 + i, shoes=2, sides=False)
            for i, table in enumerate(("ma-blackjack-6to5", "vendor-freebet"))
        ]
        for doubter in doubters:
            doubter.start()
        for doubter in doubters:
            doubter.join(9 * PATIENCE)
            assert not doubter.is_alive(), f"no shoe was finished at {doubter.table}"
            assert not doubter.failure, doubter.failure
            assert doubter.checked >= 2
            print(
                f"{doubter.table}: {doubter.checked} shoes opened, {doubter.cards} cards found in their places, {doubter.rounds} rounds"
            )
        assert doubters[0].own and not doubters[1].own
        with Http(server) as http:  # a newcomer can ask for the last one
            answer = http.read("opened-shoe", table="vendor-freebet")
            assert answer.status == 200 and answer.json["shoe"]["salt"], answer
        assert server.stop() == 0


main()
