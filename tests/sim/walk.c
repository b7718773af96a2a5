/* walk.c - the machine of boxes and dealer against lm_round: games by chance, one to seven boxes, fresh and from shoes. */
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
#include "kit/loaded.h"
#include "proof.h"
#include "walk/walk.h"

static lm_chart chart;

/* --- games by chance ------------------------------------------------------------------------------------------ */

/* clang-format off */
static const char *const profiles[] = {
    "wa-freebet", "ma-freebet", "ia-freebet", "vendor-freebet", "ma-blackjack", "ma-blackjack-6to5",
    "ma-blackjack-nohole", "ma-blackjack-faceup", "ma-blackjack-doubleshoe", "ma-blackjack-multi",
};
static const char *const settings[] = {
    "decks=1", "decks=2", "decks=4", "decks=5", "decks=8", "dealer_soft17=hit", "dealer_soft17=stand",
    "dealer_22=push", "dealer_22=bust", "hole_card=none", "hole_card=unseen", "hole_card=reader", "ties=lose",
    "dealer_bj_takes=busted-plus-one", "blackjack_pays=6:5", "blackjack_pays=1:1", "surrender=on", "double_on=9-11",
    "surrender=early", "surrender=early-ten", "surrender=early-ace",
    "double_after_split=off", "double_card=down", "double_card=request", "split_hands=2", "split_hands=3",
    "split_aces=play-on", "resplit_aces=off", "split_21_beats_multicard_21=on", "free_double=any", "free_double=none",
    "free_split=A279T", "free_splits=1", "free_splits=2", "lammer_double=off", "busted_bet=round-end",
    "blackjack_paid=on-turn", "late_insurance=on", "even_money=on", "multiple_action=2", "multiple_action=all",
    "burn_each_round=on", "round_up=on", "red_suits=B", "settle_order=box-by-box",
};
/* clang-format on */
enum { PROFILES = sizeof profiles / sizeof *profiles, SETTINGS = sizeof settings / sizeof *settings, CHANGES = 7 };

typedef struct {
    char text[256];
    lm_sim_job job;
    lm_count count;
} game;

static void hear_nothing(void *self, const char *file, int line, const char *text)
{
    (void)self, (void)file, (void)line, (void)text;
}

/* Adds settings as long as the rules stay lawful. */
static void change_rules(game *g, const char *base, uint64_t *chance)
{
    static const lm_profile_reader deaf = { hear_nothing, NULL };
    const char *set[CHANGES + 2] = { "offer=", "bet_step=0.05" };
    int n = 2;
    snprintf(g->text, sizeof g->text, "%s", base);
    for (int i = 0; i < CHANGES; i++) {
        set[n] = settings[test_below(chance, SETTINGS)];
        if (!lm_profile_load(&profile, lm_wagers, base, set, n + 1, &deaf)) continue;
        strncat(g->text, " ", sizeof g->text - strlen(g->text) - 1);
        strncat(g->text, set[n++], sizeof g->text - strlen(g->text) - 1);
    }
    assert_true(load(base, set, n));
}

static void choose_chart(uint64_t seed, uint32_t kind)
{
    bool open = profile.rules.hole_card == LM_HOLE_FACE_UP;
    test_chart(&chart, &profile.rules);
    if (!kind) return;
    test_any_chart(&chart, seed, kind);
    if (open) test_open_any_chart(&chart);
}

static lm_count_index any_index(uint64_t *chance)
{
    static const uint8_t rows[] = { LM_ROW_HARD + 4, LM_ROW_SOFT + 13, LM_ROW_PAIR + 1 };
    static const uint8_t spans[] = { 17, 8, 10 };
    uint32_t kind = test_below(chance, 3);
    return (lm_count_index){ .row = (uint8_t)(rows[kind] + test_below(chance, spans[kind])),
                             .up = (uint8_t)(1 + test_below(chance, 10)),
                             .play = (uint8_t)test_below(chance, LM_PLAYS),
                             .from = (int8_t)((int)test_below(chance, 9) - 4),
                             .below = (uint8_t)test_below(chance, 2) };
}

/* A counting system by chance: tags by card, plays, bets that rise and fall, rounds that are sat out, insurance. */
static void choose_count(lm_count *count, uint64_t *chance)
{
    *count = (lm_count){ .running = test_below(chance, 3) == 0,
                         .start = (int)test_below(chance, 5) - 2,
                         .insures = test_below(chance, 3) != 0,
                         .insure_from = (int)test_below(chance, 7) - 3,
                         .indices = (int)test_below(chance, LM_COUNT_INDICES),
                         .steps = (int)test_below(chance, 7) };
    for (lm_card card = 0; card < LM_CARDS; card++)
        count->tag[card] = (int8_t)((int)test_below(chance, 5) - 2);
    for (int i = 0; i < count->indices; i++)
        count->index[i] = any_index(chance);
    for (int i = 0; i < count->steps; i++) {
        count->from[i] = (i ? count->from[i - 1] : -4) + 1 + (int)test_below(chance, 3);
        count->units[i] = (int)test_below(chance, 5);
    }
}

/* False where the table cannot seat so many boxes. */
static bool game_of(game *g, uint64_t seed, lm_sim_dealing dealing)
{
    uint64_t chance = seed * 0x9E3779B97F4A7C15u + dealing;
    change_rules(g, profiles[seed % PROFILES], &chance);
    choose_chart(seed, test_below(&chance, 5));
    g->job = (lm_sim_job){ .rules = &profile.rules,
                           .chart = &chart,
                           .seed = seed * 77,
                           .seats = (uint8_t)(1 + test_below(&chance, (uint32_t)profile.rules.boxes)),
                           .bet_cents = 500 + 5 * (lm_cents)test_below(&chance, 300),
                           .dealing = (uint8_t)dealing };
    if (profile.rules.game == LM_GAME_SIX_TO_FIVE) g->job.bet_cents = 1000;
    uint32_t cards = (uint32_t)profile.rules.decks * LM_CARDS;
    g->job.cover = (uint16_t)(cards / 4 + test_below(&chance, cards * 7 / 10));
    g->job.insures = test_below(&chance, 4) == 0;
    if (test_below(&chance, 2)) {
        choose_count(&g->count, &chance);
        g->job.count = &g->count;
    }
    return !lm_sim_job_fault(&g->job) && !walk_refuses(&g->job);
}

/* --- against lm_round ----------------------------------------------------------------------------------------- */

#ifdef LAMMER_SANITIZED
enum { PIECE = 700, GAMES = 60 };
#else
enum { PIECE = 3 * LM_SIM_SESSION + 77, GAMES = 120 };
#endif

static void check_tallies(const game *g, const lm_sim_tally *want, const lm_sim_tally *have)
{
    uint8_t a[LM_SIM_DIGEST], b[LM_SIM_DIGEST];
    lm_sim_digest(&g->job, want, a);
    lm_sim_digest(&g->job, have, b);
    if (memcmp(a, b, sizeof a) != 0)
        fail_msg("%s, %d boxes: net %lld, staked %llu, hands %llu; lm_round: %lld, %llu, %llu", g->text, g->job.seats,
                 (long long)have->main.net_cents, (unsigned long long)have->main.staked_cents,
                 (unsigned long long)have->main.hands, (long long)want->main.net_cents,
                 (unsigned long long)want->main.staked_cents, (unsigned long long)want->main.hands);
    assert_memory_equal(&want->detail.purse_squares, &have->detail.purse_squares, sizeof(lm_sim_wide));
}

static void check_rounds(const game *g, const lm_sim_round *want, const lm_sim_round *have, uint64_t n)
{
    for (uint64_t i = 0; i < n; i++) {
        const lm_sim_round *w = &want[i], *h = &have[i];
        if (w->net_cents == h->net_cents && w->staked_cents == h->staked_cents && w->hands == h->hands &&
            w->lammers == h->lammers)
            continue;
        fail_msg(/* say:test-walk-differs */ "%s, %d boxes, round %llu: net %d, staked %d, hands %d, lammers %d; "
                                             "lm_round: %d, %d, %d, %d",
                 g->text, g->job.seats, (unsigned long long)i, h->net_cents, h->staked_cents, h->hands, h->lammers,
                 w->net_cents, w->staked_cents, w->hands, w->lammers);
    }
}

/* Every round of box 1, and the tallies of all boxes. Where a round uses up all cards, which a chart by chance may do with
 * many boxes and one deck, neither has counted all rounds; returns false. */
static bool check_game(const game *g, uint64_t first, uint64_t n)
{
    static lm_sim_round want[PIECE], have[PIECE];
    static lm_sim_tally want_tally, have_tally;
    bool fresh = g->job.dealing == LM_DEALING_FRESH;
    memset(&want_tally, 0, sizeof want_tally);
    memset(&have_tally, 0, sizeof have_tally);
    lm_sim_scalar.run(&g->job, first, n, &want_tally, NULL);
    (fresh ? walk_fresh : walk_shoes)(&g->job, first, n, &have_tally, NULL, NULL);
    assert_int_equal(have_tally.main.rounds == n, want_tally.main.rounds == n);
    if (want_tally.main.rounds < n) return false;
    lm_sim_scalar.each(&g->job, first, n, want);
    (fresh ? walk_fresh : walk_shoes)(&g->job, first, n, NULL, NULL, have);
    check_rounds(g, want, have, n);
    check_tallies(g, &want_tally, &have_tally);
    return true;
}

static void test_games(void **state)
{
    proof p = proof_begin("walk", GAMES, 100000);
    int64_t done;
    (void)state;
    for (done = 0; proof_goes_on(&p, done); done++) {
        static game g;
        uint64_t seed = p.seed * 1000000 + (uint64_t)done;
        if (game_of(&g, seed, LM_DEALING_FRESH)) check_game(&g, (seed << 20) + 12345 * seed, PIECE);
        if (game_of(&g, seed, LM_DEALING_SHOE)) check_game(&g, seed * LM_SIM_SESSION, PIECE);
    }
    proof_end(&p, done, "games", "each as lm_round plays it, fresh and from shoes: 0 differ");
}

/* Six boxes that split every pair and draw to 21 need more than one deck: every backend ends the run before the first block
 * with such a round, on any number of threads, and two boxes are played to the end. */
static void test_cards_gone(void **state)
{
    static lm_sim_tally tally;
    const char *set[] = { "decks=1", "offer=" };
    (void)state;
    assert_true(load("ma-blackjack", set, 2));
    test_chart(&chart, &profile.rules);
    for (int row = 0; row < LM_ROWS; row++) {
        lm_advice advice = test_advice(row > LM_ROW_PAIR ? 'P' : 'H');
        for (int column = 0; column < 10; column++)
            chart.cell[0][row][column] = advice;
    }
    for (int dealing = LM_DEALING_FRESH; dealing <= LM_DEALING_SHOE; dealing++) {
        const lm_sim_backend *backend[] = { &lm_sim_scalar,
                                            dealing == LM_DEALING_FRESH ? &lm_sim_simd : &lm_sim_quick };
        lm_sim_job job = { .rules = &profile.rules, .chart = &chart, .bet_cents = 1000, .dealing = (uint8_t)dealing };
        job.cover = 30;
        for (int i = 0; i < 4; i++) {
            memset(&tally, 0, sizeof tally);
            job.seats = 6;
            assert_null(lm_sim_job_fault(&job));
            assert_int_equal(lm_sim_run(&job, backend[i / 2], 1 + i % 2, 0, 300000, NULL, &tally, NULL), 0);
            job.seats = 2;
            assert_int_equal(lm_sim_run(&job, backend[i / 2], 1 + i % 2, 0, 20000, NULL, &tally, NULL), 20000);
        }
    }
}

/* Every profile is taken by a fast backend, with one box and with as many as the table has. */
static void test_coverage(void **state)
{
    (void)state;
    for (int i = 0; i < PROFILES; i++) {
        assert_true(load(profiles[i], NULL, 0));
        test_chart(&chart, &profile.rules);
        for (int dealing = LM_DEALING_FRESH; dealing <= LM_DEALING_SHOE; dealing++) {
            lm_sim_job job = { .rules = &profile.rules, .chart = &chart, .seats = 1, .bet_cents = 1000, .cover = 60 };
            job.dealing = (uint8_t)dealing;
            const lm_sim_backend *fast = dealing == LM_DEALING_FRESH ? &lm_sim_simd : &lm_sim_quick;
            for (; job.seats <= profile.rules.boxes && !lm_sim_job_fault(&job); job.seats++)
                assert_null(fast->refuses(&job));
        }
    }
}

/* Ranges that begin and end anywhere, beyond 32 bits too, on several threads. */
static void test_ranges(void **state)
{
    static const uint64_t firsts[] = { 0, 1, 16383, (1ull << 33) - 100, (1ull << 62) + 16300 };
    static const uint64_t lengths[] = { 0, 1, 127, 128, 129, 700 };
    static game g;
    (void)state;
    for (size_t i = 0; i < sizeof firsts / sizeof *firsts; i++) {
        for (size_t k = 0; k < sizeof lengths / sizeof *lengths; k++) {
            for (uint64_t seed = 3; seed < 10; seed++) {
                if (game_of(&g, seed, LM_DEALING_FRESH)) check_game(&g, firsts[i], lengths[k]);
                if (game_of(&g, seed, LM_DEALING_SHOE))
                    check_game(&g, firsts[i] / LM_SIM_SESSION * LM_SIM_SESSION, lengths[k]);
            }
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_coverage),
        cmocka_unit_test(test_ranges),
        cmocka_unit_test(test_games),
        cmocka_unit_test(test_cards_gone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
