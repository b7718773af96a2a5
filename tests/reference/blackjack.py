"""A second implementation of a blackjack and Free Bet round, written from the rule documents.

An independent opinion for tests: it shares nothing with the program but the documents (docs/rules/). It plays a
round from front to back against a stacked shoe; every choice of a player is asked of `choose`. It knows the main
wager on one to three spots (multiple action), insurance and Push 22, several bettors to a box, the determinant card
of a double shoe and the hand-dealt 6-to-5 game, whose hidden cards their player knows. Amounts are integer cents.
"""

STANDARD = {
    "chip_unit": "0.50",
    "round_up": "off",
    "settle_order": "take-then-pay",
    "dealer_soft17": "stand",
    "dealer_22": "bust",
    "hole_card": "reader",
    "ties": "push",
    "dealer_bj_takes": "original",
    "blackjack_pays": "3:2",
    "insurance": "on",
    "even_money": "off",
    "surrender": "off",
    "double_on": "any",
    "double_after_split": "on",
    "double_card": "up",
    "split_hands": "4",
    "split_aces": "one-card",
    "resplit_aces": "on",
    "split_21_beats_multicard_21": "off",
    "free_double": "none",
    "free_split": "none",
    "free_splits": "0",
    "lammer_double": "on",
    "bonus_678": "off",
    "bonus_777": "off",
    "special_blackjack": "off",
    "five_card_21": "off",
    "bonus_on_double": "off",
    "push22_limit": "none",
    "offer": "",
    "game": "standard",
    "bettors_per_box": "1",
    "multiple_action": "off",
    "shoe": "single",
    "red_suits": "unset",
}
FREE_BET = {"dealer_22": "push", "free_double": "two-cards", "free_split": "A23456789", "free_splits": "3"}
MA_FREE_BET = {**STANDARD, **FREE_BET, "split_aces": "play-on", "offer": "push22:A"}
VENDOR = {**STANDARD, **FREE_BET, "dealer_soft17": "hit"}
FACE_UP = {
    "hole_card": "face-up",
    "ties": "lose",
    "blackjack_pays": "1:1",
    "insurance": "off",
    "double_on": "9-11",
    "split_hands": "2",
}
NO_HOLE = {**STANDARD, "hole_card": "none"}

PROFILES = {
    "ma-freebet": MA_FREE_BET,
    "vendor-freebet": VENDOR,
    "wa-freebet": {**VENDOR, "offer": "push22:1", "push22_limit": "29"},
    "ia-freebet": {**VENDOR, "offer": "push22"},
    "ma-blackjack": STANDARD,
    "ma-blackjack-nohole": NO_HOLE,
    "ma-blackjack-faceup": {**STANDARD, **FACE_UP},
    "ma-blackjack-6to5": {**STANDARD, "game": "six-to-five", "dealer_soft17": "hit", "blackjack_pays": "6:5"},
    "ma-blackjack-multi": {**NO_HOLE, "multiple_action": "3", "split_hands": "2"},
    "ma-blackjack-doubleshoe": {**NO_HOLE, "shoe": "double", "red_suits": "A"},
}

PUSH22_PAYS = {  # all cards of one suit, of one colour, other
    "push22:A": (50, 20, 8),
    "push22:B": (50, 20, 7),
    "push22:1": (50, 20, 8),
    "push22:2": (50, 20, 7),
    "push22:3": (11, 11, 11),
    "push22": (50, 20, 7),
}

VALUE = {rank + suit: min(count, 10) for count, rank in enumerate("A23456789TJQK", 1) for suit in "cdhs"}
SIX_TO_FIVE_UNIT = 500  # MBJ-3(d).3
COLOUR = {"c": "black", "s": "black", "d": "red", "h": "red"}


RIDE_RIGHT, RIDE_BOTH = 1, 2  # where another bettor's wager goes when the decider splits


class BadRow(Exception):
    """The round asked for cannot be dealt; the message says why."""


class ShoeRunsOut(BadRow):
    """The shoe has too few cards for the round."""


def cents(dollars):
    whole, _, part = dollars.partition(".")
    return int(whole) * 100 + int((part + "00")[:2])


def times(stake, odds, unit):
    """stake at a to b, up to the next whole unit (C-17)."""
    a, b = odds
    return -(-stake * a // (b * unit)) * unit


def score(cards):
    """(total, soft).  MFB-2(d)(1) MFB-2(d)(2) MFB-2(d)(3) MBJ-2(b)(1) MBJ-2(b)(2) MBJ-2(b)(3)(i)"""
    hard = sum(VALUE[card] for card in cards)
    if hard <= 11 and any(card[0] == "A" for card in cards):
        return hard + 10, True
    return hard, False


def total(cards):
    return score(cards)[0]


def is_blackjack(cards):
    """Whether the two cards of the deal are a blackjack; never asked of a split hand (C-07).  MFB-1.blackjack MBJ-1.blackjack"""
    return len(cards) == 2 and total(cards) == 21


class Rules:
    """The settings of a table, by the names that a round uses."""

    def __init__(self, profile, settings=()):
        if profile not in PROFILES:
            raise BadRow(f"no profile {profile}")
        s = dict(PROFILES[profile])
        for setting in settings:
            key, _, value = setting.partition("=")
            if key not in s:
                raise BadRow(f"the model has no setting {key}")
            s[key] = value
        on = {key for key, value in s.items() if value == "on"}
        chip_unit = cents(s["chip_unit"])
        six_to_five = s["game"] == "six-to-five"
        self.unit = SIX_TO_FIVE_UNIT if six_to_five else chip_unit  # of insurance and doubles (C-114)
        self.pays_in = chip_unit if "round_up" in on else 1
        self.hits_soft17 = s["dealer_soft17"] == "hit"
        self.pushes_22 = s["dealer_22"] == "push"
        self.hole_card = s["hole_card"]
        self.ties_lose = s["ties"] == "lose"
        self.takes_busted_plus_one = s["dealer_bj_takes"] == "busted-plus-one"
        self.blackjack_pays = tuple(int(n) for n in s["blackjack_pays"].split(":"))
        self.face_up = self.hole_card == "face-up"
        self.insurance = "insurance" in on and not self.face_up
        self.even_money = "even_money" in on and (six_to_five or s["blackjack_pays"] != "6:5")  # C-61
        self.surrender = "surrender" in on and not self.face_up
        self.doubles_9_to_11_only = s["double_on"] == "9-11"
        self.double_after_split = "double_after_split" in on
        self.doubles_face_down = s["double_card"] == "down"
        self.split_hands = int(s["split_hands"])
        self.split_aces_play_on = s["split_aces"] == "play-on"
        self.resplit_aces = "resplit_aces" in on
        self.split_21_beats = "split_21_beats_multicard_21" in on
        self.free_double = s["free_double"]
        self.free_pairs = {10 if c == "T" else "A23456789".index(c) + 1 for c in s["free_split"] if c in "A23456789T"}
        self.free_splits = int(s["free_splits"])
        self.lammer_double = "lammer_double" in on
        self.special_blackjack = set(s["special_blackjack"].split("+"))
        self.bonus_678 = "bonus_678" in on
        self.bonus_777 = "bonus_777" in on
        self.five_card_21 = "five_card_21" in on
        self.bonus_on_double = "bonus_on_double" in on
        self.push22_limit = int(s["push22_limit"]) if s["push22_limit"] != "none" else None
        self.bettors = int(s["bettors_per_box"])
        self.spots = {"off": (1, 1), "2": (2, 2), "3": (2, 3), "all": (3, 3)}[s["multiple_action"]]
        self.double_shoe = s["shoe"] == "double"
        self.red_side = s["red_suits"]
        self.push22_pays = next((PUSH22_PAYS[o] for o in s["offer"].split(",") if o in PUSH22_PAYS), None)


class Hand:
    __slots__ = ("cards", "riders", "doubled", "lammers", "from_split", "from_aces", "is_doubled", "bust")

    def __init__(self, cards, riders, lammers=0, from_split=False, from_aces=False):
        self.cards = cards
        self.riders = riders  # bettors whose wager lies on it: the original one or that of a paid split
        self.doubled = {}  # chips of a paid double by bettor, for each spot and at most the wager there
        self.lammers = lammers
        self.from_split = from_split
        self.from_aces = from_aces
        self.is_doubled = False
        self.bust = False  # the hand is over 21, and all players have seen it


class Bettor:
    """Who has chips on a box; wagers are by spot, and 0 where there is none."""

    __slots__ = ("name", "wagers", "insured", "even_money")

    def __init__(self, name, wagers):
        self.name = name
        self.wagers = wagers
        self.insured = [0] * len(wagers)
        self.even_money = False


class Box:
    __slots__ = (
        "number",
        "bettors",
        "decider",
        "push22",
        "hands",
        "blackjack",
        "surrendered",
        "free_splits",
        "lammers",
    )

    def __init__(self, number, bets):
        self.number = number
        self.bettors = [Bettor(f"{number}{'bc'[i - 1] if i else ''}", mains) for i, mains in enumerate(bets.mains)]
        self.decider = self.bettors[0] if bets.seated else max(self.bettors, key=lambda bettor: sum(bettor.wagers))
        self.push22 = bets.push22
        self.hands = [Hand([], tuple(self.bettors))]
        self.blackjack = self.surrendered = False
        self.free_splits = self.lammers = 0

    def spots(self):
        """(bettor, spot) of each wager."""
        return [(bettor, spot) for bettor in self.bettors for spot, wager in enumerate(bettor.wagers) if wager]

    def live_hands(self):
        """Hands that wait for the dealer's total."""
        if self.blackjack or self.surrendered:
            return []
        return [hand for hand in self.hands if not hand.bust]

    def live_spots(self):
        """Spots on which a hand waits for the dealer's total."""
        return {
            spot
            for hand in self.live_hands()
            for bettor in hand.riders or self.bettors
            for spot, wager in enumerate(bettor.wagers)
            if wager
        }


class Bets:
    """What lies on a box before the deal: wagers by bettor and spot; whether its player sits there (MBJ-13(b))."""

    __slots__ = ("mains", "push22", "seated")

    def __init__(self):
        self.mains = []
        self.push22 = 0
        self.seated = True


def laid(hand, bettor, wager):
    """The chips of a bettor on a hand, for a spot with this wager: (wager, double)."""
    return wager if bettor in hand.riders else 0, min(hand.doubled.get(bettor, 0), wager)


def staked(hand, bettor, wager):
    return sum(laid(hand, bettor, wager))


class Result:
    __slots__ = ("main", "insurance", "push22", "lammers", "cards", "drew", "hands", "dealer", "nets")


class Round:
    """bets: {box: Bets}; choose(bettor, hand, options) returns one of the options; side: what the determinant card
    of a double shoe is drawn from."""

    def __init__(self, rules, bets, shoe, choose, side="A"):
        self.rules = rules
        self.boxes = [Box(number, bets[number]) for number in sorted(bets)]
        self.check_bets()
        self.up = []  # the dealer's cards before the players act
        self.dealer = self.up  # the dealer's hand that was played last
        self.dealers = {}  # by spot
        self.shoe = shoe
        self.side = side
        self.dealt = 0
        self.choose = choose

    def check_bets(self):
        """MBJ-13(a).1 MBJ-18(a).1 MBJ-18(b).2"""
        least, most = self.rules.spots
        if most > 1 and self.rules.even_money:
            raise BadRow("no document says what even money is with several spots")
        for box in self.boxes:
            if box.push22 and not self.rules.push22_pays:
                raise BadRow("Push 22 is not offered")
            if len(box.bettors) > self.rules.bettors:
                raise BadRow("too many bettors on a box")
            if any(not least <= sum(map(bool, bettor.wagers)) <= most for bettor in box.bettors):
                raise BadRow("too few or too many wagers of a bettor")

    def card(self):
        if self.dealt == len(self.shoe):
            raise ShoeRunsOut("the shoe runs out")
        self.dealt += 1
        return self.shoe[self.dealt - 1]

    def play(self):
        self.deal()
        self.offer_insurance()
        if not self.dealer_blackjack_is_known():
            for box in self.boxes:
                if not box.blackjack:
                    self.play_box(box)
            self.play_dealer()
        return self.settle()

    # --- before the players act

    def deal(self):
        """MFB-6(e)(1) MFB-6(e)(2) MFB-6(e)(3) MFB-6(e)(4) MBJ-6(e)(1) MBJ-6(e)(2) MBJ-6(e)(3) MBJ-6(j).1

        MBJ-6a(c)(1) MBJ-6a(c)(2) MBJ-6a(c)(3) MBJ-6a(h)
        """
        if self.rules.double_shoe:
            self.determine()
        for box in self.boxes:
            box.hands[0].cards.append(self.card())
        self.up.append(self.card())
        for box in self.boxes:
            box.hands[0].cards.append(self.card())
            box.blackjack = is_blackjack(box.hands[0].cards)
        if self.rules.hole_card != "none":
            self.up.append(self.card())

    def determine(self):
        """The first card of the shoe is looked at, and stays the first one only where it shows its own side.

        MBJ-6(d)(1).1 MBJ-6(d)(1).2 MBJ-6(d)(2)
        """
        calls_for_red_side = COLOUR[self.shoe[0][1]] == "red"
        came_from_red_side = self.side == self.rules.red_side
        if calls_for_red_side != came_from_red_side:
            self.card()

    def up_is_ace(self):
        return VALUE[self.up[0]] == 1

    def up_may_be_blackjack(self):
        return VALUE[self.up[0]] in (1, 10)

    def offer_insurance(self):
        """Offers insurance or even money to each bettor, on each spot.

        MFB-6(f) MFB-7(a) MFB-7(e).1 MBJ-7(c).1 MBJ-7(d).1 MBJ-9(a) MBJ-13(f) MBJ-18(d)
        """
        if not (self.rules.insurance and self.up_is_ace()):
            return
        for box in self.boxes:
            for bettor, spot in box.spots():
                on = f".{spot + 1}" if spot else ""
                options = [("no-insurance" + on, 0), ("insure" + on, self.most_insurance(bettor.wagers[spot]))]
                if box.blackjack and self.rules.even_money:
                    options.append(("even-money", 0))
                answer, bettor.insured[spot] = self.choose(bettor.name, 0, options)
                bettor.even_money = answer == "even-money"

    def most_insurance(self, wager):
        """Half the wager, or the next amount that chips can make.

        MFB-7(b).1 MFB-7(b).2 MBJ-9(b).1 MBJ-9(b).2 MBJ-3(d).3
        """
        return -(-wager // (2 * self.rules.unit)) * self.rules.unit

    def dealer_blackjack_is_known(self):
        """Whether the dealer has a blackjack; then no player acts.  MFB-6(g).1 MFB-6(g).3 MBJ-6(j).2 MBJ-6(j)(1) MBJ-6(k)(6).1"""
        return self.rules.hole_card in ("reader", "face-up") and is_blackjack(self.up)

    # --- a player's turn

    def play_box(self, box):
        """Hands from left to right, each finished before the next gets its card.  MFB-9(c) MBJ-11(b)"""
        at = 0
        while at < len(box.hands) and not box.surrendered:
            hand = box.hands[at]
            if len(hand.cards) == 1:
                hand.cards.append(self.card())
            self.play_hand(box, at, hand)
            at += 1

    def play_hand(self, box, at, hand):
        """Plays a hand until it stands, is surrendered, doubled or bust, has 21, or has nothing left to choose.

        MFB-6(j).1 MFB-6(j)(1) MFB-6(j)(2) MBJ-12(a) MBJ-12(a)(1) MBJ-12(a)(2) MBJ-12(a)(3)
        """
        while True:
            options = self.options(box, hand)
            if not options:
                return
            along = self.ask_others(box, at, hand, options)
            what, amount = self.choose(box.number, at + 1, options)
            if what == "stand":
                return
            if what == "surrender":
                box.surrendered = True
                return
            if what == "split":
                self.split(box, at, amount, along)
                continue
            if what == "double":
                self.double(box, hand, amount, along)
            hand.cards.append(self.card())
            if not (hand.is_doubled and self.rules.doubles_face_down):
                hand.bust = total(hand.cards) > 21

    def ask_others(self, box, at, hand, options):
        """What the others on the hand will do if the decider doubles or splits, as {bettor: (what, amount)}.

        Silence adds nothing, and leaves the wager on the left hand.  MBJ-13(d) MBJ-13(e)
        """
        along = {}
        may = {what for what, _ in options}
        for bettor in hand.riders:
            if bettor is box.decider:
                continue
            answers = [("silent", 0)]
            if "double" in may:
                answers += [("with-double", amount) for amount in {self.rules.unit, max(bettor.wagers)}]
            if "split" in may:
                answers += [("with-split", RIDE_RIGHT), ("with-split", RIDE_BOTH)]
            if len(answers) > 1:
                along[bettor] = self.choose(bettor.name, at + 1, answers)
        return along

    def options(self, box, hand):
        """MFB-6(h)(2).1 MFB-6(h)(2).2 MFB-9(d).1 MBJ-8(a).1 MBJ-8(a).2 MBJ-6(k)(3) MBJ-11(c)(2)"""
        points = total(hand.cards)
        if points >= 21 or hand.is_doubled:
            return []
        stuck = hand.from_aces and not self.rules.split_aces_play_on
        options = [("stand", 0)]
        if not stuck:
            options.append(("hit", 0))
            options += self.doubles(box, hand)
        if self.may_split(box, hand):
            options.append(("split", 0 if self.splits_free(box, hand) else sum(box.decider.wagers)))
        if self.rules.surrender and len(hand.cards) == 2 and not hand.from_split:
            options.append(("surrender", 0))
        if stuck and len(options) == 1:
            return []
        return options

    def doubles(self, box, hand):
        """MFB-8(a) MFB-8(a)(2) MFB-8(b) MBJ-10(a).1 MBJ-10(a).2 MBJ-10(a).3 MBJ-10(d) MBJ-6(k)(4)"""
        rules = self.rules
        if hand.from_split and not rules.double_after_split:
            return []
        if self.doubles_free(hand):
            return [("double", 0)]
        if len(hand.cards) != 2:
            return []
        if rules.doubles_9_to_11_only and total(hand.cards) not in (9, 10, 11):
            return []
        staked_by_lammer = not hand.riders
        if staked_by_lammer and not rules.lammer_double:
            return []
        return [
            ("double", amount)
            for amount in {rules.unit, *filter(None, box.decider.wagers)}
            if amount <= max(box.decider.wagers)
        ]

    def doubles_free(self, hand):
        """Whether the double is free: on 9, 10 or 11, which are never soft (C-11); chips may not be added instead
        (C-09).

        MFB-8(a)(1).1 VFB-RULES.1 VFB-RULES.3 WFB-RULES.1 WFB-RULES.3 IFB-BASE.1 IFB-BASE.3
        """
        if total(hand.cards) not in (9, 10, 11):
            return False
        free = self.rules.free_double
        return free == "any" or (free == "two-cards" and len(hand.cards) == 2)

    def double(self, box, hand, amount, along):
        """Lays an additional wager on every spot, nowhere more than the wager there.  MBJ-10(a).2 MBJ-18(c).2 MBJ-13(d)"""
        hand.is_doubled = True
        if not amount:
            hand.lammers += 1
            box.lammers += 1
            return
        hand.doubled = {bettor: adds for bettor, (what, adds) in along.items() if what == "with-double"}
        hand.doubled[box.decider] = amount

    def may_split(self, box, hand):
        """MFB-9(a) MFB-9(d).2 VFB-RULES.4 WFB-RULES.4 IFB-BASE.4 MBJ-11(a) MBJ-11(e).1 MBJ-11(e).3 MBJ-6(k)(5)"""
        if len(hand.cards) != 2 or VALUE[hand.cards[0]] != VALUE[hand.cards[1]]:
            return False
        if hand.from_aces and not self.rules.resplit_aces:
            return False
        return len(box.hands) < self.rules.split_hands

    def splits_free(self, box, hand):
        """MFB-9(b)(1) MFB-9(b)(2) VFB-RULES.2 VFB-RULES.5 WFB-RULES.2 WFB-RULES.5 IFB-BASE.2 IFB-BASE.5"""
        return VALUE[hand.cards[0]] in self.rules.free_pairs and box.free_splits < self.rules.free_splits

    def split(self, box, at, amount, along):
        """The new hand lies to the right of the one it came from; it gets its card when its turn comes.

        MFB-9(b)(2)(ii): its wager is the lammer, or chips. MBJ-13(e): others cover both hands or ride on one.
        MBJ-6a(e)(1) turns hidden cards over; nothing is hidden from the model.
        """
        hand = box.hands[at]
        aces = VALUE[hand.cards[0]] == 1
        free = not amount
        box.free_splits += free
        box.lammers += free
        rides = {bettor: how for bettor, (what, how) in along.items() if what == "with-split"}
        right = (() if free else (box.decider,)) + tuple(rides)
        hand.riders = tuple(bettor for bettor in hand.riders if rides.get(bettor) != RIDE_RIGHT)
        box.hands.insert(at + 1, Hand([hand.cards.pop()], right, int(free), True, aces))
        hand.from_split = True
        hand.from_aces = aces
        hand.cards.append(self.card())

    # --- the dealer's turn

    def play_dealer(self):
        """A hand for each spot, all from the same up card. No card that cannot matter is dealt (C-18, C-66).

        MFB-6(m).1 MFB-6(m).2 WFB-P22.4 IFB-P22.4 MBJ-6(h).1 MBJ-6(h).2 MBJ-12(c) MBJ-6a(f).1 MBJ-6a(f).2
        MBJ-18(e) MBJ-18(f)(1) MBJ-18(f)(2) MBJ-18(g) MBJ-18(h).2
        """
        for spot in range(self.rules.spots[1]):
            total_matters = any(spot in box.live_spots() or box.push22 for box in self.boxes)
            waits = total_matters or any(self.waits_for_second_card(box, spot) for box in self.boxes)
            if not waits:
                continue
            self.dealer = self.dealers[spot] = list(self.up)
            if len(self.dealer) == 1:
                self.dealer.append(self.card())
            if total_matters:
                while self.dealer_draws():
                    self.dealer.append(self.card())

    def waits_for_second_card(self, box, spot):
        """MBJ-7(a).1 MBJ-7(b).1 MBJ-8(a)(1) MBJ-8(a)(2).2"""
        return any(self.bettor_waits(box, bettor, spot) for bettor, at in box.spots() if at == spot)

    def bettor_waits(self, box, bettor, spot):
        held = (box.blackjack and not bettor.even_money) or box.surrendered
        return bettor.insured[spot] or (held and self.up_may_be_blackjack())

    def dealer_draws(self):
        """MFB-6(l).1 VFB-RULES.8 WFB-RULES.8 IFB-BASE.9 MBJ-12(b)(1) MBJ-12(b)(2)(i) MBJ-12(b)(2)(ii)"""
        points, soft = score(self.dealer)
        return points < 17 or (points == 17 and soft and self.rules.hits_soft17)

    # --- money

    def settle(self):
        result = Result()
        result.nets = {
            (bettor.name, spot): (self.main_net(box, bettor, spot), self.insurance_net(bettor, spot))
            for box in self.boxes
            for bettor, spot in box.spots()
        }
        result.main = sum(main for main, _ in result.nets.values())
        result.insurance = sum(insurance for _, insurance in result.nets.values())
        result.push22 = sum(self.push22_net(box) for box in self.boxes)
        result.lammers = sum(box.lammers for box in self.boxes)
        result.cards = self.dealt
        result.drew = len(self.dealer) > 2
        result.hands = {box.number: [hand.cards for hand in box.hands] for box in self.boxes}
        result.dealer = self.dealer
        return result

    def dealer_of(self, spot):
        """The dealer's hand that decides a spot.  MBJ-18(f).1 MBJ-18(h).1 MBJ-18(i)"""
        return self.dealers.get(spot, self.up)

    def insurance_net(self, bettor, spot):
        """MFB-7(c) MFB-10(b) MBJ-9(c) MBJ-8(b) MBJ-18(d)"""
        won = is_blackjack(self.dealer_of(spot))
        return 2 * bettor.insured[spot] if won else -bettor.insured[spot]

    def push22_net(self, box):
        """Push 22 wins on any dealer 22; where there is a limit, the hand with the original wager may not exceed it (C-30).

        MFB-5(e).2 MFB-10(c) WFB-P22.2 WFB-P22T.1 WFB-P22T.2 WFB-P22T.3 IFB-P22.2 IFB-P22T.1
        """
        if not box.push22:
            return 0
        limit = self.rules.push22_limit
        if total(self.dealer) != 22 or (limit and total(box.hands[0].cards) > limit):
            return -box.push22
        suits = {card[1] for card in self.dealer}
        colours = {COLOUR[suit] for suit in suits}
        one_suit, one_colour, other = self.rules.push22_pays
        pays = one_suit if len(suits) == 1 else one_colour if len(colours) == 1 else other
        return times(box.push22, (pays, 1), self.rules.pays_in)

    def main_net(self, box, bettor, spot):
        """MFB-6(g)(2) MBJ-3(b).2 MBJ-8(a)(2).2 MBJ-16(b).1 MBJ-18(f).2"""
        wager, dealer = bettor.wagers[spot], self.dealer_of(spot)
        dealer_blackjack = is_blackjack(dealer)
        if box.blackjack:
            return self.blackjack_net(box, bettor, wager, dealer_blackjack)
        if box.surrendered:
            kept = times(wager, (1, 2), self.rules.pays_in)
            return -wager if dealer_blackjack else kept - wager
        if dealer_blackjack:
            return -self.taken_by_dealer_blackjack(box, bettor, wager)
        return sum(self.hand_net(hand, bettor, wager, dealer) for hand in box.hands)

    def blackjack_net(self, box, bettor, wager, dealer_blackjack):
        """A blackjack against every dealer total, 22 included; each spot against its own dealer hand (C-75).

        MFB-6(g)(1) MFB-6(h)(1).1 MFB-7(e).2 MFB-10(a).2 VFB-P22.2 WFB-P22.3 IFB-P22.3
        MBJ-3(a)(3) MBJ-3(e).2 MBJ-3(e)(3) MBJ-6(k)(1) MBJ-6(k)(2) MBJ-7(b).2 MBJ-7(b).3 MBJ-7(c).2
        """
        if bettor.even_money:
            return wager
        if dealer_blackjack and not self.rules.face_up:
            return 0
        special = set(box.hands[0].cards) == self.rules.special_blackjack
        return times(wager, (2, 1) if special else self.rules.blackjack_pays, self.rules.pays_in)

    def taken_by_dealer_blackjack(self, box, bettor, wager):
        """A dealer blackjack takes no doubles and splits, except hands that went bust before (C-64).  MBJ-10(b) MBJ-11(d)"""
        bust = sum(staked(hand, bettor, wager) for hand in box.hands if hand.bust)
        live = sum(staked(hand, bettor, wager) for hand in box.hands if not hand.bust)
        due = wager if self.rules.takes_busted_plus_one else max(0, wager - bust)
        return bust + min(live, due)

    def hand_net(self, hand, bettor, wager, dealer):
        """A bust hand has lost, against every dealer total (C-04, C-05, C-50).

        MFB-6(n)(1) MFB-6(n)(2) MFB-6(q)(1) VFB-P22.1 WFB-P22.1 IFB-P22.1
        """
        if total(hand.cards) > 21:
            return -staked(hand, bettor, wager)
        if self.rules.pushes_22 and total(dealer) == 22:
            return 0
        verdict = self.compare(hand, dealer)
        return self.winnings(hand, bettor, wager) if verdict > 0 else verdict * staked(hand, bettor, wager)

    def compare(self, hand, dealer):
        """1 wins, 0 ties, -1 loses.

        MFB-6(o)(1) MFB-6(o)(2) MFB-6(p) MFB-6(q)(2) MBJ-3(a)(1) MBJ-3(a)(2) MBJ-3(b).1 MBJ-16(b).2
        """
        mine, dealers = total(hand.cards), total(dealer)
        if dealers > 21 or mine > dealers:
            return 1
        if mine < dealers:
            return -1
        if mine == 21 and len(hand.cards) == 2 and self.rules.split_21_beats:
            return 1
        return -1 if self.rules.ties_lose else 0

    def winnings(self, hand, bettor, wager):
        """Each lammer is worth the original wager (C-12); bonus odds leave out the double (C-52).

        MFB-6(o) MFB-10(a).1 VFB-SPLIT.8 WFB-SPLIT.5 IFB-SPLIT.2 IFB-DOUBLE.2
        """
        odds = self.bonus_odds(hand.cards)
        unit = self.rules.pays_in
        chips, doubled = laid(hand, bettor, wager)
        on_doubled = times(doubled, odds if self.rules.bonus_on_double else (1, 1), unit)
        return times(chips, odds, unit) + on_doubled + hand.lammers * wager

    def bonus_odds(self, cards):
        """What a winning hand is paid.  MBJ-3(e)(1) MBJ-3(e)(2) MBJ-3(e)(4) MBJ-16(a)"""
        ranks = sorted(card[0] for card in cards)
        if self.rules.bonus_678 and ranks == ["6", "7", "8"] and len({card[1] for card in cards}) == 1:
            return 2, 1
        if self.rules.bonus_777 and ranks == ["7", "7", "7"]:
            return 3, 2
        if self.rules.five_card_21 and len(cards) == 5 and total(cards) == 21:
            return 2, 1
        return 1, 1


def sequences(rules, bets, shoe, side="A"):
    """Yields (decisions, result) for every complete sequence of decisions of a round.

    A decision is (bettor, hand, what, amount). Each sequence is played from the first card: the script says which
    option to take as far as it goes, and the first one after that.
    """
    script = []
    while True:
        options_left, decisions = [], []

        def choose(bettor, hand, options):
            at = len(decisions)
            pick = script[at] if at < len(script) else 0
            options_left.append((pick, len(options)))
            decisions.append((bettor, hand) + options[pick])
            return options[pick]

        result = Round(rules, bets, shoe, choose, side).play()
        yield decisions, result
        while options_left and options_left[-1][0] + 1 == options_left[-1][1]:
            options_left.pop()
        if not options_left:
            return
        script = [pick for pick, _ in options_left]
        script[-1] += 1
