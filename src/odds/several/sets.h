/* sets.h - all sets of cards up to a weight, numbered.
 *
 * A set weighs as much as its cards are worth. No two hands weigh more than 40 without their first cards. Lighter sets
 * have smaller numbers. The code of a set holds what its number is looked up by, and the code of a union is the sum of
 * two codes. */
#ifndef LM_ODDS_SETS_H
#define LM_ODDS_SETS_H

#include "joint.h"

#ifndef ODDS_EXACT

enum {
    SETS_HEAVIEST = 40,
    SETS = 115305,
    SETS_RUNS = 1007121, /* places in all runs, and one for the length of each */
    SETS_LOW = 861,      /* sets of aces and twos, of 3 to 5, of 6 to 10 */
    SETS_MIDDLE = 1386,
    SETS_HIGH = 6300,
};

typedef uint64_t set_code;

typedef struct {
    bool ready;
    int parted[11][SETS_HEAVIEST + 1]; /* sets of a weight of which no card is worth more than a value */
    int first[SETS_HEAVIEST + 2];      /* the number of the first set of a weight */
    int32_t low[SETS_LOW], middle[SETS_MIDDLE][SETS_HEAVIEST + 1], high[SETS_HIGH][SETS_HEAVIEST + 1];
    card_key set[SETS];
    uint8_t cards[SETS];
    int32_t from[12];       /* where the runs of a value begin */
    int32_t run[SETS_RUNS]; /* a length, then so many sets with 0, 1, 2, ... cards of the value */
} set_numbers;

/* Numbers the sets, unless that is done. */
void sets_number(set_numbers *sets);

set_code sets_code(card_key cards);

enum { CODE_WEIGHT = 48, CODE_HIGH_WEIGHT = 40, CODE_HIGH = 24, CODE_MIDDLE = 12 };

static inline int code_weight(set_code code)
{
    return (int)(code >> CODE_WEIGHT & 255);
}

static inline int sets_find(const set_numbers *sets, set_code code)
{
    int weight = code_weight(code), left = weight - (int)(code >> CODE_HIGH_WEIGHT & 255);
    return sets->high[code >> CODE_HIGH & 0xffff][weight] + sets->middle[code >> CODE_MIDDLE & 0xfff][left] +
           sets->low[code & 0xfff];
}

#endif

#endif
