/* odds.h - the main game, exactly: what each decision is worth, and how a set of rules is best played.
 *
 * Knows the rules and the cards that are left. Decisions depend on the dealer's card, the hand's own cards and what
 * stakes the hand (chips or a lammer); split hands are played like unsplit ones. For such strategies nothing is
 * approximated: every card leaves the shoe, including the dealer's and those of split hands. Values are per unit of the
 * initial wager. The method is in docs/odds.md.
 *
 * No allocation: everything lives in memory that the caller hands in. */
#ifndef LAMMER_ODDS_H
#define LAMMER_ODDS_H

#include <stddef.h>

#include "lammer/chart.h"
#include "lammer/rules.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The cards that may still be dealt, by copies of each card. */
typedef struct {
    int32_t copies[LM_CARDS];
} lm_census;

enum { LM_ENDLESS = 1000000 }; /* decks of a shoe so large that dealt cards hardly change it */

void lm_census_fresh(lm_census *census, int decks);
bool lm_census_remove(lm_census *census, lm_card card); /* false when none is left */
int lm_census_total(const lm_census *census);

/* Card values 1 (ace) to 10, one count each: [0] is not used. */
enum { LM_VALUES = 11 };

/* What the player sees of the dealer: one card value, or two where the hole card lies open. Column c of a game
 * is seen[c]; `second` is 0 where one card is seen. */
typedef struct {
    uint8_t up, second;
} lm_seen;
enum { LM_COLUMNS = 55 };

/* What a round is worth when it is played by a given strategy, per unit of the initial wager. With several dealer hands
 * (Section 18) mean, spread and signs are those of one wager against one of them. A dealer blackjack is counted by the
 * dealer's first two cards, even if the second would not be dealt. */
typedef struct {
    double mean;            /* of the main net; the house edge is its negative */
    double staked;          /* chips laid on the main wager: initial, paid doubles, paid splits */
    double sd;              /* of the main net of one round */
    double win, push, lose; /* by the sign of the main net */
    double round_sd, round_win, round_push, round_lose; /* of all dealer hands together, in units of one wager */
    double advance, level, fall; /* hands staked by chips: more won than lost, equal, more lost (Section 22) */
    double free_doubles, paid_doubles, free_splits, paid_splits; /* mean number in a round */
    double surrenders, blackjacks, dealer_blackjacks, busts;     /* probability; busts: mean number of hands */
    double lammers[8]; /* [k]: probability that the dealer has no blackjack and the round has k lammers */
} lm_figures;

typedef struct lm_game lm_game;

/* Memory that a game of these rules needs. */
size_t lm_game_size(const lm_rules *rules);

/* Prepares a game in `memory` (aligned for any type) and computes nothing yet. NULL when the size is too small or the
 * census cannot deal a round. The game copies what it needs of the rules. */
lm_game *lm_game_open(void *memory, size_t size, const lm_rules *rules, const lm_census *census);

int lm_game_columns(const lm_game *game);
lm_seen lm_game_column(const lm_game *game, int column);
double lm_game_column_probability(const lm_game *game, int column);

/* Computes the optimum against one column, or against all. These calls are optional: the functions below compute what
 * they need when first called. */
void lm_game_solve_column(lm_game *game, int column);
void lm_game_solve(lm_game *game);

/* The figures of the optimum, of the best chart, and of any chart. `lm_game_chart` finds the best chart. */
void lm_game_figures(lm_game *game, lm_figures *figures);
void lm_game_chart(lm_game *game, lm_chart *chart);
void lm_game_chart_figures(lm_game *game, const lm_chart *chart, lm_figures *figures);

/* What a chart costs compared with the optimum, cell by cell: the sum of all costs is `best` - `mean`. `reach` is how
 * often the cell decides in a round, counting hands that a dealer blackjack ends. A cell may cost less than nothing: the
 * optimum plays split hands like unsplit ones, and a chart may happen to do better after a split. */
typedef struct {
    double best, mean;
    double cost[LM_STAKES][LM_ROWS][LM_CHART_COLUMNS];
    double reach[LM_STAKES][LM_ROWS][LM_CHART_COLUMNS];
} lm_chart_cost;
void lm_game_chart_cost(lm_game *game, const lm_chart *chart, lm_chart_cost *cost);

/* The best chart that is simple: each row has one advice, its base, except for at most so many runs of neighbouring
 * columns with another advice, counted over all rows. Returns its mean. No chart that differs in one cell and is as
 * simple is better. `lm_chart_base` gives the base of a row and its number of exceptions. */
enum { LM_SIMPLE_MOST = 250 };
double lm_game_simplify(lm_game *game, int exceptions, lm_chart *chart);
lm_advice lm_chart_base(const lm_chart *chart, lm_staked staked, int row, int *exceptions);

/* The best chart whose cells give at most so many different advices (1 or more). A pair that is played by its total has no
 * advice of its own. Returns its mean. No chart that differs in one cell and gives as few is better. */
enum { LM_ADVICES_MOST = 9 };
double lm_game_few_advices(lm_game *game, int advices, lm_chart *chart);

/* Totals that gain by hitting instead of standing, or the other way round, when they have three cards or more, up to six
 * or more: the best exception of each cell, with what it alone gains in a round. Returns their number. */
typedef struct {
    lm_exception exception;
    double gain;
} lm_many_cards;
enum { LM_MANY_CARDS = 128 };
int lm_game_many_cards(lm_game *game, const lm_chart *chart, lm_many_cards *list, int most);

/* The whole distribution of a round: the probability of each net result of the main wager, in tenths of it. With several
 * dealer hands the round is one against all of them, and insurance is left out. `insured`: the player takes insurance
 * with every hand for which that is right, and its net is counted as well. `error` is what each probability may be wrong by, as measured
 * on small shoes, `bound` what is proved of it; 1: nothing. docs/odds.md says how. */
enum { LM_NET_LEAST = -300, LM_NET_MOST = 500, LM_NETS = LM_NET_MOST - LM_NET_LEAST + 1 };
typedef struct {
    double chance[LM_NETS];              /* [net - LM_NET_LEAST] */
    double mean, sd, skewness, kurtosis; /* of the net in units of the wager; the kurtosis of a normal one is 0 */
    double win, push, lose;
    double error, bound;
} lm_distribution;
void lm_game_distribution(lm_game *game, bool insured, lm_distribution *distribution);
void lm_game_chart_distribution(lm_game *game, const lm_chart *chart, lm_distribution *distribution);

/* Two boxes of one round, each with one wager and played by a chart, or by the optimum (NULL). Boxes that bet the same all depend on each other
 * in the same way. `error` bounds the error of the covariance. False where the round has several dealer hands or pays for
 * suited 6-7-8, or the memory is too small. */
typedef struct {
    double covariance, correlation, error;
} lm_two_boxes;
size_t lm_two_boxes_room(void);
bool lm_game_two_boxes(lm_game *game, const lm_chart *chart, void *memory, size_t size, lm_two_boxes *two);

/* The mean alone, which is cheaper. */
double lm_game_mean(lm_game *game);
double lm_game_chart_mean(lm_game *game, const lm_chart *chart);

/* How hands are played after a split (docs/odds.md): by the chart; like unsplit hands, chosen for those; like unsplit
 * hands, chosen for the whole round; by the pair that was split; also by the number of hands; by all cards that are
 * seen. */
typedef enum {
    LM_POST_SPLIT_TD,
    LM_POST_SPLIT_CDZ_MINUS,
    LM_POST_SPLIT_CDZ,
    LM_POST_SPLIT_CDP,
    LM_POST_SPLIT_CDPN,
    LM_POST_SPLIT_OPT,
    LM_POST_SPLITS
} lm_post_split;

const char *lm_post_split_name(lm_post_split post_split); /* "td", "cdz-", "cdz", "cdp", "cdpn", "opt" */

/* The mean of the best play of a class. Where no reader has excluded a dealer blackjack the play against a ten or an ace
 * is not proved to be the best, and `cdpn` and `opt` are played like `cdp`; with `bonus_678` `opt` is played like
 * `cdpn`. */
double lm_game_class_mean(lm_game *game, lm_post_split post_split);

/* What `opt` needs besides the game: lends it this memory (aligned for any type) as long as the game is used. Without it
 * `opt` is played like `cdpn`. False when the size is too small. */
size_t lm_game_seen_size(void);
bool lm_game_lend(lm_game *game, void *memory, size_t size);

/* About how much more than its mean `opt` could have in states of a split that are too rare to be followed; 0 when the
 * mean was not asked for, or where all states are followed. */
double lm_game_seen_left_out(const lm_game *game);

/* How much more than its mean the best strategy of the class `cdz` is worth at most: 0 where the one found is proved to be
 * the best, infinite where nothing is proved: where a dealer blackjack may come late, or with `bonus_678`. Asked after the
 * mean of `cdz`. */
double lm_game_whole_unproved(const lm_game *game);

/* The value of splitting a pair of this value in a class (not by the chart), as lm_game_price has it. NAN where it
 * cannot be split. */
double lm_game_split_value(lm_game *game, int column, lm_post_split post_split, int value);

/* The best play of a hand in a class (not by the chart; `opt` as `cdpn`, since it depends on more), among those that
 * `allowed` has. */
lm_play lm_game_choice_after(lm_game *game, int column, lm_post_split post_split, const lm_held *held,
                             const lm_after *after, unsigned allowed);

/* The play of a class for every hand, as a value that needs no game: to play many rounds, and to be read by threads at
 * once. lm_plays_fill fills memory of that size, aligned for any type. */
typedef struct lm_plays lm_plays;
size_t lm_plays_size(const lm_game *game);
lm_plays *lm_plays_fill(lm_game *game, lm_post_split post_split, void *memory);
lm_play lm_plays_choice(const lm_plays *plays, lm_seen seen, const lm_held *held, const lm_after *after,
                        unsigned allowed);

/* Hands that a class plays otherwise than the optimum plays the same hand unsplit, as far as its play comes to them, in
 * the order of the pairs. `hands` is 0 where their number does not matter. Returns their number, at most `most`. */
typedef struct {
    uint8_t column;
    lm_after after; /* value 0: not split */
    lm_held held;
    uint8_t play, unsplit; /* lm_play */
} lm_play_after;
int lm_game_plays_after(lm_game *game, lm_post_split post_split, lm_play_after *list, int most);

/* The value of every action that the rules allow to an unsplit hand with these cards, given that the dealer has no
 * blackjack where a reader has said so; NAN where an action is not allowed. A hand staked by a lammer is priced as
 * if it were the only one. A split is priced as if pairs were split again whenever the rules allow it. `best` is the
 * optimum. */
typedef struct {
    double value[LM_PLAYS];
    bool is_free[LM_PLAYS];
    lm_play best;
    double probability; /* that a round begins with this hand and column; of two unsplit cards only */
} lm_prices;
void lm_game_price(lm_game *game, int column, const lm_held *held, lm_prices *prices);

/* A decision as it stands on the felt: the hand, what the dealer shows, and how many hands its box has, which is more than
 * one after a split; `held.value[0]` is then the value that was split. `down`: the card of a double lies face down. */
typedef struct {
    lm_held held;
    lm_seen seen;
    uint8_t hands; /* 0 and 1 are the same */
    bool down;
} lm_decision;

/* The one price of a decision: the coach, the trainer and `lammer odds --hand` use it. Call lm_decision_rules on a copy
 * of the table's rules, and open a game with these and with a census from which the cards are gone that the player
 * sees in other hands, those of the same box among them, but not the hand's own or the dealer's. Then
 * lm_decision_price values each action, a split with play by a class. False where there is nothing to decide.
 *
 * The value is that of this hand alone. docs/odds.md says what is left out for the hands beside it. */
void lm_decision_rules(const lm_decision *decision, lm_rules *rules);
bool lm_decision_price(lm_game *game, const lm_decision *decision, lm_post_split post_split, lm_prices *prices);

/* The column where the dealer shows these cards, in either order; -1: there is none. */
int lm_game_column_of(const lm_game *game, lm_seen seen);

/* The best play of a hand among those that `allowed` has, as for lm_chart_choice. */
lm_play lm_game_choice(lm_game *game, int column, const lm_held *held, unsigned allowed);

/* The mean of insurance against an ace, per unit of the insurance wager, for a hand of two cards; and whether a player
 * with a blackjack does better to take even money. */
double lm_game_insurance(lm_game *game, uint8_t first, uint8_t second);
bool lm_game_even_money(lm_game *game);

/* What a player gains in a round who takes insurance with every hand for which that is right, per unit of the initial
 * wager; 0 where no hand should be insured, as in every fresh shoe. The figures above leave insurance out. */
double lm_game_insured(const lm_game *game);

/* How much the mean of the optimum changes when one card of a value leaves the shoe. `effect[v]`, v = 1..10. */
void lm_game_removal(lm_game *game, double effect[LM_VALUES]);

/* The same for a player who goes on playing by the optimum of the cards before. An unseen card changes
 * nothing for such a player, so the mean of these effects, weighted by the number of cards, is zero. */
void lm_game_removal_fixed(lm_game *game, double effect[LM_VALUES]);

/* How the dealer's hand ends, by the value of the up card: `up[v]` is the probability of the card, and `final[v]` of each
 * end after it; `final[0]` is over all up cards. The reader has not answered; without a blackjack the other ends have to
 * be divided by the probability that there is none. With `removed` 1 to 10 one card of that value is gone, too. NAN
 * where no such card is left. */
enum {
    LM_FINAL_17,
    LM_FINAL_18,
    LM_FINAL_19,
    LM_FINAL_20,
    LM_FINAL_21, /* not a blackjack */
    LM_FINAL_22,
    LM_FINAL_OVER, /* more than 22 */
    LM_FINAL_BLACKJACK,
    LM_FINALS
};
typedef struct {
    double up[LM_VALUES];
    double final[LM_VALUES][LM_FINALS];
} lm_dealer_table;
void lm_game_dealer(lm_game *game, int removed, lm_dealer_table *table);

/* Optimizes the main wager together with a wager on the number of lammers: returns the mean of both wagers, and each
 * hand that must be played differently than for the main wager alone. With k lammers the other wager wins `pays[k]` per
 * unit of its stake (-1 where it loses: with none, and when the dealer has a blackjack); `ratio` is its stake per unit
 * of the main wager. A pair is decided together with the hands that its split makes. A free double that costs the main
 * wager is taken where one more lammer is worth more. */
enum { LM_CHANGES = 128 };
typedef struct {
    uint8_t column, value[2]; /* of the hand's two cards */
    uint8_t staked, play, instead_of;
} lm_change;
typedef struct {
    double mean;       /* of the main wager */
    double other_mean; /* of the wager on lammers, per unit of its own stake */
    double lammers[8];
    int changes;
    lm_change change[LM_CHANGES];
} lm_together;
void lm_game_together(lm_game *game, const double pays[8], double ratio, lm_together *together);

#ifdef __cplusplus
}
#endif

#endif
