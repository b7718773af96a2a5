/* features.c - Massachusetts Blackjack: options that exclude, need or force each other.
 *
 * Exclusions between two optional wagers stand in the wagers' own files; what a feature of the game bars stands here
 * once, under the clause that bars it (docs/rules/options.md 3 and 4). */
#include "rows.h"

#define FACE_UP "rule_set=mbj hole_card=face-up"
#define NOT_FACE_UP "rule_set=mbj hole_card!=face-up"
#define SIX_TO_FIVE "rule_set=mbj game=six-to-five"
#define STANDARD "rule_set=mbj game=standard"
#define MULTIPLE "rule_set=mbj multiple_action!=off"

/* clang-format off */
const lm_check_row lm_check_features[] = {
    /* The hole card: 6(h) none, 6(j) unseen or with reader, 6(k) face up */
    LM_NEVER("MBJ-6(j)(2)", "rule_set=mbj hole_card=unseen|reader", "@aces", NULL),
    LM_NEVER("MBJ-6(k).2", FACE_UP, "@aces", NULL),
    LM_MUST("MBJ-6(k)(1)", FACE_UP, "ties=lose", "ties lose against a face-up hole card"),
    LM_MUST("MBJ-6(k)(2)", FACE_UP, "blackjack_pays=1:1", "a blackjack wins 1 to 1"),
    LM_NEVER("MBJ-6(k)(3)", FACE_UP, "surrender!=off insurance=on even_money=on",
            "no surrender and no insurance, hence no even money"),
    LM_MUST("MBJ-6(k)(4)", FACE_UP, "double_on=9-11", "only 9, 10 and 11 are doubled (C-56)"),
    LM_MUST("MBJ-6(k)(5)", FACE_UP, "split_hands=2", "no pair is split again"),
    LM_MUST("MBJ-3(b).1", NOT_FACE_UP, "ties=push", "equal totals lose the wager"),
    LM_NEVER("MBJ-3(e).2", NOT_FACE_UP, "blackjack_pays=1:1|2:1|7:5",
            "a blackjack pays 3 to 2, or 6 to 5 in the variation"),
    LM_MUST("MBJ-10(a).1", NOT_FACE_UP, "double_on=any", "any first two cards but 21 may be doubled"),
    LM_NEVER("MBJ-10(b)", "rule_set=mbj", "dealer_bj_takes=all", "a dealer blackjack takes no double (C-64)"),
    LM_NEVER("MFB-6(g).1", "rule_set=mfb|vfb|wfb|ifb", "dealer_bj_takes=all",
            "the reader finds a dealer blackjack before a double or a split"),
    LM_NEVER("MBJ-8(a)(2).2", "rule_set=mbj", "surrender=early|early-ten|early-ace",
            "a dealer blackjack takes the whole wager of a surrendered hand"),
    LM_NEVER("MBJ-3(a)(2)", "rule_set=mbj", "five_card_21=charlie", "a hand wins by its total"),
    LM_MUST("MBJ-9(a)", NOT_FACE_UP, "insurance=on", "an ace up lets every player insure"),

    /* Six to five */
    LM_MUST("MBJ-2(a)(1)", SIX_TO_FIVE, "decks=1|2", "the variation has exactly one or two decks (C-108)"),
    LM_MUST("MBJ-2(c).1", SIX_TO_FIVE, "shuffler=batch", "the variation needs an automated shuffler (C-47)"),
    LM_MUST("MBJ-3(d).3", SIX_TO_FIVE, "bet_step%5 min_bet%5 max_bet%5 side_min%5 side_max%5",
            "every wager is a multiple of $5 (C-114)"),
    LM_MUST("MBJ-3(e).2", SIX_TO_FIVE, "blackjack_pays=6:5", "the variation pays 6 to 5"),
    LM_NEVER("MBJ-3(e).3", SIX_TO_FIVE, "bonus_678=on bonus_777=on special_blackjack!=off five_card_21=on",
            "no extra odds in the variation (C-51)"),
    LM_MUST("MBJ-6(a)", SIX_TO_FIVE, "shoe=hand", "the variation is dealt from the hand"),
    LM_MUST("MBJ-6a(h)", SIX_TO_FIVE, "hole_card=none|reader", "no hole card, or one with a card reader"),
    LM_MUST("MBJ-12(d)", SIX_TO_FIVE, "dealer_soft17=hit", "the dealer draws to soft 17 in the variation"),
    LM_NEVER("MBJ-6(a)", STANDARD, "shoe=hand", "only the 6-to-5 variation is dealt from the hand"),
    LM_NEVER("MBJ-7(d).1", STANDARD " blackjack_pays=6:5", "even_money=on",
            "6 to 5 outside the variation voids even money (C-61)"),
    LM_MUST("MBJ-3(e).2", STANDARD " blackjack_pays=6:5", "decks=6|8",
            "outside the variation 6 to 5 needs six or eight decks and its layout notice (C-61)"),
    LM_MUST("MBJ-10(a).1", STANDARD, "double_after_split=on",
            "only the 6-to-5 variation may bar doubling after a split, 10(d)"),
    LM_NEVER("MBJ-6a(c).1", STANDARD, "burn_each_round=on", "only the hand-dealt game burns before each round"),
    LM_NEVER("MBJ-5(i).3", STANDARD, "rounds_per_deck=one", "only the hand-dealt game changes decks each round"),

    /* Insurance, surrender */
    LM_MUST("MBJ-9(b).4", "rule_set=mbj late_insurance=on", "hole_card=none|unseen insurance=on",
            "late insurance is for tables without a reader"),
    LM_MUST("MBJ-7(c).1", "rule_set=mbj even_money=on", "insurance=on", "even money is taken instead of insurance"),
    LM_MUST("MFB-7(e).1", "rule_set=mfb|vfb|wfb|ifb even_money=on", "insurance=on",
            "even money is taken instead of insurance"),
    LM_NEVER("MBJ-8(c).1", "rule_set=mbj surrender=on", "multiple_action!=off game=six-to-five @aces", NULL),

    /* Boxes, splits, bettors */
    LM_MUST("MBJ-11(e).1", "rule_set=mbj boxes=7", "split_hands<=3", "four hands need a table of at most six boxes"),
    LM_NEVER("MBJ-11(e).2", "rule_set=mbj split_hands>2", "multiple_action!=off", NULL),
    LM_NEVER("MBJ-13(a).2", "rule_set=mbj bettors_per_box>1", "@aces", NULL),
    LM_MUST("MBJ-13(g).3", "rule_set=mbj shared_boxes!=all", "shared_boxes<=boxes",
            "no more boxes can be shared than there are"),
    LM_NEVER("MBJ-13(g).4", "rule_set=mbj shared_dealers=required", "bettors_per_box>1",
            "the Commission requires proof of the dealers' ability first"),
    LM_MUST("MBJ-14", "rule_set=mbj boxes_per_player>1", "boxes_per_player<=boxes",
            "a player cannot hold more boxes than there are"),
    LM_MUST("MFB-5(f)", "rule_set=mfb|vfb|wfb|ifb", "boxes_per_player<=boxes",
            "a player cannot hold more boxes than there are"),
    LM_MUST("MBJ-29(d).1", "rule_set=mbj dealer_bets=on", "@kings-bounty", "only King's Bounty is bet for the dealer"),

    /* Multiple action */
    LM_NEVER("MBJ-18(a).2", MULTIPLE,
            "@aces @blackjack-bonus @streak @match-dealer @twenty-point @third-card @in-between @21+3 "
            "@kings-bounty", NULL),
    LM_MUST("MBJ-18(e)", MULTIPLE, "hole_card=none", "each dealer hand gets its second card after the players have played, so a dealer whose hole card is known has one hand (C-73)"),
    LM_MUST("MBJ-18(c).1", MULTIPLE, "game=standard", "multiple action is dealt under 6(e), from a shoe"),
    LM_NEVER("MBJ-30(c).1", MULTIPLE, "@trilux @super3",
            "the wager needs a face-down hole card, which multiple action does not have (C-115)"),
    LM_NEVER("MBJ-30(c).1", "rule_set=mbj @aces", "@trilux @super3",
            "the wager needs a face-down hole card, which the ace progressive bars (C-115)"),
    LM_MUST("MBJ-30(c).1", "rule_set=mbj @super3", "hole_card=unseen|reader",
            "the dealer holds a face-down card beside the up card (C-115)"),

    /* Settings of optional wagers */
    LM_MUST("MBJ-27(h)", "buster_bonus!=off", "@buster", "the Free Bonus needs Buster Blackjack"),
    LM_MUST("MBJ-24(h).1", "twenty_point_cap!=none", "@twenty-point twenty_point_cap>=25000",
            "a cap is at least $25,000 (C-91)"),
    LM_MUST("MBJ-25(c).1", "@third-card", "side_min>=1", "the wager is at least $1"),
    LM_MUST("MBJ-27(c).1", "@buster", "side_min>=1", "the wager is at least $1"),
    LM_WHEN(LM_WARNING, "MBJ-29(h)", "@kings-bounty decks=1", "two kings of spades cannot come from one deck (C-99)"),
    LM_MUST("MBJ-29(d).2", "rule_set=mbj @kings-bounty", "kings_bounty_tip<=10",
            "a player at the maximum may bet up to 10 % of it more for the dealer (C-100)"),
    LM_MUST("MBJ-19(m).1", "super4_musthit!=off", "@super4", "the must-hit prize needs Super 4"),
    LM_MUST("MBJ-20(k).1", "@blackjack-bonus bonus_stakes=1|both", "bonus_advantage_1<=30",
            "its advantage lies between 0 and 30 %"),
    LM_MUST("MBJ-20(k).1", "@blackjack-bonus bonus_stakes=5|both", "bonus_advantage_5<=30",
            "its advantage lies between 0 and 30 %"),

    /* The strict reading of "the progressive authorized by Section 19" (C-78) */
    LM_NEVER("MBJ-6(j)(2)", "super4_strict=on hole_card=unseen|reader", "@super4", "strict reading, C-78"),
    LM_NEVER("MBJ-6(k).2", "super4_strict=on hole_card=face-up", "@super4", "strict reading, C-78"),
    LM_NEVER("MBJ-8(c).1", "super4_strict=on surrender=on", "@super4", "strict reading, C-78"),
    LM_NEVER("MBJ-13(a).2", "super4_strict=on bettors_per_box>1", "@super4", "strict reading, C-78"),
    LM_NEVER("MBJ-18(a).2", "super4_strict=on multiple_action!=off", "@super4", "strict reading, C-78"),
    LM_NEVER("MBJ-17(a)", "super4_strict=on @super4", "@over13 @under13 @suited @sevens", "strict reading, C-78"),
    LM_MUST("MBJ-2(a)(3)", "super4_strict=on @super4", "decks>=4", "strict reading, C-78"),
    { 0 },
};
