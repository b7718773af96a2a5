#!/usr/bin/env python3
"""Two servers on one PostgreSQL house: one is killed, one is cut off and comes back, the database itself is restarted. Every
acknowledged command is there exactly once, meters are shared without a double entry, and the floor is settled again to the same cent."""

import os
import random
import signal
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from bots import Bot  # noqa: E402
from client import Server  # noqa: E402
from floor import DEMO, MORE, Staff, make_people, open_tables, prove  # noqa: E402
from postgres import Postgres  # noqa: E402

TURNS = int(os.environ.get("LAMMER_KILLS", "1"))
SECONDS = float(os.environ.get("LAMMER_FLOOR_SECONDS", "3"))
SEED = int(os.environ.get("LAMMER_SEED", "1"))


def held(server):
    """Tables this server holds now."""
    return int(server.metrics()["lammer_tables"])


def wait_for_all(server, tables, what):
    """How long it takes until this server holds every table."""
    began = time.monotonic()
    while held(server) < tables:
        assert time.monotonic() - began < 15, f"{what}: {held(server)} of {tables} tables"
        time.sleep(0.05)
    return time.monotonic() - began


def main():
    chance = random.Random(SEED)
    limits = ("--session-rate", "0", "--address-rate", "0")
    with Postgres() as postgres, Server(*limits, "--name", "north", store=postgres.url) as north:
        people = make_people(north)
        keys = [f"--{name}={north.folder}/house.{name}" for name in ("key", "secret")]
        with Server(*limits, *keys, "--name", "south", store=postgres.url) as south:
            tables = DEMO + open_tables(south, people, MORE)
            bots = [Bot([north, south], table, str(box), SEED * 1000 + 10 * i + box) for i, table in enumerate(tables) for box in (1, 3)]
            staff = Staff([north, south], people, tables)
            for thread in bots + [staff]:
                thread.start()
            slowest = 0.0
            for _ in range(TURNS):
                time.sleep(SECONDS)
                assert held(north) + held(south) == len(tables)
                north.kill()
                slowest = max(slowest, wait_for_all(south, len(tables), "after a kill"))
                north.restart()
                time.sleep(SECONDS)
                south.process.send_signal(signal.SIGSTOP)  # cut off: it holds leases and says nothing
                slowest = max(slowest, wait_for_all(north, len(tables), "after a cut"))
                time.sleep(1)
                south.process.send_signal(signal.SIGCONT)  # back, and believes it is still the master
                time.sleep(SECONDS)
                postgres.stop(signal.SIGQUIT)  # the database dies and comes back
                time.sleep(chance.uniform(0.2, 1))
                postgres.start()
            time.sleep(SECONDS)
            staff.stopping.set()
            for bot in bots:
                bot.stopping.set()
            for bot in bots:
                bot.finish()
            for server in (south, north):
                assert server.stop() == 0, server.log_text()[-3000:]
            acked, told = prove(postgres.url, bots, north.folder)
    rounds = sum(bot.rounds for bot in bots)
    print(told, end="")
    print(f"{TURNS} kills, cuts and restarts of the database; {rounds} rounds at {len(tables)} tables seen by players, {acked} commands acknowledged "
          f"once and found once, {sum(bot.repeated for bot in bots)} sent again and not done twice, {staff.paid} awards paid by two people; slowest "
          f"take-over {slowest:.1f} s, longest wait {max(bot.longest for bot in bots):.1f} s; seed {SEED}")
    assert slowest < 5, slowest
    assert rounds > 300, rounds


main()
