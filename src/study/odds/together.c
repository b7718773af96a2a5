/* together.c - the main wager and a wager on lammers, played together. */
#include "study.h"

/* The wager that counts lammers: the one that was named, or the first that the rules offer. */
static const asked_wager *find_counter(const asked *list, const lm_study *s, const lm_ask *ask)
{
    for (int i = 0; i < list->n; i++) {
        const lm_wager *wager = list->item[i].offer.wager;
        if (!list->item[i].insurance && wager->collects_lammers) return &list->item[i];
    }
    if (ask->wager) {
        say(&s->ear,
            "only a wager on lammers is played together with the main wager, and %s is not one; name pot-of-gold",
            ask->wager);
    } else {
        say(&s->ear, /* say:no-lammer-wager */ "%s offers no wager on lammers; name pot-of-gold and its pay table 01",
            ask->rules);
    }
    return NULL;
}

/* What the wager pays per unit of its stake with k lammers; with none it loses. */
static void pays_of(const lm_offer *offer, double pays[8])
{
    pays[0] = -1;
    for (int k = 1; k < 8; k++)
        pays[k] = (double)offer->pays[k].a / offer->pays[k].b - (offer->pays[k].form == LM_FOR);
}

bool together_find(together *t, lm_study *s, const lm_ask *ask)
{
    double pays[8];
    asked list = { 0 };
    const asked_wager *wager = asked_find(&list, s, ask) ? find_counter(&list, s, ask) : NULL;
    lm_game *game = wager ? lm_study_game(s) : NULL;
    if (game) {
        *t = (together){ .study = s, .offer = wager->offer, .ratio = ask->together };
        pays_of(&t->offer, pays);
        lm_game_together(game, pays, t->ratio, &t->result);
        t->alone = lm_game_mean(game);
    }
    asked_free(&list);
    return game != NULL;
}
