/* kernel.cu - the GPU kernels, and the host code that feeds them.
 *
 * A range is played in chunks. The fast kernel finishes nine rounds in ten with seven cards and sets a bit for each of
 * the others. The bits become two lists: rounds that need more cards, and rounds with a split. Each list has a kernel
 * of its own, so that the lanes of a warp do similar work. The plain kernel, one thread a round, plays the rounds that
 * these kernels cannot finish, and every round of a game without tables.
 *
 * Counts are integers, and a round depends only on its number, so the order of a list and the number of blocks and
 * devices do not change the result. */
#include <cuda_runtime.h>
#include <pthread.h>
#include <string.h>

#include "deals.h"

enum {
    TILE = 2 * WARP, /* rounds that a warp plays at a time, a pair in each lane */
    FAST_THREADS = 1024,
    FAST_BLOCKS = 1, /* on each multiprocessor, for each worker */
    MORE_THREADS = 512,
    MORE_BLOCKS = 2,
    SPLIT_THREADS = 256,
    SPLIT_BLOCKS = 4,
    LONG_THREADS = 256,
    LONG_BLOCKS = 3,
    GATHER_THREADS = 256,
    GATHER_BLOCKS = 32,
    GATHER_ENTRIES = 2048, /* of each list; most blocks have a third of them */
    PLAIN_THREADS = 128,
    WORKERS = 64,
    PIECES = 40, /* the most pieces in a worker's queue; half a block has 33 */
};

/* The more rounds a chunk has, the less it matters that its kernels end with idle multiprocessors. */
#define LEAST_CHUNK ((uint64_t)1 << 29)
#define MOST_CHUNK ((uint64_t)1 << 31)
#define RARE_ROUNDS ((uint64_t)1 << 20)
#define BORDER                                                                                                         \
    ((uint64_t)1 << 33) /* no chunk goes across its multiples: its rounds share the upper half of their pair */
#define PLAIN_ROUNDS ((uint64_t)1 << 28)

/* What warps take, and how much at once. */
enum { NEXT_TILE, NEXT_MORE, NEXT_SPLIT, NEXT_LONG, TILES_AT_ONCE = 64, ROUNDS_AT_ONCE = 32 * WARP };

/* The results of a chunk, in device memory. */
struct chunk_counts {
    uint32_t next[4];                       /* where the work not yet taken begins, by NEXT_TILE .. */
    uint32_t more, split, long_split, rare; /* lengths of the lists; a list that overflows is longer than its memory */
    count64 ends[CUDA_ENDS];
    count64 count[CUDA_COUNTS];
};

/* A chunk as the kernels see it. */
struct chunk {
    uint64_t seed, first; /* round; even */
    uint32_t tiles;
    uint32_t list_room, rare_room;
    uint4 *flags; /* of each tile: even rounds not finished, even rounds split, the same of odd rounds */
    uint32_t *more, *split, *long_split, *rare;
    chunk_counts *counts;
};

/* --- counting and lists ------------------------------------------------------------------------------------------ */

static __device__ void count_round(uint32_t *columns, uint32_t lane, cuda_round round, bool push22)
{
    int net = round.special == CUDA_BLACKJACK     ? (int)CUDA_NET_BLACKJACK
              : round.special == CUDA_SURRENDERED ? (int)CUDA_NET_SURRENDERED
                                                  : round.units + CUDA_MOST_UNITS;
    atomicAdd(&columns[net * WARP + lane], 1u);
    atomicAdd(&columns[CUDA_STAKED * WARP + lane], (uint32_t)round.staked);
    atomicAdd(&columns[CUDA_HANDS * WARP + lane], (uint32_t)round.hands);
    atomicAdd(&columns[(CUDA_LAMMERS + round.lammers) * WARP + lane], 1u);
    if (push22) atomicAdd(&columns[(CUDA_PUSH22 + round.push22) * WARP + lane], 1u);
}

static __device__ void put_in_list(uint32_t *list, uint32_t room, uint32_t *length, uint32_t entry)
{
    uint32_t at = atomicAdd(length, 1u);
    if (at < room) list[at] = entry;
}

/* Loops over a warp's share of the tiles; over its share of a list, WARP entries at a time. */
#define FOR_EACH_TILE(tile, next, tiles)                                                                               \
    for (uint32_t begin; (begin = take_work(&(next), TILES_AT_ONCE)) < (tiles);)                                       \
        for (uint32_t tile = begin; tile < min(begin + TILES_AT_ONCE, (tiles)); tile++)
#define FOR_EACH_ENTRIES(first, next, length)                                                                          \
    for (uint32_t begin; (begin = take_work(&(next), ROUNDS_AT_ONCE)) < (length);)                                     \
        for (uint32_t first = begin; first < min(begin + ROUNDS_AT_ONCE, (length)); first += WARP)

/* --- rounds without a split -------------------------------------------------------------------------------------- */

/* The two words have a bit for each lane: rounds not finished, and those of them that are split. */
static __device__ __forceinline__ void note(const deal_tables &t, uint32_t state, bool sure, uint32_t *unfinished,
                                            uint32_t *split)
{
    bool finished = sure & (state < t.split);
    count_end(t, state, finished);
    *unfinished = __ballot_sync(0xFFFFFFFFu, !finished);
    *split = __ballot_sync(0xFFFFFFFFu, sure & (state == t.split));
}

static __global__ void __launch_bounds__(FAST_THREADS, FAST_BLOCKS)
    play_fast(const __grid_constant__ chunk c, const __grid_constant__ lane_keys keys,
              const __grid_constant__ lane_shoe shoe, const uint4 *tables, uint32_t step_bytes)
{
    extern __shared__ uint4 shared[];
    __shared__ uint32_t columns[CUDA_LAST_END * WARP];
    uint32_t lane = threadIdx.x % WARP;
    clear_columns(columns, CUDA_LAST_END);
    deal_tables t = load_deals(shared, tables, step_bytes, columns, CUDA_END_SPLIT);
    __syncthreads();
    uint32_t pair = (uint32_t)(c.first >> 1) + lane;
    keep_tables(&t);
    FOR_EACH_TILE(tile, c.counts->next[NEXT_TILE], c.tiles)
    {
        uint32_t block[4];
        uint4 flags;
        bool sure, odd_sure;
        lane_block(&keys, pair + tile * WARP, block);
        uint32_t state = lane_fast(&shoe, t.lane, block[1], block[0], &sure);
        uint32_t odd_state = lane_fast(&shoe, t.lane, block[3], block[2], &odd_sure);
        note(t, state, sure, &flags.x, &flags.y);
        note(t, odd_state, odd_sure, &flags.z, &flags.w);
        if (lane == 0) c.flags[tile] = flags;
    }
    __syncthreads();
    add_columns(columns, CUDA_ENDS, c.counts->ends);
}

static __global__ void __launch_bounds__(MORE_THREADS, MORE_BLOCKS)
    play_more(const __grid_constant__ chunk c, const __grid_constant__ lane_source source,
              const __grid_constant__ cuda_game game, const uint4 *tables, uint32_t step_bytes)
{
    extern __shared__ uint4 shared[];
    __shared__ uint32_t columns[CUDA_LAST_END * WARP];
    uint32_t lane = threadIdx.x % WARP, length = c.counts->more;
    if (length > c.list_room) return; /* the host plays the chunk again with the plain kernel */
    clear_columns(columns, CUDA_LAST_END);
    deal_tables t = load_deals(shared, tables, step_bytes, columns, CUDA_END_SPLIT);
    __syncthreads();
    FOR_EACH_ENTRIES(i, c.counts->next[NEXT_MORE], length)
    {
        __syncwarp();
        if (i + lane >= length) continue;
        uint32_t entry = c.more[i + lane];
        uint32_t state = lane_more(&game, &source, t.lane, t.open, c.first + entry);
        count_end(t, state, state < t.split);
        if (state == t.split) put_in_list(c.split, c.list_room, &c.counts->split, entry);
        if (state >= t.open) put_in_list(c.rare, c.rare_room, &c.counts->rare, entry);
    }
    __syncthreads();
    add_columns(columns, CUDA_ENDS, c.counts->ends);
}

/* --- lists ------------------------------------------------------------------------------------------------------- */

/* Reserves entries in the block's part of the list, and returns where those of this thread begin. */
static __device__ uint32_t reserve(uint32_t entries, uint32_t *block_sum)
{
    uint32_t lane = threadIdx.x % WARP, before = entries;
    for (int step = 1; step < WARP; step *= 2) {
        uint32_t other = __shfl_up_sync(0xFFFFFFFFu, before, step);
        if (lane >= step) before += other;
    }
    uint32_t base = 0;
    if (lane == WARP - 1) base = atomicAdd(block_sum, before);
    return __shfl_sync(0xFFFFFFFFu, base, WARP - 1) + before - entries;
}

/* Lists the rounds whose bits are set: bit i stands for round `first` + 2i. */
static __device__ void write_entries(uint32_t *list, uint32_t room, uint32_t at, uint32_t bits, uint32_t first)
{
    for (; bits; bits &= bits - 1, at++) {
        if (at < room) list[at] = first + 2 * (__ffs((int)bits) - 1);
    }
}

static __device__ void write_tile(uint32_t *list, uint32_t room, uint32_t at, uint32_t even, uint32_t odd,
                                  uint32_t tile)
{
    write_entries(list, room, at, even, tile * TILE);
    write_entries(list, room, at + __popc(even), odd, tile * TILE + 1);
}

static __device__ void copy_entries(uint32_t *list, uint32_t room, uint32_t base, const uint32_t *entries, uint32_t n)
{
    for (uint32_t i = threadIdx.x; i < n; i += GATHER_THREADS) {
        if (base + i < room) list[base + i] = entries[i];
    }
}

/* The entries of a block lie in shared memory first, so that warps write them to the list side by side. */
static __global__ void __launch_bounds__(GATHER_THREADS) gather(const __grid_constant__ chunk c)
{
    __shared__ uint32_t sum[2], base[2], staged[2][GATHER_ENTRIES];
    for (uint32_t begin = blockIdx.x * GATHER_THREADS; begin < c.tiles; begin += gridDim.x * GATHER_THREADS) {
        uint32_t tile = begin + threadIdx.x;
        uint4 flags = tile < c.tiles ? c.flags[tile] : make_uint4(0, 0, 0, 0);
        uint32_t even = flags.x & ~flags.y, odd = flags.z & ~flags.w;
        if (threadIdx.x < 2) sum[threadIdx.x] = 0;
        __syncthreads();
        uint32_t more = reserve(__popc(even) + __popc(odd), &sum[0]);
        uint32_t split = reserve(__popc(flags.y) + __popc(flags.w), &sum[1]);
        __syncthreads();
        if (threadIdx.x < 2)
            base[threadIdx.x] = atomicAdd(threadIdx.x ? &c.counts->split : &c.counts->more, sum[threadIdx.x]);
        if (sum[0] <= GATHER_ENTRIES && sum[1] <= GATHER_ENTRIES) {
            write_tile(staged[0], GATHER_ENTRIES, more, even, odd, tile);
            write_tile(staged[1], GATHER_ENTRIES, split, flags.y, flags.w, tile);
            __syncthreads();
            copy_entries(c.more, c.list_room, base[0], staged[0], sum[0]);
            copy_entries(c.split, c.list_room, base[1], staged[1], sum[1]);
        } else {
            __syncthreads();
            write_tile(c.more, c.list_room, base[0] + more, even, odd, tile);
            write_tile(c.split, c.list_room, base[1] + split, flags.y, flags.w, tile);
        }
        __syncthreads();
    }
}

/* --- splits ------------------------------------------------------------------------------------------------------ */

/* The part of cuda_table that split hands need; the steps follow it. */
struct alignas(16) split_tables {
    uint16_t start[10][10][2][2];
    uint16_t dealer[CUDA_RANKS][CUDA_RANKS];
    uint32_t result[CUDA_RESPLIT + 1][2];
    uint32_t wins[8], loses[8];
    uint8_t place[CUDA_PLACES];
};

enum { SPLIT_HEAD = sizeof(split_tables) };

static __device__ lane_split_tables load_splits(uint4 *shared, const uint4 *tables, uint32_t bytes)
{
    uint32_t base = shared_address(shared);
    lane_split_tables t = { base + SPLIT_HEAD - CUDA_SPLIT_FIRST,
                            base + (uint32_t)offsetof(split_tables, start),
                            base + (uint32_t)offsetof(split_tables, dealer),
                            base + (uint32_t)offsetof(split_tables, result),
                            base + (uint32_t)offsetof(split_tables, wins),
                            base + (uint32_t)offsetof(split_tables, loses),
                            base + (uint32_t)offsetof(split_tables, place) };
    for (uint32_t i = threadIdx.x; i < bytes / 16; i += blockDim.x)
        shared[i] = tables[i];
    return t;
}

static __global__ void __launch_bounds__(SPLIT_THREADS, SPLIT_BLOCKS)
    play_split(const __grid_constant__ chunk c, const __grid_constant__ lane_source source,
               const __grid_constant__ cuda_game game, const uint4 *tables, uint32_t bytes)
{
    extern __shared__ uint4 shared[];
    __shared__ uint32_t columns[CUDA_PUSH22 * WARP];
    uint32_t lane = threadIdx.x % WARP, length = c.counts->split;
    if (length > c.list_room || c.counts->more > c.list_room) return;
    clear_columns(columns, CUDA_PUSH22);
    lane_split_tables t = load_splits(shared, tables, bytes);
    __syncthreads();
    FOR_EACH_ENTRIES(i, c.counts->next[NEXT_SPLIT], length)
    {
        __syncwarp();
        if (i + lane >= length) continue;
        uint32_t entry = c.split[i + lane];
        cuda_round round;
        if (lane_split(&game, &source, &t, c.first + entry, &round))
            count_round(columns, lane, round, false);
        else
            put_in_list(c.long_split, c.list_room, &c.counts->long_split, entry);
    }
    __syncthreads();
    add_columns(columns, CUDA_PUSH22, c.counts->count);
}

static __global__ void __launch_bounds__(LONG_THREADS)
    play_long_split(const __grid_constant__ chunk c, const __grid_constant__ lane_keys keys,
                    const __grid_constant__ cuda_game game, const __grid_constant__ lane_shoe shoe, const uint4 *tables,
                    uint32_t bytes)
{
    extern __shared__ uint4 shared[];
    __shared__ uint32_t columns[CUDA_PUSH22 * WARP];
    __shared__ uint32_t used[LANE_USED_WORDS * LONG_THREADS];
    uint32_t lane = threadIdx.x % WARP, length = c.counts->long_split;
    lane_bits bits = { &used[threadIdx.x], LONG_THREADS };
    if (length > c.list_room || c.counts->more > c.list_room) return;
    clear_columns(columns, CUDA_PUSH22);
    lane_split_tables t = load_splits(shared, tables, bytes);
    __syncthreads();
    FOR_EACH_ENTRIES(i, c.counts->next[NEXT_LONG], length)
    {
        __syncwarp();
        if (i + lane >= length) continue;
        uint32_t entry = c.long_split[i + lane];
        cuda_round round;
        if (lane_long_split(&game, &keys, &shoe, &t, bits, c.first + entry, &round))
            count_round(columns, lane, round, false);
        else
            put_in_list(c.rare, c.rare_room, &c.counts->rare, entry);
    }
    __syncthreads();
    add_columns(columns, CUDA_PUSH22, c.counts->count);
}

/* --- the plain kernel ---------------------------------------------------------------------------------------------- */

/* Plays the rounds of a list or, if `list` is NULL, `rounds` consecutive rounds. */
static __global__ void __launch_bounds__(PLAIN_THREADS)
    play_plain(const cuda_game *game, uint64_t seed, uint64_t first, uint64_t rounds, const uint32_t *list,
               const uint32_t *length, chunk_counts *counts)
{
    __shared__ uint32_t columns[CUDA_COUNTS * WARP];
    uint32_t lane = threadIdx.x % WARP;
    if (list) rounds = *length < rounds ? *length : rounds;
    clear_columns(columns, CUDA_COUNTS);
    __syncthreads();
    for (uint64_t i = blockIdx.x * blockDim.x + threadIdx.x; i < rounds; i += gridDim.x * blockDim.x)
        count_round(columns, lane, lane_general(game, seed, first + (list ? list[i] : i)), game->push22);
    __syncthreads();
    add_columns(columns, CUDA_COUNTS, counts->count);
}

static __global__ void __launch_bounds__(PLAIN_THREADS)
    play_each(const cuda_game *game, uint64_t seed, uint64_t first, uint64_t rounds, cuda_round *out)
{
    for (uint64_t i = blockIdx.x * blockDim.x + threadIdx.x; i < rounds; i += gridDim.x * blockDim.x)
        out[i] = lane_general(game, seed, first + i);
}

/* --- devices ------------------------------------------------------------------------------------------------------- */

/* A queue of work on one device, with the data that stays there between calls. Each device has two workers: while one
 * plays the few rounds of its lists, the fast kernel of the other fills the device. */
struct worker {
    bool is_open, has_lists;
    int device, processors, shared_bytes;
    uint64_t chunk, list; /* rounds of a chunk; room of each of its lists */
    cudaStream_t stream;
    cuda_game *game;
    uint4 *deals, *splits; /* tables */
    chunk_counts *counts;  /* [PIECES] */
    uint4 *flags;
    uint32_t *more, *split, *long_split, *rare;
};

/* The game that the workers hold now. */
static struct {
    bool is_there, has_table;
    cuda_game game;
    uint32_t step_bytes, split_bytes; /* of the tables */
    int workers;
    worker worker[WORKERS];
} held;

#define TRY(call)                                                                                                      \
    do {                                                                                                               \
        cudaError_t tried = (call);                                                                                    \
        if (tried != cudaSuccess) return cudaGetErrorString(tried);                                                    \
    } while (0)

int cuda_devices(void)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    static int known = -1;
    pthread_mutex_lock(&lock);
    if (known < 0) {
        int n = 0;
        if (cudaGetDeviceCount(&n) != cudaSuccess) n = 0;
        known = n < WORKERS / 2 ? n : WORKERS / 2;
    }
    pthread_mutex_unlock(&lock);
    return known;
}

void cuda_open(void)
{
    for (int i = 0; i < cuda_devices(); i++) {
        if (cudaSetDevice(i) == cudaSuccess) cudaFree(NULL);
    }
    cudaGetLastError();
}

/* The flags and lists of one worker. */
static uint64_t chunk_bytes(uint64_t rounds)
{
    return rounds / TILE * sizeof(uint4) + 3 * (rounds / 4) * sizeof(uint32_t);
}

/* The two workers of a device keep to a quarter of the memory that is free. */
static void choose_chunk(worker *w)
{
    size_t free_bytes = 0, all_bytes;
    if (cudaMemGetInfo(&free_bytes, &all_bytes) != cudaSuccess) free_bytes = 0;
    w->chunk = MOST_CHUNK;
    while (w->chunk > LEAST_CHUNK && 2 * chunk_bytes(w->chunk) > free_bytes / 4)
        w->chunk /= 2;
    w->list = w->chunk / 4;
}

static const char *open_worker(worker *w, int device)
{
    w->device = device;
    TRY(cudaDeviceGetAttribute(&w->processors, cudaDevAttrMultiProcessorCount, device));
    TRY(cudaDeviceGetAttribute(&w->shared_bytes, cudaDevAttrMaxSharedMemoryPerBlockOptin, device));
    TRY(cudaStreamCreateWithFlags(&w->stream, cudaStreamNonBlocking));
    TRY(cudaMalloc(&w->game, sizeof *w->game));
    TRY(cudaMalloc(&w->deals, CUDA_MOST_BYTES + CUDA_DEAL_BYTES + CUDA_PLACES));
    TRY(cudaMalloc(&w->splits, SPLIT_HEAD + CUDA_MOST_BYTES));
    TRY(cudaMalloc(&w->counts, PIECES * sizeof *w->counts));
    choose_chunk(w);
    w->has_lists = cudaMalloc(&w->flags, w->chunk / TILE * sizeof *w->flags) == cudaSuccess &&
                   cudaMalloc(&w->more, w->list * sizeof *w->more) == cudaSuccess &&
                   cudaMalloc(&w->split, w->list * sizeof *w->split) == cudaSuccess &&
                   cudaMalloc(&w->long_split, w->list * sizeof *w->long_split) == cudaSuccess &&
                   cudaMalloc(&w->rare, RARE_ROUNDS * sizeof *w->rare) == cudaSuccess;
    cudaGetLastError(); /* a worker without lists uses the plain kernel, so their failure is not an error */
    w->is_open = true;
    return NULL;
}

static uint32_t rounded(size_t bytes)
{
    return (uint32_t)((bytes + 15) / 16 * 16);
}

static int deal_bytes(void)
{
    return (int)(held.step_bytes + CUDA_DEAL_BYTES + CUDA_PLACES);
}

/* Whether the worker has lists and its blocks have shared memory for the tables. */
static bool uses_tables(const worker *w)
{
    return held.has_table && w->has_lists && w->shared_bytes >= deal_bytes() + 4096;
}

static const char *upload_tables(worker *w, const cuda_table *table)
{
    static split_tables split;
    char *deals = (char *)w->deals, *splits = (char *)w->splits;
    memcpy(split.start, table->start, sizeof split.start);
    memcpy(split.dealer, table->dealer, sizeof split.dealer);
    memcpy(split.result, table->result, sizeof split.result);
    memcpy(split.wins, table->wins, sizeof split.wins);
    memcpy(split.loses, table->loses, sizeof split.loses);
    memcpy(split.place, table->place, sizeof split.place);
    TRY(cudaMemcpy(deals, table->step, held.step_bytes, cudaMemcpyHostToDevice));
    TRY(cudaMemcpy(deals + held.step_bytes, table->deal, CUDA_DEAL_BYTES, cudaMemcpyHostToDevice));
    TRY(cudaMemcpy(deals + held.step_bytes + CUDA_DEAL_BYTES, table->place, CUDA_PLACES, cudaMemcpyHostToDevice));
    TRY(cudaMemcpy(splits, &split, sizeof split, cudaMemcpyHostToDevice));
    TRY(cudaMemcpy(splits + SPLIT_HEAD, table->split_step, held.split_bytes - SPLIT_HEAD, cudaMemcpyHostToDevice));
    if (!uses_tables(w)) return NULL;
    TRY(cudaFuncSetAttribute(play_fast, cudaFuncAttributeMaxDynamicSharedMemorySize, deal_bytes()));
    TRY(cudaFuncSetAttribute(play_more, cudaFuncAttributeMaxDynamicSharedMemorySize, deal_bytes()));
    TRY(cudaFuncSetAttribute(play_split, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)held.split_bytes));
    TRY(cudaFuncSetAttribute(play_long_split, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)held.split_bytes));
    return NULL;
}

/* Copies a game to all workers that do not have it. */
static const char *hold(const cuda_game *game, const cuda_table *table)
{
    if (held.is_there && held.has_table == (table != NULL) && !memcmp(&held.game, game, sizeof *game)) return NULL;
    held.is_there = false;
    held.has_table = table != NULL;
    held.workers = 2 * cuda_devices();
    if (!held.workers) return "there is no CUDA device";
    if (table) {
        held.step_bytes = rounded(table->step_bytes);
        held.split_bytes = SPLIT_HEAD + rounded(table->split_bytes);
    }
    for (int i = 0; i < held.workers; i++) {
        worker *w = &held.worker[i];
        TRY(cudaSetDevice(i / 2));
        const char *fault = w->is_open ? NULL : open_worker(w, i / 2);
        if (fault) return fault;
        TRY(cudaMemcpy(w->game, game, sizeof *game, cudaMemcpyHostToDevice));
        if (table && (fault = upload_tables(w, table))) return fault;
        TRY(cudaDeviceSynchronize()); /* a copy may still be under way, and no stream waits for it */
    }
    held.game = *game;
    held.is_there = true;
    return NULL;
}

/* --- ranges -------------------------------------------------------------------------------------------------------- */

/* Rounds that are played with one set of kernels. */
struct piece {
    uint64_t first, rounds;
    bool is_plain;
};

/* A worker's part of a range: the rounds left, and the pieces in its queue. */
struct share {
    uint64_t first, rounds;
    int pieces;
    piece queue[PIECES];
};

static void launch_plain(const worker *w, uint64_t seed, piece p, chunk_counts *counts)
{
    uint64_t blocks = (p.rounds + PLAIN_THREADS - 1) / PLAIN_THREADS, most = (uint64_t)w->processors * 64;
    play_plain<<<(unsigned)(blocks < most ? blocks : most), PLAIN_THREADS, 0, w->stream>>>(
        w->game, seed, p.first, p.rounds, NULL, NULL, counts);
}

static void launch_chunk(const worker *w, uint64_t seed, piece p, chunk_counts *counts)
{
    chunk c = { seed,
                p.first,
                (uint32_t)(p.rounds / TILE),
                (uint32_t)w->list,
                (uint32_t)RARE_ROUNDS,
                w->flags,
                w->more,
                w->split,
                w->long_split,
                w->rare,
                counts };
    lane_source source = lane_source_of(&held.game, seed, (uint32_t)(p.first / BORDER));
    const lane_keys &keys = source.keys[0];
    const lane_shoe &shoe = source.shoe[0];
    unsigned n = (unsigned)w->processors;
    play_fast<<<n * FAST_BLOCKS, FAST_THREADS, deal_bytes(), w->stream>>>(c, keys, shoe, w->deals, held.step_bytes);
    gather<<<n * GATHER_BLOCKS, GATHER_THREADS, 0, w->stream>>>(c);
    play_more<<<n * MORE_BLOCKS, MORE_THREADS, deal_bytes(), w->stream>>>(c, source, held.game, w->deals,
                                                                          held.step_bytes);
    play_split<<<n * SPLIT_BLOCKS, SPLIT_THREADS, held.split_bytes, w->stream>>>(c, source, held.game, w->splits,
                                                                                 held.split_bytes);
    play_long_split<<<n * LONG_BLOCKS, LONG_THREADS, held.split_bytes, w->stream>>>(c, keys, held.game, shoe, w->splits,
                                                                                    held.split_bytes);
    play_plain<<<n, PLAIN_THREADS, 0, w->stream>>>(w->game, seed, p.first, RARE_ROUNDS, w->rare, &counts->rare, counts);
}

/* The next piece of a share. Tables can play only whole tiles that begin with an even round and share the upper half of
 * their counters; the plain kernel plays the other rounds. */
static piece next_piece(const worker *w, const share *s, uint64_t most)
{
    uint64_t border = (s->first / BORDER + 1) * BORDER, rounds = s->rounds;
    if (rounds > border - s->first) rounds = border - s->first;
    if (!uses_tables(w)) return { s->first, rounds < PLAIN_ROUNDS ? rounds : PLAIN_ROUNDS, true };
    if (s->first % 2) return { s->first, 1, true };
    if (rounds < TILE) return { s->first, rounds, true };
    if (rounds > most) rounds = most;
    return { s->first, rounds / TILE * TILE, false };
}

/* Fills a worker's queue. The second worker of a device begins with half a chunk, and behind each border again, to be out
 * of step with the first. */
static const char *begin_pieces(int number, uint64_t seed, share *s)
{
    worker *w = &held.worker[number];
    TRY(cudaSetDevice(w->device));
    TRY(cudaMemsetAsync(w->counts, 0, PIECES * sizeof *w->counts, w->stream));
    for (s->pieces = 0; s->rounds && s->pieces < PIECES; s->pieces++) {
        bool half = number % 2 && (s->pieces == 0 || s->first % BORDER == 0);
        piece p = next_piece(w, s, half ? w->chunk / 2 : w->chunk);
        if (p.is_plain)
            launch_plain(w, seed, p, &w->counts[s->pieces]);
        else
            launch_chunk(w, seed, p, &w->counts[s->pieces]);
        s->queue[s->pieces] = p;
        s->first += p.rounds;
        s->rounds -= p.rounds;
    }
    TRY(cudaGetLastError());
    return NULL;
}

/* Adds the counts of rounds without a split. */
static void add_ends(const count64 ends[CUDA_ENDS], cuda_counts *sum)
{
    static const int8_t units[CUDA_ENDS] = { -1, 0, 1, -1, 0, 2, -2, 0, 2 };
    for (int end = 0; end < CUDA_ENDS; end++) {
        int net = end == CUDA_END_BLACKJACK     ? (int)CUDA_NET_BLACKJACK
                  : end == CUDA_END_SURRENDERED ? (int)CUDA_NET_SURRENDERED
                                                : units[end] + CUDA_MOST_UNITS;
        bool is_double = end < CUDA_END_BLACKJACK && end >= CUDA_END_DOUBLES;
        bool is_free = is_double && end < 2 * CUDA_END_DOUBLES;
        sum->count[net] += ends[end];
        sum->count[CUDA_STAKED] += ends[end] * (is_double && !is_free ? 2 : 1);
        sum->count[CUDA_HANDS] += ends[end];
        sum->count[CUDA_LAMMERS + is_free] += ends[end];
    }
}

/* Plays a chunk again without lists, which overflowed because of an unusual chart. */
static const char *play_again(const worker *w, uint64_t seed, piece p, chunk_counts *counts)
{
    piece part = { p.first, p.rounds < PLAIN_ROUNDS ? p.rounds : PLAIN_ROUNDS, true };
    TRY(cudaMemsetAsync(w->counts, 0, sizeof *w->counts, w->stream));
    for (; part.first < p.first + p.rounds; part.first += part.rounds) {
        if (part.rounds > p.first + p.rounds - part.first) part.rounds = p.first + p.rounds - part.first;
        launch_plain(w, seed, part, w->counts);
    }
    TRY(cudaGetLastError());
    TRY(cudaMemcpyAsync(counts, w->counts, sizeof *counts, cudaMemcpyDeviceToHost, w->stream));
    TRY(cudaStreamSynchronize(w->stream));
    return NULL;
}

static bool ran_over(const worker *w, const chunk_counts *c)
{
    return c->more > w->list || c->split > w->list || c->long_split > w->list || c->rare > RARE_ROUNDS;
}

static const char *finish_pieces(int number, uint64_t seed, const share *s, cuda_counts *sum)
{
    static chunk_counts counts[PIECES];
    worker *w = &held.worker[number];
    const char *fault = NULL;
    TRY(cudaSetDevice(w->device));
    TRY(cudaMemcpyAsync(counts, w->counts, sizeof counts, cudaMemcpyDeviceToHost, w->stream));
    TRY(cudaStreamSynchronize(w->stream));
    for (int i = 0; i < s->pieces; i++) {
        if (ran_over(w, &counts[i]) && (fault = play_again(w, seed, s->queue[i], &counts[i]))) return fault;
        add_ends(counts[i].ends, sum);
        for (int k = 0; k < CUDA_COUNTS; k++)
            sum->count[k] += counts[i].count[k];
    }
    return NULL;
}

/* Divides a range among all workers, at even rounds. */
static void divide(uint64_t first, uint64_t rounds, share *shares)
{
    uint64_t each = (rounds / (uint64_t)held.workers + TILE) / TILE * TILE;
    for (int i = 0; i < held.workers; i++) {
        uint64_t begin = each * (uint64_t)i, left = begin < rounds ? rounds - begin : 0;
        shares[i].first = first + begin;
        shares[i].rounds = left < each ? left : each;
    }
}

const char *cuda_count(const cuda_game *game, const cuda_table *table, uint64_t seed, uint64_t first, uint64_t rounds,
                       cuda_counts *counts)
{
    static share shares[WORKERS];
    const char *fault = hold(game, table);
    if (fault) return fault;
    divide(first, rounds, shares);
    for (bool left = true; left;) {
        left = false;
        for (int i = 0; i < held.workers; i++) {
            if ((fault = begin_pieces(i, seed, &shares[i]))) return fault;
        }
        for (int i = 0; i < held.workers; i++) {
            if ((fault = finish_pieces(i, seed, &shares[i], counts))) return fault;
            left |= shares[i].rounds != 0;
        }
    }
    return NULL;
}

const char *cuda_each(const cuda_game *game, uint64_t seed, uint64_t first, uint64_t rounds, cuda_round *out)
{
    cuda_round *all;
    const char *fault = hold(game, NULL);
    if (fault) return fault;
    const worker *w = &held.worker[0];
    TRY(cudaSetDevice(w->device));
    TRY(cudaMalloc(&all, rounds * sizeof *all));
    play_each<<<(unsigned)w->processors * 16, PLAIN_THREADS, 0, w->stream>>>(w->game, seed, first, rounds, all);
    cudaError_t error = cudaMemcpyAsync(out, all, rounds * sizeof *all, cudaMemcpyDeviceToHost, w->stream);
    if (error == cudaSuccess) error = cudaStreamSynchronize(w->stream);
    cudaFree(all);
    return error == cudaSuccess ? NULL : cudaGetErrorString(error);
}
