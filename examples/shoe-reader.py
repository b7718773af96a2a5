#!/usr/bin/env python3
"""shoe-reader.py URL LOGIN TABLE [DEVICE]: announces the cards that a card-reading shoe names, one to a line, to a live table.

DEVICE is a serial port (9600 baud, raw) or any file; without it the lines come from standard input. A line is a card
("8h", "10D", "As"), "A:8h" or "B:8h" for the sides of a double shoe, or "?" for a card that the shoe could not read. The
password is in the environment as LAMMER_PASSWORD; the shoe has an account of its own with the role dealer.

The house takes one card at a time and only while the table waits for one, so a refused card is announced again until it
is taken: no card is lost, and none overtakes another. docs/guides/floor.md. Nothing but Python is needed."""

import json
import os
import re
import sys
import termios
import time
import urllib.error
import urllib.request

AGAIN_S = 0.1


class House:
    def __init__(self, url, login, password):
        self.url, self.login, self.password, self.session = url, login, password, ""

    def ask(self, word, **fields):
        headers = {"Content-Type": "application/json", "Authorization": f"Bearer {self.session}"}
        request = urllib.request.Request(f"{self.url}/api/{word}", json.dumps(fields).encode(), headers)
        return json.load(urllib.request.urlopen(request, timeout=60))

    def announce(self, table, fields):
        """Until the house has taken the card. Says once why it waits."""
        said = ""
        while True:
            try:
                return self.ask("shoe-card", table=table, **fields)
            except urllib.error.HTTPError as refused:
                why = json.load(refused).get("why", "")
                if refused.code == 401:
                    self.session = self.ask("sign-in", login=self.login, password=self.password)["session"]
                    continue
                if refused.code not in (409, 421, 429, 503):
                    sys.exit(f"shoe-reader: {fields} is refused: {why}")
            except urllib.error.URLError as lost:
                why = str(lost.reason)
            if why != said:
                print(f"waiting: {why}", file=sys.stderr, flush=True)
            said = why
            time.sleep(AGAIN_S)


def card_of(line):
    """The fields of an announcement; None for a line that names no card."""
    found = re.fullmatch(r"(?:([AB]):)?(?:(10|[2-9TJQKA])([CDHS])|\?)", line.strip().upper())
    if not found:
        return None
    side, rank, suit = found.groups()
    fields = {"card": ("T" if rank == "10" else rank) + suit.lower()} if rank else {}
    return {**fields, **({"side": side} if side else {})}


def raw(device):
    """A serial port gives each line as it comes, without echo."""
    if os.isatty(device.fileno()):
        mode = termios.tcgetattr(device)
        mode[0] = mode[1] = mode[3] = 0
        mode[2] = termios.CS8 | termios.CREAD | termios.CLOCAL
        mode[4] = mode[5] = termios.B9600
        mode[0] |= termios.ICRNL
        mode[3] |= termios.ICANON
        termios.tcsetattr(device, termios.TCSANOW, mode)
    return device


def main():
    if len(sys.argv) not in (4, 5):
        sys.exit(__doc__)
    url, login, table = sys.argv[1:4]
    house = House(url, login, os.environ["LAMMER_PASSWORD"])
    for line in raw(open(sys.argv[4])) if len(sys.argv) == 5 else sys.stdin:
        fields = card_of(line)
        if not line.strip():
            continue
        if fields is None:
            print(f"not a card: {line.strip()!r}", file=sys.stderr, flush=True)
            continue
        house.announce(table, fields)
        print(fields.get("card", "?"), flush=True)


if __name__ == "__main__":
    main()
