/* sanitized */
/* The three kinds of additional wager of Section 17. */
#include "kit/hands.h"

static void test_over_13(void **state)
{
    static const hand hands[] = {
        { "MBJ-17(b)(1)", "9h 5c", "7d", "1" },    { "MBJ-17(c)", "9h 4c", "7d", "-" },
        { "MBJ-17(c)", "6h 7c", "7d", "-" },       { "MBJ-17(e)(1)", "Kh Qc", "7d", "1" },
        { "MBJ-17(b)(1)", "Kh 2c", "7d", "-" },    { "MBJ-2(b)(3)(ii)", "Ah Kc", "7d", "-" },
        { "MBJ-2(b)(3)(ii)", "Ah 3c", "7d", "-" }, { 0 },
    };
    (void)state;
    play(&lm_wager_over13, "", 6, hands);
    assert_every_row_won(&lm_wager_over13);
}

static void test_under_13(void **state)
{
    static const hand hands[] = {
        { "MBJ-17(b)(2)", "7h 5c", "7d", "1" },
        { "MBJ-17(c)", "8h 5c", "7d", "-" },
        { "MBJ-17(e)(1)", "2h 2c", "7d", "1" },
        { "MBJ-17(b)(2)", "Kh 4c", "7d", "-" },
        { "MBJ-2(b)(3)(ii)", "Ah Kc", "7d", "1" },
        { "MBJ-2(b)(3)(ii)", "Ah Ac", "7d", "1" },
        { 0 },
    };
    (void)state;
    play(&lm_wager_under13, "", 6, hands);
    assert_every_row_won(&lm_wager_under13);
}

static void test_suited(void **state)
{
    static const hand one[] = {
        { "MBJ-17(e)(2)(i)", "Kh Qh", "7d", "50 10 5 25" },
        { "MBJ-17(e)(2)(i)", "Qs Ks", "7d", "50 10 5 25" },
        { "MBJ-17(e)(2)(i)", "Kh Jh", "7d", "5/2 3 3 5/2" },
        { "MBJ-17(b)(3)", "2h 9h", "7d", "5/2 3 3 5/2" },
        { "MBJ-17(b)(3)", "2h 9d", "7h", "- - - -" },
        { "MBJ-17(b)(3)", "Kh Qd", "7h", "- - - -" },
        { 0 },
    };
    static const hand two[] = {
        { "MBJ-17(e)(2)(ii)", "Kh Qh", "7d", "10 5 25 20" },
        { "MBJ-17(e)(2)(ii)", "Kh Kh", "7d", "3 3 5/2 5/2" },
        { "MBJ-17(e)(2)(ii)", "Kh Qc", "7d", "- - - -" },
        { 0 },
    };
    static const hand four[] = {
        { "MBJ-17(e)(2)(iii)", "Kd Qd", "7d", "5 25 20 50" },
        { "MBJ-17(e)(2)(iii)", "Qd Qd", "7d", "3 5/2 5/2 2" },
        { "MBJ-17(e)(2)(iii)", "Qd Kc", "7d", "- - - -" },
        { 0 },
    };
    static const hand six[] = {
        { "MBJ-17(e)(2)(iv)", "Kc Qc", "7d", "5 25 20 15" },
        { "MBJ-17(e)(2)(iv)", "Ac Qc", "7d", "3 5/2 5/2 5/2" },
        { "MBJ-17(e)(2)(iv)", "Ac Qs", "7d", "- - - -" },
        { 0 },
    };
    static const hand eight[] = {
        { "MBJ-17(e)(2)(v)", "Ks Qs", "7d", "5 25 50" },
        { "MBJ-17(e)(2)(v)", "Ks Ts", "7d", "3 5/2 2" },
        { "MBJ-17(e)(2)(v)", "Ks Tc", "7d", "- - -" },
        { 0 },
    };
    (void)state;
    play(&lm_wager_suited, "1 2 3 4", 1, one);
    play(&lm_wager_suited, "1 2 3 4", 2, two);
    play(&lm_wager_suited, "1 2 3 4", 4, four);
    play(&lm_wager_suited, "1 2 3 4", 6, six);
    play(&lm_wager_suited, "1 2 3", 8, eight);
    assert_every_row_won(&lm_wager_suited);
    assert_int_equal(find_table(&lm_wager_suited, "4", 8, LM_MBJ), -1);
    assert_int_equal(find_table(&lm_wager_suited, "1", 5, LM_MBJ), -1);
}

static void test_sevens(void **state)
{
    static const hand hands[] = {
        { "MBJ-17(e)(3)", "7h 7h 7h", "7d", "5000" },
        { "MBJ-17(e)(3)", "7h 7h 7d", "7d", "500" },
        { "MBJ-17(e)(3)", "7h 7c 7d", "7d", "500" },
        { "MBJ-17(e)(3)", "7h 7h", "7d", "100" },
        { "MBJ-17(e)(3)", "7h 7h 8h", "7d", "100" },
        { "MBJ-17(e)(3)", "7h 7d", "7d", "50" },
        { "MBJ-17(e)(3)", "7h 7d 8d", "7d", "50" },
        { "MBJ-17(b)(4)", "7h 8h", "7d", "3" },
        { "MBJ-17(b)(4)", "7h 8h 7h", "7d", "3" },
        { "MBJ-17(b)(4)", "8h 7h", "7d", "-" }, /* a seven that is not the first card */
        { "MBJ-17(b)(4)", "8h 7h 7h", "7d", "-" },
        { "MBJ-17(b)(4)", "8h 6h 7h", "7d", "-" },
        { 0 },
    };
    (void)state;
    play(&lm_wager_sevens, "", 6, hands);
    assert_every_row_won(&lm_wager_sevens);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_over_13),
        cmocka_unit_test(test_under_13),
        cmocka_unit_test(test_suited),
        cmocka_unit_test(test_sevens),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
