/* sim.c - how fast the simulator plays: one-box Free Bet rounds a second, by backend and threads.
 *
 * Plays wa-freebet by a fixed chart with all tallies of the main game and the lammer counts. Prints each backend's best of
 * three on one thread and on all cores, its ratio to scalar, and shoe dealing at 75 %. Every digest must equal scalar's. */
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "../tests/sim/kit/charts.h"
#include "lammer/profile.h"
#include "lammer/sim.h"

enum { RUNS = 3 };

static void problem(void *self, const char *file, int line, const char *text)
{
    (void)self;
    fprintf(stderr, "%s:%d: %s\n", file, line, text);
}

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* Enough rounds for half a second or so. */
static uint64_t enough(const lm_sim_job *job, const lm_sim_backend *backend, int threads)
{
    static lm_sim_tally tally;
    uint64_t rounds = backend->block;
    for (;; rounds *= 2) {
        double begin = now();
        memset(&tally, 0, sizeof tally);
        lm_sim_run(job, backend, threads, 0, rounds, NULL, &tally, NULL);
        if (now() - begin > 0.5) return rounds;
    }
}

static double rate(const lm_sim_job *job, const lm_sim_backend *backend, int threads)
{
    static lm_sim_tally tally;
    uint64_t rounds = enough(job, backend, threads);
    double best = 0;
    for (int run = 0; run < RUNS; run++) {
        double begin = now();
        memset(&tally, 0, sizeof tally);
        lm_sim_run(job, backend, threads, 0, rounds, NULL, &tally, NULL);
        double reached = (double)rounds / (now() - begin);
        if (reached > best) best = reached;
    }
    return best;
}

static bool agrees(const lm_sim_job *job, const lm_sim_backend *backend)
{
    enum { ROUNDS = 200 * LM_SIM_SESSION };
    static lm_sim_tally ours, theirs;
    memset(&ours, 0, sizeof ours);
    memset(&theirs, 0, sizeof theirs);
    backend->run(job, 0, ROUNDS, &ours, NULL);
    lm_sim_scalar.run(job, 0, ROUNDS, &theirs, NULL);
    uint8_t a[LM_SIM_DIGEST], b[LM_SIM_DIGEST];
    lm_sim_digest(job, &ours, a);
    lm_sim_digest(job, &theirs, b);
    return memcmp(a, b, sizeof a) == 0;
}

static int measure(const lm_sim_job *job, const char *what)
{
    int cores = (int)sysconf(_SC_NPROCESSORS_ONLN), wrong = 0;
    double scalar = rate(job, &lm_sim_scalar, 1);
    for (int i = 0; lm_sim_backends[i]; i++) {
        const lm_sim_backend *backend = lm_sim_backends[i];
        if ((backend->is_here && !backend->is_here()) || (backend->refuses && backend->refuses(job))) continue;
        double one = backend == &lm_sim_scalar ? scalar : rate(job, backend, 1);
        double all = backend->one_thread ? one : rate(job, backend, cores);
        bool same = agrees(job, backend);
        printf("sim %-6s %-7s %10.3f million rounds/s on one thread (%.1f times scalar), %10.3f on %d (%.2f "
               "times one)%s\n",
               what, backend->name, one / 1e6, one / scalar, all / 1e6, cores, all / one, same ? "" : "  WRONG DIGEST");
        wrong += !same;
    }
    return wrong;
}

int main(void)
{
    static lm_profile profile;
    static lm_chart chart;
    lm_profile_reader reader = { problem, NULL };
    if (!lm_profile_load(&profile, lm_wagers, "wa-freebet", NULL, 0, &reader)) return 1;
    test_chart(&chart, &profile.rules);
    lm_sim_job fresh = { .rules = &profile.rules, .chart = &chart, .seed = 1, .seats = 1, .bet_cents = 1000 };
    lm_sim_job shoe = fresh;
    shoe.dealing = LM_DEALING_SHOE;
    shoe.cover = 234;
    return measure(&fresh, "fresh") + measure(&shoe, "shoe") ? 1 : 0;
}
