"""Exact odds: the main game, its chart, every decision, every wager. Values are per unit of the initial wager."""
from ._library import ffi, lib, text
from .rules import Rules, cards

PLAYS = ("stand", "hit", "double", "split", "surrender")
FIGURES = (
    "mean staked sd win push lose advance level fall free_doubles paid_doubles free_splits paid_splits surrenders "
    "blackjacks dealer_blackjacks busts"
).split()


def held(hand, lammer=False):
    """A hand, given as card values 1 to 10 or as words such as "8h 8d"."""
    suits = set()
    if isinstance(hand, str) or (hand and isinstance(hand[0], str)):
        known = cards(hand)
        suits = {card & 3 for card in known}
        hand = [min(card // 4 + 1, 10) for card in known]
    made = ffi.new("lm_held *", {"n": len(hand), "staked": int(lammer), "suited": len(suits) == 1})
    made.value[0 : len(hand)] = list(hand)
    return made


class Game:
    """The main game of some rules, solved when it is first asked; `removed` are cards that have left the shoe."""

    def __init__(self, rules, removed=()):
        self.rules = rules if isinstance(rules, Rules) else Rules(rules)
        self.census = ffi.new("lm_census *")
        lib.lm_census_fresh(self.census, self.rules.c.decks)
        for card in cards(removed):
            if not lib.lm_census_remove(self.census, card):
                raise ValueError("removed names a card more often than the shoe has it")
        size = lib.lm_game_size(self.rules.c)
        self._memory = ffi.new("max_align[]", (size + ffi.sizeof("max_align") - 1) // ffi.sizeof("max_align"))
        self.c = lib.lm_game_open(self._memory, size, self.rules.c, self.census)
        if self.c == ffi.NULL:
            raise ValueError("the cards that are left cannot deal a round")

    @property
    def columns(self):
        """What the player may see of the dealer: (value,), or two values where the hole card lies open."""
        seen = (lib.lm_game_column(self.c, i) for i in range(lib.lm_game_columns(self.c)))
        return [(s.up, s.second) if s.second else (s.up,) for s in seen]

    def column(self, up):
        wanted = tuple(up) if isinstance(up, (tuple, list)) else (up,)
        found = self.columns
        return found.index(wanted if wanted in found else wanted[::-1])

    def house_edge(self):
        return -lib.lm_game_mean(self.c)

    def figures(self):
        """Mean, spread, win, push and lose, doubles, splits, lammers: of the optimum."""
        found = ffi.new("lm_figures *")
        lib.lm_game_figures(self.c, found)
        return {name: getattr(found, name) for name in FIGURES} | {"lammers": list(found.lammers)}

    def distribution(self, insured=True):
        """{net: probability} of a round of the optimum, the net in units of the wager."""
        found = ffi.new("lm_distribution *")
        lib.lm_game_distribution(self.c, insured, found)
        return {(i + lib.LM_NET_LEAST) / 10: p for i, p in enumerate(found.chance) if p > 0}

    def behind(self, doubles="best", splits="best"):
        """House edge of a bettor behind the box of a player who plays the optimum."""
        choices = {
            "doubles": ("best", "always", "never").index(doubles),
            "splits": ("best", "both", "left", "right").index(splits),
        }
        return -lib.lm_game_behind(self.c, ffi.new("lm_behind *", choices))

    def first_cards(self):
        """{first card: value of the round} by card value, for a player who knows the first card before the wager."""
        found = ffi.new("lm_first_cards *")
        lib.lm_game_first_cards(self.c, found)
        return {v: found.value[v][lib.LM_COLUMNS] for v in range(1, 11) if found.chance[v][lib.LM_COLUMNS] > 0}

    def price(self, hand, up, lammer=False):
        """{action: value} of everything the rules allow with this hand against this up card."""
        prices = ffi.new("lm_prices *")
        lib.lm_game_price(self.c, self.column(up), held(hand, lammer), prices)
        return {play: value for play, value in zip(PLAYS, prices.value) if value == value}

    def best(self, hand, up, lammer=False, allowed=PLAYS):
        """What the optimum does, among what is allowed."""
        bits = sum(1 << PLAYS.index(play) for play in allowed)
        return PLAYS[lib.lm_game_choice(self.c, self.column(up), held(hand, lammer), bits)]

    def chart(self):
        return Chart(self)


class Chart:
    """The best printable chart of a game."""

    def __init__(self, game):
        self.c = ffi.new("lm_chart *")
        lib.lm_game_chart(game.c, self.c)
        self.house_edge = -lib.lm_game_chart_mean(game.c, self.c)

    def choose(self, hand, up, lammer=False, allowed=PLAYS):
        second = up[1] if isinstance(up, (tuple, list)) and len(up) > 1 else 0
        column = lib.lm_chart_column(self.c, up[0] if isinstance(up, (tuple, list)) else up, second)
        bits = sum(1 << PLAYS.index(play) for play in allowed)
        return PLAYS[lib.lm_chart_choice(self.c, column, held(hand, lammer), bits)]


class Study:
    """The figures of a table, each computed when first asked for, even for wagers that depend on the play of the main hand.
    `removed` are cards that have left the shoe."""

    def __init__(self, rules, removed=()):
        self.rules = rules if isinstance(rules, Rules) else Rules(rules)
        left = ffi.new("lm_census *")
        lib.lm_census_fresh(left, self.rules.c.decks)
        for card in cards(removed):
            if not lib.lm_census_remove(left, card):
                raise ValueError("removed names a card more often than the shoe has it")
        self.ear = Ear()
        opened = lib.lm_study_open(self.rules.c, left, self.ear.c)
        if opened == ffi.NULL:
            raise MemoryError("no memory for a study")
        self.c = ffi.gc(opened, lib.lm_study_close)

    def wager(self, offer=0, players=0, stake_cents=0):
        """The price of an offered wager, by its place in the list: house edge, hit frequency, outcomes."""
        price = ffi.new("lm_price *")
        place = ffi.addressof(self.rules.c.offer[offer])
        if not lib.lm_study_price(self.c, place, stake_cents, players, price):
            raise ValueError(self.ear.heard())
        names = (text(price.wager.outcomes[i]) for i in range(price.outcomes))
        return {
            "id": text(price.wager.id),
            "house_edge": price.house_edge,
            "hit_frequency": price.hit_frequency,
            "sd": price.sd if price.sd_known else None,
            "outcomes": {name: price.probability[i] for i, name in enumerate(names)},
        }


class Ear:
    """Collects the messages of a study."""

    def __init__(self):
        self.sentences = []
        self._say = ffi.callback(
            "void(void *, const char *)", lambda _, sentence: self.sentences.append(text(sentence))
        )
        self.c = ffi.new("lm_study_ear *", {"say": self._say})

    def heard(self):
        said = "; ".join(self.sentences)
        self.sentences.clear()
        return said


def wager(rules, offer=0, players=0):
    """The price of an offered wager, by its place in the list; a Study prices several without solving the main game again."""
    return Study(rules).wager(offer, players)


def answer(*words):
    """The answer of `lammer odds`, `lammer strategy` or `lammer report` as text: answer("odds", "--rules", "wa-freebet",
    "--format", "json")."""
    ear, ask = Ear(), ffi.new("lm_ask *")
    kept, out = ffi.new("lm_study **"), ffi.new("lm_text *")
    spelled = [ffi.new("char[]", word.encode()) for word in words]
    try:
        if not lib.lm_ask_read(ask, len(spelled), ffi.new("char *[]", spelled), ear.c) or (
            lib.lm_study_answer(kept, ask, ear.c, out) != lib.LM_ANSWER_YES
        ):
            raise ValueError(ear.heard())
        return ffi.unpack(out.data, out.n).decode()
    finally:
        lib.lm_study_close(kept[0])
        lib.lm_text_free(out)
