#!/usr/bin/env python3
"""follow-journal.py URL LOGIN COPY.db: follows the journal of a house, checks its chains and keeps every record once.

The password is in the environment as LAMMER_PASSWORD. COPY.db is a SQLite file; a record and the place behind it are written in
one transaction, so the program may be killed at any moment and goes on where it stopped. `--once` stops when there is nothing
new, `--lines` prints what was kept, as `lammer journal verify FILE` reads it. docs/feed.md. Nothing but Python is needed."""

import base64
import hashlib
import json
import os
import re
import sqlite3
import sys
import time
import urllib.error
import urllib.request

# --- the chain: docs/store.md, Records -------------------------------------------------------------------------------


def text(value):
    data = value if isinstance(value, bytes) else value.encode()
    return len(data).to_bytes(4, "little") + data


def number(n):
    return n.to_bytes(8, "little", signed=True)


def effect(letter, e):
    if letter == "m":
        return b"m" + text(e["from"]) + number(e["cents"]) + text(e["to"]) + text(e["reason"])
    name, n = e.get("client") or e.get("account") or e["key"], e.get("number", e.get("version", e.get("house")))
    return letter.encode() + text(name) + number(int(n)) + bytes.fromhex(e.get("digest", ""))


def effects(line):
    single = {letter: [line[key]] if key in line else [] for letter, key in (("c", "command"), ("a", "answer"))}
    lists = {**single, **{key[0]: list(line.get(key, ())) for key in ("opens", "moves", "puts")}}
    order = line.get("order") or "".join(letter * len(lists[letter]) for letter in "caomp")
    return b"".join(effect(letter, lists[letter].pop(0)) for letter in order)


def body(line):
    plain = json.dumps(line["body"], ensure_ascii=False, separators=(",", ":"))
    capitals = re.sub(r"\\(u....|.)", lambda m: "\\" + m[1][0] + m[1][1:].upper(), plain)  # of \u001F
    exact = line.get("bytes") or (isinstance(line["body"], dict) and line["body"].get("base64"))
    return base64.b64decode(exact) if exact else capitals.encode()


def hash_of(line, previous):
    """What the hash of a record must be, behind a record with the hash `previous`."""
    changed = base64.b64decode(line["effects"]) if "effects" in line else effects(line)
    covered = bytes.fromhex(previous) + text(line["stream"]) + number(line["seq"]) + number(line["time_ms"])
    covered += text(line["kind"]) + text(line["actor"]) + text(body(line)) + text(changed)
    return hashlib.blake2b(covered, digest_size=32).hexdigest()


# --- the feed: docs/feed.md ------------------------------------------------------------------------------------------


class House:
    def __init__(self, url, login, password):
        self.url, self.login, self.password, self.session = url, login, password, ""

    def ask(self, word, **fields):
        headers = {"Content-Type": "application/json", "Authorization": f"Bearer {self.session}"}
        request = urllib.request.Request(f"{self.url}/api/{word}", json.dumps(fields).encode(), headers)
        return json.load(urllib.request.urlopen(request, timeout=60))

    def __call__(self, word, **fields):
        """Signs in where the session has ended or was idle for too long, and tries again where the house is away."""
        while True:
            try:
                return self.ask(word, **fields)
            except urllib.error.HTTPError as refused:
                if refused.code == 401:
                    self.session = ""
                    self.session = self.ask("sign-in", login=self.login, password=self.password)["session"]
                elif refused.code in (429, 503):
                    time.sleep(1)
                else:
                    raise
            except urllib.error.URLError:
                time.sleep(1)


class Copy:
    def __init__(self, path):
        self.db = sqlite3.connect(path)
        self.db.execute("CREATE TABLE IF NOT EXISTS lines (stream, seq, hash, line, PRIMARY KEY (stream, seq))")
        self.db.execute("CREATE TABLE IF NOT EXISTS place (one INTEGER PRIMARY KEY CHECK (one = 1), house, next)")

    def place(self):
        return (self.db.execute("SELECT house, next FROM place").fetchone()) or (None, "")

    def last(self, stream):
        newest = "SELECT seq, hash FROM lines WHERE stream = ? ORDER BY seq DESC LIMIT 1"
        return self.db.execute(newest, (stream,)).fetchone() or (0, "00" * 32)

    def take(self, line):
        seq, previous = self.last(line["stream"])
        assert line["seq"] == seq + 1, f"{line['stream']}: record {line['seq']} comes after {seq}"
        if not line.get("withheld"):
            assert (
                hash_of(line, previous) == line["hash"]
            ), f"{line['stream']}: record {line['seq']} is not in the chain"
        values = (line["stream"], line["seq"], line["hash"], json.dumps(line, separators=(",", ":")))
        self.db.execute("INSERT INTO lines VALUES (?, ?, ?, ?)", values)

    def keep(self, page):
        house = self.place()[0]
        assert house in (None, page["house"]), f"this is another house: {page['house']}"
        with self.db:
            for line in page["records"]:
                self.take(line)
            self.db.execute("REPLACE INTO place VALUES (1, ?, ?)", (page["house"], page["next"]))
        return page["records"]

    def check_head(self, head):
        """Compares the kept records with a signed head. The signature is the verifier's: `lammer journal verify --head`."""
        for line in head.splitlines():
            if line.startswith("stream "):
                _, seq, digest, _, stream = line.split(" ", 4)
                kept = self.db.execute(
                    "SELECT hash FROM lines WHERE stream = ? AND seq = ?", (stream, int(seq))
                ).fetchone()
                assert kept in (None, (digest,)), f"{stream}: record {seq} is not the one that the head names"

    def lines(self):
        return [row[0] for row in self.db.execute("SELECT line FROM lines ORDER BY stream, seq")]


def follow(house, copy, once=False):
    """Yields the records that are new; the last page is kept before the next one is asked for."""
    while True:
        page = house("journal", **{"from": copy.place()[1]}, wait_ms=0 if once else 30000)
        records = copy.keep(page)
        yield from records
        if once and not records:
            return


def main():
    if "--lines" in sys.argv:
        print("\n".join(Copy(sys.argv[-1]).lines()))
        return
    url, login, path = [word for word in sys.argv[1:] if not word.startswith("--")]
    house, copy = House(url, login, os.environ["LAMMER_PASSWORD"]), Copy(path)
    for line in follow(house, copy, "--once" in sys.argv):
        print(line["stream"], line["seq"], line.get("kind", "withheld"), line.get("actor", ""))
    copy.check_head(house("journal-head").get("head", ""))


if __name__ == "__main__":
    main()
