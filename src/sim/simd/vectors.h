/* vectors.h - what vectors of every width do alike, written in C: the compiler finds the instructions.
 *
 * The including file has defined VECTOR_BYTES, and goes on with what its machine does better than a compiler would
 * guess. Where it has registers for sets of lanes it defines VECTOR_MASKS, and brings these sets with it. */

enum { LANES = VECTOR_BYTES / 2 };
typedef uint16_t lanes __attribute__((vector_size(VECTOR_BYTES)));
typedef uint64_t words __attribute__((vector_size(VECTOR_BYTES)));
typedef uint32_t half_words __attribute__((vector_size(VECTOR_BYTES / 2)));

/* --- lanes ------------------------------------------------------------------------------------------------ */

INLINE lanes fill(int value)
{
    return (lanes){ 0 } + (uint16_t)value;
}

INLINE lanes plus(lanes a, lanes b)
{
    return a + b;
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

INLINE void store(uint16_t *to, lanes a)
{
    memcpy(to, &a, sizeof a);
}

/* --- words ------------------------------------------------------------------------------------------------ */

INLINE words word_fill(uint64_t value)
{
    return (words){ 0 } + value;
}

INLINE words word_load(const uint32_t *from)
{
    half_words loaded;
    memcpy(&loaded, from, sizeof loaded);
    return __builtin_convertvector(loaded, words);
}

INLINE words word_plus(words a, words b)
{
    return a + b;
}

INLINE words word_minus(words a, words b)
{
    return a - b;
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

#ifndef VECTOR_MASKS

/* --- sets of lanes: all bits of a lane, or none ------------------------------------------------------------ */

typedef int16_t where __attribute__((vector_size(VECTOR_BYTES)));
typedef int64_t word_where __attribute__((vector_size(VECTOR_BYTES)));

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

INLINE lanes plus_where(where w, lanes a, lanes b)
{
    return a + ((lanes)w & b);
}

INLINE lanes minus_where(where w, lanes a, lanes b)
{
    return a - ((lanes)w & b);
}

INLINE where is_same(where w, lanes a, lanes b)
{
    return w & (where)(a == b);
}

INLINE where is_other(where w, lanes a, lanes b)
{
    return w & ~(where)(a == b);
}

/* Numbers of lanes are below 2^15, and signed comparisons are the common ones. */
INLINE where is_less(where w, lanes a, lanes b)
{
    return w & ((where)a < (where)b);
}

INLINE where has_bit(where w, lanes a, lanes b)
{
    return w & ~(where)((a & b) == 0);
}

/* SIMD_ACE for aces, which have rank 0, in these lanes; 0 elsewhere. */
INLINE lanes ace_flag(where w, lanes rank)
{
    return (lanes)is_same(w, rank, fill(0)) & SIMD_ACE;
}

INLINE word_where word_less(words a, words b)
{
    return (word_where)(a < b);
}

INLINE word_where word_everywhere(void)
{
    return ~(word_where){ 0 };
}

INLINE word_where word_not_less(word_where w, words a, words b)
{
    return w & ~word_less(a, b);
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

#endif
