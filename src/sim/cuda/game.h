/* game.h - turns a job into small integers for a GPU, and its counts back into tallies. */
#ifndef LAMMER_SIM_CUDA_GAME_H
#define LAMMER_SIM_CUDA_GAME_H

#include "plan.h"
#include "lammer/sim.h"

/* NULL, or why the job is not for this backend. */
const char *cuda_game_refuses(const lm_sim_job *job);

void cuda_game_of(cuda_game *game, const lm_sim_job *job);

/* Converts counts into cents. */
void cuda_game_tally(const lm_sim_job *job, const cuda_counts *counts, lm_sim_tally *tally);
lm_sim_round cuda_game_round(const lm_sim_job *job, cuda_round round);

#endif
