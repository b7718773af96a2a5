/* figures.c - edge, error and risk against values worked out by hand or by another way. */
/* sanitized */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "dealer_box.h"
#include "lammer/sim.h"

static void near(double got, double wanted, double within)
{
    if (fabs(got - wanted) > within) fail_msg("%.9g, not %.9g", got, wanted);
}

/* Four rounds of one box at $10: +15, -10, -10, 0. */
static void test_main(void **state)
{
    lm_sim_job job = { .bet_cents = 1000, .seats = 1 };
    static lm_sim_tally tally;
    lm_sim_figures f;
    (void)state;
    tally.main = (lm_sim_main){ .rounds = 4,
                                .initial_cents = 4000,
                                .staked_cents = 5000,
                                .net_cents = -500,
                                .seat_squares = { 1500 * 1500 + 2 * 1000 * 1000, 0 },
                                .round_squares = { 1500 * 1500 + 2 * 1000 * 1000, 0 },
                                .win = 1,
                                .push = 1,
                                .lose = 2,
                                .hands = 5 };
    lm_sim_main_figures(&job, &tally, &f);
    near(f.house_edge, 0.125, 1e-12);
    near(f.sd, sqrt((1.625 * 1.625 + 2 * 0.875 * 0.875 + 0.125 * 0.125) / 3), 1e-12);
    near(f.se, f.sd / 2, 1e-12);
    near(f.high - f.low, 2 * 1.959964 * f.se, 1e-6);
    near(f.element_of_risk, 0.1, 1e-12);
    near(f.staked, 1.25, 1e-12);
    near(f.hands, 1.25, 1e-12);
    near(f.win, 0.25, 1e-12);
    near(f.lose, 0.5, 1e-12);
}

/* Two boxes that always win and lose together: the error is that of half as many results. */
static void test_seats(void **state)
{
    lm_sim_job job = { .bet_cents = 100, .seats = 2 };
    static lm_sim_tally tally;
    lm_sim_figures f;
    (void)state;
    tally.main = (lm_sim_main){ .rounds = 1000,
                                .initial_cents = 200000,
                                .staked_cents = 200000,
                                .seat_squares = { 2000 * 10000, 0 },
                                .round_squares = { 1000 * 40000, 0 },
                                .win = 1000,
                                .lose = 1000 };
    lm_sim_main_figures(&job, &tally, &f);
    near(f.sd, 1, 1e-3);
    near(f.se, 1 / sqrt(1000), 1e-4);
}

static void test_empty(void **state)
{
    lm_sim_job job = { .bet_cents = 1000, .seats = 1 };
    static lm_sim_tally tally;
    lm_sim_figures f;
    (void)state;
    memset(&tally, 0, sizeof tally);
    lm_sim_main_figures(&job, &tally, &f);
    assert_true(f.house_edge == 0 && f.se == 0);
    lm_sim_wager_figures(&tally.wager[0], &f);
    assert_true(f.house_edge == 0 && f.se == 0);
}

/* The formula against random walks of small steps. */
static void test_ruin(void **state)
{
    enum { WALKS = 4000, STEPS = 400 };
    static const double means[] = { -0.05, 0, 0.08 };
    test_random random = { 4711 };
    (void)state;
    for (int m = 0; m < 3; m++) {
        int ruined = 0;
        for (int walk = 0; walk < WALKS; walk++) {
            double at = 0;
            for (int step = 0; step < STEPS && at > -15; step++)
                at += test_random_below(&random, 100000) < 50000 + 50000 * means[m] ? 1 : -1;
            ruined += at <= -15;
        }
        double sd = sqrt(1 - means[m] * means[m]);
        near(lm_sim_ruin(means[m], sd, 15, STEPS), (double)ruined / WALKS, 0.03);
    }
    near(lm_sim_ruin(-0.01, 1, 100, 0), 1, 0);
    near(lm_sim_ruin(0.01, 1, 100, 0), exp(-2), 1e-12);
    near(lm_sim_ruin(0.01, 1, 100, 1e9), exp(-2), 1e-6);
    assert_true(isinf(lm_sim_n0(-0.01, 1)));
    near(lm_sim_n0(0.01, 1.15), 13225, 1e-6);
}

/* A walk that sits out, raises its bet and insures, tallied by hand. Its steps, in cents, and how often of ten. */
static const struct {
    int times;
    bool plays;
    int main, insurance, bet;
} steps[] = {
    { 4, false, 0, 0, 0 },       { 1, true, 1000, 0, 1000 },     { 2, true, -1000, 0, 1000 },
    { 1, true, -4000, 0, 4000 }, { 1, true, -4000, 4000, 4000 }, { 1, true, 8000, -2000, 4000 },
};

/* The bankroll moves by steps of every round dealt, in units of the job's bet. The exact risk comes from a table of all
 * places of the walk. */
static void test_purse(void **state)
{
    enum { BET = 1000, BANKROLL = 60, TURNS = 1000, PLACES = 1200 };
    static double at[2][PLACES];
    lm_sim_job job = { .bet_cents = BET, .seats = 1 };
    lm_sim_tally tally = { 0 };
    double mean = 0, square = 0, ruined = 0;
    (void)state;
    for (int repeat = 0; repeat < 1000; repeat++) {
        for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
            for (int k = 0; k < steps[i].times; k++) {
                int net = steps[i].main + steps[i].insurance;
                tally.main.rounds++;
                if (!steps[i].plays) continue;
                tally.main.net_cents += steps[i].main;
                tally.main.initial_cents += (uint64_t)steps[i].bet;
                lm_sim_wide_add(&tally.main.seat_squares, lm_sim_wide_square(steps[i].main));
                lm_sim_wide_add(&tally.detail.purse_squares, lm_sim_wide_square(net));
                tally.wager[LM_SIM_INSURANCE].bets += steps[i].insurance != 0;
                tally.wager[LM_SIM_INSURANCE].net_cents += steps[i].insurance;
            }
        }
    }
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        double net = (steps[i].main + steps[i].insurance) / (double)BET;
        mean += steps[i].times / 10.0 * net;
        square += steps[i].times / 10.0 * net * net;
    }
    lm_sim_purse purse = lm_sim_purse_of(&job, &tally);
    near(purse.mean, mean, 1e-12);
    near(purse.sd, sqrt(square - mean * mean), 1e-3);
    at[0][BANKROLL] = 1;
    for (int turn = 0; turn < TURNS; turn++) {
        double *from = at[turn % 2], *to = at[(turn + 1) % 2];
        memset(to, 0, sizeof at[0]);
        for (int place = 1; place < PLACES; place++) {
            for (size_t i = 0; i < sizeof steps / sizeof *steps && from[place] > 0; i++) {
                int next = place + (steps[i].main + steps[i].insurance) / BET;
                *(next <= 0 ? &ruined : &to[next < PLACES ? next : PLACES - 1]) += from[place] * steps[i].times / 10.0;
            }
        }
    }
    near(lm_sim_ruin(purse.mean, purse.sd, BANKROLL, TURNS), ruined, 0.015);
    near(lm_sim_n0(purse.mean, purse.sd), (square - mean * mean) / (mean * mean), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_main), cmocka_unit_test(test_seats), cmocka_unit_test(test_empty),
        cmocka_unit_test(test_ruin), cmocka_unit_test(test_purse),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
