#!/usr/bin/env python3
"""json-lines.py [LAMMER] - deals one round of Free Bet Blackjack by `lammer deal --json`, from another language.

The program is the engine with nothing around it: this client shuffles, deals, keeps the dealer's face-down card to itself and
decides for the player. docs/json-lines.md is the whole conversation.
"""
import json
import random
import subprocess
import sys

RANKS, SUITS = "A23456789TJQK", "cdhs"


class Table:
    """A conversation: one request, one answer."""

    def __init__(self, program, rules):
        words = [program, "deal", "--json", "--rules", rules]
        self.process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, do, **fields):
        self.process.stdin.write(json.dumps({"do": do, **fields}) + "\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline())
        if not answer["ok"]:
            raise RuntimeError(f"{do}: {answer['why']} [{answer.get('clause', '')}]")
        for event in answer.get("events", ()):
            print("  " + " ".join(str(value) for value in event.values()))
        return answer

    def close(self):
        self.process.stdin.close()
        return self.process.wait()


def is_blackjack(cards):
    return {card[0] for card in cards} & set("TJQK") and any(card[0] == "A" for card in cards)


def decide(table):
    """Takes what the house pays for, else hits below 17."""
    legal = {offer["do"]: offer for offer in table.ask("legal", seat="1")["legal"]}
    for free in ("split", "double"):
        if free in legal and legal[free]["most"] == 0:
            return free
    box = table.ask("state")["boxes"][0]
    hand = next(hand for hand in box["hands"] if hand["state"] == "open")
    return "hit" if hand["total"] < 17 else "stand"


def main():
    shoe = [rank + suit for rank in RANKS for suit in SUITS] * 6
    random.Random(7).shuffle(shoe)
    table = Table(sys.argv[1] if len(sys.argv) > 1 else "build/lammer", "ma-freebet")
    up = hole = None
    table.ask("load")
    shoe.pop()
    for step in ({"do": "burn"}, {"do": "open"}, {"do": "bet", "seat": "1", "cents": 1000}, {"do": "deal"}):
        turn = table.ask(**step)["turn"]
    while turn["do"] != "open":
        if turn["do"] == "card":
            card = shoe.pop()
            up = card if turn["seat"] == "dealer" and up is None else up
            turn = table.ask("card", card=card)["turn"]
        elif turn["do"] == "down":
            hole = shoe.pop()
            turn = table.ask("down")["turn"]
        elif turn["do"] == "peek":
            turn = table.ask("peek", blackjack=bool(is_blackjack([up, hole])))["turn"]
        elif turn["do"] == "turn":
            turn = table.ask("turn", card=hole)["turn"]
        elif turn["do"] == "insure":
            turn = table.ask("close")["turn"]
        else:
            turn = table.ask(decide(table), seat="1")["turn"]
    print(f"net {table.ask('net', seat='1')['cents']} cents")
    return table.close()


if __name__ == "__main__":
    sys.exit(main())
