#!/usr/bin/env python3
"""What an operator and a service manager see: signals, notices, exit statuses, a rotated log, a renewed certificate, and
keys or databases that are gone."""

import os
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parent.parent / "support"))
from client import LAMMER, PATIENCE, Http, Server, make_certificate  # noqa: E402
from said import assert_said, is_said  # noqa: E402


def until(condition, seconds=PATIENCE):
    end = time.monotonic() + seconds
    while time.monotonic() < end and not condition():
        time.sleep(0.02)
    return condition()


def started(server):
    """Starts a server that must fail, and returns how it ended."""
    return subprocess.run(server.command(), capture_output=True, text=True, timeout=PATIENCE)


class Gone(unittest.TestCase):
    """A missing file of a house is an error that says the way out, never a new secret or a new house."""

    def setUp(self):
        self.server = Server("--no-demo")
        self.addCleanup(self.server.__exit__)
        self.folder = self.server.folder
        self.assertEqual(self.server.stop(), 0)
        self.files = sorted(os.listdir(self.folder))

    def path(self, name):
        return f"{self.folder}/{name}"

    def refused(self, sentence):
        before = sorted(os.listdir(self.folder))
        result = started(self.server)
        self.assertEqual(result.returncode, 2, result)
        assert_said(sentence, result.stderr)
        self.assertEqual(sorted(os.listdir(self.folder)), before)

    def test_secret_is_gone(self):
        os.rename(self.path("house.secret"), self.path("kept"))
        self.refused("say:secret-is-missing")
        os.rename(self.path("kept"), self.path("house.secret"))
        self.server.restart()

    def test_secret_is_lost_for_good(self):
        os.unlink(self.path("house.secret"))
        self.refused("say:secret-is-missing")
        self.server.options.append("--new-secret")
        self.server.restart()
        self.assertEqual(os.stat(self.path("house.secret")).st_mode & 0o777, 0o600)

    def test_database_is_gone(self):
        database = [name for name in self.files if ".db" in name]
        for name in database:
            os.rename(self.path(name), self.path("kept-" + name))
        self.refused("say:database-is-missing")
        os.rename(self.path("house.key"), self.path("kept.key"))
        self.refused("say:database-is-missing")
        os.rename(self.path("house.secret"), self.path("kept.secret"))
        self.server.restart()  # the way out: a new house


class Signals(unittest.TestCase):
    def test_log_is_opened_again(self):
        for which in (signal.SIGHUP, signal.SIGUSR1):
            with tempfile.TemporaryDirectory() as folder:
                log = f"{folder}/lammer.log"
                with Server("--no-demo", "--log", log) as server:
                    self.assertTrue(until(lambda: "serving" in Path(log).read_text()))
                    os.rename(log, log + ".1")
                    Http(server).post("guest")
                    server.process.send_signal(which)
                    self.assertTrue(until(lambda: os.path.exists(log)), which)
                    Http(server).get("/healthz")
                    self.assertTrue(until(lambda: "/healthz" in Path(log).read_text()), which)
                    self.assertNotIn("/healthz", Path(log + ".1").read_text())
                    self.assertIsNone(server.process.poll())

    def test_other_signals(self):
        with Server("--no-demo") as server:
            server.process.send_signal(signal.SIGUSR2)
            server.process.send_signal(signal.SIGHUP)
            self.assertEqual(Http(server).get("/healthz").status, 200)
            server.process.send_signal(signal.SIGQUIT)
            self.assertEqual(server.wait(), 0)

    def certificate_of(self, server):
        context = ssl._create_unverified_context()
        with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as raw:
            with context.wrap_socket(raw, server_hostname="localhost") as connection:
                return connection.getpeercert(binary_form=True)

    def test_certificate_is_read_again(self):
        with tempfile.TemporaryDirectory() as folder:
            paths = []
            for name in ("first", "second"):
                os.mkdir(f"{folder}/{name}")
                paths.append(make_certificate(f"{folder}/{name}"))
            os.mkdir(f"{folder}/live")
            cert, key = f"{folder}/live/cert.pem", f"{folder}/live/key.pem"
            shutil.copy(paths[0][0], cert)
            shutil.copy(paths[0][1], key)
            with Server("--no-demo", "--cert", cert, "--key-file", key) as server:
                first = self.certificate_of(server)
                shutil.copy(paths[1][0], cert + ".new")
                os.rename(cert + ".new", cert)  # without its key yet
                server.process.send_signal(signal.SIGHUP)
                self.assertTrue(until(lambda: is_said(server.log_text(), "say:certificate-kept")))
                self.assertEqual(self.certificate_of(server), first)
                shutil.copy(paths[1][1], key + ".new")
                os.rename(key + ".new", key)
                server.process.send_signal(signal.SIGHUP)
                self.assertTrue(until(lambda: self.certificate_of(server) != first))


class Manager(unittest.TestCase):
    def test_notices(self):
        with tempfile.TemporaryDirectory() as folder, socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as ear:
            ear.bind(f"{folder}/notify")
            ear.settimeout(PATIENCE)
            os.environ["NOTIFY_SOCKET"], os.environ["WATCHDOG_USEC"] = f"{folder}/notify", "5000000"
            try:
                server = Server("--no-demo")
            finally:
                del os.environ["NOTIFY_SOCKET"], os.environ["WATCHDOG_USEC"]

            def hear(start):
                """Waits for a notice. Signs of life come each second, so only this deadline can end the wait."""
                end = time.monotonic() + PATIENCE
                while not (notice := ear.recv(1000).decode()).startswith(start):
                    self.assertEqual(notice, "WATCHDOG=1")
                    self.assertLess(time.monotonic(), end, f"{start} was not told")
                return notice

            with server:
                hear("READY=1")
                hear("WATCHDOG=1")
                server.process.send_signal(signal.SIGHUP)
                self.assertIn("MONOTONIC_USEC=", hear("RELOADING=1"))
                hear("READY=1")
                server.process.send_signal(signal.SIGTERM)
                hear("STOPPING=1")
                self.assertEqual(server.wait(), 0)

    def test_statuses_and_the_unit_agree(self):
        """The unit starts the server again after a failure that may pass, but not after a mistake."""
        unit = Path("packaging/lammer.service").read_text()
        self.assertIn("Restart=on-failure", unit)
        self.assertIn("RestartPreventExitStatus=1 2", unit)
        self.assertIn("Type=notify", unit)
        self.assertIn("ExecReload=/bin/kill -HUP $MAINPID", unit)
        with tempfile.TemporaryDirectory() as folder:
            keys = ["--key", f"{folder}/a.key", "--secret", f"{folder}/a.secret", "--listen", "127.0.0.1:0"]
            for store, status in (
                ("postgresql://nobody@127.0.0.1:1/none?connect_timeout=1", 75),
                (f"sqlite:{folder}/none/house.db", 2),
                ("frob:x", 2),
            ):
                result = subprocess.run(
                    [LAMMER, "serve", "--store", store, *keys], capture_output=True, text=True, timeout=PATIENCE
                )
                self.assertEqual(result.returncode, status, result)

    def test_a_second_server_of_a_file_is_started_again(self):
        with Server("--no-demo") as server:
            result = subprocess.run(
                [LAMMER, "serve", "--store", f"sqlite:{server.folder}/house.db", "--listen", "127.0.0.1:0"],
                capture_output=True,
                text=True,
                timeout=PATIENCE,
            )
            self.assertEqual(result.returncode, 75, result)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *os.environ.get("LAMMER_ONLY", "").split(), *sys.argv[1:]], warnings="ignore")
