/* fresh.c - rounds with fresh cards: the vector kernels deal, the lanes play.
 *
 * A few rounds need more cards than were dealt in advance; scalar plays them. */
#include <stdlib.h>

#include "count.h"
#include "side/rounds.h"
#include "simd/simd.h"
#include "walk.h"

enum {
    PREPARED = SIMD_CARD_GROUPS * SIMD_DRAWS,
    UNPREPARED = LM_SIM_SEATS * 4 * 22, /* what lanes may read beyond: they end with any cards */
};

enum { NO_ROUND = UINT32_MAX };

typedef struct {
    const lm_sim_job *job;
    const simd_kernel *kernel;
    simd_plan plan;
    walk_machine machine;
    walk_bets bets;
    uint8_t step;                   /* of the bets: the count of a new shoe is always the same */
    int8_t determinant[WALK_LANES]; /* tags of determinant cards that were not dealt, by round */
    walk_lanes lanes;
    walk_sums sums;
    lm_sim_tally by_scalar;
    lm_sim_round *each;
    side_plan *wagers;         /* of the wagers; NULL: none is laid */
    side_counts counts, muted; /* of rounds that are sat out, too */
    lm_sim_tally muted_tally;
    side_book book;
    bool remembers;       /* wagers of a round depend on earlier ones */
    driver *alone;        /* plays single rounds of such a job */
    uint32_t from, batch; /* the rounds in the lanes */
    int groups;
    uint64_t base;              /* rounds are given by their distance from this one */
    uint32_t round[WALK_LANES]; /* by lane; NO_ROUND: the lane is left over */
    uint8_t card[PREPARED + UNPREPARED][WALK_LANES];
} dealing;

/* Deals listed rounds to the next lanes, from one side of the shoe. A kernel deals to all its lanes, so some may be
 * left over. */
static void deal_lanes(dealing *d, const uint32_t *list, int n, int side, int groups)
{
    int lanes = d->kernel->lanes;
    for (int i = 0; i < n; i += lanes) {
        uint32_t rounds[SIMD_LANES];
        for (int k = 0; k < lanes; k++)
            rounds[k] = list[i + k < n ? i + k : i];
        d->kernel->cards(&d->plan, d->base, rounds, side, groups, &d->card[0][d->lanes.n], WALK_LANES);
        for (int k = 0; k < lanes; k++) {
            int entry = i + simd_full_place(k, lanes);
            d->round[d->lanes.n++] = entry < n ? list[entry] : NO_ROUND;
        }
    }
}

/* The determinant card comes from side A. If it names side A, it is also the first card of the round. */
static void deal_sides(dealing *d, const uint32_t *list, int n)
{
    uint32_t of_side[2][WALK_LANES];
    int ns[2] = { 0, 0 };
    bool red_is_b = d->job->rules->red_suits == LM_RED_SIDE_B;
    deal_lanes(d, list, n, 0, 1);
    for (int i = 0; i < d->lanes.n; i++) {
        lm_card suit = d->card[0][i] >> WALK_SUIT_SHIFT;
        bool is_red = suit == LM_DIAMONDS || suit == LM_HEARTS, side = is_red == red_is_b;
        if (d->round[i] == NO_ROUND) continue;
        of_side[side][ns[side]++] = d->round[i];
        d->determinant[d->round[i] - d->from] = side ? d->bets.tag[d->card[0][i] % WALK_CARDS] : 0;
    }
    d->lanes.n = 0;
    for (int side = 0; side < 2; side++)
        deal_lanes(d, of_side[side], ns[side], side, d->groups);
}

/* A round that needed more cards, between rounds of the lanes. Its meters are its own, and are not looked at. */
static void play_alone(dealing *d, uint64_t round)
{
    if (!d->alone) {
        d->alone = malloc(sizeof *d->alone);
        if (!d->alone) abort();
        driver_open(d->alone, d->job);
        if (d->alone->has_meters) prizes_open(d->alone);
    }
    driver_play(d->alone, round);
    scalar_tally_main(d->alone, &d->by_scalar);
    side_add_round(&d->book, d->alone);
}

/* The count before the first card. */
static void begin_counts(dealing *d)
{
    int start = walk_bets_start(&d->bets);
    for (int i = 0; i < d->lanes.n; i++) {
        bool counts_it = d->round[i] != NO_ROUND && d->job->rules->shoe == LM_SHOE_DOUBLE;
        d->lanes.running[i] = start + (counts_it ? d->determinant[d->round[i] - d->from] : 0);
        d->lanes.unseen[i] = d->plan.cards;
        d->lanes.step[i] = d->step;
    }
}

/* The wagers of all rounds in their order, as one may depend on the other. */
static void take_in_order(dealing *d, const uint8_t *listed, int n)
{
    int lane_of[WALK_LANES];
    for (uint32_t i = 0; i < d->batch; i++)
        lane_of[i] = -1;
    for (int i = 0; i < n; i++)
        lane_of[d->round[listed[i]] - d->from] = listed[i];
    for (uint32_t i = 0; i < d->batch; i++) {
        uint64_t round = d->base + d->from + i;
        if (round % LM_SIM_SESSION == 0) side_begin(&d->book, round);
        if (lane_of[i] >= 0) {
            walk_wagers_add(&d->machine, &d->lanes, lane_of[i], round, &d->book);
        } else {
            play_alone(d, round);
        }
    }
}

static void take_wagers(dealing *d, const uint8_t *listed, int n)
{
    if (d->remembers) {
        take_in_order(d, listed, n);
        return;
    }
    for (int i = 0; i < n; i++)
        walk_wagers_add(&d->machine, &d->lanes, listed[i], d->base + d->round[listed[i]], &d->book);
}

/* Counts the rounds that had enough cards. */
static void take_results(dealing *d)
{
    uint8_t listed[WALK_LANES];
    int n = 0;
    uint32_t most = (uint32_t)(d->groups * SIMD_DRAWS * WALK_LANES);
    for (int i = 0; i < d->lanes.n; i++) {
        bool is_done = d->lanes.at[i] - (uint32_t)i <= most;
        listed[n] = (uint8_t)i;
        n += is_done && d->round[i] != NO_ROUND;
        if (__builtin_expect(is_done || d->round[i] == NO_ROUND, 1)) continue;
        uint64_t round = d->base + d->round[i];
        if (d->each) {
            lm_sim_scalar.each(d->job, round, 1, &d->each[d->round[i]]);
        } else if (!d->remembers) {
            lm_sim_scalar.run(d->job, round, 1, &d->by_scalar, NULL);
        }
    }
    for (int i = 0; d->each && i < n; i++)
        d->each[d->round[listed[i]]] = walk_round_of(&d->lanes, &d->machine, listed[i]);
    if (d->each) return;
    walk_sums_add(&d->sums, &d->lanes, listed, n);
    if (d->wagers) take_wagers(d, listed, n);
}

static void play_batch(dealing *d, uint32_t from, int n)
{
    uint32_t list[WALK_LANES];
    for (int i = 0; i < n; i++)
        list[i] = from + (uint32_t)i;
    d->lanes.n = 0;
    d->from = from;
    d->batch = (uint32_t)n;
    if (d->job->rules->shoe == LM_SHOE_DOUBLE) {
        deal_sides(d, list, n);
    } else {
        deal_lanes(d, list, n, 0, d->groups);
    }
    for (int i = 0; i < d->lanes.n; i++)
        d->lanes.at[i] = (uint32_t)i;
    if (d->bets.count) begin_counts(d);
    walk_play(&d->machine, d->job, &d->lanes);
    take_results(d);
}

static const simd_kernel *best_kernel(void)
{
    const simd_kernel *const *kernel = simd_kernels;
    while (!(*kernel)->is_here())
        kernel++;
    return *kernel;
}

static dealing *open_dealing(const lm_sim_job *job)
{
    static const uint8_t groups[LM_SIM_SEATS + 1] = { 0, 3, 3, 4, 4, 5, 5, 6 };
    dealing *d = calloc(1, sizeof *d);
    if (!d) abort();
    d->job = job;
    d->kernel = best_kernel();
    d->groups = groups[job->seats];
    simd_plan_draws(&d->plan, job);
    walk_machine_make(&d->machine, job);
    walk_bets_make(&d->bets, &d->machine, job);
    if (job->count)
        d->step = (uint8_t)count_step(job->count, count_of(job->count, walk_bets_start(&d->bets), d->plan.cards));
    walk_lanes_open(&d->lanes, &d->machine, &d->bets, d->card[0], WALK_LANES);
    walk_sums_open(&d->sums, &d->bets, &d->machine);
    d->remembers = lm_sim_remembers(job);
    if (!walk_has_wagers(job)) return d;
    d->lanes.plan = d->wagers = side_plan_join(job);
    bool sits_out = d->bets.watches[d->step];
    side_open(&d->book, d->wagers, job, sits_out ? &d->muted : &d->counts, sits_out ? &d->muted_tally : &d->sums.tally);
    return d;
}

void walk_fresh(const lm_sim_job *job, uint64_t first, uint64_t rounds, lm_sim_tally *tally, lm_sim_round *each)
{
    dealing *d = open_dealing(job);
    uint64_t end = first + rounds;
    /* lists of two sides may each leave lanes over */
    uint64_t batch = job->rules->shoe == LM_SHOE_DOUBLE ? WALK_LANES - 2 * SIMD_LANES : WALK_LANES;
    while (first < end) {
        d->base = first / SIMD_STRIP * SIMD_STRIP;
        uint64_t stop = d->base + SIMD_STRIP < end ? d->base + SIMD_STRIP : end;
        d->each = each ? each - (first - d->base) : NULL;
        uint64_t begin = first;
        for (; first < stop; first += batch)
            play_batch(d, (uint32_t)(first - d->base), (int)(stop - first < batch ? stop - first : batch));
        first = stop;
        if (each) each += first - begin;
    }
    if (tally) walk_sums_close(&d->sums, &d->by_scalar, tally);
    if (tally && d->wagers) side_tally(d->wagers, &d->counts, tally);
    if (d->wagers) side_plan_leave(d->wagers);
    free(d->alone);
    free(d);
}
