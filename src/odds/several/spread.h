/* spread.h - two split hands together: the law of both and of the dealer.
 *
 * The mean of a round is the sum of its hands' means; its spread depends on pairs of hands. The cards of both hands are
 * united, each union once, and the dealer's ends are computed for each union. If there are more than EXACT_PAIRS pairs
 * of hands, the least likely ones (together less than LIGHT of all) are treated as independent except for the dealer,
 * and laws for SPREAD_MADE or more cards gone are extrapolated; docs/odds.md gives the error. Laws that are only needed
 * to exclude pairs are extrapolated; so the pairs of hands of a course are always made. */
#ifndef LM_ODDS_SPREAD_H
#define LM_ODDS_SPREAD_H

#include "joint.h"

#ifndef ODDS_EXACT

/* The stakes of the two hands. */
typedef enum { TWO_CHIPS, CHIPS_AND_LAMMER, TWO_LAMMERS, TWOS } stake_pair;

static inline stake_pair stake_pair_of(int a, int b)
{
    if (a != b) return CHIPS_AND_LAMMER;
    return a == LM_STAKED_CHIPS ? TWO_CHIPS : TWO_LAMMERS;
}

enum { SPREAD_GONE = 5, SPREAD_MADE = 3, SPREAD_UNIONS = 1 << 16, SPREAD_CELLS = 1 << 19, EXACT_PAIRS = 1 << 14 };
#define LIGHT 1e-6

/* chance[second card of the first hand][its kind][second card of the other][its kind]; a lane for each end of the
 * dealer. */
typedef struct {
    lm_lanes chance[SECONDS][KINDS_MOST][SECONDS][KINDS_MOST];
} pair_law;

/* A hand of the study. */
typedef struct {
    int at; /* index in the study */
    card_key cards;
    double size;            /* its share of all hands */
    double draws;           /* probability of its draws in one order, with the other hand's first card out */
    lm_lanes ends;          /* ends of the dealer, with the same cards out */
    int first_cell;         /* where its row of unions begins: with the hands before it and with itself */
    int cells[SPREAD_GONE]; /* with how many of the likeliest hands it is computed jointly, by cards gone */
} spread_hand;

typedef struct spread_room {
    pair_law law[TWOS][SPREAD_GONE];
    bool wanted[TWOS];
    int hands;
    spread_hand hand[HANDS_MOST]; /* the likeliest first */
    int n, n_at[SPREAD_GONE];     /* number of unions, and how many of them each number of cards gone needs */
    card_key cards[SPREAD_UNIONS];
    uint32_t slot[SPREAD_UNIONS * 2];
    lm_lanes plain[SPREAD_UNIONS]; /* the dealer's ends with no further card gone, and whether they are known */
    bool known[SPREAD_UNIONS];
    double chance[SPREAD_UNIONS];                 /* of the draws in one order */
    lm_lanes ends[SPREAD_UNIONS];                 /* times that chance */
    uint32_t cell[SPREAD_CELLS / 2 + HANDS_MOST]; /* the union of two hands */
    double light[SPREAD_MADE];                    /* what two hands' law may miss in any event, by cards gone */
} spread_room;

/* Computes the laws of two hands of g->study, in g->spread, for up to `most_gone` further cards of the value gone. */
void spread_make(lm_game *g, const column *c, const split_courses *courses, int most_gone);

#endif
#endif
