#!/usr/bin/env python3
# soak
"""Two servers on one PostgreSQL house: they are killed, one is cut off and comes back, the database itself is restarted. Every
acknowledged command is there exactly once, meters are shared without a double entry, and the floor is settled again to the same cent."""

import os
import random
import signal
import sys
import time

sys.path[:0] = [
    os.path.dirname(os.path.abspath(__file__)),
    os.path.join(os.path.dirname(os.path.abspath(__file__)), "../proof"),
]
from bots import LOST  # noqa: E402
from client import PATIENCE, Http, Server  # noqa: E402
from kills import HOUSE, ROUNDS, UNLIMITED, Figures, Floor  # noqa: E402
from postgres import Postgres  # noqa: E402
from proof import Proof  # noqa: E402

BETWEEN = 10  # kills of one server between two disasters in a long proof; in a short one 2


def held(server):
    """Tables this server holds now."""
    return int(server.metrics()["lammer_tables"])


def wait_for_all(server, tables, what):
    """How long it takes until this server holds every table."""
    began = time.monotonic()
    while held(server) < tables:
        assert time.monotonic() - began < 5 * PATIENCE, f"{what}: {held(server)} of {tables} tables"
        time.sleep(0.05)
    return time.monotonic() - began


def writes(server):
    """Whether the server records what it is told; a server that has given up its database is started again."""
    if server.process.poll() is not None:
        assert server.wait() == 75, server.log_text()[-3000:]
        server.restart()
    try:
        with Http(server) as http:
            return http.post("guest").status == 200
    except LOST:
        return False


class Disasters:
    """Disturbances of the house besides kills, one method each; the slowest take-over is kept."""

    def __init__(self, postgres, north, south, tables, chance):
        self.postgres, self.north, self.south, self.tables, self.chance = postgres, north, south, tables, chance
        self.slowest, self.done = 0.0, 0

    def died(self):
        """A server dies and stays away: the other takes its tables."""
        self.north.kill()
        self.slowest = max(self.slowest, wait_for_all(self.south, self.tables, "after a kill"))
        self.north.restart()
        return 1

    def cut_off(self):
        """A server holds leases and says nothing; when it is back it believes that it is still the master."""
        self.south.process.send_signal(signal.SIGSTOP)
        self.slowest = max(self.slowest, wait_for_all(self.north, self.tables, "after a cut"))
        time.sleep(0.5)
        self.south.process.send_signal(signal.SIGCONT)
        return 0

    def database(self):
        """The database dies and comes back. Servers that have lost patience by then have stopped, and are started again."""
        self.postgres.stop(signal.SIGQUIT)
        time.sleep(self.chance.uniform(0.2, 1))
        self.postgres.start()
        for server in (self.north, self.south):
            while not writes(server):
                time.sleep(0.05)
        return 0

    def next(self):
        self.done += 1
        return (self.died, self.cut_off, self.database)[self.done % 3]()


def one_house(proof, chance, figures):
    """Every disturbance happens at least once."""
    with Postgres() as postgres, Server(*UNLIMITED, "--name", "north", store=postgres.url) as north:
        keys = [f"--{name}={north.folder}/house.{name}" for name in ("key", "secret")]
        with Server(*UNLIMITED, *keys, "--name", "south", store=postgres.url) as south:
            floor = Floor([north, south], proof.seed + figures.houses)
            disasters = Disasters(postgres, north, south, len(floor.tables), chance)
            end, between = figures.kills + HOUSE, BETWEEN if proof.count > HOUSE else 2
            while figures.kills < end and proof.goes_on(figures.kills):
                for _ in range(between):
                    figures.kills += floor.kill(chance.choice((north, south)), chance)
                floor.play(chance)
                figures.kills += disasters.next()
            while disasters.done < 3:
                figures.kills += disasters.next()
            floor.play_on(ROUNDS)
            figures.add(floor, floor.finish())
    return disasters


def main():
    proof, figures = Proof("kills-postgres", 8, 5000), Figures()
    chance, slowest, befell = random.Random(proof.seed), 0.0, 0
    print(f"seed {proof.seed}", flush=True)
    while proof.goes_on(figures.kills):
        disasters = one_house(proof, chance, figures)
        slowest, befell = max(slowest, disasters.slowest), befell + disasters.done
    assert figures.acked > 10 * figures.kills, f"{figures.acked} actions: the house was not under load"
    proof.end(
        figures.kills,
        "kills",
        f"{befell} take-overs, cuts and restarts of the database, slowest take-over {slowest:.1f} s, {figures.text()}",
    )


main()
