/* overlap.h - the probability that the sets of several hands come together, where laying every two sets side by side
 * would take too long.
 *
 * First each of two sides draws from a shoe of its own, which is a product. Then the cases are taken out in which both
 * drew the same card, by inclusion and exclusion: with n cards of a value,
 *
 *     (n)_(a+b) = sum over j of (-1)^j j! (n)_j C(a,j) (n-j)_(a-j) C(b,j) (n-j)_(b-j),
 *
 * where (n)_k = n (n-1) ... (n-k+1). So one side is summed once for each set of cards that both may have drawn, and
 * these sums are spread over the sets that the other side may have drawn: its field. Any hands on the other side are
 * then summed over that field. The number of orders of the whole shoe joins the two sides, too (orders.h). */
#ifndef LM_ODDS_OVERLAP_H
#define LM_ODDS_OVERLAP_H

#include "several/orders.h"
#include "several/sets.h"

#ifndef ODDS_EXACT

enum { OVERLAP_HANDS = 2, OVERLAP_KEPT = 8192, OVERLAP_CARDS = SETS_HEAVIEST };

/* The hands of one side, as lists of sets without the first card of each hand. Lists of different items have different
 * marks. */
typedef struct {
    int n;
    uint64_t mark;
    const joint_item *item;
} overlap_list;

typedef struct {
    int hands;
    overlap_list hand[OVERLAP_HANDS];
} overlap_side;

/* What can be known of a side before it is summed: the greatest weight and the most cards of a set, and the weight of
 * the sets with so many cards, if cards were put back. */
typedef struct {
    int heaviest, cards, copies[11];
    double mass[OVERLAP_CARDS + 1];
} overlap_reach;

/* The sums for one card more: of all, and weighed by the cards of a value that a hand of the first side has. */
typedef struct {
    double all, cards[OVERLAP_HANDS][11];
} overlap_more;

/* A sum that was computed, by what it is of; 0: none. */
typedef struct {
    uint64_t mark;
    double sum;
} overlap_sum_kept;

typedef struct overlap_room {
    set_numbers sets;
    shoe_orders orders;
    int nodes;
    uint64_t mark; /* of the side of which `field` is; 0: none */
    int cards[11];
    overlap_reach from, to; /* of that side, and of the other one */
    double united[SETS], field[SETS], more[SETS];
    lm_lanes sums[SETS];
    set_code code[OVERLAP_HANDS][JOINT_MOST];
    double beside[JOINT_MOST];
    joint_item item[OVERLAP_HANDS + OVERLAP_HANDS][JOINT_MOST];
    bool foresee; /* compute each sum for shoes with one card less as well */
    overlap_sum_kept kept[OVERLAP_KEPT];
} overlap_room;

/* Forgets what a game before has left in the memory. */
void overlap_begin(overlap_room *room);

/* The sum of the products of all hands' orders and the probability that their sets come from a shoe with `cards` of each
 * value ([0]: all). `more`: NULL, or where to write the sums for one card more, which the shoe must have. */
double overlap_sum(overlap_room *room, const int cards[11], const overlap_side *a, const overlap_side *b,
                   overlap_more *more);

#endif

#endif
