/* alarm.c - the alarm when the books are wrong: what it stops, who is told, and how it ends.
 *
 * A proof of the whole journal runs beside the house all the time. When it finds something wrong, no money may leave
 * because of it: the cage closes, no chips are sold, and accounts with wrong books are frozen with their tables. Rounds
 * at other tables continue with the chips that lie there, and players may take their chips back to their wallets.
 *
 * The alarm is a value of the store, so that it outlives this server and reaches the others. Two people end it, and
 * only when the books are right again, so that a forger cannot hide by undoing the change in time. */
#include <string.h>

#include "floor.h"
#include "people/people.h"

#define ALARM_KEY "alarm"

/* True if the name was new. */
static bool add_name(house_alarm *alarm, const char *name)
{
    if (!alarm->names) alarm->names = json_array();
    if (alarm_names(alarm->names, name) || json_array_size(alarm->names) >= ALARM_NAMES) return false;
    json_array_append_new(alarm->names, json_string(name));
    return true;
}

static void begin(lm_house *house, const char *what, int64_t since_ms)
{
    house_alarm *alarm = &house->alarm;
    alarm->raised = true;
    alarm->since_ms = since_ms;
    snprintf(alarm->what, sizeof alarm->what, "%s", what);
    house_log(house, "error", "alarm", "what:s", what);
}

static void lift(lm_house *house)
{
    house_alarm *alarm = &house->alarm;
    json_decref(alarm->names);
    *alarm = (house_alarm){ .proved = alarm->proved };
    house_log(house, "info", "alarm-ended", "");
}

void alarm_close(lm_house *house)
{
    json_decref(house->alarm.names);
    house->alarm.names = NULL;
}

bool lm_house_alarmed(const lm_house *house)
{
    return house->alarm.raised;
}

void lm_house_proved(lm_house *house)
{
    house->alarm.proved = true;
}

static const row_field alarm_fields[] = {
    ROW_HAS(BOOL, house_alarm, raised),
    ROW_HAS(TEXT, house_alarm, what),
    ROW_HAS(INT, house_alarm, since_ms),
    ROW_HAS(JSON, house_alarm, names),
    ROW_END,
};

static void alarm_kept(house_commit *commit)
{
    house_alarm *alarm = &commit->house->alarm;
    alarm->under_way = false;
    if (commit->outcome.why == LM_STORE_DONE) alarm->kept = true; /* otherwise the next tick tries again */
}

static void keep_alarm(lm_house *house, int64_t version)
{
    house_alarm *alarm = &house->alarm;
    house_commit *commit = zeroed_or_end(sizeof *commit);
    *commit = (house_commit){ .house = house, .batch = lm_batch_new(), .finish = alarm_kept };
    if (!commit->batch) memory_end();
    batch_record(commit->batch, "alarm-raised", "house",
                 json_pack("{s:s, s:s, s:O}", "server", house->server, "what", alarm->what, "names", alarm->names));
    row_put(commit->batch, alarm_fields, alarm, version, ALARM_KEY);
    alarm->under_way = true;
    house_submit(commit);
}

typedef struct {
    json_t *value;
    int64_t version;
} stored_alarm;

static bool read_alarm(void *context, const lm_value_row *row)
{
    stored_alarm *s = context;
    s->value = json_loadb(row->value, row->size, 0, NULL);
    s->version = row->version;
    return false;
}

/* Reads alarms raised by other servers, or by this one before its restart. */
static void adopt(lm_house *house, const json_t *value)
{
    house_alarm *alarm = &house->alarm;
    size_t i;
    json_t *name;
    if (!alarm->raised) begin(house, text_in(value, "what"), int_in(value, "since_ms", 0));
    json_array_foreach(json_object_get(value, "names"), i, name)
    {
        if (json_is_string(name)) add_name(alarm, json_string_value(name));
    }
    alarm->kept = json_array_size(alarm->names) ==
                  json_array_size(json_object_get(value, "names")); /* this server may know more names */
}

/* table/T is the stream of table T; felt/T, tray/T, drop/T and so on are its accounts. */
static bool is_of_table(const char *name, const char *id)
{
    static const char *const kinds[] = { "table/", "felt/", "tray/", "drop/", "tokes/", "rack/", "meter/" };
    size_t size = strlen(id);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        const char *rest = name + strlen(kinds[i]);
        if (strncmp(name, kinds[i], strlen(kinds[i])) == 0 && strncmp(rest, id, size) == 0 &&
            (!rest[size] || rest[size] == '/'))
            return true;
    }
    return false;
}

static bool act_freeze_books(house_play *play, int which)
{
    lm_act act = { .word = LM_ACT_FREEZE };
    lm_act_set_text(&act, LM_FIELD_REASON, "the books of this table are wrong");
    return play->state.frozen || play_act(play, &act);
}

/* Freezes each table once for each alarm, so a table that a supervisor thaws stays thawed. */
static void freeze_tables(lm_house *house)
{
    const house_alarm *alarm = &house->alarm;
    size_t i;
    json_t *name;
    json_array_foreach(alarm->names, i, name)
    {
        for (int t = 0; t < house->tables; t++) {
            house_table *table = house->table[t];
            bool meant = is_of_table(json_string_value(name), table->id);
            if (!meant || table->holding != TABLE_HELD || table->busy || table->alarm_ms == alarm->since_ms ||
                table->state.is_closed)
                continue;
            table->alarm_ms = alarm->since_ms;
            table_by_itself(house, table, "house", act_freeze_books, 0);
        }
    }
}

void alarm_tick(lm_house *house)
{
    house_alarm *alarm = &house->alarm;
    char text[LM_STORE_TEXT];
    stored_alarm stored = { 0 };
    if (lm_store_value(house->store, ALARM_KEY, read_alarm, &stored, text) != LM_STORE_DONE) return;
    bool raised = json_is_true(json_object_get(stored.value, "raised"));
    if (raised) {
        adopt(house, stored.value);
    } else if (alarm->raised && alarm->kept && !alarm->under_way) {
        lift(house);
    }
    json_decref(stored.value);
    if (!alarm->raised) return;
    if (!alarm->kept && !alarm->under_way) keep_alarm(house, stored.version);
    freeze_tables(house);
}

void lm_house_alarm(lm_house *house, const char *what, const char *const *names, int n)
{
    house_alarm *alarm = &house->alarm;
    bool more = !alarm->raised;
    house_read_clock(house);
    alarm->proved = false;
    if (!alarm->raised) begin(house, what, house->now_ms);
    if (!alarm->names) alarm->names = json_array();
    for (int i = 0; i < n; i++)
        more |= add_name(alarm, names[i]);
    if (more) alarm->kept = false;
    alarm_tick(house);
}

json_t *alarm_view(const lm_house *house)
{
    const house_alarm *alarm = &house->alarm;
    if (!alarm->raised) return NULL;
    json_t *view = row_write(alarm_fields, alarm);
    json_object_set_new(view, "proved", json_boolean(alarm->proved));
    return view;
}

void alarm_show(house_request *request)
{
    json_t *view = alarm_view(request->house);
    request_answer(request, view ? view : json_pack("{s:b}", "raised", 0));
}

void alarm_end(house_request *request)
{
    const house_alarm *alarm = &request->house->alarm;
    int64_t version = 0;
    if (!alarm->raised) {
        request_refuse(request, LM_REFUSED_NOW, LM_STAFF_SAYS("there is no alarm to end"));
        return;
    }
    if (!alarm->proved) {
        request_refuse(
            request, LM_REFUSED_NOW,
            LM_STAFF_SAYS(/* say:books-still-wrong */
                          "the books are still wrong: %.200s; repair them first, then wait for the next proof"),
            alarm->what);
        return;
    }
    json_decref(house_value(request->house, ALARM_KEY, &version));
    lm_batch *batch = house_batch(
        request, "alarm-ended",
        json_pack("{s:s, s:s, s:O, s:I, s:s*}", "reason", field_text(request, LM_FIELD_REASON), "what", alarm->what,
                  "names", alarm->names, "since_ms", (json_int_t)alarm->since_ms, "approved", approver_of(request)));
    house_alarm ended = *alarm;
    ended.raised = false;
    row_put(batch, alarm_fields, &ended, version, ALARM_KEY);
    errand_submit(request, batch, NULL, alarm_end);
}
