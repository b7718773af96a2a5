#!/usr/bin/env python3
"""Behind a proxy a request counts for its client's true address, whatever the client wrote into X-Forwarded-For (docs/serve.md,
Limits). A WebSocket is opened through it by GET alone (RFC 6455, 4.1)."""

import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from client import Http, Server  # noqa: E402

FAR = "203.0.113.9"


class Addresses(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server("--trust-proxy", "--address-rate", "0")

    @classmethod
    def tearDownClass(cls):
        cls.server.__exit__()

    def ask(self, http, forwarded):
        """How /metrics, which is for this machine alone, answers; and the address in the log."""
        headers = {} if forwarded is None else {"X-Forwarded-For": forwarded}
        status = http.request("GET", "/metrics", headers=headers).status
        return status, [line["address"] for line in self.server.log() if line["event"] == "http"][-1]

    def test_a_long_list_hides_nobody(self):
        self.assertEqual(self.ask(Http(self.server), "127.0.0.1, " * 60 + FAR), (403, FAR))

    def test_as_proxies_write_it(self):
        for forwarded, address in (
            (FAR, FAR),
            (f"127.0.0.1,{FAR}", FAR),
            (f"{FAR}:4711", FAR),
            ("2001:db8::9", "2001:db8::9"),
            ("[2001:db8::9]", "2001:db8::9"),
            ("[2001:db8::9]:4711", "2001:db8::9"),
        ):
            self.assertEqual(self.ask(Http(self.server), forwarded), (403, address), forwarded)

    def test_whom_the_proxy_does_not_name_is_not_on_this_machine(self):
        for forwarded in ("unknown", "", f"{FAR},", "_hidden", "999.1.1.1", "[", "9" * 300):
            self.assertEqual(self.ask(Http(self.server), forwarded), (403, "127.0.0.1"), forwarded)

    def test_requests_of_one_connection_are_of_several_clients(self):
        http = Http(self.server)
        self.assertEqual(self.ask(http, None), (200, "127.0.0.1"))
        self.assertEqual(self.ask(http, FAR), (403, FAR))
        self.assertEqual(self.ask(http, None), (200, "127.0.0.1"), "the proxy asks for itself")
        self.assertEqual(self.ask(http, "127.0.0.1"), (200, "127.0.0.1"))


class Upgrades(unittest.TestCase):
    def answer(self, server, line):
        head = (
            f"{line}\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protocol: lammer.1\r\n\r\n"
        )
        with server.connect() as connection:
            connection.sendall(head.encode())
            return int(connection.recv(12).split()[1])

    def test_a_socket_is_opened_by_get(self):
        with Server() as server:
            self.assertEqual(self.answer(server, "GET /ws HTTP/1.1"), 101)
            self.assertEqual(self.answer(server, "HEAD /ws HTTP/1.1"), 426)
            self.assertEqual(self.answer(server, "GET /ws HTTP/1.0"), 426)


if __name__ == "__main__":
    unittest.main()
