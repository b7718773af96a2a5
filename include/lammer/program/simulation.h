/* simulation.h - a simulation as a question with an answer: rules and what to lay, rounds to play or shards to add up, a report.
 *
 * Files that are asked for are written on the way: shards, tables, a drawing. */
#ifndef LAMMER_PROGRAM_SIMULATION_H
#define LAMMER_PROGRAM_SIMULATION_H

#include "lammer/sim.h"
#include "lammer/study.h"

enum { SIM_LIST = 256 };

/* A question. Paths are NULL where nothing was asked for. */
typedef struct {
    const char *rules;
    const char *setting[SIM_LIST];
    int settings;
    const char *wager[SIM_LIST];
    int wagers;
    const char *merge[SIM_LIST];
    int merges;
    uint64_t rounds, first, seed;
    bool has_rounds, has_first;
    int threads, seats; /* threads 0: one for each core */
    const char *backend;
    lm_sim_dealing dealing;
    double penetration;
    lm_cents bet_cents; /* 0: the usual one */
    double wanted_se;
    const char *chart, *count, *save, *by_hand, *each, *svg;
    double bankroll; /* units; 0: not asked */
    uint64_t path_rounds;
    bool detail, quiet;
    lm_ask_format format; /* text, JSON or CSV */
} sim_ask;

/* Plays or adds up, and reports. `interrupted` is asked from time to time; then what there is is reported and the answer is no.
 * As lm_study_answer; of several ranks only the first one answers. */
int sim_answer_ask(const sim_ask *ask, const lm_study_ear *ear, bool (*interrupted)(void), lm_text *out);

#endif
