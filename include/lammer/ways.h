/* ways.h - the distribution of a round in whole numbers, where the shoe is small.
 *
 * A shoe of N cards has N! orders. Every order gives the round one net result, so the probability of a net is a whole
 * number of orders out of N!. Nothing is rounded and nothing is composed: all hands of a split are laid side by side,
 * card by card, and the dealer draws against each set of cards that they take. */
#ifndef LAMMER_WAYS_H
#define LAMMER_WAYS_H

#include "lammer/odds.h"
#include "lammer/price.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
    LM_WAYS_OK,
    LM_WAYS_CARDS,   /* the shoe has more cards than are counted so, or its splits have too many courses */
    LM_WAYS_RUN_OUT, /* in some orders the cards may not last for the round */
    LM_WAYS_SPOTS,   /* several dealer hands */
    LM_WAYS_SUITS,   /* suits decide what is paid */
    LM_WAYS_MEMORY
} lm_ways_status;

/* The orders of the shoe that give each net of the main wager, in tenths of it, and all orders. */
typedef struct {
    lm_wide all, ways[LM_NETS]; /* [net - LM_NET_LEAST] */
} lm_ways;

/* Memory for the question below. */
size_t lm_ways_room(void);

/* The optimum, with insurance where it is right if `insured`, as in lm_game_distribution. */
lm_ways_status lm_game_ways(lm_game *game, bool insured, void *memory, size_t size, lm_ways *ways);

/* Divides all numbers by their common factors that are at most 60. */
void lm_ways_reduce(lm_ways *ways);

#ifdef __cplusplus
}
#endif

#endif
