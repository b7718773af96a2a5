/* trilux.c - TriLux Bonus: the player's two cards and the dealer's up card make a flush or better.
 *
 * Its text and its pay tables name different numbers of decks; both must allow the table's number (C-102). Its text has
 * the dealer hold a face-down card beside the up card, so it is offered only in games with one (MBJ-30(c).1, C-115). */
#include "lammer/rules.h"
#include "poker.h"

static void classify(const lm_view *v, lm_outcomes *out)
{
    lm_outcome_add(out, poker_outcome(three_cards_of(v->first[0], v->first[1], v->up)));
}

/* clang-format off */
const lm_wager lm_wager_trilux = {
    .id        = "trilux",
    .title     = "TriLux Bonus",
    .spot      = "TRI LUX",
    .clause    = "MBJ-30",
    .main_rule = "MBJ-30(a)",
    .deck_rule = "MBJ-30(a)",
    .rule_sets = 1 << LM_MBJ,
    .window    = LM_AFTER_DEAL,
    .decks     = LM_DECK(2) | LM_DECK(4) | LM_DECK(5) | LM_DECK(6) | LM_DECK(8),
    .wants     = { { "MBJ-30(c).1", "hole_card=unseen|reader" } }, /* C-115 */
    .reading   = "C-102 C-104 C-115",
    .others    = LM_THE_DEALER,                    /* MBJ-30(T2) */
    .others_title = "Lucky George",
    .reads     = LM_READS_FIRST | LM_READS_UP,
    .classify  = classify,
    .outcomes  = { "less than a flush", "flush", "straight", "three of a kind", "straight flush" },
    .paytables = {
        { "1", "MBJ-30(T1)", LM_EXACT, POKER_PAYS( 8,  8,  8, 8), .others_dollars = { [FLUSH] = 1, [STRAIGHT] = 1, [TRIPS] = 1, [STRAIGHT_FLUSH] = 1 } },
        { "2", "MBJ-30(T1)", LM_EXACT, POKER_PAYS(25, 15,  8, 5), .others_dollars = { [FLUSH] = 1, [STRAIGHT] = 2, [TRIPS] = 5, [STRAIGHT_FLUSH] = 10 } },
        { "3", "MBJ-30(T1)", LM_EXACT, POKER_PAYS(25, 15, 10, 5), .others_dollars = { [STRAIGHT] = 2, [TRIPS] = 5, [STRAIGHT_FLUSH] = 10 } },
        { "4", "MBJ-30(T1)", LM_EXACT, POKER_PAYS(25, 15, 10, 5), .others_dollars = { [FLUSH] = 1, [STRAIGHT] = 2, [TRIPS] = 5, [STRAIGHT_FLUSH] = 10 }, .decks = LM_DECK(2) | LM_DECK(6) | LM_DECK(8) },
    },
};
