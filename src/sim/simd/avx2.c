/* avx2.c - the kernels in vectors of 256 bits: 16 rounds at a time. */
#include "simd.h"

#include <string.h>

#if defined(__x86_64__)

#include <immintrin.h>

#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2,popcnt,bmi"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx2,popcnt,bmi")
#endif

enum { LANES = 16 };
typedef __m256i lanes;
typedef __m256i words;
typedef __m256i where; /* all bits of a lane, or none */
typedef __m256i word_where;

/* --- sets of lanes ---------------------------------------------------------------------------------------- */

INLINE where everywhere(void)
{
    return _mm256_set1_epi16(-1);
}

INLINE where nowhere(void)
{
    return _mm256_setzero_si256();
}

INLINE where both(where a, where b)
{
    return _mm256_and_si256(a, b);
}

INLINE where either(where a, where b)
{
    return _mm256_or_si256(a, b);
}

INLINE where but(where a, where b)
{
    return _mm256_andnot_si256(b, a);
}

INLINE bool any(where w)
{
    return !_mm256_testz_si256(w, w);
}

/* --- lanes ------------------------------------------------------------------------------------------------ */

INLINE lanes fill(int value)
{
    return _mm256_set1_epi16((short)value);
}

INLINE lanes plus(lanes a, lanes b)
{
    return _mm256_add_epi16(a, b);
}

INLINE lanes plus_where(where w, lanes a, lanes b)
{
    return _mm256_add_epi16(a, _mm256_and_si256(w, b));
}

INLINE lanes minus_where(where w, lanes a, lanes b)
{
    return _mm256_sub_epi16(a, _mm256_and_si256(w, b));
}

INLINE lanes most_where(where w, lanes a, lanes b)
{
    return _mm256_max_epi16(a, _mm256_and_si256(w, b));
}

INLINE lanes pick(where w, lanes yes, lanes no)
{
    return _mm256_blendv_epi8(no, yes, w);
}

/* a + b in these lanes, `other` elsewhere. */
INLINE lanes plus_or(where w, lanes a, lanes b, lanes other)
{
    return pick(w, plus(a, b), other);
}

INLINE lanes least(lanes a, lanes b)
{
    return _mm256_min_epi16(a, b);
}

INLINE lanes times_high(lanes a, lanes b)
{
    return _mm256_mulhi_epu16(a, b);
}

INLINE lanes bits(lanes a, lanes b)
{
    return _mm256_and_si256(a, b);
}

INLINE lanes either_bits(lanes a, lanes b)
{
    return _mm256_or_si256(a, b);
}

INLINE lanes shift_left(lanes a, int n)
{
    return _mm256_slli_epi16(a, n);
}

INLINE lanes shift_right(lanes a, int n)
{
    return _mm256_srli_epi16(a, n);
}

/* Of numbers below 16: a table of the lower bytes, and one of the upper ones. */
INLINE lanes bit_of(lanes number)
{
    const __m256i low = _mm256_setr_epi8(1, 2, 4, 8, 16, 32, 64, -128, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 4, 8, 16,
                                         32, 64, -128, 0, 0, 0, 0, 0, 0, 0, 0);
    const __m256i high = _mm256_setr_epi8(0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, -128, 0, 0, 0, 0, 0,
                                          0, 0, 0, 1, 2, 4, 8, 16, 32, 64, -128);
    __m256i below = _mm256_or_si256(number, _mm256_set1_epi16((short)0x8000));
    __m256i above = _mm256_or_si256(_mm256_slli_epi16(number, 8), _mm256_set1_epi16(0x0080));
    return _mm256_or_si256(_mm256_shuffle_epi8(low, below), _mm256_shuffle_epi8(high, above));
}

INLINE where is_same(where w, lanes a, lanes b)
{
    return _mm256_and_si256(w, _mm256_cmpeq_epi16(a, b));
}

INLINE where is_other(where w, lanes a, lanes b)
{
    return _mm256_andnot_si256(_mm256_cmpeq_epi16(a, b), w);
}

INLINE where is_less(where w, lanes a, lanes b)
{
    return _mm256_and_si256(w, _mm256_cmpgt_epi16(b, a));
}

INLINE where has_bit(where w, lanes a, lanes b)
{
    return _mm256_andnot_si256(_mm256_cmpeq_epi16(_mm256_and_si256(a, b), _mm256_setzero_si256()), w);
}

/* SIMD_ACE for aces, which have rank 0, in these lanes; 0 elsewhere. */
INLINE lanes ace_flag(where w, lanes rank)
{
    return _mm256_and_si256(is_same(w, rank, _mm256_setzero_si256()), fill(SIMD_ACE));
}

/* Tables of bytes, sixteen rows at a time: a row outside of these sixteen gets bit 7, and finds 0. */
INLINE lanes look(const simd_table *table, lanes row, int rows)
{
    __m256i both_bytes = _mm256_or_si256(row, _mm256_slli_epi16(row, 8));
    __m256i low = _mm256_setzero_si256(), high = low;
#pragma GCC unroll 4
    for (int i = 0; i < rows; i += 16) {
        __m256i key =
            _mm256_adds_epu8(_mm256_sub_epi8(both_bytes, _mm256_set1_epi8((char)i)), _mm256_set1_epi8(0x70));
        __m128i low16 = _mm_loadu_si128((const __m128i *)(const void *)(table->low + i));
        __m128i high16 = _mm_loadu_si128((const __m128i *)(const void *)(table->high + i));
        low = _mm256_or_si256(low, _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(low16), key));
        high = _mm256_or_si256(high, _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(high16), key));
    }
    return _mm256_blendv_epi8(low, high, _mm256_set1_epi16((short)0xff00));
}

INLINE lanes look16(const simd_table *table, lanes row)
{
    return look(table, row, 16);
}

INLINE lanes look64(const simd_table *table, lanes row)
{
    return look(table, row, 64);
}

INLINE void store(uint16_t *to, lanes a)
{
    _mm256_storeu_si256((__m256i *)(void *)to, a);
}

/* Writes the rounds of these lanes one after the other. */
INLINE int list(uint32_t *to, where w, uint32_t from)
{
    int n = 0;
    __m256i bytes = _mm256_permute4x64_epi64(_mm256_packs_epi16(w, w), 0xd8);
    for (unsigned left = (unsigned)_mm256_movemask_epi8(bytes) & 0xffff; left; left &= left - 1)
        to[n++] = from + (uint32_t)simd_quick_place(__builtin_ctz(left), LANES);
    return n;
}

/* --- words ------------------------------------------------------------------------------------------------ */

INLINE words word_fill(uint64_t value)
{
    return _mm256_set1_epi64x((long long)value);
}

INLINE words word_numbers(void)
{
    return _mm256_setr_epi64x(0, 1, 2, 3);
}

INLINE words word_load(const uint32_t *from)
{
    return _mm256_cvtepu32_epi64(_mm_loadu_si128((const __m128i *)(const void *)from));
}

INLINE words word_plus(words a, words b)
{
    return _mm256_add_epi64(a, b);
}

INLINE words word_minus(words a, words b)
{
    return _mm256_sub_epi64(a, b);
}

/* The lower halves of a and b. */
INLINE words times(words a, words b)
{
    return _mm256_mul_epu32(a, b);
}

INLINE words word_left(words a, int n)
{
    return _mm256_slli_epi64(a, n);
}

INLINE words word_right(words a, int n)
{
    return _mm256_srli_epi64(a, n);
}

INLINE words word_xor(words a, words b)
{
    return _mm256_xor_si256(a, b);
}

INLINE words word_xor3(words a, words b, words c)
{
    return _mm256_xor_si256(_mm256_xor_si256(a, b), c);
}

/* a ^ the lower half of b. */
INLINE words word_xor_low(words a, words b)
{
    return _mm256_xor_si256(a, _mm256_and_si256(b, _mm256_set1_epi64x(0xffffffff)));
}

/* Lower and upper halves change places. */
INLINE words word_swap(words a)
{
    return _mm256_shuffle_epi32(a, 0xb1);
}

/* There is only a signed comparison. */
INLINE word_where word_less(words a, words b)
{
    __m256i sign = _mm256_set1_epi64x((long long)(1ull << 63));
    return _mm256_cmpgt_epi64(_mm256_xor_si256(b, sign), _mm256_xor_si256(a, sign));
}

INLINE word_where word_everywhere(void)
{
    return _mm256_set1_epi64x(-1);
}

INLINE word_where word_not_less(word_where w, words a, words b)
{
    return _mm256_andnot_si256(word_less(a, b), w);
}

INLINE bool word_all(word_where w)
{
    return _mm256_movemask_epi8(w) == -1;
}

INLINE bool word_any(word_where w)
{
    return !_mm256_testz_si256(w, w);
}

INLINE words word_pick(word_where w, words yes, words no)
{
    return _mm256_blendv_epi8(no, yes, w);
}

/* The upper halves of a and b in turn. */
INLINE words join_high(words a, words b)
{
    return _mm256_blend_epi32(_mm256_shuffle_epi32(a, 0xf5), b, 0xaa);
}

/* What was joined, as lanes. */
INLINE lanes pack(words ab, words cd)
{
    return _mm256_packus_epi32(ab, cd);
}

#include "kernel.h"

#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif

static bool is_here(void)
{
    return __builtin_cpu_supports("avx2");
}

const simd_kernel simd_avx2 = { "avx2", LANES, is_here, quick, full };

#else
typedef int simd_no_avx2;
#endif
