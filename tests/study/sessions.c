/* sessions.c - many rounds and ruin, against sums term by term, the ruin of a coin's player, and each other. */
/* sanitized */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "lammer/study.h"

static lm_distribution d;

static void is_near(double ours, double wanted, double slack)
{
    if (!(fabs(ours - wanted) <= slack)) fail_msg("%.15g, not %.15g", ours, wanted);
}

/* A distribution of a few nets in tenths. */
static void make(const double nets[][2], int n)
{
    memset(&d, 0, sizeof d);
    double square = 0;
    for (int i = 0; i < n; i++) {
        d.chance[(int)nets[i][0] - LM_NET_LEAST] = nets[i][1];
        d.mean += nets[i][0] / 10 * nets[i][1];
        square += nets[i][0] * nets[i][0] / 100 * nets[i][1];
    }
    d.sd = sqrt(square - d.mean * d.mean);
}

static const double blackjack[][2] = { { 20, .06 },   { 15, .045 },  { 10, .325 }, { 0, .09 },
                                       { -10, .425 }, { -20, .045 }, { -5, .01 } };
enum { NETS = sizeof blackjack / sizeof *blackjack };

/* Adds one round after another. */
static void test_sums(void **state)
{
    enum { ROUNDS = 60, WIDE = 2 * 20 * ROUNDS + 1 };
    static double now[WIDE], next[WIDE];
    lm_session s;
    make(blackjack, NETS);
    now[WIDE / 2] = 1;
    for (int n = 1; n <= ROUNDS; n++) {
        memset(next, 0, sizeof next);
        for (int i = 0; i < WIDE; i++) {
            for (int k = 0; k < NETS && now[i] > 0; k++)
                next[i + (int)blackjack[k][0]] += now[i] * blackjack[k][1];
        }
        memcpy(now, next, sizeof now);
        double ahead = 0, loss = 0;
        for (int i = 0; i < WIDE; i++) {
            if (i > WIDE / 2) ahead += now[i];
            if (i < WIDE / 2) loss += now[i] * (WIDE / 2 - i) / 10.0;
        }
        assert_true(lm_session_of(&d, n, &s));
        is_near(s.ahead, ahead, 1e-12);
        is_near(s.even, now[WIDE / 2], 1e-12);
        is_near(s.loss, loss, 1e-11);
        is_near(s.mean, d.mean * n, 1e-12);
    }
}

/* Very many rounds: the circle is shorter than the sum could be wide, and the normal law is near. */
static void test_many(void **state)
{
    lm_session s;
    make(blackjack, NETS);
    assert_true(lm_session_of(&d, 1000000, &s));
    is_near(s.ahead + s.even + s.behind, 1, 1e-9);
    is_near(s.ahead + s.even / 2, 0.5 * erfc(-s.mean / s.sd / sqrt(2)), 1e-4);
    assert_false(lm_session_of(&d, LM_SESSION_MOST + 1, &s));
}

/* With a coin that wins with chance p, ruin and length are known. */
static void test_coin(void **state)
{
    lm_ruin r;
    for (int i = 1; i < 10; i++) {
        double p = i / 10.0, q = 1 - p;
        const double coin[][2] = { { 10, p }, { -10, q } };
        int b = 7, g = 5;
        make(coin, 2);
        assert_true(lm_ruin_of(&d, b, g, 0, &r));
        double lost = i == 5 ? (double)g / (b + g) : (pow(q / p, b) - pow(q / p, b + g)) / (1 - pow(q / p, b + g));
        double length = i == 5 ? b * g : b / (q - p) - (b + g) / (q - p) * (1 - lost);
        is_near(r.ruined, lost, 1e-12);
        is_near(r.reached, 1 - lost, 1e-12);
        is_near(r.length, length, 1e-9);
    }
}

/* With an end: a coin of three tosses by hand; and after very many rounds what comes without an end. */
static void test_horizon(void **state)
{
    static const double coin[][2] = { { 10, .5 }, { -10, .5 } };
    lm_ruin r, endless;
    make(coin, 2);
    assert_true(lm_ruin_of(&d, 1, 0, 3, &r)); /* lost at once 1/2, won and lost twice 1/8 */
    is_near(r.ruined, .625, 1e-15);
    is_near(r.reached, 0, 1e-15);
    is_near(r.length, 1 + .5 + .5, 1e-15);
    make(blackjack, NETS);
    assert_true(lm_ruin_of(&d, 20, 10, 20000, &r) && lm_ruin_of(&d, 20, 10, 0, &endless));
    is_near(r.ruined, endless.ruined, 1e-9);
    is_near(r.reached, endless.reached, 1e-9);
    is_near(r.length, endless.length, 1e-5);
    assert_false(lm_ruin_of(&d, 20, 0, 0, &r));
    assert_false(lm_ruin_of(&d, 0.5, 1, 0, &r));
    assert_false(lm_ruin_of(&d, 1e6, 1e6, 10000000, &r));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sums),
        cmocka_unit_test(test_many),
        cmocka_unit_test(test_coin),
        cmocka_unit_test(test_horizon),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
