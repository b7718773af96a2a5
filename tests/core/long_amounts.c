/* long_amounts.c - amounts written with as many digits as are read, most of them zeros. */
/* sanitized */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "lammer/money.h"

/* Eighteen digits of dollars and two of cents, and not one more. */
static void digits_are_counted(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        bool reads;
        lm_cents cents;
    } rows[] = {
        { "000000000000000012", true, 1200 },   { "00000000000000012.34", true, 1234 },
        { "000000000000000000.05", true, 5 },   { "-000000000000000012.5", true, -1250 },
        { "0000000000000000012", false, 0 },    { "0000000000000000000", false, 0 },
        { "000000000000000012.340", false, 0 }, { "090000000000000000.99", true, 9000000000000000099 },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        lm_cents cents = 77;
        if (lm_cents_read(rows[i].text, &cents) != rows[i].reads) fail_msg("'%s'", rows[i].text);
        assert_int_equal(cents, rows[i].reads ? rows[i].cents : 77);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(digits_are_counted) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
