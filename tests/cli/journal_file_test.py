#!/usr/bin/env python3
"""`lammer journal verify FILE` as a command, and its lines read a second time from docs/store.md: every hash of an export is
recomputed from the line alone."""

import base64
import json
import os
import subprocess
import sys
import unittest
from pathlib import Path

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from journal_test import (
    LAMMER,
    Case,
    blake2b,
    command,
    counted,
    lammer,
    moved,
    number,
    opened,
    record_hash,
)  # noqa: E402

sys.path.append("tests/support")
from said import assert_said, sentence  # noqa: E402

KINDS = {"c": "command", "a": "answer", "o": "opens", "m": "moves", "p": "puts"}


def effect(letter, e):
    return {
        "c": lambda: command(e["client"], e["number"]),
        "a": lambda: b"a" + counted(e["client"].encode()) + number(e["number"]) + bytes.fromhex(e["digest"]),
        "o": lambda: opened(e["account"], e["house"]),
        "m": lambda: moved(e["from"], e["to"], e["cents"], e["reason"]),
        "p": lambda: b"p" + counted(e["key"].encode()) + number(e["version"]) + bytes.fromhex(e["digest"]),
    }[letter]()


def effects(line):
    if "effects" in line:
        return base64.b64decode(line["effects"])
    lists = {
        **{k: [line[KINDS[k]]] if KINDS[k] in line else [] for k in "ca"},
        **{k: line.get(KINDS[k], []) for k in "omp"},
    }
    order = line.get("order", "".join(k * len(lists[k]) for k in KINDS))
    assert sorted(order) == sorted("".join(k * len(lists[k]) for k in KINDS))
    waiting = {k: iter(lists[k]) for k in lists}
    return b"".join(effect(k, next(waiting[k])) for k in order)


def body(line):
    if "bytes" in line:
        return base64.b64decode(line["bytes"])
    if isinstance(line["body"], dict) and list(line["body"]) == ["base64"]:
        return base64.b64decode(line["body"]["base64"])
    return json.dumps(line["body"], separators=(",", ":"), ensure_ascii=False).encode()


class Lines(Case):
    def setUp(self):
        super().setUp()
        self.out = f"{self.folder}/out.jsonl"

    def export(self, *more):
        self.ok("journal", "export", "--store", self.url, "--out", self.out, *more)
        return Path(self.out).read_text().splitlines(keepends=True)

    def wrong(self, lines, where, what, *more):
        Path(self.out).write_text("".join(lines))
        r = lammer("journal", "verify", self.out, *more)
        self.assertEqual(r.returncode, 1, r.stdout + r.stderr)
        self.assertTrue(r.stderr.startswith(f"lammer: {self.out}{where}: "), r.stderr)
        assert_said(what, r.stderr.splitlines()[0])
        report = lammer("journal", "verify", self.out, "--format", "json", *more)
        self.assertEqual(report.returncode, 1)
        return json.loads(report.stdout)

    def test_second_reading(self):
        previous = {}
        for text in self.export():
            line = json.loads(text)
            made = record_hash(
                previous.get(line["stream"], bytes(32)),
                line["stream"],
                line["seq"],
                line["time_ms"],
                line["kind"],
                line["actor"],
                body(line),
                effects(line),
            )
            self.assertEqual(made.hex(), line["hash"], text)
            previous[line["stream"]] = made
        part = json.loads(self.export("--stream", "shift/1", "--from", "2")[0])
        self.assertEqual(part["previous"], json.loads(self.export()[1])["hash"])
        self.assertEqual(len(blake2b(b"")), 32)

    def test_as_written(self):
        self.export()
        out = self.ok("journal", "verify", self.out)
        assert_said(f"say:file-records|file|{self.out}|3|2", out)
        assert_said("say:journal-whole", out)
        assert_said("say:no-head-given", out)
        report = json.loads(self.ok("journal", "verify", self.out, "--format", "json"))
        self.assertEqual((report["ok"], report["records"], report["accounts"], report["file"]), (True, 3, 2, self.out))
        self.export("--stream", "shift/1", "--from", "2")
        self.ok("journal", "verify", self.out, "--stream", "shift/1", "--from", "2")

    def test_wrong(self):
        lines = self.export()
        report = self.wrong(
            [lines[0], lines[1], lines[2].replace('"ann"', '"bob"')],
            ", line 3: shift/1, record 2",
            "say:record-altered",
        )
        self.assertEqual(
            report["first"],
            {"stream": "shift/1", "seq": 2, "line": 3, "what": sentence("say:record-altered")},
        )
        self.wrong([lines[0].replace("2500", "2600"), *lines[1:]], ", line 1: house, record 1", "say:record-altered")
        self.wrong([lines[0], lines[2]], ", line 2: shift/1, record 1", "say:records-missing|1|1")
        self.wrong([lines[0], lines[2], lines[1]], ", line 2: shift/1, record 1", "say:records-missing|1|1")
        self.wrong([lines[0], lines[1], lines[1], lines[2]], ", line 3: shift/1, record 1", "say:record-twice")
        self.wrong([*lines, lines[0]], ", line 4: house, record 1", "say:stream-apart")
        self.wrong([lines[0], lines[1], lines[2].rstrip("\n")], ", line 3", "say:line-cut-off")
        self.wrong([lines[0], lines[1], lines[2][:40] + "\n"], ", line 3", "say:not-json-line")
        self.wrong([lines[0], lines[1], "{}\n"], ", line 3", "say:not-a-record")
        self.wrong([], "", "say:no-record-in-it")

    def test_ledger(self):
        """Money that was moved from an account that no record has opened."""
        lines = self.export()
        line = json.loads(lines[0])
        line["opens"] = line["opens"][:1]
        line["hash"] = record_hash(
            bytes(32), "house", 1, line["time_ms"], line["kind"], line["actor"], body(line), effects(line)
        ).hex()
        text = json.dumps(line, separators=(",", ":")) + "\n"
        self.wrong([text, *lines[1:]], "", "say:no-record-opens|ann")

    def test_names_that_are_no_text(self):
        """Money that comes from an account whose name no ledger can hold."""
        lines = self.export()
        line = json.loads(lines[2])
        moves = b"m" + counted(b"\xff\xfe") + number(500) + counted(b"ann") + counted(b"gift")
        made = record_hash(
            bytes.fromhex(json.loads(lines[1])["hash"]),
            "shift/1",
            2,
            line["time_ms"],
            line["kind"],
            line["actor"],
            body(line),
            moves,
        )
        line = {k: v for k, v in line.items() if k not in KINDS.values()}
        line |= {"effects": base64.b64encode(moves).decode(), "order": "m", "moves": [], "hash": made.hex()}
        self.wrong(
            [*lines[:2], json.dumps(line, separators=(",", ":")) + "\n"],
            ", line 3: shift/1, record 2",
            "say:not-a-ledger-name",
        )

    def test_pipe(self):
        """A pipe can be read only once; a head needs a second pass."""
        self.export()
        Path(f"{self.folder}/head").write_text("lammer head 1\n")
        with open(self.out, encoding="utf-8") as file:
            text = file.read()
        piped = subprocess.run(
            [LAMMER, "journal", "verify", "/dev/stdin"], input=text, capture_output=True, text=True, check=False
        )
        self.assertEqual(piped.returncode, 0, piped.stderr)
        piped = subprocess.run(
            [LAMMER, "journal", "verify", "/dev/stdin", "--head", f"{self.folder}/head"],
            input=text,
            capture_output=True,
            text=True,
            check=False,
        )
        self.assertEqual(piped.returncode, 2, piped.stderr)
        assert_said("say:must-be-plain-file", piped.stderr)

    def test_bad_usage(self):
        self.export()
        self.assertIn("No such file", self.bad("journal", "verify", f"{self.folder}/none.jsonl"))
        database = self.url.removeprefix("sqlite:")
        assert_said(f"say:store-not-lines|{database}|{database}", self.bad("journal", "verify", database))
        assert_said("say:store-or-file", self.bad("journal", "verify", self.out, "--store", self.url))
        assert_said("say:secret-for-snapshots", self.bad("journal", "verify", self.out, "--secret", "x"))
        assert_said("say:stream-of-a-file", self.bad("journal", "verify", "--store", self.url, "--stream", "house"))
        assert_said("say:one-name-too-many-here", self.bad("journal", "verify", self.out, self.out))
        assert_said("say:file-unreadable", self.bad("journal", "verify", self.out, "--head", f"{self.folder}/none"))


if __name__ == "__main__":
    unittest.main()
