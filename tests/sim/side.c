/* side.c - wagers by tables against lm_round: every pay table in every mode, one box and several, fresh and from a shoe.
 *
 * The scalar driver plays the rounds; what its boxes saw is handed to the tables, and the tallies of every wager
 * must be the same to the last integer. Each table is played in one of four ways, which the day chooses; the sanitized
 * twin plays one table in four. LAMMER_SAMPLE repeats a day by its number, and `make soak` plays all. */
/* sanitized */
/* soak */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <cmocka.h>

#include "kit/charts.h"
#include "kit/packed.h"
#include "lammer/sim.h"
#include "side/rounds.h"

#ifdef LAMMER_SANITIZED
enum { ROUNDS = 100, TABLES_A_DAY = 4 };
#else
enum { ROUNDS = 2 * LM_SIM_SESSION, TABLES_A_DAY = 1 };
#endif
enum { WAYS = 4 };

static lm_chart chart;

static uint64_t boxes, taken;

static void run_tables(const lm_sim_job *job, uint64_t first, uint64_t rounds, lm_sim_tally *tally)
{
    static driver d;
    static side_book book;
    static side_counts counts;
    side_plan *plan = side_plan_join(job);
    memset(&counts, 0, sizeof counts);
    driver_open(&d, job);
    side_open(&book, plan, job, &counts, tally);
    for (uint64_t round = first; round < first + rounds; round++) {
        if (lm_sim_remembers(job) && round % LM_SIM_SESSION == 0) side_begin(&book, round);
        driver_play(&d, round);
        side_add_round(&book, &d);
    }
    side_tally(plan, &counts, tally);
    side_plan_leave(plan);
    boxes += rounds * job->seats;
}

/* --- comparisons ------------------------------------------------------------------------------------------------ */

static void print_wager(const char *who, const lm_sim_wager *w)
{
    printf("%s: bets %llu, net %lld, win %llu, push %llu, lose %llu, by outcome", who, (unsigned long long)w->bets,
           (long long)w->net_cents, (unsigned long long)w->win, (unsigned long long)w->push,
           (unsigned long long)w->lose);
    for (int i = 0; i < LM_OUTCOMES; i++)
        printf(" %llu", (unsigned long long)w->outcome[i]);
    printf("\n");
}

static void compare_tallies(const lm_sim_job *job, const lm_sim_tally *want, const lm_sim_tally *have, int wagers,
                            const char *what, const char *who)
{
    for (int i = 0; i < wagers; i++) {
        if (memcmp(&want->wager[i], &have->wager[i], sizeof want->wager[i]) == 0) continue;
        print_wager("lm_round", &want->wager[i]);
        print_wager(who, &have->wager[i]);
        fail_msg("%s: %s differs", what, i < LM_OFFERS ? job->rules->offer[i].wager->id : "insurance");
    }
}

static void check_job(const lm_sim_job *job, const char *what)
{
    static lm_sim_tally want, have;
    const lm_sim_backend *fast = job->dealing == LM_DEALING_SHOE ? &lm_sim_quick : &lm_sim_simd;
    memset(&want, 0, sizeof want);
    memset(&have, 0, sizeof have);
    const char *fault = lm_sim_job_fault(job);
    if (fault) fail_msg("%s: %s", what, fault);
    uint64_t rounds = getenv("LAMMER_SOAK") ? 64 * ROUNDS : ROUNDS;
    lm_sim_scalar.run(job, 0, rounds, &want, NULL);
    run_tables(job, 0, rounds, &have);
    compare_tallies(job, &want, &have, LM_OFFERS, what, "tables"); /* they know nothing of insurance */
    if (fast->refuses(job)) return;
    memset(&have, 0, sizeof have);
    fast->run(job, 0, rounds, &have, NULL);
    compare_tallies(job, &want, &have, LM_SIM_WAGERS, what, fast->name);
    if (memcmp(&want.main, &have.main, sizeof want.main) != 0) fail_msg("%s: the main game differs", what);
    taken++;
}

static uint64_t day(void)
{
    const char *wish = getenv("LAMMER_SAMPLE");
    return wish ? strtoull(wish, NULL, 10) : (uint64_t)time(NULL) / (24 * 60 * 60);
}

/* One box and several, each fresh and from a shoe; in the last way all boxes insure. */
static void play_way(const mode *m, const char *offers, const char *settings, int way)
{
    char what[2 * LONG];
    bool shoe = (way == 1 || way == 2) && profile.rules.shoe != LM_SHOE_CONTINUOUS;
    lm_sim_job job = { .rules = &profile.rules, .chart = &chart, .seed = 21, .insures = way == 3 };
    job.seats = (uint8_t)(way >= 2 && profile.rules.decks > 2 ? 4 : 1);
    job.bet_cents = profile.rules.min_bet > 10 * LM_DOLLAR ? profile.rules.min_bet : 10 * LM_DOLLAR;
    for (int i = 0; i < profile.rules.offers; i++)
        job.stake_cents[i] = stake_of(&profile.rules, profile.rules.offer[i].wager);
    if (shoe) {
        job.dealing = LM_DEALING_SHOE;
        job.cover = (uint16_t)(profile.rules.decks * LM_CARDS * 3 / 5);
    }
    snprintf(what, sizeof what, "%s %s %s offer=%s, %d boxes, %s", m->profile, m->settings, settings, offers, job.seats,
             shoe ? "shoe" : "fresh");
    check_job(&job, what);
}

static void simulate(const mode *m, const char *offers, const char *settings)
{
    static uint64_t tables;
    uint64_t turn = tables++ + day();
    bool all = getenv("LAMMER_SOAK") != NULL;
    if (!all && turn % TABLES_A_DAY) return;
    test_chart(&chart, &profile.rules);
    for (int way = 0; way < WAYS; way++) {
        if (all || (turn / TABLES_A_DAY + (uint64_t)way) % WAYS == 0) play_way(m, offers, settings, way);
    }
}

static void test_profiles(void **state)
{
    (void)state;
    assert_true(simulate_profiles() > 200 || getenv("LAMMER_MODE"));
}

static void test_variants(void **state)
{
    (void)state;
    simulate_variants();
    printf("LAMMER_SAMPLE=%llu: %llu boxes; %llu jobs taken by fast backends\n", (unsigned long long)day(),
           (unsigned long long)boxes, (unsigned long long)taken);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_profiles), cmocka_unit_test(test_variants) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
