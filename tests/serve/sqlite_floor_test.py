#!/usr/bin/env python3
# sanitized
# soak
"""A house on SQLite under load, killed again and again: every acknowledged command is there exactly once, and the whole floor is
settled again from its journal to the same cent."""

import os
import random
import sys

sys.path[:0] = [
    os.path.dirname(os.path.abspath(__file__)),
    os.path.join(os.path.dirname(os.path.abspath(__file__)), "../proof"),
]
from client import Server  # noqa: E402
from kills import HOUSE, ROUNDS, UNLIMITED, Figures, Floor  # noqa: E402
from proof import Proof  # noqa: E402


def one_house(proof, chance, figures):
    with Server(*UNLIMITED) as server:
        floor = Floor([server], proof.seed + figures.houses)
        end = figures.kills + HOUSE
        while figures.kills < end and proof.goes_on(figures.kills):
            figures.kills += floor.kill(server, chance)
        floor.play_on(ROUNDS)
        figures.add(floor, floor.finish())


def main():
    proof, figures = Proof("kills-sqlite", 12, 5000), Figures()
    chance = random.Random(proof.seed)
    print(f"seed {proof.seed}", flush=True)
    while proof.goes_on(figures.kills):
        one_house(proof, chance, figures)
    assert figures.acked > 10 * figures.kills, f"{figures.acked} actions: the house was not under load"
    proof.end(figures.kills, "kills", figures.text())


main()
