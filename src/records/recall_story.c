/* recall_story.c - describes the last record of a recall: what clients were sent, who did it, balances and meters
 * before and after. */
#include <string.h>

#include "recall.h"

static json_t *before_and_after(lm_cents before, lm_cents after)
{
    return json_pack("{s:I, s:I}", "before", (json_int_t)before, "after", (json_int_t)after);
}

/* Adds the balances of the table's own accounts that the record moved. Other streams move other accounts (wallets, the
 * cage), too, so only the change of these is known. */
static void add_balances(const lm_recall *recall, json_t *story)
{
    const char *account;
    json_t *was, *balances = json_object(), *changes = json_object();
    json_object_foreach(recall->before, account, was)
    {
        lm_cents before = json_integer_value(was);
        lm_cents after = json_integer_value(json_object_get(recall->books, account));
        if (recall_owns(recall, account)) {
            json_object_set_new(balances, account, before_and_after(before, after));
        } else {
            json_object_set_new(changes, account, json_integer(after - before));
        }
    }
    json_object_set_new(story, "balances", balances);
    json_object_set_new(story, "changes", changes);
}

static json_t *moves_json(const lm_recall *recall)
{
    json_t *moves = json_array();
    for (int i = 0; i < recall->play->moves; i++) {
        const house_move *move = &recall->play->move[i];
        char from[LM_STORE_NAME + 1], to[LM_STORE_NAME + 1];
        account_name(&recall->play->state, recall->id, move->from, from);
        account_name(&recall->play->state, recall->id, move->to, to);
        json_array_append_new(moves,
                              json_pack("{s:s, s:s, s:I, s:s}", "from", from, "to", to, "cents",
                                        (json_int_t)move->cents, "reason", reason_word((house_reason)move->reason)));
    }
    return moves;
}

/* The display of every meter. The amounts may include contributions of other tables of the link. */
static json_t *meters_json(const lm_recall *recall)
{
    const lm_meters *after = &recall->play->state.meters;
    json_t *meters = json_object();
    for (int i = 0; i < after->meters; i++) {
        const char *name = links_name(&after->meter[i]);
        lm_cents before = i < recall->meters_before.meters ? recall->meters_before.meter[i].shown_cents : 0;
        json_object_set_new(meters, name, before_and_after(before, after->meter[i].shown_cents));
    }
    return meters;
}

static bool is_of_engine(const char *word)
{
    for (int kind = 0; kind < LM_EV_COUNT; kind++) {
        if (strcmp(lm_event_name((lm_event_kind)kind), word) == 0) return true;
    }
    return false;
}

/* The next act of the house with the word of an event, together with the fields that the event adds: the act also tells
 * who did and approved it. A new reference, or NULL. */
static json_t *act_of_event(const json_t *acts, size_t *at, const json_t *event, const char *word)
{
    for (size_t i = *at; i < json_array_size(acts); i++) {
        json_t *act = json_array_get(acts, i);
        const lm_act_row *row = lm_act_recorded(act);
        if (!row || row->is_verb || strcmp(row->word, word) != 0) continue;
        *at = i + 1;
        json_t *both = json_copy(act);
        json_object_update_missing(both, (json_t *)(uintptr_t)event);
        return both;
    }
    return NULL;
}

/* A sentence for each event of the house. Events of the engine are told by the story of the round. */
static json_t *told_json(const lm_recall *recall, const json_t *acts, const json_t *events)
{
    json_t *told = json_array();
    const char *actor = json_string_value(json_object_get(recall->record, "by"));
    size_t at = 0;
    for (size_t i = 0; i < json_array_size(events); i++) {
        const json_t *event = json_array_get(events, i);
        const char *word = json_string_value(json_object_get(event, "event"));
        json_t *act = act_of_event(acts, &at, event, word);
        lm_out text = { 0 };
        if (act || !is_of_engine(word))
            lm_tell(&text, word, &(lm_telling){ act ? act : event, actor, recall->source.wagers });
        if (text.failed) memory_end();
        json_array_append_new(told, json_string(text.at ? text.at : ""));
        lm_out_free(&text);
        json_decref(act);
    }
    return told;
}

static json_t *racks_json(const house_state *state)
{
    json_t *racks = json_object();
    for (int i = 0; i < HOUSE_RACKS; i++) {
        if (rack_of(state, state->rack[i].player) == i)
            json_object_set_new(racks, state->rack[i].player, json_integer(state->rack[i].chips_cents));
    }
    return racks;
}

/* The display of every meter as the round was opened. */
static json_t *meters_at_opening(const house_state *state)
{
    json_t *meters = json_object();
    for (int i = 0; i < state->meters_before.meters; i++) {
        const lm_meter *meter = &state->meters_before.meter[i];
        json_object_set_new(meters, links_name(meter), json_integer(meter->shown_cents));
    }
    return meters;
}

/* If a record ends a round and opens the next, adds how many of its acts, events and movements belong to the first. */
static void add_opening(const lm_recall *recall, json_t *story)
{
    if (!recall->opens.round) return;
    json_object_set_new(story, "opens",
                        json_pack("{s:I, s:I, s:I, s:o}", "acts", (json_int_t)recall->opens.acts, "events",
                                  (json_int_t)recall->opens.events, "moves", (json_int_t)recall->opens.moves, "meters",
                                  meters_at_opening(&recall->play->state)));
}

json_t *lm_recall_story(const lm_recall *recall)
{
    const house_state *state = &recall->play->state;
    if (!recall->record || recall->is_broken) return NULL;
    json_t *story = json_pack("{s:b, s:s, s:I}", "replay", 1, "table", recall->id, "round", (json_int_t)state->round);
    json_object_update(story, recall->record);
    lm_out turn = { 0 };
    view_turn(state, recall->play->rules, &turn);
    json_t *acts = list_read(&recall->play->acts), *events = list_read(&recall->play->events);
    json_object_set_new(story, "told", told_json(recall, acts, events));
    json_object_set_new(story, "acts", acts);
    json_object_set_new(story, "events", events);
    json_object_set_new(story, "turn", out_read(&turn));
    json_object_set_new(story, "moves", moves_json(recall));
    add_balances(recall, story);
    json_object_set_new(story, "racks", racks_json(state));
    if (state->meters.meters) json_object_set_new(story, "meters", meters_json(recall));
    add_opening(recall, story);
    return story;
}

json_t *lm_recall_view(const lm_recall *recall)
{
    if (!recall->rules) return NULL;
    lm_out view = { 0 };
    lm_out_begin(&view, '{');
    view_table(&recall->play->state, recall->play->rules, recall->id, &view);
    lm_out_pack(&view, "replay:b }", true);
    return out_read(&view);
}
