/* simd.c - the backend of vector kernels: plays strips of rounds, finishes the rest, and turns codes into tallies. */
#include "simd.h"

#include <stdlib.h>
#include <string.h>

#include "choice.h"
#include "scalar/driver.h"
#include "tally.h"
#include "walk/walk.h"

const simd_kernel *const simd_kernels[] = {
#if defined(__x86_64__)
    &simd_avx512,
    &simd_avx2,
#endif
    &simd_plain,
    NULL,
};

/* One entry of a table, and its bytes. */
#define AT(row, value) .at[row] = (value), .low[row] = (value)&255, .high[row] = (value) >> 8
#define FIELD(end) AT(end, 1 << 4 * ((end) % 4))

const simd_table simd_end_code = {
    AT(SIMD_LOST, SIMD_EVEN - 1),
    AT(SIMD_TIED, SIMD_EVEN),
    AT(SIMD_WON, SIMD_EVEN + 1),
    AT(SIMD_ENDS_PAID + SIMD_LOST, SIMD_EVEN - 2 + SIMD_STAKED),
    AT(SIMD_ENDS_PAID + SIMD_TIED, SIMD_EVEN + SIMD_STAKED),
    AT(SIMD_ENDS_PAID + SIMD_WON, SIMD_EVEN + 2 + SIMD_STAKED),
    AT(SIMD_ENDS_HOUSE + SIMD_LOST, SIMD_EVEN - 1 + SIMD_LAMMER),
    AT(SIMD_ENDS_HOUSE + SIMD_TIED, SIMD_EVEN + SIMD_LAMMER),
    AT(SIMD_ENDS_HOUSE + SIMD_WON, SIMD_EVEN + 2 + SIMD_LAMMER),
    AT(SIMD_ENDS_BLACKJACK, SIMD_BLACKJACK),
    AT(SIMD_ENDS_SURRENDERED, SIMD_SURRENDER),
    AT(SIMD_ENDS_PAID_ONE, SIMD_EVEN - 1 + SIMD_STAKED),
};

const simd_table simd_end_field[3] = {
    { FIELD(0), FIELD(1), FIELD(2), FIELD(3) },
    { FIELD(4), FIELD(5), FIELD(6), FIELD(7) },
    { FIELD(8), FIELD(9), FIELD(10), FIELD(11) },
};

/* The state of a strip: rounds counted by code, or a code for each round. */
typedef struct {
    const simd_kernel *kernel;
    const lm_sim_job *job;
    simd_plan plan;
    simd_counts counts;
    uint64_t by_code[SIMD_CODES];
    lm_sim_tally by_scalar;
    uint64_t base;             /* first round of the strip */
    uint32_t from, to;         /* the rounds of the strip to play */
    uint8_t place[SIMD_LANES]; /* simd_full_place of each lane */
    simd_rest rest;
    walk_dealing *walk; /* plays what `quick` leaves; NULL: `full` does */
    uint16_t *codes;    /* a code for each round of the strip, or NULL */
    bool counts_codes;  /* by_code has them; `quick` does not count */
    uint16_t strip_codes[SIMD_STRIP + SIMD_LANES];
} strip;

static void take_code(strip *s, uint32_t round, uint16_t code)
{
    if (s->codes) {
        s->codes[round] = code;
    } else {
        s->by_code[code % SIMD_CODES]++;
        s->counts.push22[code / SIMD_PUSH22]++;
    }
}

/* Sorts the codes that `quick` wrote, which are in the order of lanes, by round. */
static void order_codes(strip *s, uint32_t from, int batches)
{
    int lanes = s->kernel->lanes;
    for (int batch = 0; batch < batches; batch++) {
        uint16_t in_lanes[SIMD_LANES], *codes = s->codes + from + (uint32_t)(batch * lanes);
        memcpy(in_lanes, codes, (size_t)lanes * sizeof *codes);
        for (int lane = 0; lane < lanes; lane++)
            codes[simd_quick_place(lane, lanes)] = in_lanes[lane];
    }
}

static void leave(strip *s, uint32_t from, uint32_t to)
{
    while (from < to)
        s->rest.left[s->rest.lefts++] = from++;
}

/* In turns, as a counter that was just increased is not ready to be increased again. */
static void count_codes(strip *s, const uint16_t *code, uint32_t n)
{
    enum { TURNS = 4, CODES = 1 << 7, HOUSE_SHIFT = 4 };
    uint32_t counts[TURNS][CODES] = { { 0 } };
    for (uint32_t i = 0; i < n; i++)
        counts[i % TURNS][code[i] % (2 * SIMD_STAKED) | (code[i] & SIMD_LAMMER) >> HOUSE_SHIFT]++;
    for (uint32_t i = 0; i < CODES; i++) {
        uint32_t counted = i % (2 * SIMD_STAKED) | i / (2 * SIMD_STAKED) * SIMD_LAMMER;
        for (int turn = 0; counted % SIMD_STAKED != SIMD_NET_MASK && turn < TURNS; turn++)
            s->by_code[counted] += counts[turn][i];
    }
}

/* `quick` plays whole batches. Rounds of the range before and after whole batches are left to `full`. */
static void play_quick(strip *s)
{
    uint32_t lanes = (uint32_t)s->kernel->lanes;
    uint32_t from = (s->from + lanes - 1) / lanes * lanes, to = s->to / lanes * lanes;
    if (from >= to) {
        leave(s, s->from, s->to);
        return;
    }
    int batches = (int)((to - from) / lanes);
    leave(s, s->from, from);
    uint16_t *codes = s->codes ? s->codes : s->counts_codes ? s->strip_codes : NULL;
    s->kernel->quick(&s->plan, s->base, from, batches, &s->counts, &s->rest, codes ? codes + from : NULL);
    leave(s, to, s->to);
    if (s->codes) {
        order_codes(s, from, batches);
    } else if (s->counts_codes) {
        count_codes(s, codes + from, to - from);
    }
}

/* Plays the listed rounds. Rounds that need more words stay on the list. */
static int play_full(strip *s, uint32_t *listed, int n, int groups)
{
    int lanes = s->kernel->lanes, kept = 0;
    memset(listed + n, 0, (size_t)lanes * sizeof *listed);
    for (int i = 0; i < n; i += lanes) {
        uint16_t code[SIMD_LANES];
        uint32_t round[SIMD_LANES];
        s->kernel->full(&s->plan, s->base, listed + i, groups, code);
        memcpy(round, listed + i, sizeof round);
        for (int lane = 0; lane < lanes; lane++) {
            if (i + s->place[lane] >= n) continue;
            if (code[lane] == SIMD_UNFINISHED) {
                listed[kept++] = round[s->place[lane]];
            } else {
                take_code(s, round[s->place[lane]], code[lane]);
            }
        }
    }
    return kept;
}

/* Rounds that need more words than SIMD_GROUPS, or that the machine of walk.h plays, stay on the list. */
static void play_strip(strip *s)
{
    simd_rest *rest = &s->rest;
    rest->lefts = rest->spoils = 0;
    play_quick(s);
    if (s->walk) {
        memcpy(rest->left + rest->lefts, rest->spoiled, (size_t)rest->spoils * sizeof *rest->left);
        rest->lefts += rest->spoils;
        return;
    }
    rest->lefts = play_full(s, rest->left, rest->lefts, SIMD_SHORT_GROUPS);
    rest->spoils = play_full(s, rest->spoiled, rest->spoils, SIMD_SHORT_GROUPS);
    memcpy(rest->left + rest->lefts, rest->spoiled, (size_t)rest->spoils * sizeof *rest->left);
    rest->lefts = play_full(s, rest->left, rest->lefts + rest->spoils, SIMD_GROUPS);
}

static lm_cents net_of(const lm_sim_job *job, int code)
{
    int net = code & SIMD_NET_MASK;
    if (net == SIMD_SURRENDER) return tally_surrender_cents(job);
    if (net >= SIMD_BLACKJACK) return tally_blackjack_cents(job) * (net - SIMD_BLACKJACK + 1);
    return job->bet_cents * (net - SIMD_EVEN);
}

lm_sim_round simd_round_of(const lm_sim_job *job, int code)
{
    int spots = lm_rules_dealer_hands(job->rules);
    return (lm_sim_round){ .net_cents = (int32_t)net_of(job, code),
                           .staked_cents = (int32_t)(spots * job->bet_cents * (1 + code / SIMD_STAKED % 8)),
                           .hands = (uint8_t)(1 + code / SIMD_HAND % 4),
                           .lammers = (uint8_t)(code / SIMD_LAMMER % 8) };
}

/* Counts Push 22 by the dealer's final hand and Pot of Gold by lammers; simd_refuses excludes all other wagers. */
static void tally_wagers(const strip *s, const uint64_t lammers[LM_SIM_LAMMERS], lm_sim_tally *tally)
{
    for (int i = 0; i < s->job->rules->offers; i++) {
        if (!s->job->stake_cents[i]) continue;
        bool push22 = i == choice_push22(s->job);
        tally_outcomes(s->job, i, push22 ? s->counts.push22 : lammers, push22 ? SIMD_22_KINDS : LM_SIM_LAMMERS,
                       &tally->wager[i]);
    }
}

static void tally_codes(strip *s, lm_sim_tally *tally)
{
    lm_sim_tally sum = { .main = { 0 } };
    for (int end = 0; end < SIMD_ENDS; end++)
        s->by_code[simd_end_code.at[end]] += s->counts.ends[end];
    for (int code = 0; code < SIMD_CODES; code++) {
        if (s->by_code[code]) tally_rounds(s->job, simd_round_of(s->job, code), s->by_code[code], &sum.main);
    }
    tally_wagers(s, sum.main.lammers, &sum);
    lm_sim_tally_add(tally, &sum);
    memset(&s->by_scalar.detail, 0, sizeof s->by_scalar.detail);
    lm_sim_tally_add(tally, &s->by_scalar);
}

static strip *open_strip(const simd_kernel *kernel, const lm_sim_job *job)
{
    strip *s = calloc(1, sizeof *s);
    if (!s) abort();
    s->kernel = kernel;
    s->job = job;
    simd_plan_job(&s->plan, job);
    s->counts_codes = s->plan.kind & SIMD_SPOTS;
    if (simd_refuses(job)) s->walk = walk_dealing_open(job, NULL);
    for (int lane = 0; lane < kernel->lanes; lane++)
        s->place[lane] = (uint8_t)simd_full_place(lane, kernel->lanes);
    return s;
}

/* The part of a range that lies in the strip of its first round; false when the range is empty. */
static bool next_strip(strip *s, uint64_t *first, uint64_t *rounds)
{
    if (!*rounds) return false;
    s->base = *first / SIMD_STRIP * SIMD_STRIP;
    s->from = (uint32_t)(*first - s->base);
    uint64_t here = SIMD_STRIP - s->from < *rounds ? SIMD_STRIP - s->from : *rounds;
    s->to = s->from + (uint32_t)here;
    *first += here;
    *rounds -= here;
    return true;
}

void simd_run(const simd_kernel *kernel, const lm_sim_job *job, uint64_t first, uint64_t rounds, lm_sim_tally *tally)
{
    strip *s = open_strip(kernel, job);
    while (next_strip(s, &first, &rounds)) {
        play_strip(s);
        if (s->walk) walk_dealing_play(s->walk, s->base, s->rest.left, s->rest.lefts, NULL);
        for (int i = 0; !s->walk && i < s->rest.lefts; i++)
            lm_sim_scalar.run(job, s->base + s->rest.left[i], 1, &s->by_scalar, NULL);
    }
    tally_codes(s, tally);
    if (s->walk) walk_dealing_close(s->walk, tally);
    free(s);
}

void simd_each(const simd_kernel *kernel, const lm_sim_job *job, uint64_t first, uint64_t rounds, lm_sim_round *out)
{
    strip *s = open_strip(kernel, job);
    s->codes = s->strip_codes;
    while (next_strip(s, &first, &rounds)) {
        play_strip(s);
        for (uint32_t i = s->from; i < s->to; i++)
            out[i - s->from] = simd_round_of(job, s->codes[i]);
        if (s->walk) walk_dealing_play(s->walk, s->base, s->rest.left, s->rest.lefts, out - s->from);
        for (int i = 0; !s->walk && i < s->rest.lefts; i++)
            lm_sim_scalar.each(job, s->base + s->rest.left[i], 1, &out[s->rest.left[i] - s->from]);
        out += s->to - s->from;
    }
    if (s->walk) walk_dealing_close(s->walk, NULL);
    free(s);
}

static const simd_kernel *best_kernel(void)
{
    const simd_kernel *const *kernel = simd_kernels;
    while (!(*kernel)->is_here())
        kernel++;
    return *kernel;
}

/* The kernels play what they can; the machine of walk.h plays all else. */
static void run_simd(const lm_sim_job *job, uint64_t first, uint64_t rounds, lm_sim_tally *tally, lm_sim_hands *hands)
{
    if (hands || (simd_refuses(job) && simd_quick_refuses(job))) {
        walk_fresh(job, first, rounds, tally, hands, NULL);
    } else {
        simd_run(best_kernel(), job, first, rounds, tally);
    }
}

static void each_simd(const lm_sim_job *job, uint64_t first, uint64_t rounds, lm_sim_round *out)
{
    if (simd_refuses(job) && simd_quick_refuses(job)) {
        walk_fresh(job, first, rounds, NULL, NULL, out);
    } else {
        simd_each(best_kernel(), job, first, rounds, out);
    }
}

static const char *refuses(const lm_sim_job *job)
{
    if (job->dealing != LM_DEALING_FRESH) return "it deals every round from a fresh shoe";
    return simd_refuses(job) ? walk_refuses(job) : NULL;
}

const lm_sim_backend lm_sim_simd = {
    .name = "simd",
    .block = 256 * SIMD_STRIP,
    .has_hands = true,
    .refuses = refuses,
    .run = run_simd,
    .each = each_simd,
};
