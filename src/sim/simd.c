/* simd.c - the backend of vector kernels: strips of rounds, what is left of them, and codes turned into tallies. */
#include "simd.h"

#include <stdlib.h>
#include <string.h>

__extension__ typedef unsigned __int128 wide;

const simd_kernel *const simd_kernels[] = {
#if defined(__x86_64__)
    &simd_avx512,
    &simd_avx2,
#endif
    &simd_plain,
    NULL,
};

enum {
    PAID = SIMD_EVEN + SIMD_STAKED,
    HOUSE = SIMD_EVEN + SIMD_LAMMER,
};

const uint16_t simd_quick_code[SIMD_QUICK_CODES] = {
    SIMD_EVEN - 1, SIMD_EVEN, SIMD_EVEN + 1, SIMD_BLACKJACK, SIMD_SURRENDER, PAID - 2,
    PAID,          PAID + 2,  HOUSE - 1,     HOUSE,          HOUSE + 2,
};

/* --- strips ----------------------------------------------------------------------------------------------- */

/* Rounds by code, and where they are wanted one by one. */
typedef struct {
    const simd_kernel *kernel;
    const lm_sim_job *job;
    simd_plan plan;
    simd_counts counts;
    uint64_t by_code[SIMD_CODES];
    lm_sim_tally by_scalar;
    uint64_t base;     /* first round of the strip */
    uint32_t from, to; /* rounds of it that are played */
    int rests;
    uint32_t rest[SIMD_STRIP + 2 * SIMD_LANES];
    uint16_t *codes; /* of the strip's rounds, or NULL */
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

/* Codes of quick's batches stand in the order of lanes. */
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
        s->rest[s->rests++] = from++;
}

/* Whole batches by `quick`; the ends of a range that are none are left to `full` like all that is rare. */
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
    s->rests += s->kernel->quick(&s->plan, s->base, from, batches, &s->counts, s->rest + s->rests,
                                 s->codes ? s->codes + from : NULL);
    leave(s, to, s->to);
    if (s->codes) order_codes(s, from, batches);
}

/* Plays what is listed and keeps on the list what needs more words. */
static void play_full(strip *s, int groups)
{
    int lanes = s->kernel->lanes, kept = 0;
    memset(s->rest + s->rests, 0, (size_t)lanes * sizeof *s->rest);
    for (int i = 0; i < s->rests; i += lanes) {
        uint16_t code[SIMD_LANES];
        s->kernel->full(&s->plan, s->base, s->rest + i, groups, code);
        uint32_t unfinished[SIMD_LANES];
        int n = 0;
        for (int lane = 0; lane < lanes; lane++) {
            int entry = i + simd_full_place(lane, lanes);
            if (entry >= s->rests) continue;
            if (code[lane] == SIMD_UNFINISHED) {
                unfinished[n++] = s->rest[entry];
            } else {
                take_code(s, s->rest[entry], code[lane]);
            }
        }
        memcpy(s->rest + kept, unfinished, (size_t)n * sizeof *unfinished);
        kept += n;
    }
    s->rests = kept;
}

static void play_strip(strip *s)
{
    s->rests = 0;
    play_quick(s);
    play_full(s, SIMD_SHORT_GROUPS);
    play_full(s, SIMD_GROUPS);
}

/* --- codes into results ----------------------------------------------------------------------------------- */

static lm_cents net_of(const lm_sim_job *job, int code)
{
    static const uint8_t odds[][2] = { { 3, 2 }, { 6, 5 }, { 1, 1 } };
    const lm_rules *k = job->rules;
    lm_cents bet = job->bet_cents, chip = k->round_up ? k->chip_unit : 0;
    const uint8_t *blackjack = odds[k->blackjack_pays];
    switch (code & SIMD_NET_MASK) {
    case SIMD_BLACKJACK: return lm_cents_times(bet, blackjack[0], blackjack[1], chip);
    case SIMD_SURRENDER: return lm_cents_times(bet, 1, 2, chip) - bet;
    default: return bet * ((code & SIMD_NET_MASK) - SIMD_EVEN);
    }
}

static int staked_of(int code)
{
    return 1 + code / SIMD_STAKED % 8;
}

static int hands_of(int code)
{
    return 1 + code / SIMD_HAND % 4;
}

static int lammers_of(int code)
{
    return code / SIMD_LAMMER % 8;
}

static lm_sim_wide squares_of(uint64_t times, lm_cents value)
{
    wide sum = (wide)times * (wide)((uint64_t)(value * value));
    return (lm_sim_wide){ (uint64_t)sum, (uint64_t)(sum >> 64) };
}

static void tally_code(const lm_sim_job *job, int code, uint64_t rounds, lm_sim_main *main)
{
    lm_cents net = net_of(job, code);
    uint64_t bets = rounds * (uint64_t)job->bet_cents;
    main->rounds += rounds;
    main->initial_cents += bets;
    main->staked_cents += bets * (uint64_t)staked_of(code);
    main->net_cents += net * (int64_t)rounds;
    lm_sim_wide_add(&main->seat_squares, squares_of(rounds, net));
    lm_sim_wide_add(&main->round_squares, squares_of(rounds, net));
    *(net > 0 ? &main->win : net < 0 ? &main->lose : &main->push) += rounds;
    main->hands += rounds * (uint64_t)hands_of(code);
    main->lammers[lammers_of(code)] += rounds;
}

static void tally_wager(const lm_sim_job *job, int offer, const uint64_t *by_outcome, int outcomes,
                        lm_sim_wager *wager)
{
    const lm_rules *k = job->rules;
    lm_cents stake = job->stake_cents[offer];
    for (int outcome = 0; outcome < outcomes; outcome++) {
        uint64_t bets = by_outcome[outcome];
        lm_odds odds = k->offer[offer].pays[outcome];
        lm_cents net = outcome ? lm_odds_net(odds, stake, k->round_up ? k->chip_unit : 0) : -stake;
        wager->bets += bets;
        wager->staked_cents += bets * (uint64_t)stake;
        wager->net_cents += net * (int64_t)bets;
        lm_sim_wide_add(&wager->squares, squares_of(bets, net));
        *(net > 0 ? &wager->win : net < 0 ? &wager->lose : &wager->push) += bets;
        wager->outcome[outcome] += bets;
    }
}

/* Push 22 by what the dealer ended with, Pot of Gold by lammers: no others are taken. */
static void tally_wagers(const strip *s, const uint64_t lammers[LM_SIM_LAMMERS], lm_sim_tally *tally)
{
    for (int i = 0; i < s->job->rules->offers; i++) {
        if (!s->job->stake_cents[i]) continue;
        if (strcmp(s->job->rules->offer[i].wager->id, "push22") == 0) {
            tally_wager(s->job, i, s->counts.push22, SIMD_22_KINDS, &tally->wager[i]);
        } else {
            tally_wager(s->job, i, lammers, LM_SIM_LAMMERS, &tally->wager[i]);
        }
    }
}

static void tally_codes(strip *s, lm_sim_tally *tally)
{
    lm_sim_tally sum = { .main = { 0 } };
    for (int i = 0; i < SIMD_QUICK_CODES; i++)
        s->by_code[simd_quick_code[i]] += s->counts.quick[i];
    for (int code = 0; code < SIMD_CODES; code++) {
        if (s->by_code[code]) tally_code(s->job, code, s->by_code[code], &sum.main);
    }
    tally_wagers(s, sum.main.lammers, &sum);
    lm_sim_tally_add(tally, &sum);
    memset(&s->by_scalar.detail, 0, sizeof s->by_scalar.detail);
    lm_sim_tally_add(tally, &s->by_scalar);
}

static lm_sim_round round_of(const lm_sim_job *job, int code)
{
    return (lm_sim_round){ .net_cents = (int32_t)net_of(job, code),
                           .staked_cents = (int32_t)(job->bet_cents * staked_of(code)),
                           .hands = (uint8_t)hands_of(code),
                           .lammers = (uint8_t)lammers_of(code) };
}

/* --- the backend ------------------------------------------------------------------------------------------ */

static strip *open_strip(const simd_kernel *kernel, const lm_sim_job *job)
{
    strip *s = calloc(1, sizeof *s);
    if (!s) abort();
    s->kernel = kernel;
    s->job = job;
    simd_plan_job(&s->plan, job);
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

void simd_run(const simd_kernel *kernel, const lm_sim_job *job, uint64_t first, uint64_t rounds,
              lm_sim_tally *tally)
{
    strip *s = open_strip(kernel, job);
    while (next_strip(s, &first, &rounds)) {
        play_strip(s);
        for (int i = 0; i < s->rests; i++)
            lm_sim_scalar.run(job, s->base + s->rest[i], 1, &s->by_scalar, NULL);
    }
    tally_codes(s, tally);
    free(s);
}

void simd_each(const simd_kernel *kernel, const lm_sim_job *job, uint64_t first, uint64_t rounds,
               lm_sim_round *out)
{
    strip *s = open_strip(kernel, job);
    s->codes = s->strip_codes;
    while (next_strip(s, &first, &rounds)) {
        play_strip(s);
        for (uint32_t i = s->from; i < s->to; i++)
            out[i - s->from] = round_of(job, s->codes[i]);
        for (int i = 0; i < s->rests; i++)
            lm_sim_scalar.each(job, s->base + s->rest[i], 1, &out[s->rest[i] - s->from]);
        out += s->to - s->from;
    }
    free(s);
}

static const simd_kernel *best_kernel(void)
{
    const simd_kernel *const *kernel = simd_kernels;
    while (!(*kernel)->is_here())
        kernel++;
    return *kernel;
}

static void run(const lm_sim_job *job, uint64_t first, uint64_t rounds, lm_sim_tally *tally,
                lm_sim_hands *hands)
{
    simd_run(best_kernel(), job, first, rounds, tally);
}

static void each(const lm_sim_job *job, uint64_t first, uint64_t rounds, lm_sim_round *out)
{
    simd_each(best_kernel(), job, first, rounds, out);
}

static bool is_here(void)
{
    return true;
}

const lm_sim_backend lm_sim_simd = {
    .name = "simd",
    .block = 256 * SIMD_STRIP,
    .is_here = is_here,
    .refuses = simd_refuses,
    .run = run,
    .each = each,
};
