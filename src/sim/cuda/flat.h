/* flat.h - most rounds of one box with fresh cards, as one lane of a GPU plays them. Compiles for the CPU too.
 *
 * One table holds a whole round: a state is what matters of the box and of the dealer, its row has the next state for
 * each rank (flat.c). The lane is that of kernel.cu: the seven cards of one word, one look for the deal and three steps.
 * A round with a split, more cards or an uncertain word is listed, and straight.h plays it. */
#ifndef LAMMER_SIM_CUDA_FLAT_H
#define LAMMER_SIM_CUDA_FLAT_H

#include <stddef.h>

#include "boxes.h"

enum {
    FLAT_ENDS = 24, /* the most results that a game may have */
    FLAT_SPLIT = FLAT_ENDS,
    FLAT_LAST_END,
    FLAT_FIRST_ROW = FLAT_LAST_END * CUDA_END_BYTES,
    FLAT_SIDES = 2,
    FLAT_SIDE_ROUNDS = 128, /* rounds whose determinant cards one block chooses */
};

/* What a round comes to: `info` has staked chips, hands and lammers as in boxes_machine. */
typedef struct {
    int32_t net;
    uint32_t info;
} flat_end;

typedef struct {
    uint16_t step[CUDA_MOST_BYTES / 2], deal[CUDA_DEAL_BYTES / 2];
    uint8_t place[CUDA_PLACES];
    uint32_t step_bytes; /* used */
    uint32_t ends;
    flat_end end[FLAT_ENDS];
} flat_table;

/* What a lane needs besides the table. */
typedef struct {
    lane_keys keys[FLAT_SIDES];
    lane_shoe shoe;
    uint32_t is_double, red_is_b, decks, card;
    uint32_t product_low, product_high, rest; /* of a whole word; from `rest` on its upper half is not rejected */
} flat_game;

/* Makes the table; false where the game has several boxes or dealer hands, or the table does not fit. */
bool flat_make(flat_table *table, const boxes_game *g, const boxes_machine *machine);

LANE flat_game flat_game_of(const boxes_game *g, uint32_t pair_high)
{
    uint64_t seed = (uint64_t)g->key_high[0] << 32 | g->key_low[0];
    flat_game f;
    for (uint32_t side = 0; side < FLAT_SIDES; side++)
        f.keys[side] = lane_keys_for(seed, pair_high, 0, side << BOXES_SIDE_SHIFT);
    f.shoe = lane_shoe_for(g->n, g->decks, g->threshold[0]);
    f.is_double = g->is_double;
    f.red_is_b = g->red_is_b;
    f.decks = g->decks;
    f.card = g->card;
    f.product_low = (uint32_t)g->product[0];
    f.product_high = (uint32_t)(g->product[0] >> 32);
    f.rest = (uint32_t)(g->threshold[0] >> 32) + 1;
    return f;
}

/* The side that the determinant card with this word names; meaningless unless *sure. */
LANE uint32_t flat_side(const flat_game *f, uint32_t high, uint32_t low, bool *sure)
{
    uint32_t slot = (uint32_t)((lane_wide(high, f->shoe.radix[0]) + lane_high(low, f->shoe.radix[0])) >> 32);
    uint32_t rest = lane_high(low, f->product_low) + low * f->product_high + high * f->product_low;
    uint32_t suit = slot * f->card >> 26 & 3, is_red = (suit + 1) >> 1 & 1;
    *sure = rest >= f->rest;
    return is_red == f->red_is_b;
}

/* A block that has the sides of 128 rounds, a bit each. */
LANE void flat_sides(const flat_game *f, uint64_t number, uint32_t c[4])
{
    c[0] = (uint32_t)(number >> 32);
    c[1] = (uint32_t)number;
    c[2] = 0;
    c[3] = BOXES_SIDES;
    LANE_UNROLL
    for (int i = 0; i < PHILOX_ROUNDS; i++)
        lane_philox_round(c, f->keys[0].low[i], f->keys[0].high[i]);
}

/* The states of a pair of rounds after seven cards; meaningless unless sure. `sides` has the side of each round's
 * determinant card in a bit, where the game has one. */
LANE void flat_pair(const flat_game *f, lane_tables tables, uint32_t pair_low, uint32_t sides, bool is_double,
                    uint32_t state[2], bool sure[2])
{
    uint32_t block[FLAT_SIDES][4];
    lane_block(&f->keys[0], pair_low, block[0]);
    if (is_double) lane_block(&f->keys[1], pair_low, block[1]);
    LANE_UNROLL
    for (int half = 0; half < 2; half++) {
        uint32_t low = block[0][2 * half], high = block[0][2 * half + 1];
        bool known = true;
        if (is_double) {
            uint32_t low_b = block[1][2 * half], high_b = block[1][2 * half + 1], from = sides >> half & 1;
            uint32_t side = flat_side(f, lane_choose32(from, high_b, high), lane_choose32(from, low_b, low), &known);
            low = lane_choose32(side, low_b, low);
            high = lane_choose32(side, high_b, high);
        }
        state[half] = lane_fast(&f->shoe, tables, high, low, &sure[half]);
        sure[half] &= known;
    }
}

#endif
