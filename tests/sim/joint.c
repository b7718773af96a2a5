/* joint.c - the joint law of the main wager and an optional wager of the same box, as the simulator counts it and as the
 * analyser computes it, for wagers that the deal decides and wagers that the dealer's drawing decides.
 *
 * The simulator plays the optimum. In a usual run 100,000 rounds of each, in a long one 100 million. */
/* soak */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "lammer/both.h"
#include "lammer/sim.h"
#include "kit/loaded.h"

enum { BET = 1000, PART = 1 << 18, RESULTS = 4096 };

/* clang-format off */
static const struct {
    const char *rules, *wager, *table, *setting[2];
    int n;
} games[] = {
    { "ma-blackjack",        "buster",       "A", { 0 },                         0 },
    { "ma-blackjack",        "21+3",         "A", { "decks=1" },                 1 },
    { "ma-blackjack",        "kings-bounty", "1", { "decks=2", "surrender=on" }, 2 },
    { "ma-blackjack-nohole", "match-dealer", "",  { "decks=2" },                 1 },
    { "wa-freebet",          "push22",       "1", { 0 },                         0 },
};
/* clang-format on */

/* A pair of nets, in tenths of the main wager and in cents of the other one. */
typedef struct {
    int main;
    long wager;
    double wanted, met;
} result;

static lm_sim_joint joint;
static lm_both both;
static lm_price price;
static result results[RESULTS];
static int found;

static lm_play choose(const void *table, const uint8_t dealer[2], const lm_held *held, const lm_after *after,
                      unsigned allowed)
{
    return lm_plays_choice(table, (lm_seen){ dealer[0], dealer[1] }, held, after, allowed);
}

static result *result_of(int main, long wager)
{
    for (int i = 0; i < found; i++) {
        if (results[i].main == main && results[i].wager == wager) return &results[i];
    }
    assert_true(found < RESULTS);
    results[found] = (result){ .main = main, .wager = wager };
    return &results[found++];
}

/* The place of the wager among the offers, offered with this pay table. */
static int offer_wager(const char *id, const char *table)
{
    lm_rules *k = &profile.rules;
    int at = 0;
    while (at < k->offers && strcmp(k->offer[at].wager->id, id) != 0)
        at++;
    for (int i = 0; lm_wagers[i]; i++) {
        int t = 0;
        if (strcmp(lm_wagers[i]->id, id) != 0) continue;
        while (strcmp(lm_wagers[i]->paytables[t].id, table) != 0)
            t++;
        if (at == k->offers) k->offers++;
        lm_price_offer(&k->offer[at], lm_wagers[i], t);
        lm_rules_seal(k);
        return at;
    }
    fail_msg("no wager %s", id);
    return -1;
}

/* What the analyser says of the optimum and of the offered wager. */
static void ask_analyser(lm_game *game, int offer)
{
    lm_census census;
    lm_census_fresh(&census, (int)profile.rules.decks);
    lm_price_ask ask = { .rules = &profile.rules,
                         .census = &census,
                         .offer = &profile.rules.offer[offer],
                         .stake_cents = BET,
                         .players = 1 };
    void *room = malloc(LM_PRICE_ROOM), *work = malloc(lm_both_room());
    assert_int_equal(lm_price_wager(&price, &ask, room, LM_PRICE_ROOM), LM_PRICE_OK);
    assert_int_equal(lm_game_both(game, &ask, &price, work, lm_both_room(), &both), LM_BOTH_OK);
    free(work);
    free(room);
}

static void gather(double rounds)
{
    found = 0;
    for (int k = 0; k < both.joints; k++) {
        const lm_both_joint *at = &both.joint[k];
        for (int i = 0; i < LM_NETS; i++) {
            if (at->with[i] > 0) result_of(i + LM_NET_LEAST, lround(at->net * BET))->wanted += at->with[i] * rounds;
        }
    }
    for (int i = 0; i < LM_SIM_JOINT; i++) {
        const lm_sim_joint_cell *cell = &joint.cell[i];
        if (!cell->boxes) continue;
        assert_int_equal(cell->main_cents % (BET / 10), 0);
        result_of((int)cell->main_cents / (BET / 10), (long)cell->wager_cents)->met += (double)cell->boxes;
    }
}

/* Results that are expected less than twenty times are one class. The seed is fixed, so this is decided once and for all:
 * chance alone exceeds five deviations of chi-square once in many thousand. */
static void compare(const char *name, double rounds)
{
    const double often = 20;
    double sum = 0, rare = 0, rare_met = 0, met = 0;
    int classes = 0;
    gather(rounds);
    for (int i = 0; i < found; i++) {
        const result *r = &results[i];
        met += r->met;
        if (!(r->wanted > 0)) fail_msg("%s: nets %+d and %+ld cannot be", name, r->main, r->wager);
        if (r->wanted < often) {
            rare += r->wanted;
            rare_met += r->met;
            continue;
        }
        sum += (r->met - r->wanted) * (r->met - r->wanted) / r->wanted;
        classes++;
    }
    if (rare > 1) sum += (rare_met - rare) * (rare_met - rare) / rare, classes++;
    print_message("%-14s %3d pairs of nets, chi-square %7.2f\n", name, classes, sum);
    assert_true(met == rounds && !joint.left_out);
    if (!(sum < classes - 1 + 5 * sqrt(2.0 * (classes - 1))))
        fail_msg(/* say:test-joint-law */ "%s: chi-square %.2f of %d pairs of nets", name, sum, classes);
}

static void test_joint(void **state)
{
    const uint64_t rounds = getenv("LAMMER_SOAK") ? 100000000 : 100000;
    (void)state;
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        void *memory;
        assert_true(load(games[i].rules, games[i].setting, games[i].n));
        int offer = offer_wager(games[i].wager, games[i].table);
        lm_game *game = open_loaded(&memory);
        void *table = malloc(lm_plays_size(game));
        lm_sim_plays plays = { choose, lm_plays_fill(game, LM_POST_SPLIT_CDZ_MINUS, table), lm_plays_size(game) };
        lm_chart chart;
        lm_game_chart(game, &chart);
        lm_sim_job job = {
            .rules = &profile.rules, .chart = &chart, .plays = &plays, .seed = 57, .seats = 1, .bet_cents = BET
        };
        job.stake_cents[offer] = BET;
        ask_analyser(game, offer);
        memset(&joint, 0, sizeof joint);
        for (uint64_t done = 0; done < rounds; done += PART)
            assert_true(lm_sim_joint_run(&job, offer, done, rounds - done < PART ? rounds - done : PART, &joint));
        compare(games[i].wager, (double)rounds);
        free(table);
        free(memory);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_joint) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
