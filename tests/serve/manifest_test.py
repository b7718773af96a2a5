#!/usr/bin/env python3
"""The program verifies itself: against the manifest that came with it, at the start and while it runs. What was found is in the journal, and
a program that is not what it should be opens no table."""

import json
import os
import shutil
import stat
import subprocess
import sys
import tempfile
import time
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from client import LAMMER, PATIENCE, Http, Server  # noqa: E402

sys.path.append("tests/support")
from said import assert_said, catalogue  # noqa: E402

HELP = catalogue()["say:serve-help"][0][:60].encode()  # bytes of the program that can be altered
PROFILE = (
    b"dealer_soft17: hit"  # in more than one shipped profile; the first copies are those of the page's WebAssembly
)


def events(store, folder):
    """The records of the stream `program`: (kind, body)."""
    out = f"{folder}/program.jsonl"
    subprocess.run(
        [LAMMER, "journal", "export", "--store", store, "--stream", "program", "--out", out],
        check=True,
        capture_output=True,
    )
    with open(out, encoding="utf-8") as file:
        records = [json.loads(line) for line in file]
    return [
        (record["kind"], record["body"] if isinstance(record["body"], dict) else json.loads(record["body"]))
        for record in records
    ]


class ManifestTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="lammer-manifest-")
        self.addCleanup(shutil.rmtree, self.folder, True)
        self.program = f"{self.folder}/lammer"
        self.store = f"sqlite:{self.folder}/house.db"
        shutil.copy(LAMMER, self.program)
        with open(f"{self.program}.manifest", "wb") as file:
            file.write(subprocess.run([self.program, "--manifest"], check=True, capture_output=True).stdout)

    def server(self, *options):
        return Server(*options, folder=self.folder, store=self.store, program=self.program)

    def refused(self, *options):
        """Starts a server that must not open, and returns what it says."""
        command = [self.program, "serve", "--listen", "127.0.0.1:0", "--store", self.store, *options]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
            said = process.stdout.readline()  # says where it is open; empty when it has ended
            if said:
                process.kill()
            stderr = process.stderr.read()
        self.assertEqual(said, "", "it deals all the same")
        return subprocess.CompletedProcess(command, process.returncode, said, stderr)

    def alter(self, path, old, new):
        with open(path, "rb") as file:
            data = file.read()
        at = data.rindex(old)
        with open(path, "wb") as file:
            file.write(data[:at] + new + data[at + len(old) :])
        os.chmod(path, os.stat(path).st_mode | stat.S_IXUSR)

    def test_says_what_it_is_made_of(self):
        said = subprocess.run(
            [self.program, "--manifest"], check=True, capture_output=True, text=True
        ).stdout.splitlines()
        self.assertEqual(said[0], "lammer manifest 1")
        names = [line.split("  ")[1] for line in said[2:]]
        for name in (
            "program",
            "profile/wa-freebet.yaml",
            "migration/sqlite/001-journal.sql",
            "migration/postgresql/001-journal.sql",
        ):
            self.assertIn(name, names)
        counted = subprocess.run(
            ["b2sum", "-l", "256", self.program], check=True, capture_output=True, text=True
        ).stdout.split()[0]
        self.assertIn(f"{counted}  program", said)
        with open("profiles/wa-freebet.yaml", "rb") as file:
            counted = (
                subprocess.run(["b2sum", "-l", "256"], input=file.read(), check=True, capture_output=True)
                .stdout.split()[0]
                .decode()
            )
        self.assertIn(f"{counted}  profile/wa-freebet.yaml", said)

    def test_what_it_found_is_in_the_journal(self):
        with self.server() as server:
            self.assertEqual(server.stop(), 0)
        with self.server() as server:
            self.assertEqual(server.stop(), 0)
        (first, one), (second, two) = events(self.store, self.folder)
        self.assertEqual((first, second), ("verified", "verified"))
        self.assertEqual(one["before"], "")
        self.assertEqual(two["before"], one["after"])
        self.assertEqual((one["when"], len(one["after"]), len(one["manifest"])), ("start", 64, 64))

    def test_altered_program_opens_nothing(self):
        self.alter(self.program, HELP, HELP[::-1])
        ran = self.refused()
        self.assertEqual(ran.returncode, 1, ran.stderr)
        assert_said("say:not-its-manifest|program", ran.stderr)
        self.assertEqual(
            [(kind, body["differs"]) for kind, body in events(self.store, self.folder)], [("altered", "program")]
        )

    def test_altered_profile_is_named(self):
        self.alter(self.program, PROFILE, b"dealer_soft17: bit")
        ran = self.refused()
        self.assertEqual(ran.returncode, 1, ran.stderr)
        assert_said("say:not-its-manifest", ran.stderr)
        self.assertRegex(ran.stderr, r"program, profile/[a-z0-9-]+\.yaml")

    def test_changed_program_is_told_without_a_manifest_too(self):
        os.unlink(f"{self.program}.manifest")
        with self.server() as server:
            self.assertIn('"state":"unlisted"', server.log_text())
            server.stop()
        self.alter(self.program, HELP, HELP[::-1])
        with self.server() as server:
            server.stop()
        (_, one), (_, two) = events(self.store, self.folder)
        self.assertEqual(two["before"], one["after"])
        self.assertNotEqual(two["after"], one["after"])

    def test_manifest_that_was_named_must_be_there(self):
        ran = self.refused("--manifest", f"{self.folder}/nowhere")
        self.assertEqual(ran.returncode, 2)
        assert_said("say:manifest-unreadable", ran.stderr)
        self.assertIn("nowhere", ran.stderr)

    def test_other_manifest_is_refused(self):
        shutil.copy(f"{self.program}.manifest", f"{self.folder}/other")
        self.alter(f"{self.folder}/other", b"version 0", b"version 9")
        ran = self.refused("--manifest", f"{self.folder}/other")
        self.assertEqual(ran.returncode, 1)

    def test_verifies_again_while_it_runs(self):
        with self.server("--verify", "1") as server:
            deadline = time.monotonic() + PATIENCE
            while server.log_text().count('"state":"verified"') < 3 and time.monotonic() < deadline:
                time.sleep(0.05)
            self.assertEqual(server.stop(), 0)
        self.assertEqual([body["when"] for _, body in events(self.store, self.folder)][:3], ["start", "daily", "daily"])

    @unittest.skipIf(os.geteuid() != 0, "only root writes into another process")
    def test_profile_altered_in_memory_closes_the_house(self):
        with self.server("--verify", "1", "--drain", "0") as server:
            with Http(server) as http:
                self.assertEqual(http.read("lobby").status, 200)
            poke(server.process.pid, self.program, PROFILE, b"dealer_soft17: bit")
            looks = server.log_text().count('"event":"program"')
            while server.process.poll() is None and server.log_text().count('"event":"program"') < looks + 3:
                time.sleep(0.05)
            self.assertIsNotNone(server.process.poll(), "it looked again, and deals on")
            self.assertEqual(server.wait(), 1, server.log_text()[-2000:])
            self.assertIn('"state":"altered"', server.log_text())
        kind, body = events(self.store, self.folder)[-1]
        self.assertEqual(kind, "altered")
        self.assertRegex(body["differs"], r"^profile/[a-z0-9-]+\.yaml$")


def poke(pid, program, old, new):
    """Writes over a text that the program carries, where it lies in the memory of the running process."""
    with open(program, "rb") as file:
        at = file.read().rindex(old)
    with open(f"/proc/{pid}/maps", encoding="ascii") as file:
        for line in file:
            span, _, offset, _, _, *path = line.split()
            low, high = (int(end, 16) for end in span.split("-"))
            if path == [program] and int(offset, 16) <= at < int(offset, 16) + high - low:
                with open(f"/proc/{pid}/mem", "r+b", buffering=0) as memory:
                    memory.seek(low + at - int(offset, 16))
                    memory.write(new)
                return
    raise AssertionError("the text is in no mapping of the process")


if __name__ == "__main__":
    unittest.main()
