#!/usr/bin/env python3
"""Runs every command of the guides: the ```sh blocks of docs/guides/*.md and docs/filing.md, each page in one shell and an empty folder.

A ```text block right after one is what the commands print: its lines, in this order; "..." stands for any lines, and within a
line for any text. After the word sh may stand

    exit=1      the last command ends with this status
    if=play     only where the program has that command (or the machine, for a program)

The port 2222, which `lammer serve` listens on by default, becomes a free one, so that pages run side by side. LAMMER names the program.
"""
import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile

LAMMER = os.path.abspath(os.environ["LAMMER"])
PAGES = sorted(pathlib.Path("docs/guides").glob("*.md")) + [pathlib.Path("docs/filing.md")]
BLOCK = re.compile(r"^```sh([^\n]*)\n(.*?)^```\n(?:\n*```text\n(.*?)^```$)?", re.M | re.S)
BORROWED = ("examples", "profiles", "docs", "include")  # folders of the repository that guides name


class Block:
    def __init__(self, page, text, found):
        self.page, self.line = page, text.count("\n", 0, found.start()) + 1
        words = dict(word.split("=") for word in found.group(1).split())
        self.exit, self.needs = int(words.get("exit", 0)), words.get("if")
        self.commands, self.shown = found.group(2), found.group(3)

    def __str__(self):
        return f"{self.page}:{self.line}"


def can(word):
    """Whether the program has a command of that name, or the machine a program."""
    listed = subprocess.run([LAMMER, "--help"], capture_output=True, text=True).stdout
    return re.search(rf"^  {word} ", listed, re.M) or shutil.which(word)


def read_blocks(page):
    text = page.read_text()
    return [Block(page, text, found) for found in BLOCK.finditer(text)]


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def script(blocks, port):
    """One shell for the whole page, so variables of a block last. A number is printed after each block."""
    lines = ["set -euo pipefail", "trap 'kill $(jobs -p) 2>/dev/null; wait' EXIT"]
    for number, block in enumerate(blocks):
        commands = block.commands.replace("2222", str(port)).replace(
            "lammer serve", f"lammer serve --listen 127.0.0.1:{port}"
        )
        if block.exit:
            lines += ["set +e", "{", commands, f"}} >out.{number} 2>&1", f"echo $? >done.{number}", "set -e"]
        else:
            lines += ["{", commands, f"}} >out.{number} 2>&1", f"echo 0 >done.{number}"]
    return "\n".join(lines) + "\n"


def as_pattern(shown):
    """The shown text as a pattern over whole lines."""
    parts = []
    for line in shown.rstrip("\n").split("\n"):
        if line.strip() == "...":
            parts.append(r"(?:.*\n)*?")
        else:
            parts.append(".*?".join(re.escape(part.rstrip()) for part in line.rstrip().split("...")) + r"[ ]*\n")
    return "".join(parts) + r"(?:.*\n)*" * shown.rstrip().endswith("...")


def compare(block, output, port):
    output = output.replace(str(port), "2222")
    output += "\n" * (not output.endswith("\n"))
    if block.shown is None or re.fullmatch(as_pattern(block.shown), output):
        return None
    return f"{block}: the page shows\n{block.shown}\nand the commands print\n{output}"


def run_page(page):
    blocks = [block for block in read_blocks(page) if not block.needs or can(block.needs)]
    port = free_port()
    with tempfile.TemporaryDirectory(prefix="lammer-guide-") as top:
        folder, programs = f"{top}/work", f"{top}/bin"
        os.mkdir(folder)
        os.mkdir(programs)
        os.symlink(LAMMER, f"{programs}/lammer")
        for name in BORROWED:
            os.symlink(os.path.abspath(name), f"{folder}/{name}")
        env = dict(
            os.environ,
            PATH=f"{programs}:{os.environ['PATH']}",
            HOME=top,
            XDG_DATA_HOME=f"{top}/share",
            LC_ALL="C.UTF-8",
            TERM="dumb",
            BUILT=os.path.dirname(LAMMER),
        )
        shell = subprocess.Popen(
            ["bash", "-c", script(blocks, port)], cwd=folder, env=env, stdin=subprocess.DEVNULL, start_new_session=True
        )
        try:
            shell.wait(timeout=500)
        except subprocess.TimeoutExpired:
            os.killpg(shell.pid, signal.SIGKILL)
        return [problem for number, block in enumerate(blocks) if (problem := judge(block, number, folder, port))], len(
            blocks
        )


def judge(block, number, folder, port):
    out, done = pathlib.Path(f"{folder}/out.{number}"), pathlib.Path(f"{folder}/done.{number}")
    if not out.exists():
        return f"{block}: not reached"
    output = out.read_text()
    if not done.exists():
        return f"{block}: failed or did not end\n{output}"
    if int(done.read_text()) != block.exit:
        return f"{block}: ends with {done.read_text().strip()} and not {block.exit}\n{output}"
    return compare(block, output, port)


def main():
    pages = [pathlib.Path(name) for name in sys.argv[1:]] or PAGES
    wrong = 0
    for page in pages:
        problems, count = run_page(page)
        wrong += len(problems)
        print("\n".join(problems + [f"{page}: {count} blocks, {len(problems)} wrong"]))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
