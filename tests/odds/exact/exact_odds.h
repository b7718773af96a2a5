/* exact_odds.h - the analyser built a second time, over whole numbers.
 *
 * The sources of src/odds are compiled with ODDS_EXACT (src/odds/real.h), joined into one object and hidden behind
 * these names, so that a test can hold it beside the one that ships. Values are sums over the orders of a shoe: a mean
 * is `sum` tenths of the wager in `orders` orders, and neither was ever rounded. */
#ifndef LAMMER_TESTS_EXACT_ODDS_H
#define LAMMER_TESTS_EXACT_ODDS_H

#include "lammer/odds.h"

__extension__ typedef __int128 exact_whole;

typedef struct {
    exact_whole sum, orders;
} exact_mean;

size_t exact_odds_size(const lm_rules *rules);
lm_game *exact_odds_open(void *memory, size_t size, const lm_rules *rules, const lm_census *census);
lm_play exact_odds_choice(lm_game *game, int column, const lm_held *held, unsigned allowed);
bool exact_odds_even_money(lm_game *game);
exact_mean exact_odds_optimum(lm_game *game);
exact_mean exact_odds_class(lm_game *game, lm_post_split post_split);
lm_play exact_odds_choice_after(lm_game *game, int which, lm_post_split post_split, const lm_held *held,
                                const lm_after *after, unsigned allowed);
exact_mean exact_odds_chart(lm_game *game, const lm_chart *chart);

#endif
