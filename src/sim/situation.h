/* situation.h - every choice of a game as a table: by stake, situation, row of the chart and up card.
 *
 * Knows nothing else, so that a GPU can include it. choice.c fills the table; simd, quick and cuda play by it. */
#ifndef LAMMER_SIM_SITUATION_H
#define LAMMER_SIM_SITUATION_H

#include <stdbool.h>
#include <stdint.h>

typedef enum {
    CHOICE_STAND,
    CHOICE_HIT,
    CHOICE_PAID,  /* doubled for chips */
    CHOICE_HOUSE, /* doubled free */
    CHOICE_SPLIT,
    CHOICE_SURRENDER,
    CHOICE_COUNTS, /* the count decides, see choice_at_count */
} choice;

/* The situation of a hand: as dealt, after a split that may be followed by another, after the last split, and with
 * three or more cards. */
enum {
    AT_FIRST,
    AT_FIRST_MORE,
    AT_SPLIT,
    AT_LAST_SPLIT,
    AT_ACE_SPLIT,
    AT_LAST_ACE_SPLIT,
    AT_SPLIT_MORE,
    SITUATIONS,
};

/* By lammer or not, situation, row of lammer/chart.h, up card 1..10. Hands of 21 stand. */
enum { CHOICE_ROWS = 42, CHOICE_PAIR = 31 };
typedef uint8_t choice_table[2][SITUATIONS][CHOICE_ROWS][11];
typedef uint8_t choice_column[2][SITUATIONS][CHOICE_ROWS]; /* against one column of the chart */

/* The situation of two cards after a split. */
static inline int situation_after_split(bool ace, bool again)
{
    return ace ? (again ? AT_ACE_SPLIT : AT_LAST_ACE_SPLIT) : again ? AT_SPLIT : AT_LAST_SPLIT;
}

#endif
