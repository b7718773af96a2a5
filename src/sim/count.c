/* count.c - a card counter: the bet for each count, and the plays that differ from the chart. */
#include "count.h"

/* Divides and rounds down, for negative numbers too. */
static int divide_down(int a, int b)
{
    int quotient = a / b;
    return quotient - (a % b != 0 && (a < 0) != (b < 0));
}

int count_of(const lm_count *count, int running, int left)
{
    return count->running ? running : divide_down(running * LM_CARDS, left > 0 ? left : 1);
}

int count_steps(const lm_count *count)
{
    return count->steps ? count->steps : 1;
}

int count_step(const lm_count *count, int now)
{
    int step = 0;
    for (int i = 1; i < count->steps; i++)
        step += now >= count->from[i];
    return step;
}

int count_units(const lm_count *count, int step)
{
    return count->steps ? count->units[step] : 1;
}

static int row_of(const lm_held *held)
{
    lm_score score = lm_held_score(held);
    return (score.soft ? LM_ROW_SOFT : LM_ROW_HARD) + score.total;
}

/* Whether an allowed index play is for this hand, as a pair or by its total. */
static bool fits(const lm_count_index *index, const lm_held *held, int row, unsigned allowed)
{
    bool is_pair = held->n == 2 && held->value[0] == held->value[1];
    bool is_its = index->row == row || (is_pair && index->row == LM_ROW_PAIR + held->value[0]);
    return is_its && allowed >> index->play & 1;
}

lm_play count_play(const lm_count *count, int now, const lm_held *held, int up, unsigned allowed, lm_play chart_play)
{
    int row = row_of(held);
    for (int i = 0; i < count->indices; i++) {
        const lm_count_index *index = &count->index[i];
        if (index->up != up || !fits(index, held, row, allowed)) continue;
        if (chart_play == LM_PLAY_SPLIT && index->row == row) continue; /* by total it does not replace a split */
        if (index->below ? now < index->from : now >= index->from) return (lm_play)index->play;
    }
    return chart_play;
}

bool count_may_depart(const lm_count *count, const lm_held *held, int up, unsigned allowed, lm_play chart_play)
{
    int row = row_of(held);
    for (int i = 0; i < count->indices; i++) {
        const lm_count_index *index = &count->index[i];
        bool may = (!up || index->up == up) && index->play != chart_play;
        if (may && fits(index, held, row, allowed)) return true;
    }
    return false;
}
