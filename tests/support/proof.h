/* proof.h - how long a proof runs, from which seed, and the line it ends with.
 *
 * LAMMER_SOAK      the long count instead of the short one
 * LAMMER_COUNT     this count instead of either
 * LAMMER_SECONDS   stop after so many seconds, at any count
 * LAMMER_SEED      begin from this seed; otherwise 1, or the clock in a long run
 *
 * The last line, which tools/soak keeps: "proof NAME: DONE WHAT, ... (seed S, T s)". */
#ifndef LAMMER_TESTS_SUPPORT_PROOF_H
#define LAMMER_TESTS_SUPPORT_PROOF_H

#include <stdbool.h>
#include <stdint.h>

typedef struct {
    const char *name;
    int64_t count;
    uint64_t seed;
    double seconds; /* 0: no limit */
    double began;
} proof;

proof proof_begin(const char *name, int64_t brief, int64_t full);

/* Whether there is more to do after `done`. */
bool proof_goes_on(const proof *p, int64_t done);

/* Prints the last line; `format` tells the figures that follow the count, e.g. "%ld lost, %ld twice". */
void proof_end(const proof *p, int64_t done, const char *what, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* A generator of the test's own, so that a seed means the same for any draws of the code under test. */
uint64_t proof_random(uint64_t *state);

#endif
