/* distribution.c - the whole distribution of a round, of many rounds, and ruin. */
#include <stdlib.h>

#include "study.h"

bool lm_study_distribution(lm_study *s, lm_distribution *d)
{
    const lm_figures *best = lm_study_best(s);
    if (!best) return false;
    lm_game_distribution(s->game, true, d);
    return true;
}

bool lm_study_two_boxes(lm_study *s, lm_two_boxes *two)
{
    lm_game *game = lm_study_best(s) ? s->game : NULL;
    size_t size = lm_two_boxes_room();
    void *room = game ? malloc(size) : NULL;
    bool found = room && lm_game_two_boxes(game, NULL, room, size, two);
    free(room);
    return found;
}

/* Counts whole orders where the shoe is small, and takes the probabilities from them. */
static bool count_ways(distribution_answer *y, lm_study *s)
{
    size_t size = lm_ways_room();
    void *room = malloc(size);
    lm_distribution *d = &y->of;
    bool counted = room && lm_game_ways(s->game, true, room, size, &y->ways) == LM_WAYS_OK;
    free(room);
    if (!counted) return false;
    lm_ways_reduce(&y->ways);
    double cube = 0, fourth = 0;
    d->win = d->push = d->lose = 0;
    for (int i = 0; i < LM_NETS; i++) {
        int net = i + LM_NET_LEAST;
        double apart = (net / 10.0 - d->mean) / d->sd;
        d->chance[i] = lm_wide_ratio(&y->ways.ways[i], &y->ways.all);
        *(net > 0 ? &d->win : net < 0 ? &d->lose : &d->push) += d->chance[i];
        cube += d->chance[i] * apart * apart * apart;
        fourth += d->chance[i] * apart * apart * apart * apart;
    }
    if (d->sd > 0) {
        d->skewness = cube;
        d->kurtosis = fourth - 3;
    }
    d->error = d->bound = 1e-15; /* of the division */
    return true;
}

static bool is_listed(const distribution_answer *y, int rounds)
{
    for (int i = 0; i < y->sessions; i++) {
        if (y->rounds[i] == rounds) return true;
    }
    return false;
}

static bool find_sessions(distribution_answer *y, const lm_ask *ask)
{
    static const int usual[SESSIONS - 1] = { 100, 1000, 10000 };
    for (int i = 0; i < SESSIONS; i++) {
        int rounds = i < SESSIONS - 1 ? usual[i] : ask->rounds;
        if (rounds == 0 || is_listed(y, rounds)) continue;
        y->rounds[y->sessions] = rounds;
        if (!lm_session_of(&y->of, rounds, &y->session[y->sessions++]))
            return say(&y->study->ear, "no memory to add up the nets of %d rounds", rounds);
    }
    return true;
}

bool distribution_find(distribution_answer *y, lm_study *s, const lm_ask *ask)
{
    *y = (distribution_answer){ .study = s, .bankroll = ask->bankroll, .goal = ask->goal, .end = ask->rounds };
    if (!lm_study_distribution(s, &y->of)) return false;
    y->counted = count_ways(y, s);
    if (!find_sessions(y, ask)) return false;
    y->boxes = ask->boxes;
    if (y->boxes && !lm_study_two_boxes(s, &y->two))
        return say(&s->ear, /* say:boxes-unknown */ "how two boxes depend on each other is not known with several "
                                                    "dealer hands or suited 6-7-8; leave the number of boxes out");
    if (ask->wager && !beside_find(&y->beside, s, ask)) return false;
    if (ask->bankroll <= 0) return true;
    if (lm_ruin_of(&y->of, ask->bankroll, ask->goal, ask->rounds, &y->ruin)) return true;
    return say(&s->ear, /* say:ruin-too-large */ "that ruin takes too much work; name a smaller bankroll or goal, or "
                                                 "fewer rounds");
}
