/* simulation.h - runs a simulation: takes rules, wagers and a number of rounds, or shards to add up; gives a report.
 *
 * Also writes the files that were asked for: shards, tables, a drawing. */
#ifndef LAMMER_PROGRAM_SIMULATION_H
#define LAMMER_PROGRAM_SIMULATION_H

#include "lammer/sim.h"
#include "lammer/study.h"

enum { SIM_LIST = 256 };

/* What to simulate. A path is NULL where no such file is wanted. */
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
    const char *post_split; /* a class of play after a split, or NULL: the chart */
    const char *chart, *count, *save, *each, *joint, *svg;
    const char *by_hand, *by_count, *by_depth; /* tables of results; JSON if the name ends so, else CSV */
    double bankroll;                           /* units; 0: not asked */
    uint64_t path_rounds;
    bool detail, quiet;
    int (*columns)(void); /* the width of the terminal that shows progress; NULL: 80 */
    lm_ask_format format; /* text, JSON or CSV */
} sim_ask;

/* Plays rounds or adds up shards, and reports. Calls `interrupted` from time to time; when that returns true, reports
 * the rounds so far and returns "no". Otherwise returns as lm_study_answer; only the first MPI rank writes the answer. */
int sim_answer_ask(const sim_ask *ask, const lm_study_ear *ear, bool (*interrupted)(void), lm_text *out);

#endif
