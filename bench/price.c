/* price.c - how long all prices take: every optional wager, every pay table, every deck count it may be dealt with.
 *
 * Prints the total and the slowest single price. */
#include <stdio.h>
#include <string.h>

#include "lammer/program/bench.h"

int main(void)
{
    bench_prices all = { 0 };
    for (int i = 0; lm_wagers[i]; i++) {
        bench_prices one = { 0 };
        if (!bench_price_wager(lm_wagers[i], &one)) return 1;
        printf("%-16s %3d prices %8.2f ms, slowest %6.2f ms\n", lm_wagers[i]->id, one.prices, 1e3 * one.total,
               1e3 * one.slowest);
        all.prices += one.prices;
        all.failures += one.failures;
        all.total += one.total;
        if (one.slowest > all.slowest) {
            all.slowest = one.slowest;
            memcpy(all.slowest_name, one.slowest_name, sizeof all.slowest_name);
        }
    }
    printf("prices: %d in %.3f s on one core, %d refused, slowest %.2f ms (%s)\n", all.prices, all.total, all.failures,
           1e3 * all.slowest, all.slowest_name);
    return all.failures != 0;
}
