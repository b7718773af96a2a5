/* floor_chance.h - all randomness of a simulated floor, from one seed: the house's draws, and external events.
 *
 * The house draws from libsodium, whose generator is replaced underneath. */
#ifndef LAMMER_TESTS_HOUSE_FLOOR_CHANCE_H
#define LAMMER_TESTS_HOUSE_FLOOR_CHANCE_H

#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "lammer/shoe.h"
#include "proof.h"
#include "quick_passwords.h"

static struct {
    uint64_t house; /* behind libsodium */
    uint64_t world; /* people, links, disks, clocks */
    bool stacked;   /* red sevens come in runs, so that meters are won */
    int left;       /* draws left in the current shuffle */
    lm_card order[LM_SHOE_CARDS];
} chance;

static const char *chance_name(void)
{
    return "floor";
}

static uint32_t chance_random(void)
{
    return (uint32_t)(proof_random(&chance.house) >> 32);
}

/* A shuffle asks for a number below 52 times its decks, then below one less, and so on to 2. */
static bool is_shuffle(uint32_t bound)
{
    if (chance.left == 0 && bound >= LM_CARDS && bound % LM_CARDS == 0) {
        for (uint32_t i = 0; i < bound; i++)
            chance.order[i] = (lm_card)(i % LM_CARDS);
        chance.left = (int)bound - 1;
    }
    return chance.left && (uint32_t)chance.left == bound - 1;
}

static bool is_red_seven(lm_card card)
{
    return lm_rank(card) == LM_SEVEN && lm_is_red(card);
}

static uint32_t chance_uniform(const uint32_t bound)
{
    uint32_t j = (uint32_t)(proof_random(&chance.house) % bound), last = bound - 1;
    if (!chance.stacked || !is_shuffle(bound)) return j;
    for (uint32_t i = 0; last / 6 % 5 == 0 && !is_red_seven(chance.order[j]) && i < bound; i++)
        j = (j + 1) % bound;
    lm_card held = chance.order[last];
    chance.order[last] = chance.order[j];
    chance.order[j] = held;
    chance.left--;
    return j;
}

static void chance_buf(void *const buf, const size_t size)
{
    for (size_t i = 0; i < size; i++)
        ((uint8_t *)buf)[i] = (uint8_t)chance_random();
}

static randombytes_implementation chance_source = {
    .implementation_name = chance_name, .random = chance_random, .uniform = chance_uniform, .buf = chance_buf
};

static void chance_begin(uint64_t seed)
{
    chance.house = chance.world = seed;
    chance.house = proof_random(&chance.house) ^ 1;
    chance.stacked = proof_random(&chance.house) % 3 == 0;
    chance.left = 0;
}

/* A number below `bound`, from the generator of the world. */
static int drawn(int bound)
{
    return (int)(proof_random(&chance.world) % (uint64_t)bound);
}

/* True once in `n` times; never for 0. */
static bool once_in(int times)
{
    return times && drawn(times) == 0;
}

#endif
