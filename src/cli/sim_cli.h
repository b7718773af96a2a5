/* sim_cli.h - what the parts of `lammer sim` share. */
#ifndef LAMMER_SIM_CLI_H
#define LAMMER_SIM_CLI_H

#include <stdio.h>

#include "cli.h"
#include "lammer/sim.h"

typedef enum { SIM_TEXT, SIM_JSON, SIM_CSV } sim_format;

enum { SIM_LIST = 256 };

/* The command line. Paths are NULL where nothing was asked for. */
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
    bool detail, quiet, help;
    sim_format format;
} sim_args;

/* Reads it; false after an error was printed. */
bool sim_args_read(sim_args *args, int argc, char **argv);

/* A count of rounds such as 1000000, 1_000_000 or 1e6. */
bool sim_read_rounds(const char *text, uint64_t *rounds);

/* The question with everything it needs in one place. */
typedef struct {
    const sim_args *args;
    lm_profile profile;
    lm_chart chart;
    lm_count count;
    lm_sim_job job;
    const lm_sim_backend *backend;
    int threads;
    lm_sim_ranks ranks;
    bool has_exact; /* the analyser's value of this very chart */
    double exact_edge;
    bool has_price[LM_OFFERS]; /* and of the wagers that are laid */
    double price[LM_OFFERS];
} sim_question;

/* sim_chart.c, sim_count.c, sim_exact.c. False after an error was printed. */
bool sim_read_chart(lm_chart *chart, const char *path);
bool sim_read_count(lm_count *count, const char *path);
bool sim_best_chart(sim_question *q);  /* the analyser's best chart, and what it is worth */
void sim_exact_value(sim_question *q); /* what the chart that was read is worth, where that can be told */

/* sim_watch.c: runs the rounds with a progress line, checkpoints and Ctrl-C. False after an error was printed;
 * *stopped tells whether fewer rounds were played than wanted, and *seconds how long it took. */
bool sim_run_watched(const sim_question *q, lm_sim_shard *shard, lm_sim_range range, bool *stopped,
                     double *seconds);

/* Seconds of a clock that only goes forward. */
double sim_now(void);

/* What came of it. */
typedef struct {
    const sim_question *question;
    const lm_sim_shard *shard;
    double seconds; /* of the rounds played now */
    uint64_t played;
    bool stopped;
    uint8_t digest[LM_SIM_DIGEST];
    lm_sim_figures main;
} sim_answer;

void sim_print_text(const sim_answer *answer, FILE *out);
int sim_print_json(const sim_answer *answer);
void sim_print_csv(const sim_answer *answer, FILE *out);

/* Files beside the answer. False after an error was printed. */
bool sim_write_hands(const sim_answer *answer, const char *path);
bool sim_write_each(const sim_question *q, lm_sim_range range, const char *path);
bool sim_write_svg(const sim_answer *answer, const char *path);

#endif
