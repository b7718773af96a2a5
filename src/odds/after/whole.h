/* whole.h - one strategy for split and unsplit hands (class cdz): the places of a hand, and the search over them.
 *
 * whole.c finds a strategy that no change of one hand or of two pairs improves. branch.c looks at what all other
 * strategies could be worth at most, and so finds a better one, proves that there is none, or bounds it. */
#ifndef LM_ODDS_WHOLE_H
#define LM_ODDS_WHOLE_H

#include "after/after.h"

static inline double one_of(const lm_game *g, lm_real x)
{
    return (double)x / (double)g->one;
}

/* What splitting a pair is worth, when all hands of the split have brought what they bring. */
double whole_start(const lm_game *g, const after_whole *whole, int value);

/* What an act is worth to the hands of a group with one kind of second card. */
double whole_value_in(const lm_game *g, const after_group *group, int second, hand_id h, lm_staked staked, int value,
                      uint8_t act);

/* What an act of an unsplit hand is worth, after column_value_hand; and in the round, over all places of a hand. */
double whole_value_unsplit(lm_game *g, column *c, hand_id h, uint8_t act);
double whole_value_of_act(lm_game *g, column *c, hand_id h, lm_staked staked, uint8_t act);

/* Weighs the hands of a split that is split again as whole->again says. */
void whole_gather(lm_game *g, const column *c, int value);

/* Values everything under a policy anew, and the round as it is valued. */
void whole_value_again(lm_game *g, column *c, policy *p);
double whole_value_of_round(const lm_game *g, const column *c, const policy *p);

/* Splits, surrenders or plays each two cards as is best; true if that is a change. */
bool whole_choose_starts(lm_game *g, const column *c, policy *p);

/* Changes hands and starts until nothing improves the round, and returns its value. */
double whole_improve(lm_game *g, column *c, policy *p);

/* Finds a strategy that is better than `p`, which is worth `value`, as long as the memory of the search lasts. Returns
 * what the best one may be worth more than the one that is left in `p`: 0 if there is no better one. */
double branch_solve(lm_game *g, column *c, policy *p, double *value);

#endif
