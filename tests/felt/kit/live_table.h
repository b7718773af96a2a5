/* live_table.h - a live table at a desk (play_kit.h): its dealer, its cards, and what people say as text. */
#ifndef LAMMER_TEST_LIVE_TABLE_H
#define LAMMER_TEST_LIVE_TABLE_H

#include "play_kit.h"
#include "quoted.h"

/* A live table with its dealer and a loaded shoe. */
static inline desk *live_table(const char *rules, const char *settings)
{
    desk *d = desk_open(rules, settings, "live", 5);
    desk_must(d, &DAN, quoted("{'do':'dealer'}"));
    desk_must(d, &DAN, quoted("{'do':'load','prepared':true}"));
    return d;
}

static inline void open_betting(desk *d)
{
    while (d->state.table.stage != LM_IN_ROUND) {
        bool burn = lm_table_turn(&d->state.table, d->rules).verb == LM_BURN;
        desk_must(d, &DAN, quoted(burn ? "{'do':'burn'}" : "{'do':'open'}"));
    }
}

/* Cards in the order in which they leave the shoe; "--" lies face down, "=9h" is turned at the dealer's
 * place, "." is ann, who stands at box 1. */
static inline void cards(desk *d, const char *text)
{
    house_caller ann = player("ann");
    char copy[200];
    snprintf(copy, sizeof copy, "%s", text);
    for (char *card = strtok(copy, " "); card; card = strtok(NULL, " ")) {
        if (card[0] == '.')
            desk_must(d, &ann, quoted("{'do':'stand','seat':'1'}"));
        else if (strcmp(card, "--") == 0)
            desk_must(d, &DAN, quoted("{'do':'down'}"));
        else
            desk_must(d, &DAN,
                      json_pack("{s:s, s:s}", "do", card[0] == '=' ? "turn" : "card", "card", card + (card[0] == '=')));
    }
}

static inline lm_cents chips(const desk *d, const char *name)
{
    int rack = rack_of(&d->state, name);
    return rack < 0 ? -1 : d->state.rack[rack].chips_cents;
}

static inline bool was_told(const desk *d, const char *event)
{
    size_t i;
    json_t *e;
    json_array_foreach(told_events(d->play), i, e)
    {
        if (strcmp(act_text(e, "event"), event) == 0) return true;
    }
    return false;
}

#endif
