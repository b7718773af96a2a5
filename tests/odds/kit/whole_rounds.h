/* whole_rounds.h - every round that a small shoe can deal to one box or several, with all wagers of the rules on each, played
 * through the verbs by the optimum of the main game, or by a play of the test's own.
 *
 * A card that lies face down is drawn like any other; the player's decisions do not see it. */
#ifndef LAMMER_TEST_WHOLE_ROUNDS_H
#define LAMMER_TEST_WHOLE_ROUNDS_H

#include "lammer/odds.h"
#include "lammer/round.h"

enum { ROUNDS_MAIN = 1000, ROUNDS_STAKE = 500, ROUNDS_PRIZE = 1234500, ROUNDS_SHOWN = 700 };

__extension__ typedef unsigned __int128 rounds_wide;

/* The amount of a prize that comes from outside the round; every outcome has its own. */
static inline lm_cents rounds_prize(int outcome)
{
    return ROUNDS_PRIZE + outcome;
}

typedef struct {
    const lm_rules *rules;
    lm_game *game;                                        /* of the rules and the census: its optimum plays; or NULL */
    lm_action (*play)(void *self, const lm_round *round); /* decides where there is no game */
    lm_census census;
    int boxes;
    void (*end)(void *self, const lm_round *round, long double chance);
    void *self;
    int cards, dealt;
    lm_card hole;
    rounds_wide ways; /* of the round that has ended: to draw its cards one by one */
} whole_rounds;

void whole_rounds_play(whole_rounds *w);

/* The stake of a wager beside ROUNDS_MAIN cents. */
lm_cents whole_rounds_stake(const lm_rules *rules, const lm_wager *wager);

/* "3Ah 2 7d": three aces of hearts, two sevens of diamonds. */
lm_census whole_rounds_census(const char *text);

#endif
