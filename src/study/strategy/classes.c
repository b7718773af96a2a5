/* classes.c - what a class of play after a split plays otherwise than the optimum plays unsplit hands. */
#include <stdlib.h>

#include "strategy.h"

enum { CLASS_PLAYS = 1 << 15 };

bool find_class_plays(class_plays *list, lm_study *s, const lm_ask *ask, unsigned stakes)
{
    *list = (class_plays){ .name = ask->post_split };
    if (!list->name) return true;
    lm_post_split class = class_asked(ask);
    class_edges edges;
    list->item = malloc(CLASS_PLAYS * sizeof *list->item);
    if (!list->item) return say(&s->ear, "no memory for the play of a class");
    if (!class_edges_find(&edges, s, ask)) return false;
    list->house_edge = edges.edge[class];
    int all = lm_game_plays_after(s->game, class, list->item, CLASS_PLAYS);
    for (int i = 0; i < all; i++) {
        if (stakes >> list->item[i].held.staked & 1) list->item[list->n++] = list->item[i];
    }
    return true;
}

class_words class_told(const lm_play_after *e, const lm_study *s)
{
    const char *value = e->after.value ? value_word(e->after.value) : "";
    class_words words = { .dealer = seen_words(lm_game_column(s->game, e->column)),
                          .kind = staked_word[e->held.staked],
                          .unsplit = lm_words_of_play((lm_play)e->unsplit),
                          .best = lm_words_of_play((lm_play)e->play) };
    if (e->after.value) words.split = words_of("%s,%s", value, value);
    if (e->after.value) words.hands = e->after.hands ? words_of("%d", e->after.hands) : words_of("any");
    char *hand = words.hand.text;
    for (int i = e->held.n - 1; i >= 0; i--)
        lm_words_add(hand, sizeof words.hand.text, "%s%s", *hand ? "," : "", value_word(e->held.value[i]));
    return words;
}
