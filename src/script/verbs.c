/* verbs.c - the words of round scripts, one row each: word, usage, kind, arguments, what it does. */
#include "args.h"
#include "table.h"

/* clang-format off */
const script_verb script_verbs[] = {
    {"rules", "rules NAME [key=value ...]", KIND_SETUP, {arg_rules}, run_rules},
    {"shoe", "shoe CARDS", KIND_SETUP, {arg_cards}, run_shoe},

    {"table", "table [until] WORD [SEAT|dealer] [NUMBER] [ROLE] [A|B] [CARD] [on|off|down|prepared]", KIND_COMMAND,
     {arg_step}, run_table},

    {"bet", "bet SEAT [WAGER] DOLLARS [by SEAT|nobody] [in chips|plaque|coupon|cash]", KIND_COMMAND,
     {arg_seat, arg_wager_maybe, arg_dollars, arg_by_maybe, arg_in_maybe}, run_bet},
    {"withdraw", "withdraw SEAT [WAGER]", KIND_COMMAND, {arg_seat, arg_wager_maybe}, run_withdraw},
    {"deal", "deal", KIND_COMMAND, {0}, run_deal},
    {"next", "next", KIND_COMMAND, {0}, run_next},
    {"new-dealer", "new-dealer", KIND_COMMAND, {0}, run_new_dealer},
    {"show-burn", "show-burn CARD", KIND_COMMAND, {arg_card}, run_show_burn},

    {"insure", "insure SEAT [WAGER] DOLLARS", KIND_ANSWER,
     {arg_seat, arg_wager_maybe, arg_dollars}, run_insure},
    {"evenmoney", "evenmoney SEAT", KIND_ANSWER, {arg_seat}, run_even_money},

    {"hit", "hit SEAT", KIND_PLAY, {arg_seat}, run_hit},
    {"stand", "stand SEAT", KIND_PLAY, {arg_seat}, run_stand},
    {"double", "double SEAT [DOLLARS] [down]", KIND_PLAY,
     {arg_seat, arg_dollars_maybe, arg_down_maybe}, run_double},
    {"split", "split SEAT [DOLLARS]", KIND_PLAY, {arg_seat, arg_dollars_maybe}, run_split},
    {"surrender", "surrender SEAT", KIND_PLAY, {arg_seat}, run_surrender},
    {"discard", "discard SEAT", KIND_PLAY, {arg_seat}, run_discard},

    {"with", "with SEAT double [DOLLARS] | with SEAT split | with SEAT HAND", KIND_COMMAND,
     {arg_seat, arg_along}, run_with},
    {"irregular", "irregular NAME [SEAT] [CARD] [late|forward|dealer|burn]", KIND_COMMAND,
     {arg_irregular}, run_irregular},
    {"pause", "pause N", KIND_COMMAND, {arg_count}, run_pause},
    {"go", "go", KIND_COMMAND, {0}, run_go},
    {"side", "side A|B", KIND_COMMAND, {arg_side}, run_side},
    {"confirm", "confirm ROLE", KIND_COMMAND, {arg_role}, run_confirm},

    {"meter", "meter NAME [=] DOLLARS", KIND_COMMAND, {arg_name, arg_equals_maybe, arg_dollars}, run_meter},
    {"bonus", "bonus SEAT DOLLARS", KIND_COMMAND, {arg_seat, arg_dollars}, run_bonus},
    {"musthit", "musthit SEAT", KIND_COMMAND, {arg_seat}, run_must_hit},

    {"net", "net SEAT [WAGER] DOLLARS", KIND_EXPECT, {arg_seat, arg_wager_maybe, arg_dollars}, expect_net},
    {"legal", "legal SEAT [ACTION ...]", KIND_EXPECT, {arg_seat, arg_actions}, expect_legal},
    {"dealer", "dealer TOTAL|blackjack", KIND_EXPECT, {arg_total}, expect_dealer},
    {"hand", "hand SEAT.N TOTAL|blackjack", KIND_EXPECT, {arg_hand, arg_total}, expect_hand},
    {"lammers", "lammers SEAT N", KIND_EXPECT, {arg_seat, arg_count}, expect_lammers},
    {"saw", "saw EVENT ...", KIND_EXPECT, {arg_events}, expect_saw},
    {"unseen", "unseen EVENT ...", KIND_EXPECT, {arg_events}, expect_unseen},
    {"refuse", "refuse [CLAUSE|CLAUSE ...]", KIND_REFUSE, {arg_clauses}, NULL},
    {0},
};
/* clang-format on */
