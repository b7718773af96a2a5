/* chart_search.c - tries changes of the cells that are nearly even, with exact values.
 *
 * The survey knows how often each cell is asked, and about what it gains; after a split it values hands as if no other
 * card had left the shoe. The error is a few cards' share of the shoe, so a cell that gains less than this in a hand is
 * tried. Two cells can depend on each other only as far as they are asked, so two that together lose more are not. */
#include "best_chart.h"

enum { CELLS = 96 };

/* The largest share of a row's hands that one card leads to another row: a ten. */
#define SHARE 0.31

/* A nearly even cell: what it loses by its best other advice. */
typedef struct {
    uint8_t staked, row;
    bool hit, dbl; /* whether to draw, and whether to double, is nearly even */
    double reach;
    lm_real loses[ADVICES]; /* -1: not tried */
} near_cell;

typedef struct {
    lm_game *g;
    lm_chart *chart;
    int at;
    lm_real best;
    int n;
    near_cell near[CELLS];
} search;

int chart_advices(const lm_game *g, lm_staked staked, int row, lm_advice advices[ADVICES])
{
    bool surrenders = (terms_surrender(&g->rules, 1) || terms_surrender(&g->rules, 10)) && staked == LM_STAKED_CHIPS;
    const uint8_t s = LM_PLAY_STAND, h = LM_PLAY_HIT, d = LM_PLAY_DOUBLE, r = LM_PLAY_SURRENDER, p = LM_PLAY_SPLIT,
                  none = LM_PLAY_NONE;
    const lm_advice of_total[] = { { s, s }, { h, h }, { d, h }, { d, s }, { r, h }, { r, s } };
    const lm_advice of_pair[] = { { none, none }, { p, p }, { p, none }, { r, p }, { r, none } };
    int v = row - LM_ROW_PAIR, n = 0;
    bool free = v >= 1 && terms_free_split(&g->rules, v, terms_splits_before(staked));
    for (int i = 0; i < (v >= 1 ? 5 : 6); i++) {
        lm_advice a = v >= 1 ? of_pair[i] : of_total[i];
        bool splits = a.first == p || a.otherwise == p;
        if (a.first == r && !surrenders) continue;
        if (splits && !terms_split(&g->rules, v, staked)) continue;
        if (a.first == p && a.otherwise == none && !free) continue;
        advices[n++] = a;
    }
    return n;
}

static lm_advice *cell_of(const search *y, const near_cell *x)
{
    return &y->chart->cell[x->staked][x->row][y->at];
}

/* Differences below this are rounding: an advice that changes nothing must not replace another. */
static lm_real noise(const lm_game *g)
{
    return (lm_real)(1e-13 * TENTHS * (double)g->one);
}

static bool same_advice(lm_advice a, lm_advice b)
{
    return a.first == b.first && a.otherwise == b.otherwise;
}

/* How much a hand must gain before its cell is not in doubt. */
static double doubt(const lm_game *g)
{
    double x = 1.0 / g->cards[0];
    return x < 0.25 ? x : 0.25;
}

static void list_rows(search *y, cell_gain (*gains)[LM_ROWS])
{
    const double matters = 1e-9;
    for (int s = 0; s < y->g->stakes; s++) {
        for (int row = LM_ROW_HARD + 4; row <= LM_ROW_SOFT + 20; row++) {
            const cell_gain *x = &gains[s][row];
            double least = doubt(y->g) * x->after_split;
            near_cell cell = { (uint8_t)s, (uint8_t)row, size_of(x->hit) < least, size_of(x->dbl) < least,
                               x->reach,   { 0 } };
            cell.dbl &= x->dbl_size > 0;
            bool real = row <= LM_ROW_HARD + 20 || row >= LM_ROW_SOFT + 12;
            if (real && x->after_split > matters && (cell.hit || cell.dbl)) y->near[y->n++] = cell;
        }
    }
}

/* Pairs that gain little by splitting: the optimum, by which they were decided, plays the split hands better than the
 * chart. */
static void list_pairs(search *y)
{
    lm_game *g = y->g;
    for (int s = 0; s < g->stakes; s++) {
        for (int v = 1; v <= 10; v++) {
            hand_id pair = hands_pair(&g->hands, v);
            double gained = 0, reach = 0;
            for (int i = 0; i < g->columns && pair != HAND_NONE; i++) {
                const column *c = &g->column[i];
                if (!column_is_charted_at(g, c, y->at) || !column_holds(g, c, pair)) continue;
                lm_real net = c->worth.split[s][v] - c->worth.split_cost[s][v] - c->worth.play[s][pair];
                gained += (double)net / (double)g->one / TENTHS;
                reach += (double)column_weight(g, c, column_chance(g, c, g->one, pair)) / (double)g->one;
            }
            if (reach > 0 && terms_split(&g->rules, v, (lm_staked)s) && size_of(gained) < doubt(g))
                y->near[y->n++] = (near_cell){ (uint8_t)s, (uint8_t)(LM_ROW_PAIR + v), true, true, reach, { 0 } };
        }
    }
}

static bool draws(lm_advice a)
{
    return (a.first <= LM_PLAY_HIT ? a.first : a.otherwise) == LM_PLAY_HIT;
}

/* Whether an advice differs from the present one only in what is nearly even. The survey is exact about surrender. */
static bool is_open(const near_cell *x, lm_advice now, lm_advice other)
{
    bool surrenders = now.first == LM_PLAY_SURRENDER || other.first == LM_PLAY_SURRENDER;
    bool doubles = (now.first == LM_PLAY_DOUBLE) != (other.first == LM_PLAY_DOUBLE);
    return !same_advice(now, other) && !surrenders && (x->dbl || !doubles) && (x->hit || draws(now) == draws(other));
}

/* Tries every advice of a cell and keeps the best; true if the chart became better. */
static bool try_cell(search *y, near_cell *x)
{
    lm_advice advices[ADVICES], *cell = cell_of(y, x), kept = *cell;
    int n = chart_advices(y->g, (lm_staked)x->staked, x->row, advices);
    lm_real before = y->best, mean[ADVICES];
    for (int i = 0; i < n; i++) {
        *cell = advices[i];
        mean[i] = is_open(x, kept, advices[i]) ? chart_trial_at(y->g, y->chart, y->at) : before;
    }
    *cell = kept;
    for (int i = 0; i < n; i++) {
        if (mean[i] <= y->best + noise(y->g)) continue;
        y->best = mean[i];
        *cell = advices[i];
    }
    if (y->best > before) y->best = chart_base_at(y->g, y->chart, y->at);
    for (int i = 0; i < n; i++)
        x->loses[i] = is_open(x, kept, advices[i]) ? y->best - mean[i] : -1;
    return y->best > before;
}

static bool try_two(search *y, const near_cell *a, const near_cell *b)
{
    lm_advice one[ADVICES], two[ADVICES], *first = cell_of(y, a), *second = cell_of(y, b);
    const lm_advice kept_one = *first, kept_two = *second;
    int n = chart_advices(y->g, (lm_staked)a->staked, a->row, one);
    int m = chart_advices(y->g, (lm_staked)b->staked, b->row, two);
    double reach = a->reach < b->reach ? a->reach : b->reach, least = SHARE * doubt(y->g) * reach;
    least *= (double)y->g->one * TENTHS;
    for (int i = 0; i < n * m; i++) {
        lm_advice x = one[i / m], z = two[i % m];
        lm_real lost_one = a->loses[i / m], lost_two = b->loses[i % m];
        bool inert = lost_one < noise(y->g) || lost_two < noise(y->g);
        if (inert || (double)(lost_one + lost_two) > least) continue;
        *first = x;
        *second = z;
        lm_real mean = chart_trial_at(y->g, y->chart, y->at);
        if (mean > y->best + noise(y->g)) {
            y->best = chart_base_at(y->g, y->chart, y->at);
            return true;
        }
    }
    *first = kept_one;
    *second = kept_two;
    return false;
}

static bool improve(search *y)
{
    bool better = false;
    for (int i = 0; i < y->n; i++)
        better |= try_cell(y, &y->near[i]);
    if (better) return true;
    for (int i = 0; i < y->n; i++) {
        for (int j = i + 1; j < y->n; j++) {
            bool alike = y->near[i].staked == y->near[j].staked || y->near[j].row > LM_ROW_PAIR;
            if (alike && try_two(y, &y->near[i], &y->near[j])) return true;
        }
    }
    return false;
}

void chart_search(lm_game *g, lm_chart *chart, int at, cell_gain (*gains)[LM_ROWS])
{
    search y = { .g = g, .chart = chart, .at = at, .best = chart_base_at(g, chart, at) };
    list_rows(&y, gains);
    list_pairs(&y);
    while (improve(&y))
        ;
}
