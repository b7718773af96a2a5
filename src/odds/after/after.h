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

/* Hands of one split of one value, as far as one strategy for all hands goes. */
typedef struct {
    bool can;     /* the pair may be split */
    bool held;    /* whether it is split is not changed */
    double times; /* the chance to split it; 0: it is not split */
    double pair;  /* the chance of the pair */
    split_again again;
    bool has[LM_STAKES];
    after_group group[LM_STAKES];
} after_whole;

/* A node of the search for the best strategy for split and unsplit hands: acts that are fixed, by their number, and for
 * each pair one more than the way in which it is split again, or 0. */
enum { BRANCH_DEPTH = 100, BRANCH_NODES = 4096, AGAIN_MOST = 16 };
typedef struct {
    hand_id hand;
    uint8_t staked, act;
} fixed_act;
typedef struct {
    double bound; /* what a strategy is worth at most; until the node is looked at: that of the one before it */
    int n;
    fixed_act of[BRANCH_DEPTH];
    uint8_t way[11];
} branch_node;

typedef struct {
    int nodes;
    branch_node node[BRANCH_NODES];
    double lost;                                      /* the greatest bound of nodes for which there was no memory */
    uint8_t allowed[LM_STAKES][HANDS_MOST];           /* bit set of acts */
    uint8_t unsplit[HANDS_MOST];                      /* the act that is best for an unsplit hand */
    uint8_t pick[11][LM_STAKES][SECONDS][HANDS_MOST]; /* and for one of a split */
    bool plays[HANDS_MOST];                           /* two cards are neither split nor surrendered */
    double split[11];                                 /* what a split is worth at most in the node */
    int ways[11];
    split_again again[11][AGAIN_MOST];
    double alone[11][AGAIN_MOST];           /* what a split is worth at most when it is split again so */
    uint8_t first[11], taken[11], best[11]; /* ways: at first, now, of the best strategy */
} branch_room;

typedef struct after_room {
    const column *of; /* the column that `play` and `start` are for, or NULL */
    lm_post_split class;
    lm_real mean; /* of the column, in tenths */
    after_play play[11], trial;
    lm_real split[11];   /* value of splitting, in tenths, after what a late dealer blackjack costs */
    double left_out[11]; /* what rare states may add to it (seen.h) */
    double sum_left_out; /* of all columns whose mean was asked for */
    policy start;        /* what is done with the first two cards */
    policy hands;        /* the play of a group, as a whole policy */
    after_chances known[SPLIT_GONE];
    bool is_known[SPLIT_GONE];
    after_group group;
    after_whole whole[11];
    double reach[HANDS_MOST]; /* the chance that an unsplit hand is held and acted on */
    branch_room branch;
    double unproved; /* what the best strategy of the column may be worth more than the one found (cdz), in tenths */
    double sum_unproved; /* of all columns whose mean was asked for, weighted */
} after_room;

/* The ways to split again that a class may choose from; returns their number. */
int after_list_again(const lm_game *g, int value, lm_post_split class, split_again again[AGAIN_MOST]);

/* Weighs the hands of g->after->group by the cards that are gone: hands with a stake, played while there are `count`
 * hands; 0: any. False if no hand of the courses belongs to it. */
bool after_gather(lm_game *g, const column *c, int value, const split_courses *courses, lm_staked staked, int count);
void after_forget(lm_game *g); /* what is known of hands with another value */

/* Of a group: what standing is worth; and one more card, after which `brings` says what a hand within 21 is worth, or
 * which is the last one where it is NULL. */
double after_stand(const lm_game *g, const after_chances *of, hand_id h, backing backed);
double after_draw(const lm_game *g, const after_chances *of, hand_id h, backing backed, const double *brings);

/* Whether a hand of a split of `value` takes no further card. */
bool after_is_over(const lm_game *g, int value, hand_id h);

/* Counts the orders in which each hand of a group is held and acted on. */
void after_count_orders(lm_game *g, after_group *group, int value, const uint8_t *act, lm_staked staked);

/* Finds one strategy for split and unsplit hands of a column (class cdz), and what the best one may be worth more. */
void after_whole_solve(lm_game *g, column *c, policy *p);

/* Finds the best play of a class in a column, if it is not at hand, and its value weighted by the column's chance. */
lm_real after_solve(lm_game *g, int which, lm_post_split class);

/* Of a column that is solved: what the class does with a hand, and whether it splits another pair of the value that was
 * split. */
uint8_t after_act(const lm_game *g, lm_staked staked, hand_id h, lm_after after);
bool after_splits(const split_again *again, const lm_held *held, const lm_after *after);

/* The value of splitting one pair in a class, in tenths: a tenth of the work of the whole column. */
lm_real after_split(lm_game *g, int which, lm_post_split class, int value);

#endif
