#!/usr/bin/env python3
"""A house that cannot keep up refuses new commands at once and says when to try again; what it has taken it does, once. Here another
client of the database keeps the journal locked, so that no record becomes durable."""

import os
import subprocess
import sys
import time

sys.path[:0] = [
    os.path.dirname(os.path.abspath(__file__)),
    os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"),
]
from client import PATIENCE, Http, Server, Socket  # noqa: E402
from postgres import Postgres  # noqa: E402
from said import assert_said  # noqa: E402

BOUND_MS = 200
LOCK = "BEGIN; LOCK TABLE lammer.records IN EXCLUSIVE MODE; SELECT 'locked'; SELECT pg_sleep({}); ROLLBACK;"


def lock(postgres, seconds):
    """Readers continue and writers wait, for less time than a lease lasts."""
    psql = subprocess.Popen(
        [f"{postgres.tools}/psql", "-X", "-q", "-t", "-d", postgres.url, "-c", LOCK.format(seconds)],
        stdout=subprocess.PIPE,
        text=True,
    )
    return psql


def is_locked(postgres):
    shown = subprocess.run(
        [f"{postgres.tools}/psql", "-X", "-q", "-t", "-d", postgres.url, "-c"]
        + ["SELECT count(*) FROM pg_locks WHERE mode = 'ExclusiveLock' AND relation = 'lammer.records'::regclass"],
        capture_output=True,
        text=True,
        check=True,
    )
    return int(shown.stdout) > 0


def wait_until(is_so):
    deadline = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def main():
    with Postgres() as postgres, Server("--busy", str(BOUND_MS), store=postgres.url) as server:
        with Http(server) as http:
            session = http.post("guest").json["session"]
        with Socket(server, session=session) as socket, Http(server, bearer=session) as http:
            socket.ask("watch", table="wa-freebet")
            assert socket.ask("sit", table="wa-freebet", seat="1")["ok"]
            psql = lock(postgres, 1.5)
            wait_until(lambda: is_locked(postgres))
            number = socket.send("buy", table="wa-freebet", cents=5000)  # the house takes it, and cannot write it down
            time.sleep(2.5 * BOUND_MS / 1000)
            began = time.monotonic()
            refused = http.post("leave", table="wa-freebet", n=number + 1, seen=1)
            took = time.monotonic() - began
            psql.wait(PATIENCE)
            assert refused.status == 503, refused
            assert_said("say:house-is-busy", refused.json["why"])
            assert int(refused.header("Retry-After")) >= 1, refused.headers
            assert took < 1, f"refused after {took:.1f} s"
            bought = socket.answer_to(number)
            assert bought["ok"], bought
            left = http.post("leave", table="wa-freebet", n=number + 1)  # its number is free: it was not done
            assert left.status == 200 and "repeated" not in left.json, left
            again = http.post("leave", table="wa-freebet", n=number + 1)
            assert again.json.get("repeated"), again
        assert int(server.metrics()["lammer_requests_busy_total"]) >= 1
        assert server.stop() == 0, server.log_text()[-3000:]
    print("refused early, nothing lost", flush=True)


main()
