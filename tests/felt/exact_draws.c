/* exact_draws.c - the draw that shoes are shuffled with is exact for every bound up to 416, and a shuffle with such
 * draws gives every order equally often. Both are counted, not sampled.
 *
 * For a bound b libsodium rejects the first 2^32 mod b words and takes the others modulo b; their number is a multiple
 * of b. The test feeds words of its choice to the real function: all that it must reject, and whole periods at both
 * ends and in between. A long run feeds all 2^32 words, for as many bounds as LAMMER_COUNT says. */
/* soak */
#include "kit/deal_kit.h"
#include "proof.h"

enum { PERIODS = 3, SPOTS = 200 };

/* --- words of the test's choice --------------------------------------------------------------------------- */

static struct {
    uint32_t next;
    int asked;
} source;

static const char *source_name(void)
{
    return "words of a test";
}

static uint32_t source_next(void)
{
    return source.asked++ ? UINT32_MAX : source.next; /* the last word is never refused */
}

static void source_fill(void *const bytes, const size_t size)
{
    memset(bytes, 0, size);
}

/* The number that a word yields, or -1 if it is rejected. */
static int answer_to(uint32_t word, uint32_t bound)
{
    source.next = word;
    source.asked = 0;
    uint32_t number = randombytes_uniform(bound);
    return source.asked > 1 ? -1 : (int)number;
}

static void must_give(uint32_t word, uint32_t bound, int number)
{
    int got = answer_to(word, bound);
    if (got != number) fail_msg("bound %u: the word %u gives %d and not %d", bound, word, got, number);
}

/* --- every bound ------------------------------------------------------------------------------------------ */

/* Some periods of words from `first` on: each number once in each. */
static void check_periods(uint64_t first, uint32_t bound)
{
    for (uint64_t word = first; word < first + PERIODS * (uint64_t)bound && word <= UINT32_MAX; word++)
        must_give((uint32_t)word, bound, (int)(word % bound));
}

static void check_bound(uint32_t bound, uint64_t *random)
{
    uint32_t refused = (uint32_t)(((uint64_t)1 << 32) % bound);
    for (uint32_t word = 0; word < refused; word++)
        must_give(word, bound, -1);
    check_periods(refused, bound);
    check_periods(((uint64_t)1 << 32) - PERIODS * (uint64_t)bound, bound);
    for (int i = 0; i < SPOTS; i++)
        check_periods(refused + (proof_random(random) >> 32) % (UINT32_MAX - refused), bound);
    assert_int_equal((((uint64_t)1 << 32) - refused) % bound, 0);
}

/* Each of the 2^32 words. */
static void count_bound(uint32_t bound)
{
    uint32_t count[LM_SHOE_CARDS + 1] = { 0 }, word = 0;
    do
        count[answer_to(word, bound) + 1]++;
    while (++word);
    for (uint32_t number = 1; number < bound; number++) {
        if (count[number + 1] != count[1])
            fail_msg("bound %u: %u words give %u, %u give 0", bound, count[number + 1], number, count[1]);
    }
    assert_true(count[0] < bound);
}

static void every_bound_is_exact(void **state)
{
    proof p = proof_begin("bounded", 0, LM_SHOE_CARDS - 1);
    uint64_t random = p.seed;
    int64_t counted = 0;
    /* the house's source of chance defines no bounded draw of its own, so this tests the function that the house calls
     * */
    assert_null(randombytes_sysrandom_implementation.uniform);
    for (uint32_t bound = 2; bound <= LM_SHOE_CARDS; bound++)
        check_bound(bound, &random);
    assert_int_equal(randombytes_uniform(1), 0);
    for (; proof_goes_on(&p, counted); counted++)
        count_bound((uint32_t)(LM_SHOE_CARDS - counted));
    proof_end(&p, LM_SHOE_CARDS, "bounds", "0 prefer a number, %ld of them tried with all 2^32 words", (long)counted);
}

/* --- the shuffle ------------------------------------------------------------------------------------------ */

static struct {
    int draw[LM_SHOE_CARDS], bound[LM_SHOE_CARDS], draws, raw;
} script;

static uint32_t scripted_uniform(const uint32_t bound)
{
    assert_true(script.draws < LM_SHOE_CARDS);
    script.bound[script.draws] = (int)bound;
    return (uint32_t)script.draw[script.draws++];
}

static uint32_t unexpected_word(void)
{
    script.raw++;
    return 0;
}

static void shuffle_by_script(house_deck *deck, int n)
{
    lm_card sorted[LM_SHOE_CARDS];
    for (int i = 0; i < n; i++)
        sorted[i] = (lm_card)(i % LM_CARDS);
    script.draws = script.raw = 0;
    fair_shuffle_cards(deck, 0, sorted, n);
    if (script.draws != n - 1 || script.raw)
        fail_msg(/* say:test-shuffled-by-draws */ "%d cards are shuffled by %d bounded draws and %d words", n,
                 script.draws, script.raw);
}

/* The number of this order among all n! orders. */
static int number_of(const lm_card *card, int n)
{
    int number = 0;
    for (int i = 0; i < n; i++) {
        int smaller = 0;
        for (int j = i + 1; j < n; j++)
            smaller += card[j] < card[i];
        number = number * (n - i) + smaller;
    }
    return number;
}

/* All scripts of draws within the bounds that the shuffle asks for: as many as there are orders, and
 * each order once. */
static void every_order_once(int n)
{
    static uint8_t seen[40320];
    int orders = 1;
    house_deck deck;
    for (int i = 2; i <= n; i++)
        orders *= i;
    memset(seen, 0, sizeof seen);
    for (int s = 0; s < orders; s++) {
        for (int i = 0, rest = s; i < n - 1; rest /= n - i, i++)
            script.draw[i] = rest % (n - i);
        shuffle_by_script(&deck, n);
        int number = number_of(deck.order[0], n);
        if (seen[number]++) fail_msg("%d cards: order %d comes from two scripts of draws", n, number);
    }
}

static void the_shuffle_is_a_bijection(void **state)
{
    static randombytes_implementation scripted = {
        .implementation_name = source_name, .random = unexpected_word, .uniform = scripted_uniform, .buf = source_fill
    };
    house_deck deck;
    randombytes_set_implementation(&scripted);
    for (int n = 2; n <= 8; n++)
        every_order_once(n);
    memset(script.draw, 0, sizeof script.draw);
    for (int n = 2; n <= LM_SHOE_CARDS; n++) {
        shuffle_by_script(&deck, n);
        for (int i = 0; i < n - 1; i++)
            assert_int_equal(script.bound[i], n - i); /* n, n - 1, ... 2: the factors of n! */
    }
}

int main(void)
{
    static randombytes_implementation chosen = { .implementation_name = source_name,
                                                 .random = source_next,
                                                 .buf = source_fill };
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_bound_is_exact),
        cmocka_unit_test(the_shuffle_is_a_bijection),
    };
    randombytes_set_implementation(&chosen);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
