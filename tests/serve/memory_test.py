#!/usr/bin/env python3
# soak
"""One allocation of a running server fails, in any of its threads and rooms: it answers, refuses, closes that connection or ends with a sentence;
it never crashes and never leaves a client waiting, and what it acknowledged is in a journal that proves."""

import bisect
import collections
import http.client
import os
import random
import shutil
import struct
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "../proof")]
from client import LAMMER, Closed, Http, Refused, Server, Socket  # noqa: E402
from proof import Proof  # noqa: E402

MOST = 1 << 20  # as in preload/memory.c
TABLE = "wa-freebet"
OVER = (Closed, Refused, ConnectionError, http.client.HTTPException)


def read_symbols():
    names = subprocess.run(["nm", "--defined-only", LAMMER], capture_output=True, text=True, check=True).stdout
    return sorted((int(line.split()[0], 16), line.split()[-1]) for line in names.splitlines())


SYMBOLS = read_symbols()


def function_at(place):
    return SYMBOLS[bisect.bisect(SYMBOLS, (place, "")) - 1][1]


def where(fails):
    return f"allocation {fails[1]} of {function_at(fails[0])}"


def is_ours(place):
    """False for the CUDA runtime, which is linked in and crashes before the program begins. LAMMER_PLACE names one function to try."""
    function = function_at(place)
    return not function.startswith("libcudart") and os.environ.get("LAMMER_PLACE", function) == function


class Memory:
    """The file that preload/memory.c maps."""

    def __init__(self, folder):
        self.path, self.library = f"{folder}/memory", f"{folder}/memory.so"
        subprocess.run(
            [os.environ.get("CC", "cc"), "-O2", "-shared", "-fPIC", "-o", self.library, f"{HERE}/preload/memory.c"],
            check=True,
        )

    def arm(self, fails):
        """(place, n): its n-th allocation fails."""
        with open(self.path, "wb") as file:
            file.write(struct.pack("<IIQ", *fails, 0))
            file.truncate(16 + 4 * MOST)
        return {"LD_PRELOAD": self.library, "LAMMER_MEMORY_FILE": self.path}

    def places(self):
        """How often each place in our code allocated."""
        with open(self.path, "rb") as file:
            taken = struct.unpack("<IIQ", file.read(16))[2]
            asked = struct.unpack(f"<{MOST}I", file.read(4 * MOST))
        counts = collections.Counter(asked[1 : min(taken, MOST - 1) + 1])
        return {place: n for place, n in counts.items() if is_ours(place)}


def play(server):
    """Plays until the server fails; returns the numbers of the acknowledged records."""
    acknowledged = []
    try:
        browser = Http(server)
        for path in ("/", "/health", "/metrics", "/openapi.json"):
            browser.get(path)
        if browser.post("guest").status != 200:
            return acknowledged
        browser.read("lobby")
        socket = Socket(server, session=browser.session)
        socket.ask("watch", table=TABLE)
        for word, fields in (
            ("sit", {"seat": "1"}),
            ("buy", {"cents": 50000}),
            ("cut", {"seat": "1", "count": 60}),
            ("bet", {"seat": "1", "cents": 1000}),
            ("bet", {"seat": "1", "cents": 500, "wager": "push22"}),
            ("ready", {}),
        ):
            answer = socket.ask(word, table=TABLE, **fields)
            if answer["ok"]:
                acknowledged.append(answer["seq"])
        socket.send_pieces('{"do":"look","table":"%s"}' % TABLE, 9)
        socket.ask("look", table=TABLE)
    except (*OVER, AssertionError):
        pass
    return acknowledged


def records(store, folder):
    out = f"{folder}/records.jsonl"
    subprocess.run(
        [LAMMER, "journal", "export", "--store", store, "--stream", f"table/{TABLE}", "--out", out],
        check=True,
        capture_output=True,
    )
    with open(out, encoding="utf-8") as file:
        return sum(1 for _ in file)


def live(memory, base, folder, fails):
    """How the server ended."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(base, folder)
    server = Server("--drain", "0", folder=folder, env=memory.arm(fails), wait=False)
    acknowledged = []
    try:
        server.start()
        acknowledged = play(server)
        status = server.stop()
    except AssertionError:  # it did not start
        status = server.process.returncode
    said = server.log_text() + "\n".join(server.printed)
    # say:test-server-ended
    assert status in (0, 1, 2, 75), f"{where(fails)}: the server ended with {status}: {said[-500:]}"
    assert (
        status == 0 or "memory" in said
    ), f"{where(fails)}: the server ended with {status} and does not say why: {said[-500:]}"
    proof = subprocess.run(
        [LAMMER, "journal", "verify", "--store", server.store], capture_output=True, text=True, check=False
    )
    assert proof.returncode == 0, f"{where(fails)}: the proof of the journal failed: {proof.stdout}{proof.stderr}"
    there = records(server.store, folder)
    assert (
        max(acknowledged, default=0) <= there
    ), f"{where(fails)}: record {max(acknowledged)} was acknowledged and is lost; the last is {there}"
    return status, len(acknowledged)


def main():
    proof = Proof("serve-allocations", 8, 1000)
    chance = random.Random(proof.seed)
    folder = tempfile.mkdtemp(prefix="lammer-memory-")
    try:
        memory, base, run = Memory(folder), f"{folder}/base", f"{folder}/run"
        os.mkdir(base)
        with Server("--drain", "0", folder=base) as server:
            server.stop()
        status, least = live(memory, base, run, (0, 0))
        assert status == 0 and least >= 5, f"without a failure the server ended with {status} after {least} commands"
        places = memory.places()
        assert places, f"no allocation of {os.environ.get('LAMMER_PLACE', 'the server')} was seen"
        asked = chance.sample(sorted(places), len(places))
        done = ended = acknowledged = 0
        while proof.goes_on(done):
            place = asked[done % len(asked)]
            status, commands = live(memory, base, run, (place, chance.randint(1, places[place])))
            done, ended, acknowledged = done + 1, ended + (status != 0), acknowledged + commands
        proof.end(
            done,
            "allocations failed",
            f"of {sum(places.values())} at {len(places)} places; {ended} times the server ended and said so, else it went on; "
            f"{acknowledged} acknowledged commands, 0 lost; 0 crashes",
        )
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
