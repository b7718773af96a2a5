/* coupon.c - a match-play coupon beside the main wager, against every order of small shoes played through the verbs.
 *
 * "MBJ-3(d).1": the mean of a round with a coupon, of any size and whatever it is worth when it goes back, is the one that
 * the engine pays to a player who plays the hand with the coupon by one strategy and the others by another. */
/* sanitized */
/* soak */
#include "kit/prove.h"
#include "lammer/situations.h"

typedef struct {
    bout *b;
    lm_game *plain;
    int hand, value; /* on turn, and the first card of the box: what `look` has seen */
    bool split;
} couponed;

static void look(void *self, const lm_round *round)
{
    couponed *y = self;
    y->hand = round->at_hand;
    y->split = round->box[0].hands > 1;
    y->value = lm_card_value(round->box[0].hand[0].card[0]);
}

/* Where a dealer blackjack may come late, one play is for all hands of a split. */
static bool comes_late(const couponed *y, lm_seen seen)
{
    const lm_rules *k = &y->b->rules;
    return (k->hole_card == LM_HOLE_NONE || k->hole_card == LM_HOLE_UNSEEN) && (seen.up == 1 || seen.up == 10);
}

/* A pair of a split is split again as the hand with the coupon is. */
static lm_play choose(void *self, lm_seen seen, const lm_held *held, unsigned allowed)
{
    couponed *y = self;
    int column = column_of(y->b->game, seen);
    lm_play play = lm_game_choice(y->b->game, column, held, allowed);
    bool pair = held->n == 2 && held->value[0] == held->value[1];
    if (y->hand == 0 || comes_late(y, seen) || (pair && play == LM_PLAY_SPLIT)) return play;
    return lm_game_choice(y->plain, column, held, allowed & ~(1u << LM_PLAY_SPLIT));
}

static bool take_even_money(void *self, bool special)
{
    (void)special;
    return lm_game_even_money(((couponed *)self)->b->game);
}

static bool is_left_out(const lm_rules *rules)
{
    return rules->multiple_action || rules->special_blackjack;
}

/* The plain game has memory of its own. */
static lm_game *open_plain(const bout *b)
{
    static void *room;
    static size_t size;
    if (size < lm_game_size(&b->rules)) {
        free(room);
        size = lm_game_size(&b->rules);
        room = malloc(size);
    }
    assert_non_null(room);
    return lm_game_open(room, size, &b->rules, &b->census);
}

static double most_changed;

static bool compare(bout *b, lm_game *plain, int coupon, int returned)
{
    const lm_coupon laid = { coupon / (double)TEST_TENTHS, returned / (double)TEST_TENTHS };
    couponed y = { .b = b, .plain = plain };
    const test_strategy strategy = { .choose = choose, .even_money = take_even_money, .self = &y, .look = look };
    const test_strategy without = { as_optimum, even_money, &(bout){ .game = plain, .rules = b->rules } };
    test_tally t;
    lm_game_lay_coupon(b->game, plain, &laid);
    b->question.coupon = coupon;
    b->question.returned = returned;
    if (!test_play(&b->question, &strategy, &t) || t.ran_out) return false;
    double best = lm_game_mean(b->game);
    expect(b, /* say:test-coupon-mean */ "a round with a coupon", best, test_mean(&t));
    if (!test_play(&b->question, &without, &t) || t.ran_out) return false;
    most_changed = fmax(most_changed, best - test_mean(&t));
    return true;
}

static bool prove(int seed)
{
    static bout b;
    test_random random = test_random_from(58, seed);
    lm_rules rules;
    lm_census census;
    do {
        test_rules_draw(&rules, &random, false);
    } while (is_left_out(&rules));
    draw_shoe(&census, &rules, true, &random);
    if (!open_bout(&b, seed, &rules, &census)) return false;
    lm_game *plain = open_plain(&b);
    int step = rules.bet_step < LM_DOLLAR ? 1 : (int)(rules.bet_step / LM_DOLLAR),
        coupon = step * (1 + test_random_below(&random, TEST_TENTHS / step));
    bool fine = compare(&b, plain, coupon, 0) && compare(&b, plain, TEST_TENTHS, test_random_below(&random, 11));
    assert_int_equal(b.wrong, 0);
    return fine;
}

static void test_coupons(void **state)
{
    (void)state;
    proof p = cases("coupons", 10, 2000);
    int done = 0, tried = 0;
    for (; proof_goes_on(&p, done) && tried < 20 * (done + 20); tried++)
        done += prove((int)p.seed + tried);
    assert_false(proof_goes_on(&p, done));
    assert_true(most_changed > 0);
    proof_end(&p, done, "coupons", "the usual play costs up to %.4f", most_changed);
}

/* The worth is the fixed point: a coupon that returns its worth adds it to the round. */
static void test_worth(void **state)
{
    (void)state;
    static bout b;
    lm_rules rules;
    lm_census census;
    lm_coupon_worth found;
    assert_true(test_rules_read(&rules, "rule_set=mbj free_double=none free_split=none decks=2 even_money=on"));
    lm_census_fresh(&census, 2);
    assert_true(open_bout(&b, 0, &rules, &census));
    lm_game *plain = open_plain(&b);
    lm_game_coupon(b.game, plain, 1, &found);
    const lm_coupon laid = { 1, found.worth };
    lm_game_lay_coupon(b.game, plain, &laid);
    assert_true(fabs(lm_game_mean(b.game) - lm_game_mean(plain) - found.worth) < close_enough);
    assert_true(fabs(found.once + found.ties * found.worth - found.worth) < 0.001); /* the play changes a little */
    assert_true(found.worth > 0.45 && found.worth < 0.5 && found.once < found.worth);
    const lm_coupon none = { 0, 0 };
    lm_game_lay_coupon(b.game, plain, &none);
    assert_true(fabs(lm_game_mean(b.game) - lm_game_mean(plain)) < close_enough);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_coupons), cmocka_unit_test(test_worth) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
