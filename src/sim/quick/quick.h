/* quick.h - one box dealt from a shoe: a round as a walk through a state table, one card a step.
 *
 * A place is a state: everything about a round that matters for the rest of it, such as the cards on the felt, the
 * chart's plays and the hole card. `next` gives the place after one more card. A finished round is a place as well,
 * from which the next card begins another round. So a round without a split has no branches that a processor could
 * mispredict, and several sessions are walked side by side. Rounds with a split leave the table, and split.c plays them
 * hand by hand. */
#ifndef LAMMER_SIM_QUICK_H
#define LAMMER_SIM_QUICK_H

#include "choice.h"
#include "hand.h"
#include "simd/simd.h"
#include "walk/shoe.h"

enum {
    QUICK_VALUES = 10,                        /* card values, stored less one */
    QUICK_ROWS = 6400,                        /* a row of `next` for each place; no chart needs more than 6,233 */
    QUICK_SPLIT = QUICK_ROWS * QUICK_VALUES,  /* places from here on: the round is split, see quick_split */
    QUICK_FINALS = 11,                        /* results of a round that is not split */
    QUICK_OVER = QUICK_FINALS * QUICK_VALUES, /* places below this are results */
    QUICK_SPARE = 14,                         /* cards shuffled in advance beyond the cover card */
    QUICK_ROUNDS = LM_SIM_SESSION + LM_SHOE_CARDS / 4, /* the most rounds of a session, to the end of its last shoe */
};

typedef struct {
    const lm_sim_job *job;
    simd_plan rules;
    bool doubles_down;           /* a doubled hand is not known to be bust before the dealer has drawn */
    int cover;                   /* cards before the cover card; at least two, so a shoe has at least one round */
    shoe_plan cards;             /* values less one */
    uint16_t begin;              /* the place at the beginning of a shoe */
    uint16_t code[QUICK_FINALS]; /* the code of each result, as in simd.h */
    int rows;                    /* in use */
    uint16_t next[QUICK_ROWS * QUICK_VALUES]; /* by place and value less one */
} quick_table;

static inline bool quick_dealer_draws(const simd_plan *rules, hand_sum dealer)
{
    return dealer.sum + (hand_is_soft(dealer) ? rules->soft_bonus : 0) < 17;
}

/* The result of a total, which is 0 for a bust hand, against the dealer's final hand: 1 wins, 0 pushes, -1 loses. */
int quick_verdict(const simd_plan *rules, int total, hand_sum dealer);

/* Only for jobs that are not refused. */
void quick_table_make(quick_table *table, const lm_sim_job *job);

typedef struct {
    const quick_table *table;
    walk_shoe shoe;
    int drawn;
    uint8_t card[LM_SHOE_CARDS];
} quick_shoe;

/* Whether another card can be drawn. */
static inline bool quick_shoe_has(quick_shoe *shoe)
{
    return shoe->drawn < shoe->shoe.made || walk_shoe_more(&shoe->shoe);
}

/* Plays a split round to its end. False when the shoe runs out. */
bool quick_split(quick_shoe *shoe, uint16_t place, uint16_t *code);

#endif
