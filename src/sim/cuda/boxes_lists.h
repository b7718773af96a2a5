/* boxes_lists.h - how the kernels of boxes.cu pass rounds on to each other, and what they leave. For CUDA only. */
#ifndef LAMMER_SIM_CUDA_BOXES_LISTS_H
#define LAMMER_SIM_CUDA_BOXES_LISTS_H

#include "boxes_run.h"
#include "deals.h"

enum {
    MOST_BLOCKS = 4096, /* of one kernel */
    TILE = 2 * WARP,    /* rounds that a warp plays at a time, a pair in each lane */
    TILES_AT_ONCE = 16, /* their determinant cards need no more blocks than a warp has lanes */
    CHUNKS = 64,        /* the most in a part */
};

/* Each block lists rounds in a segment of its own, so that no two blocks meet. */
struct list {
    uint32_t *entry;   /* distance from the first round of the chunk */
    uint32_t room;     /* of a segment */
    uint32_t segments; /* that were written */
    uint32_t *length;  /* [MOST_BLOCKS] */
    uint32_t all;      /* room of all segments */
};

/* What a part of a range leaves, in device memory. */
struct results {
    boxes_totals totals;
    count64 ends[FLAT_ENDS]; /* by flat_table.end */
    uint32_t next[CHUNKS];   /* where the work not yet taken of a chunk begins */
    uint32_t ran_over, left;
    boxes_left entry[BOXES_LEFT];
};

/* Rounds that warps play in pairs. */
struct pair_range {
    uint64_t base;           /* round; a multiple of FLAT_SIDE_ROUNDS */
    uint32_t before, rounds; /* rounds from the base to the first that is played, and those played */
    uint32_t tiles;
    uint32_t *next; /* tile that is not taken yet */
};

static __device__ void add_up(const boxes_sums &s, const uint32_t *lammers, results *out)
{
    __shared__ count64 sums[8];
    if (threadIdx.x < 8) sums[threadIdx.x] = 0;
    __syncthreads();
    const count64 mine[8] = { (count64)s.net, s.seat_squares, s.round_squares, s.rounds,
                              s.wins,         s.loses,        s.staked,        s.hands };
    for (int i = 0; i < 8; i++)
        atomicAdd(&sums[i], mine[i]);
    __syncthreads();
    if (threadIdx.x < 8) {
        count64 sum = 0;
        for (int i = 0; i < WARP; i++)
            sum += lammers[threadIdx.x * WARP + i];
        atomicAdd((count64 *)&out->totals + threadIdx.x, sums[threadIdx.x]);
        atomicAdd((count64 *)out->totals.lammers + threadIdx.x, sum);
    }
}

static __device__ void leave(results *out, boxes_left left)
{
    uint32_t at = atomicAdd(&out->left, 1u);
    if (at < BOXES_LEFT) out->entry[at] = left;
}

/* Adds rounds of a warp's lanes to the segment of this block. */
static __device__ __forceinline__ void put_in_list(const list &to, uint32_t *length, bool is_left, uint32_t entry)
{
    uint32_t lanes = __ballot_sync(0xFFFFFFFFu, is_left), lane = threadIdx.x % WARP, at = 0;
    if (!lanes) return;
    if (lane == 0) at = atomicAdd(length, (uint32_t)__popc(lanes));
    at = __shfl_sync(0xFFFFFFFFu, at, 0) + __popc(lanes & ((1u << lane) - 1));
    if (is_left && at < to.room) to.entry[(size_t)blockIdx.x * to.room + at] = entry;
}

static __device__ void close_list(const list &to, uint32_t length, results *out)
{
    __syncthreads();
    if (threadIdx.x) return;
    to.length[blockIdx.x] = min(length, to.room);
    if (length > to.room) atomicAdd(&out->ran_over, 1u);
}

/* The rounds that a warp plays: every so many of a range, or of a segment of a list. */
struct share {
    uint64_t from, to, step;
    const uint32_t *entry; /* NULL: rounds themselves */
};

static __device__ __forceinline__ share share_of(const list &list, uint64_t rounds, uint32_t threads)
{
    uint32_t warps = gridDim.x * (threads / WARP), warp = threadIdx.x / WARP * gridDim.x + blockIdx.x;
    if (!list.entry) return { (uint64_t)warp * WARP, rounds, (uint64_t)warps * WARP, NULL };
    uint32_t each = max(warps / list.segments, 1u);
    if (warps < list.segments) return { 0, 0, 1, NULL }; /* the host starts no such kernel */
    uint32_t segment = warp % list.segments, begin = warp / list.segments * WARP;
    uint64_t length = warp / list.segments < each ? list.length[segment] : 0;
    return { begin, length, (uint64_t)each * WARP, list.entry + (size_t)segment * list.room };
}

/* The round of a list that a lane plays, by its distance from the first one, and the words that its cards come from. */
template <int groups> struct listed_round {
    bool active;
    uint32_t place, high[groups], low[groups];
};

template <int groups, typename game>
static __device__ __forceinline__ listed_round<groups> listed_at(const game &g, const pair_range &range,
                                                                 const share &mine, uint64_t from)
{
    listed_round<groups> r;
    uint64_t i = from + threadIdx.x % WARP;
    r.active = i < mine.to;
    r.place = r.active ? mine.entry[i] : 0;
    lane_exact_words(&g.keys[0], g.product, g.threshold, range.base + range.before + r.place, groups, r.high, r.low);
    return r;
}

/* The words of the block whose bits choose the sides of a tile. */
struct tile_sides {
    uint32_t low, high;
};

/* From the blocks that the first lanes hold for all tiles of a piece of work. */
static __device__ __forceinline__ tile_sides sides_of(const uint32_t block[4], uint32_t tile)
{
    uint32_t lane = tile % TILES_AT_ONCE / 2, odd = tile % 2;
    return { __shfl_sync(0xFFFFFFFFu, odd ? block[2] : block[0], lane),
             __shfl_sync(0xFFFFFFFFu, odd ? block[3] : block[1], lane) };
}

/* In asm, because the compiler would look for other lanes that add to the same place. */
static __device__ __forceinline__ uint32_t take_room(uint32_t *length, uint32_t entries)
{
    uint32_t at;
    asm volatile("atom.shared.add.u32 %0, [%1], %2;" : "=r"(at) : "r"(shared_address(length)), "r"(entries) : "memory");
    return at;
}

static __device__ __forceinline__ uint32_t lanes_below(void)
{
    uint32_t below;
    asm("mov.u32 %0, %%lanemask_lt;" : "=r"(below));
    return below;
}

/* Adds rounds to the segment of this block: `distance` and the one after it. */
static __device__ __forceinline__ void put_pair(uint32_t *segment, uint32_t room, uint32_t *length, uint32_t even,
                                                uint32_t odd, uint32_t distance)
{
    uint32_t below = lanes_below(), at = 0, evens = (uint32_t)__popc(even), me = below + 1;
    if (below == 0) at = take_room(length, evens + (uint32_t)__popc(odd));
    at = __shfl_sync(0xFFFFFFFFu, at, 0);
    uint32_t of_even = at + (uint32_t)__popc(even & below), of_odd = at + evens + (uint32_t)__popc(odd & below);
    if ((even & me) && of_even < room) segment[of_even] = distance;
    if ((odd & me) && of_odd < room) segment[of_odd] = distance + 1;
}

#endif
