/* best_chart.h - the two steps to the best chart: a survey of what cells gain, and a search among those that are nearly
 * even. */
#ifndef LM_ODDS_BEST_CHART_H
#define LM_ODDS_BEST_CHART_H

#include "joint.h"

/* What the hands of a row gain by one decision over another, and the sum of their absolute gains. */
typedef struct {
    double reach, after_split; /* how often a hand of the row is to be played, at all and after a split */
    double hit, hit_size;      /* over standing */
    double dbl, dbl_size;      /* over hitting or standing */
    double surrender;          /* over the best other choice */
} cell_gain;

static inline double size_of(double x)
{
    return x < 0 ? -x : x;
}

/* Changes cells of one chart column until no change of one cell, and none of two that are nearly even, improves it. */
void chart_search(lm_game *g, lm_chart *chart, int at, cell_gain (*gains)[LM_ROWS]);

/* Every advice that a cell may give; returns their number. */
enum { ADVICES = 6 };
int chart_advices(const lm_game *g, lm_staked staked, int row, lm_advice advices[ADVICES]);

/* A column valued under one policy, from which a policy that differs for few hands is valued at little cost. */
typedef struct column_base {
    const column *of; /* NULL: empty */
    policy policy;
    worth worth;
    /* Bit v: the split value of a pair of v depends on the play of this hand. */
    uint16_t reached[LM_STAKES][HANDS_MOST];
    hand_orders orders[11][LM_STAKES]; /* by the value of the pair that is split */
} column_base;

/* The value of one chart column, only as precise as needed to compare two charts. The first chart of a column is kept
 * as its base: a chart that differs in few cells costs less. */
lm_real chart_mean_at(lm_game *g, const lm_chart *chart, int at);

/* The same, and makes this chart the base. */
lm_real chart_base_at(lm_game *g, const lm_chart *chart, int at);

/* The exact value of one chart column. */
lm_real chart_exact_at(lm_game *g, const lm_chart *chart, int at);

/* The value by differences from the base, at much less cost; the last bits may differ. */
lm_real chart_trial_at(lm_game *g, const lm_chart *chart, int at);

#endif
