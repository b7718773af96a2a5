"""Property tests of liblammer through its Python binding: Hypothesis chooses rules, cards and decisions.

LAMMER names the program, for figures that must be the same; LAMMER_SOAK asks for many more examples.
"""
import json
import os
import subprocess
import sys
import unittest

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

import lammer
from lammer import Action, BlackjackEnv, Game, Refused, Round, Rules, action, sim
from lammer._library import ffi, lib, text

SOAK = bool(os.environ.get("LAMMER_SOAK"))
settings.register_profile(
    "lammer",
    max_examples=2000 if SOAK else 100,
    deadline=None,
    derandomize=not SOAK,
    database=None,
    suppress_health_check=list(HealthCheck),
)
settings.load_profile("lammer")

PROFILES = lammer.profiles()
ENVS = {name: BlackjackEnv(name, insurance=True) for name in PROFILES}
profiles = st.sampled_from(PROFILES)
seeds = st.integers(0, 2**32 - 1)
choices = st.lists(st.integers(0, 7), min_size=60, max_size=60)


def play(env, seed, picks, watch=lambda env: None):
    """A round in which pick i chooses among what is legal at decision i."""
    env.reset(seed=seed)
    watch(env)
    for pick in picks:
        legal = env.legal_actions()
        if not legal:
            break
        env.step(legal[pick % len(legal)])
        watch(env)
    assert env.round.over, "sixty decisions end every round"
    return env.round


def rounds(env, seed, picks, watch=lambda env: None):
    """Twenty rounds of one example, each with other cards and other choices: rare hands come often enough."""
    for i in range(20):
        yield play(env, (seed + i * 2654435761) % 2**32, picks[3 * i % 60 :] + picks[: 3 * i % 60], watch)


def program(*words):
    done = subprocess.run([os.environ["LAMMER"], *words], capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


# ---- what a round must bring, by a second reading of the rules ---------------------------------------------------


def total(values):
    """Blackjack counting: MFB-2(d), MBJ-2(b)."""
    hard = sum(values)
    return (hard + 10, True) if 1 in values and hard + 10 <= 21 else (hard, False)


def values(where):
    return [min(where.card[i] // 4 + 1, 10) for i in range(where.n)]


def blackjack(cards):
    return len(cards) == 2 and total(cards)[0] == 21


def chips_on(hand, bet):
    return (0 if hand.marks & lib.LM_FREE_HAND else bet) + hand.doubled[0]


def expected_net(round_, rules, bet, even_money, insured):
    """What the box must have won on main and insurance, from the cards and chips that lie there at the end.

    For one dealer hand, 3 to 2 or 6 to 5, reader or not, and no bonus odds.
    """
    box, dealer = round_.c.box[0], values(round_.c.dealer)
    n = box.hands
    dealer_has_blackjack = blackjack(dealer)
    insurance = (2 * insured if dealer_has_blackjack else -insured) if insured else 0
    first = values(box.hand[0])
    if n == 1 and blackjack(first):
        if even_money:
            return bet
        if dealer_has_blackjack:
            return insurance
        return bet * 3 // 2 + insurance if rules["blackjack_pays"] == "3:2" else bet * 6 // 5 + insurance
    if n == 1 and box.hand[0].result == lib.LM_SURRENDERED:
        return insurance - (bet if dealer_has_blackjack else bet // 2)
    if (
        dealer_has_blackjack
    ):  # MBJ-10(b), MBJ-11(d): the original wager, or what was lost by busting if that is more (C-64)
        busted = [box.hand[i] for i in range(n) if total(values(box.hand[i]))[0] > 21]
        return insurance - max(bet, sum(chips_on(hand, bet) for hand in busted))
    dealer_total = total(dealer)[0]
    pushes = rules["dealer_22"] == "push" and dealer_total == 22
    net = 0
    for i in range(n):
        hand = box.hand[i]
        mine = total(values(hand))[0]
        chips = chips_on(hand, bet)
        worth = bet + (bet if hand.marks & lib.LM_FREE_DOUBLE else hand.doubled[0])
        if mine > 21 or (dealer_total <= 21 and mine < dealer_total):
            net -= chips
        elif pushes:
            pass
        elif dealer_total > 21 or mine > dealer_total:
            net += worth
        elif rules["ties"] == "lose":
            net -= chips
    return net + insurance


def waits_for_dealer(round_):
    """Some hand is neither a blackjack nor bust nor surrendered, so the dealer must draw."""
    box = round_.c.box[0]
    hands = [box.hand[i] for i in range(box.hands)]
    if box.hands == 1 and (blackjack(values(hands[0])) or hands[0].result == lib.LM_SURRENDERED):
        return False
    return any(total(values(hand))[0] <= 21 for hand in hands)


PLAIN = [name for name in PROFILES if name not in ("ma-blackjack-multi", "ma-blackjack-faceup", "ma-blackjack-6to5")]


class Rounds(unittest.TestCase):
    @given(profiles, seeds, choices)
    def test_every_round_ends_and_money_is_kept(self, name, seed, picks):
        """The chips on the felt, in the tray and with the players always add up to the same sum."""
        for final in rounds(ENVS[name], seed, picks):
            self.assertEqual(final.c.felt_cents, 0)
            self.assertEqual(final.c.tray_cents, -final.net())

    @given(profiles, seeds, choices)
    def test_the_same_choices_give_the_same_bytes(self, name, seed, picks):
        env = ENVS[name]
        self.assertEqual(bytes(play(env, seed, picks)), bytes(play(env, seed, picks)))

    @given(st.sampled_from(PLAIN), seeds, choices)
    def test_the_net_is_what_the_cards_say(self, name, seed, picks):
        """A second reading of the settlement: MFB-6(n), MFB-7, MFB-8, MFB-9, MBJ-3(e), MBJ-7 to MBJ-11."""
        env = ENVS[name]
        bought = {}

        def watch(env):
            bought["insured"] = env.round.c.box[0].insured[0][0]
            bought["even"] = bool(env.round.c.box[0].even)

        for final in rounds(env, seed, picks, watch):
            wanted = expected_net(final, env.rules, env.bet_cents, bought["even"], bought["insured"])
            self.assertEqual(final.net(), wanted, final.cards() + final.cards(1))

    @given(profiles, seeds, choices)
    def test_the_dealer_draws_by_the_rule(self, name, seed, picks):
        """MFB-6(l), MBJ-6(i): draws below 17, stands above, and on soft 17 as posted."""
        env = ENVS[name]
        hits = env.rules["dealer_soft17"] == "hit"
        stands = lambda points, soft: points > 17 or (points == 17 and not (soft and hits))
        for final in rounds(env, seed, picks):
            cards = values(final.c.dealer)
            for n in range(2, len(cards)):
                self.assertFalse(stands(*total(cards[:n])), cards)
            if waits_for_dealer(final) and not blackjack(cards):
                self.assertTrue(stands(*total(cards)), cards)

    @given(profiles, seeds, choices)
    def test_totals_agree(self, name, seed, picks):
        def watch(env):
            for i in range(env.round.c.box[0].hands):
                hand = env.round.c.box[0].hand[i]
                if hand.hidden == 0:
                    score = lib.lm_cards_score(hand.card, hand.n)
                    self.assertEqual((score.total, score.soft), total(values(hand)))

        list(rounds(ENVS[name], seed, picks, watch))

    @given(profiles, seeds, choices, st.binary(min_size=40, max_size=40))
    def test_a_refused_action_changes_nothing(self, name, seed, picks, noise):
        """An action is refused with a clause, or done completely."""

        def watch(env):
            before = bytes(env.round)
            act = ffi.new("lm_action *")
            ffi.buffer(act)[:] = noise
            act.verb %= lib.LM_VERB_COUNT
            attempt = env.round.copy()
            try:
                attempt.apply(act[0])
            except Refused as refusal:
                self.assertTrue(refusal.why)
                self.assertEqual(bytes(attempt), before)

        play(ENVS[name], seed, picks, watch)

    @given(profiles, seeds, choices)
    def test_what_is_listed_is_accepted_and_no_other_play_is(self, name, seed, picks):
        plays = ("hit", "stand", "double", "split", "surrender")

        def watch(env):
            listed = env.round.legal()
            for act in listed[:40]:
                env.round.copy().apply(act)
            if env.round.over or env.round.turn().verb != lib.LM_HIT:
                return
            words = {text(lib.lm_verb_word(act.verb)) for act in listed}
            for verb in plays:
                if verb in words:
                    continue
                for cents in (0, env.bet_cents):
                    with self.assertRaises(Refused):
                        env.round.copy().apply(action(verb, box=1, amount_cents=cents))

        play(ENVS[name], seed, picks, watch)

    @given(seeds, choices)
    def test_a_copy_goes_its_own_way(self, seed, picks):
        env = ENVS["ma-freebet"]
        env.reset(seed=seed)
        assume(env.legal_actions())
        before = bytes(env.round)
        env.round.copy().apply(action("stand", box=1)) if Action.STAND in env.legal_actions() else None
        self.assertEqual(bytes(env.round), before)

    def test_the_environment_refuses_what_is_not_legal(self):
        env = BlackjackEnv("ma-freebet")
        env.reset(seed=1)
        with self.assertRaises(ValueError):
            env.step(Action.SURRENDER)

    def test_nothing_hidden_is_observed(self):
        """The hole card is in no observation before it is turned (MFB-6(k))."""
        env = BlackjackEnv("ma-freebet")
        for seed in range(200):
            observation, info = env.reset(seed=seed)
            while info["legal"]:
                self.assertEqual(len(observation["dealer"]), 1)
                observation, _, _, _, info = env.step(info["legal"][0])


class Odds(unittest.TestCase):
    def test_the_program_and_the_library_compute_the_same_doubles(self):
        for name in ("ma-blackjack", "ma-blackjack-faceup"):
            told = program("odds", "--rules", name, "--wager", "main", "--format", "json")["main"]
            game = Game(name)
            figures = game.figures()
            self.assertEqual(-figures["mean"], told["house_edge"])
            self.assertEqual(game.chart().house_edge, told["chart_house_edge"])
            for key in ("sd", "win", "push", "lose", "staked", "busts"):
                self.assertEqual(figures[key], told[key], key)
            nets = game.distribution()
            self.assertAlmostEqual(sum(nets.values()), 1, delta=1e-12)
            self.assertAlmostEqual(sum(net * p for net, p in nets.items()), figures["mean"], delta=1e-8)

    def test_prices_of_wagers(self):
        """The wagers of wa-freebet include two that the play of the main hand decides."""
        for name in ("ma-blackjack", "wa-freebet"):
            study = lammer.Study(name)
            told = program("odds", "--rules", name, "--format", "json")["wagers"]
            self.assertEqual([wager["id"] for wager in told], [study.wager(i)["id"] for i in range(len(told))])
            for i, wager in enumerate(told):
                self.price_is_told(study.wager(i), wager)

    def test_an_answer_is_the_programs(self):
        words = ("odds", "--rules", "ma-freebet", "--hand", "8h 8d", "--up", "6c", "--format", "json")
        self.assertEqual(json.loads(lammer.odds.answer(*words)), program(*words))
        with self.assertRaisesRegex(ValueError, '"nope" is not a wager'):
            lammer.odds.answer("odds", "--rules", "ma-freebet", "--wager", "nope")

    def price_is_told(self, got, wager):
        self.assertEqual((got["id"], got["house_edge"], got["sd"]), (wager["id"], wager["house_edge"], wager["sd"]))
        self.assertAlmostEqual(sum(got["outcomes"].values()), 1, places=12)

    @given(st.lists(st.integers(1, 10), min_size=2, max_size=4), st.integers(1, 10), st.booleans())
    def test_the_best_action_has_the_best_price(self, hand, up, lammer_hand):
        game = GAME
        points, _ = total(hand)
        assume(points < 21)
        prices = game.price(hand, up, lammer_hand)
        best = game.best(hand, up, lammer_hand, allowed=list(prices))
        self.assertEqual(prices[best], max(prices.values()))

    @given(st.integers(1, 10), st.integers(1, 10), st.integers(1, 10))
    def test_a_lammer_is_never_worse_than_chips(self, a, b, up):
        """A lammer cannot be lost: every hand is worth at least as much with one (MFB-9(c))."""
        assume(total([a, b])[0] < 21)
        chips, free = GAME.price([a, b], up), GAME.price([a, b], up, lammer=True)
        self.assertGreaterEqual(free["stand"], chips["stand"] - 1e-12)

    def test_playing_by_the_chart_earns_the_exact_edge(self):
        """Dealt by the engine, played by the chart: within four and a half standard errors of what is computed."""
        rounds = 60000 if SOAK else 6000
        game = Game("ma-freebet")
        chart, figures = game.chart(), game.figures()
        env = BlackjackEnv("ma-freebet")
        names = {Action.STAND: "stand", Action.HIT: "hit", Action.DOUBLE: "double", Action.SPLIT: "split"}
        acts = {word: act for act, word in names.items()}
        won = 0.0
        for seed in range(rounds):
            observation, info = env.reset(seed=seed)
            while info["legal"]:
                allowed = [names[act] for act in info["legal"]]
                choice = chart.choose(observation["hand"], observation["dealer"], observation["lammer"], allowed)
                observation, reward, over, _, info = env.step(acts[choice])
            won += env.round.net() / env.bet_cents
        mean, error = won / rounds, figures["sd"] / rounds**0.5
        self.assertLess(abs(mean + chart.house_edge), 4.5 * error, f"mean {mean}, exact {-chart.house_edge}")


class Simulation(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.job = sim.Job(Rules("ma-freebet"), seed=5)
        cls.backends = sim.backends(cls.job)

    def test_the_digest_is_the_program_s(self):
        told = program("sim", "--rules", "ma-freebet", "--rounds", "50000", "--seed", "5", "--format", "json")
        tally = sim.run(sim.Job(Rules("ma-freebet"), seed=5, bet_cents=told["bet_cents"]), 50000)
        self.assertEqual(tally.digest, told["digest"])
        self.assertEqual(tally.figures()["house_edge"], told["house_edge"])

    def test_every_backend_gives_the_same_integers(self):
        digests = {sim.run(self.job, 20000, backend=name).digest for name in self.backends}
        self.assertEqual(len(digests), 1)
        self.assertGreater(len(self.backends), 1)

    @settings(max_examples=10)
    @given(st.integers(1, 4), st.integers(1, 4), st.integers(0, 5))
    def test_ranges_add_up(self, a, b, which):
        a, b, backend = 1024 * a, 1024 * b, self.backends[which % len(self.backends)]
        parts = sim.run(self.job, a, backend=backend) + sim.run(self.job, b, first=a, backend=backend)
        self.assertEqual(parts.digest, sim.run(self.job, a + b, backend=backend, threads=2).digest)


class Examples(unittest.TestCase):
    def run_example(self, *words):
        return subprocess.run([sys.executable, *words], capture_output=True, text=True, check=True).stdout

    def test_learn(self):
        told = self.run_example("examples/learn.py", "2000")
        self.assertEqual(len(told.splitlines()), 4)

    def test_json_lines(self):
        told = self.run_example("examples/json-lines.py", os.environ["LAMMER"])
        self.assertRegex(told, r"net -?\d+ cents\n$")


class Submissions(unittest.TestCase):
    def test_hashes_are_the_program_s(self):
        for name in PROFILES:
            self.assertEqual(Rules(name).hash, program("rules", "show", name, "--format", "json")["hash"])

    def test_all_problems_are_told(self):
        with self.assertRaises(lammer.RulesError) as caught:
            Rules("ma-freebet", decs=8, boxes=99)
        self.assertEqual(len(caught.exception.problems), 2)

    def test_findings_cite_their_clause(self):
        found = Rules("ma-blackjack", decks=1).check()
        self.assertIn(("error", "MBJ-30(a)"), [(f.severity, f.clause) for f in found])

    @given(st.sampled_from(sorted(Rules.table())), st.text("abcdefon0123456789.:+-|xA", min_size=1, max_size=12))
    def test_a_value_that_is_read_is_written_and_read_again(self, rule, word):
        """Every text that is a legal value keeps its meaning when it is written."""
        found = lib.lm_rule_find(rule.encode())
        value, again, out = ffi.new("int64_t *"), ffi.new("int64_t *"), ffi.new("char[128]")
        if not lib.lm_rule_read(found, word.encode(), value):
            return
        lib.lm_rule_write(found, value[0], out, 128)
        self.assertTrue(lib.lm_rule_read(found, out, again), ffi.string(out))
        self.assertEqual(again[0], value[0])

    def test_presets_are_values(self):
        value = ffi.new("int64_t *")
        for name, (_, _, preset, _, _) in Rules.table().items():
            self.assertTrue(lib.lm_rule_read(lib.lm_rule_find(name.encode()), preset.encode(), value), name)


GAME = Game(Rules("ma-freebet", offer="none"))

if __name__ == "__main__":
    unittest.main()
