/* bench.h - what `lammer bench` measures; the programs in bench/ print the same things at length. */
#ifndef LAMMER_PROGRAM_BENCH_H
#define LAMMER_PROGRAM_BENCH_H

#include "lammer/sim.h"
#include "lammer/study.h"

/* The wagers this program knows (src/wagers/list.c). */
extern const lm_wager *const lm_wagers[];

/* Seconds of processor time of this process, on all its threads together; and seconds on the wall. */
double bench_cpu_seconds(void);
double bench_wall_seconds(void);

/* --- the round engine --------------------------------------------------------------------- */

/* Plays Free Bet rounds of one box by lm_round from shuffled cards, adds their net to *net, returns rounds a CPU second. */
double bench_round_rate(int rounds, uint64_t seed, lm_cents *net);

/* --- exact answers ------------------------------------------------------------------------- */

typedef struct {
    const char *name;
    bool is_free, no_reader;
    int decks;
} bench_game;

/* Each time is the least CPU time of several runs; `query` is one hand after everything else is computed. */
typedef struct {
    double solve, figures, chart, query;
    double edge, sd, chart_edge; /* edges in per cent */
    size_t bytes;
} bench_game_times;

void bench_game_rules(lm_rules *rules, const bench_game *game);
bool bench_game_measure(const bench_game *game, int runs, bench_game_times *times);

/* Prices a wager with every pay table and every number of decks that it allows. */
typedef struct {
    int prices, failures;
    double total, slowest; /* CPU seconds */
    char slowest_name[64];
} bench_prices;

bool bench_price_wager(const lm_wager *wager, bench_prices *sum);

/* --- generators ----------------------------------------------------------------------------- */

/* Feeds the output of a generator to a sink until the sink stops it; false for an unknown generator. */
typedef bool bench_sink(const void *bytes, size_t n);
bool bench_raw(const char *generator, uint64_t seed, bench_sink *sink);

/* --- the table -------------------------------------------------------------------------------------------- */

typedef enum { BENCH_ROUNDS, BENCH_TIMES, BENCH_SECONDS, BENCH_BYTES, BENCH_UNITS } bench_unit;

/* One line. A value, `must` or `aim` of 0 is not set. */
typedef struct {
    const char *section, *name;
    bench_unit unit;
    double value, must, aim; /* `must` and `aim` are upper bounds of seconds and bytes, and lower bounds of all else */
    const char *note;
    bool wrong; /* the results themselves are wrong */
} bench_row;

/* A kind of job on one thread by the backend that `auto` takes; `must` is in boxes. */
typedef struct {
    char name[96];
    const char *backend;
    double rounds, boxes, must; /* a second */
    bool wrong;
} bench_job;

/* Another simulator: the lowest and highest rounds a second that were measured. */
typedef struct {
    const char *name;
    double low, high;
} bench_peer;

enum { BENCH_ROWS = 32, BENCH_JOBS = 32, BENCH_PEERS = 2 };
extern const bench_peer bench_peers[BENCH_PEERS];

typedef struct {
    bool is_long;
    const lm_study_ear *ear; /* receives the name of what is being measured */
    const char *program;     /* to be started by mpirun */
    bench_row row[BENCH_ROWS];
    int rows;
    bench_job job[BENCH_JOBS];
    int jobs;
} bench_table;

void bench_write(const bench_table *table, lm_ask_format format, lm_text *out);

bench_row *bench_add(bench_table *table, bench_row row);
void bench_tell(const bench_table *table, const char *what);

/* Seconds that the rounds take: of processor time on one thread, which other programs do not affect, else on the wall. */
double bench_run_seconds(const lm_sim_job *job, const lm_sim_backend *backend, int threads, uint64_t rounds);

/* Whether the backend's digest equals scalar's. */
bool bench_agrees(const lm_sim_job *job, const lm_sim_backend *backend, uint64_t rounds);

bool bench_add_simulation(bench_table *table);
bool bench_add_jobs(bench_table *table, const char *const *profiles);
bool bench_add_odds(bench_table *table);
void bench_add_round(bench_table *table);

#endif
