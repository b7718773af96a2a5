#!/usr/bin/env python3
"""`lammer journal` and `lammer store`, on a house whose database this test writes itself, as docs/store.md describes
it."""

import base64
import glob
import hashlib
import json
import os
import pwd
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

sys.path.append("tests/support")
from said import assert_said  # noqa: E402

LAMMER = os.environ.get("LAMMER", "build/lammer")
MIGRATIONS = sorted(Path("src/store/sqlite").glob("*.sql"))
HOUSE = "00112233445566778899aabbccddeeff"


def lammer(*args):
    return subprocess.run([LAMMER, *args], capture_output=True, text=True, timeout=60)


def blake2b(data):
    return hashlib.blake2b(data, digest_size=32).digest()


def counted(data):
    return len(data).to_bytes(4, "little") + data


def number(n):
    return n.to_bytes(8, "little", signed=True)


def record_hash(previous, stream, seq, time_ms, kind, actor, body, effects):
    return blake2b(
        previous
        + counted(stream.encode())
        + number(seq)
        + number(time_ms)
        + counted(kind.encode())
        + counted(actor.encode())
        + counted(body)
        + counted(effects)
    )


def opened(account, house):
    return b"o" + counted(account.encode()) + number(house)


def moved(source, target, cents, reason):
    return b"m" + counted(source.encode()) + number(cents) + counted(target.encode()) + counted(reason.encode())


def put(key, version, value):
    return b"p" + counted(key.encode()) + number(version) + blake2b(value)


def command(client, n):
    return b"c" + counted(client.encode()) + number(n)


def answered(client, n, answer):
    return b"a" + counted(client.encode()) + number(n) + blake2b(answer)


class House:
    """The format of the store, implemented a second time."""

    def __init__(self, path):
        self.db = sqlite3.connect(path, isolation_level=None)
        for migration in MIGRATIONS:
            self.db.executescript(migration.read_text())
        self.db.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")
        self.db.execute(f"PRAGMA application_id = {0x4c616d72}")
        self.db.execute("INSERT INTO meta VALUES ('house', ?)", (HOUSE.encode(),))
        self.heads = {}

    def append(self, stream, kind, actor, body, effects=b""):
        seq, previous = self.heads.get(stream, (0, bytes(32)))
        seq += 1
        h = record_hash(previous, stream, seq, 1000 + seq, kind, actor, body, effects)
        self.db.execute(
            "INSERT INTO records VALUES (?,?,?,?,?,?,?,?)", (stream, seq, 1000 + seq, kind, actor, body, effects, h)
        )
        self.heads[stream] = (seq, h)

    def finish(self):
        for stream, (seq, h) in self.heads.items():
            self.db.execute("INSERT INTO streams VALUES (?,?,?,?,'',0,0)", (stream, seq, 1000 + seq, h))
        self.db.close()


def make_house(path):
    house = House(path)
    house.append(
        "house",
        "opened",
        "admin",
        b'{"name":"Caf\\u00e9"}',
        opened("bank", 1) + opened("ann", 0) + moved("bank", "ann", 2500, "buy-in"),
    )
    house.append(
        "shift/1",
        "bet",
        "ann",
        b"\x00\xff",
        command("client-9", 4) + answered("client-9", 4, b"yes") + put("meter/1", 1, b"12"),
    )
    house.append("shift/1", "stand", "ann", b"[1,2]")
    house.db.execute("INSERT INTO accounts VALUES ('bank', 1, -2500, 1), ('ann', 0, 2500, 1)")
    house.db.execute(
        "INSERT INTO lines VALUES ('bank', 1, -2500, -2500, 'house', 1), ('ann', 1, 2500, 2500, 'house', 1)"
    )
    house.db.execute("INSERT INTO entries VALUES ('meter/1', 1, ?)", (b"12",))
    house.db.execute("INSERT INTO clients VALUES ('client-9', 4, ?)", (number(4) + counted(b"yes"),))
    house.finish()


class Case(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="lammer-journal-")
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.path = f"{self.folder}/house.db"
        self.url = f"sqlite:{self.path}"
        make_house(self.path)

    def ok(self, *args):
        r = lammer(*args)
        self.assertEqual(r.returncode, 0, r.stdout + r.stderr)
        self.assertEqual(r.stderr, "")
        return r.stdout

    def bad(self, *args):
        r = lammer(*args)
        self.assertEqual(r.returncode, 2, r.stdout + r.stderr)
        self.assertTrue(r.stderr.startswith("lammer: "), r.stderr)
        self.assertEqual(r.stdout, "")
        return r.stderr

    def sql(self, *statements):
        db = sqlite3.connect(self.path)
        for statement in statements:
            db.execute(statement)
        db.commit()
        db.close()


class Journal(Case):
    def test_help(self):
        for args in (["journal", "--help"], ["journal", "verify", "-h"], ["store", "--help"]):
            self.assertIn("usage: lammer", self.ok(*args))

    def test_bad_usage(self):
        self.assertEqual(lammer("journal").returncode, 2)
        self.assertEqual(lammer("store").returncode, 2)
        assert_said("say:unknown-near|verfy|||verify", self.bad("journal", "verfy"))
        assert_said("say:unknown-near|--sotre|||--store", self.bad("journal", "verify", "--sotre", "x"))
        assert_said("say:value-lacks|--store", self.bad("journal", "verify", "--store"))
        assert_said("say:one-name-too-many-here|x", self.bad("journal", "show", "x"))
        assert_said("say:option-is|--from||0", self.bad("journal", "show", "--from", "0"))
        assert_said("say:option-is|--round||x", self.bad("journal", "show", "--table", "t", "--round", "x"))
        assert_said("say:bound-together", self.bad("journal", "show", "--store", self.url, "--table", "t"))
        assert_said(
            "say:no-such-table|t", self.bad("journal", "show", "--store", self.url, "--table", "t", "--round", "1")
        )
        assert_said("say:option-is|--format|text or json|xml", self.bad("journal", "verify", "--format", "xml"))
        assert_said("say:names-no-store|house.db", self.bad("journal", "verify", "--store", "house.db"))
        assert_said("say:sqlite-cannot-open", self.bad("journal", "verify", "--store", "sqlite:/none/x.db"))
        self.assertIn("--out", self.bad("journal", "export", "--store", self.url))
        assert_said("say:store-takes-two|copy|FROM TO", self.bad("store", "copy", self.url))
        assert_said("say:backup-unreadable|/none/x", self.bad("store", "restore", "/none/x", "sqlite:/none/x.db"))
        assert_said("say:names-no-store|sqlit:x.db", self.bad("serve", "--store", "sqlit:x.db"))
        assert_said("say:unknown|move|a command|lammer store", self.bad("store", "move"))
        assert_said("say:no-such-stream|shift/", self.bad("journal", "show", "--store", self.url, "--stream", "shift/"))

    def test_verify(self):
        out = self.ok("journal", "verify", "--store", self.url)
        self.assertIn(HOUSE, out)
        assert_said("say:journal-whole", out)
        report = json.loads(self.ok("journal", "verify", "--store", self.url, "--format", "json"))
        self.assertEqual(
            report,
            {
                "house": HOUSE,
                "ok": True,
                "wrong": 0,
                "streams": 2,
                "records": 3,
                "moves": 1,
                "accounts": 2,
                "values": 1,
                "snapshots": 0,
                "heads": 0,
                "replayed": {"tables": 0, "records": 0, "rounds": 0, "shoes": 0, "snapshots": 0},
                "unsigned": {"streams": 2, "first": "house", "records": 3, "answers": 0},
            },
        )

    def test_old_store_is_proved_and_says_what_is_not_covered(self):
        """A house that an older program wrote: nothing is signed, and its records do not tell what was answered."""
        os.remove(self.path)
        house = House(self.path)
        house.append("house", "opened", "admin", b"{}", command("client-9", 4))
        house.db.execute("INSERT INTO clients VALUES ('client-9', 4, ?)", (number(4) + counted(b"yes"),))
        house.finish()
        out = self.ok("journal", "verify", "--store", self.url)
        assert_said("say:unsigned-streams|1||house", out)
        assert_said("say:records-behind-signature|1", out)
        assert_said("say:answers-of-no-record|1", out)
        assert_said("say:journal-whole", out)

    def test_altered_answer(self):
        self.sql("UPDATE clients SET recent = CAST(replace(CAST(recent AS TEXT), 'yes', 'non') AS BLOB)")
        r = lammer("journal", "verify", "--store", self.url)
        self.assertEqual(r.returncode, 1)
        assert_said("say:answer-altered|client-9|4", r.stderr)

    def test_which_key(self):
        """The reader supplies the key, not the store: a house whose key and signatures were replaced fails its proof."""
        other = "11" * 32
        assert_said("say:fingerprint-is", self.bad("journal", "verify", "--store", self.url, "--fingerprint", "12"))
        assert_said(
            "say:key-cannot-open", self.bad("journal", "verify", "--store", self.url, "--key", f"{self.folder}/none")
        )
        self.sql(f"INSERT INTO meta VALUES ('key', x'{other}')")
        assert_said(f"say:key-the-store-names|{other}", self.ok("journal", "verify", "--store", self.url))
        assert_said(
            f"say:key-of-fingerprint|{other}", self.ok("journal", "verify", "--store", self.url, "--fingerprint", other)
        )
        r = lammer("journal", "verify", "--store", self.url, "--fingerprint", "22" * 32)
        self.assertEqual(r.returncode, 1, r.stdout)
        assert_said("say:key-replaced", r.stderr)
        beside = Path(f"{self.path}.key")  # the file beside the store counts, too
        beside.write_text("33" * 32 + "\n")
        beside.chmod(0o600)
        r = lammer("journal", "verify", "--store", self.url)
        self.assertEqual(r.returncode, 1, r.stdout)
        assert_said(f"say:key-in-file|{self.path}.key", r.stdout)

    def test_verify_says_where(self):
        self.sql("DROP TRIGGER records_stay", "UPDATE records SET actor = 'bob' WHERE stream = 'shift/1' AND seq = 2")
        r = lammer("journal", "verify", "--store", self.url)
        self.assertEqual(r.returncode, 1)
        assert_said("lammer: shift/1, record 2: say:record-altered", r.stderr)
        self.assertIn("wrong", r.stdout)
        r = lammer("journal", "verify", "--store", self.url, "--format", "json")
        self.assertEqual(r.returncode, 1)
        first = json.loads(r.stdout)["first"]
        self.assertEqual((first["stream"], first["seq"]), ("shift/1", 2))

    def test_show(self):
        lines = [json.loads(line) for line in self.ok("journal", "show", "--store", self.url).splitlines()]
        self.assertEqual([(r["stream"], r["seq"]) for r in lines], [("house", 1), ("shift/1", 1), ("shift/1", 2)])
        self.assertEqual(lines[0]["body"], {"name": "Café"})
        self.assertEqual(lines[0]["moves"], [{"from": "bank", "to": "ann", "cents": 2500, "reason": "buy-in"}])
        self.assertEqual(lines[0]["opens"][1], {"account": "ann", "house": False})
        self.assertEqual(base64.b64decode(lines[1]["body"]["base64"]), b"\x00\xff")
        self.assertEqual(lines[1]["command"], {"client": "client-9", "number": 4})
        self.assertEqual(lines[1]["answer"], {"client": "client-9", "number": 4, "digest": blake2b(b"yes").hex()})
        self.assertEqual(lines[1]["puts"], [{"key": "meter/1", "version": 1, "digest": blake2b(b"12").hex()}])
        self.assertEqual(lines[2]["body"], [1, 2])
        self.assertEqual(len(lines[2]["hash"]), 64)
        one = self.ok("journal", "show", "--store", self.url, "--stream", "shift/1", "--from", "2")
        self.assertEqual(json.loads(one), lines[2])

    def test_export(self):
        out = f"{self.folder}/out.jsonl"
        self.ok("journal", "export", "--store", self.url, "--out", out)
        self.assertEqual(Path(out).read_text(), self.ok("journal", "show", "--store", self.url))
        self.assertIn("cannot be opened", self.bad("journal", "export", "--store", self.url, "--head", f"{out}.head"))


class Copy(Case):
    def copy_back_and_forth(self, middle):
        assert_said("say:copied-and-proved||3|2", self.ok("store", "copy", self.url, middle))
        assert_said("say:target-has-house", self.bad("store", "copy", self.url, middle))
        back = f"sqlite:{self.folder}/back.db"
        self.ok("store", "copy", middle, back)
        self.assertEqual(self.ok("journal", "show", "--store", back), self.ok("journal", "show", "--store", self.url))

    def test_sqlite(self):
        self.copy_back_and_forth(f"sqlite:{self.folder}/middle.db")

    def test_damaged_house(self):
        self.sql("UPDATE accounts SET cents = 5 WHERE name = 'ann'")
        r = lammer("store", "copy", self.url, f"sqlite:{self.folder}/copy.db")
        self.assertEqual(r.returncode, 1)
        assert_said("say:account-holds|ann", r.stderr)

    def test_postgres(self):
        tools = sorted(glob.glob("/usr/lib/postgresql/*/bin"))
        if not tools:
            self.skipTest("no PostgreSQL server is installed")
        user = {}
        if os.getuid() == 0:
            entry = pwd.getpwnam("postgres")
            os.chown(self.folder, entry.pw_uid, entry.pw_gid)
            user = {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": []}
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": self.folder, **user}
        subprocess.run(
            [f"{tools[-1]}/initdb", "-D", "data", "-A", "trust", "-U", "lammer", "-N", "-E", "UTF8", "--locale=C"],
            check=True,
            **quiet,
        )
        server = subprocess.Popen([f"{tools[-1]}/postgres", "-D", "data", "-k", self.folder, "-h", "", "-F"], **quiet)
        try:
            url = f"postgresql:///postgres?host={self.folder}&user=lammer"
            deadline = time.monotonic() + 300
            while subprocess.run([f"{tools[-1]}/pg_isready", "-h", self.folder], **quiet).returncode != 0:
                self.assertLess(time.monotonic(), deadline)
                time.sleep(0.05)
            assert_said("say:no-house-yet", self.bad("journal", "verify", "--store", url))
            self.copy_back_and_forth(url)
            self.ok("journal", "verify", "--store", url)
        finally:
            server.terminate()
            server.wait()


if __name__ == "__main__":
    unittest.main()
