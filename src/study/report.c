/* report.c - computes the report of a submission: prices, the main game, its chart, and hands whose cards matter. */
#include "out/report.h"

/* Every report includes the main game. */
static bool compute_report(report *r, const lm_ask *ask)
{
    lm_study *s = r->study;
    lm_ask chart = { .exceptions = true };
    if (!asked_find(&r->wagers, s, ask) || !asked_price(&r->wagers, s, ask)) return false;
    return lm_study_best(s) && strategy_find(&r->strategy, s, &chart) && class_edges_find(&r->classes, s, ask);
}

int report_answer_ask(lm_study *s, const lm_ask *ask, lm_text *out)
{
    report r = { .study = s, .date = ask->date };
    bool fine = compute_report(&r, ask);
    if (fine) report_page(&r, out);
    strategy_free(&r.strategy);
    asked_free(&r.wagers);
    return fine ? LM_ANSWER_YES : LM_ANSWER_BAD;
}
