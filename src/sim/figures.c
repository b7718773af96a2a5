/* figures.c - computes edge, spread and risk from the tallies. The only place with doubles. */
#include <math.h>

#include "lammer/sim.h"

static const double NORMAL_95 = 1.959963984540054;

/* Variance of one observation from its count, sum and sum of squares; never below 0. */
static double variance(double n, double sum, double squares)
{
    if (n < 2) return 0;
    double spread = (squares - sum / n * sum) / (n - 1);
    return spread > 0 ? spread : 0;
}

static void set_interval(lm_sim_figures *f)
{
    f->low = f->house_edge - NORMAL_95 * f->se;
    f->high = f->house_edge + NORMAL_95 * f->se;
    f->sd_100 = 10 * f->sd;
}

/* The boxes of a round share the dealer's hand, so the standard error is computed from whole rounds. */
void lm_sim_main_figures(const lm_sim_job *job, const lm_sim_tally *tally, lm_sim_figures *f)
{
    const lm_sim_main *m = &tally->main;
    double rounds = (double)m->rounds, initial = (double)m->initial_cents, net = (double)m->net_cents;
    double seats = (double)m->win + (double)m->push + (double)m->lose;
    *f = (lm_sim_figures){ 0 };
    if (!m->rounds || !m->initial_cents) return;
    double unit = initial / seats; /* mean initial wager of a box */
    f->house_edge = -net / initial;
    f->se = sqrt(variance(rounds, net, lm_sim_wide_double(m->round_squares)) * rounds) / initial;
    f->sd = sqrt(variance(seats, net, lm_sim_wide_double(m->seat_squares))) / unit;
    f->staked = (double)m->staked_cents / initial;
    f->element_of_risk = -net / (double)m->staked_cents;
    f->win = (double)m->win / seats;
    f->push = (double)m->push / seats;
    f->lose = (double)m->lose / seats;
    f->hands = (double)m->hands / seats;
    set_interval(f);
}

void lm_sim_wager_figures(const lm_sim_wager *w, lm_sim_figures *f)
{
    double bets = (double)w->bets, staked = (double)w->staked_cents, net = (double)w->net_cents;
    *f = (lm_sim_figures){ 0 };
    if (!w->bets) return;
    f->house_edge = -net / staked;
    f->sd = sqrt(variance(bets, net, lm_sim_wide_double(w->squares))) / (staked / bets);
    f->se = f->sd / sqrt(bets);
    f->staked = 1;
    f->element_of_risk = f->house_edge;
    f->win = (double)w->win / bets;
    f->push = (double)w->push / bets;
    f->lose = (double)w->lose / bets;
    set_interval(f);
}

/* Every backend that takes insurance keeps the squares that include it. */
lm_sim_purse lm_sim_purse_of(const lm_sim_job *job, const lm_sim_tally *tally)
{
    const lm_sim_wager *insurance = &tally->wager[LM_SIM_INSURANCE];
    double dealt = (double)tally->main.rounds * job->seats, bet = (double)job->bet_cents;
    double net = (double)tally->main.net_cents + (double)insurance->net_cents;
    double squares = lm_sim_wide_double(insurance->bets ? tally->detail.purse_squares : tally->main.seat_squares);
    if (dealt < 1) return (lm_sim_purse){ 0, 0 };
    return (lm_sim_purse){ net / dealt / bet, sqrt(variance(dealt, net, squares)) / bet };
}

static double below_normal(double z)
{
    return 0.5 * erfc(-z / sqrt(2.0));
}

/* The probability that a random walk, approximated by Brownian motion, reaches -bankroll within the time. */
double lm_sim_ruin(double mean, double sd, double bankroll, double rounds)
{
    if (sd <= 0) return mean * rounds <= -bankroll || (rounds <= 0 && mean < 0) ? 1 : 0;
    double reflected = exp(-2 * mean * bankroll / (sd * sd));
    if (rounds <= 0) return mean > 0 ? reflected : 1;
    double spread = sd * sqrt(rounds), far = below_normal((-bankroll + mean * rounds) / spread);
    double back = far > 0 ? reflected * far : 0;
    double risk = below_normal((-bankroll - mean * rounds) / spread) + back;
    return risk > 1 ? 1 : risk;
}

double lm_sim_n0(double mean, double sd)
{
    return mean > 0 ? sd * sd / (mean * mean) : (double)INFINITY;
}
