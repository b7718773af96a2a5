/* blackjack_bonus.c - the blackjack bonus of Section 20: the player is dealt a blackjack.
 *
 * It is won with the second card (MBJ-20(d), C-120). A display shows the amount when the round is over
 * (MBJ-20(f).2): $5 to $1,000 for $1, $50 to $5,000 for $5. The pay table holds the least of each range; the
 * stake stays with the player (C-85). It is paid whatever the dealer has (MBJ-20(i)). */
#include "lammer/round.h"

enum { LOST, ONE_DOLLAR, FIVE_DOLLARS };

static void classify(const lm_view *v, lm_outcomes *out)
{
    if (!v->player_blackjack) return;
    lm_outcome_add(out, v->stake_cents < 5 * LM_DOLLAR ? ONE_DOLLAR : FIVE_DOLLARS);
}

/* clang-format off */
const lm_wager lm_wager_blackjack_bonus = {
    .id        = "blackjack-bonus",
    .title     = "Blackjack Bonus",
    .spot      = "BJ BONUS",
    .clause    = "MBJ-20",
    .main_rule = "MBJ-20(c)",
    .limits    = "MBJ-20(a)",
    .rule_sets = 1 << LM_MBJ,
    .window    = LM_AFTER_DEAL,                    /* losers: MBJ-20(e)(1); winners wait for the end: MBJ-20(f).1 */
    .decks     = LM_DECKS_ANY,
    .fixed_cents = { 1 * LM_DOLLAR, 5 * LM_DOLLAR },
    .stake_rule = LM_RULE_bonus_stakes,
    .amount_is_shown = true,
    .witness   = { LM_ROLE_SUPERVISOR, "MBJ-20(g)(4)" },
    .display   = { 100 * LM_DOLLAR, "MBJ-20(g)(3)", "MBJ-20(e)(2)" },
    .shown     = { { 1 * LM_DOLLAR, 5 * LM_DOLLAR, 1000 * LM_DOLLAR }, { 5 * LM_DOLLAR, 50 * LM_DOLLAR, 5000 * LM_DOLLAR } },
    .bars      = { { "MBJ-20(l)", "multiple_action!=off @aces @streak @twenty-point @third-card @in-between @21+3" } },
    .reading   = "C-85 C-120",
    .reads     = LM_READS_NATURAL,
    .classify  = classify,
    .outcomes  = { "no blackjack", "blackjack with $1", "blackjack with $5" },
    .paytables = {
        { "", "MBJ-20(j)", LM_FLOOR, { [ONE_DOLLAR] = { 5, 1 }, [FIVE_DOLLARS] = { 10, 1 } } },
    },
};
