/* facts_signs.c - the one approximated figure: whether three or four hands together win or lose.
 *
 * All others are exact. The error is measured here against all orders of small shoes, where it is large: at most three
 * times the probability of so many hands, divided by the square of the cards in the shoe. With six decks that is below
 * 1e-7. */
#include <math.h>
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <cmocka.h>

#include "kit/optimum.h"
#include "kit/small_games.h"

static const char *const settings[] = {
    "rule_set=mbj decks=8 free_double=none free_split=none blackjack_paid=at-once dealer_soft17=hit",
    "rule_set=wfb decks=8 dealer_22=push dealer_soft17=hit",
};

enum { WANTED = 12, MOST_PLACES = 200000 };

/* The error in units of the claim; below 0 where the shoe is too small. */
static double measure(int seed)
{
    test_random random = test_random_from(9, seed);
    lm_rules rules;
    lm_census census;
    test_tally tally;
    double error = -1;
    int cards = 18 + test_random_below(&random, 13);
    assert_true(test_rules_read(&rules, settings[seed % 2]));
    test_census_draw(&census, &rules, cards, 3 + test_random_below(&random, 3), true, &random);
    size_t size = lm_game_size(&rules);
    void *memory = malloc(size);
    assert_non_null(memory);
    lm_game *game = lm_game_open(memory, size, &rules, &census);
    const test_question question = { .rules = &rules, .census = &census, .most_places = MOST_PLACES };
    const test_strategy strategy = optimum_of(game);
    if (game && test_play(&question, &strategy, &tally) && !tally.ran_out && tally.item[TEST_CROWDED]) {
        lm_figures f;
        lm_game_figures(game, &f);
        error = fmax(fabs(f.win - test_share(&tally, TEST_WIN)), fabs(f.lose - test_share(&tally, TEST_LOSE)));
        error = fmax(error, fabs(f.push - test_share(&tally, TEST_PUSH)));
        error = error * cards * cards / test_share(&tally, TEST_CROWDED);
    }
    free(memory);
    return error;
}

static void test_signs(void **state)
{
    int measured = 0;
    double worst = 0;
    (void)state;
    for (int seed = 1; measured < WANTED && seed < 20 * WANTED; seed++) {
        double error = measure(seed);
        measured += error >= 0;
        worst = fmax(worst, error);
    }
    print_message("%d shoes with three hands and more: at most %.2f, claimed 3\n", measured, worst);
    assert_int_equal(measured, WANTED);
    assert_true(worst < 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_signs) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
