/* machine.h - a game as two machines whose input is the rank of the next card: one plays a box, one the dealer.
 *
 * A place is a state of a machine: what matters for the rest of the hand. `next` has a row for each place and in it a
 * place for each rank. Small places are ends: results of a box, or the dealer's final hand. What a box wins is a
 * number for each of its ends and the dealer's, so one to seven boxes and one to three dealer hands are the same work
 * each. A box that is split, or whose play depends on a count, leaves the machine at WALK_SPLIT.
 *
 * The struct has no pointers, and C and CUDA can include this file. */
#ifndef LAMMER_SIM_WALK_MACHINE_H
#define LAMMER_SIM_WALK_MACHINE_H

#include <stdint.h>

#include "situation.h"

/* A card: its rank, ace 0 to king 12, and its suit in the bits above WALK_RANK. */
enum { WALK_RANK = 15, WALK_RANKS = 16, WALK_SUIT_SHIFT = 4, WALK_CARDS = 64 };

/* The dealer's final hands; from WALK_FINAL on they are ends of the dealer's machine. */
enum {
    WALK_17,
    WALK_21 = 4,
    WALK_22,
    WALK_OVER_22,
    WALK_DEALER_BLACKJACK,
    WALK_FINALS,
};

/* How a hand was staked: one wager; doubled for chips; doubled with a lammer. */
enum { WALK_PLAIN, WALK_PAID, WALK_HOUSE, WALK_KINDS };

/* Ends of a box. The first are kind * WALK_CLASSES + class: bust, up to 16, 17 .. 21. */
enum {
    WALK_CLASSES = 7,
    WALK_HIDDEN = WALK_KINDS * WALK_CLASSES, /* + kind: bust by a card that lies face down */
    WALK_BLACKJACK = WALK_HIDDEN + WALK_KINDS,
    WALK_BLACKJACK_WAITS, /* the dealer may have one, too */
    WALK_SURRENDERED,
    WALK_SURRENDER_WAITS,
    WALK_BEATEN,   /* by a blackjack that the dealer had from the start */
    WALK_STANDOFF, /* a blackjack against such a blackjack */
    WALK_SPLIT,
    WALK_ENDS,
    WALK_FINAL = WALK_ENDS,                              /* + the dealer's final hand */
    WALK_OVER = (WALK_FINAL + WALK_FINALS) * WALK_RANKS, /* places below this are ends */
};

/* How far the dealer must go for a box: docs/simulation.md, section 4. */
enum { WALK_NEEDS_NOTHING, WALK_NEEDS_SECOND, WALK_NEEDS_DRAW, WALK_NEEDS };

enum {
    WALK_VIEWS = 27,         /* columns of a chart, and the dealer's blackjack that is known at once */
    WALK_PLACES = 1400,      /* rows of `next` */
    WALK_SPOTS = 3,          /* dealer hands of a round */
    WALK_TWO_RANKS = 1 << 8, /* first << 4 | second */
};

/* What a box has won and staked when the dealer's final hand is known. */
typedef struct {
    int32_t net_cents[WALK_FINALS];
    int32_t staked_cents;
    uint8_t hands, lammers, needs;
    /* of a box that was split, for wagers: its first hand, whether all are over 21, and hands won and lost */
    uint8_t original_total, busted;
    uint8_t won[WALK_FINALS], lost[WALK_FINALS];
} walk_row;

typedef struct {
    uint8_t boxes, spots;
    uint8_t has_hole;   /* the dealer's second card is dealt with the first cards */
    uint8_t hides_hole; /* and lies face down */
    uint8_t shows_late; /* a dealer's blackjack is not known before the boxes have played */
    uint8_t most_hands, free_splits, resplits_aces, split_21_beats, doubles_down;
    uint8_t ties_push, pushes_22, takes_busted;
    uint16_t free_pairs;                            /* bit v: pairs of value v split free */
    uint8_t value[WALK_RANKS];                      /* by rank */
    uint8_t view[WALK_TWO_RANKS];                   /* by up card and hole card */
    uint16_t start[WALK_VIEWS][WALK_TWO_RANKS];     /* the place of a box by its two cards */
    uint16_t forced[WALK_VIEWS][WALK_TWO_RANKS];    /* the same for a box that must draw, as a wager of it waits */
    uint16_t dealer[2][WALK_NEEDS][WALK_TWO_RANKS]; /* the dealer's, in the first dealer hand and in later ones */
    uint16_t next[WALK_PLACES * WALK_RANKS];
    choice_column choices[WALK_VIEWS];
    walk_row row[WALK_ENDS];
} walk_machine;

/* The end of a hand by its kind and total (0: bust). */
static inline int walk_end_of(int kind, int total)
{
    return kind * WALK_CLASSES + (!total ? 0 : total < 17 ? 1 : total - 15);
}

static inline uint16_t walk_step(const walk_machine *m, uint16_t place, uint8_t card)
{
    return m->next[place + (card & WALK_RANK)];
}

#endif
