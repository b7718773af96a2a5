/* game.h - the analyser's view of a game: one column for each card (or total) that the dealer may show.
 *
 * Everything that depends on the dealer's card lives in its column. Values are expectations over rounds without a
 * dealer blackjack, not divided by their probability. So cards are drawn with plain probabilities whether or not a
 * reader has answered, and the cost of a blackjack is added at the end. */
#ifndef LM_ODDS_GAME_H
#define LM_ODDS_GAME_H

#include "dealer.h"
#include "hands.h"
#include "lammer/odds.h"
#include "lammer/program/pieces.h"
#include "terms.h"

/* What a strategy does with a hand, as a bit set. The first of these that is set and allowed applies: surrender, split,
 * double, then hit or stand. */
enum {
    ACT_HIT = 1,
    ACT_DOUBLE = 2,
    ACT_SPLIT = 4,
    ACT_SURRENDER = 8,
    ACT_SUITED_HIT = 16, /* for two suited cards of 6-7-8, instead of ACT_HIT */
    ACT_SUITED_DOUBLE = 32,
    ACT_SPLIT_FREE = 64, /* with ACT_SPLIT: only while the house pays for the split */
    ACT_ALONE = 128,     /* a double adds nothing to this wager: of a bettor behind the box */
};

typedef struct {
    uint8_t act[LM_STAKES][HANDS_MOST];
} policy;

/* Values of one column under one policy, in tenths. */
typedef struct {
    lm_real hit[LM_STAKES][HANDS_MOST];
    lm_real dbl[LM_STAKES][HANDS_MOST];  /* of an unsplit hand that may be doubled */
    lm_real play[LM_STAKES][HANDS_MOST]; /* the value under the policy, without splits and surrender */
    lm_real suited_hit[LM_STAKES][3], suited_dbl[LM_STAKES][3]; /* 6-7, 6-8, 7-8 of one suit: see suited_place */
    lm_real split[LM_STAKES][11];                               /* of a pair, without dealer blackjacks */
    lm_real split_cost[LM_STAKES][11]; /* what a dealer blackjack takes beyond the original wager */
    bool cost_owed[LM_STAKES][11];     /* split_cost is not computed: the split is poor even without it */
} worth;

typedef struct {
    lm_seen seen;
    int left[11];        /* cards of each value that are not seen; [0]: all of them */
    int blackjack_value; /* the value that completes the up card to a blackjack, or 0 */
    bool ready;          /* `tree`, `win` and `lose` are computed */
    bool solved;         /* `best` and `worth` are computed */
    dealer_tree tree;
    lm_real win[HANDS_MOST], lose[HANDS_MOST]; /* outcomes of a hand that stands, without dealer blackjacks */
    lm_real bust[HANDS_MOST];                  /* column_bust without a dealer blackjack */
    policy best;
    worth worth;
} column;

#ifndef ODDS_EXACT
/* The net results of rounds in tenths: of those where the hand should be insured or not, and where the dealer has no
 * blackjack or has one. */
typedef struct {
    double chance[2][2][LM_NETS];
    double crowded; /* probability of more than two hands */
    double missed;  /* what composing their results may add to a probability, or take from it */
} round_nets;
#endif

/* The results for one chart column and the game's columns that it covers. Holds no pointers, so another game of the
 * same rules can copy it. */
typedef struct {
    bool charted, figured;
    lm_real mean, chart_mean; /* tenths, weighted by the chance of the columns, for the optimum and the best chart */
    lm_advice chart[LM_STAKES][LM_ROWS];
#ifndef ODDS_EXACT
    lm_figures figures; /* `sd` holds the mean square */
    round_nets nets;
#endif
} game_part;

/* A match-play coupon beside the wager (MBJ-3(d).1): what it adds when its hand wins and when it ties, in tenths. Hands
 * without it are played as in `plain`, a game of the same rules and cards; `rest` keeps what they are worth, by the
 * column, the value of the pair and the way in which it is split again. */
enum { COUPON_AGAIN = 9 };
typedef struct {
    bool laid;
    lm_real wins, returns;
    lm_game *plain;
    bool known[LM_COLUMNS][LM_VALUES][COUPON_AGAIN];
    lm_real rest[LM_COLUMNS][LM_VALUES][COUPON_AGAIN];
} game_coupon;

struct split_study;
struct joint_room;
struct spread_room;
struct spots_room;
struct after_room;
struct overlap_room;
struct column_base;
struct moments;
struct net_room;
struct weighing;
struct seen_room;

struct lm_game {
    lm_rules rules;
    lm_census census;
    lm_real one;    /* the unit of probability */
    int cards[11];  /* number of cards of each value; [0]: of all values */
    double special; /* chance that a blackjack is the special one of the rules */
    hand_table hands;
    hand_terms terms[HANDS_MOST];
    int stakes; /* 1 where no hand is staked by a lammer: only hands with chips are valued then */
    game_coupon coupon;
    int columns;
    lm_chart chart; /* the best chart; `part` tells which columns are done */
    game_part part[LM_CHART_COLUMNS];
    worth scratch; /* values of a policy under trial */
    policy trial, trial_beside;
    column beside;             /* a column from which a split pair's other card is gone */
    struct split_study *study; /* scratch memory */
    struct joint_room *joint;
    struct spread_room *spread;
    struct after_room *after;
    struct overlap_room *overlap; /* NULL where a reader excludes a dealer blackjack before players draw */
    struct column_base *base;     /* one for each column that a chart column may cover */
    struct spots_room *spots;     /* NULL where the dealer has one hand */
    struct moments *moments;
    struct net_room *nets;
    const struct weighing *weighing; /* NULL but while rounds are weighed by the outcome of another wager */
    struct seen_room *seen;          /* lent, or NULL */
    column column[];
};

/* Cards of a value that are left when the hand and the dealer's card of the column are out. */
static inline int left_to(const lm_game *g, const column *c, hand_id h, int value)
{
    return c->left[value] - g->hands.count[h][value];
}

/* Up to 31 cards of each value in six bits a value (card_key), with the sixth bit set: what is left of it when a key is
 * subtracted tells whether the cards last for all of them. */
#define ROOM_BITS 0x0820820820820820u
static inline uint64_t room_of_cards(const int *left)
{
    uint64_t room = ROOM_BITS;
    for (int v = 1; v <= 10; v++) {
        if (left[v] < 0) return 0;
        room += (uint64_t)(left[v] < 31 ? left[v] : 31) << (6 * (v - 1));
    }
    return room;
}

static inline bool has_room(uint64_t room, uint64_t key)
{
    return ((room - key) & ROOM_BITS) == ROOM_BITS;
}

/* Whether one value is greater than another, in tenths. Values that differ by rounding are equal: then the player
 * stands rather than hits, and does either rather than double, split or surrender. */
static inline bool beats(lm_real a, lm_real b)
{
#ifdef ODDS_EXACT
    return a > b;
#else
    return a > b + 1e-12;
#endif
}

static inline bool is_live(const lm_game *g, hand_id h)
{
    return h < g->hands.over; /* HAND_NONE is greater than `over`, too */
}

/* Whether enough cards are left for this hand when the dealer shows the column's card. */
bool column_holds(const lm_game *g, const column *c, hand_id h);

/* Probability of a dealer blackjack when the cards of a hand are known. */
lm_real column_blackjack(const lm_game *g, const column *c, hand_id h);

/* Whether a hand of two cards should be insured where it is offered; a blackjack takes even money instead. */
bool column_insures(const lm_game *g, const column *c, hand_id h);

/* Probability that a drawn card takes a hand over 21 while the dealer has no blackjack, or has one. */
lm_real column_bust(const lm_game *g, const column *c, hand_id h, bool blackjack);

/* For two cards of 6-7-8, where a suited 6-7-8 pays more: `two` is the chance that they are of one suit, `three` that
 * the card which completes them is of that suit as well. Both are zero for every other hand. */
typedef struct {
    double two, three;
} suited_chance;
suited_chance column_suited(const lm_game *g, const column *c, hand_id h);
int suited_place(const hand_table *hands, hand_id h); /* 0 to 2, or -1 */
bool is_678(const hand_table *hands, hand_id h);

/* The act for two suited cards of 6-7-8, as plain bits. */
static inline uint8_t suited_act(uint8_t act)
{
    return (uint8_t)((act & ACT_SUITED_HIT ? ACT_HIT : 0) | (act & ACT_SUITED_DOUBLE ? ACT_DOUBLE : 0));
}

/* What a coupon beside the wager adds to a hand that stands. */
lm_real coupon_stand(const lm_game *g, const column *c, hand_id h);

/* The value of standing. */
static inline lm_real column_stand(const lm_game *g, const column *c, hand_id h, backing backed)
{
    lm_real x = c->win[h] * g->terms[h].win[backed] + c->lose[h] * terms_loss(backed);
    return g->coupon.laid && backing_table[backed].chips ? x + coupon_stand(g, c, h) : x;
}

/* The value of one card more, with what is then added; that of a double before a late dealer blackjack is counted. */
lm_real column_draw_one(const lm_game *g, const column *c, hand_id h, backing backed);

/* Keeps what a hand wins and loses by standing, from one lane of the dealer's ends. */
void column_keep_chances(const lm_game *g, column *c, hand_id h, const lm_lanes *ends, int lane);

/* Computes the probabilities of all hands of the column. */
void column_prepare(lm_game *g, column *c);

/* Computes the values of all hands under a policy; with `choose`, also finds the best policy. */
void column_value(lm_game *g, column *c, policy *p, worth *w, bool choose);

/* The same under a given policy for the hands that are marked only. */
void column_value_marked(lm_game *g, column *c, policy *p, worth *w, const uint8_t *marked);

/* The same for one unsplit hand, of which the hands with one more card are valued. */
void column_value_hand(lm_game *g, column *c, policy *p, worth *w, hand_id h);

/* Computes again the values that differ from those of the policy `before`, which `w` holds. */
void column_value_again(lm_game *g, column *c, policy *p, const policy *before, worth *w);

/* Computes the values of splitting: of the pairs that the policy splits or, to choose its split and surrender bits, of
 * every pair. ESTIMATE_AND_CHOOSE ignores the cards that the other hands of a split take. */
typedef enum { VALUE, VALUE_AND_CHOOSE, ESTIMATE_AND_CHOOSE } valuation;
void column_value_splits(lm_game *g, column *c, policy *p, worth *w, valuation how);

/* The same for the pair of one value, without a choice to surrender. */
void column_value_pair(lm_game *g, column *c, policy *p, worth *w, int value, valuation how);

/* Chooses the split and surrender bits of all two-card hands with chips, by values that are known. */
void column_choose_two(const lm_game *g, const column *c, policy *p, const worth *w);

/* Whether these are two suited cards of 6-7-8, which may be played differently. */
bool held_suited(const lm_game *g, const lm_held *held, hand_id h);

/* The play that a policy's bits mean, among those that are allowed. */
lm_play choice_of_act(uint8_t act, bool suited, unsigned allowed);

/* Computes a split_cost that is still owed. */
void column_settle_cost(lm_game *g, column *c, int value, lm_staked staked);

/* The value of surrender over rounds without a dealer blackjack, and what half the wager that is kept from one adds. */
lm_real column_surrender(const lm_game *g, const column *c, hand_id h);

/* Whether two cards may be surrendered. */
static inline bool column_surrenders(const lm_game *g, const column *c)
{
    return terms_surrender(&g->rules, c->seen.up);
}

/* The value of a starting hand under the policy, including dealer blackjacks. */
lm_real column_start(const lm_game *g, const column *c, const policy *p, const worth *w, hand_id h);

/* The probability of two starting cards in this column, in either order. */
lm_real column_chance(const lm_game *g, const column *c, lm_real x, hand_id h);

/* x times the probability of this column. */
lm_real column_weight(const lm_game *g, const column *c, lm_real x);

/* The value of a column under a policy, weighted by the probability of the column. */
lm_real column_mean(const lm_game *g, const column *c, const policy *p, const worth *w);

/* Whether the census has the dealer's cards of this column. */
bool column_possible(const column *c);

/* Whether chart column `at` covers this column of the game. No chart column covers an open 21. */
bool column_is_charted_at(const lm_game *g, const column *c, int at);

/* Finds one column of the best chart and its value. */
void chart_part(lm_game *g, int at);

/* Opens the game again for other cards. What is known of lists of hands stays known. Returns NULL for too few cards. */
lm_game *game_open_again(lm_game *g, const lm_census *census);

column *game_ready(lm_game *g, int which);
column *game_solved(lm_game *g, int which);

/* The chart row of a hand: a chart looks at totals, a policy at cards. */
int chart_row(const lm_game *g, hand_id h);

/* The policy that plays a column by the chart. */
void policy_of_chart(const lm_game *g, const column *c, const lm_chart *chart, policy *p);

/* The value of a column played by a chart, weighted by its probability; leaves policy and values in g->trial and
 * g->scratch. */
lm_real chart_column_mean(lm_game *g, const lm_chart *chart, int which);

#endif
