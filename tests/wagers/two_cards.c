/* sanitized */
/* Wagers on the player's own two cards: blackjack bonus, streak's odds, twenty point, King's Bounty. */
#include "kit/hands.h"

static void test_blackjack_bonus(void **state)
{
    static const hand hands[] = {
        { "MBJ-20(d)", "Ah Qc", "7d", "5", .stake_cents = 100 },
        { "MBJ-20(d)", "Qh Ac", "7d", "10", .stake_cents = 500 },
        { "MBJ-20(d)", "Ah 9c", "7d", "-", .stake_cents = 100 },
        { "MBJ-20(d)", "Ah 9c Ad", "7d", "-", .stake_cents = 500 }, /* 21 in three cards */
        { "MBJ-20(i)", "Ah Tc", "Ad Kc", "10", .stake_cents = 500 },
        { 0 },
    };
    (void)state;
    play(&lm_wager_blackjack_bonus, "", 6, hands);
    assert_every_row_won(&lm_wager_blackjack_bonus);
}

static void test_streak(void **state)
{
    static const struct {
        const char *clause;
        const lm_wager *wager;
        int to_1;
    } rows[] = {
        { "MBJ-22(j)", &lm_wager_streak2, 3 },
        { "MBJ-22(j)", &lm_wager_streak3, 7 },
        { "MBJ-22(j)", &lm_wager_streak4, 17 },
        { "MBJ-22(j)", &lm_wager_streak5, 37 },
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        int table = find_table(rows[i].wager, "", 6, LM_MBJ);
        assert_true(table >= 0);
        lm_odds odds = rows[i].wager->paytables[table].pays[1];
        if (odds.a != rows[i].to_1 || odds.b != 1 || odds.form != LM_TO) fail_msg("%s: %d", rows[i].clause, odds.a);
        assert_int_equal(rows[i].wager->paytables[table].strictness, LM_FLOOR);
    }
}

static void test_twenty_point(void **state)
{
    static const hand hands[] = {
        { "MBJ-24(f)", "Qh Qh", "Ad Kc", "1000 1000" }, { "MBJ-24(f)", "Qh Qh", "Ad 9c", "125 200" }, /* no blackjack */
        { "MBJ-24(f)", "Qh Qh", "Kd Ac", "1000 1000" }, { "MBJ-24(f)", "Qh Qh", "7d", "125 200" },
        { "MBJ-24(f)", "Qd Qd", "Ad Kc", "19 25" }, /* the other red queens */
        { "MBJ-24(f)", "Kd Kd", "7d", "19 25" },        { "MBJ-24(g)(1)", "Qs Qs", "7d", "19 25" },
        { "MBJ-24(g)(1)", "Th Th", "7d", "19 25" },     { "MBJ-24(g)(2)", "Qh Kh", "7d", "9 10" },
        { "MBJ-24(f)", "Kd Jd", "7d", "9 10" },         { "MBJ-24(g)(3)", "Kd Jh", "7d", "4 4" },
        { "MBJ-24(g)(3)", "Kd Kh", "7d", "4 4" },       { "MBJ-24(g)(3)", "Qh Qd", "Ad Kc", "4 4" },
        { "MBJ-24(a)", "Ah 9h", "7d", "9 10" },         { "MBJ-24(a)", "9h Ac", "7d", "4 4" },
        { "MBJ-24(a)", "Kd 9d", "7d", "- -" }, /* 19 */
        { "MBJ-24(a)", "Kd Ad", "7d", "- -" }, /* 21 */
        { "MBJ-24(a)", "Ad 8d", "7d", "- -" },          { 0 },
    };
    (void)state;
    play(&lm_wager_twenty_point, "A B", 6, hands);
    assert_every_row_won(&lm_wager_twenty_point);
    assert_int_equal(find_table(&lm_wager_twenty_point, "A", 1, LM_MBJ), -1);
}

static void test_kings_bounty(void **state)
{
    static const hand hands[] = {
        { "MBJ-29(h)", "Ks Ks", "Ad Kc", "1000 1000" }, { "MBJ-29(h)", "Ks Ks", "Kd Ac", "1000 1000" },
        { "MBJ-29(h)", "Ks Ks", "Kd 9c", "100 200" },                                             /* no blackjack */
        { "MBJ-29(h)", "Ks Ks", "6d", "100 200" },      { "MBJ-29(h)", "Ks Kc", "Ad Kc", "6 6" }, /* one spade short */
        { "MBJ-29(h)", "Kh Kh", "Ad Kc", "30 50" },     { "MBJ-29(h)", "Kh Kd", "6d", "6 6" },
        { "MBJ-29(h)", "Kh Qh", "6d", "9 9" }, /* one suit, but no pair */
        { "MBJ-29(h)", "Qh Qh", "6d", "20 25" },        { "MBJ-29(h)", "Js Js", "6d", "20 25" },
        { "MBJ-29(h)", "Td Td", "6d", "20 25" },        { "MBJ-29(h)", "Qh Qd", "6d", "4 4" },
        { "MBJ-29(h)", "Td Jd", "6d", "9 9" },          { "MBJ-29(h)", "Td Jc", "6d", "4 4" },
        { "MBJ-29(h)", "Kd Qs", "6d", "4 4" }, /* one king short */
        { "MBJ-29(a)", "Ad 9d", "6d", "9 9" },          { "MBJ-29(a)", "Ad 9s", "6d", "4 4" },
        { "MBJ-29(e)", "Kd 9d", "6d", "- -" },          { "MBJ-29(e)", "Kd Ad", "6d", "- -" },
        { "MBJ-29(e)", "9d 9d", "6d", "- -" },          { 0 },
    };
    (void)state;
    play(&lm_wager_kings_bounty, "1 2", 6, hands);
    assert_every_row_won(&lm_wager_kings_bounty);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_blackjack_bonus),
        cmocka_unit_test(test_streak),
        cmocka_unit_test(test_twenty_point),
        cmocka_unit_test(test_kings_bounty),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
