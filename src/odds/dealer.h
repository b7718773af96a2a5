/* dealer.h - how the dealer's hand ends, exactly, for many shoes at once.
 *
 * The tree of the dealer's draws from one starting hand is the same for every shoe; only the probabilities differ. So
 * the tree is compiled once: each final hand is a set of cards with the number of its possible orders, and sets with a
 * common beginning share it. Running it on a shoe costs one multiplication and one addition for each end, and eight
 * shoes run side by side. */
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
    DEALER_SUMS = 80,
    DEALER_TIMES = 80,
};

typedef struct {
    uint8_t depth; /* cards drawn, including this one */
    uint8_t value;
    uint8_t used; /* cards of the same value drawn before this one */
    uint8_t end;  /* dealer_end, or ENDS if the dealer draws again */
    int32_t orders;
} dealer_step;

/* The same tree for many shoes: a hand that the dealer draws to, with the final hands that one card more makes of it. So
 * a hand is read once for all of them. Numbers of orders are few, and ready for all lanes. */
typedef struct {
    uint8_t depth, value, used, leaves;
} dealer_branch;

typedef struct {
    uint8_t value, used, sum, times; /* indices of `end` and `depth`, and of `times` in dealer_tree */
} dealer_leaf;

struct weighed_tree;

typedef struct {
    const struct weighed_tree *weighed; /* where given, it is run instead (both/weighed.h) */
    int n;
    int depth;
    int pat;      /* the end of a starting hand that is already final, else ENDS */
    int most[11]; /* cards of a value in one hand */
    dealer_step step[DEALER_STEPS];
    int branches, leaves, sums, numbers; /* of the arrays that follow */
    dealer_branch branch[DEALER_STEPS];  /* the first is the starting hand */
    dealer_leaf leaf[DEALER_STEPS];
    struct {
        uint8_t end, depth; /* final hands that end so with so many cards are added up */
    } sum[DEALER_SUMS];
    lm_lanes times[DEALER_TIMES];
} dealer_tree;

/* `tells_22`: a dealer's 22 is an end of its own. */
typedef struct {
    bool hits_soft_17, tells_22;
} dealer_rule;

/* `second` is 0 where only the up card is known. A blackjack is an end of its own. */
void dealer_compile(dealer_tree *tree, const hand_table *hands, int up, int second, dealer_rule rule);

/* The chance of each end for LANES shoes, in units of `one`. left[v]: cards of value v; left[0]: all of them. */
void dealer_run(const dealer_tree *tree, const lm_lanes *left, lm_real one, lm_lanes *ends);

/* Shoes that wait until the tree can be run for all of them at once, which takes half the time for each. */
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
