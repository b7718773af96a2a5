/* sanitized */
/* Wagers on the dealer's bust: the third-card bonus of Section 25, and Buster. */
#include "kit/hands.h"

static void test_third_card(void **state)
{
    static const hand hands[] = {
        { "MBJ-25(e).2", "9h 9c", "9h 6d Tc", "3" },
        { "MBJ-25(e).2", "9h 9c", "9h 6d Kc", "3" },
        { "MBJ-25(d).1", "9h 9c", "9h 2d Tc", "-" }, /* 21 */
        { "MBJ-25(a)", "9h 9c", "Th 6d 9c", "5" },
        { "MBJ-25(e).2", "9h 9c", "Th 3d 9c", "5" }, /* 22 */
        { "MBJ-25(d).1", "9h 9c", "Th 2d 9c", "-" },
        { "MBJ-25(d).2", "9h 9c", "9h 7d 8c", "7" },
        { "MBJ-25(e).2", "9h 9c", "Th 4d 8c", "7" },
        { "MBJ-25(d).1", "9h 9c", "Th 3d 8c", "-" },
        { "MBJ-25(e).2", "9h 9c", "Th 5d 7c", "9" },
        { "MBJ-25(d).1", "9h 9c", "Th 4d 7c", "-" },
        { "MBJ-25(e).2", "9h 9c", "Th 6d 6c", "15" },
        { "MBJ-25(d).1", "9h 9c", "Th 5d 6c", "-" },
        { "MBJ-25(f)", "9h 9c", "8h 8h 8h", "200" },
        { "MBJ-25(f)", "9h 9c", "8h 8h 8d", "50" },
        { "MBJ-25(f)", "9h 9c", "8c 8s 8s", "50" },
        { "MBJ-25(f)", "9h 9c", "8h 8h 8c", "7" }, /* one colour short */
        { "MBJ-25(f)", "9h 9c", "9h 7h 8h", "7" }, /* one suit, but no three eights */
        { "MBJ-25(f)", "9h 9c", "8h 8h 7h", "9" },
        { "MBJ-25(d).1", "9h 9c", "Th 7d", "-" },
        { "MBJ-25(d).1", "9h 9c", "Ah 6d Kc", "-" }, /* soft 17 that draws */
        { "MBJ-25(d).1", "9h 9c", "Ah Kd", "-" },
        { "MBJ-25(a)", "9h 9c", "Th 2d 2c Tc", "-" }, /* a bust with the fourth */
        { 0 },
    };
    (void)state;
    play(&lm_wager_third_card, "", 6, hands);
    assert_every_row_won(&lm_wager_third_card);
    assert_int_equal(find_table(&lm_wager_third_card, "", 4, LM_MBJ), -1);
    assert_int_equal(find_table(&lm_wager_third_card, "", 7, LM_MBJ), -1);
}

static void test_buster(void **state)
{
    static const hand hands[] = {
        { "MBJ-27(g)", "9h 9c", "Th 6d 6c", "2 2 2 2 2 1" },
        { "MBJ-27(d)(2)", "9h 9c", "Th 6d 5c", "- - - - - -" },
        { "MBJ-27(g)", "9h 9c", "Th 2d 4c 6c", "2 2 2 2 2 2" },
        { "MBJ-27(d)(2)", "9h 9c", "Th 2d 4c 5c", "- - - - - -" },
        { "MBJ-27(g)", "9h 9c", "Th 2d 2c 2c Kc", "4 4 4 4 3 8" },
        { "MBJ-27(d)(2)", "9h 9c", "Th 2d 2c 2c 5c", "- - - - - -" },
        { "MBJ-27(g)", "9h 9c", "8h 2d 2c 2c 2h Kc", "15 15 12 12 12 20" },
        { "MBJ-27(d)(2)", "9h 9c", "8h 2d 2c 2c 2h 5c", "- - - - - -" },
        { "MBJ-27(g)", "9h 9c", "6h 2d 2c 2c 2h 2s Kc", "50 50 50 50 50 50" },
        { "MBJ-27(d)(2)", "9h 9c", "6h 2d 2c 2c 2h 2s 5c", "- - - - - -" },
        { "MBJ-27(g)", "9h 9c", "4h 2d 2c 2c 2h 2s 2s Kc", "250 200 250 200 250 250" },
        { "MBJ-27(d)(2)", "9h 9c", "4h 2d 2c 2c 2h 2s 2s 5c", "- - - - - -" },
        { "MBJ-27(g)", "9h 9c", "2h 2d 2c 2c 2h 2s 2s 2s Kc", "250 200 250 200 250 250" },
        { "MBJ-27(e)", "9h 9c", "Ah 5d Kc Kd", "2 2 2 2 2 2" }, /* the ace as 1 */
        { "MBJ-27(d)(1)", "9h 9c", "Ah Kd", "- - - - - -" },
        { "MBJ-27(d)(2)", "9h 9c", "Th 7d", "- - - - - -" },
        { 0 },
    };
    static const char seven[] = "6h 2d 2c 2c 2h 2s Kc", eight[] = "4h 2d 2c 2c 2h 2s 2s Kc";
#define SIX_TIMES(pays) pays " " pays " " pays " " pays " " pays " " pays
    static const hand bonus[] = {
        { "MBJ-27(i)", "Ah Kc", seven, SIX_TIMES("50+$1000"), .bonus = 1, .stake_cents = 500 },
        { "MBJ-27(i)", "Ah Kc", seven, SIX_TIMES("50+$1000"), .bonus = 2, .stake_cents = 1000 },
        { "MBJ-27(i)", "Ah Kc", eight, "250+$8000 200+$8000 250+$8000 200+$8000 250+$8000 250+$8000", .bonus = 1,
          .stake_cents = 500 },
        { "MBJ-27(i)", "Ah Kc", eight, "250+$5000 200+$5000 250+$5000 200+$5000 250+$5000 250+$5000", .bonus = 2,
          .stake_cents = 500 },
        { "MBJ-27(h)", "Ah Kc", seven, SIX_TIMES("50"), .bonus = 0, .stake_cents = 500 },
        { "MBJ-27(h)", "Ah Kc", seven, SIX_TIMES("50"), .bonus = 1, .stake_cents = 400 },
        { "MBJ-27(h)", "Ah 9c", seven, SIX_TIMES("50"), .bonus = 1, .stake_cents = 500 },
        { "MBJ-27(h)", "Ah Kc", "8h 2d 2c 2c 2h Kc", "15 15 12 12 12 20", .bonus = 1, .stake_cents = 500 },
        { "MBJ-27(h)", "Ah Kc", "6h 2d 2c 2c 2h 2s 5c", SIX_TIMES("-"), .bonus = 1, .stake_cents = 500 },
        { 0 },
    };
    (void)state;
    play(&lm_wager_buster, "A B C D E F", 6, hands);
    play(&lm_wager_buster, "A B C D E F", 6, bonus);
    assert_every_row_won(&lm_wager_buster);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_third_card),
        cmocka_unit_test(test_buster),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
