/* exact.c - the analyser's part in a simulation: the best chart, and the exact values of chart and wagers.
 *
 * The room `sim` does not compute odds: this file gives it the chart, and keeps the exact values for comparison. */
#include <stdlib.h>

#include "sim.h"

/* Wagers with meters are not compared: sessions begin with a fresh meter, so their edge is not the long-run edge. */
static void keep_prices(sim_question *q, lm_study *s)
{
    lm_price *price = malloc(sizeof *price);
    for (int i = 0; price && i < q->profile.rules.offers; i++) {
        if (!q->job.stake_cents[i]) continue;
        q->has_price[i] = lm_study_price_by_chart(s, &q->chart, &q->profile.rules.offer[i], q->job.stake_cents[i],
                                                  q->job.seats, price) &&
                          !price->meters && price->sd_known;
        q->price[i] = price->house_edge;
    }
    free(price);
}

/* A cut card or card counting changes the edge, so such simulations are not compared with the exact value. */
static bool is_comparable(const sim_question *q)
{
    return !q->plays_only && q->job.dealing == LM_DEALING_FRESH && !q->job.count;
}

/* A player whose wager waits for a third card draws it even where the chart stands. */
static bool plays_chart(const sim_question *q)
{
    for (int i = 0; i < q->profile.rules.offers; i++) {
        if (q->job.stake_cents[i] && q->profile.rules.offer[i].wager->third_card) return false;
    }
    return true;
}

static void keep_value(sim_question *q, lm_study *s, lm_game *game)
{
    if (!is_comparable(q)) return;
    q->has_exact = game && plays_chart(q);
    if (q->has_exact) q->exact_edge = -lm_game_chart_mean(game, &q->chart);
    keep_prices(q, s);
}

bool sim_best_chart(sim_question *q)
{
    lm_study *s = lm_study_open(&q->profile.rules, NULL, NULL);
    lm_game *game = s ? lm_study_game(s) : NULL;
    if (game) {
        lm_game_chart(game, &q->chart);
        keep_value(q, s, game);
    } else {
        say(q->ear, "the analyser cannot solve these rules; name the file of a chart to play by");
    }
    lm_study_close(s);
    return game != NULL;
}

void sim_exact_value(sim_question *q)
{
    lm_study *s = lm_study_open(&q->profile.rules, NULL, NULL);
    if (s) keep_value(q, s, lm_study_game(s));
    lm_study_close(s);
}
