/* streak.c - Streak: two, three, four or five blackjack hands won in a row.
 *
 * Four wagers, one for each length, on spots of their own. They remember earlier rounds; the hands won and lost decide
 * a round. A push keeps the streak, a lost hand or a round not played ends it, split hands go by their majority
 * (MBJ-22(e) to MBJ-22(h), C-86, C-87). */
#include "lammer/rules.h"

enum { LOST, WON };

/* It remembers the wins so far: more hands won than lost continue the streak, fewer end it. */
static void classify(const lm_view *v, lm_outcomes *out, int length)
{
    out->carry = (uint8_t)(v->carry + (v->won > v->lost));
    if (v->won < v->lost) return;
    if (out->carry >= length) lm_outcome_add(out, WON);
    out->pending = out->carry < length;
}

/* clang-format off */
#define STREAK(n, pays)                                                                                  \
static void classify_##n(const lm_view *v, lm_outcomes *out) { classify(v, out, n); }                    \
const lm_wager lm_wager_streak##n = {                                                                    \
    .id        = "streak." #n,                                                                           \
    .title     = "Streak of " #n,                                                                        \
    .spot      = "STREAK " #n,                                                                           \
    .clause    = "MBJ-22",                                                                               \
    .main_rule = "MBJ-22(b)",                                                                            \
    .rule_sets = 1 << LM_MBJ,                                                                            \
    .window    = LM_AFTER_HANDS, /* MBJ-22(c) */                                                         \
    .carries   = true,                                                                                   \
    .once_open = "MBJ-22(k)(2)",                                                                         \
    .abandoned = "MBJ-22(f)",                                                                            \
    .reads     = LM_READS_RESULTS,                                                                       \
    .classify  = classify_##n,                                                                           \
    .decks     = LM_DECKS_ANY,                                                                           \
    .bars      = { { "MBJ-22(l)", "multiple_action!=off @aces @blackjack-bonus @twenty-point @third-card " \
                                  "@in-between @21+3 @kings-bounty" } },                                 \
    .reading   = "C-86 C-87",                                                                            \
    .outcomes  = { "streak broken", #n " wins in a row" },                                               \
    .paytables = { { "", "MBJ-22(j)", LM_FLOOR, { [WON] = { pays, 1 } } } },                             \
};

STREAK(2, 3)
STREAK(3, 7)
STREAK(4, 17)
STREAK(5, 37)
