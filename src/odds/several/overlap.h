/* overlap.h - the probability that two lists of sets of cards come together, where laying every two sets side by side
 * would take too long.
 *
 * First each list draws from a shoe of its own, which is a product. Then the cases are taken out in which both drew the
 * same card, by inclusion and exclusion: with n cards of a value,
 *
 *     (n)_(a+b) = sum over j of (-1)^j j! (n)_j C(a,j) (n-j)_(a-j) C(b,j) (n-j)_(b-j),
 *
 * where (n)_k = n (n-1) ... (n-k+1). So each list is summed once for each set of cards that both may have drawn. The
 * number of orders of the whole shoe joins the two lists, too: as a function of the number of cards it is a sum of
 * powers with few terms, by a Gauss quadrature that leaves out less than 1e-14. */
#ifndef LM_ODDS_OVERLAP_H
#define LM_ODDS_OVERLAP_H

#include "joint.h"

#ifndef ODDS_EXACT

/* A set of cards weighs as much as its cards are worth. No two hands weigh more than this, without their first cards. */
enum { OVERLAP_HEAVIEST = 40, OVERLAP_SETS = 115305, OVERLAP_NODES = 48, OVERLAP_KEPT = 1024 };

/* A sum that was computed, by what it is of; 0: none. */
typedef struct {
    uint64_t mark;
    double sum;
} overlap_sum_kept;

typedef struct {
    int32_t number, cards;
} overlap_place;

typedef struct overlap_room {
    int heaviest; /* the sets up to this weight are numbered; lighter ones have smaller numbers */
    int parted[11][OVERLAP_HEAVIEST + 1]; /* sets of a weight of which no card is worth more than a value */
    int first[OVERLAP_HEAVIEST + 2];      /* the number of the first set of a weight */
    card_key set[OVERLAP_SETS];
    int32_t with[11][OVERLAP_SETS];            /* the set with one more card of a value; -1: too heavy */
    lm_lanes a[OVERLAP_SETS], b[OVERLAP_SETS]; /* the sums of both sides */
    overlap_place at_a[JOINT_UNIONS], at_b[JOINT_UNIONS];
    double node[OVERLAP_NODES], power[OVERLAP_NODES];
    joint_item other[JOINT_UNIONS];
    overlap_sum_kept kept[OVERLAP_KEPT];
} overlap_room;

/* One side: sets of cards, each without the first cards of its hands. */
typedef struct {
    const joint_item *item;
    int n;
} overlap_side;

/* Forgets what a game before has left in the memory. */
void overlap_begin(overlap_room *room);

/* The sum of the products of both sides' orders and the probability that both sets come from a shoe with `cards` of each
 * value ([0]: all). */
double overlap_sum(overlap_room *room, const int cards[11], overlap_side a, overlap_side b);

#endif

#endif
