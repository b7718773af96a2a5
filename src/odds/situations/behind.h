/* behind.h - a split as a bettor behind the box sees it: where the wager rides is chosen at each split.
 *
 * A course tells how often a pair was split; the bettor's choices tell which of its hands carry the wager. What a course
 * is worth by these hands is known, so the best choices follow by going through the tree of courses from its ends. */
#ifndef LM_ODDS_BEHIND_H
#define LM_ODDS_BEHIND_H

#include "joint.h"
#include "lammer/situations.h"

#ifndef ODDS_EXACT

typedef struct {
    const lm_game *g;
    int value;
    lm_riding riding;
    split_courses courses;
    lm_real worth[SPLIT_COURSES][1 << SPLIT_HANDS]; /* by the hands that carry the wager, as a bit set */
} ride_tree;

/* Values the courses of a pair that the policy splits, which is already in the words of the bettor (ACT_ALONE). */
void ride_tree_make(ride_tree *t, lm_game *g, const column *c, const policy *p, int value, lm_riding riding);

/* What the split is worth, a late dealer blackjack counted; `first` and `later` as in lm_ride_worth. */
lm_real ride_tree_value(const ride_tree *t, lm_ride *first, lm_ride *later);

/* The choice when hand `at` of so many hands is split. */
lm_ride ride_tree_choice(const ride_tree *t, int hands, int at, unsigned chips);

#endif
#endif
