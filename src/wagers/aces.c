/* aces.c - the ace progressive of Section 19: aces in the first two, three and four cards of the box.
 *
 * The cards are judged in the order they reach the box, split or not (C-77). Only the highest award is paid
 * (MBJ-19(e)); four aces of mixed colour are worth their first three. The award does not depend on the result of a
 * hand (MBJ-19(d)). It is settled with the main wager (MBJ-19(h).1), and a supervisor validates each payout
 * (MBJ-19(g)(3)). */
#include "lammer/round.h"
#include "cards.h"

enum { LOST, TWO, TWO_SUITED, THREE, THREE_SUITED, FOUR_COLOUR };

static void classify(const lm_view *v, lm_outcomes *out)
{
    int n = rank_at_front(v->first, v->n_first, LM_ACE);
    if (n == 4 && one_colour(v->first, 4))
        lm_outcome_add(out, FOUR_COLOUR);
    else if (n >= 3)
        lm_outcome_add(out, one_suit(v->first, 3) ? THREE_SUITED : THREE);
    else if (n == 2)
        lm_outcome_add(out, one_suit(v->first, 2) ? TWO_SUITED : TWO);
    out->attended = out->n > 0;
}

/* clang-format off */
const lm_wager lm_wager_aces = {
    .id        = "aces",
    .title     = "Ace Progressive",
    .spot      = "ACES",
    .clause    = "MBJ-19",
    .main_rule = "MBJ-19(f)",
    .limits    = "MBJ-19(a)",
    .deck_rule = "MBJ-2(a)(3)",
    .rule_sets = 1 << LM_MBJ,
    .window    = LM_WITH_MAIN,                     /* MBJ-19(h).1 */
    .decks     = LM_DECKS_FROM(4),
    .fixed_cents = { 1 * LM_DOLLAR },
    .reading   = "C-77",
    .lit       = true,
    .verify    = "MBJ-19(g)(1)",
    .witness   = { LM_ROLE_SUPERVISOR, "MBJ-19(g)(3)" },
    .start_rule = "MBJ-19(b).3",
    .end_rule  = "MBJ-19(h).1",
    .reads     = LM_READS_RUN,
    .classify  = classify,
    .outcomes  = { "fewer than two aces", "two aces", "two aces, one suit", "three aces", "three aces, one suit",
                   "four aces, one colour" },
    .paytables = {
        { "", "MBJ-19(c)", LM_EXACT, { [TWO]   = LM_PAYS_DOLLARS(25),  [TWO_SUITED]   = LM_PAYS_DOLLARS(100),
                                       [THREE] = LM_PAYS_DOLLARS(250), [THREE_SUITED] = LM_PAYS_DOLLARS(2500),
                                       [FOUR_COLOUR] = LM_PAYS_PERCENT(100) } },
    },
};
