/* odds.c - how long exact answers take on one core. */
#include <stdio.h>
#include <stdlib.h>

#include "lammer/program/bench.h"
#include "lammer/price.h"

void bench_game_rules(lm_rules *rules, const bench_game *game)
{
    lm_rules_preset(rules);
    rules->rule_set = game->is_free ? LM_WFB : LM_MBJ;
    rules->decks = game->decks;
    rules->dealer_soft17 = LM_SOFT17_HIT;
    rules->hole_card = game->no_reader ? LM_HOLE_NONE : LM_HOLE_READER;
    if (game->is_free) {
        rules->dealer_22 = LM_22_PUSH;
    } else {
        rules->free_double = LM_FREE_DOUBLE_NONE;
        rules->free_split = 0;
        rules->resplit_aces = false;
    }
    lm_rules_seal(rules);
}

static double least(double so_far, double took)
{
    return so_far == 0 || took < so_far ? took : so_far;
}

/* The time of one question, after all columns are solved. */
static double query(lm_game *game)
{
    enum { QUERIES = 200000 };
    lm_prices prices;
    double sum = 0, begin = bench_cpu_seconds();
    for (int i = 0; i < QUERIES; i++) {
        lm_held held = { .n = (uint8_t)(2 + i % 3), .value = { (uint8_t)(1 + i % 5), (uint8_t)(2 + i % 7), 3, 2 } };
        lm_game_price(game, i % lm_game_columns(game), &held, &prices);
        sum += prices.value[LM_PLAY_STAND];
    }
    double took = (bench_cpu_seconds() - begin) / QUERIES;
    return sum < 0 ? took : -1; /* the sum is always below 0; using it keeps the compiler from removing the work */
}

static void run_game(const lm_rules *rules, void *memory, bench_game_times *times)
{
    lm_figures figures;
    lm_chart chart;
    lm_census census;
    lm_census_fresh(&census, (int)rules->decks);
    double begin = bench_cpu_seconds();
    lm_game *game = lm_game_open(memory, times->bytes, rules, &census);
    lm_game_solve(game);
    double solved = bench_cpu_seconds();
    lm_game_figures(game, &figures);
    double figured = bench_cpu_seconds();
    lm_game_chart(game, &chart);
    double charted = bench_cpu_seconds();
    times->edge = -100 * figures.mean;
    times->sd = figures.sd;
    times->chart_edge = -100 * lm_game_chart_mean(game, &chart);
    times->solve = least(times->solve, solved - begin);
    times->figures = least(times->figures, figured - solved);
    times->chart = least(times->chart, charted - figured);
    times->query = least(times->query, query(game));
}

bool bench_game_measure(const bench_game *game, int runs, bench_game_times *times)
{
    lm_rules rules;
    bench_game_rules(&rules, game);
    *times = (bench_game_times){ .bytes = lm_game_size(&rules) };
    void *memory = malloc(times->bytes);
    for (int run = 0; memory && run < runs; run++)
        run_game(&rules, memory, times);
    free(memory);
    return memory != NULL;
}

/* Wagers that depend on the main hand are priced with invented facts, which take as long as real ones. */
static const lm_play_facts facts = {
    .strategy = "bench",
    .lammers = { 0.7, 0.2, 0.04, 0.01, 0.002 },
    .advance = 0.43,
    .fall = 0.48,
    .draws_to_sevens = 0x7fe,
};

static int document_of(const lm_wager *wager, const lm_paytable *table)
{
    unsigned sets = table->rule_sets ? table->rule_sets : wager->rule_sets;
    int set = 0;
    while (!(sets >> set & 1))
        set++;
    return set;
}

static void price_one(bench_prices *sum, const lm_rules *rules, const lm_offer *offer, void *memory)
{
    static lm_price price;
    lm_price_ask ask = { .rules = rules, .offer = offer, .facts = &facts, .players = 5 };
    double begin = bench_cpu_seconds();
    if (lm_price_wager(&price, &ask, memory, LM_PRICE_ROOM) != LM_PRICE_OK) sum->failures++;
    double took = bench_cpu_seconds() - begin;
    sum->prices++;
    sum->total += took;
    if (took <= sum->slowest) return;
    sum->slowest = took;
    snprintf(sum->slowest_name, sizeof sum->slowest_name, "%s:%s, %d decks", offer->wager->id,
             offer->wager->paytables[offer->paytable].id, (int)rules->decks);
}

/* Push 22 is priced with a dealer who hits soft 17 and with one who stands. */
static void price_table(bench_prices *sum, const lm_wager *wager, int table, void *memory)
{
    static lm_rules rules;
    lm_offer offer;
    lm_price_offer(&offer, wager, table);
    unsigned decks = wager->paytables[table].decks ? wager->paytables[table].decks : wager->decks;
    for (int n = 1; n <= 8; n++) {
        if (!(decks >> n & 1)) continue;
        lm_rules_preset(&rules);
        rules.rule_set = document_of(wager, &wager->paytables[table]);
        rules.decks = n;
        price_one(sum, &rules, &offer, memory);
        rules.dealer_soft17 = LM_SOFT17_HIT;
        if (wager->needs == LM_NEEDS_DRAW) price_one(sum, &rules, &offer, memory);
    }
}

bool bench_price_wager(const lm_wager *wager, bench_prices *sum)
{
    void *memory = malloc(LM_PRICE_ROOM);
    for (int t = 0; memory && wager->paytables[t].clause; t++)
        price_table(sum, wager, t, memory);
    free(memory);
    return memory != NULL;
}

static void add_games(bench_table *table, const bench_game_times *ordinary, const bench_game_times *free_bet)
{
    const char *odds = "exact odds";
    double slowest = ordinary->query > free_bet->query ? ordinary->query : free_bet->query;
    bench_add(table, (bench_row){ odds, "Free Bet, all hands and up cards", BENCH_SECONDS, free_bet->solve, 1, 0.2 });
    bench_add(table, (bench_row){ odds, "Free Bet, memory", BENCH_BYTES, (double)free_bet->bytes, 256e6 });
    bench_add(table, (bench_row){ odds, "Free Bet, figures of a round", BENCH_SECONDS, free_bet->figures });
    bench_add(table, (bench_row){ odds, "Free Bet, best chart", BENCH_SECONDS, free_bet->chart });
    bench_add(table, (bench_row){ odds, "blackjack, all hands and up cards", BENCH_SECONDS, ordinary->solve,
                                  .note = "with the chart 0.42 G instructions: bench/odds-instructions.sh" });
    bench_add(table, (bench_row){ odds, "blackjack, figures of a round", BENCH_SECONDS, ordinary->figures });
    bench_add(table, (bench_row){ odds, "blackjack, best chart", BENCH_SECONDS, ordinary->chart });
    bench_add(table, (bench_row){ odds, "one hand in mid-shoe", BENCH_SECONDS, slowest, 1e-3 });
}

bool bench_add_odds(bench_table *table)
{
    int runs = table->is_long ? 10 : 2;
    bench_game ordinary = { .decks = 6 }, free_bet = { .is_free = true, .decks = 6 };
    bench_game_times ordinary_times, free_times;
    bench_prices prices = { 0 };
    bench_tell(table, "exact odds of the main game");
    if (!bench_game_measure(&ordinary, runs, &ordinary_times) || !bench_game_measure(&free_bet, runs, &free_times))
        return false;
    add_games(table, &ordinary_times, &free_times);
    bench_tell(table, "prices of all wagers");
    for (int i = 0; lm_wagers[i]; i++) {
        if (!bench_price_wager(lm_wagers[i], &prices)) return false;
    }
    bench_add(table, (bench_row){ "exact odds", "all wagers, pay tables, decks", BENCH_SECONDS, prices.total, 2,
                                  .wrong = prices.failures != 0 });
    return true;
}
