/* boxes.c - games of several boxes and dealings as a GPU plays them, played by the CPU and compared with scalar. */
/* sanitized */
/* soak */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "cuda/boxes_job.h"
#include "kit/charts.h"
#include "kit/loaded.h"

enum { SETTINGS = 5, BLOCK = 8 * LM_SIM_SESSION, CARDS = 416 };

static lm_chart chart;
static boxes_plan plan;

typedef struct {
    const char *rules;
    int boxes, per_mille; /* of the shoe before the cover card; 0: fresh */
    uint32_t hits;        /* 0: a chart that makes sense; otherwise a random one */
    const char *settings[SETTINGS];
} game;

/* clang-format off */
static const game games[] = {
    { "wa-freebet", 1, 0, 0, { NULL } },
    { "wa-freebet", 1, 750, 0, { NULL } },
    { "wa-freebet", 7, 0, 0, { NULL } },
    { "wa-freebet", 7, 750, 0, { NULL } },
    { "wa-freebet", 3, 900, 2, { "free_double=any", "surrender=on", "offer=" } },
    { "ma-freebet", 5, 0, 3, { "decks=1", "split_aces=play-on" } },
    { "ma-freebet", 2, 980, 3, { "decks=1", "split_aces=play-on" } },
    { "vendor-freebet", 2, 700, 2, { "burn_each_round=on", "decks=2" } },
    { "ma-blackjack", 3, 0, 0, { "offer=" } },
    { "ma-blackjack", 3, 750, 1, { "offer=", "double_card=down", "surrender=on" } },
    { "ma-blackjack-nohole", 1, 0, 0, { NULL } },
    { "ma-blackjack-nohole", 4, 750, 3, { NULL } },
    { "ma-blackjack-nohole", 2, 0, 4, { "dealer_bj_takes=original" } },
    { "ma-blackjack-faceup", 1, 0, 0, { NULL } },
    { "ma-blackjack-faceup", 6, 800, 0, { NULL } },
    { "ma-blackjack-6to5", 2, 0, 0, { NULL } },
    { "ma-blackjack-multi", 1, 0, 0, { NULL } },
    { "ma-blackjack-multi", 3, 700, 2, { NULL } },
    { "ma-blackjack-doubleshoe", 1, 0, 0, { NULL } },
    { "ma-blackjack-doubleshoe", 5, 0, 2, { "red_suits=B" } },
};
/* clang-format on */

static lm_sim_job job_of(const game *g)
{
    int n = 0;
    while (n < SETTINGS && g->settings[n])
        n++;
    assert_true(load(g->rules, g->settings, n));
    if (g->hits) {
        test_any_chart(&chart, (uint64_t)(g - games), g->hits);
    } else {
        test_chart(&chart, &profile.rules);
    }
    lm_sim_job job = { .rules = &profile.rules,
                       .chart = &chart,
                       .seed = 77,
                       .seats = (uint8_t)g->boxes,
                       .bet_cents = 1000,
                       .dealing = g->per_mille ? LM_DEALING_SHOE : LM_DEALING_FRESH };
    job.cover = (uint16_t)(profile.rules.decks * LM_CARDS * g->per_mille / 1000);
    assert_null(lm_sim_job_fault(&job));
    return job;
}

typedef struct {
    uint32_t card[CARDS / 4], used[BOXES_USED_WORDS], box[BOXES_MOST * BOXES_WORDS], lammers[8];
    boxes_felt felt;
    boxes_tables tables;
    boxes_sums sums;
    uint64_t left; /* rounds or sessions that were not played to their end */
} lane;

static void open_lane(lane *l)
{
    const boxes_game *g = &plan.game;
    memset(l, 0, sizeof *l);
    l->felt = (boxes_felt){ (lane_mem)l->card, (lane_mem)l->used, (lane_mem)l->box, 4 };
    l->tables = (boxes_tables){ (lane_mem)&plan.machine, g->boxes,        g->spots,         g->has_hole,
                                g->has_reader,           g->takes_busted, g->gives_lammers, g->unit };
    l->sums.lammers = (lane_mem)l->lammers;
    l->sums.stride = 4;
}

/* Adds to `tally` what the lane plays and, by scalar, what it leaves. */
static void play_range(lane *l, const lm_sim_job *job, bool pile, uint64_t first, uint64_t rounds, lm_sim_tally *tally)
{
    for (uint64_t round = first; round < first + rounds; round++) {
        if (job->dealing == LM_DEALING_SHOE) {
            static lm_sim_tally whole, part;
            uint64_t left = first + rounds - round;
            uint32_t wanted = left < LM_SIM_SESSION ? (uint32_t)left : LM_SIM_SESSION;
            uint32_t played =
                boxes_play_session(&plan.game, &l->tables, &l->felt, round / LM_SIM_SESSION, wanted, &l->sums);
            if (played < wanted) {
                memset(&whole, 0, sizeof whole);
                memset(&part, 0, sizeof part);
                lm_sim_scalar.run(job, round, wanted, &whole, NULL);
                lm_sim_scalar.run(job, round, played, &part, NULL);
                boxes_subtract(&whole, &part);
                lm_sim_tally_add(tally, &whole);
                l->left++;
            }
            round += wanted - 1;
        } else if (!boxes_play_fresh(&plan.game, &l->tables, &l->felt, round, pile, true, &l->sums)) {
            lm_sim_scalar.run(job, round, 1, tally, NULL);
            l->left++;
        }
    }
    const boxes_sums *sums = &l->sums;
    boxes_totals totals = { sums->net,  sums->seat_squares, sums->round_squares, sums->rounds,
                            sums->wins, sums->loses,        sums->staked,        sums->hands };
    for (int i = 0; i < 8; i++)
        totals.lammers[i] = l->lammers[i];
    boxes_tally(&plan, job, &totals, tally);
}

static void check(const game *g, bool pile)
{
    static lm_sim_tally mine, right;
    static lane l;
    lm_sim_job job = job_of(g);
    assert_null(boxes_refuses(&job));
    assert_true(boxes_make(&plan, &job));
    uint64_t rounds = getenv("LAMMER_SOAK") ? 100 * BLOCK : BLOCK;
    memset(&mine, 0, sizeof mine);
    memset(&right, 0, sizeof right);
    open_lane(&l);
    play_range(&l, &job, pile, 3 * LM_SIM_SESSION, rounds, &mine);
    lm_sim_scalar.run(&job, 3 * LM_SIM_SESSION, rounds, &right, NULL);
    if (memcmp(&mine.main, &right.main, sizeof mine.main) != 0)
        fail_msg("%s, game %d, %s: net %lld, not %lld; staked %llu, not %llu; hands %llu, not %llu", g->rules,
                 (int)(g - games), pile ? "pile" : "marks", (long long)mine.main.net_cents,
                 (long long)right.main.net_cents, (unsigned long long)mine.main.staked_cents,
                 (unsigned long long)right.main.staked_cents, (unsigned long long)mine.main.hands,
                 (unsigned long long)right.main.hands);
    if (profile.rules.decks > 2 && !g->hits) assert_true(l.left * 50 < rounds);
}

static void test_games(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        check(&games[i], false);
        check(&games[i], true);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_games) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
