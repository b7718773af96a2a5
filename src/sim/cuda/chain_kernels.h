/* chain_kernels.h - the kernels of chain.h. For CUDA only. */
#ifndef LAMMER_SIM_CUDA_CHAIN_KERNELS_H
#define LAMMER_SIM_CUDA_CHAIN_KERNELS_H

#include <string.h>

#include "boxes_lists.h"

struct chain_launch {
    chain_game game;
    pair_range range;
    const uint4 *table;
    uint32_t bytes;
    list from, to;
    results *out;
};

struct chain_seat {
    chain_felt felt;
    boxes_sums sums;
};

static __device__ __forceinline__ chain_seat sit_at_chain(const chain_launch &l, uint4 *shared, uint32_t *lammers,
                                                          uint32_t threads)
{
    chain_seat s;
    for (uint32_t i = threadIdx.x; i < l.bytes / 16; i += threads)
        shared[i] = l.table[i];
    for (uint32_t i = threadIdx.x; i < 8 * WARP; i += threads)
        lammers[i] = 0;
    s.felt.table = shared_address(shared);
    s.felt.hand = s.felt.table + l.bytes + 4 * threadIdx.x;
    s.felt.stride = 4 * threads;
    memset(&s.sums, 0, sizeof s.sums);
    s.sums.lammers = shared_address(&lammers[threadIdx.x % WARP]);
    s.sums.stride = 4 * WARP;
    __syncthreads();
    return s;
}

/* All rounds of a range in pairs. */
template <int boxes, int groups, int threads, int blocks>
static __global__ void __launch_bounds__(threads, blocks) play_chain(const __grid_constant__ chain_launch l)
{
    extern __shared__ uint4 shared[];
    __shared__ uint32_t lammers[8 * WARP], listed;
    if (threadIdx.x == 0) listed = 0;
    chain_seat s = sit_at_chain(l, shared, lammers, threads);
    uint32_t lane = threadIdx.x % WARP, pair = (uint32_t)(l.range.base >> 1) + lane;
    uint32_t *segment = l.to.entry + (size_t)blockIdx.x * l.to.room;
    for (uint32_t begin; (begin = take_work(l.range.next, TILES_AT_ONCE)) < l.range.tiles;) {
        uint32_t end = min(begin + TILES_AT_ONCE, l.range.tiles);
        for (uint32_t tile = begin; tile < end; tile++) {
            uint32_t high[2][CHAIN_GROUPS], low[2][CHAIN_GROUPS], even = 0, odd = 0;
            uint32_t from = tile * TILE + 2 * lane - l.range.before;
            chain_words_of(&l.game, pair + tile * WARP, groups, high, low);
#pragma unroll 1
            for (int half = 0; half < 2; half++) {
                bool active = from + half < l.range.rounds;
                bool over = chain_play(&l.game, &s.felt, high[0], low[0], boxes, groups, active, &s.sums);
                even = odd;
                odd = __ballot_sync(0xFFFFFFFFu, active && !over);
#pragma unroll
                for (int i = 0; i < groups; i++) {
                    high[0][i] = high[1][i];
                    low[0][i] = low[1][i];
                }
            }
            put_pair(segment, l.to.room, &listed, even, odd, from);
        }
    }
    __syncthreads();
    close_list(l.to, listed, l.out);
    add_up(s.sums, lammers, l.out);
}

/* The rounds of a list. */
template <int boxes, int groups, int threads, int blocks>
static __global__ void __launch_bounds__(threads, blocks) play_chain_list(const __grid_constant__ chain_launch l)
{
    extern __shared__ uint4 shared[];
    __shared__ uint32_t lammers[8 * WARP], listed;
    if (threadIdx.x == 0) listed = 0;
    chain_seat s = sit_at_chain(l, shared, lammers, threads);
    share mine = share_of(l.from, 0, threads);
    for (uint64_t from = mine.from; from < mine.to; from += mine.step) {
        listed_round<groups> x = listed_at<groups>(l.game, l.range, mine, from);
        bool over = chain_play(&l.game, &s.felt, x.high, x.low, boxes, groups, x.active, &s.sums);
        put_in_list(l.to, &listed, x.active && !over, x.place);
    }
    __syncthreads();
    close_list(l.to, listed, l.out);
    add_up(s.sums, lammers, l.out);
}

#endif
