/* tell_meters.c - what the meters of a table do, kept until the story comes to it. */
#include <stdlib.h>

#include "cli.h"
#include "tell.h"

void news_keep(news_list *list, int *n, int at, lm_meter_news news)
{
    if (*n == list->room) {
        list->room = list->room ? 2 * list->room : 16;
        list->news = realloc(list->news, (size_t)list->room * sizeof *list->news);
        if (!list->news) exit(cli_error("no memory for what the meters do"));
    }
    list->news[(*n)++] = (tell_news){ at, news };
}

lm_meter_entry news_award(const lm_meters *meters, const lm_rules *rules, const lm_side_bet *bet)
{
    int game = lm_meters_game(meters, bet->slot);
    lm_odds pays = rules->offer[bet->slot - LM_SIDE].pays[bet->outcome];
    int m = lm_meters_index(meters, game, pays);
    return (lm_meter_entry){ .kind = LM_ENTRY_AWARD,
                             .meter = m >= 0 ? meters->meter[m].kind : 0,
                             .place = bet->box_bettor,
                             .percent = (uint8_t)pays.a,
                             .amount_cents = lm_meters_prize(meters, game, bet->box_bettor) };
}
