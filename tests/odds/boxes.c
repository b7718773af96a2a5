/* boxes.c - two boxes of one player: what the best play of both together is worth beyond that of each hand for itself.
 *
 * Every order of small shoes is played through the verbs twice. Both players see all cards on the felt. One chooses each
 * action for the sum of both boxes; the other only for the box on turn, as the prices of docs/odds.md are made. The
 * difference is what adding these prices leaves out. A player draws only while four cards are left for the dealer. */
/* soak */
#include "kit/prove.h"

enum {
    BOXES = 2,
    BETS_CENTS = 10 * LM_DOLLAR,
    PLAYS = 32,
    LEAST_CARDS = 12,
    RESERVE = 4,
    MOST_GAIN = 5,
    MOST_PLACES = 3000000
};

typedef struct {
    int left[LM_VALUES], n;
} shoe;

typedef struct {
    double net[BOXES];
} nets;

typedef struct {
    const lm_rules *rules;
    bool together, ran_out;
    long places; /* looked at; too many end the case */
} player;

static nets go_on(player *y, const lm_round *r, const shoe *s);

static nets act(player *y, const lm_round *r, const shoe *s, lm_action action)
{
    if (y->ran_out) return (nets){ { 0 } };
    lm_round next = *r;
    y->ran_out |= ++y->places > MOST_PLACES;
    action.least_cents = action.most_cents = action.step_cents = 0;
    assert_true(lm_ok(lm_round_apply(&next, y->rules, action)));
    return go_on(y, &next, s);
}

static nets deal(player *y, const lm_round *r, const shoe *s, lm_turn turn)
{
    nets sum = { { 0 } };
    y->ran_out |= s->n == 0;
    for (int v = 1; v <= 10 && s->n > 0; v++) {
        if (!s->left[v]) continue;
        shoe less = *s;
        less.left[v]--;
        less.n--;
        lm_card card = lm_card_make(v - 1, s->left[v] % 4); /* no card more often than the decks have it */
        nets x = act(y, r, &less, (lm_action){ .verb = turn.verb, .card = card });
        for (int b = 0; b < BOXES; b++)
            sum.net[b] += x.net[b] * s->left[v] / s->n;
    }
    return sum;
}

static bool is_play(lm_verb verb)
{
    return verb == LM_STAND || verb == LM_HIT || verb == LM_DOUBLE || verb == LM_SPLIT;
}

/* Values that differ by rounding are equal: the first action stands. */
static nets decide(player *y, const lm_round *r, const shoe *s, lm_turn turn)
{
    lm_action legal[PLAYS * 4];
    nets best = { { 0 } };
    double most = 0;
    bool found = false;
    int n = lm_round_legal(r, y->rules, legal, PLAYS * 4);
    for (int i = 0; i < n; i++) {
        if (legal[i].verb != LM_STAND && s->n <= RESERVE) continue; /* the dealer's cards */
        if (!is_play((lm_verb)legal[i].verb) || legal[i].bettor != LM_DECIDER || legal[i].yes) continue;
        nets x = act(y, r, s, legal[i]);
        double worth = y->together ? x.net[0] + x.net[1] : x.net[turn.box - 1];
        if (found && worth <= most + 1e-12) continue;
        best = x;
        most = worth;
        found = true;
    }
    assert_true(found);
    return best;
}

static nets go_on(player *y, const lm_round *r, const shoe *s)
{
    if (lm_round_over(r)) {
        nets end;
        for (uint8_t b = 0; b < BOXES; b++) {
            lm_spot spot = { .box = (uint8_t)(b + 1), .wager = LM_MAIN, .n = LM_ALL_SPOTS };
            end.net[b] = (double)lm_round_net(r, spot) / BETS_CENTS;
        }
        return end;
    }
    lm_turn turn = lm_round_turn(r, y->rules);
    return turn.verb == LM_CARD ? deal(y, r, s, turn) : decide(y, r, s, turn);
}

static double mean_of(player *y, const shoe *s)
{
    lm_round r;
    assert_true(lm_ok(lm_round_open(&r, y->rules)));
    for (uint8_t b = 1; b <= BOXES; b++) {
        lm_action bet = { .verb = LM_BET, .box = b, .amount_cents = BETS_CENTS };
        assert_true(lm_ok(lm_round_apply(&r, y->rules, bet)));
    }
    nets x = act(y, &r, s, (lm_action){ .verb = LM_DEAL });
    return x.net[0] + x.net[1];
}

/* Tens and two other values, low ones seldom, so that the cards last. */
static void draw_small_shoe(shoe *s, test_random *random)
{
    static const uint8_t values[] = { 5, 6, 7, 8, 9, 10 };
    int value[3];
    *s = (shoe){ .n = LEAST_CARDS + test_random_below(random, 2) };
    for (int i = 0; i < 3; i++)
        value[i] = values[test_random_below(random, sizeof values)];
    value[0] = 10;
    for (int i = 0; i < s->n; i++)
        s->left[value[i % 3]]++;
}

static double largest;
static int gained;

static bool prove(const lm_rules *rules, int seed)
{
    test_random random = test_random_from(60, seed);
    shoe s;
    draw_small_shoe(&s, &random);
    player alone = { .rules = rules }, both = { .rules = rules, .together = true };
    double each = mean_of(&alone, &s), joint = alone.ran_out ? 0 : mean_of(&both, &s);
    if (alone.ran_out || both.ran_out) return false;
    double gain = (joint - each) * s.n * s.n;
    if (joint < each - close_enough || gain > MOST_GAIN)
        fail_msg("seed %d: both together %.12f, each for itself %.12f", seed, joint, each);
    largest = fmax(largest, gain);
    gained += gain > 1e-9;
    return true;
}

static void test_two_boxes(void **state)
{
    (void)state;
    lm_rules rules;
    assert_true(test_rules_read(&rules, "rule_set=mbj free_double=none free_split=none hole_card=none insurance=off "
                                        "split_hands=2 decks=8"));
    proof p = cases("two boxes", 6, 400);
    int done = 0;
    int tried = 0;
    for (; proof_goes_on(&p, done) && tried < 100 * (done + 20); tried++)
        done += prove(&rules, (int)p.seed + tried);
    assert_false(proof_goes_on(&p, done));
    proof_end(&p, done, "shoes", "%d of them gain by joint play, at most %.3f / N^2", gained, largest);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_two_boxes) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
