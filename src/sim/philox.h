/* philox.h - Philox4x32-10: a block of four 32-bit words from a counter and a key.
 *
 * Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as easy as 1, 2, 3" (SC 2011). Counter-based: no state,
 * so any round of any seed can be computed anywhere, in any order. Tested against Random123. */
#ifndef LAMMER_SIM_PHILOX_H
#define LAMMER_SIM_PHILOX_H

#include <stdint.h>

typedef struct {
    uint32_t word[4];
} philox_block;

enum { PHILOX_ROUNDS = 10 };
#define PHILOX_TIMES_0 0xD2511F53u
#define PHILOX_TIMES_1 0xCD9E8D57u
#define PHILOX_KEY_0 0x9E3779B9u /* the golden ratio */
#define PHILOX_KEY_1 0xBB67AE85u /* the square root of 3, less 1 */

static inline philox_block philox(philox_block counter, uint32_t key_low, uint32_t key_high)
{
    uint32_t *c = counter.word;
    for (int i = 0; i < PHILOX_ROUNDS; i++) {
        uint64_t a = (uint64_t)PHILOX_TIMES_0 * c[0];
        uint64_t b = (uint64_t)PHILOX_TIMES_1 * c[2];
        uint32_t next[4] = { (uint32_t)(b >> 32) ^ c[1] ^ key_low, (uint32_t)b, (uint32_t)(a >> 32) ^ c[3] ^ key_high,
                             (uint32_t)a };
        for (int w = 0; w < 4; w++)
            c[w] = next[w];
        key_low += PHILOX_KEY_0;
        key_high += PHILOX_KEY_1;
    }
    return counter;
}

#endif
