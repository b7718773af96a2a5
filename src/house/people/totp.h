/* totp.h - one-time codes by RFC 6238: HMAC-SHA1 of the time in steps of 30 s, six digits.
 *
 * Pure functions. They know neither persons nor the store. */
#ifndef LAMMER_HOUSE_TOTP_H
#define LAMMER_HOUSE_TOTP_H

#include <stddef.h>
#include <stdint.h>

enum {
    TOTP_SECRET = 20,                    /* bytes: RFC 4226 recommends the length of the hash */
    TOTP_TEXT = TOTP_SECRET * 8 / 5 + 1, /* in base32, with the end */
    TOTP_DIGITS = 6,
    TOTP_STEP_MS = 30 * 1000,
    TOTP_SKEW = 1, /* steps that the person's clock may be off, either way */
};

/* RFC 4226: 31 bits, of which a code is the last digits. */
uint32_t totp_value(const uint8_t *secret, size_t size, uint64_t counter);
/* The latest step after `last` within the skew whose code this is; 0: there is none. */
int64_t totp_step(const uint8_t secret[TOTP_SECRET], const char *code, int64_t now_ms, int64_t last);
/* Base32 of RFC 4648 without padding; `size` is a multiple of 5. */
void base32_write(const uint8_t *bytes, size_t size, char *text);

#endif
