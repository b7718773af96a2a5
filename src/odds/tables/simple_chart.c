/* simple_chart.c - the best chart with few exceptions: each row has one advice, except for runs of neighbouring columns.
 *
 * A change of one cell is valued exactly. Changes of several cells nearly add up, so the best simple chart around a given
 * one is found row by row: for each base advice and number of runs the cheapest choice of cells, then the best shares of
 * all exceptions among the rows. Its exact value decides whether it replaces the given one, and the search goes on from
 * there, until neither that nor a change of one cell helps. */
#include "trials.h"

#ifndef ODDS_EXACT

#include <string.h>

enum { ROWS = CHART_ROWS, RUNS = 13 }; /* a row of 26 columns has at most 13 runs beside its base */

typedef struct {
    chart_trials trials;
    int most;
    double cost[ROWS][RUNS + 1]; /* of the row with so many runs */
    uint8_t cells[ROWS][RUNS + 1][LM_CHART_COLUMNS];
} simple;

static int runs_beside(const lm_advice *cell, int columns, lm_advice base)
{
    int runs = 0;
    for (int c = 0; c < columns; c++)
        runs += !advices_agree(cell[c], base) && (c == 0 || !advices_agree(cell[c], cell[c - 1]));
    return runs;
}

lm_advice lm_chart_base(const lm_chart *chart, lm_staked staked, int row, int *exceptions)
{
    const lm_advice *cell = chart->cell[staked][row];
    int columns = lm_chart_columns(chart), best = 0;
    for (int c = 1; c < columns; c++) {
        if (runs_beside(cell, columns, cell[c]) < runs_beside(cell, columns, cell[best])) best = c;
    }
    *exceptions = runs_beside(cell, columns, cell[best]);
    return cell[best];
}

/* The cheapest cells of a row with this base and at most `RUNS` runs beside it: from the last column backwards, by runs
 * still allowed and the advice of the column before (`n`: none). */
static void fill_row(simple *y, int row, int columns, int base)
{
    static const double never = 1e300;
    double cost[LM_CHART_COLUMNS + 1][RUNS + 1][ADVICES + 1];
    uint8_t choice[LM_CHART_COLUMNS][RUNS + 1][ADVICES + 1];
    int n = y->trials.n[row];
    memset(cost[columns], 0, sizeof cost[columns]);
    for (int c = columns - 1; c >= 0; c--) {
        for (int k = 0; k <= RUNS; k++) {
            for (int before = 0; before <= n; before++) {
                cost[c][k][before] = never;
                for (int i = 0; i < n; i++) {
                    int left = k - (i != base && i != before);
                    double x = left < 0 ? never : y->trials.loss[row][c][i] + cost[c + 1][left][i];
                    if (x >= cost[c][k][before]) continue;
                    cost[c][k][before] = x;
                    choice[c][k][before] = (uint8_t)i;
                }
            }
        }
    }
    for (int k = 0; k <= RUNS; k++) {
        if (cost[0][k][n] >= y->cost[row][k]) continue;
        y->cost[row][k] = cost[0][k][n];
        for (int c = 0, left = k, before = n; c < columns; c++) {
            int i = choice[c][left][before];
            y->cells[row][k][c] = (uint8_t)i;
            left -= i != base && i != before;
            before = i;
        }
    }
}

/* Shares the exceptions among the rows, so that the sum of their costs is least. */
static void share_out(const simple *y, lm_chart *chart)
{
    double cost[LM_SIMPLE_MOST + 1] = { 0 };
    static const double never = 1e300;
    uint8_t runs[ROWS][LM_SIMPLE_MOST + 1];
    int columns = lm_chart_columns(chart);
    for (int row = 0; row < ROWS; row++) {
        for (int k = y->most; k >= 0 && y->trials.wanted[row]; k--) {
            double best = never;
            for (int r = 0; r <= RUNS && r <= k; r++) {
                double x = cost[k - r] + y->cost[row][r];
                if (x >= best) continue;
                best = x;
                runs[row][k] = (uint8_t)r;
            }
            cost[k] = best;
        }
    }
    for (int row = ROWS - 1, k = y->most; row >= 0; row--) {
        if (!y->trials.wanted[row]) continue;
        int r = runs[row][k];
        for (int c = 0; c < columns; c++)
            chart_cells(chart, row)[c] = y->trials.advice[row][y->cells[row][r][c]];
        k -= r;
    }
}

static int exceptions_of(const simple *y, const lm_chart *chart)
{
    int sum = 0, n;
    for (int row = 0; row < ROWS; row++) {
        if (!y->trials.wanted[row]) continue;
        lm_chart_base(chart, (lm_staked)(row / LM_ROWS), row % LM_ROWS, &n);
        sum += n;
    }
    return sum;
}

/* Changes the one cell that helps most and keeps the chart simple; false if none does. */
static bool change_cell(const simple *y, lm_chart *chart)
{
    double best = -trials_noise(y->trials.g);
    lm_advice *changed = NULL, to = { 0 };
    for (int i = 0; i < ROWS * LM_CHART_COLUMNS * ADVICES; i++) {
        int row = i / ADVICES / LM_CHART_COLUMNS, c = i / ADVICES % LM_CHART_COLUMNS, a = i % ADVICES;
        if (!y->trials.wanted[row] || c >= lm_chart_columns(chart) || a >= y->trials.n[row] ||
            y->trials.loss[row][c][a] >= best)
            continue;
        lm_advice *cell = &chart_cells(chart, row)[c], kept = *cell;
        *cell = y->trials.advice[row][a];
        bool fits = exceptions_of(y, chart) <= y->most;
        *cell = kept;
        if (!fits) continue;
        best = y->trials.loss[row][c][a];
        changed = cell;
        to = y->trials.advice[row][a];
    }
    if (changed) *changed = to;
    return changed != NULL;
}

/* Looks for a better simple chart around a given one. */
static bool improve(simple *y, lm_chart *chart, double *mean)
{
    lm_chart found = *chart;
    trials_value(&y->trials, chart);
    for (int row = 0; row < ROWS; row++) {
        for (int k = 0; k <= RUNS; k++)
            y->cost[row][k] = 1e300;
        for (int base = 0; base < y->trials.n[row] && y->trials.wanted[row]; base++)
            fill_row(y, row, lm_chart_columns(chart), base);
    }
    share_out(y, &found);
    double better = trials_mean(y->trials.g, &found);
    if (better <= *mean + trials_noise(y->trials.g)) {
        found = *chart;
        if (!change_cell(y, &found)) return false;
        better = trials_mean(y->trials.g, &found);
        if (better <= *mean) return false;
    }
    *chart = found;
    *mean = better;
    return true;
}

double lm_game_simplify(lm_game *g, int exceptions, lm_chart *chart)
{
    simple y = { .most = exceptions < LM_SIMPLE_MOST ? exceptions : LM_SIMPLE_MOST };
    double mean = -1e300;
    lm_game_chart(g, chart);
    trials_begin(&y.trials, g);
    if (exceptions_of(&y, chart) <= y.most) return lm_game_chart_mean(g, chart);
    while (improve(&y, chart, &mean))
        ;
    return lm_game_chart_mean(g, chart);
}

#endif
