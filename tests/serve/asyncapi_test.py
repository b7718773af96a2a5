#!/usr/bin/env python3
"""docs/asyncapi.json is what the program prints, has the structure of AsyncAPI 3.0, and every message of a real session, in both
directions, is one that it describes."""

import json
import subprocess
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from client import LAMMER, PATIENCE, Http, Server, Socket, document  # noqa: E402
from schema import Document  # noqa: E402

# Required and allowed members of each object, by the specification; x- may always be there.
STRUCTURE = {
    "document": ("asyncapi info", "id servers defaultContentType channels operations components"),
    "info": ("title version", "description termsOfService contact license tags externalDocs"),
    "server": ("host protocol", "protocolVersion pathname description title summary variables security tags bindings"),
    "channel": ("", "address messages title summary description servers parameters tags externalDocs bindings"),
    "message": (
        "",
        "headers payload correlationId contentType name title summary description tags bindings examples traits",
    ),
    "operation": ("action channel", "title summary description security tags bindings traits messages reply"),
    "reply": ("", "address channel messages"),
}


def members(what, value):
    required, more = (set(names.split()) for names in STRUCTURE[what])
    assert required <= set(value) <= required | more, (what, set(value) ^ required)


class Interface(unittest.TestCase):
    def setUp(self):
        self.text = subprocess.run(
            [LAMMER, "serve", "--asyncapi"], capture_output=True, text=True, check=True, timeout=PATIENCE
        ).stdout
        self.document = json.loads(self.text)
        self.messages = self.document["channels"]["socket"]["messages"]

    def test_the_file_is_the_program(self):
        kept = Path("docs/asyncapi.json").read_text()
        self.assertEqual(kept, self.text, "write it anew: build/lammer serve --asyncapi > docs/asyncapi.json")

    def test_it_is_well_formed(self):
        self.assertEqual(self.document["asyncapi"], "3.0.0")
        members("document", self.document)
        members("info", self.document["info"])
        for server in self.document["servers"].values():
            members("server", server)
        for channel in self.document["channels"].values():
            members("channel", channel)
        for name, message in self.messages.items():
            members("message", message)
            self.assertEqual(message["name"], name)
        for operation in self.document["operations"].values():
            members("operation", operation)
            self.assertIn(operation["action"], ("send", "receive"))
            members("reply", operation.get("reply", {}))
            for one in operation["messages"] + operation.get("reply", {}).get("messages", []):
                self.assertTrue(one["$ref"].startswith("#/channels/socket/messages/"))
        for place in self.references(self.document):
            at = self.document
            for step in place.removeprefix("#/").split("/"):
                at = at[step]

    def references(self, at):
        for key, value in at.items() if isinstance(at, dict) else enumerate(at):
            if key == "$ref":
                yield value
            elif isinstance(value, (dict, list)):
                yield from self.references(value)

    def test_it_has_the_commands_of_openapi(self):
        words = {path[len("/api/") :] for path in document().document["paths"] if path.startswith("/api/")}
        self.assertEqual(set(self.document["operations"]) - words, {"hello", "beat", "tell"})
        self.assertEqual(words - set(self.document["operations"]), set())
        self.assertEqual(self.document["components"]["schemas"], document().schemas)

    def kind_of(self, message, asked):
        if "ok" not in message:
            return {"OwnCards": "own-cards", "Moved": "moved", "Message": "message"}[Document.type_of(message)]
        return f"{asked[message['n']]}-answer" if message["ok"] else "refused"

    def held(self, name, message):
        fault = Document(self.document).fault(message, self.messages[name]["payload"], name)
        self.assertIsNone(fault, message)
        return name

    def test_a_session_is_described(self):
        with Server("--address-rate", "0", "--session-rate", "0") as server:
            self.assertEqual(Http(server).get("/asyncapi.json").json, self.document)
            guest = Http(server).post("guest").json["session"]
            heard, asked, number = set(), {}, 0
            with Socket(server) as socket:

                def say(word, **fields):
                    nonlocal number
                    number += 1
                    asked[number] = word
                    request = {"do": word, "n": number, **fields}
                    self.held(word, request)
                    socket.send_text(json.dumps(request))
                    while True:
                        message = json.loads(socket.receive())
                        kind = self.held(self.kind_of(message, asked), message)
                        heard.add(kind)
                        if message.get("n") == number and "ok" in message:
                            return message

                say("hello", session=guest)
                say("beat")
                say("lobby")
                say("who-am-i")
                table = {"table": "wa-freebet"}
                seq = say("watch", **table)["seq"]
                seq = say("sit", seat="1", seen=seq, **table)["seq"]
                seq = say("buy", cents=50000, seen=seq, **table)["seq"]
                look = say("look", **table)
                if look["snapshot"]["turn"].get("do") == "cut":
                    say("cut", seat="1", count=100, seen=look["seq"], **table)
                say("bet", seat="1", cents=1000, seen=say("look", **table)["seq"], **table)
                say("ready", seen=say("look", **table)["seq"], **table)
                for _ in range(12):
                    look = say("look", **table)
                    turn = look["snapshot"]["turn"]
                    if turn.get("do") == "insure":
                        say("insure", seat="1", cents=0, seen=look["seq"], **table)
                    elif turn.get("do") == "hit":
                        say("stand", seat=turn["seat"], seen=look["seq"], **table)
                    else:
                        break
                say("legal", **table)
                say("why-not", seat="1", **table)
                say("bet", seat="7", cents=1000, seen=look["seq"], **table)
                say("people")
                say("unwatch", **table)
        self.assertLessEqual({"message", "refused", "hello-answer", "beat-answer", "bet-answer", "look-answer"}, heard)


if __name__ == "__main__":
    unittest.main()
