/* seeded.h - libsodium's randomness from a seed: ChaCha20, so that a test deals the same cards every
 * time it runs. */
#ifndef LAMMER_TESTS_HOUSE_SEEDED_H
#define LAMMER_TESTS_HOUSE_SEEDED_H

#include <sodium.h>
#include <string.h>

static struct {
    uint8_t key[randombytes_SEEDBYTES], bytes[1 << 16];
    uint64_t piece;
    size_t at;
} seeded_stream;

static inline void seeded_fill(void *const to, const size_t size)
{
    size_t filled = 0;
    while (filled < size) {
        size_t left = sizeof seeded_stream.bytes - seeded_stream.at, part = size - filled;
        if (!left) {
            seeded_stream.piece++;
            memcpy(seeded_stream.key + 8, &seeded_stream.piece, sizeof seeded_stream.piece);
            randombytes_buf_deterministic(seeded_stream.bytes, sizeof seeded_stream.bytes, seeded_stream.key);
            left = sizeof seeded_stream.bytes;
            seeded_stream.at = 0;
        }
        if (part > left) part = left;
        memcpy((uint8_t *)to + filled, seeded_stream.bytes + seeded_stream.at, part);
        seeded_stream.at += part;
        filled += part;
    }
}

static inline uint32_t seeded_next(void)
{
    uint32_t word;
    seeded_fill(&word, sizeof word);
    return word;
}

static inline const char *seeded_name(void)
{
    return "chacha20 from a seed";
}

/* Before sodium_init. */
static inline void use_seeded_chance(uint64_t seed)
{
    static randombytes_implementation seeded = { .implementation_name = seeded_name,
                                                 .random = seeded_next,
                                                 .buf = seeded_fill };
    memset(&seeded_stream, 0, sizeof seeded_stream);
    memcpy(seeded_stream.key, &seed, sizeof seed);
    seeded_stream.at = sizeof seeded_stream.bytes;
    randombytes_set_implementation(&seeded);
}

#endif
