/* plain.c - the kernels in vectors of 128 bits, 8 rounds at a time, written in C: the compiler finds the
 * instructions of the machine, or does without. */
#include "simd.h"

#include <string.h>

enum { LANES = 8 };
typedef uint16_t lanes __attribute__((vector_size(16)));
typedef int16_t where __attribute__((vector_size(16))); /* -1 or 0 */
typedef uint64_t words __attribute__((vector_size(16)));
typedef int64_t word_where __attribute__((vector_size(16)));

/* --- sets of lanes ---------------------------------------------------------------------------------------- */

INLINE where nowhere(void)
{
    return (where){ 0 };
}

INLINE where everywhere(void)
{
    return ~nowhere();
}

INLINE where both(where a, where b)
{
    return a & b;
}

INLINE where either(where a, where b)
{
    return a | b;
}

INLINE where but(where a, where b)
{
    return a & ~b;
}

INLINE bool any(where w)
{
    words halves = (words)w;
    return (halves[0] | halves[1]) != 0;
}

/* --- lanes ------------------------------------------------------------------------------------------------ */

INLINE lanes fill(int value)
{
    return (lanes){ 0 } + (uint16_t)value;
}

INLINE lanes plus(lanes a, lanes b)
{
    return a + b;
}

INLINE lanes plus_where(where w, lanes a, lanes b)
{
    return a + ((lanes)w & b);
}

INLINE lanes minus_where(where w, lanes a, lanes b)
{
    return a - ((lanes)w & b);
}

INLINE lanes pick(where w, lanes yes, lanes no)
{
    return ((lanes)w & yes) | (~(lanes)w & no);
}

/* a + b in these lanes, `other` elsewhere. */
INLINE lanes plus_or(where w, lanes a, lanes b, lanes other)
{
    return pick(w, a + b, other);
}

INLINE where is_same(where w, lanes a, lanes b)
{
    return w & (where)(a == b);
}

INLINE where is_other(where w, lanes a, lanes b)
{
    return w & (where)(a != b);
}

/* Numbers of lanes are below 2^15, and signed comparisons are the common ones. */
INLINE where is_less(where w, lanes a, lanes b)
{
    return w & ((where)a < (where)b);
}

INLINE where has_bit(where w, lanes a, lanes b)
{
    return w & (where)((a & b) != 0);
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

INLINE lanes bits(lanes a, lanes b)
{
    return a & b;
}

INLINE lanes either_bits(lanes a, lanes b)
{
    return a | b;
}

INLINE lanes shift_left(lanes a, int n)
{
    return a << n;
}

INLINE lanes shift_right(lanes a, int n)
{
    return a >> n;
}

INLINE lanes bit_of(lanes number)
{
    lanes bit = fill(0);
    for (int i = 0; i < LANES; i++)
        bit[i] = (uint16_t)(1u << number[i]);
    return bit;
}

/* SIMD_ACE for aces, which have rank 0, in these lanes; 0 elsewhere. */
INLINE lanes ace_flag(where w, lanes rank)
{
    return (lanes)is_same(w, rank, fill(0)) & SIMD_ACE;
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

INLINE void store(uint16_t *to, lanes a)
{
    for (int i = 0; i < LANES; i++)
        to[i] = a[i];
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

INLINE words word_fill(uint64_t value)
{
    return (words){ value, value };
}

INLINE words word_numbers(void)
{
    return (words){ 0, 1 };
}

INLINE words word_load(const uint32_t *from)
{
    return (words){ from[0], from[1] };
}

INLINE words word_plus(words a, words b)
{
    return a + b;
}

INLINE words word_minus(words a, words b)
{
    return a - b;
}

/* The lower halves of a and b. */
INLINE words times(words a, words b)
{
    return (words){ (uint64_t)(uint32_t)a[0] * (uint32_t)b[0], (uint64_t)(uint32_t)a[1] * (uint32_t)b[1] };
}

INLINE words word_left(words a, int n)
{
    return a << n;
}

INLINE words word_right(words a, int n)
{
    return a >> n;
}

INLINE words word_xor(words a, words b)
{
    return a ^ b;
}

INLINE words word_xor3(words a, words b, words c)
{
    return a ^ b ^ c;
}

/* a ^ the lower half of b. */
INLINE words word_xor_low(words a, words b)
{
    return a ^ (b & 0xffffffff);
}

/* Lower and upper halves change places. */
INLINE words word_swap(words a)
{
    return a << 32 | a >> 32;
}

INLINE word_where word_less(words a, words b)
{
    return (word_where)(a < b);
}

INLINE word_where word_everywhere(void)
{
    return (word_where){ -1, -1 };
}

INLINE word_where word_not_less(word_where w, words a, words b)
{
    return w & (word_where)(a >= b);
}

INLINE bool word_all(word_where w)
{
    return (w[0] & w[1]) != 0;
}

INLINE bool word_any(word_where w)
{
    return (w[0] | w[1]) != 0;
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
