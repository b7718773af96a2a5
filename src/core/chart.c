/* chart.c - reading a chart. */
#include "lammer/chart.h"

#include <string.h>

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

static int row_of(const uint8_t count[10], int *cards)
{
    int sum = 0;
    *cards = 0;
    for (int v = 1; v <= 10; v++) {
        sum += v * count[v - 1];
        *cards += count[v - 1];
    }
    lm_score score = lm_score_of(sum, count[0] > 0);
    return (score.soft ? LM_ROW_SOFT : LM_ROW_HARD) + score.total;
}

const lm_exception *lm_chart_exception(const lm_chart *chart, int column, lm_staked staked, const uint8_t count[10],
                                       bool alone)
{
    int cards, row = chart->exceptions ? row_of(count, &cards) : 0;
    for (int i = 0; i < chart->exceptions; i++) {
        const lm_exception *e = &chart->exception[i];
        if (e->column != column || e->staked != staked || alone != !e->least) continue;
        if (alone ? memcmp(e->count, count, sizeof e->count) == 0 : e->row == row && cards >= e->least) return e;
    }
    return NULL;
}

static void count_held(const lm_held *held, uint8_t count[10])
{
    memset(count, 0, 10);
    for (int i = 0; i < held->n; i++) {
        if (held->value[i] >= 1 && held->value[i] <= 10) count[held->value[i] - 1]++;
    }
}

/* The first of two plays that is allowed, or NONE. */
static lm_play allowed_of(lm_advice advice, bool split_costs, unsigned allowed)
{
    bool declined = split_costs && advice.first == LM_PLAY_SPLIT && advice.otherwise == LM_PLAY_NONE;
    if (is_allowed(allowed, advice.first) && !declined) return (lm_play)advice.first;
    return is_allowed(allowed, advice.otherwise) ? (lm_play)advice.otherwise : LM_PLAY_NONE;
}

/* What a hand of n cards plays by the advice for its total. */
static lm_play play_of_total(lm_advice advice, int n, unsigned allowed)
{
    bool two_card_play = advice.first != LM_PLAY_STAND && advice.first != LM_PLAY_HIT;
    if (two_card_play && n > 2 && advice.first != LM_PLAY_DOUBLE) return (lm_play)advice.otherwise;
    if (is_allowed(allowed, advice.first)) return (lm_play)advice.first;
    return is_allowed(allowed, advice.otherwise) ? (lm_play)advice.otherwise : LM_PLAY_STAND;
}

static lm_play play_of_pair(const lm_chart *chart, int column, const lm_in_cell *hand, unsigned allowed)
{
    if (!hand->pair) return LM_PLAY_NONE;
    return allowed_of(chart->cell[hand->staked][LM_ROW_PAIR + hand->pair][column], hand->split_costs, allowed);
}

static lm_advice advice_for_total(const lm_chart *chart, int column, const lm_in_cell *hand)
{
    int row = (hand->score.soft ? LM_ROW_SOFT : LM_ROW_HARD) + hand->score.total;
    return chart->cell[hand->staked][row][column];
}

lm_play lm_chart_cell_choice(const lm_chart *chart, int column, const lm_in_cell *hand, unsigned allowed)
{
    lm_play play = play_of_pair(chart, column, hand, allowed);
    return play != LM_PLAY_NONE ? play : play_of_total(advice_for_total(chart, column, hand), hand->n, allowed);
}

lm_play lm_chart_choice(const lm_chart *chart, int column, const lm_held *held, unsigned allowed)
{
    bool pair = held->n == 2 && held->value[0] == held->value[1];
    lm_in_cell hand = { .score = lm_held_score(held),
                        .n = held->n,
                        .pair = pair ? held->value[0] : 0,
                        .split_costs = held->split_costs,
                        .staked = held->staked };
    if (!chart->exceptions) return lm_chart_cell_choice(chart, column, &hand, allowed);
    uint8_t count[10];
    count_held(held, count);
    const lm_exception *by_hand = lm_chart_exception(chart, column, held->staked, count, true);
    const lm_exception *by_number = lm_chart_exception(chart, column, held->staked, count, false);
    lm_play play = by_hand ? allowed_of(by_hand->advice, held->split_costs, allowed) : LM_PLAY_NONE;
    if (by_hand && play == LM_PLAY_NONE && by_hand->advice.first != LM_PLAY_SPLIT) return LM_PLAY_STAND;
    if (play == LM_PLAY_NONE) play = play_of_pair(chart, column, &hand, allowed);
    if (play != LM_PLAY_NONE) return play;
    return play_of_total(by_number ? by_number->advice : advice_for_total(chart, column, &hand), held->n, allowed);
}
