/* totp.c - one-time codes. HMAC-SHA1 is OpenSSL's: libsodium has no SHA-1, and few authenticators know another hash. */
#include "totp.h"

#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

uint32_t totp_value(const uint8_t *secret, size_t size, uint64_t counter)
{
    uint8_t message[8], mac[EVP_MAX_MD_SIZE];
    unsigned n = 0;
    for (int i = 0; i < 8; i++)
        message[i] = (uint8_t)(counter >> (56 - 8 * i));
    if (!HMAC(EVP_sha1(), secret, (int)size, message, sizeof message, mac, &n) || n != 20) abort();
    const uint8_t *at = mac + (mac[19] & 15);
    return (uint32_t)(at[0] & 127) << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

int64_t totp_step(const uint8_t secret[TOTP_SECRET], const char *code, int64_t now_ms, int64_t last)
{
    int64_t now = now_ms / TOTP_STEP_MS, found = 0;
    char right[TOTP_DIGITS + 1];
    if (strlen(code) != TOTP_DIGITS) return 0;
    for (int64_t step = now - TOTP_SKEW; step <= now + TOTP_SKEW; step++) {
        snprintf(right, sizeof right, "%06u", totp_value(secret, TOTP_SECRET, (uint64_t)step) % 1000000u);
        if (sodium_memcmp(right, code, TOTP_DIGITS) == 0 && step > last) found = step;
    }
    return found;
}

void base32_write(const uint8_t *bytes, size_t size, char *text)
{
    for (size_t i = 0; i < size / 5; i++) {
        uint64_t bits = 0;
        for (int k = 0; k < 5; k++)
            bits = bits << 8 | bytes[5 * i + (size_t)k];
        for (int k = 7; k >= 0; k--)
            *text++ = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"[bits >> 5 * k & 31];
    }
    *text = '\0';
}
