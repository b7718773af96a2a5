/* few_advices.c - the best chart that says few different things: at most so many kinds of advice in all its cells.
 *
 * For each set of kinds the cheapest cells follow from the losses around the present chart; the exact values of these
 * charts decide which one replaces it, and the search goes on from there, until no set gives a better chart and no change
 * of one cell within the present set helps. A pair that is played by its total has no advice of its own. */
#include "trials.h"

#ifndef ODDS_EXACT

typedef struct {
    chart_trials trials;
    int most, kinds;
    lm_advice kind[LM_ADVICES_MOST];
} few;

static bool is_total(lm_advice a)
{
    return a.first == LM_PLAY_NONE;
}

static int kind_of(const few *y, lm_advice a)
{
    int i = 0;
    while (i < y->kinds && !advices_agree(y->kind[i], a))
        i++;
    return i;
}

static void list_kinds(few *y)
{
    for (int row = 0; row < CHART_ROWS; row++) {
        for (int i = 0; i < y->trials.n[row]; i++) {
            lm_advice a = y->trials.advice[row][i];
            if (!is_total(a) && kind_of(y, a) == y->kinds) y->kind[y->kinds++] = a;
        }
    }
}

/* Whether a chart of this set may give this advice. */
static bool allows(const few *y, unsigned set, lm_advice a)
{
    return is_total(a) || set >> kind_of(y, a) & 1;
}

static unsigned used(const few *y, lm_chart *chart)
{
    unsigned set = 0;
    for (int row = 0; row < CHART_ROWS; row++) {
        for (int c = 0; c < lm_chart_columns(chart) && y->trials.wanted[row]; c++) {
            lm_advice a = chart_cells(chart, row)[c];
            if (!is_total(a)) set |= 1u << kind_of(y, a);
        }
    }
    return set;
}

/* The cheapest cells of this set; false if it leaves a hand without advice. */
static bool propose(const few *y, unsigned set, lm_chart *chart)
{
    const chart_trials *t = &y->trials;
    for (int row = 0; row < CHART_ROWS; row++) {
        for (int c = 0; c < lm_chart_columns(chart) && t->wanted[row]; c++) {
            int best = -1;
            for (int i = 0; i < t->n[row]; i++) {
                if (!allows(y, set, t->advice[row][i])) continue;
                if (best < 0 || t->loss[row][c][i] < t->loss[row][c][best]) best = i;
            }
            if (best < 0) return false;
            chart_cells(chart, row)[c] = t->advice[row][best];
        }
    }
    return true;
}

/* The best proposal of all sets, if it is better than the present chart. */
static bool change_set(const few *y, lm_chart *chart, double *mean)
{
    lm_chart found = *chart;
    bool better = false;
    for (unsigned set = 1; set < 1u << y->kinds; set++) {
        lm_chart trial = *chart;
        if (__builtin_popcount(set) != y->most || !propose(y, set, &trial)) continue;
        double value = trials_mean(y->trials.g, &trial);
        if (value <= *mean + trials_noise(y->trials.g)) continue;
        found = trial;
        *mean = value;
        better = true;
    }
    *chart = found;
    return better;
}

/* Changes the one cell that helps most and adds no kind beyond those allowed. */
static bool change_cell(const few *y, lm_chart *chart, double *mean)
{
    const chart_trials *t = &y->trials;
    double best = -trials_noise(t->g);
    lm_advice *changed = NULL, to = { 0 };
    for (int i = 0; i < CHART_ROWS * LM_CHART_COLUMNS * ADVICES; i++) {
        int row = i / ADVICES / LM_CHART_COLUMNS, c = i / ADVICES % LM_CHART_COLUMNS, a = i % ADVICES;
        if (c >= lm_chart_columns(chart) || a >= t->n[row] || t->loss[row][c][a] >= best) continue;
        lm_advice *cell = &chart_cells(chart, row)[c], kept = *cell;
        *cell = t->advice[row][a];
        bool fits = __builtin_popcount(used(y, chart)) <= y->most;
        *cell = kept;
        if (!fits) continue;
        best = t->loss[row][c][a];
        changed = cell;
        to = t->advice[row][a];
    }
    if (!changed) return false;
    *changed = to;
    *mean = trials_mean(t->g, chart);
    return true;
}

double lm_game_few_advices(lm_game *g, int advices, lm_chart *chart)
{
    few y = { .most = advices };
    double mean = -1e300;
    lm_game_chart(g, chart);
    trials_begin(&y.trials, g);
    list_kinds(&y);
    if (__builtin_popcount(used(&y, chart)) <= y.most) return lm_game_chart_mean(g, chart);
    do
        trials_value(&y.trials, chart);
    while (change_set(&y, chart, &mean) || change_cell(&y, chart, &mean));
    return lm_game_chart_mean(g, chart);
}

#endif
