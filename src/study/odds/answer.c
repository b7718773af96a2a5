/* answer.c - the exact odds of the main game and of every wager, of one hand, of two wagers together.
 *
 * Everything is computed before the first line is written, so that an error leaves nothing half-written. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "situations/situations.h"

lm_post_split class_asked(const lm_ask *ask)
{
    for (int i = 0; ask->post_split && i < LM_POST_SPLITS; i++) {
        if (strcmp(ask->post_split, lm_post_split_name((lm_post_split)i)) == 0) return (lm_post_split)i;
    }
    return LM_POST_SPLIT_CDZ_MINUS;
}

/* The strategies of `cdz` are strategies of `cdp`, too, whose play is not proved where a dealer blackjack may come late. */
static void bound_cdz(class_edges *classes, const lm_study *s)
{
    double unproved = lm_game_whole_unproved(s->game);
    double edge = classes->edge[LM_POST_SPLIT_CDZ], cdp = -lm_game_class_mean(s->game, LM_POST_SPLIT_CDP) - s->insured;
    classes->edge[LM_POST_SPLIT_CDP] = cdp;
    bool late = s->rules->hole_card == LM_HOLE_NONE || s->rules->hole_card == LM_HOLE_UNSEEN;
    if (isfinite(unproved)) classes->cdz_bound = unproved > 0 && edge - unproved < cdp && !late ? cdp : edge - unproved;
}

/* Insurance is the same in every class that decides by the cards. */
bool class_edges_find(class_edges *classes, lm_study *s, const lm_ask *ask)
{
    if (!lm_study_best(s) || !lm_study_chart(s)) return false;
    lm_post_split class = class_asked(ask);
    if (class == LM_POST_SPLIT_OPT && !study_lend(s)) return false;
    for (int i = 0; i < LM_POST_SPLITS; i++)
        classes->edge[i] = i == (int)class ? -lm_game_class_mean(s->game, class) - s->insured : (double)NAN;
    classes->left_out = class == LM_POST_SPLIT_OPT ? lm_game_seen_left_out(s->game) : 0;
    classes->cdz_bound = (double)NAN;
    if (class == LM_POST_SPLIT_CDZ) bound_cdz(classes, s);
    classes->edge[LM_POST_SPLIT_TD] = s->chart_edge;
    classes->edge[LM_POST_SPLIT_CDZ_MINUS] = -s->best.mean;
    return true;
}

static bool compute_odds(odds_answer *answer, const lm_ask *ask)
{
    lm_study *s = answer->study;
    answer->eor = ask->eor;
    if (!asked_find(&answer->wagers, s, ask) || !asked_price(&answer->wagers, s, ask)) return false;
    if (!answer->wagers.main) return true;
    if (!lm_study_best(s) || !lm_study_chart(s)) return false;
    if (!class_edges_find(&answer->classes, s, ask)) return false;
    if (!ask->eor) return true;
    lm_game_removal_fixed(s->game, answer->fixed);
    lm_game_removal(s->game, answer->removal);
    return true;
}

static bool answer_odds(lm_study *s, const lm_ask *ask, lm_text *out)
{
    odds_answer answer = { .study = s };
    bool fine = compute_odds(&answer, ask);
    if (fine) odds_write(&answer, ask->format, out);
    asked_free(&answer.wagers);
    return fine;
}

static bool answer_hand(lm_study *s, const lm_ask *ask, lm_text *out)
{
    decision d;
    if (!decision_find(&d, s, ask)) return false;
    decision_write(&d, s, ask->format, out);
    return true;
}

static bool answer_chart(lm_study *s, const lm_ask *ask, lm_text *out)
{
    charted *y = malloc(sizeof *y);
    if (!y) return say(&s->ear, "no memory to value the chart");
    bool fine = charted_find(y, s, ask);
    if (fine) charted_write(y, ask->format, out);
    free(y);
    return fine;
}

static bool answer_dealer(lm_study *s, const lm_ask *ask, lm_text *out)
{
    dealer_answer y = { .study = s, .each = ask->eor };
    lm_game *game = lm_study_game(s);
    for (int v = 0; game && v < (y.each ? LM_VALUES : 1); v++)
        lm_game_dealer(game, v, &y.table[v]);
    if (game) dealer_write(&y, ask->format, out);
    return game != NULL;
}

static bool answer_distribution(lm_study *s, const lm_ask *ask, lm_text *out)
{
    distribution_answer *y = malloc(sizeof *y);
    if (!y) return say(&s->ear, "no memory for the distribution");
    bool fine = distribution_find(y, s, ask);
    if (fine) distribution_write(y, ask->format, out);
    beside_free(&y->beside);
    free(y);
    return fine;
}

static bool answer_together(lm_study *s, const lm_ask *ask, lm_text *out)
{
    together t;
    if (!together_find(&t, s, ask)) return false;
    together_write(&t, ask->format, out);
    return true;
}

int odds_answer_ask(lm_study *s, const lm_ask *ask, lm_text *out)
{
    bool (*answer)(lm_study *, const lm_ask *, lm_text *) = ask->behind         ? behind_answer_ask
                                                            : ask->coupon_cents ? coupon_answer_ask
                                                            : ask->insurance    ? insurance_answer_ask
                                                            : ask->worth        ? worth_answer_ask
                                                            : ask->first        ? first_answer_ask
                                                            : ask->tax_forms    ? tax_forms_answer_ask
                                                            : ask->hand         ? answer_hand
                                                            : ask->chart        ? answer_chart
                                                            : ask->dealer       ? answer_dealer
                                                            : ask->distribution ? answer_distribution
                                                            : ask->together > 0 ? answer_together
                                                                                : answer_odds;
    return answer(s, ask, out) ? LM_ANSWER_YES : LM_ANSWER_BAD;
}
