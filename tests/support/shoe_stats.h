/* shoe_stats.h - whether shoes, card by card as they are dealt, look random: a fixed set of statistics and their
 * p-values.
 *
 * Every statistic has a distribution that is known exactly or in the limit of many shoes, for shoes that hold several
 * cards alike; none is calibrated by simulation. They are judged together: the least p-value times their number is
 * below FAMILY by chance in one run of a hundred at most (Bonferroni).
 *
 *   position x card               chi-square over all of them, and the worst position and the worst card by themselves
 *   adjacent pairs                chi-square of the 52 x 52 pairs at 16 places
 *   neighbours, descents          how often the next card follows in a new deck, has the rank, the suit,
 *                                 is lower: exact moments
 *   rising sequences              of the first, second ... copies of all kinds; their distribution is Euler's
 *   positions as in the shoe before, shoes that came before     what one shoe tells of another
 *   depth of the cut              where chance cuts */
#ifndef LAMMER_TESTS_SUPPORT_SHOE_STATS_H
#define LAMMER_TESTS_SUPPORT_SHOE_STATS_H

#include <stdbool.h>
#include <stdint.h>

#include "lammer/card.h"
#include "lammer/shoe.h"

enum { STATS_MOST = 16 };
static const double FAMILY = 0.01;

typedef struct {
    const char *name;
    double p;
} stat;

typedef struct shoe_stats shoe_stats;

/* For shoes of so many decks, up to `most` of them. */
shoe_stats *shoe_stats_open(int decks, int64_t most);
void shoe_stats_free(shoe_stats *stats);

/* One shoe: all its cards in the order in which they leave it, the burned one first. */
void shoe_stats_add(shoe_stats *stats, const lm_card *card);

/* One cut that chance has made, at any depth from `least` to `most`. */
void shoe_stats_add_cut(shoe_stats *stats, int depth, int least, int most);

int64_t shoe_stats_shoes(const shoe_stats *stats);

/* Fills in the statistics and returns how many there are. */
int shoe_stats_judge(shoe_stats *stats, stat out[STATS_MOST]);

#endif
