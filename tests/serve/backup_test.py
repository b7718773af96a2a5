#!/usr/bin/env python3
# soak
"""The drill: a house that is playing is backed up, restored elsewhere and compared with itself; then the backup is cut and altered, and
nothing of it may be restored."""

import os
import random
import sqlite3
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "proof"))
from bots import Bot  # noqa: E402
from client import LAMMER, PATIENCE, Http, Server  # noqa: E402
from floor import journal  # noqa: E402
from postgres import Postgres  # noqa: E402
from proof import Proof  # noqa: E402

sys.path.append("tests/support")
from said import is_said  # noqa: E402

TABLES = ["ma-freebet", "wa-freebet", "ma-blackjack", "ma-blackjack-multi"]
ALTERED = 15  # ways in which each backup is spoiled
ACTIONS = 300  # acknowledged between two backups
SQL = {
    "records": "stream, seq",
    "accounts": "name",
    "lines": "account, n",
    "entries": "name",
    "clients": "name",
    "snapshots": "stream",
    "meta": "name",
}


def store(*arguments):
    return subprocess.run([LAMMER, "store", *arguments], capture_output=True, text=True, timeout=300)


def done(ran):
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout


def rows(path):
    """Everything a house in SQLite holds, except who leases what."""
    with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as database:
        found = {
            table: database.execute(f"SELECT * FROM {table} ORDER BY {order}").fetchall()
            for table, order in SQL.items()
        }
        found["streams"] = database.execute(
            "SELECT name, seq, time_ms, hash, epoch FROM streams ORDER BY name"
        ).fetchall()
        assert not database.execute("SELECT count(*) FROM pending").fetchone()[0], "rows lie unsorted in a closed house"
    return found


def assert_same(one, other):
    ours, theirs = rows(one), rows(other)
    for table in ours:
        assert (
            ours[table] == theirs[table]
        ), f"{table}: {one} and {other} differ: {len(ours[table])} and {len(theirs[table])} rows"


def proved(url, folder):
    """The records as lines, after chains, ledger and every settlement were proved."""
    done(journal(url, "verify", "--secret", f"{folder}/house.secret"))
    out = tempfile.mktemp(dir=folder)
    done(journal(url, "export", "--out", out))
    with open(out, encoding="utf-8") as file:
        lines = file.read().splitlines()
    os.unlink(out)
    return lines


# --- playing


def play(bots, actions):
    wanted, deadline = sum(len(bot.acked) for bot in bots) + actions, time.monotonic() + 5 * PATIENCE
    while sum(len(bot.acked) for bot in bots) < wanted:
        assert time.monotonic() < deadline, "nothing is acknowledged any more"
        assert not any(bot.failure for bot in bots), [bot.failure for bot in bots if bot.failure][0]
        time.sleep(0.01)


def looks(server):
    """What a visitor is shown of every table, but the clocks: {table: (last record, view)}"""
    seen, deadline = {}, time.monotonic() + PATIENCE
    with Http(server) as http:
        for table in TABLES:
            answer = http.read("look", table=table)
            while answer.status == 503 and time.monotonic() < deadline:  # the server is still taking its tables
                time.sleep(0.05)
                answer = http.read("look", table=table)
            assert answer.status == 200, answer
            snapshot = answer.json["snapshot"]
            view = {key: value for key, value in snapshot.items() if "clock" not in key and "_ms" not in key}
            seen[table] = (answer.json["seq"], view)
    return seen


def served_alike(folder, one, other):
    """Both houses, opened by a server, show the same tables, as long as no clock has run out at one of them meanwhile."""
    shown = []
    for url in (one, other):
        with Server(
            "--no-demo", "--drain", "0", "--session-rate", "0", "--address-rate", "0", folder=folder, store=url
        ) as server:
            shown.append(looks(server))
            assert server.stop() == 0
    for table in TABLES:
        (seq, view), (again, restored) = shown[0][table], shown[1][table]
        differing = [key for key in view if view[key] != restored.get(key)]
        assert (
            seq != again or not differing
        ), f"{table}: after record {seq} the restored house shows another {differing}"


# --- spoiling


def spoil(data, chance):
    """(what was done, the bytes)"""
    at = chance.randrange(len(data))
    if chance.random() < 0.25:
        at = len(data) - 1 - chance.randrange(2000)  # head and seal are small: often aim at them
    kind = chance.choice(["flip", "flip", "flip", "cut", "drop", "double", "swap", "zeros", "append"])
    length = chance.choice([1, 100, 4096])
    if kind == "flip":
        return f"bit of byte {at} flipped", data[:at] + bytes([data[at] ^ 1 << chance.randrange(8)]) + data[at + 1 :]
    if kind == "cut":
        return f"cut after {at} bytes", data[:at]
    if kind == "drop":
        return f"{length} bytes at {at} left out", data[:at] + data[at + length :]
    if kind == "double":
        return f"{length} bytes at {at} twice", data[:at] + data[at : at + length] + data[at:]
    if kind == "swap":
        one, other = sorted(chance.sample(range(len(data) // 4096), 2))
        pages = [data[page * 4096 : page * 4096 + 4096] for page in (one, other)]
        spoiled = (
            data[: one * 4096]
            + pages[1]
            + data[one * 4096 + 4096 : other * 4096]
            + pages[0]
            + data[other * 4096 + 4096 :]
        )
        return f"pages {one} and {other} exchanged", spoiled
    if kind == "zeros":
        return f"{length} zeros at {at}", data[:at] + bytes(min(length, len(data) - at)) + data[at + length :]
    return f"{length} bytes more", data + bytes(length)


def refused(backup, what, folder):
    """The restore is refused, and nothing is left of the attempt."""
    target = f"{folder}/refused.db"
    ran = store("restore", backup, f"sqlite:{target}")
    assert ran.returncode == 1 and ran.stderr.startswith(
        "lammer: "
    ), f"{what}: {ran.returncode} {ran.stdout}{ran.stderr}"
    left = [name for name in os.listdir(folder) if name.startswith("refused.db")]
    assert not left, f"{what}: was refused and left {left}"


def spoiled_are_refused(backup, folder, chance):
    with open(backup, "rb") as file:
        data = file.read()
    for _ in range(ALTERED):
        what, spoiled = spoil(data, chance)
        if spoiled == data:
            continue
        with open(f"{folder}/spoiled", "wb") as file:
            file.write(spoiled)
        refused(f"{folder}/spoiled", what, folder)


def forged_is_refused(backup, folder):
    """A balance altered in an honest copy, then sealed with a stranger's key."""
    forged, again = f"{folder}/forged.db", f"{folder}/forged.backup"
    done(store("restore", backup, f"sqlite:{forged}"))
    with sqlite3.connect(forged) as database:
        database.execute("UPDATE accounts SET cents = cents + 1 WHERE name = 'cage/play'")
    with open(f"{folder}/thief.key", "w", encoding="ascii") as file:
        file.write("11" * 32)
    for key in ("thief.key", "house.key"):
        ran = store("backup", f"sqlite:{forged}", again, "--key", f"{folder}/{key}")
        assert ran.returncode != 0 and not os.path.exists(
            again
        ), f"a false house was backed up with {key}: {ran.stdout}"
    for name in [name for name in os.listdir(folder) if name.startswith("forged")]:
        os.unlink(f"{folder}/{name}")


# --- the drill


def backed_up_while_playing(url, folder, n):
    backup = f"{folder}/online.{n}"
    done(store("backup", url, backup, "--key", f"{folder}/house.key"))
    done(store("restore", backup, f"sqlite:{folder}/online.{n}.db"))
    return f"sqlite:{folder}/online.{n}.db"


def is_beginning(part, whole):
    """Every record of the one is in the other; streams grow at their ends alone, which the proof of chains has shown."""
    missing = set(part) - set(whole)
    assert not missing, f"{len(missing)} records of the backup are not in the house, as {sorted(missing)[0]}"


def killed_halfway(url, folder, chance):
    """A backup that is killed leaves no backup behind, and does not disturb the next one."""
    backup = f"{folder}/killed.backup"
    process = subprocess.Popen(
        [LAMMER, "store", "backup", url, backup, "--key", f"{folder}/house.key"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    time.sleep(chance.uniform(0, 0.15))
    process.kill()
    process.wait()
    if not os.path.exists(backup):
        done(store("backup", url, backup, "--key", f"{folder}/house.key"))
    done(store("restore", backup, f"sqlite:{folder}/killed.db"))


def compare(url, folder, postgres):
    """The final house, its backup, and the backup of what was restored into the other database."""
    whole = proved(url, folder)
    backup, there = f"{folder}/last.backup", f"sqlite:{folder}/there.db"
    done(store("backup", url, backup, "--key", f"{folder}/house.key"))
    done(store("restore", backup, there))
    assert proved(there, folder) == whole, "the restored house shows other records"
    again = store("backup", url, backup, "--key", f"{folder}/house.key")
    assert again.returncode == 1 and is_said(again.stderr, "say:backup-file-there"), again
    with open(f"{folder}/there.db", "rb") as file:
        before = file.read()
    again = store("restore", backup, there)
    assert again.returncode == 1 and is_said(again.stderr, "say:target-has-house"), again
    with open(f"{folder}/there.db", "rb") as file:
        assert file.read() == before, "a house was altered by a refused restoration"
    if url != postgres.url:
        done(store("restore", backup, postgres.url))
        again = store("restore", backup, postgres.url)
        assert again.returncode == 1 and is_said(again.stderr, "say:target-has-house"), again
        done(store("backup", postgres.url, f"{folder}/round.backup", "--key", f"{folder}/house.key"))
        done(store("restore", f"{folder}/round.backup", f"sqlite:{folder}/round.db"))
        assert_same(f"{folder}/there.db", f"{folder}/round.db")
        assert_same(f"{folder}/house.db", f"{folder}/there.db")
    served_alike(folder, url, there)
    return backup, whole


def drill(url, folder, chance, postgres):
    """One house from its first bet to its restored copy: (records, restored while playing)."""
    with Server("--session-rate", "0", "--address-rate", "0", "--drain", "1", folder=folder, store=url) as server:
        bots = [Bot([server], table, str(box), chance.randrange(10**6)) for table in TABLES for box in (1, 3)]
        for bot in bots:
            bot.start()
        restored = []
        for n in range(2):
            play(bots, ACTIONS)
            restored.append(backed_up_while_playing(url, folder, n))
        killed_halfway(url, folder, chance)
        for bot in bots:
            bot.stopping.set()
        for bot in bots:
            bot.finish()
        assert server.stop() == 0, server.log_text()[-2000:]
    for n in range(2):
        spoiled_are_refused(f"{folder}/online.{n}", folder, chance)
    parts = [proved(one, folder) for one in restored]
    backup, whole = compare(url, folder, postgres)
    for part in parts:
        assert len(part) > ACTIONS / 2, "the backup holds hardly anything"
        is_beginning(part, whole)
    forged_is_refused(backup, folder)
    return len(whole)


def main():
    proof = Proof("backup", 1, 100)
    chance, records, drills = random.Random(proof.seed), 0, 0
    while proof.goes_on(drills):
        print(f"drill {drills + 1}, seed {proof.seed}", flush=True)
        with tempfile.TemporaryDirectory(
            prefix="lammer-backup-", ignore_cleanup_errors=True
        ) as folder, Postgres() as postgres:
            url = postgres.url if drills % 2 else f"sqlite:{folder}/house.db"
            records += drill(url, folder, chance, postgres)
        drills += 1
    proof.end(
        drills,
        "houses backed up while playing and restored",
        f"{records} records, {3 * drills} restored houses equal the original "
        f"or its beginning, {2 * ALTERED * drills} cut or altered backups refused whole, 0 taken",
    )


main()
