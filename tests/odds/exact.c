/* exact.c - the analyser over whole numbers, against the one that ships and against every order of small shoes.
 *
 * The mean of the exact build must equal, as a rational number, the mean of its strategy when it is played through the
 * five verbs over all orders of the shoe. The doubles of the shipped analyser may differ from it by a few roundings. */
#include <math.h>
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "exact/exact_odds.h"
#include "kit/small_games.h"

enum { TEXT = 1024, MOST_PLACES = 120000, CASES = 30 };

typedef struct {
    lm_rules rules;
    lm_census census;
    lm_game *exact, *plain;
    lm_chart chart;
    bool by_chart;
    lm_post_split class; /* where the player does not go by the chart */
    lm_after after;
    test_question question;
} match;

static int column_of(const lm_game *game, lm_seen seen)
{
    for (int i = 0; i < lm_game_columns(game); i++) {
        lm_seen c = lm_game_column(game, i);
        if (c.up == seen.up && c.second == seen.second) return i;
        if (c.up == seen.second && c.second == seen.up) return i;
    }
    fail_msg("no column %d %d", seen.up, seen.second);
    return -1;
}

static lm_play play(void *self, lm_seen seen, const lm_held *held, unsigned allowed)
{
    match *m = self;
    if (m->by_chart) return lm_chart_choice(&m->chart, lm_chart_column(&m->chart, seen.up, seen.second), held, allowed);
    int column = column_of(m->plain, seen);
    if (m->class == LM_POST_SPLIT_CDZ_MINUS) return exact_odds_choice(m->exact, column, held, allowed);
    return exact_odds_choice_after(m->exact, column, m->class, held, &m->after, allowed);
}

static void look(void *self, const lm_round *round)
{
    match *m = self;
    const lm_box *box = &round->box[0];
    m->after = (lm_after){ box->hands > 1 ? (uint8_t)lm_card_value(box->hand[0].card[0]) : 0, box->hands };
}

static bool even_money(void *self, bool special)
{
    (void)special;
    return exact_odds_even_money(((match *)self)->exact);
}

static void *memory_of(size_t size)
{
    void *memory = malloc(size);
    assert_non_null(memory);
    return memory;
}

static void describe(const match *m, char *text, size_t size)
{
    int n = snprintf(text, size, "rules ");
    test_rules_write(&m->rules, text + n, size - (size_t)n);
    n = (int)strlen(text);
    n += snprintf(text + n, size - (size_t)n, "; shoe ");
    test_census_write(&m->census, text + n, size - (size_t)n);
}

/* Whether the shoe is large enough: with this play it never runs out. */
static bool compare_sums(match *m, exact_mean exact, double plain)
{
    const test_strategy strategy = { play, even_money, m, look };
    test_tally tally;
    char text[2 * TEXT];
    if (!test_play(&m->question, &strategy, &tally) || tally.ran_out) return false;
    describe(m, text, sizeof text);
    if (exact.orders != tally.item[TEST_ORDERS] || exact.sum * tally.spots != tally.item[TEST_NET])
        fail_msg("%s: %.17g, verbs %.17g, %s", m->by_chart ? "chart" : lm_post_split_name(m->class),
                 (double)exact.sum / (double)exact.orders / TEST_TENTHS, test_mean(&tally), text);
    double mean = (double)exact.sum / (double)exact.orders / TEST_TENTHS, error = fabs(plain - mean);
    if (!(error <= 1e-14)) fail_msg("doubles are off by %g: %.17g, %s", error, plain, text);
    return true;
}

/* Whether the rules can be counted in whole numbers: a rule about suits needs fractions of a value. */
static bool has_whole_numbers(const lm_rules *rules)
{
    return !rules->bonus_678 && !rules->special_blackjack;
}

static bool prove(int seed)
{
    static match m;
    test_random random = test_random_from(5, seed);
    test_rules_draw(&m.rules, &random, seed % 3 != 0);
    test_census_draw(&m.census, &m.rules, 12 + test_random_below(&random, 13), 3 + test_random_below(&random, 3), true,
                     &random);
    if (!has_whole_numbers(&m.rules)) return false;
    size_t size = exact_odds_size(&m.rules), plain_size = lm_game_size(&m.rules);
    void *memory = memory_of(size), *plain_memory = memory_of(plain_size);
    m.exact = exact_odds_open(memory, size, &m.rules, &m.census);
    m.plain = lm_game_open(plain_memory, plain_size, &m.rules, &m.census);
    m.question = (test_question){ .rules = &m.rules, .census = &m.census, .most_places = MOST_PLACES };
    bool done = m.exact && m.plain;
    m.by_chart = false;
    m.class = LM_POST_SPLIT_CDZ_MINUS;
    done = done && compare_sums(&m, exact_odds_optimum(m.exact), lm_game_mean(m.plain));
    for (int class = LM_POST_SPLIT_CDZ; done && class < LM_POST_SPLIT_OPT; class ++) {
        m.class = (lm_post_split) class;
        compare_sums(&m, exact_odds_class(m.exact, m.class), lm_game_class_mean(m.plain, m.class));
    }
    if (done) {
        m.by_chart = true;
        lm_game_chart(m.plain, &m.chart);
        compare_sums(&m, exact_odds_chart(m.exact, &m.chart), lm_game_chart_mean(m.plain, &m.chart));
    }
    free(memory);
    free(plain_memory);
    return done;
}

static void test_small_shoes(void **state)
{
    int proved = 0, seed = 1;
    (void)state;
    for (; proved < CASES && seed < 40 * CASES; seed++)
        proved += prove(seed);
    print_message("%d rule sets and shoes, of %d drawn\n", proved, seed - 1);
    assert_int_equal(proved, CASES);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_small_shoes) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
