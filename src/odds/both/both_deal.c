/* both_deal.c - another wager that the deal decides. */
#include "both.h"

#ifndef ODDS_EXACT

#include <string.h>

/* The cell of the values of two cards, in either order, and an up card. */
static int cell_of(int a, int b, int up, bool blackjack)
{
    int low = a < b ? a : b, high = a < b ? b : a;
    return (((high - 1) * high / 2 + low - 1) * 10 + up - 1) * 2 + blackjack;
}

static void hear_deal(void *self, const lm_card cards[3], bool blackjack, int joint, double ways)
{
    both_work *w = self;
    int cell = cell_of(lm_card_value(cards[0]), lm_card_value(cards[1]), lm_card_value(cards[2]), blackjack);
    w->deal[cell][both_joint(w, joint)] += ways;
}

typedef struct {
    both_work *work;
    const column *c;
} dealt;

/* Where both cards of the dealer lie open, either may have come first. */
static void add_start(const dealt *y, const uint8_t value[2], int up, double part, const round_nets *nets)
{
    both_work *w = y->work;
    for (int blackjack = 0; blackjack < 2; blackjack++) {
        const double *ways = w->deal[cell_of(value[0], value[1], up, blackjack)];
        double all = 0;
        for (int k = 0; k < w->both->joints; k++)
            all += ways[k];
        for (int k = 0; k < w->both->joints && all > 0; k++) {
            if (ways[k] > 0) both_add(w, k, nets, blackjack, part * ways[k] / all);
        }
    }
}

static void hear_start(void *self, hand_id start, const round_nets *nets)
{
    const dealt *y = self;
    const lm_game *g = y->work->g;
    uint8_t value[2] = { 0 };
    int n = 0, second = y->c->seen.second;
    for (int v = 1; v <= 10; v++) {
        for (int k = 0; k < g->hands.count[start][v]; k++)
            value[n++] = (uint8_t)v;
    }
    add_start(y, value, y->c->seen.up, second ? 0.5 : 1, nets);
    if (second) add_start(y, value, second, 0.5, nets);
}

lm_both_status both_by_deal(both_work *w)
{
    memset(w->deal, 0, sizeof w->deal);
    if (!price_each_deal(&w->count, hear_deal, w))
        return w->count.status == LM_PRICE_OK ? LM_BOTH_DRAWN : LM_BOTH_BEYOND;
    for (int i = 0; i < w->g->columns; i++) {
        dealt y = { w, game_solved(w->g, i) };
        if (y.c->solved) figures_each_start(w->g, y.c, hear_start, &y);
    }
    return LM_BOTH_OK;
}

#endif
