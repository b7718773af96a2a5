/* quick.c - shoes by the table of places against lm_round: every round's result, and the digest of many. */
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
#include "quick/quick.h"

static lm_chart chart;

/* --- games ------------------------------------------------------------------------------------------------ */

enum { SETTINGS = 6, DESIGNED = 0 };

/* `hits`: DESIGNED, or a random chart that hits that many of four totals. `per_mille`: cards before the cover card. */
typedef struct {
    const char *rules;
    int hits, per_mille;
    lm_cents bet;
    const char *settings[SETTINGS];
} game;

/* clang-format off */
static const game games[] = {
    { "wa-freebet", DESIGNED, 750, 1000, { NULL } },
    { "wa-freebet", 3, 750, 1000, { NULL } },
    { "wa-freebet", 2, 980, 1000, { "offer=", "free_double=any", "double_after_split=off" } },
    { "wa-freebet", 2, 500, 1000, { "offer=", "free_splits=1", "lammer_double=off", "surrender=on" } },
    { "wa-freebet", 3, 50, 1000, { "offer=", "free_splits=2", "free_split=A279T", "split_aces=play-on" } },
    { "wa-freebet", 4, 800, 1000, { "offer=", "ties=lose", "decks=5", "free_double=any" } },
    { "wa-freebet", 2, 995, 1000, { "offer=", "split_hands=3", "dealer_22=bust", "decks=4" } },
    { "ma-freebet", DESIGNED, 800, 500, { "decks=8", "dealer_soft17=hit" } },
    { "ma-freebet", 1, 600, 700, { "surrender=on", "decks=1" } },
    { "ma-freebet", 3, 990, 1000, { "decks=1", "split_aces=play-on" } },
    { "ia-freebet", 3, 750, 1500, { "blackjack_pays=6:5", "resplit_aces=off" } },
    { "vendor-freebet", 2, 700, 1000, { "burn_each_round=on", "decks=2" } },
    { "ma-blackjack", DESIGNED, 750, 1000, { "offer=" } },
    { "ma-blackjack", DESIGNED, 950, 505, { "offer=", "bet_step=0.01", "surrender=on", "dealer_soft17=hit" } },
    { "ma-blackjack", 2, 750, 1000, { "offer=", "surrender=on", "decks=2", "double_card=down" } },
    { "ma-blackjack", 2, 900, 1000, { "offer=", "split_21_beats_multicard_21=on", "split_aces=play-on" } },
    { "ma-blackjack", 3, 980, 1000, { "offer=", "burn_each_round=on", "blackjack_pays=1:1", "decks=3" } },
    { "ma-blackjack", 3, 750, 1050, { "offer=", "round_up=on", "bet_step=0.50", "surrender=on", "decks=7" } },
    { "ma-blackjack", 4, 970, 1000, { "offer=", "double_after_split=off", "resplit_aces=off", "decks=1" } },
    { "ma-blackjack", 4, 990, 1000, { "offer=", "dealer_22=push", "split_aces=play-on", "split_hands=2" } },
    { "ma-blackjack", 2, 750, 1000, { "offer=", "surrender=early" } },
    { "wa-freebet", 1, 750, 1000, { "offer=", "surrender=early-ace", "decks=2" } },
};
/* clang-format on */
enum { GAMES = sizeof games / sizeof *games };

static lm_sim_job job_of(const game *g, uint64_t seed)
{
    int n = 0;
    while (n < SETTINGS && g->settings[n])
        n++;
    assert_true(load(g->rules, g->settings, n));
    if (g->hits == DESIGNED) {
        test_chart(&chart, &profile.rules);
    } else {
        test_any_chart(&chart, seed + (uint64_t)(g - games), (uint32_t)g->hits);
    }
    lm_sim_job job = { .rules = &profile.rules,
                       .chart = &chart,
                       .seed = seed * 0x9E3779B97F4A7C15u,
                       .seats = 1,
                       .bet_cents = g->bet,
                       .dealing = LM_DEALING_SHOE };
    job.cover = (uint16_t)(profile.rules.decks * LM_CARDS * g->per_mille / 1000);
    assert_null(lm_sim_job_fault(&job));
    assert_null(lm_sim_quick.refuses(&job));
    return job;
}

/* --- round by round --------------------------------------------------------------------------------------- */

/* 1 million rounds over all games in `make test`, 100 million in `make soak`. */
#ifdef LAMMER_SANITIZED
enum { ROUNDS_OF_A_GAME = 3 * LM_SIM_SESSION - 5 };
#else
enum { ROUNDS_OF_A_GAME = 1000000 / GAMES + 1 };
#endif

enum { PIECE = 48 * LM_SIM_SESSION };

static void check_rounds(const game *g, const lm_sim_round *want, const lm_sim_round *have, uint64_t n, uint64_t first)
{
    for (uint64_t i = 0; i < n; i++) {
        const lm_sim_round *w = &want[i], *h = &have[i];
        if (w->net_cents == h->net_cents && w->staked_cents == h->staked_cents && w->hands == h->hands &&
            w->lammers == h->lammers)
            continue;
        fail_msg("game %d (%s), round %llu: net %d, staked %d, hands %d, lammers %d; lm_round: %d, %d, %d, %d",
                 (int)(g - games), g->rules, (unsigned long long)(first + i), h->net_cents, h->staked_cents, h->hands,
                 h->lammers, w->net_cents, w->staked_cents, w->hands, w->lammers);
    }
}

static void check_tallies(const lm_sim_job *job, const lm_sim_tally *want, const lm_sim_tally *have)
{
    uint8_t a[LM_SIM_DIGEST], b[LM_SIM_DIGEST];
    assert_memory_equal(&want->main, &have->main, sizeof want->main);
    lm_sim_digest(job, want, a);
    lm_sim_digest(job, have, b);
    assert_memory_equal(a, b, sizeof a);
}

static void check_piece(const lm_sim_job *job, const game *g, uint64_t first, uint64_t n)
{
    static lm_sim_round want[PIECE], have[PIECE];
    static lm_sim_tally want_tally, have_tally;
    memset(&want_tally, 0, sizeof want_tally);
    memset(&have_tally, 0, sizeof have_tally);
    lm_sim_scalar.each(job, first, n, want);
    lm_sim_quick.each(job, first, n, have);
    check_rounds(g, want, have, n, first);
    lm_sim_scalar.run(job, first, n, &want_tally, NULL);
    lm_sim_quick.run(job, first, n, &have_tally, NULL);
    assert_int_equal(have_tally.main.rounds, n);
    check_tallies(job, &want_tally, &have_tally);
}

/* Plays each game in its turn, piece by piece; the seed decides where all of them begin. */
static void test_rounds(void **state)
{
    proof p = proof_begin("quick", ROUNDS_OF_A_GAME, 100000000 / GAMES + 1);
    uint64_t from = (p.seed - 1) % 1000000 * PIECE;
    int64_t done, n;
    (void)state;
    for (done = 0; proof_goes_on(&p, done); done += n) {
        n = p.count - done < PIECE ? p.count - done : PIECE;
        for (int i = 0; i < GAMES; i++) {
            lm_sim_job job = job_of(&games[i], 1);
            check_piece(&job, &games[i], 777u * (unsigned)i * LM_SIM_SESSION + from + (uint64_t)done, (uint64_t)n);
        }
    }
    proof_end(&p, done * GAMES, "rounds", "%d games, each round as lm_round plays it: 0 differ", GAMES);
}

/* Many other random charts, each for one session only. */
static void test_many_charts(void **state)
{
    (void)state;
    uint64_t charts = ROUNDS_OF_A_GAME / LM_SIM_SESSION / 5 + 1;
    for (int i = 0; i < GAMES; i++) {
        for (uint64_t seed = 100; seed < 100 + charts; seed++) {
            lm_sim_job job = job_of(&games[i], seed);
            check_piece(&job, &games[i], seed << 20, LM_SIM_SESSION + 3);
        }
    }
}

/* Ranges of a few sessions, of parts of sessions, and of rounds with high numbers. */
static void test_ranges(void **state)
{
    static const uint64_t sessions[] = { 0, 1, (1ull << 32) - 2, (1ull << 33) + 5, (1ull << 53) - 12 };
    static const uint64_t lengths[] = { 0, 1, 1023, 1024, 1025, 2048, 3 * 1024 + 1, 4 * 1024, 9 * 1024 + 500 };
    (void)state;
    lm_sim_job job = job_of(&games[0], 2);
    for (size_t i = 0; i < sizeof sessions / sizeof *sessions; i++) {
        for (size_t k = 0; k < sizeof lengths / sizeof *lengths; k++)
            check_piece(&job, &games[0], sessions[i] * LM_SIM_SESSION, lengths[k]);
    }
}

/* Every place of the cover card, on both sides of where a shoe can run out. */
static void test_covers(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        const game *g = &games[i ? 9 : 0];
        lm_sim_job job = job_of(g, 3);
        int cards = (int)profile.rules.decks * LM_CARDS;
        for (job.cover = 1; job.cover < cards; job.cover = (uint16_t)(job.cover + (i ? 1 : 13)))
            check_piece(&job, g, 0, 300);
    }
}

/* The backend as lm_sim runs it: how many threads and blocks there are does not matter. */
static void test_digest(void **state)
{
    static const int threads[] = { 1, 2, 7 };
    static lm_sim_tally want, have;
    lm_sim_job job = job_of(&games[0], 4);
    uint64_t n = ROUNDS_OF_A_GAME * 3;
    (void)state;
    memset(&want, 0, sizeof want);
    lm_sim_scalar.run(&job, LM_SIM_SESSION, n, &want, NULL);
    for (int i = 0; i < 3; i++) {
        lm_sim_backend chopped = lm_sim_quick;
        if (i) chopped.block = (uint64_t)(5 * i) * LM_SIM_SESSION;
        memset(&have, 0, sizeof have);
        assert_int_equal(lm_sim_run(&job, &chopped, threads[i], LM_SIM_SESSION, n, NULL, &have, NULL), n);
        check_tallies(&job, &want, &have);
    }
}

/* Compares batches of every width with words and slots computed one by one. */
static void test_batches(void **state)
{
    __extension__ typedef unsigned __int128 wide;
    uint64_t word[2 * SHOE_BATCH];
    uint16_t slot[STACK_DRAWS_A_WORD][SHOE_BATCH];
    (void)state;
    for (int i = 0; shoe_batches_list[i]; i++) {
        if (!shoe_batches_list[i]->is_here()) continue;
        word_stream stream = words_of_shoe(0x123456789abcdef0u, 0x9876543210u, 77, 0), one = stream;
        for (uint32_t next = 0; next < 400; next++) {
            uint32_t at = next % (2 * SHOE_BATCH);
            if (!at) shoe_batches_list[i]->words(&stream, next / 2, word);
            assert_true(word[at] == words_next(&one));
        }
        shoe_batches_list[i]->slots(word, 416, slot);
        for (int group = 0; group < SHOE_BATCH; group++) {
            uint64_t fraction = word[group];
            for (int t = 0; t < STACK_DRAWS_A_WORD; t++) {
                wide product = (wide)fraction * (unsigned)(416 - STACK_DRAWS_A_WORD * group - t);
                assert_int_equal(slot[t][group], (uint16_t)(product >> 64));
                fraction = (uint64_t)product;
            }
        }
    }
}

/* The table has room for the worst chart: every hand that may be hit or doubled is, in all ways. */
static void test_room(void **state)
{
    static quick_table table;
    (void)state;
    for (uint64_t seed = 0; seed < 50; seed++) {
        lm_sim_job job = job_of(&games[5], 1000 + seed);
        quick_table_make(&table, &job);
        assert_in_range(table.rows, 100, QUICK_ROWS);
    }
}

static void test_refused(void **state)
{
    (void)state;
    lm_sim_job job = job_of(&games[0], 1);
    job.dealing = LM_DEALING_FRESH;
    assert_non_null(lm_sim_quick.refuses(&job));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rounds), cmocka_unit_test(test_many_charts), cmocka_unit_test(test_ranges),
        cmocka_unit_test(test_covers), cmocka_unit_test(test_digest),      cmocka_unit_test(test_batches),
        cmocka_unit_test(test_room),   cmocka_unit_test(test_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
