/* every_wager.c - simulated against exact: every wager and pay table in every mode that allows it.
 *
 * For each mode all pay tables that `rules check` accepts there are collected, packed into as few tables as the
 * exclusions allow, simulated, and compared with their exact prices: how often each outcome came, and the net.
 * The engine decides the simulated outcomes and the counting of src/odds the exact ones, so a mode that settles
 * a wager by other cards than the price counts cannot pass (C-76 was such a case).
 *
 * The bound. By Chernoff the mean of n independent results deviates to one side so far that n * rate >= LIMIT
 * with a chance of at most exp(-LIMIT), where `rate` is the Legendre transform of the logarithm of the exact
 * distribution's moment-generating function; no normal approximation is made, so rare awards are judged
 * rightly. LIMIT = 20 lets chance alone exceed it in 4e-9 of all comparisons; with some 3,200 of them, in
 * 1.3e-5 of all seeds. It is what a z of 6.3 is for common outcomes. The seed is fixed. */
/* soak */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "kit/charts.h"
#include "lammer/odds.h"
#include "lammer/price.h"
#include "lammer/sim.h"
#include "kit/packed.h"

static const double LIMIT = 20;

enum { ROUNDS = 64 * LM_SIM_SESSION };

/* --- distributions ---------------------------------------------------------------------------------------- */

typedef struct {
    int n;
    double value[LM_JOINTS], probability[LM_JOINTS];
} distribution;

/* log E exp(t x), and its derivative: the mean under the tilted distribution. */
static double log_moment(const distribution *d, double t, double *slope)
{
    double most = -INFINITY, sum = 0, first = 0;
    for (int i = 0; i < d->n; i++)
        most = fmax(most, t * d->value[i]);
    for (int i = 0; i < d->n; i++) {
        double part = d->probability[i] * exp(t * d->value[i] - most);
        sum += part;
        first += part * d->value[i];
    }
    *slope = first / sum;
    return most + log(sum);
}

/* sup over t of t m - log E exp(t x): 0 at the mean, infinite beyond the extremes. */
static double rate(const distribution *d, double mean)
{
    double low = 0, high = 0, slope, step = 1e-6;
    log_moment(d, 0, &slope);
    double sign = mean > slope ? 1 : -1;
    for (int i = 0; i < 80; i++) { /* grows until the tilted mean has passed the observed one */
        high = sign * step;
        log_moment(d, high, &slope);
        if ((slope - mean) * sign >= 0) break;
        low = high;
        step *= 2;
    }
    for (int i = 0; i < 100; i++) {
        double middle = (low + high) / 2;
        log_moment(d, middle, &slope);
        *((slope - mean) * sign < 0 ? &low : &high) = middle;
    }
    return low * mean - log_moment(d, low, &slope);
}

static int comparisons;

static void compare(const char *what, const distribution *d, double mean, uint64_t n)
{
    double exact;
    log_moment(d, 0, &exact);
    comparisons++;
    if ((double)n * rate(d, mean) < LIMIT) return;
    fail_msg("%s: %.6f in %llu wagers, exactly %.6f", what, mean, (unsigned long long)n, exact);
}

static int best_outcome(const lm_joint *joint)
{
    int best = 0;
    for (int k = 0; k < joint->n; k++)
        best = joint->which[k] > best ? joint->which[k] : best;
    return best;
}

static void compare_outcomes(const char *what, const lm_price *price, const lm_sim_wager *tally)
{
    for (int o = 0; o < price->outcomes; o++) {
        distribution d = { .n = 2, .value = { 0, 1 } };
        char name[2 * LONG];
        for (int j = 0; j < price->joints; j++)
            d.probability[best_outcome(&price->joint[j]) == o] += price->joint[j].probability;
        snprintf(name, sizeof name, "%s: \"%s\"", what, price->wager->outcomes[o]);
        if (d.probability[1] > 0) {
            compare(name, &d, (double)tally->outcome[o] / (double)tally->bets, tally->bets);
        } else if (tally->outcome[o]) {
            fail_msg("%s cannot happen, and did", name);
        }
    }
}

/* What a joint outcome wins per unit of the stake: an award at odds returns the stake as well, any other award does
 * not. */
static double joint_net(const lm_price *price, const lm_joint *joint)
{
    double won = 0, stake = (double)price->stake_cents / LM_DOLLAR;
    bool kept = false;
    for (int k = 0; k < joint->n; k++) {
        lm_odds pays = price->pays[joint->which[k]];
        kept |= pays.form == LM_TO;
        won += (double)pays.a / pays.b / (pays.form == LM_DOLLARS ? stake : 1);
    }
    return won - !kept;
}

/* Compares the net of a wager whose awards depend on the cards alone. First, the mean of the distribution must agree with
 * the edge of the price. */
static void compare_net(const char *what, const lm_price *price, const lm_sim_wager *tally)
{
    distribution d = { .n = price->joints };
    double mean;
    if (price->meters || price->wager->amount_is_shown) return;
    for (int j = 0; j < price->joints; j++) {
        d.value[j] = joint_net(price, &price->joint[j]);
        d.probability[j] = price->joint[j].probability;
    }
    log_moment(&d, 0, &mean);
    if (fabs(mean + price->house_edge) > 1e-9)
        fail_msg("%s: the outcomes of the price add up to %.9f, its edge is %.9f", what, -mean, price->house_edge);
    compare(what, &d, (double)tally->net_cents / (double)tally->staked_cents, tally->bets);
}

/* --- one simulated table ---------------------------------------------------------------------------------- */

static lm_chart chart;

static uint16_t draws_with(lm_held held)
{
    uint16_t ups = 0;
    for (int up = 1; !chart.open && up <= 10; up++) {
        lm_play play = lm_chart_choice(&chart, lm_chart_column(&chart, up, 0), &held, (1u << LM_PLAYS) - 1);
        if (play != LM_PLAY_STAND && play != LM_PLAY_SURRENDER) ups |= (uint16_t)(1 << up);
    }
    return ups;
}

/* How the chart plays the main hand, for prices that depend on it. */
static lm_play_facts facts_of_chart(void)
{
    lm_census census;
    lm_figures figures;
    size_t size = lm_game_size(&profile.rules);
    void *memory = malloc(size);
    lm_census_fresh(&census, (int)profile.rules.decks);
    lm_game *game = lm_game_open(memory, size, &profile.rules, &census);
    assert_non_null(game);
    lm_game_chart_figures(game, &chart, &figures);
    lm_play_facts facts = { .strategy = "chart", .advance = figures.advance, .fall = figures.fall };
    memcpy(facts.lammers, figures.lammers, sizeof facts.lammers);
    facts.draws_to_sevens = draws_with((lm_held){ .n = 2, .value = { 7, 7 } });
    facts.draws_to_hard_20 = draws_with((lm_held){ .n = 2, .value = { 10, 10 } }) != 0;
    free(memory);
    return facts;
}

static void price_offer(const lm_sim_job *job, int i, lm_play_facts *facts, lm_price *price)
{
    static char memory[LM_PRICE_ROOM] __attribute__((aligned(16)));
    lm_price_ask ask = { .rules = job->rules, .offer = &job->rules->offer[i], .stake_cents = job->stake_cents[i] };
    lm_price_status status = lm_price_wager(price, &ask, memory, sizeof memory);
    if (status == LM_PRICE_PLAY) {
        if (!facts->strategy) *facts = facts_of_chart();
        ask.facts = facts;
        status = lm_price_wager(price, &ask, memory, sizeof memory);
    }
    if (status != LM_PRICE_OK)
        fail_msg("%s %s: %s", job->rules->name, ask.offer->wager->id, lm_price_status_text(status));
}

static void simulate(const mode *m, const char *offers, const char *settings)
{
    static lm_sim_tally tally;
    static lm_price price;
    uint64_t rounds = getenv("LAMMER_SOAK") ? 10 * ROUNDS : ROUNDS;
    lm_play_facts facts = { 0 };
    test_chart(&chart, &profile.rules);
    lm_sim_job job = { .rules = &profile.rules, .chart = &chart, .seed = 76, .seats = 1 };
    job.bet_cents = profile.rules.min_bet > 10 * LM_DOLLAR ? profile.rules.min_bet : 10 * LM_DOLLAR;
    for (int i = 0; i < profile.rules.offers; i++)
        job.stake_cents[i] = stake_of(&profile.rules, profile.rules.offer[i].wager);
    const char *fault = lm_sim_job_fault(&job);
    if (fault) fail_msg("%s %s offer=%s: %s", m->profile, m->settings, offers, fault);
    memset(&tally, 0, sizeof tally);
    const char *why;
    const char *backend = getenv("LAMMER_BACKEND");
    lm_sim_choose(&job, backend ? backend : "simd", false, &why)->run(&job, 0, rounds, &tally, NULL);
    for (int i = 0; i < profile.rules.offers; i++) {
        char what[LONG];
        snprintf(what, sizeof what, "%s %s %s offer=%s, %s", m->profile, m->settings, settings, offers,
                 profile.rules.offer[i].wager->id);
        price_offer(&job, i, &facts, &price);
        assert_true(tally.wager[i].bets > rounds / 20);
        compare_outcomes(what, &price, &tally.wager[i]);
        compare_net(what, &price, &tally.wager[i]);
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
    printf("%d comparisons\n", comparisons);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_profiles), cmocka_unit_test(test_variants) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
