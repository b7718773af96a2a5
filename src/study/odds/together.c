/* together.c - the main wager and a wager on lammers, played together (`lammer odds --together R`). */
#include <jansson.h>
#include <string.h>

#include "study.h"
#include "rules/rules.h"

/* The wager that counts lammers: the one that was named, or the first that the rules offer. */
static const asked_wager *find_counter(const asked *list, const odds_ask *ask)
{
    for (int i = 0; i < list->n; i++) {
        const lm_wager *wager = list->item[i].offer.wager;
        if (!list->item[i].insurance && wager->collects_lammers) return &list->item[i];
    }
    if (ask->wager) {
        say_error(
            "--together is for a wager on lammers, which %s is not; leave out --wager or name pot-of-gold",
            ask->wager);
    } else {
        say_error("%s offers no wager on lammers; add --wager pot-of-gold --paytable 01", ask->rules);
    }
    return NULL;
}

/* What it brings per unit of its stake with k lammers; outcome 0 is the lost wager. */
static void pays_of(const lm_offer *offer, double pays[8])
{
    pays[0] = -1;
    for (int k = 1; k < 8; k++)
        pays[k] = (double)offer->pays[k].a / offer->pays[k].b - (offer->pays[k].form == LM_FOR);
}

static void hand_of(const lm_change *change, char text[8])
{
    snprintf(text, 8, "%s,%s", value_word(change->value[0]), value_word(change->value[1]));
}

static void column_of(lm_game *game, const lm_change *change, char text[8])
{
    lm_seen seen = lm_game_column(game, change->column);
    snprintf(text, 8, "%s%s%s", value_word(seen.up), seen.second ? "," : "",
             seen.second ? value_word(seen.second) : "");
}

/* Up cards of a run of changes that say the same about the same hand. */
static int same_run(const lm_together *t, int from, lm_game *game, char *text, size_t size)
{
    const lm_change *a = &t->change[from];
    int n = 0;
    text[0] = '\0';
    for (int i = 0; i < t->changes; i++) {
        const lm_change *b = &t->change[i];
        bool same = memcmp(a->value, b->value, 2) == 0 && a->staked == b->staked && a->play == b->play &&
                    a->instead_of == b->instead_of;
        char up[8];
        if (!same) continue;
        if (i < from) return 0; /* told already */
        column_of(game, b, up);
        snprintf(text + strlen(text), size - strlen(text), "%s%s", n++ ? " " : "", up);
    }
    return n;
}

static void print_text(study *s, const asked_wager *wager, double ratio, const lm_together *t)
{
    char ups[256];
    double alone = lm_game_mean(s->game);
    printf("%s: the main wager and %s, pay table %s, with %g staked on it per unit of the main wager\n\n",
           s->rules->name, wager->offer.wager->title, wager->offer.wager->paytables[wager->offer.paytable].id,
           ratio);
    printf("  house edge of the main wager     %12.8f %%   (%.8f %% when it is played by itself)\n",
           -100 * t->mean, -100 * alone);
    printf("  house edge of %-18s %12.8f %%\n", wager->offer.wager->title, -100 * t->other_mean);
    printf("  loss on both, per unit of the main wager  %.8f %%\n\n",
           -100 * (t->mean + ratio * t->other_mean));
    if (!t->changes) printf("  Nothing is played otherwise than for the main wager alone.\n");
    for (int i = 0; i < t->changes; i++) {
        char hand[8];
        if (!same_run(t, i, s->game, ups, sizeof ups)) continue;
        hand_of(&t->change[i], hand);
        printf("  %s, staked by %s: %s instead of %s against %s\n", hand,
               t->change[i].staked == LM_STAKED_LAMMER ? "a lammer" : "chips",
               lm_words_of_play((lm_play)t->change[i].play),
               lm_words_of_play((lm_play)t->change[i].instead_of), ups);
    }
}

static int print_as_json(study *s, const asked_wager *wager, double ratio, const lm_together *t)
{
    json_t *changes = json_array(), *lammers = json_array();
    for (int i = 0; i < t->changes; i++) {
        char hand[8], up[8];
        hand_of(&t->change[i], hand);
        column_of(s->game, &t->change[i], up);
        json_array_append_new(changes,
                              json_pack("{s:s, s:s, s:s, s:s, s:s}", "hand", hand, "up", up, "kind",
                                        t->change[i].staked == LM_STAKED_LAMMER ? "free" : "real", "action",
                                        lm_words_of_play((lm_play)t->change[i].play), "instead_of",
                                        lm_words_of_play((lm_play)t->change[i].instead_of)));
    }
    for (int k = 0; k < 8; k++)
        json_array_append_new(lammers, json_real(t->lammers[k]));
    return print_json(
        json_pack("{s:s, s:i, s:{s:s, s:s, s:f, s:f, s:f, s:f, s:f, s:o, s:o}}", "rules", s->rules->name,
                  "decks", (int)s->rules->decks, "together", "wager", wager->offer.wager->id, "paytable",
                  wager->offer.wager->paytables[wager->offer.paytable].id, "ratio", ratio, "main_house_edge",
                  -t->mean, "wager_house_edge", -t->other_mean, "loss", -(t->mean + ratio * t->other_mean),
                  "main_alone_house_edge", -lm_game_mean(s->game), "lammers", lammers, "changes", changes));
}

static void print_csv(study *s, const lm_together *t)
{
    printf("hand,kind,up,action,instead_of\n");
    for (int i = 0; i < t->changes; i++) {
        char hand[8], up[8];
        hand_of(&t->change[i], hand);
        column_of(s->game, &t->change[i], up);
        printf("\"%s\",%s,%s,%s,%s\n", hand, t->change[i].staked == LM_STAKED_LAMMER ? "free" : "real", up,
               lm_words_of_play((lm_play)t->change[i].play),
               lm_words_of_play((lm_play)t->change[i].instead_of));
    }
}

int odds_price_together(study *s, const odds_ask *ask)
{
    static lm_together together;
    double pays[8];
    asked list = { 0 };
    const asked_wager *wager = asked_find(&list, s, ask) ? find_counter(&list, ask) : NULL;
    int result = ANSWER_BAD;
    if (wager && study_game(s)) {
        pays_of(&wager->offer, pays);
        lm_game_together(s->game, pays, ask->together, &together);
        result = ANSWER_YES;
        if (ask->format == ASK_JSON)
            result = print_as_json(s, wager, ask->together, &together);
        else if (ask->format == ASK_CSV)
            print_csv(s, &together);
        else
            print_text(s, wager, ask->together, &together);
    }
    asked_free(&list);
    return result;
}
