/* streak.c - Streak: two, three, four or five blackjack hands won in a row.
 *
 * Four wagers, one for each length, on spots of their own. They remember earlier rounds, so a single round's
 * cards decide nothing and there is no classify. A push keeps the streak, a lost hand or a round not played
 * ends it, split hands go by their majority (MBJ-22(e) to MBJ-22(h), C-86, C-87). */
#include "lammer/rules.h"

enum { LOST, WON };

/* clang-format off */
#define STREAK(n, pays) {                                                                                \
    .id        = "streak." #n,                                                                           \
    .title     = "Streak of " #n,                                                                        \
    .clause    = "MBJ-22",                                                                               \
    .main_rule = "MBJ-22(b)",                                                                            \
    .rule_sets = 1 << LM_MBJ,                                                                            \
    .window    = LM_WITH_MAIN, /* MBJ-22(c) */                                                           \
    .decks     = LM_DECKS_ANY,                                                                           \
    .bars      = { { "MBJ-22(l)", "multiple_action!=off @aces @blackjack-bonus @twenty-point @third-card " \
                                  "@in-between @21+3 @kings-bounty" } },                                 \
    .reading   = "C-86 C-87",                                                                            \
    .outcomes  = { "streak broken", #n " wins in a row" },                                               \
    .paytables = { { "", "MBJ-22(j)", LM_FLOOR, { [WON] = { pays, 1 } } } },                             \
}

const lm_wager lm_wager_streak2 = STREAK(2, 3);
const lm_wager lm_wager_streak3 = STREAK(3, 7);
const lm_wager lm_wager_streak4 = STREAK(4, 17);
const lm_wager lm_wager_streak5 = STREAK(5, 37);
