/* digest.c - the same integers however the rounds are cut up: by threads, ranges, shards, one at a time. */
/* sanitized */
/* soak */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "kit/charts.h"
#include "lammer/sim.h"
#include "kit/loaded.h"

static lm_chart chart;

/* A small prime of sessions, so that nothing falls on block borders by chance. */
static uint64_t few_rounds(void)
{
#ifdef LAMMER_SANITIZED
    return 7 * LM_SIM_SESSION + 100;
#else
    return getenv("LAMMER_SOAK") ? 20000000 : 40 * LM_SIM_SESSION + 100;
#endif
}

static lm_sim_job job_of(const char *rules, const char *const *settings, int n, bool wagers, lm_sim_dealing dealing)
{
    assert_true(load(rules, settings, n));
    test_chart(&chart, &profile.rules);
    lm_sim_job job = { .rules = &profile.rules,
                       .chart = &chart,
                       .seed = 42,
                       .seats = 1,
                       .bet_cents = 1000,
                       .dealing = (uint8_t)dealing,
                       .cover = (uint16_t)(profile.rules.decks * LM_CARDS * 3 / 4) };
    for (int i = 0; wagers && i < profile.rules.offers; i++) {
        lm_stakes stakes = lm_wager_stakes(&profile.rules, profile.rules.offer[i].wager);
        job.stake_cents[i] = stakes.fixed ? stakes.least : 1000;
    }
    return job;
}

/* Blocks of the scalar backend are long; short ones cut few rounds into many blocks. */
static lm_sim_backend chopped(uint64_t block)
{
    lm_sim_backend backend = lm_sim_scalar;
    backend.block = block;
    return backend;
}

static void check_same(const lm_sim_job *job, const lm_sim_tally *a, const lm_sim_tally *b)
{
    uint8_t x[LM_SIM_DIGEST], y[LM_SIM_DIGEST];
    assert_memory_equal(a, b, sizeof *a);
    lm_sim_digest(job, a, x);
    lm_sim_digest(job, b, y);
    assert_memory_equal(x, y, sizeof x);
}

/* Threads 1, 2 and 7 and odd block lengths, against one plain call. */
static void check_threads(const lm_sim_job *job, uint64_t n)
{
    static lm_sim_tally plain, cut;
    static lm_sim_hands plain_hands, cut_hands;
    static const int threads[] = { 1, 2, 7 };
    assert_null(lm_sim_job_fault(job));
    memset(&plain, 0, sizeof plain);
    memset(&plain_hands, 0, sizeof plain_hands);
    lm_sim_scalar.run(job, 0, n, &plain, &plain_hands);
    assert_int_equal(plain.main.rounds, n);
    for (int i = 0; i < 3; i++) {
        lm_sim_backend backend = chopped(lm_sim_remembers(job) ? 3 * LM_SIM_SESSION : 1777);
        memset(&cut, 0, sizeof cut);
        memset(&cut_hands, 0, sizeof cut_hands);
        assert_int_equal(lm_sim_run(job, &backend, threads[i], 0, n, NULL, &cut, &cut_hands), n);
        check_same(job, &plain, &cut);
        assert_memory_equal(&plain_hands, &cut_hands, sizeof cut_hands);
    }
}

/* Runs every other backend that this machine has and that takes the job, in one call and in pieces. */
static void check_backends(const lm_sim_job *job, uint64_t n)
{
    static lm_sim_tally plain, other;
    uint64_t first = 5 * LM_SIM_SESSION;
    memset(&plain, 0, sizeof plain);
    lm_sim_scalar.run(job, first, n, &plain, NULL);
    for (int i = 0; lm_sim_backends[i] != &lm_sim_scalar; i++) {
        lm_sim_backend backend = *lm_sim_backends[i];
        if ((backend.is_here && !backend.is_here()) || (backend.refuses && backend.refuses(job))) continue;
        backend.block = 3 * LM_SIM_SESSION;
        backend.block_of = NULL;
        memset(&other, 0, sizeof other);
        assert_int_equal(lm_sim_run(job, &backend, 2, first, n, NULL, &other, NULL), n);
        assert_memory_equal(&plain.main, &other.main, sizeof plain.main);
    }
}

static void test_profiles(void **state)
{
    (void)state;
    for (const char *const *name = lm_profile_names(); *name; name++) {
        lm_sim_job job = job_of(*name, NULL, 0, false, LM_DEALING_FRESH);
        check_threads(&job, few_rounds());
        check_backends(&job, few_rounds());
    }
}

static void test_wagers_and_shoes(void **state)
{
    static const struct {
        const char *rules, *offer;
        lm_sim_dealing dealing;
        uint8_t seats;
    } rows[] = {
        { "wa-freebet", NULL, LM_DEALING_FRESH, 1 },
        { "wa-freebet", NULL, LM_DEALING_SHOE, 3 },
        { "ma-blackjack", "offer=streak", LM_DEALING_FRESH, 2 },
        { "ma-blackjack", "offer=aces", LM_DEALING_SHOE, 1 },
        { "ma-blackjack-doubleshoe", NULL, LM_DEALING_SHOE, 4 },
        { "ma-blackjack-6to5", NULL, LM_DEALING_SHOE, 2 },
        { "ma-blackjack-multi", NULL, LM_DEALING_SHOE, 2 },
        { "ma-blackjack", "offer=super4:2", LM_DEALING_FRESH, 3 },
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *settings[] = { rows[i].offer, "super4_musthit=1" };
        lm_sim_job job = job_of(rows[i].rules, settings, rows[i].offer ? 2 : 0, true, rows[i].dealing);
        job.seats = rows[i].seats;
        check_threads(&job, few_rounds());
    }
}

/* `each` tells the same rounds as the tally. */
static void test_each(void **state)
{
    enum { ROUNDS = 5000 };
    static lm_sim_round out[ROUNDS];
    static lm_sim_tally tally;
    lm_sim_job job = job_of("wa-freebet", NULL, 0, false, LM_DEALING_FRESH);
    int64_t net = 0, staked = 0, lammers[LM_SIM_LAMMERS] = { 0 }, hands = 0;
    (void)state;
    lm_sim_scalar.each(&job, 1 << 20, ROUNDS, out);
    lm_sim_scalar.run(&job, 1 << 20, ROUNDS, &tally, NULL);
    for (int i = 0; i < ROUNDS; i++) {
        net += out[i].net_cents;
        staked += out[i].staked_cents;
        hands += out[i].hands;
        lammers[out[i].lammers]++;
    }
    assert_int_equal(net, tally.main.net_cents);
    assert_int_equal(staked, tally.main.staked_cents);
    assert_int_equal(hands, tally.main.hands);
    for (int i = 0; i < LM_SIM_LAMMERS; i++)
        assert_int_equal(lammers[i], tally.main.lammers[i]);
}

/* Other seeds, rounds, bets, charts and rules give other digests. */
static void test_sensitive(void **state)
{
    static lm_sim_tally tally[4];
    uint8_t digest[4][LM_SIM_DIGEST];
    (void)state;
    for (int i = 0; i < 4; i++) {
        lm_sim_job job = job_of("wa-freebet", NULL, 0, false, LM_DEALING_FRESH);
        if (i == 1) job.seed++;
        if (i == 2) chart.cell[0][LM_ROW_HARD + 16][7] = (lm_advice){ LM_PLAY_STAND, LM_PLAY_STAND };
        memset(&tally[i], 0, sizeof tally[i]);
        lm_sim_scalar.run(&job, i == 3, 2000, &tally[i], NULL);
        lm_sim_digest(&job, &tally[i], digest[i]);
        for (int k = 0; k < i; k++)
            assert_memory_not_equal(digest[i], digest[k], LM_SIM_DIGEST);
    }
}

/* A run that is stopped has played the beginning of its range, and stopping at a standard error does not depend on threads. */
static bool stop_soon(void *self, const lm_sim_state *state)
{
    (void)self;
    return state->done < 5000;
}

static void test_stopping(void **state)
{
    static lm_sim_tally part, plain;
    lm_sim_job job = job_of("wa-freebet", NULL, 0, false, LM_DEALING_FRESH);
    lm_sim_backend backend = chopped(500);
    (void)state;
    lm_sim_watcher watcher = { .look = stop_soon };
    uint64_t done = lm_sim_run(&job, &backend, 3, 100, LM_SIM_MOST_ROUNDS / 2, &watcher, &part, NULL);
    assert_in_range(done, 5000, 100000000);
    lm_sim_scalar.run(&job, 100, done, &plain, NULL);
    check_same(&job, &plain, &part);
    uint64_t needed[3];
    for (int i = 0; i < 3; i++) {
        lm_sim_watcher precise = { .wanted_se = 0.02 };
        memset(&part, 0, sizeof part);
        needed[i] = lm_sim_run(&job, &backend, 1 + 2 * i, 0, LM_SIM_MOST_ROUNDS / 2, &precise, &part, NULL);
        assert_int_equal(part.main.rounds, needed[i]);
        assert_int_equal(needed[i], needed[0]);
    }
    assert_in_range(needed[0], 2000, 4000); /* 1.08 / sqrt(n) = 0.02 */
}

/* Sums of 128 bits carry, and squares of negative numbers are positive. */
static void test_wide(void **state)
{
    lm_sim_wide sum = { UINT64_MAX, 1 };
    (void)state;
    lm_sim_wide_add(&sum, (lm_sim_wide){ 2, 3 });
    assert_true(sum.low == 1 && sum.high == 5);
    lm_sim_wide square = lm_sim_wide_square(-((int64_t)5 << 40));
    assert_true(square.low == 0 && square.high == 25 << 16);
    assert_true(lm_sim_wide_double((lm_sim_wide){ 0, 1 }) == 18446744073709551616.0);
}

/* Pairs of values fill their table without a gap. */
static void test_pairs(void **state)
{
    int row = 0;
    (void)state;
    for (int high = 1; high <= 10; high++) {
        for (int low = 1; low <= high; low++, row++) {
            assert_int_equal(lm_sim_pair(low, high), row);
            assert_int_equal(lm_sim_pair(high, low), row);
        }
    }
    assert_int_equal(row, LM_SIM_PAIRS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_profiles),  cmocka_unit_test(test_wagers_and_shoes), cmocka_unit_test(test_each),
        cmocka_unit_test(test_sensitive), cmocka_unit_test(test_stopping),         cmocka_unit_test(test_wide),
        cmocka_unit_test(test_pairs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
