/* sim_exact.c - the analyser's part in a simulation: the best chart, and what it and the wagers are worth exactly.
 *
 * sim itself knows nothing of odds; this file hands it the chart and keeps the values to compare with. */
#include <stdlib.h>
#include <string.h>

#include "lammer/odds.h"
#include "lammer/price.h"
#include "sim_cli.h"

/* The game of fresh shoes; NULL where the analyser cannot take it. */
static lm_game *open_game(const lm_rules *rules, void **memory)
{
    lm_census census;
    size_t size = lm_game_size(rules);
    *memory = size ? malloc(size) : NULL;
    if (!*memory) return NULL;
    lm_census_fresh(&census, (int)rules->decks);
    return lm_game_open(*memory, size, rules, &census);
}

/* Whether the chart takes a card, or splits, with these values against some up card; a bit for each. */
static uint16_t draws_with(const sim_question *q, lm_held held)
{
    unsigned allowed = (1u << LM_PLAYS) - 1;
    uint16_t ups = 0;
    if (!q->profile.rules.surrender) allowed &= ~(1u << LM_PLAY_SURRENDER);
    if (q->chart.open) return 0;
    for (int up = 1; up <= 10; up++) {
        lm_play play = lm_chart_choice(&q->chart, lm_chart_column(&q->chart, up, 0), &held, allowed);
        if (play != LM_PLAY_STAND && play != LM_PLAY_SURRENDER) ups |= (uint16_t)(1 << up);
    }
    return ups;
}

/* What wagers want to know of the main hand's play, which here is the chart's. */
static lm_play_facts facts_of(const sim_question *q, lm_game *game)
{
    lm_figures figures;
    lm_held sevens = { .n = 2, .value = { 7, 7 } }, tens = { .n = 2, .value = { 10, 10 } };
    lm_held long_20 = { .n = 3, .value = { 10, 6, 4 } };
    lm_game_chart_figures(game, &q->chart, &figures);
    lm_play_facts facts = { .strategy = "chart",
                            .advance = figures.advance,
                            .fall = figures.fall,
                            .draws_to_sevens = draws_with(q, sevens),
                            .draws_to_hard_20 = draws_with(q, tens) || draws_with(q, long_20) };
    memcpy(facts.lammers, figures.lammers, sizeof facts.lammers);
    return facts;
}

/* Meters are left out: an edge in the long run is not that of sessions which begin with a fresh meter. */
static void keep_prices(sim_question *q, lm_game *game)
{
    lm_price *price = malloc(sizeof *price);
    void *memory = malloc(LM_PRICE_ROOM);
    lm_play_facts facts = { 0 };
    for (int i = 0; price && memory && i < q->profile.rules.offers; i++) {
        if (!q->job.stake_cents[i]) continue;
        lm_price_ask ask = { .rules = &q->profile.rules,
                             .offer = &q->profile.rules.offer[i],
                             .stake_cents = q->job.stake_cents[i],
                             .players = q->job.seats };
        lm_price_status status = lm_price_wager(price, &ask, memory, LM_PRICE_ROOM);
        if (status == LM_PRICE_PLAY && game) {
            if (!facts.strategy) facts = facts_of(q, game);
            ask.facts = &facts;
            status = lm_price_wager(price, &ask, memory, LM_PRICE_ROOM);
        }
        q->has_price[i] = status == LM_PRICE_OK && !price->meters && price->sd_known;
        q->price[i] = price->house_edge;
    }
    free(memory);
    free(price);
}

/* Compared only where the simulation plays the same game: a cut card and a counter's play change the edge. */
static bool is_comparable(const sim_question *q)
{
    return q->job.dealing == LM_DEALING_FRESH && !q->job.count;
}

/* Whoever lays a wager that waits for a third card draws for it, against the chart. */
static bool plays_chart(const sim_question *q)
{
    for (int i = 0; i < q->profile.rules.offers; i++) {
        if (q->job.stake_cents[i] && q->profile.rules.offer[i].wager->third_card) return false;
    }
    return true;
}

static void keep_value(sim_question *q, lm_game *game)
{
    if (!is_comparable(q)) return;
    q->has_exact = game && plays_chart(q);
    if (q->has_exact) q->exact_edge = -lm_game_chart_mean(game, &q->chart);
    keep_prices(q, game);
}

bool sim_best_chart(sim_question *q)
{
    void *memory;
    lm_game *game = open_game(&q->profile.rules, &memory);
    if (game) {
        lm_game_chart(game, &q->chart);
        keep_value(q, game);
    } else {
        cli_error("the analyser cannot take these rules: give the chart to play by with --chart FILE");
    }
    free(memory);
    return game != NULL;
}

void sim_exact_value(sim_question *q)
{
    void *memory;
    lm_game *game = open_game(&q->profile.rules, &memory);
    keep_value(q, game);
    free(memory);
}
