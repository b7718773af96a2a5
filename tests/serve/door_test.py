#!/usr/bin/env python3
"""At the door: how many passwords one address may have hashed (docs/serve.md, Limits: 500 requests a second from one address, four
seconds' worth at once, sign-in and register count fifty times), so that nobody keeps the others out by knocking."""

import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from client import Http, Server  # noqa: E402

AT_ONCE = 4 * 500 // 50


class Door(unittest.TestCase):
    def test_one_address_knocks_forty_times(self):
        for word in ("sign-in", "register"):
            with Server() as server:
                http = Http(server)
                statuses = [http.post(word).status for _ in range(AT_ONCE + 20)]
                self.assertEqual(statuses[:AT_ONCE], [400] * AT_ONCE, "nobody is named")
                self.assertLess(statuses.count(400), AT_ONCE + 15, "ten a second come after")
                self.assertEqual(set(statuses), {400, 429})


if __name__ == "__main__":
    unittest.main()
