/* first_card.c - what a round is worth when the player's first card, or the dealer's, is known before the wager is
 * made. */
#include "game.h"
#include "lammer/situations.h"

#ifndef ODDS_EXACT

#include <string.h>

/* The value of a starting hand in units of the wager, with insurance where that is right. */
static double start_of(const lm_game *g, const column *c, hand_id h)
{
    double value = column_start(g, c, &c->best, &c->worth, h) / TENTHS;
    if (column_insures(g, c, h)) value += (3 * column_blackjack(g, c, h) - 1) / 2;
    return value;
}

static void add_start(const lm_game *g, int which, hand_id h, lm_first_cards *first)
{
    const column *c = &g->column[which];
    const uint8_t *count = g->hands.count[h];
    double chance = column_weight(g, c, column_chance(g, c, 1, h)), value = start_of(g, c, h);
    for (int v = 0; v <= 10; v++) {
        double share = v ? chance * count[v] / 2 : chance; /* either card may be the first one */
        first->chance[v][which] += share;
        first->value[v][which] += share * value;
        first->chance[v][LM_COLUMNS] += share;
        first->value[v][LM_COLUMNS] += share * value;
    }
}

void lm_game_first_cards(lm_game *g, lm_first_cards *first)
{
    memset(first, 0, sizeof *first);
    for (int i = 0; i < g->columns; i++) {
        const column *c = game_solved(g, i);
        for (hand_id h = 1; c->solved && h < g->hands.over; h++) {
            if (g->hands.count[h][0] == 2 && column_holds(g, c, h)) add_start(g, i, h, first);
        }
    }
    for (int v = 0; v <= 10; v++) {
        for (int i = 0; i <= LM_COLUMNS; i++)
            first->value[v][i] = first->chance[v][i] > 0 ? first->value[v][i] / first->chance[v][i] : __builtin_nan("");
    }
}

#endif
