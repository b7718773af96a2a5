#!/usr/bin/env python3
"""shuffle.py URL TABLE: plays at a virtual table, takes part in the shuffle of a shoe, and checks the shoe when it is opened.

It commits to 32 random bytes before the house seals the shoe, reveals them under one seal only, once the seal and the cut are
published, and then computes the order itself: docs/fair-shoe.md. Nothing but Python and HTTP is needed."""

import hashlib
import itertools
import json
import secrets
import sys
import time
import urllib.error
import urllib.request

RANKS, SUITS = "A23456789TJQK", "cdhs"


def card(text):
    return RANKS.index(text[0]) * 4 + SUITS.index(text[1])


def blake(data):
    return hashlib.blake2b(data, digest_size=32).digest()


class House:
    def __init__(self, url):
        self.url, self.headers = url, {"Content-Type": "application/json"}
        self.headers["Authorization"] = f"Bearer {self('guest')['session']}"

    def __call__(self, word, **fields):
        request = urllib.request.Request(f"{self.url}/api/{word}", json.dumps(fields).encode(), self.headers)
        try:
            return json.load(urllib.request.urlopen(request))
        except urllib.error.HTTPError as refused:  # the table has moved on meanwhile: look again
            return json.load(refused)


def mix(side, seed):
    """The exchanges of Fisher and Yates, drawn from blocks of the seed."""
    words = (
        int.from_bytes(blake(seed + k.to_bytes(4, "little"))[i : i + 4], "little")
        for k in itertools.count()
        for i in range(0, 32, 4)
    )
    for i in range(len(side) - 1, 0, -1):
        j = next(word for word in words if word < 2**32 - 2**32 % (i + 1)) % (i + 1)
        side[i], side[j] = side[j], side[i]


def check(table, opened, own):
    """Raises AssertionError where the opened shoe is not the sealed one, shuffled by everyone's values, ours among them."""
    order = [card(opened["order"][0][i : i + 2]) for i in range(0, len(opened["order"][0]), 2)]
    seal, parts = bytes.fromhex(own["seal"]), opened["parts"]
    assert blake(bytes.fromhex(opened["salt"]) + bytes(order)) == seal, "the order is not the one that was sealed"
    assert all(order.count(one) == len(order) // 52 for one in range(52)), "the shoe did not hold whole decks"
    assert [part["commitment"] for part in parts] == own["parts"], "the list of those who take part has changed"
    shown = [(part["seat"], bytes.fromhex(part["value"])) for part in parts if "value" in part]
    assert own["value"] in [value for _, value in shown], "our value was left out"
    assert all(blake(value).hex() in own["parts"] for _, value in shown), "a value does not fit its commitment"
    text = f"lammer mix\n{table}\n{opened['number']}\n".encode() + seal
    mix(order, blake(text + b"".join(seat.encode() + b"\n" + value for seat, value in shown)))
    cut = opened["cut"][0]
    left = order[cut:] + order[:cut]
    seen = [(i, one) for i, one in enumerate(own["came"]) if one]
    assert all(card(one) == left[i] for i, one in seen), "another card was dealt than lay in the shoe"
    return len(seen)


class Player:
    def __init__(self, house, table):
        self.house, self.table = house, table
        self.next, self.own = (
            secrets.token_bytes(32),
            {},
        )  # the value for the next shoe; what we know of each, by its number

    def do(self, word, **fields):
        return self.house(word, table=self.table, seen=self.seq, **fields)

    def look(self):
        answer = self.house("look", table=self.table)
        self.seq, shown = answer["seq"], answer["snapshot"]
        return shown, shown["shoe"], shown["turn"]

    def sit(self):
        shown, _, _ = self.look()
        self.do("sit", seat="1", commitment=blake(self.next).hex())
        self.look()
        self.do("buy", cents=20 * shown["layout"]["min_bet"])
        self.least = shown["layout"]["min_bet"]

    def take_part(self, shoe):
        """Keeps the first seal that our commitment is under; reveals the value once the cut is there, too."""
        parts = [part["commitment"] for part in shoe.get("parts", [])]
        if blake(self.next).hex() in parts:
            kept = {"seal": shoe["commitment"], "parts": parts, "value": self.next, "came": [], "revealed": False}
            self.own[shoe["number"]] = kept
            self.next = secrets.token_bytes(32)
        own = self.own.get(shoe["number"])
        if own and shoe["stage"] == "mixing" and not own["revealed"]:
            own["revealed"] = True
            self.do("reveal", value=own["value"].hex(), commitment=blake(self.next).hex())
        elif own and shoe["stage"] == "loaded":
            own["came"] = shoe["came"][0]

    def act(self, shown, turn):
        word = turn.get("do")
        if word == "cut":
            self.do("cut", seat="1", count=turn["least"] + secrets.randbelow(turn["most"] - turn["least"] + 1))
        elif word == "bet" and shown["phase"] == "betting":
            if not any(box["bets"] for box in shown["boxes"]):
                self.do("bet", seat="1", cents=self.least)
                self.look()
            self.do("ready")
        elif word == "insure":
            self.do("insure", seat="1", cents=0)
        elif word == "hit":
            self.do("stand", seat=turn["seat"])

    def play(self):
        self.sit()
        while True:
            shown, shoe, turn = self.look()
            self.take_part(shoe)
            opened = self.house("opened-shoe", table=self.table).get("shoe")
            if opened and opened["number"] in self.own and not opened.get("void"):
                return opened, self.own[opened["number"]]
            self.act(shown, turn)
            time.sleep(0.1)


def main(url, table):
    opened, own = Player(House(url), table).play()
    seen = check(table, opened, own)
    print(
        f"shoe {opened['number']}: {len(opened['parts'])} took part; the seal, every value and {seen} seen cards agree"
    )


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("usage: shuffle.py URL TABLE")
    main(*sys.argv[1:])
