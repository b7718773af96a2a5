/* exact.c - the simulator against the analyser: main game and wagers of every profile within their errors. */
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
#include "lammer/price.h"
#include "lammer/sim.h"
#include "kit/loaded.h"

static lm_chart chart;

/* Fixed seeds, so this is decided once and for all; chance alone would exceed it once in a hundred thousand. */
static const double MOST_Z = 4.4;

static uint64_t rounds_of(uint64_t few)
{
    return getenv("LAMMER_SOAK") ? 20 * few : few;
}

static void check_z(const char *rules, const char *what, const lm_sim_figures *f, double exact)
{
    double z = (f->house_edge - exact) / f->se;
    if (fabs(z) <= MOST_Z) return;
    fail_msg("%s %s: %.6f, exactly %.6f, z = %.2f", rules, what, f->house_edge, exact, z);
}

static lm_sim_job open_job(const char *rules, const char *const *settings, int n, double *mean, lm_figures *figures)
{
    assert_true(load(rules, settings, n));
    void *memory;
    lm_game *game = open_loaded(&memory);
    lm_game_chart(game, &chart);
    *mean = lm_game_chart_mean(game, &chart);
    if (figures) lm_game_chart_figures(game, &chart, figures);
    free(memory);
    return (lm_sim_job){ .rules = &profile.rules, .chart = &chart, .seed = 2024, .seats = 1, .bet_cents = 1000 };
}

/* `in_detail` asks for what only scalar keeps; otherwise a fast backend plays. */
static void play(const lm_sim_job *job, uint64_t rounds, bool in_detail, lm_sim_tally *tally)
{
    const char *why;
    const lm_sim_backend *backend = in_detail ? &lm_sim_scalar : lm_sim_choose(job, "simd", false, &why);
    memset(tally, 0, sizeof *tally);
    assert_null(lm_sim_job_fault(job));
    assert_int_equal(lm_sim_run(job, backend, 2, 0, rounds, NULL, tally, NULL), rounds);
}

/* A count over all boxes and rounds against its probability. */
static void check_count(const char *rules, const char *what, uint64_t count, uint64_t n, double probability)
{
    double sd = sqrt((double)n * probability * (1 - probability));
    double z = ((double)count - (double)n * probability) / (sd > 1 ? sd : 1);
    if (fabs(z) > MOST_Z + (sd <= 1 ? 2 : 0)) fail_msg("%s %s: z = %.2f", rules, what, z);
}

/* Spread, signs, lammers and blackjacks, which take the analyser longer than the edge. */
static void check_figures(const char *name, const lm_sim_tally *tally, const lm_sim_figures *f, const lm_figures *exact)
{
    uint64_t n = tally->main.rounds;
    double without = 1;
    if (fabs(f->sd / exact->sd - 1) > 0.02) fail_msg("%s: deviation %.5f, exactly %.5f", name, f->sd, exact->sd);
    check_count(name, "win", tally->main.win, n, exact->win);
    check_count(name, "push", tally->main.push, n, exact->push);
    check_count(name, "lose", tally->main.lose, n, exact->lose);
    check_count(name, "player blackjacks", tally->detail.blackjacks, n, exact->blackjacks);
    for (int i = 1; i < LM_SIM_LAMMERS; i++) {
        check_count(name, "lammers", tally->main.lammers[i], n, exact->lammers[i]);
        without -= exact->lammers[i];
    }
    check_count(name, "no lammers", tally->main.lammers[0], n, without);
}

static void test_profiles(void **state)
{
    static lm_sim_tally tally;
    (void)state;
    for (const char *const *name = lm_profile_names(); *name; name++) {
        bool in_full = strcmp(*name, "wa-freebet") == 0 || strcmp(*name, "ma-blackjack") == 0;
        double mean;
        lm_figures exact;
        lm_sim_figures f;
        lm_sim_job job = open_job(*name, NULL, 0, &mean, in_full ? &exact : NULL);
        play(&job, rounds_of(100000), in_full, &tally);
        lm_sim_main_figures(&job, &tally, &f);
        check_z(*name, "main", &f, -mean);
        if (in_full) check_figures(*name, &tally, &f, &exact);
    }
}

static lm_cents stake_of(const lm_wager *wager)
{
    lm_stakes stakes = lm_wager_stakes(&profile.rules, wager);
    return stakes.fixed || stakes.most < 1000 ? stakes.least : 1000;
}

/* Wagers that meters do not pay, each beside the main game. */
static void test_wagers(void **state)
{
    static const struct {
        const char *rules, *offer;
        uint64_t rounds;
        bool by_play; /* the price depends on how the hand is played */
    } rows[] = {
        { "wa-freebet", "offer=push22:1,pot-of-gold:01", 200000, true },
        { "ma-blackjack", "offer=21+3:A,buster:A,trilux:1,super3,match-dealer,twenty-point:A", 200000 },
        { "ma-blackjack", "offer=kings-bounty:1,over13,under13,suited:1,third-card,in-between:A", 200000 },
        { "ma-blackjack", "offer=streak", 200000, true },
        { "ma-blackjack", "offer=sevens", 1500000 },
    };
    static lm_sim_tally tally;
    static lm_price price;
    void *memory = malloc(LM_PRICE_ROOM);
    (void)state;
    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
        double mean;
        lm_figures exact = { 0 };
        lm_sim_job job = open_job(rows[r].rules, &rows[r].offer, 1, &mean, rows[r].by_play ? &exact : NULL);
        lm_play_facts facts = { .strategy = "chart", .advance = exact.advance, .fall = exact.fall };
        memcpy(facts.lammers, exact.lammers, sizeof facts.lammers);
        for (int i = 0; i < profile.rules.offers; i++)
            job.stake_cents[i] = stake_of(profile.rules.offer[i].wager);
        play(&job, rounds_of(rows[r].rounds), false, &tally);
        for (int i = 0; i < profile.rules.offers; i++) {
            lm_sim_figures f;
            lm_price_ask ask = { .rules = &profile.rules,
                                 .offer = &profile.rules.offer[i],
                                 .facts = rows[r].by_play ? &facts : NULL,
                                 .stake_cents = job.stake_cents[i] };
            assert_int_equal(lm_price_wager(&price, &ask, memory, LM_PRICE_ROOM), LM_PRICE_OK);
            lm_sim_wager_figures(&tally.wager[i], &f);
            check_z(rows[r].rules, profile.rules.offer[i].wager->id, &f, price.house_edge);
        }
    }
    free(memory);
}

/* Insurance, taken every time, wins 2 to 1 when one of the 96 tens among the other 311 cards lies under the ace. */
static void test_insurance(void **state)
{
    static lm_sim_tally tally;
    double mean;
    lm_sim_figures f;
    lm_sim_job job = open_job("ma-blackjack", NULL, 0, &mean, NULL);
    (void)state;
    job.insures = true;
    play(&job, rounds_of(300000), false, &tally);
    assert_in_range(tally.wager[LM_SIM_INSURANCE].bets, rounds_of(300000) / 14, rounds_of(300000) / 12);
    lm_sim_wager_figures(&tally.wager[LM_SIM_INSURANCE], &f);
    check_z("ma-blackjack", "insurance", &f, 1 - 3 * 96.0 / 311);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_profiles), cmocka_unit_test(test_wagers),
                                        cmocka_unit_test(test_insurance) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
