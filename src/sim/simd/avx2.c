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

#define VECTOR_BYTES 32
#include "vectors.h"

/* clang-format off */
#define V(vector) ((__m256i)(vector))
ROW(lanes, most_where, (where w, lanes a, lanes b),           _mm256_max_epi16(V(a), V((lanes)w & b)))
ROW(lanes, pick,       (where w, lanes yes, lanes no),        _mm256_blendv_epi8(V(no), V(yes), V(w)))
ROW(lanes, plus_or,    (where w, lanes a, lanes b, lanes no), pick(w, a + b, no))
ROW(lanes, least,      (lanes a, lanes b),                    _mm256_min_epi16(V(a), V(b)))
ROW(lanes, times_high, (lanes a, lanes b),                    _mm256_mulhi_epu16(V(a), V(b)))

ROW(words, word_numbers, (void),                              ((words){ 0, 1, 2, 3 }))
ROW(words, times,        (words a, words b),                  _mm256_mul_epu32(V(a), V(b)))
ROW(words, word_swap,    (words a),                           _mm256_shuffle_epi32(V(a), 0xb1))
ROW(bool,  word_all,     (word_where w),                      _mm256_movemask_epi8(V(w)) == -1)
ROW(bool,  word_any,     (word_where w),                      !_mm256_testz_si256(V(w), V(w)))
ROW(bool,  any,          (where w),                           word_any((word_where)w))
ROW(words, word_pick,    (word_where w, words yes, words no), _mm256_blendv_epi8(V(no), V(yes), V(w)))
ROW(words, join_high,    (words a, words b),
    _mm256_blend_epi32(_mm256_shuffle_epi32(V(a), 0xf5), V(b), 0xaa))
ROW(lanes, pack,         (words ab, words cd),                _mm256_packus_epi32(V(ab), V(cd)))
/* clang-format on */

/* 1 << number, for numbers below 16, by a table of its lower byte and one of its upper byte. */
INLINE lanes bit_of(lanes number)
{
    const __m256i low = _mm256_setr_epi8(1, 2, 4, 8, 16, 32, 64, -128, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64,
                                         -128, 0, 0, 0, 0, 0, 0, 0, 0);
    const __m256i high = _mm256_setr_epi8(0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, -128, 0, 0, 0, 0, 0, 0, 0, 0,
                                          1, 2, 4, 8, 16, 32, 64, -128);
    __m256i below = (__m256i)(number | 0x8000), above = (__m256i)(number << 8 | 0x0080);
    return (lanes)(_mm256_shuffle_epi8(low, below) | _mm256_shuffle_epi8(high, above));
}

/* Looks up rows in tables of bytes, sixteen rows at a time. Bit 7 of a key, set for rows outside these sixteen, yields
 * 0. */
INLINE lanes look(const simd_table *table, lanes row, int rows)
{
    __m256i both_bytes = (__m256i)(row | row << 8);
    __m256i low = _mm256_setzero_si256(), high = low;
#pragma GCC unroll 4
    for (int i = 0; i < rows; i += 16) {
        __m256i key = _mm256_adds_epu8(_mm256_sub_epi8(both_bytes, _mm256_set1_epi8((char)i)), _mm256_set1_epi8(0x70));
        __m128i low16 = _mm_loadu_si128((const __m128i *)(const void *)(table->low + i));
        __m128i high16 = _mm_loadu_si128((const __m128i *)(const void *)(table->high + i));
        low |= _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(low16), key);
        high |= _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(high16), key);
    }
    return (lanes)_mm256_blendv_epi8(low, high, _mm256_set1_epi16((short)0xff00));
}

ROW(lanes, look16, (const simd_table *table, lanes row), look(table, row, 16))
ROW(lanes, look64, (const simd_table *table, lanes row), look(table, row, 64))

INLINE int list(uint32_t *to, where w, uint32_t from)
{
    int n = 0;
    __m256i bytes = _mm256_permute4x64_epi64(_mm256_packs_epi16((__m256i)w, (__m256i)w), 0xd8);
    for (unsigned left = (unsigned)_mm256_movemask_epi8(bytes) & 0xffff; left; left &= left - 1)
        to[n++] = from + (uint32_t)simd_quick_place(__builtin_ctz(left), LANES);
    return n;
}

#include "kernel.h"

#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif

SIMD_KERNEL(avx2, __builtin_cpu_supports("avx2"))

#else
typedef int simd_no_avx2;
#endif
