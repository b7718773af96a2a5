/* bounded.c - the simulation's draw below a bound is exact, for every bound up to 416: every number has the same share of the
 * 2^64 words, counted, not sampled.
 *
 * The words whose product with b has v as its upper half are a range, first(v) = ceil(v 2^64 / b) up to first(v + 1). The lower half of the
 * product grows by b from word to word, so only the first word of a range can have one below 2^64 mod b < b, and be refused. The real
 * function is asked about both ends of every range: then the words that it takes are counted, all of them. */
/* sanitized */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <cmocka.h>

#include "lammer/shoe.h"
#include "proof.h"
#include "stack.h"

__extension__ typedef unsigned __int128 wide;

static const wide all_words = (wide)1 << 64;

/* What words_below makes of a word that the test chooses: the number, or -1 where it asks for another word. */
static int64_t answer_to(uint64_t word, uint64_t bound)
{
    word_stream words = { .both_halves = 1, .next = 1, .kept = word };
    uint64_t number = words_below(&words, bound);
    return words.next == 2 ? (int64_t)number : -1;
}

static wide first_of(uint64_t number, uint64_t bound)
{
    return (number * all_words + bound - 1) / bound;
}

/* How many words are taken for a number. */
static wide count_of(uint64_t number, uint64_t bound, int64_t *asked)
{
    wide first = first_of(number, bound), end = first_of(number + 1, bound);
    int64_t ends[] = { answer_to((uint64_t)first, bound), answer_to((uint64_t)first + 1, bound),
                       answer_to((uint64_t)(end - 1), bound) };
    *asked += 3;
    for (int i = 0; i < 3; i++) {
        if (ends[i] != (int64_t)number && (i || ends[i] != -1))
            fail_msg("bound %lu: a word of %lu gives %ld", (unsigned long)bound, (unsigned long)number, (long)ends[i]);
    }
    return end - first - (ends[0] < 0);
}

static void every_bound_is_exact(void **state)
{
    proof p = proof_begin("bounded-sim", LM_SHOE_CARDS, LM_SHOE_CARDS);
    int64_t asked = 0;
    for (uint64_t bound = 2; bound <= LM_SHOE_CARDS; bound++) {
        wide share = all_words / bound;
        for (uint64_t number = 0; number < bound; number++) {
            wide count = count_of(number, bound, &asked);
            if (count != share)
                fail_msg(/* say:test-words-too-many */ "bound %lu: %lu has %ld words too many", (unsigned long)bound,
                         (unsigned long)number, (long)(count - share));
        }
    }
    assert_int_equal(answer_to(0, 1), 0);
    assert_int_equal(answer_to(UINT64_MAX, 1), 0);
    proof_end(&p, LM_SHOE_CARDS, "bounds", "%ld words asked, 0 numbers with more or fewer words than others",
              (long)asked);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(every_bound_is_exact) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
