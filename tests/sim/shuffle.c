/* shuffle.c - the simulation's shoes, drawn seven cards a word from Philox, against the statistics that the house's
 * shoes must pass. A seed fixes them all, so that a long run can be repeated too. */
/* soak */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <cmocka.h>

#include "lammer/sim.h"
#include "proof.h"
#include "shoe_stats.h"
#include "stack.h"

enum { SIZES = 3, SHOES_A_SESSION = 16 };
static const int decks[SIZES] = { 1, 6, 8 };

static void draw_shoe(const stack_plan *plan, uint64_t seed, uint64_t number, lm_card *out)
{
    static card_stack stack;
    word_stream words = words_of_shoe(seed, number / SHOES_A_SESSION, (uint32_t)(number % SHOES_A_SESSION), 0);
    stack_open(&stack, plan, words);
    for (int i = 0; i < plan->n; i++)
        out[i] = stack_draw(&stack);
}

static void simulated_shoes_are_chance(void **state)
{
    proof p = proof_begin("shuffle-sim", 100000, 10000000);
    static stack_plan plan[SIZES];
    shoe_stats *stats[SIZES];
    lm_card out[LM_SHOE_CARDS];
    int64_t done = 0;
    int statistics = 0, of = 0;
    stat worst = { "none", 1 };
    for (int size = 0; size < SIZES; size++) {
        stats[size] = shoe_stats_open(decks[size], p.count / SIZES + 1);
        stack_plan_decks(&plan[size], decks[size]);
    }
    for (; proof_goes_on(&p, done); done++) {
        draw_shoe(&plan[done % SIZES], p.seed, (uint64_t)done, out);
        shoe_stats_add(stats[done % SIZES], out);
    }
    for (int size = 0; size < SIZES; size++) {
        stat row[STATS_MOST];
        int n = shoe_stats_judge(stats[size], row) - 1; /* no cut here */
        statistics += n;
        for (int i = 0; i < n; i++) {
            if (row[i].p < worst.p) worst = row[i], of = decks[size];
        }
        shoe_stats_free(stats[size]);
    }
    proof_end(&p, done, "shoes", "%d statistics, least p %.3g (%s, %d decks), family-wise %.3g", statistics, worst.p,
              worst.name, of, fmin(1, worst.p * statistics));
    if (worst.p * statistics < FAMILY)
        fail_msg(/* say:test-sim-shoes-not-random */ "shoes are not random: %s of %d decks has p = %.3g (seed %lu)",
                 worst.name, of, worst.p, (unsigned long)p.seed);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(simulated_shoes_are_chance) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
