/* shoe.h - an actual stack of cards, for a program that deals.
 *
 * The engine knows only cards that have been seen. A driver that holds the actual cards keeps them here: the fan of
 * new decks, the steps of a shuffle by hand, the cut, the cover card, and the cards as they leave. Chance
 * comes from outside, as bits, sizes or a bounded random function. Every step keeps the cards it was given.
 *
 * card[0] is the top of the stack, or the first out of the shoe. */
#ifndef LAMMER_SHOE_H
#define LAMMER_SHOE_H

#include "lammer/card.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { LM_SHOE_DECKS = 8, LM_SHOE_CARDS = LM_SHOE_DECKS * LM_CARDS, LM_NO_COVER = 0xFFFF };

typedef struct {
    lm_card card[LM_SHOE_CARDS];
    uint8_t turned[LM_SHOE_CARDS]; /* 1: rotated by 180 degrees */
    uint16_t n;                    /* cards in the stack */
    uint16_t next;                 /* cards that have left it */
    uint16_t cover;                /* cards in front of the cover card; LM_NO_COVER: none */
} lm_shoe;

/* A number from 0 to bound - 1, all equally likely. */
typedef uint32_t lm_random_below(void *self, uint32_t bound);

/* New decks as they are fanned: by deck, within it by suit, within it in sequence (MFB-3(b), MBJ-4(b)). */
void lm_shoe_fill(lm_shoe *shoe, int decks);

/* A uniform shuffle of everything, as a device or an online table makes it: MFB-4(a).2, MBJ-5(a). */
void lm_shoe_shuffle(lm_shoe *shoe, lm_random_below *below, void *self);

/* Steps of a shuffle by hand, all of the whole stack: MFB-4(j), MBJ-5(l). */

/* Moves the last `cards` cards behind the first `at` of the others. */
void lm_shoe_plug(lm_shoe *shoe, int cards, int at);

/* The first `left` cards and the rest are interlaced: bit i of `bits` (lowest first in each byte) says whether the
 * i-th card comes from the rest. A pile that is empty is skipped. */
void lm_shoe_riffle(lm_shoe *shoe, int left, const uint8_t *bits);

/* The first `cards` are rotated by 180 degrees where they lie; their order stays. */
void lm_shoe_turn(lm_shoe *shoe, int cards);

/* Running cuts: lays packets from the top one on the other, then the rest of the stack on them. */
void lm_shoe_strip(lm_shoe *shoe, const uint16_t *packets, int n);

/* Moves the first `cards` to the bottom: MFB-4(e).2, MBJ-5(d).1. The last step of a shuffle by hand is such a cut, too. */
void lm_shoe_cut(lm_shoe *shoe, int cards);

/* Inserts the cover card in front of the last `from_bottom` cards. */
void lm_shoe_cover(lm_shoe *shoe, int from_bottom);

/* Whether the cover card comes out next; lm_shoe_set_cover_aside takes it out. */
bool lm_shoe_cover_is_next(const lm_shoe *shoe);
void lm_shoe_set_cover_aside(lm_shoe *shoe);

int lm_shoe_left(const lm_shoe *shoe);

/* The next card; there must be one. */
lm_card lm_shoe_deal(lm_shoe *shoe);

/* Makes one stack of all cards again: dealt cards in the order in which they left, then the undealt ones. */
void lm_shoe_collect(lm_shoe *shoe);

#ifdef __cplusplus
}
#endif

#endif
