/* removal_fixed.c - effects of removal on a player who does not change the strategy.
 *
 * The hands of a smaller shoe are among those of the larger one, so the game stays as it is, and one card less is left
 * of a value. */
#include "several/apart.h"

#ifndef ODDS_EXACT

static void take_out(lm_game *g, int value, int cards)
{
    g->cards[value] -= cards;
    g->cards[0] -= cards;
    for (int i = 0; i < g->columns; i++) {
        column *c = &g->column[i];
        c->left[value] -= cards;
        c->left[0] -= cards;
    }
}

/* The mean of the optimum's decisions with the cards that are left now. */
static double mean_as_before(lm_game *g)
{
    double sum = 0;
    for (int i = 0; i < g->columns; i++) {
        column *c = &g->column[i];
        if (!c->solved || !column_possible(c)) continue;
        split_forget_ends(g);
        column_prepare(g, c);
        g->trial = c->best;
        column_value(g, c, &g->trial, &g->scratch, false);
        column_value_splits(g, c, &g->trial, &g->scratch, VALUE);
        sum += column_mean(g, c, &g->trial, &g->scratch);
    }
    return sum / g->one / TENTHS;
}

void lm_game_removal_fixed(lm_game *g, double effect[LM_VALUES])
{
    for (int i = 0; i < g->columns; i++)
        game_solved(g, i);
    apart_foresee(g, true);
    double mean = mean_as_before(g);
    apart_foresee(g, false);
    effect[0] = 0;
    for (int v = 1; v < LM_VALUES; v++) {
        effect[v] = __builtin_nan("");
        if (g->cards[v] == 0) continue;
        take_out(g, v, 1);
        effect[v] = mean_as_before(g) - mean;
        take_out(g, v, -1);
    }
    split_forget_ends(g);
    for (int i = 0; i < g->columns; i++) {
        if (column_possible(&g->column[i])) column_prepare(g, &g->column[i]);
    }
}

#endif
