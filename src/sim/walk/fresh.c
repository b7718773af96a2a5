/* fresh.c - rounds with fresh cards: the vector kernels deal, the lanes play.
 *
 * Most rounds need few cards, so lanes get few at first. Rounds that need more are listed and dealt again with more cards;
 * the very few that need still more are played by scalar. */
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

typedef struct walk_dealing dealing;

struct walk_dealing {
    const lm_sim_job *job;
    const simd_kernel *kernel;
    simd_plan plan;
    walk_machine machine;
    walk_bets bets;
    uint8_t step; /* of the bets: the count of a new shoe is always the same */
    int count;
    walk_lanes lanes;
    walk_sums sums;
    lm_sim_tally by_scalar;
    lm_sim_round *each;
    side_plan *wagers;         /* of the wagers; NULL: none is laid */
    side_counts counts, muted; /* of rounds that are sat out, too */
    lm_sim_tally muted_tally;
    side_book book;
    walk_asks *asks;             /* NULL: wagers are counted lane by lane */
    bool remembers;              /* wagers of a round depend on earlier ones */
    driver *alone;               /* plays single rounds of such a job */
    uint32_t from, batch;        /* the rounds in the lanes of such a job */
    int groups, most_groups;     /* of cards, at first and for rounds that need more */
    side_stream sides;           /* of the determinant cards */
    uint64_t base;               /* rounds are given by their distance from this one */
    uint32_t round[WALK_LANES];  /* by lane; NO_ROUND: the lane is left over */
    int8_t apart[WALK_LANES];    /* the tag of a determinant card that is not dealt to a box */
    uint32_t longer[SIMD_STRIP]; /* rounds that need more cards */
    int longs;
    uint8_t card[PREPARED + UNPREPARED][WALK_LANES];
};

/* Rounds to deal, and the tags of their determinant cards unless that is NULL. */
typedef struct {
    const uint32_t *round;
    const int8_t *apart;
    int n;
} round_list;

/* Deals listed rounds to the next lanes, from one side of the shoe. A kernel deals to all its lanes, so some may be
 * left over. */
static void deal_lanes(dealing *d, round_list list, int side, int groups)
{
    int lanes = d->kernel->lanes;
    for (int i = 0; i < list.n; i += lanes) {
        uint32_t rounds[SIMD_LANES];
        for (int k = 0; k < lanes; k++)
            rounds[k] = list.round[i + k < list.n ? i + k : i];
        d->kernel->cards(&d->plan, d->base, rounds, side, groups, &d->card[0][d->lanes.n], WALK_LANES);
        for (int k = 0; k < lanes; k++, d->lanes.n++) {
            int entry = i + simd_full_place(k, lanes);
            d->round[d->lanes.n] = entry < list.n ? list.round[entry] : NO_ROUND;
            d->apart[d->lanes.n] = list.apart && entry < list.n ? list.apart[entry] : 0;
        }
    }
}

/* Rounds by a side of the double shoe. */
typedef struct {
    uint32_t round[2][WALK_LANES];
    int8_t apart[2][WALK_LANES];
    int n[2];
} side_lists;

static void deal_lists(dealing *d, const side_lists *by, int groups)
{
    d->lanes.n = 0;
    for (int side = 0; side < 2; side++)
        deal_lanes(d, (round_list){ by->round[side], by->apart[side], by->n[side] }, side, groups);
}

/* Deals the determinant cards first. One that names the side it comes from is also the first card of the round. */
static void deal_sides(dealing *d, const uint32_t *list, int n, int groups)
{
    side_lists from = { .n = { 0 } }, named = { .n = { 0 } };
    bool red_is_b = d->job->rules->red_suits == LM_RED_SIDE_B;
    for (int i = 0; i < n; i++) {
        int side = side_of_round(&d->sides, d->job->seed, d->base + list[i]);
        from.round[side][from.n[side]++] = list[i];
    }
    deal_lists(d, &from, 1);
    for (int i = 0; i < d->lanes.n; i++) {
        lm_card suit = d->card[0][i] >> WALK_SUIT_SHIFT;
        bool is_red = suit == LM_DIAMONDS || suit == LM_HEARTS;
        if (d->round[i] == NO_ROUND) continue;
        int side = is_red == red_is_b, own = side_of_round(&d->sides, d->job->seed, d->base + d->round[i]);
        named.apart[side][named.n[side]] = side == own ? 0 : d->bets.tag[d->card[0][i] % WALK_CARDS];
        named.round[side][named.n[side]++] = d->round[i];
    }
    deal_lists(d, &named, groups);
}

/* A round that needed more cards, between rounds of the lanes. Its meters are its own, and are not looked at. One that
 * uses up all cards is not counted. */
static void play_alone(dealing *d, uint64_t round)
{
    if (!d->alone) {
        d->alone = malloc(sizeof *d->alone);
        if (!d->alone) abort();
        driver_open(d->alone, d->job);
        if (d->alone->has_meters) prizes_open(d->alone);
    }
    if (!driver_play(d->alone, round)) return;
    scalar_tally_main(d->alone, &d->by_scalar, d->sums.hands);
    side_add_round(&d->book, d->alone);
}

/* The count before the first card. */
static void begin_counts(dealing *d)
{
    int start = walk_bets_start(&d->bets);
    for (int i = 0; i < d->lanes.n; i++) {
        d->lanes.running[i] = start + d->apart[i];
        d->lanes.unseen[i] = d->plan.cards;
        d->lanes.step[i] = d->step;
        d->lanes.count[i] = d->count;
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
        if (lane_of[i] < 0) {
            play_alone(d, round);
        } else if (d->asks) {
            walk_wagers_ask(&d->machine, &d->lanes, d->asks, lane_of[i], round, &d->book);
        } else {
            walk_wagers_add(&d->machine, &d->lanes, lane_of[i], round, &d->book);
        }
    }
}

static void take_wagers(dealing *d, const uint8_t *listed, int n)
{
    if (d->asks) walk_wagers_count(&d->machine, &d->lanes, listed, n, d->book.counts, d->asks);
    if (d->remembers) {
        take_in_order(d, listed, n);
        return;
    }
    for (int i = 0; i < n; i++) {
        uint64_t round = d->base + d->round[listed[i]];
        if (!d->asks) {
            walk_wagers_add(&d->machine, &d->lanes, listed[i], round, &d->book);
        } else if (d->asks->any[listed[i]]) {
            walk_wagers_ask(&d->machine, &d->lanes, d->asks, listed[i], round, &d->book);
        }
    }
}

/* A round that needed more cards than its lane had. Rounds of a job that remembers go in their order. */
static void leave(dealing *d, uint32_t round, int groups)
{
    if (groups < d->most_groups) {
        d->longer[d->longs++] = round;
    } else if (d->each) {
        lm_sim_scalar.each(d->job, d->base + round, 1, &d->each[round]);
    } else if (!d->remembers) {
        lm_sim_scalar.run(d->job, d->base + round, 1, &d->by_scalar, d->sums.hands);
    }
}

/* Counts the rounds that had enough cards. */
static void take_results(dealing *d, int groups)
{
    uint8_t listed[WALK_LANES];
    int n = 0;
    uint32_t most = (uint32_t)(groups * SIMD_DRAWS * WALK_LANES);
    for (int i = 0; i < d->lanes.n; i++) {
        bool is_done = d->lanes.at[i] - (uint32_t)i <= most, is_played = d->round[i] != NO_ROUND;
        listed[n] = (uint8_t)i;
        n += is_done && is_played;
        if (is_played && !is_done) leave(d, d->round[i], groups);
    }
    for (int i = 0; d->each && i < n; i++)
        d->each[d->round[listed[i]]] = walk_round_of(&d->lanes, &d->machine, listed[i]);
    if (d->each) return;
    walk_sums_add(&d->sums, &d->lanes, listed, n);
    if (d->wagers) take_wagers(d, listed, n);
}

static void play_batch(dealing *d, const uint32_t *list, int n, int groups)
{
    d->lanes.n = 0;
    d->from = list[0];
    d->batch = (uint32_t)n;
    if (d->job->rules->shoe == LM_SHOE_DOUBLE) {
        deal_sides(d, list, n, groups);
    } else {
        deal_lanes(d, (round_list){ list, NULL, n }, 0, groups);
    }
    for (int i = 0; i < d->lanes.n; i++)
        d->lanes.at[i] = (uint32_t)i;
    if (d->bets.count) begin_counts(d);
    walk_play(&d->machine, d->job, &d->lanes);
    take_results(d, groups);
}

static void play_list(dealing *d, const uint32_t *list, int n, int groups)
{
    /* lists of two sides may each leave lanes over */
    int batch = d->job->rules->shoe == LM_SHOE_DOUBLE ? WALK_LANES - 2 * SIMD_LANES : WALK_LANES;
    for (int i = 0; i < n; i += batch)
        play_batch(d, list + i, n - i < batch ? n - i : batch, groups);
}

void walk_dealing_play(walk_dealing *d, uint64_t base, const uint32_t *list, int n, lm_sim_round *each)
{
    d->base = base;
    d->each = each;
    d->longs = 0;
    play_list(d, list, n, d->groups);
    play_list(d, d->longer, d->longs, d->most_groups);
}

static const simd_kernel *best_kernel(void)
{
    const simd_kernel *const *kernel = simd_kernels;
    while (!(*kernel)->is_here())
        kernel++;
    return *kernel;
}

walk_dealing *walk_dealing_open(const lm_sim_job *job, lm_sim_hands *hands)
{
    static const uint8_t most_groups[LM_SIM_SEATS + 1] = { 0, 3, 3, 4, 4, 5, 5, 6 };
    static const uint8_t usual_groups[LM_SIM_SEATS + 1] = { 0, 1, 2, 2, 3, 3, 4, 4 };
    dealing *d = calloc(1, sizeof *d);
    if (!d) abort();
    d->job = job;
    d->kernel = best_kernel();
    d->remembers = lm_sim_remembers(job);
    d->most_groups = most_groups[job->seats] - (d->remembers && job->seats == 1);
    d->groups = d->remembers ? d->most_groups : usual_groups[job->seats] + (lm_rules_dealer_hands(job->rules) > 1);
    simd_plan_draws(&d->plan, job);
    walk_machine_make(&d->machine, job);
    walk_bets_make(&d->bets, &d->machine, job);
    if (job->count) d->count = count_of(job->count, walk_bets_start(&d->bets), d->plan.cards);
    if (job->count) d->step = (uint8_t)count_step(job->count, d->count);
    walk_lanes_open(&d->lanes, &d->machine, &d->bets, d->card[0], WALK_LANES);
    walk_sums_open(&d->sums, &d->bets, &d->machine, hands);
    if (!walk_has_wagers(job)) return d;
    d->wagers = side_plan_join(job);
    walk_wagers_open(&d->machine, &d->lanes, d->wagers);
    if (walk_wagers_are_plain(d->wagers)) d->asks = malloc(sizeof *d->asks);
    bool sits_out = d->bets.watches[d->step];
    side_open(&d->book, d->wagers, job, sits_out ? &d->muted : &d->counts, sits_out ? &d->muted_tally : &d->sums.tally);
    return d;
}

void walk_dealing_close(walk_dealing *d, lm_sim_tally *tally)
{
    if (tally) walk_sums_close(&d->sums, &d->by_scalar, tally);
    if (tally && d->wagers) side_tally(d->wagers, &d->counts, tally);
    if (d->wagers) side_plan_leave(d->wagers);
    free(d->asks);
    free(d->alone);
    free(d);
}

void walk_fresh(const lm_sim_job *job, uint64_t first, uint64_t rounds, lm_sim_tally *tally, lm_sim_hands *hands,
                lm_sim_round *each)
{
    walk_dealing *d = walk_dealing_open(job, hands);
    uint64_t end = first + rounds;
    uint32_t list[SIMD_STRIP];
    while (first < end) {
        uint64_t base = first / SIMD_STRIP * SIMD_STRIP, stop = base + SIMD_STRIP < end ? base + SIMD_STRIP : end;
        int n = (int)(stop - first);
        for (int i = 0; i < n; i++)
            list[i] = (uint32_t)(first - base) + (uint32_t)i;
        walk_dealing_play(d, base, list, n, each ? each - list[0] : NULL);
        if (each) each += n;
        first = stop;
    }
    walk_dealing_close(d, tally);
}
