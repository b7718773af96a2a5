#!/usr/bin/env python3
"""A PostgreSQL with an asynchronous replica fails over: the replica lacks commands that were acknowledged. A server that is started on
the promoted replica compares it with the head that it kept, and refuses; on a replica that has everything it opens."""

import glob
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

sys.path[:0] = [
    os.path.dirname(os.path.abspath(__file__)),
    os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"),
]
from client import PATIENCE, Http, Server  # noqa: E402
from postgres import Postgres  # noqa: E402
from said import assert_said  # noqa: E402


class Replica(Postgres):
    """Follows a primary until it is promoted."""

    def __init__(self, primary):
        self.tools, self.user = primary.tools, primary.user
        self.folder = tempfile.mkdtemp(prefix="lammer-pg-")
        if self.user:
            os.chown(self.folder, self.user.pw_uid, self.user.pw_gid)
        self.url = f"postgresql:///postgres?host={self.folder}&user=lammer"
        self.run("pg_basebackup", "-D", f"{self.folder}/data", "-h", primary.folder, "-U", "lammer", "-R", "-c", "fast")
        self.start()

    def promote(self):
        self.run("pg_ctl", "promote", "-D", f"{self.folder}/data", "-w")


def asked(postgres, question):
    shown = subprocess.run(
        [f"{postgres.tools}/psql", "-X", "-q", "-t", "-A", "-d", postgres.url, "-c", question],
        capture_output=True,
        text=True,
    )
    return shown.stdout.strip()


def wait_until(what, is_so):
    deadline = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < deadline, f"never: {what}"
        time.sleep(0.05)


def records(postgres):
    return int(asked(postgres, "SELECT count(*) FROM lammer.records") or 0)


def play(server, times):
    """Acknowledged commands, each a record."""
    for i in range(times):
        with Http(server) as http:
            http.post("guest")
            answer = http.post("sit", table="wa-freebet", seat=str(1 + i % 5))
            assert answer.status == 200, answer
            answer = http.post("leave", table="wa-freebet")
            assert answer.status == 200, answer


def options(keys, heads):
    return [
        *[f"--{name}={keys}/house.{name}" for name in ("key", "secret")],
        "--heads",
        heads,
        "--head-every",
        "1",
    ]


def refusal(postgres, *given):
    """What a server says that does not open."""
    server = Server(*given, store=postgres.url, wait=False)
    with open(f"{server.folder}/log", "wb") as log:
        ended = subprocess.run(server.command(), stdout=subprocess.PIPE, stderr=log, timeout=PATIENCE)
    with open(f"{server.folder}/log", encoding="utf-8") as log:
        told = log.read()
    shutil.rmtree(server.folder, ignore_errors=True)
    assert ended.returncode == 1, f"a store without acknowledged records is opened: {ended.returncode} {told[-3000:]}"
    assert_said("say:rolled-back", told)
    return told


def main():
    keys, heads = tempfile.mkdtemp(prefix="lammer-keys-"), tempfile.mkdtemp(prefix="lammer-heads-")
    with Postgres() as primary:
        with Server(*options(keys, heads), store=primary.url) as server:
            play(server, 2)
            with Replica(primary) as complete, Replica(primary) as behind:
                wait_until("the replica follows", lambda: records(behind) == records(primary))
                behind.stop(signal.SIGKILL)  # from here on it hears of nothing
                play(server, 3)
                assert server.stop() == 0, server.log_text()[-3000:]
                assert glob.glob(f"{heads}/*.head"), os.listdir(heads)
                shutil.copytree(heads, f"{keys}/renamed")
                os.rename(f"{keys}/renamed/house.head", f"{keys}/renamed/container-7.head")
                wait_until("the replica follows", lambda: records(complete) == records(primary))
                primary.stop()
                behind.start()
                complete.promote()
                behind.promote()
                lost = records(complete) - records(behind)
                assert lost > 0, "the replica lacks nothing"
                # its name is another one at each start, and the head may have been left under any name
                for folder, name in ((heads, []), (f"{keys}/renamed", []), (heads, ["--name", "new"])):
                    told = refusal(behind, *options(keys, folder), *name)
                with Server(*options(keys, heads), store=complete.url) as opened:
                    play(opened, 1)
                    assert opened.stop() == 0, opened.log_text()[-3000:]
                left = [name for name in os.listdir(heads) if not re.search(r"-\d{4}-\d\d-\d\d\.head$", name)]
                assert left == ["house.head"], f"heads of earlier names are left: {left}"
    print(f"a promoted replica that lacks {lost} records is refused, a complete one is opened", flush=True)
    print(told.strip().splitlines()[-1], flush=True)
    for folder in (keys, heads):
        shutil.rmtree(folder, ignore_errors=True)


main()
