/* choice.h - the chart's choices among the plays that the rules allow, and who pays for them. */
#ifndef LAMMER_SIM_CHOICE_H
#define LAMMER_SIM_CHOICE_H

#include "lammer/sim.h"
#include "situation.h"

/* Asks the chart for every hand among the plays that the rules allow. */
void choice_fill(choice_table table, const lm_sim_job *job);

/* The same against one column of the chart. */
void choice_fill_column(choice_column choices, const lm_sim_job *job, int column);

/* The choice of a cell that has CHOICE_COUNTS, for a count. */
typedef struct {
    int column, situation, row;
    lm_staked staked;
} choice_cell;
choice choice_at_count(const lm_sim_job *job, const choice_cell *cell, int up, int now);

/* Whether the chart splits some pair only while that is free, and free splits may run out. */
bool choice_declines_splits(const lm_sim_job *job);

/* NULL, or why neither simd nor cuda plays the job. They play one box by the chart alone, from fresh shoes, against one
 * dealer hand with a reader, without bonus odds. */
const char *choice_refuses(const lm_sim_job *job);

/* The offer that a dealer total of 22 and its suits decide (Push 22), and the one that the lammers of a box decide (Pot of
 * Gold), by what their wagers declare to read; -1 if the job does not lay such a wager. */
int choice_push22(const lm_sim_job *job);
int choice_by_lammers(const lm_sim_job *job);

#endif
