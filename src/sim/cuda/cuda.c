/* cuda.c - the backend for GPUs: accepts or refuses jobs, and turns counts into tallies.
 *
 * Always compiled, so that a build without nvcc can say what it lacks; LAMMER_CUDA is defined if kernel.cu was
 * compiled. Called from one thread at a time: the kernels use all devices. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "boxes_job.h"
#include "boxes_run.h"
#include "game.h"
#include "trail_plan.h"

#ifdef LAMMER_CUDA

static pthread_mutex_t one_at_a_time = PTHREAD_MUTEX_INITIALIZER;

/* Caches the tables of the last game. They take a millisecond to make, and consecutive blocks play the same game. */
static struct {
    bool is_made, fits;
    cuda_game game;
    cuda_table table;
} last;

static const cuda_table *table_of(const cuda_game *game)
{
    if (!last.is_made || memcmp(&last.game, game, sizeof *game) != 0) {
        last.game = *game;
        last.fits = !game->push22 && cuda_table_make(&last.table, game);
        last.is_made = true;
    }
    return last.fits ? &last.table : NULL;
}

/* Ends the program: after a device has failed, no figure can be trusted. */
static void stop_at(const char *fault)
{
    if (!fault) return;
    fprintf(stderr, "lammer: CUDA: %s\n", fault);
    abort();
}

static bool is_here(void)
{
    return cuda_devices() > 0;
}

/* The thread that opens the devices while the processor makes the chart; it has ended before the first round is played. */
static struct {
    bool is_running;
    pthread_t thread;
} opener;

static void *open_devices(void *self)
{
    cuda_open();
    return NULL;
}

/* Also at the end of the program: a thread within the driver must not outlive what the driver needs. */
static void end_opening(void)
{
    if (opener.is_running) pthread_join(opener.thread, NULL);
    opener.is_running = false;
}

static void prepare(void)
{
    static bool was_asked;
    if (was_asked || atexit(end_opening)) return;
    was_asked = true;
    opener.is_running = pthread_create(&opener.thread, NULL, open_devices, NULL) == 0;
}

/* The kernels of one box know no wager but Push 22. */
static bool plays_one_box(const lm_sim_job *job)
{
    return !cuda_game_refuses(job) && (!sights_wanted(job) || boxes_refuses(job));
}

static void run_one_box(const lm_sim_job *job, uint64_t first, uint64_t rounds, lm_sim_tally *tally)
{
    cuda_game game;
    cuda_counts counts;
    memset(&counts, 0, sizeof counts);
    cuda_game_of(&game, job);
    stop_at(cuda_count(&game, table_of(&game), job->seed, first, rounds, &counts));
    cuda_game_tally(job, &counts, tally);
}

/* Rounds that no lane could finish. */
typedef struct {
    const lm_sim_job *job;
    lm_sim_tally *tally;
} rest;

static void play_rest(void *self, boxes_left left)
{
    static lm_sim_tally whole, part;
    rest *r = self;
    memset(&whole, 0, sizeof whole);
    memset(&part, 0, sizeof part);
    lm_sim_scalar.run(r->job, left.first, left.wanted, &whole, NULL);
    if (left.played) lm_sim_scalar.run(r->job, left.first, left.played, &part, NULL);
    boxes_subtract(&whole, &part);
    memset(&whole.detail, 0, sizeof whole.detail);
    lm_sim_tally_add(r->tally, &whole);
}

typedef struct {
    const boxes_plan *plan;
    lm_sim_tally *tally;
} seen;

static bool take_seen(void *self, const sights_memory *memory)
{
    seen *s = self;
    return sights_tally(&s->plan->sights, &s->plan->game.sights, memory, s->tally);
}

/* Caches the tables of the last game. */
static struct {
    bool is_made, is_flat, is_trail, is_chain;
    boxes_game game;
    boxes_machine machine;
    side_plan side; /* of its wagers */
    sights_tables tables;
    flat_table flat;
    trail_table trail;
    chain_table chain;
    uint32_t chain_bytes, chain_trap;
} known;

static bool is_known(const boxes_plan *plan)
{
    const sights_plan *sights = &plan->sights;
    return known.is_made && memcmp(&known.game, &plan->game, sizeof known.game) == 0 &&
           memcmp(&known.machine, &plan->machine, sizeof known.machine) == 0 &&
           (!sights->side || (memcmp(&known.side, sights->side, sizeof known.side) == 0 &&
                              memcmp(&known.tables, &sights->tables, sizeof known.tables) == 0));
}

static void know(const boxes_plan *plan)
{
    const boxes_game *g = &plan->game;
    if (is_known(plan)) return;
    known.game = *g;
    known.machine = plan->machine;
    if (plan->sights.side) {
        known.side = *plan->sights.side;
        known.tables = plan->sights.tables;
    }
    known.is_flat = flat_make(&known.flat, g, &plan->machine);
    known.is_trail = !known.is_flat && trail_make(&known.trail, plan);
    known.is_chain =
        chain_groups(g) && chain_make(&known.chain, &known.chain_bytes, &known.chain_trap, g, &plan->machine);
    known.is_made = true;
}

/* Where the lanes lack room for the game or for its wagers, the processor plays. */
static void run_boxes(const lm_sim_job *job, uint64_t first, uint64_t rounds, lm_sim_tally *tally)
{
    static boxes_plan plan;
    static lm_sim_tally mine;
    boxes_totals totals;
    rest left = { job, &mine };
    memset(&totals, 0, sizeof totals);
    memset(&mine, 0, sizeof mine);
    const char *fault = boxes_full;
    if (boxes_make(&plan, job)) {
        know(&plan);
        boxes_run run = { plan.game,
                          boxes_with_more(&plan.game, false),
                          boxes_with_more(&plan.game, true),
                          boxes_groups(&plan.game),
                          known.is_flat ? &known.flat : NULL,
                          known.is_trail ? &known.trail : NULL,
                          known.is_chain ? &known.chain : NULL,
                          known.chain_bytes,
                          known.chain_trap,
                          &plan.machine,
                          plan.machine_bytes,
                          plan.sights.side ? &plan.sights.tables : NULL };
        fault = boxes_count(&run, first, rounds, &totals, &(boxes_rest){ play_rest, &left },
                            &(boxes_seen){ take_seen, &(seen){ &plan, &mine } });
        boxes_tally(&plan, job, &totals, &mine);
    }
    sights_close(&plan.sights);
    if (fault == boxes_full) {
        (job->dealing == LM_DEALING_SHOE ? &lm_sim_quick : &lm_sim_simd)->run(job, first, rounds, tally, NULL);
    } else {
        stop_at(fault);
        lm_sim_tally_add(tally, &mine);
    }
}

static void run_cuda(const lm_sim_job *job, uint64_t first, uint64_t rounds, lm_sim_tally *tally, lm_sim_hands *hands)
{
    pthread_mutex_lock(&one_at_a_time);
    end_opening();
    if (plays_one_box(job)) {
        run_one_box(job, first, rounds, tally);
    } else {
        run_boxes(job, first, rounds, tally);
    }
    pthread_mutex_unlock(&one_at_a_time);
}

static void each_cuda(const lm_sim_job *job, uint64_t first, uint64_t rounds, lm_sim_round *out)
{
    cuda_game game;
    if (cuda_game_refuses(job)) { /* the kernels of several boxes only count */
        lm_sim_scalar.each(job, first, rounds, out);
        return;
    }
    cuda_round *raw = malloc(rounds * sizeof *raw);
    if (!raw) abort();
    cuda_game_of(&game, job);
    pthread_mutex_lock(&one_at_a_time);
    end_opening();
    stop_at(cuda_each(&game, job->seed, first, rounds, raw));
    pthread_mutex_unlock(&one_at_a_time);
    for (uint64_t i = 0; i < rounds; i++)
        out[i] = cuda_game_round(job, raw[i]);
    free(raw);
}

/* The queues of a device run dry at the end of a block, so the fastest kernels get four times as much: a quarter of a
 * second on a large device. */
static uint64_t block_of(const lm_sim_job *job)
{
    return lm_sim_cuda.block * (plays_one_box(job) ? 4 : 1);
}

#else

static bool is_here(void)
{
    return false;
}

#endif

static const char *refuses(const lm_sim_job *job)
{
    return cuda_game_refuses(job) ? boxes_refuses(job) : NULL;
}

/* A block is 60 ms on a large device, so a run can be watched and stopped. */
const lm_sim_backend lm_sim_cuda = {
    .name = "cuda",
    .block = (uint64_t)1 << 33,
    .one_thread = true,
    .needs = "no CUDA device was found, or this build was made without nvcc",
    .is_here = is_here,
    .refuses = refuses,
#ifdef LAMMER_CUDA
    .run = run_cuda,
    .each = each_cuda,
    .prepare = prepare,
    .block_of = block_of,
#endif
};
