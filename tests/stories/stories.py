#!/usr/bin/env python3
"""Golden stories: each script of this folder has beside it the story that `lammer deal --tell` makes of it.

`tests/stories/stories.py --accept` writes the stories anew; read the difference before you commit it. A story is read
like a pit boss would: which card, whose choice, who confirms, what follows, and money that adds up.
"""

import difflib
import os
import pathlib
import subprocess
import sys
import unittest

HERE = pathlib.Path(__file__).parent
LAMMER = os.environ.get("LAMMER", "build/lammer")


def told(script):
    """The story of a script, and what went wrong."""
    env = dict(os.environ, LC_ALL="C.UTF-8", TERM="dumb")
    command = [LAMMER, "deal", "--tell", "--quiet", script]
    done = subprocess.run(command, capture_output=True, text=True, env=env, check=False)
    return done.stdout, done.stderr, done.returncode


class Stories(unittest.TestCase):
    def test_every_script_has_its_story(self):
        scripts = sorted(HERE.glob("*.round"))
        self.assertGreaterEqual(len(scripts), 25)
        for script in scripts:
            with self.subTest(story=script.stem):
                story, complaint, rc = told(script)
                self.assertEqual((rc, complaint), (0, ""))
                wanted = script.with_suffix(".story").read_text(encoding="utf-8")
                diff = difflib.unified_diff(wanted.splitlines(), story.splitlines(), "accepted", "told", lineterm="")
                self.assertEqual(story, wanted, "\n" + "\n".join(diff))

    def test_no_story_without_its_script(self):
        lost = [s.name for s in HERE.glob("*.story") if not s.with_suffix(".round").exists()]
        self.assertEqual(lost, [])

    def test_words(self):
        """A story calls a box a box, and no word of the engine or unfilled gap stands in it."""
        for story in HERE.glob("*.story"):
            text = story.read_text(encoding="utf-8").lower()
            for word in ("seat", "somebody", "nobody", "irregularity at", "whoever", "{", "}"):
                self.assertNotIn(word, text, story.name)


def accept():
    for script in sorted(HERE.glob("*.round")):
        story, complaint, rc = told(script)
        if rc or complaint:
            sys.exit(f"{script.name}: {complaint or story}")
        script.with_suffix(".story").write_text(story, encoding="utf-8")


if __name__ == "__main__":
    if sys.argv[1:] == ["--accept"]:
        accept()
    else:
        sys.exit(unittest.main())
