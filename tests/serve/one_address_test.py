#!/usr/bin/env python3
"""Three servers on one PostgreSQL house, of which the players know one address: it carries their commands to the servers that run their
tables. Servers are killed and stand still in the middle of hands; each acknowledged command is there exactly once. A stranger
cannot use the door between the servers."""

import hashlib
import os
import signal
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from bots import Bot  # noqa: E402
from client import Http, Server, Socket  # noqa: E402
from floor import DEMO, PASSWORD, prove  # noqa: E402
from postgres import Postgres  # noqa: E402
from servers import UNLIMITED, finish, held, play, says, wait_until  # noqa: E402


class Door:
    """Where other servers reach a server, for the client of the tests."""

    def __init__(self, inside):
        self.host, port = inside.rsplit(":", 1)
        self.port, self.tls, self.address = int(port), None, f"http://{inside}"


def proof(secret, *parts):
    """As src/serve/links.c and src/house/floor/secret.c make it."""
    key = hashlib.blake2b(b"lammer link between servers\0", key=secret, digest_size=32).digest()
    return hashlib.blake2b("\n".join(parts).encode(), key=key, digest_size=32).hexdigest()


def knock(door, header=None):
    """The status with which the door answers a request for a WebSocket."""
    headers = {
        "Upgrade": "websocket",
        "Connection": "Upgrade",
        "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==",
        "Sec-WebSocket-Protocol": "lammer.1",
    }
    if header:
        headers["X-Lammer-Link"] = header
    with Http(door) as http:
        return http.request("GET", "/ws", headers=headers).status


def strangers_stay_outside(server, inside, keys):
    with open(f"{keys}/house.secret", "rb") as file:
        secret = file.read()
    doors = [Door(inside)]
    if not inside.endswith(f":{server.port}"):
        with Http(doors[0]) as http:
            assert http.get("/healthz").status == 403, "the door of the servers serves others"
        assert knock(doors[0]) == 403, "the door of the servers opens without a proof"
        doors.append(server)
    now = int(time.time())
    told, old = f"{now} - 192.0.2.7", f"{now - 3600} - 192.0.2.7"
    right = proof(secret, told, inside, "")
    wrong = (
        f"{told} {'0' * 64}",
        f"{told} {proof(bytes(32), told, inside, '')}",
        f"{now} -l 127.0.0.1 {right}",
        f"{told} {proof(secret, told, '10.9.8.7:1', '')}",
        f"{told} {proof(secret, told, inside, 'x' * 64)}",
        f"{old} {proof(secret, old, inside, '')}",
        f"{told}",
        "",
    )
    for door in doors:
        assert knock(door, f"{told} {right}") == 101, "a server of the house is refused"
        for header in filter(None, wrong):
            # say:test-stranger-is-a-server
            assert knock(door, header) == 403, f"a stranger passes for a server of the house: {header}"


def pin(at, session, table, server):
    """Names the server of a table, as soon as the server that is asked knows that the other one has joined."""
    wait_until(
        f"{server} takes {table}",
        lambda: says(at, session, "move-table", table=table, server=server, reason="test").status == 200,
    )


def looks_from(server, table):
    """Over HTTP, from a server that does not run the table."""
    with Http(server) as http:
        answer = http.get(f"/api/look?table={table}")
        return answer.status == 200 and answer.json["snapshot"]["table"] == table


def main():
    with Postgres() as postgres, Server(*UNLIMITED, "--name", "north", store=postgres.url) as north:
        keys = [f"--{name}={north.folder}/house.{name}" for name in ("key", "secret")]
        with Http(north) as http:
            answer = http.post(
                "first-administrator", token=north.token_when_printed(), person="root", password=PASSWORD
            )
            session = answer.json["session"]
        west_options = (*UNLIMITED, *keys, "--name", "west", "--inside", "127.0.0.1:0")
        with Server(*UNLIMITED, *keys, "--name", "south", store=postgres.url) as south, Server(
            *west_options, store=postgres.url
        ) as west:
            for table, server in zip(DEMO[:6], ("south", "south", "west", "west", "north", "north")):
                pin(north, session, table, server)
            wait_until("all servers have tables", lambda: min(held(s) for s in (north, south, west)) >= 2)
            rows = {row["server"]: row for row in says(north, session, "servers").json["servers"]}
            for server, name in ((south, "south"), (west, "west")):
                strangers_stay_outside(server, rows[name]["inside"], north.folder)
            for table in DEMO[:6]:
                wait_until(f"{table} is seen through north", lambda: looks_from(north, table))

            bots = [Bot([north], table, "1", i, sides=False) for i, table in enumerate(DEMO[:6])]
            for bot in bots:
                bot.start()
            play(bots, 15)
            assert north.metrics()["lammer_links"] >= 4, north.metrics()
            assert north.metrics()["lammer_requests_carried_total"] >= 4 * 15, north.metrics()

            south.kill()
            play(bots, 15)
            south.restart()
            wait_until("south has its tables again", lambda: held(south) >= 2)
            play(bots, 10)

            west.process.send_signal(signal.SIGSTOP)
            began = time.monotonic()
            play(bots, 10)
            print(f"10 actions each with a server that stands still: {time.monotonic() - began:.1f} s", flush=True)
            west.process.send_signal(signal.SIGCONT)
            play(bots, 5)
            assert west.stop() == 0, west.log_text()[-3000:]
            play(bots, 5)
            finish(bots, (south, north))
            acked, told = prove(north.store, bots, north.folder)
    print(f"{acked} acknowledged actions through one address, 0 lost, 0 done twice", flush=True)


if __name__ == "__main__":
    main()
