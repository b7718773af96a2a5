/* beside.c - the main wager of a box together with another wager. */
#include <math.h>
#include <stdlib.h>

#include "study.h"

static void find_one(beside *y, int i, lm_study *s, void *room)
{
    const asked_wager *item = &y->wagers.item[i];
    lm_price_ask ask = {
        .rules = s->rules, .census = &s->census, .offer = &item->offer, .stake_cents = item->stake_cents
    };
    bool again = i && item->offer.wager == item[-1].offer.wager && item->stake_cents == item[-1].stake_cents;
    if (again && y->both[i - 1].status == LM_BOTH_OK) {
        y->both[i] = y->both[i - 1]; /* pay tables of one wager share its law */
        lm_both_pay(&y->both[i], &item->price, s->rules);
        return;
    }
    say_progress(&s->ear, "%s beside the main wager", item->offer.wager->id);
    lm_game_both(s->game, &ask, &item->price, room, lm_both_room(), &y->both[i]);
}

/* Insurance is decided with the hand in view; it is part of the distribution itself. */
static void leave_insurance(asked *list)
{
    int n = 0;
    for (int i = 0; i < list->n; i++) {
        if (!list->item[i].insurance) list->item[n++] = list->item[i];
    }
    list->n = n;
}

bool beside_find(beside *y, lm_study *s, const lm_ask *ask)
{
    y->ratio = ask->together > 0 ? ask->together : 1;
    if (!asked_find(&y->wagers, s, ask)) return false;
    leave_insurance(&y->wagers);
    if (!asked_price(&y->wagers, s, ask)) return false;
    size_t n = (size_t)y->wagers.n + 1;
    y->both = calloc(n, sizeof *y->both);
    void *room = aligned_alloc(64, (lm_both_room() + 63) / 64 * 64);
    for (int i = 0; y->both && room && i < y->wagers.n; i++)
        find_one(y, i, s, room);
    bool fine = y->both && room;
    free(room);
    return fine || say(&s->ear, "no memory for the wagers beside the main wager");
}

void beside_free(beside *y)
{
    asked_free(&y->wagers);
    free(y->both);
    y->both = NULL;
}

double beside_mean(const beside *y, const lm_both *both)
{
    return both->main_mean + y->ratio * both->mean;
}

double beside_sd(const beside *y, const lm_both *both)
{
    double other = y->ratio * both->sd;
    return sqrt(both->main_sd * both->main_sd + other * other + 2 * y->ratio * both->covariance);
}
