/* table_messages.c - what those who watch a table are told. */
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "floor.h"

static json_t *racks_json(const house_state *state)
{
    json_t *racks = json_object();
    for (int i = 0; i < HOUSE_RACKS; i++) {
        if (rack_is_taken(state, i))
            json_object_set_new(racks, state->rack[i].player, json_integer(state->rack[i].chips_cents));
    }
    return racks;
}

/* A player alone at a practice table has all the time they want, as long as their box is held. */
static bool is_unhurried(const house_table *t)
{
    int rack = clock_sole_player(&t->state);
    return rack >= 0 && !(t->gone >> rack & 1);
}

void table_set_clock(lm_house *house, house_table *t)
{
    uint64_t mark = 0;
    int ms = 0;
    house_clock clock = clock_of(&t->state, t->rules, &mark, &ms);
    if (is_unhurried(t)) clock = CLOCK_NONE;
    if (clock == CLOCK_NONE) {
        t->clock = CLOCK_NONE;
        t->clock_mark = 0;
        return;
    }
    if ((int)clock == t->clock && mark == t->clock_mark) return;
    t->clock = (int)clock;
    t->clock_mark = mark;
    t->clock_ms = ms;
    t->deadline_ms = house->now_ms + ms;
    if (t->deadline_ms < house->due_ms) house->due_ms = t->deadline_ms;
}

json_t *table_clock(const lm_house *house, const house_table *t)
{
    return json_integer(t->clock == CLOCK_NONE ? 0 : t->deadline_ms - house->now_ms);
}

house_text *table_message(lm_house *house, house_table *t, const house_play *play, const char *actor)
{
    json_t *message = json_pack("{s:s, s:I, s:s, s:I, s:O, s:o, s:o, s:o}", "table", t->id, "seq",
                                (json_int_t)play->state.seq, "by", actor, "time_ms", (json_int_t)play->now_ms, "events",
                                play->events, "turn", view_turn(&play->state, play->rules), "clock_ms",
                                table_clock(house, t), "racks", racks_json(&play->state));
    if (play->state.meters.meters) json_object_set_new(message, "meters", view_meters(&play->state));
    return text_of_json(house, message);
}

house_text *table_snapshot(lm_house *house, house_table *t, const char *who)
{
    json_t *view = view_table(&t->state, t->rules, t->id);
    json_object_set_new(view, "clock_ms", table_clock(house, t));
    return text_of_json(house,
                        json_pack("{s:s, s:I, s:o, s:o}", "table", t->id, "seq", (json_int_t)t->state.seq, "snapshot",
                                  view, "own_cards", deal_own(&t->state, t->rules, &t->secret, who)));
}
