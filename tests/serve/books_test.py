#!/usr/bin/env python3
"""The books of a house (docs/store.md, docs/serve.md): a writer to the database who lacks the key is found out, and a balance that no record explains is not paid out. Everything is tried with sqlite3 on the store of a real server."""

import hashlib
import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from client import LAMMER, PATIENCE, Http, Server  # noqa: E402
from floor import PASSWORD, make_people  # noqa: E402
from postgres import Postgres  # noqa: E402

sys.path.append("tests/support")
from said import assert_not_said, assert_said  # noqa: E402

TRIGGERS = ["records_stay", "records_last", "lines_stay", "lines_last", "accounts_last", "streams_last"]


def blake2b(data):
    return hashlib.blake2b(data, digest_size=32).digest()


def counted(data):
    return len(data).to_bytes(4, "little") + data


def number(n):
    return n.to_bytes(8, "little", signed=True)


MADE, PEOPLE = "", {}


def setUpModule():
    """One house with people and money is made once; each test has a copy of it."""
    global MADE, PEOPLE
    MADE = tempfile.mkdtemp(prefix="lammer-books-")
    unittest.addModuleCleanup(shutil.rmtree, MADE, True)
    with Server("--no-demo", "--scrub", "0", folder=MADE) as server:
        PEOPLE = make_people(server)

        def done(who, word, **fields):
            with Http(server, bearer=PEOPLE.get(who)) as http:
                answer = http.post(word, **fields)
                assert answer.status == 200, answer
                return answer.json

        PEOPLE["ann"] = done(None, "register", person="ann", password=PASSWORD)["session"]
        done("sue", "open-table", table="one", title="One", rules="wa-freebet", dealing="virtual", money="real")
        for n, word, cents in ((1, "deposit", 10000), (2, "deposit", 10000), (3, "withdrawal", 2500)):
            done("carl", word, person="ann", cents=cents, n=n)
        assert server.stop() == 0


class Books(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="lammer-books-")
        self.addCleanup(shutil.rmtree, self.folder, True)
        self.path = f"{self.folder}/house.db"
        self.store = f"sqlite:{self.path}"
        self.heads = f"{self.folder}/heads"
        os.mkdir(self.heads)
        for name in ("house.db", "house.key", "house.secret"):
            shutil.copy(f"{MADE}/{name}", self.folder)

    def server(self, *options, scrub="0"):
        server = Server("--no-demo", "--scrub", scrub, *options, folder=self.folder, store=self.store)
        self.addCleanup(server.__exit__)
        return server

    def ask(self, server, who, word, **fields):
        with Http(server, bearer=PEOPLE.get(who)) as http:
            return http.post(word, **fields)

    def health(self, server):
        with Http(server) as http:
            return http.get("/healthz")

    def refused(self, *options):
        """Starts a server that must refuse this house, and returns what it says."""
        ran = subprocess.run(
            [
                LAMMER,
                "serve",
                "--listen",
                "127.0.0.1:0",
                "--store",
                self.store,
                "--key",
                f"{self.folder}/house.key",
                "--secret",
                f"{self.folder}/house.secret",
                *options,
            ],
            capture_output=True,
            text=True,
            timeout=PATIENCE,
        )
        self.assertEqual(ran.returncode, 1, ran.stdout + ran.stderr)
        return ran.stderr

    def sql(self, *statements):
        db = sqlite3.connect(self.path, timeout=PATIENCE)
        for trigger in TRIGGERS:
            db.execute(f"DROP TRIGGER IF EXISTS {trigger}")
        for statement in statements:
            self.assertNotEqual(db.execute(statement).rowcount, 0, statement)
        db.commit()
        db.close()

    def verify(self, *more):
        return subprocess.run(
            [LAMMER, "journal", "verify", "--store", self.store, "--key", f"{self.folder}/house.key", *more],
            capture_output=True,
            text=True,
            timeout=PATIENCE,
        )

    def noticed(self, what, *more):
        ran = self.verify(*more)
        self.assertEqual(ran.returncode, 1, f"not noticed: {what}\n{ran.stdout}{ran.stderr}")
        assert_said(what, ran.stderr)

    def wait_for(self, what, whether):
        deadline = time.monotonic() + PATIENCE
        while not whether():
            self.assertLess(time.monotonic(), deadline, what)
            time.sleep(0.05)

    def rehash_house(self):
        """Makes every hash of the stream "house" fit again, as an attacker with the format and no key can."""
        db = sqlite3.connect(self.path)
        previous = bytes(32)
        for seq, time_ms, kind, actor, body, effects in db.execute(
            "SELECT seq, time_ms, kind, actor, body, effects FROM records WHERE stream = 'house' ORDER BY seq"
        ).fetchall():
            previous = blake2b(
                previous
                + counted(b"house")
                + number(seq)
                + number(time_ms)
                + counted(kind.encode())
                + counted(actor.encode())
                + counted(body)
                + counted(effects)
            )
            db.execute("UPDATE records SET hash = ? WHERE stream = 'house' AND seq = ?", (previous, seq))
        db.execute("UPDATE streams SET hash = ? WHERE name = 'house'", (previous,))
        db.commit()
        db.close()


class Alarm(Books):
    FORGED = "UPDATE accounts SET cents = cents + 1000000 WHERE name = 'wallet/real/ann'"
    MENDED = "UPDATE accounts SET cents = cents - 1000000 WHERE name = 'wallet/real/ann'"

    def stopped(self, server):
        """What an alarm stops, and who hears of it."""
        health = self.health(server)
        self.assertEqual((health.status, health.json["state"], health.json["ok"]), (503, "alarm", False))
        for word in ("withdrawal", "deposit"):
            answer = self.ask(server, "carl", word, person="ann", cents=100)
            self.assertEqual(answer.status, 503, answer)
            assert_said("say:books-closed", answer.text)
        self.assertEqual(self.ask(server, "ann", "play-money").status, 503)
        taken = lambda: self.ask(server, "ann", "sit", table="one", seat="1").status != 503
        self.wait_for("a server that has just started takes its tables over", taken)
        answer = self.ask(server, "ann", "buy", table="one", cents=5000)
        self.assertEqual(answer.status, 503, answer)
        alarm = self.ask(server, "sue", "tables").json["alarm"]
        self.assertEqual(alarm["names"], ["wallet/real/ann"])
        assert_said("say:account-holds|wallet/real/ann|1017500|17500", alarm["what"])
        self.assertTrue(any(line["event"] == "alarm" and line["level"] == "error" for line in server.log()))

    def end_alarm(self, server):
        asked = self.ask(server, "ed", "end-alarm", reason="the row was mended")
        self.assertTrue(asked.json.get("waiting"), asked)
        return self.ask(server, "administrator", "approve", approval=asked.json["approval"])

    def test_forged_balance_is_not_paid(self):
        self.sql(self.FORGED)
        server = self.server()
        self.stopped(server)
        answer = self.end_alarm(server)
        self.assertEqual(answer.status, 409, answer)
        assert_said("say:books-still-wrong", answer.text)
        server.stop()
        self.sql(self.MENDED)
        server = self.server()
        self.assertEqual(self.health(server).status, 503, "an alarm ends only by two people")
        self.assertTrue(self.ask(server, "sue", "alarm").json["proved"])
        self.assertEqual(self.end_alarm(server).status, 200)
        self.wait_for("the cage opens", lambda: self.health(server).status == 200)
        self.assertEqual(self.ask(server, "carl", "withdrawal", person="ann", cents=17500).status, 200)
        server.stop()
        self.assertEqual(self.verify().returncode, 0)

    def test_scrubber_finds_it_while_the_house_plays(self):
        server = self.server(scrub="1")
        self.assertEqual(self.health(server).status, 200)
        self.sql(self.FORGED)
        self.wait_for("the alarm", lambda: self.health(server).status == 503)
        self.stopped(server)
        self.sql(self.MENDED)
        self.wait_for("the proof", lambda: self.ask(server, "sue", "alarm").json["proved"])
        self.assertEqual(self.health(server).status, 503)
        self.assertEqual(self.end_alarm(server).status, 200)
        self.wait_for("the cage opens", lambda: self.health(server).status == 200)

    def test_forged_rack_freezes_its_table(self):
        server = self.server(scrub="1")
        self.assertEqual(
            self.ask(server, "sue", "open-table", table="two", title="Two", rules="wa-freebet").status, 200
        )
        self.sql("UPDATE accounts SET cents = cents + 5 WHERE name = 'tray/one'")
        self.wait_for("the alarm", lambda: self.health(server).status == 503)

        def status(table):
            return next(
                row["status"] for row in self.ask(server, "sue", "tables").json["tables"] if row["table"] == table
            )

        self.wait_for("the table", lambda: status("one") == "frozen")
        self.assertNotEqual(status("two"), "frozen")

    def test_altered_value(self):
        """A person who was made an administrator in the database."""
        self.sql(
            "UPDATE entries SET data = CAST(replace(CAST(data AS TEXT), '[\"player\"]', '[\"administrator\"]') AS BLOB) "
            "WHERE name = 'person/ann' AND CAST(data AS TEXT) LIKE '%[\"player\"]%'"
        )
        server = self.server()
        self.assertEqual(self.health(server).status, 503)
        assert_said("say:value-not-put|person/ann", self.ask(server, "sue", "alarm").json["what"])


class Heads(Books):
    def head(self):
        return f"{self.heads}/main.head"

    def play(self):
        """Runs a server that writes heads, makes one deposit and stops it."""
        server = self.server("--heads", self.heads, "--head-every", "1")
        self.assertEqual(self.ask(server, "carl", "deposit", person="ann", cents=100).status, 200)
        self.assertEqual(server.stop(), 0)

    def test_every_stream_is_signed(self):
        self.play()
        ran = self.verify("--head", self.head())
        self.assertEqual(ran.returncode, 0, ran.stderr)
        assert_not_said("say:unsigned-streams", ran.stdout)
        assert_not_said("say:records-behind-signature", ran.stdout)
        assert_said(f"say:key-in-file|{self.folder}/house.key", ran.stdout)
        key = next(line[4:] for line in Path(self.head()).read_text().splitlines() if line.startswith("key "))
        self.assertIn(key, ran.stdout)
        day = time.strftime("%Y-%m-%d", time.gmtime())
        self.assertIn(f"main-{day}.head", os.listdir(self.heads))

    def test_withdrawal_moved_to_another_cashier(self):
        """The reported attack: write access, no key, every hash made good again."""
        self.sql("UPDATE records SET actor = 'dora' WHERE stream = 'house' AND kind = 'withdrawal'")
        self.rehash_house()
        self.noticed("say:record-not-the-one & say:head-in-the-store")
        assert_said("say:journal-does-not-prove", self.refused())

    def test_rewritten_while_it_plays(self):
        """The server does not sign an altered record: it notices the change before it writes its next head."""
        server = self.server("--heads", self.heads, "--head-every", "1")
        self.wait_for("a head", lambda: os.path.exists(self.head()))
        self.sql("UPDATE records SET actor = 'dora' WHERE stream = 'house' AND kind = 'withdrawal'")
        self.rehash_house()
        self.assertEqual(
            self.ask(server, "sue", "open-table", table="two", title="Two", rules="wa-freebet").status, 200
        )
        self.wait_for("the alarm", lambda: self.health(server).status == 503)

    def test_rolled_back(self):
        self.play()
        for name in os.listdir(self.folder):
            if name.startswith("house.db"):
                shutil.copy(f"{self.folder}/{name}", f"{self.folder}/old-{name}")
        early = Path(self.head()).read_text()
        self.play()
        shutil.copy(f"{self.folder}/old-house.db", self.path)
        self.assertEqual(self.verify().returncode, 0)  # without a head the altered store agrees with itself
        self.noticed("say:record-missing & say:kept-head", "--head", self.head())
        assert_said("say:rolled-back", self.refused("--heads", self.heads))
        assert_said("say:rolled-back", self.refused("--head", self.head()))
        Path(f"{self.folder}/early.head").write_text(early)
        server = self.server("--head", f"{self.folder}/early.head")
        self.assertEqual(self.health(server).status, 200)

    def test_killed_house_is_no_house_at_rest(self):
        """Sessions change without records: after a kill this raises no alarm, and the signed head still verifies."""
        server = self.server("--heads", self.heads, "--head-every", "1")
        self.wait_for("a head", lambda: os.path.exists(self.head()))
        self.assertEqual(self.ask(server, "carl", "deposit", person="ann", cents=100).status, 200)
        server.kill()
        self.assertEqual(self.verify("--head", self.head()).returncode, 0)
        self.assertEqual(self.health(self.server("--heads", self.heads)).status, 200)

    def test_deleted_stream(self):
        """A table is deleted with its records, its place in the list and everything that is signed in the store."""
        self.play()
        self.sql(
            "DELETE FROM records WHERE stream = 'table/one'",
            "DELETE FROM streams WHERE name = 'table/one'",
            "DELETE FROM snapshots WHERE stream IN ('heads', 'table/one')",
        )
        self.noticed("table/one, record 1: say:record-missing & say:kept-head", "--head", self.head())

    def test_cut_tail(self):
        """The end of a stream is cut off, and its effects are taken back so that everything else fits."""
        self.play()
        db = sqlite3.connect(self.path)
        ((seq, h),) = db.execute(
            "SELECT seq, hash FROM records WHERE stream = 'program' ORDER BY seq LIMIT 1"
        ).fetchall()
        db.close()
        self.sql(
            f"DELETE FROM records WHERE stream = 'program' AND seq > {seq}",
            "DELETE FROM snapshots WHERE stream IN ('heads', 'program')",
            f"UPDATE streams SET seq = {seq}, hash = x'{h.hex()}' WHERE name = 'program'",
        )
        self.assertEqual(self.verify().returncode, 0)
        self.noticed("program, record 2: say:record-missing & say:kept-head", "--head", self.head())

    def test_planted_session_is_worth_nothing(self):
        token = "ab" * 32
        key = "~session/" + blake2b(bytes.fromhex(token)).hex()
        now = int(time.time() * 1000)
        value = json.dumps({"person": "root", "created_ms": now, "seen_ms": now, "generation": 0, "kind": "staff"})
        server = self.server()
        db = sqlite3.connect(self.path, timeout=PATIENCE)
        db.execute("INSERT INTO entries VALUES (?, 1, ?)", (key, value.encode()))
        db.commit()
        db.close()
        with Http(server, bearer=token) as http:
            answer = http.post("create-person", person="eve", name="Eve", roles=["cashier"], password=PASSWORD)
        self.assertEqual(answer.status, 401, answer)

    def test_planted_in_a_house_at_rest(self):
        """Sessions, leases and answers are not records; the head that the server left when it stopped covers them."""
        self.play()
        for statement, what in [
            ("INSERT INTO entries VALUES ('~session/00', 1, x'7b7d')", "say:rest-altered & say:passing-keys"),
            (
                "UPDATE streams SET owner = 'eve', expires_ms = 9000000000000 WHERE name = 'table/one'",
                "say:rest-altered",
            ),
            ("UPDATE streams SET epoch = 0 WHERE name = 'table/one'", "say:lease-altered|0"),
            (
                "UPDATE clients SET recent = CAST(replace(CAST(recent AS TEXT), 'deposit', 'withdra') AS BLOB)",
                "say:answer-altered",
            ),
        ]:
            whole = Path(self.path).read_bytes()
            with self.subTest(what):
                self.sql(statement)
                self.noticed(what, "--head", self.head())
                self.refused("--heads", self.heads)
            Path(self.path).write_bytes(whole)
        self.assertEqual(self.verify("--head", self.head()).returncode, 0)

    def test_another_key(self):
        self.sql(f"UPDATE meta SET data = x'{'22' * 32}' WHERE name = 'key'", "DELETE FROM snapshots")
        self.noticed("say:key-replaced")

    def test_heads_that_cannot_be_written(self):
        said = subprocess.run(
            [LAMMER, "serve", "--store", self.store, "--heads", f"{self.folder}/none"],
            capture_output=True,
            text=True,
            timeout=PATIENCE,
        )
        self.assertEqual(said.returncode, 2)
        assert_said("say:heads-not-written", said.stderr)


class Stamps(Books):
    """A time-stamping authority of our own, made by `openssl ts`."""

    def setUp(self):
        super().setUp()
        self.tsa = f"{self.folder}/tsa"
        os.mkdir(self.tsa)
        Path(f"{self.tsa}/cnf").write_text(
            f"""
[tsa]
default_tsa = one
[one]
serial = {self.tsa}/serial
signer_cert = {self.tsa}/tsa.pem
signer_key = {self.tsa}/tsa.key
signer_digest = sha256
default_policy = 1.2.3.4
digests = sha256
[ext]
extendedKeyUsage = critical,timeStamping
"""
        )
        self.openssl(
            "req",
            "-x509",
            "-newkey",
            "rsa:2048",
            "-nodes",
            "-keyout",
            "ca.key",
            "-out",
            "ca.pem",
            "-subj",
            "/CN=root",
            "-days",
            "9",
        )
        self.openssl(
            "req", "-newkey", "rsa:2048", "-nodes", "-keyout", "tsa.key", "-out", "tsa.csr", "-subj", "/CN=stamps"
        )
        self.openssl(
            "x509",
            "-req",
            "-in",
            "tsa.csr",
            "-CA",
            "ca.pem",
            "-CAkey",
            "ca.key",
            "-CAcreateserial",
            "-out",
            "tsa.pem",
            "-days",
            "9",
            "-extfile",
            "cnf",
            "-extensions",
            "ext",
        )
        Path(f"{self.tsa}/serial").write_text("01\n")

    def openssl(self, *arguments):
        ran = subprocess.run(["openssl", *arguments], cwd=self.tsa, capture_output=True, text=True)
        self.assertEqual(ran.returncode, 0, ran.stderr)

    def reply(self, query):
        Path(f"{self.tsa}/query").write_bytes(query)
        self.openssl("ts", "-reply", "-config", "cnf", "-queryfile", "query", "-out", "answer")
        return Path(f"{self.tsa}/answer").read_bytes()

    def stamped(self, source):
        server = self.server("--heads", self.heads, "--stamp", source)
        self.wait_for("a stamp", lambda: any(name.endswith(".tsr") for name in os.listdir(self.heads)))
        self.assertEqual(server.stop(), 0)
        stamp = next(name for name in sorted(os.listdir(self.heads)) if name.endswith(".tsr"))
        head = f"{self.heads}/{stamp[:-4]}"
        ran = self.verify("--head", head, "--tsa-ca", f"{self.tsa}/ca.pem")
        self.assertEqual(ran.returncode, 0, ran.stdout + ran.stderr)
        assert_said("say:head-stamped", ran.stdout)
        return head

    def test_over_http(self):
        test = self

        class Authority(BaseHTTPRequestHandler):
            def do_POST(self):
                assert self.headers["Content-Type"] == "application/timestamp-query"
                answer = test.reply(self.rfile.read(int(self.headers["Content-Length"])))
                self.send_response(200)
                self.send_header("Content-Type", "application/timestamp-reply")
                self.end_headers()
                self.wfile.write(answer)

            def log_message(self, *_):
                pass

        authority = HTTPServer(("127.0.0.1", 0), Authority)
        threading.Thread(target=authority.serve_forever, daemon=True).start()
        self.addCleanup(authority.server_close)
        self.addCleanup(authority.shutdown)
        head = self.stamped(f"http://127.0.0.1:{authority.server_port}/")
        other = self.verify("--head", head, "--tsa-ca", f"{self.tsa}/tsa.pem")  # an authority that is not a root
        self.assertEqual(other.returncode, 1, other.stdout)
        another = f"{self.heads}/another.head"
        subprocess.run(
            [
                LAMMER,
                "journal",
                "export",
                "--store",
                self.store,
                "--key",
                f"{self.folder}/house.key",
                "--head",
                another,
            ],
            check=True,
        )
        shutil.copy(f"{head}.tsr", f"{another}.tsr")
        ran = self.verify("--head", another)
        self.assertEqual(ran.returncode, 1, ran.stdout)
        assert_said("say:stamp-of-another-head", ran.stderr)

    def test_by_a_program(self):
        program = Path(f"{self.folder}/stamp.sh")
        program.write_text(
            f'#!/bin/sh\ncd {self.tsa} && exec openssl ts -reply -config cnf -queryfile "$1" -out "$2"\n'
        )
        program.chmod(0o755)
        self.stamped(str(program))


class LostDatabase(unittest.TestCase):
    def test_everything_is_proved_again(self):
        """The server notices a database that was away and came back with another balance, even without regular proofs."""
        with Postgres() as database, Server("--no-demo", "--scrub", "0", store=database.url) as server:

            def psql(sql):
                database.run(
                    "psql", "-q", "-v", "ON_ERROR_STOP=1", "-h", database.folder, "-U", "lammer", "-c", sql, "postgres"
                )

            with Http(server) as http:
                self.assertEqual(http.post("guest").status, 200)
                self.assertEqual(http.get("/healthz").status, 200)
            server.process.send_signal(signal.SIGSTOP)  # it finds the other database when it wakes up
            database.stop()
            database.start()
            psql("UPDATE lammer.accounts SET cents = cents - 7 WHERE name = 'world/play'")
            server.process.send_signal(signal.SIGCONT)
            deadline = time.monotonic() + PATIENCE
            while Http(server).get("/healthz").status == 200 and time.monotonic() < deadline:
                time.sleep(0.1)
            health = Http(server).get("/healthz").json
            self.assertEqual(health["state"], "alarm", health)
            assert_said("say:account-holds|world/play", health["journal"]["whole"]["first"]["what"])
            assert_said("say:database-was-away", server.log_text())


del Books
if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *os.environ.get("LAMMER_ONLY", "").split(), *sys.argv[1:]])
