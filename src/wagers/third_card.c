/* third_card.c - the optional bonus of Section 25: the dealer must take a third card and busts with it.
 *
 * While it is live the dealer takes a third card to a two-card hand under 17 whatever the players hold
 * (MBJ-25(d).3, C-93). A two-card 17 or more has lost; a soft 17 that the table draws to cannot bust with one
 * card, so it has lost as well (C-92). Three eights replace the row of the eight, once (C-94). */
#include "lammer/rules.h"
#include "cards.h"

enum { LOST, TEN, NINE, EIGHT, SEVEN, SIX, EIGHTS_COLOUR, EIGHTS_SUIT };

static int bust_with(const lm_card *cards)
{
    if (one_rank(cards, 3) && lm_rank(cards[2]) == LM_EIGHT) {
        if (one_suit(cards, 3)) return EIGHTS_SUIT;
        if (one_colour(cards, 3)) return EIGHTS_COLOUR;
    }
    return TEN + 10 - lm_card_value(cards[2]);
}

static void classify(const lm_view *v, lm_outcomes *out)
{
    if (v->n_dealer < 3 || lm_cards_score(v->dealer, 3).total <= 21) return;
    lm_outcome_add(out, bust_with(v->dealer));
}

/* clang-format off */
const lm_wager lm_wager_third_card = {
    .id        = "third-card",
    .title     = "Third-Card Bonus",
    .spot      = "THIRD CARD",
    .clause    = "MBJ-25",
    .main_rule = "MBJ-25(b)",
    .limits    = "MBJ-25(c).3",
    .least_rule = "MBJ-25(c).1",
    .main_cap  = "MBJ-25(c).2",
    .deck_rule = "MBJ-2(a)(4)",
    .rule_sets = 1 << LM_MBJ,
    .draws     = "MBJ-25(d).3",
    .window    = LM_THIRD_CARD,                    /* before the other wagers: MBJ-25(e).1 */
    .needs     = LM_NEEDS_THIRD,
    .decks     = LM_DECK(6) | LM_DECK(8),
    .lost_to_dealer_blackjack = true,              /* a two-card 21: MBJ-25(d).1 */
    .bars      = { { "MBJ-25(h)", "multiple_action!=off @aces @blackjack-bonus @streak @match-dealer @twenty-point "
                                  "@in-between @21+3 @kings-bounty" } },
    .reading   = "C-92 C-93 C-94",
    .reads     = LM_READS_DEALER,
    .suited_totals = 1u << 24,                      /* three eights */
    .classify  = classify,
    .outcomes  = { "no bust with the third card", "bust with a ten", "bust with a 9", "bust with an 8", "bust with a 7",
                   "bust with a 6", "three 8s, one colour", "three 8s, one suit" },
    .paytables = {
        { "", "MBJ-25(e).2", LM_EXACT, { [TEN]   = { 3, 1 }, [NINE] = {  5, 1 }, [EIGHT] = { 7, 1 },
                                         [SEVEN] = { 9, 1 }, [SIX]  = { 15, 1 },
                                         [EIGHTS_COLOUR] = { 50, 1 }, [EIGHTS_SUIT] = { 200, 1 } } }, /* MBJ-25(f) */
    },
};
