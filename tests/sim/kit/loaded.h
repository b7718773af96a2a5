/* loaded.h - the profile that is being simulated; what is wrong with it is printed. */
#ifndef LAMMER_TEST_SIM_LOADED_H
#define LAMMER_TEST_SIM_LOADED_H

#include <stdio.h>
#include <stdlib.h>

#include "lammer/odds.h"
#include "lammer/profile.h"

extern const lm_wager *const lm_wagers[];

static lm_profile profile;

static inline void print_problem(void *self, const char *file, int line, const char *text)
{
    (void)self;
    fprintf(stderr, "%s:%d: %s\n", file, line, text);
}

static const lm_profile_reader printer = { print_problem, NULL };

static inline bool load(const char *rules, const char *const *settings, int n)
{
    return lm_profile_load(&profile, lm_wagers, rules, settings, n, &printer);
}

/* The game of the loaded profile from a whole shoe. Free `*memory` when it is no longer asked. */
static inline lm_game *open_loaded(void **memory)
{
    lm_census census;
    size_t size = lm_game_size(&profile.rules);
    *memory = malloc(size);
    lm_census_fresh(&census, (int)profile.rules.decks);
    lm_game *game = lm_game_open(*memory, size, &profile.rules, &census);
    assert_non_null(game);
    return game;
}

#endif
