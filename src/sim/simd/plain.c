/* plain.c - the kernels in vectors of 128 bits, 8 rounds at a time, written in C: the compiler finds the
 * instructions of the machine, or does without. */
#include "simd.h"

#include <string.h>

#define VECTOR_BYTES 16
#include "vectors.h"

/* --- lanes ------------------------------------------------------------------------------------------------ */

INLINE lanes pick(where w, lanes yes, lanes no)
{
    return ((lanes)w & yes) | (~(lanes)w & no);
}

/* a + b in these lanes, `other` elsewhere. */
INLINE lanes plus_or(where w, lanes a, lanes b, lanes other)
{
    return pick(w, plus(a, b), other);
}

INLINE lanes least(lanes a, lanes b)
{
    return pick(is_less(everywhere(), a, b), a, b);
}

INLINE lanes most_where(where w, lanes a, lanes b)
{
    return pick(is_less(w, a, b), b, a);
}

INLINE lanes times_high(lanes a, lanes b)
{
    lanes high = fill(0);
    for (int i = 0; i < LANES; i++)
        high[i] = (uint16_t)((uint32_t)a[i] * b[i] >> 16);
    return high;
}

INLINE lanes bit_of(lanes number)
{
    lanes bit = fill(0);
    for (int i = 0; i < LANES; i++)
        bit[i] = (uint16_t)(1u << number[i]);
    return bit;
}

INLINE lanes look64(const simd_table *table, lanes row)
{
    lanes found = fill(0);
    for (int i = 0; i < LANES; i++)
        found[i] = table->at[row[i] % SIMD_ROWS];
    return found;
}

INLINE lanes look16(const simd_table *table, lanes row)
{
    return look64(table, row);
}

/* Writes the rounds of these lanes one after the other. */
INLINE int list(uint32_t *to, where w, uint32_t from)
{
    int n = 0;
    for (int i = 0; i < LANES; i++) {
        to[n] = from + (uint32_t)simd_quick_place(i, LANES);
        n -= w[i];
    }
    return n;
}

/* --- words ------------------------------------------------------------------------------------------------ */

INLINE words word_numbers(void)
{
    return (words){ 0, 1 };
}

/* The lower halves of a and b. */
INLINE words times(words a, words b)
{
    return (words){ (uint64_t)(uint32_t)a[0] * (uint32_t)b[0], (uint64_t)(uint32_t)a[1] * (uint32_t)b[1] };
}

/* Lower and upper halves change places. */
INLINE words word_swap(words a)
{
    return a << 32 | a >> 32;
}

INLINE bool word_all(word_where w)
{
    return (w[0] & w[1]) != 0;
}

INLINE bool word_any(word_where w)
{
    return (w[0] | w[1]) != 0;
}

INLINE bool any(where w)
{
    return word_any((word_where)w);
}

INLINE words word_pick(word_where w, words yes, words no)
{
    return ((words)w & yes) | (~(words)w & no);
}

/* The upper halves of a and b in turn. */
INLINE words join_high(words a, words b)
{
    return a >> 32 | (b & ~(words){ 0xffffffff, 0xffffffff });
}

/* What was joined, as lanes. */
INLINE lanes pack(words ab, words cd)
{
    return (lanes){ (uint16_t)ab[0], (uint16_t)(ab[0] >> 32), (uint16_t)ab[1], (uint16_t)(ab[1] >> 32),
                    (uint16_t)cd[0], (uint16_t)(cd[0] >> 32), (uint16_t)cd[1], (uint16_t)(cd[1] >> 32) };
}

#include "kernel.h"

static bool is_here(void)
{
    return true;
}

const simd_kernel simd_plain = { "plain", LANES, is_here, quick, full };
