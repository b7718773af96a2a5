/* boxes_job.h - a job as the lanes of boxes.h play it, and their sums as tallies. */
#ifndef LAMMER_SIM_CUDA_BOXES_JOB_H
#define LAMMER_SIM_CUDA_BOXES_JOB_H

#include "boxes_run.h"
#include "lammer/sim.h"

typedef struct {
    boxes_game game;
    boxes_machine machine;
    uint32_t machine_bytes; /* used */
    int64_t unit_cents;
} boxes_plan;

/* NULL, or why no lane plays the job. */
const char *boxes_refuses(const lm_sim_job *job);

/* False where the machine does not fit, or the amounts of the job are too odd. */
bool boxes_make(boxes_plan *plan, const lm_sim_job *job);

/* Cards that all but a few rounds need, or the last round of a shoe; and those to draw for the others. */
uint32_t boxes_wanted(const boxes_game *g);
uint32_t boxes_longer(const boxes_game *g);

/* Adds the totals of all lanes. */
void boxes_tally(const boxes_plan *plan, const lm_sim_job *job, const boxes_totals *totals, lm_sim_tally *tally);

/* Takes the main game of `part` out of `whole`: for sessions of which a lane has played the beginning. */
void boxes_subtract(lm_sim_tally *whole, const lm_sim_tally *part);

#endif
