#!/usr/bin/env python3
"""Counts every way a round can be played, and holds the program to the count.

Each row of tests/perft/table.txt is a table's rules, wagers and a stacked shoe, with figures summed over all
sequences of decisions and a digest of the sequences themselves. `perft.py` recomputes them with the reference
model, tests/perft/perft.c with the engine.

    perft.py [--check]                 compare the whole table (what CTest runs)
    perft.py --write                   put the model's figures into the table
    perft.py --row N --trace           list each sequence of row N (counted from 1)
    perft.py --row N --compare         the sequences on which model and engine differ
    perft.py --draw N --seed S         print N random rows with the model's figures
    perft.py --random N --seed S       play N random rows with both and compare

--modes draws rows of multiple action, the double shoe, the hand-dealt 6-to-5 game and boxes with several bettors.
--row and --compare read another table with --table FILE. The engine is found beside $LAMMER, or by --engine.
"""

import argparse
import os
import random
import subprocess
import sys
import tempfile
import zlib
from collections import namedtuple
from pathlib import Path

from blackjack import VALUE, BadRow, Bets, Rules, ShoeRunsOut, cents, sequences

TABLE = Path("tests/perft/table.txt")
ENGINE = "tests/perft.perft"
FIGURES = ("sequences", "main", "insurance", "push22", "lammers", "cards", "draws", "digest")
SHOWN = 10  # differences that are printed

Row = namedtuple("Row", "rules wagers shoe figures line")


# --- rows


def read_rows(path):
    """The rows of a table; `line` counts from 0."""
    rows = []
    for n, line in enumerate(path.read_text(encoding="utf-8").splitlines()):
        if line.strip() and not line.startswith("#"):
            fields = [field.strip() for field in line.split(";")]
            if len(fields) not in (3, 4):
                raise BadRow(f"{path}:{n + 1}: a row is 'rules ; wagers ; shoe ; figures'")
            rows.append(Row(*(fields + [""])[:4], n))
    return rows


def row_text(row):
    return " ; ".join(row[:4])


def bets_of(text):
    """'1:10 1:push22:5 1b:25' as {box: Bets} in cents, and the side that 'side:B' names.

    '1:main.2:10' is the wager against the second dealer hand; '1:nobody:10' that of a box without a seated player.
    """
    bets, side = {}, "A"
    for word in text.split():
        place, *wager, last = word.split(":")
        if place == "side":
            side = last
            continue
        bet = bets.setdefault(int(place[0]), Bets())
        wager = wager[0] if wager else "main"
        if wager == "push22":
            bet.push22 = cents(last)
            continue
        bet.seated = bet.seated and wager != "nobody"
        bettor = "bc".index(place[1]) + 1 if place[1:] else 0
        while len(bet.mains) <= bettor:
            bet.mains.append([0, 0, 0])
        spot = int(wager[5:]) - 1 if wager.startswith("main.") else 0
        bet.mains[bettor][spot] = cents(last)
    return bets, side


def sequences_of(row):
    profile, *settings = row.rules.split()
    shoe = row.shoe.split()
    for card in shoe:
        if card not in VALUE:
            raise BadRow(f"{card} is not a card")
    bets, side = bets_of(row.wagers)
    return sequences(Rules(profile, settings), bets, shoe, side)


def figures_of(row, most=None):
    """The model's figures as text; None when there are more than `most` sequences."""
    sums = dict.fromkeys(FIGURES, 0)
    for decisions, result in sequences_of(row):
        sums["digest"] += zlib.crc32(sequence_text(decisions, result).encode())
        sums["sequences"] += 1
        sums["main"] += result.main
        sums["insurance"] += result.insurance
        sums["push22"] += result.push22
        sums["lammers"] += result.lammers
        sums["cards"] += result.cards
        sums["draws"] += result.drew
        if most and sums["sequences"] > most:
            return None
    return " ".join(f"{name}={sums[name]}" for name in FIGURES)


def sequence_text(decisions, r):
    """A sequence and its result, in the words of perft.c."""
    words = [f"{bettor}.{hand} {what} {amount}" for bettor, hand, what, amount in decisions]
    return (
        f"{', '.join(words) or 'nothing to decide'} => main={r.main} insurance={r.insurance} "
        f"push22={r.push22} lammers={r.lammers} cards={r.cards} drew={int(r.drew)}{nets_text(r.nets)}"
    )


def nets_text(nets):
    """' 1b.2=1000/-500': main and insurance of each spot, where a bettor has several or a box several bettors."""
    if not any(spot or bettor[1:] for bettor, spot in nets):
        return ""
    return "".join(f" {bettor}.{spot + 1}={main}/{insurance}" for (bettor, spot), (main, insurance) in nets.items())


def trace_of(row):
    return (sequence_text(decisions, result) for decisions, result in sequences_of(row))


# --- the engine


def engine_path(given):
    if given:
        return given
    program = os.environ.get("LAMMER", "build/lammer")
    return str(Path(program).parent / ENGINE)


def engine(path, mode, rows):
    """What the engine prints for these rows, a list of lines."""
    with tempfile.NamedTemporaryFile("w", suffix=".txt", encoding="utf-8") as file:
        file.write("".join(row_text(row) + "\n" for row in rows))
        file.flush()
        run = subprocess.run([path, mode, file.name], stdout=subprocess.PIPE, text=True, check=False)
    if run.returncode not in (0, 1):
        raise BadRow(f"{path} {mode} ended with {run.returncode}")
    return run.stdout.splitlines()


def differing_sequences(row, path):
    """Lines that only one of them has: '- model', '+ engine'."""
    mine, other = set(trace_of(row)), set(engine(path, "--trace", [row]))
    lines = [(line, "-") for line in mine - other] + [(line, "+") for line in other - mine]
    return [f"{sign} {line}" for line, sign in sorted(lines)]


# --- random rows

FREE_BET_SETTINGS = [
    "dealer_soft17=hit",
    "dealer_soft17=stand",
    "hole_card=unseen",
    "hole_card=none",
    "even_money=on",
    "insurance=off",
    "split_aces=play-on",
    "split_aces=one-card",
    "resplit_aces=off",
    "split_hands=2",
    "split_hands=3",
    "double_after_split=off",
    "free_double=any",
    "free_double=none",
    "free_split=none",
    "free_split=A8",
    "free_split=A23456789T",
    "free_split=2345",
    "free_splits=0",
    "free_splits=1",
    "free_splits=2",
    "lammer_double=off",
    "push22_limit=29",
    "push22_limit=none",
    "dealer_bj_takes=busted-plus-one",
    "chip_unit=1",
    "chip_unit=5",
    "settle_order=seat-by-seat",
    "double_on=9-11",
    "dealer_22=bust",
    "round_up=on",
]
BLACKJACK_SETTINGS = [
    "dealer_soft17=hit",
    "hole_card=unseen",
    "hole_card=none",
    "surrender=on",
    "surrender=on",
    "even_money=on",
    "insurance=off",
    "split_aces=play-on",
    "resplit_aces=off",
    "split_hands=2",
    "split_hands=3",
    "double_after_split=off",
    "bonus_678=on",
    "bonus_777=on",
    "five_card_21=on",
    "special_blackjack=As+Js",
    "bonus_on_double=on",
    "dealer_bj_takes=busted-plus-one",
    "chip_unit=1",
    "chip_unit=5",
    "split_21_beats_multicard_21=on",
    "settle_order=seat-by-seat",
    "double_on=9-11",
    "blackjack_pays=6:5",
    "double_card=down",
    "double_card=down",
    "round_up=on",
    "dealer_22=push",
]
FACE_UP_SETTINGS = [
    "dealer_soft17=hit",
    "bonus_678=on",
    "bonus_777=on",
    "five_card_21=on",
    "special_blackjack=As+Js",
    "bonus_on_double=on",
    "chip_unit=1",
    "double_after_split=off",
    "split_aces=play-on",
    "split_21_beats_multicard_21=on",
    "surrender=on",
]
OFFERS = {
    "ma-freebet": ["push22:A", "push22:B"],
    "wa-freebet": ["push22:1", "push22:2", "push22:3"],
    "ia-freebet": [],
    "vendor-freebet": ["push22:1", "push22:2"],
}
PUSH22_PROFILES = ("ma-freebet", "wa-freebet", "ia-freebet")  # offer Push 22 by default
DRAWN_FROM = {
    **{name: FREE_BET_SETTINGS for name in OFFERS},
    "ma-blackjack": BLACKJACK_SETTINGS,
    "ma-blackjack-nohole": [s for s in BLACKJACK_SETTINGS if not s.startswith("hole_card")],
    "ma-blackjack-faceup": FACE_UP_SETTINGS,
}
NO_HOLE_SETTINGS = DRAWN_FROM["ma-blackjack-nohole"]
MODES_FROM = {
    "ma-blackjack-multi": ["multiple_action=2", "multiple_action=all", "bettors_per_box=2"]
    + [s for s in NO_HOLE_SETTINGS if s.split("=")[0] not in ("surrender", "even_money", "split_hands", "dealer_22")],
    "ma-blackjack-doubleshoe": ["red_suits=B", "red_suits=B"] + NO_HOLE_SETTINGS,
    "ma-blackjack-6to5": [
        "hole_card=none",
        "hole_card=none",
        "even_money=on",
        "insurance=off",
        "double_after_split=off",
        "split_hands=2",
        "resplit_aces=off",
        "double_card=down",
        "dealer_bj_takes=busted-plus-one",
        "settle_order=seat-by-seat",
        "split_21_beats_multicard_21=on",
    ],
    "ma-blackjack bettors_per_box=2": BLACKJACK_SETTINGS,
    "ma-blackjack-nohole bettors_per_box=2": NO_HOLE_SETTINGS,
    "ma-blackjack bettors_per_box=3": BLACKJACK_SETTINGS,
}


def draw_settings(rng, profile, choice):
    """A few settings, no key twice."""
    drawn = {}
    for setting in rng.sample(choice, rng.choice((0, 1, 2, 3, 4))):
        drawn.setdefault(setting.split("=")[0], setting)
    if OFFERS.get(profile) and rng.random() < 0.5:
        drawn["offer"] = "offer=" + rng.choice(OFFERS[profile])
    return list(drawn.values())


def draw_shoe(rng, decks=6):
    """Fifty cards of these decks, or all where there are fewer: plain, or rich in a few ranks so that pairs, blackjacks and long hands turn up."""
    ranks = rng.choice(("A23456789TJQK", "A23456789TJQK", "ATJQK", "A89TK", "8238", "A6789", "A5JK", "7896T", "A2345T"))
    cards = [rank + suit for rank in sorted(set(ranks)) for suit in "cdhs"] * decks
    return rng.sample(cards, min(50, len(cards)))


def draw_wagers(rng, profile, settings):
    """One, two or now and then three boxes; amounts that the chips can make."""
    words = []
    offered = profile in PUSH22_PROFILES or any(s.startswith("offer=") for s in settings)
    amounts = (5, 10, 15, 25, 100) if "chip_unit=5" in settings else (5, 7, 10, 15, 25, 100)
    for box in sorted(rng.sample(range(1, 7), rng.choice((1, 1, 1, 1, 2, 2, 2, 3)))):
        dollars = rng.choice(amounts)
        words.append(f"{box}:{dollars}")
        if offered and rng.random() < 0.5:
            words.append(f"{box}:push22:{rng.randint(1, 100)}")
    return " ".join(words)


def draw_mode_wagers(rng, rules):
    """One or two boxes with the spots and bettors that the rules ask for, and a side for the determinant card."""
    settings = dict(word.split("=") for word in rules.split()[1:])
    multi = rules.startswith("ma-blackjack-multi")
    spots = {"2": (2,), "all": (3,)}.get(settings.get("multiple_action"), (2, 3)) if multi else (1,)
    in_fives = rules.startswith("ma-blackjack-6to5") or settings.get("chip_unit") == "5"
    words = []
    for box in sorted(rng.sample(range(1, 7), rng.choice((1, 1, 1, 2)))):
        unseated = "bettors_per_box" in settings and not multi and rng.random() < 0.2
        for letter in ("", "b", "c")[: int(settings.get("bettors_per_box", "1"))]:
            for spot in range(rng.choice(spots)):
                dollars = rng.choice((5, 10, 15, 25) if in_fives else (5, 7, 10, 15, 25))
                wager = f"main.{spot + 1}:" if spot else "nobody:" if unseated and not letter else ""
                words.append(f"{box}{letter}:{wager}{dollars}")
    if "doubleshoe" in rules:
        words.insert(0, rng.choice(("side:A", "side:B")))
    return " ".join(words)


def sequences_in(figures):
    return int(figures.split()[0].partition("=")[2])


def draw_any(rng):
    profile = rng.choice(sorted(DRAWN_FROM))
    shoe = draw_shoe(rng)
    settings = draw_settings(rng, profile, DRAWN_FROM[profile])
    return Row(" ".join([profile, *settings]), draw_wagers(rng, profile, settings), " ".join(shoe), "", 0)


def draw_mode(rng):
    profiles = sorted(MODES_FROM)
    weights = [4 if profile in ("ma-blackjack-multi", "ma-blackjack-6to5") else 1 for profile in profiles]
    profile = rng.choices(profiles, weights)[0]
    rules = " ".join([profile, *draw_settings(rng, profile, MODES_FROM[profile])])
    return Row(rules, draw_mode_wagers(rng, rules), " ".join(draw_shoe(rng, 2 if "6to5" in rules else 6)), "", 0)


def draw_row(rng, args):
    """A row with its figures that has so many sequences."""
    while True:
        row = draw_mode(rng) if args.modes else draw_any(rng)
        try:
            figures = figures_of(row, args.most)
        except ShoeRunsOut:
            continue
        if figures and sequences_in(figures) >= args.least:
            return row._replace(figures=figures)


# --- commands


def close(passed, failed):
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


def check(args):
    rows = read_rows(args.table)
    failed = 0
    for row in rows:
        figures = figures_of(row)
        if figures == row.figures:
            continue
        failed += 1
        if failed <= SHOWN:
            print(f"{args.table}:{row.line + 1}: {row.rules} ; {row.wagers}\n  table {row.figures}\n  model {figures}")
    return close(len(rows) - failed, failed)


def write(args):
    lines = args.table.read_text(encoding="utf-8").splitlines()
    for row in read_rows(args.table):
        lines[row.line] = row_text(row._replace(figures=figures_of(row)))
    args.table.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return 0


def one_row(args):
    row = read_rows(args.table)[args.row - 1]
    lines = differing_sequences(row, engine_path(args.engine)) if args.compare else trace_of(row)
    for line in lines:
        print(line)
    return 0


def draw(args):
    rng = random.Random(args.seed)
    for _ in range(args.draw):
        print(row_text(draw_row(rng, args)))
    return 0


def compare_random(args):
    rng = random.Random(args.seed)
    path = engine_path(args.engine)
    rows = [draw_row(rng, args) for _ in range(args.random)]
    failed = 0
    for row, answer in zip(rows, engine(path, "--print", rows), strict=True):
        if answer == row.figures:
            continue
        failed += 1
        if failed <= SHOWN:
            print(f"{row_text(row)}\n  model  {row.figures}\n  engine {answer}")
            print("\n".join(differing_sequences(row, path)[:SHOWN]))
    return close(len(rows) - failed, failed)


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--row", type=int)
    parser.add_argument("--trace", action="store_true")
    parser.add_argument("--compare", action="store_true")
    parser.add_argument("--draw", type=int)
    parser.add_argument("--random", type=int)
    parser.add_argument("--modes", action="store_true")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--least", type=int, default=1, help="sequences of a random row")
    parser.add_argument("--most", type=int, default=2000)
    parser.add_argument("--table", type=Path, default=TABLE)
    parser.add_argument("--engine")
    return parser.parse_args()


def main():
    args = arguments()
    command = (
        write
        if args.write
        else one_row
        if args.row
        else draw
        if args.draw
        else compare_random
        if args.random
        else check
    )
    try:
        return command(args)
    except (BadRow, OSError) as e:
        print(f"perft: {e}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
