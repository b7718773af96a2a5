/* odds.c - how long exact answers take: the optimum, its figures, the best chart, one hand in mid-shoe.
 *
 * CPU time on one core, the best of some runs. Ratios to the ordinary game say more than seconds; for counts of
 * instructions see bench/odds-instructions.sh. With an argument only that many optima of the ordinary game are
 * computed, and nothing is printed but the edge. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "lammer/odds.h"

enum { RUNS = 5, QUERIES = 200000 };

typedef struct {
    const char *name;
    bool is_free, no_reader;
    int decks;
} game_kind;

static const game_kind kinds[] = {
    { "blackjack, 6 decks", false, false, 6 },
    { "Free Bet, 6 decks", true, false, 6 },
    { "blackjack, no hole card", false, true, 6 },
    { "blackjack, 1 deck", false, false, 1 },
};
enum { KINDS = sizeof kinds / sizeof *kinds };

static void make_rules(lm_rules *k, const game_kind *kind)
{
    lm_rules_preset(k);
    k->rule_set = kind->is_free ? LM_WFB : LM_MBJ;
    k->decks = kind->decks;
    k->dealer_soft17 = LM_SOFT17_HIT;
    k->hole_card = kind->no_reader ? LM_HOLE_NONE : LM_HOLE_READER;
    if (kind->is_free) {
        k->dealer_22 = LM_22_PUSH;
    } else {
        k->free_double = LM_FREE_DOUBLE_NONE;
        k->free_split = 0;
        k->resplit_aces = false;
    }
    lm_rules_seal(k);
}

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

typedef struct {
    double solve, figures, chart, query;
    double edge, sd, chart_edge;
    size_t bytes;
} measured;

static double least(double so_far, double took)
{
    return so_far == 0 || took < so_far ? took : so_far;
}

/* Two, three and four cards against every card, the tables being warm. */
static double query(lm_game *game)
{
    lm_prices prices;
    double sum = 0, begin = seconds();
    for (int i = 0; i < QUERIES; i++) {
        lm_held held = { .n = (uint8_t)(2 + i % 3),
                         .value = { (uint8_t)(1 + i % 5), (uint8_t)(2 + i % 7), 3, 2 } };
        lm_game_price(game, i % lm_game_columns(game), &held, &prices);
        sum += prices.value[LM_PLAY_STAND];
    }
    double took = (seconds() - begin) / QUERIES;
    return sum < 0 ? took : -1; /* it never is: the sum is wanted so that nothing is left out */
}

static lm_game *open_fresh(void *memory, size_t size, const lm_rules *rules)
{
    lm_census census;
    lm_census_fresh(&census, (int)rules->decks);
    return lm_game_open(memory, size, rules, &census);
}

static measured measure(const game_kind *kind)
{
    measured m = { 0 };
    lm_rules rules;
    lm_figures figures;
    lm_chart chart;
    make_rules(&rules, kind);
    m.bytes = lm_game_size(&rules);
    void *memory = malloc(m.bytes);
    for (int run = 0; memory && run < RUNS; run++) {
        double begin = seconds();
        lm_game *game = open_fresh(memory, m.bytes, &rules);
        lm_game_solve(game);
        double solved = seconds();
        lm_game_figures(game, &figures);
        double figured = seconds();
        lm_game_chart(game, &chart);
        double charted = seconds();
        m.edge = -100 * figures.mean;
        m.sd = figures.sd;
        m.chart_edge = -100 * lm_game_chart_mean(game, &chart);
        m.solve = least(m.solve, solved - begin);
        m.figures = least(m.figures, figured - solved);
        m.chart = least(m.chart, charted - figured);
        m.query = least(m.query, query(game));
    }
    free(memory);
    return m;
}

/* For a counter of instructions: the optimum alone. */
static int solve_only(int times)
{
    lm_rules rules;
    make_rules(&rules, &kinds[0]);
    size_t size = lm_game_size(&rules);
    void *memory = malloc(size);
    for (int i = 0; memory && i < times; i++)
        printf("edge %.9f %%\n", -100 * lm_game_mean(open_fresh(memory, size, &rules)));
    free(memory);
    return 0;
}

int main(int argc, char **argv)
{
    double ordinary = 0, slowest = 0;
    if (argc > 1) return solve_only(atoi(argv[1]));
    printf("%-24s %9s %6s %9s %9s %9s %8s %12s %12s\n", "", "optimum", "ratio", "figures", "chart",
           "one hand", "memory", "edge %", "chart %");
    for (int i = 0; i < KINDS; i++) {
        measured m = measure(&kinds[i]);
        if (i == 0) ordinary = m.solve;
        if (m.query > slowest) slowest = m.query;
        printf("%-24s %6.1f ms %6.2f %6.1f ms %6.1f ms %6.0f ns %5.1f MB %12.9f %12.9f\n", kinds[i].name,
               1e3 * m.solve, m.solve / ordinary, 1e3 * m.figures, 1e3 * m.chart, 1e9 * m.query,
               (double)m.bytes / 1e6, m.edge, m.chart_edge);
    }
    printf("odds: one hand with warm tables takes at most %.0f ns (must: below 1 ms)\n", 1e9 * slowest);
    return slowest >= 1e-3;
}
