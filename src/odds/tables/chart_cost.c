/* chart_cost.c - what each cell of a chart costs, compared with the optimum.
 *
 * The values of two strategies differ by a sum over the hands that the one comes to: what the other would get from there
 * on, minus what it would get after the one's decision. So the hands are followed as the chart plays them, and each
 * decision is valued as if the optimum went on. The sum over all cells is the whole difference. Hands of a split pair
 * are followed one at a time, as in split.h; what is left of the pair's difference belongs to its own cell. */
#include "joint.h"

#ifndef ODDS_EXACT

#include <string.h>

/* One column, or what is left of it when a pair was split. */
typedef struct {
    lm_game *g;
    const column *c;
    const policy *chart, *best;
    const worth *w; /* of `best` against this column */
    lm_staked staked;
    bool split;
    int at;       /* column of the chart */
    double scale; /* converts tenths over the column's rounds to units over all rounds */
    double reach[HANDS_MOST];
    lm_chart_cost *out;
} bill;

static void charge(bill *b, int row, double reach, double cost)
{
    b->out->reach[b->staked][row][b->at] += reach;
    b->out->cost[b->staked][row][b->at] += cost;
}

static double hit_or_double(const bill *b, hand_id h, uint8_t act, double stand, double hit, double dbl)
{
    bool doubles = terms_double(&b->g->rules, &b->g->hands, h, b->staked, b->split) != NOT_BACKED;
    return act & ACT_DOUBLE && doubles ? dbl : act & ACT_HIT ? hit : stand;
}

/* The value of an act, after which the optimum goes on. */
static double value_of_act(const bill *b, hand_id h, uint8_t act)
{
    const worth *w = b->w;
    lm_staked s = b->staked;
    double stand = column_stand(b->g, b->c, h, backing_of(s));
    if (terms_finished(&b->g->rules, &b->g->hands, h)) return stand;
    double plain = hit_or_double(b, h, act, stand, w->hit[s][h], w->dbl[s][h]);
    int place = b->g->rules.bonus_678 && !b->split ? suited_place(&b->g->hands, h) : -1;
    suited_chance suited = { 0 };
    if (place >= 0) suited = column_suited(b->g, b->c, h);
    if (suited.two <= 0) return plain;
    double other = hit_or_double(b, h, suited_act(act), stand, w->suited_hit[s][place], w->suited_dbl[s][place]);
    return plain + (other - plain) * suited.two;
}

/* Passes the frequency of a hand that draws on to the hands that it becomes. */
static void draw(bill *b, hand_id h, uint8_t act)
{
    const lm_game *g = b->g;
    bool doubles = act & ACT_DOUBLE && terms_double(&g->rules, &g->hands, h, b->staked, b->split) != NOT_BACKED;
    int all = left_to(g, b->c, h, 0);
    if (doubles || !(act & ACT_HIT) || terms_finished(&g->rules, &g->hands, h) || all <= 0) return;
    for (int v = 1; v <= 10; v++) {
        hand_id next = g->hands.plus[h][v];
        int copies = left_to(g, b->c, h, v);
        if (is_live(g, next) && copies > 0) b->reach[next] += b->reach[h] * copies / all;
    }
}

static bool is_reached(const bill *b, hand_id h)
{
    return b->reach[h] != 0 && b->g->hands.count[h][0] >= 2 && column_holds(b->g, b->c, h);
}

/* Hands of which the first two cards have been decided. */
static void bill_hand(bill *b, hand_id h)
{
    uint8_t act = b->chart->act[b->staked][h];
    if (terms_finished(&b->g->rules, &b->g->hands, h)) return;
    double cost = b->w->play[b->staked][h] - value_of_act(b, h, act);
    charge(b, chart_row(b->g, h), b->reach[h], b->reach[h] * cost * b->scale);
    draw(b, h, act);
}

/* --- after a split */

/* Values split hands as the optimum plays them. Nothing is split any more, and a late dealer blackjack is left out. */
static void value_split_hands(bill *b, worth *w, int value)
{
    lm_game *g = b->g;
    const column *c = b->c;
    lm_staked s = b->staked;
    backing plain = backing_of(s);
    for (int i = g->hands.over - 1; i > 0; i--) {
        hand_id h = (hand_id)i;
        w->play[s][h] = w->hit[s][h] = w->dbl[s][h] = 0;
        if (g->hands.count[h][0] < 2 || !g->hands.count[h][value] || !column_holds(g, c, h)) continue;
        double hit = 0, dbl = 0;
        backing doubled = terms_double(&g->rules, &g->hands, h, s, true);
        int all = left_to(g, c, h, 0);
        for (int v = 1; v <= 10 && all > 0; v++) {
            hand_id next = g->hands.plus[h][v];
            double share = (double)left_to(g, c, h, v) / all;
            if (!is_live(g, next) || share <= 0) continue;
            hit += share * w->play[s][next];
            if (doubled != NOT_BACKED) dbl += share * column_stand(g, c, next, doubled);
        }
        double bust = column_bust(g, c, h, false);
        w->hit[s][h] = hit + terms_loss(plain) * bust;
        if (doubled != NOT_BACKED) w->dbl[s][h] = dbl + terms_loss(doubled) * bust;
        w->play[s][h] = value_of_act(b, h, b->best->act[s][h]);
    }
}

/* The column as one split hand sees it when `gone` further cards of the pair's value are out of the shoe. */
static void look_beside(lm_game *g, const column *c, int value, int gone)
{
    column *beside = &g->beside;
    lm_lanes left[11] = { { 0 } }, ends[ENDS];
    hand_id of[LANES];
    int n = 0;
    memcpy(beside->left, c->left, sizeof beside->left);
    beside->left[value] -= gone;
    beside->left[0] -= gone;
    beside->seen = c->seen;
    beside->blackjack_value = c->blackjack_value;
    beside->tree.pat = c->tree.pat;
    for (hand_id h = 1; h < g->hands.over; h++) {
        beside->win[h] = beside->lose[h] = 0;
        if (g->hands.count[h][0] >= 2 && g->hands.count[h][value] && column_holds(g, beside, h)) {
            for (int v = 0; v <= 10; v++)
                LANE(left[v], n) = left_to(g, beside, h, v);
            of[n++] = h;
        }
        if (n < LANES && (h + 1 < g->hands.over || n == 0)) continue;
        dealer_run(&c->tree, left, g->one, ends);
        for (int i = 0; i < n; i++)
            column_keep_chances(g, beside, of[i], ends, i);
        n = 0;
    }
}

/* How often a hand of each stake sees so many cards gone: with a second card of another value, or with any. */
typedef struct {
    double times[LM_STAKES][SPLIT_GONE][SECONDS + 1];
} hand_weights;

static void weigh_hands(const lm_game *g, const column *c, const policy *p, int value, hand_weights *weights)
{
    split_courses courses;
    memset(weights, 0, sizeof *weights);
    split_courses_make(&g->rules, value, LM_STAKED_CHIPS, split_again_by(p, hands_pair(&g->hands, value)), &courses);
    for (int i = 0; i < courses.n; i++) {
        const split_course *course = &courses.course[i];
        for (int hand = 0; hand < course->hands; hand++) {
            int others = split_others_known(course, hand, hand);
            for (int j = 0; j <= others && c->left[value] - 2 - course->pairs - j >= 0; j++) {
                weights->times[course->staked[hand]][1 + course->pairs + j][course->second[hand]] +=
                    split_if_pairs(c, value, course, others, j, 1.0);
            }
        }
    }
}

/* Follows the hands of a split pair; returns what their cells cost together. */
static double bill_split(const bill *of, int value, double chance)
{
    lm_game *g = of->g;
    hand_weights weights;
    bill b = *of;
    hand_id one = hands_one(&g->hands, value);
    double before = 0, after = 0;
    if (terms_one_card(&g->rules, value)) return 0;
    weigh_hands(g, of->c, of->chart, value, &weights);
    b.split = true;
    b.c = &g->beside;
    b.w = &g->beside.worth;
    for (int i = 0; i < LM_STAKES * LM_ROWS; i++)
        before += b.out->cost[i / LM_ROWS][i % LM_ROWS][b.at];
    for (int gone = 1; gone < SPLIT_GONE; gone++) {
        for (int s = 0; s < LM_STAKES; s++) {
            const double *times = weights.times[s][gone];
            if (times[SECOND_OTHER] == 0 && times[SECOND_ANY] == 0) continue;
            look_beside(g, of->c, value, gone);
            b.staked = (lm_staked)s;
            value_split_hands(&b, &g->beside.worth, value);
            memset(b.reach, 0, sizeof b.reach);
            for (int v = 1; v <= 10; v++) {
                hand_id h = g->hands.plus[one][v];
                double share = (double)left_to(g, b.c, one, v) / left_to(g, b.c, one, 0);
                if (is_live(g, h) && share > 0)
                    b.reach[h] = chance * share * (times[SECOND_ANY] + (v == value ? 0 : times[SECOND_OTHER]));
            }
            for (hand_id h = 1; h < g->hands.over; h++) {
                if (is_reached(&b, h)) bill_hand(&b, h);
            }
        }
    }
    for (int i = 0; i < LM_STAKES * LM_ROWS; i++)
        after += b.out->cost[i / LM_ROWS][i % LM_ROWS][b.at];
    return after - before;
}

/* --- two cards */

/* The row that decided a starting hand. */
static int row_of_start(const bill *b, const lm_chart *chart, hand_id h)
{
    int pair = hands_pair_value(&b->g->hands, h);
    bool speaks = pair && chart->cell[LM_STAKED_CHIPS][LM_ROW_PAIR + pair][b->at].first != LM_PLAY_NONE;
    bool missed = pair && b->best->act[LM_STAKED_CHIPS][h] & ACT_SPLIT;
    return speaks || missed ? LM_ROW_PAIR + pair : chart_row(b->g, h);
}

static void bill_start(bill *b, const lm_chart *chart, const worth *chart_worth, hand_id h, double chance)
{
    const lm_game *g = b->g;
    uint8_t act = b->chart->act[LM_STAKED_CHIPS][h];
    int row = row_of_start(b, chart, h);
    double best = column_start(g, b->c, b->best, b->w, h), played;
    if (act & ACT_SURRENDER && column_surrenders(g, b->c)) {
        played = column_start(g, b->c, b->chart, chart_worth, h);
    } else if (act & ACT_SPLIT) {
        double cost = (best - column_start(g, b->c, b->chart, chart_worth, h)) * chance * b->scale;
        charge(b, row, chance, cost - bill_split(b, hands_pair_value(&g->hands, h), chance));
        return;
    } else {
        played = value_of_act(b, h, act) - TENTHS * column_blackjack(g, b->c, h);
        b->reach[h] = chance;
        draw(b, h, act);
        b->reach[h] = 0;
    }
    charge(b, row, chance, (best - played) * chance * b->scale);
}

static void bill_column(lm_game *g, const column *c, const lm_chart *chart, lm_chart_cost *out)
{
    double weight = column_weight(g, c, g->one) / g->one;
    bill b = { .g = g, .c = c, .chart = &g->trial, .best = &c->best, .w = &c->worth, .out = out };
    b.at = lm_chart_column(chart, c->seen.up, c->seen.second);
    b.scale = 1 / g->one / TENTHS;
    if (c->tree.pat == END_BLACKJACK) return;
    for (hand_id h = 1; h < g->hands.over; h++) {
        if (g->hands.count[h][0] != 2 || g->hands.total[h] == 21 || !column_holds(g, c, h)) continue;
        bill_start(&b, chart, &g->scratch, h, weight * column_chance(g, c, g->one, h) / g->one);
    }
    for (hand_id h = 1; h < g->hands.over; h++) {
        if (is_reached(&b, h)) bill_hand(&b, h);
    }
}

void lm_game_chart_cost(lm_game *g, const lm_chart *chart, lm_chart_cost *out)
{
    memset(out, 0, sizeof *out);
    for (int i = 0; i < g->columns; i++) {
        const column *c = game_solved(g, i);
        if (!c->solved) continue;
        out->best += column_mean(g, c, &c->best, &c->worth) / g->one / TENTHS;
        out->mean += chart_column_mean(g, chart, i) / g->one / TENTHS;
        bill_column(g, c, chart, out);
    }
}

#endif
