/* shoe.c - a stack of cards in any state within its bounds, and one call of each function with any arguments that it allows; a chart with
 * any cells; the clauses of any step and refusal under any rules.
 *
 * The bounds of the stack are asserted after the call, so that they hold after any number of calls. acsl/shoe.acsl has the contracts of
 * the functions that move runs of cards. */
#include <__fc_builtin.h>
#include <stdlib.h>

#include "cite.h"
#include "lammer/chart.h"
#include "lammer/shoe.h"

#include "any_rules.h"

#define BYTE(least, most) (uint8_t) Frama_C_interval(least, most)
#define EITHER Frama_C_interval(0, 1)

/* A chart is asked about hands of 21 or less: others end the run here. */
static lm_score played_score_of(int sum, bool ace)
{
    lm_score score = lm_score_of(sum, ace);
    if (score.total > 21) exit(1);
    return score;
}

#define lm_score_of played_score_of
#include "chart.c"
#undef lm_score_of

static uint32_t any_below(void *self, uint32_t bound)
{
    //@ assert kept_bound: bound > 0;
    (void)self;
    return Frama_C_unsigned_int_interval(0, bound - 1);
}

static void any_shoe(lm_shoe *shoe)
{
    Frama_C_make_unknown((char *)shoe, sizeof *shoe);
    shoe->n = (uint16_t)Frama_C_interval(0, LM_SHOE_CARDS);
    shoe->next = (uint16_t)Frama_C_interval(0, LM_SHOE_CARDS);
}

static void keeps_shoe(const lm_shoe *shoe)
{
    //@ assert kept_cards: shoe->n <= LM_SHOE_CARDS;
    //@ assert kept_dealt: shoe->next <= LM_SHOE_CARDS;
}

/* What shoe.acsl does not prove of the stack. */
static void any_shuffle(void)
{
    lm_shoe shoe;
    any_shoe(&shoe);
    switch (Frama_C_interval(0, 3)) {
    case 0: lm_shoe_fill(&shoe, Frama_C_interval(1, LM_SHOE_DECKS)); break;
    case 1: lm_shoe_shuffle(&shoe, any_below, 0); break;
    case 2: lm_shoe_left(&shoe); break;
    default: lm_shoe_collect(&shoe); break;
    }
    keeps_shoe(&shoe);
}

/* What the reader of charts (`lm_study`) accepts: columns of the chart and exceptions within their arrays. */
static void any_chart(void)
{
    static lm_chart chart;
    lm_held held;
    uint8_t count[10];
    Frama_C_make_unknown((char *)&chart, sizeof chart);
    Frama_C_make_unknown((char *)&held, sizeof held);
    Frama_C_make_unknown((char *)count, sizeof count);
    chart.open = EITHER;
    chart.exceptions = Frama_C_interval(0, sizeof chart.exception / sizeof *chart.exception);
    held.n = Frama_C_interval(1, sizeof held.value / sizeof *held.value);
    for (unsigned i = 0; i < sizeof held.value / sizeof *held.value; i++)
        held.value[i] = BYTE(1, 10);
    held.staked = (lm_staked)EITHER;
    held.suited = EITHER;
    held.split_costs = EITHER;
    lm_chart_column(&chart, Frama_C_interval(1, 10), Frama_C_interval(1, 10));
    lm_chart_choice(&chart, Frama_C_interval(0, lm_chart_columns(&chart) - 1), &held,
                    Frama_C_unsigned_int_interval(0, ~0u));
}

static void any_clause(void)
{
    static lm_rules rules;
    any_rules(&rules);
    lm_cite(&rules, (lm_cite_id)Frama_C_interval(0, LM_CITE_COUNT - 1));
    lm_cite_refusal(&rules, (lm_why)Frama_C_interval(0, LM_WHY_COUNT - 1));
    lm_cite_column((lm_cite_id)Frama_C_interval(0, LM_CITE_COUNT - 1), Frama_C_interval(0, LM_RULE_SETS - 1));
    lm_why_text((lm_why)Frama_C_interval(0, LM_WHY_COUNT - 1));
    lm_why_clause((lm_why)Frama_C_interval(0, LM_WHY_COUNT - 1), Frama_C_interval(0, LM_RULE_SETS - 1));
}

int main(void)
{
    switch (Frama_C_interval(0, 2)) {
    case 0: any_shuffle(); break;
    case 1: any_chart(); break;
    default: any_clause(); break;
    }
    return 0;
}
