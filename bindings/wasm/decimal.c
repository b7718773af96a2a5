/* decimal.c - a double in decimal, digit for digit: m * 2^e is a whole number, or m * 5^-e with the point moved. */
#include <stdint.h>
#include <string.h>

#include "decimal.h"

enum { LIMBS = 90, LIMB_DIGITS = 9, LIMB = 1000000000 };

typedef struct {
    int n;
    uint32_t limb[LIMBS]; /* least first */
} big;

static void multiply(big *b, uint32_t factor)
{
    uint64_t carry = 0;
    for (int i = 0; i < b->n; i++) {
        carry += (uint64_t)b->limb[i] * factor;
        b->limb[i] = (uint32_t)(carry % LIMB);
        carry /= LIMB;
    }
    for (; carry; carry /= LIMB)
        b->limb[b->n++] = (uint32_t)(carry % LIMB);
}

static void multiply_power(big *b, uint32_t base, int exponent)
{
    for (; exponent >= 8; exponent -= 8)
        multiply(b, base * base * base * base * base * base * base * base);
    for (; exponent > 0; exponent--)
        multiply(b, base);
}

/* All digits, the first not zero unless the number is. */
static void write_digits(const big *b, decimal *number)
{
    number->n = 0;
    for (int i = b->n; i--;) {
        char text[LIMB_DIGITS];
        uint32_t limb = b->limb[i];
        for (int d = LIMB_DIGITS; d--; limb /= 10)
            text[d] = (char)(limb % 10);
        for (int d = 0; d < LIMB_DIGITS; d++) {
            if (number->n || text[d]) number->digit[number->n++] = text[d];
        }
    }
}

static void trim(decimal *number)
{
    while (number->n && !number->digit[number->n - 1])
        number->n--;
    if (!number->n) number->point = 0;
}

void decimal_of(double value, decimal *number)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    int exponent = (int)(bits >> 52 & 0x7ff);
    uint64_t mantissa = (bits & 0xfffffffffffffu) | (exponent ? 1ull << 52 : 0);
    exponent = (exponent ? exponent : 1) - 1075;
    while (mantissa && !(mantissa & 1)) { /* fewer fives to multiply with */
        mantissa >>= 1;
        exponent++;
    }
    big b = { 0 };
    for (; mantissa; mantissa /= LIMB)
        b.limb[b.n++] = (uint32_t)(mantissa % LIMB);
    if (exponent >= 0) {
        multiply_power(&b, 2, exponent);
    } else {
        multiply_power(&b, 5, -exponent);
    }
    number->negative = bits >> 63;
    write_digits(&b, number);
    number->point = number->n + (exponent < 0 ? exponent : 0);
    trim(number);
}

/* Whether what follows the first n digits rounds them up. */
static bool rounds_up(const decimal *number, int n)
{
    if (n < 0 || n >= number->n || number->digit[n] < 5) return false;
    if (number->digit[n] > 5 || n + 1 < number->n) return true;
    return n && number->digit[n - 1] & 1;
}

void decimal_round(decimal *number, int n)
{
    if (n >= number->n) return;
    bool up = rounds_up(number, n);
    number->n = n < 0 ? 0 : n;
    int i = number->n;
    while (up && i && number->digit[i - 1] == 9)
        i--;
    if (up && i) {
        number->digit[i - 1]++;
        number->n = i;
    } else if (up) { /* 9.99 has become 10 */
        number->digit[0] = 1;
        number->n = 1;
        number->point++;
    }
    trim(number);
}
