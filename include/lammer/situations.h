/* situations.h - the main game in situations that the documents allow beside the usual one: a wager behind another
 * player's box, a known first card, a coupon, insurance with cards seen, and what the house's gifts are worth.
 *
 * All values are exact, per unit of the initial wager, for play of the class cdz- (docs/odds.md): split hands are played
 * like unsplit ones. Nothing here allocates. */
#ifndef LAMMER_SITUATIONS_H
#define LAMMER_SITUATIONS_H

#include "lammer/odds.h"
#include "lammer/round.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- a known first card -------------------------------------------------------------------------------- */

/* What a round is worth when the player's first card and what the dealer shows are known before the wager is made: by
 * the value of the card and the column, with the probability of both. Row 0 is any first card, column LM_COLUMNS
 * anything that the dealer may show. Insurance is counted where it is right. NAN where the shoe lacks the cards. */
typedef struct {
    double value[LM_VALUES][LM_COLUMNS + 1];
    double chance[LM_VALUES][LM_COLUMNS + 1];
} lm_first_cards;
void lm_game_first_cards(lm_game *game, lm_first_cards *first);

/* ---- a bettor behind a box ----------------------------------------------------------------------------- */

/* What a bettor behind a box (MBJ-13) chooses alone: whether to lay chips when the decider doubles with chips, and
 * after a split with chips whether to stake both hands or to let the wager ride on the left or the right one. Each
 * further split of a hand that carries the wager asks again. A free double and a free split ask nothing: the lammer is
 * the decider's, and the wager stays where it lies. */
typedef enum { LM_ALONG_BEST, LM_ALONG_ALWAYS, LM_ALONG_NEVER } lm_along;
typedef enum { LM_RIDING_BEST, LM_RIDING_BOTH, LM_RIDING_LEFT, LM_RIDING_RIGHT } lm_riding;
typedef struct {
    const lm_chart *chart; /* that the decider plays by; NULL: the optimum */
    lm_along doubles;
    lm_riding splits;
} lm_behind;

/* The mean of a round for that bettor. */
double lm_game_behind(lm_game *game, const lm_behind *behind);

/* A pair that the decider splits with chips: what the split is worth to a bettor who stakes every hand, and to one whose
 * wager rides on one hand only, the left or the right, and who stays on one hand when it is split again. `best` is the
 * best play, which `ride` begins; `later` is what it does when the left hand is split again, as `ride` where it carries
 * no wager. Given that there is no dealer blackjack where a reader has said so. */
typedef struct {
    uint8_t column, value;
    lm_ride ride, later;
    double both, left, right, best;
    double chance; /* of the pair and the column in a round */
} lm_ride_worth;

/* A hand of two cards that the decider doubles with chips where the bettor behind should not. */
typedef struct {
    uint8_t column, value[2];
    double along, alone; /* what the hand is worth with the bettor's chips and without */
    double chance;
} lm_along_worth;

enum { LM_RIDES = LM_COLUMNS * 10, LM_ALONGS = 256 };
typedef struct {
    int rides, alongs;
    lm_ride_worth ride[LM_RIDES];
    lm_along_worth along[LM_ALONGS];
} lm_behind_choices;
void lm_game_behind_choices(lm_game *game, const lm_behind *behind, lm_behind_choices *choices);

/* Whether the bettor lays chips beside those of the decider's double. */
bool lm_game_behind_doubles(lm_game *game, const lm_behind *behind, int column, const lm_held *held);

/* Where the wager rides when hand `at` (from 0) of a box with so many hands is split. `chips` has a bit for each hand
 * that carries the bettor's wager; every hand came from a pair of this value. */
lm_ride lm_game_behind_rides(lm_game *game, const lm_behind *behind, int column, int value, int hands, int at,
                             unsigned chips);

/* ---- coupons ------------------------------------------------------------------------------------------- */

/* A match-play coupon beside the main wager (MBJ-3(d).1, MFB-5(a)): it wins `wins` wagers when its hand wins, a blackjack
 * and even money included, and goes back to the player after a tie, when it is worth `returns` wagers. It is lost
 * otherwise, by surrender as well. After a split it lies at the first hand; the others are played as in `plain`, a game of
 * the same rules and cards that has no coupon and must outlive this use of `game`. Where a dealer blackjack may come
 * late, all hands of a split are played like the one with the coupon.
 *
 * The mean, the chart, prices and even money of `game` are then those with the coupon; other figures are not. A coupon
 * may be laid again. */
typedef struct {
    double wins, returns;
} lm_coupon;
void lm_game_lay_coupon(lm_game *game, lm_game *plain, const lm_coupon *coupon);

/* What a coupon is worth to a player who plays rounds anyway, in wagers: the mean of a round with it less that of a round
 * without. After a tie it is laid again, so it returns what it is worth; `once` is its worth where it returns nothing.
 * `mean` is that of the round with the coupon, of the round without it in `plain`. Leaves the coupon laid in `game`. */
typedef struct {
    double worth, once, mean, plain, ties;
} lm_coupon_worth;
void lm_game_coupon(lm_game *game, lm_game *plain, double wins, lm_coupon_worth *found);

/* ---- insurance and cards seen -------------------------------------------------------------------------- */

/* Insurance against an ace, for a player who knows `seen` of the `cards` that may be under it or still come, of which
 * `tens` are tens. The cards seen are any of these with equal chance. */
typedef struct {
    int most_tens; /* insurance is right with at most so many tens among the cards seen; -1: never */
    double right;  /* probability that it is right */
    double gain;   /* what a player gains who takes it only then, per unit of insurance and time that it is offered */
} lm_insurance_seen;
void lm_insurance_by_seen(int cards, int tens, int seen, lm_insurance_seen *found);

/* A blackjack against an ace: `takes` is what even money pays, `waits` what the blackjack is worth without it, in wagers,
 * and `blackjack` the chance that the dealer has one. `even_from`: even money is right where that chance is greater.
 * `offered`: the house offers even money before the dealer's second card is known. NAN where the shoe lacks the cards. */
typedef struct {
    bool offered;
    double takes, waits, blackjack, even_from;
} lm_even_money;
void lm_game_even_money_worth(const lm_game *game, lm_even_money *found);

#ifdef __cplusplus
}
#endif

#endif
