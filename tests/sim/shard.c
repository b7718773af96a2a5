/* shard.c - shard files: saved and read, merged in any order, refused when damaged or foreign. */
/* sanitized */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

#include "kit/charts.h"
#include "lammer/sim.h"
#include "kit/jobs.h"
#include "said.h"

static lm_chart chart;
static lm_sim_job job;
static char path[64];
static char why[LM_SHARD_TEXT];

static int set_up(void **state)
{
    (void)state;
    if (!load("wa-freebet", NULL, 0)) return -1;
    test_chart(&chart, &profile.rules);
    job = (lm_sim_job){ .rules = &profile.rules, .chart = &chart, .seed = 7, .seats = 1, .bet_cents = 1000 };
    job.stake_cents[0] = 1000;
    strcpy(path, "/tmp/lammer-shard-XXXXXX");
    int file = mkstemp(path);
    return file < 0 ? -1 : close(file);
}

static int tear_down(void **state)
{
    (void)state;
    return remove(path);
}

static void play(lm_sim_shard *shard, uint64_t first, uint64_t rounds)
{
    lm_sim_shard_open(shard, &job);
    shard->has_hands = shard->has_counts = true;
    lm_sim_scalar.run(&job, first, rounds, &shard->tally, &shard->hands);
    assert_true(lm_sim_shard_add_range(shard, (lm_sim_range){ first, rounds }, why));
}

static void test_round_trip(void **state)
{
    static lm_sim_shard shard, again;
    (void)state;
    play(&shard, 1000, 3000);
    shard.tally.wager[1].net_cents = -123456789012345; /* beyond what few rounds can lose */
    shard.tally.main.seat_squares.high = 5;
    assert_true(lm_sim_shard_save(&shard, path, why));
    assert_true(lm_sim_shard_load(&again, path, why));
    assert_memory_equal(&shard, &again, sizeof shard);
}

/* Shards in any order equal one run. */
static void test_merge(void **state)
{
    static const uint64_t cut[] = { 0, 700, 701, 2000, 4000 };
    static const int order[] = { 2, 0, 3, 1 };
    static lm_sim_shard whole, sum, part;
    (void)state;
    play(&whole, 0, 4000);
    lm_sim_shard_open(&sum, &job);
    for (int i = 0; i < 4; i++) {
        play(&part, cut[order[i]], cut[order[i] + 1] - cut[order[i]]);
        assert_true(lm_sim_shard_merge(&sum, &part, why));
    }
    assert_memory_equal(&whole, &sum, sizeof whole);
    assert_int_equal(sum.ranges, 1);
}

static void test_ranges(void **state)
{
    static lm_sim_shard shard;
    (void)state;
    lm_sim_shard_open(&shard, &job);
    assert_true(lm_sim_shard_add_range(&shard, (lm_sim_range){ 100, 100 }, why));
    assert_true(lm_sim_shard_add_range(&shard, (lm_sim_range){ 300, 100 }, why));
    assert_int_equal(shard.ranges, 2);
    static const lm_sim_range bad[] = { { 100, 100 }, { 199, 1 },  { 100, 1 }, { 50, 51 },
                                        { 0, 1000 },  { 250, 51 }, { 399, 5 }, { 150, 200 } };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(lm_sim_shard_add_range(&shard, bad[i], why));
    assert_true(lm_sim_shard_add_range(&shard, (lm_sim_range){ 0, 100 }, why));
    assert_true(lm_sim_shard_add_range(&shard, (lm_sim_range){ 200, 100 }, why));
    assert_int_equal(shard.ranges, 1);
    assert_int_equal(shard.range[0].first, 0);
    assert_int_equal(shard.range[0].rounds, 400);
    for (int i = 0; i < LM_SHARD_RANGES - 1; i++)
        assert_true(lm_sim_shard_add_range(&shard, (lm_sim_range){ 1000 + 10 * (uint64_t)i, 1 }, why));
    assert_false(lm_sim_shard_add_range(&shard, (lm_sim_range){ 100000, 1 }, why));
}

static void test_foreign(void **state)
{
    static lm_sim_shard sum, part, before;
    (void)state;
    play(&sum, 0, 10);
    static const struct {
        const char *words;
        int change;
    } rows[] = { { "seed", 0 }, { "chart, bet", 1 }, { "chart, bet", 2 }, { "other rules", 3 }, { "overlap", 4 } };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        lm_sim_job kept = job;
        lm_advice advice = chart.cell[0][20][5];
        int64_t decks = profile.rules.decks;
        if (rows[i].change == 0) job.seed++;
        if (rows[i].change == 1) job.bet_cents = 2000;
        if (rows[i].change == 2) chart.cell[0][20][5].first = LM_PLAY_DOUBLE;
        if (rows[i].change == 3) profile.rules.decks = 8;
        lm_rules_seal(&profile.rules);
        play(&part, rows[i].change == 4 ? 9 : 10, 10);
        before = sum;
        assert_false(lm_sim_shard_merge(&sum, &part, why));
        assert_memory_equal(&before, &sum, sizeof sum);
        assert_non_null(strstr(why, rows[i].words));
        job = kept;
        chart.cell[0][20][5] = advice;
        profile.rules.decks = decks;
        lm_rules_seal(&profile.rules);
    }
}

static char *read_all(size_t *n)
{
    static char text[1 << 18];
    FILE *file = fopen(path, "r");
    *n = fread(text, 1, sizeof text, file);
    fclose(file);
    return text;
}

static void write_all(const char *text, size_t n)
{
    FILE *file = fopen(path, "w");
    fwrite(text, 1, n, file);
    fclose(file);
}

/* A shard that is cut at any place, or has any character changed, is refused. */
static void test_damaged(void **state)
{
    static lm_sim_shard shard;
    (void)state;
    play(&shard, 0, 100);
    assert_true(lm_sim_shard_save(&shard, path, why));
    size_t n;
    char *text = read_all(&n);
    for (size_t cut = 0; cut < n; cut += 1 + n / 300) {
        write_all(text, cut);
        assert_false(lm_sim_shard_load(&shard, path, why));
    }
    for (size_t at = 0; at < n; at += 1 + n / 300) {
        char was = text[at];
        text[at] = was == '7' ? '8' : '7';
        write_all(text, n);
        assert_false(lm_sim_shard_load(&shard, path, why));
        text[at] = was;
    }
    write_all(text, n);
    assert_true(lm_sim_shard_load(&shard, path, why));
    assert_false(lm_sim_shard_load(&shard, "/nowhere/at/all", why));
    write_all("lammer: a text file\n", 20);
    assert_false(lm_sim_shard_load(&shard, path, why));
    assert_said(why, "say:no-shard");
}

static void check_cells(const lm_sim_cell *cell, int n, const lm_sim_main *main)
{
    lm_sim_cell sum = { 0 };
    for (int i = 0; i < n; i++) {
        sum.seats += cell[i].seats;
        sum.net_cents += cell[i].net_cents;
        sum.initial_cents += cell[i].initial_cents;
        sum.staked_cents += cell[i].staked_cents;
        lm_sim_wide_add(&sum.squares, cell[i].squares);
    }
    assert_int_equal(sum.seats, main->win + main->push + main->lose);
    assert_int_equal(sum.net_cents, main->net_cents);
    assert_int_equal(sum.initial_cents, main->initial_cents);
    assert_int_equal(sum.staked_cents, main->staked_cents);
    assert_memory_equal(&sum.squares, &main->seat_squares, sizeof sum.squares);
}

/* By hand, by count and by penetration the same rounds are counted as in the main tally. */
static void test_cells(void **state)
{
    static lm_sim_shard shard;
    lm_sim_job kept = job;
    (void)state;
    for (int i = 0; i < 8; i++) {
        job.seats = i & 1 ? 3 : 1;
        job.dealing = i & 2 ? LM_DEALING_SHOE : LM_DEALING_FRESH;
        job.cover = 300; /* shoes run out in a round */
        job.count = i & 4 ? job_count() : NULL;
        play(&shard, 0, 3 * LM_SIM_SESSION);
        const lm_sim_hands *h = &shard.hands;
        check_cells(h->cell[0], LM_SIM_PAIRS * LM_SIM_UPS, &shard.tally.main);
        check_cells(h->count, LM_SIM_COUNTS, &shard.tally.main);
        check_cells(h->depth, LM_SIM_DEPTHS, &shard.tally.main);
        bool is_deep = h->depth[LM_SIM_DEPTHS - 1].seats && h->depth[LM_SIM_DEPTHS / 2].seats;
        assert_int_equal(is_deep, job.dealing == LM_DEALING_SHOE);
        bool varies = h->count[LM_SIM_MOST_COUNT + 3].seats && h->count[LM_SIM_MOST_COUNT + 1].seats;
        assert_int_equal(varies, job.count && job.dealing == LM_DEALING_SHOE);
    }
    job = kept;
}

/* A file of the first version, which has results by hand only. Merged with one of today it loses what one of the two
 * does not have. */
static void test_first_version(void **state)
{
    static lm_sim_shard first, today, sum;
    (void)state;
    assert_true(lm_sim_shard_load(&first, "tests/sim/first.shard", why));
    assert_true(first.has_hands && !first.has_counts);
    assert_int_equal(first.tally.main.rounds, 2000);
    uint64_t seats = 0;
    int64_t net = 0;
    for (int i = 0; i < LM_SIM_PAIRS * LM_SIM_UPS; i++) {
        seats += first.hands.cell[i / LM_SIM_UPS][i % LM_SIM_UPS].seats;
        net += first.hands.cell[i / LM_SIM_UPS][i % LM_SIM_UPS].net_cents;
    }
    assert_int_equal(seats, 2000);
    assert_int_equal(net, first.tally.main.net_cents);
    play(&today, 2000, 100);
    first.rules_hash = today.rules_hash;
    memcpy(first.job_hash, today.job_hash, sizeof first.job_hash);
    sum = today;
    assert_true(lm_sim_shard_merge(&sum, &first, why));
    assert_true(sum.has_hands && !sum.has_counts && !sum.hands.depth[0].seats);
    sum = today;
    first.has_hands = false;
    assert_true(lm_sim_shard_merge(&sum, &first, why));
    assert_true(!sum.has_hands && !sum.hands.cell[0][0].seats);
}

/* A number as the documents write it: 33,776. */
static const char *grouped(size_t number, char text[32])
{
    if (number < 1000) {
        snprintf(text, 32, "%zu", number);
    } else {
        snprintf(text, 32, "%zu,%03zu", number / 1000, number % 1000);
    }
    return text;
}

/* docs/simulation.md, section 11, says what a rank sends. */
static void test_documented_size(void **state)
{
    static char page[1 << 17], said[512];
    char size[5][32];
    (void)state;
    FILE *file = fopen("docs/simulation.md", "r");
    assert_non_null(file);
    page[fread(page, 1, sizeof page - 1, file)] = '\0';
    fclose(file);
    for (char *c = page; *c; c++)
        *c = *c == '\n' ? ' ' : *c;
    size_t tally = sizeof(lm_sim_tally), hands = sizeof(lm_sim_hands), word = sizeof(uint64_t);
    snprintf(said, sizeof said,
             "its shard, %s bytes, of which the tallies are %s (%s words), the tallies by hand, count and penetration "
             "%s (%s words)",
             grouped(sizeof(lm_sim_shard), size[0]), grouped(tally, size[1]), grouped(tally / word, size[2]),
             grouped(hands, size[3]), grouped(hands / word, size[4]));
    if (!strstr(page, said)) fail_msg("docs/simulation.md does not say: %s", said);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_documented_size), cmocka_unit_test(test_round_trip),    cmocka_unit_test(test_merge),
        cmocka_unit_test(test_ranges),          cmocka_unit_test(test_foreign),       cmocka_unit_test(test_damaged),
        cmocka_unit_test(test_cells),           cmocka_unit_test(test_first_version),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
