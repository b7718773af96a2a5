/* raw.c - `lammer bench --raw`: raw bytes of the generators that deal cards, for tests of randomness. */
#include <sodium.h>
#include <string.h>

#include "lammer/program/bench.h"

enum { PIECE_WORDS = 8192 };

typedef void fill_piece(uint64_t *word, uint64_t seed, uint64_t piece);

/* The generator that shuffles the shoes of the house. */
static void fill_libsodium(uint64_t *word, uint64_t seed, uint64_t piece)
{
    (void)seed, (void)piece;
    randombytes_buf(word, PIECE_WORDS * sizeof *word);
}

/* The generator that deals the rounds of a simulation. */
static void fill_philox(uint64_t *word, uint64_t seed, uint64_t piece)
{
    lm_sim_words(seed, piece * PIECE_WORDS, word, PIECE_WORDS);
}

static const struct {
    const char *name;
    fill_piece *fill;
} generators[] = {
    { "libsodium", fill_libsodium },
    { "philox", fill_philox },
};

static void write_until_closed(fill_piece *fill, uint64_t seed, bench_sink *sink)
{
    static uint64_t word[PIECE_WORDS];
    static uint8_t bytes[PIECE_WORDS * sizeof *word];
    uint64_t piece = 0;
    do {
        fill(word, seed, piece++);
        for (size_t i = 0; i < sizeof bytes; i++)
            bytes[i] = (uint8_t)(word[i / 8] >> 8 * (i % 8));
    } while (sink(bytes, sizeof bytes));
}

bool bench_raw(const char *generator, uint64_t seed, bench_sink *sink)
{
    for (size_t i = 0; i < sizeof generators / sizeof *generators; i++) {
        if (strcmp(generator, generators[i].name) != 0) continue;
        write_until_closed(generators[i].fill, seed, sink);
        return true;
    }
    return false;
}
