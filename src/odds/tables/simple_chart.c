/* simple_chart.c - the best chart with few exceptions: each row has one advice, except for runs of neighbouring columns.
 *
 * A change of one cell is valued exactly. Changes of several cells nearly add up, so the best simple chart around a given
 * one is found row by row: for each base advice and number of runs the cheapest choice of cells, then the best shares of
 * all exceptions among the rows. Its exact value decides whether it replaces the given one, and the search goes on from
 * there, until neither that nor a change of one cell helps. */
#include "best_chart.h"

#ifndef ODDS_EXACT

#include <string.h>

enum { ROWS = LM_STAKES * LM_ROWS, RUNS = 13 }; /* a row of 26 columns has at most 13 runs beside its base */

typedef struct {
    lm_game *g;
    int most;
    bool wanted[ROWS];
    int n[ROWS];
    lm_advice advice[ROWS][ADVICES];
    double loss[ROWS][LM_CHART_COLUMNS][ADVICES]; /* of the cell's change, exactly */
    double cost[ROWS][RUNS + 1];                  /* of the row with so many runs */
    uint8_t cells[ROWS][RUNS + 1][LM_CHART_COLUMNS];
} simple;

static bool same(lm_advice a, lm_advice b)
{
    return a.first == b.first && a.otherwise == b.otherwise;
}

static lm_advice *cells_of(lm_chart *chart, int row)
{
    return chart->cell[row / LM_ROWS][row % LM_ROWS];
}

static int runs_beside(const lm_advice *cell, int columns, lm_advice base)
{
    int runs = 0;
    for (int c = 0; c < columns; c++)
        runs += !same(cell[c], base) && (c == 0 || !same(cell[c], cell[c - 1]));
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

/* Rows of hands that can be decided, for stakes that exist. */
static bool is_row(const lm_game *g, int row)
{
    int r = row % LM_ROWS, v = r - LM_ROW_PAIR;
    bool lammer = row >= LM_ROWS, hard = r >= LM_ROW_HARD + 4 && r <= LM_ROW_HARD + 20;
    bool soft = r >= LM_ROW_SOFT + 12 && r <= LM_ROW_SOFT + 20;
    if (lammer && !(g->rules.free_split && g->rules.free_splits)) return false;
    return hard || soft || v >= 1;
}

static void value_changes(simple *y, lm_chart *chart)
{
    for (int at = 0; at < lm_chart_columns(chart); at++) {
        double now = chart_mean_at(y->g, chart, at);
        for (int row = 0; row < ROWS; row++) {
            lm_advice *cell = &cells_of(chart, row)[at], kept = *cell;
            for (int i = 0; i < y->n[row] && y->wanted[row]; i++) {
                *cell = y->advice[row][i];
                y->loss[row][at][i] = same(*cell, kept) ? 0 : now - chart_mean_at(y->g, chart, at);
            }
            *cell = kept;
        }
    }
}

/* The cheapest cells of a row with this base and at most `RUNS` runs beside it: from the last column backwards, by runs
 * still allowed and the advice of the column before (`n`: none). */
static void fill_row(simple *y, int row, int columns, int base)
{
    static const double never = 1e300;
    double cost[LM_CHART_COLUMNS + 1][RUNS + 1][ADVICES + 1];
    uint8_t choice[LM_CHART_COLUMNS][RUNS + 1][ADVICES + 1];
    int n = y->n[row];
    memset(cost[columns], 0, sizeof cost[columns]);
    for (int c = columns - 1; c >= 0; c--) {
        for (int k = 0; k <= RUNS; k++) {
            for (int before = 0; before <= n; before++) {
                cost[c][k][before] = never;
                for (int i = 0; i < n; i++) {
                    int left = k - (i != base && i != before);
                    double x = left < 0 ? never : y->loss[row][c][i] + cost[c + 1][left][i];
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
        for (int k = y->most; k >= 0 && y->wanted[row]; k--) {
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
        if (!y->wanted[row]) continue;
        int r = runs[row][k];
        for (int c = 0; c < columns; c++)
            cells_of(chart, row)[c] = y->advice[row][y->cells[row][r][c]];
        k -= r;
    }
}

static double mean_of(lm_game *g, const lm_chart *chart)
{
    double sum = 0;
    for (int at = 0; at < lm_chart_columns(chart); at++)
        sum += chart_mean_at(g, chart, at);
    return sum;
}

static int exceptions_of(const simple *y, const lm_chart *chart)
{
    int sum = 0, n;
    for (int row = 0; row < ROWS; row++) {
        if (!y->wanted[row]) continue;
        lm_chart_base(chart, (lm_staked)(row / LM_ROWS), row % LM_ROWS, &n);
        sum += n;
    }
    return sum;
}

/* Changes the one cell that helps most and keeps the chart simple; false if none does. */
static bool change_cell(const simple *y, lm_chart *chart)
{
    double best = -1e-13 * TENTHS * y->g->one;
    lm_advice *changed = NULL, to = { 0 };
    for (int i = 0; i < ROWS * LM_CHART_COLUMNS * ADVICES; i++) {
        int row = i / ADVICES / LM_CHART_COLUMNS, c = i / ADVICES % LM_CHART_COLUMNS, a = i % ADVICES;
        if (!y->wanted[row] || c >= lm_chart_columns(chart) || a >= y->n[row] || y->loss[row][c][a] >= best) continue;
        lm_advice *cell = &cells_of(chart, row)[c], kept = *cell;
        *cell = y->advice[row][a];
        bool fits = exceptions_of(y, chart) <= y->most;
        *cell = kept;
        if (!fits) continue;
        best = y->loss[row][c][a];
        changed = cell;
        to = y->advice[row][a];
    }
    if (changed) *changed = to;
    return changed != NULL;
}

/* Looks for a better simple chart around a given one. */
static bool improve(simple *y, lm_chart *chart, double *mean)
{
    lm_chart found = *chart;
    value_changes(y, chart);
    for (int row = 0; row < ROWS; row++) {
        for (int k = 0; k <= RUNS; k++)
            y->cost[row][k] = 1e300;
        for (int base = 0; base < y->n[row] && y->wanted[row]; base++)
            fill_row(y, row, lm_chart_columns(chart), base);
    }
    share_out(y, &found);
    double better = mean_of(y->g, &found);
    if (better <= *mean + 1e-13 * TENTHS * y->g->one) {
        found = *chart;
        if (!change_cell(y, &found)) return false;
        better = mean_of(y->g, &found);
        if (better <= *mean) return false;
    }
    *chart = found;
    *mean = better;
    return true;
}

double lm_game_simplify(lm_game *g, int exceptions, lm_chart *chart)
{
    simple y = { .g = g, .most = exceptions < LM_SIMPLE_MOST ? exceptions : LM_SIMPLE_MOST };
    double mean = -1e300;
    lm_game_chart(g, chart);
    for (int row = 0; row < ROWS; row++) {
        y.wanted[row] = is_row(g, row);
        if (y.wanted[row]) y.n[row] = chart_advices(g, (lm_staked)(row / LM_ROWS), row % LM_ROWS, y.advice[row]);
    }
    if (exceptions_of(&y, chart) <= y.most) return lm_game_chart_mean(g, chart);
    while (improve(&y, chart, &mean))
        ;
    return lm_game_chart_mean(g, chart);
}

#endif
