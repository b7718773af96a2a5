/* chain.h - most rounds of several boxes, or of several dealer hands, with fresh cards, as one lane of a GPU plays them.
 * Compiles for the CPU too.
 *
 * The hands of a round form a chain: boxes from the left, both hands of a split one, dealer hands. All lanes of a warp
 * take card t at the same time; when a hand ends, its lane keeps the end and goes on with the next hand of its chain, so
 * a warp takes as many steps as its longest round has cards. The dealer draws even if no box needs it: no bet depends on
 * these cards, and no later round does. Only a blackjack that waits, where it is the one box against several dealer hands,
 * stops each of them at the second card. A round that is split twice, needs more cards or has an uncertain word is
 * listed. */
#ifndef LAMMER_SIM_CUDA_CHAIN_H
#define LAMMER_SIM_CUDA_CHAIN_H

#include <stddef.h>

#include "boxes.h"

enum {
    CHAIN_GROUPS = 5,
    CHAIN_CARDS = CHAIN_GROUPS * CUDA_A_WORD,
    CHAIN_OVER = 2 * WALK_OVER, /* places are byte offsets here */
    CHAIN_ROW = 2 * WALK_RANKS, /* bytes of a place */
    CHAIN_SPLIT = WALK_SPLIT * CHAIN_ROW,
    CHAIN_WAITS = WALK_BLACKJACK_WAITS * CHAIN_ROW,
    CHAIN_FINAL = WALK_FINAL * CHAIN_ROW,
    CHAIN_VIEW = 2 * WALK_TWO_RANKS, /* bytes of `start` */
};

/* How a hand was staked: a box that is not split; a hand of a split box, with chips or with a lammer; none. */
enum { CHAIN_BOX, CHAIN_HAND, CHAIN_LAMMER, CHAIN_NONE, CHAIN_ROWS = CHAIN_NONE * WALK_ENDS + 1 };

/* Numbers of a result in one word: chips staked, hands, lammers, and above them the net. They add up, even over all boxes
 * of a round. */
enum { CHAIN_HANDS = 6, CHAIN_LAMMERS = 10, CHAIN_NET = 15, CHAIN_MOST_NET = 4000 };

/* A hand in memory: its place or end; the number of the hand after it; how it was staked. */
enum { CHAIN_NEXT = 16, CHAIN_STAKE = 24 };

typedef struct {
    uint32_t result[CHAIN_ROWS][WALK_FINALS];
    uint32_t split[WALK_VIEWS][WALK_RANKS]; /* by rank: the place of the first hand, of the second, + 1 with a lammer */
    uint16_t view[WALK_TWO_RANKS];          /* by the dealer's cards: an offset into `start` */
    uint16_t dealer[2][2][WALK_TWO_RANKS];  /* drawing, or second cards only; the first dealer hand, or a later one */
    uint16_t start[WALK_VIEWS][WALK_TWO_RANKS];
    uint16_t next[BOXES_PLACES * WALK_RANKS]; /* the last member: only what is used is copied */
} chain_table;

typedef struct {
    lane_keys keys[CHAIN_GROUPS];
    lane_shoe shoe[CHAIN_GROUPS];
    uint64_t product[CHAIN_GROUPS], threshold[CHAIN_GROUPS];
    uint32_t last; /* slot of a new stack, which holds a king */
    uint32_t spots, has_hole, shows_late, gives_lammers;
    uint32_t trap; /* a place without a way out */
} chain_game;

/* Groups of draws for most rounds of a game, one more for most of those left; 0: chain.h does not play it. */
uint32_t chain_groups(const boxes_game *g);

/* Makes the table; false where it does not fit. */
bool chain_make(chain_table *table, uint32_t *bytes, uint32_t *trap, const boxes_game *g, const boxes_machine *machine);

LANE chain_game chain_game_of(const boxes_game *g, uint32_t trap, uint32_t pair_high)
{
    chain_game c;
    uint64_t seed = (uint64_t)g->key_high[0] << 32 | g->key_low[0];
    for (uint32_t i = 0; i < CHAIN_GROUPS; i++) {
        c.keys[i] = lane_keys_for(seed, pair_high, i, 0);
        c.shoe[i] = lane_shoe_for(g->n - i * CUDA_A_WORD, g->decks, g->threshold[i]);
        c.product[i] = g->product[i];
        c.threshold[i] = g->threshold[i];
    }
    c.last = g->n - 1;
    c.spots = g->spots;
    c.has_hole = g->has_hole;
    c.shows_late = !g->has_reader;
    c.gives_lammers = g->gives_lammers;
    c.trap = trap;
    return c;
}

/* Where the table lies, and the hands of this lane, `stride` apart. */
typedef struct {
    lane_mem table, hand;
    uint32_t stride;
} chain_felt;

#define CHAIN_AT(felt, member) ((felt)->table + (lane_mem)offsetof(chain_table, member))

/* Words of memory for each lane: two hands of each box, dealer hands, and the end of the chain. */
LANE uint32_t chain_words(uint32_t boxes, uint32_t spots)
{
    return 2 * boxes + spots + 1;
}

LANE lane_mem chain_hand_at(const chain_felt *felt, uint32_t number)
{
    return felt->hand + number * felt->stride;
}

LANE void chain_put(const chain_felt *felt, uint32_t number, uint32_t place, uint32_t next, uint32_t stake)
{
    lane_store32(chain_hand_at(felt, number), place | next << CHAIN_NEXT | stake << CHAIN_STAKE);
}

/* The slots of a round; false if one is uncertain. A used slot becomes the last one: both hold a king. */
LANE bool chain_draw(const chain_game *g, const uint32_t *high, const uint32_t *low, uint32_t groups, uint32_t *slot)
{
    bool sure = true;
    LANE_UNROLL
    for (uint32_t i = 0; i < groups; i++)
        sure &= lane_slots(&g->shoe[i], high[i], low[i], slot + i * CUDA_A_WORD);
    LANE_UNROLL
    for (uint32_t t = 1; t < groups * CUDA_A_WORD; t++)
        slot[t] = lane_choose32(lane_is_used(slot, (int)t), g->last, slot[t]);
    return sure;
}

LANE uint32_t chain_start(const chain_felt *felt, uint32_t view, uint32_t first, uint32_t second)
{
    return lane_load16(CHAIN_AT(felt, start) + view + first * (2 * WALK_RANKS) + second * 2);
}

/* Puts a box into the chain before hand `next`, and returns the first hand of the chain. */
LANE uint32_t chain_deal_box(const chain_felt *felt, uint32_t view, uint32_t boxes, uint32_t box, uint32_t first,
                             uint32_t second, uint32_t next, bool *has_split)
{
    uint32_t place = chain_start(felt, view, first, second);
    uint32_t other = boxes + box, stake = CHAIN_BOX;
    if (place == CHAIN_SPLIT) {
        uint32_t both = lane_load32(CHAIN_AT(felt, split) + view / (CHAIN_VIEW / (4 * WALK_RANKS)) + first * 4);
        chain_put(felt, other, both >> 17 << 1, next, CHAIN_HAND + (both >> 16 & 1));
        next = other;
        place = both & 0xFFFF;
        stake = CHAIN_HAND;
        *has_split = true;
    } else {
        chain_put(felt, other, 0, 0, CHAIN_NONE);
    }
    chain_put(felt, box, place, next, stake);
    return place >= CHAIN_OVER ? box : next;
}

/* Deals a round and returns the first hand of its chain. */
LANE uint32_t chain_deal(const chain_game *g, const chain_felt *felt, const uint32_t *slot, uint32_t boxes,
                         bool *has_split)
{
    const lane_shoe *shoe = &g->shoe[0];
    uint32_t two = lane_rank(shoe, slot[boxes]) << 4 | (g->has_hole ? lane_rank(shoe, slot[2 * boxes + 1]) : 0);
    uint32_t view = lane_load16(CHAIN_AT(felt, view) + two * 2), next = 2 * boxes + g->spots;
    uint32_t hands = 0;
    if (boxes == 1 && g->spots > 1) {
        uint32_t start = chain_start(felt, view, lane_rank(shoe, slot[0]), lane_rank(shoe, slot[2]));
        hands = start == CHAIN_WAITS ? 2 * WALK_TWO_RANKS : 0;
    }
    chain_put(felt, next, g->trap, next, CHAIN_BOX);
    for (uint32_t spot = g->spots; spot-- > 0;) {
        uint32_t place = lane_load16(CHAIN_AT(felt, dealer) + (hands + (spot ? WALK_TWO_RANKS : 0) + two) * 2);
        chain_put(felt, 2 * boxes + spot, place, next, CHAIN_BOX);
        next = place >= CHAIN_OVER ? 2 * boxes + spot : next;
    }
    LANE_UNROLL
    for (uint32_t i = 0; i < boxes; i++) {
        uint32_t box = boxes - 1 - i;
        next = chain_deal_box(felt, view, boxes, box, lane_rank(shoe, slot[box]),
                              lane_rank(shoe, slot[boxes + 1 + box]), next, has_split);
    }
    return next;
}

/* The hand on turn: where it lies, the word that lay there, and its place now. */
typedef struct {
    lane_mem at;
    uint32_t word, place;
} chain_turn;

LANE void chain_open(const chain_felt *felt, uint32_t number, chain_turn *turn)
{
    turn->at = chain_hand_at(felt, number);
    turn->word = lane_load32(turn->at);
    turn->place = turn->word & 0xFFFF;
}

/* One card. */
LANE void chain_step(const chain_felt *felt, uint32_t rank, chain_turn *turn)
{
    turn->place = lane_load16(CHAIN_AT(felt, next) + turn->place + rank * 2);
    if (turn->place < CHAIN_OVER) {
        lane_store16(turn->at, turn->place);
        chain_open(felt, turn->word >> CHAIN_NEXT & 0xFF, turn);
    }
}

/* Plays the hands of a round; false where the cards are not enough. */
LANE bool chain_follow(const chain_game *g, const chain_felt *felt, const uint32_t *slot, uint32_t boxes,
                       uint32_t groups, uint32_t first, bool active)
{
    lane_mem over = chain_hand_at(felt, 2 * boxes + g->spots);
    chain_turn turn;
    chain_open(felt, first, &turn);
    if (!g->has_hole) chain_step(felt, lane_rank(&g->shoe[0], slot[2 * boxes + 1]), &turn);
    LANE_UNROLL
    for (uint32_t t = 2 * boxes + 2; t < groups * CUDA_A_WORD; t++) {
        if (t % 2 == 0 && !LANE_ANY(active && turn.at != over)) break;
        chain_step(felt, lane_rank(&g->shoe[0], slot[t]), &turn);
    }
    return turn.at == over;
}

/* What a hand comes to against a dealer hand, whose end is an offset of its column. */
LANE uint32_t chain_result(const chain_felt *felt, uint32_t hand, uint32_t final)
{
    uint32_t row = (hand >> CHAIN_STAKE) * WALK_ENDS + (hand & 0xFFFF) / CHAIN_ROW;
    return lane_load32(CHAIN_AT(felt, result) + row * (4 * WALK_FINALS) + final);
}

LANE uint32_t chain_final(const chain_felt *felt, uint32_t boxes, uint32_t spot)
{
    return ((lane_load32(chain_hand_at(felt, 2 * boxes + spot)) & 0xFFFF) - CHAIN_FINAL) / (CHAIN_ROW / 4);
}

/* Adds a round, unless it is left to others: what a split box owes a late blackjack is not a sum over its hands. */
LANE bool chain_settle(const chain_game *g, const chain_felt *felt, uint32_t boxes, bool has_split, boxes_sums *s)
{
    const uint32_t blackjack = WALK_DEALER_BLACKJACK * 4, above = ~0u << CHAIN_NET;
    uint32_t first = chain_final(felt, boxes, 0), second = 0, third = 0, all = 0;
    if (g->spots > 1) second = chain_final(felt, boxes, 1);
    if (g->spots > 2) third = chain_final(felt, boxes, 2);
    if (g->shows_late && has_split && (first == blackjack || second == blackjack || third == blackjack)) return false;
    LANE_UNROLL
    for (uint32_t box = 0; box < boxes; box++) {
        uint32_t hand = lane_load32(chain_hand_at(felt, box)), other = lane_load32(chain_hand_at(felt, boxes + box));
        uint32_t result = chain_result(felt, hand, first) + chain_result(felt, other, first);
        if (g->spots > 1)
            result += (chain_result(felt, hand, second) & above) + (chain_result(felt, other, second) & above);
        if (g->spots > 2)
            result += (chain_result(felt, hand, third) & above) + (chain_result(felt, other, third) & above);
        int32_t net = (int32_t)result >> CHAIN_NET;
        s->seat_squares += (uint64_t)((int64_t)net * net);
        s->wins += net > 0;
        s->loses += net < 0;
        if (g->gives_lammers) lane_count(s->lammers + (result >> CHAIN_LAMMERS & 31) * s->stride);
        all += result;
    }
    int32_t net = (int32_t)all >> CHAIN_NET;
    s->net += net;
    if (boxes > 1) s->round_squares += (uint64_t)((int64_t)net * net);
    s->staked += all & 63;
    s->hands += all >> CHAIN_HANDS & 15;
    s->rounds++;
    return true;
}

/* A round with these words, where `active`; false, with nothing counted, where it must be played elsewhere. */
LANE bool chain_play(const chain_game *g, const chain_felt *felt, const uint32_t *high, const uint32_t *low,
                     uint32_t boxes, uint32_t groups, bool active, boxes_sums *s)
{
    uint32_t slot[CHAIN_CARDS];
    bool has_split = false, sure = chain_draw(g, high, low, groups, slot);
    uint32_t first = chain_deal(g, felt, slot, boxes, &has_split);
    bool over = chain_follow(g, felt, slot, boxes, groups, first, active && sure);
    return active && sure && over && chain_settle(g, felt, boxes, has_split, s);
}

/* The words of a pair of rounds: [half][group]. */
LANE void chain_words_of(const chain_game *g, uint32_t pair_low, uint32_t groups, uint32_t high[2][CHAIN_GROUPS],
                         uint32_t low[2][CHAIN_GROUPS])
{
    LANE_UNROLL
    for (uint32_t i = 0; i < groups; i++) {
        uint32_t block[4];
        lane_block(&g->keys[i], pair_low, block);
        low[0][i] = block[0];
        high[0][i] = block[1];
        low[1][i] = block[2];
        high[1][i] = block[3];
    }
}

#endif
