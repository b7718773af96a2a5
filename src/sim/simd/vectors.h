/* vectors.h - operations of vectors of every width, as rows: name, arguments, result.
 *
 * Lanes and words are plain vectors to the compiler, so kernels add, shift and mask them with C's own
 * operators; the rows here are operations for which C has no operator. The including file defines
 * VECTOR_BYTES, and adds rows for operations that its machine does better than the compiler's code. If the
 * machine has registers for sets of lanes, the file defines VECTOR_MASKS and its own sets. */

enum { LANES = VECTOR_BYTES / 2 };
typedef uint16_t lanes __attribute__((vector_size(VECTOR_BYTES)));
typedef uint64_t words __attribute__((vector_size(VECTOR_BYTES)));
typedef uint32_t half_words __attribute__((vector_size(VECTOR_BYTES / 2)));

#define ROW(type, name, arguments, result)                                                                             \
    INLINE type name arguments                                                                                         \
    {                                                                                                                  \
        return (type)(result);                                                                                         \
    }

ROW(lanes, fill, (int value), (lanes){ 0 } + (uint16_t)value)
ROW(words, word_fill, (uint64_t value), (words){ 0 } + value)

INLINE void store(uint16_t *to, lanes a)
{
    memcpy(to, &a, sizeof a);
}

INLINE lanes load(const uint16_t *from)
{
    lanes loaded;
    memcpy(&loaded, from, sizeof loaded);
    return loaded;
}

INLINE words word_load(const uint32_t *from)
{
    half_words loaded;
    memcpy(&loaded, from, sizeof loaded);
    return __builtin_convertvector(loaded, words);
}

#ifndef VECTOR_MASKS

/* A set of lanes is a vector: all bits of a lane are set, or none. */
typedef int16_t where __attribute__((vector_size(VECTOR_BYTES)));
typedef int64_t word_where __attribute__((vector_size(VECTOR_BYTES)));

/* clang-format off */
ROW(where, nowhere,    (void),             (where){ 0 })
ROW(where, everywhere, (void),             ~nowhere())
ROW(where, both,       (where a, where b), a & b)
ROW(where, either,     (where a, where b), a | b)
ROW(where, but,        (where a, where b), a & ~b)

ROW(lanes, plus_where,  (where w, lanes a, lanes b), a + ((lanes)w & b))
ROW(lanes, minus_where, (where w, lanes a, lanes b), a - ((lanes)w & b))
ROW(where, is_same,     (where w, lanes a, lanes b), w & (where)(a == b))
ROW(where, is_other,    (where w, lanes a, lanes b), w & ~(where)(a == b))
ROW(where, is_less,     (where w, lanes a, lanes b), w & ((where)a < (where)b)) /* signed, as numbers are below 2^15 */
ROW(where, has_bit,     (where w, lanes a, lanes b), w & ~(where)((a & b) == 0))
ROW(lanes, ace_flag,    (where w, lanes rank), (lanes)is_same(w, rank, fill(0)) & SIMD_ACE) /* aces have rank 0 */

ROW(word_where, word_everywhere, (void),                           ~(word_where){ 0 })
ROW(word_where, word_less,       (words a, words b),               a < b)
ROW(word_where, word_not_less,   (word_where w, words a, words b), w & ~word_less(a, b))
ROW(words,      word_xor3,       (words a, words b, words c),      a ^ b ^ c)
ROW(words,      word_xor_low,    (words a, words b),               a ^ (b & 0xffffffff)) /* a ^ the lower half of b */
/* clang-format on */

#endif
