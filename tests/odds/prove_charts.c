/* prove_charts.c - on full shoes: no chart beats the optimum, and changing cells does not improve the best chart. */
/* soak */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <cmocka.h>

#include "best_chart.h"
#include "proof.h"
#include "kit/small_games.h"

enum { TEXT = 1024, MUTANTS = 4, MANY_CELLS = 20 };

/* Sums of many doubles in another order. */
static const double noise = 1e-12;

static void wrong(const lm_rules *rules, int seed, const char *what, double less, double more)
{
    char settings[TEXT];
    test_rules_write(rules, settings, sizeof settings);
    fail_msg("seed %d, %s: %.15g beats %.15g; %s", seed, what, more, less, settings);
}

/* What a cell may say: two cards may be doubled or surrendered, a pair split or surrendered. */
static lm_advice draw_advice(bool pair, test_random *random)
{
    static const uint8_t of_pair[] = { LM_PLAY_SPLIT, LM_PLAY_SURRENDER, LM_PLAY_NONE };
    static const uint8_t of_total[] = { LM_PLAY_STAND, LM_PLAY_HIT, LM_PLAY_DOUBLE, LM_PLAY_SURRENDER };
    lm_advice advice;
    if (pair) {
        advice.first = of_pair[test_random_below(random, 3)];
        advice.otherwise = of_pair[test_random_below(random, 3)];
        return advice;
    }
    advice.first = of_total[test_random_below(random, 4)];
    advice.otherwise = of_total[test_random_below(random, 2)];
    if (advice.first <= LM_PLAY_HIT) advice.otherwise = advice.first;
    return advice;
}

static bool is_row(int row)
{
    bool hard = row >= LM_ROW_HARD + 4 && row <= LM_ROW_HARD + 20;
    bool soft = row >= LM_ROW_SOFT + 12 && row <= LM_ROW_SOFT + 20;
    return hard || soft || row >= LM_ROW_PAIR + 1;
}

/* Some cells at random. */
static void mutate(lm_chart *chart, int cells, test_random *random)
{
    while (cells) {
        int row = test_random_below(random, LM_ROWS), at = test_random_below(random, lm_chart_columns(chart));
        if (!is_row(row)) continue;
        chart->cell[test_random_below(random, LM_STAKES)][row][at] = draw_advice(row >= LM_ROW_PAIR + 1, random);
        cells--;
    }
}

/* One cell where players disagree: a stiff hand against a strong card. */
static void mutate_close(lm_chart *chart, test_random *random)
{
    int row = LM_ROW_HARD + 12 + test_random_below(random, 6);
    int at = chart->open ? test_random_below(random, lm_chart_columns(chart)) : test_random_below(random, 10);
    chart->cell[LM_STAKED_CHIPS][row][at] = draw_advice(false, random);
}

static bool soaking(void)
{
    const char *soak = getenv("LAMMER_SOAK");
    return soak && *soak == '1';
}

/* Three or four hands against a dealer who may turn a blackjack late take a second each: not in every test run. */
static void draw_rules(lm_rules *rules, int seed, test_random *random)
{
    test_rules_draw(rules, random, seed % 3 != 0);
    rules->decks = 1 + test_random_below(random, 8);
    bool late = rules->hole_card == LM_HOLE_NONE || rules->hole_card == LM_HOLE_UNSEEN;
    if (late && !soaking()) rules->split_hands = 2;
    lm_rules_seal(rules);
}

static lm_game *open_game(const lm_rules *rules, void **memory)
{
    lm_census census;
    size_t size = lm_game_size(rules);
    lm_census_fresh(&census, (int)rules->decks);
    *memory = malloc(size);
    assert_non_null(*memory);
    return lm_game_open(*memory, size, rules, &census);
}

static void try_rules(int seed)
{
    lm_rules rules;
    lm_chart best, mutant;
    void *memory;
    test_random random = test_random_from(5, seed);
    draw_rules(&rules, seed, &random);
    lm_game *game = open_game(&rules, &memory);
    assert_non_null(game);
    double optimum = lm_game_mean(game);
    lm_game_chart(game, &best);
    double chart = lm_game_chart_mean(game, &best);
    if (!(chart <= optimum + noise)) wrong(&rules, seed, "the chart and the optimum", optimum, chart);
    for (int i = 0; i < MUTANTS; i++) {
        mutant = best;
        if (i < 2)
            mutate(&mutant, i ? 1 : MANY_CELLS, &random);
        else
            mutate_close(&mutant, &random);
        double mean = lm_game_chart_mean(game, &mutant);
        if (!(mean <= chart + noise)) wrong(&rules, seed, "a changed chart and the best", chart, mean);
    }
    free(memory);
}

/* --- one column of the best chart, with every change of one cell and some of two */

typedef struct {
    const lm_rules *rules;
    lm_game *game;
    lm_chart chart;
    int at, seed;
    double best, unit;
} trial;

/* The value from scratch, without anything that the game keeps of other charts. */
static double mean_anew(const trial *t)
{
    lm_game *g = t->game;
    lm_real sum = 0;
    for (int i = 0; i < g->columns; i++) {
        if (!column_is_charted_at(g, &g->column[i], t->at)) continue;
        column *c = game_ready(g, i);
        policy_of_chart(g, c, &t->chart, &g->trial);
        column_value(g, c, &g->trial, &g->scratch, false);
        column_value_splits(g, c, &g->trial, &g->scratch, VALUE);
        sum += column_mean(g, c, &g->trial, &g->scratch);
    }
    return (double)sum / t->unit;
}

static void expect_no_better(trial *t, const char *what, int staked, int row)
{
    const double last_bits = 1e-15;
    char words[64];
    double mean = mean_anew(t), from_base = (double)chart_mean_at(t->game, &t->chart, t->at) / t->unit;
    double by_differences = (double)chart_trial_at(t->game, &t->chart, t->at) / t->unit;
    snprintf(words, sizeof words, "%s: column %d, stake %d, row %d", what, t->at, staked, row);
    if (mean > t->best + noise) wrong(t->rules, t->seed, words, t->best, mean);
    if (from_base != mean) wrong(t->rules, t->seed, "not the value from scratch", from_base, mean);
    if (size_of(by_differences - mean) > last_bits) wrong(t->rules, t->seed, words, by_differences, mean);
}

static void change_one(trial *t, int staked, int row)
{
    lm_advice advices[ADVICES], *cell = &t->chart.cell[staked][row][t->at], kept = *cell;
    int n = chart_advices(t->game, (lm_staked)staked, row, advices);
    for (int i = 0; i < n; i++) {
        *cell = advices[i];
        expect_no_better(t, "one cell changed", staked, row);
    }
    *cell = kept;
}

/* Two cells that a player may come to in one hand. */
static void change_two(trial *t, test_random *random)
{
    int staked = test_random_below(random, LM_STAKES), row[2];
    lm_advice advices[ADVICES], kept[2];
    for (int k = 0; k < 2; k++) {
        do
            row[k] = test_random_below(random, LM_ROWS);
        while (!is_row(row[k]) || (k && row[1] == row[0]));
        lm_advice *cell = &t->chart.cell[staked][row[k]][t->at];
        kept[k] = *cell;
        int n = chart_advices(t->game, (lm_staked)staked, row[k], advices);
        *cell = advices[test_random_below(random, n)];
    }
    expect_no_better(t, "two cells changed", staked, row[0] * 100 + row[1]);
    for (int k = 0; k < 2; k++)
        t->chart.cell[staked][row[k]][t->at] = kept[k];
}

static void try_column(int seed)
{
    enum { TWOS = 60 };
    lm_rules rules;
    void *memory;
    test_random random = test_random_from(6, seed);
    draw_rules(&rules, seed, &random);
    trial t = { .rules = &rules, .game = open_game(&rules, &memory), .seed = seed };
    assert_non_null(t.game);
    t.at = test_random_below(&random, lm_game_pieces(t.game) - t.game->chart.open);
    t.unit = TENTHS * (double)t.game->one;
    chart_part(t.game, t.at);
    t.chart = t.game->chart;
    t.best = mean_anew(&t);
    for (int staked = 0; staked < LM_STAKES; staked++) {
        for (int row = 0; row < LM_ROWS; row++) {
            if (is_row(row)) change_one(&t, staked, row);
        }
    }
    for (int i = 0; i < TWOS; i++)
        change_two(&t, &random);
    free(memory);
}

static void test_columns(void **state)
{
    (void)state;
    proof p = proof_begin("odds-chart-columns", 8, 1000);
    int64_t done;
    for (done = 0; proof_goes_on(&p, done); done++)
        try_column((int)((int64_t)p.seed + done));
    proof_end(&p, done, "columns", "no change of one cell improves them");
}

/* Soft 16 of a lammer against a 6: after a split of aces it must be doubled. */
static void test_known_cell(void **state)
{
    (void)state;
    lm_rules rules;
    void *memory;
    assert_true(test_rules_read(
        &rules, "rule_set=mfb decks=6 dealer_soft17=stand dealer_22=push split_aces=play-on resplit_aces=on"));
    lm_game *game = open_game(&rules, &memory);
    lm_chart chart;
    lm_game_chart(game, &chart);
    assert_int_equal(chart.cell[LM_STAKED_LAMMER][LM_ROW_SOFT + 16][4].first, LM_PLAY_DOUBLE);
    assert_true(-100 * lm_game_chart_mean(game, &chart) < 0.58002);
    free(memory);
}

static void test_charts(void **state)
{
    (void)state;
    proof p = proof_begin("odds-charts", 30, 1000);
    int64_t done;
    for (done = 0; proof_goes_on(&p, done); done++)
        try_rules((int)((int64_t)p.seed + done));
    proof_end(&p, done, "rule sets", "%d changed charts each, none better than the best", MUTANTS);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_known_cell), cmocka_unit_test(test_columns),
                                        cmocka_unit_test(test_charts) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
