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

/* clang-format off */
#define V(vector) ((__m512i)(vector))
ROW(where, everywhere, (void),             0xffffffff)
ROW(where, nowhere,    (void),             0)
ROW(where, both,       (where a, where b), _kand_mask32(a, b))
ROW(where, either,     (where a, where b), _kor_mask32(a, b))
ROW(where, but,        (where a, where b), _kandn_mask32(b, a))
ROW(bool,  any,        (where w),          w != 0)

ROW(lanes, plus_where,  (where w, lanes a, lanes b),           _mm512_mask_add_epi16(V(a), w, V(a), V(b)))
ROW(lanes, minus_where, (where w, lanes a, lanes b),           _mm512_mask_sub_epi16(V(a), w, V(a), V(b)))
ROW(lanes, plus_or,     (where w, lanes a, lanes b, lanes no), _mm512_mask_add_epi16(V(no), w, V(a), V(b)))
ROW(lanes, most_where,  (where w, lanes a, lanes b),           _mm512_mask_max_epi16(V(a), w, V(a), V(b)))
ROW(lanes, pick,        (where w, lanes yes, lanes no),        _mm512_mask_blend_epi16(w, V(no), V(yes)))
ROW(lanes, least,       (lanes a, lanes b),                    _mm512_min_epi16(V(a), V(b)))
ROW(lanes, times_high,  (lanes a, lanes b),                    _mm512_mulhi_epu16(V(a), V(b)))
ROW(lanes, bit_of,      (lanes number),                        fill(1) << number)
ROW(where, is_same,     (where w, lanes a, lanes b),           _mm512_mask_cmpeq_epi16_mask(w, V(a), V(b)))
ROW(where, is_other,    (where w, lanes a, lanes b),           _mm512_mask_cmpneq_epi16_mask(w, V(a), V(b)))
ROW(where, is_less,     (where w, lanes a, lanes b),           _mm512_mask_cmplt_epi16_mask(w, V(a), V(b)))
ROW(where, has_bit,     (where w, lanes a, lanes b),           _mm512_mask_test_epi16_mask(w, V(a), V(b)))
ROW(lanes, ace_flag,    (where w, lanes rank), /* aces have rank 0 */
    _mm512_maskz_permutexvar_epi16(w, V(rank), V((lanes){ SIMD_ACE })))
ROW(lanes, look16,      (const simd_table *table, lanes row),
    _mm512_permutexvar_epi16(V(row), _mm512_loadu_si512(table->at)))
ROW(lanes, look64,      (const simd_table *table, lanes row),
    _mm512_permutex2var_epi16(_mm512_loadu_si512(table->at), V(row), _mm512_loadu_si512(table->at + 32)))

ROW(words, word_numbers, (void),                              ((words){ 0, 1, 2, 3, 4, 5, 6, 7 }))
ROW(words, times,        (words a, words b),                  _mm512_mul_epu32(V(a), V(b)))
ROW(words, word_xor3,    (words a, words b, words c),         _mm512_ternarylogic_epi64(V(a), V(b), V(c), 0x96))
ROW(words, word_xor_low, (words a, words b), /* a ^ the lower half of b */
    _mm512_ternarylogic_epi64(V(a), V(b), _mm512_set1_epi64(0xffffffff), 0x78))
ROW(words, word_swap,    (words a),                           _mm512_shuffle_epi32(V(a), _MM_PERM_CDAB))
ROW(bool,  word_all,     (word_where w),                      w == 0xff)
ROW(bool,  word_any,     (word_where w),                      w != 0)
ROW(words, word_pick,    (word_where w, words yes, words no), _mm512_mask_blend_epi64(w, V(no), V(yes)))
ROW(words, join_high,    (words a, words b),                  _mm512_mask_shuffle_epi32(V(b), 0x5555, V(a), _MM_PERM_DDBB))
ROW(lanes, pack,         (words ab, words cd),                _mm512_packus_epi32(V(ab), V(cd)))
ROW(word_where, word_everywhere, (void),                           0xff)
ROW(word_where, word_less,       (words a, words b),               _mm512_cmplt_epu64_mask(V(a), V(b)))
ROW(word_where, word_not_less,   (word_where w, words a, words b), _mm512_mask_cmpge_epu64_mask(w, V(a), V(b)))
/* clang-format on */

/* May write up to LANES meaningless numbers after the list. */
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

#include "kernel.h"

#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif

SIMD_KERNEL(avx512, __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw"))

#else
typedef int simd_no_avx512;
#endif
