/* plus3.c - 21+3: the player's two cards and the dealer's up card as a three-card poker hand.
 *
 * Three cards of one rank are three of a kind even if all are of one suit, for which there is no row of its own
 * (MBJ-28(b)(2)). */
#include "lammer/rules.h"
#include "poker.h"

static void classify(const lm_view *v, lm_outcomes *out)
{
    lm_outcome_add(out, poker_outcome(three_cards_of(v->first[0], v->first[1], v->up)));
}

/* clang-format off */
const lm_wager lm_wager_plus3 = {
    .id        = "21+3",
    .title     = "21+3",
    .clause    = "MBJ-28",
    .main_rule = "MBJ-28(d)",
    .limits    = "MBJ-28(d)",
    .rule_sets = 1 << LM_MBJ,
    .window    = LM_AFTER_DEAL,                    /* before the card reader: MBJ-28(e) */
    .decks     = LM_DECKS_ANY,
    .bars      = {
        { "MBJ-28(g)", "multiple_action!=off @aces @blackjack-bonus @streak @third-card @in-between @kings-bounty" },
        { "MBJ-28(e)", "game=six-to-five" },       /* C-115 */
    },
    .reading   = "C-115",
    .in_succession = true,                         /* MBJ-28(e) */
    .reads     = LM_READS_FIRST | LM_READS_UP,
    .classify  = classify,
    .outcomes  = { "less than a flush", "flush", "straight", "three of a kind", "straight flush" },
    .paytables = {
        { "A", "MBJ-28(f)", LM_FLOOR, POKER_PAYS( 9,  9,  9, 9) },
        { "B", "MBJ-28(f)", LM_FLOOR, POKER_PAYS(30, 20, 10, 5) },
    },
};
