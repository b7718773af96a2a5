#!/usr/bin/env python3
"""reference.py - the simulator against a second one: Philox, the card mapping, the game and the digest, written again
from docs/simulation.md with big integers and nothing of the engine. Round for round the results must be equal."""
import csv
import hashlib
import json
import os
import subprocess
import sys
import tempfile

LAMMER = os.environ["LAMMER"]
MASK = (1 << 32) - 1
BET = 1000


def philox(counter, key):
    c, k = list(counter), list(key)
    for _ in range(10):
        a, b = 0xD2511F53 * c[0], 0xCD9E8D57 * c[2]
        c = [(b >> 32) ^ c[1] ^ k[0], b & MASK, (a >> 32) ^ c[3] ^ k[1], a & MASK]
        k = [(k[0] + 0x9E3779B9) & MASK, (k[1] + 0xBB67AE85) & MASK]
    return c


def round_words(seed, number, side=0):
    """The 64-bit words of a round, for one side of a double shoe."""
    pair, half, block = number >> 1, number & 1, 0
    while True:
        o = philox([pair >> 32, pair & MASK, block, side << 23], [seed & MASK, seed >> 32])
        yield o[2 * half] | o[2 * half + 1] << 32
        block += 1


def shoe_words(seed, session, shoe):
    block = 0
    while True:
        o = philox([session >> 32, session & MASK, block, 1 << 24 | shoe], [seed & MASK, seed >> 32])
        yield o[0] | o[1] << 32
        yield o[2] | o[3] << 32
        block += 1


def deal_cards(words, decks):
    """Ranks and suits in the order in which they leave the shoe."""
    cards = [(rank, suit) for rank in range(13) for suit in range(4) for _ in range(decks)]
    while cards:
        radices = list(range(len(cards), max(len(cards) - 7, 0), -1))
        product = 1
        for radix in radices:
            product *= radix
        word = next(w for w in words if (w * product) % 2**64 >= 2**64 % product)
        number, slots = word * product >> 64, []
        for radix in reversed(radices):
            number, slot = divmod(number, radix)
            slots.append(slot)
        for slot in reversed(slots):
            card = cards[slot]
            cards[slot] = cards[-1]
            cards.pop()
            yield card


def deal(words, decks):
    """Card values in that order."""
    for rank, _ in deal_cards(words, decks):
        yield min(rank + 1, 10)


def total_of(cards):
    total = sum(cards)
    soft = 1 in cards and total <= 11
    return (total + 10, True) if soft else (total, False)


class Hand:
    def __init__(self, cards, lammer=False, split=False):
        self.cards, self.lammer, self.split = cards, lammer, split
        self.chips_added = self.free_double = 0


class Game:
    def __init__(self, chart, free_bet, hits_soft17, aces_play_on):
        self.chart, self.free_bet, self.hits_soft17, self.aces_play_on = chart, free_bet, hits_soft17, aces_play_on

    def advice(self, hand, column, may_split):
        """H, S, D or P, as far as it is allowed."""
        part = self.chart["free" if hand.lammer and "free" in self.chart else "real"]
        cards = hand.cards
        if len(cards) == 2 and cards[0] == cards[1] and may_split:
            name = {1: "A", 10: "T"}.get(cards[0], str(cards[0]))
            if part["pairs"][name][column] == "P":
                return "P"
        total, soft = total_of(cards)
        cell = part["soft" if soft else "hard"][str(total)][column]
        if cell[0] == "D":
            return "D" if len(cards) == 2 else "S" if cell == "Ds" else "H"
        return "H" if cell[0] == "R" else cell

    def play_hands(self, hands, column, cards):
        """Plays all hands of the box from the left; returns lammers given and chips added."""
        lammers = staked = 0
        at = 0
        while at < len(hands):
            hand = hands[at]
            if len(hand.cards) == 1:
                hand.cards.append(next(cards))
            total, soft = total_of(hand.cards)
            from_aces = hand.split and hand.cards[0] == 1
            done = total >= 21 or hand.free_double or hand.chips_added
            may_split = len(hands) < 4
            if from_aces and len(hand.cards) == 2 and not self.aces_play_on:
                done = done or not (hand.cards[1] == 1 and may_split)
                choice = "S" if done else self.advice(hand, column, may_split)
                if choice != "P":
                    choice = "S"
            else:
                choice = "S" if done else self.advice(hand, column, may_split)
            if choice == "S":
                at += 1
            elif choice == "H":
                hand.cards.append(next(cards))
            elif choice == "D":
                if self.free_bet and not soft and 9 <= total <= 11:
                    hand.free_double = 1
                    lammers += 1
                else:
                    hand.chips_added = BET
                    staked += BET
                hand.cards.append(next(cards))
            else:
                is_free = self.free_bet and hand.cards[0] != 10
                lammers += is_free
                staked += 0 if is_free else BET
                hands.insert(at + 1, Hand([hand.cards.pop()], is_free, True))
                hand.split = True
        return lammers, staked

    def dealer_total(self, dealer, cards):
        while True:
            total, soft = total_of(dealer)
            if total >= 17 and not (total == 17 and soft and self.hits_soft17):
                return total
            dealer.append(next(cards))

    def settle(self, hand, dealer):
        total = total_of(hand.cards)[0]
        own = 0 if hand.lammer else BET
        if total > 21:
            return -own - hand.chips_added
        if dealer == 22 and self.free_bet:
            return 0
        if dealer > 21 or total > dealer:
            return BET + hand.chips_added + BET * hand.free_double
        return -own - hand.chips_added if total < dealer else 0

    def round(self, cards):
        """net, staked, hands, lammers"""
        player, dealer = [next(cards)], [next(cards)]
        player.append(next(cards))
        dealer.append(next(cards))
        natural = sorted(player) == [1, 10]
        if sorted(dealer) == [1, 10]:
            return 0 if natural else -BET, BET, 1, 0
        if natural:
            return BET * 3 // 2, BET, 1, 0
        column = 9 if dealer[0] == 1 else dealer[0] - 2
        hands = [Hand(player)]
        lammers, staked = self.play_hands(hands, column, cards)
        total = 0
        if any(total_of(hand.cards)[0] <= 21 for hand in hands):
            total = self.dealer_total(dealer, cards)
        return sum(self.settle(hand, total) for hand in hands), BET + staked, len(hands), lammers


def fresh_rounds(game, decks, seed, first, n):
    for number in range(first, first + n):
        yield game.round(deal(round_words(seed, number), decks))


def double_shoe_rounds(game, decks, seed, first, n):
    """A determinant card from a side by chance names the side that is dealt from: red A, black B."""
    for number in range(first, first + n):
        o = philox([number >> 39, number >> 7 & MASK, 0, 3 << 24], [seed & MASK, seed >> 32])
        drawn_from = o[number >> 5 & 3] >> (number & 31) & 1
        suit = next(deal_cards(round_words(seed, number, drawn_from), decks))[1]
        yield game.round(deal(round_words(seed, number, 0 if suit in (1, 2) else 1), decks))


RAMP = [(-99, 1), (0, 0), (1, 3), (2, 7)]


def units_by_count(running, left):
    """Hi-Lo: what is bet at floor(running count / decks left)."""
    return [units for start, units in RAMP if running * 52 // left >= start][-1]


def shoe_rounds(game, decks, seed, first, n, penetration, counts):
    cover = int(decks * 52 * penetration + 1e-9)
    for number in range(first, first + n):
        if number % 1024 == 0:
            shoe, used, counted = 0, cover, iter(())
        if used >= cover:
            counted, used, running = deal(shoe_words(seed, number // 1024, shoe), decks), 1, 0
            shoe += 1
            next(counted)
        out = []
        begins = (running * 52 // (decks * 52 - used), used * 16 // (decks * 52))
        units = units_by_count(running, decks * 52 - used) if counts else 1

        def cards():
            for card in counted:
                out.append(card)
                yield card

        net, staked, hands, lammers = game.round(cards())
        yield (net * units, staked * units, hands, lammers), (*begins, BET * units)
        used += len(out)
        running += sum(card in range(2, 7) for card in out) - sum(card in (1, 10) for card in out)


def cells_of(rounds, beginnings, which):
    """By count (0) or sixteenth of the shoe (1): rounds, first wagers, stakes and nets of the rounds that are bet on."""
    cells = {}
    for (net, staked, _, _), beginning in zip(rounds, beginnings):
        if beginning[2]:
            cell = cells.setdefault(max(-20, min(20, beginning[which])), [0, 0, 0, 0])
            for i, number in enumerate((1, beginning[2], staked, net)):
                cell[i] += number
    return cells


def kept_cells(rules, chart, folder, *options):
    """The same as a saved run answers later, without playing again."""
    shard, tables = os.path.join(folder, "kept.shard"), [os.path.join(folder, name) for name in ("count", "depth")]
    command = [LAMMER, "sim", "--rules", rules, "--chart", chart, "--quiet"]
    if os.path.exists(shard):
        os.remove(shard)
    subprocess.run([*command, *options, "--backend", "scalar", "--save", shard], check=True, stdout=subprocess.DEVNULL)
    again = [
        word for at, word in enumerate(options) if not {"--rounds", "--first"} & set(options[max(at - 1, 0) : at + 1])
    ]
    asked = ["--by-penetration", tables[1]] + (["--by-count", tables[0]] if "--count" in options else [])
    subprocess.run([*command, *again, "--merge", shard, *asked], check=True, stdout=subprocess.DEVNULL)
    cells = []
    for table, key in zip(tables, ("count", "from")):
        if table not in asked:
            cells.append(None)
            continue
        with open(table, newline="") as file:
            names = ("rounds", "initial_cents", "staked_cents", "net_cents")
            cells.append({float(row[key]): [int(row[name]) for name in names] for row in csv.DictReader(file)})
    if cells[1] is not None:
        cells[1] = {16 * start: cell for start, cell in cells[1].items()}
    return cells


def digest_of(results):
    nets = [r[0] for r in results]
    squares = sum(net * net for net in nets)
    lammers = [sum(r[3] == i for r in results) for i in range(8)]
    numbers = [len(results), BET * len(results), sum(r[1] for r in results), sum(nets)]
    numbers += [squares, squares >> 64] * 2
    numbers += [sum(net > 0 for net in nets), sum(net == 0 for net in nets), sum(net < 0 for net in nets)]
    numbers += [sum(r[2] for r in results)] + lammers
    text = b"".join((number % 2**64).to_bytes(8, "little") for number in numbers)
    return hashlib.blake2b(text, digest_size=32).hexdigest()


def simulate(rules, chart, folder, *options):
    each = os.path.join(folder, "each.csv")
    command = [LAMMER, "sim", "--rules", rules, "--chart", chart, "--each", each, "--format", "json", *options]
    answer = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    with open(each, newline="") as file:
        rows = [
            tuple(int(row[name]) for name in ("net_cents", "staked_cents", "hands", "lammers"))
            for row in csv.DictReader(file)
        ]
    return json.loads(answer.stdout), rows


def check_double_shoe(folder):
    """The number of differences: standard blackjack with a reader, dealt from a double shoe."""
    seed, first, n = 9, 2**41 + 77, 2500
    with open(PLAIN) as file:
        expected = list(double_shoe_rounds(Game(json.load(file), False, False, False), 6, seed, first, n))
    options = f"--rounds {n} --first {first} --seed {seed} --set shoe=double --set red_suits=A --quiet".split()
    answer, rows = simulate("ma-blackjack", PLAIN, folder, *options)
    different = [i for i in range(n) if rows[i] != expected[i]]
    if different:
        i = different[0]
        print(f"double shoe: {len(different)} of {n} rounds differ; round {first + i}: {rows[i]}, not {expected[i]}")
    same = answer["digest"] == digest_of(expected)
    if not same:
        print(f"double shoe: the digest is {answer['digest']}, not {digest_of(expected)}")
    return bool(different) + (not same)


FREE, PLAIN = "tests/sim/freebet.json", "tests/sim/blackjack.json"
CASES = [
    # rules, chart, decks, free bet, soft 17 hit, aces play on, seed, first, rounds, penetration, counts
    ("wa-freebet", FREE, 6, True, True, False, 1, 0, 3000, 0, False),
    ("wa-freebet", FREE, 6, True, True, False, 2**64 - 1, 2**62 + 7, 500, 0, False),
    ("wa-freebet", FREE, 1, True, True, False, 7, 0, 1500, 0, False),
    ("wa-freebet", FREE, 8, True, True, False, 7, 3, 1500, 0, False),
    ("ma-freebet", FREE, 6, True, False, True, 2, 0, 2500, 0, False),
    ("ma-blackjack", PLAIN, 6, False, False, False, 3, 1001, 2500, 0, False),
    ("wa-freebet", FREE, 6, True, True, False, 5, 2048, 2500, 0.75, False),
    ("ma-blackjack", PLAIN, 2, False, False, False, 5, 0, 1500, 0.5, False),
    ("ma-blackjack", PLAIN, 6, False, False, False, 6, 0, 3000, 0.8, True),
]


def main():
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        system = os.path.join(folder, "system")
        with open(system, "w") as file:
            file.write("tags A -1 2 1 3 1 4 1 5 1 6 1 T -1 # Hi-Lo\n")
            file.write("ramp " + " ".join(f"{start}:{units}" for start, units in RAMP) + "\n")
        failed += check_double_shoe(folder)
        for rules, chart, decks, free_bet, h17, play_on, seed, first, n, penetration, counts in CASES:
            with open(chart) as file:
                game = Game(json.load(file), free_bet, h17, play_on)
            options = [
                "--rounds",
                str(n),
                "--first",
                str(first),
                "--seed",
                str(seed),
                "--set",
                f"decks={decks}",
                "--quiet",
            ]
            if penetration:
                options += ["--dealing", "shoe", "--penetration", str(penetration)]
                options += ["--count", system] if counts else []
                played = list(shoe_rounds(game, decks, seed, first, n, penetration, counts))
                expected, beginnings = [one[0] for one in played], [one[1] for one in played]
                for which, cells in enumerate(kept_cells(rules, chart, folder, *options)):
                    if cells is not None and cells != cells_of(expected, beginnings, which):
                        what = ("count", "penetration")[which]
                        # say:test-kept-cells
                        print(f"{rules} seed {seed}: the results by {what} differ: {cells}")
                        failed += 1
            else:
                expected = list(fresh_rounds(game, decks, seed, first, n))
            answer, rows = simulate(rules, chart, folder, *options)
            different = [i for i in range(n) if rows[i] != expected[i]]
            name = f"{rules} {decks} decks seed {seed} from {first}"
            if different:
                i = different[0]
                print(f"{name}: {len(different)} of {n} rounds differ; round {first + i}: {rows[i]}, not {expected[i]}")
            same = counts or answer["digest"] == digest_of(expected)
            if not same:
                print(f"{name}: the digest is {answer['digest']}, not {digest_of(expected)}")
            failed += bool(different) or not same
    return 1 if failed else 0


sys.exit(main())
