/* printed.c - compares the figures that the documents print, listed by each wager, with ours, and explains
 * differences. */
#include <math.h>
#include <string.h>

#include "study.h"

/* Half of the last printed digit (two decimals of a per cent), and a little more for rounding in a double. */
#define ROUNDING 0.0000500001

static void explain_difference(const lm_rules *rules, const lm_printed *row, printed_figure *found)
{
    found->note[0] = '\0';
    if (row->remark) lm_words_add(found->note, sizeof found->note, "%s", row->remark);
    for (int i = 0; !found->agrees && i < LM_PRINTED_WHYS && row->why[i].say; i++) {
        if (!lm_rules_match(rules, row->why[i].when)) continue;
        lm_words_add(found->note, sizeof found->note, "%s", row->why[i].say);
        return;
    }
}

static bool compare_printed(const lm_rules *rules, const lm_price *price, const lm_printed *row, printed_figure *found)
{
    static const char *const figures[] = { "house edge", "hold", "hit frequency" };
    int decks = rules->decks < LM_PRINTED_DECKS ? (int)rules->decks : 0;
    int printed = row->printed[decks] ? row->printed[decks] : row->printed[0];
    if (!printed || strcmp(row->paytable, price->paytable->id) != 0 || !lm_rules_match(rules, row->when)) return false;
    *found = (printed_figure){ .clause = row->clause,
                               .figure = figures[row->figure],
                               .printed = printed / 10000.0,
                               .ours = row->figure == LM_PRINTED_HITS ? price->hit_frequency : price->house_edge };
    found->agrees = fabs(found->printed - found->ours) < ROUNDING;
    explain_difference(rules, row, found);
    return true;
}

/* Printed figures are for a fresh shoe. */
int printed_figures(const lm_study *s, const asked_wager *wager, printed_figure found[PRINTED_MOST])
{
    const lm_printed *row = wager->price.wager->printed;
    int n = 0;
    if (!row || s->removed || s->infinite) return 0;
    for (; row->clause && n < PRINTED_MOST; row++)
        n += compare_printed(s->rules, &wager->price, row, &found[n]);
    return n;
}
