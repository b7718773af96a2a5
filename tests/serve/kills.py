"""Kills at random moments and at the worst ones: a server under load, one that has just acknowledged something, one that has hardly
opened, one that is still reading its journal.

Moments are counted in acknowledged actions, so that a busy machine sees the same load between two kills as an idle one."""

import os
import subprocess
import time

from bots import Bot
from client import PATIENCE
from floor import DEMO, MORE, Staff, make_people, open_tables, prove

UNLIMITED = ("--session-rate", "0", "--address-rate", "0")
HOUSE = 100  # kills that one house lives through before its journal is proved and the next one opens
ACTIONS = 150  # at most, between two kills
ROUNDS = int(os.environ.get("LAMMER_ROUNDS", 2000))  # seen by the players of a house before they go home


def killed_while_starting(server, seconds):
    """Starts the server, and kills it before or soon after it opens."""
    with open(f"{server.folder}/log.dead", "wb") as log:
        process = subprocess.Popen(server.command(), stdout=subprocess.DEVNULL, stderr=log, env=server.env)
        time.sleep(seconds)
        process.kill()
        process.wait()


class Floor:
    """Every table and wager there is, two players at each table, and staff for the awards."""

    def __init__(self, servers, seed):
        self.servers = servers
        self.people = make_people(servers[-1])  # the last start has the token
        self.tables = DEMO + open_tables(servers[-1], self.people, MORE)
        self.bots = [
            Bot(servers, table, str(box), seed * 1000 + 10 * i + box)
            for i, table in enumerate(self.tables)
            for box in (1, 3)
        ]
        self.staff = Staff(servers, self.people, self.tables)
        for thread in self.bots + [self.staff]:
            thread.start()

    def play(self, chance):
        """Plays until a random number of further actions is acknowledged, and a moment longer."""
        self.play_until(self.acked() + chance.randint(1, ACTIONS))
        time.sleep(chance.uniform(0, 0.02))

    def kill(self, server, chance):
        """kill -9 after some play, now and then several times in a row; the server is open again afterwards. Returns the number of kills."""
        kills = 1
        self.play(chance)
        if chance.random() < 0.5:
            self.kill_with_the_next_acknowledgement(server)
        server.kill()
        server.keep_port()
        while chance.random() < 0.3:
            killed_while_starting(server, chance.uniform(0.01, 0.25))
            kills += 1
        server.restart()
        return kills

    def kill_with_the_next_acknowledgement(self, server):
        """Kills right after an acknowledgement, so that a command acknowledged too early is lost."""
        for bot in self.bots:
            bot.acknowledged = server.process.kill
        self.play_until(self.acked() + 1)
        for bot in self.bots:
            bot.acknowledged = None

    def play_until(self, wanted):
        """Waits until so many actions were acknowledged."""
        deadline = time.monotonic() + 10 * PATIENCE
        while self.acked() < wanted:
            assert time.monotonic() < deadline, "nothing is acknowledged any more"
            assert not any(bot.failure for bot in self.bots), [bot.failure for bot in self.bots if bot.failure][0]
            time.sleep(0.005)

    def play_on(self, rounds):
        """Waits until the players have seen this many rounds since the house opened."""
        while sum(bot.rounds for bot in self.bots) < rounds:
            self.play_until(self.acked() + 1)

    def acked(self):
        return sum(len(bot.acked) for bot in self.bots)

    def finish(self):
        """All bots and the staff stop; the journal must tell what they were told."""
        self.staff.stopping.set()
        for bot in self.bots:
            bot.stopping.set()
        for bot in self.bots:
            bot.finish()
        for server in reversed(self.servers):
            assert server.stop() == 0, server.log_text()[-3000:]
        acked, told = prove(self.servers[0].store, self.bots, self.servers[0].folder)
        print(told, end="", flush=True)
        return acked


class Figures:
    """What all houses of a proof have seen together."""

    def __init__(self):
        self.kills = self.houses = self.rounds = self.acked = self.repeated = self.paid = 0
        self.longest = 0.0

    def add(self, floor, acked):
        self.houses += 1
        self.acked += acked
        self.rounds += sum(bot.rounds for bot in floor.bots)
        self.repeated += sum(bot.repeated for bot in floor.bots)
        self.longest = max([self.longest] + [bot.longest for bot in floor.bots])
        self.paid += floor.staff.paid

    def text(self):
        return (
            f"{self.houses} houses, {self.rounds} rounds seen by players, {self.acked} acknowledged actions, 0 lost, 0 done twice, "
            f"{self.repeated} sent again, {self.paid} awards paid by two people, longest wait {self.longest:.1f} s"
        )
