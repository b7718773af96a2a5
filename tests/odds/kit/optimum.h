/* optimum.h - the analyser's own optimum as a player through the verbs, where the dealer's second card is not open. */
#ifndef LAMMER_TESTS_OPTIMUM_H
#define LAMMER_TESTS_OPTIMUM_H

#include "enumerate.h"

static inline lm_play optimum_choose(void *self, lm_seen seen, const lm_held *held, unsigned allowed)
{
    lm_game *game = self;
    for (int i = 0; i < lm_game_columns(game); i++) {
        if (lm_game_column(game, i).up == seen.up) return lm_game_choice(game, i, held, allowed);
    }
    fail_msg("no column %d", seen.up);
    return LM_PLAY_STAND;
}

static inline bool optimum_even_money(void *self, bool special)
{
    (void)special;
    return lm_game_even_money(self);
}

static inline test_strategy optimum_of(lm_game *game)
{
    return (test_strategy){ optimum_choose, optimum_even_money, game };
}

#endif
