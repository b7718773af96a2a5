/* deals.h - what the kernels that play seven cards by a table share: the table in a block's shared memory, the counts of
 * ends, and the work of a warp. For CUDA only. */
#ifndef LAMMER_SIM_CUDA_DEALS_H
#define LAMMER_SIM_CUDA_DEALS_H

#include "lane.h"

typedef unsigned long long count64;

enum { WARP = 32 };

static __device__ __forceinline__ uint32_t shared_address(const void *pointer)
{
    return (uint32_t)__cvta_generic_to_shared(pointer);
}

/* --- counting in shared memory: one column for each lane, so that no two lanes of a warp meet -------------------- */

static __device__ void clear_columns(uint32_t *columns, int rows)
{
    for (int i = threadIdx.x; i < rows * WARP; i += blockDim.x)
        columns[i] = 0;
}

static __device__ void add_columns(const uint32_t *columns, int rows, count64 *sums)
{
    for (int row = threadIdx.x; row < rows; row += blockDim.x) {
        count64 sum = 0;
#pragma unroll 1
        for (int lane = 0; lane < WARP; lane++)
            sum += columns[row * WARP + (lane + row) % WARP];
        if (sum) atomicAdd(&sums[row], sum);
    }
}

/* The beginning of the next piece of work for this warp. Warps take work dynamically: the scheduler favours some, so with
 * fixed shares the others would finish late. */
static __device__ __forceinline__ uint32_t take_work(uint32_t *next, uint32_t amount)
{
    uint32_t begin = 0;
    if (threadIdx.x % WARP == 0) begin = atomicAdd(next, amount);
    return __shfl_sync(0xFFFFFFFFu, begin, 0);
}

/* --- tables -------------------------------------------------------------------------------------------------------- */

/* The tables of steps and deals, which each block copies to its shared memory. In the copy a state is the address of
 * its row. */
struct deal_tables {
    lane_tables lane;
    uint32_t first, split, open; /* states: the first end, a split, the first that is neither */
    uint32_t column;             /* address of this lane's column, less the offset that state `first` adds */
};

/* `split`: the number of the end that stands for a split, the last one. */
static __device__ __forceinline__ deal_tables load_deals(uint4 *shared, const uint4 *tables, uint32_t step_bytes,
                                                         uint32_t *columns, uint32_t split)
{
    deal_tables t;
    t.first = shared_address(shared);
    t.lane.step = 0; /* states are addresses */
    t.lane.deal = t.first + step_bytes;
    t.lane.place = t.lane.deal + CUDA_DEAL_BYTES;
    t.split = t.first + split * CUDA_END_BYTES;
    t.open = t.split + CUDA_END_BYTES;
    t.column = shared_address(&columns[threadIdx.x % WARP]) - t.first * (4 * WARP / CUDA_END_BYTES);
    uint32_t moved = t.first * 0x10001u; /* moves two states in a word; the lower one does not carry into the upper */
    for (uint32_t i = threadIdx.x; i < (step_bytes + CUDA_DEAL_BYTES) / 16; i += blockDim.x) {
        uint4 v = tables[i];
        shared[i] = make_uint4(v.x + moved, v.y + moved, v.z + moved, v.w + moved);
    }
    for (uint32_t i = threadIdx.x; i < CUDA_PLACES / 16; i += blockDim.x)
        shared[(step_bytes + CUDA_DEAL_BYTES) / 16 + i] = tables[(step_bytes + CUDA_DEAL_BYTES) / 16 + i];
    return t;
}

/* Counts a round that ends in `state`; an unfinished round is counted as a split, which is never read. */
static __device__ __forceinline__ void count_end(const deal_tables &t, uint32_t state, bool finished)
{
    uint32_t at = t.column + lane_choose32(finished, state, t.split) * (4 * WARP / CUDA_END_BYTES);
    asm volatile("red.shared.add.u32 [%0], 1;" : : "r"(at));
}

/* Keeps a value in its register; otherwise the compiler recomputes it in every iteration. */
static __device__ __forceinline__ void keep(uint32_t *value)
{
    asm volatile("" : "+r"(*value));
}

static __device__ __forceinline__ void keep_tables(deal_tables *t)
{
    keep(&t->column);
    keep(&t->split);
    keep(&t->lane.deal);
    keep(&t->lane.place);
}

#endif
