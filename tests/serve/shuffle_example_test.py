#!/usr/bin/env python3
"""examples/shuffle.py takes part in the shuffle of a real server's shoe and checks it; it notices an opened shoe that was altered."""

import copy
import importlib.util
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from client import Http, Server  # noqa: E402
from floor import make_people  # noqa: E402

spec = importlib.util.spec_from_file_location("shuffle", Path(__file__).resolve().parents[2] / "examples/shuffle.py")
shuffle = importlib.util.module_from_spec(spec)
spec.loader.exec_module(shuffle)


class Example(unittest.TestCase):
    def test_it_takes_part_and_checks(self):
        with Server("--no-demo", "--address-rate", "0", "--session-rate", "0") as server:
            people = make_people(server)
            with Http(server, bearer=people["sue"]) as http:
                opened = http.post(
                    "open-table",
                    table="t1",
                    rules="ma-freebet",
                    settings="shoe=continuous continuous_approved=on",
                    dealing="virtual",
                    money="play",
                )
                self.assertEqual(opened.status, 200, opened)
            player = shuffle.Player(shuffle.House(f"http://127.0.0.1:{server.port}"), "t1")
            opened, own = player.play()
        self.assertIn(own["value"].hex(), [part.get("value") for part in opened["parts"]])
        shuffle.check("t1", opened, own)
        other = copy.deepcopy(opened)
        order = other["order"][0]
        other["order"][0] = order[-2:] + order[2:-2] + order[:2]
        left_out = copy.deepcopy(opened)
        del left_out["parts"][0]["value"]
        late = {**own, "came": ["As", "As", "As", "As", "As", "As", "As"]}
        for wrong, known in ((other, own), (left_out, own), (opened, late)):
            with self.assertRaises(AssertionError):
                shuffle.check("t1", wrong, known)


if __name__ == "__main__":
    unittest.main()
