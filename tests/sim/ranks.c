/* ranks.c - the parts of all ranks are the range, without gap or overlap, and begin with a session. */
/* sanitized */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "lammer/sim.h"

static void test_parts(void **state)
{
    static const uint64_t lengths[] = { 1,     1023,   1024,    1025,        5000,
                                        65536, 200000, 1000000, 12345678901, (uint64_t)1 << 62 };
    (void)state;
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        for (int n = 1; n <= 65; n++) {
            lm_sim_range range = { 4096, lengths[i] };
            uint64_t at = range.first, least = UINT64_MAX, most = 0;
            for (int rank = 0; rank < n; rank++) {
                lm_sim_range part = lm_sim_rank_part((lm_sim_ranks){ rank, n, 1 }, range);
                if (!part.rounds) continue;
                assert_int_equal(part.first, at);
                assert_int_equal(part.first % LM_SIM_SESSION, 0);
                at += part.rounds;
                if (part.rounds < least) least = part.rounds;
                if (part.rounds > most) most = part.rounds;
            }
            assert_int_equal(at, range.first + range.rounds);
            assert_true(most - least <= 2 * 65536);
        }
    }
}

static void test_alone(void **state)
{
    lm_sim_ranks ranks;
    char why[LM_SHARD_TEXT];
    (void)state;
    if (!lm_sim_ranks_open(&ranks, why)) skip();
    assert_int_equal(ranks.ranks, 1);
    lm_sim_ranks_close(ranks);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_parts), cmocka_unit_test(test_alone) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
