/* real.h - the number type of the analyser: normally vectors of doubles, several hands at a time. Built with ODDS_EXACT
 * the same code runs on integers: every probability of a shoe of N cards is a multiple of 1/N!, so with that as the
 * unit all sums are exact, and each division of an expectation leaves no remainder (up to some 26 cards, before 128
 * bits overflow). Payoffs are in tenths of the wager, so that 3 to 2, 6 to 5 and half the wager are whole numbers. */
#ifndef LM_ODDS_REAL_H
#define LM_ODDS_REAL_H

#ifdef ODDS_EXACT
__extension__ typedef __int128 lm_real;
typedef lm_real lm_lanes;
enum { LANES = 1 };
#define LANE(v, i) (*((void)(i), &(v)))
#else
typedef double lm_real;
typedef double lm_lanes __attribute__((vector_size(64), aligned(64)));
enum { LANES = 8 };
#define LANE(v, i) ((v)[i])
#endif

/* Marks loops over lanes. The compiler also makes versions of them for processors with wider registers, and the program
 * chooses one at its start; all give the same results to the last bit. */
#if defined(__x86_64__) && defined(__linux__) && !defined(ODDS_EXACT) && !defined(LAMMER_SANITIZED)
#define LM_WIDE __attribute__((target_clones("avx512f", "avx2", "default")))
#else
#define LM_WIDE
#endif

/* A fraction to multiply by. For integers it has a numerator and a denominator, because the division must come last. */
#ifdef ODDS_EXACT
typedef struct {
    lm_real above, below;
} lm_share;
#define LM_WHOLE ((lm_share){ 1, 1 })
static inline lm_share lm_share_times(lm_share s, int a, int b)
{
    return (lm_share){ s.above * a, s.below * b };
}
static inline lm_real lm_share_of(lm_real x, lm_share s)
{
    return x * s.above / s.below;
}
#else
typedef double lm_share;
#define LM_WHOLE 1.0
static inline lm_share lm_share_times(lm_share s, int a, int b)
{
    return s * ((double)a / (double)b);
}
static inline lm_real lm_share_of(lm_real x, lm_share s)
{
    return x * s;
}
#endif

/* x * a / b */
static inline lm_real lm_real_part(lm_real x, int a, int b)
{
#ifdef ODDS_EXACT
    return x * a / b;
#else
    return x * ((double)a / (double)b);
#endif
}

#endif
