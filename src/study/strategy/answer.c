/* answer.c - the chart, with hands that are better played otherwise. */
#include <stdlib.h>
#include <string.h>

#include "strategy.h"

static bool choose_stakes(strategy *y, const odds_ask *ask)
{
    const lm_rules *rules = y->study->rules;
    bool lammers = rules_split_free(rules);
    y->stakes = 1u << LM_STAKED_CHIPS | (unsigned)lammers << LM_STAKED_LAMMER;
    if (!ask->kind) return true;
    y->stakes = 1u << (strcmp(ask->kind, "free") == 0 ? LM_STAKED_LAMMER : LM_STAKED_CHIPS);
    if (lammers || y->stakes == 1u << LM_STAKED_CHIPS) return true;
    say_error("%s gives no free splits, so no hand is staked by a lammer alone; leave out --hand free",
              rules->name);
    return false;
}

static int print(const strategy *y, ask_format format)
{
    switch (format) {
    case ASK_JSON: return strategy_json(y);
    case ASK_CSV: strategy_csv(y, stdout); break;
    case ASK_SVG: strategy_svg(y, stdout); break;
    case ASK_HTML: strategy_html(y, stdout); break;
    default: strategy_text(y, stdout); break;
    }
    return ANSWER_YES;
}

int strategy_run(study *s, const odds_ask *ask)
{
    strategy y = { .study = s, .with_exceptions = ask->exceptions };
    if (!choose_stakes(&y, ask)) return ANSWER_BAD;
    y.chart = study_chart(s);
    if (!y.chart) return ANSWER_BAD;
    y.house_edge = study_chart_edge(s);
    int result = ANSWER_BAD;
    if (!ask->exceptions || find_exceptions(&y.exceptions, s, y.stakes)) result = print(&y, ask->format);
    free(y.exceptions.item);
    return result;
}
