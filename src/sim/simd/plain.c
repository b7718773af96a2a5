/* plain.c - the kernels in vectors of 128 bits, 8 rounds at a time, written in C: the compiler uses vector instructions
 * if the machine has them. */
#include "simd.h"

#include <string.h>

#define VECTOR_BYTES 16
#include "vectors.h"

/* clang-format off */
ROW(lanes, pick,       (where w, lanes yes, lanes no),         ((lanes)w & yes) | (~(lanes)w & no))
ROW(lanes, plus_or,    (where w, lanes a, lanes b, lanes no),  pick(w, a + b, no))
ROW(lanes, least,      (lanes a, lanes b),                     pick(is_less(everywhere(), a, b), a, b))
ROW(lanes, most_where, (where w, lanes a, lanes b),            pick(is_less(w, a, b), b, a))

ROW(words, word_numbers, (void),                                ((words){ 0, 1 }))
ROW(words, times,        (words a, words b),                    (a & 0xffffffff) * (b & 0xffffffff))
ROW(words, word_swap,    (words a),                             a << 32 | a >> 32)
ROW(bool,  word_all,     (word_where w),                        (w[0] & w[1]) != 0)
ROW(bool,  word_any,     (word_where w),                        (w[0] | w[1]) != 0)
ROW(bool,  any,          (where w),                             word_any((word_where)w))
ROW(words, word_pick,    (word_where w, words yes, words no),   ((words)w & yes) | (~(words)w & no))
ROW(words, join_high,    (words a, words b),                    a >> 32 | (b & ~word_fill(0xffffffff)))
/* clang-format on */

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

ROW(lanes, look16, (const simd_table *table, lanes row), look64(table, row))

INLINE int list(uint32_t *to, where w, uint32_t from)
{
    int n = 0;
    for (int i = 0; i < LANES; i++) {
        to[n] = from + (uint32_t)simd_quick_place(i, LANES);
        n -= w[i];
    }
    return n;
}

INLINE lanes pack(words ab, words cd)
{
    return (lanes){ (uint16_t)ab[0], (uint16_t)(ab[0] >> 32), (uint16_t)ab[1], (uint16_t)(ab[1] >> 32),
                    (uint16_t)cd[0], (uint16_t)(cd[0] >> 32), (uint16_t)cd[1], (uint16_t)(cd[1] >> 32) };
}

#include "kernel.h"

SIMD_KERNEL(plain, true)
