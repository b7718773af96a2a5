/* classes.c - each class of play after a split is dealt by the simulator, and its mean is the exact one.
 *
 * The chart plays the same rounds. The difference of two ways to play the same rounds scatters less than either, so it
 * is compared with the exact difference as well. In a usual run 200,000 rounds of each class, in a long one 100
 * million. */
/* soak */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <cmocka.h>

#include "lammer/odds.h"
#include "lammer/sim.h"
#include "kit/loaded.h"

enum { BLOCK = 1 << 14, BET = 1000 };

static const struct {
    const char *rules, *setting[3];
    int n;
} games[] = {
    { "ma-blackjack", { "decks=1", "resplit_aces=off" }, 2 },
    { "ma-blackjack-faceup", { "decks=2" }, 1 },
    { "wa-freebet", { "decks=2" }, 1 },
};

static lm_chart chart;
static lm_sim_round rounds[2][BLOCK];

static lm_play choose(const void *table, const uint8_t dealer[2], const lm_held *held, const lm_after *after,
                      unsigned allowed)
{
    return lm_plays_choice(table, (lm_seen){ dealer[0], dealer[1] }, held, after, allowed);
}

typedef struct {
    double sum, squares;
} moments;

static void note(moments *m, double x)
{
    m->sum += x;
    m->squares += x * x;
}

static void expect_mean(const char *what, moments m, double n, double exact)
{
    double mean = m.sum / n, se = sqrt((m.squares / n - mean * mean) / n), z = se > 0 ? (mean - exact) / se : 0;
    print_message("%s %.6f, exact %.6f, z %+.2f\n", what, mean, exact, z);
    if (fabs(z) > 4.5) fail_msg("%s: %.6f, exact %.6f, z %+.2f", what, mean, exact, z);
}

static void compare(lm_sim_job *job, const lm_sim_plays *plays, double exact, double of_chart)
{
    const uint64_t n = getenv("LAMMER_SOAK") ? 100000000 : 200000;
    moments mean = { 0 }, more = { 0 };
    uint64_t done = 0;
    for (; done < n; done += BLOCK) {
        job->plays = plays;
        lm_sim_scalar.each(job, done, BLOCK, rounds[0]);
        job->plays = NULL;
        lm_sim_scalar.each(job, done, BLOCK, rounds[1]);
        for (int i = 0; i < BLOCK; i++) {
            note(&mean, (double)rounds[0][i].net_cents / BET);
            note(&more, (double)(rounds[0][i].net_cents - rounds[1][i].net_cents) / BET);
        }
    }
    expect_mean("    mean", mean, (double)done, exact);
    expect_mean("    over the chart", more, (double)done, exact - of_chart);
}

static void test_classes(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        void *memory;
        assert_true(load(games[i].rules, games[i].setting, games[i].n));
        lm_game *game = open_loaded(&memory);
        lm_game_chart(game, &chart);
        double of_chart = lm_game_chart_mean(game, &chart);
        void *table = malloc(lm_plays_size(game));
        assert_non_null(table);
        lm_sim_job job = { .rules = &profile.rules, .chart = &chart, .seed = 41, .seats = 1, .bet_cents = BET };
        assert_null(lm_sim_job_fault(&job));
        for (int class = LM_POST_SPLIT_CDZ_MINUS; class <= LM_POST_SPLIT_CDPN; class ++) {
            lm_sim_plays plays = { choose, lm_plays_fill(game, (lm_post_split) class, table), lm_plays_size(game) };
            print_message("%s, %s\n", games[i].rules, lm_post_split_name((lm_post_split) class));
            compare(&job, &plays, lm_game_class_mean(game, (lm_post_split) class), of_chart);
        }
        free(table);
        free(memory);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_classes) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
