#!/usr/bin/env python3
"""tools/doors finds a call through a door that does not exist, even where a neighbour of a neighbour would link it, and a door that
is not used. That all doors of the build hold is checked by the build itself."""
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

BUILD = Path(os.environ.get("LAMMER", "build/lammer")).resolve().parent
ROOM = re.compile(r"^lammer_(room|binding)\((\w+)(?: DEPENDS ([a-z ]+?))?(?: [A-Z]+ .*)?\)$", re.M)


def lines():
    """The rooms and bindings of CMakeLists.txt and what each may know."""
    found = ROOM.findall(Path("CMakeLists.txt").read_text())
    return {("bindings_" if kind == "binding" else "") + name: knows.split() for kind, name, knows in found}


def doors(room, knows, archives):
    words = [
        sys.executable,
        "tools/doors",
        room,
        "--knows",
        *knows,
        "--",
        *(f"{name}={path}" for name, path in archives.items()),
    ]
    ran = subprocess.run(words, capture_output=True, text=True, check=False)
    return ran.returncode, ran.stdout + ran.stderr


class Doors(unittest.TestCase):
    def setUp(self):
        self.rooms = lines()
        self.archives = {name: BUILD / f"liblammer_{name}.a" for name in self.rooms}
        self.folder = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)

    def with_call(self, room, call):
        """The archives, with one more object in a room, which calls another room."""
        source, out = self.folder / "stray.c", self.folder / "stray.o"
        source.write_text(f"void {call}(void);\nvoid stray(void);\nvoid stray(void)\n{{\n    {call}();\n}}\n")
        subprocess.run([os.environ.get("CC", "cc"), "-c", source, "-o", out], check=True)
        archive = shutil.copy(self.archives[room], self.folder)
        subprocess.run(["ar", "q", archive, out], check=True)
        return self.archives | {room: archive}

    def test_a_stray_call_is_found(self):
        for room, call, owner in (
            ("core", "lm_store_open", "store"),
            ("sim", "lm_profile_names", "profiles"),
            ("serve", "lm_meters_open", "meters"),
            ("bindings_wasm", "lm_round_apply", "core"),
        ):
            code, said = doors(room, self.rooms[room], self.with_call(room, call))
            self.assertEqual(code, 1)
            self.assertIn(f"{room} may not know {owner}, but stray.o calls {call}", said)

    def test_a_door_without_use_is_found(self):
        code, said = doors("odds", [*self.rooms["odds"], "store"], self.archives)
        self.assertEqual(code, 1)
        self.assertIn("odds may know store but calls nothing there", said)


class Headers(unittest.TestCase):
    def test_json_passes_through_its_own_headers_alone(self):
        doors_of_json = {
            Path("include/lammer", name) for name in ("program/words_json.h", "server/json.h", "server/records_json.h")
        }
        names = re.compile(r"\bjson_t\b|<jansson\.h>")
        found = {path for path in Path("include").rglob("*.h") if names.search(path.read_text())}
        self.assertEqual(found, doors_of_json)


class Sentences(unittest.TestCase):
    """Sentences of inner rooms also reach a browser, C and Python, whose users cannot give an option."""

    READERS = ("src/words/options.c", "src/study/ask.c", "src/study/rules/answer.c")  # read questions asked in words
    STARTS = ("src/study/sim/bench/sim.c",)  # starts the program with options
    WRITTEN = re.compile(r'/\*.*?\*/|"((?:[^"\\\n]|\\.)*)"', re.S)

    def test_only_the_command_line_names_its_options(self):
        inner = [
            path
            for folder in ("src", "include")
            for path in Path(folder).rglob("*.*")
            if path.suffix in (".c", ".h", ".def") and path.parts[:2] != ("src", "cli")
        ]
        named = {
            f"{path}: {text}"
            for path in inner
            if str(path) not in self.READERS + self.STARTS
            for text in self.WRITTEN.findall(path.read_text())
            if re.search(r"(?:^|[ '\"(])--[a-z]", text)
        }
        self.assertEqual(named, set())


if __name__ == "__main__":
    unittest.main()
