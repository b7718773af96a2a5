/* boxes_job.h - a job as the lanes of boxes.h play it, and their sums as tallies. */
#ifndef LAMMER_SIM_CUDA_BOXES_JOB_H
#define LAMMER_SIM_CUDA_BOXES_JOB_H

#include "boxes_run.h"
#include "lammer/sim.h"
#include "sights_plan.h"

typedef struct {
    boxes_game game;
    boxes_machine machine;
    uint32_t machine_bytes; /* used */
    int64_t unit_cents;
    sights_plan sights; /* sights_close closes it */
} boxes_plan;

/* NULL, or why no lane plays the job. */
const char *boxes_refuses(const lm_sim_job *job);

/* False where the machine or the wagers do not fit, or the amounts of the job are too odd. */
bool boxes_make(boxes_plan *plan, const lm_sim_job *job);

/* Groups of draws for straight.h, which most rounds need; 0: it cannot play the game. */
uint32_t boxes_groups(const boxes_game *g);

/* The game with more cards ready: for most rounds with a split, or for all rounds but the rarest. */
boxes_game boxes_with_more(const boxes_game *g, bool all);

/* Adds the totals of all lanes. */
void boxes_tally(const boxes_plan *plan, const lm_sim_job *job, const boxes_totals *totals, lm_sim_tally *tally);

/* Takes `part` out of `whole`: for sessions of which a lane has played the beginning. */
void boxes_subtract(lm_sim_tally *whole, const lm_sim_tally *part);

#endif
