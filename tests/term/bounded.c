/* bounded.c - the draw of `lammer play` is exact for every bound up to 416, and the shuffle of src/core with such draws
 * gives every order equally often. Both are counted, not sampled.
 *
 * For a bound b the draw rejects the first 2^32 mod b words and takes the others modulo b. Words come from ChaCha20,
 * which this program replaces by a function that returns the words of the test. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <cmocka.h>
#include <sodium.h>

#include "lammer/shoe.h"
#include "play/play.h"
#include "proof.h"

enum { PERIODS = 3, SPOTS = 200 };

static struct {
    uint32_t next;
    int asked;
} source;

/* Replaces libsodium's function. The last word is never rejected. */
int crypto_stream_chacha20(unsigned char *c, unsigned long long clen, const unsigned char *n, const unsigned char *k)
{
    uint32_t word = source.asked++ ? UINT32_MAX : source.next;
    (void)n, (void)k;
    assert_int_equal(clen, sizeof word);
    memcpy(c, &word, sizeof word);
    return 0;
}

static void must_give(uint64_t word, uint32_t bound, int number)
{
    solo_chance chance = { .draws = 0 };
    source.next = (uint32_t)word;
    source.asked = 0;
    uint32_t drawn = chance_below(&chance, bound);
    int got = source.asked > 1 ? -1 : (int)drawn;
    if (got != number)
        fail_msg(/* say:test-word-gives-number */ "bound %u: the word %u gives %d and not %d", bound, source.next, got,
                 number);
}

static void check_periods(uint64_t first, uint32_t bound)
{
    for (uint64_t word = first; word < first + PERIODS * (uint64_t)bound && word <= UINT32_MAX; word++)
        must_give(word, bound, (int)(word % bound));
}

static void every_bound_is_exact(void **state)
{
    proof p = proof_begin("bounded-play", LM_SHOE_CARDS, LM_SHOE_CARDS);
    uint64_t random = p.seed, all = (uint64_t)1 << 32;
    for (uint32_t bound = 2; bound <= LM_SHOE_CARDS; bound++) {
        uint64_t refused = all % bound;
        for (uint64_t word = 0; word < refused; word++)
            must_give(word, bound, -1);
        check_periods(refused, bound);
        check_periods(all - PERIODS * (uint64_t)bound, bound);
        for (int i = 0; i < SPOTS; i++)
            check_periods(refused + (proof_random(&random) >> 32) % (all - refused), bound);
    }
    proof_end(&p, LM_SHOE_CARDS, "bounds", "0 prefer a number");
}

/* --- the shuffle ------------------------------------------------------------------------------------------ */

static uint32_t scripted(void *self, uint32_t bound)
{
    uint64_t *rest = self;
    uint32_t draw = (uint32_t)(*rest % bound);
    *rest /= bound;
    return draw;
}

static int number_of(const lm_shoe *shoe)
{
    int number = 0;
    for (int i = 0; i < shoe->n; i++) {
        int smaller = 0;
        for (int j = i + 1; j < shoe->n; j++)
            smaller += shoe->card[j] < shoe->card[i];
        number = number * (shoe->n - i) + smaller;
    }
    return number;
}

/* All n! scripts of draws give each of the n! orders once. */
static void the_shuffle_is_a_bijection(void **state)
{
    static uint8_t seen[40320];
    int orders = 1;
    for (int n = 2; n <= 8; n++) {
        orders *= n;
        memset(seen, 0, sizeof seen);
        for (int script = 0; script < orders; script++) {
            uint64_t rest = (uint64_t)script;
            lm_shoe shoe = { .n = (uint16_t)n };
            for (int i = 0; i < n; i++)
                shoe.card[i] = (lm_card)i;
            lm_shoe_shuffle(&shoe, scripted, &rest);
            assert_int_equal(rest, 0);
            if (seen[number_of(&shoe)]++) fail_msg("%d cards: an order comes from two scripts of draws", n);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_bound_is_exact),
        cmocka_unit_test(the_shuffle_is_a_bijection),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
