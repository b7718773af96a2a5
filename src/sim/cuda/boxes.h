/* boxes.h - a round of any game, one to seven boxes, as one lane of a GPU plays it from cards that lie ready in memory.
 * Compiles for the CPU too.
 *
 * The lane follows the machine of walk/machine.h, to which boxes.c adds the places of split hands. What hands of a split
 * box win and lose is kept by their class until the dealer's hand is known. */
#ifndef LAMMER_SIM_CUDA_BOXES_H
#define LAMMER_SIM_CUDA_BOXES_H

#include "lane.h"
#include "sights.h"
#include "walk/machine.h"

enum {
    BOXES_MOST = 7,
    BOXES_CARDS = 8 * 52,
    BOXES_GROUPS = 60, /* groups of draws in eight decks */
    BOXES_PLACES = 2048,
    BOXES_WORDS = 3,
    BOXES_USED_WORDS = LANE_USED_WORDS,
};

/* What the end of a hand adds to its box: units won and lost in four bits for each class, hands that bust face down
 * having a class of their own; chips added, lammers, and whether the dealer must draw, as in `info`. */
typedef struct {
    uint32_t wins, loses, info, spare;
} boxes_hand;

/* Numbers of a box in one word. */
enum { BOXES_STAKED = 1, BOXES_HAND = 1 << 4, BOXES_LAMMER = 1 << 8, BOXES_NEEDS = 1 << 12, BOXES_IS_END = 1 << 30 };

typedef struct {
    int32_t net[WALK_ENDS][WALK_FINALS]; /* of ends of the deal, in units that divide every amount */
    uint32_t info[WALK_ENDS];
    boxes_hand hand[WALK_ENDS][2];                  /* by lammer */
    uint32_t wins[WALK_FINALS], loses[WALK_FINALS]; /* masks of classes */
    uint16_t split_start[WALK_VIEWS][10][2][2];     /* a split hand by view, value less one, lammer, again */
    uint16_t dealer[2][WALK_NEEDS][WALK_TWO_RANKS];
    uint16_t start[WALK_VIEWS][WALK_TWO_RANKS];
    uint8_t view[WALK_TWO_RANKS];
    uint8_t frees[WALK_RANKS], most[WALK_RANKS]; /* by rank: free splits, the most hands */
    uint16_t next[BOXES_PLACES * WALK_RANKS];    /* the last member: only what is used is copied */
} boxes_machine;

/* Everything else that decides a round. */
typedef struct {
    uint32_t n, decks, boxes, spots;
    uint32_t card; /* 2^26 / decks, rounded up */
    uint32_t has_hole, has_reader, takes_busted;
    uint32_t is_double, red_is_b;     /* double shoe */
    uint32_t burns, burns_each_round; /* cards burned from a new shoe; before each round */
    uint32_t cover;                   /* 0: every round has fresh cards */
    uint32_t ready;                   /* cards that are drawn in advance */
    int32_t unit;                     /* a bet, in the units of net */
    uint32_t gives_lammers;
    uint32_t used_words;                                      /* a bit for each card */
    uint32_t key_low[PHILOX_ROUNDS], key_high[PHILOX_ROUNDS]; /* of the seed */
    uint64_t product[BOXES_GROUPS], threshold[BOXES_GROUPS];
    uint32_t sorted[BOXES_CARDS / 4]; /* the sorted pile, four cards in each word */
    sights_game sights;
} boxes_game;

/* The keys of Philox, the same for all rounds of a seed. */
LANE void boxes_set_seed(boxes_game *g, uint64_t seed)
{
    for (uint32_t i = 0; i < PHILOX_ROUNDS; i++) {
        g->key_low[i] = (uint32_t)seed + i * PHILOX_KEY_0;
        g->key_high[i] = (uint32_t)(seed >> 32) + i * PHILOX_KEY_1;
    }
}

/* --- memory of a lane --------------------------------------------------------------------------------------- */

#ifdef __CUDA_ARCH__
LANE void lane_store32(lane_mem at, uint32_t value)
{
    asm volatile("st.shared.u32 [%0], %1;" : : "r"(at), "r"(value) : "memory");
}
LANE void lane_store16(lane_mem at, uint32_t value)
{
    asm volatile("st.shared.u16 [%0], %1;" : : "r"(at), "h"((uint16_t)value) : "memory");
}
LANE void lane_store8(lane_mem at, uint32_t value)
{
    asm volatile("st.shared.u8 [%0], %1;" : : "r"(at), "r"(value) : "memory");
}
LANE void lane_count(lane_mem at)
{
    asm volatile("red.shared.add.u32 [%0], 1;" : : "r"(at) : "memory");
}
#else
LANE void lane_count(lane_mem at)
{
    ++*(uint32_t *)(uintptr_t)at;
}
LANE void lane_store32(lane_mem at, uint32_t value)
{
    *(uint32_t *)(uintptr_t)at = value;
}
LANE void lane_store16(lane_mem at, uint32_t value)
{
    *(uint16_t *)(uintptr_t)at = (uint16_t)value;
}
LANE void lane_store8(lane_mem at, uint32_t value)
{
    *(uint8_t *)(uintptr_t)at = (uint8_t)value;
}
#endif

/* Word i of a lane's cards, used slots, boxes and what wagers see of them lies at `card`, `used`, `box` and `seen` plus
 * i * stride: the words of neighbouring lanes alternate, so that no two lanes need the same bank. */
typedef struct {
    lane_mem card, used, box, seen;
    uint32_t stride;
} boxes_felt;

LANE lane_mem boxes_card_at(const boxes_felt *felt, uint32_t i)
{
    return felt->card + (i >> 2) * felt->stride + (i & 3);
}

/* --- cards -------------------------------------------------------------------------------------------------- */

/* The words of a stack: of a round, where a word is one half of a block; of a shoe, where both halves follow each
 * other. */
typedef struct {
    uint64_t index, kept;
    uint32_t purpose, next, half;
} boxes_words;

enum { BOXES_BOTH = 2, BOXES_SHOE = 1 << 24, BOXES_SIDES = 3 << 24, BOXES_SIDE_SHIFT = 23 };

LANE boxes_words boxes_words_of_round(uint64_t round, uint32_t side)
{
    boxes_words words = { round >> 1, 0, side << BOXES_SIDE_SHIFT, 0, (uint32_t)(round & 1) };
    return words;
}

LANE boxes_words boxes_words_of_shoe(uint64_t session, uint32_t shoe)
{
    boxes_words words = { session, 0, BOXES_SHOE | shoe, 0, BOXES_BOTH };
    return words;
}

LANE uint64_t boxes_next_word(const boxes_game *g, boxes_words *words)
{
    uint32_t number = words->next++, block = words->half == BOXES_BOTH ? number >> 1 : number;
    if (words->half == BOXES_BOTH && (number & 1)) return words->kept;
    uint32_t c[4] = { (uint32_t)(words->index >> 32), (uint32_t)words->index, block, words->purpose };
    LANE_UNROLL
    for (int i = 0; i < PHILOX_ROUNDS; i++)
        lane_philox_round(c, g->key_low[i], g->key_high[i]);
    words->kept = (uint64_t)c[3] << 32 | c[2];
    return words->half == 1 ? words->kept : (uint64_t)c[1] << 32 | c[0];
}

LANE uint64_t boxes_take_word(const boxes_game *g, boxes_words *words, uint32_t group)
{
    uint64_t word;
    do
        word = boxes_next_word(g, words);
    while (word * g->product[group] < g->threshold[group]);
    return word;
}

/* The card of a sorted pile, rank * 4 + suit. */
LANE uint32_t boxes_card_of(const boxes_game *g, uint32_t slot)
{
    return slot * g->card >> 26;
}

enum { BOXES_KING = SIGHTS_CARDS - 1 };

/* Draws `ready` cards, card t to place t. Only while fewer are drawn than there are kings, tens, jacks and queens: a
 * slot that was used before holds one of them, and to a game without wagers a king. */
LANE void boxes_draw_marked(const boxes_game *g, const boxes_felt *felt, boxes_words words)
{
    for (uint32_t i = 0; i < g->used_words; i++)
        lane_store32(felt->used + i * felt->stride, 0);
    for (uint32_t from = 0; from < g->ready; from += 4 * CUDA_A_WORD) {
        lane_mem base = felt->card + (from >> 2) * felt->stride;
        LANE_UNROLL
        for (uint32_t k = 0; k < 4 * CUDA_A_WORD; k += CUDA_A_WORD) {
            if (from + k >= g->ready) break;
            uint64_t fraction = boxes_take_word(g, &words, (from + k) / CUDA_A_WORD);
            LANE_UNROLL
            for (uint32_t i = k; i < k + CUDA_A_WORD; i++) {
                uint32_t slot = lane_slot(&fraction, g->n - from - i), bit = 1u << (slot & 31);
                lane_mem at = felt->used + (slot >> 5) * felt->stride;
                uint32_t before = lane_load32(at);
                lane_store32(at, before | bit);
                lane_store8(base + (i >> 2) * felt->stride + (i & 3),
                            before & bit ? BOXES_KING : boxes_card_of(g, slot));
            }
        }
    }
}

LANE void boxes_sort(const boxes_game *g, const boxes_felt *felt)
{
    for (uint32_t i = 0; 4 * i < g->n; i++)
        lane_store32(felt->card + i * felt->stride, g->sorted[i]);
}

/* Draws from a sorted pile, as many cards as are ready: card t then lies at n - 1 - t. */
LANE void boxes_draw_pile(const boxes_game *g, const boxes_felt *felt, boxes_words words)
{
    boxes_sort(g, felt);
    for (uint32_t t = 0; t < g->ready;) {
        uint64_t fraction = boxes_take_word(g, &words, t / CUDA_A_WORD);
        for (uint32_t i = 0; i < CUDA_A_WORD && t < g->n; i++, t++) {
            uint32_t left = g->n - t;
            lane_mem slot = boxes_card_at(felt, lane_slot(&fraction, left)), last = boxes_card_at(felt, left - 1);
            uint32_t drawn = lane_load8(slot), moved = lane_load8(last);
            lane_store8(slot, moved);
            lane_store8(last, drawn);
        }
    }
}

/* The side of a double shoe that the determinant card of a round comes from: a bit of a block for 128 rounds. */
LANE uint32_t boxes_determinant_side(const boxes_game *g, uint64_t round)
{
    boxes_words words = { round >> 7, 0, BOXES_SIDES, 0, BOXES_BOTH };
    uint64_t low = boxes_next_word(g, &words);
    return (round & 64 ? words.kept : low) >> (round & 63) & 1;
}

/* The side that it names by its colour. */
LANE uint32_t boxes_side(const boxes_game *g, uint64_t round)
{
    boxes_words words = boxes_words_of_round(round, boxes_determinant_side(g, round));
    uint64_t fraction = boxes_take_word(g, &words, 0);
    uint32_t suit = lane_slot(&fraction, g->n) / g->decks % 4, is_red = suit == 1 || suit == 2;
    return is_red == g->red_is_b;
}

/* --- play --------------------------------------------------------------------------------------------------- */

/* Where the machine lies, and the game. */
typedef struct {
    lane_mem at;
    uint32_t boxes, spots, has_hole, has_reader, takes_busted; /* has_reader: no blackjack shows late */
    uint32_t gives_lammers;
    int32_t unit;
    const sights_game *sights;
    const sights_counts *counts;
} boxes_tables;

LANE boxes_tables boxes_tables_of(const boxes_game *g, lane_mem machine, const sights_counts *counts)
{
    boxes_tables m = { machine,         g->boxes,         g->spots, g->has_hole, g->has_reader,
                       g->takes_busted, g->gives_lammers, g->unit,  &g->sights,  counts };
    return m;
}

#define BOXES_AT(m, member) ((m)->at + (lane_mem)offsetof(boxes_machine, member))

typedef struct {
    uint32_t from, step; /* card t lies at from + t * step, modulo 2^32 */
    uint32_t dealt;      /* the first card of the round */
    uint32_t t;          /* the next card */
    uint32_t todo;       /* boxes that have not finished, as a bit set; the lowest is on turn */
    uint32_t two, view, needs;
    uint32_t spot, finals; /* dealer hands that are finished, and their ends in four bits each */
    uint32_t place;
    uint32_t hands, most, wins, loses, info, waiting, mine, frees; /* of the box on turn, as in lane_box */
    lane_mem start;                                                /* of its hands after a split */
    /* for wagers: */
    uint32_t first_needs;     /* how far they need the first dealer hand, which alone decides them (C-76) */
    uint32_t turn;            /* where the draws of that hand begin */
    uint32_t drew;            /* where the draws of the box on turn begin */
    uint32_t sum, ace, total; /* of the hand on turn; and of the box's first hand when it is over */
    sights_dealer main, last; /* the dealer as the main wagers are settled, and in the end */
} boxes_round;

/* rank * 4 + suit */
LANE uint32_t boxes_card(const boxes_felt *felt, const boxes_round *r, uint32_t t)
{
    return lane_load8(boxes_card_at(felt, r->from + t * r->step));
}

LANE lane_mem boxes_box_at(const boxes_felt *felt, uint32_t box)
{
    return felt->box + box * BOXES_WORDS * felt->stride;
}

LANE void boxes_put(const boxes_felt *felt, uint32_t box, uint32_t a, uint32_t b, uint32_t c)
{
    lane_mem at = boxes_box_at(felt, box);
    lane_store32(at, a);
    lane_store32(at + felt->stride, b);
    lane_store32(at + 2 * felt->stride, c);
}

LANE uint32_t boxes_lowest(uint32_t set)
{
#ifdef __CUDA_ARCH__
    return (uint32_t)__ffs((int)set) - 1;
#else
    return (uint32_t)__builtin_ctz(set);
#endif
}

LANE bool boxes_is_over(const boxes_tables *m, const boxes_round *r)
{
    return r->spot == m->spots;
}

/* --- what wagers see ---------------------------------------------------------------------------------------- */

/* What is kept of a box for its wagers, in one word. */
enum {
    SEEN_DREW = 1, /* from the first card of the round */
    SEEN_DRAWS = 1 << 9,
    SEEN_TOTAL = 1 << 11,
    SEEN_SPLIT = 1 << 16,
    SEEN_BUSTED = 1 << 17,
    SEEN_FLAGS = 1 << 18,
};

/* How a box begins, when its wagers are counted in: returns its place. */
LANE uint32_t boxes_see_deal(const boxes_tables *m, const boxes_felt *felt, boxes_round *r, uint32_t box,
                             uint32_t first, uint32_t second, uint32_t place)
{
    uint32_t up = boxes_card(felt, r, r->dealt + m->boxes), ranks = first >> 2 << 4 | second >> 2;
    uint32_t flags = m->counts->deal[(first * SIGHTS_CARDS + second) * SIGHTS_CARDS + up], needs = flags & SIGHT_NEEDS;
    uint32_t total = sights_total(lane_value(first >> 2) + lane_value(second >> 2), first < 4 || second < 4);
    r->first_needs = needs > r->first_needs ? needs : r->first_needs;
    lane_store32(felt->seen + box * felt->stride, flags * SEEN_FLAGS + total * SEEN_TOTAL);
    return flags & SIGHT_DRAWS ? m->counts->forced[r->view * WALK_TWO_RANKS + ranks] : place;
}

LANE void boxes_see_box(const boxes_felt *felt, const boxes_round *r, uint32_t box, uint32_t total, bool split,
                        bool busted)
{
    lane_mem at = felt->seen + box * felt->stride;
    uint32_t draws = r->t - r->drew, flags = lane_load32(at) / SEEN_FLAGS;
    lane_store32(at, (r->drew - r->dealt) * SEEN_DREW + (draws < 2 ? draws : 2) * SEEN_DRAWS + total * SEEN_TOTAL +
                         (split ? (uint32_t)SEEN_SPLIT : 0u) + (busted ? (uint32_t)SEEN_BUSTED : 0u) +
                         flags * SEEN_FLAGS);
}

/* The first dealer hand is over: the dealer draws on for wagers (walk/wagers.c). */
LANE void boxes_see_dealer(const boxes_tables *m, const boxes_felt *felt, boxes_round *r)
{
    const sights_game *g = m->sights;
    sights_hand hand = { 0, 0, 0, 0 };
    bool drawn_out = r->first_needs == WALK_NEEDS_DRAW;
    uint32_t final = r->finals & 15;
    sights_take(&hand, boxes_card(felt, r, r->dealt + m->boxes));
    if (m->has_hole) sights_take(&hand, boxes_card(felt, r, r->dealt + 2 * m->boxes + 1));
    for (uint32_t t = r->turn; t < r->t; t++)
        sights_take(&hand, boxes_card(felt, r, t));
    r->main = sights_dealer_of(&hand);
    bool looks = drawn_out ? g->completes && final == WALK_17 : g->third;
    if (looks && final != WALK_DEALER_BLACKJACK) {
        while (sights_draws(&hand, !drawn_out))
            sights_take(&hand, boxes_card(felt, r, r->t++));
    }
    r->last = sights_dealer_of(&hand);
    if (!drawn_out) r->main = r->last;
}

LANE sights_box boxes_sight(const boxes_tables *m, const boxes_felt *felt, const boxes_round *r, uint32_t box)
{
    uint32_t seen = lane_load32(felt->seen + box * felt->stride), drew = r->dealt + seen % SEEN_DRAWS;
    sights_box b;
    b.first = boxes_card(felt, r, r->dealt + box);
    b.second = boxes_card(felt, r, r->dealt + m->boxes + 1 + box);
    b.up = boxes_card(felt, r, r->dealt + m->boxes);
    b.n = 2 + (seen / SEEN_DRAWS & 3);
    b.third = drew;
    b.fourth = drew + 1;
    b.total = seen / SEEN_TOTAL & 31;
    b.split = seen / SEEN_SPLIT & 1;
    b.busted = seen / SEEN_BUSTED & 1;
    b.flags = seen / SEEN_FLAGS;
    b.lammers = 0;
    return b;
}

/* Counts the values of the dealer's cards, where a wager reads them. */
LANE void boxes_count_values(const boxes_tables *m, const boxes_felt *felt, const boxes_round *r, const sights_box *b,
                             uint32_t last)
{
    const sights_dealer *d = last ? &r->last : &r->main;
    if (!m->counts->values[last * SIGHTS_ENDS + d->end]) return;
    uint64_t key = d->end | d->pattern << KEY_PATTERN | last << KEY_LAST | (uint64_t)1 << KEY_OF_DEALER;
    uint32_t before = 1 + m->has_hole;
    if (sights_is_natural(b->first, b->second)) key |= (uint64_t)1 << KEY_NATURAL;
    for (uint32_t i = 0; i < d->cards && i < SIGHTS_END_CARDS; i++) {
        uint32_t t = i == 0 ? r->dealt + m->boxes : i < before ? r->dealt + 2 * m->boxes + 1 : r->turn + i - before;
        key |= (uint64_t)lane_value(boxes_card(felt, r, t) >> 2) << (KEY_VALUES + i * KEY_VALUE);
    }
    sights_add_key(m->counts, key);
}

LANE bool boxes_asks(const boxes_round *r, uint32_t flags)
{
    return flags & SIGHT_ASKS || (flags & SIGHT_ASKS_BLACKJACK && r->main.end == 0);
}

/* Counts what a box saw. */
LANE void boxes_count_sight(const boxes_tables *m, const boxes_felt *felt, const boxes_round *r, uint32_t box,
                            uint32_t lammers)
{
    sights_box b = boxes_sight(m, felt, r, box);
    const sights_counts *c = m->counts;
    bool blackjack = r->main.end == 0;
    uint32_t deal = (b.first * SIGHTS_CARDS + b.second) * SIGHTS_CARDS + b.up;
    b.lammers = lammers;
    sights_add(&c->by_deal[(blackjack ? (uint32_t)SIGHTS_DEALS : 0u) + deal]);
    if (m->sights->ends) sights_count_end(m->sights, c->by_end[0], &r->main, &b);
    if (m->sights->lasts) sights_count_end(m->sights, c->by_end[1], &r->last, &b);
    if (m->sights->values & 1) boxes_count_values(m, felt, r, &b, 0);
    if (m->sights->values & 2) boxes_count_values(m, felt, r, &b, 1);
    if (!boxes_asks(r, b.flags)) return;
    b.third = b.n > 2 ? boxes_card(felt, r, b.third) : 0;
    b.fourth = b.n > 3 ? boxes_card(felt, r, b.fourth) : 0;
    uint32_t second = boxes_card(felt, r, m->has_hole ? r->dealt + 2 * m->boxes + 1 : r->turn);
    sights_add_key(c, sights_box_key(&b, second, r->main.cards, blackjack));
}

/* Whether an award may be shared: the round is then not counted here. */
LANE bool boxes_may_share(const boxes_tables *m, const boxes_felt *felt, const boxes_round *r)
{
    uint32_t asks = 0;
    if (!m->sights->shared || m->boxes < 2) return false;
    for (uint32_t box = 0; box < m->boxes; box++) {
        uint32_t flags = lane_load32(felt->seen + box * felt->stride) / SEEN_FLAGS;
        asks += flags & SIGHT_IS_SHARED && boxes_asks(r, flags);
    }
    return asks > 1;
}

/* --- any round ---------------------------------------------------------------------------------------------- */

/* A dealer hand has ended. */
LANE void boxes_end_dealer(const boxes_tables *m, const boxes_felt *felt, boxes_round *r, bool sees)
{
    r->finals |= (r->place / WALK_RANKS - WALK_FINAL) << 4 * r->spot++;
    if (sees && r->spot == 1) boxes_see_dealer(m, felt, r);
}

/* The place in which the next dealer hand begins. */
LANE uint32_t boxes_dealer_place(const boxes_tables *m, const boxes_round *r, bool sees)
{
    uint32_t needs = sees && !r->spot ? r->first_needs : r->needs, row = (r->spot ? (uint32_t)WALK_NEEDS : 0u) + needs;
    return lane_load16(BOXES_AT(m, dealer) + (row * WALK_TWO_RANKS + r->two) * 2);
}

/* The next dealer hand begins; hands that need no card end at once. */
LANE void boxes_next_dealer(const boxes_tables *m, const boxes_felt *felt, boxes_round *r, bool sees)
{
    while (r->spot < m->spots) {
        r->place = boxes_dealer_place(m, r, sees);
        if (r->place >= WALK_OVER) return;
        boxes_end_dealer(m, felt, r, sees);
    }
}

LANE void boxes_open_dealer(boxes_round *r)
{
    r->turn = r->t;
    r->first_needs = r->needs > r->first_needs ? r->needs : r->first_needs;
}

LANE uint32_t boxes_begin_hand(const boxes_round *r)
{
    return lane_load16(r->start + r->mine * 4 + (r->hands < r->most ? 2u : 0u));
}

/* The sum of the hand on turn, which wagers may read: of the two cards, or of a split one. */
LANE void boxes_open_sum(const boxes_tables *m, const boxes_felt *felt, boxes_round *r, uint32_t first, bool split)
{
    uint32_t box = boxes_lowest(r->todo), second = boxes_card(felt, r, r->dealt + m->boxes + 1 + box);
    r->drew = r->t;
    r->total = 0;
    r->sum = lane_value(first >> 2) + (split ? 0 : lane_value(second >> 2));
    r->ace = first < 4 || (!split && second < 4);
}

/* The next box begins its turn: with its two cards, or with the first hand after its split. */
LANE void boxes_next_box(const boxes_tables *m, const boxes_felt *felt, boxes_round *r, bool sees)
{
    lane_mem at = boxes_box_at(felt, boxes_lowest(r->todo));
    uint32_t place = lane_load32(at), first = lane_load32(at + felt->stride), rank = first >> 2;
    uint32_t value = rank < 9 ? rank : 9;
    bool split = place < WALK_OVER;
    r->start = BOXES_AT(m, split_start) + (r->view * 10 + value) * 8;
    r->frees = lane_load8(BOXES_AT(m, frees) + rank);
    r->most = lane_load8(BOXES_AT(m, most) + rank);
    r->hands = split ? 2 : 1;
    r->waiting = lane_choose32(split, r->frees ? 3 : 2, 1);
    r->mine = r->wins = r->loses = r->info = 0;
    r->place = lane_choose32(split, boxes_begin_hand(r), place);
    if (sees) boxes_open_sum(m, felt, r, first, split);
}

LANE void boxes_go_on(const boxes_tables *m, const boxes_felt *felt, boxes_round *r, bool sees)
{
    if (r->todo) {
        boxes_next_box(m, felt, r, sees);
    } else {
        if (sees) boxes_open_dealer(r);
        boxes_next_dealer(m, felt, r, sees);
    }
}

LANE void boxes_need(boxes_round *r, uint32_t needs)
{
    r->needs = needs > r->needs ? needs : r->needs;
}

/* The place of a box by its first two cards. */
LANE uint32_t boxes_start(const boxes_tables *m, const boxes_felt *felt, boxes_round *r, uint32_t box, bool sees,
                          uint32_t *card)
{
    uint32_t first = boxes_card(felt, r, r->dealt + box), second = boxes_card(felt, r, r->dealt + m->boxes + 1 + box);
    uint32_t ranks = first >> 2 << 4 | second >> 2;
    uint32_t place = lane_load16(BOXES_AT(m, start) + (r->view * WALK_TWO_RANKS + ranks) * 2);
    *card = first;
    return sees ? boxes_see_deal(m, felt, r, box, first, second, place) : place;
}

/* The first two cards of a box: it waits for its turn, or has finished. */
LANE void boxes_deal_box(const boxes_tables *m, const boxes_felt *felt, boxes_round *r, uint32_t box, bool sees)
{
    uint32_t first, place = boxes_start(m, felt, r, box, sees, &first);
    uint32_t end = place / WALK_RANKS;
    bool waits = place >= WALK_OVER || end == WALK_SPLIT;
    uint32_t info = lane_load32(BOXES_AT(m, info) + (waits ? 0 : end) * 4);
    r->todo |= waits ? 1u << box : 0u;
    boxes_put(felt, box, lane_choose32(waits, place, end), first, info % BOXES_NEEDS | BOXES_IS_END);
    boxes_need(r, lane_choose32(waits, 0, info / BOXES_NEEDS));
}

/* The dealer's cards of the deal, from card r->t on. */
LANE void boxes_open_round(const boxes_tables *m, const boxes_felt *felt, boxes_round *r)
{
    uint32_t up = boxes_card(felt, r, r->t + m->boxes) >> 2;
    uint32_t hole = m->has_hole ? boxes_card(felt, r, r->t + 2 * m->boxes + 1) >> 2 : 0;
    r->dealt = r->t;
    r->two = up << 4 | hole;
    r->view = lane_load8(BOXES_AT(m, view) + r->two);
    r->todo = r->needs = r->spot = r->finals = r->first_needs = 0;
    r->t += 2 * m->boxes + 1 + m->has_hole;
}

LANE void boxes_deal(const boxes_tables *m, const boxes_felt *felt, boxes_round *r, bool sees)
{
    boxes_open_round(m, felt, r);
    for (uint32_t box = 0; box < m->boxes; box++)
        boxes_deal_box(m, felt, r, box, sees);
    boxes_go_on(m, felt, r, sees);
}

/* The box on turn has finished: chips and lammers of its splits are known. A card that a wager was offered against a
 * blackjack leaves the box beaten. */
LANE void boxes_end_box(const boxes_tables *m, const boxes_felt *felt, boxes_round *r, uint32_t end, bool sees)
{
    uint32_t splits = r->hands - 1, frees = splits < r->frees ? splits : r->frees, box = boxes_lowest(r->todo);
    uint32_t info = 1 + splits - frees + r->hands * BOXES_HAND + frees * BOXES_LAMMER + r->info % BOXES_NEEDS;
    bool beaten = sees && end == WALK_BEATEN;
    boxes_put(felt, box, lane_choose32(beaten, end, r->wins), r->loses, info | (beaten ? (uint32_t)BOXES_IS_END : 0u));
    if (sees) {
        bool none_live = (r->wins & 0x0FFFFFF0u) == 0, split = r->hands > 1;
        boxes_see_box(felt, r, box, r->total, split, split ? none_live : r->total > 21);
    }
    boxes_need(r, r->info >= BOXES_NEEDS ? (uint32_t)WALK_NEEDS_DRAW : 0u);
    r->todo &= r->todo - 1;
    boxes_go_on(m, felt, r, sees);
}

/* A hand of the box on turn has ended, or is split again. */
LANE void boxes_end_hand(const boxes_tables *m, const boxes_felt *felt, boxes_round *r, bool sees)
{
    uint32_t end = r->place / WALK_RANKS;
    bool again = end == WALK_SPLIT, is_last = r->waiting == 1 && !again;
    lane_mem hand = BOXES_AT(m, hand) + (end * 2 + r->mine) * (uint32_t)sizeof(boxes_hand);
    uint32_t more = r->waiting << 1 | (r->hands <= r->frees ? 1u : 0u);
    r->wins += lane_load32(hand);
    r->loses += lane_load32(hand + 4);
    r->info += lane_load32(hand + 8);
    r->mine = lane_choose32(again, r->mine, r->waiting & 1);
    r->waiting = lane_choose32(again, more, r->waiting >> 1);
    r->hands += again ? 1 : 0;
    if (sees && !r->total) {
        uint32_t first = lane_load32(boxes_box_at(felt, boxes_lowest(r->todo)) + felt->stride);
        r->total = again ? 0 : sights_total(r->sum, r->ace);
        r->sum = lane_value(first >> 2);
        r->ace = first < 4;
    }
    if (is_last)
        boxes_end_box(m, felt, r, end, sees);
    else
        r->place = boxes_begin_hand(r);
}

/* One card. */
LANE void boxes_step(const boxes_tables *m, const boxes_felt *felt, boxes_round *r, bool sees)
{
    uint32_t card = boxes_card(felt, r, r->t++);
    r->place = lane_load16(BOXES_AT(m, next) + (r->place + (card >> 2)) * 2);
    if (sees) {
        r->sum += lane_value(card >> 2);
        r->ace |= card < 4;
    }
    if (r->place < WALK_OVER) {
        if (r->todo) {
            boxes_end_hand(m, felt, r, sees);
        } else {
            boxes_end_dealer(m, felt, r, sees);
            boxes_next_dealer(m, felt, r, sees);
        }
    }
}

/* --- results ------------------------------------------------------------------------------------------------ */

/* The sum, below 16, of eight numbers of four bits. */
LANE int32_t boxes_sum(uint32_t nibbles)
{
    return (int32_t)(nibbles * 0x11111111u >> 28);
}

/* Against a blackjack that shows late a box loses its busted hands, and of the others no more than one wager
 * (walk/hands.c). */
LANE int32_t boxes_against_blackjack(const boxes_tables *m, uint32_t loses)
{
    int32_t busted = boxes_sum(loses & 0xF), live = boxes_sum(loses & ~0xFu);
    int32_t owed = m->takes_busted ? 1 : busted < 1 ? 1 - busted : 0;
    return -busted - (live < owed ? live : owed);
}

/* A dealer hand as a box sees it: masks of classes that win and lose. */
typedef struct {
    uint32_t wins, loses;
    lane_mem net; /* by end */
    bool is_late_blackjack;
} boxes_final;

LANE boxes_final boxes_final_of(const boxes_tables *m, const boxes_round *r, uint32_t spot)
{
    uint32_t final = r->finals >> 4 * spot & 15;
    boxes_final f = { lane_load32(BOXES_AT(m, wins) + final * 4), lane_load32(BOXES_AT(m, loses) + final * 4),
                      BOXES_AT(m, net) + final * 4, !m->has_reader && final == WALK_DEALER_BLACKJACK };
    return f;
}

LANE int32_t boxes_net(const boxes_tables *m, const boxes_final *f, uint32_t a, uint32_t b, bool is_end)
{
    int32_t units = boxes_sum(a & f->wins) - boxes_sum(b & f->loses);
    if (f->is_late_blackjack) units = boxes_against_blackjack(m, b);
    uint32_t of_end = lane_load32(f->net + (is_end ? a : 0) * (WALK_FINALS * 4));
    return (int32_t)lane_choose32(is_end, of_end, (uint32_t)(m->unit * units));
}

/* Sums over the rounds of a lane, few enough for 32 bits. Boxes by lammers are counted in memory, at `lammers` plus
 * stride times the number. */
typedef struct {
    int64_t net;
    uint64_t seat_squares, round_squares;
    uint32_t rounds, wins, loses, staked, hands;
    lane_mem lammers;
    uint32_t stride;
} boxes_sums;

/* Adds a box to the sums of its lane. */
LANE void boxes_add_box(const boxes_tables *m, int32_t net, uint32_t info, boxes_sums *s)
{
    s->seat_squares += (uint64_t)((int64_t)net * net);
    s->wins += net > 0;
    s->loses += net < 0;
    s->staked += info & 15;
    s->hands += info >> 4 & 15;
    if (m->gives_lammers) lane_count(s->lammers + (info >> 8 & 7) * s->stride);
}

LANE void boxes_add_round(const boxes_tables *m, int32_t net, boxes_sums *s)
{
    s->net += net;
    if (m->boxes > 1) s->round_squares += (uint64_t)((int64_t)net * net);
    s->rounds++;
}

LANE void boxes_settle(const boxes_tables *m, const boxes_felt *felt, const boxes_round *r, bool sees, boxes_sums *s)
{
    boxes_final first = boxes_final_of(m, r, 0), second, third;
    int32_t all = 0;
    if (m->spots > 1) second = boxes_final_of(m, r, 1);
    if (m->spots > 2) third = boxes_final_of(m, r, 2);
    for (uint32_t box = 0; box < m->boxes; box++) {
        lane_mem at = boxes_box_at(felt, box);
        uint32_t a = lane_load32(at), b = lane_load32(at + felt->stride), info = lane_load32(at + 2 * felt->stride);
        bool is_end = info & BOXES_IS_END;
        int32_t net = boxes_net(m, &first, a, b, is_end);
        if (m->spots > 1) net += boxes_net(m, &second, a, b, is_end);
        if (m->spots > 2) net += boxes_net(m, &third, a, b, is_end);
        all += net;
        boxes_add_box(m, net, info, s);
        if (sees) boxes_count_sight(m, felt, r, box, info >> 8 & 7);
    }
    boxes_add_round(m, all, s);
}

/* --- rounds and sessions ------------------------------------------------------------------------------------ */

/* Whether any lane of the warp still goes on: loops of all lanes end together, so that they stay in step. */
#ifdef __CUDA_ARCH__
#define LANE_ANY(yes) __any_sync(0xFFFFFFFFu, yes)
#else
#define LANE_ANY(yes) (yes)
#endif

/* Whether the round is over, had all the cards that it took, and is not left to others. */
LANE bool boxes_is_whole(const boxes_tables *m, const boxes_felt *felt, const boxes_round *r, uint32_t ready, bool sees)
{
    return boxes_is_over(m, r) && r->t <= ready && !(sees && boxes_may_share(m, felt, r));
}

/* Plays a round from the cards that lie ready, where `active`; false, with nothing counted, where it needs more. */
LANE bool boxes_play_ready(const boxes_tables *m, const boxes_felt *felt, boxes_round *r, uint32_t ready, bool sees,
                           bool active, boxes_sums *s)
{
    r->t = 0; /* a determinant card that names side A is also the first card of the round */
    boxes_deal(m, felt, r, sees);
    bool goes_on = active && !boxes_is_over(m, r);
    while (LANE_ANY(goes_on)) {
        if (goes_on) {
            boxes_step(m, felt, r, sees);
            goes_on = !boxes_is_over(m, r) && r->t < ready;
        }
    }
    bool is_whole = boxes_is_whole(m, felt, r, ready, sees);
    if (active && is_whole) boxes_settle(m, felt, r, sees, s);
    return is_whole;
}

/* A round with fresh cards, where `active`; false, with nothing counted, where it needs more cards than are ready.
 * `pile`: draws from a sorted pile, which is exact for any number of cards, and for suits. `sees`: wagers are laid. */
LANE bool boxes_play_fresh(const boxes_game *g, const boxes_tables *m, const boxes_felt *felt, uint64_t round,
                           bool pile, bool sees, bool active, boxes_sums *s)
{
    uint32_t side = g->is_double ? boxes_side(g, round) : 0;
    boxes_words words = boxes_words_of_round(round, side);
    boxes_round r;
    r.from = pile ? g->n - 1 : 0;
    r.step = pile ? 0xFFFFFFFFu : 1;
    if (2 * g->boxes + 2 > g->ready) return false;
    if (pile)
        boxes_draw_pile(g, felt, words);
    else
        boxes_draw_marked(g, felt, words);
    return boxes_play_ready(m, felt, &r, g->ready, sees, active, s);
}

/* Plays the first rounds of a session and returns how many: fewer than wanted if a shoe had too few cards ready. Each turn
 * of the inner loop is the deal of a round or one card. */
LANE uint32_t boxes_play_session(const boxes_game *g, const boxes_tables *m, const boxes_felt *felt, uint64_t session,
                                 uint32_t wanted, bool sees, boxes_sums *s)
{
    uint32_t rounds = 0, deal = 2 * g->boxes + 2;
    bool has_cards = true;
    for (uint32_t shoe = 0; LANE_ANY(has_cards && rounds < wanted); shoe++) {
        boxes_round r;
        bool is_over = true, goes_on = has_cards && rounds < wanted;
        boxes_draw_pile(g, felt, boxes_words_of_shoe(session, shoe));
        r.from = g->n - 1;
        r.step = 0xFFFFFFFFu;
        r.t = g->burns;
        while (LANE_ANY(goes_on)) {
            if (goes_on) {
                uint32_t needed = is_over ? deal + g->burns_each_round : 1;
                has_cards = r.t + needed <= g->ready;
                if (has_cards) {
                    if (is_over) {
                        r.t += g->burns_each_round;
                        boxes_deal(m, felt, &r, sees);
                    } else {
                        boxes_step(m, felt, &r, sees);
                    }
                    is_over = boxes_is_over(m, &r);
                    if (is_over) {
                        has_cards = boxes_is_whole(m, felt, &r, g->ready, sees);
                        if (has_cards) boxes_settle(m, felt, &r, sees, s);
                        rounds += has_cards;
                    }
                }
                goes_on = has_cards && !(is_over && (r.t >= g->cover || rounds == wanted));
            }
        }
    }
    return rounds;
}

#endif
