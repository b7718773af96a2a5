#!/usr/bin/env python3
"""A house on SQLite under load, killed again and again: every acknowledged command is there exactly once, and the whole floor is
settled again from its journal to the same cent."""

import os
import random
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from bots import Bot  # noqa: E402
from client import Server  # noqa: E402
from floor import DEMO, MORE, Staff, make_people, open_tables, prove  # noqa: E402

KILLS = int(os.environ.get("LAMMER_KILLS", "6"))
SECONDS = float(os.environ.get("LAMMER_FLOOR_SECONDS", "3"))  # of play between two kills
SEED = int(os.environ.get("LAMMER_SEED", "1"))


def main():
    chance = random.Random(SEED)
    with Server("--session-rate", "0", "--address-rate", "0") as server:
        people = make_people(server)
        tables = DEMO + open_tables(server, people, MORE)
        bots = [Bot([server], table, str(box), SEED * 1000 + 10 * i + box) for i, table in enumerate(tables) for box in (1, 3)]
        staff = Staff([server], people, tables)
        for thread in bots + [staff]:
            thread.start()
        for _ in range(KILLS):
            time.sleep(SECONDS * chance.uniform(0.5, 1.5))
            server.kill()
            server.restart()
        time.sleep(SECONDS)
        staff.stopping.set()
        for bot in bots:
            bot.stopping.set()
        for bot in bots:
            bot.finish()
        assert server.stop() == 0
        acked, told = prove(server.store, bots, server.folder)
        rounds = sum(bot.rounds for bot in bots)
        print(told, end="")
        print(f"{KILLS} kills, {rounds} rounds at {len(tables)} tables seen by players, {acked} commands acknowledged once and found once, "
              f"{sum(bot.repeated for bot in bots)} sent again and not done twice, {staff.paid} awards paid by two people; "
              f"longest wait {max(bot.longest for bot in bots):.1f} s; seed {SEED}")
        assert rounds > 500, rounds


main()
