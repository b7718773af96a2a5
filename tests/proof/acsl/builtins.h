/* builtins.h - what Frama-C does not know of the compiler: each built-in function as a contract. The proofs rest on these. */
#ifndef LAMMER_PROOF_BUILTINS_H
#define LAMMER_PROOF_BUILTINS_H

#include <stdint.h>
#include <string.h>

#define _Static_assert(...)

/*@ requires \valid(result);
    assigns *result, \result \from a, b;
    ensures \result == 0 <==> INT64_MIN <= a + b <= INT64_MAX;
    ensures \result == 0 ==> *result == a + b;
    ensures \initialized(result);
*/
int proof_add_overflow(int64_t a, int64_t b, int64_t *result);

/*@ requires \valid(result);
    assigns *result, \result \from a, b;
    ensures \result == 0 <==> INT64_MIN <= a * b <= INT64_MAX;
    ensures \result == 0 ==> *result == a * b;
    ensures \initialized(result);
*/
int proof_mul_overflow(int64_t a, int64_t b, int64_t *result);

/*@ assigns \result \from bits;
    ensures 0 <= \result <= 32;
    ensures \result == 0 <==> bits == 0;
*/
int proof_popcount(unsigned bits);

/*@ requires bits != 0;
    assigns \result \from bits;
    ensures 0 <= \result <= 31;
*/
int proof_ctz(unsigned bits);

#define __builtin_add_overflow(a, b, result) proof_add_overflow(a, b, result)
#define __builtin_mul_overflow(a, b, result) proof_mul_overflow(a, b, result)
#define __builtin_popcount(bits) proof_popcount(bits)
#define __builtin_ctz(bits) proof_ctz(bits)

#endif
