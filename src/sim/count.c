/* count.c - a card counter: the bet for each count, and the plays that differ from the chart. */
#include "scalar/driver.h"

/* Divides and rounds down, for negative numbers too. */
static int divide_down(int a, int b)
{
    int quotient = a / b;
    return quotient - (a % b != 0 && (a < 0) != (b < 0));
}

/* The true count: the running count divided by the unseen decks. */
int count_now(const driver *d)
{
    if (d->job->count->running) return d->running;
    int left = stack_left(&d->shoe[d->round.shoe_side].stack) + (int)d->downs.n;
    return divide_down(d->running * LM_CARDS, left > 0 ? left : 1);
}

lm_cents count_bet(driver *d, bool *watches)
{
    const lm_count *count = d->job->count;
    int units = count->steps ? count->units[0] : 1, now = count_now(d);
    d->count_at_bet = now;
    for (int i = 0; i < count->steps && now >= count->from[i]; i++)
        units = count->units[i];
    *watches = units == 0;
    return d->job->bet_cents * (units ? units : 1);
}

static int row_of(const lm_held *held)
{
    lm_score score = lm_held_score(held);
    return (score.soft ? LM_ROW_SOFT : LM_ROW_HARD) + score.total;
}

/* The first index play that fits the hand, as a pair or by its total, and the count. */
lm_play count_play(const driver *d, const lm_held *held, int up, unsigned allowed, lm_play chart_play)
{
    const lm_count *count = d->job->count;
    int now = count_now(d), row = row_of(held);
    bool is_pair = held->n == 2 && held->value[0] == held->value[1];
    for (int i = 0; i < count->indices; i++) {
        const lm_count_index *index = &count->index[i];
        bool fits = index->row == row || (is_pair && index->row == LM_ROW_PAIR + held->value[0]);
        if (!fits || index->up != up || !(allowed >> index->play & 1)) continue;
        if (chart_play == LM_PLAY_SPLIT && index->row == row)
            continue; /* an index play by total does not replace a split */
        if (index->below ? now < index->from : now >= index->from) return (lm_play)index->play;
    }
    return chart_play;
}
