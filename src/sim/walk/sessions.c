/* sessions.c - rounds from shoes: each lane deals a session.
 *
 * If a shoe runs out in a round, scalar plays the rest of the session. */
#include <stdlib.h>
#include <string.h>

#include "count.h"
#include "scalar/driver.h"
#include "shoe.h"
#include "walk.h"

enum {
    LANES = 64,          /* sessions side by side: their shoes and the machine share the nearest caches */
    SHOE_BYTES = 448,    /* room for a shoe */
    BEYOND = 7 * 4 * 22, /* what lanes may read after the last shoe: they end with any cards */
    SIDES = DRIVER_SIDES,
};

typedef struct {
    walk_shoe shoe[SIDES];
    int drawn[SIDES];
    uint32_t shoes[SIDES]; /* opened in this session */
    int side;              /* from which the round is dealt */
    side_stream sides;     /* of the determinant cards */
    int running;           /* count */
    uint64_t first;        /* round of the session */
    uint32_t done, wanted;
} session;

typedef struct {
    const lm_sim_job *job;
    uint64_t next, end; /* the round with which the next session begins; the end of the range */
    uint64_t first;
    lm_sim_round *each;
    lm_sim_tally by_scalar;
    int sides, ahead; /* sides of the shoe; the cards that a round may use */
    shoe_plan plan;
    walk_machine machine;
    walk_bets bets;
    walk_lanes lanes;
    walk_sums sums;
    side_plan *wagers;         /* of the wagers; NULL: none is laid */
    side_counts counts, muted; /* of rounds that are sat out, too */
    lm_sim_tally muted_tally;
    side_book *book; /* of each lane */
    session session[LANES];
    uint8_t card[LANES * SIDES * SHOE_BYTES + BEYOND];
} table;

/* False when the range has no more sessions. */
static bool next_session(table *t, session *s)
{
    uint64_t left = t->end - t->next;
    if (!left) return false;
    s->first = t->next;
    s->wanted = left < LM_SIM_SESSION ? (uint32_t)left : LM_SIM_SESSION;
    s->done = 0;
    memset(s->shoes, 0, sizeof s->shoes);
    t->next += s->wanted;
    if (t->wagers) side_begin(&t->book[s - t->session], s->first);
    return true;
}

static void open_shoe(table *t, session *s, int side)
{
    const lm_sim_job *job = t->job;
    word_stream words = words_of_shoe(job->seed, s->first / LM_SIM_SESSION, s->shoes[side]++, side);
    walk_shoe_open(&s->shoe[side], &t->plan, words, job->cover + t->ahead);
    s->running = walk_bets_start(&t->bets);
    s->drawn[side] = t->sides == 1; /* one card is burned, but none from a double shoe */
}

/* Prepares the cards of the next round, as prepare_cards of scalar does. */
static void prepare(table *t, session *s)
{
    for (int side = 0; side < t->sides; side++) {
        if (!s->shoes[side] || s->drawn[side] >= t->job->cover) open_shoe(t, s, side);
        s->drawn[side] += t->job->rules->burn_each_round != 0;
        while (s->drawn[side] + t->ahead > s->shoe[side].made && walk_shoe_more(&s->shoe[side]))
            ;
    }
}

/* A determinant card that names the side it comes from is also the first card of the round. */
static void determine(const table *t, session *s)
{
    int from = side_of_round(&s->sides, t->job->seed, s->first + s->done);
    uint8_t card = s->shoe[from].card[s->drawn[from]], suit = card >> WALK_SUIT_SHIFT;
    bool is_red = suit == LM_DIAMONDS || suit == LM_HEARTS;
    s->side = is_red == (t->job->rules->red_suits == LM_RED_SIDE_B);
    if (s->side == from) return;
    s->drawn[from]++;
    s->running += t->bets.tag[card % WALK_CARDS];
}

static int cards_left(const table *t, const session *s)
{
    return t->plan.cards.n - s->drawn[s->side];
}

/* The bet comes before the determinant card; until then the count is for the side of the round before. */
static void choose_bet(table *t, const session *s, int lane)
{
    const lm_count *count = t->job->count;
    t->lanes.step[lane] = 0;
    if (!count) return;
    t->lanes.count[lane] = count_of(count, s->running, cards_left(t, s));
    t->lanes.step[lane] = (uint8_t)count_step(count, t->lanes.count[lane]);
}

static void deal(table *t)
{
    for (int i = 0; i < t->lanes.n; i++) {
        session *s = &t->session[i];
        prepare(t, s);
        int gone[SIDES] = { s->drawn[0], s->drawn[1] };
        choose_bet(t, s, i);
        if (t->sides > 1) determine(t, s);
        t->lanes.gone[i] = gone[s->side];
        t->lanes.running[i] = s->running;
        t->lanes.unseen[i] = cards_left(t, s);
        t->lanes.at[i] = (uint32_t)(s->shoe[s->side].card + s->drawn[s->side] - t->card);
    }
}

/* Scalar plays the rest of a session whose shoe has run out. */
static void leave_to_scalar(table *t, session *s)
{
    if (t->each) {
        static _Thread_local lm_sim_round rounds[LM_SIM_SESSION];
        lm_sim_scalar.each(t->job, s->first, s->wanted, rounds);
        memcpy(t->each + (s->first - t->first), rounds, s->wanted * sizeof *rounds);
    } else {
        scalar_run_from(t->job, s->first, s->done, s->wanted, &t->by_scalar, t->sums.hands);
    }
    s->done = s->wanted;
}

/* Wagers of rounds that are sat out live on, but are not counted. */
static void take_wagers(table *t, const session *s, int lane)
{
    side_book *book = &t->book[lane];
    bool sits_out = t->bets.watches[t->lanes.step[lane]];
    book->counts = sits_out ? &t->muted : &t->counts;
    book->tally = sits_out ? &t->muted_tally : &t->sums.tally;
    walk_wagers_add(&t->machine, &t->lanes, lane, s->first + s->done, book);
}

/* Takes the results of the round, and gives lanes whose session is complete another one. */
static void take_results(table *t)
{
    uint8_t listed[LANES];
    int n = 0;
    for (int i = 0; i < t->lanes.n; i++) {
        session *s = &t->session[i];
        s->drawn[s->side] = (int)(t->lanes.at[i] - (uint32_t)(s->shoe[s->side].card - t->card));
        bool ran_out = s->drawn[s->side] > s->shoe[s->side].made;
        listed[n] = (uint8_t)i;
        n += !ran_out;
        if (__builtin_expect(ran_out, 0)) {
            leave_to_scalar(t, s);
            continue;
        }
        if (t->each) t->each[s->first - t->first + s->done] = walk_round_of(&t->lanes, &t->machine, i);
        if (t->wagers && !t->each) take_wagers(t, s, i);
        if (t->bets.count) s->running += walk_tags(&t->lanes, i, t->lanes.at[i]);
        s->done++;
    }
    walk_sums_add(&t->sums, &t->lanes, listed, n);
}

/* Moves the session of the last lane to a lane that has none. */
static void move_session(table *t, int to, int from)
{
    session *a = &t->session[to], *b = &t->session[from];
    if (to == from) return;
    session moved = *b;
    for (int side = 0; side < t->sides; side++) {
        memcpy(a->shoe[side].card, b->shoe[side].card, SHOE_BYTES);
        moved.shoe[side].card = a->shoe[side].card;
    }
    *a = moved;
    if (t->wagers) t->book[to] = t->book[from];
}

static void play(table *t)
{
    while (t->lanes.n < LANES && next_session(t, &t->session[t->lanes.n]))
        t->lanes.n++;
    while (t->lanes.n) {
        deal(t);
        walk_play(&t->machine, t->job, &t->lanes);
        take_results(t);
        for (int i = t->lanes.n - 1; i >= 0; i--) {
            session *s = &t->session[i];
            if (s->done == s->wanted && !next_session(t, s)) move_session(t, i, --t->lanes.n);
        }
    }
}

static void open_wagers(table *t)
{
    t->book = calloc(LANES, sizeof *t->book);
    if (!t->book) abort();
    t->wagers = side_plan_join(t->job);
    walk_wagers_open(&t->machine, &t->lanes, t->wagers);
    for (int i = 0; i < LANES; i++)
        side_open(&t->book[i], t->wagers, t->job, &t->counts, &t->sums.tally);
}

static table *open_table(const lm_sim_job *job, lm_sim_hands *hands)
{
    table *t = calloc(1, sizeof *t);
    if (!t) abort();
    t->job = job;
    t->sides = job->rules->shoe == LM_SHOE_DOUBLE ? 2 : 1;
    t->ahead = 14 + 8 * job->seats + 8 * (lm_rules_dealer_hands(job->rules) - 1);
    walk_shoe_plan(&t->plan, (int)job->rules->decks);
    walk_machine_make(&t->machine, job);
    walk_bets_make(&t->bets, &t->machine, job);
    walk_lanes_open(&t->lanes, &t->machine, &t->bets, t->card, 1);
    walk_sums_open(&t->sums, &t->bets, &t->machine, hands);
    if (walk_has_wagers(job)) open_wagers(t);
    for (int i = 0; i < LANES; i++) {
        for (int side = 0; side < SIDES; side++)
            t->session[i].shoe[side].card = t->card + (i * t->sides + side % t->sides) * SHOE_BYTES;
    }
    return t;
}

void walk_shoes(const lm_sim_job *job, uint64_t first, uint64_t rounds, lm_sim_tally *tally, lm_sim_hands *hands,
                lm_sim_round *each)
{
    table *t = open_table(job, hands);
    t->first = t->next = first;
    t->end = first + rounds;
    t->each = each;
    play(t);
    if (tally) walk_sums_close(&t->sums, &t->by_scalar, tally);
    if (tally && t->wagers) side_tally(t->wagers, &t->counts, tally);
    if (t->wagers) side_plan_leave(t->wagers);
    free(t->book);
    free(t);
}
