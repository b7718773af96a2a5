"""A round of blackjack as an environment in the manner of Gymnasium: reset, step, legal actions.

    env = BlackjackEnv("ma-freebet")
    observation, info = env.reset(seed=7)
    while True:
        choice = policy(observation, info["legal"])
        observation, reward, terminated, truncated, info = env.step(choice)
        if terminated:
            break

One player plays box 1. Cards come from a freshly shuffled shoe for every round. The reward is zero until the round is over,
and then its net in units of the initial wager. An observation holds only what a player can see.
"""
import random
from enum import IntEnum

from ._library import demand, ffi, lib
from .round import Round, VERBS, action
from .rules import Rules


class Action(IntEnum):
    STAND = 0
    HIT = 1
    DOUBLE = 2
    SPLIT = 3
    SURRENDER = 4
    INSURE = 5
    DECLINE = 6
    EVEN_MONEY = 7


PLAYS = {
    lib.LM_STAND: Action.STAND,
    lib.LM_HIT: Action.HIT,
    lib.LM_DOUBLE: Action.DOUBLE,
    lib.LM_SPLIT: Action.SPLIT,
    lib.LM_SURRENDER: Action.SURRENDER,
}


class Shoe:
    """A shuffled shoe and every other source of chance, as the dealer (dealer.h) asks for them."""

    def __init__(self, decks, sides, rng):
        self.rng = rng
        right = decks // 2 if sides > 1 else 0
        self.cards = [list(range(lib.LM_CARDS)) * (decks - right), list(range(lib.LM_CARDS)) * right]
        self.left = ffi.callback("int(void *, int)", lambda _, side: len(self.cards[side]))
        self.draw = ffi.callback("lm_card(void *, int)", lambda _, side: self.take(side))
        self.below = ffi.callback("uint32_t(void *, uint32_t)", lambda _, bound: rng.randrange(bound))
        self.c = ffi.new("lm_source *", {"left": self.left, "draw": self.draw, "below": self.below})

    def take(self, side):
        cards = self.cards[side]
        i = self.rng.randrange(len(cards))
        cards[i], cards[-1] = cards[-1], cards[i]
        return cards.pop()


class BlackjackEnv:
    """`rules` is a Rules or the name of a profile; `sides` are stakes in cents by wager id."""

    def __init__(self, rules="ma-freebet", bet_cents=10000, sides=None, insurance=False, settings=None):
        self.rules = rules if isinstance(rules, Rules) else Rules(rules, settings or {})
        self.bet_cents = bet_cents
        self.sides = dict(sides or {})
        self.insurance = insurance
        self.rng = random.Random()
        self.spots = lib.lm_rules_dealer_hands(self.rules.c)
        self.round = None
        self.action_space = tuple(Action)

    # ---- the interface ---------------------------------------------------------------------------------------

    def reset(self, *, seed=None, options=None):
        """Deals a new round up to the first decision; returns (observation, info)."""
        if seed is not None:
            self.rng.seed(seed)
        double = self.rules.c.shoe == lib.LM_SHOE_DOUBLE
        self.shoe = Shoe(self.rules.c.decks, 2 if double else 1, self.rng)
        self.dealer = ffi.new("lm_dealer *")
        demand(lib.lm_dealer_open(self.dealer, self.rules.c, self.shoe.c))
        self.round = Round(self.rules, at=ffi.addressof(self.dealer.table, "round"))
        while self._dealer_acts():
            pass
        self._lay_bets()
        self._do(action("deal"))
        self._deal_on()
        return self._observation(), self._info()

    def step(self, choice):
        """Plays one decision; returns (observation, reward, terminated, truncated, info)."""
        acts = self._choices()
        if choice not in acts:
            raise ValueError(f"{Action(choice).name} is not legal now; legal: {[a.name for a in acts]}")
        self._do(acts[choice])
        self._deal_on()
        over = self.round.over
        reward = self.round.net() / (self.bet_cents * self.spots) if over else 0.0
        return self._observation(), reward, over, False, self._info()

    def legal_actions(self):
        """What may be chosen now, in the order of Action; nothing when the round is over."""
        return sorted(self._choices())

    # ---- bets and cards --------------------------------------------------------------------------------------

    def _lay_bets(self):
        for n in range(self.spots):
            self._do(action("bet", box=1, n=n, amount_cents=self.bet_cents))
        rides = lambda slot: self.rules.c.offer[slot].wager.beside != ffi.NULL
        slots = {self.rules.offers.index(name): cents for name, cents in self.sides.items()}
        for slot in sorted(slots, key=rides):
            self._do(action("bet", box=1, wager=lib.LM_SIDE + slot, amount_cents=slots[slot]))

    def _do(self, act):
        demand(lib.lm_dealer_do(self.dealer, self.rules.c, act, ffi.NULL))

    def _dealer_acts(self):
        """Takes the next step that no player decides; false when a player must decide or the next round would open."""
        act = ffi.new("lm_action *")
        if not lib.lm_dealer_next(self.dealer, self.rules.c, self.shoe.c, act):
            return False
        if act.verb == lib.LM_OPEN and self.dealer.table.rounds:
            return False
        self._do(act[0])
        return True

    def _deal_on(self):
        """Deals until the player must decide, or until the round is over and its prizes are paid."""
        while not self._choices():
            if self._shows_own() or self._dealer_acts():
                continue
            if self.round.over:
                return
            self._do(action("close"))  # declines insurance

    def _shows_own(self):
        """Where cards are dealt face down, the player shows them as soon as they may be shown."""
        if self.round.over or self.round.c.phase != lib.LM_EXPOSING or not self.round.hand(1, 0).hidden:
            return False
        downs = self.dealer.downs
        card = next(downs.down[i].card for i in range(downs.n) if downs.down[i].box == 1)
        self._do(action("turn", box=1, card=card))
        return True

    # ---- decisions -------------------------------------------------------------------------------------------

    def _choices(self):
        """{Action: the engine's action}. A double or a split adds the largest amount allowed."""
        if self.round.over:
            return {}
        turn = self.round.turn()
        if turn.verb == lib.LM_INSURE:
            return self._insurance() if self.insurance else {}
        if turn.who != lib.LM_BY_PLAYER or turn.verb != lib.LM_HIT:
            return {}
        return {PLAYS[act.verb]: act for act in self.round.legal() if act.verb in PLAYS and not act.yes}

    def _insurance(self):
        found = {}
        for act in self.round.legal():
            if act.verb == VERBS["insure"] and act.n == 0:
                found[Action.INSURE] = act
            elif act.verb == VERBS["evenmoney"]:
                found[Action.EVEN_MONEY] = act
        if found:
            found[Action.DECLINE] = action("close")
        return found

    def _observation(self):
        """The hand on turn (the first one when the round is over), what the dealer shows, and the lammers given."""
        box = self.round.c.box[0]
        hand = box.hand[0 if self.round.over else self.round.c.at_hand]
        score = lib.lm_cards_score(hand.card, hand.n)
        known = [self.round.c.dealer.card[i] for i in range(self.round.c.dealer.n)]
        return {
            "hand": tuple(min(hand.card[i] // 4 + 1, 10) for i in range(hand.n)),
            "total": score.total,
            "soft": bool(score.soft),
            "dealer": tuple(min(card // 4 + 1, 10) for card in known if card != lib.LM_CARD_DOWN),
            "lammer": bool(hand.marks & lib.LM_FREE_HAND),
            "hands": box.hands,
            "lammers": box.lammers,
        }

    def _info(self):
        return {"legal": self.legal_actions(), "net_cents": self.round.net()}
