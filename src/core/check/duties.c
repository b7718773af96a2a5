/* duties.c - what a house must post, file or have approved before the table opens, and the settings
 * that rest on our readings although they are presets (docs/rules/conflicts.md). */
#include "rows.h"

/* clang-format off */
#define DUTY_AT(at, clause, when, say) { LM_DUTY, clause, when, NULL, NULL, say, at }
/* clang-format on */
#define DUTY(clause, when, say) DUTY_AT(LM_DUTY_AT_START, clause, when, say)
#define DUTY_AT_END(clause, when, say) DUTY_AT(LM_DUTY_AT_END, clause, when, say)
#define DUTY_AT_BOTH(clause, when, say) DUTY_AT(LM_DUTY_AT_BOTH, clause, when, say)
#define RULING(reading, when, say) LM_WHEN(LM_RULING, reading, when, "needs ruling " reading ": " say)

/* clang-format off */
const lm_check_row lm_check_duties[] = {
    /* Massachusetts: filed in the rules submission */
    DUTY("MFB-5(f)", "rule_set=mfb boxes_per_player>=1", "file how many adjacent boxes a player may hold"),
    DUTY("MFB-6(r)", "rule_set=mfb settle_order=take-then-pay|box-by-box",
            "file which of the two settlement orders is used"),
    DUTY("MFB-5(e).1", "rule_set=mfb @push22", "name Push 22 in the rules submission"),
    DUTY("MFB-10(c)", "rule_set=mfb @push22", "file which Push 22 pay table is used"),

    /* Massachusetts Blackjack: notices */
    DUTY("MBJ-3(e).3", "rule_set=mbj bonus_678=on", "post notice that a suited 6-7-8 pays 2 to 1"),
    DUTY("MBJ-3(e).3", "rule_set=mbj bonus_777=on", "post notice that three sevens pay 3 to 2"),
    DUTY("MBJ-3(e).3", "rule_set=mbj special_blackjack!=off",
            "post notice of the designated blackjack that pays 2 to 1"),
    DUTY("MBJ-3(e).3", "rule_set=mbj five_card_21=on", "post notice that a five-card 21 pays 2 to 1"),
    DUTY("MBJ-13(g).1", "rule_set=mbj bettors_per_box>1",
            "keep on record what the Commission directs about several bettors on a box"),
    DUTY_AT_BOTH("MBJ-16(c)", "rule_set=mbj five_card_21=on",
            "offer the five-card 21 at the whole table, and give notice before it is withdrawn"),
    DUTY("MBJ-6(k).1", "rule_set=mbj hole_card=face-up", "post notice that the dealer's second card is dealt face up"),
    DUTY("MBJ-7(c).1", "rule_set=mbj even_money=on", "post notice that even money is offered"),
    DUTY("MBJ-7(d).2", "rule_set=mbj game=standard blackjack_pays=6:5",
            "show on the layout that blackjack pays 6 to 5"),
    DUTY_AT_BOTH("MBJ-8(c).2", "rule_set=mbj surrender=on",
            "give notice that surrender is offered, and before it is ended"),
    DUTY("MBJ-9(b).4", "rule_set=mbj late_insurance=on",
            "post notice that insurance is taken up to the player's own first decision"),
    DUTY("MBJ-10(c).4", "rule_set=mbj double_card=up|down|request",
            "post and file how the card of a doubled hand is dealt"),
    DUTY("MBJ-10(d)", "rule_set=mbj game=six-to-five double_after_split=off",
            "post notice that split hands may not be doubled"),
    DUTY("MBJ-11(e).1", "rule_set=mbj split_hands>2", "post notice that pairs may be split again"),
    DUTY("MBJ-11(e).3", "rule_set=mbj split_hands>2 resplit_aces=off", "post notice that aces are split only once"),
    DUTY("MBJ-18(b).3", "rule_set=mbj multiple_action!=off",
            "post the least number of spots and the limits of each wager"),
    DUTY_AT_END("MBJ-18(a).1", "rule_set=mbj multiple_action!=off", "give notice before multiple action is withdrawn"),
    DUTY_AT_BOTH("MBJ-24(h).3", "@twenty-point twenty_point_cap!=none",
            "show the cap on the layout or post it, and give notice before it is lowered"),
    DUTY("MBJ-5(k)", "rule_set=mbj custom_procedure=approved",
            "keep the approval of the house's own procedure on record"),
    DUTY("MBJ-19(i).2", "@aces", "file the initial amount and the reset of the ace progressive"),
    DUTY("MBJ-20(k).2", "@blackjack-bonus",
            "set the same advantage for a denomination at all tables of the house"),

    /* Massachusetts Blackjack: limits and odds of optional wagers */
    DUTY("MBJ-17(h)", "@over13", "post the limit of the Section 17 wager"),
    DUTY("MBJ-17(h)", "@under13", "post the limit of the Section 17 wager"),
    DUTY("MBJ-17(h)", "@suited", "post the limit of the Section 17 wager"),
    DUTY("MBJ-17(h)", "@sevens", "post the limit of the Section 17 wager"),
    DUTY_AT_END("MBJ-17(a)", "@over13", "give notice before the Section 17 wager is withdrawn"),
    DUTY_AT_END("MBJ-17(a)", "@under13", "give notice before the Section 17 wager is withdrawn"),
    DUTY_AT_END("MBJ-17(a)", "@suited", "give notice before the Section 17 wager is withdrawn"),
    DUTY_AT_END("MBJ-17(a)", "@sevens", "give notice before the Section 17 wager is withdrawn"),
    DUTY("MBJ-17(e)(2).1", "@suited", "give notice of the suit odds chosen; they hold at all tables with these decks"),
    DUTY("MBJ-23(c)", "@match-dealer", "post the limits of Match the Dealer"),
    DUTY("MBJ-24(c)", "@twenty-point", "post the limits of the twenty point bonus"),
    DUTY("MBJ-24(f)", "@twenty-point", "post the pay table of the twenty point bonus"),
    DUTY("MBJ-25(c).4", "@third-card", "post the most that the Third-Card Bonus takes"),
    DUTY("MBJ-26(d)", "@in-between", "post the limits of In-Between"),
    DUTY("MBJ-26(f)", "@in-between", "post the pay table of In-Between"),
    DUTY("MBJ-27(c).4", "@buster", "post the most that Buster Blackjack takes"),
    DUTY("MBJ-28(d)", "@21+3", "post the limits of 21+3"),
    DUTY("MBJ-28(f)", "@21+3", "post the pay table of 21+3"),
    DUTY("MBJ-29(c)", "@kings-bounty", "post the limits of King's Bounty"),
    DUTY("MBJ-29(h)", "@kings-bounty", "post the pay table of King's Bounty"),

    DUTY("MBJ-31(l)(d)", "rule_set=mbj @blazing7 executive_level=none",
            "set executive_level: from which award on an Executive's card is needed"),

    /* Washington */
    DUTY("WFB-LTR.2", "rule_set=wfb venue=unset", "say what kind of house this is: venue=card-room or venue=tribal"),
    DUTY("WFB-LTR.2", "rule_set=wfb venue=card-room internal_controls_approved=off",
            "have internal controls for the game approved before it is offered"),
    DUTY("WFB-LTR.3", "rule_set=wfb venue=card-room equipment_licensed=off",
            "buy layouts and equipment from makers and sellers licensed by the state"),
    DUTY("WFB-LTR.4", "rule_set=wfb venue=tribal tribal_approved=off",
            "have the tribal gaming agency approve the game"),
    DUTY("WFB-LTR.5", "rule_set=wfb venue=tribal state_concurs=off", "seek the state's concurrence through the tribe"),
    DUTY("WFB-LTR.6", "rule_set=wfb venue=tribal compact_filed=off",
            "file the material of Appendix A, section 18 of the compact"),
    DUTY("WFB-LTR.7", "rule_set=wfb venue=tribal equipment_licensed=off",
            "buy equipment from vendors certified by the state and licensed by the tribe"),
    DUTY("WFB-LIM.2", "rule_set=wfb wac_limit=none",
            "set wac_limit to the cap of WAC 230-15-040 and 230-15-140; it is not checked until then"),
    DUTY("WB7-13(e)(a).2", "rule_set=wfb @blazing7 executive_level=none",
            "set executive_level: from which award on an Executive's card is needed"),
    LM_MUST("WFB-LIM.2", "rule_set=wfb wac_limit!=none", "max_bet<=wac_limit side_max<=wac_limit",
            "allow no wager above the cap of WAC 230-15-040 and 230-15-140"),
    LM_WHEN(LM_WARNING, "WFB-LTR.1", "rule_set=wfb custom_procedure!=none",
            "the approval covers the enclosed rules only"),

    /* Presets that rest on a reading */
    RULING("C-22", "rule_set=vfb @push22 @pot-of-gold", "Pot of Gold or Push 22: both are offered"),
    RULING("C-61", "rule_set=mbj game=standard blackjack_pays=6:5", "6 to 5 outside the variation"),
    RULING("C-65", "rule_set=mbj split_hands>2 resplit_aces=on",
            "split aces that become a pair may be split again, although each takes one card"),
    RULING("C-73", "rule_set=mbj multiple_action!=off", "multiple action is dealt without a hole card"),
    RULING("C-107", "rule_set=mbj game=six-to-five", "face-down hands are shown when a wager must be settled"),
    RULING("C-113", "rule_set=mbj decks=1|2",
            "a cut one deck from either end is impossible; cut_minimum needs approval under 5(k)"),
    RULING("C-114", "rule_set=mbj game=six-to-five", "doubles and insurance are multiples of $5 too"),
    RULING("C-44", "@blazing7 blazing7.seed=2000", "the seed is inferred from the printed advantage"),
    RULING("C-44", "@blazing7 blazing7.contribution=24", "the contribution is inferred from the printed advantage"),
    { 0 },
};
