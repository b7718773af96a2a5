/* price_math.h - wide whole numbers, and a square root, for prices. */
#ifndef LM_ODDS_PRICE_MATH_H
#define LM_ODDS_PRICE_MATH_H

#include <stdbool.h>
#include <stdint.h>

#include "lammer/price.h"

__extension__ typedef unsigned __int128 price_u128;

/* Only the lower `parts` of a number are used; the other parts stay zero. A result wraps around as with any unsigned
 * number, so the terms of a difference may be added in any order. */
static inline void wide_add(lm_wide *a, const lm_wide *b, int parts)
{
    price_u128 carry = 0;
    for (int i = 0; i < parts; i++) {
        carry += (price_u128)a->part[i] + b->part[i];
        a->part[i] = (uint64_t)carry;
        carry >>= 64;
    }
}

static inline void wide_subtract(lm_wide *a, const lm_wide *b, int parts)
{
    uint64_t borrow = 0;
    for (int i = 0; i < parts; i++) {
        price_u128 taken = (price_u128)b->part[i] + borrow;
        borrow = a->part[i] < taken;
        a->part[i] = (uint64_t)(a->part[i] - taken);
    }
}

static inline void wide_multiply(lm_wide *a, uint64_t factor, int parts)
{
    price_u128 carry = 0;
    for (int i = 0; i < parts; i++) {
        carry += (price_u128)a->part[i] * factor;
        a->part[i] = (uint64_t)carry;
        carry >>= 64;
    }
}

static inline lm_wide wide_of(price_u128 value)
{
    return (lm_wide){ { (uint64_t)value, (uint64_t)(value >> 64) } };
}

static inline bool wide_is_zero(const lm_wide *a)
{
    uint64_t any = 0;
    for (int i = 0; i < LM_WIDE_PARTS; i++)
        any |= a->part[i];
    return any == 0;
}

/* Divides in place and returns the remainder. */
uint32_t wide_divide(lm_wide *a, uint32_t by);

/* a += b * factor */
static inline void wide_add_times(lm_wide *a, const lm_wide *b, uint64_t factor)
{
    lm_wide product = *b;
    wide_multiply(&product, factor, LM_WIDE_PARTS);
    wide_add(a, &product, LM_WIDE_PARTS);
}

/* The ways when each may continue with one of so many cards. */
static inline price_u128 ways_times(price_u128 ways, int cards)
{
    uint64_t factor = (uint64_t)cards;
    return ways * factor;
}

/* A freestanding program has no conversion of its own. */
static inline double ways_real(price_u128 ways)
{
    return (double)(uint64_t)(ways >> 64) * 18446744073709551616.0 + (double)(uint64_t)ways;
}

double price_sqrt(double value);

#endif
