/* amounts.c - cents and cards as text, odds as money, and sums that do not fit. */
/* sanitized */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "lammer/card.h"
#include "lammer/money.h"

static void amounts_are_read(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        bool reads;
        lm_cents cents;
    } rows[] = {
        { "0", true, 0 },
        { "12", true, 1200 },
        { "12.5", true, 1250 },
        { "12.50", true, 1250 },
        { "0.05", true, 5 },
        { "-0.50", true, -50 },
        { "+3", true, 300 },
        { "+3.01", true, 301 },
        { "90000000000000000", true, 9000000000000000000 },
        { "", false, 0 },
        { "-", false, 0 },
        { "+", false, 0 },
        { ".5", false, 0 },
        { "1.", false, 0 },
        { "1.234", false, 0 },
        { "1x", false, 0 },
        { "1.5x", false, 0 },
        { "--1", false, 0 },
        { " 1", false, 0 },
        { "1/", false, 0 },
        { "1:", false, 0 },
        { "100000000000000000", false, 0 }, /* its cents do not fit */
        { "92233720368547758", true, 9223372036854775800 },
        { "92233720368547758.07", true, INT64_MAX },
        { "92233720368547758.08", false, 0 },
        { "92233720368547758.8", false, 0 },
        { "92233720368547759", false, 0 },
        { "999999999999999999", false, 0 },
        { "999999999999999999.99", false, 0 },
        { "1000000000000000000", false, 0 }, /* nineteen digits */
        /* dollars may have eighteen digits and cents two, zeros included, and no more */
        { "000000000000000012", true, 1200 },
        { "00000000000000012.34", true, 1234 },
        { "000000000000000000.05", true, 5 },
        { "-000000000000000012.5", true, -1250 },
        { "0000000000000000012", false, 0 },
        { "0000000000000000000", false, 0 },
        { "000000000000000012.340", false, 0 },
        { "090000000000000000.99", true, 9000000000000000099 },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        lm_cents cents = 77;
        if (lm_cents_read(rows[i].text, &cents) != rows[i].reads) fail_msg("'%s'", rows[i].text);
        assert_int_equal(cents, rows[i].reads ? rows[i].cents : 77);
    }
}

static void amounts_are_written(void **state)
{
    (void)state;
    static const struct {
        lm_cents cents;
        const char *text;
    } rows[] = {
        { 0, "0" },
        { 5, "0.05" },
        { 50, "0.50" },
        { 99, "0.99" },
        { 100, "1" },
        { 1200, "12" },
        { 1250, "12.50" },
        { -50, "-0.50" },
        { -1200, "-12" },
        { 10001, "100.01" },
        { INT64_MAX, "92233720368547758.07" },
        { INT64_MIN, "-92233720368547758.08" },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[24];
        lm_cents_write(rows[i].cents, text);
        assert_string_equal(text, rows[i].text);
    }
}

static void sums_that_do_not_fit_are_refused(void **state)
{
    (void)state;
    lm_cents value = 7;
    assert_true(lm_cents_add(INT64_MAX - 1, 1, &value) && value == INT64_MAX);
    assert_true(lm_cents_add(INT64_MIN + 1, -1, &value) && value == INT64_MIN);
    value = 7;
    assert_false(lm_cents_add(INT64_MAX, 1, &value));
    assert_false(lm_cents_add(INT64_MIN, -1, &value));
    assert_true(lm_cents_mul(3, -4, &value) && value == -12);
    value = 7;
    assert_false(lm_cents_mul(INT64_MAX / 2 + 1, 2, &value));
    assert_false(lm_cents_mul(INT64_MIN, -1, &value));
    assert_int_equal(value, 7);
}

/* Odds are paid up to the next whole chip, never against the player (C-17); where no chip is named they are exact. */
static void odds_become_money(void **state)
{
    (void)state;
    static const struct {
        lm_odds odds;
        lm_cents stake, chip, net;
    } rows[] = {
        { { 0, 1, LM_TO, 0 }, 500, 0, -500 },       { { 3, 2, LM_TO, 0 }, 500, 0, 750 },
        { { 3, 2, LM_TO, 0 }, 501, 0, 752 },        { { 3, 2, LM_TO, 0 }, 500, 100, 800 },
        { { 3, 2, LM_TO, 0 }, 1000, 100, 1500 },    { { 6, 5, LM_TO, 0 }, 700, 50, 850 },
        { { 10, 1, LM_FOR, 0 }, 500, 0, 4500 },     { { 1, 1, LM_FOR, 0 }, 500, 0, 0 },
        { { 50, 1, LM_DOLLARS, 0 }, 500, 0, 4500 }, { { 50, 1, LM_DOLLARS, 0 }, 100, 100, 4900 },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_int_equal(lm_odds_net(rows[i].odds, rows[i].stake, rows[i].chip), rows[i].net);
}

static void shares_add_up(void **state)
{
    (void)state;
    assert_int_equal(lm_share_equal(100, 3, 0), 34);
    assert_int_equal(lm_share_equal(100, 3, 1), 33);
    assert_int_equal(lm_share_equal(101, 3, 1), 34);
    assert_int_equal(lm_share_equal(101, 3, 2), 33);
    static const struct {
        lm_cents cap, due[3], stake[3], share[3];
    } rows[] = {
        { 0, { 900, 900, 900 }, { 1, 1, 1 }, { 900, 900, 900 } },
        { 2700, { 900, 900, 900 }, { 1, 1, 1 }, { 900, 900, 900 } },
        { 2699, { 900, 900, 900 }, { 1, 1, 1 }, { 900, 900, 899 } },
        { 100, { 900, 900, 900 }, { 1, 1, 1 }, { 34, 33, 33 } },
        { 100, { 900, 900, 900 }, { 2, 1, 3 }, { 34, 16 + 0, 50 } },
        { 100, { 900, 900, 900 }, { 3, 1, 2 }, { 50, 17, 33 } },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        lm_cents share[3];
        lm_share_capped(rows[i].cap, rows[i].due, rows[i].stake, 3, share);
        assert_memory_equal(share, rows[i].share, sizeof share);
    }
}

static void cards_are_read_and_written(void **state)
{
    (void)state;
    static const char *const bad[] = { "", "A", "Asx", "1s", "Ax", "as", "AS", "s", "??" };
    char text[3];
    lm_card card;
    for (lm_card c = 0; c < LM_CARDS; c++) {
        lm_card_write(c, text);
        assert_true(lm_card_read(text, &card));
        assert_int_equal(card, c);
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(lm_card_read(bad[i], &card));
    lm_card_write(LM_CARD_DOWN, text);
    assert_string_equal(text, "??");
    lm_card_write(LM_CARDS, text);
    assert_string_equal(text, "??");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(amounts_are_read),  cmocka_unit_test(amounts_are_written),
        cmocka_unit_test(odds_become_money), cmocka_unit_test(sums_that_do_not_fit_are_refused),
        cmocka_unit_test(shares_add_up),     cmocka_unit_test(cards_are_read_and_written),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
