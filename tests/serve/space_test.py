#!/usr/bin/env python3
"""What the command line limits reaches the house: guests of a network, and free space on SQLite and PostgreSQL."""

import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from client import Http, Server  # noqa: E402
from postgres import Postgres  # noqa: E402

MUCH = "1000000"  # MB: more than a disk of these tests has free


def guest_from(server, address):
    headers = {"Content-Type": "application/json", "X-Forwarded-For": address}
    return Http(server).request("POST", "/api/guest", "{}", headers)


class Guests(unittest.TestCase):
    def test_a_network_gets_as_many_as_the_option_says(self):
        with Server("--trust-proxy", "--guests", "2") as server:
            statuses = [guest_from(server, "203.0.113.9").status for _ in range(3)]
            self.assertEqual(statuses, [200, 200, 429])
            self.assertEqual(guest_from(server, "198.51.100.7").status, 200, "another network has its own")

    def test_zero_is_no_limit(self):
        with Server("--trust-proxy", "--guests", "0") as server:
            self.assertEqual({guest_from(server, "203.0.113.9").status for _ in range(205)}, {200})


class Space(unittest.TestCase):
    def test_a_reserve_larger_than_the_disk_stops_guests(self):
        with Server("--reserve", MUCH) as server:
            self.assertEqual(guest_from(server, "203.0.113.9").status, 503)
            self.assertEqual(Http(server).get("/api/lobby").status, 200, "the house still answers")
        with Server("--reserve", "0") as server:
            self.assertEqual(guest_from(server, "203.0.113.9").status, 200)

    def limited(self, store=None):
        """A house whose database may first take up too little space for anything, and then much."""
        with tempfile.TemporaryDirectory() as folder:
            with Server("--store-limit", "1", folder=folder, store=store) as server:
                self.assertEqual(guest_from(server, "203.0.113.9").status, 503)
                self.assertIn('"free space"', server.log_text())
            with Server("--store-limit", MUCH, folder=folder, store=store) as server:
                self.assertEqual(guest_from(server, "203.0.113.9").status, 200)

    def test_a_limit_of_the_database_counts(self):
        self.limited()

    def test_a_limit_counts_on_postgresql_too(self):
        with Postgres() as postgres:
            self.limited(postgres.url)


if __name__ == "__main__":
    unittest.main()
