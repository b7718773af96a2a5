/* trials.c - the losses of chart_trials, cell by cell. */
#include "trials.h"

#ifndef ODDS_EXACT

static bool is_row(const lm_game *g, int row)
{
    int r = row % LM_ROWS, v = r - LM_ROW_PAIR;
    bool lammer = row >= LM_ROWS, hard = r >= LM_ROW_HARD + 4 && r <= LM_ROW_HARD + 20;
    bool soft = r >= LM_ROW_SOFT + 12 && r <= LM_ROW_SOFT + 20;
    if (lammer && !(g->rules.free_split && g->rules.free_splits)) return false;
    return hard || soft || v >= 1;
}

void trials_begin(chart_trials *t, lm_game *g)
{
    t->g = g;
    for (int row = 0; row < CHART_ROWS; row++) {
        t->wanted[row] = is_row(g, row);
        t->n[row] = 0;
        if (t->wanted[row]) t->n[row] = chart_advices(g, (lm_staked)(row / LM_ROWS), row % LM_ROWS, t->advice[row]);
    }
}

void trials_value(chart_trials *t, lm_chart *chart)
{
    for (int at = 0; at < lm_chart_columns(chart); at++) {
        double now = chart_mean_at(t->g, chart, at);
        for (int row = 0; row < CHART_ROWS; row++) {
            lm_advice *cell = &chart_cells(chart, row)[at], kept = *cell;
            for (int i = 0; i < t->n[row]; i++) {
                *cell = t->advice[row][i];
                t->loss[row][at][i] = advices_agree(*cell, kept) ? 0 : now - chart_mean_at(t->g, chart, at);
            }
            *cell = kept;
        }
    }
}

double trials_mean(lm_game *g, const lm_chart *chart)
{
    double sum = 0;
    for (int at = 0; at < lm_chart_columns(chart); at++)
        sum += chart_mean_at(g, chart, at);
    return sum;
}

double trials_noise(const lm_game *g)
{
    return 1e-13 * TENTHS * g->one;
}

#endif
