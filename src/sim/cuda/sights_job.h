/* sights_job.h - the wagers of a job as tables for the lanes, and what the lanes counted as tallies. */
#ifndef LAMMER_SIM_CUDA_SIGHTS_JOB_H
#define LAMMER_SIM_CUDA_SIGHTS_JOB_H

#include "sights.h"
#include "walk/machine.h"

/* Tables that the lanes read: see sights_counts. */
typedef struct {
    uint8_t deal[SIGHTS_DEALS];
    uint8_t values[2 * SIGHTS_ENDS];
    uint16_t forced[WALK_VIEWS * WALK_TWO_RANKS];
} sights_tables;

/* What the lanes count. */
typedef struct {
    uint32_t by_deal[2 * SIGHTS_DEALS];
    uint32_t by_end[2][SIGHTS_END_ROOM];
    uint64_t key[SIGHTS_KEYS];
    uint32_t keyed[SIGHTS_KEYS];
    uint32_t is_full, spare;
} sights_memory;

LANE sights_counts sights_counts_of(const sights_tables *tables, sights_memory *memory)
{
    sights_counts c = {
        tables->deal, tables->values, tables->forced,  memory->by_deal, { memory->by_end[0], memory->by_end[1] },
        memory->key,  memory->keyed,  &memory->is_full
    };
    return c;
}

#endif
