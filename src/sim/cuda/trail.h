/* trail.h - one box with fresh cards, its wagers included, as one lane of a GPU plays it. Compiles for the CPU too.
 *
 * A round is a trail through one table: the entry of a row and a rank says in which row the trail goes on and what it adds
 * to a sum. The sum of a round is its key: how the box and each dealer hand ended. Rounds are counted by
 * key, and afterwards the processor computes for each key what it pays and what the wagers see (trail.c), so a lane knows
 * no amounts. Three dealer hands in multiple action are parts of the same trail. A round that is split, needs more cards,
 * has an uncertain word or a deal that some wager asks about is listed. */
#ifndef LAMMER_SIM_CUDA_TRAIL_H
#define LAMMER_SIM_CUDA_TRAIL_H

#include <stddef.h>

#include "flat.h"
#include "sights_job.h"

enum {
    TRAIL_GROUPS = 2,
    TRAIL_CARDS = TRAIL_GROUPS * CUDA_A_WORD,
    TRAIL_ADDS = 16, /* bits of an entry that are added up; those above them say where the row begins, in bytes */
    TRAIL_ROW_BYTES = 4 * CUDA_RANKS,
    TRAIL_ROWS = 1200, /* so that 16 bits say it, even as an address in shared memory */
    TRAIL_TWOS = 3,    /* pairs of slots that are compared by lane_is_either: with more, multiplications take longer */
    TRAIL_OVER = 0,    /* rows without a way out: the round is over; it is left to others */
    TRAIL_LEFT,
    TRAIL_FIRST_ROW,
    TRAIL_OPENS = 4096,
    TRAIL_KEYS = 1 << TRAIL_ADDS,
    TRAIL_ASKS_SUITS = 1 << 14, /* where suits count: those of the dealer's cards are a part of the key */
    TRAIL_OF_DEALER = 1 << 15,  /* likewise: the card that led to this entry is one of the first dealer hand */
    TRAIL_BOXES = 128,          /* what may become of a box, and of the first dealer hand */
    TRAIL_DEALERS = 128,
    TRAIL_LEAVE_WORDS = (SIGHTS_DEALS + 31) / 32,
};

/* What has become of a box, as far as wagers and bets look at it. */
typedef struct {
    uint16_t end, natural, total;
} trail_box;

/* The first dealer hand: its final hand for bets, its ends for wagers, and how alike its suits are. */
typedef struct {
    uint16_t final, main, last, pattern;
} trail_dealer;

typedef struct {
    uint32_t next[TRAIL_ROWS * CUDA_RANKS], open[TRAIL_OPENS]; /* used: rows, opens */
    uint16_t deal[CUDA_DEAL_BYTES / 2];                        /* by four ranks: an offset into `open` */
    uint32_t leaves[TRAIL_LEAVE_WORDS];                        /* by deal, a bit: some wager asks about it */
    uint8_t place[CUDA_PLACES];                                /* the rank of each slot of a new stack */
    uint32_t rows, opens, keys;
    uint32_t boxes, dealers, spots, low; /* a key is box + boxes * later dealer hands + low * first dealer hand */
    uint32_t counts_deals, has_leaves, asks_suits;
    trail_box box[TRAIL_BOXES];
    trail_dealer dealer[TRAIL_DEALERS];
} trail_table;

/* How many groups of draws most rounds need. */
LANE uint32_t trail_groups(const trail_table *table)
{
    return table->spots > 1 ? 2 : 1;
}

/* Whether the suits of cards matter. */
LANE bool trail_sees_suits(const trail_table *table)
{
    return table->counts_deals || table->has_leaves || table->asks_suits;
}

/* What a lane needs besides the table. */
typedef struct {
    lane_keys keys[TRAIL_GROUPS];
    lane_shoe shoe[TRAIL_GROUPS];
    flat_game flat; /* of a double shoe */
    uint64_t product[TRAIL_GROUPS], threshold[TRAIL_GROUPS];
    uint32_t card; /* 2^26 / decks, rounded up */
    uint32_t low, counts_deals, has_leaves, asks_suits;
} trail_game;

LANE trail_game trail_game_of(const boxes_game *g, const trail_table *table, uint32_t pair_high)
{
    trail_game t;
    uint64_t seed = (uint64_t)g->key_high[0] << 32 | g->key_low[0];
    for (uint32_t i = 0; i < TRAIL_GROUPS; i++) {
        t.keys[i] = lane_keys_for(seed, pair_high, i, 0);
        t.shoe[i] = lane_shoe_for(g->n - i * CUDA_A_WORD, g->decks, g->threshold[i]);
        t.product[i] = g->product[i];
        t.threshold[i] = g->threshold[i];
    }
    t.flat = flat_game_of(g, pair_high);
    t.card = g->card;
    t.low = table->low;
    t.counts_deals = table->counts_deals;
    t.has_leaves = table->has_leaves;
    t.asks_suits = table->asks_suits;
    return t;
}

/* Where the table lies; and entries below which a round is over, and below which it does not go on. */
typedef struct {
    lane_mem next, open, deal, place, leaves;
    uint32_t over, first;
} trail_felt;

/* `begins`: what the copy of the table adds to where its rows begin. */
LANE trail_felt trail_felt_at(lane_mem next, lane_mem open, lane_mem deal, lane_mem place, lane_mem leaves,
                              uint32_t begins)
{
    trail_felt felt = { next,
                        open,
                        deal,
                        place,
                        leaves,
                        (begins + TRAIL_LEFT * TRAIL_ROW_BYTES) << TRAIL_ADDS,
                        (begins + TRAIL_FIRST_ROW * TRAIL_ROW_BYTES) << TRAIL_ADDS };
    return felt;
}

/* The round of a lane: its last entry, the sum of all, the suits in which the dealer's cards differ from the up card, two
 * bits for each, and the cards of the deal. */
typedef struct {
    uint32_t entry, sum, differ, deal;
    bool sure;
} trail_round;

/* Whether slot t was used before; `two` has the pairs of slots 0 and 1, 2 and 3 .. */
LANE bool trail_is_used(const uint32_t *slot, uint32_t t, const lane_two *two)
{
    uint32_t pairs = t < CUDA_A_WORD ? 0 : t / 2 < TRAIL_TWOS ? t / 2 : (uint32_t)TRAIL_TWOS;
    bool used = false;
    LANE_UNROLL
    for (uint32_t i = 0; i < pairs; i++)
        used |= lane_is_either(two[i], slot[t]);
    LANE_UNROLL
    for (uint32_t u = 2 * pairs; u < t; u++)
        used |= slot[t] == slot[u];
    return used;
}

/* The rank of card t where suits do not matter: a used slot holds a king. The first seven ranks are computed, the others
 * looked up, so that neither unit waits for the other. */
LANE uint32_t trail_rank(const trail_game *g, const trail_felt *felt, const uint32_t *slot, uint32_t t,
                         const lane_two *two)
{
    bool used = trail_is_used(slot, t, two);
#ifdef __CUDA_ARCH__
    uint32_t rank;
    if (t < CUDA_A_WORD)
        asm("{ .reg .pred used; setp.ne.u32 used, %3, 0; mov.u32 %0, 0xC0000000; @!used mul.lo.u32 %0, %1, %2; "
            "shr.u32 %0, %0, 28; }"
            : "=&r"(rank)
            : "r"(slot[t]), "r"(g->shoe[0].rank), "r"((uint32_t)used));
    else
        asm volatile("{ .reg .pred used; setp.ne.u32 used, %2, 0; mov.u32 %0, 12; @!used ld.shared.u8 %0, [%1]; }"
                     : "=&r"(rank)
                     : "r"(felt->place + slot[t]), "r"((uint32_t)used));
    return rank;
#else
    return used              ? CUDA_RANKS - 1
           : t < CUDA_A_WORD ? lane_rank(&g->shoe[0], slot[t])
                             : lane_load8(felt->place + slot[t]);
#endif
}

/* Card t, rank * 4 + suit, traced back through all draws. */
LANE uint32_t trail_card(const trail_game *g, const uint32_t *slot, uint32_t t)
{
    uint32_t origin = slot[t];
    LANE_UNROLL
    for (uint32_t i = 0; i < t; i++) {
        uint32_t u = t - 1 - i;
        origin = lane_choose32(origin == slot[u], g->shoe[(u + 1) / CUDA_A_WORD].radix[(u + 1) % CUDA_A_WORD], origin);
    }
    return origin * g->card >> 26;
}

LANE void trail_differ(trail_round *r, uint32_t card, uint32_t up, uint32_t t)
{
    uint32_t bits = (card ^ up) & 3;
    r->differ |= r->entry & TRAIL_OF_DEALER ? bits << 2 * t : 0;
}

/* The deal, from the first four cards. */
LANE void trail_deal(const trail_game *g, const trail_felt *felt, const uint32_t card[4], bool suits, trail_round *r)
{
    enum { THIRD = 2 * CUDA_RANKS, SECOND = THIRD * CUDA_RANKS, FIRST = SECOND * CUDA_RANKS };
    uint32_t shift = suits ? 2 : 0;
    uint32_t at = (card[0] >> shift) * FIRST + (card[1] >> shift) * SECOND + (card[2] >> shift) * THIRD;
    r->entry = lane_load32(felt->open + lane_load16(felt->deal + at + (card[3] >> shift) * 2));
    r->sum = r->entry;
    r->differ = r->deal = 0;
    if (!suits) return;
    r->deal = (card[0] * SIGHTS_CARDS + card[2]) * SIGHTS_CARDS + card[1];
    if (g->asks_suits) trail_differ(r, card[3], card[1], 3);
}

/* The next card. */
LANE void trail_step(const trail_felt *felt, uint32_t rank, trail_round *r)
{
    r->entry = lane_load32(felt->next + (r->entry >> TRAIL_ADDS) + rank * 4);
    r->sum += r->entry;
}

/* Plays a round from its words, where `active`; `groups` is a constant. */
LANE trail_round trail_play(const trail_game *g, const trail_felt *felt, const uint32_t *high, const uint32_t *low,
                            uint32_t groups, bool suits, bool exits, bool active)
{
    uint32_t slot[TRAIL_CARDS], card[4];
    trail_round r;
    r.sure = true;
    LANE_UNROLL
    for (uint32_t i = 0; i < groups; i++)
        r.sure &= lane_slots(&g->shoe[i], high[i], low[i], slot + i * CUDA_A_WORD);
    lane_two two[TRAIL_TWOS];
    LANE_UNROLL
    for (uint32_t i = 0; i < TRAIL_TWOS; i++)
        two[i] = lane_two_of(slot + 2 * i);
    LANE_UNROLL
    for (uint32_t t = 0; t < 4; t++)
        card[t] = suits ? trail_card(g, slot, t) : trail_rank(g, felt, slot, t, two);
    trail_deal(g, felt, card, suits, &r);
    if (suits && g->has_leaves) r.sure &= !(lane_load32(felt->leaves + r.deal / 32 * 4) >> r.deal % 32 & 1);
    LANE_UNROLL
    for (uint32_t t = 4; t < groups * CUDA_A_WORD; t++) {
        if (exits && t > CUDA_A_WORD && t % 2 == 0 && !LANE_ANY(active && r.entry >= felt->first)) break;
        uint32_t drawn = suits ? trail_card(g, slot, t) : trail_rank(g, felt, slot, t, two);
        trail_step(felt, suits ? drawn >> 2 : drawn, &r);
        if (suits && g->asks_suits) trail_differ(&r, drawn, card[1], t);
    }
    r.sure &= active && r.entry < felt->over;
    return r;
}

/* The key of a round that is over. */
LANE uint32_t trail_key(const trail_game *g, const trail_round *r, bool suits)
{
    uint32_t key = r->sum & (TRAIL_ASKS_SUITS - 1), colours = (r->differ ^ r->differ >> 1) & 0x55555555u;
    uint32_t pattern = colours ? SIGHT_MIXED : r->differ ? SIGHT_COLOUR : SIGHT_SUIT;
    if (!suits || !g->asks_suits) return r->sum & (TRAIL_KEYS - 1);
    return r->sum & TRAIL_ASKS_SUITS ? key + g->low * pattern : key;
}

/* The first words of a pair of rounds from a double shoe, as a block; `sides` has the side of each round's determinant
 * card in a bit. Not known where that card is uncertain. */
LANE void trail_block_of_sides(const trail_game *g, uint32_t pair_low, uint32_t sides, uint32_t block[4], bool known[2])
{
    uint32_t other[4];
    lane_block(&g->flat.keys[0], pair_low, block);
    lane_block(&g->flat.keys[1], pair_low, other);
    LANE_UNROLL
    for (int half = 0; half < 2; half++) {
        uint32_t low = block[2 * half], high = block[2 * half + 1], from = sides >> half & 1;
        uint32_t low_b = other[2 * half], high_b = other[2 * half + 1];
        uint32_t side =
            flat_side(&g->flat, lane_choose32(from, high_b, high), lane_choose32(from, low_b, low), &known[half]);
        block[2 * half] = lane_choose32(side, low_b, low);
        block[2 * half + 1] = lane_choose32(side, high_b, high);
    }
}

#endif
