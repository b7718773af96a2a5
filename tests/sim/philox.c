/* philox.c - our Philox4x32-10 against Random123 and its published vectors. */
/* sanitized */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#if __has_include(<Random123/philox.h>)
#include <Random123/philox.h>
#define HAVE_RANDOM123 1
#else
#define HAVE_RANDOM123 0
#endif

#include "dealer_box.h"
#include "philox.h"

/* Random123's kat_vectors, philox4x32 with ten rounds. */
static void test_vectors(void **state)
{
    static const struct {
        uint32_t counter[4], key[2], out[4];
    } rows[] = {
        { { 0, 0, 0, 0 }, { 0, 0 }, { 0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8 } },
        { { 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff },
          { 0xffffffff, 0xffffffff },
          { 0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd } },
        { { 0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344 },
          { 0xa4093822, 0x299f31d0 },
          { 0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1 } },
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const uint32_t *c = rows[i].counter;
        philox_block out = philox((philox_block){ { c[0], c[1], c[2], c[3] } }, rows[i].key[0], rows[i].key[1]);
        assert_memory_equal(out.word, rows[i].out, sizeof out.word);
    }
}

static void test_random123(void **state)
{
    (void)state;
#if HAVE_RANDOM123
    test_random random = { 88172645463325252ULL };
    for (int i = 0; i < 100000; i++) {
        uint64_t a = test_random_next(&random), b = test_random_next(&random), k = test_random_next(&random);
        philox_block counter = { { (uint32_t)a, (uint32_t)(a >> 32), (uint32_t)b, (uint32_t)(b >> 32) } };
        philox4x32_ctr_t theirs = { { counter.word[0], counter.word[1], counter.word[2], counter.word[3] } };
        philox4x32_key_t key = { { (uint32_t)k, (uint32_t)(k >> 32) } };
        philox_block out = philox(counter, (uint32_t)k, (uint32_t)(k >> 32));
        theirs = philox4x32(theirs, key);
        assert_memory_equal(out.word, theirs.v, sizeof out.word);
    }
#else
    skip();
#endif
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_vectors),
        cmocka_unit_test(test_random123),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
