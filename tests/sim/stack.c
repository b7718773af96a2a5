/* stack.c - that every order of cards is equally likely: by proof on words, by counting, by chi-square. */
/* sanitized */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <cmocka.h>

#include "dealer_box.h"
#include "stack.h"

__extension__ typedef unsigned __int128 wide;

/* The theorem behind the rejection, on words of 12 bits: every tuple of digits has equally many words, and no word is
 * rejected needlessly often. */
static void test_small_words(void **state)
{
    enum { WORDS = 1 << 12 };
    (void)state;
    for (int n = 3; n <= 14; n++) {
        unsigned product = (unsigned)(n * (n - 1) * (n - 2)), threshold = WORDS % product, accepted = 0;
        static unsigned count[14 * 13 * 12];
        memset(count, 0, sizeof count);
        for (unsigned word = 0; word < WORDS; word++) {
            unsigned fraction = word, tuple = 0;
            if (word * product % WORDS < threshold) continue;
            for (int t = 0; t < 3; t++) {
                unsigned radix = (unsigned)(n - t);
                tuple = tuple * radix + fraction * radix / WORDS;
                fraction = fraction * radix % WORDS;
            }
            count[tuple]++;
            accepted++;
        }
        for (unsigned i = 0; i < product; i++)
            assert_int_equal(count[i], WORDS / product);
        assert_int_equal(accepted, WORDS - threshold);
    }
}

/* A word w with w * product = rest modulo 2^64; `rest` is divisible by the factors 2 of the product. */
static uint64_t word_with_rest(uint64_t product, uint64_t rest)
{
    int twos = __builtin_ctzll(product);
    uint64_t odd = product >> twos, inverse = 1;
    for (int i = 0; i < 6; i++)
        inverse *= 2 - odd * inverse; /* doubles the bits that are right */
    return (rest >> twos) * inverse;
}

/* The same on the words of 64 bits that are used: the words of number v are a range; all but at most the first of
 * them are accepted, so that exactly 2^64 / product remain. */
static void test_words_of_a_number(void **state)
{
    test_random random = { 12345 };
    static stack_plan plan;
    (void)state;
    for (int decks = 1; decks <= 8; decks++) {
        stack_plan_decks(&plan, decks);
        for (int group = 0; group * STACK_DRAWS_A_WORD < plan.n; group++) {
            uint64_t product = plan.product[group];
            wide all = (wide)1 << 64;
            assert_true(stack_accepts(&plan, group, word_with_rest(product, plan.threshold[group])));
            for (int i = 0; i < 200; i++) {
                uint64_t v = i == 0 ? 0 : i == 1 ? product - 1 : test_random_next(&random) % product;
                wide first = ((wide)v * all + product - 1) / product,
                     end = ((wide)(v + 1) * all + product - 1) / product;
                wide words = end - first;
                assert_true(words - !stack_accepts(&plan, group, (uint64_t)first) == all / product);
                assert_true((uint64_t)((first * product) >> 64) == v);
                if (words > 1) assert_true(stack_accepts(&plan, group, (uint64_t)first + 1));
            }
        }
    }
}

/* Slots of a draw without the array, as docs/simulation.md describes them for lanes, give the same cards. */
static lm_card by_chain(const int *slots, int t, int decks)
{
    int slot = slots[t];
    for (int u = t - 1; u >= 0; u--) {
        if (slot == slots[u]) slot = decks * LM_CARDS - 1 - u;
    }
    return lm_card_make(slot / (4 * decks), slot / decks % 4);
}

/* Every draw of a whole stack, with the digits taken from the number itself instead of one at a time. */
static void check_stack(int decks, uint64_t seed, uint64_t round)
{
    static stack_plan plan;
    static card_stack stack;
    static int slots[LM_SHOE_CARDS];
    word_stream words = words_of_round(seed, round, 0);
    stack_plan_decks(&plan, decks);
    stack_open(&stack, &plan, words);
    int n = plan.n, seen[LM_CARDS] = { 0 };
    for (int t = 0; t < n; t += STACK_DRAWS_A_WORD) {
        int group = n - t < STACK_DRAWS_A_WORD ? n - t : STACK_DRAWS_A_WORD;
        uint64_t product = 1, word;
        for (int i = 0; i < group; i++)
            product *= (uint64_t)(n - t - i);
        do
            word = words_next(&words);
        while (word * product < (uint64_t)(((wide)1 << 64) % product));
        uint64_t number = (uint64_t)((wide)word * product >> 64);
        for (int i = group - 1; i >= 0; i--) {
            slots[t + i] = (int)(number % (uint64_t)(n - t - i));
            number /= (uint64_t)(n - t - i);
        }
    }
    for (int t = 0; t < n; t++) {
        lm_card card = stack_draw(&stack);
        assert_int_equal(card, by_chain(slots, t, decks));
        seen[card]++;
    }
    for (int card = 0; card < LM_CARDS; card++)
        assert_int_equal(seen[card], decks);
    assert_int_equal(stack_left(&stack), 0);
}

static void test_whole_stacks(void **state)
{
    (void)state;
    for (int decks = 1; decks <= 8; decks++) {
        for (uint64_t round = 0; round < 50; round++)
            check_stack(decks, 99, round);
    }
}

/* Neighbouring rounds share a block, and nothing else. */
static void test_halves(void **state)
{
    (void)state;
    philox_block block = philox((philox_block){ { 1, 5, 0, 0 } }, 7, 3);
    uint64_t seed = (uint64_t)3 << 32 | 7, round = ((uint64_t)1 << 32 | 5) << 1;
    word_stream even = words_of_round(seed, round, 0), odd = words_of_round(seed, round + 1, 0);
    assert_true(words_next(&even) == ((uint64_t)block.word[1] << 32 | block.word[0]));
    assert_true(words_next(&odd) == ((uint64_t)block.word[3] << 32 | block.word[2]));
    block = philox((philox_block){ { 0, 9, 0, 1u << 24 | 1u << 23 | 4 } }, 7, 3);
    word_stream shoe = words_of_shoe(seed, 9, 4, 1);
    assert_true(words_next(&shoe) == ((uint64_t)block.word[1] << 32 | block.word[0]));
    assert_true(words_next(&shoe) == ((uint64_t)block.word[3] << 32 | block.word[2]));
}

/* The side of a determinant card is one bit of a block that serves 128 rounds: docs/simulation.md, section 1. */
static void test_sides(void **state)
{
    (void)state;
    side_stream sides = { .is_known = false };
    uint64_t seed = (uint64_t)3 << 32 | 7, first = ((uint64_t)1 << 32 | 5) << 7;
    unsigned from_b = 0;
    for (uint32_t i = 0; i < 256; i++) {
        philox_block block = philox((philox_block){ { 1, 5 + i / 128, 0, 3u << 24 } }, 7, 3);
        int bit = block.word[i % 128 / 32] >> (i % 32) & 1;
        assert_int_equal(side_of_round(&sides, seed, first + i), bit);
        from_b += (unsigned)bit;
    }
    assert_in_range(from_b, 96, 160);
    int before = side_of_round(&sides, seed, first), differs = 0;
    for (uint64_t other = 0; other < 64; other++)
        differs += side_of_round(&sides, other, first) != before;
    assert_in_range(differs, 8, 56);
}

/* Chi-square of `cells` equally likely cells, as a normal deviate (Wilson and Hilferty). */
static double deviate(const unsigned *count, int cells, double expected)
{
    double chi = 0, d = cells - 1;
    for (int i = 0; i < cells; i++)
        chi += (count[i] - expected) * (count[i] - expected) / expected;
    return (cbrt(chi / d) - (1 - 2 / (9 * d))) / sqrt(2 / (9 * d));
}

/* Each card is equally likely in each place, and so is each pair of neighbours. */
static void test_positions(void **state)
{
    enum { ROUNDS = 104000, PLACES = 20 };
    static unsigned place[PLACES][LM_CARDS], pair[LM_CARDS * LM_CARDS];
    static stack_plan plan;
    static card_stack stack;
    (void)state;
    stack_plan_decks(&plan, 6);
    for (uint64_t round = 0; round < ROUNDS; round++) {
        lm_card card[PLACES];
        stack_open(&stack, &plan, words_of_round(20, round, 0));
        for (int i = 0; i < PLACES; i++) {
            card[i] = stack_draw(&stack);
            place[i][card[i]]++;
        }
        pair[card[6] * LM_CARDS + card[7]]++; /* the last of one word and the first of the next */
    }
    for (int i = 0; i < PLACES; i++)
        assert_true(fabs(deviate(place[i], LM_CARDS, (double)ROUNDS / LM_CARDS)) < 4);
    double chi = 0, same = ROUNDS * 5.0 / 311 / LM_CARDS, other = ROUNDS * 6.0 / 311 / LM_CARDS;
    for (int i = 0; i < LM_CARDS * LM_CARDS; i++) {
        double expected = i / LM_CARDS == i % LM_CARDS ? same : other;
        chi += (pair[i] - expected) * (pair[i] - expected) / expected;
    }
    double d = LM_CARDS * LM_CARDS - 1;
    assert_true(fabs((cbrt(chi / d) - (1 - 2 / (9 * d))) / sqrt(2 / (9 * d))) < 4);
}

/* Draws other than those of cards are unbiased, too. */
static void test_below(void **state)
{
    enum { BOUND = 7, DRAWS = 70000 };
    unsigned count[BOUND] = { 0 };
    (void)state;
    word_stream words = words_of_chance(5, 6);
    for (int i = 0; i < DRAWS; i++)
        count[words_below(&words, BOUND)]++;
    assert_true(fabs(deviate(count, BOUND, (double)DRAWS / BOUND)) < 4);
    /* With a bound of 3/4 of all words, a word modulo the bound would make every third number twice as likely. */
    unsigned thirds[3] = { 0 };
    for (int i = 0; i < DRAWS; i++)
        thirds[words_below(&words, (uint64_t)3 << 62) % 3]++;
    assert_true(fabs(deviate(thirds, 3, (double)DRAWS / 3)) < 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_small_words),  cmocka_unit_test(test_words_of_a_number),
        cmocka_unit_test(test_whole_stacks), cmocka_unit_test(test_halves),
        cmocka_unit_test(test_positions),    cmocka_unit_test(test_below),
        cmocka_unit_test(test_sides),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
