/* buster.c - Buster Blackjack: the dealer busts, and the wager pays by the number of the dealer's cards.
 *
 * Where no hand needs it the dealer still draws for the wager, to hard 17 or soft 18 whatever the table's own
 * rule (MBJ-27(f)(3), C-97); a dealer blackjack beats it (MBJ-27(d)(1)). So it is settled last.
 * The house may add a Free Bonus in fixed dollars for a player's blackjack with $5 or more on this wager, when
 * the dealer busts with seven cards or more (MBJ-27(h)); it may be added to any pay table (C-98). */
#include "lammer/rules.h"

enum { LOST, THREE, FOUR, FIVE, SIX, SEVEN, EIGHT_OR_MORE, FREE_SEVEN, FREE_B3_EIGHT, FREE_B1_EIGHT };
enum { NO_BONUS, BONUS_B1, BONUS_B3 }; /* the rule buster_bonus */

static int free_bonus(const lm_view *v)
{
    int64_t bonus = v->rules->buster_bonus;
    if (bonus == NO_BONUS || !v->player_blackjack || v->stake_cents < 5 * LM_DOLLAR || v->n_dealer < 7) return LOST;
    if (v->n_dealer == 7) return FREE_SEVEN;
    return bonus == BONUS_B1 ? FREE_B1_EIGHT : FREE_B3_EIGHT;
}

static void classify(const lm_view *v, lm_outcomes *out)
{
    if (lm_cards_score(v->dealer, v->n_dealer).total <= 21) return;
    lm_outcome_add(out, THREE + (v->n_dealer < 8 ? v->n_dealer : 8) - 3);
    lm_outcome_add(out, free_bonus(v));
}

/* clang-format off */
#define BIT(outcome) (1u << (outcome))
#define PAYS(eight, seven, six, five, four, three)                                                       \
    { [THREE] = { three, 1 }, [FOUR]  = { four, 1 },  [FIVE]          = { five, 1 },                     \
      [SIX]   = { six, 1 },   [SEVEN] = { seven, 1 }, [EIGHT_OR_MORE] = { eight, 1 },                    \
      [FREE_SEVEN]    = LM_PAYS_DOLLARS(1000), /* MBJ-27(i), a floor like the rest */                    \
      [FREE_B3_EIGHT] = LM_PAYS_DOLLARS(5000), [FREE_B1_EIGHT] = LM_PAYS_DOLLARS(8000) }

const lm_wager lm_wager_buster = {
    .id        = "buster",
    .title     = "Buster Blackjack",
    .spot      = "BUSTER",
    .clause    = "MBJ-27",
    .beaten    = { [LM_MBJ] = "MBJ-27(d)(1)" },
    .draws     = "MBJ-27(f)(3)",
    .keeps     = { .blackjack = "MBJ-27(f)(1)", .bust = "MBJ-27(f)(2)" },
    .main_rule = "MBJ-27(b)",
    .limits    = "MBJ-27(c).3",
    .least_rule = "MBJ-27(c).1",
    .main_cap  = "MBJ-27(c).2",
    .rule_sets = 1 << LM_MBJ,
    .window    = LM_AFTER_ALL,                     /* once the main wagers are decided: MBJ-27(f)(3) */
    .needs     = LM_NEEDS_COMPLETE,
    .decks     = LM_DECKS_ANY,
    .lost_to_dealer_blackjack = true,              /* MBJ-27(d)(1) */
    .bonus     = { LM_RULE_buster_bonus, { [BONUS_B1] = BIT(FREE_SEVEN) | BIT(FREE_B1_EIGHT),
                                           [BONUS_B3] = BIT(FREE_SEVEN) | BIT(FREE_B3_EIGHT) } },
    .reading   = "C-97",
    .reads     = LM_READS_DEALER_TOTAL | LM_READS_NATURAL,
    .classify  = classify,
    .outcomes  = { "no bust", "bust with 3 cards", "bust with 4 cards", "bust with 5 cards", "bust with 6 cards",
                   "bust with 7 cards", "bust with 8 or more cards", "Free Bonus, 7 cards",
                   "Free Bonus B3, 8 or more cards", "Free Bonus B1, 8 or more cards" },
    .paytables = {
        { "A", "MBJ-27(g)", LM_FLOOR, PAYS(250, 50, 15, 4, 2, 2) },
        { "B", "MBJ-27(g)", LM_FLOOR, PAYS(200, 50, 15, 4, 2, 2) },
        { "C", "MBJ-27(g)", LM_FLOOR, PAYS(250, 50, 12, 4, 2, 2) },
        { "D", "MBJ-27(g)", LM_FLOOR, PAYS(200, 50, 12, 4, 2, 2) },
        { "E", "MBJ-27(g)", LM_FLOOR, PAYS(250, 50, 12, 3, 2, 2) },
        { "F", "MBJ-27(g)", LM_FLOOR, PAYS(250, 50, 20, 8, 2, 1) },
    },
};
