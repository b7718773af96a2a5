/* exact.c - the analyser's part in a simulation: the best chart, and the exact values of chart and wagers.
 *
 * The room `sim` does not compute odds: this file gives it the chart, and keeps the exact values for comparison. */
#include <stdlib.h>
#include <string.h>

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

static lm_play choose_of_class(const void *table, const uint8_t dealer[2], const lm_held *held, const lm_after *after,
                               unsigned allowed)
{
    return lm_plays_choice(table, (lm_seen){ dealer[0], dealer[1] }, held, after, allowed);
}

static bool fill_class(sim_question *q, lm_game *game)
{
    q->plays = (lm_sim_plays){ choose_of_class, NULL, lm_plays_size(game) };
    q->played = malloc(q->plays.size);
    if (!q->played) return say(q->ear, "no memory for the play of the class (%zu MB)", q->plays.size >> 20);
    q->plays.table = lm_plays_fill(game, q->class, q->played);
    q->job.plays = &q->plays;
    q->has_exact = is_comparable(q) && plays_chart(q);
    if (q->has_exact) q->exact_edge = -lm_game_class_mean(game, q->class);
    return true;
}

bool sim_class(sim_question *q)
{
    for (int i = 0; i < LM_POST_SPLITS; i++) {
        if (strcmp(q->args->post_split, lm_post_split_name((lm_post_split)i)) == 0) q->class = (lm_post_split)i;
    }
    if (q->args->chart || q->args->count)
        return say(q->ear, /* say:sim-class-or-chart */ "a class of play after a split says how hands are played; "
                                                        "leave out the chart and the counting system");
    if (q->class == LM_POST_SPLIT_TD) return true;
    lm_study *s = lm_study_open(&q->profile.rules, NULL, NULL);
    lm_game *game = s ? lm_study_game(s) : NULL;
    bool fine = game && fill_class(q, game);
    lm_study_close(s);
    return fine;
}

void sim_exact_value(sim_question *q)
{
    lm_study *s = lm_study_open(&q->profile.rules, NULL, NULL);
    if (s) keep_value(q, s, lm_study_game(s));
    lm_study_close(s);
}
