/* game.h - the analyser's own view of a game: one column for each thing the dealer may show.
 *
 * Everything that depends on the dealer's card lives in its column. Values are kept as expectations over rounds
 * without a dealer blackjack, not divided by their chance: then cards are drawn with plain probabilities whether or
 * not a reader has answered, and what a blackjack costs is added at the end. */
#ifndef LM_ODDS_GAME_H
#define LM_ODDS_GAME_H

#include "dealer.h"
#include "hands.h"
#include "lammer/odds.h"
#include "terms.h"

/* What a strategy does with a hand, as a bit set. Where the first that applies is not allowed the next is asked:
 * surrender, split, double, then hit or stand. */
enum {
    ACT_HIT = 1,
    ACT_DOUBLE = 2,
    ACT_SPLIT = 4,
    ACT_SURRENDER = 8,
    ACT_SUITED_HIT = 16, /* two cards of a suited 6-7-8 */
    ACT_SUITED_DOUBLE = 32,
};

typedef struct {
    uint8_t act[LM_STAKES][HANDS_MOST];
} policy;

/* Values of one column under one policy, in tenths. */
typedef struct {
    lm_real hit[LM_STAKES][HANDS_MOST];
    lm_real dbl[LM_STAKES][HANDS_MOST];  /* where doubling an unsplit hand is allowed */
    lm_real play[LM_STAKES][HANDS_MOST]; /* what the policy makes of it, splits and surrender apart */
    lm_real suited_hit[LM_STAKES][3], suited_dbl[LM_STAKES][3]; /* 6-7, 6-8, 7-8 of one suit: see suited_place */
    lm_real split[LM_STAKES][11];                               /* of a pair, dealer blackjacks apart */
    lm_real split_cost[LM_STAKES][11]; /* what a dealer blackjack takes beyond the original wager */
    bool cost_owed[LM_STAKES][11];     /* not computed: the split is too poor even without the cost */
} worth;

typedef struct {
    lm_seen seen;
    int left[11];        /* cards of each value that are left, [0] all */
    int blackjack_value; /* the value that makes the up card a blackjack, or 0 */
    bool ready;          /* chances are computed */
    bool solved;         /* optimum and its worth */
    dealer_tree tree;
    lm_real win[HANDS_MOST], lose[HANDS_MOST]; /* chances of a hand that stands, dealer blackjack apart */
    policy best;
    worth worth;
} column;

struct split_study;
struct joint_room;
struct spread_room;
struct moments;

struct lm_game {
    lm_rules rules;
    lm_census census;
    lm_real one;    /* the unit of probability */
    int cards[11];  /* of each value, [0] all */
    double special; /* chance that a blackjack is the special one */
    hand_table hands;
    int columns;
    bool charted;
    lm_chart chart;
    worth scratch; /* worth of a policy under trial */
    policy trial;
    struct split_study *study; /* room to work in, not kept */
    struct joint_room *joint;
    struct spread_room *spread;
    struct moments *moments;
    column column[];
};

/* Cards left to a hand in a column. */
static inline int left_to(const lm_game *g, const column *c, hand_id h, int value)
{
    return c->left[value] - g->hands.count[h][value];
}

static inline bool is_live(const lm_game *g, hand_id h)
{
    return h < g->hands.over; /* HAND_NONE is beyond too */
}

/* Whether the hand can be held in this column at all. */
bool column_holds(const lm_game *g, const column *c, hand_id h);

/* Chance of a dealer blackjack when the cards of a hand are known. */
lm_real column_blackjack(const lm_game *g, const column *c, hand_id h);

/* Chance that a drawn card takes a hand over 21 and the dealer has no blackjack, or has one. */
lm_real column_bust(const lm_game *g, const column *c, hand_id h, bool blackjack);

/* Two cards of 6-7-8 where three of one suit pay more: the chance that they are of one suit, and that a third card
 * which completes them is too. Zero for every other hand. */
typedef struct {
    double two, three;
} suited_chance;
suited_chance column_suited(const lm_game *g, const column *c, hand_id h);
int suited_place(const hand_table *hands, hand_id h); /* 0 to 2, or -1 */
bool is_678(const hand_table *hands, hand_id h);

/* What is done with the hand when its two cards are of one suit, in the place of the plain bits. */
static inline uint8_t suited_act(uint8_t act)
{
    return (uint8_t)((act & ACT_SUITED_HIT ? ACT_HIT : 0) | (act & ACT_SUITED_DOUBLE ? ACT_DOUBLE : 0));
}

/* Standing with some backing. */
lm_real column_stand(const lm_game *g, const column *c, hand_id h, backing backed);

/* Chances of all hands of the column. */
void column_prepare(lm_game *g, column *c);

/* The worth of all hands under a policy; with `choose` the policy is made the best one on the way. */
void column_value(lm_game *g, column *c, policy *p, worth *w, bool choose);

/* The worth of splitting: of the pairs that the policy splits, or of every pair while its split and surrender bits are
 * set. Roughly: three and more hands together against a late dealer blackjack are composed of pairs (joint.h). */
typedef enum { VALUE, VALUE_ROUGHLY, VALUE_AND_CHOOSE } valuation;
void column_value_splits(lm_game *g, column *c, policy *p, worth *w, valuation how);

/* Computes a cost that is owed. */
void column_settle_cost(lm_game *g, column *c, int value, lm_staked staked);

/* What a starting hand brings under the policy, dealer blackjacks included. */
lm_real column_start(const lm_game *g, const column *c, const policy *p, const worth *w, hand_id h);

/* The chance of two starting cards in this column: mirrored once where they differ. */
lm_real column_chance(const lm_game *g, const column *c, lm_real x, hand_id h);

/* x, if the dealer shows this. */
lm_real column_weight(const lm_game *g, const column *c, lm_real x);

/* The worth of a column under a policy, weighed by the chance of the column. */
lm_real column_mean(const lm_game *g, const column *c, const policy *p, const worth *w);

/* Whether the dealer can show this at all. */
bool column_possible(const column *c);

column *game_ready(lm_game *g, int which);
column *game_solved(lm_game *g, int which);

/* A chart looks at totals, a policy at cards. The row of a hand. */
int chart_row(const lm_game *g, hand_id h);

/* What a chart does with every hand of a column. */
void policy_of_chart(const lm_game *g, const column *c, const lm_chart *chart, policy *p);

/* The worth of a column when it is played by a chart, weighed by its chance; leaves policy and worth in
 * g->trial and g->scratch. `rough`: as far as it takes to compare two charts. */
lm_real chart_column_mean(lm_game *g, const lm_chart *chart, int which, bool rough);

#endif
