/* trail_kernels.h - the kernels of trail.h. For CUDA only. */
#ifndef LAMMER_SIM_CUDA_TRAIL_KERNELS_H
#define LAMMER_SIM_CUDA_TRAIL_KERNELS_H

#include "boxes_lists.h"

enum { TRAIL_THREADS = 1024 };

struct trail_launch {
    trail_game game;
    pair_range range;
    const uint4 *table;
    uint32_t next_bytes, open_bytes, leave_bytes, keys;
    uint32_t copies; /* of each counter in shared memory, a power of two; 0: rounds are counted in device memory */
    list from, to;
    uint32_t *by_deal; /* as in sights_counts */
    count64 *counts;   /* by key */
    results *out;
};

static inline uint32_t trail_table_bytes(const trail_launch &l)
{
    return l.next_bytes + l.open_bytes + CUDA_DEAL_BYTES + CUDA_PLACES + l.leave_bytes;
}

struct trail_seat {
    trail_felt felt;
    uint32_t *counters;
    lane_mem counter; /* of this lane, for key 0 */
};

/* Copies the table to the block's shared memory, and clears the counters behind it. */
static __device__ __forceinline__ trail_seat sit_at_trail(const trail_launch &l, uint4 *shared)
{
    uint32_t bytes = l.next_bytes + l.open_bytes + CUDA_DEAL_BYTES + CUDA_PLACES + l.leave_bytes,
             base = shared_address(shared);
    trail_seat s;
    uint32_t moved = base << TRAIL_ADDS;
    for (uint32_t i = threadIdx.x; i < bytes / 16; i += TRAIL_THREADS) {
        uint32_t by = i < (l.next_bytes + l.open_bytes) / 16 ? moved : 0;
        uint4 v = l.table[i];
        shared[i] = make_uint4(v.x + by, v.y + by, v.z + by, v.w + by);
    }
    s.counters = (uint32_t *)(shared + bytes / 16);
    for (uint32_t i = threadIdx.x; i < l.keys * l.copies; i += TRAIL_THREADS)
        s.counters[i] = 0;
    s.counter = shared_address(s.counters) + (l.copies ? threadIdx.x % l.copies * 4 : 0);
    lane_mem open = base + l.next_bytes, deal = open + l.open_bytes;
    lane_mem place = deal + CUDA_DEAL_BYTES;
    s.felt = trail_felt_at(0, open, deal, place, place + CUDA_PLACES, base); /* in the copy rows begin at addresses */
    __syncthreads();
    return s;
}

static __device__ __forceinline__ void count_trail(const trail_launch &l, const trail_seat &s, const trail_round &r,
                                                   bool suits)
{
    uint32_t key = trail_key(&l.game, &r, suits);
    if (!r.sure) return;
    if (l.copies)
        lane_count(s.counter + key * l.copies * 4);
    else
        atomicAdd(&l.counts[key], (count64)1);
    if (suits && l.game.counts_deals) atomicAdd(&l.by_deal[r.deal + (key < l.game.low ? SIGHTS_DEALS : 0)], 1u);
}

static __device__ __forceinline__ void close_trail(const trail_launch &l, const trail_seat &s, const uint32_t *listed)
{
    __syncthreads();
    close_list(l.to, *listed, l.out);
    for (uint32_t key = threadIdx.x; l.copies && key < l.keys; key += TRAIL_THREADS) {
        count64 sum = 0;
        for (uint32_t i = 0; i < l.copies; i++)
            sum += s.counters[key * l.copies + i];
        if (sum) atomicAdd(&l.counts[key], sum);
    }
}

/* All rounds of a range in pairs. */
template <int groups, bool suits, bool is_double>
static __global__ void __launch_bounds__(TRAIL_THREADS, 1) play_trail(const __grid_constant__ trail_launch l)
{
    extern __shared__ uint4 shared[];
    __shared__ uint32_t listed;
    if (threadIdx.x == 0) listed = 0;
    trail_seat s = sit_at_trail(l, shared);
    uint32_t lane = threadIdx.x % WARP, pair = (uint32_t)(l.range.base >> 1) + lane;
    uint32_t *segment = l.to.entry + (size_t)blockIdx.x * l.to.room;
    for (uint32_t begin; (begin = take_work(l.range.next, TILES_AT_ONCE)) < l.range.tiles;) {
        uint32_t blocks[4], end = min(begin + TILES_AT_ONCE, l.range.tiles);
        if (is_double) flat_sides(&l.game.flat, l.range.base / FLAT_SIDE_ROUNDS + begin / 2 + lane, blocks);
        for (uint32_t tile = begin; tile < end; tile++) {
            uint32_t word[groups][4], left[2], from = tile * TILE + 2 * lane - l.range.before;
            bool known[2];
            if (is_double) {
                tile_sides t = sides_of(blocks, tile);
                uint32_t sides = (lane < WARP / 2 ? t.low : t.high) >> (2 * lane % WARP);
                trail_block_of_sides(&l.game, pair + tile * WARP, sides, word[0], known);
            } else {
#pragma unroll
                for (int i = 0; i < groups; i++)
                    lane_block(&l.game.keys[i], pair + tile * WARP, word[i]);
            }
#pragma unroll
            for (int half = 0; half < 2; half++) {
                uint32_t high[groups], low[groups];
                bool active = from + half < l.range.rounds;
#pragma unroll
                for (int i = 0; i < groups; i++) {
                    high[i] = word[i][2 * half + 1];
                    low[i] = word[i][2 * half];
                }
                trail_round r = trail_play(&l.game, &s.felt, high, low, groups, suits, false,
                                           is_double ? active & known[half] : active);
                count_trail(l, s, r, suits);
                left[half] = __ballot_sync(0xFFFFFFFFu, active & !r.sure);
            }
            put_pair(segment, l.to.room, &listed, left[0], left[1], from);
        }
    }
    close_trail(l, s, &listed);
}

/* The rounds of a list. */
template <int groups, bool suits>
static __global__ void __launch_bounds__(TRAIL_THREADS, 1) play_trail_list(const __grid_constant__ trail_launch l)
{
    extern __shared__ uint4 shared[];
    __shared__ uint32_t listed;
    if (threadIdx.x == 0) listed = 0;
    trail_seat s = sit_at_trail(l, shared);
    share mine = share_of(l.from, 0, TRAIL_THREADS);
    for (uint64_t from = mine.from; from < mine.to; from += mine.step) {
        listed_round<groups> x = listed_at<groups>(l.game, l.range, mine, from);
        trail_round r = trail_play(&l.game, &s.felt, x.high, x.low, groups, suits, true, x.active);
        count_trail(l, s, r, suits);
        put_in_list(l.to, &listed, x.active && !r.sure, x.place);
    }
    close_trail(l, s, &listed);
}

#endif
