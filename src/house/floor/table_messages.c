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

bool table_is_watched_by(const house_table *t, const char *who)
{
    for (int i = 0; i < t->watchers; i++) {
        if (strcmp(t->watcher[i].person, who) == 0) return true;
    }
    return false;
}

/* Notes which players watch (present) and which have stopped watching (absent). A player who never watched, such as a
 * program that only sends requests, is not absent. */
static void note_presence(house_table *t)
{
    uint32_t known = t->present | t->absent;
    t->present = t->absent = 0;
    for (int rack = 0; rack < HOUSE_RACKS; rack++) {
        if (!rack_is_taken(&t->state, rack)) continue;
        if (table_is_watched_by(t, t->state.rack[rack].player))
            t->present |= 1u << rack;
        else
            t->absent |= known & 1u << rack;
    }
}

/* Whether a present player waits, and only for absent players. */
static bool waits_for_absent(const house_table *t)
{
    uint32_t waits = t->absent ? clock_waits_for(&t->state, t->rules) : 0;
    return waits && t->present && !(waits & ~t->absent);
}

void table_due(lm_house *house, house_table *table, int64_t at_ms)
{
    if (at_ms < table->tick_ms) table->tick_ms = at_ms;
    if (at_ms < house->due_ms) house->due_ms = at_ms;
}

/* Ends the wait for absent players early: all such waits of a round last HOUSE_ABSENT_MS together. A player who comes
 * back gets the announced time. */
static void shorten_wait(lm_house *house, house_table *t)
{
    int64_t now = house->steady_ms;
    if (t->alone_round != t->state.round) t->alone_spent_ms = 0;
    t->alone_round = t->state.round;
    if (!waits_for_absent(t)) {
        t->alone_ms = 0;
    } else if (!t->alone_ms || t->alone_ms > now) {
        t->alone_ms = now;
    }
    int64_t soon = t->alone_ms + HOUSE_ABSENT_MS - t->alone_spent_ms, was = t->deadline_ms;
    t->deadline_ms = t->alone_ms && soon < t->announced_ms ? soon : t->announced_ms;
    /* a deadline that has passed and stays, because no round begins, does not keep the house awake */
    if (t->deadline_ms != was) table_due(house, t, t->deadline_ms);
}

/* Adds the time that absent players took to that of the round. */
static void end_wait(const lm_house *house, house_table *t)
{
    if (t->alone_ms) t->alone_spent_ms += house->steady_ms - t->alone_ms;
    if (t->alone_spent_ms > HOUSE_ABSENT_MS) t->alone_spent_ms = HOUSE_ABSENT_MS;
    t->alone_ms = 0;
}

void table_set_clock(lm_house *house, house_table *t)
{
    uint64_t mark = 0;
    int ms = 0;
    note_presence(t);
    house_clock clock = clock_of(&t->state, t->rules, &mark, &ms);
    if (is_unhurried(t) && clock != CLOCK_REVEAL) clock = CLOCK_NONE; /* a browser reveals values without its player */
    bool same = (int)clock == t->clock && mark == t->clock_mark;
    if (!same) end_wait(house, t);
    t->clock = (int)clock;
    t->clock_mark = clock == CLOCK_NONE ? 0 : mark;
    if (clock == CLOCK_NONE) return;
    if (!same) t->clock_ms = ms;
    if (!same || t->announced_ms > house->steady_ms + ms) t->announced_ms = house->steady_ms + ms;
    shorten_wait(house, t);
}

/* The clock that players see. Browsers reveal values by themselves, so their clock is not shown. */
int64_t table_clock(const lm_house *house, const house_table *t)
{
    return t->clock == CLOCK_NONE || t->clock == CLOCK_REVEAL ? 0 : t->deadline_ms - house->steady_ms;
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
