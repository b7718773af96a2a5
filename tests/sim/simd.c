/* simd.c - the vector kernels against lm_round: every round's result, and the digest of many. */
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
#include "simd/simd.h"

static lm_chart chart;

/* --- jobs ------------------------------------------------------------------------------------------------- */

enum { SETTINGS = 7, DESIGNED = 0, LONGEST = 4 };

/* `chart`: 0 is the designed one, n a random one in which n of four answers to a third card are hits. */
typedef struct {
    const char *rules;
    int chart;
    bool wagers;
    lm_cents bet;
    const char *settings[SETTINGS];
} game;

/* clang-format off */
static const game games[] = {
    { "wa-freebet", DESIGNED, false, 1000, { "offer=push22:1,pot-of-gold:01" } },
    { "wa-freebet", DESIGNED, true, 1000, { "offer=push22:1,pot-of-gold:01" } },
    { "wa-freebet", 3, true, 1000, { "offer=push22:3,pot-of-gold:02" } },
    { "ma-freebet", DESIGNED, true, 500, { NULL } },
    { "ma-freebet", 2, false, 700, { "dealer_soft17=hit", "decks=8" } },
    { "ma-freebet", 1, true, 700, { "surrender=on", "push22_limit=29", "decks=1" } },
    { "ma-blackjack-nohole", DESIGNED, false, 1000, { NULL } },
    { "ma-blackjack-nohole", 2, false, 725, { "offer=", "decks=1", "bet_step=0.05", "dealer_soft17=hit", "split_hands=2" } },
    { "ma-freebet", 1, false, 700, { "offer=", "hole_card=none", "free_double=any", "dealer_bj_takes=busted-plus-one" } },
    { "ma-blackjack-faceup", DESIGNED, false, 1000, { NULL } },
    { "ma-blackjack-faceup", 3, false, 1500, { "offer=", "decks=4", "dealer_soft17=hit", "double_on=9-11" } },
    { "ma-blackjack-doubleshoe", DESIGNED, false, 1000, { NULL } },
    { "ma-blackjack-doubleshoe", 1, false, 500, { "offer=", "red_suits=B", "decks=8", "blackjack_pays=6:5" } },
    { "ma-blackjack-6to5", 2, false, 1000, { NULL } },
    { "ma-blackjack-multi", DESIGNED, false, 1000, { NULL } },
    { "ma-blackjack-multi", 2, false, 725, { "offer=", "multiple_action=2", "decks=1", "bet_step=0.05", "dealer_soft17=hit" } },
    { "ma-blackjack-multi", 3, false, 500, { "offer=", "ties=lose", "decks=8", "blackjack_pays=6:5" } },
    { "ma-freebet", 1, false, 700, { "offer=", "multiple_action=3", "hole_card=none", "free_double=any", "dealer_22=push" } },
    { "ia-freebet", 3, true, 1500, { "blackjack_pays=6:5", "resplit_aces=off" } },
    { "vendor-freebet", LONGEST, false, 1000, { "decks=1", "split_aces=play-on" } },
    { "wa-freebet", 2, false, 1000, { "offer=", "free_double=any", "double_after_split=off" } },
    { "wa-freebet", 3, false, 1000, { "offer=", "free_double=any", "decks=2", "surrender=on" } },
    { "wa-freebet", 2, false, 1000, { "offer=", "free_splits=1", "lammer_double=off", "surrender=on" } },
    { "wa-freebet", 2, false, 1000, { "offer=", "free_splits=2", "free_split=A279T", "split_aces=play-on" } },
    { "wa-freebet", 3, false, 1000, { "offer=", "free_double=none", "free_splits=0", "double_on=9-11" } },
    { "wa-freebet", 3, false, 1000, { "offer=", "split_hands=3", "dealer_22=bust", "decks=4" } },
    { "wa-freebet", LONGEST, true, 1000, { "offer=push22:2", "ties=lose", "decks=5" } },
    { "ma-blackjack", DESIGNED, false, 1000, { "offer=" } },
    { "ma-blackjack", DESIGNED, false, 505, { "offer=", "bet_step=0.01", "surrender=on", "dealer_soft17=hit" } },
    { "ma-blackjack", 2, false, 1000, { "offer=", "surrender=on", "decks=2", "double_card=down" } },
    { "ma-blackjack", 2, false, 1000, { "offer=", "split_21_beats_multicard_21=on", "split_aces=play-on" } },
    { "ma-blackjack", 3, false, 1000, { "offer=", "split_hands=2", "blackjack_pays=1:1", "decks=3" } },
    { "ma-blackjack", 3, false, 1050, { "offer=", "round_up=on", "bet_step=0.50", "surrender=on", "decks=7" } },
    { "ma-blackjack", 3, false, 1000, { "offer=", "double_after_split=off", "resplit_aces=off", "decks=1" } },
    { "ma-blackjack", LONGEST, false, 1000, { "offer=", "ties=lose", "late_insurance=on", "even_money=on" } },
    { "ma-blackjack", LONGEST, false, 1000, { "offer=", "dealer_22=push", "split_aces=play-on", "decks=1" } },
};
/* clang-format on */
enum { GAMES = sizeof games / sizeof *games };

static lm_sim_job job_of(const game *g, uint64_t seed)
{
    int n = 0;
    while (n < SETTINGS && g->settings[n])
        n++;
    assert_true(load(g->rules, g->settings, n));
    if (g->chart == DESIGNED) {
        test_chart(&chart, &profile.rules);
    } else {
        test_any_chart(&chart, profile.rules.hash + seed, (uint32_t)g->chart);
        if (profile.rules.hole_card == LM_HOLE_FACE_UP) test_open_any_chart(&chart);
    }
    lm_sim_job job = { .rules = &profile.rules, .chart = &chart, .seed = seed * 0x9E3779B97F4A7C15u, .seats = 1 };
    job.bet_cents = g->bet;
    for (int i = 0; g->wagers && i < profile.rules.offers; i++)
        job.stake_cents[i] = 300;
    assert_null(lm_sim_job_fault(&job));
    assert_true(!simd_refuses(&job) || !simd_quick_refuses(&job));
    return job;
}

/* --- round by round --------------------------------------------------------------------------------------- */

/* 1 million rounds over all games in `make test`, 100 million in `make soak`. */
#ifdef LAMMER_SANITIZED
enum { ROUNDS_OF_A_GAME = 3000 };
#else
enum { ROUNDS_OF_A_GAME = 1000000 / GAMES + 1 };
#endif

enum { PIECE = 50000 };

static void check_rounds(const lm_sim_round *want, const lm_sim_round *have, uint64_t n, uint64_t first, const game *g,
                         const simd_kernel *kernel)
{
    for (uint64_t i = 0; i < n; i++) {
        const lm_sim_round *w = &want[i], *h = &have[i];
        if (w->net_cents == h->net_cents && w->staked_cents == h->staked_cents && w->hands == h->hands &&
            w->lammers == h->lammers)
            continue;
        fail_msg(/* say:test-kernel-differs */ "%s, %s %s, round %llu: net %d, staked %d, hands %d, lammers %d; "
                                               "lm_round: %d, %d, %d, %d",
                 kernel->name, g->rules, g->settings[1] ? g->settings[1] : "", (unsigned long long)(first + i),
                 h->net_cents, h->staked_cents, h->hands, h->lammers, w->net_cents, w->staked_cents, w->hands,
                 w->lammers);
    }
}

static void check_tallies(const lm_sim_job *job, const lm_sim_tally *want, const lm_sim_tally *have)
{
    uint8_t a[LM_SIM_DIGEST], b[LM_SIM_DIGEST];
    assert_memory_equal(&want->main, &have->main, sizeof want->main);
    assert_memory_equal(want->wager, have->wager, sizeof want->wager);
    lm_sim_digest(job, want, a);
    lm_sim_digest(job, have, b);
    assert_memory_equal(a, b, sizeof a);
}

/* One piece of a range, by every kernel that this machine can run. */
static void check_piece(const lm_sim_job *job, const game *g, uint64_t first, uint64_t n)
{
    static lm_sim_round want[PIECE], have[PIECE];
    static lm_sim_tally want_tally, have_tally;
    memset(&want_tally, 0, sizeof want_tally);
    lm_sim_scalar.each(job, first, n, want);
    lm_sim_scalar.run(job, first, n, &want_tally, NULL);
    assert_int_equal(want_tally.main.rounds, n);
    for (const simd_kernel *const *kernel = simd_kernels; *kernel; kernel++) {
        if (!(*kernel)->is_here()) continue;
        memset(&have_tally, 0, sizeof have_tally);
        simd_each(*kernel, job, first, n, have);
        check_rounds(want, have, n, first, g, *kernel);
        simd_run(*kernel, job, first, n, &have_tally);
        check_tallies(job, &want_tally, &have_tally);
    }
}

/* Plays each game in its turn, piece by piece; the seed decides where all of them begin. */
static void test_rounds(void **state)
{
    proof p = proof_begin("simd", ROUNDS_OF_A_GAME, 100000000 / GAMES + 1);
    uint64_t from = (p.seed - 1) % 1000000 * PIECE;
    int64_t done, n;
    (void)state;
    for (done = 0; proof_goes_on(&p, done); done += n) {
        n = p.count - done < PIECE ? p.count - done : PIECE;
        for (int i = 0; i < GAMES; i++) {
            lm_sim_job job = job_of(&games[i], 1);
            check_piece(&job, &games[i], 1234567u * (unsigned)i + from + (uint64_t)done, (uint64_t)n);
        }
    }
    proof_end(&p, done * GAMES, "rounds", "%d games, each round as lm_round plays it: 0 differ", GAMES);
}

/* Many other random charts, each for some rounds only. */
static void test_many_charts(void **state)
{
    enum { ROUNDS = 1000 };
    (void)state;
    uint64_t charts = ROUNDS_OF_A_GAME / ROUNDS / 5 + 1;
    for (int i = 0; i < GAMES; i++) {
        for (uint64_t seed = 100; seed < 100 + charts; seed++) {
            lm_sim_job job = job_of(&games[i], seed);
            check_piece(&job, &games[i], seed << 20, ROUNDS);
        }
    }
}

/* Ranges of every length and place: within a batch, across strips, where the counter carries, at the very end. */
static void test_ranges(void **state)
{
    static const uint64_t places[] = { 0,
                                       1,
                                       SIMD_STRIP - 1,
                                       5 * SIMD_STRIP - 77,
                                       (1ull << 32) - 40,
                                       (1ull << 33) - 100,
                                       (3ull << 33) - 33,
                                       LM_SIM_MOST_ROUNDS - 300 };
    static const uint64_t lengths[] = { 0, 1, 2, 31, 32, 33, 65, 250 };
    (void)state;
    for (int g = 0; g < GAMES; g++) {
        if (g != 1 && strcmp(games[g].rules, "ma-blackjack-multi") != 0) continue;
        lm_sim_job job = job_of(&games[g], 2);
        for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
            for (size_t k = 0; k < sizeof lengths / sizeof *lengths; k++)
                check_piece(&job, &games[g], places[i], lengths[k]);
        }
    }
}

/* A player who splits every pair and never stands may need more than the 28 cards that the kernels draw: these rounds do,
 * and scalar plays them. */
static void test_longest(void **state)
{
    static const uint64_t rounds[] = { 50406670, 82924588, 159387590, 181115522, 191776838 };
    static const game longest = { "ma-blackjack", LONGEST, false, 1000, { "offer=", "split_aces=play-on", "decks=8" } };
    (void)state;
    lm_sim_job job = job_of(&longest, 1);
    job.seed = 28;
    for (int row = 0; row < LM_ROWS; row++) {
        uint8_t play = row > LM_ROW_PAIR ? LM_PLAY_SPLIT : LM_PLAY_HIT;
        for (int column = 0; column < 10; column++)
            chart.cell[LM_STAKED_CHIPS][row][column] = (lm_advice){ play, play };
    }
    for (size_t i = 0; i < sizeof rounds / sizeof *rounds; i++)
        check_piece(&job, &longest, rounds[i] - 40, 100);
}

/* The backend as lm_sim runs it: how many threads and blocks there are does not matter. */
static void test_digest(void **state)
{
    static const int threads[] = { 1, 2, 7 };
    static lm_sim_tally want, have;
    lm_sim_job job = job_of(&games[1], 3);
    uint64_t n = ROUNDS_OF_A_GAME * 3;
    (void)state;
    lm_sim_scalar.run(&job, 99, n, &want, NULL);
    for (int i = 0; i < 3; i++) {
        lm_sim_backend chopped = lm_sim_simd;
        chopped.block = i ? 3333 * (uint64_t)i : lm_sim_simd.block;
        memset(&have, 0, sizeof have);
        assert_int_equal(lm_sim_run(&job, &chopped, threads[i], 99, n, NULL, &have, NULL), n);
        check_tallies(&job, &want, &have);
    }
}

/* --- what is not played ----------------------------------------------------------------------------------- */

static void test_refused(void **state)
{
    static const struct {
        const char *rules, *setting;
    } rows[] = {
        { "ma-blackjack-faceup", NULL },
        { "ma-blackjack-nohole", NULL },
        { "ma-blackjack-6to5", NULL },
        { "ma-blackjack-multi", NULL },
        { "ma-blackjack-doubleshoe", NULL },
        { "ma-blackjack", "bonus_678=on" },
        { "ma-blackjack", "bonus_777=on" },
        { "ma-blackjack", "five_card_21=on" },
        { "ma-blackjack", "split_blackjack=on" },
        { "ma-blackjack", "special_blackjack=As+Js" },
        { "ma-blackjack", "hole_card=unseen" },
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        assert_true(load(rows[i].rules, &rows[i].setting, rows[i].setting != NULL));
        test_chart(&chart, &profile.rules);
        lm_sim_job job = { .rules = &profile.rules, .chart = &chart, .seats = 1, .bet_cents = 1000 };
        assert_non_null(simd_refuses(&job));
    }
}

static void test_refused_jobs(void **state)
{
    static lm_count counting;
    (void)state;
    for (int i = 0; i < 5; i++) {
        lm_sim_job job = job_of(&games[0], 1);
        if (i == 0) job.seats = 2;
        if (i == 1) job.dealing = LM_DEALING_SHOE;
        if (i == 2) job.count = &counting;
        if (i == 3) {
            assert_true(lm_profile_set(&profile, lm_wagers, "round_up=on", &printer));
            job.bet_cents = 1025;
        }
        if (i == 4) {
            assert_true(lm_profile_set(&profile, lm_wagers, "offer=blazing7:1", &printer));
            job.stake_cents[0] = 500;
        }
        assert_non_null(simd_refuses(&job));
    }
}

/* Early surrender is played by the machine of walk.h, not by the kernels. */
static void test_early_surrender(void **state)
{
    static const char *const settings[] = { "surrender=early", "surrender=early-ten", "surrender=early-ace" };
    static const char *const rules[] = { "ma-blackjack", "wa-freebet", "ma-blackjack-nohole" };
    static lm_sim_round want[ROUNDS_OF_A_GAME / 4], have[ROUNDS_OF_A_GAME / 4];
    (void)state;
    for (int i = 0; i < 9; i++) {
        game g = { .rules = rules[i / 3], .settings = { "offer=", settings[i % 3] } };
        assert_true(load(g.rules, g.settings, 2));
        test_any_chart(&chart, (uint64_t)i, 2);
        lm_sim_job job = { .rules = &profile.rules, .chart = &chart, .seed = 9, .seats = 1, .bet_cents = 1000 };
        assert_null(lm_sim_simd.refuses(&job));
        lm_sim_scalar.each(&job, 0, ROUNDS_OF_A_GAME / 4, want);
        lm_sim_simd.each(&job, 0, ROUNDS_OF_A_GAME / 4, have);
        check_rounds(want, have, ROUNDS_OF_A_GAME / 4, 0, &g, simd_kernels[0]);
        job.insures = true;
        assert_non_null(lm_sim_simd.refuses(&job));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rounds),       cmocka_unit_test(test_many_charts),     cmocka_unit_test(test_ranges),
        cmocka_unit_test(test_longest),      cmocka_unit_test(test_digest),          cmocka_unit_test(test_refused),
        cmocka_unit_test(test_refused_jobs), cmocka_unit_test(test_early_surrender),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
