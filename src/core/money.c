/* money.c - integer cents, checked. */
#include "lammer/money.h"

#include <assert.h>

lm_cents lm_cents_times(lm_cents stake, int64_t a, int64_t b, lm_cents chip_unit)
{
    assert(stake >= 0 && a >= 0 && b > 0 && chip_unit >= 0);
    int64_t unit = chip_unit ? chip_unit : 1;
    int64_t parts = b * unit;
    return (stake * a + parts - 1) / parts * unit;
}

lm_cents lm_odds_net(lm_odds odds, lm_cents stake, lm_cents chip_unit)
{
    if (odds.a == 0) return -stake;
    lm_cents paid =
        odds.form == LM_DOLLARS ? (lm_cents)odds.a * LM_DOLLAR : lm_cents_times(stake, odds.a, odds.b, chip_unit);
    return odds.form == LM_TO ? paid : paid - stake;
}

bool lm_cents_add(lm_cents a, lm_cents b, lm_cents *sum)
{
    lm_cents result;
    if (__builtin_add_overflow(a, b, &result)) return false;
    *sum = result;
    return true;
}

bool lm_cents_mul(lm_cents a, int64_t b, lm_cents *product)
{
    lm_cents result;
    if (__builtin_mul_overflow(a, b, &result)) return false;
    *product = result;
    return true;
}

/* Digits of `text` onto *value; false on overflow. Advances past them and says how many there were. */
static bool read_digits(const char **text, lm_cents *value, int most, int *count)
{
    *count = 0;
    while (**text >= '0' && **text <= '9') {
        if (++*count > most) return false;
        if (!lm_cents_mul(*value, 10, value) || !lm_cents_add(*value, **text - '0', value)) return false;
        ++*text;
    }
    return true;
}

bool lm_cents_read(const char *text, lm_cents *cents)
{
    bool minus = *text == '-';
    if (minus || *text == '+') text++;
    lm_cents value = 0;
    int whole, fraction = 0;
    if (!read_digits(&text, &value, 18, &whole) || whole == 0) return false;
    if (*text == '.') {
        text++;
        if (!read_digits(&text, &value, 2, &fraction) || fraction == 0) return false;
    }
    if (*text) return false;
    for (; fraction < 2; fraction++) {
        if (!lm_cents_mul(value, 10, &value)) return false;
    }
    *cents = minus ? -value : value;
    return true;
}

void lm_cents_write(lm_cents cents, char *text)
{
    uint64_t size = cents < 0 ? -(uint64_t)cents : (uint64_t)cents;
    char reversed[24];
    int n = 0;
    if (size % 100) {
        reversed[n++] = (char)('0' + size % 10);
        reversed[n++] = (char)('0' + size / 10 % 10);
        reversed[n++] = '.';
    }
    size /= 100;
    do {
        reversed[n++] = (char)('0' + size % 10);
        size /= 10;
    } while (size);
    if (cents < 0) reversed[n++] = '-';
    while (n)
        *text++ = reversed[--n];
    *text = '\0';
}
