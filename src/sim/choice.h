/* choice.h - the chart's choices among the plays that the rules allow, and who pays for them. */
#ifndef LAMMER_SIM_CHOICE_H
#define LAMMER_SIM_CHOICE_H

#include "lammer/sim.h"
#include "situation.h"

/* Asks the chart for every hand among the plays that the rules allow. */
void choice_fill(choice_table table, const lm_sim_job *job);

/* NULL, or why neither simd nor cuda plays the job. They play one box by the chart alone, from fresh shoes, against one
 * dealer hand with a reader, without bonus odds. */
const char *choice_refuses(const lm_sim_job *job);

/* The index of the Push 22 offer, or -1 if the job does not lay this wager. */
int choice_push22(const lm_sim_job *job);

#endif
