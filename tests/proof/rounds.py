#!/usr/bin/env python3
# soak
"""Looks for run-time errors of a round with Frama-C's Eva: each verb with any arguments on any round.

Each verb must also keep the bounds that the next one takes for granted. The short version covers one verb. With the names of
parts or verbs (or "questions") as arguments, only these are analysed, one by one, and each place that Eva leaves undecided is printed.
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import cut
import frama
import parts
from parts import PARTS
from proof import Proof

sys.path.insert(0, str(frama.HERE / "eva"))
import any_rules  # noqa: E402

SHORT_VERBS, SHORT_PARTS = ("HIT",), ("lm_settle_coupon", "lm_settle_insurance", "lm_void_box")
QUESTIONS = "questions"  # eva/asked.c
EACH_S = int(os.environ.get("EACH_S", 1800))

# One run for each verb of a round, with what eva/act.c must tell apart.
BOX, BETTOR, CARD, N, WAGER, AMOUNT, KIND, EACH_BOX, PRIZE = (1 << bit for bit in range(9))
VERBS = {
    **dict.fromkeys("DEAL DOWN CLOSE PEEK".split(), 0),
    **dict.fromkeys("HIT STAND SURRENDER DISCARD".split(), BOX),
    "WITH_DOUBLE": BOX | BETTOR | AMOUNT,
    "WITH_SPLIT": BOX | BETTOR,
    "AWARD": PRIZE,
    "WITHDRAW": BOX | BETTOR | N,
    "EVEN_MONEY": BOX | BETTOR | N,
    **dict.fromkeys("CARD DETERMINE".split(), CARD),
    "TURN": BOX | CARD,
    "IRREGULAR": BOX | CARD | KIND,
    "BET": BOX | BETTOR | N | WAGER | AMOUNT,
    "INSURE": BOX | BETTOR | N | AMOUNT,
    "DOUBLE": BOX | AMOUNT,
    "SPLIT": BOX | AMOUNT | EACH_BOX,
    "CONFIRM": N,
}
# Verbs that eva/act.c takes in one run.
TOGETHER = [
    "CARD DOWN TURN PEEK DETERMINE DEAL CLOSE HIT STAND DISCARD SURRENDER DOUBLE WITH_DOUBLE WITH_SPLIT".split(),
    "INSURE EVEN_MONEY CONFIRM".split(),
    ["SPLIT"],
    ["IRREGULAR"],
    ["BET"],
    ["WITHDRAW", "AWARD"],
]
ROUND = [f"src/core/{name}.c" for name in ("card", "money", "cite", "cite_events", "rules", "status", "round/*")]
ROOMS = ("src/core", "src/core/round")
# Contracts that no run of this test proves: acsl/money.acsl and share.acsl prove more of the first two, rules are sealed for what
# lm_odds_net returns, and the driver `wagers` of runtime.py runs lm_view_hide.
ELSEWHERE = {"lm_cents_times", "lm_share_capped", "lm_odds_net", "lm_view_hide"}
# Parts whose run with a listener takes Eva longer than was waited for: they run without one.
SILENT = {"lm_deliver"}
# What Eva must not merge: the places of a round and the elements of its arrays, the cases of the driver and of a contract.
KEEP_APART = ("-eva-precision 0 -eva-ilevel 600 -eva-plevel 5000 -eva-split-return full -eva-split-limit 200").split()
# Loops over the cards of a hand, or over what a wager has found, that Eva follows one by one.
UNROLLED = {
    "for (int i = 0; i < found->n; i++)": 5,
    "while (hand->n < n)": 21,
    "while (i + 1 < hand->n && hand->card[i] != LM_CARD_DOWN)": 20,
}
# What changes whose turn it is, or how many hands a box has.
FORGETS = re.compile(r"(^ +|[);] )((?:s->)?(?:r->(?:at_hand|at_box|phase)|\w+->hands)(?: = |\+\+))", re.M)
STATES = (
    "any_flow",
    "any_turn",
    "any_moment",
    "any_finish",
    "any_late_hand",
    "any_place",
    "lay_sides",
)  # what eva/bounds.h leaves open by cases
# How many states of a function Eva keeps apart, where not as many as its run allows.
LOOPS = {
    "hand_add": 0,
    "lm_hand_recount": 100,
    "proved_lm_show_card": 200,
    "proved_next_waiting": 1000,
    "lm_cards_score": 200,
    "lm_view_plain_hand": 200,
}
LOOPS |= dict.fromkeys(
    ("proved_lm_finish_award", "proved_do_fail_to_show", "proved_lm_do_award", "proved_lm_tell_event", "any_event"),
    20000,
)
LOOPS |= {"make_plain": 200, "hide_dealer": 200, "other_suit": 200}


class Workshop:
    """A folder with the sources cut into parts. `altered` stands in for the source of its name."""

    def __init__(self, folder, altered=None):
        self.folder, self.files, texts = Path(folder), [], []
        rows, text = any_rules.code(frama.ROOT)
        assert rows > 100, f"{rows} rules"
        self.write("any_rules.h", text)
        for file in frama.sources(*ROUND):
            source = altered if altered and Path(file).name == Path(altered).name else file
            text = (frama.ROOT / source).read_text(encoding="utf-8")
            texts.append(text)
            for loop, most in UNROLLED.items():
                text = text.replace(loop, f"/*@ loop unroll {most}; */ {loop}")
            text = FORGETS.sub(r"\1hand_of_box = 0, \2", text)
            cut_text, found = cut.cut(text, PARTS)
            self.files.append(str(self.write(Path(file).name, cut_text)) if found else source)
        self.signatures = parts.signatures(texts)
        stubs = []
        for name, part in PARTS.items():
            returned, arguments = self.signatures[name]
            stubs += [f"{returned}proved_{name}({arguments});", parts.contract(part, returned, name, arguments)]
        self.write("contracts.h", "\n".join(stubs))

    def write(self, name, text):
        (self.folder / name).write_text(text, encoding="utf-8")
        return self.folder / name

    def report(self, driver, flags, apart, level, unrolled=7):
        levels = {**dict.fromkeys([*PARTS, *STATES, *apart], 20000), **LOOPS}
        levels = ",".join(f"{name}:{level}" for name, level in levels.items())
        options = [
            *KEEP_APART,
            "-eva-min-loop-unroll",
            str(unrolled),
            "-eva-slevel",
            str(level),
            "-eva-slevel-function",
            levels,
        ]
        text = frama.report(
            driver, self.files, (*ROOMS, self.folder), options, f"{flags} -includetests/proof/eva/plain.h", EACH_S
        )
        return text.replace(f"{self.folder}/", "src/core/round/")

    def parts(self, names):
        """The report of some parts, which must be alike in how they see optional wagers."""
        modes = {(PARTS[name].sides, PARTS[name].turns, PARTS[name].on_turn) for name in names}
        calls = [parts.run(PARTS[name], name, *self.signatures[name]) for name in names]
        cases = "\n".join(f"    case {i}: run_{name}(s); break;" for i, name in enumerate(names))
        whole = f"static void run_parts(lm_step *s)\n{{\n    switch (BETWEEN(0, {len(names) - 1})) {{\n{cases}\n    }}\n}}\n"
        self.write("call.h", "".join([*calls, whole]))
        assert len(modes) == 1, f"parts of different kinds: {names}"
        sides, turns, on_turn = modes.pop()
        flags = " ".join(
            flag for flag, wanted in zip(("-DBY_SIDES", "-DFLOWS", "-DON_TURN"), (sides, turns, on_turn)) if wanted
        )
        flags += " -DSILENT" if set(names) <= SILENT else ""
        apart = ["main", "run_parts", *(f"run_{name}" for name in names)]
        return self.report("part", flags, apart, *((2, 1) if sides else (100, 7) if turns else (60, 7)))

    def questions(self):
        """The report of what a round is asked. Its loops are followed to their end: over wagers, cards and kinds of mishaps."""
        return self.report("asked", "-Dvolatile=", ["main"], 1, 81)

    def verbs(self, names):
        proved = ",".join(f"{{LM_{name},{VERBS[name]}}}" for name in names)
        self.write("proved.h", f"#define PROVED_VERBS {proved}\n")
        return self.report("act", "", ["main", "choose"], 4000 if "IRREGULAR" in names else 400)


def broken(text):
    """The bounds and needs that a report does not show to be kept."""
    found = frama.asserted(text, "kept_") + frama.asserted(text, "needs_")
    return sorted({name for status, name in found if status not in frama.DECIDED})


def groups():
    """The parts that can be analysed together."""
    found = {}
    for name, part in PARTS.items():
        if name not in ELSEWHERE:
            found.setdefault((part.sides, part.turns, part.on_turn, bool(part.split)), []).append(name)
    return list(found.values())


def unforgotten(texts):
    """Lines that change the turn or the number of hands although FORGETS does not see them."""
    changes = re.compile(
        r"(->|\.)(at_hand|at_box|phase|hands)( = |\+\+|--| [-+|&^]= )|(\+\+|--)[\w>.-]*(at_hand|at_box|hands)\b"
    )
    lines = [line for text in texts for line in text.splitlines()]
    return [line.strip() for line in lines if changes.search(line) and not FORGETS.search(line)]


def hold(name, text):
    lost = broken(text)
    assert not lost, f"{name} does not keep {lost} of eva/*.[ch]"
    return text


# An altered line, the verb or part that has it, and whether it goes wrong at once or only spoils what another takes for granted:
# anything, or the assertion of this name.
FAULTS = (
    (
        "settle.c",
        "bool won = lm_dealer_blackjack(r);",
        "bool won = r->box[r->last_box].even;",
        "lm_settle_insurance",
        False,
    ),
    (
        "play.c",
        "a->bettor != r->box[a->box - 1].decider) return",
        "a->bettor != r->box[a->box].decider) return",
        "HIT",
        False,
    ),
    ("play.c", "\n    s->r->due = LM_DUE_UP;", "\n    s->r->due = LM_DUE_TURN + 1;", "HIT", True),
    (
        "dealer.c",
        "    r->at_box = r->at_hand = 0;",
        "    r->at_box = r->at_hand = LM_BOXES + 1;",
        "lm_begin_reveal",
        True,
    ),
    ("play.c", "            r->at_hand = h;", "            r->at_hand = LM_HANDS - 1;", "next_waiting", True),
    ("play.c", "*right = &box->hand[at + 1];", "*right = &box->hand[at + 2];", "divide", True),
    (
        "dead.c",
        "lm_side_bet *bet = &s->r->side[i];",
        "lm_side_bet *bet = &s->r->side[LM_SIDE_BETS - 1 - i];",
        "void_sides",
        False,
    ),
    ("bets.c", "= r->side[--r->sides];", "= r->side[r->sides--];", "remove_side", True),
    ("sides.c", "&r->side[next])) next = i;", "&r->side[next])) next = i + 1;", "next_prize", "kept_result"),
    (
        "play.c",
        "for (; r->at_hand < box->hands; r->at_hand++) {",
        "for (; r->at_hand < box->hands; r->at_hand += 2) {",
        "box_is_finished",
        "kept_behind",
    ),
    (
        "bets.c",
        "a->n >= lm_rules_dealer_hands(k) || !box->main",
        "a->n > lm_rules_dealer_hands(k) || !box->main",
        "INSURE",
        False,
    ),
)
# A write that the contract of its part does not leave open.
BEYOND = ("settle.c", "    hand->result = LM_WON;", "    hand->result = LM_WON, s->r->phase = LM_DONE;")


def find_faults(folder, faults):
    for name, right, wrong, where, spoils in faults:
        file = f"src/core/round/{name}"
        altered = frama.altered(folder, file, right, wrong)
        shop = Workshop(folder, altered)
        text = shop.verbs([where]) if where in VERBS else shop.parts([where])
        spoilt = broken(text)
        noticed = frama.decide([text])[0] if not spoils else spoilt if spoils is True else spoils in spoilt
        assert noticed, f"Eva did not notice: {wrong.strip()}"
    name, right, wrong = BEYOND
    text = Path(frama.altered(folder, f"src/core/round/{name}", right, wrong)).read_text(encoding="utf-8")
    found = parts.beyond_contract([text]).get("lm_settle_paid_blackjack")
    assert found == {"phase"}, f"a write beyond a contract was not noticed: {found}"
    return len(faults) + 1


def single(names):
    """Runs some parts or verbs, each by itself, and prints what Eva leaves undecided of them."""
    left = 0
    with tempfile.TemporaryDirectory(prefix="lammer-rounds-") as folder:
        shop = Workshop(folder)
        for name in names:
            began = time.monotonic()
            try:
                if name == QUESTIONS:
                    text = shop.questions()
                else:
                    text = (shop.parts if name in PARTS else shop.verbs)([name])
            except (subprocess.TimeoutExpired, AssertionError) as error:
                left += 1
                print(f"{name}: no report: {str(error)[-300:]}", flush=True)
                continue
            open_places = sorted(
                {
                    (file, int(line), kind)
                    for status, kind, file, line in frama.places(text)
                    if status not in frama.DECIDED
                }
            )
            for file, line, kind in open_places:
                print(f"{name}: {file}:{line}: {kind}")
            lost = broken(text)
            left += len(open_places) + len(lost)
            print(
                f"{name}: {len(open_places)} places undecided, lost {lost}, {time.monotonic() - began:.0f} s",
                flush=True,
            )
    return min(left, 1)


def main():
    if not shutil.which("frama-c"):
        print("frama-c is not installed")
        return 77
    if sys.argv[1:]:
        return single(sys.argv[1:])
    soak = "LAMMER_SOAK" in os.environ
    texts = [(frama.ROOT / file).read_text(encoding="utf-8") for file in frama.sources(*ROUND)]
    beyond = parts.beyond_contract(texts)
    assert not beyond, f"parts write what their contracts do not leave open: {beyond}"
    assert not unforgotten(texts), f"the turn changes unseen: {unforgotten(texts)}"
    with tempfile.TemporaryDirectory(prefix="lammer-rounds-") as folder:
        shop = Workshop(folder)
        reports = {
            "parts": (
                [names for names in groups()] if soak else [SHORT_PARTS],
                lambda names: hold(names, shop.parts(names)),
            ),
            "acts": (TOGETHER if soak else [SHORT_VERBS], lambda names: hold(names, shop.verbs(names))),
        }
        if soak:
            reports["questions"] = ([QUESTIONS], lambda name: hold(name, shop.questions()))
        count = sum(len(subjects) for subjects, _ in reports.values())
        proof, figures = Proof("rounds", count, count), []
        for name, (subjects, run) in reports.items():
            left, total = frama.decide([run(subject) for subject in subjects])
            frama.check(name, left)
            figures.append(f"{name} {total - sum(left.values())} of {total} places")
        faults = find_faults(folder, FAULTS if soak else FAULTS[:1])
    proof.end(count, "analyses", f"planted faults found: {faults}; free of run-time errors: {', '.join(figures)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
