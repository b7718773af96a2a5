"""One round of the engine: its five verbs over a plain value. Nothing is drawn here; cards come in as actions."""
from ._library import demand, ffi, lib, text
from .rules import card_word

LEGAL = 1024
VERBS = {text(lib.lm_verb_word(i)): i for i in range(lib.LM_VERB_COUNT)}


def action(verb, **fields):
    """action("bet", box=1, amount_cents=1000): a field that is not named is zero."""
    return ffi.new("lm_action *", {"verb": VERBS[verb], **fields})[0]


class Round:
    """A round. Copies are independent, and equal rounds are equal byte for byte."""

    def __init__(self, rules, state=None, at=None):
        """A fresh round, one read back from its bytes, or the one at the address `at` of the library's memory."""
        self.rules = rules
        self.c = ffi.new("lm_round *") if at is None else at
        if at is not None:
            return
        if state is None:
            demand(lib.lm_round_open(self.c, rules.c))
        else:
            ffi.buffer(self.c)[:] = state

    def copy(self):
        return Round(self.rules, bytes(self))

    def __bytes__(self):
        return bytes(ffi.buffer(self.c))

    @property
    def over(self):
        return bool(lib.lm_round_over(self.c))

    def turn(self):
        """The next action that is owed, and the player, dealer or staff who owes it."""
        return lib.lm_round_turn(self.c, self.rules.c)

    def legal(self):
        """Everything that is allowed now, each with least, most and step of its amount."""
        listed = ffi.new("lm_action[]", LEGAL)
        n = lib.lm_round_legal(self.c, self.rules.c, listed, LEGAL)
        if n > LEGAL:
            raise OverflowError(f"{n} legal actions")
        return [
            ffi.new("lm_action *", listed[i])[0] for i in range(n)
        ]  # copies, because an item does not keep the list alive

    def apply(self, act):
        """Applies the whole action, or raises Refused and leaves the round unchanged."""
        demand(lib.lm_round_apply(self.c, self.rules.c, act))

    def hear(self, act):
        """Applies an action and returns what happened, in words."""
        heard = []

        @ffi.callback("void(void *, const lm_event *)")
        def ear(_, event):
            heard.append(text(lib.lm_event_name(event.kind)))

        listener = ffi.new("lm_listener *", {"hear": ear})
        demand(lib.lm_round_apply_heard(self.c, self.rules.c, act, listener))
        return heard

    def net(self, box=1, wager=None, bettor=0):
        """Cents won or lost so far on all wagers, or on the one in a slot."""
        slot = lib.LM_ALL_WAGERS if wager is None else wager
        return lib.lm_round_net(self.c, ffi.new("lm_spot *", [box, bettor, slot, lib.LM_ALL_SPOTS])[0])

    def hand(self, box, hand):
        return self.c.box[box - 1].hand[hand]

    def cards(self, box=0, hand=0):
        """The cards of a hand as words; box 0 is the dealer."""
        where = self.c.dealer if box == 0 else self.hand(box, hand)
        return [card_word(where.card[i]) for i in range(where.n)]
