#!/usr/bin/env python3
# soak
"""Two servers that differ in unseen cards alone send the same bytes over their sockets.

The first world is played at several tables. In the second the same people say the same words, but the hole cards, the burned cards
and all that have not left the shoes are different. Every byte of every socket must be the same, salted commitments apart. tests/house/two_worlds*.c do the same inside the process, for every step of thousands of rounds."""

import os
import random
import re
import struct
import subprocess
import sys
import tempfile

sys.path[:0] = [
    os.path.dirname(os.path.abspath(__file__)),
    os.path.join(os.path.dirname(os.path.abspath(__file__)), "../proof"),
]
from client import PING, Http, Server, Socket  # noqa: E402
from proof import Proof  # noqa: E402

TABLES = [
    "wa-freebet",
    "ma-freebet",
    "ma-blackjack",
    "ma-blackjack-nohole",
    "ma-blackjack-multi",
    "vendor-freebet",
    "ia-freebet",
]
ROWS, MOST = 64, 416  # as in preload/chance.c
ROW = struct.Struct(f"<HH{MOST}s")
BY_RIGHT = re.compile(rb'"commitment":"[0-9a-f]+"')
RANKS, SUITS = "A23456789TJQK", "cdhs"


class Chance:
    """The file that preload/chance.c maps: what was shuffled, and what shall be."""

    library = None

    def __init__(self, folder, name, seed):
        self.path = f"{folder}/{name}"
        self.env = {
            "LD_PRELOAD": self.compiled(folder),
            "LAMMER_CHANCE_SEED": str(seed),
            "LAMMER_CHANCE_FILE": self.path,
        }
        self.write({})

    @classmethod
    def compiled(cls, folder):
        if not cls.library:
            cls.library = f"{folder}/chance.so"
            source = os.path.join(os.path.dirname(os.path.abspath(__file__)), "preload/chance.c")
            subprocess.run(
                [os.environ.get("CC", "cc"), "-O2", "-shared", "-fPIC", "-o", cls.library, source], check=True
            )
        return cls.library

    def write(self, wanted):
        with open(self.path, "wb") as file:
            for i in range(ROWS):
                order = wanted.get(i, b"")
                file.write(ROW.pack(len(order), bool(order), order.ljust(MOST, b"\0")))

    def orders(self):
        with open(self.path, "rb") as file:
            rows = [ROW.unpack(file.read(ROW.size)) for _ in range(ROWS)]
        return [order[:cards] for cards, _, order in rows if cards]


class Listener(Socket):
    """Keeps every frame that comes: its first byte, its length, what it carries."""

    def __init__(self, *arguments, **how):
        self.wire = bytearray()
        super().__init__(*arguments, **how)

    def read_frame(self, timeout=None):
        opcode, payload, final = super().read_frame(timeout)
        if opcode == PING and not payload:
            return opcode, payload, final  # when one comes is a matter of how fast the machine is
        self.wire += bytes([opcode | final << 7]) + struct.pack(">I", len(payload)) + payload
        return opcode, payload, final


class World:
    """A server, two players and a watcher; what they say can be said again."""

    def __init__(self, chance):
        self.server = Server("--session-rate", "0", "--address-rate", "0", env=chance.env)
        self.sockets, self.said = [], []
        for _ in range(3):
            session = Http(self.server).post("guest").json["session"]
            self.sockets.append(Listener(self.server, session=session))
        for table in TABLES:
            for who in range(3):
                self.say(who, "watch", table=table)
            for who in range(2):
                self.say(who, "sit", table=table, seat=str(who + 1))
                self.say(who, "buy", table=table, cents=10000)

    def say(self, who, word, **fields):
        self.said.append((who, word, fields))
        return self.sockets[who].ask(word, **fields)

    def end(self):
        """Sends a last question, whose answer comes after all pending bytes; returns the bytes of each socket."""
        for who in range(3):
            self.say(who, "who-am-i")
        self.server.__exit__()
        return [BY_RIGHT.sub(b"-", bytes(socket.wire)) for socket in self.sockets]


def move(chance, snapshot):
    """What one of the players may do now: (who, word, fields)."""
    turn = snapshot["turn"]
    verb, seat = turn.get("do"), turn.get("seat")
    who = int(seat) - 1 if seat in ("1", "2") else chance.randrange(2)
    place = {"seat": str(who + 1)}
    if verb == "cut":
        return who, "cut", dict(place, count=chance.randint(40, 60))
    if verb == "bet":
        spots = {"2": 2, "3": 3, "all": 3}.get(snapshot["layout"]["rules"].get("multiple_action"), 1)
        laid = sum(len(box["bets"]) for box in snapshot["boxes"] if box["seat"] == place["seat"])
        wager = {"wager": f"main.{laid + 1}"} if laid else {}
        return (who, "bet", dict(place, cents=1000, **wager)) if laid < spots else (who, "ready", {})
    if verb == "insure":
        return who, "insure", dict(place, cents=chance.choice((0, 500)))
    words = [a["do"] for a in turn.get("legal", ()) if a["do"] in ("hit", "stand", "double", "split")]
    return who, chance.choice(words or ["stand"]), place


def play(world, chance, steps):
    """Plays each table for a while, and on until the dealer has a face-down card; returns the last view of each."""
    views = {}
    for table in TABLES:
        least = chance.randint(1, steps)
        for step in range(2 * steps):
            views[table] = world.say(2, "look", table=table)["snapshot"]
            if step > least and None in views[table]["dealer"]["cards"]:
                break
            who, word, fields = move(chance, views[table])
            world.say(who, word, table=table, **fields)
        views[table] = world.say(2, "look", table=table)["snapshot"]
    return views


def number_of(card):
    return RANKS.index(card[0]) * 4 + SUITS.index(card[1])


def shuffle_of(orders, shoe):
    """Which shuffle this shoe is, by the cards that have been seen of it."""
    came, cut = shoe["came"][0], shoe["cut"]
    for i, order in enumerate(orders):
        if all(card is None or order[(at + cut) % len(order)] == number_of(card) for at, card in enumerate(came)):
            return i
    raise AssertionError("the shoe was not shuffled here")


def is_blackjack(a, b):
    ranks = {a // 4, b // 4}
    return 0 in ranks and bool(ranks & {9, 10, 11, 12})


def other_order(order, view, chance):
    """An order that keeps every card that was seen and exchanges the others; what the card reader said stays true."""
    came, cut = view["shoe"]["came"][0], view["shoe"]["cut"]
    hidden = [(i + cut) % len(order) for i in range(len(order)) if i >= len(came) or came[i] is None]
    other, dealer = bytearray(order), [card for card in view["dealer"]["cards"]]
    cards = [order[at] for at in hidden]
    chance.shuffle(cards)
    for at, card in zip(hidden, cards):
        other[at] = card
    if len(dealer) == 2 and dealer[1] is None:
        up = number_of(dealer[0])
        hole = (max(i for i, card in enumerate(came) if card is None) + cut) % len(order)
        for at in hidden:
            if is_blackjack(up, other[hole]) == is_blackjack(up, order[hole]):
                break
            other[at], other[hole] = other[hole], other[at]
    return bytes(other)


def first_difference(a, b):
    at = next((i for i, (x, y) in enumerate(zip(a, b)) if x != y), min(len(a), len(b)))
    return f"byte {at} of {len(a)} and {len(b)}:\n{a[max(0, at - 200):at + 100]}\n{b[max(0, at - 200):at + 100]}"


def pair(folder, seed):
    """Two worlds of one seed, compared: (rounds, bytes, hole cards that differed)."""
    chance = random.Random(seed)
    first = Chance(folder, "a", seed)
    world = World(first)
    views = play(world, chance, 26)
    said, heard = list(world.said), world.end()
    orders, wanted = first.orders(), {}
    for table, view in views.items():
        if view["shoe"]["number"] == 1 and len(view["shoe"]["came"][0]) > 4:
            number = shuffle_of(orders, view["shoe"])
            wanted[number] = other_order(orders[number], view, chance)
    second = Chance(folder, "b", seed)
    second.write(wanted)
    again = World(second)
    for who, word, fields in said[len(again.said) :]:
        again.say(who, word, **fields)
    for who, (a, b) in enumerate(zip(heard, again.end())):
        # say:test-wire-worlds-differ
        assert a == b, f"seed {seed}, person {who}: the worlds differ at {first_difference(a, b)}"
    assert all(second.orders()[number] == order for number, order in wanted.items()), "the other shoes were not dealt"
    hidden = sum(None in view["dealer"]["cards"] for view in views.values())
    return sum(view["round"] for view in views.values()), sum(map(len, heard)), hidden, len(wanted)


def main():
    proof = Proof("two-worlds-sockets", 100, 20000)
    rounds = size = hidden = shoes = pairs = 0
    print(f"seed {proof.seed}", flush=True)
    with tempfile.TemporaryDirectory(prefix="lammer-worlds-") as folder:
        while proof.goes_on(rounds):
            found = pair(folder, proof.seed + pairs)
            rounds, size, hidden, shoes = rounds + found[0], size + found[1], hidden + found[2], shoes + found[3]
            pairs += 1
    assert hidden > 0 and shoes > 0
    proof.end(
        rounds,
        "rounds",
        f"{pairs} pairs of servers, {shoes} other shoes, {hidden} other hole cards, {size} bytes compared, 0 differ",
    )


main()
