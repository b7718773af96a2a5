/* spread.h - two split hands together: the law of both and of the dealer, exactly.
 *
 * The mean of a round is the sum of its hands' means; how it spreads depends on what two hands do together. Here both
 * hands' cards are laid side by side, each union of cards once, and the dealer is run for each of them. */
#ifndef LM_ODDS_SPREAD_H
#define LM_ODDS_SPREAD_H

#include "joint.h"

#ifndef LM_EXACT

/* Which two stakes. */
typedef enum { TWO_CHIPS, CHIPS_AND_LAMMER, TWO_LAMMERS, TWOS } stake_pair;

enum { SPREAD_GONE = 5, SPREAD_UNIONS = 1 << 16, SPREAD_CELLS = 1 << 20, SPREAD_HANDS = 2000, SPREAD_PARTS = 6000 };

/* chance[second of the first hand][its kind][second of the other][its kind], by end of the dealer in the lanes. */
typedef struct {
    lm_lanes chance[SECONDS][KINDS_MOST][SECONDS][KINDS_MOST];
} pair_law;

/* What a hand adds to the law, before those that have gone over 21 are told apart: in the places of the three bust
 * kinds stand all hands, hands doubled with chips, hands doubled with a lammer. */
typedef struct {
    uint8_t second, kind;
    double orders;
} hand_part;

typedef struct spread_room {
    pair_law law[TWOS][SPREAD_GONE];
    bool wanted[TWOS];
    int hands;
    hand_id hand[SPREAD_HANDS];
    card_key key[SPREAD_HANDS];
    int first_part[LM_STAKES][SPREAD_HANDS + 1];
    hand_part part[LM_STAKES][SPREAD_PARTS];
    int n; /* unions */
    card_key cards[SPREAD_UNIONS];
    uint32_t slot[SPREAD_UNIONS * 2];
    lm_lanes ends[SPREAD_UNIONS];
    uint32_t index[SPREAD_CELLS]; /* of the union of two hands */
} spread_room;

/* The laws of two hands of the study, for as many cards of the value gone as `most_gone`. */
void spread_make(lm_game *g, const column *c, const split_study *study, const split_courses *courses, int most_gone,
                 spread_room *room);

#endif
#endif
