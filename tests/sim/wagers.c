/* wagers.c - every wager with every pay table can be simulated, and its tallies are those of its own odds. */
/* sanitized */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "kit/charts.h"
#include "lammer/sim.h"
#include "kit/loaded.h"

static lm_chart chart;

/* Six decks if the pay table allows six, otherwise the fewest it allows. */
static int decks_of(const lm_wager *wager, const lm_paytable *table)
{
    uint32_t decks = table->decks ? table->decks : wager->decks;
    if (decks >> 6 & 1) return 6;
    return __builtin_ctz(decks);
}

static lm_sim_job job_of(const lm_wager *wager, const lm_paytable *table, lm_sim_dealing dealing)
{
    char offer[96], decks[16], beside[48] = "";
    unsigned sets = table->rule_sets ? table->rule_sets : wager->rule_sets;
    const char *rules = sets >> LM_MBJ & 1 ? "ma-blackjack" : sets >> LM_WFB & 1 ? "wa-freebet" : "ma-freebet";
    if (sets == 1u << LM_IFB) rules = "ia-freebet";
    if (wager->beside)
        snprintf(beside, sizeof beside, ",%s%s", wager->beside, strcmp(wager->beside, "trilux") ? "" : ":1");
    snprintf(offer, sizeof offer, "offer=%s%s%s%s", wager->id, table->id[0] ? ":" : "", table->id, beside);
    snprintf(decks, sizeof decks, "decks=%d", decks_of(wager, table));
    const char *settings[] = { offer, decks, "bonus_weights_1=10x80+25x18+100x2", "super4.seed=100",
                               "super4.contribution=10" };
    assert_true(load(rules, settings, 5));
    test_chart(&chart, &profile.rules);
    lm_sim_job job = { .rules = &profile.rules, .chart = &chart, .seed = 3, .seats = 1, .bet_cents = 1000 };
    job.seats = decks_of(wager, table) > 2 ? 3 : 1;
    job.dealing = (uint8_t)dealing;
    job.cover = (uint16_t)(profile.rules.decks * LM_CARDS / 2);
    for (int i = 0; i < profile.rules.offers; i++) {
        lm_stakes stakes = lm_wager_stakes(&profile.rules, profile.rules.offer[i].wager);
        job.stake_cents[i] = stakes.fixed ? stakes.least : 1000;
    }
    return job;
}

/* Where each bet has one outcome with printed odds, the counts determine the sum. */
static void check_odds(const lm_sim_job *job, const lm_offer *offer, const lm_sim_wager *tally, lm_cents stake)
{
    int64_t net = 0;
    uint64_t bets = 0;
    bool printed = offer->wager->most_awards <= 1 && !offer->wager->amount_is_shown && !offer->wager->cap_rule &&
                   offer->wager->others == LM_NOBODY_ELSE;
    for (int row = 0; row < LM_OUTCOMES; row++) {
        bets += tally->outcome[row];
        if (offer->pays[row].form == LM_PERCENT) printed = false;
        net += (int64_t)tally->outcome[row] * lm_odds_net(offer->pays[row], stake, 0);
    }
    assert_int_equal(bets, tally->bets);
    assert_int_equal(tally->win + tally->push + tally->lose, tally->bets);
    assert_int_equal(tally->staked_cents, tally->bets * (uint64_t)stake);
    if (printed && net != tally->net_cents) {
        fprintf(stderr, "%s %s: %lld, by its outcomes %lld\n", job->rules->name, offer->wager->id,
                (long long)tally->net_cents, (long long)net);
        fail();
    }
}

static void check(const lm_wager *wager, const lm_paytable *table, lm_sim_dealing dealing)
{
#ifdef LAMMER_SANITIZED
    enum { ROUNDS = LM_SIM_SESSION + 50 };
#else
    enum { ROUNDS = 8 * LM_SIM_SESSION };
#endif
    static lm_sim_tally tally;
    lm_sim_job job = job_of(wager, table, dealing);
    memset(&tally, 0, sizeof tally);
    const char *fault = lm_sim_job_fault(&job);
    if (fault) fprintf(stderr, "%s %s: %s\n", wager->id, table->id, fault);
    assert_null(fault);
    lm_sim_scalar.run(&job, 0, ROUNDS, &tally, NULL);
    for (int i = 0; i < profile.rules.offers; i++) {
        assert_true(tally.wager[i].bets > ROUNDS / 20);
        check_odds(&job, &profile.rules.offer[i], &tally.wager[i], job.stake_cents[i]);
    }
}

static void test_all(void **state)
{
    (void)state;
    for (int i = 0; lm_wagers[i]; i++) {
        for (int t = 0; lm_wagers[i]->paytables[t].clause; t++) {
            check(lm_wagers[i], &lm_wagers[i]->paytables[t], LM_DEALING_FRESH);
            check(lm_wagers[i], &lm_wagers[i]->paytables[t], LM_DEALING_SHOE);
        }
    }
}

/* A stake that a clause limits to the main wager may not exceed the bet; others may go up to the posted maximum. */
static void test_stakes_beside_the_bet(void **state)
{
    static const struct {
        const char *clause, *id;
        lm_cents stake;
        bool taken;
    } rows[] = {
        { "MBJ-17(g)(1)", "over13", 1100, false },    { "MBJ-25(c).2", "third-card", 1100, false },
        { "MBJ-27(c).2", "buster", 1100, false },     { "MBJ-27(c).2", "buster", 1000, true },
        { "MBJ-23(c)", "match-dealer", 10000, true }, { "MBJ-23(c)", "match-dealer", 10100, false },
        { "MBJ-28(d)", "21+3", 5050, false },         { "MBJ-28(d)", "21+3", 5000, true },
        { "WB7-1", "blazing7", 200, false },          { "WB7-1", "blazing7", 100, true },
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        static lm_sim_tally tally;
        int w = 0;
        while (strcmp(lm_wagers[w]->id, rows[i].id) != 0)
            w++;
        lm_sim_job job = job_of(lm_wagers[w], &lm_wagers[w]->paytables[0], LM_DEALING_FRESH);
        job.stake_cents[lm_rules_slot(job.rules, rows[i].id) - LM_SIDE] = rows[i].stake;
        if (!lm_sim_job_fault(&job) != rows[i].taken) fail_msg("%s: %s", rows[i].clause, rows[i].id);
        if (rows[i].taken) lm_sim_scalar.run(&job, 0, 50, &tally, NULL);
    }
}

/* Awards that are not a share of the meter leave it only where the house pays them from it; then later shares
 * are shares of less. */
static void test_fixed_awards_leave_the_meter(void **state)
{
    static const struct {
        const char *clause, *setting;
    } rows[] = { { "WB7-13(b)", "blazing7.fixed_from=tray" }, { "WB7-13(b)", "blazing7.fixed_from=meter" } };
    enum { ROUNDS = 16 * LM_SIM_SESSION, COLOUR = 4 };
    static lm_sim_tally tally[2];
    (void)state;
    for (int i = 0; i < 2; i++) {
        const char *settings[] = { "offer=blazing7:1", rows[i].setting };
        assert_true(load("wa-freebet", settings, 2));
        test_chart(&chart, &profile.rules);
        lm_sim_job job = { .rules = &profile.rules, .chart = &chart, .bet_cents = 1000, .seats = 5, .seed = 3 };
        job.stake_cents[0] = 100;
        assert_null(lm_sim_job_fault(&job));
        lm_sim_scalar.run(&job, 0, ROUNDS, &tally[i], NULL);
    }
    assert_memory_equal(tally[0].wager[0].outcome, tally[1].wager[0].outcome, sizeof tally[0].wager[0].outcome);
    assert_true(tally[0].wager[0].outcome[COLOUR] > 0);
    if (tally[1].wager[0].net_cents >= tally[0].wager[0].net_cents) fail_msg("%s", rows[1].clause);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_all), cmocka_unit_test(test_stakes_beside_the_bet),
                                        cmocka_unit_test(test_fixed_awards_leave_the_meter) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
