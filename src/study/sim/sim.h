/* sim.h - common parts of a simulation's answer. */
#ifndef LAMMER_STUDY_SIM_H
#define LAMMER_STUDY_SIM_H

#include "lammer/program/bench.h"
#include "lammer/program/simulation.h"
#include "out/out.h"
#include "say.h"

/* A request with everything that job.c found for it. */
typedef struct {
    const sim_ask *args;
    const lm_study_ear *ear;
    bool (*interrupted)(void);
    lm_profile profile;
    lm_chart chart;
    lm_count count;
    lm_post_split class; /* td: the chart */
    lm_sim_plays plays;
    void *played; /* the table behind it, or NULL */
    lm_sim_job job;
    const lm_sim_backend *backend;
    long_words choice; /* which backend plays, and why not a faster one */
    int threads;
    lm_sim_ranks ranks;
    bool plays_only; /* no exact values are wanted */
    bool has_exact;  /* exact_edge is the exact value of the chart in use */
    double exact_edge;
    bool has_price[LM_OFFERS]; /* price[i] is the exact edge of a wager that is laid */
    double price[LM_OFFERS];
} sim_question;

/* False after telling the ear why. */
bool sim_read_count(lm_count *count, const char *path, const lm_study_ear *ear);
bool sim_best_chart(sim_question *q);  /* the analyser's best chart, and its value */
bool sim_class(sim_question *q);       /* the play of a class, and its value */
void sim_exact_value(sim_question *q); /* the value of a chart from a file, if it can be computed */

/* Runs the rounds with progress and checkpoints until they are done or interrupted. False after telling the ear why.
 * *stopped: fewer rounds were played than requested; *seconds: the time that they took. */
bool sim_run_watched(const sim_question *q, lm_sim_shard *shard, lm_sim_range range, bool *stopped, double *seconds);

/* Finds rules, wagers, chart, backend and threads. False after telling the ear why. */
bool sim_question_open(sim_question *q);

/* The result. */
typedef struct {
    const sim_question *question;
    const lm_sim_shard *shard;
    double seconds; /* time of the rounds just played */
    uint64_t played;
    bool stopped;
    char digest[2 * LM_SIM_DIGEST + 1]; /* in hexadecimal digits */
    lm_sim_figures main;
} sim_answer;

void sim_write(const sim_answer *answer, lm_text *out);

/* Whether a table of results by hand, count or penetration is asked for. */
bool sim_asks_cells(const sim_ask *args);

/* Write files beside the answer; sim_write_file also frees its text. False after telling the ear why. */
bool sim_write_file(const sim_question *q, lm_text *text, const char *path);
bool sim_write_cells(const sim_answer *answer);
bool sim_write_each(const sim_question *q, lm_sim_range range, const char *path);
bool sim_write_joint(const sim_question *q, lm_sim_range range, const char *path);
bool sim_joint_fits(const sim_question *q); /* whether a wager is laid that --joint can be about */
bool sim_write_svg(const sim_answer *answer, const char *path);

#endif
