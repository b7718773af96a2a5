/* proof.c - see proof.h. */
#include "proof.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

proof proof_begin(const char *name, int64_t brief, int64_t full)
{
    const char *count = getenv("LAMMER_COUNT"), *seed = getenv("LAMMER_SEED"), *seconds = getenv("LAMMER_SECONDS");
    bool soak = getenv("LAMMER_SOAK") != NULL;
    return (proof){
        .name = name,
        .count = count  ? strtoll(count, NULL, 10)
                 : soak ? full
                        : brief,
        .seed = seed   ? strtoull(seed, NULL, 10)
                : soak ? (uint64_t)time(NULL)
                       : 1,
        .seconds = seconds ? strtod(seconds, NULL) : 0,
        .began = now(),
    };
}

bool proof_goes_on(const proof *p, int64_t done)
{
    return done < p->count && (p->seconds <= 0 || now() - p->began < p->seconds);
}

void proof_end(const proof *p, int64_t done, const char *what, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    printf("proof %s: %" PRId64 " %s, ", p->name, done, what);
    vprintf(format, args);
    printf(" (seed %" PRIu64 ", %.0f s)\n", p->seed, now() - p->began);
    fflush(stdout);
    va_end(args);
}

/* SplitMix64. */
uint64_t proof_random(uint64_t *state)
{
    uint64_t z = *state += 0x9E3779B97F4A7C15u;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
}
