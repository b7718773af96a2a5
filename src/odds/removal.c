/* removal.c - effects of removal: the change of the optimum when one card leaves the shoe. */
#include "game.h"

/* The card of this value with the most copies left, so that the suits stay as even as possible. */
static int card_of_value(const lm_census *census, int value)
{
    int best = -1;
    for (int card = 0; card < LM_CARDS; card++) {
        bool fits = lm_card_value((lm_card)card) == value && census->copies[card] > 0;
        if (fits && (best < 0 || census->copies[card] > census->copies[best])) best = card;
    }
    return best;
}

void lm_game_removal(lm_game *g, double effect[LM_VALUES])
{
    lm_census before = g->census;
    double mean = lm_game_mean(g);
    effect[0] = 0;
    for (int v = 1; v < LM_VALUES; v++) {
        lm_census after = before;
        int card = card_of_value(&before, v);
        effect[v] = __builtin_nan("");
        if (card < 0) continue;
        after.copies[card]--;
        if (game_open_again(g, &after)) effect[v] = lm_game_mean(g) - mean;
    }
    game_open_again(g, &before);
}
