/* policy.c - turns a chart into a policy, and evaluates it. */
#include "game.h"

#include <string.h>

int chart_row(const lm_game *g, hand_id h)
{
    return (g->hands.soft[h] ? LM_ROW_SOFT : LM_ROW_HARD) + g->hands.total[h];
}

static uint8_t act_of_row(lm_advice advice, bool two)
{
    uint8_t act = 0;
    bool plain = advice.first == LM_PLAY_HIT || advice.first == LM_PLAY_STAND;
    if ((plain ? advice.first : advice.otherwise) == LM_PLAY_HIT) act |= ACT_HIT | ACT_SUITED_HIT;
    if (advice.first == LM_PLAY_DOUBLE) act |= ACT_DOUBLE | ACT_SUITED_DOUBLE;
    if (advice.first == LM_PLAY_SURRENDER && two) act |= ACT_SURRENDER;
    return act;
}

/* `free`: the house pays for the first split of this pair. */
static uint8_t act_of_pair(lm_advice advice, uint8_t by_total, bool free)
{
    if (advice.first == LM_PLAY_SPLIT && advice.otherwise == LM_PLAY_NONE)
        return free ? (uint8_t)((by_total & ~ACT_SURRENDER) | ACT_SPLIT | ACT_SPLIT_FREE) : by_total;
    if (advice.first == LM_PLAY_SPLIT) return (uint8_t)((by_total & ~ACT_SURRENDER) | ACT_SPLIT);
    if (advice.first == LM_PLAY_SURRENDER) by_total |= ACT_SURRENDER;
    if (advice.otherwise == LM_PLAY_SPLIT) by_total |= ACT_SPLIT;
    return by_total;
}

/* What a chart does with a hand of two cards or more. */
static uint8_t act_of_hand(const lm_game *g, const lm_chart *chart, int at, hand_id h, lm_staked staked)
{
    const uint8_t *count = g->hands.count[h] + 1;
    bool two = g->hands.count[h][0] == 2;
    int pair = hands_pair_value(&g->hands, h);
    const lm_exception *by_number = lm_chart_exception(chart, at, staked, count, false);
    const lm_exception *by_hand = lm_chart_exception(chart, at, staked, count, true);
    uint8_t act = act_of_row(by_number ? by_number->advice : chart->cell[staked][chart_row(g, h)][at], two);
    bool free = terms_free_split(&g->rules, pair, terms_splits_before(staked));
    if (by_hand && by_hand->advice.first != LM_PLAY_SPLIT && by_hand->advice.otherwise != LM_PLAY_SPLIT)
        return act_of_row(by_hand->advice, two);
    if (!pair) return act;
    return act_of_pair(by_hand ? by_hand->advice : chart->cell[staked][LM_ROW_PAIR + pair][at], act, free);
}

/* The acts of a chart without exceptions by row, for two cards and for more. */
static void list_rows(const lm_chart *chart, int at, lm_staked staked, uint8_t (*acts)[2])
{
    for (int row = LM_ROW_HARD + 4; row <= LM_ROW_SOFT + 21; row++) {
        for (int two = 0; two < 2; two++)
            acts[row][two] = act_of_row(chart->cell[staked][row][at], two);
    }
}

void policy_of_chart(const lm_game *g, const column *c, const lm_chart *chart, policy *p)
{
    int at = lm_chart_column(chart, c->seen.up, c->seen.second);
    uint8_t acts[LM_ROWS][2] = { { 0 } };
    memset(p, 0, sizeof *p);
    for (int s = 0; s < g->stakes; s++) {
        list_rows(chart, at, (lm_staked)s, acts);
        for (hand_id h = 1; h < g->hands.over; h++) {
            int cards = g->hands.count[h][0];
            if (cards < 2) continue;
            bool plain = !chart->exceptions && (cards > 2 || !hands_pair_value(&g->hands, h));
            p->act[s][h] = plain ? acts[chart_row(g, h)][cards == 2] : act_of_hand(g, chart, at, h, (lm_staked)s);
            if (s == LM_STAKED_LAMMER) p->act[s][h] &= (uint8_t)~ACT_SURRENDER;
        }
    }
}

lm_real chart_column_mean(lm_game *g, const lm_chart *chart, int which)
{
    column *c = game_ready(g, which);
    policy_of_chart(g, c, chart, &g->trial);
    column_value(g, c, &g->trial, &g->scratch, false);
    column_value_splits(g, c, &g->trial, &g->scratch, VALUE);
    return column_mean(g, c, &g->trial, &g->scratch);
}

/* The value of the best chart was computed with the chart. */
static bool is_kept(const lm_game *g, const lm_chart *chart, lm_real *sum)
{
    if (memcmp(chart, &g->chart, sizeof *chart) != 0) return false;
    for (int at = 0; at < lm_game_pieces(g); at++) {
        if (!g->part[at].charted) return false;
        *sum += g->part[at].chart_mean;
    }
    return true;
}

double lm_game_chart_mean(lm_game *g, const lm_chart *chart)
{
    lm_real sum = 0;
    if (is_kept(g, chart, &sum)) return (double)sum / (double)g->one / TENTHS;
    sum = 0;
    for (int i = 0; i < g->columns; i++) {
        if (column_possible(&g->column[i])) sum += chart_column_mean(g, chart, i);
    }
    return (double)sum / (double)g->one / TENTHS;
}
