/* best_chart.c - the best chart that looks at totals only.
 *
 * A cell decides for many hands at once, so its best choice maximises the gain of those hands, weighted by their
 * frequencies. The frequencies depend on the other cells; a few iterations settle them, with approximate values after
 * a split. Then chart_search.c tries the cells that are nearly even, exactly. */
#include "best_chart.h"

#include <string.h>

typedef struct {
    lm_game *g;
    const column *c;
    const policy *p;
    const worth *w;
    cell_gain (*gain)[LM_ROWS]; /* by stake */
    lm_staked staked;
    int pair;      /* the value of the split pair whose hands are surveyed, or 0 */
    double weight; /* chance of the column */
    double scale;  /* converts tenths over the column's rounds to units over all rounds */
    double *reach; /* by hand */
} survey;

static double draw_chance(const survey *y, hand_id h, int v)
{
    int copies = left_to(y->g, y->c, h, v), all = left_to(y->g, y->c, h, 0);
    return copies > 0 && all > 0 ? (double)copies / all : 0;
}

/* Adds one hand's gains to its row, and its frequency to the hands that one more card makes of it. */
static void survey_hand(survey *y, hand_id h)
{
    const lm_game *g = y->g;
    double reach = y->reach[h];
    cell_gain *at = &y->gain[y->staked][chart_row(g, h)];
    bool split = y->pair != 0;
    uint8_t act = y->p->act[y->staked][h];
    if (g->terms[h].finished || (split && terms_one_card(&g->rules, y->pair))) return;
    double stand = (double)column_stand(g, y->c, h, backing_of(y->staked)) * y->scale;
    double hit = (double)y->w->hit[y->staked][h] * y->scale, base = act & ACT_HIT ? hit : stand;
    bool doubles = g->terms[h].doubled[y->staked][split] != NOT_BACKED;
    double dbl = doubles ? (double)y->w->dbl[y->staked][h] * y->scale : 0;
    bool takes_double = doubles && act & ACT_DOUBLE;
    at->reach += reach;
    if (split) at->after_split += reach;
    if (doubles) {
        at->dbl += reach * (dbl - base);
        at->dbl_size += reach * size_of(dbl - base);
    }
    if (!split && g->hands.count[h][0] == 2 && y->staked == LM_STAKED_CHIPS) {
        double given_up = (double)column_surrender(g, y->c, h) / (double)g->one / TENTHS;
        if (column_surrenders(g, y->c)) at->surrender += reach * (given_up * y->weight - (takes_double ? dbl : base));
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
    const uint64_t room = room_of_cards(y->c->left);
    for (hand_id h = 1; h < y->g->hands.over; h++) {
        if (y->g->hands.count[h][0] >= 2 && y->reach[h] > 0 && has_room(room, y->g->hands.key[h])) survey_hand(y, h);
    }
}

/* The mean number of hands of each stake that a split pair becomes. */
static void expected_hands(lm_game *g, const column *c, int value, const policy *p, hand_id pair, double *hands)
{
    split_courses courses;
    split_courses_make(&g->rules, value, LM_STAKED_CHIPS, split_again_by(p, pair), &courses);
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

/* Marks the hands that a survey after a split asks for: what the policy comes to, which is compared with a card more,
 * and what the policy then does with that card. */
static void mark_asked(const lm_game *g, const policy *p, int value, uint8_t *marked)
{
    enum { VALUED = 1, REACHED = 3 };
    const uint8_t goes_on = ACT_HIT | ACT_DOUBLE | ACT_SUITED_HIT | ACT_SUITED_DOUBLE;
    hand_id one = hands_one(&g->hands, value);
    memset(marked, 0, (size_t)g->hands.over);
    for (hand_id h = one; h < g->hands.over; h++) {
        uint8_t act = 0, next = 0;
        if (h != one && (!marked[h] || g->terms[h].finished)) continue;
        for (int s = 0; s < g->stakes; s++)
            act |= p->act[s][h];
        if (h == one || (marked[h] == REACHED && act & goes_on))
            next = REACHED;
        else if (marked[h] == REACHED || act & goes_on)
            next = VALUED;
        for (int v = 1; v <= 10 && next; v++) {
            hand_id to = g->hands.plus[h][v];
            if (is_live(g, to)) marked[to] |= next;
        }
    }
}

/* The column as the first of two split hands sees it: the other hand's first card is gone. Further cards of the pair
 * that are split again are left out, so gains after a split are approximate. */
static const column *column_beside(lm_game *g, const column *c, int value, const policy *p)
{
    column *beside = &g->beside;
    memcpy(beside->left, c->left, sizeof beside->left);
    beside->left[value]--;
    beside->left[0]--;
    beside->seen = c->seen;
    beside->blackjack_value = c->blackjack_value;
    beside->tree.pat = c->tree.pat;
    uint8_t marked[HANDS_MOST];
    mark_asked(g, p, value, marked);
    split_stand_chances(g, c, value, marked, beside->win, beside->lose);
    g->trial_beside = *p;
    column_value_marked(g, beside, &g->trial_beside, &beside->worth, marked);
    return beside;
}

static void survey_split(survey *y, hand_id pair, int value, double chance)
{
    double hands[LM_STAKES], reach[HANDS_MOST];
    hand_id one = hands_one(&y->g->hands, value);
    survey split = *y;
    split.reach = reach;
    expected_hands(y->g, y->c, value, y->p, pair, hands);
    split.pair = value;
    split.c = column_beside(y->g, y->c, value, y->p);
    split.w = &split.c->worth;
    for (int s = 0; s < y->g->stakes; s++) {
        split.staked = (lm_staked)s;
        if (hands[s] <= 0) continue;
        memset(reach, 0, sizeof *reach * (size_t)y->g->hands.over);
        for (int v = 1; v <= 10; v++) {
            hand_id h = y->g->hands.plus[one][v];
            if (is_live(y->g, h)) split.reach[h] += chance * hands[s] * draw_chance(&split, one, v);
        }
        survey_all(&split);
    }
}

/* Adds the gains of one column. Hands that never occur get a little weight, so that every row has a decision. */
static void survey_column(lm_game *g, const column *c, const policy *p, const worth *w, cell_gain (*gains)[LM_ROWS])
{
    enum { PAIRS = 10 };
    const double hardly_ever = 1e-18;
    double reach[HANDS_MOST];
    double weight = (double)column_weight(g, c, g->one) / (double)g->one;
    survey y = { .g = g,
                 .c = c,
                 .p = p,
                 .w = w,
                 .gain = gains,
                 .reach = reach,
                 .weight = weight,
                 .scale = weight / (double)g->one / TENTHS };
    for (hand_id h = 1; h < g->hands.over; h++) {
        bool starts = g->hands.count[h][0] == 2 && column_holds(g, c, h);
        bool splits = p->act[LM_STAKED_CHIPS][h] & ACT_SPLIT;
        y.reach[h] = hardly_ever;
        if (starts && !splits) y.reach[h] += (double)column_chance(g, c, g->one, h) / (double)g->one;
    }
    survey_all(&y);
    for (hand_id h = 1; h < g->hands.over && g->stakes == LM_STAKES; h++)
        y.reach[h] = hardly_ever;
    y.staked = LM_STAKED_LAMMER;
    if (g->stakes == LM_STAKES) survey_all(&y);
    for (int v = 1; v <= PAIRS; v++) {
        hand_id pair = hands_pair(&g->hands, v);
        bool splits = pair != HAND_NONE && column_holds(g, c, pair) && p->act[LM_STAKED_CHIPS][pair] & ACT_SPLIT;
        if (splits) survey_split(&y, pair, v, (double)column_chance(g, c, g->one, pair) / (double)g->one);
    }
}

static lm_advice advice_of(const lm_game *g, const cell_gain *at, lm_staked staked)
{
    lm_advice advice = { LM_PLAY_STAND, LM_PLAY_STAND };
    if (at->hit > 0) advice.otherwise = LM_PLAY_HIT;
    advice.first = advice.otherwise;
    if (at->dbl > 0) advice.first = LM_PLAY_DOUBLE;
    if (staked == LM_STAKED_CHIPS && at->surrender > 0) advice.first = LM_PLAY_SURRENDER;
    return advice;
}

/* Decides the hard and soft rows of one chart column; true when a cell changed. */
static bool decide_rows(const lm_game *g, lm_chart *chart, int at, cell_gain (*gains)[LM_ROWS])
{
    bool changed = false;
    for (int s = 0; s < g->stakes; s++) {
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
    for (int s = 0; s < g->stakes; s++) {
        for (int v = 1; v <= 10; v++) {
            hand_id pair = hands_pair(&g->hands, v);
            double split = 0, surrender = 0;
            bool only_free = true;
            for (int i = 0; i < g->columns && pair != HAND_NONE; i++) {
                const column *c = &g->column[i];
                if (!column_is_charted_at(g, c, at) || !column_holds(g, c, pair)) continue;
                lm_real net = c->worth.split[s][v] - c->worth.split_cost[s][v];
                split += (double)column_weight(g, c, net - c->worth.play[s][pair]);
                surrender += c->best.act[s][pair] & ACT_SURRENDER ? 1 : -1;
                only_free &= (c->best.act[s][pair] & ACT_SPLIT_FREE) != 0;
            }
            lm_advice *cell = &chart->cell[s][LM_ROW_PAIR + v][at];
            bool splits = split > 0 && terms_split(&g->rules, v, (lm_staked)s);
            uint8_t best = splits ? LM_PLAY_SPLIT : LM_PLAY_NONE;
            *cell = (lm_advice){ surrender > 0 ? LM_PLAY_SURRENDER : best, only_free ? LM_PLAY_NONE : best };
        }
    }
}

static void make_column(lm_game *g, lm_chart *chart, int at)
{
    enum { ROUNDS = 8 };
    cell_gain gains[LM_STAKES][LM_ROWS];
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
    chart_search(g, chart, at, gains);
    for (int row = 0; row < LM_ROWS && g->stakes == 1; row++)
        chart->cell[LM_STAKED_LAMMER][row][at] = chart->cell[LM_STAKED_CHIPS][row][at];
}

void chart_part(lm_game *g, int at)
{
    game_part *part = &g->part[at];
    if (part->charted) return;
    part->mean = 0;
    for (int i = 0; i < g->columns; i++) {
        if (!column_is_charted_at(g, &g->column[i], at)) continue;
        const column *c = game_solved(g, i);
        part->mean += column_mean(g, c, &c->best, &c->worth);
    }
    if (at < lm_chart_columns(&g->chart)) make_column(g, &g->chart, at);
    part->chart_mean = chart_exact_at(g, &g->chart, at);
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
