/* authenticator.h - the device of a staff member: reads the secret that the house shows once, and tells codes.
 *
 * Include it behind the header that has clock_ms. */
#ifndef LAMMER_TESTS_AUTHENTICATOR_H
#define LAMMER_TESTS_AUTHENTICATOR_H

#include "people/totp.h"

static uint8_t secret[TOTP_SECRET];

static void read_base32(const char *text)
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
    assert_int_equal(strlen(text), 32);
    uint64_t bits = 0;
    for (int i = 0, n = 0; i < 32; i++) {
        bits = bits << 5 | (uint64_t)(strchr(letters, text[i]) - letters);
        if (i % 8 != 7) continue;
        for (int k = 4; k >= 0; k--)
            secret[n++] = (uint8_t)(bits >> 8 * k);
    }
}

static const char *code_in(int steps)
{
    static char code[8];
    snprintf(code, sizeof code, "%06u",
             totp_value(secret, sizeof secret, (uint64_t)(clock_ms / TOTP_STEP_MS + steps)) % 1000000);
    return code;
}

#endif
