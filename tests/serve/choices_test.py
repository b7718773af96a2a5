#!/usr/bin/env python3
"""A field of the OpenAPI document whose values are a closed list has the list. A floor plays and is asked for everything; a text
field that showed few different values again and again needs an enum, or its reason in OPEN."""

import sys
import time
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from client import Http, Server, document  # noqa: E402
from floor import MORE, make_people, open_tables  # noqa: E402
from bots import Bot  # noqa: E402

OFTEN, FEW = 12, 12
SECONDS = 5

# Texts that are not a closed list, although a short session shows few of them: by the name of the field, or of type and field.
OPEN = {
    "a person, a table, a server or an address": "person name login by player password_by asker dealer issuer actor table "
    "address stream account Movement.from Movement.to",
    "what staff chose or wrote": "title rules settings link reason text Layout.name Shift.name Shift.from shift",
    "a sentence": "line why told insurance Printed.rules Printed.game GameRow.game GameRow.wagers",
    "a moment": "day date time now opened founded filed",
    "the order of a record's effects, or of the cards of a shoe": "JournalLine.order Event.order",
    "a digest or a random value": "commitment salt seed value device session csrf client",
    "from pay tables": "prize outcome outcomes paytable meter spot clause",
    "an id of a refusal, which tools/sentences --refusals lists": "id",
    "a kind of record, or the reason of a movement of the ledger": "CageRow.what",
}
OPEN = {field for fields in OPEN.values() for field in fields.split()}


def asked(server, people):
    """Every word that only reads, by people who may, and some that write."""
    for person in ("administrator", "ed", "carl"):
        with Http(server, bearer=people[person]) as http:
            for path, item in document().document["paths"].items():
                if "get" not in item or not path.startswith("/api/"):
                    continue
                word = path[len("/api/") :]
                wanted = {one["name"]: one for one in item["get"]["parameters"] if one["required"]}
                named = {
                    "table": "wa-freebet",
                    "person": "pat",
                    "round": 1,
                    "seat": "1",
                    "meter": "push22",
                    "number": 1,
                }
                fields = {name: named[name] for name in wanted}
                http.read(word, **fields)
                if any(one["name"] == "format" for one in item["get"]["parameters"]):
                    http.read(word, format="csv", **fields)


class Choices(unittest.TestCase):
    def test_a_closed_list_is_listed(self):
        traffic = document().traffic = {}
        with Server("--address-rate", "0", "--session-rate", "0") as server:
            people = make_people(server)
            with Http(server, bearer=people["administrator"]) as http:
                http.post("create-person", person="pat", roles=["player"], password="password of pat")
            with Http(server, bearer=people["carl"]) as http:
                for kind in ("match-play", "progressive"):
                    http.post("issue-coupon", person="pat", kind=kind, cents=500, wager="push22")
                http.post("deposit", person="pat", cents=5000)
                http.post("deposit", person="pat", cents=5000000)
            with Http(server, bearer=people["sue"]) as http:
                for number in range(12):
                    http.post("dispute", table="wa-freebet", text="a question")
                http.post("resolve-dispute", dispute=1, resolution="answered")
            tables = ["wa-freebet", "ma-blackjack-multi"] + open_tables(server, people, MORE[:4])
            bots = [Bot([server], table, "1", i) for i, table in enumerate(tables)]
            for bot in bots:
                bot.start()
            time.sleep(SECONDS)
            for bot in bots:
                bot.finish()
            asked(server, people)
        document().traffic = None
        closed = {
            f"{kind}.{name}": sorted(set(values))
            for (kind, name), values in traffic.items()
            if len(values) >= OFTEN and len(set(values)) <= FEW and name not in OPEN and f"{kind}.{name}" not in OPEN
        }
        self.assertGreater(len(traffic), 40)
        self.assertEqual(closed, {}, "\n".join(f"{field}: {values}" for field, values in sorted(closed.items())))


if __name__ == "__main__":
    unittest.main()
