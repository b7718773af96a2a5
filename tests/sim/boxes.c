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
#include "cuda/chain.h"
#include "cuda/flat.h"
#include "cuda/trail_plan.h"
#include "kit/charts.h"
#include "kit/loaded.h"

enum { SETTINGS = 5, BLOCK = 8 * LM_SIM_SESSION, CARDS = 416, SEED = 77 };

static lm_chart chart;
static boxes_plan plan;
static flat_table flat;
static bool has_flat, has_chain, has_trail;
static trail_table trail;
static uint64_t trail_counts[TRAIL_KEYS];
static chain_table chain;
static uint32_t chain_trap;

typedef struct {
    const char *rules;
    int boxes, per_mille; /* of the shoe before the cover card; 0: fresh */
    uint32_t hits;        /* 0: a chart that makes sense; otherwise a random one */
    const char *settings[SETTINGS];
    bool wagers; /* all that are offered, and insurance */
} game;

/* How the lanes play: by flat.h or straight.h and then as the kernels go on; from marked cards; from a pile. */
typedef enum { BY_STRAIGHT, BY_MARKS, BY_PILES, WAYS } play_way;

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
    { "wa-freebet", 1, 0, 0, { "offer=push22:1,pot-of-gold:01" }, true },
    { "wa-freebet", 7, 750, 3, { "offer=push22:2,pot-of-gold:02", "decks=2" }, true },
    { "wa-freebet", 3, 0, 5, { "offer=push22:1,pot-of-gold:01", "decks=1" }, true },
    { "ia-freebet", 2, 0, 6, { "push22_limit=29", "free_double=any" }, true },
    { "ma-blackjack", 1, 0, 0, { NULL }, true },
    { "ma-blackjack", 4, 750, 0, { NULL }, true },
    { "ma-blackjack", 6, 0, 7, { "dealer_soft17=hit", "offer=buster:B,match-dealer,over13,under13,suited:1" }, true },
    { "ma-blackjack", 2, 0, 0, { "offer=third-card" }, true },
    { "ma-blackjack", 2, 800, 0, { "offer=third-card,buster:C" }, true },
    { "ma-blackjack", 3, 0, 0, { "offer=sevens" }, true },
    { "ma-blackjack", 2, 750, 3, { "offer=sevens", "sevens_counts=first-three" }, true },
    { "ma-blackjack", 2, 0, 0, { "offer=kings-bounty:1,twenty-point:A,in-between:A,21+3:B", "twenty_point_cap=25000" }, true },
    { "ma-blackjack-nohole", 2, 0, 0, { "offer=kings-bounty:1,buster:A,trilux:1,super3" }, true },
    { "ma-blackjack-faceup", 2, 0, 0, { "offer=third-card,sevens" }, true },
    { "ma-blackjack-nohole", 1, 0, 0, { "offer=match-dealer,buster:C,super3,trilux:1,sevens" }, true },
    { "ma-blackjack-nohole", 2, 0, 0, { NULL }, true },
    { "ma-blackjack-multi", 2, 0, 0, { "offer=buster:A,sevens" }, true },
    { "ma-blackjack-doubleshoe", 1, 0, 0, { "offer=buster:A,in-between:B" }, true },
    { "ma-blackjack-multi", 1, 0, 0, { NULL }, true },
    { "ma-blackjack-multi", 1, 0, 2, { "offer=kings-bounty:1,buster:B", "decks=2", "multiple_action=2" }, true },
    { "ma-freebet", 1, 0, 8, { "decks=2", "free_double=any" }, true },
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
                       .seed = SEED,
                       .seats = (uint8_t)g->boxes,
                       .bet_cents = 1000,
                       .dealing = g->per_mille ? LM_DEALING_SHOE : LM_DEALING_FRESH };
    for (int i = 0; g->wagers && i < profile.rules.offers; i++) {
        const lm_wager *wager = profile.rules.offer[i].wager;
        job.stake_cents[i] = wager->fixed_cents[0] ? wager->fixed_cents[0] : 500;
    }
    job.insures = g->wagers && profile.rules.insurance;
    job.cover = (uint16_t)(profile.rules.decks * LM_CARDS * g->per_mille / 1000);
    assert_null(lm_sim_job_fault(&job));
    return job;
}

typedef struct {
    uint32_t card[CARDS / 4], used[BOXES_USED_WORDS], box[BOXES_MOST * BOXES_WORDS], seen[BOXES_MOST], lammers[8];
    sights_memory sights;
    sights_counts counts;
    boxes_felt felt;
    boxes_tables tables;
    boxes_sums sums;
    uint64_t flat, chained, trailed, longer,
        left; /* rounds by flat.h; by chain.h; by trail.h; from whole piles; rounds or sessions not played to their end */
} lane;

static void open_lane(lane *l)
{
    memset(l, 0, sizeof *l);
    l->felt = (boxes_felt){ (lane_mem)l->card, (lane_mem)l->used, (lane_mem)l->box, (lane_mem)l->seen, 4 };
    l->counts = sights_counts_of(&plan.sights.tables, &l->sights);
    l->tables = boxes_tables_of(&plan.game, (lane_mem)&plan.machine, &l->counts);
    l->sums.lammers = (lane_mem)l->lammers;
    l->sums.stride = 4;
}

/* The end of a round by flat.h; FLAT_SPLIT or more where it does not come to one. */
static uint32_t flat_end_of(const flat_table *table, uint64_t round)
{
    flat_game f = flat_game_of(&plan.game, (uint32_t)(round >> 33));
    lane_tables tables = { (lane_mem)table->deal, (lane_mem)table->step, (lane_mem)table->place };
    uint32_t state[2], sides[4];
    bool sure[2];
    flat_sides(&f, round / FLAT_SIDE_ROUNDS, sides);
    flat_pair(&f, tables, (uint32_t)(round >> 1), sides[round >> 5 & 3] >> (round & 30), plan.game.is_double, state,
              sure);
    return sure[round & 1] ? state[round & 1] / CUDA_END_BYTES : FLAT_SPLIT;
}

static bool play_flat(lane *l, uint64_t round)
{
    uint32_t end = flat_end_of(&flat, round);
    if (end >= FLAT_SPLIT) return false;
    assert_true(end < flat.ends);
    boxes_add_box(&l->tables, flat.end[end].net, flat.end[end].info, &l->sums);
    boxes_add_round(&l->tables, flat.end[end].net, &l->sums);
    l->flat++;
    return true;
}

static bool play_chain(lane *l, uint64_t round, uint32_t groups)
{
    uint32_t hands[2 * BOXES_MOST + WALK_SPOTS + 1], high[2][CHAIN_GROUPS], low[2][CHAIN_GROUPS], half = round & 1;
    chain_game c = chain_game_of(&plan.game, chain_trap, (uint32_t)(round >> 33));
    chain_felt felt = { (lane_mem)&chain, (lane_mem)hands, sizeof *hands };
    chain_words_of(&c, (uint32_t)(round >> 1), groups, high, low);
    if (groups > chain_groups(&plan.game))
        lane_exact_words(&c.keys[0], c.product, c.threshold, round, groups, high[half], low[half]);
    if (!chain_play(&c, &felt, high[half], low[half], plan.game.boxes, groups, true, &l->sums)) return false;
    l->chained++;
    return true;
}

/* `at_once`: as most rounds are played, the others by two words. */
static bool play_trail(lane *l, uint64_t round, bool at_once)
{
    uint32_t high[TRAIL_GROUPS], low[TRAIL_GROUPS], half = round & 1, groups = at_once ? trail_groups(&trail) : 2;
    trail_game g = trail_game_of(&plan.game, &trail, (uint32_t)(round >> 33));
    trail_felt felt = trail_felt_at((lane_mem)trail.next, (lane_mem)trail.open, (lane_mem)trail.deal,
                                    (lane_mem)trail.place, (lane_mem)trail.leaves, 0);
    bool known = true, suits = trail_sees_suits(&trail);
    for (uint32_t i = 0; i < groups; i++) {
        uint32_t block[4], sides[4];
        bool knows[2] = { true, true };
        if (plan.game.is_double) {
            if (!at_once) return false;
            flat_sides(&g.flat, round / FLAT_SIDE_ROUNDS, sides);
            trail_block_of_sides(&g, (uint32_t)(round >> 1), sides[round >> 5 & 3] >> (round & 30), block, knows);
        } else {
            lane_block(&g.keys[i], (uint32_t)(round >> 1), block);
        }
        known &= knows[half];
        low[i] = block[2 * half];
        high[i] = block[2 * half + 1];
    }
    if (!at_once) lane_exact_words(&g.keys[0], g.product, g.threshold, round, groups, high, low);
    trail_round r = trail_play(&g, &felt, high, low, groups, suits, !at_once, known);
    if (!r.sure) return false;
    uint32_t key = trail_key(&g, &r, suits);
    assert_true(key < trail.keys);
    trail_counts[key]++;
    if (trail.counts_deals) l->sights.by_deal[(key < trail.low ? (uint32_t)SIGHTS_DEALS : 0u) + r.deal]++;
    l->trailed++;
    return true;
}

/* A fresh round as the kernels pass it on; false if none of them finishes it. */
static bool play_fresh(lane *l, play_way way, uint64_t round)
{
    boxes_game more = boxes_with_more(&plan.game, false), most = boxes_with_more(&plan.game, true);
    uint32_t groups = way == BY_STRAIGHT ? boxes_groups(&plan.game) : 0;
    bool sees = plan.game.sights.is_on, marks = way != BY_PILES && !sees && more.ready <= 16 * more.decks;
    straight_cards pair[2];
    if (way == BY_STRAIGHT && has_flat && play_flat(l, round)) return true;
    if (way == BY_STRAIGHT && has_trail) {
        straight_cards any = straight_cards_of(&plan.game, round);
        if (play_trail(l, round, true) || (sees && play_trail(l, round, false))) return true;
        if (sees && straight_play_any(&plan.game, &l->tables, &l->felt, any, 3, true, true, &l->sums)) return true;
    }
    for (uint32_t i = 0; way == BY_STRAIGHT && has_chain && i < 2; i++) {
        if (play_chain(l, round, chain_groups(&plan.game) + i)) return true;
    }
    straight_pair(&plan.game, round & ~(uint64_t)1, pair);
    if (groups == 2 && straight_play(&plan.game, &l->tables, &l->felt, pair[round & 1], 1, sees, true, &l->sums))
        return true;
    straight_cards cards = straight_cards_of(&plan.game, round);
    if (groups && straight_play(&plan.game, &l->tables, &l->felt, cards, groups, sees, true, &l->sums)) return true;
    if (marks && boxes_play_fresh(&more, &l->tables, &l->felt, round, false, sees, true, &l->sums)) return true;
    l->longer++;
    return boxes_play_fresh(&most, &l->tables, &l->felt, round, true, sees, true, &l->sums);
}

/* Adds to `tally` what the lane plays and, by scalar, what it leaves. */
static void play_range(lane *l, const lm_sim_job *job, play_way way, uint64_t first, uint64_t rounds,
                       lm_sim_tally *tally)
{
    for (uint64_t round = first; round < first + rounds; round++) {
        if (job->dealing == LM_DEALING_SHOE) {
            static lm_sim_tally whole, part;
            uint64_t left = first + rounds - round;
            uint32_t wanted = left < LM_SIM_SESSION ? (uint32_t)left : LM_SIM_SESSION;
            bool sees = plan.game.sights.is_on;
            uint32_t played =
                boxes_play_session(&plan.game, &l->tables, &l->felt, round / LM_SIM_SESSION, wanted, sees, &l->sums);
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
        } else if (!play_fresh(l, way, round)) {
            lm_sim_scalar.run(job, round, 1, tally, NULL);
            l->left++;
        }
    }
    const boxes_sums *sums = &l->sums;
    boxes_totals totals = { sums->net,  sums->seat_squares, sums->round_squares, sums->rounds,
                            sums->wins, sums->loses,        sums->staked,        sums->hands };
    for (int i = 0; i < 8; i++)
        totals.lammers[i] = l->lammers[i];
    if (has_trail && way == BY_STRAIGHT)
        trail_add(&trail, &plan.game, &plan.machine, trail_counts, &totals, plan.sights.side ? &l->sights : NULL);
    boxes_tally(&plan, job, &totals, tally);
    if (plan.sights.side) assert_true(sights_tally(&plan.sights, &plan.game.sights, &l->sights, tally));
}

static void check_wagers(const game *g, play_way way, const lm_sim_tally *mine, const lm_sim_tally *right)
{
    for (int i = 0; i < LM_SIM_WAGERS; i++) {
        const lm_sim_wager *a = &mine->wager[i], *b = &right->wager[i];
        if (memcmp(a, b, sizeof *a) != 0)
            fail_msg(/* say:test-lane-wager-differs */ "%s, game %d, way %d, wager %d: bets %llu, not %llu; net %lld, "
                                                       "not %lld; win %llu, not %llu",
                     g->rules, (int)(g - games), way, i, (unsigned long long)a->bets, (unsigned long long)b->bets,
                     (long long)a->net_cents, (long long)b->net_cents, (unsigned long long)a->win,
                     (unsigned long long)b->win);
    }
}

static void check(const game *g, play_way way)
{
    static lm_sim_tally mine, right;
    static lane l;
    lm_sim_job job = job_of(g);
    const char *why = boxes_refuses(&job);
    if (why) fail_msg("%s, game %d: %s", g->rules, (int)(g - games), why);
    assert_true(boxes_make(&plan, &job));
    has_flat = flat_make(&flat, &plan.game, &plan.machine);
    uint32_t bytes;
    has_chain = chain_groups(&plan.game) && chain_make(&chain, &bytes, &chain_trap, &plan.game, &plan.machine);
    has_trail = !has_flat && trail_make(&trail, &plan);
    memset(trail_counts, 0, sizeof trail_counts);
    uint64_t rounds = getenv("LAMMER_SOAK") ? 100 * BLOCK : BLOCK;
    memset(&mine, 0, sizeof mine);
    memset(&right, 0, sizeof right);
    open_lane(&l);
    play_range(&l, &job, way, 3 * LM_SIM_SESSION, rounds, &mine);
    lm_sim_scalar.run(&job, 3 * LM_SIM_SESSION, rounds, &right, NULL);
    if (memcmp(&mine.main, &right.main, sizeof mine.main) != 0)
        fail_msg(/* say:test-lane-differs */ "%s, game %d, way %d: net %lld, not %lld; staked %llu, not %llu; hands "
                                             "%llu, not %llu",
                 g->rules, (int)(g - games), way, (long long)mine.main.net_cents, (long long)right.main.net_cents,
                 (unsigned long long)mine.main.staked_cents, (unsigned long long)right.main.staked_cents,
                 (unsigned long long)mine.main.hands, (unsigned long long)right.main.hands);
    check_wagers(g, way, &mine, &right);
    sights_close(&plan.sights);
    bool by_chain = has_chain && way == BY_STRAIGHT && !g->hits && profile.rules.decks > 2;
    if (by_chain) assert_true((l.flat + l.chained + l.trailed) * 10 > rounds * 9);
    if (has_trail && way == BY_STRAIGHT && !g->hits) assert_true(l.trailed * 10 > rounds * 9);
    if (has_flat && way == BY_STRAIGHT && !g->hits) assert_true(l.flat * 10 > rounds * 9);
    if (profile.rules.decks > 2 && !g->hits) assert_true(l.left * 50 < rounds);
}

static void test_games(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        for (play_way way = 0; way < (games[i].per_mille ? 1 : WAYS); way++)
            check(&games[i], way);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_games) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
