/* boxes.h - a round of any game, one to seven boxes, as one lane of a GPU plays it from cards that lie ready in memory.
 * Compiles for the CPU too.
 *
 * The lane follows the machine of walk/machine.h, to which boxes.c adds the places of split hands. What hands of a split
 * box win and lose is kept by their class until the dealer's hand is known. */
#ifndef LAMMER_SIM_CUDA_BOXES_H
#define LAMMER_SIM_CUDA_BOXES_H

#include "lane.h"
#include "walk/machine.h"

enum {
    BOXES_MOST = 7,
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
    uint32_t rank; /* 2^28 / cards of a rank, rounded up */
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
LANE void lane_store8(lane_mem at, uint32_t value)
{
    *(uint8_t *)(uintptr_t)at = (uint8_t)value;
}
#endif

/* Word i of a lane's cards, used slots and boxes lies at `card`, `used` and `box` plus i * stride: the words of
 * neighbouring lanes alternate, so that no two lanes need the same bank. */
typedef struct {
    lane_mem card, used, box;
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

enum { BOXES_BOTH = 2, BOXES_SHOE = 1 << 24, BOXES_SIDE_SHIFT = 23 };

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

LANE uint32_t boxes_rank_of(const boxes_game *g, uint32_t slot)
{
    return slot * g->rank >> 28;
}

/* Draws `ready` cards, card t to place t. Only while fewer are drawn than there are kings, tens, jacks and queens: a
 * slot that was used before holds one of them, and to this game a king. */
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
                            before & bit ? CUDA_RANKS - 1 : boxes_rank_of(g, slot));
            }
        }
    }
}

LANE void boxes_sort(const boxes_game *g, const boxes_felt *felt)
{
    for (uint32_t i = 0; i < g->n; i += 4)
        lane_store32(felt->card + (i >> 2) * felt->stride, boxes_rank_of(g, i) * 0x01010101u);
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

/* The side of a double shoe that the determinant card names: the first card of side A. */
LANE uint32_t boxes_side(const boxes_game *g, uint64_t round)
{
    boxes_words words = boxes_words_of_round(round, 0);
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
} boxes_tables;

#define BOXES_AT(m, member) ((m)->at + (lane_mem)offsetof(boxes_machine, member))

typedef struct {
    uint32_t from, step; /* card t lies at from + t * step, modulo 2^32 */
    uint32_t t;          /* the next card */
    uint32_t todo;       /* boxes that have not finished, as a bit set; the lowest is on turn */
    uint32_t two, view, needs;
    uint32_t spot, finals; /* dealer hands that are finished, and their ends in four bits each */
    uint32_t place;
    uint32_t hands, most, wins, loses, info, waiting, mine, frees; /* of the box on turn, as in lane_box */
    lane_mem start;                                                /* of its hands after a split */
} boxes_round;

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

/* The next dealer hand begins; hands that need no card end at once. */
LANE void boxes_next_dealer(const boxes_tables *m, boxes_round *r)
{
    while (r->spot < m->spots) {
        uint32_t row = (r->spot ? (uint32_t)WALK_NEEDS : 0u) + r->needs;
        r->place = lane_load16(BOXES_AT(m, dealer) + (row * WALK_TWO_RANKS + r->two) * 2);
        if (r->place >= WALK_OVER) return;
        r->finals |= (r->place / WALK_RANKS - WALK_FINAL) << 4 * r->spot++;
    }
}

LANE uint32_t boxes_begin_hand(const boxes_round *r)
{
    return lane_load16(r->start + r->mine * 4 + (r->hands < r->most ? 2u : 0u));
}

/* The next box begins its turn: with its two cards, or with the first hand after its split. */
LANE void boxes_next_box(const boxes_tables *m, const boxes_felt *felt, boxes_round *r)
{
    lane_mem at = boxes_box_at(felt, boxes_lowest(r->todo));
    uint32_t place = lane_load32(at), rank = lane_load32(at + felt->stride), value = rank < 9 ? rank : 9;
    bool split = place < WALK_OVER;
    r->start = BOXES_AT(m, split_start) + (r->view * 10 + value) * 8;
    r->frees = lane_load8(BOXES_AT(m, frees) + rank);
    r->most = lane_load8(BOXES_AT(m, most) + rank);
    r->hands = split ? 2 : 1;
    r->waiting = lane_choose32(split, r->frees ? 3 : 2, 1);
    r->mine = r->wins = r->loses = r->info = 0;
    r->place = lane_choose32(split, boxes_begin_hand(r), place);
}

LANE void boxes_go_on(const boxes_tables *m, const boxes_felt *felt, boxes_round *r)
{
    if (r->todo)
        boxes_next_box(m, felt, r);
    else
        boxes_next_dealer(m, r);
}

LANE void boxes_need(boxes_round *r, uint32_t needs)
{
    r->needs = needs > r->needs ? needs : r->needs;
}

/* The first two cards of a box: it waits for its turn, or has finished. */
LANE void boxes_deal_box(const boxes_tables *m, const boxes_felt *felt, boxes_round *r, uint32_t box)
{
    uint32_t first = boxes_card(felt, r, r->t + box), second = boxes_card(felt, r, r->t + m->boxes + 1 + box);
    uint32_t place = lane_load16(BOXES_AT(m, start) + (r->view * WALK_TWO_RANKS + (first << 4 | second)) * 2);
    uint32_t end = place / WALK_RANKS;
    bool waits = place >= WALK_OVER || end == WALK_SPLIT;
    uint32_t info = lane_load32(BOXES_AT(m, info) + (waits ? 0 : end) * 4);
    r->todo |= waits ? 1u << box : 0u;
    boxes_put(felt, box, lane_choose32(waits, place, end), first, info % BOXES_NEEDS | BOXES_IS_END);
    boxes_need(r, lane_choose32(waits, 0, info / BOXES_NEEDS));
}

/* Deals from card r->t on. */
LANE void boxes_deal(const boxes_tables *m, const boxes_felt *felt, boxes_round *r)
{
    uint32_t up = boxes_card(felt, r, r->t + m->boxes);
    uint32_t hole = m->has_hole ? boxes_card(felt, r, r->t + 2 * m->boxes + 1) : 0;
    r->two = up << 4 | hole;
    r->view = lane_load8(BOXES_AT(m, view) + r->two);
    r->todo = r->needs = r->spot = r->finals = 0;
    for (uint32_t box = 0; box < m->boxes; box++)
        boxes_deal_box(m, felt, r, box);
    r->t += 2 * m->boxes + 1 + m->has_hole;
    boxes_go_on(m, felt, r);
}

/* The box on turn has finished: chips and lammers of its splits are known. */
LANE void boxes_end_box(const boxes_tables *m, const boxes_felt *felt, boxes_round *r)
{
    uint32_t splits = r->hands - 1, frees = splits < r->frees ? splits : r->frees;
    uint32_t info = 1 + splits - frees + r->hands * BOXES_HAND + frees * BOXES_LAMMER + r->info % BOXES_NEEDS;
    boxes_put(felt, boxes_lowest(r->todo), r->wins, r->loses, info);
    boxes_need(r, r->info >= BOXES_NEEDS ? (uint32_t)WALK_NEEDS_DRAW : 0u);
    r->todo &= r->todo - 1;
    boxes_go_on(m, felt, r);
}

/* A hand of the box on turn has ended, or is split again. */
LANE void boxes_end_hand(const boxes_tables *m, const boxes_felt *felt, boxes_round *r)
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
    if (is_last)
        boxes_end_box(m, felt, r);
    else
        r->place = boxes_begin_hand(r);
}

/* One card. */
LANE void boxes_step(const boxes_tables *m, const boxes_felt *felt, boxes_round *r)
{
    r->place = lane_load16(BOXES_AT(m, next) + (r->place + boxes_card(felt, r, r->t++)) * 2);
    if (r->place < WALK_OVER) {
        if (r->todo) {
            boxes_end_hand(m, felt, r);
        } else {
            r->finals |= (r->place / WALK_RANKS - WALK_FINAL) << 4 * r->spot++;
            boxes_next_dealer(m, r);
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
 * (walk/split.c). */
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

LANE void boxes_settle(const boxes_tables *m, const boxes_felt *felt, const boxes_round *r, boxes_sums *s)
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
        s->seat_squares += (uint64_t)((int64_t)net * net);
        s->wins += net > 0;
        s->loses += net < 0;
        s->staked += info & 15;
        s->hands += info >> 4 & 15;
        if (m->gives_lammers) lane_count(s->lammers + (info >> 8 & 7) * s->stride);
    }
    s->net += all;
    if (m->boxes > 1) s->round_squares += (uint64_t)((int64_t)all * all);
    s->rounds++;
}

/* --- rounds and sessions ------------------------------------------------------------------------------------ */

/* Whether any lane of the warp still goes on: loops of all lanes end together, so that they stay in step. */
#ifdef __CUDA_ARCH__
#define LANE_ANY(yes) __any_sync(0xFFFFFFFFu, yes)
#else
#define LANE_ANY(yes) (yes)
#endif

/* A round with fresh cards, where `active`; false, with nothing counted, where it needs more cards than are ready.
 * `pile`: draws from a sorted pile, which is exact for any number of cards. */
LANE bool boxes_play_fresh(const boxes_game *g, const boxes_tables *m, const boxes_felt *felt, uint64_t round,
                           bool pile, bool active, boxes_sums *s)
{
    uint32_t side = g->is_double ? boxes_side(g, round) : 0;
    boxes_words words = boxes_words_of_round(round, side);
    boxes_round r;
    r.from = pile ? g->n - 1 : 0;
    r.step = pile ? 0xFFFFFFFFu : 1;
    r.t = 0; /* a determinant card that names side A is also the first card of the round */
    if (2 * g->boxes + 2 > g->ready) return false;
    if (pile)
        boxes_draw_pile(g, felt, words);
    else
        boxes_draw_marked(g, felt, words);
    boxes_deal(m, felt, &r);
    bool goes_on = active && !boxes_is_over(m, &r);
    while (LANE_ANY(goes_on)) {
        if (goes_on) {
            boxes_step(m, felt, &r);
            goes_on = !boxes_is_over(m, &r) && r.t < g->ready;
        }
    }
    bool is_over = boxes_is_over(m, &r);
    if (active && is_over) boxes_settle(m, felt, &r, s);
    return is_over;
}

/* Plays the first rounds of a session and returns how many: fewer than wanted if a shoe had too few cards ready. Each turn
 * of the inner loop is the deal of a round or one card. */
LANE uint32_t boxes_play_session(const boxes_game *g, const boxes_tables *m, const boxes_felt *felt, uint64_t session,
                                 uint32_t wanted, boxes_sums *s)
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
                        boxes_deal(m, felt, &r);
                    } else {
                        boxes_step(m, felt, &r);
                    }
                    is_over = boxes_is_over(m, &r);
                    if (is_over) {
                        boxes_settle(m, felt, &r, s);
                        rounds++;
                    }
                }
                goes_on = has_cards && !(is_over && (r.t >= g->cover || rounds == wanted));
            }
        }
    }
    return rounds;
}

#endif
