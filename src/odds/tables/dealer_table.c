/* dealer_table.c - how the dealer's hand ends, by up card. */
#include "game.h"

#ifndef ODDS_EXACT

#include <string.h>

_Static_assert((int)LM_FINAL_17 == (int)END_17 && (int)LM_FINAL_22 == (int)END_22 &&
                   (int)LM_FINAL_OVER == (int)END_OVER && (int)LM_FINAL_BLACKJACK == (int)END_BLACKJACK &&
                   (int)LM_FINALS == (int)ENDS,
               "the ends of the dealer's tree, in its order");

static void fill_ends(lm_game *g, const int *cards, int up, double final[LM_FINALS])
{
    dealer_tree *tree = &g->beside.tree;
    const dealer_rule rule = { g->rules.dealer_soft17 == LM_SOFT17_HIT, .tells_22 = true };
    lm_lanes left[11] = { { 0 } }, ends[ENDS];
    dealer_compile(tree, &g->hands, up, 0, rule);
    for (int v = 0; v <= 10; v++)
        left[v] = (lm_lanes){ 0 } + (double)(cards[v] - (v == 0 || v == up));
    dealer_run(tree, left, 1, ends);
    for (int e = 0; e < ENDS; e++)
        final[e] = LANE(ends[e], 0);
}

void lm_game_dealer(lm_game *g, int removed, lm_dealer_table *table)
{
    int cards[11];
    memcpy(cards, g->cards, sizeof cards);
    memset(table, 0, sizeof *table);
    if (removed) {
        cards[removed]--;
        cards[0]--;
    }
    for (int up = 1; up <= 10; up++) {
        bool possible = cards[up] > 0 && cards[removed] >= 0;
        table->up[up] = possible ? (double)cards[up] / cards[0] : 0;
        if (possible) fill_ends(g, cards, up, table->final[up]);
        for (int e = 0; e < ENDS; e++) {
            if (possible) table->final[0][e] += table->up[up] * table->final[up][e];
            if (!possible) table->final[up][e] = __builtin_nan("");
        }
    }
}

#endif
