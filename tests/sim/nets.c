/* nets.c - the distribution of a round against the simulator, net by net, in each mode of the main game.
 *
 * Both play the best chart. In a usual run 2 million rounds of each, in a long one 100 million. */
/* soak */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "lammer/odds.h"
#include "lammer/sim.h"
#include "kit/loaded.h"

enum { SETTINGS = 3, BLOCK = 1 << 16, CENTS_IN_STEP = 100 };

static const struct {
    const char *rules, *setting[SETTINGS];
    int n;
} games[] = {
    { "ma-blackjack", { 0 }, 0 },
    { "ma-blackjack", { "surrender=on", "dealer_soft17=hit" }, 2 },
    { "ma-blackjack", { "decks=1", "split_hands=4" }, 2 },
    { "ma-blackjack-nohole", { 0 }, 0 },
    { "ma-freebet", { 0 }, 0 },
    { "wa-freebet", { 0 }, 0 },
    { "ma-blackjack-nohole", { "multiple_action=2", "split_hands=2" }, 2 },
    { "ma-blackjack-nohole", { "multiple_action=3", "split_hands=2" }, 2 },
};

static lm_chart chart;
static lm_distribution exact;
static uint64_t met[LM_NETS];
static lm_sim_round rounds[BLOCK];

static lm_sim_job open_job(int i)
{
    assert_true(load(games[i].rules, games[i].setting, games[i].n));
    void *memory;
    lm_game *game = open_loaded(&memory);
    lm_game_chart(game, &chart);
    lm_game_chart_distribution(game, &chart, &exact);
    free(memory);
    return (lm_sim_job){ .rules = &profile.rules, .chart = &chart, .seed = 31, .seats = 1, .bet_cents = 1000 };
}

static uint64_t simulate(const lm_sim_job *job)
{
    const char *why;
    const lm_sim_backend *backend = lm_sim_choose(job, "simd", false, &why);
    bool composed = job->rules->multiple_action; /* its small error would show */
    uint64_t n = getenv("LAMMER_SOAK") && !composed ? 100000000 : 2000000, done = 0;
    assert_null(lm_sim_job_fault(job));
    memset(met, 0, sizeof met);
    for (; done < n; done += BLOCK) {
        backend->each(job, done, BLOCK, rounds);
        for (int i = 0; i < BLOCK; i++) {
            int net = rounds[i].net_cents / CENTS_IN_STEP;
            assert_true(net >= LM_NET_LEAST && net <= LM_NET_MOST && net * CENTS_IN_STEP == rounds[i].net_cents);
            met[net - LM_NET_LEAST]++;
        }
    }
    return done;
}

/* The chi-square of nets that are expected often enough; the others are one class. The seed is fixed, so this is decided
 * once and for all; chance alone exceeds five deviations of chi-square once in many thousand. */
static void compare(const char *name, uint64_t n)
{
    const double often = 20;
    double sum = 0, rare = 0, rare_met = 0;
    int classes = 0;
    for (int i = 0; i < LM_NETS; i++) {
        double wanted = exact.chance[i] * (double)n, apart = (double)met[i] - wanted;
        if (exact.chance[i] <= 0 && met[i]) fail_msg("%s: net %+d cannot be", name, i + LM_NET_LEAST);
        if (wanted < often) {
            rare += wanted;
            rare_met += (double)met[i];
        } else {
            sum += apart * apart / wanted;
            classes++;
        }
    }
    if (rare > 1) sum += (rare_met - rare) * (rare_met - rare) / rare, classes++;
    print_message("%-20s %2d nets, chi-square %6.2f\n", name, classes, sum);
    assert_true(sum < classes - 1 + 5 * sqrt(2.0 * (classes - 1)));
}

static void test_nets(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        lm_sim_job job = open_job((int)i);
        compare(games[i].rules, simulate(&job));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_nets) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
