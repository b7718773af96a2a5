/* sim_exact.c - the analyser's part in a simulation: the best chart, and what a chart is worth exactly.
 *
 * sim itself knows nothing of odds; this file hands it the chart and keeps the value to compare with. */
#include <stdlib.h>

#include "lammer/odds.h"
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

/* Compared only where the simulation plays the same game: a cut card and a counter's play change the edge. */
static bool is_comparable(const sim_question *q)
{
    return q->job.dealing == LM_DEALING_FRESH && !q->job.count;
}

static void keep_value(sim_question *q, lm_game *game)
{
    q->has_exact = is_comparable(q);
    if (q->has_exact) q->exact_edge = -lm_game_chart_mean(game, &q->chart);
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
    if (game) keep_value(q, game);
    free(memory);
}
