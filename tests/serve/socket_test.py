#!/usr/bin/env python3
# sanitized
"""WebSockets: opening, requests and answers, all that RFC 6455 forbids, readers that do not read."""

import json
import os
import random
import struct
import sys
import time
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from client import (
    BINARY,
    CLOSE,
    CONTINUATION,
    PATIENCE,
    PING,
    PONG,
    TEXT,
    Closed,
    Http,
    Refused,
    Server,
    Socket,  # noqa: E402
    frame,
)

PASSWORD = "correct horse battery staple"
JSON = "application/json"
UNLIMITED = ("--address-rate", "0", "--session-rate", "0")


class Opening(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server(*UNLIMITED)

    @classmethod
    def tearDownClass(cls):
        cls.server.__exit__()

    def refused(self, **how):
        with self.assertRaises(Refused) as caught:
            Socket(self.server, **how)
        return caught.exception.status

    def test_pages_of_other_sites_are_refused(self):
        Socket(self.server, origin=self.server.address).close()
        Socket(self.server).close()  # no Origin: no browser
        for origin in (
            "http://evil.example",
            "null",
            self.server.address + ".evil.example",
            "https" + self.server.address[4:],
            self.server.address[:-1],
        ):
            self.assertEqual(self.refused(origin=origin), 403, origin)

    def test_handshakes(self):
        Socket(self.server, protocol="chat, lammer.1").close()
        self.assertEqual(self.refused(protocol=None), 400)
        self.assertEqual(self.refused(protocol="lammer.2"), 400)
        self.assertEqual(self.refused(path="/"), 200)  # a page, not a socket
        self.assertEqual(self.refused(path="/nowhere"), 404)
        self.assertEqual(Http(self.server).get("/ws").status, 426)
        key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="
        common = [
            "GET /ws HTTP/1.1",
            "Host: localhost",
            "Upgrade: websocket",
            "Connection: keep-alive, Upgrade",
            "Sec-WebSocket-Protocol: lammer.1",
        ]
        for lines, status in (
            ([key, "Sec-WebSocket-Version: 13"], b"101"),
            ([key, "Sec-WebSocket-Version: 8"], b"426"),
            (["Sec-WebSocket-Version: 13"], b"400"),
            (["Sec-WebSocket-Key: short", "Sec-WebSocket-Version: 13"], b"400"),
        ):
            with self.server.connect() as connection:
                connection.sendall("\r\n".join(common + lines + ["", ""]).encode())
                answer = connection.recv(4096)
                self.assertEqual(answer.split()[1], status, answer)
                if status == b"101":  # the example of RFC 6455 section 1.3
                    self.assertIn(b"Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=", answer)

    def test_the_session_comes_by_cookie_or_by_hello(self):
        http = Http(self.server)
        me = http.post("guest").json["person"]
        for how in ({"cookie": http.session}, {"session": http.session}):
            with Socket(self.server, **how) as socket:
                self.assertEqual(socket.ask("who-am-i")["person"], me)
        with Socket(self.server) as socket:
            self.assertFalse(socket.ask("hello")["session"])
            self.assertNotEqual(socket.ask("wallet")["ok"], True)
            self.assertEqual(socket.ask("guest")["ok"], True)  # from now on the socket is this guest's
            self.assertEqual(socket.ask("who-am-i")["roles"], ["guest"])
            self.assertFalse(socket.ask("hello", session="x" * 500)["ok"])

    def test_a_browser_never_sees_its_session(self):
        with Socket(self.server, origin=self.server.address) as socket:
            answer = socket.ask("guest")
            self.assertTrue(answer["ok"])
            self.assertNotIn("session", answer)

    def ask_for_a_guest(self, page, browser=True):
        """Whether the answer says that the socket of the page joined the session."""
        http = Http(self.server, browser=browser)
        answer = http.request("POST", "/api/guest", "{}", http.headers(**{"Content-Type": JSON, "X-Lammer-Page": page}))
        self.assertEqual(answer.status, 200, answer.text)
        return answer.header("X-Lammer-Page") == "joined", answer.json["person"]

    def test_the_socket_of_a_page_goes_on_as_its_guest(self):
        page, others = "0123456789abcdef" * 2, "f" * 32
        ours = {"origin": self.server.address, "path": f"/ws?page={page}"}
        with Socket(self.server, **ours) as socket, Socket(self.server, path=f"/ws?page={page[:31]}") as short:
            self.assertFalse(self.ask_for_a_guest(page, browser=False)[0], "a program has no page")
            for name in (others, page[:31], page + "0", ""):
                # say:test-strange-page-joined
                self.assertFalse(self.ask_for_a_guest(name)[0], f"the socket of another page joined the page {name!r}")
            self.assertFalse(socket.ask("hello")["session"])
            joined, me = self.ask_for_a_guest(page)
            self.assertTrue(joined)
            self.assertEqual(socket.ask("who-am-i")["person"], me)
            self.assertFalse(self.ask_for_a_guest(page)[0], "a socket in a session leaves it for another")
            self.assertEqual(socket.ask("who-am-i")["person"], me)
            self.assertFalse(short.ask("hello")["session"], "a name that is too short counts as a name")


class Requests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server(*UNLIMITED)
        cls.session = Http(cls.server).post("guest").json["session"]

    @classmethod
    def tearDownClass(cls):
        cls.server.__exit__()

    def test_answers_carry_the_number(self):
        with Socket(self.server, session=self.session) as socket:
            numbers = [socket.send("who-am-i") for _ in range(200)]  # more than may wait at once
            self.assertEqual([socket.answer_to(n)["n"] for n in numbers], numbers)
            socket.send_text(json.dumps({"do": "who-am-i"}))
            self.assertNotIn("n", socket.receive_json())

    def test_what_is_no_request_is_answered(self):
        with Socket(self.server) as socket:
            for text, status in (
                ("{", 400),
                ("", 400),
                ("[]", 400),
                ('"hit"', 400),
                ("{}", 400),
                ('{"do":1}', 400),
                ('{"do":"frobnicate","n":5}', 404),
                ('{"do":"hit","do":"stand"}', 400),
                ("[" * 60000, 400),
                ('{"a":' * 10000, 400),
                ('{"do":"\\u0000"}', 400),
            ):
                socket.send_text(text)
                answer = socket.receive_json()
                self.assertEqual((answer["ok"], answer["status"]), (False, status), text[:50])
                self.assertTrue(answer["why"])
            self.assertEqual(socket.ask("hello")["ok"], True)

    def test_a_beat_is_answered(self):
        with Socket(self.server) as socket:
            self.assertEqual(socket.ask("beat"), {"ok": True, "beat": True, "n": 1})
            socket.send_text('{"do":"beat"}')
            self.assertEqual(socket.receive_json(), {"ok": True, "beat": True})

    def test_a_silent_socket_is_pinged_and_then_dropped(self):
        began = time.monotonic()
        with Socket(self.server) as answers, Socket(self.server) as silent:
            silent.pongs = False
            self.assertEqual(silent.read_frame(PATIENCE)[0], PING)
            self.assertTrue(4 < time.monotonic() - began < 9, "pinged after 5 s")
            self.assertEqual(answers.read_frame(PATIENCE)[0], PING)
            answers.send_frame(PONG)
            while not silent.closed and time.monotonic() - began < PATIENCE:
                try:
                    silent.read_frame(PATIENCE)
                except Closed:
                    break
                if time.monotonic() - began > 8:
                    answers.send_frame(PONG)
            dropped = time.monotonic() - began
            self.assertTrue(18 < dropped < 30, f"dropped after {dropped:.0f} s, not after 20")
            self.assertTrue(answers.ask("beat")["ok"])

    def test_fragments(self):
        request = json.dumps({"do": "hello", "n": 9, "session": "é€𝄞" * 3}, ensure_ascii=False)
        with Socket(self.server) as socket:
            for size in (1, 2, 3, 7, 50, 1000):  # also in the middle of a character
                socket.send_pieces(request, size)
                self.assertTrue(socket.answer_to(9)["ok"])
            # control frames may come between fragments
            data = request.encode()
            socket.send_frame(TEXT, data[:5], final=False)
            socket.send_frame(PING, b"are you there?")
            self.assertEqual(socket.read_frame(), (PONG, b"are you there?", True))
            socket.send_frame(CONTINUATION, b"", final=False)
            socket.send_frame(CONTINUATION, data[5:])
            self.assertTrue(socket.answer_to(9)["ok"])
            # all bytes one by one
            for byte in frame(TEXT, data):
                socket.send_bytes(bytes([byte]))
            self.assertTrue(socket.answer_to(9)["ok"])
            # several frames in one packet
            socket.send_bytes(frame(TEXT, data) * 20)
            for _ in range(20):
                self.assertTrue(socket.answer_to(9)["ok"])

    def test_the_largest_message(self):
        for size, pieces in ((65536, None), (65536, 1000)):
            text = '{"do":"hello","n":1,"pad":"' + "x" * (size - 29) + '"}'
            self.assertEqual(len(text), size)
            with Socket(self.server) as socket:
                socket.send_pieces(text, pieces) if pieces else socket.send_text(text)
                self.assertTrue(socket.answer_to(1)["ok"])


def sockets_left(server, wanted):
    """Waits until at most this many are left; the server learns of closed ones with a delay."""
    deadline = time.monotonic() + PATIENCE
    while (left := server.metrics()["lammer_sockets"]) > wanted and time.monotonic() < deadline:
        time.sleep(0.02)
    return left


class Forbidden(unittest.TestCase):
    """Every row: what is sent, the code that the server closes with (RFC 6455 sections 5 and 7.4)."""

    ROWS = [
        ("a reserved bit", frame(TEXT, b"{}", reserved=4), 1002),
        ("unmasked", frame(TEXT, b"{}", mask=None), 1002),
        ("an opcode that is unknown", frame(3, b""), 1002),
        ("a control opcode that is unknown", frame(11, b""), 1002),
        ("a long ping", frame(PING, b"x" * 126), 1002),
        ("a ping in parts", frame(PING, b"x", final=False), 1002),
        ("a continuation of nothing", frame(CONTINUATION, b"x"), 1002),
        ("a message within a message", frame(TEXT, b"{", final=False) + frame(TEXT, b"}"), 1002),
        ("binary", frame(BINARY, b"{}"), 1003),
        ("no UTF-8", frame(TEXT, b"\xff"), 1007),
        ("an overlong form", frame(TEXT, b"\xc0\xaf"), 1007),
        ("half a surrogate pair", frame(TEXT, b"\xed\xa0\x80"), 1007),
        ("beyond Unicode", frame(TEXT, b"\xf4\x90\x80\x80"), 1007),
        ("a character cut off", frame(TEXT, b"\xe2\x82"), 1007),
        ("one byte too many", frame(TEXT, b"x" * 65537), 1009),
        ("one byte too many in parts", frame(TEXT, b"x" * 65536, final=False) + frame(CONTINUATION, b"x"), 1009),
        ("a length of 2^40", frame(TEXT, b"x", length=1 << 40), 1009),
        ("a length of 2^64 - 1", frame(TEXT, b"x", length=(1 << 64) - 1), 1009),
        ("a close frame with one byte", frame(CLOSE, b"\x03"), 1002),
        ("close code 1005", frame(CLOSE, struct.pack(">H", 1005)), 1002),
        ("close code 1006", frame(CLOSE, struct.pack(">H", 1006)), 1002),
        ("close code 999", frame(CLOSE, struct.pack(">H", 999)), 1002),
        ("close code 2999", frame(CLOSE, struct.pack(">H", 2999)), 1002),
        ("a close reason that is not UTF-8", frame(CLOSE, struct.pack(">H", 1000) + b"\xff"), 1007),
        ("goodbye", frame(CLOSE, struct.pack(">H", 1000)), 1000),
        ("goodbye with a reason", frame(CLOSE, struct.pack(">H", 3999) + b"tired"), 3999),
        ("goodbye without a word", frame(CLOSE, b""), 1000),
    ]

    def test_rows(self):
        with Server(*UNLIMITED) as server, Socket(server) as other:
            for what, data, code in self.ROWS:
                with self.subTest(what):
                    socket = Socket(server)
                    socket.send_bytes(data)
                    self.assertEqual(socket.wait_closed().code, code)
                    self.assertTrue(other.ask("hello")["ok"])
            self.assertEqual(sockets_left(server, 1), 1)

    def test_truncated_frames_are_no_requests(self):
        """A frame that ends in the middle does nothing, wherever it ends."""
        with Server(*UNLIMITED) as server:
            data = frame(TEXT, b'{"do":"guest","n":1}')
            before = server.metrics()["lammer_house_requests_total"]
            for end in range(len(data)):
                socket = Socket(server)
                socket.send_bytes(data[:end])
                socket.drop() if end % 2 else socket.socket.close()
            self.assertEqual(sockets_left(server, 0), 0)
            self.assertEqual(server.metrics()["lammer_house_requests_total"], before)

    def test_noise(self):
        """The server survives random bytes and frames with random heads."""
        seed = int(os.environ.get("LAMMER_SEED", "7"))
        rounds = 3000 if os.environ.get("LAMMER_SOAK") else 300
        chance = random.Random(seed)
        with Server(*UNLIMITED) as server, Socket(server) as other:
            for _ in range(rounds):
                socket = Socket(server)
                try:
                    for _ in range(chance.randrange(1, 6)):
                        size = chance.choice((0, 1, 5, 125, 126, 127, 300))
                        payload = chance.randbytes(size)
                        if chance.random() < 0.3:
                            socket.send_bytes(payload)
                        else:
                            socket.send_frame(
                                chance.randrange(16),
                                payload,
                                final=chance.random() < 0.7,
                                reserved=chance.choice((0, 0, 0, 1)),
                                length=chance.choice((None, None, size + 3, 70000)),
                            )
                    while chance.random() < 0.5:
                        socket.read_frame(0.01)
                except (OSError, Closed, TimeoutError):
                    pass
                socket.drop()
                self.assertTrue(other.ask("hello")["ok"], f"seed {seed}")
            self.assertEqual(server.stop(), 0)


class SlowReaders(unittest.TestCase):
    def ask_without_reading(self, server, slow, at_once, other):
        """Sends `at_once` requests whenever the server has read all earlier ones, until it calls a reader slow. How much the
        system keeps for a client differs between machines, so the number of requests is open."""
        before, sent, deadline = server.metrics(), 0, time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            now = server.metrics()
            if now["lammer_slow_readers_total"] > before["lammer_slow_readers_total"]:
                return
            if now["lammer_house_requests_total"] - before["lammer_house_requests_total"] >= sent:
                for _ in range(at_once):
                    slow.send("lobby")
                sent += at_once
            self.assertTrue(other.ask("beat")["ok"])
        # say:test-deaf-client-not-slow
        self.fail(f"{sent} answers were not read, and the client is not called slow")

    def test_a_client_that_does_not_read_is_closed_and_may_come_back(self):
        """A few requests at a time leave a piece of one answer unsent; many fill the queue of the server."""
        with Server(*UNLIMITED) as server:
            session = Http(server).post("guest").json["session"]
            other = Socket(server, session=session)
            for at_once in (5, 1000):
                slow = Socket(server, session=session, receive_bytes=4096)
                self.ask_without_reading(server, slow, at_once, other)
                # the sanitizer keeps freed memory for a while, to see whether it is used
                sanitized = os.environ.get("LAMMER", "").endswith("_san")
                self.assertLess(server.metrics()["lammer_memory_bytes"], (640 if sanitized else 128) << 20)
                self.assertTrue(other.ask("who-am-i")["ok"])
                # a client that reads after all finds whole answers and the reason
                try:
                    closed = slow.wait_closed()
                    self.assertIn(closed.code, (1008, None))
                except TimeoutError:
                    self.fail("the connection is neither read nor closed")
                with Socket(server, session=session) as again:
                    self.assertTrue(again.ask("who-am-i")["ok"])


class Rates(unittest.TestCase):
    def test_too_many_requests_over_a_socket(self):
        with Server("--session-rate", "1", "--address-rate", "0") as server:
            session = Http(server).post("guest").json["session"]
            with Socket(server, session=session) as socket:
                answers = [socket.ask("who-am-i") for _ in range(100)]
                limited = [a for a in answers if a.get("status") == 429]
                self.assertTrue(limited)
                self.assertGreater(limited[0]["retry_ms"], 0)

    def code_of_end(self, socket):
        """Waits for the close frame. A server that does not close keeps sending pings, so only this deadline can end the wait."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            try:
                socket.read_frame(1)
            except TimeoutError:
                pass
            except Closed as closed:
                return closed.code
        return "still open"

    def test_frames_without_a_request_count_as_well(self):
        empty = frame(TEXT, b"", final=False) + frame(CONTINUATION, b"", final=False) * 400
        for data in (frame(PING, b"x") * 400, frame(PONG, b"") * 400, empty):
            with Server("--address-rate", "5") as server:
                socket = Socket(server)
                try:
                    socket.send_bytes(data)
                except OSError:
                    pass
                self.assertIn(self.code_of_end(socket), (1008, None))

    def test_nonsense_beyond_the_rate_ends_the_socket(self):
        with Server("--address-rate", "5") as server:
            socket = Socket(server)
            try:
                for _ in range(200):
                    socket.send_text("{")
            except OSError:
                pass
            self.assertIn(socket.wait_closed().code, (1008, None))


class Order(unittest.TestCase):
    """Commands that are sent without waiting for answers are done in the order in which they were sent."""

    @classmethod
    def setUpClass(cls):
        cls.server = Server(*UNLIMITED)
        with Http(cls.server) as http:
            token = cls.server.token_when_printed()
            root = http.post("first-administrator", token=token, person="root", password=PASSWORD).json["session"]
        with Http(cls.server, bearer=root) as http:
            http.post("create-person", person="carl", roles=["cashier"], password=PASSWORD)
        with Http(cls.server) as http:
            cls.player = http.post("register", person="ann", password=PASSWORD).json["session"]
        with Http(cls.server) as http:
            cls.cashier = http.post("sign-in", login="carl", password=PASSWORD).json["session"]

    @classmethod
    def tearDownClass(cls):
        cls.server.__exit__()

    def answers(self, socket, numbers):
        """The answers by number, in the order in which they came."""
        came = {}
        while len(came) < len(numbers):
            message = socket.receive_json()
            if message.get("n") in numbers and "ok" in message:
                came[message["n"]] = message
        return came

    def test_deposits_twenty_at_a_time(self):
        with Socket(self.server, session=self.cashier) as socket:
            numbers = [socket.send("deposit", person="ann", cents=100 + i) for i in range(20)]
            answers = self.answers(socket, numbers)
        self.assertEqual(list(answers), numbers)
        for number, answer in answers.items():
            self.assertTrue(answer["ok"], (number, answer))
        receipts = [answers[number]["receipt"] for number in numbers]
        self.assertEqual(receipts, list(range(receipts[0], receipts[0] + 20)))
        balances = [answers[number]["after"] for number in numbers]
        self.assertEqual(balances, sorted(balances))

    def test_house_and_table_in_turn(self):
        """Each step needs the one before it: only a seated player may show a gesture, and a raised limit would not hold at once."""
        with Socket(self.server, session=self.player) as socket:
            table = "ma-blackjack"
            socket.ask("watch", table=table)
            seen = socket.ask("look", table=table)["seq"]
            steps = [
                ("set-limits", {"deposit_cents": 90000}),
                ("sit", {"table": table, "seat": "1", "seen": seen}),
                ("emote", {"table": table, "emote": "nice"}),
                ("set-limits", {"deposit_cents": 80000}),
                ("limits", {}),
            ]
            numbers = [socket.send(word, **fields) for word, fields in steps]
            answers = self.answers(socket, numbers)
        for number, (word, _) in zip(numbers, steps):
            self.assertTrue(answers[number]["ok"], (word, answers[number]))
        self.assertIn("80000", str(answers[numbers[-1]]))


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *os.environ.get("LAMMER_ONLY", "").split(), *sys.argv[1:]], warnings="ignore")
