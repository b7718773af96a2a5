/* simd.c - how fast the vector kernels are: rounds a second on one core, and how many times scalar's.
 *
 * Plays six-deck wa-freebet with fresh cards, the main game and lammers, then once more with a Push 22 wager. Scalar and
 * each kernel take turns, so that both run under the same conditions, and the best of five turns counts. Also prints how
 * many rounds a kernel leaves to the scalar code, and the speed of two threads. */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "../src/sim/simd/simd.h"
#include "../tests/sim/kit/charts.h"
#include "lammer/profile.h"

enum { TURNS = 5, SCALAR_ROUNDS = 300000, KERNELS = 4 };

extern const lm_wager *const lm_wagers[];

static lm_profile profile;
static lm_chart chart;

static void problem(void *self, const char *file, int line, const char *text)
{
    (void)self;
    fprintf(stderr, "%s:%d: %s\n", file, line, text);
}

static double seconds(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Millions of rounds a CPU second. NULL is scalar. */
static double pace(const simd_kernel *kernel, const lm_sim_job *job, uint64_t rounds)
{
    static lm_sim_tally tally;
    double begin = seconds(CLOCK_PROCESS_CPUTIME_ID);
    if (kernel) {
        simd_run(kernel, job, 0, rounds, &tally);
    } else {
        lm_sim_scalar.run(job, 0, rounds, &tally, NULL);
    }
    return (double)rounds / (seconds(CLOCK_PROCESS_CPUTIME_ID) - begin) / 1e6;
}

static void keep_best(double *best, double value)
{
    if (value > *best) *best = value;
}

static double left_by_quick(const simd_kernel *kernel, const lm_sim_job *job)
{
    static simd_plan plan;
    static simd_counts counts;
    static simd_rest rest;
    rest.lefts = rest.spoils = 0;
    simd_plan_job(&plan, job);
    kernel->quick(&plan, 0, 0, SIMD_STRIP / kernel->lanes, &counts, &rest, NULL);
    return 100.0 * (rest.lefts + rest.spoils) / SIMD_STRIP;
}

static void bench_kernels(const lm_sim_job *job, const char *title)
{
    double scalar = 0, best[KERNELS] = { 0 };
    for (int turn = 0; turn < TURNS; turn++) {
        keep_best(&scalar, pace(NULL, job, SCALAR_ROUNDS));
        for (int i = 0; simd_kernels[i]; i++) {
            if (simd_kernels[i]->is_here()) keep_best(&best[i], pace(simd_kernels[i], job, lm_sim_simd.block * 4));
        }
    }
    printf("%s, one core\n  %-7s %8.2f million rounds/s\n", title, "scalar", scalar);
    for (int i = 0; simd_kernels[i]; i++) {
        if (!simd_kernels[i]->is_here()) continue;
        printf("  %-7s %8.2f million rounds/s, %6.1f x scalar, %.2f %% left by quick\n", simd_kernels[i]->name, best[i],
               best[i] / scalar, left_by_quick(simd_kernels[i], job));
    }
}

/* Seconds by the clock on the wall. */
static double pace_of_threads(const lm_sim_job *job, int threads)
{
    static lm_sim_tally tally;
    uint64_t rounds = lm_sim_simd.block * 32;
    double begin = seconds(CLOCK_MONOTONIC);
    lm_sim_run(job, &lm_sim_simd, threads, 0, rounds, NULL, &tally, NULL);
    return (double)rounds / (seconds(CLOCK_MONOTONIC) - begin) / 1e6;
}

int main(void)
{
    const char *offer = "offer=push22:1";
    lm_profile_reader reader = { problem, NULL };
    if (!lm_profile_load(&profile, lm_wagers, "wa-freebet", &offer, 1, &reader)) return 1;
    test_chart(&chart, &profile.rules);
    lm_sim_job job = { .rules = &profile.rules, .chart = &chart, .seed = 1, .seats = 1, .bet_cents = 1000 };
    bench_kernels(&job, "wa-freebet");
    double paces[3] = { 0 };
    for (int turn = 0; turn < TURNS; turn++) {
        for (int threads = 1; threads <= 2; threads++)
            keep_best(&paces[threads], pace_of_threads(&job, threads));
    }
    printf("  threads: one %.1f, two %.1f million rounds/s, %.2f times\n", paces[1], paces[2], paces[2] / paces[1]);
    job.stake_cents[0] = 500;
    bench_kernels(&job, "wa-freebet with Push 22");
    return 0;
}
