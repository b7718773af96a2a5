/* poker.h - the ranks of a three-card poker hand, for 21+3 and TriLux. */
#ifndef LAMMER_WAGERS_POKER_H
#define LAMMER_WAGERS_POKER_H

#include "cards.h"

/* The outcomes of 21+3 and TriLux, and their odds in that order. */
enum { POKER_LOST, FLUSH, STRAIGHT, TRIPS, STRAIGHT_FLUSH };
/* clang-format off */
#define POKER_PAYS(straight_flush, trips, straight, flush) \
    { [FLUSH] = { flush, 1 }, [STRAIGHT] = { straight, 1 }, [TRIPS] = { trips, 1 }, [STRAIGHT_FLUSH] = { straight_flush, 1 } }
/* clang-format on */

static inline int poker_outcome(three_cards hand)
{
    if (hand.straight) return hand.suited ? STRAIGHT_FLUSH : STRAIGHT;
    if (hand.trips) return TRIPS;
    return hand.suited ? FLUSH : POKER_LOST;
}

#endif
