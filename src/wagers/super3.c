/* super3.c - Super 3: the three cards of TriLux as three of a kind or a straight flush.
 *
 * Here three of a kind in one suit outranks the straight flush (MBJ-30(T3)). Only a bettor on TriLux
 * may make it (MBJ-30(b)). */
#include "lammer/rules.h"
#include "cards.h"

enum { LOST, TRIPS, STRAIGHT_FLUSH, TRIPS_SUITED };

static void classify(const lm_view *v, lm_outcomes *out)
{
    three_cards hand = three_cards_of(v->first[0], v->first[1], v->up);
    if (hand.trips)
        lm_outcome_add(out, hand.suited ? TRIPS_SUITED : TRIPS);
    else if (hand.straight && hand.suited)
        lm_outcome_add(out, STRAIGHT_FLUSH);
}

/* clang-format off */
const lm_wager lm_wager_super3 = {
    .id        = "super3",
    .title     = "Super 3",
    .spot      = "SUPER 3",
    .clause    = "MBJ-30",
    .main_rule = "MBJ-30(b)",
    .beside    = "trilux",
    .deck_rule = "MBJ-30(b)",
    .rule_sets = 1 << LM_MBJ,
    .window    = LM_AFTER_DEAL,
    .decks     = LM_DECK(4) | LM_DECK(5) | LM_DECK(6) | LM_DECK(8),
    .wants     = { { "MBJ-30(b)", "@trilux" } },
    .reading   = "C-102 C-115",
    .reads     = LM_READS_FIRST | LM_READS_UP,
    .classify  = classify,
    .outcomes  = { "less than three of a kind", "three of a kind", "straight flush", "three of a kind, one suit" },
    .paytables = {
        { "", "MBJ-30(T3)", LM_EXACT, { [TRIPS] = { 90, 1 }, [STRAIGHT_FLUSH] = { 180, 1 }, [TRIPS_SUITED] = { 270, 1 } } },
    },
};
