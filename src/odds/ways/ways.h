/* ways.h - scratch of the distribution in whole numbers: results of hands by the cards that they took. */
#ifndef LM_ODDS_WAYS_H
#define LM_ODDS_WAYS_H

#include "joint.h"

#ifndef ODDS_EXACT

#include "lammer/ways.h"
#include "price/price_math.h"

enum { WAYS_CARDS = 60, WAYS_LIST = 1 << 13, WAYS_SUMS = 1 << 18 };

/* Hands, one or several, that took these cards and pay so much, in tenths, against each end of the dealer. Against a late
 * dealer blackjack, which is not settled hand by hand: what going over 21 has lost, plus 1 for each hand on which chips
 * lie (late_net). */
typedef struct {
    card_key cards;
    int16_t pays[ENDS];
    price_u128 orders;
} ways_result;

/* Results, each once. */
typedef struct {
    ways_result *item;
    uint32_t *slot; /* 1 + index of the item */
    int n, most;
    bool full; /* some did not fit */
} ways_sums;

typedef struct {
    lm_game *g;
    const column *c;
    bool insured;        /* the starts that are followed are insured */
    bool short_of_cards; /* the dealer may draw all cards behind the set in question */
    bool ran_out;        /* in some order the cards may not last */
    long work;           /* products made so far */
    lm_wide all_of_column;
    lm_ways *to;
    lm_wide factorial[WAYS_CARDS + 1];
    ways_sums list[LM_STAKES][SECONDS], now, next;
    price_u128 orders[SECONDS][HANDS_MOST];
    uint32_t same[WAYS_SUMS]; /* 1 + index of another result with the same cards */
    ways_result listed[LM_STAKES * SECONDS][WAYS_LIST], summed[2][WAYS_SUMS];
    uint32_t list_slot[LM_STAKES * SECONDS][2 * WAYS_LIST], sum_slot[2][2 * WAYS_SUMS];
} ways_work;

void ways_begin(ways_work *w);
void ways_clear(ways_sums *sums);
void ways_add(ways_sums *sums, card_key cards, const int16_t *pays, price_u128 orders);

/* Adds the rounds in which `now` has the results, or in which a hand of these cards nets `without` or `with` a dealer
 * blackjack. */
void ways_settle(ways_work *w);
void ways_settle_start(ways_work *w, hand_id h, int orders, int without, int with);

#endif
#endif
