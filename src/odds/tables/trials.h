/* trials.h - what each cell of a chart loses by each other advice, exactly: the start of every search for a chart with less
 * in it. Changes of several cells nearly add up, so a choice of cells by these losses is a proposal; its own exact value
 * decides. */
#ifndef LM_ODDS_TRIALS_H
#define LM_ODDS_TRIALS_H

#include "best_chart.h"

enum { CHART_ROWS = LM_STAKES * LM_ROWS };

typedef struct {
    lm_game *g;
    bool wanted[CHART_ROWS]; /* hands that can be decided, for stakes that exist */
    int n[CHART_ROWS];
    lm_advice advice[CHART_ROWS][ADVICES];
    double loss[CHART_ROWS][LM_CHART_COLUMNS][ADVICES];
} chart_trials;

void trials_begin(chart_trials *t, lm_game *g);
void trials_value(chart_trials *t, lm_chart *chart); /* the losses around this chart, which is left as it is */
double trials_mean(lm_game *g, const lm_chart *chart);
double trials_noise(const lm_game *g); /* means that differ by less are equal */

static inline lm_advice *chart_cells(lm_chart *chart, int row)
{
    return chart->cell[row / LM_ROWS][row % LM_ROWS];
}

static inline bool advices_agree(lm_advice a, lm_advice b)
{
    return a.first == b.first && a.otherwise == b.otherwise;
}

#endif
