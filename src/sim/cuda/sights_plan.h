/* sights_plan.h - the wagers of a job, made into tables for the lanes; and what the lanes counted, made into tallies by
 * asking each wager once for each sight. */
#ifndef LAMMER_SIM_CUDA_SIGHTS_PLAN_H
#define LAMMER_SIM_CUDA_SIGHTS_PLAN_H

#include "sights_job.h"
#include "walk/walk.h"

typedef struct {
    const lm_sim_job *job;
    side_plan *side; /* NULL: no wager is laid */
    sights_tables tables;
} sights_plan;

/* Whether the job lays wagers, or takes insurance. */
bool sights_wanted(const lm_sim_job *job);

/* NULL, or why sights do not decide the wagers of the job. */
const char *sights_refuses(const lm_sim_job *job);

/* False where the wagers of the job are too many for the counters. */
bool sights_open(sights_plan *plan, const lm_sim_job *job, const walk_machine *walk, sights_game *game);
void sights_close(sights_plan *plan);

/* Adds what was counted. False, with nothing added, if counters were missing. */
bool sights_tally(const sights_plan *plan, const sights_game *game, const sights_memory *seen, lm_sim_tally *tally);

#endif
