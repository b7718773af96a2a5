#!/usr/bin/env python3
"""Connections: half-open ones, too many of them, silent ones; TLS; a stop that says goodbye; a disk that is full."""

import json
import os
import select
import signal
import socket as sockets
import ssl
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from client import LAMMER, PATIENCE, Closed, Http, Refused, Server, Socket, make_certificate  # noqa: E402

sys.path.append("tests/support")
from said import assert_said, is_said  # noqa: E402

UNLIMITED = ("--address-rate", "0", "--session-rate", "0")


def until(condition, seconds=PATIENCE):
    deadline = time.monotonic() + seconds
    while not condition() and time.monotonic() < deadline:
        time.sleep(0.05)
    return condition()


class HalfOpen(unittest.TestCase):
    """Many at once: siege_test.py."""

    def test_a_request_that_drips_is_dropped(self):
        with Server() as server:
            connection = sockets.create_connection((server.host, server.port), timeout=PATIENCE)
            deadline = time.monotonic() + PATIENCE
            with self.assertRaises(OSError):
                while time.monotonic() < deadline:
                    connection.sendall(b"G")
                    time.sleep(0.25)


class Caps(unittest.TestCase):
    def test_too_many_of_one_address(self):
        with Server("--per-address", "20") as server:
            held = [sockets.create_connection((server.host, server.port)) for _ in range(20)]
            with self.assertRaises((ConnectionError, Refused)):
                Socket(server)
            for connection in held[:5]:
                connection.close()
            self.assertTrue(until(lambda: opens(server)))
            for connection in held:
                connection.close()

    def test_too_many_in_all(self):
        with Server("--connections", "30", "--per-address", "0") as server:
            held = [sockets.create_connection((server.host, server.port)) for _ in range(40)]
            self.assertTrue(until(lambda: len(select.select(held, [], [], 0)[0]) >= 10))
            self.assertEqual(sum(is_closed(connection) for connection in held), 10)
            for connection in held:
                connection.close()
            self.assertTrue(until(lambda: opens(server)))
            self.assertGreaterEqual(server.metrics()["lammer_connections_refused_total"], 10)

    def test_behind_a_proxy_the_clients_are_counted(self):
        with Server("--trust-proxy", "--per-address", "3") as server:
            far = lambda n: [f"X-Forwarded-For: 203.0.113.{n}"]
            held = [Socket(server, headers=far(1)) for _ in range(3)]
            with self.assertRaises(Refused) as caught:
                Socket(server, headers=far(1))
            self.assertEqual(caught.exception.status, 429)
            Socket(server, headers=far(2)).close()
            for socket in held:
                socket.close()


def opens(server):
    try:
        Socket(server).close()
        return True
    except (OSError, Refused):
        return False


def is_closed(connection):
    """Whether the server has hung up."""
    if not select.select([connection], [], [], 0)[0]:
        return False
    try:
        return connection.recv(1) == b""
    except ConnectionError:
        return True


class Tls(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.cert, self.key, self.client = make_certificate(self.folder.name)

    def tearDown(self):
        self.folder.cleanup()

    def test_a_key_that_others_can_read(self):
        os.chmod(self.key, 0o640)
        ran = subprocess.run(
            [LAMMER, "serve", "--listen", "127.0.0.1:0", "--store", f"sqlite:{self.folder.name}/house.db"]
            + ["--key", f"{self.folder.name}/house.key", "--secret", f"{self.folder.name}/house.secret"]
            + ["--cert", self.cert, "--key-file", self.key],
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
        self.assertNotEqual(ran.returncode, 0)
        self.assertTrue(is_said(ran.stderr, "say:key-open-to-others"), ran.stderr)

    def test_everything_over_tls(self):
        with Server("--cert", self.cert, "--key-file", self.key, *UNLIMITED, tls=self.client) as server:
            self.assertTrue(server.address.startswith("https://"))
            http = Http(server)
            answer = http.post("guest")
            self.assertIn("Secure", answer.header("Set-Cookie").split("; "))
            self.assertTrue(answer.header("Strict-Transport-Security"))
            for _ in range(20):
                self.assertEqual(http.get("/openapi.json").status, 200)  # larger than one record
            with Socket(server, session=http.session) as socket:
                numbers = [socket.send("lobby") for _ in range(300)]
                for number in numbers:
                    self.assertTrue(socket.answer_to(number)["ok"])
            one = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
            with server.connect() as connection:
                connection.sendall(one * 3)  # one record, three requests
                answer = b""
                while answer.count(b"HTTP/1.1 200") < 3:
                    answer += connection.recv(65536)
            # plain HTTP, half a handshake and noise on the same port
            for data in (one, b"\x16\x03\x01", b"\x16\x03\x01\x00\x05hello", os.urandom(500)):
                with sockets.create_connection((server.host, server.port), timeout=1) as plain:
                    plain.sendall(data)
                    try:
                        self.assertNotIn(b"200 OK", plain.recv(1000))
                    except OSError:
                        pass
            self.assertEqual(Http(server).get("/healthz").status, 200)
            self.assertEqual(server.stop(), 0)

    def test_old_versions_are_refused(self):
        with Server("--cert", self.cert, "--key-file", self.key, tls=self.client) as server:
            for version, fine in (
                (ssl.TLSVersion.TLSv1_1, False),
                (ssl.TLSVersion.TLSv1_2, True),
                (ssl.TLSVersion.TLSv1_3, True),
            ):
                context = ssl.create_default_context(cafile=self.cert)
                context.set_ciphers("ALL:@SECLEVEL=0")
                context.minimum_version = context.maximum_version = version
                raw = sockets.create_connection((server.host, server.port), timeout=PATIENCE)
                try:
                    context.wrap_socket(raw, server_hostname="localhost").close()
                    opened = True
                except (ssl.SSLError, OSError):
                    opened = False
                raw.close()
                self.assertEqual(opened, fine, version)

    def test_only_ciphers_with_forward_secrecy_and_integrity(self):
        """TLS 1.2: ECDHE with AES-GCM or ChaCha20-Poly1305 (RFC 9325, section 4.2)."""
        with Server("--cert", self.cert, "--key-file", self.key, tls=self.client) as server:
            for cipher, fine in (
                ("ECDHE-RSA-AES128-GCM-SHA256:ECDHE-ECDSA-AES128-GCM-SHA256", True),
                ("ECDHE-RSA-CHACHA20-POLY1305:ECDHE-ECDSA-CHACHA20-POLY1305", True),
                ("ECDHE-RSA-AES128-SHA256:ECDHE-ECDSA-AES128-SHA256", False),
                ("ECDHE-RSA-AES256-SHA:ECDHE-ECDSA-AES256-SHA", False),
                ("AES128-GCM-SHA256", False),
                ("DHE-RSA-AES128-GCM-SHA256", False),
                ("AES256-SHA", False),
            ):
                context = ssl.create_default_context(cafile=self.cert)
                context.minimum_version = context.maximum_version = ssl.TLSVersion.TLSv1_2
                context.set_ciphers(cipher + ":@SECLEVEL=0")
                with sockets.create_connection((server.host, server.port), timeout=PATIENCE) as raw:
                    try:
                        context.wrap_socket(raw, server_hostname="localhost").close()
                        opened = True
                    except (ssl.SSLError, OSError):
                        opened = False
                self.assertEqual(opened, fine, cipher)

    def test_files_that_are_missing_or_wrong(self):
        for cert, key in ((self.cert + "x", self.key), (self.cert, self.key + "x"), (self.key, self.key)):
            server = Server("--cert", cert, "--key-file", key, wait=False)
            with server:
                result = subprocess.run(server.command(), capture_output=True, text=True, timeout=PATIENCE)
                self.assertEqual(result.returncode, 2, result)
                self.assertIn("lammer: ", result.stderr)


class Stopping(unittest.TestCase):
    def test_clients_are_told(self):
        with Server(*UNLIMITED, "--drain", "3600") as server:  # no round is open, so nothing is waited for
            watchers = [Socket(server) for _ in range(50)]
            server.process.send_signal(signal.SIGTERM)
            for socket in watchers:
                self.assertEqual(socket.wait_closed().code, 1001)
            self.assertEqual(server.wait(), 0)
            events = [line["event"] for line in server.log()]
            self.assertEqual(events[-1], "stopped")

    def test_interrupt_stops_too_and_the_house_opens_again(self):
        with Server() as server:
            http = Http(server)
            person = http.post("guest").json["person"]
            server.process.send_signal(signal.SIGINT)
            self.assertEqual(server.wait(), 0)
            server.restart()
            again = Http(server, bearer=http.session).post("who-am-i")
            self.assertEqual(again.json.get("person"), person, again)

    def test_an_open_round_is_waited_for(self):
        with Server(*UNLIMITED, "--drain", "3600") as server, self.at_a_decision(server):
            server.process.send_signal(signal.SIGTERM)
            self.assertTrue(until(lambda: is_said(server.log_text(), "say:finishing-rounds")))
            health = Http(server).get("/healthz")
            self.assertEqual((health.status, health.json["state"]), (503, "stopping"))
            with self.assertRaises(Refused) as caught:
                Socket(server)
            self.assertEqual(caught.exception.status, 503)
            self.assertIsNone(server.process.poll())

    def test_an_open_round_is_left_as_it_stands_when_time_is_up(self):
        with Server(*UNLIMITED, "--drain", "2") as server, self.at_a_decision(server) as socket:
            started = time.monotonic()
            server.process.send_signal(signal.SIGTERM)
            self.assertEqual(socket.wait_closed().code, 1001)
            self.assertEqual(server.wait(), 0)
            self.assertGreaterEqual(time.monotonic() - started, 2)
            assert_said("say:finishing-rounds", server.log_text())

    def at_a_decision(self, server, table="wa-freebet"):
        """The socket of a player who has to decide; rounds that end without a decision are played until one needs it."""
        http = Http(server)
        http.post("guest")
        socket = Socket(server, session=http.session)
        for word, fields in (("watch", {}), ("sit", {"seat": "1"}), ("buy", {"cents": 50000})):
            answer = socket.ask(word, table=table, **fields)
            self.assertTrue(answer["ok"], answer)
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            turn = socket.ask("look", table=table)["snapshot"]["turn"]
            verb = turn.get("do")
            if turn.get("who") == "player" and verb not in ("cut", "view", "insure"):
                return socket
            if verb == "cut":
                socket.ask("cut", table=table, seat=turn["seat"], count=100)
            elif verb == "insure":
                socket.ask("insure", table=table, seat="1", cents=0)
            elif verb == "bet":
                socket.ask("bet", table=table, seat="1", cents=1000)
                socket.ask("ready", table=table)
            else:
                time.sleep(0.02)
        self.fail(f"no round comes to a decision; the turn is {turn}")


class Starting(unittest.TestCase):
    def run_serve(self, *options):
        return subprocess.run([LAMMER, "serve", *options], capture_output=True, text=True, timeout=PATIENCE)

    def test_bad_usage(self):
        for options in (
            ["--frob"],
            ["--listen"],
            ["--listen", "nowhere"],
            ["--listen", "127.0.0.1:99999"],
            ["--listen", "::1:22"],
            ["--drain", "-1"],
            ["--drain", "soon"],
            ["--cert", "x"],
            ["--no-demo=1"],
            ["--store", "frob:x"],
            ["extra"],
        ):
            result = self.run_serve(*options)
            self.assertEqual(result.returncode, 2, (options, result))
            last = result.stderr.strip().splitlines()[-1]
            self.assertTrue(last.startswith("lammer: "), result.stderr)

    def test_help(self):
        result = self.run_serve("--help")
        self.assertEqual(result.returncode, 0)
        self.assertIn("--listen", result.stdout)

    def test_a_taken_port(self):
        with Server() as server, tempfile.TemporaryDirectory() as folder:
            result = self.run_serve("--listen", f"127.0.0.1:{server.port}", "--store", f"sqlite:{folder}/h.db")
            self.assertEqual(result.returncode, 75, result)  # the failure may pass: EX_TEMPFAIL
            self.assertIn(str(server.port), result.stderr)
            self.assertEqual(os.listdir(folder), [])

    def test_keys_are_for_their_owner_alone(self):
        with Server() as server:
            for name in ("key", "secret"):
                self.assertEqual(os.stat(f"{server.folder}/house.{name}").st_mode & 0o777, 0o600)

    def test_a_key_that_others_may_read_is_refused(self):
        for name in ("key", "secret"):
            with Server("--no-demo") as server:
                self.assertEqual(server.stop(), 0)
                os.chmod(f"{server.folder}/house.{name}", 0o644)
                result = subprocess.run(server.command(), capture_output=True, text=True, timeout=PATIENCE)
                self.assertEqual(result.returncode, 2, result)
                assert_said("say:key-open-to-others", result.stderr)

    def test_a_failed_start_leaves_nothing(self):
        """Whatever the reason, a failed start leaves no key, no lock and no file that was not there before."""
        letter = b"This is a letter to an aunt, and it is longer than the head of a database. " * 3
        with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as keys:
            path = Path(folder, "letter.db")
            path.write_bytes(letter)
            for options in (
                ["--store", f"sqlite:{path}"],
                ["--store", f"sqlite:{path}", "--key", f"{keys}/a.key"],
                ["--store", f"sqlite:{folder}/new.db", "--heads", f"{folder}/none"],
                ["--store", f"sqlite:{folder}/new.db", "--manifest", f"{folder}/none"],
                ["--store", "postgresql://nobody@127.0.0.1:1/none?connect_timeout=1", "--key", f"{keys}/b.key"]
                + ["--secret", f"{keys}/b.secret"],
            ):
                result = self.run_serve("--listen", "127.0.0.1:0", *options)
                self.assertNotEqual(result.returncode, 0, result)
                self.assertEqual(os.listdir(folder), ["letter.db"], options)
                self.assertEqual(os.listdir(keys), [], options)
            self.assertEqual(path.read_bytes(), letter)

    def test_an_idle_house_writes_next_to_nothing(self):
        """Signs of life and leases of a server that is alone are renewed once a minute, not twice a second."""

        def written(process):
            lines = Path(f"/proc/{process.pid}/io").read_text().splitlines()
            return int(next(line for line in lines if line.startswith("wchar:")).split()[1])

        with Server() as server:
            quiet = False
            deadline = time.monotonic() + PATIENCE
            while not quiet and time.monotonic() < deadline:
                before = written(server.process)
                time.sleep(3)
                quiet = written(server.process) - before < 4096
            # say:test-idle-house-writes
            self.assertTrue(quiet, "an idle house goes on writing")

    def test_a_start_warns_of_nothing(self):
        """The log of a good start has no warning about the network library: one at every start would hide those that
        matter."""
        with tempfile.TemporaryDirectory() as folder:
            cert, key, tls = make_certificate(folder)
            for options in ((), ("--cert", cert, "--key-file", key)):
                with Server(*options, listen=":0", tls=tls if options else None) as server:
                    self.assertEqual(server.stop(), 0)
                    strange = [line for line in server.log() if line["level"] != "info" or line["event"] == "network"]
                    self.assertEqual(strange, [])

    def test_the_usual_place(self):
        with tempfile.TemporaryDirectory() as folder:
            server = Server(wait=False, env={"XDG_DATA_HOME": folder})
            server.command = lambda: [LAMMER, "serve", "--listen", "127.0.0.1:0"]
            with server:
                server.start()
                self.assertEqual(Http(server).get("/healthz").status, 200)
                self.assertEqual(server.stop(), 0)
            self.assertTrue(os.path.exists(f"{folder}/lammer/house.db"))

    def test_ipv6(self):
        try:
            with Server(listen="[::1]:0") as server:
                self.assertEqual(server.host, "::1")
                self.assertEqual(Http(server).get("/metrics").status, 200)
        except AssertionError:
            if os.path.exists("/proc/net/if_inet6") and open("/proc/net/if_inet6").read().strip():
                raise
            self.skipTest("this machine has no IPv6")

    def test_a_journal_that_was_altered_is_not_served(self):
        import sqlite3

        with Server("--no-demo") as server:
            Http(server).post("guest")
            self.assertEqual(server.stop(), 0)
            with sqlite3.connect(f"{server.folder}/house.db") as db:
                db.execute("PRAGMA writable_schema=1")
                for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type='trigger'").fetchall():
                    db.execute(f"DROP TRIGGER {name}")
                changed = db.execute("UPDATE records SET actor='intruder' WHERE stream='house' AND seq=1").rowcount
                pending = db.execute("SELECT count(*) FROM pending").fetchone()[0]
            self.assertTrue(changed, f"the records are still in the log ({pending})")
            result = subprocess.run(server.command(), capture_output=True, text=True, timeout=PATIENCE)
            self.assertEqual(result.returncode, 1, result)
            assert_said("say:journal-does-not-prove", result.stderr)


class FullDisk(unittest.TestCase):
    def test_a_failed_commit_ends_the_process_and_loses_nothing(self):
        """A file that cannot grow is a disk that is full: no answer, exit status 1, everything acknowledged is there."""
        with Server("--no-demo", *UNLIMITED) as server:
            self.assertEqual(server.stop(), 0)
            limit = os.path.getsize(f"{server.folder}/house.db") + 300_000
            script = (
                f"import os,resource,signal,sys; signal.signal(signal.SIGXFSZ, signal.SIG_IGN); "
                f"resource.setrlimit(resource.RLIMIT_FSIZE, ({limit}, {limit})); os.execv(sys.argv[1], sys.argv[1:])"
            )
            plain = server.command()
            server.command = lambda: [sys.executable, "-c", script, *plain]
            server.start()
            known = []
            try:
                for _ in range(3000):
                    answer = Http(server).post("guest")
                    if answer.status != 200:
                        break
                    known.append((answer.json["session"], answer.json["person"]))
            except (OSError, ssl.SSLError, ValueError, Exception) as error:
                self.assertNotIsInstance(error, AssertionError)
            self.assertEqual(server.wait(), 75)
            assert_said("say:house-has-stopped", server.log_text())
            self.assertGreater(len(known), 5)
            server.command = lambda: plain
            server.start()
            for session, person in known:
                self.assertEqual(Http(server, bearer=session).post("who-am-i").json.get("person"), person)


if __name__ == "__main__":
    unittest.main(warnings="ignore")
