/* findings.c - the sentences of the validator: their arguments, their subjects, and conflicting subjects.
 * Which tables are refused is proved in check.c. */
/* sanitized */
#include "kit/rules_help.h"
#include "said.h"

enum { NONE = LM_RULE_COUNT };

typedef struct {
    lm_severity severity;
    const char *clause, *base, *settings;
    int rule, other, offer, other_offer;
    const char *text;
} row;

static bool is_told(const found *f, const row *r)
{
    for (int i = 0; i < f->n; i++) {
        const lm_finding *x = &f->item[i];
        bool same = x->severity == r->severity && (int)x->rule == r->rule && (int)x->other == r->other &&
                    x->offer == r->offer && x->other_offer == r->other_offer;
        if (same && strcmp(x->clause, r->clause) == 0 && is_said(x->text, r->text)) return true;
    }
    return false;
}

static void each_is_told(const row *rows, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        lm_rules rules;
        static found f;
        rules_make(&rules, rows[i].base, rows[i].settings);
        found_of(&f, &rules);
        if (is_told(&f, &rows[i])) continue;
        found_print(&f, rows[i].severity);
        fail_msg("'%s' is not reported: [%s] %s", rows[i].settings, rows[i].clause, rows[i].text);
    }
}

#define EACH_IS_TOLD(rows) each_is_told(rows, sizeof rows / sizeof *rows)
#define RULE_(name) LM_RULE_##name
#define UNPAYABLE(what, a, b, step, chip) "say:not-payable|" what "|" #a "|" #b "|" step "|" chip

/* clang-format off */

/* A wager at a table that cannot have it: which document, how many decks, which pay table, what bars it. */
static void wagers_out_of_place(void **state)
{
    (void)state;
    static const row rows[] = {
        { LM_ERROR, BY(MBJ, "3(a)"), MBJ, "@push22:A", NONE, RULE_(rule_set), 0, -1,
          "say:not-in-document|Push 22, table A" },
        { LM_ERROR, BY(MBJ, "19(j).2"), MBJ, "@super4:1 decks=5", NONE, RULE_(decks), 0, -1,
          "say:needs-decks|Super 4 Progressive, table 1|1, 2, 4, 6 or 8 decks" },
        { LM_ERROR, BY(MBJ, "2(a)(4)"), MBJ, "@match-dealer decks=2", NONE, RULE_(decks), 0, -1,
          "say:needs-decks|Match the Dealer|6 or 8 decks" },
        { LM_ERROR, BY(MBJ, "2(a)(3)"), MBJ, "@sevens decks=1", NONE, RULE_(decks), 0, -1,
          "say:needs-decks|Sevens|4, 5, 6, 7 or 8 decks" },
        { LM_ERROR, BY(WFB, "P22T.1"), MFB, "@push22:1", NONE, RULE_(rule_set), 0, -1,
          "say:not-of-document|Push 22, table 1" },
        { LM_ERROR, BY(MFB, "10(c)"), WFB, "@push22:A", NONE, RULE_(rule_set), 0, -1,
          "say:not-of-document|Push 22, table A" },
        { LM_ERROR, BY(MBJ, "19(n).1"), MBJ, "@super4:N decks=6", NONE, RULE_(decks), 0, -1,
          "say:not-of-decks|Super 4 Progressive, table N|6" },
        { LM_ERROR, BY(MBJ, "19(j).1"), NO_HOLE, "@super4:1 @aces", NONE, NONE, 0, 1,
          "say:wager-barred|Super 4 Progressive|Ace Progressive is offered" },
        { LM_ERROR, BY(MBJ, "30(b)"), MBJ, "@over13 @super3", NONE, NONE, 1, -1, "say:needs-offer|Super 3|@trilux" },
    };
    EACH_IS_TOLD(rows);
}

/* Rules that exclude or demand each other: what must be, what is, and why. */
static void rules_against_each_other(void **state)
{
    (void)state;
    static const row rows[] = {
        { LM_ERROR, BY(MBJ, "3(a)(1)"), MBJ, "dealer_22=push", RULE_(dealer_22), RULE_(rule_set), -1, -1,
          "say:demand-broken & dealer_22 say:demand-equal & dealer_22 is push" },
        { LM_ERROR, BY(MBJ, "14"), MBJ, "boxes=3 boxes_per_player=4", RULE_(boxes_per_player), RULE_(boxes_per_player), -1, -1,
          "say:demand-broken & boxes_per_player say:demand-at-most & boxes_per_player is 4" },
        { LM_ERROR, BY(MBJ, "3(d).1"), MBJ, "max_bet=4 min_bet=5", RULE_(max_bet), RULE_(rule_set), -1, -1,
          "say:demand-broken & max_bet say:demand-at-least & max_bet is 4" },
        { LM_WARNING, BY(MBJ, "3(d).1"), MBJ, "min_bet=7 bet_step=5", RULE_(min_bet), RULE_(rule_set), -1, -1,
          "say:demand-broken & min_bet say:demand-multiple & min_bet is 7" },
        { LM_ERROR, BY(MBJ, "8(c).1"), MBJ, "surrender=on multiple_action=3", RULE_(multiple_action), RULE_(surrender), -1, -1,
          "say:rule-barred|multiple_action is 3|surrender is on" },
        { LM_ERROR, BY(MBJ, "6(j)(2)"), MBJ, "@aces", NONE, RULE_(hole_card), 0, -1,
          "say:rule-barred|Ace Progressive is offered|hole_card is reader" },
        { LM_ERROR, BY(MBJ, "29(d).1"), MBJ, "dealer_bets=on", RULE_(dealer_bets), NONE, -1, -1,
          "kings-bounty say:demand-offered" },
        { LM_ERROR, BY(MBJ, "29(d).2"), MBJ, "@kings-bounty:2 kings_bounty_tip=100", RULE_(kings_bounty_tip), NONE, -1, 0,
          "say:demand-broken & kings_bounty_tip say:demand-at-most & kings_bounty_tip is 100 & C-100" },
    };
    EACH_IS_TOLD(rows);
}

/* A payout that chips cannot make names the odds, the step and the chip (C-17). */
static void payouts_and_rulings(void **state)
{
    (void)state;
    static const row rows[] = {
        { LM_ERROR, "C-17", MBJ, "bet_step=0.50 chip_unit=1", RULE_(bet_step), NONE, -1, -1,
          UNPAYABLE("a win", 1, 1, "$0.50", "$1") },
        { LM_ERROR, "C-17", MBJ, "bet_step=0.50 chip_unit=1", RULE_(blackjack_pays), NONE, -1, -1,
          UNPAYABLE("blackjack", 3, 2, "$0.50", "$1") },
        { LM_ERROR, "C-17", MBJ, "chip_unit=1 surrender=on", RULE_(surrender), NONE, -1, -1,
          UNPAYABLE("surrender", 1, 2, "$1", "$1") },
        { LM_ERROR, "C-17", SIX_TO_FIVE, "bet_step=2", RULE_(blackjack_pays), NONE, -1, -1,
          UNPAYABLE("blackjack", 6, 5, "$2", "$0.50") },
        { LM_RULING, "C-17", MBJ, "round_up=on", RULE_(round_up), NONE, -1, -1, "say:needs-ruling|C-17|round_up is on" },
        { LM_RULING, "C-90", MBJ, "@kings-bounty:1", NONE, NONE, 0, -1, "say:needs-ruling|C-90|King's Bounty is offered" },
    };
    EACH_IS_TOLD(rows);
    static const char *const in_chips[] = { "chip_unit=1 bet_step=1", "chip_unit=5 bet_step=5 min_bet=5" };
    for (int i = 0; i < 2; i++) { /* 1 to 1 alone: any step of whole chips will do */
        lm_rules rules;
        static found f;
        rules_make(&rules, FACE_UP, in_chips[i]);
        found_of(&f, &rules);
        if (f.errors) found_print(&f, LM_ERROR);
        assert_int_equal(f.errors, 0);
    }
}

/* Every amount is a whole number of cents. */
static void steps_of_a_cent(void **state)
{
    (void)state;
    lm_rules rules;
    static found f;
    rules_make(&rules, MBJ "bet_step=0.01 chip_unit=0.01 min_bet=5.03 max_bet=99.99 side_min=0.07 ", "@over13 round_up=on");
    found_of(&f, &rules);
    if (f.errors) found_print(&f, LM_ERROR);
    assert_int_equal(f.errors, 0);
    assert_null(found_clause(&f, LM_WARNING, BY(MBJ, "3(d).1")));
}

/* The second of two wagers at odds of the house's own: 9 to 2 on $1 needs chips of 50 cents (C-17); 1,001 to 1 on
 * $10,000 and a coupon for as much is more than a table holds. */
static void odds_that_money_cannot_make(void **state)
{
    (void)state;
    lm_rules rules;
    static found f;
    rules_make(&rules, MBJ "blackjack_pays=6:5 bet_step=5 chip_unit=5 min_bet=5 side_min=5 round_up=off ", "@over13 @match-dealer");
    rules.offer[1].pays[1] = (lm_odds){ 9, 2, LM_TO, 0 };
    found_of(&f, &rules);
    static const row chips = { LM_ERROR, "C-17", "", "", NONE, NONE, 1, -1, UNPAYABLE("Match the Dealer", 9, 2, "$5", "$5") };
    assert_true(is_told(&f, &chips));
    rules_make(&rules, MBJ, "side_max=10000 max_bet=10000 @over13 @buster:A");
    rules.offer[1].pays[6].a = 1001;
    found_of(&f, &rules);
    static const row sums = { LM_ERROR, BY(MBJ, "3(d).1"), "", "", RULE_(side_max), NONE, -1, -1,
                              "say:could-win|side_max is 10000|$20020000|$20000000" };
    if (!is_told(&f, &sums)) found_print(&f, LM_ERROR);
    assert_true(is_told(&f, &sums));
}

/* clang-format on */

/* Odds of a house's own: exact tables say what they pay, the others what they pay at least (C-110). */
static void odds_of_the_house(void **state)
{
    (void)state;
    static const struct {
        const char *clause, *offer;
        int outcome;
        lm_odds pays;
        const char *text; /* NULL: allowed */
    } rows[] = {
        { "MBJ-29(h)",
          "@kings-bounty:1",
          1,
          { 3, 1, LM_TO, 0 },
          "say:pays-as-printed|King's Bounty, table 1||unsuited 20||4|1" },
        { "MBJ-29(h)",
          "@kings-bounty:1",
          1,
          { 5, 1, LM_TO, 0 },
          "say:pays-as-printed|King's Bounty, table 1||unsuited 20||4|1" },
        { "MBJ-29(h)", "@kings-bounty:1", 1, { 8, 2, LM_TO, 0 }, NULL },
        { "MBJ-23(f)", "@match-dealer", 1, { 7, 2, LM_TO, 0 }, "say:pays-as-printed|Match the Dealer||match||4|1" },
        { "MBJ-23(f)", "@match-dealer", 1, { 9, 2, LM_TO, 0 }, NULL },
        { "MBJ-23(f)", "@match-dealer", 1, { 5, 1, LM_FOR, 0 }, "say:pays-as-printed|Match the Dealer||match||4|1" },
        { "MBJ-23(f)", "@match-dealer", 3, { 1, 1, LM_TO, 0 }, "say:pays-as-printed|Match the Dealer||?||0|0" },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        lm_rules rules;
        static found f;
        rules_make(&rules, MBJ, rows[i].offer);
        rules.offer[0].pays[rows[i].outcome] = rows[i].pays;
        found_of(&f, &rules);
        const lm_finding *told = found_clause(&f, LM_ERROR, rows[i].clause);
        if (!told != !rows[i].text) fail_msg("row %zu: %s", i, told ? told->text : "nothing");
        if (!told) continue;
        assert_said(told->text, rows[i].text);
        assert_int_equal(told->offer, 0);
        assert_int_equal(told->other_offer, -1);
    }
}

/* Two tables of a house: the finding is about the later one's wager. */
static void disagreements_of_a_house(void **state)
{
    (void)state;
    static const struct {
        const char *clause, *first, *second;
        int rule, offer;
        const char *text;
    } rows[] = {
        { "MBJ-17(e)(2).1", "@suited:1", "@over13 @suited:2", NONE, 1, "say:same-suit-odds" },
        { "MBJ-20(k).2", "@blackjack-bonus bonus_advantage_1=10", "@blackjack-bonus bonus_advantage_1=11",
          RULE_(bonus_advantage_1), 0, "say:same-advantage-1" },
        { "MBJ-20(k).2", "@blackjack-bonus bonus_advantage_5=10", "@blackjack-bonus bonus_advantage_5=11",
          RULE_(bonus_advantage_5), 0, "say:same-advantage-5" },
        { "MBJ-13(g).2", "bettors_per_box=2 shared_tables=1", "bettors_per_box=2 shared_tables=1", RULE_(shared_tables),
          -1, "say:fewer-shared-tables" },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        lm_rules first, second;
        static found f;
        rules_make(&first, MBJ, rows[i].first);
        rules_make(&second, MBJ, rows[i].second);
        const lm_rules *tables[] = { &first, &second };
        lm_finder finder = { found_add, &f };
        f.n = 0;
        assert_int_equal(lm_house_check(tables, 2, &finder), 1);
        assert_int_equal(lm_house_check(tables, 2, NULL), 1);
        const lm_finding *told = &f.item[0];
        assert_int_equal(told->severity, LM_ERROR);
        assert_string_equal(told->clause, rows[i].clause);
        assert_said(told->text, rows[i].text);
        assert_int_equal(told->rule, rows[i].rule);
        assert_int_equal(told->other, NONE);
        assert_int_equal(told->offer, rows[i].offer);
        assert_int_equal(told->other_offer, -1);
        assert_int_equal(told->table, 1);
        assert_int_equal(told->other_table, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wagers_out_of_place),         cmocka_unit_test(rules_against_each_other),
        cmocka_unit_test(payouts_and_rulings),         cmocka_unit_test(steps_of_a_cent),
        cmocka_unit_test(odds_that_money_cannot_make), cmocka_unit_test(odds_of_the_house),
        cmocka_unit_test(disagreements_of_a_house),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
