/* bound.h - what composing the results of three and four split hands may miss at most.
 *
 * The hands of a course and the dealer draw without putting back. Imagine that each of them draws from a shoe of its
 * own: what is then known of every two of them together gives a law of all (`composed`), which differs from the true one
 * only where cards are drawn twice in two places at once. docs/odds.md, section 5, has the proof. */
#ifndef LM_ODDS_BOUND_H
#define LM_ODDS_BOUND_H

#include "several/spread.h"

#ifndef ODDS_EXACT

/* Those who draw: a hand with chips, a hand with a lammer, the dealer. */
enum { DRAWS_DEALER = LM_STAKES, DRAWERS };

/* How many cards are drawn twice when each draws from a shoe of its own. */
typedef struct {
    double cards[DRAWERS][11];                /* expected cards of a value that one draws */
    double twice[DRAWERS][DRAWERS];           /* expected cards that two have in common */
    double beside[DRAWERS][DRAWERS][DRAWERS]; /* of one: cards in common with a second times those with a third */
} bound_draws;

/* For the split in g->study under a policy, when `pairs` further cards of the value have been split. */
void bound_find_draws(const lm_game *g, const column *c, const policy *p, int pairs, bound_draws *draws);

/* What the law of a course that is put together from its twos may miss in any event, as a part of the chance that the
 * further pairs come. Some of it stems from the laws of two hands: pairs that were not computed jointly, and suits. */
double bound_of_course(const lm_game *g, const column *c, const split_course *course, const bound_draws *draws);

/* The part of it that concerns each two hands, also where there are only two. */
double bound_of_two(const lm_game *g, const column *c, int pairs);

#endif

#endif
