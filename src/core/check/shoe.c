/* shoe.c - decks, shoe, shuffler, cut and cover card. Deck counts of single wagers stand in their
 * files. */
#include "rows.h"

#define FREE_BET "rule_set=mfb|vfb|wfb|ifb"
#define MBJ "rule_set=mbj"

/* clang-format off */
const lm_check_row lm_check_shoe[] = {
    LM_MUST("MFB-2(a).1", "rule_set=mfb", "decks=6|8", "six or eight decks"),
    LM_MUST("VFB-RULES.10", "rule_set=vfb", "decks=6|8", "six or eight decks"),
    LM_MUST("WFB-RULES.10", "rule_set=wfb", "decks=6|8",
            "six or eight decks; the figures for others are not tables (C-29)"),
    LM_MUST("MFB-2(a).1", "rule_set=ifb", "decks=6|8", "six or eight decks (inherited, C-34)"),

    /* What the cards come from */
    LM_NEVER("MFB-6(a).1", FREE_BET, "shoe=double|hand", "cards come from one shoe"),
    LM_MUST("MFB-4(i)", FREE_BET " shoe=continuous", "continuous_approved=on", "a continuous shuffler needs approval"),
    LM_MUST("MBJ-21", MBJ " shoe=continuous", "continuous_approved=on", "a continuous shuffler needs approval"),
    LM_MUST("MBJ-6(d)(1).2", MBJ " shoe=double", "red_suits!=unset back_colour!=second_back_colour",
            "designate the side that red suits send the deal to, and give the two sides different back colours"),
    LM_MUST("MBJ-5(k)", MBJ " custom_procedure!=none", "custom_procedure=approved",
            "the house's own procedure needs approval"),

    /* Batch shuffler */
    LM_MUST("MFB-2(b)", FREE_BET " shuffler=batch", "batches=2", "a shuffler needs the cards of at least two shoes"),
    LM_MUST("MFB-2(b)(1)", FREE_BET " shuffler=batch", "second_batch_decks=same|decks",
            "both batches have the same number of decks"),
    LM_MUST("MFB-2(b)(2)", FREE_BET " shuffler=batch", "back_colour!=second_back_colour",
            "the batches have different back colours"),
    LM_MUST("MBJ-2(b*)", MBJ " game=standard shuffler=batch", "decks>=2",
            "an automated shuffler needs at least two decks"),
    LM_MUST("MBJ-2(b*)(1)", MBJ " shuffler=batch", "batches=2 second_batch_decks=same|decks",
            "there are two equal batches"),
    LM_MUST("MBJ-2(b*)(2)", MBJ " shuffler=batch", "back_colour!=second_back_colour",
            "the batches differ in back colour"),

    /* Decks, cut and cover card */
    LM_MUST("MFB-2(c)", FREE_BET, "deck_hours<=24", "opened decks are replaced within 24 hours"),
    LM_MUST("MFB-2(a).3", FREE_BET " shoe!=continuous", "cover_cards>=1", "at least one cover card is in use"),
    LM_MUST("MFB-4(e).3", FREE_BET " shoe!=continuous", "cover_depth>=25",
            "the cover card lies at least a quarter from the bottom"),
    LM_MUST("MFB-4(e).1", FREE_BET " cut_minimum!=auto", "cut_minimum>=52", "a cut is at least a deck from both ends"),
    LM_MUST("MBJ-2(a).3", MBJ " game=standard shoe!=continuous", "cover_cards=1", "one cut card is in use"),
    LM_MUST("MBJ-2(a).3", MBJ " game=six-to-five", "cover_cards=2", "the variation has two cut cards"),
    LM_MUST("MBJ-5(d).3", MBJ " game=standard shoe!=continuous", "cover_depth>=25",
            "the cut card lies about a quarter from the back or more"),
    LM_MUST("MBJ-5(i).2", MBJ " game=six-to-five rounds_per_deck=several", "cover_depth>=33.33",
            "the second cut card lies a third from the back or more"),
    LM_MUST("MBJ-5(c)", MBJ " decks>2 cut_minimum!=auto", "cut_minimum>=52",
            "a cut is at least a deck from either end"),
    LM_MUST("MBJ-5(b)", MBJ, "cut_by=players", "the stack is offered to the players"),
    { 0 },
};
