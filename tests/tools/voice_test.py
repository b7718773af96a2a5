#!/usr/bin/env python3
"""Every sentence of the tree keeps to the house style, and tools/voice notices one that does not."""
import subprocess
import tempfile
import unittest
from pathlib import Path


def voice(*arguments):
    return subprocess.run(["tools/voice", *arguments], capture_output=True, text=True, check=False)


BREAKS = [  # a file, its text, the rule that it breaks
    ("a.c", "/* a.c - counts. */\nint n; /* what nobody saw */\n", "pronoun"),  # voice: skip
    ("b.c", '/* b.c - says. */\nconst char *s = "he may bet";\n', "he"),  # voice: skip
    ("c.py", '"""c - answers."""\nx = "a repeat is no error"\n', "is-no"),  # voice: skip
    ("d.md", "# Width\n\n" + "words " * 20 + "\n", "width"),
    ("e.c", "int n;\n", "summary"),
    ("f.c", "/* f.c - what came of a call. */\n", "became"),  # voice: skip
    ("g.c", "/* g.c - lists one's own coupons. */\n", "oneself"),  # voice: skip
    ("h.c", "/* h.c - false: it was said why. */\n", "said-why"),  # voice: skip
    ("i.c", "/* i.c - the rest is the caller's affair. */\n", "is-yours-to"),  # voice: skip
    ("j.c", "/* j.c - such an award waits no more. */\n", "no-more"),  # voice: skip
]


class Voice(unittest.TestCase):
    def test_the_tree(self):
        ran = voice()
        self.assertEqual(ran.returncode, 0, ran.stdout[-4000:] + ran.stderr)

    def test_each_rule_is_noticed(self):
        with tempfile.TemporaryDirectory() as folder:
            for name, text, rule in BREAKS:
                with self.subTest(rule=rule):
                    file = Path(folder) / name
                    file.write_text(text)
                    ran = voice(str(file))
                    self.assertEqual(ran.returncode, 1)
                    self.assertIn(f": {rule}: ", ran.stdout)

    def test_a_good_sentence_passes(self):
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "good.c"
            file.write_text("/* good.c - counts what players bet. */\nint n;\n")
            ran = voice(str(file))
            self.assertEqual(ran.returncode, 0, ran.stdout)

    def test_a_sample_shows_prose_with_its_code(self):
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "sample.c"
            file.write_text(
                '/* sample.c - sums. */\nint n; /* of the last snapshot */\nconst char *s = "{s:s, s:s, s:i}";\n'
            )
            drawn = voice("--sample", "1", str(file)).stdout
            self.assertIn("int n; /* of the last snapshot */", drawn)
            self.assertNotIn("s:s", drawn)

    def test_a_sample_repeats(self):
        self.assertEqual(voice("--sample", "3", "include").stdout, voice("--sample", "3", "include").stdout)


if __name__ == "__main__":
    unittest.main()
