/* pot_of_gold.c - Pot of Gold: how many lammers the box is given in this round.
 *
 * Every free split and free double of the box counts, whatever becomes of the hand (WFB-SPLIT.3, WFB-DOUBLE.3,
 * C-24). Three splits and four doubles make seven, where the tables end. A dealer blackjack beats it with any
 * number of lammers (WFB-POG.2, VFB-POG.2, C-25).
 * The vendor's text prints no odds; a table under it chooses one of Washington's (C-23). */
#include "lammer/rules.h"

enum { LOST, ONE, TWO, THREE, FOUR, FIVE, SIX, SEVEN };

static void classify(const lm_view *v, lm_outcomes *out)
{
    if (v->dealer_blackjack) return;
    lm_outcome_add(out, v->lammers < SEVEN ? v->lammers : SEVEN);
}

/* clang-format off */
const lm_wager lm_wager_pot_of_gold = {
    .id        = "pot-of-gold",
    .title     = "Pot of Gold",
    .spot      = "POT OF GOLD",
    .clause    = "WFB-POG",
    .sections  = { [LM_VFB] = "VFB-POG.1", [LM_WFB] = "WFB-POG.1" },
    .beaten    = { [LM_VFB] = "VFB-POG.2", [LM_WFB] = "WFB-POG.2" },
    .rule_sets = 1 << LM_VFB | 1 << LM_WFB,
    .window    = LM_AFTER_HANDS,
    .decks     = LM_DECKS_ANY,
    .collects_lammers = true,                      /* WFB-SPLIT.3, WFB-DOUBLE.3 */
    .lost_to_dealer_blackjack = true,              /* WFB-POG.2 */
    .reading   = "C-23 C-24 C-25",
    .reads     = LM_READS_LAMMERS | LM_READS_BLACKJACK,
    .classify  = classify,
    .outcomes  = { "no lammer, or dealer blackjack", "1 lammer", "2 lammers", "3 lammers", "4 lammers",
                   "5 lammers", "6 lammers", "7 lammers" },
    .paytables = {
        { "01", "WFB-POGT.1", LM_EXACT, { [ONE]  = {   3, 1 }, [TWO] = {  10, 1 }, [THREE] = {   30, 1 }, [FOUR] = { 60, 1 },
                                          [FIVE] = { 100, 1 }, [SIX] = { 300, 1 }, [SEVEN] = { 1000, 1 } } },
        { "02", "WFB-POGT.1", LM_EXACT, { [ONE]  = {   3, 1 }, [TWO] = {  12, 1 }, [THREE] = {   30, 1 }, [FOUR] = { 50, 1 },
                                          [FIVE] = { 100, 1 }, [SIX] = { 100, 1 }, [SEVEN] = {  100, 1 } } },
    },
};
