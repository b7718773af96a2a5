/* round.c - how fast the plain engine plays: one-box Free Bet rounds a second on one core.
 *
 * lm_round plays a fixed chart from a pre-shuffled array of cards, without a listener. Prints the rate of each of
 * five runs and the best, with sizeof(lm_round). */
#include <stdio.h>

#include "lammer/program/bench.h"
#include "lammer/round.h"

enum { ROUNDS = 1000000, RUNS = 5 };

int main(void)
{
    double best = 0;
    lm_cents net = 0;
    for (int run = 0; run < RUNS; run++) {
        double rate = bench_round_rate(ROUNDS, 1 + (uint64_t)run, &net);
        if (rate > best) best = rate;
        printf("run %d: %.2f million rounds/s\n", run + 1, rate / 1e6);
    }
    printf("lm_round: best %.2f million one-box Free Bet rounds/s, sizeof(lm_round) %zu, net %.3f %% of a "
           "bet a round\n",
           best / 1e6, sizeof(lm_round), 100.0 * (double)net / 1000.0 / RUNS / ROUNDS);
    return 0;
}
