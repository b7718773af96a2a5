/* facts_help.h - what the tests of known figures share: rules in words, and the game of those rules. */
#ifndef LAMMER_TESTS_FACTS_HELP_H
#define LAMMER_TESTS_FACTS_HELP_H

#include <math.h>
#include <stdlib.h>

#include "price_help.h"

#define BLACKJACK "free_double=none free_split=none blackjack_paid=at-once resplit_aces=off "
#define FREE_BET "dealer_22=push dealer_soft17=hit "
#define S17 "dealer_soft17=stand"
#define H17 "dealer_soft17=hit"

enum { SIX_DECKS = 6 * LM_CARDS };

/* One game at a time, in memory that is kept. */
static inline lm_game *open_game(const lm_rules *rules, const lm_census *census)
{
    static void *memory;
    static size_t room;
    size_t size = lm_game_size(rules);
    if (size > room) {
        free(memory);
        memory = malloc(size);
        assert_non_null(memory);
        room = size;
    }
    lm_game *game = lm_game_open(memory, size, rules, census);
    assert_non_null(game);
    return game;
}

static inline lm_game *fresh_game(lm_rule_set set, int decks, const char *settings)
{
    lm_rules rules = rules_with(set, decks == LM_ENDLESS ? 8 : decks, settings);
    lm_census census;
    lm_rules_seal(&rules);
    lm_census_fresh(&census, decks);
    return open_game(&rules, &census);
}

static inline lm_prices price_hand(lm_game *game, int up, int n, const uint8_t *value)
{
    lm_prices prices = { .best = LM_PLAY_NONE };
    lm_held held = { .n = (uint8_t)n };
    memcpy(held.value, value, (size_t)n);
    for (int i = 0; i < lm_game_columns(game); i++) {
        if (lm_game_column(game, i).up != up) continue;
        lm_game_price(game, i, &held, &prices);
        return prices;
    }
    fail_msg("no column for %d", up);
    return prices;
}

#endif
