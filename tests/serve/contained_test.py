#!/usr/bin/env python3
"""The running server is contained: every thread of it, while it works, and when an intruder sits in one of them."""

import contextlib
import errno
import glob
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from client import PATIENCE, Http, Server, Socket, make_certificate  # noqa: E402
from floor import journal  # noqa: E402
from intruder import Intruder, possible  # noqa: E402
from postgres import Postgres  # noqa: E402

# thing, call, what the kernel answers
FORBIDDEN = [
    ("read the system's users", ("open", "/etc/passwd", 0, 0), errno.EACCES),
    ("read its own memory's map", ("open", "/proc/self/maps", 0, 0), errno.EACCES),
    ("plant a file", ("open", "/tmp/lammer-planted", os.O_CREAT | os.O_WRONLY, 0o600), errno.EACCES),
    ("make a folder", ("mkdir", "/tmp/lammer-planted", 0o700), errno.EPERM),
    ("open its file to all users", ("chmod", "/tmp/lammer-planted", 0o777), errno.EPERM),
    ("make a TCP socket", ("socket", socket.AF_INET, socket.SOCK_STREAM, 0), errno.EPERM),
    ("make a local socket", ("socket", socket.AF_UNIX, socket.SOCK_STREAM, 0), errno.EPERM),
    ("ask about the network", ("socket", 16, 3, 0), errno.EPERM),
    ("start a process", ("fork",), errno.EPERM),
    ("start a process by clone3", ("clone3", 0, 0), errno.ENOSYS),
    ("signal the first process", ("kill", 1, 0), errno.EPERM),
    ("let others read its memory", ("prctl", 4, 1, 0, 0, 0), errno.EPERM),
    ("change its root", ("chroot", "/"), errno.EPERM),
    ("be root", ("setresuid", 0, 0, 0), errno.EPERM),
    ("map memory that can be run", ("mmap", 0, 4096, 5, 0x22, -1, 0), errno.EPERM),
    ("make a file of memory", ("memfd_create", "code", 0), errno.EPERM),
]
DEADLY = [
    ("run a program", ("execve", "/bin/true", 0, 0)),
    ("trace a process", ("ptrace", 16, 1, 0, 0)),
    ("mount", ("mount", 0, 0, 0, 0, 0)),
]


def threads(server):
    """{thread: what the kernel says of it}"""
    told = {}
    for path in glob.glob(f"/proc/{server.process.pid}/task/*/status"):
        with contextlib.suppress(FileNotFoundError, ProcessLookupError), open(
            path, encoding="ascii"
        ) as file:  # it may have ended
            told[int(path.split("/")[4])] = dict(line.rstrip("\n").split(":\t", 1) for line in file if ":\t" in line)
    return told


def guest(server):
    with Http(server) as http:
        answer = http.post("guest")
        assert answer.status == 200, answer
        return answer.json["session"]


def work(server, seat="2"):
    """Passwords hashed, a table watched, something written: every thread has had its turn."""
    with Socket(server, session=guest(server)) as watcher:
        assert watcher.ask("watch", table="wa-freebet")["ok"]
        assert watcher.ask("sit", table="wa-freebet", seat=seat)["ok"]
    with Http(server) as http:
        http.post("sign-in", person="stranger", password="a wrong password")
        assert http.get("/metrics").status == 200
        assert b"lammer_memory_bytes 0\n" not in http.get("/metrics").body


class TlsPostgres(Postgres):
    """A database at the end of a network, with a certificate."""

    def start(self):
        self.cert, key, _ = make_certificate(self.folder)
        if self.user:
            shutil.chown(key, self.user.pw_uid, self.user.pw_gid)
            shutil.chown(self.cert, self.user.pw_uid, self.user.pw_gid)
        os.chmod(key, 0o600)
        while not self.start_at_a_free_port(
            "-c", "ssl=on", "-c", f"ssl_cert_file={self.cert}", "-c", f"ssl_key_file={key}"
        ):
            with open(f"{self.folder}/log", encoding="utf-8") as log:
                told = log.read()
            assert "Address already in use" in told, told
            os.unlink(f"{self.folder}/log")
        self.url = f"postgresql://lammer@localhost:{self.port}/postgres?sslmode=verify-full&sslrootcert={self.cert}"

    def start_at_a_free_port(self, *options):
        """False when another process had it by then."""
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        where = ["-h", "127.0.0.1", "-p", str(self.port)]
        with open(f"{self.folder}/log", "ab") as log:
            self.process = subprocess.Popen(
                [f"{self.tools}/postgres", "-D", f"{self.folder}/data", "-k", self.folder, *where, *options],
                stdout=log,
                stderr=log,
                preexec_fn=self._as_user,
                cwd=self.folder,
            )
        return self.is_ready(*where)

    def hang_up(self):
        """Ends every connection of a client."""
        subprocess.run(
            [
                f"{self.tools}/psql",
                "-h",
                "127.0.0.1",
                "-p",
                str(self.port),
                "-U",
                "lammer",
                "postgres",
                "-qtc",
                "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = 'postgres'",
            ],
            check=True,
            capture_output=True,
        )


class ContainedTest(unittest.TestCase):
    def all_contained(self, server):
        told = threads(server)
        self.assertGreaterEqual(len(told), 3)
        for thread, status in told.items():
            self.assertEqual(
                (status["Seccomp"].strip(), status["NoNewPrivs"].strip()), ("2", "1"), (thread, status["Name"])
            )
        return told

    def test_every_thread_while_it_works(self):
        with Server("--require-contain") as server:
            self.all_contained(server)
            work(server)
            self.all_contained(server)
            self.assertIn('"event":"contained"', server.log_text())
            self.assertEqual(server.stop(), 0)

    def test_only_on_request_without(self):
        with Server("--no-contain") as server:
            self.assertEqual({status["Seccomp"].strip() for status in threads(server).values()}, {"0"})
            self.assertIn('"event":"not contained"', server.log_text())

    def test_certificates_are_read_before(self):
        with tempfile.TemporaryDirectory() as folder:
            cert, key, tls = make_certificate(folder)
            with Server("--cert", cert, "--key-file", key, tls=tls) as server:
                work(server)
                self.all_contained(server)

    def test_database_is_called_again_by_name_and_tls(self):
        with TlsPostgres() as postgres, Server("--no-demo", "--session-rate", "0", store=postgres.url) as server:
            guest(server)
            for _ in range(3):
                postgres.hang_up()
                guest(server)
            self.all_contained(server)
            self.assertEqual(server.stop(), 0)

    @unittest.skipUnless(possible(), "needs root on x86-64")
    def test_intruder_in_any_thread_is_denied(self):
        tried = 0
        with Server() as server:
            work(server)
            for thread in threads(server):
                with Intruder(server.process.pid, thread) as intruder:
                    self.assertEqual(intruder.call("getpid"), server.process.pid)
                    for thing, call, expected in FORBIDDEN:
                        result = intruder.call(*call)
                        self.assertEqual(result, -expected, f"{thing}: {result}")
                        tried += 1
            work(server, seat="4")  # and the server still works
            self.assertGreaterEqual(tried, 30)
            self.assertEqual(server.stop(), 0, server.log_text()[-1000:])
        print(
            f"proof contained: {tried} forbidden things tried by an intruder in the threads of a running server, 0 not denied"
        )

    @unittest.skipUnless(possible(), "needs root on x86-64")
    def test_the_worst_ends_the_process_and_nothing_is_lost(self):
        with Server() as server:
            for thing, call in DEADLY:
                session = guest(server)
                with Intruder(server.process.pid, server.process.pid) as intruder:
                    self.assertIsNone(intruder.call(*call), thing)
                self.assertIn(server.wait(), (-signal.SIGSYS, 0))
                server.restart()
                Socket(server, session=session).close()  # sessions from before are still known
            self.assertEqual(server.stop(), 0)
            verify = journal(server.store, "verify")
            self.assertEqual(verify.returncode, 0, verify.stdout + verify.stderr)


if __name__ == "__main__":
    assert PATIENCE > 0
    unittest.main()
