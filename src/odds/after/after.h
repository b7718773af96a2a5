/* after.h - play after a split that may depend on the pair that was split and on the number of hands.
 *
 * The mean of a split is a sum over its hands, and a hand sees the others only as cards of the pair's value that are
 * gone (split.h). So the hands of a group, those that must be played alike, can be solved from their highest sum
 * downward, with each hand weighed by how often so many cards are gone. Decisions are found in doubles; what they are
 * worth is computed by split.c. docs/odds.md defines the classes. */
#ifndef LM_ODDS_AFTER_H
#define LM_ODDS_AFTER_H

#include "joint.h"

enum { AFTER_COUNTS = SPLIT_HANDS - 1 }; /* a split hand is one of 2, 3 or 4 when it is played */

/* Per order of a hand's cards after the first: the chance to hold it without a dealer blackjack, to win, to lose. */
typedef struct {
    double held[HANDS_MOST], win[HANDS_MOST], lose[HANDS_MOST];
} after_chances;

/* Decisions after the split of one value. */
typedef struct {
    split_again again;
    uint8_t act[AFTER_COUNTS][LM_STAKES][HANDS_MOST]; /* ACT_HIT and ACT_DOUBLE */
} after_play;

/* A group of hands that are played alike, by their second card. */
typedef struct {
    double weight[SPLIT_GONE][SECONDS];
    after_chances of[SECONDS]; /* weighed */
    double orders[SECONDS][HANDS_MOST], brings[SECONDS][HANDS_MOST];
} after_group;

typedef struct after_room {
    const column *of; /* the column that `play` and `start` are for, or NULL */
    lm_post_split class;
    lm_real mean; /* of the column, in tenths */
    after_play play[11], trial;
    lm_real split[11]; /* value of splitting, in tenths, after what a late dealer blackjack costs */
    policy start;      /* what is done with the first two cards */
    policy hands;      /* the play of a group, as a whole policy */
    after_chances known[SPLIT_GONE];
    bool is_known[SPLIT_GONE];
    after_group group;
} after_room;

/* Finds the best play of a class in a column, if it is not at hand, and its value weighted by the column's chance. */
lm_real after_solve(lm_game *g, int which, lm_post_split class);

/* The value of splitting one pair in a class, in tenths: a tenth of the work of the whole column. */
lm_real after_split(lm_game *g, int which, lm_post_split class, int value);

#endif
