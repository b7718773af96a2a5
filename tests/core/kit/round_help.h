/* round_help.h - one round by hand: an action that must be taken, one that may be, and cards by their text. */
#ifndef LAMMER_TEST_ROUND_HELP_H
#define LAMMER_TEST_ROUND_HELP_H

#include "rules_help.h"

#include "lammer/round.h"

static inline void act(lm_round *round, const lm_rules *rules, lm_action action)
{
    lm_status status = lm_round_apply(round, rules, action);
    if (!lm_ok(status)) fail_msg("%s: %s", lm_verb_word(action.verb), lm_why_text(status.why));
}

static inline bool may(const lm_round *round, const lm_rules *rules, lm_action action)
{
    lm_round copy = *round;
    return lm_ok(lm_round_apply(&copy, rules, action));
}

static inline lm_card card_of(const char *text)
{
    lm_card card;
    if (!lm_card_read(text, &card)) fail_msg("no card: %s", text);
    return card;
}

#endif
