/* answer.c - the exact odds of the main game and of every wager, and of one hand. */
#include "study.h"

/* Everything is computed before the first line is printed, so that an error leaves nothing half-written. */
static bool compute(odds_answer *answer, const odds_ask *ask)
{
    study *s = answer->study;
    answer->eor = ask->eor;
    if (!asked_find(&answer->wagers, s, ask)) return false;
    if (!asked_price(&answer->wagers, s, ask->eor)) return false;
    if (!answer->wagers.main) return true;
    if (!study_best(s) || !study_chart(s)) return false;
    if (ask->eor) lm_game_removal(s->game, answer->removal);
    return true;
}

static int print(const odds_answer *answer, ask_format format)
{
    if (format == ASK_JSON) return odds_print_json(answer);
    if (format == ASK_CSV) {
        odds_print_csv(answer, stdout);
    } else {
        odds_print_text(answer, stdout);
    }
    return ANSWER_YES;
}

int odds_run(study *s, const odds_ask *ask)
{
    odds_answer answer = { .study = s };
    if (ask->hand) return odds_price_hand(s, ask);
    if (ask->together > 0) return odds_price_together(s, ask);
    int result = compute(&answer, ask) ? print(&answer, ask->format) : ANSWER_BAD;
    asked_free(&answer.wagers);
    return result;
}
