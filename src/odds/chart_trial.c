/* chart_trial.c - values charts that differ in few cells.
 *
 * A cell concerns one chart column only, so only that column is valued. The first chart of a column is its base. Another
 * chart changes the play of some hands: their values are computed again, those of the hands that draw to them, and those
 * of the pairs whose split hands come to them. All other values are the base's. */
#include "best_chart.h"

#include <string.h>

typedef enum { ANEW, FROM_BASE, BY_DIFFERENCES } manner;

/* Notes which hands the split of a pair comes to. */
static void note_split(lm_game *g, const column *c, column_base *base, int value)
{
    split_study *study = g->study;
    hand_id pair = hands_pair(&g->hands, value);
    if (pair == HAND_NONE) return;
    for (int s = 0; s < LM_STAKES; s++)
        base->reached[s][pair] |= (uint16_t)(1u << value);
    if (!column_holds(g, c, pair) || !(base->policy.act[LM_STAKED_CHIPS][pair] & ACT_SPLIT)) return;
    memcpy(base->orders[value], study->orders, sizeof(hand_orders) * (size_t)study->stakes);
    for (int s = 0; s < study->stakes; s++) {
        for (hand_id h = 1; h < g->hands.over; h++) {
            bool held = study->orders[s][SECOND_OTHER][h] != 0 || study->orders[s][SECOND_PAIR][h] != 0;
            base->reached[s][h] |= (uint16_t)(held << value);
        }
    }
}

static void make_base(lm_game *g, column *c, column_base *base)
{
    base->of = c;
    base->policy = g->trial;
    memset(base->reached, 0, sizeof base->reached);
    column_value(g, c, &base->policy, &base->worth, false);
    for (int v = 1; v <= 10; v++) {
        column_value_pair(g, c, &base->policy, &base->worth, v, VALUE);
        note_split(g, c, base, v);
    }
}

/* Whether a dealer blackjack may come after players have drawn. */
static bool comes_late(const lm_game *g, const column *c)
{
    return !terms_peek(&g->rules) && c->blackjack_value;
}

/* Whether only the play of split hands differs, not how often the pair is split; and whether the value is linear in
 * their chances: what a late blackjack takes is not. */
static bool changes_linearly(const lm_game *g, const column *c, const column_base *base, hand_id pair)
{
    unsigned differs = 0;
    for (int s = 0; s < LM_STAKES; s++)
        differs |= (unsigned)g->trial.act[s][pair] ^ base->policy.act[s][pair];
    return !comes_late(g, c) && !(differs & (ACT_SPLIT | ACT_SPLIT_FREE));
}

static void change_split(lm_game *g, const column *c, const column_base *base, int value)
{
    hand_id pair = hands_pair(&g->hands, value);
    split_courses courses;
    if (!(g->trial.act[LM_STAKED_CHIPS][pair] & ACT_SPLIT)) return;
    split_courses_make(&g->rules, value, LM_STAKED_CHIPS, split_again_by(&g->trial, pair), &courses);
    split_study_change(g, c, value, &g->trial, &base->policy, base->orders[value]);
    g->scratch.split[LM_STAKED_CHIPS][value] += split_sum(g, c, &courses, split_worth);
}

/* Values a column under g->trial by what differs from the base. */
static void value_from_base(lm_game *g, column *c, const column_base *base, manner how)
{
    unsigned again = 0;
    g->scratch = base->worth;
    column_value_again(g, c, &g->trial, &base->policy, &g->scratch);
    for (int s = 0; s < g->stakes; s++) {
        for (hand_id h = 1; h < g->hands.over; h++) {
            if (g->trial.act[s][h] != base->policy.act[s][h]) again |= base->reached[s][h];
        }
    }
    for (int v = 1; v <= 10; v++) {
        if (!(again >> v & 1)) continue;
        if (how == BY_DIFFERENCES && changes_linearly(g, c, base, hands_pair(&g->hands, v)))
            change_split(g, c, base, v);
        else
            column_value_pair(g, c, &g->trial, &g->scratch, v, VALUE);
    }
}

static lm_real mean_at(lm_game *g, const lm_chart *chart, int at, manner how)
{
    lm_real sum = 0;
    column_base *base = g->base;
    for (int i = 0; i < g->columns; i++) {
        if (!column_is_charted_at(g, &g->column[i], at)) continue;
        column *c = game_ready(g, i);
        policy_of_chart(g, c, chart, &g->trial);
        bool makes = how == ANEW || base->of != c;
        if (makes)
            make_base(g, c, base);
        else
            value_from_base(g, c, base, how);
        sum += column_mean(g, c, &g->trial, makes ? &base->worth : &g->scratch);
        base++;
    }
    return sum;
}

lm_real chart_mean_at(lm_game *g, const lm_chart *chart, int at)
{
    return mean_at(g, chart, at, FROM_BASE);
}

lm_real chart_exact_at(lm_game *g, const lm_chart *chart, int at)
{
    lm_real sum = 0;
    const column_base *base = g->base;
    for (int i = 0; i < g->columns; i++) {
        const column *c = &g->column[i];
        if (!column_is_charted_at(g, c, at)) continue;
        policy_of_chart(g, c, chart, &g->trial);
        bool known = base->of == c && !memcmp(&base->policy, &g->trial, sizeof g->trial);
        sum += known ? column_mean(g, c, &base->policy, &base->worth) : chart_column_mean(g, chart, i);
        base++;
    }
    return sum;
}

lm_real chart_base_at(lm_game *g, const lm_chart *chart, int at)
{
    return mean_at(g, chart, at, ANEW);
}

lm_real chart_trial_at(lm_game *g, const lm_chart *chart, int at)
{
    return mean_at(g, chart, at, BY_DIFFERENCES);
}
