"""A PostgreSQL of the tests' own: in a folder, on a Unix socket, gone afterwards."""

import glob
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time

from client import PATIENCE


class Postgres:
    def __init__(self):
        tools = sorted(glob.glob("/usr/lib/postgresql/*/bin"))
        assert tools, "PostgreSQL is not installed; tools/setup test installs it"
        self.tools = tools[-1]
        self.folder = tempfile.mkdtemp(prefix="lammer-pg-")
        self.user = pwd.getpwnam("postgres") if os.getuid() == 0 else None
        if self.user:
            os.chown(self.folder, self.user.pw_uid, self.user.pw_gid)
        self.run("initdb", "-D", f"{self.folder}/data", "-A", "trust", "-U", "lammer", "-N", "-E", "UTF8", "--locale=C")
        self.url = f"postgresql:///postgres?host={self.folder}&user=lammer"
        self.start()

    def _as_user(self):
        if self.user:
            os.setgid(self.user.pw_gid)
            os.setuid(self.user.pw_uid)

    def run(self, tool, *arguments):
        subprocess.run(
            [f"{self.tools}/{tool}", *arguments],
            check=True,
            capture_output=True,
            preexec_fn=self._as_user,
            cwd=self.folder,
        )

    def start(self):
        log = open(f"{self.folder}/log", "ab")
        self.process = subprocess.Popen(
            [
                f"{self.tools}/postgres",
                "-D",
                f"{self.folder}/data",
                "-k",
                self.folder,
                "-h",
                "",
                "-c",
                "max_connections=60",
            ],
            stdout=log,
            stderr=log,
            preexec_fn=self._as_user,
            cwd=self.folder,
        )
        assert self.is_ready("-h", self.folder), "PostgreSQL did not start"

    def is_ready(self, *where):
        """Waits until it answers or has ended, and returns whether it answers; after a kill it first replays its log."""
        deadline = time.monotonic() + 5 * PATIENCE
        while subprocess.run([f"{self.tools}/pg_isready", *where, "-q"]).returncode != 0:
            if self.process.poll() is not None or time.monotonic() > deadline:
                return False
            time.sleep(0.05)
        return True

    def stop(self, how=signal.SIGINT):
        if self.process.poll() is None:
            self.process.send_signal(how)
            self.process.wait(5 * PATIENCE)

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)
