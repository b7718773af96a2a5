#!/usr/bin/env python3
"""A player checks the shoes of a table with nothing but the table's messages and Python's own BLAKE2b: docs/fair-shoe.md, word for word.

The player stays at a running server until each of some shoes has been opened. Every card that was
turned up must lie where the opened order, after the player's cut, has it; the commitment must have
come before that cut, and the cut before the first card."""

import hashlib
import os
import re
import secrets
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "serve"))
from bots import Bot  # noqa: E402
from client import LAMMER, PATIENCE, Http, Server  # noqa: E402

DOCUMENT = Path(__file__).resolve().parents[2] / "docs" / "fair-shoe.md"
PRINTED = {}
exec(re.search(r"```python\n(.*?)```", DOCUMENT.read_text(), re.S)[1], PRINTED)  # what readers are told to run
card = PRINTED["card"]


class Doubter(Bot):
    """Writes down everything, and leaves when enough shoes have been opened."""

    def __init__(self, *args, shoes, **more):
        super().__init__(*args, **more)
        self.heard, self.shoes, self.cards, self.checked, self.own = [], shoes, 0, 0, 0
        self.commitment, self.mixed = None, 0

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
        assert self.commitment in [None, *(p["commitment"] for p in shoe.get("parts", ()))], "left out of the shuffle"
        assert opened["commitment"] == shoe["commitment"], "the opened shoe is not the one of the commitment"
        came = [
            e.get("card") if e["event"] == "card" else None for _, e in told if e["event"] in ("card", "down", "burn")
        ]
        dealt = [text and card(text) for text in came]
        left = PRINTED["check"](self.table, opened, shoe["commitment"], shoe.get("parts", []), dealt)
        hidden = [left[i] for i, text in enumerate(came) if text is None]
        for _, event in told:
            if event["event"] == "turn":
                hidden.remove(card(event["card"]))  # it is one of those that lay face down
            elif event["event"] in ("down", "burn"):
                assert event.get("card") in (None, "??"), event
        self.cards += len(dealt) - dealt.count(None)
        self.mixed += "seed" in opened
        self.heard = []


class Mixer(Doubter):
    """Shuffles with the house: commits when sitting down, and reveals once the shoe is sealed and cut."""

    def fresh(self):
        value = secrets.token_bytes(32)
        return value, hashlib.blake2b(value, digest_size=32).hexdigest()

    def do(self, word, **fields):
        if word == "sit":
            self.value, self.commitment = self.fresh()
            fields["commitment"] = self.commitment
        return super().do(word, **fields)

    def hear(self, message):
        super().hear(message)
        for event in message.get("events", ()):
            if event["event"] == "cut-shoe":
                self.due = True

    def step(self):
        if not getattr(self, "due", False):
            return super().step()
        self.due = False
        value, (self.value, after) = self.value, self.fresh()
        assert self.do("reveal", value=value.hex(), commitment=after), self.refused
        self.shown, self.next = self.commitment, after
        return True

    def check(self, opened):
        self.commitment = getattr(self, "shown", self.commitment)
        super().check(opened)
        self.commitment = self.next


def main():
    with Server("--session-rate", "0", "--address-rate", "0") as server:
        doubters = [
            bot([server], table, "1", 7 + i, shoes=2, sides=False)
            for i, (bot, table) in enumerate(((Doubter, "ma-blackjack-6to5"), (Mixer, "vendor-freebet")))
        ]
        for doubter in doubters:
            doubter.start()
        for doubter in doubters:
            doubter.join(9 * PATIENCE)
            assert not doubter.is_alive(), f"no shoe was finished at {doubter.table}"
            assert not doubter.failure, doubter.failure
            assert doubter.checked >= 2
            assert doubter.mixed == (doubter.checked if isinstance(doubter, Mixer) else 0), doubter.mixed
            print(
                f"{doubter.table}: {doubter.checked} shoes opened, {doubter.cards} cards found in their places, {doubter.rounds} rounds"
            )
        assert doubters[0].own and not doubters[1].own
        with Http(server) as http:  # a newcomer can ask for the last one
            answer = http.read("opened-shoe", table="vendor-freebet")
            assert answer.status == 200 and answer.json["shoe"]["salt"], answer
        assert server.stop() == 0
        verify = subprocess.run(
            [LAMMER, "journal", "verify", "--store", server.store, "--key", f"{server.folder}/house.key"],
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
        assert verify.returncode == 0, verify.stdout + verify.stderr


main()
