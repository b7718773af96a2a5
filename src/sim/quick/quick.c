/* quick.c - the backend that deals shoes: sessions side by side, and results turned into tallies. */
#include "quick.h"

#include <stdlib.h>
#include <string.h>

#include "tally.h"
#include "walk/walk.h"

enum {
    LANES = 4,         /* sessions side by side: while one waits for memory, the others continue */
    BY_HAND = 1 << 14, /* marks, in a log, the code of a split round; other entries are places in the table */
    LOG_VALUES = 1 << 15,
};

typedef struct {
    quick_shoe shoe;
    uint64_t session;
    uint32_t shoes;
    uint32_t wanted; /* number of rounds to play in the session */
    bool ran_out;
    uint16_t place;
    int rounds;
    uint16_t log[QUICK_ROUNDS + 1];
} lane;

/* Finishes a round that was split. If the shoe runs out, scalar plays the whole session instead. */
static void split(lane *l)
{
    uint16_t code;
    l->ran_out |= !quick_split(&l->shoe, l->place, &code);
    l->log[l->rounds++] = (uint16_t)(BY_HAND | code);
    l->place = l->shoe.table->begin;
}

/* One card. */
static void step(lane *l)
{
    quick_shoe *shoe = &l->shoe;
    if (!quick_shoe_has(shoe)) {
        l->ran_out = true;
        return;
    }
    l->place = shoe->table->next[l->place + shoe->card[shoe->drawn++]];
    if (l->place >= QUICK_SPLIT) {
        split(l);
    } else if (l->place < QUICK_OVER) {
        l->log[l->rounds++] = l->place;
    }
}

static bool is_between_rounds(const lane *l)
{
    return l->place < QUICK_OVER || l->place == l->shoe.table->begin;
}

/* Rounds continue until one ends after the cover card. */
static void finish_shoe(lane *l)
{
    int cover = l->shoe.table->cover;
    while (!l->ran_out && (l->shoe.drawn < cover || !is_between_rounds(l)))
        step(l);
}

typedef struct {
    const uint8_t *card; /* card[t] is the card of step t */
    uint16_t *log;
    size_t place;
} walker;

static walker walker_of(lane *l, int t)
{
    return (walker){ l->shoe.card + l->shoe.drawn - t - 1, l->log + l->rounds, l->place };
}

/* Writes the state of the walker at step t back to its lane. */
static void arrive(lane *l, walker w, int t)
{
    l->shoe.drawn = (int)(w.card + 1 + t - l->shoe.card);
    l->rounds = (int)(w.log - l->log);
    l->place = (uint16_t)w.place;
}

/* The step at which a lane reaches the cover card; t if it is past it. */
static int last_step(const lane *l, int t)
{
    int ahead = l->shoe.table->cover - l->shoe.drawn;
    return t + (ahead > 0 ? ahead : 0);
}

static int least(int a, int b)
{
    return a < b ? a : b;
}

/* Plays a whole split round at step t. Its cards bring the lane nearer to the cover card. */
static __attribute__((noinline)) walker walk_around(lane *l, walker w, int t, int *steps)
{
    arrive(l, w, t);
    split(l);
    *steps = least(*steps, last_step(l, t));
    return walker_of(l, t);
}

INLINE walker stride(const uint16_t *next, walker w, int t)
{
    w.place = next[w.place + w.card[t]];
    *w.log = (uint16_t)w.place;
    w.log += w.place < QUICK_OVER;
    return w;
}

/* Deals to all lanes until one of them reaches the cover card. Walkers are separate variables, so that they stay in
 * registers. */
static void walk(lane *l[LANES])
{
    const uint16_t *next = l[0]->shoe.table->next;
    walker a = walker_of(l[0], 0), b = walker_of(l[1], 0), c = walker_of(l[2], 0), d = walker_of(l[3], 0);
    int steps = last_step(l[0], 0), t = 0;
    for (int i = 1; i < LANES; i++)
        steps = least(steps, last_step(l[i], 0));
    while (t < steps) {
        t++;
        a = stride(next, a, t);
        b = stride(next, b, t);
        c = stride(next, c, t);
        d = stride(next, d, t);
        if (__builtin_expect(a.place >= QUICK_SPLIT, 0)) a = walk_around(l[0], a, t, &steps);
        if (__builtin_expect(b.place >= QUICK_SPLIT, 0)) b = walk_around(l[1], b, t, &steps);
        if (__builtin_expect(c.place >= QUICK_SPLIT, 0)) c = walk_around(l[2], c, t, &steps);
        if (__builtin_expect(d.place >= QUICK_SPLIT, 0)) d = walk_around(l[3], d, t, &steps);
    }
    arrive(l[0], a, t);
    arrive(l[1], b, t);
    arrive(l[2], c, t);
    arrive(l[3], d, t);
}

/* A range of rounds and its results: single rounds, or counts. */
typedef struct {
    const lm_sim_job *job;
    uint64_t first, rounds;
    uint64_t next; /* the round with which the next session begins */
    lm_sim_round *out;
    lm_sim_tally by_scalar;
    uint64_t counts[LOG_VALUES];
    quick_table table;
    lane lane[LANES];
} range;

static int code_of(const quick_table *table, unsigned entry)
{
    return entry & BY_HAND ? (int)(entry - BY_HAND) : table->code[entry / QUICK_VALUES];
}

static void deliver_rounds(range *r, const lane *l, uint64_t first)
{
    lm_sim_round *out = r->out + (first - r->first);
    if (l->ran_out) {
        lm_sim_scalar.each(r->job, first, l->wanted, out);
        return;
    }
    for (uint32_t i = 0; i < l->wanted; i++)
        out[i] = simd_round_of(r->job, code_of(&r->table, l->log[i]));
}

/* Counts the rounds of a finished session. Its last shoe may hold further rounds, which do not count. */
static void deliver(range *r, const lane *l)
{
    uint64_t first = l->session * LM_SIM_SESSION;
    if (r->out) {
        deliver_rounds(r, l, first);
    } else if (l->ran_out) {
        lm_sim_scalar.run(r->job, first, l->wanted, &r->by_scalar, NULL);
    } else {
        for (uint32_t i = 0; i < l->wanted; i++)
            r->counts[l->log[i]]++;
    }
}

/* False when the range has no more sessions. */
static bool next_session(range *r, lane *l)
{
    uint64_t left = r->first + r->rounds - r->next;
    if (!left) return false;
    l->session = r->next / LM_SIM_SESSION;
    l->wanted = left < LM_SIM_SESSION ? (uint32_t)left : LM_SIM_SESSION;
    l->shoes = 0;
    l->rounds = 0;
    l->ran_out = false;
    r->next += l->wanted;
    return true;
}

static void next_shoe(range *r, lane *l)
{
    quick_shoe *shoe = &l->shoe;
    shoe->table = &r->table;
    shoe->shoe.card = shoe->card;
    shoe->drawn = 1; /* one card is burned */
    word_stream words = words_of_shoe(r->job->seed, l->session, l->shoes++, 0);
    walk_shoe_open(&shoe->shoe, &r->table.cards, words, r->table.cover + QUICK_SPARE);
    l->place = r->table.begin;
}

/* Opens the next shoe when the cover card is out; in the next session when this one is complete. */
static bool go_on(range *r, lane *l)
{
    if (l->shoe.drawn < r->table.cover && !l->ran_out) return true;
    finish_shoe(l);
    if (l->ran_out || l->rounds >= (int)l->wanted) {
        deliver(r, l);
        if (!next_session(r, l)) return false;
    }
    next_shoe(r, l);
    return true;
}

static void play(range *r)
{
    lane *l[LANES];
    int lanes = 0;
    for (; lanes < LANES && next_session(r, &r->lane[lanes]); lanes++) {
        l[lanes] = &r->lane[lanes];
        next_shoe(r, l[lanes]);
    }
    while (lanes == LANES) {
        walk(l);
        for (int i = 0; i < lanes; i++) {
            if (!go_on(r, l[i])) l[i--] = l[--lanes];
        }
    }
    for (int i = 0; i < lanes; i++) {
        do
            finish_shoe(l[i]);
        while (go_on(r, l[i]));
    }
}

static range *open_range(const lm_sim_job *job, uint64_t first, uint64_t rounds, lm_sim_round *out)
{
    range *r = calloc(1, sizeof *r);
    if (!r) abort();
    r->job = job;
    r->first = r->next = first;
    r->rounds = rounds;
    r->out = out;
    quick_table_make(&r->table, job);
    return r;
}

/* Why the table of places does not take the job; the machine of walk.h does. */
static const char *table_refuses(const lm_sim_job *job)
{
    lm_sim_job fresh = *job;
    for (int i = 0; i < job->rules->offers; i++) {
        if (job->stake_cents[i]) return "it plays the main game only";
    }
    fresh.dealing = LM_DEALING_FRESH;
    return simd_refuses(&fresh);
}

static void run_quick(const lm_sim_job *job, uint64_t first, uint64_t rounds, lm_sim_tally *sum, lm_sim_hands *hands)
{
    if (hands || table_refuses(job)) {
        walk_shoes(job, first, rounds, sum, hands, NULL);
        return;
    }
    range *r = open_range(job, first, rounds, NULL);
    play(r);
    for (unsigned entry = 0; entry < LOG_VALUES; entry++) {
        if (!r->counts[entry]) continue;
        lm_sim_round round = simd_round_of(job, code_of(&r->table, entry));
        tally_rounds(job, round, r->counts[entry], &sum->main);
    }
    memset(&r->by_scalar.detail, 0, sizeof r->by_scalar.detail);
    lm_sim_tally_add(sum, &r->by_scalar);
    free(r);
}

static void each_quick(const lm_sim_job *job, uint64_t first, uint64_t rounds, lm_sim_round *out)
{
    if (table_refuses(job)) {
        walk_shoes(job, first, rounds, NULL, NULL, out);
        return;
    }
    range *r = open_range(job, first, rounds, out);
    play(r);
    free(r);
}

static const char *refuses(const lm_sim_job *job)
{
    return job->dealing != LM_DEALING_SHOE ? "it deals from shoes only" : walk_refuses(job);
}

const lm_sim_backend lm_sim_quick = {
    .name = "quick",
    .block = 512 * LM_SIM_SESSION,
    .has_hands = true,
    .refuses = refuses,
    .run = run_quick,
    .each = each_quick,
};
