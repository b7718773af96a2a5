/* figures.h - pieces of the figures of a round. Doubles only. */
#ifndef LM_ODDS_FIGURES_H
#define LM_ODDS_FIGURES_H

#include "spread.h"

/* Figures of an unsplit hand with chips under a policy, over rounds without a dealer blackjack. Busts and doubles also
 * count rounds in which players act before a blackjack is known. */
typedef struct moments {
    double square, win, lose, busts, free_doubles, paid_doubles;
    double lammer;      /* chance of a free double in a round without a dealer blackjack */
    double late_square; /* what a late dealer blackjack adds to the mean square beyond one unit */
} moments;

void figures_moments(const lm_game *g, const column *c, const policy *p, moments *at);

/* Adds the rounds in which a pair is split. */
void figures_split(lm_game *g, const column *c, const policy *p, int value, double chance, lm_figures *figures);

/* Adds the lammers of the split pair in g->study. */
void figures_split_lammers(lm_game *g, const column *c, const split_courses *courses, double chance,
                           lm_figures *figures);

#endif
