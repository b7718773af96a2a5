#!/usr/bin/env python3
"""Requests sent one behind the other without waiting: every one is answered, in its order, to a client that reads, however much the
answers are together (docs/serve.md, WebSocket: a client that does not read is closed)."""

import json
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from client import Server, Socket  # noqa: E402

REQUESTS = 400


class Pipelines(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server("--address-rate", "0", "--session-rate", "0")

    @classmethod
    def tearDownClass(cls):
        cls.server.__exit__()

    def test_a_burst_over_a_socket(self):
        with Socket(self.server) as socket:
            for n in range(1, REQUESTS + 1):
                socket.send_text(json.dumps({"do": "lobby", "n": n}))
            heard, size = [], 0
            while len(heard) < REQUESTS:
                answer = socket.next_message()
                heard.append(answer["n"])
                size += len(json.dumps(answer))
        self.assertEqual(heard, list(range(1, REQUESTS + 1)))
        self.assertGreater(size, 512 * 1024, "more than may wait for a slow reader, twice")

    def test_a_burst_of_http(self):
        request = b"GET /api/lobby HTTP/1.1\r\nHost: localhost\r\n\r\n"
        last = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
        with self.server.connect() as connection:
            connection.sendall(request * (REQUESTS - 1) + last)
            heard = b""
            while chunk := connection.recv(65536):
                heard += chunk
        self.assertEqual(heard.count(b"HTTP/1.1 200 OK\r\n"), REQUESTS)


if __name__ == "__main__":
    unittest.main()
