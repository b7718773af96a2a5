/* best_chart.c - the best chart that looks at totals only.
 *
 * A cell decides for many hands at once, so its best choice maximises the gain of those hands, weighted by their
 * frequencies. The frequencies depend on the other cells; a few iterations settle them. Nearly even cells are tried
 * both ways, exactly. */
#include <string.h>

#include "joint.h"

/* What the hands of a row gain by one decision over another, and the sum of their absolute gains. */
typedef struct {
    double hit, hit_size; /* over standing */
    double dbl, dbl_size; /* over hitting or standing */
    double surrender;     /* over the best other choice */
} gain;

typedef struct {
    lm_game *g;
    const column *c;
    const policy *p;
    const worth *w;
    gain (*gain)[LM_ROWS]; /* by stake */
    lm_staked staked;
    int gone;      /* value of the split pair whose other card lies elsewhere, or 0 */
    double weight; /* chance of the column */
    double scale;  /* converts tenths over the column's rounds to units over all rounds */
    double reach[HANDS_MOST];
} survey;

static double size_of(double x)
{
    return x < 0 ? -x : x;
}

static double draw_chance(const survey *y, hand_id h, int v)
{
    int away = y->gone != 0, copies = left_to(y->g, y->c, h, v) - (v == y->gone);
    int all = left_to(y->g, y->c, h, 0) - away;
    return copies > 0 && all > 0 ? (double)copies / all : 0;
}

/* Adds one hand's gains to its row, and its frequency to the hands that one more card makes of it. */
static void survey_hand(survey *y, hand_id h)
{
    const lm_game *g = y->g;
    double reach = y->reach[h];
    gain *at = &y->gain[y->staked][chart_row(g, h)];
    bool split = y->gone != 0;
    uint8_t act = y->p->act[y->staked][h];
    if (g->hands.total[h] == 21 || (split && terms_one_card(&g->rules, y->gone))) return;
    double stand = (double)column_stand(g, y->c, h, backing_of(y->staked)) * y->scale;
    double hit = (double)y->w->hit[y->staked][h] * y->scale, base = act & ACT_HIT ? hit : stand;
    bool doubles = terms_double(&g->rules, &g->hands, h, y->staked, split) != NOT_BACKED;
    double dbl = doubles ? (double)y->w->dbl[y->staked][h] * y->scale : 0;
    bool takes_double = doubles && act & ACT_DOUBLE;
    if (doubles) {
        at->dbl += reach * (dbl - base);
        at->dbl_size += reach * size_of(dbl - base);
    }
    if (!split && g->hands.count[h][0] == 2 && y->staked == LM_STAKED_CHIPS) {
        double his = (double)column_blackjack(g, y->c, h) / (double)g->one;
        at->surrender += reach * (-0.5 * (1 - his) * y->weight - (takes_double ? dbl : base));
        if (act & ACT_SURRENDER) return;
    }
    if (takes_double) return;
    at->hit += reach * (hit - stand);
    at->hit_size += reach * size_of(hit - stand);
    if (!(act & ACT_HIT)) return;
    for (int v = 1; v <= 10; v++) {
        hand_id next = g->hands.plus[h][v];
        if (is_live(g, next)) y->reach[next] += reach * draw_chance(y, h, v);
    }
}

static void survey_all(survey *y)
{
    for (hand_id h = 1; h < y->g->hands.over; h++) {
        if (y->g->hands.count[h][0] >= 2 && y->reach[h] > 0 && column_holds(y->g, y->c, h)) survey_hand(y, h);
    }
}

/* The mean number of hands of each stake that a split pair becomes. */
static void expected_hands(lm_game *g, const column *c, int value, const policy *p, hand_id pair, double *hands)
{
    split_courses courses;
    bool again[LM_STAKES] = { true, p->act[LM_STAKED_LAMMER][pair] & ACT_SPLIT };
    split_courses_make(&g->rules, value, LM_STAKED_CHIPS, again, &courses);
    g->study->value = value;
    joint_forget(g);
    hands[LM_STAKED_CHIPS] = hands[LM_STAKED_LAMMER] = 0;
    for (int i = 0; i < courses.n; i++) {
        const split_course *course = &courses.course[i];
        double chance = (double)joint_chance(g, c, course, 0, HOLE_ANY) / (double)g->one;
        for (int k = 0; k < course->hands; k++)
            hands[course->staked[k]] += chance;
    }
}

static void survey_split(survey *y, hand_id pair, int value, double chance)
{
    double hands[LM_STAKES];
    hand_id one = hands_one(&y->g->hands, value);
    expected_hands(y->g, y->c, value, y->p, pair, hands);
    y->gone = value;
    for (int s = 0; s < LM_STAKES; s++) {
        y->staked = (lm_staked)s;
        memset(y->reach, 0, sizeof y->reach);
        for (int v = 1; v <= 10 && hands[s] > 0; v++) {
            hand_id h = y->g->hands.plus[one][v];
            if (is_live(y->g, h)) y->reach[h] += chance * hands[s] * draw_chance(y, one, v);
        }
        survey_all(y);
    }
    y->gone = 0;
}

/* Adds the gains of one column. Hands that never occur get a little weight, so that every row has a decision. */
static void survey_column(lm_game *g, const column *c, const policy *p, const worth *w, gain (*gains)[LM_ROWS])
{
    enum { PAIRS = 10 };
    const double hardly_ever = 1e-18;
    double weight = (double)column_weight(g, c, g->one) / (double)g->one;
    survey y = {
        .g = g, .c = c, .p = p, .w = w, .gain = gains, .weight = weight, .scale = weight / (double)g->one / TENTHS
    };
    for (hand_id h = 1; h < g->hands.over; h++) {
        bool starts = g->hands.count[h][0] == 2 && column_holds(g, c, h);
        bool splits = p->act[LM_STAKED_CHIPS][h] & ACT_SPLIT;
        y.reach[h] = hardly_ever;
        if (starts && !splits) y.reach[h] += (double)column_chance(g, c, g->one, h) / (double)g->one;
    }
    survey_all(&y);
    for (hand_id h = 1; h < g->hands.over; h++)
        y.reach[h] = hardly_ever;
    y.staked = LM_STAKED_LAMMER;
    survey_all(&y);
    for (int v = 1; v <= PAIRS; v++) {
        hand_id pair = hands_pair(&g->hands, v);
        bool splits = pair != HAND_NONE && column_holds(g, c, pair) && p->act[LM_STAKED_CHIPS][pair] & ACT_SPLIT;
        if (splits) survey_split(&y, pair, v, (double)column_chance(g, c, g->one, pair) / (double)g->one);
    }
}

static lm_advice advice_of(const lm_game *g, const gain *at, lm_staked staked)
{
    lm_advice advice = { LM_PLAY_STAND, LM_PLAY_STAND };
    bool surrenders = terms_surrender(&g->rules) && staked == LM_STAKED_CHIPS;
    if (at->hit > 0) advice.otherwise = LM_PLAY_HIT;
    advice.first = advice.otherwise;
    if (at->dbl > 0) advice.first = LM_PLAY_DOUBLE;
    if (surrenders && at->surrender > 0) advice.first = LM_PLAY_SURRENDER;
    return advice;
}

/* Decides the hard and soft rows of one chart column; true when a cell changed. */
static bool decide_rows(const lm_game *g, lm_chart *chart, int at, gain (*gains)[LM_ROWS])
{
    bool changed = false;
    for (int s = 0; s < LM_STAKES; s++) {
        for (int row = LM_ROW_HARD + 4; row <= LM_ROW_SOFT + 21; row++) {
            lm_advice advice = advice_of(g, &gains[s][row], (lm_staked)s), *cell = &chart->cell[s][row][at];
            changed |= advice.first != cell->first || advice.otherwise != cell->otherwise;
            *cell = advice;
        }
    }
    return changed;
}

bool column_is_charted_at(const lm_game *g, const column *c, int at)
{
    return column_possible(c) && lm_chart_column(&g->chart, c->seen.up, c->seen.second) == at;
}

/* Pairs are split as in the optimum. Where the chart has one column for several of the game, their sum decides. */
static void decide_pairs(lm_game *g, lm_chart *chart, int at)
{
    for (int s = 0; s < LM_STAKES; s++) {
        for (int v = 1; v <= 10; v++) {
            hand_id pair = hands_pair(&g->hands, v);
            double split = 0, surrender = 0;
            for (int i = 0; i < g->columns && pair != HAND_NONE; i++) {
                const column *c = &g->column[i];
                if (!column_is_charted_at(g, c, at) || !column_holds(g, c, pair)) continue;
                lm_real net = c->worth.split[s][v] - c->worth.split_cost[s][v];
                split += (double)column_weight(g, c, net - c->worth.play[s][pair]);
                surrender += c->best.act[s][pair] & ACT_SURRENDER ? 1 : -1;
            }
            lm_advice *cell = &chart->cell[s][LM_ROW_PAIR + v][at];
            uint8_t best = split > 0 ? LM_PLAY_SPLIT : LM_PLAY_NONE;
            *cell = (lm_advice){ surrender > 0 ? LM_PLAY_SURRENDER : best, best };
        }
    }
}

/* The value of one chart column. */
static lm_real mean_of(lm_game *g, const lm_chart *chart, int at)
{
    lm_real sum = 0;
    for (int i = 0; i < g->columns; i++) {
        if (column_is_charted_at(g, &g->column[i], at)) sum += chart_column_mean(g, chart, i, true);
    }
    return sum;
}

static void try_cell(lm_game *g, lm_chart *chart, int at, lm_advice *cell, lm_advice other, lm_real *best)
{
    lm_advice before = *cell;
    *cell = other;
    lm_real mean = mean_of(g, chart, at);
    if (mean > *best)
        *best = mean;
    else
        *cell = before;
}

/* Tries the other choice in cells where the gains of some hands nearly balance the losses of others. */
static void try_even_cells(lm_game *g, lm_chart *chart, int at, gain (*gains)[LM_ROWS])
{
    const double even = 0.2, matters = 1e-12;
    lm_real best = mean_of(g, chart, at);
    for (int s = 0; s < LM_STAKES; s++) {
        for (int row = LM_ROW_HARD + 4; row <= LM_ROW_SOFT + 21; row++) {
            const gain *x = &gains[s][row];
            lm_advice *cell = &chart->cell[s][row][at], other = *cell;
            uint8_t turned = cell->otherwise == LM_PLAY_HIT ? LM_PLAY_STAND : LM_PLAY_HIT;
            if (x->hit_size > matters && size_of(x->hit) < even * x->hit_size) {
                other.otherwise = turned;
                if (other.first == cell->otherwise) other.first = turned;
                try_cell(g, chart, at, cell, other, &best);
            }
            other = *cell;
            if (x->dbl_size > matters && size_of(x->dbl) < even * x->dbl_size && cell->first != LM_PLAY_SURRENDER) {
                other.first = cell->first == LM_PLAY_DOUBLE ? cell->otherwise : LM_PLAY_DOUBLE;
                try_cell(g, chart, at, cell, other, &best);
            }
        }
    }
}

/* Also tries the other choice for pairs that gain little by splitting: the optimum, by which they were decided, plays
 * the split hands better than the chart. */
static void try_even_pairs(lm_game *g, lm_chart *chart, int at)
{
    lm_real best = mean_of(g, chart, at);
    for (int s = 0; s < LM_STAKES; s++) {
        for (int v = 1; v <= 10; v++) {
            hand_id pair = hands_pair(&g->hands, v);
            lm_advice *cell = &chart->cell[s][LM_ROW_PAIR + v][at];
            double gained = 0;
            bool asked = false;
            for (int i = 0; i < g->columns && pair != HAND_NONE; i++) {
                const column *c = &g->column[i];
                if (!column_is_charted_at(g, c, at) || !column_holds(g, c, pair)) continue;
                asked |= s == LM_STAKED_CHIPS || terms_free_split(&g->rules, v, 0);
                gained += (double)(c->worth.split[s][v] - c->worth.split_cost[s][v] - c->worth.play[s][pair]);
            }
            if (!asked || size_of(gained) / (double)g->one / TENTHS > 0.005 || cell->first == LM_PLAY_SURRENDER)
                continue;
            uint8_t turned = cell->first == LM_PLAY_SPLIT ? LM_PLAY_NONE : LM_PLAY_SPLIT;
            try_cell(g, chart, at, cell, (lm_advice){ turned, turned }, &best);
        }
    }
}

static void make_column(lm_game *g, lm_chart *chart, int at)
{
    enum { ROUNDS = 8 };
    gain gains[LM_STAKES][LM_ROWS];
    bool changed = true;
    decide_pairs(g, chart, at);
    for (int round = 0; round < ROUNDS && changed; round++) {
        memset(gains, 0, sizeof gains);
        for (int i = 0; i < g->columns; i++) {
            column *c = &g->column[i];
            if (!column_is_charted_at(g, c, at)) continue;
            if (round == 0) {
                survey_column(g, c, &c->best, &c->worth, gains);
                continue;
            }
            policy_of_chart(g, c, chart, &g->trial);
            column_value(g, c, &g->trial, &g->scratch, false);
            survey_column(g, c, &g->trial, &g->scratch, gains);
        }
        changed = decide_rows(g, chart, at, gains);
    }
    try_even_cells(g, chart, at, gains);
    try_even_pairs(g, chart, at);
}

void chart_part(lm_game *g, int at)
{
    game_part *part = &g->part[at];
    if (part->charted) return;
    part->mean = part->chart_mean = 0;
    for (int i = 0; i < g->columns; i++) {
        if (!column_is_charted_at(g, &g->column[i], at)) continue;
        const column *c = game_solved(g, i);
        part->mean += column_mean(g, c, &c->best, &c->worth);
    }
    if (at < lm_chart_columns(&g->chart)) make_column(g, &g->chart, at);
    for (int i = 0; i < g->columns; i++) {
        if (column_is_charted_at(g, &g->column[i], at)) part->chart_mean += chart_column_mean(g, &g->chart, i, false);
    }
    for (int s = 0; s < LM_STAKES; s++) {
        for (int row = 0; row < LM_ROWS; row++)
            part->chart[s][row] = g->chart.cell[s][row][at];
    }
    part->charted = true;
}

void lm_game_chart(lm_game *g, lm_chart *chart)
{
    for (int at = 0; at < lm_game_pieces(g); at++)
        chart_part(g, at);
    *chart = g->chart;
}
