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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_main),
        cmocka_unit_test(test_seats),
        cmocka_unit_test(test_empty),
        cmocka_unit_test(test_ruin),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
