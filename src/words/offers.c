/* offers.c - lists legal actions and possible irregularities as offers. */
#include <stdlib.h>

#include "lammer/program/words_json.h"

/* Lists everything that is allowed now; the caller frees the list. NULL, with *n 0, when memory ran out. */
static lm_action *list_legal(const lm_table *table, const lm_rules *rules, int *n)
{
    enum { USUAL = 64 };
    lm_action *list = malloc(USUAL * sizeof *list);
    *n = list ? lm_table_legal(table, rules, list, USUAL) : 0;
    if (*n <= USUAL) return list;
    lm_action *longer = realloc(list, (size_t)*n * sizeof *list);
    if (!longer) free(list);
    *n = longer ? lm_table_legal(table, rules, longer, *n) : 0;
    return longer;
}

json_t *lm_words_legal(const lm_table *table, const lm_rules *rules, uint8_t box, uint8_t bettor)
{
    int n;
    lm_action *list = list_legal(table, rules, &n);
    json_t *legal = json_array();
    for (int i = 0; i < n; i++) {
        bool wanted = !box || (list[i].box == box && list[i].bettor == bettor);
        if (wanted) json_array_append_new(legal, lm_words_of_offer(rules, &list[i], 0));
    }
    free(list);
    return legal;
}

lm_cents lm_words_usual_amount(const lm_table *table, const lm_rules *rules, const lm_action *action)
{
    int n;
    lm_cents amount = 0;
    lm_action *list = list_legal(table, rules, &n);
    for (int i = n - 1; i >= 0; i--) {
        bool same = list[i].verb == action->verb && list[i].box == action->box && list[i].bettor == action->bettor;
        if (same) amount = list[i].most_cents;
    }
    free(list);
    return amount;
}

static bool differs_by_card_only(const lm_action *a, const lm_action *b)
{
    return a->n == b->n && a->box == b->box && a->yes == b->yes;
}

/* Irregularities that differ only in their card are one entry. */
int lm_words_list_mishaps(const lm_table *table, const lm_rules *rules, lm_action list[LM_WORDS_MISHAPS])
{
    bool there = table->stage == LM_IN_ROUND || table->just_over;
    int n = there ? lm_round_mishaps(&table->round, rules, list, LM_WORDS_MISHAPS) : 0, kept = 0;
    for (int i = 0; i < n && i < LM_WORDS_MISHAPS; i++) {
        if (!kept || !differs_by_card_only(&list[i], &list[kept - 1])) list[kept++] = list[i];
    }
    return kept;
}

json_t *lm_words_mishaps(const lm_table *table, const lm_rules *rules)
{
    lm_action list[LM_WORDS_MISHAPS];
    int n = lm_words_list_mishaps(table, rules, list);
    json_t *mishaps = json_array();
    for (int i = 0; i < n; i++)
        json_array_append_new(mishaps, lm_words_of_offer(rules, &list[i], LM_WORD_BIT(CARD)));
    return mishaps;
}
