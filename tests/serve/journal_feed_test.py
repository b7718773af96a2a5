#!/usr/bin/env python3
"""The change feed (docs/feed.md): examples/follow-journal.py against a real server, roles, waiting, and what lies face down."""

import collections
import importlib.util
import json
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from bots import Bot  # noqa: E402
from client import LAMMER, Http, Server, Socket  # noqa: E402
from floor import PASSWORD, make_people  # noqa: E402

sys.path.append("tests/support")
from said import assert_said  # noqa: E402

spec = importlib.util.spec_from_file_location(
    "feed", Path(__file__).resolve().parents[2] / "examples/follow-journal.py"
)
example = importlib.util.module_from_spec(spec)
spec.loader.exec_module(example)

# docs/feed.md, "Who sees what", for what this test records; None: everything.
SEES = {
    "ada": {"house": None, "table": None, "heads": None, "program": None},
    "ed": {"house": None, "table": None, "heads": None, "program": None},
    "sue": {"house": {"dispute", "config-set"}, "table": None, "heads": None},
    "carl": {
        "house": {"deposit", "config-set", "person-created"},
        "table": {"open-table", "buy", "leave"},
        "heads": None,
    },
}


def setUpModule():
    global SERVER, PEOPLE, FOLDER
    FOLDER = tempfile.TemporaryDirectory()
    unittest.addModuleCleanup(FOLDER.cleanup)
    SERVER = Server("--no-demo", "--address-rate", "0", "--session-rate", "0", "--head-every", "1")
    unittest.addModuleCleanup(SERVER.__exit__)
    PEOPLE = make_people(SERVER)
    for table, money in (("a", "play"), ("b", "real")):
        say("sue", "open-table", table=table, rules="wa-freebet", dealing="virtual", money=money, betting_ms=1000)
    PEOPLE["ann"] = say(None, "register", person="ann", password=PASSWORD)["session"]
    say("carl", "deposit", person="ann", cents=10000)
    say("ed", "set-config", config={"tax_cents": 120000}, reason="the same as before")
    say("ann", "sit", table="b", seat="1")
    say("ann", "buy", table="b", cents=5000)
    say("ann", "leave", table="b")
    say("ann", "dispute", table="b", text="Nothing was dealt")
    bot = Bot([SERVER], "a", "1", 1, rounds=3)
    bot.start()
    bot.join()
    assert not bot.failure, bot.failure


def ask(who, word, **fields):
    with Http(SERVER, bearer=PEOPLE.get(who)) as http:
        return http.post(word, **fields)


def say(who, word, **fields):
    answer = ask(who, word, **fields)
    assert answer.status == 200, answer
    return answer.json


def feed(who, place="", **fields):
    if place:
        fields["from"] = place
    return say(who, "journal", **fields)


def refused(case, who, status, said, **fields):
    answer = ask(who, "journal", **fields)
    case.assertEqual(answer.status, status, answer)
    assert_said(said, answer.json["why"])


def stored():
    """Every record of the house as its store has it: {stream: [(seq, hash, kind)]}."""
    rows = collections.defaultdict(list)
    command = [LAMMER, "journal", "show", "--store", SERVER.store]
    for line in subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines():
        line = json.loads(line)
        rows[line["stream"]].append((line["seq"], line["hash"], line["kind"]))
    return rows


class Consumer(unittest.TestCase):
    def test_who_stops_anywhere_has_every_record_once(self):
        path = f"{FOLDER.name}/copy.db"
        house = example.House(f"http://127.0.0.1:{SERVER.port}", "ada", PASSWORD)
        place, pages = "", 0
        while pages < 7:  # killed behind each page: what is in memory is lost
            copy = example.Copy(path)
            self.assertEqual(copy.place()[1], place)
            place = house("journal", **{"from": place}, limit=5)["next"]
            copy.keep(house("journal", **{"from": copy.place()[1]}, limit=5))
            pages += 1
        before = stored()
        copy = example.Copy(path)
        list(example.follow(house, copy, once=True))
        kept = collections.defaultdict(list)
        for line in map(json.loads, copy.lines()):
            kept[line["stream"]].append((line["seq"], line["hash"], line["kind"]))
        for stream, rows in before.items():
            self.assertEqual(kept[stream][: len(rows)], rows, stream)
        copy.check_head(house("journal-head")["head"])
        list(example.follow(house, copy, once=True))
        self.verified_by_the_program(copy, house("journal-head")["head"])

    def verified_by_the_program(self, copy, head):
        for name, text in (("lines", "".join(f"{line}\n" for line in copy.lines())), ("head", head)):
            Path(f"{FOLDER.name}/{name}").write_text(text)
        command = [LAMMER, "journal", "verify", f"{FOLDER.name}/lines"]
        proved = subprocess.run(command, capture_output=True, text=True)
        self.assertEqual(proved.returncode, 0, proved.stdout + proved.stderr)

    def test_an_altered_record_is_found(self):
        page = feed("ada", stream="table/b")
        for alter in (
            lambda line: line["body"].update(time_ms=1),
            lambda line: line.update(actor="bob"),
            lambda line: line["moves"][0].update(cents=5001),
            lambda line: line["body"]["acts"][0].update(cents=5001),
        ):
            copy = example.Copy(":memory:")
            changed = json.loads(json.dumps(page))
            alter(next(line for line in changed["records"] if line["kind"] == "buy"))
            with self.assertRaises(AssertionError):
                copy.keep(changed)
        example.Copy(":memory:").keep(page)
        left_out = {**page, "records": page["records"][:1] + page["records"][2:]}
        with self.assertRaises(AssertionError):
            example.Copy(":memory:").keep(left_out)

    def test_another_place_than_its_own_is_refused(self):
        refused(self, "ada", 404, "say:feed-beyond-end", **{"from": "house:100000"})
        refused(self, "ada", 404, "say:feed-no-such-stream", **{"from": "table/c:1"})
        refused(self, "ada", 404, "say:feed-stream-unseen", stream="table/c")
        refused(self, "sue", 404, "say:feed-stream-unseen", stream="program")
        refused(self, "ada", 400, "say:feed-from-stream", **{"from": 3})
        refused(self, "ada", 400, "say:feed-from-number", stream="house", **{"from": 0})
        for wrong in ("house", "house:", ":1", "house:x", "house:1,house:1", "house:-1", "house:1:", {}):
            refused(self, "ada", 400, "say:feed-from-next", **{"from": wrong})
        refused(self, "ada", 400, "say:feed-wait", wait_ms=30001)

    def test_a_part_of_one_stream_and_a_get(self):
        with Http(SERVER, bearer=PEOPLE["ada"]) as http:
            part = http.read("journal", stream="table/b", **{"from": 2}, limit=2).json
            self.assertEqual([line["seq"] for line in part["records"]], [2, 3])
            self.assertEqual(part["records"][0]["previous"], stored()["table/b"][0][1])
            self.assertNotIn("previous", part["records"][1])
            self.assertEqual(part["next"], "table/b:3")
            on = http.read("journal", stream="table/b", **{"from": part["next"]}).json
            self.assertEqual(on["records"][0]["seq"], 4)
            self.assertEqual(http.read("journal", **{"from": "now"}).json["records"], [])

    def test_no_stream_waits_for_a_busy_one(self):
        """A page shares its room among the streams that are ahead, the quiet ones first."""
        page = feed("ada", limit=4)
        self.assertEqual(len({line["stream"] for line in page["records"]}), 4)
        self.assertEqual(len(feed("ada", limit=1)["records"]), 1)


class Roles(unittest.TestCase):
    def test_each_role_sees_its_records_and_the_whole_chain(self):
        last = {}
        for who, sees in SEES.items():
            page = feed(who)
            seen = collections.defaultdict(set)
            for line in page["records"]:
                kind = line["stream"].split("/")[0]
                if "withheld" in line:
                    self.assertEqual(set(line), {"stream", "seq", "hash", "withheld"})
                    seen[kind].add(None)
                else:
                    seen[kind].add(line["kind"])
                last.setdefault((line["stream"], line["seq"]), line["hash"])
                self.assertEqual(last[line["stream"], line["seq"]], line["hash"])
            self.assertEqual(set(seen), set(sees), who)
            for stream, kinds in sees.items():
                if kinds is None:
                    self.assertNotIn(None, seen[stream], (who, stream))
                else:
                    self.assertEqual(seen[stream] - {None}, kinds & seen[stream], (who, stream))
                    self.assertLessEqual(kinds, seen[stream], (who, stream))
            example.Copy(":memory:").keep(page)
        for who in ("dora", "ann", "administrator"):
            self.assertEqual(ask(who, "journal").status, 403)
            self.assertEqual(ask(who, "journal-head").status, 403)
        self.assertEqual(ask(None, "journal").status, 401)


class Waiting(unittest.TestCase):
    def test_it_is_answered_when_something_is_recorded(self):
        place = feed("ada", "now", stream="table/a")["next"]
        answers = []
        began = time.monotonic()
        threads = [
            threading.Thread(target=lambda: answers.append(feed("ada", place, stream="table/a", wait_ms=20000)))
            for _ in range(4)
        ]
        for thread in threads:
            thread.start()
        with Socket(SERVER, session=PEOPLE["ada"]) as socket:
            number = socket.send("journal", **{"from": place}, stream="table/a", wait_ms=20000)
            time.sleep(0.6)
            self.assertEqual(answers, [])
            say("sue", "summon", table="a")
            answers.append(socket.answer_to(number))
        for thread in threads:
            thread.join()
        self.assertLess(time.monotonic() - began, 10)
        for answer in answers:
            self.assertEqual([line["kind"] for line in answer["records"]], ["summon"])

    def test_it_waits_no_longer_than_asked_for(self):
        place = feed("ada", "now", stream="program")["next"]
        began = time.monotonic()
        page = feed("ada", place, stream="program", wait_ms=500)
        self.assertEqual((page["records"], page["next"]), ([], place))
        self.assertGreater(time.monotonic() - began, 0.4)

    def test_who_loses_the_role_hears_no_more(self):
        say(
            "administrator",
            "create-person",
            person="eve",
            roles=["auditor"],
            password="given to a new person",
            reason="new",
            n=70,
        )
        waiting = [a for a in say("ed", "approvals")["approvals"] if a["word"] == "create-person"]
        say("ed", "approve", approval=waiting[0]["approval"])
        PEOPLE["eve"] = say(None, "sign-in", person="eve", password="given to a new person")["session"]
        # One stream alone: a head may be signed at any time, which ends a wait for all streams.
        place, answers = feed("eve", "now", stream="table/b")["next"], []
        thread = threading.Thread(
            target=lambda: answers.append(ask("eve", "journal", stream="table/b", wait_ms=20000, **{"from": place}))
        )
        thread.start()
        time.sleep(0.3)
        say("sue", "lock", person="eve", reason="left")
        say("sue", "freeze", table="b", reason="test")
        thread.join()
        self.assertEqual(answers[0].status, 401, (place, answers))

    def test_the_ninth_wait_of_a_person_ends_the_first(self):
        with Socket(SERVER, session=PEOPLE["ada"]) as socket:
            place = {"from": socket.ask("journal", **{"from": "now"}, stream="program", wait_ms=30000)["next"]}
            numbers = [socket.send("journal", **place, stream="program", wait_ms=30000) for _ in range(9)]
            self.assertEqual(socket.answer_to(numbers[0], 5)["records"], [])
            with self.assertRaises(TimeoutError):
                socket.receive(0.5)


class FaceDown(unittest.TestCase):
    def test_no_card_and_no_shoe_is_told_early(self):
        """In front of every decision the feed names exactly the cards that lie face up; salt and order come with open-shoe."""
        with Http(SERVER) as http:
            guest = http.post("guest").json["session"]
        with Http(SERVER, bearer=guest) as player:
            for word, fields in (("sit", {"seat": "2"}), ("buy", {"cents": 50000})):
                self.assertEqual(player.post(word, table="a", **fields).status, 200)
            compared = rounds = 0
            deadline = time.monotonic() + 60
            while (compared < 3 or rounds < 2) and time.monotonic() < deadline:
                snapshot = player.read("look", table="a").json["snapshot"]
                offers = [o for o in player.read("legal", table="a", seat="2").json["legal"] if o.get("seat") == "2"]
                words = {offer["do"] for offer in offers}
                if "stand" in words:
                    compared += self.compare_cards(player, snapshot)
                    player.post("stand", table="a", seat="2")
                elif "insure" in words:
                    player.post("insure", table="a", seat="2", cents=0)
                elif "cut" in words or "refuse-cut" in words:
                    player.post("refuse-cut", table="a", seat="2")
                elif "bet" in words and not any(o["do"] == "withdraw" for o in offers):
                    rounds += player.post("bet", table="a", seat="2", cents=1000).status == 200
                    player.post("ready", table="a")
                else:
                    time.sleep(0.02)
            self.assertGreaterEqual(compared, 3)
        lines = feed("ada", stream="table/a", limit=1000)["records"]
        for line in lines:
            opened = [act["do"] for act in line["body"]["acts"] if "salt" in act or "order" in act]
            self.assertLessEqual(set(opened), {"open-shoe", "void-shoe"}, line)

    def compare_cards(self, player, before):
        acts, place = [], ""
        while True:
            page = feed("ada", place, stream="table/a")
            if not page["records"]:
                break
            acts += [act for line in page["records"] for act in line["body"]["acts"]]
            place = page["next"]
        after = player.read("look", table="a").json["snapshot"]
        if after != before:
            return False
        start = max(i for i, act in enumerate(acts) if act["do"] == "open")
        told = collections.Counter(act["card"] for act in acts[start:] if act["do"] in ("card", "turn"))
        shown = collections.Counter(card for card in cards_in(before) if card)
        self.assertEqual(told, shown)
        return True


def cards_in(value):
    """The cards of hands and dealer in a snapshot."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if key == "cards" and isinstance(inner, list):
                yield from inner
            elif key in ("boxes", "hands", "dealer"):
                yield from cards_in(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from cards_in(inner)


if __name__ == "__main__":
    unittest.main()
