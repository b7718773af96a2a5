/* count.h - a counting system: what a count says about bets and plays. Knows no table; the count is handed in. */
#ifndef LAMMER_SIM_COUNT_H
#define LAMMER_SIM_COUNT_H

#include "lammer/sim.h"

/* The count by which the system bets and plays: the running count, or with `left` unseen cards the true count. */
int count_of(const lm_count *count, int running, int left);

/* The step of the ramp for a count, and the bet of a step in multiples of the job's bet; 0: the round is sat out. A system
 * without a ramp has one step. */
int count_steps(const lm_count *count);
int count_step(const lm_count *count, int now);
int count_units(const lm_count *count, int step);

/* The first index play that fits the hand and the count, or the chart's play. */
lm_play count_play(const lm_count *count, int now, const lm_held *held, int up, unsigned allowed, lm_play chart_play);

/* Whether some count may change the chart's play among the allowed ones; `up` 0 stands for any up card. */
bool count_may_depart(const lm_count *count, const lm_held *held, int up, unsigned allowed, lm_play chart_play);

#endif
