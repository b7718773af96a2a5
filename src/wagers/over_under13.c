/* over_under13.c - Over 13 and Under 13: the first two cards, the ace as 1 (MBJ-2(b)(3)(ii)).
 *
 * Exactly 13 loses both ways (MBJ-17(c)). The two are sides of one kind of Section 17 wager, so a table that
 * offers either may offer both, and neither of the other kinds (MBJ-17(a), C-68). */
#include "lammer/rules.h"

enum { LOST, WON };

static int sum(const lm_view *v)
{
    return lm_card_value(v->first[0]) + lm_card_value(v->first[1]);
}

static void classify_over(const lm_view *v, lm_outcomes *out)
{
    lm_outcome_add(out, sum(v) > 13 ? WON : LOST);
}

static void classify_under(const lm_view *v, lm_outcomes *out)
{
    lm_outcome_add(out, sum(v) < 13 ? WON : LOST);
}

/* clang-format off */
#define THIRTEEN(id_, title_, spot_, classify_, lost_, won_) {                          \
    .id        = id_,                                                                   \
    .title     = title_,                                                                \
    .spot      = spot_,                                                                 \
    .clause    = "MBJ-17",                                                              \
    .main_rule = "MBJ-17(b)",                                                           \
    .limits    = "MBJ-17(g)(2)",                                                        \
    .main_cap  = "MBJ-17(g)(1)",                                                        \
    .rule_sets = 1 << LM_MBJ,                                                           \
    .window    = LM_AFTER_DEAL, /* MBJ-17(d), MBJ-17(e).1 */                            \
    .decks     = LM_DECKS_ANY,                                                          \
    .bars      = { { "MBJ-17(a)", "@suited @sevens @aces" } },                          \
    .reading   = "C-68",                                                                \
    .reads     = LM_READS_FIRST,                                                        \
    .classify  = classify_,                                                             \
    .outcomes  = { lost_, won_ },                                                       \
    .paytables = { { "", "MBJ-17(e)(1)", LM_EXACT, { [WON] = { 1, 1 } } } },            \
}

const lm_wager lm_wager_over13  = THIRTEEN("over13",  "Over 13",  "OVER 13",  classify_over,  "13 or less", "over 13");
const lm_wager lm_wager_under13 = THIRTEEN("under13", "Under 13", "UNDER 13", classify_under, "13 or more", "under 13");
