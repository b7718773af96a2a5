/* boxes.cu - the kernels of boxes.h: rounds with fresh cards, and sessions that deal from a shoe.
 *
 * A lane plays a round, or a session, from its own cards in shared memory. Rounds that need more cards than lie ready are
 * listed, and a second kernel plays them from a whole pile; what that cannot finish is left to the caller. */
#include <cuda_runtime.h>
#include <string.h>

#include "boxes_run.h"

typedef unsigned long long count64;

enum {
    WARP = 32,
    DEVICES = 32,
    LIST = 1 << 24,
};

#define FRESH_ROUNDS ((uint64_t)1 << 31)
#define SESSIONS ((uint64_t)1 << 21)

/* What a launch leaves, in device memory. */
struct results {
    boxes_totals totals;
    uint32_t listed, left;
    boxes_left entry[BOXES_LEFT];
};

struct launch {
    boxes_game game;
    uint64_t first, rounds; /* of a shoe: the first is a session, and whole sessions are played but for the last */
    const uint4 *machine;
    uint32_t machine_bytes;
    const uint32_t *list; /* rounds to play, or NULL for all */
    uint32_t *longer;     /* gets the rounds that need more cards */
    results *out;
};

static __host__ __device__ uint32_t card_words(const boxes_game *g, bool pile)
{
    return ((pile ? g->n : g->ready) + 3) / 4;
}

/* Words of shared memory for each lane. */
static uint32_t words_of_lane(const boxes_game *g, bool pile)
{
    return card_words(g, pile) + (pile ? 0 : g->used_words) + g->boxes * BOXES_WORDS;
}

static __device__ uint32_t shared_address(const void *pointer)
{
    return (uint32_t)__cvta_generic_to_shared(pointer);
}

struct seat {
    boxes_tables tables;
    boxes_felt felt;
    boxes_sums sums;
};

/* Copies the machine to the block's shared memory, and gives the lane its part of what follows. */
template <int threads> static __device__ seat sit(const launch &l, uint4 *shared, uint32_t *lammers, bool pile)
{
    const boxes_game &g = l.game;
    uint32_t base = shared_address(shared), stride = 4 * threads;
    seat s;
    for (uint32_t i = threadIdx.x; i < l.machine_bytes / 16; i += threads)
        shared[i] = l.machine[i];
    for (uint32_t i = threadIdx.x; i < 8 * WARP; i += threads)
        lammers[i] = 0;
    s.tables = { base, g.boxes, g.spots, g.has_hole, g.has_reader, g.takes_busted, g.gives_lammers, g.unit };
    s.felt.stride = stride;
    s.felt.card = base + l.machine_bytes + 4 * threadIdx.x;
    s.felt.used = s.felt.card + card_words(&g, pile) * stride;
    s.felt.box = s.felt.used + (pile ? 0 : g.used_words) * stride;
    memset(&s.sums, 0, sizeof s.sums);
    s.sums.lammers = shared_address(&lammers[threadIdx.x % WARP]);
    s.sums.stride = 4 * WARP;
    __syncthreads();
    return s;
}

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

template <bool pile, int threads>
static __global__ void __launch_bounds__(threads) play_fresh(const __grid_constant__ launch l)
{
    extern __shared__ uint4 shared[];
    __shared__ uint32_t lammers[8 * WARP];
    seat s = sit<threads>(l, shared, lammers, pile);
    uint64_t rounds = l.list ? min(l.out->listed, (uint32_t)LIST) : l.rounds, stride = (uint64_t)gridDim.x * threads;
    for (uint64_t from = blockIdx.x * threads + threadIdx.x / WARP * WARP; from < rounds; from += stride) {
        uint64_t i = from + threadIdx.x % WARP;
        bool active = i < rounds;
        uint32_t place = !active ? 0 : l.list ? l.list[i] : (uint32_t)i;
        bool over = boxes_play_fresh(&l.game, &s.tables, &s.felt, l.first + place, pile, active, &s.sums);
        if (over || !active) continue;
        if (pile) {
            leave(l.out, { l.first + place, 0, 1 });
        } else {
            uint32_t at = atomicAdd(&l.out->listed, 1u);
            if (at < LIST) l.longer[at] = place;
        }
    }
    __syncthreads();
    add_up(s.sums, lammers, l.out);
}

template <int threads> static __global__ void __launch_bounds__(threads) play_shoes(const __grid_constant__ launch l)
{
    extern __shared__ uint4 shared[];
    __shared__ uint32_t lammers[8 * WARP];
    seat s = sit<threads>(l, shared, lammers, true);
    uint64_t sessions = (l.rounds + BOXES_SESSION - 1) / BOXES_SESSION, stride = (uint64_t)gridDim.x * threads;
    for (uint64_t from = blockIdx.x * threads + threadIdx.x / WARP * WARP; from < sessions; from += stride) {
        uint64_t i = from + threadIdx.x % WARP, left = i < sessions ? l.rounds - i * BOXES_SESSION : 0;
        uint32_t wanted = left < BOXES_SESSION ? (uint32_t)left : (uint32_t)BOXES_SESSION;
        uint32_t played = boxes_play_session(&l.game, &s.tables, &s.felt, l.first + i, wanted, &s.sums);
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
    int processors, shared_bytes;
    uint4 *machine;
    uint32_t *longer;
    results *out;
};
static device devices[DEVICES];

static const char *open_device(int number)
{
    device *d = &devices[number];
    TRY(cudaSetDevice(number));
    if (d->is_open) return NULL;
    TRY(cudaDeviceGetAttribute(&d->processors, cudaDevAttrMultiProcessorCount, number));
    TRY(cudaDeviceGetAttribute(&d->shared_bytes, cudaDevAttrMaxSharedMemoryPerBlockOptin, number));
    TRY(cudaMalloc(&d->machine, sizeof(boxes_machine) + 16));
    TRY(cudaMalloc(&d->longer, LIST * sizeof *d->longer));
    TRY(cudaMalloc(&d->out, sizeof *d->out));
    d->is_open = true;
    return NULL;
}

/* A kernel by the threads of its block: with more of them the device hides more waiting, but shared memory must hold
 * the cards of all. */
enum { SIZES = 4 };
static const int threads_of[SIZES] = { 1024, 768, 512, 256 };
typedef void (*kernel)(const launch);
static const kernel fresh[SIZES] = { play_fresh<false, 1024>, play_fresh<false, 768>, play_fresh<false, 512>,
                                     play_fresh<false, 256> };
static const kernel longer[SIZES] = { play_fresh<true, 512>, play_fresh<true, 512>, play_fresh<true, 512>,
                                      play_fresh<true, 256> };
static const kernel shoes[SIZES] = { play_shoes<512>, play_shoes<512>, play_shoes<512>, play_shoes<256> };

static const char *start_kernel(const device *d, const kernel sizes[SIZES], const launch &l, bool pile)
{
    int each = 4 * (int)words_of_lane(&l.game, pile), statically = 2048, blocks = 0;
    int room = d->shared_bytes - statically - (int)l.machine_bytes, size = pile ? 2 : 0;
    while (size < SIZES && room < threads_of[size] * each)
        size++;
    if (size == SIZES) return "the machine of this game does not fit into shared memory";
    int threads = threads_of[size], bytes = (int)l.machine_bytes + threads * each;
    TRY(cudaFuncSetAttribute(sizes[size], cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
    TRY(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, sizes[size], threads, bytes));
    sizes[size]<<<d->processors *(blocks ? blocks : 1), threads, bytes>>>(l);
    TRY(cudaGetLastError());
    return NULL;
}

/* Starts a part of a range on a device: rounds, or sessions. `piles`: all rounds are dealt from whole piles. */
static const char *start_part(device *d, launch l, const boxes_game *longer_game, bool piles)
{
    const char *fault;
    l.machine = d->machine;
    l.out = d->out;
    l.longer = d->longer;
    TRY(cudaMemset(d->out, 0, sizeof *d->out));
    if (l.game.cover) return start_kernel(d, shoes, l, true);
    if (!piles) {
        if ((fault = start_kernel(d, fresh, l, false))) return fault;
        l.list = d->longer;
    }
    l.game = *longer_game;
    return start_kernel(d, longer, l, true);
}

/* Plays a part again from piles if its list ran over, because of an unusual chart. */
static const char *finish_part(device *d, const launch &l, const boxes_game *longer_game, boxes_totals *totals,
                               boxes_rest *rest)
{
    static results got;
    const char *fault;
    TRY(cudaMemcpy(&got, d->out, sizeof got, cudaMemcpyDeviceToHost));
    if (got.listed > LIST) {
        if ((fault = start_part(d, l, longer_game, true))) return fault;
        TRY(cudaMemcpy(&got, d->out, sizeof got, cudaMemcpyDeviceToHost));
    }
    if (got.left > BOXES_LEFT) return "too many rounds need more cards than lie ready";
    uint64_t *sum = (uint64_t *)totals;
    const uint64_t *part = (const uint64_t *)&got.totals;
    for (size_t i = 0; i < sizeof *totals / sizeof *sum; i++)
        sum[i] += part[i];
    for (uint32_t i = 0; i < got.left; i++)
        rest->take(rest->self, got.entry[i]);
    return NULL;
}

/* Gives every device the machine of the game. */
static const char *hold(const boxes_machine *machine, uint32_t bytes, int n)
{
    for (int i = 0; i < n; i++) {
        const char *fault = open_device(i);
        if (fault) return fault;
        TRY(cudaMemcpy(devices[i].machine, machine, bytes, cudaMemcpyHostToDevice));
    }
    return NULL;
}

const char *boxes_count(const boxes_run *run, uint64_t first, uint64_t rounds, boxes_totals *totals, boxes_rest *rest)
{
    int n = cuda_devices() < DEVICES ? cuda_devices() : DEVICES;
    uint32_t bytes = (run->machine_bytes + 15) / 16 * 16, unit = run->game.cover ? BOXES_SESSION : 1;
    uint64_t most = run->game.cover ? SESSIONS * BOXES_SESSION : FRESH_ROUNDS;
    const char *fault = hold(run->machine, bytes, n);
    static launch parts[DEVICES];
    if (!n) return "there is no CUDA device";
    while (rounds && !fault) {
        int started = 0;
        for (; started < n && rounds && !fault; started++) {
            uint64_t part = rounds < most ? rounds : most;
            parts[started] = { run->game, first / unit, part, NULL, bytes, NULL, NULL, NULL };
            TRY(cudaSetDevice(started));
            fault = start_part(&devices[started], parts[started], &run->longer, run->only_piles);
            first += part;
            rounds -= part;
        }
        for (int i = 0; i < started && !fault; i++) {
            TRY(cudaSetDevice(i));
            fault = finish_part(&devices[i], parts[i], &run->longer, totals, rest);
        }
    }
    return fault;
}
