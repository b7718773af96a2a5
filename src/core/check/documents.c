/* documents.c - the values that each document fixes for every house.
 *
 * They are rules with names because real houses vary them, but a table under one of the four documents must have the
 * document's value. Where the vendor's, Washington's or Iowa's text has no clause, the Massachusetts one applies
 * (C-34). */
#include "rows.h"

#define MFB(clause, must, say) LM_MUST(clause, "rule_set=mfb", must, say)
#define VFB(clause, must, say) LM_MUST(clause, "rule_set=vfb", must, say)
#define WFB(clause, must, say) LM_MUST(clause, "rule_set=wfb", must, say)
#define IFB(clause, must, say) LM_MUST(clause, "rule_set=ifb", must, say)
#define MBJ(clause, must, say) LM_MUST(clause, "rule_set=mbj", must, say)

/* All four documents say so. */
#define FREE_BET(must, mfb, vfb, wfb, ifb, say)                                                                        \
    MFB(mfb, must, say), VFB(vfb, must, say), WFB(wfb, must, say), IFB(ifb, must, say)
/* Massachusetts says so and the others inherit it. */
#define INHERITED(must, mfb, say)                                                                                      \
    MFB(mfb, must, say), LM_MUST(mfb, "rule_set=vfb|wfb|ifb", must, say " (inherited, C-34)")

/* clang-format off */
const lm_check_row lm_check_documents[] = {
    /* The dealer */
    MFB("MFB-6(l).1", "dealer_soft17=stand", "the dealer stands on every 17"),
    VFB("VFB-RULES.8", "dealer_soft17=hit", "the dealer draws to soft 17"),
    WFB("WFB-RULES.8", "dealer_soft17=hit",
            "the dealer draws to soft 17, although the printed layout says otherwise (C-26)"),
    IFB("IFB-BASE.9", "dealer_soft17=hit", "the dealer draws to soft 17"),
    FREE_BET("dealer_22=push", "MFB-6(n)(1)", "VFB-RULES.7", "WFB-RULES.7", "IFB-BASE.7",
            "a dealer total of 22 pushes"),
    MBJ("MBJ-3(a)(1)", "dealer_22=bust", "a dealer total of 22 loses like any other total over 21"),
    INHERITED("hole_card=unseen|reader", "MFB-6(e)(4)",
            "the dealer's second card is dealt face down with the first two"),
    INHERITED("hole_card=reader|none|face-up", "MFB-6(g).1", "a card reader is used when an ace or ten is up"),
    FREE_BET("ties=push", "MFB-6(p)", "VFB-SPLIT.5", "WFB-SPLIT.2", "IFB-SPLIT.4", "equal totals push"),

    /* Blackjack, insurance, surrender */
    FREE_BET("blackjack_pays=3:2", "MFB-10(a).2", "VFB-RULES.9", "WFB-RULES.9", "IFB-BASE.8",
            "a blackjack pays 3 to 2"),
    FREE_BET("special_blackjack=off", "MFB-10(a).2", "VFB-RULES.9", "WFB-RULES.9", "IFB-BASE.8",
            "every blackjack pays 3 to 2"),
    MFB("MFB-6(h)(1).1", "blackjack_paid=on-turn", "a blackjack is paid at its player's turn"),
    MBJ("MBJ-7(a).1", "blackjack_paid=at-once", "a blackjack is paid before any third card where it can be"),
    MFB("MFB-7(a)", "insurance=on", "an ace up lets every player insure"),
    INHERITED("late_insurance=off", "MFB-7(b).3", "insurance comes before the reader is used"),
    MFB("MFB-6(h)(2).2", "surrender=off", "there is no surrender"),
    VFB("VFB-RULES.11", "surrender=off", "there is no late surrender"),
    WFB("WFB-RULES.11", "surrender=off", "there is no late surrender"),
    IFB("MFB-6(h)(2).2", "surrender=off", "there is no surrender (inherited, C-34)"),
    INHERITED("split_blackjack=off", "MFB-1.blackjack", "a blackjack is the first two cards of the deal (C-07)"),
    MBJ("MBJ-1.blackjack", "split_blackjack=off", "a split hand is never a blackjack"),
    INHERITED("split_21_beats_multicard_21=off", "MFB-6(p)", "equal totals push"),

    /* Doubling and splitting */
    FREE_BET("double_on=any", "MFB-8(a)", "VFB-RULES.6", "WFB-RULES.6", "IFB-BASE.6",
            "any first two cards may be doubled"),
    FREE_BET("double_after_split=on", "MFB-8(b)", "VFB-RULES.3", "WFB-RULES.3", "IFB-BASE.3",
            "split hands may be doubled"),
    INHERITED("double_card=up", "MFB-8(c)", "the card is dealt face up"),
    FREE_BET("split_hands=4", "MFB-9(d).2", "VFB-RULES.4", "WFB-RULES.4", "IFB-BASE.4", "a box may become four hands"),
    MFB("MFB-9(d).1", "split_aces=play-on", "split aces are played on like any hand"),
    MFB("MFB-9(d).2", "resplit_aces=on", "aces may be split again"),
    MBJ("MBJ-11(c)(2)", "split_aces=one-card", "each split ace takes one card"),

    /* Free bets */
    FREE_BET("free_double=two-cards", "MFB-8(a)(1).1", "VFB-RULES.1", "WFB-RULES.1", "IFB-BASE.1",
            "a first two-card hard 9, 10 or 11 doubles free, and no other hand"),
    FREE_BET("free_split=A23456789", "MFB-9(b)(2)", "VFB-RULES.2", "WFB-RULES.2", "IFB-BASE.2",
            "every pair but ten-value cards splits free"),
    FREE_BET("free_splits=3", "MFB-9(d).2", "VFB-RULES.4", "WFB-RULES.4", "IFB-BASE.4",
            "free splits make up to four hands"),
    FREE_BET("lammer_double=on", "MFB-8(b)", "VFB-RULES.6", "WFB-RULES.6", "IFB-BASE.6",
            "a hand that a lammer stakes doubles like any other"),
    MFB("MFB-9(c)(2)", "busted_bet=with-siblings", "a busted hand stays until settlement or until its siblings bust"),
    VFB("VFB-SPLIT.7", "busted_bet=round-end", "a busted original bet is taken at the end of the round"),
    WFB("WFB-SPLIT.4", "busted_bet=round-end", "a busted original bet is taken at the end of the round"),
    LM_MUST("WB7-11(a)", "rule_set=wfb @blazing7", "settle_order=box-by-box", "with Blazing 7's each player is settled in turn, from the right"),
    IFB("IFB-SPLIT.7", "busted_bet=with-siblings", "a busted hand stays until settlement or until the others bust"),
    MBJ("MBJ-10(a).2", "free_double=none", "a double is made with chips"),
    MBJ("MBJ-11(a)", "free_split=none", "a split needs a wager equal to the original"),

    /* What Free Bet does not have */
    INHERITED("bonus_678=off bonus_777=off five_card_21=off bonus_on_double=off", "MFB-10(a).1", "a win pays 1 to 1"),
    FREE_BET("multiple_action=off", "MFB-5(d)", "VFB-INTRO.1", "WFB-INTRO.2", "MFB-5(d)",
            "one wager against one dealer hand"),
    INHERITED("game=standard", "MFB-6(a).1", "the hand-dealt variation is Massachusetts Blackjack's"),
    INHERITED("bettors_per_box=1", "MFB-5(f)", "a box belongs to one player"),

    /* Push 22 */
    LM_MUST("MFB-5(e).2", "rule_set=mfb @push22", "push22_limit=none", "Push 22 wins on any dealer 22"),
    LM_MUST("MFB-5(e).2", "rule_set=vfb @push22", "push22_limit=none",
            "Push 22 wins on any dealer 22 (inherited, C-34)"),
    LM_MUST("IFB-P22.2", "rule_set=ifb @push22", "push22_limit=none", "Push 22 does not depend on the player's hand"),
    LM_MUST("WFB-P22.2", "rule_set=wfb @push22", "push22_limit=29", "the original hand may not exceed 29"),
    IFB("IFB-OV.2", "@push22", "the Push 22 side bet is part of the game"),
    { 0 },
};
