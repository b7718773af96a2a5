/* insurance.c - insurance by the number of cards seen, and even money against waiting. */
#include "game.h"
#include "lammer/situations.h"

#ifndef ODDS_EXACT

/* Insurance pays 2 to 1, so it is right where more than a third of the unknown cards are tens. */
static double gain_of(int cards, int tens)
{
    return 3.0 * tens / cards - 1;
}

void lm_insurance_by_seen(int cards, int tens, int seen, lm_insurance_seen *found)
{
    int others = cards - tens, first = seen > others ? seen - others : 0, last = seen < tens ? seen : tens;
    double all = 0, chance = 1;
    *found = (lm_insurance_seen){ .most_tens = -1 };
    if (seen < 0 || seen >= cards) return;
    for (int t = first; t <= last; t++) {
        double gain = gain_of(cards - seen, tens - t);
        bool right = 3 * (tens - t) > cards - seen;
        all += chance;
        if (right) {
            found->most_tens = t;
            found->right += chance;
            found->gain += chance * gain;
        }
        chance *= (double)(tens - t) / (t + 1) * (seen - t) / (others - seen + t + 1);
    }
    found->right /= all;
    found->gain /= all;
}

static const column *ace_column(const lm_game *g)
{
    for (int i = 0; i < g->columns; i++) {
        if (g->column[i].seen.up == 1 && !g->column[i].seen.second) return &g->column[i];
    }
    return NULL;
}

void lm_game_even_money_worth(const lm_game *g, lm_even_money *found)
{
    const column *c = ace_column(g);
    const uint8_t values[2] = { 1, 10 };
    hand_id h = hands_find(&g->hands, values, 2);
    double pays = (double)terms_blackjack(&g->rules) / TENTHS, nan = __builtin_nan("");
    bool ties_win = g->rules.ties == LM_TIES_LOSE;
    *found = (lm_even_money){ terms_even_money(&g->rules), 1, nan, nan, ties_win ? nan : 1 - 1 / pays };
    if (!c || h == HAND_NONE || !column_holds(g, c, h)) return;
    found->blackjack = column_blackjack(g, c, h);
    found->waits = (ties_win ? 1 : 1 - found->blackjack) * pays;
}

#endif
