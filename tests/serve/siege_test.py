#!/usr/bin/env python3
# soak
"""A thousand connections (in a long run ten thousand) that are silent, slow, half-open, oversized or nonsense, all at once. The server
drops them, its memory stays small, and two players at a table notice nothing."""

import json
import os
import random
import resource
import socket as sockets
import sys
import time

sys.path[:0] = [
    os.path.dirname(os.path.abspath(__file__)),
    os.path.join(os.path.dirname(os.path.abspath(__file__)), "../proof"),
]
from bots import Bot  # noqa: E402
from client import PATIENCE, TEXT, Http, Server, frame  # noqa: E402
from proof import Proof  # noqa: E402

TABLE = "ma-blackjack"
AT_ONCE = 10000
MEMORY = 48 << 20  # bytes that a siege may cost apart from its connections
MEMORY_EACH = 24 << 10  # bytes that each connection may cost
UPGRADE = (
    b"GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Protocol: lammer.1\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)


def post(length, body):
    return (
        b"POST /api/guest HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n"
        % length
        + body
    )


def asks(count):
    """Requests of a client that never reads an answer."""
    words = [json.dumps(body).encode() for body in ({"do": "look", "table": TABLE}, {"do": "lobby"})]
    return b"".join(frame(TEXT, words[i % 2]) for i in range(count))


ASKS, ASKING = "a socket that asks and reads nothing", 100  # at most this many of them

# what a connection sends before it falls silent; whether the server must soon drop it
KINDS = {
    "silent": (b"", True),
    "half a head": (b"GET / HTTP/1.1\r\nHost: localhost\r\n", True),
    "half a body": (post(50, b"{"), True),
    "half a large body": (post(60000, b"x" * 30000), True),
    "a head too large": (b"GET / HTTP/1.1\r\n" + b"X-Long: " + b"x" * 9000 + b"\r\n\r\n", True),
    "a body too large": (post(10**9, b"x" * 2000), True),
    "a drop at a time": (b"G", True),
    "noise": (random.Random(1).randbytes(300), True),
    "a frame too large": (UPGRADE + frame(TEXT, b"x", length=1 << 40), True),
    "half a frame": (UPGRADE + frame(TEXT, b"x" * 20000)[:10000], False),
    "a socket that says nothing": (UPGRADE, False),
    ASKS: (UPGRADE + asks(600), False),
}


class Player(Bot):
    """Plays on at a steady pace and notes how long each answer takes."""

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.times = []

    def do(self, word, **fields):
        began = time.monotonic()
        done = super().do(word, **fields)
        self.times.append(time.monotonic() - began)
        time.sleep(0.02)
        return done


def slow_tenth(players, begins):
    """The time within which nine answers of ten came."""
    times = sorted(t for player, begin in zip(players, begins) for t in player.times[begin:])
    return times[len(times) * 9 // 10]


def wait_for(condition, what, seconds=PATIENCE):
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, what()
        time.sleep(0.05)


def measure(players, actions, when):
    """Lets them play some more actions; returns the slowest tenth."""
    begins = [len(player.times) for player in players]

    def answers():
        return sum(len(player.times) - begin for player, begin in zip(players, begins))

    def answered():
        assert not any(player.failure for player in players), [player.failure for player in players]
        return answers() >= actions

    # say:test-few-answers
    wait_for(answered, lambda: f"only {answers()} answers {when} the siege")
    return slow_tenth(players, begins)


class Siege:
    """Opens connections of all kinds in turn, and reads from none of them."""

    def __init__(self, server, count):
        self.server, self.held = server, []
        kinds = list(KINDS)
        for i in range(count):
            name = kinds[i % len(kinds)]
            if name == ASKS and i > ASKING * len(kinds):
                name = kinds[
                    0
                ]  # how many requests a second one may make is the rate limits' business, which are off here
            self.held.append((name, self.connect(KINDS[name][0])))

    def connect(self, data):
        connection = sockets.socket()
        connection.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, 4096)
        connection.settimeout(10 * PATIENCE)
        connection.connect((self.server.host, self.server.port))
        connection.setblocking(False)
        try:
            connection.send(data)
        except OSError:
            pass
        return connection

    def drip(self):
        """One byte more from those who send a drop at a time, for ever."""
        for name, connection in self.held:
            if name == "a drop at a time":
                try:
                    connection.send(b"E")
                except OSError:
                    pass

    def must_be_dropped(self):
        return sum(KINDS[name][1] for name, _ in self.held)

    def end(self):
        for _, connection in self.held:
            connection.close()


def wave(server, players, count):
    """A siege; the slow tenth before and during it, and what it cost in memory."""
    calm = measure(players, 60, "before")
    before = server.metrics()
    siege = Siege(server, count)
    busy = measure(players, 60, "in")
    cost = server.metrics()["lammer_memory_bytes"] - before["lammer_memory_bytes"]
    bound = MEMORY + MEMORY_EACH * count
    # say:test-memory-of-connections
    assert cost < bound, f"{cost / 2 ** 20:.0f} MiB for {count} connections; {bound / 2 ** 20:.0f} are allowed"
    assert Http(server).get("/healthz").status == 200
    stays = count - siege.must_be_dropped()

    def dropped():
        siege.drip()
        return server.metrics()["lammer_connections"] <= stays + 10

    wait_for(
        dropped,
        lambda: f"{server.metrics()['lammer_connections']:.0f} connections still there, {stays} may be",
        2 * PATIENCE,
    )
    timed_out = server.metrics()["lammer_connections_timed_out_total"] - before["lammer_connections_timed_out_total"]
    assert timed_out > count / 4, f"{timed_out:.0f} connections timed out"
    siege.end()
    wait_for(lambda: server.metrics()["lammer_connections"] < 10, lambda: "connections are never given up")
    measure(players, 20, "after")
    return calm, busy, cost


def main():
    proof = Proof("siege", 1000, 10000)
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    at_once = min(proof.count, AT_ONCE)
    done, worst, most, slowest = 0, 0.0, 0.0, 0.0
    print(f"seed {proof.seed}", flush=True)
    with Server("--session-rate", "0", "--address-rate", "0", "--per-address", "0") as server:
        players = [Player([server], TABLE, seat, proof.seed + i) for i, seat in enumerate(("1", "3"))]
        for player in players:
            player.start()
        while proof.goes_on(done):
            calm, busy, cost = wave(server, players, at_once)
            done, worst, most = done + at_once, max(worst, busy), max(most, cost)
            slowest = max(slowest, calm)
        for player in players:
            player.finish()
        refused = server.metrics()["lammer_slow_readers_total"]
        # say:test-deaf-client-not-closed
        assert refused > 0, "a client that reads nothing was not closed"
        assert server.stop() == 0, server.log_text()[-3000:]
    proof.end(
        done,
        "connections",
        f"{len(KINDS)} kinds, {at_once} at once, at most {most / 2 ** 20:.0f} MiB for them, nine of ten answers to players within "
        f"{1000 * worst:.0f} ms ({1000 * slowest:.0f} ms before), {refused:.0f} slow readers closed, {sum(p.rounds for p in players) // 2} rounds played meanwhile",
    )


main()
