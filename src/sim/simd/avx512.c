/* avx512.c - the kernels in vectors of 512 bits: 32 rounds at a time. Needs AVX-512F and AVX-512BW. */
#include "simd.h"

#include <string.h>

#if defined(__x86_64__)

#include <immintrin.h>

#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx512f,avx512bw,popcnt,bmi"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx512f,avx512bw,popcnt,bmi")
#endif

#define VECTOR_BYTES 64
#define VECTOR_MASKS
#include "vectors.h"

typedef __mmask32 where;
typedef __mmask8 word_where;

/* --- sets of lanes ---------------------------------------------------------------------------------------- */

INLINE where everywhere(void)
{
    return 0xffffffff;
}

INLINE where nowhere(void)
{
    return 0;
}

INLINE where both(where a, where b)
{
    return _kand_mask32(a, b);
}

INLINE where either(where a, where b)
{
    return _kor_mask32(a, b);
}

INLINE where but(where a, where b)
{
    return _kandn_mask32(b, a);
}

INLINE bool any(where w)
{
    return w != 0;
}

/* --- lanes ------------------------------------------------------------------------------------------------ */

INLINE lanes plus_where(where w, lanes a, lanes b)
{
    return (lanes)_mm512_mask_add_epi16((__m512i)a, w, (__m512i)a, (__m512i)b);
}

INLINE lanes minus_where(where w, lanes a, lanes b)
{
    return (lanes)_mm512_mask_sub_epi16((__m512i)a, w, (__m512i)a, (__m512i)b);
}

/* a + b in these lanes, `other` elsewhere. */
INLINE lanes plus_or(where w, lanes a, lanes b, lanes other)
{
    return (lanes)_mm512_mask_add_epi16((__m512i)other, w, (__m512i)a, (__m512i)b);
}

INLINE lanes most_where(where w, lanes a, lanes b)
{
    return (lanes)_mm512_mask_max_epi16((__m512i)a, w, (__m512i)a, (__m512i)b);
}

INLINE lanes pick(where w, lanes yes, lanes no)
{
    return (lanes)_mm512_mask_blend_epi16(w, (__m512i)no, (__m512i)yes);
}

INLINE lanes least(lanes a, lanes b)
{
    return (lanes)_mm512_min_epi16((__m512i)a, (__m512i)b);
}

INLINE lanes times_high(lanes a, lanes b)
{
    return (lanes)_mm512_mulhi_epu16((__m512i)a, (__m512i)b);
}

INLINE lanes bit_of(lanes number)
{
    return fill(1) << number;
}

INLINE where is_same(where w, lanes a, lanes b)
{
    return _mm512_mask_cmpeq_epi16_mask(w, (__m512i)a, (__m512i)b);
}

INLINE where is_other(where w, lanes a, lanes b)
{
    return _mm512_mask_cmpneq_epi16_mask(w, (__m512i)a, (__m512i)b);
}

INLINE where is_less(where w, lanes a, lanes b)
{
    return _mm512_mask_cmplt_epi16_mask(w, (__m512i)a, (__m512i)b);
}

INLINE where has_bit(where w, lanes a, lanes b)
{
    return _mm512_mask_test_epi16_mask(w, (__m512i)a, (__m512i)b);
}

/* SIMD_ACE for aces, which have rank 0, in these lanes; 0 elsewhere. Ranks are below 16. */
INLINE lanes ace_flag(where w, lanes rank)
{
    const lanes flags = { SIMD_ACE };
    return (lanes)_mm512_maskz_permutexvar_epi16(w, (__m512i)rank, (__m512i)flags);
}

INLINE lanes look16(const simd_table *table, lanes row)
{
    return (lanes)_mm512_permutexvar_epi16((__m512i)row, _mm512_loadu_si512(table->at));
}

INLINE lanes look64(const simd_table *table, lanes row)
{
    return (lanes)_mm512_permutex2var_epi16(_mm512_loadu_si512(table->at), (__m512i)row,
                                            _mm512_loadu_si512(table->at + 32));
}

/* Writes the rounds of these lanes one after the other; beyond them, up to LANES numbers of no meaning. */
INLINE int list(uint32_t *to, where w, uint32_t from)
{
    __m512i low = _mm512_setr_epi32(0, 1, 2, 3, 16, 17, 18, 19, 4, 5, 6, 7, 20, 21, 22, 23);
    __m512i first = _mm512_add_epi32(low, _mm512_set1_epi32((int)from));
    __m512i second = _mm512_add_epi32(first, _mm512_set1_epi32(8));
    int n = __builtin_popcount(w & 0xffff);
    _mm512_storeu_si512(to, _mm512_maskz_compress_epi32((__mmask16)w, first));
    _mm512_storeu_si512(to + n, _mm512_maskz_compress_epi32((__mmask16)(w >> 16), second));
    return n + __builtin_popcount(w >> 16);
}

/* --- words ------------------------------------------------------------------------------------------------ */

INLINE words word_numbers(void)
{
    return (words){ 0, 1, 2, 3, 4, 5, 6, 7 };
}

/* The lower halves of a and b. */
INLINE words times(words a, words b)
{
    return (words)_mm512_mul_epu32((__m512i)a, (__m512i)b);
}

INLINE words word_xor3(words a, words b, words c)
{
    return (words)_mm512_ternarylogic_epi64((__m512i)a, (__m512i)b, (__m512i)c, 0x96);
}

/* a ^ the lower half of b. */
INLINE words word_xor_low(words a, words b)
{
    return (words)_mm512_ternarylogic_epi64((__m512i)a, (__m512i)b, _mm512_set1_epi64(0xffffffff), 0x78);
}

/* Lower and upper halves change places. */
INLINE words word_swap(words a)
{
    return (words)_mm512_shuffle_epi32((__m512i)a, _MM_PERM_CDAB);
}

INLINE word_where word_less(words a, words b)
{
    return _mm512_cmplt_epu64_mask((__m512i)a, (__m512i)b);
}

INLINE word_where word_everywhere(void)
{
    return 0xff;
}

INLINE word_where word_not_less(word_where w, words a, words b)
{
    return _mm512_mask_cmpge_epu64_mask(w, (__m512i)a, (__m512i)b);
}

INLINE bool word_all(word_where w)
{
    return w == 0xff;
}

INLINE bool word_any(word_where w)
{
    return w != 0;
}

INLINE words word_pick(word_where w, words yes, words no)
{
    return (words)_mm512_mask_blend_epi64(w, (__m512i)no, (__m512i)yes);
}

/* The upper halves of a and b in turn. */
INLINE words join_high(words a, words b)
{
    return (words)_mm512_mask_shuffle_epi32((__m512i)b, 0x5555, (__m512i)a, _MM_PERM_DDBB);
}

/* What was joined, as lanes. */
INLINE lanes pack(words ab, words cd)
{
    return (lanes)_mm512_packus_epi32((__m512i)ab, (__m512i)cd);
}

#include "kernel.h"

#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif

static bool is_here(void)
{
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw");
}

const simd_kernel simd_avx512 = { "avx512", LANES, is_here, quick, full };

#else
typedef int simd_no_avx512;
#endif
