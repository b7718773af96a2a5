/* totp.c - one-time codes against the vectors of RFC 4226 (appendix D) and RFC 6238 (appendix B), and base32 against
 * RFC 4648. */
/* sanitized */
#include "people/totp.h"

#include <stdarg.h>
#include <setjmp.h>
#include <stdbool.h>
#include <stdio.h>

#include <cmocka.h>

static const uint8_t secret[] = "12345678901234567890";

static void counters_of_rfc_4226(void **state)
{
    static const uint32_t values[] = { 0x4c93cf18, 0x41397eea, 0x82fef30, 0x66ef7655, 0x61c5938a,
                                       0x33c083d4, 0x7256c032, 0x4e5b397, 0x2823443f, 0x2679dc69 };
    static const uint32_t codes[] = { 755224, 287082, 359152, 969429, 338314, 254676, 287922, 162583, 399871, 520489 };
    (void)state;
    for (uint64_t i = 0; i < 10; i++) {
        assert_int_equal(totp_value(secret, 20, i), values[i]);
        assert_int_equal(totp_value(secret, 20, i) % 1000000, codes[i]);
    }
}

static void times_of_rfc_6238(void **state)
{
    static const struct {
        int64_t seconds;
        uint32_t code; /* eight digits */
    } rows[] = { { 59, 94287082 },         { 1111111109, 7081804 },  { 1111111111, 14050471 },
                 { 1234567890, 89005924 }, { 2000000000, 69279037 }, { 20000000000, 65353130 } };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char code[TOTP_DIGITS + 1];
        int64_t step = rows[i].seconds / 30;
        assert_int_equal(totp_value(secret, 20, (uint64_t)step) % 100000000, rows[i].code);
        snprintf(code, sizeof code, "%06u", rows[i].code % 1000000);
        assert_int_equal(totp_step(secret, code, rows[i].seconds * 1000, 0), step);
    }
}

/* One step of skew either way, no more; a step counts once; a code has six digits. */
static void only_near_and_new_steps_count(void **state)
{
    static const int64_t at = 1234567890, step = 41152263;
    (void)state;
    assert_int_equal(totp_step(secret, "005924", at * 1000, step - 1), step);
    assert_int_equal(totp_step(secret, "005924", at * 1000, step), 0);
    assert_int_equal(totp_step(secret, "005924", (at + 30) * 1000, 0), step);
    assert_int_equal(totp_step(secret, "005924", (at - 30) * 1000, 0), step);
    assert_int_equal(totp_step(secret, "005924", (at + 60) * 1000, 0), 0);
    assert_int_equal(totp_step(secret, "005924", (at - 60) * 1000, 0), 0);
    assert_int_equal(totp_step(secret, "5924", at * 1000, 0), 0);
    assert_int_equal(totp_step(secret, "0059240", at * 1000, 0), 0);
    assert_int_equal(totp_step(secret, "", at * 1000, 0), 0);
}

static void base32_of_rfc_4648(void **state)
{
    char text[33];
    (void)state;
    base32_write((const uint8_t *)"fooba", 5, text);
    assert_string_equal(text, "MZXW6YTB");
    base32_write(secret, 20, text);
    assert_string_equal(text, "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counters_of_rfc_4226),
        cmocka_unit_test(times_of_rfc_6238),
        cmocka_unit_test(only_near_and_new_steps_count),
        cmocka_unit_test(base32_of_rfc_4648),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
