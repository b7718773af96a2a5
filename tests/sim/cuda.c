/* cuda.c - what a GPU plays, played by the CPU and compared with scalar round by round; and on a GPU, where there is
 * one, the digests. */
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
#include "cuda/game.h"
#include "cuda/lane.h"
#include "kit/loaded.h"

enum { SETTINGS = 4, BLOCK = 20000 };

static lm_chart chart;
static cuda_game game;
static cuda_table table;

static lm_sim_job job_of(const char *rules, const char *const *settings)
{
    int n = 0;
    while (n < SETTINGS && settings[n])
        n++;
    assert_true(load(rules, settings, n));
    test_chart(&chart, &profile.rules);
    return (lm_sim_job){ .rules = &profile.rules, .chart = &chart, .seed = 42, .seats = 1, .bet_cents = 1000 };
}

/* A chart of any plays at all, so that every cell of every row is visited by something. */
static void scramble(uint64_t seed)
{
    static const uint8_t firsts[] = { LM_PLAY_STAND, LM_PLAY_HIT, LM_PLAY_DOUBLE, LM_PLAY_SURRENDER };
    static const uint8_t pairs[] = { LM_PLAY_SPLIT, LM_PLAY_SPLIT, LM_PLAY_NONE, LM_PLAY_SURRENDER };
    for (int staked = 0; staked < LM_STAKES; staked++) {
        for (int row = 4; row < LM_ROWS; row++) {
            for (int column = 0; column < 10; column++) {
                seed = seed * 6364136223846793005u + 1442695040888963407u;
                uint8_t pick = (uint8_t)(seed >> 62), low = row <= LM_ROW_HARD + 11 || seed >> 61 & 1;
                lm_advice *cell = &chart.cell[staked][row][column];
                if (row > LM_ROW_PAIR) {
                    cell->first = pairs[pick];
                    cell->otherwise = pairs[(seed >> 60) & 3];
                    /* a split that would be declined for chips is scalar's alone */
                    if (cell->otherwise == LM_PLAY_NONE) cell->otherwise = cell->first;
                } else {
                    cell->first = firsts[pick];
                    cell->otherwise = low ? LM_PLAY_HIT : LM_PLAY_STAND;
                }
            }
        }
    }
}

/* --- the path of the kernels, one round at a time ----------------------------------------------------------- */

typedef struct {
    lane_tables tables;
    lane_split_tables splits;
    uint32_t used[LANE_USED_WORDS];
    uint64_t fast, more, split, long_split, rare;
} path;

static path path_of(void)
{
    return (path){ .tables = { (lane_mem)table.deal, (lane_mem)table.step, (lane_mem)table.place },
                   .splits = { (lane_mem)table.split_step - CUDA_SPLIT_FIRST, (lane_mem)table.start,
                               (lane_mem)table.dealer, (lane_mem)table.result, (lane_mem)table.wins,
                               (lane_mem)table.loses, (lane_mem)table.place } };
}

static uint32_t state_of(path *p, uint64_t seed, uint64_t round)
{
    uint32_t block[4];
    bool sure;
    lane_source source = lane_source_of(&game, seed, (uint32_t)(round >> 33));
    lane_block(&source.keys[0], (uint32_t)(round >> 1), block);
    uint32_t state = lane_fast(&source.shoe[0], p->tables, block[2 * (round & 1) + 1], block[2 * (round & 1)], &sure);
    if (sure && state < CUDA_FIRST_ROW) {
        p->fast += state < CUDA_ENDS * CUDA_END_BYTES;
        return state;
    }
    p->more++;
    return lane_more(&game, &source, p->tables, CUDA_FIRST_ROW, round);
}

static cuda_round end_of(uint32_t end)
{
    static const int8_t units[CUDA_ENDS] = { -1, 0, 1, -1, 0, 2, -2, 0, 2 };
    cuda_round out = { .units = units[end], .staked = 1, .hands = 1 };
    if (end == CUDA_END_BLACKJACK) out.special = CUDA_BLACKJACK;
    if (end == CUDA_END_SURRENDERED) out.special = CUDA_SURRENDERED;
    if (end < CUDA_END_BLACKJACK) {
        out.lammers = end / 3 == 1;
        out.staked = (uint8_t)(1 + (end / 3 == 2));
    }
    return out;
}

static cuda_round split_of(path *p, uint64_t seed, uint64_t round)
{
    cuda_round out, long_out;
    lane_source source = lane_source_of(&game, seed, (uint32_t)(round >> 33));
    lane_bits bits = { p->used, 1 };
    bool is_long = lane_long_split(&game, &source.keys[0], &source.shoe[0], &p->splits, bits, round, &long_out);
    p->split++;
    if (lane_split(&game, &source, &p->splits, round, &out)) {
        if (is_long) assert_memory_equal(&out, &long_out, sizeof out);
        return out;
    }
    p->long_split++;
    p->rare += !is_long;
    return is_long ? long_out : lane_general(&game, seed, round);
}

static cuda_round round_of(path *p, uint64_t seed, uint64_t round)
{
    uint32_t state = state_of(p, seed, round);
    if (state == CUDA_END_SPLIT * CUDA_END_BYTES) return split_of(p, seed, round);
    if (state < CUDA_FIRST_ROW) return end_of(state / CUDA_END_BYTES);
    p->rare++;
    return lane_general(&game, seed, round);
}

static void check_same(const char *what, uint64_t round, lm_sim_round a, lm_sim_round b)
{
    if (a.net_cents == b.net_cents && a.staked_cents == b.staked_cents && a.hands == b.hands && a.lammers == b.lammers)
        return;
    fail_msg("%s, %s, round %llu: net %d, not %d; staked %d, not %d; hands %d, not %d; lammers %d, not %d",
             profile.rules.name, what, (unsigned long long)round, a.net_cents, b.net_cents, a.staked_cents,
             b.staked_cents, a.hands, b.hands, a.lammers, b.lammers);
}

static path check_rounds(const lm_sim_job *job, uint64_t first, uint64_t rounds)
{
    static lm_sim_round right[BLOCK];
    assert_null(lm_sim_job_fault(job));
    assert_null(cuda_game_refuses(job));
    cuda_game_of(&game, job);
    assert_true(cuda_table_make(&table, &game));
    path p = path_of();
    for (uint64_t done = 0; done < rounds; done += BLOCK) {
        lm_sim_scalar.each(job, first + done, BLOCK, right);
        for (uint64_t i = 0; i < BLOCK; i++) {
            uint64_t round = first + done + i;
            check_same("plainly", round, cuda_game_round(job, lane_general(&game, job->seed, round)), right[i]);
            check_same("by tables", round, cuda_game_round(job, round_of(&p, job->seed, round)), right[i]);
        }
    }
    return p;
}

static uint64_t rounds_each(uint64_t usual, uint64_t soak)
{
#ifdef LAMMER_SANITIZED
    return BLOCK;
#else
    return getenv("LAMMER_SOAK") ? soak : usual;
#endif
}

static const char *const none[] = { NULL };

__extension__ typedef unsigned __int128 wide;

/* For words whose digits just carry or just do not, and for words near the rejected ones, the short arithmetic is right or
 * reports that it is uncertain, which is rare. */
static void test_slots(void **state)
{
    static const uint32_t decks[] = { 1, 2, 4, 6, 8 };
    uint64_t random = 1;
    (void)state;
    for (size_t d = 0; d < sizeof decks / sizeof *decks; d++) {
        char setting[16];
        const char *const settings[] = { setting, NULL };
        snprintf(setting, sizeof setting, "decks=%u", decks[d]);
        lm_sim_job job = job_of("wa-freebet", settings);
        cuda_game_of(&game, &job);
        lane_shoe shoe = lane_source_of(&game, 0, 0).shoe[0];
        uint64_t radices = 1;
        for (uint32_t digits = 0; digits <= CUDA_A_WORD; digits++) {
            uint64_t doubts = 0, words = 0;
            for (int i = 0; i < 20000; i++, words++) {
                random = random * 6364136223846793005u + 1442695040888963407u;
                uint64_t word = random ^ random >> 29;
                if (digits) word = (uint64_t)(((wide)(word % radices + 1) << 64) / radices) + (uint64_t)(i % 101 - 50);
                uint32_t fast[CUDA_A_WORD], exact;
                bool sure = lane_slots(&shoe, (uint32_t)(word >> 32), (uint32_t)word, fast);
                uint64_t fraction = word;
                doubts += !sure;
                for (uint32_t t = 0; t < CUDA_A_WORD; t++) {
                    exact = lane_slot(&fraction, game.n - t);
                    if (sure) assert_int_equal(fast[t], exact);
                }
                assert_int_equal(fraction, word * game.product[0]);
                if (sure) assert_true(fraction >= game.threshold[0]);
            }
            if (!digits) assert_true(doubts * 50 < words);
            if (digits < CUDA_A_WORD) radices *= game.n - digits;
        }
    }
}

/* Every profile that the backend takes, with a chart that makes sense. */
static void test_profiles(void **state)
{
    (void)state;
    for (const char *const *name = lm_profile_names(); *name; name++) {
        lm_sim_job job = job_of(*name, none);
        if (cuda_game_refuses(&job)) continue;
        path p = check_rounds(&job, ((uint64_t)1 << 33) - 777, rounds_each(200000, 20000000));
        assert_true(p.fast > p.more + p.split && p.more && p.split);
    }
}

/* Rules one by one, and together where they meet, each with its sensible chart and with two random ones. */
static void test_rules(void **state)
{
    static const struct {
        const char *rules, *setting[SETTINGS];
    } rows[] = {
        { "wa-freebet", { "surrender=on" } },
        { "wa-freebet", { "free_double=any", "free_splits=1" } },
        { "wa-freebet", { "free_splits=2", "split_aces=play-on", "resplit_aces=off" } },
        { "wa-freebet", { "free_split=A8T", "free_splits=1", "free_double=any" } },
        { "wa-freebet", { "decks=1", "lammer_double=off" } },
        { "wa-freebet", { "decks=8", "double_on=9-11" } },
        { "wa-freebet", { "dealer_22=bust", "dealer_soft17=stand", "ties=lose" } },
        { "ma-blackjack", { "surrender=on", "double_after_split=off" } },
        { "ma-blackjack", { "split_hands=2", "resplit_aces=on", "blackjack_pays=6:5" } },
        { "ma-blackjack", { "split_hands=3", "dealer_soft17=hit", "decks=2" } },
        { "ma-blackjack", { "blackjack_pays=6:5", "round_up=on", "chip_unit=2.50", "surrender=on" } },
        { "ma-blackjack", { "shoe=continuous", "blackjack_pays=1:1", "even_money=on" } },
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        lm_sim_job job = job_of(rows[i].rules, rows[i].setting);
        check_rounds(&job, 5, rounds_each(BLOCK, 1000000));
        for (uint64_t odd = 1; odd < 3; odd++) {
            scramble(100 * odd + i);
            job.seed = odd << 40;
            check_rounds(&job, 5, rounds_each(BLOCK, 1000000));
        }
    }
}

/* --- tallies -------------------------------------------------------------------------------------------------- */

static void count(cuda_counts *counts, cuda_round round)
{
    int net = round.special == CUDA_BLACKJACK     ? CUDA_NET_BLACKJACK
              : round.special == CUDA_SURRENDERED ? CUDA_NET_SURRENDERED
                                                  : round.units + CUDA_MOST_UNITS;
    counts->count[net]++;
    counts->count[CUDA_STAKED] += round.staked;
    counts->count[CUDA_HANDS] += round.hands;
    counts->count[CUDA_LAMMERS + round.lammers]++;
    counts->count[CUDA_PUSH22 + round.push22]++;
}

static void lay_push22(lm_sim_job *job)
{
    for (int i = 0; i < profile.rules.offers; i++) {
        if (strcmp(profile.rules.offer[i].wager->id, "push22") == 0) job->stake_cents[i] = 500;
    }
}

/* The outcomes of Push 22, and counts that become tallies of cents. */
static void test_tallies(void **state)
{
    static const struct {
        const char *rules, *setting[SETTINGS];
    } rows[] = {
        { "wa-freebet", { NULL } },
        { "ma-freebet", { "surrender=on", "decks=1" } },
        { "ia-freebet", { "push22_limit=29", "free_double=any" } },
    };
    static lm_sim_tally right, mine;
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        lm_sim_job job = job_of(rows[i].rules, rows[i].setting);
        cuda_counts counts = { 0 };
        if (i == 2) scramble(3); /* a chart that hits hard 20 reaches totals above the limit */
        lay_push22(&job);
        assert_null(cuda_game_refuses(&job));
        cuda_game_of(&game, &job);
        assert_true(game.push22);
        uint64_t rounds = rounds_each(100000, 10000000);
        for (uint64_t round = 0; round < rounds; round++)
            count(&counts, lane_general(&game, job.seed, 99 + round));
        memset(&right, 0, sizeof right);
        memset(&mine, 0, sizeof mine);
        lm_sim_scalar.run(&job, 99, rounds, &right, NULL);
        cuda_game_tally(&job, &counts, &mine);
        assert_memory_equal(&mine.main, &right.main, sizeof right.main);
        assert_memory_equal(mine.wager, right.wager, sizeof right.wager);
    }
}

static void test_refuses(void **state)
{
    static const char *const face_up[] = { "hole_card=face-up", NULL }, *const bonus[] = { "bonus_777=on", NULL };
    (void)state;
    lm_sim_job job = job_of("wa-freebet", none);
    assert_null(cuda_game_refuses(&job));
    job.seats = 2;
    assert_non_null(cuda_game_refuses(&job));
    job.seats = 1;
    job.dealing = LM_DEALING_SHOE;
    assert_non_null(cuda_game_refuses(&job));
    job.dealing = LM_DEALING_FRESH;
    for (int i = 0; i < profile.rules.offers; i++)
        job.stake_cents[i] = 100;
    assert_non_null(cuda_game_refuses(&job));
    job = job_of("ma-blackjack", face_up);
    assert_non_null(cuda_game_refuses(&job));
    job = job_of("ma-blackjack", bonus);
    assert_non_null(cuda_game_refuses(&job));
}

/* --- on a device ------------------------------------------------------------------------------------------------ */

/* Ranges that begin and end anywhere, on both sides of 2^33, where the counter carries. */
static void test_device(void **state)
{
    static const struct {
        uint64_t first, rounds;
    } ranges[] = { { 0, 1 }, { 1, 2 }, { 12345, 100003 }, { ((uint64_t)1 << 33) - 10001, 20000 } };
    static lm_sim_tally right, mine;
    (void)state;
    if (!lm_sim_cuda.is_here()) skip();
    for (const char *const *name = lm_profile_names(); *name; name++) {
        lm_sim_job job = job_of(*name, none);
        if (lm_sim_cuda.refuses(&job)) continue;
        for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++) {
            if (i == 3) lay_push22(&job);
            memset(&right, 0, sizeof right);
            memset(&mine, 0, sizeof mine);
            lm_sim_scalar.run(&job, ranges[i].first, ranges[i].rounds, &right, NULL);
            lm_sim_cuda.run(&job, ranges[i].first, ranges[i].rounds, &mine, NULL);
            assert_memory_equal(&mine.main, &right.main, sizeof right.main);
            assert_memory_equal(mine.wager, right.wager, sizeof right.wager);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_slots),   cmocka_unit_test(test_profiles), cmocka_unit_test(test_rules),
        cmocka_unit_test(test_tallies), cmocka_unit_test(test_refuses),  cmocka_unit_test(test_device),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
