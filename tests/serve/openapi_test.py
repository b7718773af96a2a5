#!/usr/bin/env python3
"""docs/openapi.json is what the program prints, and every path in it is answered."""

import json
import re
import subprocess
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from client import LAMMER, PATIENCE, Http, Server, Socket  # noqa: E402

JSON = {"Content-Type": "application/json"}


def printed():
    return subprocess.run(
        [LAMMER, "serve", "--openapi"], capture_output=True, text=True, check=True, timeout=PATIENCE
    ).stdout


class Document(unittest.TestCase):
    def setUp(self):
        self.text = printed()
        self.document = json.loads(self.text)

    def test_the_file_is_the_program(self):
        kept = Path("docs/openapi.json").read_text()
        self.assertEqual(kept, self.text, "write it anew: build/lammer serve --openapi > docs/openapi.json")

    def test_the_types_of_the_pages_are_the_program(self):
        types = subprocess.run(
            [LAMMER, "serve", "--types"], capture_output=True, text=True, check=True, timeout=PATIENCE
        ).stdout
        kept = Path("web/src/net/protocol.ts").read_text()
        self.assertEqual(kept, types, "write it anew: build/lammer serve --types > web/src/net/protocol.ts")

    def test_it_is_well_formed(self):
        self.assertEqual(self.document["openapi"], "3.1.0")
        seen = set()
        for path, item in self.document["paths"].items():
            self.assertRegex(path, r"^/[a-z0-9./-]+$")
            for method, operation in item.items():
                self.assertIn(method, ("get", "post"))
                self.assertNotIn(operation["operationId"], seen)
                seen.add(operation["operationId"])
                self.assertTrue(operation["summary"], path)
                self.assertIn("200", operation["responses"])
        for reference in re.findall(r'"\$ref": "#/([^"]+)"', self.text):
            place = self.document
            for step in reference.split("/"):
                place = place[step]

    def test_words_of_a_choice_are_listed(self):
        def schema(word, field):
            body = self.document["paths"][f"/api/{word}"]["post"]["requestBody"]["content"]["application/json"]
            return body["schema"]["properties"][field]

        self.assertEqual(schema("open-table", "money")["enum"], ["play", "real"])
        self.assertEqual(schema("open-table", "dealing")["enum"], ["virtual", "live"])
        self.assertIn("cashier", schema("people", "role")["enum"])
        self.assertEqual(schema("set-roles", "roles")["items"], schema("people", "role"))
        self.assertEqual(schema("issue-coupon", "kind")["enum"], ["match-play", "progressive"])
        self.assertEqual(schema("report-win", "format")["enum"], ["json", "csv"])
        types = self.document["components"]["schemas"]
        self.assertIn("21+3", types["WagerId"]["enum"])
        self.assertIn("double", types["Offer"]["properties"]["do"]["enum"])
        self.assertEqual(types["Fate"]["properties"]["fate"]["enum"], ["done", "asked", "not done", "unknown"])

    def test_every_field_has_a_type(self):
        for path, item in self.document["paths"].items():
            if "post" not in item:
                continue
            schema = item["post"]["requestBody"]["content"]["application/json"]["schema"]
            for name, field in schema["properties"].items():
                self.assertRegex(name, r"^[a-z][a-z0-9_]*$", path)
            self.assertLessEqual(set(schema.get("required", [])), set(schema["properties"]))

    def test_every_path_is_answered(self):
        with Server("--address-rate", "0") as server:
            http = Http(server)
            self.assertEqual(http.get("/openapi.json").json, self.document)
            self.assertEqual(http.get("/openapi.json").text + "\n", self.text)
            socket = Socket(server)
            self.addCleanup(socket.close)
            for path, item in self.document["paths"].items():
                if not path.startswith("/api/"):
                    self.assertEqual(http.get(path).status, 200, path)
                    continue
                for status in self.statuses(server, socket, path, item):
                    self.assertIn(status, (200, 400, 401, 403, 404, 409, 421), path)

    def statuses(self, server, socket, path, item):
        """Without a session, a word that needs a role is refused before anything else is checked."""
        answer = Http(server).request("POST", path, "{}", JSON)
        roles = item["post"].get("x-roles")
        if roles:
            self.assertIn(answer.status, (400, 401, 403), (path, answer))
        yield answer.status
        yield socket.ask(path[len("/api/") :]).get("status", 200)
        got = Http(server).get(path)
        if "get" in item:
            self.assertNotEqual(got.status, 405, path)
            yield got.status
        else:
            self.assertEqual((got.status, got.header("Allow")), (405, "POST"))


if __name__ == "__main__":
    unittest.main()
