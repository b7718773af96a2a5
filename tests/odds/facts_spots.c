/* facts_spots.c - a round of multiple action (Section 18): its spread and its signs.
 *
 * How dealer hands depend on each other is computed for the shoe without the up card and applied to every hand of the
 * player. The error is measured here against all orders of small shoes, where it is large: at most CLAIM divided by the
 * square of the cards in the shoe, for the standard deviation and for each sign. */
#include <math.h>
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <cmocka.h>

#include "kit/optimum.h"
#include "kit/small_games.h"

#define RULES "rule_set=mbj decks=8 hole_card=none free_double=none free_split=none split_hands=2 "
static const char *const settings[] = {
    RULES "multiple_action=3",
    RULES "multiple_action=2 dealer_soft17=hit blackjack_paid=at-once",
    RULES "multiple_action=all dealer_bj_takes=busted-plus-one split_aces=play-on",
    RULES "multiple_action=3 double_card=down",
    RULES "multiple_action=3 surrender=on",
    RULES "multiple_action=2 hole_card=reader", /* one dealer hand */
};
enum { SETTINGS = sizeof settings / sizeof *settings, WANTED = 10, MOST_PLACES = 200000, CLAIM = 15 };

static double spread_of(const test_tally *t)
{
    double mean = test_mean(t) * t->spots;
    return sqrt(test_share(t, TEST_ROUND_SQUARE) / (TEST_TENTHS * TEST_TENTHS) - mean * mean);
}

/* The error in units of the claim; below 0 where the shoe is too small. */
static double measure(int seed)
{
    test_random random = test_random_from(11, seed);
    lm_rules rules;
    lm_census census;
    test_tally t;
    double error = -1;
    int cards = 20 + test_random_below(&random, 11);
    assert_true(test_rules_read(&rules, settings[seed % SETTINGS]));
    test_census_draw(&census, &rules, cards, 3 + test_random_below(&random, 3), true, &random);
    size_t size = lm_game_size(&rules);
    void *memory = malloc(size);
    assert_non_null(memory);
    lm_game *game = lm_game_open(memory, size, &rules, &census);
    const test_question question = { .rules = &rules, .census = &census, .most_places = MOST_PLACES };
    const test_strategy strategy = optimum_of(game);
    if (game && test_play(&question, &strategy, &t) && !t.ran_out) {
        lm_figures f;
        lm_game_figures(game, &f);
        error = fmax(fabs(f.round_sd - spread_of(&t)), fabs(f.mean - test_mean(&t)));
        error = fmax(error, fabs(f.round_win - test_share(&t, TEST_ROUND_WIN)));
        error = fmax(error, fabs(f.round_push - test_share(&t, TEST_ROUND_PUSH)));
        error = fmax(error, fabs(f.round_lose - test_share(&t, TEST_ROUND_LOSE)));
        error *= cards * cards;
    }
    free(memory);
    return error;
}

static void test_rounds(void **state)
{
    int measured = 0, seed = 1;
    double worst = 0;
    (void)state;
    for (; measured < WANTED && seed < 40 * WANTED; seed++) {
        double error = measure(seed);
        measured += error >= 0;
        worst = fmax(worst, error);
    }
    print_message("%d shoes of %d drawn: at most %.2f, claimed %d\n", measured, seed - 1, worst, CLAIM);
    assert_int_equal(measured, WANTED);
    assert_true(worst < CLAIM);
}

/* The chart with six decks, against lammer sim --rules ma-blackjack-multi --rounds 100000000 (seed 1). */
static void test_six_decks(void **state)
{
    lm_rules rules;
    lm_census census;
    lm_figures f;
    lm_chart chart;
    (void)state;
    assert_true(test_rules_read(&rules, "rule_set=mbj decks=6 hole_card=none free_double=none free_split=none "
                                        "split_hands=2 resplit_aces=off multiple_action=3"));
    lm_census_fresh(&census, 6);
    size_t size = lm_game_size(&rules);
    void *memory = malloc(size);
    assert_non_null(memory);
    lm_game *game = lm_game_open(memory, size, &rules, &census);
    assert_non_null(game);
    lm_game_chart(game, &chart);
    lm_game_chart_figures(game, &chart, &f);
    print_message("sd %.5f, win %.5f, push %.5f, lose %.5f\n", f.round_sd, f.round_win, f.round_push, f.round_lose);
    assert_true(fabs(f.round_sd - 3 * 0.884216) < 0.0006);
    assert_true(fabs(f.round_win - 0.45326554) < 0.0002);
    assert_true(fabs(f.round_push - 0.06340743) < 0.0001);
    assert_true(fabs(f.round_lose - 0.48332703) < 0.0002);
    assert_true(fabs(f.round_win + f.round_push + f.round_lose - 1) < 1e-7);
    free(memory);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_rounds), cmocka_unit_test(test_six_decks) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
