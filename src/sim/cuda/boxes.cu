/* boxes.cu - the kernels of boxes.h and straight.h: rounds with fresh cards, and sessions that deal from a shoe.
 *
 * A lane plays a round, or a session, from its own cards in shared memory. Fresh rounds pass through several kernels: most
 * have no split and few cards (flat.h, trail.h, chain.h, straight.h); those that do are listed and played from more cards;
 * the few that need still more are listed again and dealt from a whole pile. What that cannot finish is left to the
 * caller. */
#include <cuda_runtime.h>
#include <stdlib.h>
#include <string.h>

#include "chain_kernels.h"
#include "trail_kernels.h"

enum { DEVICES = 32, LISTS = 2, FLAT_THREADS = 1024 };

const char boxes_full[] = "counters are missing";

#define PART_ROUNDS ((uint64_t)1 << 31)
#define CHUNK_ROUNDS ((uint64_t)1 << 27)
#define FLAT_ROUNDS ((uint64_t)1 << 29)
#define TRAIL_ROUNDS ((uint64_t)1 << 28)
#define SESSIONS ((uint64_t)1 << 21)

struct launch {
    boxes_game game;
    uint64_t first, rounds; /* of a shoe: the first is a session, and whole sessions are played but for the last */
    const uint4 *machine;
    uint32_t machine_bytes;
    list from, to; /* rounds to play, if `from.entry`; and those that need another kernel */
    sights_counts counts;
    results *out;
};

/* How a kernel deals: as straight.h does, without splits and with them; with marks; from a pile. */
enum dealing { STRAIGHT, ANY, MARKED, PILE };

static __host__ __device__ uint32_t card_words(const boxes_game *g, dealing how, uint32_t groups)
{
    return ((how == PILE ? g->n : how == MARKED ? g->ready : groups * CUDA_A_WORD) + 3) / 4;
}

static __host__ __device__ uint32_t box_words(const boxes_game *g, dealing how)
{
    return g->boxes * (how == STRAIGHT ? 1 : BOXES_WORDS);
}

/* Words of shared memory for each lane. */
static uint32_t words_of_lane(const boxes_game *g, dealing how, uint32_t groups)
{
    return card_words(g, how, groups) + (how == MARKED ? g->used_words : 0) + box_words(g, how) +
           (g->sights.is_on ? g->boxes : 0);
}

struct seat {
    boxes_tables tables;
    boxes_felt felt;
    boxes_sums sums;
};

/* Copies the machine to the block's shared memory, and gives the lane its part of what follows. */
static __device__ __forceinline__ seat sit(const launch &l, uint4 *shared, uint32_t *lammers, dealing how,
                                           uint32_t groups, uint32_t threads)
{
    const boxes_game &g = l.game;
    uint32_t base = shared_address(shared), stride = 4 * threads;
    seat s;
    for (uint32_t i = threadIdx.x; i < l.machine_bytes / 16; i += threads)
        shared[i] = l.machine[i];
    for (uint32_t i = threadIdx.x; i < 8 * WARP; i += threads)
        lammers[i] = 0;
    s.tables = boxes_tables_of(&g, base, &l.counts);
    s.felt.stride = stride;
    s.felt.card = base + l.machine_bytes + 4 * threadIdx.x;
    s.felt.used = s.felt.card + card_words(&g, how, groups) * stride;
    s.felt.box = s.felt.used + (how == MARKED ? g.used_words : 0) * stride;
    s.felt.seen = s.felt.box + box_words(&g, how) * stride;
    memset(&s.sums, 0, sizeof s.sums);
    s.sums.lammers = shared_address(&lammers[threadIdx.x % WARP]);
    s.sums.stride = 4 * WARP;
    __syncthreads();
    return s;
}

template <int how, int groups, bool sees, int threads, int blocks>
static __global__ void __launch_bounds__(threads, blocks) play_fresh(const __grid_constant__ launch l)
{
    extern __shared__ uint4 shared[];
    __shared__ uint32_t lammers[8 * WARP], listed;
    if (threadIdx.x == 0) listed = 0;
    seat s = sit(l, shared, lammers, (dealing)how, groups, threads);
    share mine = share_of(l.from, l.rounds, threads);
    for (uint64_t from = mine.from; from < mine.to; from += mine.step) {
        uint64_t i = from + threadIdx.x % WARP;
        bool active = i < mine.to, over;
        uint32_t place = !active ? 0 : mine.entry ? mine.entry[i] : (uint32_t)i;
        if (how == STRAIGHT)
            over = straight_play(&l.game, &s.tables, &s.felt, straight_cards_of(&l.game, l.first + place), groups, sees,
                                 active, &s.sums);
        else if (how == ANY)
            over = straight_play_any(&l.game, &s.tables, &s.felt, straight_cards_of(&l.game, l.first + place), groups,
                                     sees, active, &s.sums);
        else
            over = boxes_play_fresh(&l.game, &s.tables, &s.felt, l.first + place, how == PILE, sees, active, &s.sums);
        bool is_left = active && !over;
        if (l.to.entry)
            put_in_list(l.to, &listed, is_left, place);
        else if (is_left)
            leave(l.out, { l.first + place, 0, 1 });
    }
    if (l.to.entry) {
        __syncthreads();
        close_list(l.to, listed, l.out);
    }
    __syncthreads();
    add_up(s.sums, lammers, l.out);
}

/* --- one box by one table ------------------------------------------------------------------------------------ */

struct flat_launch {
    flat_game game;
    pair_range range;
    uint32_t step_bytes;
    const uint4 *tables;
    list to;
    results *out;
};

template <bool is_double>
static __global__ void __launch_bounds__(FLAT_THREADS, 1) play_flat(const __grid_constant__ flat_launch l)
{
    extern __shared__ uint4 shared[];
    __shared__ uint32_t columns[FLAT_LAST_END * WARP], listed;
    uint32_t lane = threadIdx.x % WARP;
    if (threadIdx.x == 0) listed = 0;
    clear_columns(columns, FLAT_LAST_END);
    deal_tables t = load_deals(shared, l.tables, l.step_bytes, columns, FLAT_SPLIT);
    __syncthreads();
    uint32_t pair = (uint32_t)(l.range.base >> 1) + lane, *segment = l.to.entry + (size_t)blockIdx.x * l.to.room;
    keep_tables(&t);
    for (uint32_t begin; (begin = take_work(l.range.next, TILES_AT_ONCE)) < l.range.tiles;) {
        uint32_t block[4], end = min(begin + TILES_AT_ONCE, l.range.tiles);
        if (is_double) flat_sides(&l.game, l.range.base / FLAT_SIDE_ROUNDS + begin / 2 + lane, block);
        for (uint32_t tile = begin; tile < end; tile++) {
            uint32_t sides = 0, state[2], left[2], from = tile * TILE + 2 * lane - l.range.before;
            bool sure[2];
            if (is_double) {
                tile_sides s = sides_of(block, tile);
                sides = (lane < WARP / 2 ? s.low : s.high) >> (2 * lane % WARP);
            }
            flat_pair(&l.game, t.lane, pair + tile * WARP, sides, is_double, state, sure);
#pragma unroll
            for (int half = 0; half < 2; half++) {
                bool active = from + half < l.range.rounds, finished = active & sure[half] & (state[half] < t.split);
                count_end(t, state[half], finished);
                left[half] = __ballot_sync(0xFFFFFFFFu, active & !finished);
            }
            put_pair(segment, l.to.room, &listed, left[0], left[1], from);
        }
    }
    __syncthreads();
    close_list(l.to, listed, l.out);
    add_columns(columns, FLAT_ENDS, l.out->ends);
}

/* All rounds of a range in pairs, with the cards of one word: for one box. */
template <bool sees, int threads, int blocks>
static __global__ void __launch_bounds__(threads, blocks) play_pairs(const __grid_constant__ launch l)
{
    extern __shared__ uint4 shared[];
    __shared__ uint32_t lammers[8 * WARP], listed;
    if (threadIdx.x == 0) listed = 0;
    seat s = sit(l, shared, lammers, STRAIGHT, 1, threads);
    uint64_t even = l.first & ~(uint64_t)1, pairs = (l.first + l.rounds - even + 1) / 2;
    uint64_t stride = (uint64_t)gridDim.x * threads;
    for (uint64_t from = blockIdx.x * threads + threadIdx.x / WARP * WARP; from < pairs; from += stride) {
        uint64_t round = even + 2 * (from + threadIdx.x % WARP);
        straight_cards cards[2];
        straight_pair(&l.game, round, cards);
#pragma unroll 1
        for (int half = 0; half < 2; half++, round++) {
            bool active = round >= l.first && round < l.first + l.rounds;
            bool over =
                straight_play(&l.game, &s.tables, &s.felt, half ? cards[1] : cards[0], 1, sees, active, &s.sums);
            put_in_list(l.to, &listed, active && !over, (uint32_t)(round - l.first));
        }
    }
    __syncthreads();
    close_list(l.to, listed, l.out);
    __syncthreads();
    add_up(s.sums, lammers, l.out);
}

template <bool sees, int threads>
static __global__ void __launch_bounds__(threads) play_shoes(const __grid_constant__ launch l)
{
    extern __shared__ uint4 shared[];
    __shared__ uint32_t lammers[8 * WARP];
    seat s = sit(l, shared, lammers, PILE, 0, threads);
    uint64_t sessions = (l.rounds + BOXES_SESSION - 1) / BOXES_SESSION, stride = (uint64_t)gridDim.x * threads;
    for (uint64_t from = blockIdx.x * threads + threadIdx.x / WARP * WARP; from < sessions; from += stride) {
        uint64_t i = from + threadIdx.x % WARP, left = i < sessions ? l.rounds - i * BOXES_SESSION : 0;
        uint32_t wanted = left < BOXES_SESSION ? (uint32_t)left : (uint32_t)BOXES_SESSION;
        uint32_t played = boxes_play_session(&l.game, &s.tables, &s.felt, l.first + i, wanted, sees, &s.sums);
        if (played < wanted) leave(l.out, { (l.first + i) * BOXES_SESSION, played, wanted });
    }
    __syncthreads();
    add_up(s.sums, lammers, l.out);
}

/* --- devices ------------------------------------------------------------------------------------------------- */

#define TRY(call)                                                                                                      \
    do {                                                                                                               \
        cudaError_t tried = (call);                                                                                    \
        if (tried != cudaSuccess) return cudaGetErrorString(tried);                                                    \
    } while (0)

/* What stays on a device between calls. */
struct device {
    bool is_open;
    int number, processors, shared_bytes;
    cudaStream_t stream;
    uint4 *machine, *flat, *chain, *trail;
    count64 *keys;   /* by trail.h */
    uint32_t chunks; /* started of this part */
    list lists[LISTS];
    sights_tables *wagers;
    sights_memory *seen;
    results *out;
};
static device devices[DEVICES];

static const char *open_list(list *l, uint64_t entries)
{
    l->all = (uint32_t)entries;
    TRY(cudaMalloc(&l->entry, entries * sizeof *l->entry));
    TRY(cudaMalloc(&l->length, MOST_BLOCKS * sizeof *l->length));
    return NULL;
}

static const char *open_device(device *d, int number)
{
    const char *fault;
    TRY(cudaSetDevice(number));
    if (d->is_open) return NULL;
    d->number = number;
    TRY(cudaDeviceGetAttribute(&d->processors, cudaDevAttrMultiProcessorCount, number));
    TRY(cudaDeviceGetAttribute(&d->shared_bytes, cudaDevAttrMaxSharedMemoryPerBlockOptin, number));
    TRY(cudaStreamCreateWithFlags(&d->stream, cudaStreamNonBlocking));
    TRY(cudaMalloc(&d->machine, sizeof(boxes_machine) + 16));
    TRY(cudaMalloc(&d->flat, CUDA_MOST_BYTES + CUDA_DEAL_BYTES + CUDA_PLACES));
    TRY(cudaMalloc(&d->chain, sizeof(chain_table) + 16));
    TRY(cudaMalloc(&d->trail, sizeof(trail_table) + 64));
    TRY(cudaMalloc(&d->keys, TRAIL_KEYS * sizeof *d->keys));
    TRY(cudaMalloc(&d->wagers, sizeof *d->wagers));
    TRY(cudaMalloc(&d->seen, sizeof *d->seen));
    TRY(cudaMalloc(&d->out, sizeof *d->out));
    if ((fault = open_list(&d->lists[0], CHUNK_ROUNDS + CHUNK_ROUNDS / 4))) return fault;
    if ((fault = open_list(&d->lists[1], CHUNK_ROUNDS / 4))) return fault;
    d->is_open = true;
    return NULL;
}

/* A kernel with the size of its blocks. */
typedef void (*kernel)(const launch);
struct sized_kernel {
    kernel run;
    int threads;
    dealing how;
    uint32_t groups;
};

#define STRAIGHT_KERNEL(groups, sees, threads, blocks)                                                                 \
    {                                                                                                                  \
        play_fresh<STRAIGHT, groups, sees, threads, blocks>, threads, STRAIGHT, groups                                 \
    }
/* By wagers and groups, of which there are at least two (boxes_groups). */
static const sized_kernel straight[2][STRAIGHT_GROUPS + 1] = {
    { {},
      {},
      STRAIGHT_KERNEL(2, false, 512, 2),
      STRAIGHT_KERNEL(3, false, 512, 2),
      STRAIGHT_KERNEL(4, false, 512, 2),
      STRAIGHT_KERNEL(5, false, 384, 2),
      STRAIGHT_KERNEL(6, false, 384, 2) },
    { {},
      {},
      STRAIGHT_KERNEL(2, true, 512, 2),
      STRAIGHT_KERNEL(3, true, 512, 2),
      STRAIGHT_KERNEL(4, true, 512, 2),
      STRAIGHT_KERNEL(5, true, 384, 2),
      STRAIGHT_KERNEL(6, true, 384, 2) },
};

/* Behind trail.h, with wagers: one dealer hand, several. */
static const sized_kernel any_rounds[2] = { { play_fresh<ANY, 3, true, 512, 1>, 512, ANY, 3 },
                                            { play_fresh<ANY, 4, true, 512, 1>, 512, ANY, 4 } };

static const sized_kernel pairs[2] = { { play_pairs<false, 512, 2>, 512, STRAIGHT, 1 },
                                       { play_pairs<true, 512, 2>, 512, STRAIGHT, 1 } };

/* With more threads the device hides more waiting, but shared memory must hold the cards of all. */
enum { SIZES = 3 };
static const sized_kernel marked[SIZES] = { { play_fresh<MARKED, 0, false, 512, 1>, 512, MARKED, 0 },
                                            { play_fresh<MARKED, 0, false, 256, 1>, 256, MARKED, 0 },
                                            { play_fresh<MARKED, 0, false, 128, 1>, 128, MARKED, 0 } };
static const sized_kernel piled[2][SIZES] = { { { play_fresh<PILE, 0, false, 512, 1>, 512, PILE, 0 },
                                                { play_fresh<PILE, 0, false, 256, 1>, 256, PILE, 0 },
                                                { play_fresh<PILE, 0, false, 128, 1>, 128, PILE, 0 } },
                                              { { play_fresh<PILE, 0, true, 512, 1>, 512, PILE, 0 },
                                                { play_fresh<PILE, 0, true, 256, 1>, 256, PILE, 0 },
                                                { play_fresh<PILE, 0, true, 128, 1>, 128, PILE, 0 } } };
static const sized_kernel shoes[2][SIZES] = { { { play_shoes<false, 512>, 512, PILE, 0 },
                                                { play_shoes<false, 256>, 256, PILE, 0 },
                                                { play_shoes<false, 128>, 128, PILE, 0 } },
                                              { { play_shoes<true, 512>, 512, PILE, 0 },
                                                { play_shoes<true, 256>, 256, PILE, 0 },
                                                { play_shoes<true, 128>, 128, PILE, 0 } } };

static int bytes_of(const sized_kernel &k, const launch &l)
{
    return (int)l.machine_bytes + k.threads * 4 * (int)words_of_lane(&l.game, k.how, k.groups);
}

/* Starts the largest of some kernels whose cards fit into shared memory. `to` gets the rounds that are left. */
static const char *start_kernel(const device *d, const sized_kernel *sizes, int n, launch l, list *to)
{
    int blocks = 0, statically = 2048;
    while (n && bytes_of(*sizes, l) + statically > d->shared_bytes)
        sizes++, n--;
    if (!n) return "the machine of this game does not fit into shared memory";
    int bytes = bytes_of(*sizes, l);
    TRY(cudaFuncSetAttribute(sizes->run, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
    TRY(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, sizes->run, sizes->threads, bytes));
    int grid = d->processors * (blocks ? blocks : 1);
    if (grid > MOST_BLOCKS) grid = MOST_BLOCKS;
    if (to) {
        to->segments = (uint32_t)grid;
        to->room = to->all / (uint32_t)grid;
        l.to = *to;
    }
    sizes->run<<<grid, sizes->threads, bytes, d->stream>>>(l);
    TRY(cudaGetLastError());
    return NULL;
}

static uint32_t flat_step_bytes(const flat_table *table)
{
    return (table->step_bytes + 15) / 16 * 16;
}

static pair_range range_of(device *d, const launch &l)
{
    uint64_t base = l.first / FLAT_SIDE_ROUNDS * FLAT_SIDE_ROUNDS;
    uint32_t before = (uint32_t)(l.first - base), tiles = (uint32_t)((before + l.rounds + TILE - 1) / TILE);
    return { base, before, (uint32_t)l.rounds, tiles, &d->out->next[d->chunks++] };
}

/* Divides a list among the blocks of a kernel that writes it. */
static void divide_list(list *to, int blocks)
{
    to->segments = (uint32_t)blocks;
    to->room = to->all / to->segments;
}

static const char *start_flat(device *d, const launch &l, const boxes_run *run, list *to)
{
    uint32_t step_bytes = flat_step_bytes(run->flat);
    int bytes = (int)(step_bytes + CUDA_DEAL_BYTES + CUDA_PLACES);
    void (*kernel)(const flat_launch) = run->game.is_double ? play_flat<true> : play_flat<false>;
    divide_list(to, d->processors);
    flat_launch f = {
        flat_game_of(&run->game, (uint32_t)(l.first >> 33)), range_of(d, l), step_bytes, d->flat, *to, d->out
    };
    TRY(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
    kernel<<<d->processors, FLAT_THREADS, bytes, d->stream>>>(f);
    TRY(cudaGetLastError());
    return NULL;
}

struct chain_kernel {
    void (*run)(const chain_launch);
    int threads;
};

/* By boxes: with as many groups as chain_groups says, for all rounds; and with one more, for those listed. */
static const chain_kernel chains[2][BOXES_MOST + 1] = { { {},
                                                          { play_chain<1, 2, 1024, 1>, 1024 },
                                                          { play_chain<2, 2, 1024, 1>, 1024 },
                                                          { play_chain<3, 2, 1024, 1>, 1024 },
                                                          { play_chain<4, 3, 1024, 1>, 1024 },
                                                          { play_chain<5, 3, 1024, 1>, 1024 },
                                                          { play_chain<6, 4, 768, 1>, 768 },
                                                          { play_chain<7, 4, 768, 1>, 768 } },
                                                        { {},
                                                          { play_chain_list<1, 3, 1024, 1>, 1024 },
                                                          { play_chain_list<2, 3, 1024, 1>, 1024 },
                                                          { play_chain_list<3, 3, 1024, 1>, 1024 },
                                                          { play_chain_list<4, 4, 768, 1>, 768 },
                                                          { play_chain_list<5, 4, 768, 1>, 768 },
                                                          { play_chain_list<6, 5, 768, 1>, 768 },
                                                          { play_chain_list<7, 5, 768, 1>, 768 } } };
/* Behind flat.h, which leaves rounds of more than seven cards. */
static const chain_kernel after_flat = { play_chain_list<1, 2, 1024, 1>, 1024 };

static const char *start_chain(device *d, const launch &l, const boxes_run *run, chain_kernel k, list *to)
{
    int statically = 2048, blocks = 0;
    int bytes = (int)(run->chain_bytes + 4 * k.threads * chain_words(run->game.boxes, run->game.spots));
    if (bytes + statically > d->shared_bytes) return "the chain of this game does not fit into shared memory";
    TRY(cudaFuncSetAttribute(k.run, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
    TRY(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, k.run, k.threads, bytes));
    int grid = d->processors * (blocks ? blocks : 1);
    divide_list(to, grid);
    chain_launch c = { chain_game_of(&run->game, run->chain_trap, (uint32_t)(l.first >> 33)),
                       range_of(d, l),
                       d->chain,
                       run->chain_bytes,
                       l.from,
                       *to,
                       d->out };
    k.run<<<grid, k.threads, bytes, d->stream>>>(c);
    TRY(cudaGetLastError());
    return NULL;
}

typedef void (*trail_kernel)(const trail_launch);
/* All rounds: by whether suits matter; one word, two words, a double shoe. And those listed. */
static const trail_kernel trails[2][3] = {
    { play_trail<1, false, false>, play_trail<2, false, false>, play_trail<1, false, true> },
    { play_trail<1, true, false>, play_trail<2, true, false>, play_trail<1, true, true> },
};
static const trail_kernel trail_lists[2] = { play_trail_list<2, false>, play_trail_list<2, true> };

static uint32_t rounded(size_t bytes)
{
    return (uint32_t)((bytes + 15) / 16 * 16);
}

static trail_launch trail_launch_of(device *d, const launch &l, const trail_table *t, list *to)
{
    trail_launch trail = { trail_game_of(&l.game, t, (uint32_t)(l.first >> 33)),
                           {},
                           d->trail,
                           rounded(t->rows * CUDA_RANKS * sizeof *t->next),
                           rounded(t->opens * sizeof *t->open),
                           t->has_leaves ? rounded(sizeof t->leaves) : 0,
                           t->keys,
                           WARP,
                           l.from,
                           *to,
                           l.counts.by_deal,
                           d->keys,
                           d->out };
    uint32_t room = (uint32_t)d->shared_bytes - 1024 - trail_table_bytes(trail);
    while (trail.copies && trail.copies * t->keys * 4 > room)
        trail.copies /= 2;
    return trail;
}

/* All rounds of a range, or those listed in `l.from`. */
static const char *start_trail(device *d, const launch &l, const trail_table *t, list *to)
{
    bool suits = trail_sees_suits(t);
    trail_kernel run = l.from.entry ? trail_lists[suits] : trails[suits][l.game.is_double ? 2 : trail_groups(t) - 1];
    divide_list(to, d->processors);
    trail_launch trail = trail_launch_of(d, l, t, to);
    int bytes = (int)(trail_table_bytes(trail) + 4 * t->keys * trail.copies);
    if (bytes + 1024 > d->shared_bytes) return "the trail of this game does not fit into shared memory";
    trail.range = range_of(d, l);
    TRY(cudaFuncSetAttribute(run, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
    run<<<d->processors, TRAIL_THREADS, bytes, d->stream>>>(trail);
    TRY(cudaGetLastError());
    return NULL;
}

/* Starts trail.h, and what plays most rounds that it leaves. */
static const char *start_trails(device *d, launch *l, const boxes_run *run)
{
    list *to = &d->lists[0], *next = &d->lists[1];
    const char *fault = start_trail(d, *l, run->trail, to);
    l->from = *to;
    if (fault) return fault;
    if (!run->wagers) {
        fault = run->chain ? start_chain(d, *l, run, chains[1][run->game.boxes], next)
                           : start_kernel(d, &straight[0][run->groups], 1, *l, next);
        l->from = *next;
        return fault;
    }
    bool lists = !run->game.is_double && run->game.spots == 1;
    if (lists && (fault = start_trail(d, *l, run->trail, next))) return fault;
    if (lists) l->from = *next;
    to = lists ? to : next;
    fault = start_kernel(d, &any_rounds[run->game.spots > 1], 1, *l, to);
    l->from = *to;
    return fault;
}

/* Starts the kernels that play most rounds, and returns in `l` the list of those left. */
static const char *start_most(device *d, launch *l, const boxes_run *run)
{
    bool sees = run->wagers != NULL;
    list *to = &d->lists[0], *next = &d->lists[1];
    const char *fault;
    if (run->trail) return start_trails(d, l, run);
    if (run->flat || run->chain) {
        const chain_kernel *more = run->flat ? &after_flat : &chains[1][run->game.boxes];
        fault = run->flat ? start_flat(d, *l, run, to) : start_chain(d, *l, run, chains[0][run->game.boxes], to);
        l->from = *to;
        to = next;
        if (!fault && run->chain)
            fault = start_chain(d, *l, run, *more, to);
        else if (!fault)
            fault = start_kernel(d, &straight[sees][run->groups], 1, *l, to);
        l->from = *to;
        return fault;
    }
    if (run->groups == 2) { /* most rounds of one box need only one */
        if ((fault = start_kernel(d, &pairs[sees], 1, *l, next))) return fault;
        l->from = *next;
    }
    fault = start_kernel(d, &straight[sees][run->groups], 1, *l, to);
    l->from = *to;
    return fault;
}

/* Starts rounds with fresh cards that fit into the lists. */
static const char *start_chunk(device *d, launch l, const boxes_run *run)
{
    const char *fault;
    bool sees = run->wagers != NULL, marks = !sees && run->more.ready <= 16 * run->more.decks;
    if (run->groups) {
        if ((fault = start_most(d, &l, run))) return fault;
        list *next = &d->lists[l.from.entry == d->lists[0].entry];
        l.game = run->more;
        if ((fault = start_kernel(d, marks ? marked : piled[sees], SIZES, l, next))) return fault;
        l.from = *next;
    }
    l.game = run->most;
    return start_kernel(d, piled[sees], SIZES, l, NULL);
}

/* A part of a range on one device. */
struct part {
    uint64_t first, rounds;
};

/* The lanes of flat.h, trail.h and chain.h share the upper half of their counters. */
static uint64_t rounds_of_chunk(uint64_t first, uint64_t rounds, const boxes_run *run)
{
    bool lists_few = run->flat || (run->trail && !run->wagers);
    uint64_t most = lists_few    ? FLAT_ROUNDS
                    : run->trail ? TRAIL_ROUNDS
                                 : CHUNK_ROUNDS,
             border = (first | (((uint64_t)1 << 33) - 1)) - first + 1;
    if ((run->flat || run->trail || run->chain) && most > border) most = border;
    return rounds < most ? rounds : most;
}

static const char *start_part(device *d, part p, const boxes_run *run)
{
    launch l = { run->game, p.first, p.rounds, d->machine, (run->machine_bytes + 15) / 16 * 16, {}, {}, {}, d->out };
    const char *fault = NULL;
    TRY(cudaSetDevice(d->number));
    l.counts = sights_counts_of(d->wagers, d->seen);
    TRY(cudaMemsetAsync(d->out, 0, sizeof *d->out, d->stream));
    if (run->trail) TRY(cudaMemsetAsync(d->keys, 0, run->trail->keys * sizeof *d->keys, d->stream));
    if (run->wagers) TRY(cudaMemsetAsync(d->seen, 0, sizeof *d->seen, d->stream));
    if (run->game.cover) {
        l.first = p.first / BOXES_SESSION;
        return start_kernel(d, shoes[run->wagers != NULL], SIZES, l, NULL);
    }
    d->chunks = 0;
    for (uint64_t done = 0; done < p.rounds && !fault; done += l.rounds) {
        l.first = p.first + done;
        l.rounds = rounds_of_chunk(l.first, p.rounds - done, run);
        fault = start_chunk(d, l, run);
    }
    return fault;
}

static const char *read_results(device *d, results *got)
{
    TRY(cudaSetDevice(d->number));
    TRY(cudaMemcpyAsync(got, d->out, sizeof *got, cudaMemcpyDeviceToHost, d->stream));
    TRY(cudaStreamSynchronize(d->stream));
    return NULL;
}

/* Adds rounds that flat.h has finished. */
static void add_ends(const boxes_run *run, const count64 ends[FLAT_ENDS], boxes_totals *totals)
{
    for (uint32_t i = 0; i < run->flat->ends; i++) {
        int64_t net = run->flat->end[i].net;
        uint32_t info = run->flat->end[i].info;
        totals->net += (int64_t)ends[i] * net;
        totals->seat_squares += ends[i] * (uint64_t)(net * net);
        totals->rounds += ends[i];
        totals->wins += net > 0 ? ends[i] : 0;
        totals->loses += net < 0 ? ends[i] : 0;
        totals->staked += ends[i] * (info & 15);
        totals->hands += ends[i] * (info >> 4 & 15);
        if (run->game.gives_lammers) totals->lammers[info >> 8 & 7] += ends[i];
    }
}

/* Plays a part again from piles if its lists ran over, because of an unusual chart. */
static const char *finish_part(device *d, part p, const boxes_run *run, boxes_totals *totals, boxes_rest *rest,
                               boxes_seen *seen)
{
    static results got;
    static sights_memory sights;
    static uint64_t keys[TRAIL_KEYS];
    const char *fault = read_results(d, &got);
    const trail_table *trail = run->trail;
    if (!fault && got.ran_over) {
        trail = NULL;
        boxes_run piles = *run;
        piles.groups = 0;
        piles.flat = NULL;
        piles.trail = NULL;
        piles.chain = NULL;
        if (!(fault = start_part(d, p, &piles))) fault = read_results(d, &got);
    }
    if (fault) return fault;
    if (got.left > BOXES_LEFT) return "too many rounds need more cards than lie ready";
    if (run->wagers) {
        TRY(cudaMemcpy(&sights, d->seen, sizeof sights, cudaMemcpyDeviceToHost));
    }
    if (trail) {
        TRY(cudaMemcpy(keys, d->keys, trail->keys * sizeof *keys, cudaMemcpyDeviceToHost));
        trail_add(trail, &run->game, run->machine, keys, totals, run->wagers ? &sights : NULL);
    }
    if (run->wagers) {
        if (!seen->take(seen->self, &sights)) return boxes_full;
    }
    if (run->flat) add_ends(run, got.ends, totals);
    uint64_t *sum = (uint64_t *)totals;
    const uint64_t *of_part = (const uint64_t *)&got.totals;
    for (size_t i = 0; i < sizeof *totals / sizeof *sum; i++)
        sum[i] += of_part[i];
    for (uint32_t i = 0; i < got.left; i++)
        rest->take(rest->self, got.entry[i]);
    return NULL;
}

/* How many devices share the work. LAMMER_CUDA_PARTS makes several of one, so that a machine with one device can
 * test this. */
static int device_parts(int n)
{
    const char *parts = getenv("LAMMER_CUDA_PARTS");
    int each = parts ? atoi(parts) : 1;
    each = each < 1 ? 1 : each;
    return n * each < DEVICES ? n * each : DEVICES;
}

static const char *upload_flat(const device *d, const flat_table *table)
{
    char *to = (char *)d->flat;
    uint32_t step_bytes = flat_step_bytes(table);
    TRY(cudaMemcpy(to, table->step, step_bytes, cudaMemcpyHostToDevice));
    TRY(cudaMemcpy(to + step_bytes, table->deal, CUDA_DEAL_BYTES, cudaMemcpyHostToDevice));
    TRY(cudaMemcpy(to + step_bytes + CUDA_DEAL_BYTES, table->place, CUDA_PLACES, cudaMemcpyHostToDevice));
    return NULL;
}

static const char *upload_trail(const device *d, const trail_table *t)
{
    char *to = (char *)d->trail;
    uint32_t next_bytes = rounded(t->rows * CUDA_RANKS * sizeof *t->next),
             open_bytes = rounded(t->opens * sizeof *t->open);
    TRY(cudaMemcpy(to, t->next, next_bytes, cudaMemcpyHostToDevice));
    TRY(cudaMemcpy(to + next_bytes, t->open, open_bytes, cudaMemcpyHostToDevice));
    to += next_bytes + open_bytes;
    TRY(cudaMemcpy(to, t->deal, CUDA_DEAL_BYTES, cudaMemcpyHostToDevice));
    TRY(cudaMemcpy(to + CUDA_DEAL_BYTES, t->place, CUDA_PLACES, cudaMemcpyHostToDevice));
    to += CUDA_DEAL_BYTES + CUDA_PLACES;
    if (t->has_leaves) TRY(cudaMemcpy(to, t->leaves, sizeof t->leaves, cudaMemcpyHostToDevice));
    return NULL;
}

/* Gives every device the machine of the game. */
static const char *hold(const boxes_run *run, int parts, int n)
{
    for (int i = 0; i < parts; i++) {
        device *d = &devices[i];
        const char *fault = open_device(d, i % n);
        if (fault) return fault;
        TRY(cudaMemcpy(d->machine, run->machine, run->machine_bytes, cudaMemcpyHostToDevice));
        if (run->flat && (fault = upload_flat(d, run->flat))) return fault;
        if (run->trail && (fault = upload_trail(d, run->trail))) return fault;
        if (run->chain) TRY(cudaMemcpy(d->chain, run->chain, run->chain_bytes, cudaMemcpyHostToDevice));
        if (run->wagers) TRY(cudaMemcpy(d->wagers, run->wagers, sizeof *run->wagers, cudaMemcpyHostToDevice));
        TRY(cudaDeviceSynchronize()); /* a copy may still be under way, and no stream waits for it */
    }
    return NULL;
}

const char *boxes_count(const boxes_run *run, uint64_t first, uint64_t rounds, boxes_totals *totals, boxes_rest *rest,
                        boxes_seen *seen)
{
    int n = cuda_devices(), parts = device_parts(n);
    if (!n) return "there is no CUDA device";
    const char *fault = hold(run, parts, n);
    uint64_t unit = run->game.cover ? BOXES_SESSION : 1,
             most = run->game.cover ? SESSIONS * BOXES_SESSION : PART_ROUNDS;
    uint64_t each = (rounds / (uint64_t)parts / unit + 1) * unit;
    static part taken[DEVICES];
    if (each > most) each = most;
    while (rounds && !fault) {
        int started = 0;
        for (; started < parts && rounds && !fault; started++) {
            taken[started] = { first, rounds < each ? rounds : each };
            fault = start_part(&devices[started], taken[started], run);
            first += taken[started].rounds;
            rounds -= taken[started].rounds;
        }
        for (int i = 0; i < started && !fault; i++)
            fault = finish_part(&devices[i], taken[i], run, totals, rest, seen);
    }
    return fault;
}
