#!/usr/bin/env python3
"""learn.py [ROUNDS] - lets a player learn from rounds alone when to stand, and shows how well it has learned.

    PYTHONPATH=build/python LAMMER_LIBRARY=build/lib/liblammer.so python3 examples/learn.py

The player keeps the mean result of every (total, soft, up card, action) it has met and mostly takes the action that was best
so far. A comparison with the exact analyser then shows how much of the game it has understood.
"""
import random
import sys
from collections import defaultdict

from lammer import Action, BlackjackEnv, Game

ROUNDS = int(sys.argv[1]) if len(sys.argv) > 1 else 20000
RULES = "ma-blackjack-nohole"


class Learner:
    def __init__(self):
        self.count = defaultdict(int)
        self.mean = defaultdict(float)
        self.random = random.Random(1)

    def choose(self, seen, legal, curious):
        legal = [act for act in legal if act in (Action.HIT, Action.STAND)]
        if self.random.random() < curious:
            return self.random.choice(legal)
        return max(legal, key=lambda act: self.mean[seen, act])

    def learn(self, visited, reward):
        for key in visited:
            self.count[key] += 1
            self.mean[key] += (reward - self.mean[key]) / self.count[key]


def what_is_seen(observation):
    return observation["total"], observation["soft"], observation["dealer"][0]


def play(env, learner, curious):
    observation, info = env.reset()
    visited, reward = [], 0.0
    while info["legal"]:
        seen = what_is_seen(observation)
        act = learner.choose(seen, info["legal"], curious)
        visited.append((seen, act))
        observation, reward, _, _, info = env.step(act)
    learner.learn(visited, reward)


def agreement(learner, game):
    """For which part of the hard totals 12 to 19, against every card, the learner prefers the analyser's action."""
    right = total = 0
    for up in range(1, 11):
        for points in range(12, 20):
            hand = [10, points - 10]
            exact = game.best(hand, up, allowed=["hit", "stand"])
            hit, stand = (learner.mean[(points, False, up), act] for act in (Action.HIT, Action.STAND))
            right += exact == ("hit" if hit > stand else "stand")
            total += 1
    return right / total


def main():
    env = BlackjackEnv(RULES)
    env.rng.seed(1)
    learner, game = Learner(), Game(RULES)
    for done in range(1, ROUNDS + 1):
        play(env, learner, curious=0.3)
        if done % max(ROUNDS // 4, 1) == 0:
            print(
                f"{done:7d} rounds: agrees with the analyser on {100 * agreement(learner, game):.0f} % of the hard totals"
            )


main()
