/* odds.c - how long exact answers take: the optimum, its figures, the best chart, one hand in mid-shoe.
 *
 * Prints CPU time on one core, the best of several runs. Ratios to the ordinary game say more than seconds; for counts of
 * instructions see bench/odds-instructions.sh. With an argument N it only computes the optimum of the ordinary game N
 * times and prints the edge; with a second argument, `chart`, it finds the best chart, too. */
#include <stdio.h>
#include <stdlib.h>

#include "lammer/program/bench.h"

enum { RUNS = 5 };

static const bench_game games[] = {
    { "blackjack, 6 decks", false, false, 6 },
    { "Free Bet, 6 decks", true, false, 6 },
    { "blackjack, no hole card", false, true, 6 },
    { "blackjack, 1 deck", false, false, 1 },
};
enum { GAMES = sizeof games / sizeof *games };

/* Computes only the optimum, or also the best chart, for a tool that counts instructions. */
static int solve_only(int times, bool chart)
{
    static lm_chart best;
    lm_rules rules;
    lm_census census;
    bench_game_rules(&rules, &games[0]);
    lm_census_fresh(&census, (int)rules.decks);
    size_t size = lm_game_size(&rules);
    void *memory = malloc(size);
    for (int i = 0; memory && i < times; i++) {
        lm_game *game = lm_game_open(memory, size, &rules, &census);
        printf("edge %.9f %%\n", -100 * lm_game_mean(game));
        if (!chart) continue;
        lm_game_chart(game, &best);
        printf("chart %.9f %%\n", -100 * lm_game_chart_mean(game, &best));
    }
    free(memory);
    return 0;
}

int main(int argc, char **argv)
{
    double ordinary = 0, slowest = 0;
    if (argc > 1) return solve_only(atoi(argv[1]), argc > 2);
    printf("%-24s %9s %6s %9s %9s %9s %8s %12s %12s\n", "", "optimum", "ratio", "figures", "chart", "one hand",
           "memory", "edge %", "chart %");
    for (int i = 0; i < GAMES; i++) {
        bench_game_times m;
        if (!bench_game_measure(&games[i], RUNS, &m)) return 1;
        if (i == 0) ordinary = m.solve;
        if (m.query > slowest) slowest = m.query;
        printf("%-24s %6.1f ms %6.2f %6.1f ms %6.1f ms %6.0f ns %5.1f MB %12.9f %12.9f\n", games[i].name, 1e3 * m.solve,
               m.solve / ordinary, 1e3 * m.figures, 1e3 * m.chart, 1e9 * m.query, (double)m.bytes / 1e6, m.edge,
               m.chart_edge);
    }
    printf("odds: one hand with warm tables takes at most %.0f ns (must: below 1 ms)\n", 1e9 * slowest);
    return slowest >= 1e-3;
}
