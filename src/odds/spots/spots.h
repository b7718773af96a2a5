/* spots.h - a round of multiple action (Section 18): one player's hand against several dealer hands.
 *
 * Every dealer hand has the law of the first one, so means need nothing more. The spread and the signs of the round need
 * all dealer hands together. Given the player's finished hands, two dealer hands depend on each other only through the
 * cards they took: this dependence is computed exactly for the shoe without the up card, and applied to every hand of
 * the player. The error has the order of the square of one card's share of the shoe; docs/odds.md gives its size. */
#ifndef LM_ODDS_SPOTS_H
#define LM_ODDS_SPOTS_H

#include "figures.h"

#ifndef ODDS_EXACT

enum { SPOT_RESULTS = 1 << 13 };

/* A result of the player's hands: what it pays against each end of a dealer hand, and the chance of it with that end. */
typedef struct {
    int16_t pays[ENDS]; /* tenths. Until all hands are added, [END_BLACKJACK] is what was lost by going over 21 */
    bool live;          /* chips remain on a hand when a late dealer blackjack is turned */
    double chance[ENDS];
} spot_result;

typedef struct {
    int n;
    uint16_t slot[2 * SPOT_RESULTS];
    spot_result result[SPOT_RESULTS];
} spot_results;

typedef struct spots_room {
    spot_results all;        /* of the column */
    spot_results hand[2];    /* of a split, while its hands are added */
    double alone[ENDS];      /* the law of a dealer hand when only the up card is out */
    double tied[ENDS][ENDS]; /* how much likelier two ends are together than if they were independent */
    double reach[HANDS_MOST], ended[MANNERS][HANDS_MOST];
} spots_room;

/* Adds the spread and the signs of the whole round in one column. Requires rules with several dealer hands. */
void spots_add_column(lm_game *g, const column *c, const policy *p, lm_figures *figures);

#endif
#endif
