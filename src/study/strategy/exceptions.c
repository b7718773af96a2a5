/* exceptions.c - hands whose cards matter, not only their total.
 *
 * Hands are dealt two cards and drawn to by the optimum, so the list has only hands that good play reaches. */
#include <stdlib.h>
#include <string.h>

#include "strategy.h"

enum { MOST_CARDS = 3 };

static bool append(exceptions *list, const lm_study *s, const exception *e)
{
    exception *item = realloc(list->item, (size_t)(list->n + 1) * sizeof *item);
    if (!item) return say(&s->ear, "no memory for the exceptions");
    list->item = item;
    item[list->n] = *e;
    item[list->n].found = list->n;
    list->n++;
    return true;
}

static bool is_known(const exceptions *list, const lm_held *held, int column)
{
    for (int i = 0; i < list->n; i++) {
        const exception *e = &list->item[i];
        if (e->column == column && e->held.staked == held->staked && e->held.n == held->n &&
            memcmp(e->held.value, held->value, held->n) == 0)
            return true;
    }
    return false;
}

static bool look_at(exceptions *list, lm_study *s, const lm_held *held, int column);

/* Looks at the hands with one more card. Cards are in order, so that each hand is found once. */
static bool look_further(exceptions *list, lm_study *s, const lm_held *held, int column)
{
    for (uint8_t v = 1; v <= 10; v++) {
        lm_held longer = *held;
        int at = longer.n++;
        for (; at > 0 && longer.value[at - 1] > v; at--)
            longer.value[at] = longer.value[at - 1];
        longer.value[at] = v;
        if (!look_at(list, s, &longer, column)) return false;
    }
    return true;
}

static bool look_at(exceptions *list, lm_study *s, const lm_held *held, int column)
{
    lm_prices prices;
    lm_seen seen = lm_game_column(s->game, column);
    int total = lm_held_score(held).total;
    if (total >= 21) return true;
    lm_game_price(s->game, column, held, &prices);
    unsigned allowed = prices_allowed(&prices);
    if (!allowed) return true;
    lm_play chart = lm_chart_choice(&s->chart, lm_chart_column(&s->chart, seen.up, seen.second), held, allowed);
    double gain = prices.value[prices.best] - prices.value[chart];
    if (chart != prices.best && gain > 1e-12 && !is_known(list, held, column)) {
        exception e = { *held, column, prices.best, chart, gain, held->n == 2 ? prices.probability : 0 };
        if (!append(list, s, &e)) return false;
    }
    if (prices.best != LM_PLAY_HIT || held->n == MOST_CARDS) return true;
    return look_further(list, s, held, column);
}

static int larger_gain(const void *a, const void *b)
{
    const exception *x = a, *y = b;
    if (x->gain != y->gain) return x->gain < y->gain ? 1 : -1;
    return x->found - y->found;
}

bool find_exceptions(exceptions *list, lm_study *s, unsigned stakes)
{
    *list = (exceptions){ NULL, 0 };
    if (!lm_study_chart(s)) return false;
    for (int staked = 0; staked < LM_STAKES; staked++) {
        for (int column = 0; column < lm_game_columns(s->game) && stakes >> staked & 1; column++) {
            for (int pair = 0; pair < 100; pair++) {
                lm_held held = { .n = 2, .staked = (lm_staked)staked };
                held.value[0] = (uint8_t)(1 + pair / 10);
                held.value[1] = (uint8_t)(1 + pair % 10);
                if (held.value[0] <= held.value[1] && !look_at(list, s, &held, column)) return false;
            }
        }
    }
    if (list->n) qsort(list->item, (size_t)list->n, sizeof *list->item, larger_gain);
    return true;
}

short_words many_cards_total(const lm_many_cards *many)
{
    int row = many->exception.row;
    return row <= LM_ROW_HARD + 21 ? words_of("%d", row - LM_ROW_HARD) : words_of("s%d", row - LM_ROW_SOFT);
}

exception_words exception_told(const exception *e, const lm_study *s)
{
    exception_words words = { .dealer = seen_words(lm_game_column(s->game, e->column)),
                              .kind = staked_word[e->held.staked],
                              .chart = lm_words_of_play(e->chart),
                              .best = lm_words_of_play(e->best) };
    char *hand = words.hand.text;
    for (int i = e->held.n - 1; i >= 0; i--)
        lm_words_add(hand, sizeof words.hand.text, "%s%s", *hand ? "," : "", value_word(e->held.value[i]));
    return words;
}
