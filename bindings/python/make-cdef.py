#!/usr/bin/env python3
"""make-cdef.py CC INCLUDE OUT: the public headers as one text that cffi reads.

cffi in ABI mode is told what a library looks like instead of compiling against its headers. This preprocesses them without
the system's own and drops what is not a declaration: inline functions, assertions and attributes.
"""
import pathlib
import re
import subprocess
import sys
import tempfile

HEADERS = "card chart check dealer event irregular meter money odds price profile round rules shoe sim status study table wager".split()
SYSTEM = "assert.h inttypes.h stdbool.h stddef.h stdint.h".split()


def preprocess(cc, include):
    """The text of all headers, system headers being empty."""
    with tempfile.TemporaryDirectory() as folder:
        for name in SYSTEM:
            pathlib.Path(folder, name).write_text("")
        source = "".join(f'#include "lammer/{name}.h"\n' for name in HEADERS)
        command = [cc, "-E", "-P", "-nostdinc", "-std=c17", f"-I{folder}", f"-I{include}", "-x", "c", "-"]
        return subprocess.run(command, input=source, check=True, capture_output=True, text=True).stdout


def skip_braces(text, at):
    """The place behind the closing brace that belongs to the opening one at `at`."""
    depth = 0
    for i in range(at, len(text)):
        depth += (text[i] == "{") - (text[i] == "}")
        if not depth:
            return i + 1
    raise ValueError("a brace is not closed")


def without_functions(text):
    while (found := re.search(r"\bstatic inline\b", text)) is not None:
        text = text[: found.start()] + text[skip_braces(text, text.index("{", found.start())) :]
    return text


def main():
    cc, include, out = sys.argv[1:]
    text = without_functions(preprocess(cc, include))
    text = re.sub(r"\b(static_assert|_Static_assert)\s*\([^;]*\);", "", text)
    # cffi passes no union by value; the first member of an unnamed one stands for both (card, amount_cents).
    text = re.sub(r"\bunion \{\s*([^;{}]+;)[^{}]*\};", r"\1", text)
    text = re.sub(r"__attribute__\s*\(\((?:[^()]|\([^()]*\))*\)\)", "", text)
    pathlib.Path(out).write_text(re.sub(r"\n\s*\n+", "\n", text))


main()
