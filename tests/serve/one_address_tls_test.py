#!/usr/bin/env python3
"""Two servers with certificates on one PostgreSQL house: clients come by TLS, and each server carries their requests through the door of
the other, whether it chose the port of its door itself or was given one (--inside)."""

import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from bots import Bot  # noqa: E402
from client import Http, Server, make_certificate  # noqa: E402
from floor import DEMO, PASSWORD, prove  # noqa: E402
from one_address_test import looks_from, pin, strangers_stay_outside  # noqa: E402
from postgres import Postgres  # noqa: E402
from servers import UNLIMITED, finish, held, play, says, wait_until  # noqa: E402


def main():
    with tempfile.TemporaryDirectory() as folder, Postgres() as postgres:
        cert, key, tls = make_certificate(folder)
        options = (*UNLIMITED, "--cert", cert, "--key-file", key, "--name")
        with Server(*options, "north", store=postgres.url, tls=tls) as north:
            keys = [f"--{name}={north.folder}/house.{name}" for name in ("key", "secret")]
            with Http(north) as http:
                token = north.token_when_printed()
                session = http.post("first-administrator", token=token, person="root", password=PASSWORD).json[
                    "session"
                ]
            with Server(*options, "south", *keys, "--inside", "127.0.0.1:0", store=postgres.url, tls=tls) as south:
                wait_until("north knows south", lambda: len(says(north, session, "servers").json["servers"]) == 2)
                for table, server in zip(DEMO[:4], ("south", "south", "north", "north")):
                    pin(north, session, table, server)
                wait_until("both servers have tables", lambda: min(held(north), held(south)) >= 2)
                for row in says(north, session, "servers").json["servers"]:
                    server = north if row["server"] == "north" else south
                    assert row["address"].startswith("https://"), row
                    strangers_stay_outside(server, row["inside"], north.folder)
                for at in (north, south):
                    for table in DEMO[:4]:
                        wait_until(f"{table} is seen through {at.address}", lambda: looks_from(at, table))
                bots = [
                    Bot([at], table, "1", i, sides=False) for i, (at, table) in enumerate(zip((north, south) * 2, DEMO))
                ]
                for bot in bots:
                    bot.start()
                play(bots, 10)
                carried = [server.metrics()["lammer_requests_carried_total"] for server in (north, south)]
                assert min(carried) >= 10, carried
                finish(bots, (south, north))
                acked, _ = prove(north.store, bots, north.folder)
    print(f"{acked} acknowledged actions by TLS through two doors, 0 lost, 0 done twice", flush=True)


if __name__ == "__main__":
    main()
