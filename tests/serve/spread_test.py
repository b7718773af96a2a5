#!/usr/bin/env python3
"""Three servers on one PostgreSQL house share its tables while players play: a server that joins gets its share, staff move a table, a
server is stopped and another one dies. Each acknowledged command is there exactly once."""

import os
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from bots import Bot  # noqa: E402
from client import Http, Server  # noqa: E402
from floor import DEMO, PASSWORD, prove  # noqa: E402
from postgres import Postgres  # noqa: E402
from servers import UNLIMITED, held, play, says, wait_until  # noqa: E402


def wait_for_shares(*servers, least=1):
    """Each server holds tables, and together they hold all. A busy table weighs as much as hundreds of idle ones."""

    def even():
        tables = [held(server) for server in servers]
        return sum(tables) == len(DEMO) and min(tables) >= least

    wait_until(f"{len(servers)} servers share {len(DEMO)} tables", even)


def staff_move(north, south, session, bots):
    table = bots[0].table
    assert says(south, session, "move-table", table=table, server="elsewhere", reason="test").status == 404
    for server, name in ((north, "north"), (south, "south")):
        answer = says(south, session, "move-table", table=table, server=name, reason="test")
        assert answer.status == 200, answer
        wait_until(f"{name} runs {table}", lambda: says(server, session, "look", table=table).status == 200)
    answer = says(south, session, "move-table", table=table, reason="test")
    assert answer.status == 200, answer
    rows = says(north, session, "servers").json
    assert rows["here"] == "north" and {row["server"] for row in rows["servers"]} == {"north", "south"}, rows
    assert {row["address"] for row in rows["servers"]} == {north.address, south.address}, rows


def main():
    with Postgres() as postgres, Server(*UNLIMITED, "--name", "north", store=postgres.url) as north:
        keys = [f"--{name}={north.folder}/house.{name}" for name in ("key", "secret")]
        with Http(north) as http:
            answer = http.post(
                "first-administrator", token=north.token_when_printed(), person="root", password=PASSWORD
            )
            session = answer.json["session"]
        wait_until("one server holds all tables", lambda: held(north) == len(DEMO))
        with Server(*UNLIMITED, *keys, "--name", "south", store=postgres.url) as south:
            servers = [north, south]
            wait_for_shares(north, south, least=len(DEMO) // 2)
            bots = [Bot(servers, table, "1", i, sides=False) for i, table in enumerate(DEMO[:4])]
            for bot in bots:
                bot.start()
            play(bots, 5)
            staff_move(north, south, session, bots)
            with Server(*UNLIMITED, *keys, "--name", "west", store=postgres.url) as west:
                for bot in bots:
                    bot.servers.append(west)
                wait_for_shares(north, south, west)
                play(bots, 5)
                began = time.monotonic()
                assert west.stop() == 0, west.log_text()[-3000:]
                assert "table-handed-over" in west.log_text(), west.log_text()[-3000:]
                wait_until("two servers hold all tables", lambda: held(north) + held(south) == len(DEMO))
                print(f"handed over and stopped in {time.monotonic() - began:.1f} s", flush=True)
            for bot in bots:
                bot.servers.pop()
                bot.at %= len(bot.servers)
            play(bots, 5)
            south.kill()
            wait_until("one server holds all tables", lambda: held(north) == len(DEMO))
            play(bots, 5)
            south.restart()
            wait_for_shares(north, south)
            play(bots, 5)
            for bot in bots:
                bot.stopping.set()
            for bot in bots:
                bot.finish()
            handed = sum(int(server.metrics()["lammer_tables_handed_over_total"]) for server in servers)
            for server in reversed(servers):
                assert server.stop() == 0, server.log_text()[-3000:]
            acked, told = prove(north.store, bots, north.folder)
    print(f"{acked} acknowledged actions, {handed} hand-overs, 0 lost, 0 done twice", flush=True)


main()
