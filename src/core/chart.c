/* chart.c - reading a chart. */
#include "lammer/chart.h"

int lm_chart_columns(const lm_chart *chart)
{
    return chart->open ? 26 : 10;
}

int lm_chart_column(const lm_chart *chart, int up, int second)
{
    if (!chart->open) return up == 1 ? 9 : up - 2;
    lm_score score = lm_score_of(up + second, up == 1 || second == 1);
    return score.soft ? 17 + score.total - 12 : score.total - 4;
}

lm_score lm_held_score(const lm_held *held)
{
    int sum = 0;
    bool ace = false;
    for (int i = 0; i < held->n; i++) {
        sum += held->value[i];
        ace |= held->value[i] == 1;
    }
    return lm_score_of(sum, ace);
}

static bool is_allowed(unsigned allowed, unsigned play)
{
    return play < LM_PLAYS && allowed >> play & 1;
}

lm_play lm_chart_choice(const lm_chart *chart, int column, const lm_held *held, unsigned allowed)
{
    lm_score score = lm_held_score(held);
    if (held->n == 2 && held->value[0] == held->value[1]) {
        lm_advice pair = chart->cell[held->staked][LM_ROW_PAIR + held->value[0]][column];
        bool declined = held->split_costs && pair.first == LM_PLAY_SPLIT && pair.otherwise == LM_PLAY_NONE;
        if (is_allowed(allowed, pair.first) && !declined) return pair.first;
        if (is_allowed(allowed, pair.otherwise)) return pair.otherwise;
    }
    int row = (score.soft ? LM_ROW_SOFT : LM_ROW_HARD) + score.total;
    lm_advice advice = chart->cell[held->staked][row][column];
    bool two_card_play = advice.first != LM_PLAY_STAND && advice.first != LM_PLAY_HIT;
    if (two_card_play && held->n > 2 && advice.first != LM_PLAY_DOUBLE) return advice.otherwise;
    if (is_allowed(allowed, advice.first)) return advice.first;
    return is_allowed(allowed, advice.otherwise) ? advice.otherwise : LM_PLAY_STAND;
}
