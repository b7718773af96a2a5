/* sanitized */
/* Wagers on the player's two cards and the dealer's up card: match the dealer, in-between, 21+3, TriLux, Super 3. */
#include "kit/hands.h"

static void test_match_dealer(void **state)
{
    static const hand six[] = {
        { "MBJ-23(f)", "7h 9d", "7h", "11" },       { "MBJ-23(f)", "7h 9d", "7c", "4" },
        { "MBJ-23(a).1", "9d 8h", "8s", "4" },      { "MBJ-23(a).1", "9d 7h", "8s", "-" },
        { "MBJ-23(a).2", "Kd 7h", "Kd", "11" },     { "MBJ-23(a).2", "Kd 7h", "Qd", "-" },
        { "MBJ-23(a).2", "Td Jh", "Qd", "-" },      { "MBJ-23(a)(2)", "7h 7d", "7c", "4+4" },
        { "MBJ-23(a)(2)", "7h 7d", "7h", "11+4" },  { "MBJ-23(a)(2)", "7d 7h", "7h", "4+11" },
        { "MBJ-23(a)(2)", "7h 7h", "7h", "11+11" }, { 0 },
    };
    static const hand eight[] = {
        { "MBJ-23(f)", "7h 9d", "7h", "14" },
        { "MBJ-23(f)", "7h 9d", "7c", "3" },
        { "MBJ-23(a)(2)", "7h 7h", "7h", "14+14" },
        { "MBJ-23(f)", "6h 9d", "7h", "-" },
        { 0 },
    };
    (void)state;
    play(&lm_wager_match_dealer, "", 6, six);
    play(&lm_wager_match_dealer, "", 8, eight);
    assert_every_row_won(&lm_wager_match_dealer);
    assert_int_equal(find_table(&lm_wager_match_dealer, "", 4, LM_MBJ), -1);
    assert_int_equal(find_table(&lm_wager_match_dealer, "", 7, LM_MBJ), -1);
}

static void test_in_between(void **state)
{
    static const hand hands[] = {
        { "MBJ-26(g)(1)", "Jh Jd", "Jc", "30 30 30 40" },
        { "MBJ-26(g)(1)", "Jh Jd", "Tc", "- - - -" },
        { "MBJ-26(g)(1)", "Ah Ad", "Ac", "30 30 30 40" },
        { "MBJ-26(g)(1)", "Jh Qd", "Jc", "- - - -" },
        { "MBJ-26(g)(2)", "4h 6d", "5c", "12 10 10 10" },
        { "MBJ-26(g)(2)", "6h 4d", "5c", "12 10 10 10" },
        { "MBJ-26(g)(2)", "4h 6d", "6c", "- - - -" },
        { "MBJ-26(g)(2)", "4h 5d", "5c", "- - - -" },
        { "MBJ-26(g)(3)", "4h 7d", "5c", "6 6 5 5" },
        { "MBJ-26(g)(3)", "4h 7d", "6c", "6 6 5 5" },
        { "MBJ-26(g)(3)", "4h 7d", "8c", "- - - -" },
        { "MBJ-26(g)(4)", "4h 8d", "7c", "4 4 3 3" },
        { "MBJ-26(g)(4)", "4h 8d", "8c", "- - - -" },
        { "MBJ-26(g)(5)", "4h 9d", "7c", "1 1 1 1" },
        { "MBJ-26(g)(5)", "4h Ad", "Jc", "1 1 1 1" },
        { "MBJ-26(g)(5)", "Ah 2d", "Kc", "1 1 1 1" },
        { "MBJ-26(g)(5)", "4h Ad", "3c", "- - - -" },
        { "MBJ-26(f)", "Kh Td", "Jc", "6 6 5 5" },
        { "MBJ-26(b)", "Ah 3d", "2c", "- - - -" }, /* the ace is never low */
        { "MBJ-26(b)", "Ah Qd", "Kc", "12 10 10 10" },
        { "MBJ-26(b)", "Th Qd", "Jc", "12 10 10 10" },
        { "MBJ-26(a)", "4h 9d", "4c", "- - - -" },
        { "MBJ-26(a)", "4h 9d", "9c", "- - - -" },
        { "MBJ-26(a)", "4h 4d", "9c", "- - - -" },
        { "MBJ-26(a)", "4h 9d", "Kc", "- - - -" },
        { 0 },
    };
    (void)state;
    play(&lm_wager_in_between, "A B C D", 6, hands);
    assert_every_row_won(&lm_wager_in_between);
}

static void test_21_plus_3(void **state)
{
    static const hand hands[] = {
        { "MBJ-28(b)(1)", "6h 8h", "7h", "9 30" },
        { "MBJ-28(b)(1)", "6h 9h", "7h", "9 5" },  /* a flush */
        { "MBJ-28(b)(1)", "6h 8h", "7d", "9 10" }, /* a straight */
        { "MBJ-28(b)(2)", "9h 9h", "9h", "9 20" },
        { "MBJ-28(b)(2)", "9h 9d", "9c", "9 20" },
        { "MBJ-28(b)(2)", "9h 9d", "8c", "- -" },
        { "MBJ-28(b)(3)", "Th Jd", "9c", "9 10" },
        { "MBJ-28(b)(3)", "Th Jd", "Kc", "- -" },
        { "MBJ-28(b)(4)", "2h 2h", "9h", "9 5" },
        { "MBJ-28(b)(4)", "2h 2h", "9d", "- -" },
        { "MBJ-28(b)", "Ah 2d", "3c", "9 10" },
        { "MBJ-28(b)", "Qh Ad", "Kc", "9 10" },
        { "MBJ-28(b)", "Kh Ad", "2c", "- -" }, /* a straight does not go on from ace to two */
        { "MBJ-28(b)", "Kh Ah", "2h", "9 5" },
        { "MBJ-28(b)", "Ah 3h", "2h", "9 30" },
        { "MBJ-28(f)", "Kh Ah", "Qh", "9 30" },
        { "MBJ-28(a)", "Kh 4d", "7c 5d 6d", "- -" }, /* only the up card */
        { "MBJ-28(a)", "5h 6d 7d", "Kc", "- -" },    /* only the first two */
        { 0 },
    };
    (void)state;
    play(&lm_wager_plus3, "A B", 6, hands);
    assert_every_row_won(&lm_wager_plus3);
}

static void test_trilux(void **state)
{
    static const hand hands[] = {
        { "MBJ-30(c).2", "6h 8h", "7h", "8 25 25 25" }, { "MBJ-30(c).2", "6h 9h", "7h", "8 5 5 5" },
        { "MBJ-30(c).2", "6h 8h", "7d", "8 8 10 10" },  { "MBJ-30(c).2", "6h 9h", "7d", "- - - -" },
        { "MBJ-30(c).2", "9h 9h", "9h", "8 15 15 15" }, { "MBJ-30(c).2", "9h 9d", "9c", "8 15 15 15" },
        { "MBJ-30(c).2", "9h 9d", "8c", "- - - -" }, /* a pair wins nothing in these tables */
        { "MBJ-30(c).2", "Ah 2d", "3c", "8 8 10 10" },  { "MBJ-30(c).2", "Ah Kd", "2c", "- - - -" },
        { "MBJ-30(c).2", "2h Kh", "9h", "8 5 5 5" },    { 0 },
    };
    static const struct {
        const char *clause;
        const char *table;
        int decks;
        bool exists;
    } decks[] = {
        { "MBJ-30(T1)", "1", 4, true }, { "MBJ-30(T1)", "2", 5, true },  { "MBJ-30(T1)", "4", 2, true },
        { "MBJ-30(T1)", "4", 8, true }, { "MBJ-30(T1)", "4", 4, false }, { "MBJ-30(T1)", "4", 5, false },
        { "MBJ-30(a)", "1", 1, false }, { "MBJ-30(a)", "1", 2, true },   { "MBJ-30(a)", "1", 3, false },
        { "MBJ-30(a)", "4", 1, false }, { "MBJ-30(a)", "3", 7, false },
    };
    (void)state;
    play(&lm_wager_trilux, "1 2 3 4", 6, hands);
    assert_every_row_won(&lm_wager_trilux);
    for (size_t i = 0; i < sizeof decks / sizeof *decks; i++) {
        bool found = find_table(&lm_wager_trilux, decks[i].table, decks[i].decks, LM_MBJ) >= 0;
        if (found != decks[i].exists) fail_msg("%s: table %s", decks[i].clause, decks[i].table);
    }
}

/* Lucky George: what the dealer gets beside the player's winnings, by every table of TriLux; a hand that loses gives nothing. */
static void test_lucky_george(void **state)
{
    enum { TABLES = 4 };
    static const struct {
        const char *clause, *mine, *up;
        int dollars[TABLES];
    } rows[] = {
        { "MBJ-30(T2)", "6h 8h", "7h", { 1, 10, 10, 10 } }, /* a straight flush */
        { "MBJ-30(T2)", "9h 9d", "9c", { 1, 5, 5, 5 } },    /* three of a kind */
        { "MBJ-30(T2)", "6h 8h", "7d", { 1, 2, 2, 2 } },    /* a straight */
        { "MBJ-30(T2)", "6h 9h", "7h", { 1, 1, 0, 1 } },    /* a flush */
        { "MBJ-30(T2)", "6h 9h", "7d", { 0, 0, 0, 0 } },
    };
    static const char *const ids[TABLES] = { "1", "2", "3", "4" };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        static lm_rules rules;
        lm_outcomes out = judge(
            &lm_wager_trilux,
            &(hand){ .clause = rows[i].clause, .mine = rows[i].mine, .dealer = rows[i].up, .set = LM_MBJ }, &rules);
        for (int t = 0; t < TABLES; t++) {
            int table = find_table(&lm_wager_trilux, ids[t], 6, LM_MBJ);
            int dollars = out.n ? lm_wager_trilux.paytables[table].others_dollars[out.which[0]] : 0;
            if (dollars != rows[i].dollars[t])
                fail_msg(/* say:test-dealer-share */ "%s: %s v %s gives the dealer $%d by table %s, not $%d",
                         rows[i].clause, rows[i].mine, rows[i].up, dollars, ids[t], rows[i].dollars[t]);
        }
    }
    assert_null(lm_wager_trilux.paytables[TABLES].clause); /* there is no fifth */
}

static void test_super3(void **state)
{
    static const hand hands[] = {
        { "MBJ-30(T3)", "9h 9h", "9h", "270" }, { "MBJ-30(T3)", "9h 9h", "9d", "90" },
        { "MBJ-30(T3)", "9h 9d", "9c", "90" },  { "MBJ-30(T3)", "9h 9d", "8c", "-" },
        { "MBJ-30(T3)", "8h 9h", "Th", "180" }, { "MBJ-30(T3)", "8h 9h", "Td", "-" },
        { "MBJ-30(T3)", "8h 9h", "Jh", "-" },   { "MBJ-30(T3)", "Ah 2h", "3h", "180" },
        { "MBJ-30(T3)", "Ah Kh", "2h", "-" },   { 0 },
    };
    (void)state;
    play(&lm_wager_super3, "", 6, hands);
    assert_every_row_won(&lm_wager_super3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_match_dealer), cmocka_unit_test(test_in_between),   cmocka_unit_test(test_21_plus_3),
        cmocka_unit_test(test_trilux),       cmocka_unit_test(test_lucky_george), cmocka_unit_test(test_super3),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
