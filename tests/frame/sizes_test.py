#!/usr/bin/env python3
"""A folder of src/ can be read in one sitting: it has at most 45 files and 6,000 lines. The command line only reads arguments, in one
file for each subcommand: it has at most 4,000 lines."""
import unittest
from pathlib import Path

FILES, LINES, COMMAND_LINE = 45, 6000, 4000


def sizes():
    """(files, lines) of the C sources that lie directly in each folder of src/."""
    found = {}
    for path in Path("src").rglob("*.[ch]"):
        files, lines = found.get(path.parent, (0, 0))
        found[path.parent] = files + 1, lines + len(path.read_text().splitlines())
    return found


class Sizes(unittest.TestCase):
    def test_folders(self):
        for folder, (files, lines) in sorted(sizes().items()):
            with self.subTest(folder=str(folder)):
                self.assertLessEqual(files, FILES, "split it by what its files are about")
                self.assertLessEqual(lines, LINES, "split it by what its files are about")

    def test_command_line(self):
        self.assertLessEqual(
            sizes()[Path("src/cli")][1], COMMAND_LINE, "what is computed or drawn belongs in a room of its own"
        )


if __name__ == "__main__":
    unittest.main()
