#!/usr/bin/env python3
"""tools/sim-record at a small scale: the record it writes, and that it sees a simulation that is off."""

import os
import stat
import subprocess
import sys
import tempfile
import unittest

LAMMER = os.path.abspath(os.environ.get("LAMMER", "build/lammer"))

# A program that makes each simulated main game nine standard errors better for the player than it is.
FALSE = f"""#!{sys.executable}
import json, subprocess, sys
done = subprocess.run(["{LAMMER}"] + sys.argv[1:], stdout=subprocess.PIPE, text=True)
if sys.argv[1] == "sim":
    answer = json.loads(done.stdout)
    answer["house_edge"] -= 9 * answer["se"]
    done.stdout = json.dumps(answer)
sys.stdout.write(done.stdout)
sys.exit(done.returncode)
"""


class SimRecord(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.out = os.path.join(self.folder.name, "record.md")

    def tearDown(self):
        self.folder.cleanup()

    def record(self, program, *words):
        command = ["tools/sim-record", "--lammer", program, "--out", self.out, "--scale", "0.0001", *words]
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        with open(self.out) as text:
            return done, text.read()

    def test_record(self):
        keep = os.path.join(self.folder.name, "keep")
        done, text = self.record(LAMMER, "--profile", "ia-freebet", "--keep", keep)
        self.assertEqual(done.returncode, 0, done.stderr)
        rows = [line.split(" | ") for line in text.splitlines() if line.startswith("| ia-freebet")]
        self.assertEqual([row[1] for row in rows], ["main game", "insurance", "push22"])
        for row in rows:
            exact, simulated, se, z = (float(cell) for cell in row[2:6])
            self.assertAlmostEqual(z, (simulated - exact) / se, delta=0.02)
            self.assertRegex(row[9], r"^[0-9a-f]{16} \|$")
        self.assertIn(rows[0][6:8], [["10,000", "1"], ["1,000,000", "1"]])  # the second on a machine with a GPU
        self.assertNotEqual(rows[0][8], "scalar")
        self.assertIn(" beyond 3.59;", text)  # 1 - 0.001 / 2 / 3 of the normal distribution
        kept = os.path.join(keep, "run2.json")  # of other words, so that it must be played again
        with open(kept) as file:
            words = file.read()
        with open(kept, "w") as file:
            file.write(words.replace("insurance", "push22"))
        again, same = self.record(LAMMER, "--profile", "ia-freebet", "--keep", keep)
        self.assertEqual((again.returncode, same), (0, text))
        self.assertEqual(
            [line.split(": ")[1] for line in again.stderr.splitlines()][0], "ia-freebet --wager insurance --seed 2"
        )
        self.assertEqual(again.stderr.count(" rounds by "), 1)

    def test_false_simulation(self):
        program = os.path.join(self.folder.name, "false-lammer")
        with open(program, "w") as script:
            script.write(FALSE)
        os.chmod(program, os.stat(program).st_mode | stat.S_IXUSR)
        done, text = self.record(program, "--profile", "ia-freebet")
        self.assertEqual(done.returncode, 1)
        self.assertIn("ia-freebet, main game: z = -", done.stderr)
        self.assertIn("3 comparisons, 1 beyond 3.59;", text)


if __name__ == "__main__":
    unittest.main()
