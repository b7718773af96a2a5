"""Programs of a build directory, linked again with other objects in the place of some rooms: for tools/mutate, tools/coverage
and tools/clauses --prove.

Nothing here knows how the project is built: the commands are those that CMake and Ninja would run.
"""
import json
import shlex
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def drop(words, *unwanted):
    return [word for word in words if word not in unwanted]


def sources_of(file):
    """The sources that a command compiles: CMake compiles the files of a unity group as one that includes them."""
    if file.parent.name != "Unity":
        return [file]
    return [Path(line.split('"')[1]) for line in file.read_text().splitlines() if line.startswith("#include")]


class Build:
    def __init__(self, folder):
        self.folder = Path(folder).resolve()
        commands = json.loads((self.folder / "compile_commands.json").read_text())
        self.commands = {}
        self.links = {}
        for entry in commands:
            words = shlex.split(entry["command"])
            out = words[words.index("-o") + 1]
            for source in sources_of(Path(entry["file"])):
                self.commands[(source, out.split(".dir/")[0].rsplit("/", 1)[-1])] = words

    def compile(self, source, target, out, *flags, text_of=None):
        """The words that compile a source as `target` does, from another file if need be."""
        words = list(self.commands[(Path(source).resolve(), target)])
        if Path(words[0]).name == "ccache":
            words = words[1:]
        words = drop(words, "-g", "-Werror", "-MD", "-O2", "-O3")
        for option in ("-MF", "-MT"):
            while option in words:
                at = words.index(option)
                del words[at : at + 2]
        words[words.index("-o") + 1] = str(out)
        words[words.index("-c") + 1] = str(text_of or source)
        return words + ["-w", *flags]

    def link_words(self, target):
        if target not in self.links:
            self.links[target] = self.ask_link_words(target)
        return list(self.links[target])

    def ask_link_words(self, target):
        ran = subprocess.run(
            ["ninja", "-C", self.folder, "-t", "commands", "-s", target], stdout=subprocess.PIPE, text=True, check=True
        )
        line = ran.stdout.strip().splitlines()[-1]
        words = shlex.split(line)
        while words[:2] == [":", "&&"]:
            words = words[2:]
        return words[: words.index("&&")] if "&&" in words else words

    def rooms_of(self, target):
        """The rooms whose archives a target is linked from."""
        return {
            word[len("liblammer_") : -len(".a")] for word in self.link_words(target) if word.startswith("liblammer_")
        }

    def link(self, target, words, out):
        words = drop(words, "-g")
        words[words.index("-o") + 1] = str(out)
        ran = subprocess.run(
            [*words, "-fuse-ld=lld", "-Wl,--strip-debug"], cwd=self.folder, capture_output=True, text=True, check=False
        )
        if ran.returncode:
            sys.exit(f"{target} cannot be linked (is it built?):\n{ran.stderr[-2000:]}")

    def relink(self, target, out, rooms, instead):
        """Links a target as its build does, but with `instead` in place of the archives of those rooms."""
        archives = {f"liblammer_{room}.a" for room in rooms}
        words = self.link_words(target)
        at = next(i for i, word in enumerate(words) if word in archives)
        self.link(target, drop(words[:at] + list(instead) + words[at:], *archives), out)

    def link_before(self, target, out, objects):
        """Links a target as its build does, but with `objects` before the archives of the rooms, so that their symbols win. Files
        that a room compiles as one come from liblammer_parts_*, one by one."""
        words = self.link_words(target)
        at = next(i for i, word in enumerate(words) if word.startswith("liblammer_"))
        parts = [path.name for path in sorted(self.folder.glob("liblammer_parts_*.a"))]
        self.link(target, words[:at] + list(objects) + parts + words[at:], out)

    def objects(self, room):
        """The room's objects as liblammer.so has them: position-independent."""
        found = sorted((self.folder / "CMakeFiles" / f"lammer_pic_{room}.dir").rglob("*.o"))
        if not found:
            sys.exit(f"{self.folder} has no objects of lammer_pic_{room}; build it first")
        return found


def rooms_tests(*rooms):
    """Names of the test programs of some rooms."""
    return [f"{room}.{path.stem}" for room in rooms for path in sorted((ROOT / "tests" / room).glob("*.c"))]
