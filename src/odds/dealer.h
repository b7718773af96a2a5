/* dealer.h - how the dealer's hand ends, exactly, for many shoes at once.
 *
 * The tree of the dealer's draws from one starting hand is the same for every shoe; only the probabilities differ. So
 * the tree is compiled once: each hand is a set of cards with the number of its possible orders, and sets with a common
 * beginning share it. A run adds up the hands with which the dealer draws again, for eight or 32 shoes side by side. */
#ifndef LM_ODDS_DEALER_H
#define LM_ODDS_DEALER_H

#include "hands.h"
#include "real.h"

typedef enum {
    END_17,
    END_18,
    END_19,
    END_20,
    END_21,
    END_22,
    END_OVER, /* more than 22 */
    END_BLACKJACK,
    ENDS
} dealer_end;

enum {
    DEALER_STEPS = 2200,
    DEALER_DEPTH = 20,
    DEALER_SHOE = 11, /* the vectors that describe a shoe */
    DEALER_BLOCKS = 4,
    DEALER_MANY = DEALER_BLOCKS * LANES,
    DEALER_HANDS = 500, /* 430 at most are needed, 596 of the next, 15, 40, 70 and 36 */
    DEALER_HELD = 640,
    DEALER_GROUPS = 20,
    DEALER_SLOTS = 48,
    DEALER_OUTS = 80,
    DEALER_NUMBERS = 48,
    DEALER_NONE = 255,
};

typedef struct {
    uint8_t depth; /* cards drawn, including this one */
    uint8_t value;
    uint8_t used; /* cards of the same value drawn before this one */
    uint8_t end;  /* dealer_end, or ENDS if the dealer draws again */
    int32_t orders;
} dealer_step;

/* The same law by the hands with which the dealer draws again, the lowest card first: a hand with one card more begins
 * with all cards of the one before. What comes then depends on the total alone: with n cards of a value in the shoe, k
 * of them in the hand, n - k lead to the same end. So hands are added up by total (a group), and k times those that hold
 * such a card. */
typedef struct {
    uint8_t depth, value, used; /* as in dealer_step */
    uint8_t group;              /* DEALER_NONE: no card ends this hand */
    uint8_t times;              /* the number of its orders: an index of `number` */
    uint8_t once, more;         /* how many values that end it are in the hand once, and more often */
} dealer_hand;

typedef struct {
    uint8_t slot, times; /* where hands of a group with a card of a value are added up, and `number` of these cards */
} dealer_held;

typedef struct {
    uint8_t end, value, group, slot; /* DEALER_NONE: no hand of the group has a card of this value */
} dealer_out;

struct weighed_tree;

typedef struct {
    const struct weighed_tree *weighed; /* where given, it is run instead (both/weighed.h) */
    int n;
    int depth;
    int pat;      /* the end of a starting hand that is already final, else ENDS */
    int most[11]; /* cards of a value in one hand */
    dealer_step step[DEALER_STEPS];
    int hands, groups, slots, outs, numbers; /* of the arrays that follow */
    dealer_hand hand[DEALER_HANDS];          /* the first is the starting hand */
    dealer_held held[DEALER_HELD];           /* of the hands, one after another */
    dealer_out out[DEALER_OUTS];
    lm_lanes number[DEALER_NUMBERS];
} dealer_tree;

/* `tells_22`: a dealer's 22 is an end of its own. */
typedef struct {
    bool hits_soft_17, tells_22;
} dealer_rule;

/* `second` is 0 where only the up card is known. A blackjack is an end of its own. */
void dealer_compile(dealer_tree *tree, const hand_table *hands, int up, int second, dealer_rule rule);

/* The chance of each end for LANES shoes, in units of `one`. left[v]: cards of value v; left[0]: all of them. */
void dealer_run(const dealer_tree *tree, const lm_lanes *left, lm_real one, lm_lanes *ends);

/* Shoes that wait until the tree can be run for all of them at once, which takes half the time for each. A batch begins
 * with n = 0. */
typedef struct {
    int n;
    int of[DEALER_MANY];
    lm_lanes left[DEALER_BLOCKS * DEALER_SHOE], ends[DEALER_BLOCKS * ENDS];
} dealer_batch;

/* The cards of a value left in the next shoe; dealer_batch_add then makes it wait and tells whether the batch is full. */
static inline void dealer_batch_left(dealer_batch *batch, int value, lm_real left)
{
    LANE(batch->left[batch->n / LANES * DEALER_SHOE + value], batch->n % LANES) = left;
}

static inline bool dealer_batch_add(dealer_batch *batch, int of)
{
    batch->of[batch->n++] = of;
    return batch->n == DEALER_MANY;
}

static inline lm_real dealer_batch_end(const dealer_batch *batch, int i, int end)
{
    return LANE(batch->ends[i / LANES * ENDS + end], i % LANES);
}

void dealer_batch_run(const dealer_tree *tree, lm_real one, dealer_batch *batch);

#endif
