/* table_messages.c - messages to the watchers of a table. */
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "floor.h"

static void write_racks(const house_state *state, lm_out *out)
{
    lm_out_begin(out, '{');
    for (int i = 0; i < HOUSE_RACKS; i++) {
        if (!rack_is_taken(state, i)) continue;
        lm_out_key(out, state->rack[i].player);
        lm_out_int(out, state->rack[i].chips_cents);
    }
    lm_out_end(out, '}');
}

/* A player alone at a practice table has no time limit while their box is held. */
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
    t->deadline_ms = house->steady_ms + ms;
    if (t->deadline_ms < house->due_ms) house->due_ms = t->deadline_ms;
}

int64_t table_clock(const lm_house *house, const house_table *t)
{
    return t->clock == CLOCK_NONE ? 0 : t->deadline_ms - house->steady_ms;
}

house_text *table_message(lm_house *house, house_table *t, const house_play *play, const char *actor)
{
    lm_out *out = write_begin(house);
    lm_out_pack(out, "table:s seq:I by:s time_ms:I", t->id, play->state.seq, actor, play->now_ms);
    lm_out_key(out, "events");
    list_write(&play->events, out);
    lm_out_key(out, "turn");
    view_turn(&play->state, play->rules, out);
    lm_out_pack(out, "clock_ms:I", table_clock(house, t));
    lm_out_key(out, "racks");
    write_racks(&play->state, out);
    if (play->state.meters.meters) {
        lm_out_key(out, "meters");
        view_meters(&play->state, out);
    }
    lm_out_end(out, '}');
    return text_of_written(house);
}

house_text *table_snapshot(lm_house *house, house_table *t, const char *who)
{
    lm_out *out = write_begin(house);
    house_own own[LM_DOWNS];
    int n = deal_own(&t->state, t->rules, &t->secret, who, own);
    lm_out_pack(out, "table:s seq:I snapshot:{", t->id, t->state.seq);
    view_table(&t->state, t->rules, t->id, out);
    lm_out_pack(out, "clock_ms:I } own_cards:[", table_clock(house, t));
    for (int i = 0; i < n; i++)
        own_write(&own[i], out);
    lm_out_pack(out, "] }");
    return text_of_written(house);
}
