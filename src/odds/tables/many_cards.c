/* many_cards.c - totals that are better played differently when they have many cards: "16 of three cards or more". */
#include "best_chart.h"

#ifndef ODDS_EXACT

enum { LEAST_CARDS = 3, MOST_LEAST = 6 };

static bool draws(lm_advice a)
{
    return (a.first <= LM_PLAY_HIT ? a.first : a.otherwise) == LM_PLAY_HIT;
}

/* The best exception of one cell; false if none gains. */
static bool best_of_cell(lm_game *g, lm_chart *chart, lm_exception trial, double before, lm_many_cards *best)
{
    const double noise = 1e-12;
    lm_exception *last = &chart->exception[chart->exceptions++];
    best->gain = noise;
    for (int least = LEAST_CARDS; least <= MOST_LEAST; least++) {
        trial.least = (uint8_t)least;
        *last = trial;
        double gain = (chart_mean_at(g, chart, trial.column) - before) / g->one / TENTHS;
        if (gain > best->gain + noise) *best = (lm_many_cards){ trial, gain };
    }
    *last = (lm_exception){ 0 };
    chart->exceptions--;
    return best->gain > noise;
}

int lm_game_many_cards(lm_game *g, const lm_chart *chart, lm_many_cards *list, int most)
{
    lm_chart trial = *chart;
    int n = 0, stakes = g->rules.free_split && g->rules.free_splits ? LM_STAKES : 1;
    if (trial.exceptions == LM_EXCEPTIONS) return 0;
    for (int at = 0; at < lm_chart_columns(chart); at++) {
        double before = chart_mean_at(g, chart, at);
        for (int row = LM_ROW_HARD + 9; row < LM_ROW_SOFT + 21; row++) {
            bool real = row <= LM_ROW_HARD + 20 || row >= LM_ROW_SOFT + 13;
            for (int s = 0; s < stakes && real && n < most; s++) {
                uint8_t play = draws(chart->cell[s][row][at]) ? LM_PLAY_STAND : LM_PLAY_HIT;
                lm_exception e = {
                    .staked = (uint8_t)s, .column = (uint8_t)at, .row = (uint8_t)row, .advice = { play, play }
                };
                if (best_of_cell(g, &trial, e, before, &list[n])) n++;
            }
        }
    }
    return n;
}

#endif
