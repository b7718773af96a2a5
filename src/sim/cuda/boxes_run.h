/* boxes_run.h - how the backend hands a game to the kernels of boxes.cu. */
#ifndef LAMMER_SIM_CUDA_BOXES_RUN_H
#define LAMMER_SIM_CUDA_BOXES_RUN_H

#include <stddef.h>

#include "boxes.h"

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
    boxes_game game, longer; /* longer: the same with more cards ready */
    bool only_piles;         /* few decks: a used slot need not hold a ten */
    const boxes_machine *machine;
    uint32_t machine_bytes;
} boxes_run;

/* Plays rounds first .. first + rounds - 1 on all devices, and returns NULL or what went wrong. */
const char *boxes_count(const boxes_run *run, uint64_t first, uint64_t rounds, boxes_totals *totals, boxes_rest *rest);

#ifdef __cplusplus
}
#endif

#endif
