/* sim.c - how fast the simulator plays, by backend: six-deck Free Bet, one box, all tallies of the main game. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lammer/program/bench.h"

static const char *const section = "simulation";

enum { TURNS = 3, LONG_TURNS = 7, CHECKED = 100 * LM_SIM_SESSION };

typedef struct {
    bench_table *table;
    lm_profile profile;
    lm_chart chart;
    lm_sim_job fresh, shoe;
} sim_bench;

static bool best_chart(sim_bench *b)
{
    lm_study *study = lm_study_open(&b->profile.rules, NULL, NULL);
    lm_game *game = study ? lm_study_game(study) : NULL;
    if (game) lm_game_chart(game, &b->chart);
    lm_study_close(study);
    return game != NULL;
}

static bool open_jobs(sim_bench *b)
{
    if (!lm_study_rules(&b->profile, "wa-freebet", NULL, 0, NULL) || !best_chart(b)) return false;
    b->fresh = (lm_sim_job){
        .rules = &b->profile.rules, .chart = &b->chart, .seed = 1, .seats = 1, .bet_cents = 10 * LM_DOLLAR
    };
    b->shoe = b->fresh;
    b->shoe.dealing = LM_DEALING_SHOE;
    b->shoe.cover = (uint16_t)(b->profile.rules.decks * LM_CARDS * 3 / 4);
    return true;
}

/* A measurement in several turns, of which the fastest counts. Measurements alternate, so that load on the machine
 * affects all alike. */
typedef struct {
    const lm_sim_job *job;
    const lm_sim_backend *backend;
    int threads;
    uint64_t rounds; /* number of rounds in a turn */
    double pace;     /* rounds a second */
    double cores;    /* CPU seconds per second in the fastest turn */
} runner;

double bench_run_seconds(const lm_sim_job *job, const lm_sim_backend *backend, int threads, uint64_t rounds)
{
    static lm_sim_tally tally;
    bool by_cpu = threads == 1 && !backend->one_thread;
    double begin = by_cpu ? bench_cpu_seconds() : bench_wall_seconds();
    memset(&tally, 0, sizeof tally);
    lm_sim_run(job, backend, threads, 0, rounds, NULL, &tally, NULL);
    return (by_cpu ? bench_cpu_seconds() : bench_wall_seconds()) - begin;
}

static double run_once(const runner *r, uint64_t rounds)
{
    return bench_run_seconds(r->job, r->backend, r->threads, rounds);
}

/* Finds out how many rounds fill a turn. */
static void warm_up(sim_bench *b, runner *r)
{
    double wanted = b->table->is_long ? 3 : 0.4, took = 0;
    for (r->rounds = r->backend->block; took < wanted / 4; r->rounds *= 2)
        took = run_once(r, r->rounds);
    r->rounds = (uint64_t)((double)r->rounds / 2 * wanted / took);
}

static void take_turn(sim_bench *b, runner *r)
{
    double cpu = bench_cpu_seconds(), took = run_once(r, r->rounds), pace = (double)r->rounds / took;
    if (pace <= r->pace) return;
    r->pace = pace;
    r->cores = (bench_cpu_seconds() - cpu) / took;
}

static int turns(const sim_bench *b)
{
    return b->table->is_long ? LONG_TURNS : TURNS;
}

bool bench_agrees(const lm_sim_job *job, const lm_sim_backend *backend, uint64_t rounds)
{
    static lm_sim_tally tally[2];
    uint8_t digest[2][LM_SIM_DIGEST];
    memset(tally, 0, sizeof tally);
    backend->run(job, 0, rounds, &tally[0], NULL);
    lm_sim_scalar.run(job, 0, rounds, &tally[1], NULL);
    for (int i = 0; i < 2; i++)
        lm_sim_digest(job, &tally[i], digest[i]);
    return memcmp(digest[0], digest[1], LM_SIM_DIGEST) == 0;
}

static bool has_mpirun(void)
{
    return system("command -v mpirun >/dev/null 2>&1") == 0;
}

/* Rounds a second of two ranks with one thread each; 0 if they do not start. Open MPI runs as root only if both
 * variables allow it. */
static double pace_of_ranks(const sim_bench *b, uint64_t rounds)
{
    char command[1024], line[256];
    double pace = 0;
    snprintf(command, sizeof command,
             "OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 mpirun --oversubscribe -n 2 '%s' sim --quiet "
             "--rules wa-freebet --rounds %llu --threads 1 --backend simd --format json 2>/dev/null",
             b->table->program, (unsigned long long)rounds);
    FILE *in = popen(command, "r");
    while (in && fgets(line, sizeof line, in))
        sscanf(line, " \"rounds_per_second\": %lf", &pace);
    if (in) pclose(in);
    return pace;
}

static void measure_fresh(sim_bench *b)
{
    runner scalar = { &b->fresh, &lm_sim_scalar, 1 }, one = { &b->fresh, &lm_sim_simd, 1 };
    bench_tell(b->table, "scalar and simd, one thread");
    warm_up(b, &scalar);
    warm_up(b, &one);
    for (int turn = 0; turn < turns(b); turn++) {
        take_turn(b, &scalar);
        take_turn(b, &one);
    }
    bench_add(b->table, (bench_row){ section, "scalar, one thread", BENCH_ROUNDS, scalar.pace });
    bench_add(b->table, (bench_row){ section, "simd, one thread", BENCH_ROUNDS, one.pace, 100e6, 250e6,
                                     .wrong = !bench_agrees(&b->fresh, &lm_sim_simd, CHECKED) });
    bench_add(b->table, (bench_row){ section, "simd to scalar", BENCH_TIMES, one.pace / scalar.pace, 20 });
}

/* Ratios of wall-clock times are meaningful only if each thread had a core to itself. */
static const char *busy(const runner *one, const runner *two)
{
    return one->cores < 0.97 || two->cores < 1.94 ? "other programs were using the cores" : NULL;
}

/* Measures one thread, two threads and two ranks in turn, all by wall-clock time so that they can be compared. */
static void measure_threads(sim_bench *b)
{
    lm_sim_backend walled = lm_sim_simd;
    walled.one_thread = true;
    runner one = { &b->fresh, &walled, 1 }, two = { &b->fresh, &lm_sim_simd, 2 };
    double ranks = 0;
    bool has_ranks = b->table->program && has_mpirun();
    bench_tell(b->table, has_ranks ? "two threads, two ranks" : "two threads");
    warm_up(b, &one);
    warm_up(b, &two);
    for (int turn = 0; turn < turns(b); turn++) {
        take_turn(b, &one);
        take_turn(b, &two);
        double pace = has_ranks ? pace_of_ranks(b, two.rounds) : 0;
        if (pace > ranks) ranks = pace;
    }
    bench_add(b->table, (bench_row){ section, "simd, two threads to one", BENCH_TIMES, two.pace / one.pace, 1.9,
                                     .note = busy(&one, &two) });
    bench_add(b->table, (bench_row){ section, "simd, two ranks to two threads", BENCH_TIMES, ranks / two.pace, 0.97,
                                     .note = ranks > 0 ? busy(&one, &two) : "no mpirun, or built without MPI" });
}

static void measure_shoe(sim_bench *b)
{
    runner quick = { &b->shoe, &lm_sim_quick, 1 };
    bench_tell(b->table, "shoes");
    warm_up(b, &quick);
    for (int turn = 0; turn < turns(b); turn++)
        take_turn(b, &quick);
    bench_add(b->table, (bench_row){ section, "shoe at 75 %, one thread", BENCH_ROUNDS, quick.pace, 10e6, 40e6,
                                     .wrong = !bench_agrees(&b->shoe, &lm_sim_quick, CHECKED) });
}

/* Measured for long enough to show whether a GPU sustains its speed: long runs have 10^12 rounds. */
static void measure_gpu(sim_bench *b)
{
    runner gpu = { &b->fresh, &lm_sim_cuda, 1 };
    bench_row row = { section, "cuda", BENCH_ROUNDS, 0, 60e9, 150e9, .note = lm_sim_cuda.needs };
    if (lm_sim_cuda.is_here()) {
        bench_tell(b->table, "the GPU");
        warm_up(b, &gpu);
        if (b->table->is_long) gpu.rounds = 1000000000000;
        for (int turn = 0; turn < (b->table->is_long ? 1 : TURNS); turn++)
            take_turn(b, &gpu);
        row.value = gpu.pace;
        row.note = NULL;
        row.wrong = !bench_agrees(&b->fresh, &lm_sim_cuda, CHECKED);
    }
    bench_add(b->table, row);
}

bool bench_add_simulation(bench_table *table)
{
    sim_bench *b = calloc(1, sizeof *b);
    bool ok = b != NULL;
    if (ok) {
        b->table = table;
        ok = open_jobs(b);
    }
    if (ok) {
        measure_fresh(b);
        measure_threads(b);
        measure_shoe(b);
        measure_gpu(b);
    }
    free(b);
    return ok;
}
