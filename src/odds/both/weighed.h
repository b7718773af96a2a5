/* weighed.h - rounds weighed by what the dealer's cards do to another wager.
 *
 * Each of the dealer's final hands counts with the chance that another wager then has a certain outcome. Everything that is
 * linear in the dealer's ends, which is the whole law of the main net, becomes the joint probability of the net and this
 * outcome. Suits need no more: given the values of all cards, every choice of suits for the dealer's is equally likely. */
#ifndef LM_ODDS_WEIGHED_H
#define LM_ODDS_WEIGHED_H

#include "game.h"

#ifndef ODDS_EXACT

/* A final hand of the dealer: the cards beyond those of the column in six bits a value (card_key), the end that the main
 * wager sees, and the number of its orders times the chance of an outcome. */
typedef struct {
    uint64_t cards;
    uint8_t end;
    double weight;
} weighed_hand;

enum { WEIGHED_STEPS = 1 << 13, WEIGHED_DEPTH = 20 };

typedef struct {
    uint8_t depth, value, used, end; /* as in dealer_step; several steps may stand for the same cards */
    double weight;
} weighed_step;

typedef struct weighed_tree {
    int n, depth;
    int most[11];
    double pat[ENDS]; /* of the column's cards alone */
    weighed_step step[WEIGHED_STEPS];
} weighed_tree;

/* Makes a tree of hands that are sorted by their cards, the largest first. False when it has too many steps. */
bool weighed_make(weighed_tree *tree, const weighed_hand *hand, int n);

/* As dealer_run. */
void weighed_run(const weighed_tree *tree, const lm_lanes *left, lm_lanes *ends);

/* For each hand of the player, the weight of all dealer hands and of the blackjacks among them. */
typedef struct weighing {
    double all[HANDS_MOST], blackjack[HANDS_MOST];
} weighing;

/* Weighs the rounds of a column: its tree, and what hands win and lose. A player's blackjack is weighed by `natural`.
 * weighed_end restores the column. */
void weighed_begin(lm_game *g, column *c, const weighed_tree *tree, const weighed_tree *natural, weighing *w);
void weighed_end(lm_game *g, column *c);

/* As column_bust. */
double weighed_bust(const lm_game *g, const column *c, hand_id h, bool blackjack);

#endif
#endif
