#!/usr/bin/env python3
"""At the door: how many passwords one address may have hashed (docs/serve.md, Limits: 500 requests a second from one address, four
seconds' worth at once, sign-in and register count fifty times), so that one address cannot keep the others out."""

import base64
import hmac
import sys
import time
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from client import PATIENCE, Http, Server, Socket  # noqa: E402
from floor import journal  # noqa: E402

AT_ONCE = 4 * 500 // 50


def recovery_of(server):
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        for line in server.printed:
            if "#back=" in line:
                return line.split("#back=")[1]
        time.sleep(0.01)
    raise AssertionError("the server printed no link")


def code_at(secret, seconds):
    """The code of RFC 6238, computed here from the secret that the server showed."""
    digest = hmac.digest(base64.b32decode(secret), int(seconds // 30).to_bytes(8, "big"), "sha1")
    at = digest[19] & 15
    return f"{(int.from_bytes(digest[at : at + 4], 'big') & 0x7FFFFFFF) % 10**6:06}"


class Door(unittest.TestCase):
    def test_staff_signs_in_with_a_second_factor(self):
        """Password and code open a session, the password alone does not, and no file tells secret or codes."""
        with Server("--address-rate", "0") as server:
            ada = Http(server)
            made = ada.post(
                "first-administrator", token=server.token_when_printed(), person="ada", password="password of ada"
            )
            ada = Http(server, bearer=made.json["session"])
            secret = ada.post("begin-second-factor", password="password of ada").json["secret"]
            used = code_at(secret, time.time())
            confirmed = ada.post("confirm-second-factor", code=used)
            spare = confirmed.json["recovery_codes"][0]

            def enter(**code):
                return Http(server).post("sign-in", login="ada", password="password of ada", **code)

            self.assertEqual([enter().status, enter().json.get("id")], [401, "CODE_NEEDED"])
            self.assertEqual(enter(code=used).json.get("id"), "CODE_WRONG", "it confirmed the secret")
            next_code = code_at(secret, time.time() + 30)
            self.assertEqual(enter(code=next_code).status, 200, "one step of skew")
            self.assertEqual(enter(code=next_code).status, 401)
            self.assertEqual([enter(code=spare).status, enter(code=spare).status], [200, 401])
            self.assertEqual(server.stop(), 0)
            journal(server.store, "verify")
            for path in Path(server.folder).iterdir():
                for told in (secret, spare, f'"{next_code}"'):
                    self.assertNotIn(told.encode(), path.read_bytes(), path)

    def test_one_address_knocks_forty_times(self):
        for word in ("sign-in", "register"):
            with Server() as server:
                http = Http(server)
                statuses = [http.post(word).status for _ in range(AT_ONCE + 20)]
                self.assertEqual(statuses[:AT_ONCE], [400] * AT_ONCE, "no person is named")
                self.assertLess(statuses.count(400), AT_ONCE + 15, "ten a second come after")
                self.assertEqual(set(statuses), {400, 429})

    def test_strangers_cannot_lock_anyone_out(self):
        """Wrong passwords end no session and lock no account; the owner's browser does not wait for strangers."""
        with Server("--address-rate", "0") as server:
            owner, stranger = Http(server, browser=True), Http(server)
            self.assertEqual(
                owner.post("register", login="ann-at-home", name="Ann", password="password of ann").status, 200
            )
            self.assertNotIn("device", owner.post("who-am-i").json)
            self.assertEqual(len(owner.cookies["lammer_device"]), 64)
            statuses = [
                stranger.post("sign-in", login="ann-at-home", password="wrong password").status for _ in range(30)
            ]
            self.assertEqual(statuses[:3], [401] * 3)
            self.assertIn(429, statuses)
            refused = stranger.post("sign-in", login="ann-at-home", password="password of ann")
            self.assertEqual(refused.status, 429)
            self.assertGreaterEqual(int(refused.header("Retry-After")), 1)
            self.assertEqual(owner.post("wallet").status, 200, "the session goes on")
            again = owner.post("sign-in", login="ann-at-home", password="password of ann")
            self.assertEqual(again.status, 200, again)

    def test_failures_carry_their_address(self):
        """A wrong password is in the log and in the journal with its address, over HTTP and over a socket."""
        with Server() as server:
            Http(server).post("sign-in", login="nora", password="wrong password")
            with Socket(server) as socket:
                self.assertEqual(socket.ask("sign-in", login="nell", password="wrong password")["status"], 401)
            logged = {line["person"]: line["address"] for line in server.log() if line.get("event") == "sign-in-failed"}
            self.assertEqual(logged, {"nora": "127.0.0.1", "nell": "127.0.0.1"})
            self.assertEqual(server.stop(), 0)
            shown = journal(server.store, "show", "--stream", "house")
            self.assertEqual(shown.stdout.count("sign-in-failed"), 2, shown)
            self.assertEqual(shown.stdout.count('"address":"127.0.0.1"'), 2, shown.stdout)

    def test_the_console_lets_a_person_back_in(self):
        """A server started with --recover prints a link that sets a new password, once."""
        with Server() as server:
            Http(server).post("register", person="ann", password="a forgotten one")
            server.stop()
            server.options += ["--recover", "ann"]
            server.restart()
            token = recovery_of(server)
            self.assertEqual(Http(server).post("recover", token=token, password="a new password").status, 200)
            self.assertEqual(Http(server).post("recover", token=token, password="another one").status, 403)
            self.assertEqual(Http(server).post("sign-in", login="ann", password="a new password").status, 200)


if __name__ == "__main__":
    unittest.main()
