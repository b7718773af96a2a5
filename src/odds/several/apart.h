/* apart.h - long lists of several hands, where a dealer blackjack may come late: each sum is computed over two sides of
 * one or two hands (overlap.h). */
#ifndef LM_ODDS_APART_H
#define LM_ODDS_APART_H

#include "several/overlap.h"

#ifndef ODDS_EXACT

/* The same as summing over all unions of the lists of two to four hands. */
double apart_sum(lm_game *g, const column *c, const together *t);

/* From now on each sum is also kept for shoes with one card less, which takes little more time than one of them; or no
 * longer. */
void apart_foresee(lm_game *g, bool on);

#endif

#endif
