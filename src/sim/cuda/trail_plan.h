/* trail_plan.h - makes the table of trail.h from the machine of a game and its wagers. */
#ifndef LAMMER_SIM_CUDA_TRAIL_PLAN_H
#define LAMMER_SIM_CUDA_TRAIL_PLAN_H

#include "boxes_job.h"

/* Makes the table; false where trail.h does not play the game, or the table does not fit. */
bool trail_make(trail_table *table, const boxes_plan *plan);

#endif
