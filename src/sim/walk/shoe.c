/* shoe.c - shoes shuffled as far as they are dealt: docs/simulation.md, sections 1 to 3 and 6.
 *
 * Words and slots are computed in batches: loops over eight of them, which compilers vectorize to the width of the
 * machine. Only the swaps are done one by one. */
#include "shoe.h"

#include <string.h>

__extension__ typedef unsigned __int128 wide;

enum { BATCH = SHOE_BATCH, WORDS = (STACK_GROUPS / BATCH + 1) * BATCH };

/* Philox4x32-10 over eight blocks of a shoe from `first` on: words 2 * first to 2 * first + 15. */
INLINE void make_words(const word_stream *shoe, uint32_t first, uint64_t word[2 * BATCH])
{
    uint32_t a[BATCH], b[BATCH], c[BATCH], d[BATCH];
    uint32_t key_low = (uint32_t)shoe->seed, key_high = (uint32_t)(shoe->seed >> 32);
    for (uint32_t i = 0; i < BATCH; i++) {
        a[i] = (uint32_t)(shoe->index >> 32);
        b[i] = (uint32_t)shoe->index;
        c[i] = first + i;
        d[i] = shoe->purpose;
    }
    for (int round = 0; round < PHILOX_ROUNDS; round++) {
        for (int i = 0; i < BATCH; i++) {
            uint64_t x = (uint64_t)PHILOX_TIMES_0 * a[i], y = (uint64_t)PHILOX_TIMES_1 * c[i];
            a[i] = (uint32_t)(y >> 32) ^ b[i] ^ key_low;
            b[i] = (uint32_t)y;
            c[i] = (uint32_t)(x >> 32) ^ d[i] ^ key_high;
            d[i] = (uint32_t)x;
        }
        key_low += PHILOX_KEY_0;
        key_high += PHILOX_KEY_1;
    }
    for (int i = 0; i < BATCH; i++) {
        word[2 * i] = (uint64_t)b[i] << 32 | a[i];
        word[2 * i + 1] = (uint64_t)d[i] << 32 | c[i];
    }
}

/* The slots of eight groups of seven draws, the first of which has `left` cards to draw from. */
INLINE void make_slots(const uint64_t word[BATCH], uint32_t left, uint16_t slot[STACK_DRAWS_A_WORD][BATCH])
{
    uint32_t low[BATCH], high[BATCH], radix[BATCH];
    for (uint32_t i = 0; i < BATCH; i++) {
        low[i] = (uint32_t)word[i];
        high[i] = (uint32_t)(word[i] >> 32);
        radix[i] = left - STACK_DRAWS_A_WORD * i;
    }
    for (int t = 0; t < STACK_DRAWS_A_WORD; t++) {
        for (int i = 0; i < BATCH; i++) {
            uint64_t lower = (uint64_t)low[i] * radix[i], upper = (uint64_t)high[i] * radix[i] + (lower >> 32);
            slot[t][i] = (uint16_t)(upper >> 32);
            low[i] = (uint32_t)lower;
            high[i] = (uint32_t)upper;
            radix[i]--;
        }
    }
}

#define BATCHES(label, options, has_it)                                                                                \
    static bool label##_is_here(void)                                                                                  \
    {                                                                                                                  \
        return has_it;                                                                                                 \
    }                                                                                                                  \
    options static void label##_words(const word_stream *shoe, uint32_t first, uint64_t word[2 * BATCH])               \
    {                                                                                                                  \
        make_words(shoe, first, word);                                                                                 \
    }                                                                                                                  \
    options static void label##_slots(const uint64_t word[BATCH], uint32_t left,                                       \
                                      uint16_t slot[STACK_DRAWS_A_WORD][BATCH])                                        \
    {                                                                                                                  \
        make_slots(word, left, slot);                                                                                  \
    }                                                                                                                  \
    static const shoe_batches label = { label##_is_here, label##_words, label##_slots };

#if defined(__x86_64__)
BATCHES(avx512, __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl"))),
        __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl"))
BATCHES(avx2, __attribute__((target("avx2"))), __builtin_cpu_supports("avx2"))
#endif
BATCHES(plain, , true)

const shoe_batches *const shoe_batches_list[] = {
#if defined(__x86_64__)
    &avx512,
    &avx2,
#endif
    &plain,
    NULL,
};

static const shoe_batches *batches_here(void)
{
    const shoe_batches *const *batches = shoe_batches_list;
    while (!(*batches)->is_here())
        batches++;
    return *batches;
}

/* The next word that may serve a group of draws. */
static uint64_t take_word(walk_shoe *shoe, int group)
{
    uint64_t word;
    do
        word = words_next(&shoe->words);
    while (!stack_accepts(&shoe->plan->cards, group, word));
    return word;
}

INLINE void swap(uint8_t *a, uint8_t *b)
{
    uint8_t card = *a;
    *a = *b;
    *b = card;
}

/* Draws seven cards, or as many as are left. Each draw swaps the card in its slot with the first undealt card; slots are
 * counted from the end, because the sorted cards lie there in reverse. */
bool walk_shoe_more(walk_shoe *shoe)
{
    int n = shoe->plan->cards.n, left = n - shoe->made, draws = left < STACK_DRAWS_A_WORD ? left : STACK_DRAWS_A_WORD;
    if (!left) return false;
    uint64_t fraction = take_word(shoe, shoe->made / STACK_DRAWS_A_WORD);
    for (; draws; draws--, left--) {
        wide product = (wide)fraction * (unsigned)left;
        fraction = (uint64_t)product;
        swap(&shoe->card[n - 1 - (int)(product >> 64)], &shoe->card[shoe->made++]);
    }
    return true;
}

/* The words that serve the first groups: those of the stream that are not rejected. */
static void take_words(walk_shoe *shoe, const shoe_batches *b, int groups, uint64_t taken[WORDS])
{
    const stack_plan *plan = &shoe->plan->cards;
    uint64_t word[2 * BATCH] = { 0 };
    uint32_t next = 0;
    for (int group = 0; group < groups; group++) {
        do {
            if (next % (2 * BATCH) == 0) b->words(&shoe->words, next / 2, word);
            taken[group] = word[next++ % (2 * BATCH)];
        } while (__builtin_expect(!stack_accepts(plan, group, taken[group]), 0));
    }
    shoe->words.next = next;
    shoe->words.kept = word[next % (2 * BATCH)]; /* the second half of a block of which only the first is used */
}

/* Shuffles whole groups. The short group at the end of a shoe is left to walk_shoe_more. */
static void make_groups(walk_shoe *shoe, int groups)
{
    const shoe_batches *b = batches_here();
    int n = shoe->plan->cards.n;
    uint64_t word[WORDS] = { 0 };
    uint16_t slot[STACK_DRAWS_A_WORD][BATCH];
    uint8_t *next = shoe->card, *last = shoe->card + n - 1;
    take_words(shoe, b, groups, word);
    for (int first = 0; first < groups; first += BATCH) {
        int here = groups - first < BATCH ? groups - first : BATCH;
        b->slots(word + first, (uint32_t)(n - STACK_DRAWS_A_WORD * first), slot);
        for (int group = 0; group < here; group++) {
#pragma GCC unroll 8
            for (int t = 0; t < STACK_DRAWS_A_WORD; t++)
                swap(last - slot[t][group], next++);
        }
    }
    shoe->made = STACK_DRAWS_A_WORD * groups;
}

void walk_shoe_plan(shoe_plan *plan, int decks)
{
    stack_plan_decks(&plan->cards, decks);
    for (int i = 0; i < plan->cards.n; i++) {
        lm_card card = plan->cards.sorted[plan->cards.n - 1 - i];
        plan->reversed[i] = (uint8_t)(lm_rank(card) | lm_suit(card) << WALK_SUIT_SHIFT);
    }
}

void walk_shoe_open(walk_shoe *shoe, const shoe_plan *plan, word_stream words, int cards)
{
    int n = plan->cards.n, groups = (cards + STACK_DRAWS_A_WORD - 1) / STACK_DRAWS_A_WORD;
    shoe->plan = plan;
    shoe->words = words;
    shoe->made = 0;
    memcpy(shoe->card, plan->reversed, (size_t)n);
    make_groups(shoe, groups < n / STACK_DRAWS_A_WORD ? groups : n / STACK_DRAWS_A_WORD);
    if (cards >= n) walk_shoe_more(shoe);
}
