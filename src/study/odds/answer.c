/* answer.c - the exact odds of the main game and of every wager, of one hand, of two wagers together.
 *
 * Everything is computed before the first line is written, so that an error leaves nothing half-written. */
#include <stdlib.h>

#include "study.h"

static bool compute_odds(odds_answer *answer, const lm_ask *ask)
{
    lm_study *s = answer->study;
    answer->eor = ask->eor;
    if (!asked_find(&answer->wagers, s, ask) || !asked_price(&answer->wagers, s, ask)) return false;
    if (!answer->wagers.main) return true;
    if (!lm_study_best(s) || !lm_study_chart(s)) return false;
    if (ask->eor) lm_game_removal(s->game, answer->removal);
    return true;
}

int odds_answer_ask(lm_study *s, const lm_ask *ask, lm_text *out)
{
    bool fine;
    if (ask->hand) {
        decision d;
        if ((fine = decision_find(&d, s, ask))) decision_write(&d, s, ask->format, out);
    } else if (ask->chart) {
        charted *y = malloc(sizeof *y);
        if (!y) return say(&s->ear, "no memory to value the chart"), LM_ANSWER_BAD;
        if ((fine = charted_find(y, s, ask))) charted_write(y, ask->format, out);
        free(y);
    } else if (ask->together > 0) {
        together t;
        if ((fine = together_find(&t, s, ask))) together_write(&t, ask->format, out);
    } else {
        odds_answer answer = { .study = s };
        if ((fine = compute_odds(&answer, ask))) odds_write(&answer, ask->format, out);
        asked_free(&answer.wagers);
    }
    return fine ? LM_ANSWER_YES : LM_ANSWER_BAD;
}
