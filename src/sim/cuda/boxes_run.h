/* boxes_run.h - how the backend hands a game to the kernels of boxes.cu. */
#ifndef LAMMER_SIM_CUDA_BOXES_RUN_H
#define LAMMER_SIM_CUDA_BOXES_RUN_H

#include <stddef.h>

#include "chain.h"
#include "flat.h"
#include "sights_job.h"
#include "straight.h"
#include "trail.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { BOXES_SESSION = 1024, BOXES_LEFT = 1 << 16 };

/* A round, or the rest of a session after `played` rounds, that no lane could finish. */
typedef struct {
    uint64_t first;
    uint32_t played, wanted;
} boxes_left;

typedef struct {
    void (*take)(void *self, boxes_left left);
    void *self;
} boxes_rest;

/* The sums of many lanes. */
typedef struct {
    int64_t net;
    uint64_t seat_squares, round_squares, rounds, wins, loses, staked, hands;
    uint64_t lammers[8];
} boxes_totals;

typedef struct {
    boxes_game game, more, most; /* with more cards ready: for rounds with a split, for all */
    uint32_t groups;             /* of draws for straight.h; 0: it does not play the game */
    const flat_table *flat;      /* NULL: flat.h does not play it */
    const trail_table *trail;    /* NULL: trail.h does not */
    const chain_table *chain;    /* NULL: chain.h does not */
    uint32_t chain_bytes, chain_trap;
    const boxes_machine *machine;
    uint32_t machine_bytes;
    const sights_tables *wagers; /* NULL: none is laid */
} boxes_run;

/* Gets what a device has counted of the wagers in a part of the range; false: the range must be played elsewhere. */
typedef struct {
    bool (*take)(void *self, const sights_memory *seen);
    void *self;
} boxes_seen;

extern const char boxes_full[]; /* what went wrong when counters of wagers were missing */

/* Adds rounds that trail.h has counted by key; `seen` is NULL where no wager is laid. */
void trail_add(const trail_table *table, const boxes_game *g, const boxes_machine *m, const uint64_t *counts,
               boxes_totals *sums, sights_memory *seen);

/* Plays rounds first .. first + rounds - 1 on all devices, and returns NULL or what went wrong. */
const char *boxes_count(const boxes_run *run, uint64_t first, uint64_t rounds, boxes_totals *totals, boxes_rest *rest,
                        boxes_seen *seen);

#ifdef __cplusplus
}
#endif

#endif
