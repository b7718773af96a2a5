/* buster.c - Buster Blackjack: the dealer busts, and pays by the number of his cards.
 *
 * Where no hand needs it the dealer still completes his hand for it, to hard 17 or soft 18 whatever the table's
 * own rule (MBJ-27(f)(3), C-97); a dealer blackjack beats it (MBJ-27(d)(1)). So it comes last. */
#include "lammer/rules.h"

enum { LOST, THREE, FOUR, FIVE, SIX, SEVEN, EIGHT_OR_MORE };

static void classify(const lm_view *v, lm_outcomes *out)
{
    if (lm_cards_score(v->dealer, v->n_dealer).total <= 21) return;
    lm_outcome_add(out, THREE + (v->n_dealer < 8 ? v->n_dealer : 8) - 3);
}

/* clang-format off */
#define PAYS(eight, seven, six, five, four, three)                                                       \
    { [THREE] = { three, 1 }, [FOUR]  = { four, 1 },  [FIVE]          = { five, 1 },                     \
      [SIX]   = { six, 1 },   [SEVEN] = { seven, 1 }, [EIGHT_OR_MORE] = { eight, 1 } }

const lm_wager lm_wager_buster = {
    .id        = "buster",
    .title     = "Buster Blackjack",
    .clause    = "MBJ-27",
    .main_rule = "MBJ-27(b)",
    .limits    = "MBJ-27(c)",
    .rule_sets = 1 << LM_MBJ,
    .window    = LM_AFTER_ALL,                     /* once the main wagers are decided: MBJ-27(f)(3) */
    .needs     = LM_NEEDS_COMPLETE,
    .decks     = LM_DECKS_ANY,
    .lost_to_dealer_blackjack = true,              /* MBJ-27(d)(1) */
    .reading   = "C-97",
    .classify  = classify,
    .outcomes  = { "no bust", "bust with 3 cards", "bust with 4 cards", "bust with 5 cards", "bust with 6 cards",
                   "bust with 7 cards", "bust with 8 or more cards" },
    .paytables = {
        { "A", "MBJ-27(g)", LM_FLOOR, PAYS(250, 50, 15, 4, 2, 2) },
        { "B", "MBJ-27(g)", LM_FLOOR, PAYS(200, 50, 15, 4, 2, 2) },
        { "C", "MBJ-27(g)", LM_FLOOR, PAYS(250, 50, 12, 4, 2, 2) },
        { "D", "MBJ-27(g)", LM_FLOOR, PAYS(200, 50, 12, 4, 2, 2) },
        { "E", "MBJ-27(g)", LM_FLOOR, PAYS(250, 50, 12, 3, 2, 2) },
        { "F", "MBJ-27(g)", LM_FLOOR, PAYS(250, 50, 20, 8, 2, 1) },
    },
};
