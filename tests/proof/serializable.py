#!/usr/bin/env python3
# soak
"""Clients of two servers on one PostgreSQL: every history of their commands and looks has one order that agrees with the clock
(history.py). One server is stopped and continues when the other has taken its tables, so that old leases and old looks are tried.

Cashiers pay cash into wallets at either server and read statements; players toke at tables and look at them; a purchase of chips
writes a table and a wallet at once. Then the recorded history is altered (a stale look, a lost line, two
commands with one number, a fork), and the checker must notice each.
"""
import copy
import json
import os
import random
import signal
import sys
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "../serve")]
from bots import LOST  # noqa: E402
from client import Http, Server  # noqa: E402
from floor import make_people, open_tables  # noqa: E402
from history import Operation, check  # noqa: E402
from postgres import Postgres  # noqa: E402
from proof import Proof  # noqa: E402

UNLIMITED = ("--session-rate", "0", "--address-rate", "0")
TABLES = ["one", "two", "three"]
WALLETS = ["pat", "pip"]
LEAST = 10  # operations of each client, however busy the machine is
LINES = 90  # a statement shows the last hundred


class History:
    def __init__(self):
        self.operations, self.lock, self.refused = [], threading.Lock(), 0

    def add(self, operation):
        with self.lock:
            self.operations.append(operation)


class Client(threading.Thread):
    """Does one thing after the other at servers that it chooses, and writes down when each began and ended."""

    def __init__(self, name, servers, history, seed, until):
        super().__init__(daemon=True)
        self.name, self.servers, self.history, self.until = name, servers, history, until
        self.chance, self.done, self.failure = random.Random(seed), 0, None

    def ask(self, bearer, word, server=None, opened=None, **fields):
        """(began, ended, server, answer); the answer is None when none came."""
        server = server or self.chance.choice(self.servers)
        reads = word in ("look", "statement", "wallet")
        with opened or Http(server, bearer=bearer) as http:
            began = time.monotonic()
            try:
                answer = http.read(word, **fields) if reads else http.post(word, **fields)
            except LOST:
                return began, None, server, None
            return began, time.monotonic(), server, answer

    def note(self, asked, what, wrote=(), read=()):
        began, ended, server, _ = asked
        self.done += 1
        name = f"{self.name} {self.done}, {what} at {server.options[-1]}"
        self.history.add(Operation(name, began, ended, wrote, read))

    def run(self):
        try:
            while time.monotonic() < self.until or self.done < LEAST:
                self.step()
        except BaseException as failure:  # reported by the main thread
            self.failure = failure
            raise


def line_of(person):
    return f"wallet of {person}"


class Cashier(Client):
    def __init__(self, bearer, people, *rest):
        super().__init__(*rest)
        self.bearer, self.people, self.lines = bearer, people, 0

    def step(self):
        person = self.chance.choice(WALLETS)
        if self.chance.random() < 0.4 and self.lines < LINES // len(self.people):
            self.deposit(person)
        else:
            self.statement(person)
        time.sleep(self.chance.uniform(0, 0.03))

    def deposit(self, person):
        """The receipt tells the balance before and after; the line is found in a later statement by its receipt. The
        deposits of a day stay below the sum for which the cage asks a second person."""
        self.lines += 1
        asked = self.ask(self.bearer, "deposit", person=person, cents=self.chance.randrange(1, 300))
        if asked[3] is None:
            return
        assert asked[3].status in (200, 503), asked[3]
        if asked[3].status == 200:
            self.note(asked, f"deposit to {person}", wrote=[(line_of(person), ("after", asked[3].json["after"]))])

    def statement(self, person):
        asked = self.ask(self.bearer, "statement", person=person, money="real")
        if asked[3] is None or asked[3].status != 200:
            return
        assert asked[3].json["lines"] <= 100, "more lines than a statement shows"
        self.note(asked, f"statement of {person}", read=[(line_of(person), asked[3].json["lines"])])


class Player(Client):
    def __init__(self, guest, table, *rest):
        super().__init__(*rest)
        self.session, self.person, self.table = guest["session"], guest["person"], table
        self.number = self.bought = 0

    def until_done(self, word, **fields):
        """Sends a command under one number until it is answered; answers of 421 say where its table is."""
        self.number += 1
        first, at = None, 0
        while time.monotonic() < self.until + 20:
            server = self.servers[at % 2]
            asked = self.ask(self.session, word, server=server, table=self.table, n=self.number, **fields)
            first = first if first is not None else asked[0]
            if asked[3] is not None and asked[3].status not in (421, 503):
                return first, asked[1], asked[2], asked[3]
            at += 1
            time.sleep(0.02)
        return first, None, server, None

    def step(self):
        self.chance.choices((self.toke, self.buy, self.look, self.wallet), (3, 1, 4, 2))[0]()
        time.sleep(self.chance.uniform(0, 0.03))

    def toke(self):
        self.write("toke", lambda seq: [(f"table {self.table}", seq)])

    def buy(self):
        """One record at the table and one line of the wallet: a reader of either must agree with a reader of the other."""
        self.bought += 1
        if self.bought < LINES:
            line = line_of(self.person)
            self.write(
                "buy", lambda seq: [(f"table {self.table}", seq), (line, ("record", f"table/{self.table}", seq))]
            )

    def write(self, word, wrote):
        asked = self.until_done(word, cents=100)
        if asked[3] is not None and asked[3].status == 200:
            self.note(asked, f"{word} at {self.table}", wrote=wrote(asked[3].json["seq"]))

    def look(self, table=None, server=None, opened=None):
        table = table or self.chance.choice(TABLES)
        asked = self.ask(self.session, "look", server=server, opened=opened, table=table)
        if asked[3] is not None and asked[3].status == 200:
            self.note(asked, f"look at {table}", read=[(f"table {table}", asked[3].json["seq"])])

    def wallet(self):
        asked = self.ask(self.session, "wallet", money="play")
        if asked[3] is not None and asked[3].status == 200:
            self.note(asked, "look into the wallet", read=[(line_of(self.person), asked[3].json["lines"])])


def make_players(server, administrator):
    with Http(server, bearer=administrator) as http:
        for person in WALLETS:
            made = http.post(
                "create-person", person=person, name=person.title(), roles=["player"], password="a player's own word"
            )
            assert made.status == 200, made


def seat_guest(servers, table, seat):
    """A guest with chips at a table, wherever the table is."""
    deadline = time.monotonic() + 60
    with Http(servers[0]) as http:
        guest = http.post("guest").json
    for word, fields in (("sit", {"seat": seat}), ("buy", {"cents": 40000})):
        while True:
            statuses = []
            for server in servers:
                with Http(server, bearer=guest["session"]) as http:
                    answer = http.post(word, table=table, **fields)
                    statuses.append(answer)
                    if answer.status == 200:
                        break
            if statuses[-1].status == 200:
                break
            assert time.monotonic() < deadline, statuses
            time.sleep(0.05)
    return guest


def placed(operations, statements):
    """A deposit knows the balance after it, a purchase its record; the last statement of each wallet tells which line that is."""
    lines = {
        (thing, key): line["line"]
        for thing, statement in statements.items()
        for line in statement
        for key in (("after", line["balance_cents"]), ("record", line["stream"], line["seq"]))
    }
    for operation in operations:
        for at, (thing, place) in enumerate(operation.wrote):
            if isinstance(place, tuple):
                assert (thing, place) in lines, f"{operation} was answered, and {thing} has no such line: {place}"
                operation.wrote[at] = (thing, lines[thing, place])
    return operations


def last_statements(server, cashier, guests):
    statements = {}
    with Http(server, bearer=cashier) as http:
        for person in WALLETS:
            answer = http.read("statement", person=person, money="real")
            statements[line_of(person)] = answer.json["statement"] if answer.status == 200 else []
    for _, guest in guests:
        with Http(server, bearer=guest["session"]) as http:
            statements[line_of(guest["person"])] = http.read("wallet", money="play").json["statement"]
    return statements


def cut_off(north, south, witnesses):
    """Stops south until north has taken over its tables and written to them, and sends looks to south meanwhile.
    South answers them when it goes on. None of these answers may lack a command that north had answered before the
    look was sent. The looks come on connections that are open already, so south reads all of them before it can hear
    from the store that its tables are gone."""
    opened = [(witness, Http(south, bearer=witness.session)) for witness in witnesses for _ in range(4)]
    for witness, http in opened:
        http.read("look", table=witness.table)
    south.process.send_signal(signal.SIGSTOP)
    for witness in witnesses:
        witness.servers = [north, north]
        witness.until = time.monotonic() + 60
        witness.toke()
    looks = [threading.Thread(target=witness.look, args=(witness.table, south, http)) for witness, http in opened]
    for look in looks:
        look.start()
    time.sleep(0.3)
    south.process.send_signal(signal.SIGCONT)
    for look in looks:
        look.join(60)


def live(seconds, seed):
    """A history of `seconds` seconds, in the middle of which one server stands still for longer than its leases last."""
    history = History()
    with Postgres() as postgres, Server(*UNLIMITED, "--name", "north", store=postgres.url) as north:
        keys = [f"--{name}={north.folder}/house.{name}" for name in ("key", "secret")]
        people = make_people(north)
        with Server(*UNLIMITED, *keys, "--name", "south", store=postgres.url) as south:
            servers = [north, south]
            make_players(north, people["administrator"])
            open_tables(south, people, [(table, "ma-blackjack", "", "") for table in TABLES])
            guests = [(table, seat_guest(servers, table, seat)) for seat in "13" for table in TABLES]
            until = time.monotonic() + seconds
            clients = [
                Cashier(people["carl"], ("a", "b"), f"cashier {name}", servers, history, seed + i, until)
                for i, name in enumerate("ab")
            ] + [
                Player(guest, table, f"player {i} of {table}", servers, history, seed + 10 + i, until)
                for i, (table, guest) in enumerate(guests)
            ]
            witnesses, clients = clients[-len(TABLES) :], clients[: -len(TABLES)]
            for client in clients:
                client.start()
            time.sleep(seconds / 4)
            cut_off(north, south, witnesses)
            for client in clients:
                client.join(seconds + 120)
                assert not client.failure, client.failure
            statements = last_statements(north, people["carl"], guests)
    return placed(history.operations, statements)


# --- altered histories ------------------------------------------------------------------------------------------------------


def stale_look(operations):
    """A look sent after a command was answered does not show it."""
    for write in operations:
        for look in operations:
            if (
                write.wrote
                and look.read
                and write.ended
                and write.ended < look.began
                and write.wrote[0][0] == look.read[0][0]
            ):
                look.read[0] = (look.read[0][0], write.wrote[0][1] - 1)
                return True
    return False


def lost_update(operations):
    """Two commands are told the same place: one of them is lost."""
    writes = [o for o in operations if o.wrote]
    for one, other in zip(writes, writes[1:]):
        if one.wrote[0][0] == other.wrote[0][0]:
            other.wrote[0] = one.wrote[0]
            return True
    return False


def fork(operations):
    """Two readers see two lists grow in opposite orders."""
    a, b = Operation("writes x", 0, None, [("x", 1)]), Operation("writes y", 0, None, [("y", 1)])
    c = Operation("reads x without y", 0, None, read=[("x", 1), ("y", 0)])
    d = Operation("reads y without x", 0, None, read=[("x", 0), ("y", 1)])
    operations += [a, b, c, d]
    return True


def late_write(operations):
    """A command that was sent after another was answered stands before it."""
    writes = [o for o in operations if o.wrote and o.ended]
    for one in writes:
        for other in writes:
            if one.ended < other.began and one.wrote[0][0] == other.wrote[0][0]:
                one.wrote[0], other.wrote[0] = other.wrote[0], one.wrote[0]
                return True
    return False


FAULTS = (stale_look, lost_update, fork, late_write)


def main():
    proof = Proof("serializable", 1, 50)
    done = operations = looks = 0
    while proof.goes_on(done):
        history = live(8, proof.seed + 100 * done)
        why = check(history)
        if why and "LAMMER_HISTORY" in os.environ:
            with open(os.environ["LAMMER_HISTORY"], "w", encoding="utf-8") as file:
                json.dump([vars(operation) for operation in history], file, indent=1)
        assert not why, why
        for fault in FAULTS:
            altered = copy.deepcopy(history)
            assert fault(altered), f"{fault.__name__}: nothing to alter among {len(history)} operations"
            found = check(altered)
            assert found, f"{fault.__name__} was not noticed"
            if not done:
                print(f"{fault.__name__}: {found}", flush=True)
        done, operations = done + 1, operations + len(history)
        looks += sum(bool(operation.read) for operation in history)
    assert (
        looks > LEAST * done and operations - looks > LEAST * done
    ), f"{operations} operations, {looks} looks: too few"
    proof.end(
        done,
        "histories",
        f"{operations} operations, {looks} of them reads, 0 cycles; {len(FAULTS)} altered histories noticed",
    )


if __name__ == "__main__":
    main()
