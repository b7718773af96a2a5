/* check.c - the validator, clause by clause: illegal tables, legal ones, and duties. */
/* sanitized */
#include "kit/rules_help.h"

#include "check/rows.h"

/* Every table that the other tests start from is legal. */
static void the_starting_tables_are_legal(void **state)
{
    (void)state;
    static const char *const bases[] = { MFB, VFB, WFB, IFB, MBJ, NO_HOLE, FACE_UP, SIX_TO_FIVE, MULTI };
    for (size_t i = 0; i < sizeof bases / sizeof *bases; i++) {
        lm_rules rules;
        static found f;
        rules_make(&rules, bases[i], "");
        found_of(&f, &rules);
        if (f.errors) {
            found_print(&f, LM_ERROR);
            fail_msg("%s is not legal", bases[i]);
        }
    }
}

typedef struct {
    const char *clause, *base, *settings;
} row;

/* Every row that fails is named, so that a failure tells all the clauses it concerns. */
static void each_is_refused(const row *rows, size_t n)
{
    int wrong = 0;
    for (size_t i = 0; i < n; i++) {
        lm_rules rules;
        static found f;
        rules_make(&rules, rows[i].base, rows[i].settings);
        found_of(&f, &rules);
        const lm_finding *finding = found_clause(&f, LM_ERROR, rows[i].clause);
        if (!finding) {
            found_print(&f, LM_ERROR);
            print_error("%s does not refuse '%s'\n", rows[i].clause, rows[i].settings);
            wrong++;
        } else {
            assert_true(finding->rule != LM_RULE_COUNT || finding->offer >= 0);
        }
    }
    assert_int_equal(wrong, 0);
}

static void each_is_accepted(const row *rows, size_t n)
{
    int wrong = 0;
    for (size_t i = 0; i < n; i++) {
        lm_rules rules;
        static found f;
        rules_make(&rules, rows[i].base, rows[i].settings);
        found_of(&f, &rules);
        if (f.errors) {
            found_print(&f, LM_ERROR);
            print_error("%s: '%s' is not accepted\n", rows[i].clause, rows[i].settings);
            wrong++;
        }
    }
    assert_int_equal(wrong, 0);
}

#define REFUSED(rows) each_is_refused(rows, sizeof rows / sizeof *rows)
#define ACCEPTED(rows) each_is_accepted(rows, sizeof rows / sizeof *rows)

/* clang-format off */

static void documents_fix_their_rules(void **state)
{
    (void)state;
    static const row rows[] = {
        { BY(MFB, "6(l).1"), MFB, "dealer_soft17=hit" },      { BY(VFB, "RULES.8"), VFB, "dealer_soft17=stand" },
        { BY(WFB, "RULES.8"), WFB, "dealer_soft17=stand" },   { BY(IFB, "BASE.9"), IFB, "dealer_soft17=stand" },
        { BY(MFB, "6(n)(1)"), MFB, "dealer_22=bust" },        { BY(VFB, "RULES.7"), VFB, "dealer_22=bust" },
        { BY(WFB, "RULES.7"), WFB, "dealer_22=bust" },        { BY(IFB, "BASE.7"), IFB, "dealer_22=bust" },
        { BY(MBJ, "3(a)(1)"), MBJ, "dealer_22=push" },
        { BY(MFB, "6(e)(4)"), MFB, "hole_card=none" },        { BY(MFB, "6(e)(4)"), WFB, "hole_card=face-up" },
        { BY(MFB, "6(g).1"), MFB, "hole_card=unseen" },
        { BY(MFB, "6(p)"), MFB, "ties=lose" },                { BY(VFB, "SPLIT.5"), VFB, "ties=lose" },
        { BY(WFB, "SPLIT.2"), WFB, "ties=lose" },             { BY(IFB, "SPLIT.4"), IFB, "ties=lose" },
        { BY(MFB, "10(a).2"), MFB, "blackjack_pays=6:5 bet_step=5" }, { BY(VFB, "RULES.9"), VFB, "blackjack_pays=6:5 bet_step=5" },
        { BY(WFB, "RULES.9"), WFB, "blackjack_pays=1:1" },    { BY(IFB, "BASE.8"), IFB, "blackjack_pays=1:1" },
        { BY(MFB, "10(a).2"), MFB, "special_blackjack=As+Js" },
        { BY(MFB, "6(h)(1).1"), MFB, "blackjack_paid=at-once" }, { BY(MBJ, "7(a).1"), MBJ, "blackjack_paid=on-turn" },
        { BY(MFB, "7(a)"), MFB, "insurance=off" },            { BY(MFB, "7(b).3"), MFB, "late_insurance=on" },
        { "MFB-7(e).1", MFB, "insurance=off even_money=on" },
        { BY(MFB, "6(h)(2).2"), MFB, "surrender=on" },        { BY(VFB, "RULES.11"), VFB, "surrender=on" },
        { BY(WFB, "RULES.11"), WFB, "surrender=on" },         { BY(MFB, "6(h)(2).2"), IFB, "surrender=on" },
        { BY(MFB, "1.blackjack"), MFB, "split_blackjack=on" }, { BY(MBJ, "1.blackjack"), MBJ, "split_blackjack=on" },
        { BY(MFB, "6(p)"), MFB, "split_21_beats_multicard_21=on" },
        { BY(MFB, "8(a)"), MFB, "double_on=9-11" },           { BY(IFB, "BASE.6"), IFB, "double_on=9-11" },
        { BY(MFB, "8(b)"), MFB, "double_after_split=off" },   { BY(VFB, "RULES.3"), VFB, "double_after_split=off" },
        { BY(WFB, "RULES.3"), WFB, "double_after_split=off" }, { BY(IFB, "BASE.3"), IFB, "double_after_split=off" },
        { BY(MFB, "8(c)"), MFB, "double_card=down" },
        { BY(MFB, "9(d).2"), MFB, "split_hands=3" },          { BY(VFB, "RULES.4"), VFB, "split_hands=2" },
        { BY(WFB, "RULES.4"), WFB, "split_hands=3" },         { BY(IFB, "BASE.4"), IFB, "split_hands=3" },
        { BY(MFB, "9(d).1"), MFB, "split_aces=one-card" },    { BY(MFB, "9(d).2"), MFB, "resplit_aces=off" },
        { BY(MBJ, "11(c)(2)"), MBJ, "split_aces=play-on" },
        { BY(MFB, "8(a)(1).1"), MFB, "free_double=any" },     { BY(VFB, "RULES.1"), VFB, "free_double=none" },
        { BY(WFB, "RULES.1"), WFB, "free_double=any" },       { BY(IFB, "BASE.1"), IFB, "free_double=any" },
        { BY(MFB, "9(b)(2)"), MFB, "free_split=A23456789T" }, { BY(VFB, "RULES.2"), VFB, "free_split=A2345678" },
        { BY(WFB, "RULES.2"), WFB, "free_split=none" },       { BY(IFB, "BASE.2"), IFB, "free_split=A23456789T" },
        { BY(MFB, "9(d).2"), MFB, "free_splits=2" },          { BY(WFB, "RULES.4"), WFB, "free_splits=0" },
        { BY(MFB, "8(b)"), MFB, "lammer_double=off" },        { BY(VFB, "RULES.6"), VFB, "lammer_double=off" },
        { BY(WFB, "RULES.6"), WFB, "lammer_double=off" },     { BY(IFB, "BASE.6"), IFB, "lammer_double=off" },
        { BY(MBJ, "10(a).2"), MBJ, "free_double=two-cards" }, { BY(MBJ, "11(a)"), MBJ, "free_split=A" },
        { BY(MFB, "10(a).1"), MFB, "bonus_678=on" },          { BY(MFB, "10(a).1"), WFB, "five_card_21=on" },
        { BY(MFB, "10(a).1"), MFB, "bonus_777=on" },          { BY(MFB, "10(a).1"), MFB, "bonus_on_double=on" },
        { BY(MFB, "5(d)"), MFB, "multiple_action=2" },        { BY(WFB, "INTRO.2"), WFB, "multiple_action=3" },
        { BY(MFB, "6(a).1"), MFB, "game=six-to-five" },       { "MFB-5(f)", MFB, "bettors_per_box=2" },
        { "MFB-5(f)", MFB, "boxes=3 boxes_per_player=4" },
        { BY(MFB, "5(e).2"), MFB, "@push22:A push22_limit=29" }, { BY(IFB, "P22.2"), IFB, "push22_limit=29" },
        { BY(MFB, "5(e).2"), VFB, "@push22:1 push22_limit=29" }, { BY(WFB, "P22.2"), WFB, "@push22:1 push22_limit=none" },
        { "IFB-OV.2", "rule_set=ifb dealer_soft17=hit dealer_22=push", "" },
    };
    REFUSED(rows);
    static const row fine[] = {
        { "MFB-5(e).1", MFB, "" }, { "MFB-5(e).1", MFB, "@push22:A" },
        { "MFB-10(c)", MFB, "@push22:A" }, { "MFB-10(c)", MFB, "@push22:B" },
        { "MFB-6(r)", MFB, "settle_order=take-then-pay" }, { "MFB-6(r)", MFB, "settle_order=box-by-box" },
        { "MFB-7(e).1", MFB, "even_money=on" }, { "MFB-5(f)", MFB, "boxes_per_player=7" },
        { "VFB-INTRO.2", VFB, "@push22:1" }, { "VFB-INTRO.2", VFB, "@pot-of-gold:01" },
        { "VFB-INTRO.2", VFB, "@pot-of-gold:02 @push22:A" },
        { "WFB-P22T.1", WFB, "@push22:1" }, { "WFB-P22T.1", WFB, "@push22:2" }, { "WFB-P22T.2", WFB, "@push22:3" },
        { "IFB-OV.2", IFB, "" },
    };
    ACCEPTED(fine);
}

/* What all four Free Bet documents fix, each by a clause of its own or by the one it inherits (C-34). */
static void free_bet_documents_fix_the_same(void **state)
{
    (void)state;
    static const struct { const char *settings, *mfb, *vfb, *wfb, *ifb; } rows[] = {
        { "dealer_22=bust", BY(MFB, "6(n)(1)"), BY(VFB, "RULES.7"), BY(WFB, "RULES.7"), BY(IFB, "BASE.7") },
        { "hole_card=none", BY(MFB, "6(e)(4)"), BY(MFB, "6(e)(4)"), BY(MFB, "6(e)(4)"), BY(MFB, "6(e)(4)") },
        { "hole_card=unseen", BY(MFB, "6(g).1"), BY(MFB, "6(g).1"), BY(MFB, "6(g).1"), BY(MFB, "6(g).1") },
        { "ties=lose", BY(MFB, "6(p)"), BY(VFB, "SPLIT.5"), BY(WFB, "SPLIT.2"), BY(IFB, "SPLIT.4") },
        { "blackjack_pays=1:1", BY(MFB, "10(a).2"), BY(VFB, "RULES.9"), BY(WFB, "RULES.9"), BY(IFB, "BASE.8") },
        { "special_blackjack=As+Js", BY(MFB, "10(a).2"), BY(VFB, "RULES.9"), BY(WFB, "RULES.9"), BY(IFB, "BASE.8") },
        { "late_insurance=on", BY(MFB, "7(b).3"), BY(MFB, "7(b).3"), BY(MFB, "7(b).3"), BY(MFB, "7(b).3") },
        { "surrender=on", BY(MFB, "6(h)(2).2"), BY(VFB, "RULES.11"), BY(WFB, "RULES.11"), BY(MFB, "6(h)(2).2") },
        { "split_blackjack=on", BY(MFB, "1.blackjack"), BY(MFB, "1.blackjack"), BY(MFB, "1.blackjack"), BY(MFB, "1.blackjack") },
        { "split_21_beats_multicard_21=on", BY(MFB, "6(p)"), BY(MFB, "6(p)"), BY(MFB, "6(p)"), BY(MFB, "6(p)") },
        { "double_on=9-11", BY(MFB, "8(a)"), BY(VFB, "RULES.6"), BY(WFB, "RULES.6"), BY(IFB, "BASE.6") },
        { "double_after_split=off", BY(MFB, "8(b)"), BY(VFB, "RULES.3"), BY(WFB, "RULES.3"), BY(IFB, "BASE.3") },
        { "double_card=down", BY(MFB, "8(c)"), BY(MFB, "8(c)"), BY(MFB, "8(c)"), BY(MFB, "8(c)") },
        { "split_hands=3", BY(MFB, "9(d).2"), BY(VFB, "RULES.4"), BY(WFB, "RULES.4"), BY(IFB, "BASE.4") },
        { "free_double=any", BY(MFB, "8(a)(1).1"), BY(VFB, "RULES.1"), BY(WFB, "RULES.1"), BY(IFB, "BASE.1") },
        { "free_split=A23456789T", BY(MFB, "9(b)(2)"), BY(VFB, "RULES.2"), BY(WFB, "RULES.2"), BY(IFB, "BASE.2") },
        { "free_splits=2", BY(MFB, "9(d).2"), BY(VFB, "RULES.4"), BY(WFB, "RULES.4"), BY(IFB, "BASE.4") },
        { "lammer_double=off", BY(MFB, "8(b)"), BY(VFB, "RULES.6"), BY(WFB, "RULES.6"), BY(IFB, "BASE.6") },
        { "bonus_678=on", BY(MFB, "10(a).1"), BY(MFB, "10(a).1"), BY(MFB, "10(a).1"), BY(MFB, "10(a).1") },
        { "bonus_777=on", BY(MFB, "10(a).1"), BY(MFB, "10(a).1"), BY(MFB, "10(a).1"), BY(MFB, "10(a).1") },
        { "five_card_21=on", BY(MFB, "10(a).1"), BY(MFB, "10(a).1"), BY(MFB, "10(a).1"), BY(MFB, "10(a).1") },
        { "bonus_on_double=on", BY(MFB, "10(a).1"), BY(MFB, "10(a).1"), BY(MFB, "10(a).1"), BY(MFB, "10(a).1") },
        { "multiple_action=2", BY(MFB, "5(d)"), BY(VFB, "INTRO.1"), BY(WFB, "INTRO.2"), BY(MFB, "5(d)") },
        { "game=six-to-five", BY(MFB, "6(a).1"), BY(MFB, "6(a).1"), BY(MFB, "6(a).1"), BY(MFB, "6(a).1") },
        { "bettors_per_box=2", "MFB-5(f)", "MFB-5(f)", "MFB-5(f)", "MFB-5(f)" },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const row four[] = { { rows[i].mfb, MFB, rows[i].settings }, { rows[i].vfb, VFB, rows[i].settings },
                             { rows[i].wfb, WFB, rows[i].settings }, { rows[i].ifb, IFB, rows[i].settings } };
        REFUSED(four);
    }
}

/* Reseed and contribution of every Super 4 meter are printed. */
static void super_4_meters_are_printed(void **state)
{
    (void)state;
    static const struct { const char *clause, *table, *meter, *seed, *contribution; } rows[] = {
        { "MBJ-19(k).5", "1 super4_star=1", "star", "50000", "6" },   { "MBJ-19(k).5", "2 super4_star=2", "star", "25000", "7" },
        { "MBJ-19(k).5", "3 super4_star=3", "star", "10000", "7.5" },
        { "MBJ-19(k).2", "1", "spade", "5000", "7" },  { "MBJ-19(k).2", "1", "heart", "500", "7" },
        { "MBJ-19(k).3", "2", "spade", "5000", "5" },  { "MBJ-19(k).3", "2", "heart", "500", "3" },
        { "MBJ-19(k).3", "2", "diamond", "300", "3" }, { "MBJ-19(k).4", "3", "spade", "5000", "2" },
        { "MBJ-19(k).4", "3", "heart", "500", "3" },   { "MBJ-19(k).4", "3", "diamond", "300", "3" },
        { "MBJ-19(k).4", "3", "club", "250", "3" },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char right[160], seed[160], contribution[160];
        snprintf(right, sizeof right, "@super4:%s super4.%s.seed=%s super4.%s.contribution=%s", rows[i].table, rows[i].meter,
                 rows[i].seed, rows[i].meter, rows[i].contribution);
        snprintf(seed, sizeof seed, "@super4:%s super4.%s.seed=%s1", rows[i].table, rows[i].meter, rows[i].seed);
        snprintf(contribution, sizeof contribution, "@super4:%s super4.%s.contribution=1", rows[i].table, rows[i].meter);
        const row fine[] = { { rows[i].clause, MBJ, right } };
        const row wrong[] = { { rows[i].clause, MBJ, seed }, { rows[i].clause, MBJ, contribution } };
        ACCEPTED(fine);
        REFUSED(wrong);
    }
}

/* Push 22, Pot of Gold and Blazing 7's in any mix: all eight subsets. */
static void washington_offers_any_mix(void **state)
{
    (void)state;
    static const row rows[] = {
        { "WFB-INTRO.1", WFB, "" },                         { "WFB-INTRO.1", WFB, "@push22:1" },
        { "WFB-INTRO.1", WFB, "@pot-of-gold:01" },          { "WFB-INTRO.1", WFB, "@blazing7:1" },
        { "WFB-INTRO.1", WFB, "@push22:2 @pot-of-gold:02" }, { "WFB-INTRO.1", WFB, "@push22:3 @blazing7:2" },
        { "WFB-INTRO.1", WFB, "@pot-of-gold:01 @blazing7:1" },
        { "WB7-0.1", WFB, "@push22:1 @pot-of-gold:01 @blazing7:1" },
    };
    ACCEPTED(rows);
}

static void documents_lack_wagers_and_tables(void **state)
{
    (void)state;
    static const row rows[] = {
        { "MFB-5(e).1", MFB, "@pot-of-gold:01" }, { "MFB-5(e).1", MFB, "@blazing7:1" }, { "MFB-5(e).1", MFB, "@buster:A" },
        { "VFB-INTRO.2", VFB, "@blazing7:1" },    { "VFB-INTRO.2", VFB, "@21+3:A" },
        { "WFB-INTRO.1", WFB, "@sevens" },        { "IFB-OV.2", IFB, "@pot-of-gold:01" },
        { BY(MBJ, "3(a)"), MBJ, "@pot-of-gold:01" },   { BY(MBJ, "3(a)"), MBJ, "@push22:A" },
        { "MFB-10(c)", WFB, "@push22:A" },
        { "WFB-P22T.1", MFB, "@push22:1" },       { "WFB-P22T.2", MFB, "@push22:3" },
    };
    REFUSED(rows);
}

static void decks(void **state)
{
    (void)state;
    static const row refused[] = {
        { "MFB-2(a).1", MFB, "decks=5" }, { "MFB-2(a).1", MFB, "decks=7" }, { "MFB-2(a).1", IFB, "decks=4" },
        { "VFB-RULES.10", VFB, "decks=4" }, { "WFB-RULES.10", WFB, "decks=2" }, { "WFB-RULES.10", WFB, "decks=7" },
        { "MBJ-2(a)(1)", SIX_TO_FIVE, "decks=6" }, { "MBJ-2(a)(1)", SIX_TO_FIVE, "decks=3" },
        { "MBJ-2(a)(2)", MBJ, "decks=1 @twenty-point:A" },
        { "MBJ-2(a)(3)", MBJ, "decks=2 @sevens" }, { "MBJ-2(a)(3)", MBJ, "decks=3 @sevens" },
        { "MBJ-2(a)(3)", NO_HOLE, "decks=3 @aces" },
        { "MBJ-2(a)(4)", MBJ, "decks=4 @match-dealer" }, { "MBJ-2(a)(4)", MBJ, "decks=7 @match-dealer" },
        { "MBJ-2(a)(4)", MBJ, "decks=5 @third-card" },   { "MBJ-2(a)(4)", MBJ, "decks=7 @third-card" },
        { "MBJ-17(e)(2).1", MBJ, "decks=3 @suited:1" },  { "MBJ-17(e)(2).1", MBJ, "decks=5 @suited:1" },
        { "MBJ-17(e)(2)(v)", MBJ, "decks=8 @suited:4" },
        { "MBJ-19(j).2", MBJ, "decks=5 @super4:2" },     { "MBJ-19(j).2", MBJ, "decks=3 @super4:1" },
        { "MBJ-19(n).1", MBJ, "decks=6 @super4:N" },     { "MBJ-19(n).1", MBJ, "decks=4 @super4:N" },
        { "MBJ-30(a)", MBJ, "decks=1 @trilux:1" },       { "MBJ-30(a)", MBJ, "decks=3 @trilux:2" },
        { "MBJ-30(a)", MBJ, "decks=7 @trilux:1" },
        { "MBJ-30(T1)", MBJ, "decks=4 @trilux:4" },      { "MBJ-30(T1)", MBJ, "decks=5 @trilux:4" },
        { "MBJ-30(b)", MBJ, "decks=2 @trilux:1 @super3" }, { "MBJ-30(b)", MBJ, "@super3" },
    };
    REFUSED(refused);
    static const row accepted[] = {
        { "MFB-2(a).1", MFB, "decks=8" }, { "VFB-RULES.10", VFB, "decks=8" }, { "WFB-RULES.10", WFB, "decks=8" },
        { "MBJ-2(a).1", MBJ, "decks=1" }, { "MBJ-2(a).1", MBJ, "decks=3" }, { "MBJ-2(a).1", MBJ, "decks=7" },
        { "MBJ-2(a)(1)", SIX_TO_FIVE, "decks=1" }, { "MBJ-2(a)(1)", SIX_TO_FIVE, "decks=2" },
        { "MBJ-2(a)(2)", MBJ, "decks=2 @twenty-point:B" },
        { "MBJ-2(a)(3)", MBJ, "decks=4 @sevens" }, { "MBJ-2(a)(3)", NO_HOLE, "decks=4 @aces" },
        { "MBJ-2(a)(4)", MBJ, "decks=6 @match-dealer" }, { "MBJ-2(a)(4)", MBJ, "decks=8 @match-dealer" },
        { "MBJ-2(a)(4)", MBJ, "decks=6 @third-card" }, { "MBJ-2(a)(4)", MBJ, "decks=8 @third-card" },
        { BY(MBJ, "17(e)(2)(i)"), MBJ, "decks=1 @suited:4" }, { BY(MBJ, "17(e)(2)(ii)"), MBJ, "decks=2 @suited:4" },
        { BY(MBJ, "17(e)(2)(iii)"), MBJ, "decks=4 @suited:4" }, { BY(MBJ, "17(e)(2)(iv)"), MBJ, "decks=6 @suited:4" },
        { "MBJ-17(e)(2)(v)", MBJ, "decks=8 @suited:3" },
        { "MBJ-19(j).2", MBJ, "decks=1 @super4:1" }, { "MBJ-19(j).2", MBJ, "decks=2 @super4:3 boxes=7 split_hands=3" },
        { "MBJ-19(n).1", MBJ, "decks=8 @super4:N" },
        { "MBJ-30(a)", MBJ, "decks=2 @trilux:1" }, { "MBJ-30(a)", MBJ, "decks=5 @trilux:3" },
        { "MBJ-30(T1)", MBJ, "decks=2 @trilux:4" }, { "MBJ-30(T1)", MBJ, "decks=8 @trilux:4" },
        { "MBJ-30(b)", MBJ, "decks=4 @trilux:1 @super3" }, { "MBJ-30(b)", MBJ, "decks=8 @trilux:1 @super3" },
    };
    ACCEPTED(accepted);
}

static void shuffle_cut_and_cover(void **state)
{
    (void)state;
    static const row refused[] = {
        { "MFB-2(b)", MFB, "shuffler=batch batches=1" },
        { "MFB-2(b)(1)", MFB, "shuffler=batch second_batch_decks=8" },
        { "MFB-2(b)(2)", MFB, "shuffler=batch second_back_colour=red" },
        { "MBJ-2(b*)", MBJ, "shuffler=batch decks=1" },
        { "MBJ-2(b*)(1)", MBJ, "shuffler=batch second_batch_decks=4" }, { "MBJ-2(b*)(1)", MBJ, "shuffler=batch batches=1" },
        { "MBJ-2(b*)(2)", MBJ, "shuffler=batch back_colour=blue" },
        { "MBJ-2(c).1", SIX_TO_FIVE, "shuffler=none" },
        { "MFB-2(c)", MFB, "deck_hours=25" },
        { "MFB-2(a).3", MFB, "cover_cards=0" }, { "MBJ-2(a).3", MBJ, "cover_cards=0" }, { "MBJ-2(a).3", MBJ, "cover_cards=2" },
        { "MBJ-2(a).3", SIX_TO_FIVE, "cover_cards=1" },
        { BY(MFB, "4(e).3"), MFB, "cover_depth=24.99" }, { BY(MBJ, "5(d).3"), MBJ, "cover_depth=20" },
        { BY(MBJ, "5(i).2"), SIX_TO_FIVE, "cover_depth=30" },
        { BY(MFB, "4(e).1"), MFB, "cut_minimum=51" }, { BY(MBJ, "5(c)"), MBJ, "cut_minimum=10" },
        { BY(MBJ, "5(b)"), MBJ, "cut_by=dealer" },
        { "MFB-4(i)", MFB, "shoe=continuous" }, { "MBJ-21", MBJ, "shoe=continuous" },
        { BY(MFB, "6(a).1"), MFB, "shoe=double" },
        /* "MBJ-6a(a)": only the variation is dealt from the hand */
        { "MBJ-6(a)", SIX_TO_FIVE, "shoe=single" }, { "MBJ-6(a)", MBJ, "shoe=hand" },
        { "MBJ-6(d)(1).2", NO_HOLE, "shoe=double" }, { "MBJ-6(d)(1).2", NO_HOLE, "shoe=double red_suits=A back_colour=blue" },
        { "MBJ-5(k)", MBJ, "custom_procedure=submitted" },
        { "MBJ-6a(c).1", MBJ, "burn_each_round=on" }, { BY(MBJ, "5(i).3"), MBJ, "rounds_per_deck=one" },
    };
    REFUSED(refused);
    static const row accepted[] = {
        { "MFB-2(b)", MFB, "shuffler=batch" }, { "MFB-2(b)(1)", MFB, "shuffler=batch second_batch_decks=6" },
        { "MFB-2(b)(1)", MFB, "shuffler=batch decks=8 second_batch_decks=same" },
        { "MBJ-2(b*)", MBJ, "shuffler=batch decks=2" }, { "MBJ-2(b*)(1)", MBJ, "shuffler=batch second_batch_decks=6" },
        { "MBJ-2(c).1", SIX_TO_FIVE, "decks=1" },
        { BY(MFB, "4(e).3"), MFB, "cover_depth=25" }, { BY(MFB, "4(e).1"), MFB, "cut_minimum=52" }, { "MFB-4(b)", MFB, "cut_by=dealer" },
        { "MFB-4(i)", MFB, "shoe=continuous continuous_approved=on cover_cards=0" },
        { "MBJ-21", MBJ, "shoe=continuous continuous_approved=on" },
        { "MBJ-6(d)(1).2", NO_HOLE, "shoe=double red_suits=A" }, { "MBJ-6(d)(1).2", NO_HOLE, "shoe=double red_suits=B" },
        { "MBJ-5(k)", MBJ, "custom_procedure=approved" }, { BY(MBJ, "5(c)"), MBJ, "decks=2 cut_minimum=10" },
        { "MBJ-6a(c).1", SIX_TO_FIVE, "burn_each_round=on" }, { BY(MBJ, "5(i).3"), SIX_TO_FIVE, "rounds_per_deck=one" },
        { "MFB-5(b)", MFB, "mid_shoe_bar=on" }, { "MBJ-3(i)", MBJ, "mid_shoe_bar=on" },
    };
    ACCEPTED(accepted);
}

static void features_exclude_each_other(void **state)
{
    (void)state;
    static const row refused[] = {
        { "MBJ-6(j)(2)", MBJ, "hole_card=reader @aces" }, { "MBJ-6(j)(2)", MBJ, "hole_card=unseen @aces" },
        { "MBJ-6(k).2", FACE_UP, "@aces" },
        { BY(MBJ, "6(k)(1)"), FACE_UP, "ties=push" }, { BY(MBJ, "6(k)(2)"), FACE_UP, "blackjack_pays=3:2" },
        { BY(MBJ, "6(k)(3)"), FACE_UP, "surrender=on" }, { BY(MBJ, "6(k)(3)"), FACE_UP, "insurance=on" },
        { BY(MBJ, "6(k)(3)"), FACE_UP, "even_money=on" },
        { BY(MBJ, "6(k)(4)"), FACE_UP, "double_on=any" }, { BY(MBJ, "6(k)(5)"), FACE_UP, "split_hands=3" },
        { BY(MBJ, "3(b).1"), MBJ, "ties=lose" }, { BY(MBJ, "3(e).2"), MBJ, "blackjack_pays=1:1" },
        { BY(MBJ, "10(a).1"), MBJ, "double_on=9-11" }, { BY(MBJ, "9(a)"), MBJ, "insurance=off" },
        { BY(MBJ, "10(a).1"), MBJ, "double_on=10-11" }, { BY(MBJ, "3(e).2"), MBJ, "blackjack_pays=2:1" },
        { BY(MBJ, "3(e).2"), MBJ, "blackjack_pays=7:5" }, { BY(MBJ, "10(b)"), NO_HOLE, "dealer_bj_takes=all" },
        { BY(MFB, "6(g).1"), MFB, "dealer_bj_takes=all" },
        { BY(MBJ, "8(a)(2).2"), MBJ, "surrender=early" }, { BY(MBJ, "8(a)(2).2"), MBJ, "surrender=early-ten" },
        { BY(MBJ, "8(a)(2).2"), NO_HOLE, "surrender=early-ace" }, { BY(MBJ, "3(a)(2)"), MBJ, "five_card_21=charlie" },
        { BY(MFB, "6(h)(2).2"), MFB, "surrender=early" }, { BY(MFB, "10(a).1"), MFB, "five_card_21=charlie" },
        { "MBJ-3(d).3", SIX_TO_FIVE, "min_bet=7 bet_step=1" }, { "MBJ-3(d).3", SIX_TO_FIVE, "bet_step=1" },
        { "MBJ-3(d).3", SIX_TO_FIVE, "side_min=1" }, { "MBJ-3(d).3", SIX_TO_FIVE, "max_bet=501 bet_step=1" },
        { "MBJ-3(d).3", SIX_TO_FIVE, "@blazing7:1" }, { "MBJ-3(d).3", SIX_TO_FIVE, "@sevens" },
        { "MBJ-3(d).3", SIX_TO_FIVE, "hole_card=none @aces" },
        { "MBJ-3(d).3", SIX_TO_FIVE, "@blackjack-bonus" },
        { "MBJ-3(d).3", SIX_TO_FIVE, "@blackjack-bonus bonus_stakes=1" },
        { "MBJ-3(d).3", SIX_TO_FIVE, "@super4:1 super4_stake=7" },
        { "MBJ-3(d).3", SIX_TO_FIVE, "side_max=23" },
        { BY(MBJ, "3(e).2"), SIX_TO_FIVE, "blackjack_pays=3:2" },
        { "MBJ-3(e).3", SIX_TO_FIVE, "bonus_678=on" }, { "MBJ-3(e).3", SIX_TO_FIVE, "bonus_777=on" },
        { "MBJ-3(e).3", SIX_TO_FIVE, "special_blackjack=As+Js" }, { "MBJ-3(e).3", SIX_TO_FIVE, "five_card_21=on" },
        { "MBJ-6a(h)", SIX_TO_FIVE, "hole_card=unseen" }, { "MBJ-12(d)", SIX_TO_FIVE, "dealer_soft17=stand" },
        { "MBJ-7(d).1", MBJ, "blackjack_pays=6:5 bet_step=5 even_money=on" },
        { BY(MBJ, "3(e).2"), MBJ, "blackjack_pays=6:5 bet_step=5 decks=4" },
        { BY(MBJ, "10(a).1"), MBJ, "double_after_split=off" },
        { "MBJ-9(b).4", MBJ, "late_insurance=on" }, { "MBJ-7(c).1", FACE_UP, "even_money=on" },
        { "MBJ-8(c).1", MULTI, "surrender=on" }, { "MBJ-8(c).1", SIX_TO_FIVE, "surrender=on" },
        { "MBJ-8(c).1", NO_HOLE, "surrender=on @aces" },
        { "MBJ-11(e).1", MBJ, "boxes=7" }, { "MBJ-11(e).1", MBJ, "boxes=7 split_hands=4" },
        { "MBJ-11(e).2", MULTI, "split_hands=3" }, { "MBJ-13(a).2", NO_HOLE, "bettors_per_box=2 @aces" },
        { "MBJ-13(g).3", MBJ, "boxes=3 bettors_per_box=2 shared_boxes=4" },
        { "MBJ-13(g).4", MBJ, "bettors_per_box=2 shared_dealers=required" },
        { "MBJ-14", MBJ, "boxes_per_player=7" }, { BY(MBJ, "29(d).1"), MBJ, "dealer_bets=on" },
        { BY(MBJ, "18(e)"), MULTI, "hole_card=reader" }, { BY(MBJ, "18(e)"), MULTI, "hole_card=unseen" },
        { BY(MBJ, "18(e)"), FACE_UP, "multiple_action=2" }, { BY(MBJ, "18(c).1"), SIX_TO_FIVE, "multiple_action=2 hole_card=none" },
        { BY(MBJ, "24(d).1"), FACE_UP, "@twenty-point:A" }, { BY(MBJ, "24(d).1"), SIX_TO_FIVE, "@twenty-point:A" },
        { BY(MBJ, "26(e)"), SIX_TO_FIVE, "@in-between:A" }, { BY(MBJ, "28(e)"), SIX_TO_FIVE, "@21+3:A" },
        { BY(MBJ, "30(c).1"), MBJ, "multiple_action=2 @trilux:1" },
        { BY(MBJ, "30(c).1"), MBJ, "multiple_action=2 @super3" },
        { BY(MBJ, "30(c).1"), MBJ, "@aces @trilux:1" },
        { BY(MBJ, "30(c).1"), MBJ, "@aces @super3" },
        { BY(MBJ, "30(c).1"), NO_HOLE, "@super3" },
        { "MBJ-3(d).3", SIX_TO_FIVE, "min_bet=7" },
        { "MBJ-3(d).3", SIX_TO_FIVE, "max_bet=502" },
        { "MBJ-9(b).4", NO_HOLE, "late_insurance=on insurance=off" },
        { BY(MBJ, "30(c).1"), NO_HOLE, "@trilux:1" }, { BY(MBJ, "30(c).1"), FACE_UP, "@trilux:1" },
        { BY(MBJ, "30(c).1"), MULTI, "@trilux:1" }, { BY(MBJ, "30(c).1"), NO_HOLE, "@aces @trilux:1" },
        { BY(MBJ, "30(c).1"), NO_HOLE, "@trilux:1 @super3" },
        { "MBJ-27(h)", MBJ, "buster_bonus=B1" }, { "MBJ-24(h).1", MBJ, "@twenty-point:A twenty_point_cap=24999" },
        { "MBJ-24(h).1", MBJ, "twenty_point_cap=30000" },
        { "MBJ-24(h).1", MBJ, "@twenty-point:A twenty_point_cap=25000 side_min=26" },
        { "MBJ-29(d).2", MBJ, "@kings-bounty:1 kings_bounty_tip=11" }, { "MBJ-19(m).1", MBJ, "super4_musthit=1" },
        { "MBJ-20(k).1", MBJ, "@blackjack-bonus bonus_advantage_1=30.01" },
        /* six decks: a blackjack comes once in 21.06 hands, so a mean of 20.06 is even and 13.74 keeps 30 per cent */
        { "MBJ-20(k).1", MBJ, "@blackjack-bonus bonus_weights_1=20x47+25x1" }, /* mean 20.10 */
        { "MBJ-20(k).1", MBJ, "@blackjack-bonus bonus_weights_1=10x27+15x73" }, /* mean 13.65 */
        { "MBJ-20(k).1", MBJ, "@blackjack-bonus bonus_weights_5=50x33+75x67" }, /* mean 66.75: 13.35 for 1 */
        { "MBJ-20(k).1", MBJ, "@blackjack-bonus bonus_stakes=5 bonus_advantage_5=31" },
        { "MBJ-25(c).1", MBJ, "bet_step=0.50 side_min=0.50 chip_unit=0.25 @third-card" },
        { "MBJ-27(c).1", MBJ, "bet_step=0.50 side_min=0.50 chip_unit=0.25 @buster:A" },
    };
    REFUSED(refused);
    static const row accepted[] = {
        { "MBJ-6(j)(2)", NO_HOLE, "@aces" }, { "MBJ-6(h).3", MBJ, "hole_card=unseen" }, { "MBJ-6(h).3", NO_HOLE, "" },
        { "MBJ-6(k).1", FACE_UP, "" }, { "MBJ-6a(a)", SIX_TO_FIVE, "" }, { "MBJ-6a(h)", SIX_TO_FIVE, "hole_card=none" },
        { "MBJ-7(c).1", MBJ, "even_money=on" }, { "MBJ-7(d).1", MBJ, "blackjack_pays=6:5 bet_step=5 side_min=5" },
        { "MBJ-7(d).1", SIX_TO_FIVE, "even_money=on" }, { "MBJ-7(d).2", MBJ, "blackjack_pays=6:5 bet_step=5 side_min=5 decks=8" },
        { "MBJ-8(c).1", MBJ, "surrender=on" }, { "MBJ-9(b).4", NO_HOLE, "late_insurance=on" },
        { "MBJ-9(b).4", MBJ, "hole_card=unseen late_insurance=on" },
        { "MBJ-10(c).1", MBJ, "double_card=down" }, { "MBJ-10(c).1", MBJ, "double_card=request" },
        { "MBJ-10(d)", SIX_TO_FIVE, "double_after_split=off" },
        { "MBJ-11(e).1", MBJ, "boxes=6 split_hands=4" }, { "MBJ-11(e).1", MBJ, "boxes=7 split_hands=3" },
        { BY(MBJ, "11(c)(1)"), MBJ, "split_hands=2" }, { "MBJ-11(e).3", MBJ, "resplit_aces=off" },
        { "MBJ-12(b)(1)", MBJ, "dealer_soft17=stand" }, { "MBJ-12(b)(2)(i)", MBJ, "dealer_soft17=hit" },
        { "MBJ-12(b)(2)(ii)", MBJ, "dealer_soft17=hit" }, { "MBJ-12(d)", SIX_TO_FIVE, "dealer_soft17=hit" },
        { "MBJ-13(g).3", MBJ, "boxes=4 bettors_per_box=2 shared_boxes=4" },
        { "MBJ-13(g).4", MBJ, "bettors_per_box=2 shared_dealers=established" }, { "MBJ-13(g).4", MBJ, "shared_dealers=required" },
        { "MBJ-13(a).1", MBJ, "bettors_per_box=3" }, { "MBJ-14", MBJ, "boxes_per_player=6" }, { "MBJ-16(c)", MBJ, "five_card_21=on" },
        { "MBJ-3(d).3", SIX_TO_FIVE, "@blackjack-bonus bonus_stakes=5" },
        { "MBJ-3(d).3", SIX_TO_FIVE, "@super4:1 super4_stake=10" },
        { "MBJ-3(d).3", SIX_TO_FIVE, "min_bet=15" }, { "MBJ-3(e).3", MBJ, "bonus_678=on bonus_777=on special_blackjack=As+Js five_card_21=on" },
        { "MBJ-18(a).1", MULTI, "multiple_action=2" }, { "MBJ-18(b).2", MULTI, "multiple_action=all" },
        { "MBJ-24(h).1", MBJ, "@twenty-point:A twenty_point_cap=25000" }, { "MBJ-27(h)", MBJ, "@buster:A buster_bonus=B3" },
        { "MBJ-29(d).2", MBJ, "@kings-bounty:1 dealer_bets=on" }, { "MBJ-19(m).3", MBJ, "@super4:1 super4_musthit=3" },
        { "MBJ-20(k).1", MBJ, "@blackjack-bonus bonus_advantage_1=0 bonus_advantage_5=30" },
        { "MBJ-20(k).1", MBJ, "@blackjack-bonus bonus_weights_1=20x99+25x1" }, /* mean 20.05 */
        { "MBJ-20(k).1", MBJ, "@blackjack-bonus bonus_weights_1=10x25+15x75" }, /* mean 13.75 */
        { "MBJ-20(k).1", MBJ, "@blackjack-bonus bonus_weights_5=75x100" }, /* 15 for 1 */
        { "MBJ-20(k).1", MBJ, "@blackjack-bonus bonus_stakes=1 bonus_advantage_5=99" },
        { "MBJ-17(a)(1)", MBJ, "@over13 @under13" }, { "MBJ-17(a)(2)", MBJ, "@suited:2" }, { "MBJ-17(a)(3)", MBJ, "@sevens" },
        { "MBJ-19(a)", NO_HOLE, "@aces" }, { "MBJ-20(a)", MBJ, "@blackjack-bonus" }, { "MBJ-22(a)", MBJ, "@streak" },
        { "MBJ-31(a)", MBJ, "" }, { "MBJ-31(a)", MBJ, "@blazing7:2" }, { "MBJ-31(d).1", MBJ, "@blazing7:1" },
    };
    ACCEPTED(accepted);
}

/* With super4_strict the bars on "the progressive" catch Super 4 too; without it they do not (C-78). */
static void the_strict_reading_of_super_4(void **state)
{
    (void)state;
    static const row strict[] = {
        { "MBJ-6(j)(2)", MBJ, "super4_strict=on @super4:2" }, { "MBJ-6(k).2", FACE_UP, "super4_strict=on @super4:2" },
        { "MBJ-8(c).1", NO_HOLE, "super4_strict=on surrender=on @super4:2" },
        { "MBJ-13(a).2", NO_HOLE, "super4_strict=on bettors_per_box=2 @super4:2" },
        { "MBJ-18(a).2", MULTI, "super4_strict=on @super4:2" }, { "MBJ-17(a)", NO_HOLE, "super4_strict=on @super4:2 @over13" },
        { "MBJ-17(a)", NO_HOLE, "super4_strict=on @super4:2 @under13" },
        { "MBJ-17(a)", NO_HOLE, "super4_strict=on @super4:2 @suited:1" },
        { "MBJ-17(a)", NO_HOLE, "super4_strict=on @super4:2 @sevens" },
        { "MBJ-2(a)(3)", NO_HOLE, "super4_strict=on decks=2 @super4:2" },
    };
    REFUSED(strict);
    static const row plain[] = {
        { "MBJ-6(j)(2)", MBJ, "@super4:2" }, { "MBJ-6(k).2", FACE_UP, "@super4:2" }, { "MBJ-8(c).1", NO_HOLE, "surrender=on @super4:2" },
        { "MBJ-13(a).2", NO_HOLE, "bettors_per_box=2 @super4:2" }, { "MBJ-18(a).2", MULTI, "@super4:2" },
        { "MBJ-17(a)", NO_HOLE, "@super4:2 @over13" }, { "MBJ-2(a)(3)", NO_HOLE, "decks=2 @super4:2" },
    };
    ACCEPTED(plain);
}

static void meters(void **state)
{
    (void)state;
    static const row refused[] = {
        { "MBJ-19(i).1", NO_HOLE, "@aces aces.contribution=69" }, { "MBJ-19(i).1", NO_HOLE, "@aces aces.contribution=60 aces.reserve=9.99" },
        { "MBJ-19(i).2", NO_HOLE, "@aces aces.seed=4999" }, { "MBJ-19(i).2", NO_HOLE, "@aces aces.initial=4999.99" },
        { "WB7-0.2", WFB, "@blazing7:1 blazing7.link=other-game" },
        { "MBJ-19(k).2", MBJ, "@super4:1 super4.spade.seed=4000" }, { "MBJ-19(k).3", MBJ, "@super4:2 super4.heart.contribution=7" },
        { "MBJ-19(k).4", MBJ, "@super4:3 super4.club.seed=300" }, { "MBJ-19(k).5", MBJ, "@super4:2 super4_star=2 super4.star.seed=50000" },
        /* more than the stake: C-122 */
        { "WPS-METER.1", WFB, "@blazing7:1 blazing7.contribution=100 blazing7.reserve=0.01" },
        { "MBJ-31(d).3", MBJ, "@blazing7:1 blazing7.contribution=60 blazing7.reserve=41" },
        { "MBJ-19(i).1", NO_HOLE, "@aces aces.contribution=70 aces.reserve=30.01" },
        { "MBJ-19(n).1", MBJ, "@super4:N decks=8 super4.contribution=60 super4.reserve=50" },
        { "MBJ-19(k).5", MBJ, "@super4:1 super4.star.reserve=50 super4.heart.reserve=31" }, /* 6 + 7 + 7 + 81 */
        { "MBJ-19(k).5", MBJ, "@super4:3 super4_star=3 super4.club.reserve=82" },           /* 7.5 + 2 + 3 + 3 + 3 + 82 */
        { "MBJ-19(k).5", MBJ, "@super4:1 super4_musthit=1 super4.star.reserve=76" },        /* and 5 */
        { "WFB-LIM.2", WFB, "wac_limit=300" }, { "WFB-LIM.2", WFB, "max_bet=100 side_max=100 wac_limit=99" },
        { "WFB-LIM.2", WFB, "max_bet=50 side_max=100 wac_limit=99" },
    };
    REFUSED(refused);
    static const row accepted[] = {
        { "MBJ-19(i).1", NO_HOLE, "@aces aces.contribution=60 aces.reserve=10" }, { "MBJ-19(i).2", NO_HOLE, "@aces aces.seed=5000" },
        { "WB7-0.2", WFB, "@blazing7:1 blazing7.link=same-game" }, { "MBJ-19(k).2", MBJ, "@super4:1 super4.spade.seed=5000" },
        { "MBJ-19(k).5", MBJ, "@super4:2 super4_star=3 super4.star.seed=10000 super4.star.contribution=7.5" },
        { "WFB-LIM.2", WFB, "wac_limit=500" }, { "WPS-METER.1", WFB, "@blazing7:1 blazing7.contribution=100" },
        { "MBJ-19(i).1", NO_HOLE, "@aces aces.contribution=70 aces.reserve=30" },
        { "MBJ-19(k).5", MBJ, "@super4:1 super4_musthit=1 super4.star.reserve=75" },
        { "MBJ-19(k).2", MBJ, "@super4:1 super4.club.reserve=100" }, /* table 1 has no Club meter */
        { "WB7-13(b)", WFB, "@blazing7:1 blazing7.fixed_from=meter blazing7.contribution=70" },
    };
    ACCEPTED(accepted);
}

/* A payout that cannot be made in chips is refused, unless the house posts that it rounds up: C-17. */
static void payouts_come_out_in_chips(void **state)
{
    (void)state;
    static const row refused[] = {
        { "C-17", MBJ, "chip_unit=1" }, { "C-17", MBJ, "chip_unit=1 surrender=on blackjack_pays=6:5 bet_step=5 side_min=5" },
        { "C-17", MFB, "chip_unit=1" }, { "C-17", MBJ, "blackjack_pays=6:5" },
        { "C-17", MBJ, "chip_unit=1 bet_step=2 side_min=2 @suited:2 decks=1 bonus_777=on bonus_on_double=on" },
        { "C-17", MBJ, "chip_unit=0.25 bet_step=0.50 side_min=1 @suited:1 decks=1 chip_unit=0.50" },
        { "C-17", MBJ, "bonus_777=on bonus_on_double=on" },
        { "C-17", MBJ, "chip_unit=2 bet_step=4 min_bet=4 side_min=4 max_bet=400 @sevens" },
        { BY(MBJ, "3(d).1"), MBJ, "min_bet=600" }, { BY(MBJ, "3(d).1"), MBJ, "side_min=200 @buster:A" },
        { "C-17", MBJ, "chip_unit=0.30" }, { "C-17", MFB, "chip_unit=5 bet_step=1" },
        { BY(MFB, "5(a)"), MFB, "min_bet=600" }, };
    REFUSED(refused);
    static const row accepted[] = {
        { "C-17", MBJ, "chip_unit=1 round_up=on" }, { "C-17", MFB, "chip_unit=5 round_up=on" }, { BY(MFB, "5(a)"), MFB, "chip_unit=5 bet_step=5 round_up=on @push22:A" }, { "C-17", MBJ, "chip_unit=1 bet_step=2 min_bet=4 side_min=2" },
        { "C-17", MBJ, "blackjack_pays=6:5 round_up=on" }, { "C-17", MBJ, "blackjack_pays=6:5 bet_step=5 side_min=5" },
        { "C-17", MBJ, "bonus_777=on" }, { "C-17", MBJ, "bonus_777=on bonus_on_double=on round_up=on" },
        { "C-17", MBJ, "decks=1 @suited:1" }, { "C-17", MBJ, "bet_step=5" },
    };
    ACCEPTED(accepted);
}

static void duties_warnings_and_rulings(void **state)
{
    (void)state;
    static const struct { lm_severity severity; const char *clause, *base, *with, *without; } rows[] = {
        { LM_DUTY, "MFB-5(f)", MFB, "", NULL }, { LM_DUTY, "MFB-6(r)", MFB, "", NULL },
        { LM_DUTY, "MFB-5(e).1", MFB, "@push22:A", "" }, { LM_DUTY, "MFB-10(c)", MFB, "@push22:B", "" },
        { LM_DUTY, "MBJ-3(e).3", MBJ, "bonus_678=on", "" }, { LM_DUTY, "MBJ-3(e).3", MBJ, "special_blackjack=As+Js", "" },
        { LM_DUTY, "MBJ-16(c)", MBJ, "five_card_21=on", "" }, { LM_DUTY, "MBJ-6(k).1", FACE_UP, "", NULL },
        { LM_DUTY, "MBJ-7(c).1", MBJ, "even_money=on", "" },
        { LM_DUTY, "MBJ-7(d).2", MBJ, "blackjack_pays=6:5 bet_step=5", "" },
        { LM_DUTY, "MBJ-7(d).2", MBJ, "blackjack_pays=6:5 bet_step=5 decks=8", "decks=8" },
        { LM_DUTY, "MBJ-8(c).2", MBJ, "surrender=on", "" }, { LM_DUTY, "MBJ-9(b).4", NO_HOLE, "late_insurance=on", "" },
        { LM_DUTY, "MBJ-10(c).4", MBJ, "double_card=down", NULL }, { LM_DUTY, "MBJ-10(c).4", MBJ, "", NULL },
        { LM_DUTY, "MBJ-10(d)", SIX_TO_FIVE, "double_after_split=off", "" },
        { LM_DUTY, "MBJ-11(e).1", MBJ, "split_hands=3", "split_hands=2" },
        { LM_DUTY, "MBJ-11(e).3", MBJ, "resplit_aces=off", "" },
        { LM_DUTY, "MBJ-18(b).3", MULTI, "", NULL }, { LM_DUTY, "MBJ-17(h)", MBJ, "@over13", "" },
        { LM_DUTY, "MBJ-17(a)", MBJ, "@sevens", "" }, { LM_DUTY, "MBJ-17(e)(2).1", MBJ, "@suited:1", "" },
        { LM_DUTY, "MBJ-23(c)", MBJ, "@match-dealer", "" }, { LM_DUTY, "MBJ-24(c)", MBJ, "@twenty-point:A", "" },
        { LM_DUTY, "MBJ-13(g).1", MBJ, "bettors_per_box=2", "" },
        { LM_DUTY, "MBJ-25(c).4", MBJ, "@third-card", "" }, { LM_DUTY, "MBJ-27(c).4", MBJ, "@buster:A", "" },
        { LM_DUTY, "MBJ-31(l)(d)", MBJ, "@blazing7:1", "@blazing7:1 executive_level=5000" },
        { LM_DUTY, "WB7-13(e)(a).2", WFB, "@blazing7:2", "@blazing7:2 executive_level=5000" },
        { LM_DUTY, BY(MBJ, "24(f)"), MBJ, "@twenty-point:A", "" }, { LM_DUTY, "MBJ-26(d)", MBJ, "@in-between:A", "" },
        { LM_DUTY, "MBJ-26(f)", MBJ, "@in-between:A", "" }, { LM_DUTY, "MBJ-28(d)", MBJ, "@21+3:A", "" },
        { LM_DUTY, "MBJ-28(f)", MBJ, "@21+3:A", "" }, { LM_DUTY, "MBJ-29(c)", MBJ, "@kings-bounty:1", "" },
        { LM_DUTY, BY(MBJ, "29(h)"), MBJ, "@kings-bounty:1", "" },
        { LM_DUTY, "MBJ-24(h).3", MBJ, "@twenty-point:A twenty_point_cap=30000", "@twenty-point:A" },
        { LM_DUTY, "MBJ-5(k)", MBJ, "custom_procedure=approved", "" },
        { LM_DUTY, "MBJ-3(e).3", MBJ, "bonus_777=on", "" },
        { LM_DUTY, "MBJ-3(e).3", MBJ, "five_card_21=on", "" },
        { LM_DUTY, "MBJ-18(a).1", MULTI, "", NULL },
        { LM_DUTY, "MBJ-19(i).2", NO_HOLE, "@aces", "" },
        { LM_DUTY, "MBJ-20(k).2", MBJ, "@blackjack-bonus", "" },
        { LM_DUTY, "MBJ-17(h)", MBJ, "@under13", "" },
        { LM_DUTY, "MBJ-17(h)", MBJ, "@suited:1", "" },
        { LM_DUTY, "MBJ-17(h)", MBJ, "@sevens", "" },
        { LM_DUTY, "MBJ-17(a)", MBJ, "@over13", "" },
        { LM_DUTY, "MBJ-17(a)", MBJ, "@under13", "" },
        { LM_DUTY, "MBJ-17(a)", MBJ, "@suited:1", "" },
        { LM_DUTY, "MBJ-19(n).1", MBJ, "decks=8 @super4:N super4.contribution=5",
          "decks=8 @super4:N super4.contribution=5 super4.seed=5000" },
        { LM_DUTY, "MBJ-19(n).1", MBJ, "decks=8 @super4:N super4.seed=5000",
          "decks=8 @super4:N super4.contribution=5 super4.seed=5000" },
        { LM_WARNING, BY(MBJ, "3(d).1"), MBJ, "bet_step=2", "bet_step=5" },
        { LM_WARNING, BY(MFB, "5(a)"), MFB, "max_bet=501 bet_step=5", "max_bet=505 bet_step=5" },
        { LM_WARNING, BY(MBJ, "3(d).1"), MBJ, "bet_step=5 @buster:A", "bet_step=5 side_min=5 @buster:A" },
        { LM_WARNING, "WFB-LTR.1", WFB, "custom_procedure=approved", "" },
        { LM_WARNING, "WPS-SEED.2", WFB, "@blazing7:1 blazing7.seed=199", "@blazing7:1 blazing7.seed=200" },
        { LM_RULING, "C-73", MULTI, "", NULL },
        { LM_RULING, "C-107", SIX_TO_FIVE, "", NULL },
        { LM_RULING, "C-113", MBJ, "decks=2", "decks=4" },
        { LM_RULING, "C-44", WFB, "@blazing7:1 blazing7.seed=1500", "@blazing7:1 blazing7.seed=1500 blazing7.contribution=20" },
        { LM_RULING, "C-44", WFB, "@blazing7:1 blazing7.contribution=20", "@blazing7:1 blazing7.seed=1500 blazing7.contribution=20" },
        { LM_DUTY, "WFB-LTR.2", WFB, "", "venue=tribal" },
        { LM_DUTY, "WFB-LTR.2", WFB, "venue=card-room", "venue=card-room internal_controls_approved=on" },
        { LM_DUTY, "WFB-LTR.3", WFB, "venue=card-room", "venue=card-room equipment_licensed=on" },
        { LM_DUTY, "WFB-LTR.4", WFB, "venue=tribal", "venue=tribal tribal_approved=on" },
        { LM_DUTY, "WFB-LTR.5", WFB, "venue=tribal", "venue=tribal state_concurs=on" },
        { LM_DUTY, "WFB-LTR.6", WFB, "venue=tribal", "venue=tribal compact_filed=on" },
        { LM_DUTY, "WFB-LTR.7", WFB, "venue=tribal", "venue=tribal equipment_licensed=on" },
        { LM_DUTY, "WFB-LTR.7", WFB, "venue=tribal", "venue=card-room" },
        { LM_DUTY, "WFB-LIM.2", WFB, "", "wac_limit=500" },
        { LM_DUTY, "WB7-13(e)(a).2", WFB, "@blazing7:1", "@blazing7:1 executive_level=5000" },
        { LM_WARNING, "WFB-LTR.8", WFB, "dealer_soft17=stand", "" }, { LM_WARNING, "WFB-LTR.8", WFB, "free_splits=2", "venue=tribal" },
        { LM_WARNING, "WPS-METER.2", WFB, "@blazing7:1 blazing7.fixed_from=meter blazing7.contribution=60",
          "@blazing7:1 blazing7.fixed_from=meter blazing7.contribution=70" },
        { LM_WARNING, "WPS-METER.3", WFB, "@blazing7:1 blazing7.contribution=25", "@blazing7:1 blazing7.contribution=20" },
        { LM_WARNING, "WPS-RES.1", WFB, "@blazing7:1", "@blazing7:1 blazing7.reserve=1" },
        { LM_WARNING, "WPS-RES.3", WFB, "@blazing7:1 blazing7.reserve=5 blazing7.seed=0", "@blazing7:1 blazing7.reserve=5" },
        { LM_WARNING, "WPS-SEED.1", WFB, "@blazing7:1 blazing7.seed=1500", "@blazing7:1" },
        { LM_WARNING, "WPS-SEED.2", WFB, "@blazing7:2 blazing7.seed=400", "@blazing7:1 blazing7.seed=400" },
        { LM_WARNING, "WPS-SEED.3", WFB, "@blazing7:1 blazing7.seed=0", "@blazing7:1" },
        { LM_WARNING, BY(MBJ, "29(h)"), MBJ, "decks=1 @kings-bounty:1", "decks=2 @kings-bounty:1" },
        { LM_RULING, "C-34", WFB, "", NULL }, { LM_RULING, "C-26", WFB, "", NULL }, { LM_RULING, "C-13", MFB, "even_money=on", "" },
        { LM_RULING, "C-49", MBJ, "split_21_beats_multicard_21=on", "" }, { LM_RULING, "C-51", MBJ, "five_card_21=on", "" },
        { LM_RULING, "C-52", MBJ, "bonus_678=on", "" }, { LM_RULING, "C-62", MBJ, "surrender=on", "" },
        { LM_RULING, "C-64", NO_HOLE, "dealer_bj_takes=busted-plus-one", "" }, { LM_RULING, "C-17", MBJ, "round_up=on", "" },
        { LM_RULING, "C-61", MBJ, "blackjack_pays=6:5 bet_step=5", "" }, { LM_RULING, "C-65", MBJ, "", "split_hands=2" },
        { LM_RULING, "C-97", MBJ, "@buster:A", "" }, { LM_RULING, "C-79", MBJ, "@super4:2", "" },
        { LM_RULING, "C-78", MBJ, "super4_strict=on", "" }, { LM_RULING, "C-33", MFB, "dealer_bets=on", "" }, { LM_RULING, "C-118", WFB, "@blazing7:1", "" },
        { LM_RULING, "C-30", WFB, "", NULL }, { LM_RULING, "C-114", SIX_TO_FIVE, "", NULL },
        { LM_RULING, "C-44", WFB, "@blazing7:1", "" }, { LM_RULING, "C-22", VFB, "@push22:1 @pot-of-gold:01", "@push22:1" },
        { LM_RULING, "C-34", IFB, "split_aces=play-on", NULL },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        lm_rules rules;
        static found f;
        rules_make(&rules, rows[i].base, rows[i].with);
        found_of(&f, &rules);
        if (!found_clause(&f, rows[i].severity, rows[i].clause)) {
            found_print(&f, rows[i].severity);
            fail_msg("%s: no %s for '%s'", rows[i].clause, lm_severity_name(rows[i].severity), rows[i].with);
        }
        if (!rows[i].without) continue;
        rules_make(&rules, rows[i].base, rows[i].without);
        found_of(&f, &rules);
        const lm_finding *left = found_clause(&f, rows[i].severity, rows[i].clause);
        /* a clause may have several duties: the one on these settings must be gone */
        if (left && strcmp(rows[i].clause, "WFB-LTR.2") != 0)
            fail_msg("%s: still a %s for '%s': %s", rows[i].clause, lm_severity_name(rows[i].severity), rows[i].without, left->text);
    }
}

/* clang-format on */

/* "No less than" odds may be better, all others are exact; the form of an award is never the house's choice. */
static void odds_are_floors_or_exact(void **state)
{
    (void)state;
    static const struct {
        const char *clause, *offer;
        int row;
        lm_odds pays;
        bool allowed;
    } rows[] = {
        { "MBJ-27(g)", "@buster:A", 6, { 300, 1, LM_TO, 0 }, true },
        { "MBJ-27(g)", "@buster:A", 6, { 249, 1, LM_TO, 0 }, false },
        { "MBJ-27(g)", "@buster:A", 6, { 500, 2, LM_TO, 0 }, true },
        { "MBJ-27(g)", "@buster:A", 6, { 300, 1, LM_FOR, 0 }, false },
        { "MBJ-27(g)", "@buster:A", 6, { 0, 1, LM_TO, 0 }, false },
        { BY(MBJ, "22(j)"), "@streak.2", 1, { 4, 1, LM_TO, 0 }, true },
        { BY(MBJ, "22(j)"), "@streak.2", 1, { 5, 2, LM_TO, 0 }, false },
        { BY(MBJ, "23(f)"), "@match-dealer", 2, { 12, 1, LM_TO, 0 }, true },
        { BY(MBJ, "24(f)"), "@twenty-point:A", 1, { 3, 1, LM_TO, 0 }, false },
        { "MBJ-26(f)", "@in-between:B", 5, { 31, 1, LM_TO, 0 }, true },
        { "MBJ-28(f)", "@21+3:B", 1, { 4, 1, LM_TO, 0 }, false },
        { "MBJ-20(j)", "@blackjack-bonus", 1, { 4, 1, LM_TO, 0 }, false },
        { BY(MBJ, "29(h)"), "@kings-bounty:1", 1, { 5, 1, LM_TO, 0 }, false },
        { BY(MBJ, "29(h)"), "@kings-bounty:1", 1, { 8, 2, LM_TO, 0 }, true },
        { BY(MBJ, "17(e)(1)"), "@over13", 1, { 2, 1, LM_TO, 0 }, false },
        { BY(MBJ, "25(e).2"), "@third-card", 1, { 4, 1, LM_TO, 0 }, false },
        { "MBJ-30(T1)", "@trilux:1", 1, { 9, 1, LM_TO, 0 }, false },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        lm_rules rules;
        static found f;
        rules_make(&rules, MBJ, rows[i].offer);
        rules.offer[0].pays[rows[i].row] = rows[i].pays;
        found_of(&f, &rules);
        bool refused = found_clause(&f, LM_ERROR, rows[i].clause) != NULL;
        if (refused == rows[i].allowed) {
            found_print(&f, LM_ERROR);
            fail_msg("%s: %s row %d", rows[i].clause, rows[i].offer, rows[i].row);
        }
    }
}

static void sums_that_do_not_fit_are_refused(void **state)
{
    (void)state;
    lm_rules rules;
    static found f;
    rules_make(&rules, MBJ, "side_max=10000 max_bet=10000 @kings-bounty:1");
    found_of(&f, &rules);
    assert_int_equal(f.errors, 0); /* 1000 to 1 on $10,000 and a coupon for as much is exactly the most */
    rules_make(&rules, MBJ, "side_max=10000 max_bet=10000 @buster:A");
    rules.offer[0].pays[6].a = 1001;
    found_of(&f, &rules);
    assert_non_null(found_clause(&f, LM_ERROR, BY(MBJ, "3(d).1")));
}

static void the_worst_round(void **state)
{
    (void)state;
    static const struct {
        const char *base, *settings;
        lm_cents dollars;
    } rows[] = {
        /* doubled hands, and a coupon of $100 that wins with one of them */
        { MBJ, "boxes=1 max_bet=100 split_hands=2", 400 + 100 },
        { MBJ, "boxes=1 max_bet=100 split_hands=4", 800 + 100 },
        { MBJ, "boxes=6 max_bet=100 split_hands=4", 6 * 900 },
        { MBJ, "boxes=1 max_bet=100 split_hands=2 bonus_678=on", 600 + 100 },
        { MBJ, "boxes=1 max_bet=100 split_hands=2 bettors_per_box=3", 3 * 500 },
        { MULTI, "boxes=1 max_bet=100", 3 * 400 + 100 },
        { MFB, "boxes=1 max_bet=100 dealer_bets=on", 2 * 900 },
        /* optional wagers with a coupon as large beside them; Lucky George gets $10 */
        { MBJ, "boxes=1 max_bet=100 split_hands=2 side_max=10 @match-dealer", 500 + 2 * 220 },
        { MBJ, "boxes=1 max_bet=100 split_hands=2 side_max=10 @21+3:A @trilux:2", 500 + 180 + 500 + 10 },
        { MBJ, "boxes=1 max_bet=100 split_hands=2 side_max=10 @kings-bounty:1", 500 + 2 * 20000 },
        { MFB, "boxes=1 max_bet=100 side_max=10 @push22:A", 900 + 1000 },
        { MBJ, "boxes=1 max_bet=100 split_hands=2 side_max=100 @buster:F buster_bonus=B3", 500 + 50000 + 5000 },
        /* seeds, envy, the must-hit prize */
        { WFB, "boxes=1 max_bet=100 @blazing7:2", 900 + 2000 },
        { WFB, "boxes=1 max_bet=100 @blazing7:2 blazing7.seed=400", 900 + 499 },
        { MBJ, "boxes=6 decks=8 max_bet=100 @super4:N super4.seed=1000", 6 * 900 + 6 * (5 * 3000 + 1000) },
        { MBJ, "boxes=2 max_bet=100 @super4:3 super4_star=3 super4_musthit=2", 2 * 900 + 2 * 10000 + 500 },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        lm_rules rules;
        rules_make(&rules, rows[i].base, rows[i].settings);
        lm_cents worst = lm_rules_worst_loss(&rules);
        if (worst != rows[i].dollars * LM_DOLLAR) fail_msg("%s: %lld", rows[i].settings, (long long)worst);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_starting_tables_are_legal),
        cmocka_unit_test(documents_fix_their_rules),
        cmocka_unit_test(free_bet_documents_fix_the_same),
        cmocka_unit_test(super_4_meters_are_printed),
        cmocka_unit_test(washington_offers_any_mix),
        cmocka_unit_test(documents_lack_wagers_and_tables),
        cmocka_unit_test(decks),
        cmocka_unit_test(shuffle_cut_and_cover),
        cmocka_unit_test(features_exclude_each_other),
        cmocka_unit_test(the_strict_reading_of_super_4),
        cmocka_unit_test(meters),
        cmocka_unit_test(payouts_come_out_in_chips),
        cmocka_unit_test(duties_warnings_and_rulings),
        cmocka_unit_test(odds_are_floors_or_exact),
        cmocka_unit_test(sums_that_do_not_fit_are_refused),
        cmocka_unit_test(the_worst_round),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
