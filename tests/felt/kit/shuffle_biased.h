/* shuffle_biased.h - eight shuffles with mistakes that people make. Each must be caught by the
 * statistics that the right one passes. */
#ifndef LAMMER_TESTS_HOUSE_SHUFFLE_BIASED_H
#define LAMMER_TESTS_HOUSE_SHUFFLE_BIASED_H

#include <sodium.h>
#include <string.h>

#include "lammer/card.h"
#include "lammer/shoe.h"
#include "proof.h"

typedef void biased_shuffle(lm_card *card, int n);

static inline void swap_cards(lm_card *card, int i, int j)
{
    lm_card held = card[i];
    card[i] = card[j];
    card[j] = held;
}

static inline int below(int bound)
{
    return (int)randombytes_uniform((uint32_t)bound);
}

/* Every card changes places with any other: n^n ways cannot be shared out evenly among n! orders. */
static inline void swap_with_any(lm_card *card, int n)
{
    for (int i = 0; i < n; i++)
        swap_cards(card, i, below(n));
}

/* The bound is one too small: no card stays where it is, and the order is always one cycle. */
static inline void bound_too_small(lm_card *card, int n)
{
    for (int i = n - 1; i > 0; i--)
        swap_cards(card, i, below(i));
}

/* A random word modulo the bound, a byte where that is enough: the lower numbers come more often. */
static inline void rest_of_a_byte(lm_card *card, int n)
{
    for (int i = n - 1; i > 0; i--) {
        uint8_t byte[2];
        randombytes_buf(byte, sizeof byte);
        swap_cards(card, i, (i < 256 ? byte[0] : byte[0] << 8 | byte[1]) % (i + 1));
    }
}

/* The loop ends one card early: the last one stays at the bottom. */
static inline void last_card_forgotten(lm_card *card, int n)
{
    for (int i = n - 2; i > 0; i--)
        swap_cards(card, i, below(i + 1));
}

/* One riffle: each card falls from one of two packets, in proportion to what is left of it. */
static inline void riffle(lm_card *card, int n)
{
    lm_card mixed[LM_SHOE_CARDS];
    int left = 0, right;
    for (int i = 0; i < n; i++)
        left += below(2);
    right = left;
    for (int i = 0, a = 0, b = right; i < n; i++) {
        bool from_left = below(right - a + n - b) < right - a;
        mixed[i] = from_left ? card[a++] : card[b++];
    }
    memcpy(card, mixed, (size_t)n);
}

static inline void seven_riffles(lm_card *card, int n)
{
    for (int i = 0; i < 7; i++)
        riffle(card, n);
}

/* A right shuffle with a bad seed. */
static inline void shuffle_from(lm_card *card, int n, uint64_t seed)
{
    for (int i = n - 1; i > 0; i--)
        swap_cards(card, i, (int)(proof_random(&seed) % (uint64_t)(i + 1)));
}

/* Seeded by a clock of whole seconds, although each size of shoe is shuffled twice within a second. */
static inline void seed_used_twice(lm_card *card, int n)
{
    static uint64_t shoes;
    shuffle_from(card, n, shoes++ / 6 << 32);
}

/* A seed of 16 bits: no more than 65,536 different shoes. */
static inline void seed_too_short(lm_card *card, int n)
{
    shuffle_from(card, n, (uint64_t)below(1 << 16) << 32);
}

/* Cards are sorted by random keys, but the keys are bytes, and cards with the same key keep their order. */
static inline void keys_too_short(lm_card *card, int n)
{
    uint8_t key[LM_SHOE_CARDS];
    lm_card sorted[LM_SHOE_CARDS];
    int out = 0;
    randombytes_buf(key, (size_t)n);
    for (int k = 0; k < 256; k++) {
        for (int i = 0; i < n; i++) {
            if (key[i] == k) sorted[out++] = card[i];
        }
    }
    memcpy(card, sorted, (size_t)n);
}

static const struct {
    const char *name;
    biased_shuffle *shuffle;
} biased[] = {
    { "every card is swapped with any other", swap_with_any },
    { "the bound is one too small", bound_too_small },
    { "a byte modulo the bound", rest_of_a_byte },
    { "the last card is forgotten", last_card_forgotten },
    { "seven riffles", seven_riffles },
    { "a seed is used twice", seed_used_twice },
    { "a seed of 16 bits", seed_too_short },
    { "sorted by keys of a byte", keys_too_short },
};
enum { BIASED = sizeof biased / sizeof *biased };

#endif
