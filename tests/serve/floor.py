"""A whole floor for tests: servers, people of every role, tables with every wager, players, and the proof afterwards."""

import json
import subprocess
import threading

from bots import LOST
from client import LAMMER, Http

DEMO = [
    "ma-freebet",
    "wa-freebet",
    "ia-freebet",
    "vendor-freebet",
    "ma-blackjack",
    "ma-blackjack-nohole",
    "ma-blackjack-faceup",
    "ma-blackjack-6to5",
    "ma-blackjack-multi",
    "ma-blackjack-doubleshoe",
]

# Every optional wager is offered somewhere: id of the table, its rules, its settings, its link.
MORE = [
    ("aces-1", "ma-blackjack-nohole", "offer=aces", ""),
    ("super4-1", "ma-blackjack", "offer=super4:1,suited:1", ""),
    (
        "bonus-1",
        "ma-blackjack",
        "offer=blackjack-bonus,buster:A bonus_weights_1=10x80+25x18+100x2 bonus_weights_5=50x40+100x59+500x1",
        "",
    ),
    ("streak-1", "ma-blackjack", "offer=streak,over13,under13", ""),
    ("kings-1", "ma-blackjack", "offer=kings-bounty:1,sevens", ""),
    ("super3-1", "ma-blackjack", "offer=trilux:1,super3", ""),
    ("twenty-1", "ma-blackjack", "offer=twenty-point:A", ""),
    ("match-1", "ma-blackjack", "offer=match-dealer", ""),
    ("between-1", "ma-blackjack", "offer=in-between:A", ""),
    ("third-1", "ma-blackjack", "offer=third-card", ""),
    ("linked-1", "wa-freebet", "offer=blazing7:1 blazing7.link=same-game", "pit"),
    ("linked-2", "wa-freebet", "offer=blazing7:1 blazing7.link=same-game", "pit"),
]

PASSWORD = "correct horse battery staple"
GIVEN = "given to a new person"


def make_people(server):
    """One person of each role that tests need: {role: session}."""
    people = {}
    with Http(server) as http:
        answer = http.post("first-administrator", token=server.token_when_printed(), person="root", password=PASSWORD)
        assert answer.status == 200, answer
        people["administrator"] = answer.json["session"]
    with Http(server, bearer=people["administrator"]) as http:
        for role, person in [
            ("dealer", "dora"),
            ("supervisor", "sue"),
            ("supervisor", "sam"),
            ("executive", "ed"),
            ("cashier", "carl"),
            ("auditor", "ada"),
        ]:
            answer = http.post("create-person", person=person, name=person.title(), roles=[role], password=GIVEN)
            assert answer.status == 200, answer
    for person in ("dora", "sue", "sam", "ed", "carl", "ada"):
        with Http(server) as http:
            answer = http.post("sign-in", person=person, password=GIVEN)
            assert answer.status == 200, answer
        with Http(server, bearer=answer.json["session"]) as http:
            answer = http.post("set-password", old=GIVEN, password=PASSWORD)
            assert answer.status == 200, answer
            people[person] = answer.json["session"]
    return people


def open_tables(server, people, tables):
    opened = []
    with Http(server, bearer=people["sue"]) as http:
        for table, rules, settings, link in tables:
            answer = http.post(
                "open-table",
                table=table,
                title=table,
                rules=rules,
                settings=settings,
                dealing="virtual",
                money="play",
                link=link,
            )
            assert answer.status == 200, (table, answer)
            opened.append(table)
    return opened


class Staff(threading.Thread):
    """Confirms and pays the awards that wait at a table: a supervisor, then a card."""

    def __init__(self, servers, people, tables):
        super().__init__(daemon=True)
        self.servers, self.people, self.tables = servers, people, tables
        self.stopping = threading.Event()
        self.paid, self.seen = 0, {}

    def ask(self, person, word, **fields):
        for server in self.servers:
            try:
                with Http(server, bearer=self.people[person]) as http:
                    answer = http.post(word, **fields)
                    if answer.status not in (421, 503):
                        return answer
            except LOST:
                pass
        return None

    def look(self, table):
        for server in self.servers:
            try:
                with Http(server) as http:
                    answer = http.read("look", table=table)
                    if answer.status == 200:
                        return answer.json["snapshot"]
            except LOST:
                pass
        return None

    def run(self):
        while not self.stopping.wait(0.2):
            for table in self.tables:
                turn = (self.look(table) or {}).get("turn", {})
                if turn.get("do") != "award":
                    continue
                place = {"table": table, "seat": turn.get("seat"), "wager": turn.get("wager")}
                for person, word in (("sue", "verify-award"), ("ed", "pay-award")):
                    answer = self.ask(person, word, **place)
                    if answer is not None and answer.status != 200:
                        self.seen[answer.text] = self.seen.get(answer.text, 0) + 1
                    elif answer is not None and word == "pay-award":
                        self.paid += 1


def journal(store, *arguments):
    return subprocess.run(
        [LAMMER, "journal", *arguments, "--store", store], capture_output=True, text=True, timeout=300
    )


def prove(store, bots, folder):
    """The journal passes its proof and holds every acknowledged command exactly once, where it was acknowledged."""
    verify = journal(store, "verify")
    assert verify.returncode == 0, verify.stdout + verify.stderr
    out = f"{folder}/records.jsonl"
    export = journal(store, "export", "--out", out)
    assert export.returncode == 0, export.stderr
    lines = subprocess.run([LAMMER, "journal", "verify", out], capture_output=True, text=True, timeout=300)
    assert lines.returncode == 0, lines.stdout + lines.stderr
    done = {}
    with open(out, encoding="utf-8") as file:
        for line in file:
            record = json.loads(line)
            if "command" in record:
                key = (record["actor"], record["command"]["number"])
                done.setdefault(key, []).append((record["stream"], record["seq"]))
    for (person, number), places in done.items():
        # say:test-done-many-times
        assert len(places) == 1, f"{person} {number} was done {len(places)} times: {places}"
    acked = 0
    for bot in bots:
        for number, seq, word in bot.acked:
            places = done.get((bot.person, number))
            if places is None and word == "ready":
                continue  # a player who is ready before the others changes nothing that must be kept
            # say:test-acknowledged-is-lost
            assert places, f"{bot.person} {number} {word} was acknowledged as record {seq} and is lost"
            # say:test-done-many-times
            assert len(places) == 1, f"{bot.person} {number} was done {len(places)} times: {places}"
            assert places[0] == (
                f"table/{bot.table}",
                seq,
                # say:test-recorded-elsewhere
            ), f"{bot.person} {number}: acknowledged as {seq}, recorded as {places[0]}"
            acked += 1
    return acked, verify.stdout
