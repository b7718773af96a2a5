/* run.c - a range of rounds, cut in blocks, on several threads.
 *
 * Blocks are handed out in order and their tallies are added in order, so the finished rounds are always a range
 * without a gap. So a run that the user stops, or that has reached its standard error, has a valid result and can be
 * continued. */
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "lammer/sim.h"

enum { THREADS = 1024, LOOKS_A_SECOND = 10 };

enum { LINES = 128 }; /* bytes that processors fetch together: two cache lines */

/* A block that is being played, or waits until the blocks before it are added. Every round writes to its tally, so slots
 * of different threads share no cache line. */
typedef struct {
    _Alignas(LINES) uint64_t block;
    uint64_t rounds;
    bool is_done;
    lm_sim_tally tally;
    lm_sim_hands *hands;
} slot;

typedef struct {
    const lm_sim_job *job;
    const lm_sim_backend *backend;
    const lm_sim_watcher *watcher;
    uint64_t first, rounds, block;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    uint64_t next_block, added_blocks; /* the next block to hand out; the number of blocks in the tally */
    int slots, working;
    slot *slot;     /* block b lives in slot b % slots */
    bool stops;     /* no further block begins */
    bool is_enough; /* the result is good enough, or there is none: blocks that are still being played are discarded */
    lm_sim_state state;
    lm_sim_tally tally;
    lm_sim_hands *hands;
} runner;

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static uint64_t blocks_of(const runner *r)
{
    return r->rounds / r->block + (r->rounds % r->block != 0);
}

static bool is_precise(const runner *r)
{
    lm_sim_figures figures;
    if (!r->watcher || r->watcher->wanted_se <= 0) return false;
    lm_sim_main_figures(r->job, &r->tally, &figures);
    return figures.se > 0 && figures.se <= r->watcher->wanted_se;
}

/* Adds every finished block that has no gap before it. */
static void add_finished(runner *r)
{
    for (;;) {
        slot *s = &r->slot[r->added_blocks % (uint64_t)r->slots];
        if (!s->is_done || r->is_enough) return;
        s->is_done = false;
        if (s->tally.main.rounds < s->rounds) { /* a round has used up all cards */
            r->stops = r->is_enough = true;
            return;
        }
        lm_sim_tally_add(&r->tally, &s->tally);
        if (r->hands) lm_sim_hands_add(r->hands, s->hands);
        r->added_blocks++;
        r->state.done += s->rounds;
        if (is_precise(r)) r->stops = r->is_enough = true;
    }
}

/* Takes the next block, when its slot is free. NULL: no block is left. */
static slot *take_block(runner *r)
{
    while (!r->stops && r->next_block < blocks_of(r) && r->next_block >= r->added_blocks + (uint64_t)r->slots)
        pthread_cond_wait(&r->changed, &r->lock);
    if (r->stops || r->next_block >= blocks_of(r)) return NULL;
    slot *s = &r->slot[r->next_block % (uint64_t)r->slots];
    s->block = r->next_block++;
    s->rounds = r->rounds - s->block * r->block;
    if (s->rounds > r->block) s->rounds = r->block;
    return s;
}

static void *work(void *self)
{
    runner *r = self;
    slot *s;
    pthread_mutex_lock(&r->lock);
    while ((s = take_block(r))) {
        pthread_mutex_unlock(&r->lock);
        memset(&s->tally, 0, sizeof s->tally);
        if (s->hands) memset(s->hands, 0, sizeof *s->hands);
        r->backend->run(r->job, r->first + s->block * r->block, s->rounds, &s->tally, s->hands);
        pthread_mutex_lock(&r->lock);
        s->is_done = true;
        add_finished(r);
        pthread_cond_broadcast(&r->changed);
    }
    r->working--;
    pthread_cond_broadcast(&r->changed);
    pthread_mutex_unlock(&r->lock);
    return NULL;
}

/* Calls `look` from time to time until every thread has ended. */
static void watch(runner *r, double begin)
{
    struct timespec until;
    pthread_mutex_lock(&r->lock);
    while (r->working) {
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec += 1000000000 / LOOKS_A_SECOND;
        until.tv_sec += until.tv_nsec / 1000000000;
        until.tv_nsec %= 1000000000;
        while (r->working && pthread_cond_timedwait(&r->changed, &r->lock, &until) != ETIMEDOUT)
            ;
        r->state.seconds = now() - begin;
        if (r->watcher && r->watcher->look && !r->watcher->look(r->watcher->self, &r->state)) r->stops = true;
    }
    pthread_mutex_unlock(&r->lock);
}

static bool make_slots(runner *r, int threads, bool by_hand)
{
    r->slots = 2 * threads;
    r->slot = aligned_alloc(LINES, (size_t)r->slots * sizeof *r->slot);
    if (!r->slot) return false;
    memset(r->slot, 0, (size_t)r->slots * sizeof *r->slot);
    for (int i = 0; by_hand && i < r->slots; i++) {
        r->slot[i].hands = malloc(sizeof *r->slot[i].hands);
        if (!r->slot[i].hands) return false;
    }
    return true;
}

static void free_slots(runner *r)
{
    for (int i = 0; r->slot && i < r->slots; i++)
        free(r->slot[i].hands);
    free(r->slot);
}

static void run_threads(runner *r, int threads)
{
    pthread_t thread[THREADS];
    int started = 0;
    double begin = now();
    pthread_mutex_lock(&r->lock);
    while (started < threads && pthread_create(&thread[started], NULL, work, r) == 0)
        started++;
    r->working = started;
    pthread_mutex_unlock(&r->lock);
    if (started) watch(r, begin);
    for (int i = 0; i < started; i++)
        pthread_join(thread[i], NULL);
}

uint64_t lm_sim_run(const lm_sim_job *job, const lm_sim_backend *backend, int threads, uint64_t first, uint64_t rounds,
                    const lm_sim_watcher *watcher, lm_sim_tally *tally, lm_sim_hands *hands)
{
    runner *r = malloc(sizeof *r);
    if (!r) return 0;
    if (threads > THREADS) threads = THREADS;
    if (backend->one_thread || threads < 1) threads = 1;
    *r = (runner){ .job = job,
                   .backend = backend,
                   .watcher = watcher,
                   .first = first,
                   .rounds = rounds,
                   .block = backend->block_of ? backend->block_of(job) : backend->block,
                   .lock = PTHREAD_MUTEX_INITIALIZER,
                   .changed = PTHREAD_COND_INITIALIZER,
                   .state = { .first = first, .rounds = rounds, .tally = &r->tally, .hands = hands },
                   .tally = *tally,
                   .hands = hands };
    if (make_slots(r, threads, hands != NULL)) run_threads(r, threads);
    *tally = r->tally;
    uint64_t done = r->state.done;
    free_slots(r);
    pthread_cond_destroy(&r->changed);
    pthread_mutex_destroy(&r->lock);
    free(r);
    return done;
}
