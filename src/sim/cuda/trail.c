/* trail.c - the table of trail.h, from the machine of boxes.c; and what its keys come to.
 *
 * A row is made from the ends of rounds backwards, and equal rows are merged. What entries add is kept in parts until all
 * rows are made, because only then is it known how many different boxes and dealer hands there are. */
#include "trail_plan.h"

#include <stdlib.h>
#include <string.h>

#include "hand.h"
#include "side/plan.h"

enum { HASHES = 1 << 15, KNOWN = 1 << 17, RANKS = CUDA_RANKS, NO_END = 511 };

/* What an entry adds, before keys are numbered: box, first dealer hand, later ones; whether suits are asked about and
 * the card is the dealer's; and the row. */
enum { PART_DEALER = 8, PART_LATER = 16, PART_SUITS = 24, PART_OF_DEALER = 25, PART_ROW = 32 };

#define PART(value, at) ((uint64_t)(value) << (at))
#define LEFT PART(TRAIL_LEFT, PART_ROW)

/* Where a round is. */
typedef enum { AT_BOX, AT_DEALER, AT_MORE } phase; /* AT_MORE: the dealer draws on for wagers */

typedef struct {
    uint8_t phase, spot;
    uint8_t two;       /* the dealer's first cards, by value */
    uint8_t wants;     /* how far wagers need the first dealer hand */
    uint8_t needs;     /* how far the box needs each of them */
    uint8_t natural;   /* the box was dealt an ace and a ten */
    uint16_t place;    /* of the machine */
    hand_sum box, his; /* sums, where wagers look at them */
    uint8_t n;         /* the dealer's cards */
    uint8_t final;     /* of the first dealer hand, and its end for the main wagers: AT_MORE */
    uint16_t main;
} state;

typedef struct {
    const boxes_game *game;
    const boxes_machine *from;
    const sights_plan *sights;
    trail_table *to;
    bool is_full;
    uint64_t row[TRAIL_ROWS][RANKS];
    uint32_t hash[HASHES]; /* rows by their content: number plus 1 */
    uint64_t open[TRAIL_OPENS];
    state known[KNOWN]; /* rows by their state */
    uint64_t found[KNOWN];
    uint8_t is_known[KNOWN];
    uint32_t knows;
} maker;

static uint64_t row_of(maker *m, const state *s);

static uint32_t hash_of(const void *data, size_t size)
{
    const uint8_t *byte = data;
    uint32_t hash = 2166136261u;
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ byte[i]) * 16777619u;
    return hash ^ hash >> 15;
}

/* Stores a row, unless an equal one is stored already, and returns an entry that leads to it. */
static uint64_t keep(maker *m, const uint64_t row[RANKS])
{
    uint32_t at = hash_of(row, RANKS * sizeof *row) % HASHES;
    for (; m->hash[at]; at = (at + 1) % HASHES) {
        if (memcmp(m->row[m->hash[at] - 1], row, RANKS * sizeof *row) == 0) return PART(m->hash[at] - 1, PART_ROW);
    }
    if (m->to->rows == TRAIL_ROWS) {
        m->is_full = true;
        return LEFT;
    }
    memcpy(m->row[m->to->rows], row, RANKS * sizeof *row);
    m->hash[at] = ++m->to->rows;
    return PART(m->hash[at] - 1, PART_ROW);
}

/* --- boxes and dealer hands ----------------------------------------------------------------------------------- */

/* The number of a box that has come to an end, or TRAIL_BOXES where there are too many. */
static uint32_t box_number(maker *m, const state *s, int end)
{
    const sights_game *g = &m->game->sights;
    trail_box box = { (uint16_t)end, g->natural && s->natural, g->total ? (uint16_t)hand_total(s->box) : 0 };
    trail_table *to = m->to;
    uint32_t i = 0;
    while (i < to->boxes && memcmp(&to->box[i], &box, sizeof box) != 0)
        i++;
    if (i == to->boxes && i < TRAIL_BOXES) to->box[to->boxes++] = box;
    return i;
}

static bool is_asked(const side_plan *side, uint32_t main, uint32_t last)
{
    uint32_t asked = 0;
    for (uint32_t lammers = 0; lammers < LM_SIM_LAMMERS; lammers++)
        asked |= side->ask_end[0][main * LM_SIM_LAMMERS + lammers] | side->ask_end[1][last * LM_SIM_LAMMERS + lammers];
    return asked != 0;
}

/* Whether no wager tells two hands apart; for hands that no wager must be asked about. */
static bool is_alike(const maker *m, const trail_dealer *a, const trail_dealer *b)
{
    if (!m->sights || a->final != b->final || !a->main != !b->main) return false;
    const side_plan *side = m->sights->side;
    if (is_asked(side, a->main, a->last) || is_asked(side, b->main, b->last)) return false;
    for (uint32_t left = side->by_end | side->by_last; left; left &= left - 1) {
        const uint8_t *code = side->end_code[__builtin_ctz(left)];
        if (memcmp(code + a->main * LM_SIM_LAMMERS, code + b->main * LM_SIM_LAMMERS, LM_SIM_LAMMERS) != 0 ||
            memcmp(code + a->last * LM_SIM_LAMMERS, code + b->last * LM_SIM_LAMMERS, LM_SIM_LAMMERS) != 0)
            return false;
    }
    return true;
}

/* The number of a dealer hand; where its suits are asked about, that of the first of three. */
static uint32_t dealer_number(maker *m, trail_dealer dealer, bool by_suits)
{
    trail_table *to = m->to;
    uint32_t i = 0, patterns = by_suits ? SIGHT_PATTERNS : 1;
    dealer.pattern = by_suits ? 0 : SIGHT_SUIT;
    while (i < to->dealers && memcmp(&to->dealer[i], &dealer, sizeof dealer) != 0 &&
           !is_alike(m, &to->dealer[i], &dealer))
        i++;
    if (i < to->dealers) return i;
    if (to->dealers + patterns > TRAIL_DEALERS) return TRAIL_DEALERS;
    for (uint32_t pattern = 0; pattern < patterns; pattern++, dealer.pattern++)
        to->dealer[to->dealers++] = dealer;
    return i;
}

static uint32_t end_number(const state *s)
{
    sights_hand hand = { s->his.sum, s->his.ace, s->n, 0 };
    return sights_end(&hand);
}

/* --- the trail ------------------------------------------------------------------------------------------------ */

/* The next dealer hand begins, or the round is over. */
static uint64_t to_next_spot(maker *m, state s);

/* The first dealer hand is over for bets and wagers. */
static uint64_t end_first(maker *m, state s, int final, uint32_t main, uint32_t last)
{
    bool by_suits = m->sights && m->game->sights.pattern && is_asked(m->sights->side, main, last);
    trail_dealer dealer = { (uint16_t) final, (uint16_t)main, (uint16_t)last, 0 };
    uint32_t number = dealer_number(m, dealer, by_suits);
    if (number == TRAIL_DEALERS || (m->sights && (main == 0) != (number == 0))) return LEFT;
    s.spot = 1;
    s.main = 0;
    s.final = 0;
    return PART(number, PART_DEALER) + PART(by_suits, PART_SUITS) + to_next_spot(m, s);
}

/* The dealer may draw on for wagers, as in boxes_see_dealer. */
static uint64_t to_more(maker *m, state s)
{
    const sights_game *g = &m->game->sights;
    bool drawn_out = s.wants == WALK_NEEDS_DRAW;
    sights_hand hand = { s.his.sum, s.his.ace, s.n, 0 };
    bool looks = drawn_out ? g->completes && s.final == WALK_17 : g->third;
    if (looks && s.final != WALK_DEALER_BLACKJACK && sights_draws(&hand, !drawn_out)) {
        s.phase = AT_MORE;
        return row_of(m, &s);
    }
    uint32_t last = end_number(&s);
    return end_first(m, s, s.final, drawn_out ? s.main : last, last);
}

static uint64_t end_dealer(maker *m, state s, int final)
{
    if (s.spot) {
        uint64_t later = PART((uint32_t) final << 3 * (s.spot - 1), PART_LATER);
        s.spot++;
        return later + to_next_spot(m, s);
    }
    if (!m->sights) return end_first(m, s, final, 0, 0);
    s.final = (uint8_t) final;
    s.main = (uint16_t)end_number(&s);
    s.place = 0;
    return to_more(m, s);
}

static hand_sum first_hand(const maker *m, uint8_t two, uint8_t *n)
{
    *n = m->game->has_hole ? 2 : 1;
    int up = (two >> 4) + 1, hole = (two & 15) + 1;
    return *n == 2 ? hand_of_two(up, hole) : hand_with((hand_sum){ 0 }, up);
}

static uint64_t to_next_spot(maker *m, state s)
{
    uint32_t later = s.spot > 0, needs = !later && s.wants > s.needs ? s.wants : s.needs;
    if (s.spot == m->game->spots) return PART(TRAIL_OVER, PART_ROW);
    s.phase = AT_DEALER;
    s.place = m->from->dealer[later][needs][s.two];
    s.box = s.his = (hand_sum){ 0 };
    s.n = 0;
    if (!later) s.wants = (uint8_t)needs;
    if (!later && m->sights) s.his = first_hand(m, s.two, &s.n);
    if (later) s.wants = 0;
    if (s.place < WALK_OVER) return end_dealer(m, s, s.place / WALK_RANKS - WALK_FINAL);
    return row_of(m, &s);
}

static uint64_t to_box(maker *m, state s)
{
    int end = s.place / WALK_RANKS;
    if (s.place >= WALK_OVER) {
        s.phase = AT_BOX;
        return s.natural ? LEFT : row_of(m, &s);
    }
    uint32_t box = end == WALK_SPLIT ? TRAIL_BOXES : box_number(m, &s, end);
    if (box == TRAIL_BOXES) return LEFT;
    s.needs = (uint8_t)(m->from->info[end] / BOXES_NEEDS);
    s.natural = 0;
    s.spot = 0;
    return PART(box, 0) + to_next_spot(m, s);
}

static uint64_t take(maker *m, state s, int rank)
{
    int value = rank < 9 ? rank + 1 : 10;
    bool first = s.spot == 0 && s.phase != AT_BOX && m->sights;
    if (first) {
        s.his = hand_with(s.his, value);
        s.n++;
    }
    if (s.phase == AT_MORE) return PART(1, PART_OF_DEALER) + to_more(m, s);
    s.place = m->from->next[s.place + rank];
    if (s.phase == AT_BOX) {
        if (m->game->sights.total) s.box = hand_with(s.box, value);
        return to_box(m, s);
    }
    uint64_t entry = s.place < WALK_OVER ? end_dealer(m, s, s.place / WALK_RANKS - WALK_FINAL) : row_of(m, &s);
    return PART(first, PART_OF_DEALER) + entry;
}

static uint64_t row_of(maker *m, const state *s)
{
    uint32_t at = hash_of(s, sizeof *s) % KNOWN;
    for (; m->is_known[at]; at = (at + 1) % KNOWN) {
        if (memcmp(&m->known[at], s, sizeof *s) == 0) return m->found[at];
    }
    if (m->is_full || ++m->knows > KNOWN / 2) {
        m->is_full = true;
        return LEFT;
    }
    uint64_t row[RANKS];
    for (int rank = 0; rank < RANKS; rank++)
        row[rank] = take(m, *s, rank);
    while (m->is_known[at]) /* rows behind this one are known by now */
        at = (at + 1) % KNOWN;
    m->known[at] = *s;
    m->is_known[at] = true;
    return m->found[at] = keep(m, row);
}

/* --- deals ---------------------------------------------------------------------------------------------------- */

/* How far wagers need the dealer, by the ranks of a deal: what most suits of it say. */
static uint8_t wants_of(const maker *m, int first, int second, int up)
{
    int count[SIGHT_NEEDS + 1] = { 0 }, most = 0;
    for (int i = 0; m->sights && i < 64; i++) {
        int deal = ((first * 4 + i % 4) * SIGHTS_CARDS + second * 4 + i / 4 % 4) * SIGHTS_CARDS + up * 4 + i / 16;
        int needs = m->sights->tables.deal[deal] & SIGHT_NEEDS;
        if (++count[needs] > count[most]) most = needs;
    }
    return (uint8_t)most;
}

static int by_value(int rank)
{
    return rank < 9 ? rank : 9;
}

/* The entry after four cards, in the order in which they are drawn. */
static uint64_t to_deal(maker *m, int first, int up, int second, int fourth, uint8_t wants)
{
    state s;
    memset(&s, 0, sizeof s);
    bool hole = m->game->has_hole, total = m->game->sights.total;
    s.two = (uint8_t)(by_value(up) << 4 | (hole ? by_value(fourth) : 0));
    s.wants = wants;
    s.natural = (first == 0 && second >= 9) || (second == 0 && first >= 9);
    s.place = m->from->start[m->from->view[s.two]][first << 4 | second];
    if (total) s.box = hand_of_two(by_value(first) + 1, by_value(second) + 1);
    if (s.natural && s.place >= WALK_OVER) return LEFT;
    uint64_t entry = to_box(m, s);
    if (hole) return entry + PART(1, PART_OF_DEALER);
    return entry % PART(1, PART_ROW) + m->row[entry >> PART_ROW][fourth];
}

static uint32_t open_number(maker *m, uint64_t entry)
{
    uint32_t i = 0;
    while (i < m->to->opens && m->open[i] != entry)
        i++;
    if (i == TRAIL_OPENS) {
        m->is_full = true;
        return 0;
    }
    if (i == m->to->opens) m->open[m->to->opens++] = entry;
    return i;
}

static void make_deals(maker *m)
{
    uint16_t *deal = m->to->deal;
    for (int i = 0; i < RANKS * RANKS * RANKS && !m->is_full; i++) {
        int second = i % RANKS, up = i / RANKS % RANKS, first = i / (RANKS * RANKS);
        uint8_t wants = wants_of(m, first, second, up);
        for (int fourth = 0; fourth < RANKS; fourth++)
            *deal++ = (uint16_t)(4 * open_number(m, to_deal(m, first, up, second, fourth, wants)));
    }
}

/* Deals that some wager asks about, or that need the dealer further than others of the same ranks. */
static void make_leaves(maker *m)
{
    const sights_plan *sights = m->sights;
    trail_table *to = m->to;
    for (int i = 0; i < SIGHTS_DEALS; i++) {
        uint8_t flags = sights->tables.deal[i];
        int up = i % SIGHTS_CARDS, second = i / SIGHTS_CARDS % SIGHTS_CARDS, first = i / (SIGHTS_CARDS * SIGHTS_CARDS);
        bool leaves = flags & ~SIGHT_NEEDS || (flags & SIGHT_NEEDS) != wants_of(m, first / 4, second / 4, up / 4);
        if (leaves) to->leaves[i / 32] |= 1u << i % 32;
        to->has_leaves |= leaves;
    }
    to->asks_suits = m->game->sights.pattern;
    to->counts_deals = sights->side->by_deal || sights->job->insures;
}

/* --- keys ----------------------------------------------------------------------------------------------------- */

static uint32_t numbered(const trail_table *to, uint64_t parts)
{
    uint32_t box = parts & 0xFF, dealer = parts >> PART_DEALER & 0xFF, later = parts >> PART_LATER & 0xFF;
    uint32_t key = box + to->boxes * later + to->low * dealer;
    if (to->asks_suits && parts >> PART_OF_DEALER & 1) key |= TRAIL_OF_DEALER;
    if (to->asks_suits && parts >> PART_SUITS & 1) key |= TRAIL_ASKS_SUITS;
    return (uint32_t)(parts >> PART_ROW) * TRAIL_ROW_BYTES << TRAIL_ADDS | key;
}

/* Numbers the keys; false where there are too many. */
static bool number_keys(maker *m)
{
    trail_table *to = m->to;
    to->spots = m->game->spots;
    to->low = to->boxes << 3 * (to->spots - 1);
    to->keys = to->low * to->dealers;
    if (to->keys > (to->asks_suits ? (uint32_t)TRAIL_ASKS_SUITS : (uint32_t)TRAIL_KEYS)) return false;
    for (uint32_t row = 0; row < to->rows; row++) {
        for (int rank = 0; rank < RANKS; rank++)
            to->next[row * RANKS + (uint32_t)rank] = numbered(to, m->row[row][rank]);
    }
    for (uint32_t i = 0; i < to->opens; i++)
        to->open[i] = numbered(to, m->open[i]);
    return true;
}

bool trail_make(trail_table *table, const boxes_plan *plan)
{
    const boxes_game *g = &plan->game;
    if (g->boxes != 1 || g->cover || g->sights.values || 2 * CUDA_A_WORD > 16 * g->decks) return false;
    maker *m = calloc(1, sizeof *m);
    if (!m) return false;
    memset(table, 0, sizeof *table);
    m->game = g;
    m->from = &plan->machine;
    m->sights = plan->sights.side ? &plan->sights : NULL;
    m->to = table;
    table->rows = TRAIL_FIRST_ROW;
    for (int rank = 0; rank < RANKS; rank++)
        m->row[TRAIL_LEFT][rank] = LEFT;
    if (m->sights) dealer_number(m, (trail_dealer){ WALK_DEALER_BLACKJACK, 0, 0, 0 }, false); /* keys below `low` */
    make_deals(m);
    for (uint32_t slot = 0; slot < g->n; slot++)
        table->place[slot] = (uint8_t)(slot / (4 * g->decks));
    if (m->sights) make_leaves(m);
    bool made = !m->is_full && number_keys(m);
    free(m);
    return made;
}

/* --- what rounds come to --------------------------------------------------------------------------------------- */

/* As sights_count_end counts. */
static uint32_t counter_of(const sights_game *g, uint32_t end, const trail_box *box, uint32_t pattern, uint32_t lammers)
{
    uint32_t at = end;
    if (g->natural) at = at * 2 + box->natural;
    if (g->pattern) at = at * SIGHT_PATTERNS + pattern;
    if (g->lammers) at = at * 8 + lammers;
    if (g->total) at = at * 32 + box->total;
    return at * g->copies;
}

static void add_key(const trail_table *t, const boxes_game *g, const boxes_machine *m, uint32_t key, uint64_t n,
                    boxes_totals *sums, sights_memory *seen)
{
    const trail_box *box = &t->box[key % t->boxes];
    const trail_dealer *dealer = &t->dealer[key / t->low];
    uint32_t later = key % t->low / t->boxes, info = m->info[box->end], lammers = info >> 8 & 7;
    int64_t net = m->net[box->end][dealer->final];
    for (uint32_t spot = 1; spot < t->spots; spot++, later >>= 3)
        net += m->net[box->end][later & 7];
    sums->net += (int64_t)n * net;
    sums->seat_squares += n * (uint64_t)(net * net);
    sums->rounds += n;
    sums->wins += net > 0 ? n : 0;
    sums->loses += net < 0 ? n : 0;
    sums->staked += n * (info & 15);
    sums->hands += n * (info >> 4 & 15);
    if (g->gives_lammers) sums->lammers[lammers] += n;
    if (seen && g->sights.ends)
        seen->by_end[0][counter_of(&g->sights, dealer->main, box, dealer->pattern, lammers)] += (uint32_t)n;
    if (seen && g->sights.lasts)
        seen->by_end[1][counter_of(&g->sights, dealer->last, box, dealer->pattern, lammers)] += (uint32_t)n;
}

void trail_add(const trail_table *table, const boxes_game *g, const boxes_machine *m, const uint64_t *counts,
               boxes_totals *sums, sights_memory *seen)
{
    for (uint32_t key = 0; key < table->keys; key++) {
        if (counts[key]) add_key(table, g, m, key, counts[key], sums, seen);
    }
}
