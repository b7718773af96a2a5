/* chart.c - a given chart, valued exactly: its figures, and what each of its cells costs. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "strategy/strategy.h"
#include "study.h"

/* Costs below this are rounding. */
static const double least_cost = 1e-13;

static int dearer(const void *a, const void *b)
{
    const charged_cell *x = a, *y = b;
    if (x->cost != y->cost) return x->cost < y->cost ? 1 : -1;
    return x->found - y->found;
}

static void list_cells(charted *y, const lm_chart_cost *cost)
{
    static const int base[ROW_KINDS] = { LM_ROW_HARD, LM_ROW_SOFT, LM_ROW_PAIR };
    static const int from[ROW_KINDS] = { 4, 12, 1 }, to[ROW_KINDS] = { 20, 20, 10 };
    for (int s = 0; s < LM_STAKES; s++) {
        for (int kind = 0; kind < ROW_KINDS; kind++) {
            for (int row = from[kind]; row <= to[kind]; row++) {
                for (int c = 0; c < lm_chart_columns(&y->chart); c++) {
                    double lost = cost->cost[s][base[kind] + row][c];
                    if (fabs(lost) < least_cost) continue;
                    y->cell[y->n] =
                        (charged_cell){ (lm_staked)s, kind, row, c, cost->reach[s][base[kind] + row][c], lost, y->n };
                    y->n++;
                }
            }
        }
    }
    qsort(y->cell, (size_t)y->n, sizeof *y->cell, dearer);
}

bool chart_read(lm_study *s, const char *path, lm_chart *chart)
{
    char why[LM_WORDS_WHY];
    bool open = s->rules->hole_card == LM_HOLE_FACE_UP;
    if (!lm_words_chart(chart, path, why)) return say(&s->ear, "%s", why);
    if (chart->open == open) return true;
    return say(&s->ear, /* say:chart-other-game */
               "%s is for another game: its columns do not match the hole card of these rules", path);
}

bool charted_find(charted *y, lm_study *s, const lm_ask *ask)
{
    *y = (charted){ .study = s, .path = ask->chart };
    if (!chart_read(s, ask->chart, &y->chart)) return false;
    lm_chart_cost *cost = malloc(sizeof *cost);
    const lm_chart *best = cost ? lm_study_chart(s) : NULL;
    if (best) {
        say_progress(&s->ear, "valuing the chart");
        lm_game_chart_cost(s->game, &y->chart, cost);
        lm_game_chart_figures(s->game, &y->chart, &y->figures);
        say_progress(&s->ear, NULL);
        y->optimum = cost->best;
        list_cells(y, cost);
    } else if (!cost) {
        say(&s->ear, "no memory to value the chart");
    }
    free(cost);
    return best != NULL;
}
