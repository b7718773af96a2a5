"""Blackjack and Free Bet Blackjack: rules, rounds, exact odds and simulation.

    from lammer import BlackjackEnv, Game, Rules
    Game("ma-freebet").house_edge()
    Game("ma-freebet").price("8h 8d", 6)
    Study("wa-freebet").wager(1)
    Rules("ma-blackjack", surrender=True).check()
"""
from . import odds, sim
from ._library import Refused
from .env import Action, BlackjackEnv
from .odds import Chart, Game, Study
from .round import Round, action
from .rules import Finding, Rules, RulesError, cards, card_word, profiles

__all__ = (
    "Action BlackjackEnv Chart Finding Game Refused Round Rules RulesError Study action card_word cards odds profiles sim"
).split()
