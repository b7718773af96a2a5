/* net_sets.h - the main net of one box as a sum over sets of cards.
 *
 * A hand that ends with certain cards pays an amount for each end of the dealer. A hand over 21 is a hand that drew, less
 * the hands that this leads to; a second card that is not a pair is any card, less the pair (split.h). So a box is a list
 * of sets of cards, each with what it pays for each end of the dealer, and its mean net is the sum over all sets of the
 * chance that just these cards come. This is linear, and the sets of two boxes may be laid side by side: the mean product
 * of their nets is a sum over pairs of sets. */
#ifndef LM_ODDS_NET_SETS_H
#define LM_ODDS_NET_SETS_H

#include "joint.h"

#ifndef ODDS_EXACT

enum { NET_SETS = 1 << 15 };

/* Cards beyond those of the column, and what they pay: tenths for each end of the dealer, times the orders of the cards. */
typedef struct {
    int n;
    bool full;   /* there were more sets than room */
    double late; /* chance that late blackjacks take more from a split than the original wager, times what they take */
    uint32_t slot[2 * NET_SETS];
    card_key cards[NET_SETS];
    lm_lanes pays[NET_SETS];
} net_sets;

/* Lists the sets of a column under a policy; restarts g->study. */
void net_sets_make(lm_game *g, const column *c, const policy *p, net_sets *sets);

/* The chance that the cards of a set come in one order. */
double net_sets_chance(const column *c, card_key cards);

#endif
#endif
