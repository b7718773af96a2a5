/* twenty_point.c - the twenty point bonus of Section 24: the first two cards total 20.
 *
 * Ace-nine is a twenty, suited or not, and never matched (C-90). Two queens of hearts against an ace or ten
 * are settled last (MBJ-24(e).1), when it is known whether the dealer has a blackjack, in the presence of a
 * floorperson (MBJ-24(e).2); everything else is settled after the deal (MBJ-24(d).2). */
#include "lammer/round.h"
#include "cards.h"

enum { LOST, ANY, SUITED, MATCHED, QUEENS, QUEENS_BLACKJACK };

static void classify(const lm_view *v, lm_outcomes *out)
{
    const lm_card *mine = v->first;
    if (!is_twenty(mine)) return;
    bool queens = is_pair_of(mine, lm_card_make(LM_QUEEN, LM_HEARTS));
    out->pending = queens && v->blackjack_possible;
    out->attended = queens && is_ace_or_ten(v->up);
    if (queens)
        lm_outcome_add(out, v->dealer_blackjack ? QUEENS_BLACKJACK : QUEENS);
    else if (mine[0] == mine[1])
        lm_outcome_add(out, MATCHED);
    else
        lm_outcome_add(out, one_suit(mine, 2) ? SUITED : ANY);
}

/* clang-format off */
const lm_wager lm_wager_twenty_point = {
    .id        = "twenty-point",
    .title     = "Twenty Point Bonus",
    .spot      = "20 POINT",
    .clause    = "MBJ-24",
    .main_rule = "MBJ-24(c)",
    .limits    = "MBJ-24(c)",
    .deck_rule = "MBJ-2(a)(2)",
    .rule_sets = 1 << LM_MBJ,
    .window    = LM_AFTER_DEAL,
    .needs     = LM_NEEDS_SECOND,                  /* queens of hearts that wait */
    .decks     = LM_DECKS_FROM(2),
    .bars      = {
        { "MBJ-24(i)", "multiple_action!=off @aces @blackjack-bonus @streak @third-card @in-between @21+3 @kings-bounty" },
        { "MBJ-24(d).1", "hole_card=face-up game=six-to-five" }, /* C-89, C-115 */
    },
    .reading   = "C-89 C-90 C-115",
    .cap_rule  = LM_RULE_twenty_point_cap,         /* MBJ-24(h) */
    .capped_outcome = QUEENS_BLACKJACK,
    .in_succession = true,                         /* MBJ-24(d).2 */
    .witness   = { LM_ROLE_FLOORPERSON, "MBJ-24(e).2" },
    .reads     = LM_READS_FIRST | LM_READS_UP | LM_READS_BLACKJACK,
    .classify  = classify,
    .outcomes  = { "not 20", "any 20", "suited 20", "matched 20", "two queens of hearts",
                   "two queens of hearts, dealer blackjack" },
    .paytables = {
        { "A", "MBJ-24(f)", LM_FLOOR, { [ANY]    = {   4, 1 }, [SUITED] = { 9, 1 }, [MATCHED] = { 19, 1 },
                                        [QUEENS] = { 125, 1 }, [QUEENS_BLACKJACK] = { 1000, 1 } } },
        { "B", "MBJ-24(f)", LM_FLOOR, { [ANY]    = {   4, 1 }, [SUITED] = { 10, 1 }, [MATCHED] = { 25, 1 },
                                        [QUEENS] = { 200, 1 }, [QUEENS_BLACKJACK] = { 1000, 1 } } },
    },
};
