/* reports_journal.c - reports on records: by person and time, significant events, and the history of a meter. */
#define _GNU_SOURCE /* memmem */
#include <stdlib.h>

#include <string.h>

#include "reports.h"

/* --- records as rows ------------------------------------------------------------------------------------------------- */

/* Fields that are long, sealed or secret, and say nothing to a reader. */
static const char *const kept_back[] = { "sealed", "order", "salt", "password", "hash", "token", "session", "state" };

static json_t *scrubbed(const json_t *value)
{
    if (json_is_array(value)) {
        json_t *copy = json_array();
        for (size_t i = 0; i < json_array_size(value); i++)
            json_array_append_new(copy, scrubbed(json_array_get(value, i)));
        return copy;
    }
    if (!json_is_object(value)) return json_deep_copy(value);
    json_t *copy = json_object(), *field;
    const char *key;
    json_object_foreach((json_t *)(uintptr_t)value, key, field)
    {
        json_object_set_new(copy, key, scrubbed(field));
    }
    for (size_t i = 0; i < sizeof kept_back / sizeof *kept_back; i++)
        json_object_del(copy, kept_back[i]);
    return copy;
}

/* The acts of a table, or the body of another record. */
static const json_t *told_part(const json_t *body)
{
    const json_t *acts = json_object_get(body, "acts");
    return acts ? acts : body;
}

static void tell_one(const report_query *q, const lm_record *record, const json_t *told, lm_out *out)
{
    if (out->size) lm_out_raw(out, " ", 1);
    lm_tell(out, record->kind, &(lm_telling){ told, record->actor, q->owner.rules.wagers });
    if (out->failed) memory_end();
}

/* Writes sentences about an act, each act of a list, or a record of the house by its kind. */
static void tell_part(const report_query *q, const lm_record *record, const json_t *part, lm_out *out)
{
    if (!json_is_array(part)) tell_one(q, record, part, out);
    for (size_t i = 0; i < json_array_size(part); i++)
        tell_one(q, record, json_array_get(part, i), out);
}

static json_t *record_moves(const lm_record *record)
{
    json_t *moves = json_array();
    lm_effect e;
    for (size_t at = 0; next_move(record, &at, &e);)
        add_row(moves, "Movement", e.name, e.to, e.number, e.reason);
    return moves;
}

/* --- lists ----------------------------------------------------------------------------------------------------------- */

typedef struct {
    record_list *list;
    lm_record_reader reader;
} list_reading;

/* Where a page begins in a stream. Balances are carried from the first record, or from where they were kept. */
static int64_t list_begins(record_list *list, const char *stream)
{
    report_query *query = list->query;
    bool goes_on = query->goes_on && strcmp(stream, query->from_stream) == 0;
    if (list->carried) {
        const json_t *kept = goes_on ? balances_kept(query->owner.pages, stream, query->from_seq) : NULL;
        json_object_clear(list->carried);
        if (kept) json_object_update(list->carried, (json_t *)(uintptr_t)kept);
        return kept ? query->from_seq : 1;
    }
    int64_t from = seq_at(query, stream, query->from_ms);
    return goes_on && from < query->from_seq ? query->from_seq : from;
}

static bool list_stream(void *context, const char *stream)
{
    const list_reading *l = context;
    const report_query *query = l->list->query;
    if (l->list->full || strcmp(stream, query->from_stream) < 0) return true;
    return read_stream(l->list->query, stream, list_begins(l->list, stream), l->reader, l->list);
}

json_t *list_records(record_list *list, lm_record_reader reader, json_t *more)
{
    list->rows = json_array();
    bool read = each_stream(list->query, "", list_stream, &(list_reading){ list, reader });
    if (list->full) json_object_set_new(more, "next", json_string(list->next));
    return read ? list->rows : no_rows(list->rows);
}

static int64_t time_of(const json_t *row)
{
    return json_integer_value(json_object_get(row, "time_ms"));
}

static int by_time(const void *a, const void *b)
{
    int64_t x = time_of(*(json_t *const *)a), y = time_of(*(json_t *const *)b);
    return (x > y) - (x < y);
}

/* Rows of several streams in the order of their times. */
static json_t *in_order(json_t *rows)
{
    size_t n = json_array_size(rows);
    json_t **list = memory_or_end((n + 1) * sizeof(json_t *)), *sorted = json_array();
    for (size_t i = 0; i < n; i++)
        list[i] = json_array_get(rows, i);
    qsort(list, n, sizeof *list, by_time);
    for (size_t i = 0; i < n; i++)
        json_array_append(sorted, list[i]);
    free(list);
    json_decref(rows);
    return sorted;
}

/* --- search ---------------------------------------------------------------------------------------------------------- */

static bool ends_with_person(const char *account, const char *person)
{
    size_t a = strlen(account), p = strlen(person);
    return a > p && account[a - p - 1] == '/' && strcmp(account + a - p, person) == 0;
}

/* Whether the person is the actor of a record, is named in it, or had money moved by it. */
static bool concerns(const lm_record *record, const char *person)
{
    char quoted[LM_HOUSE_ID + 3];
    lm_effect e;
    if (strcmp(record->actor, person) == 0) return true;
    int n = snprintf(quoted, sizeof quoted, "\"%s\"", person);
    if (memmem(record->body, record->body_size, quoted, (size_t)n)) return true;
    for (size_t at = 0; next_move(record, &at, &e);) {
        if (ends_with_person(e.name, person) || ends_with_person(e.to, person)) return true;
    }
    return false;
}

/* Whether an act of the record names the box: 3, or a place of it such as 3b. */
static bool is_at_box(const json_t *acts, const char *box)
{
    size_t n = strlen(box);
    for (size_t i = 0; i < json_array_size(acts); i++) {
        const char *seat = json_string_value(json_object_get(json_array_get(acts, i), "seat"));
        if (seat && strncmp(seat, box, n) == 0 && (seat[n] < '0' || seat[n] > '9')) return true;
    }
    return false;
}

/* Whether the record moves or names an amount of at least so many cents. */
static bool has_amount(const lm_record *record, const json_t *part, lm_cents least)
{
    lm_effect e;
    for (size_t at = 0; next_move(record, &at, &e);) {
        if (e.number >= least) return true;
    }
    for (size_t i = 0; i < json_array_size(part); i++) {
        if (json_integer_value(json_object_get(json_array_get(part, i), "cents")) >= least) return true;
    }
    return json_integer_value(json_object_get(part, "cents")) >= least;
}

static bool search_record(void *context, const lm_record *record)
{
    record_list *list = context;
    const report_query *q = list->query;
    char time[24];
    if (record->time_ms >= q->to_ms || !list_takes(list, record)) return false;
    if (record->time_ms < q->from_ms || (q->word[0] && strcmp(q->word, record->kind) != 0)) return true;
    if (q->person[0] && !concerns(record, q->person)) return true;
    time_write(record->time_ms, time);
    json_t *body = json_loadb(record->body, record->body_size, 0, NULL);
    const json_t *part = told_part(body);
    if ((q->seat[0] && !is_at_box(part, q->seat)) || (q->least_cents && !has_amount(record, part, q->least_cents))) {
        json_decref(body);
        return true;
    }
    lm_out told = { 0 };
    tell_part(q, record, part, &told);
    add_row(list->rows, "JournalRow", time, record->time_ms, record->stream, record->seq, record->kind, record->actor,
            told.at ? told.at : "", part ? scrubbed(part) : json_null(), record_moves(record));
    lm_out_free(&told);
    json_decref(body);
    return list_took(list, record);
}

json_t *report_search(report_query *query, json_t *more)
{
    record_list list = { .query = query };
    json_t *rows = list_records(&list, search_record, more);
    return rows ? in_order(rows) : NULL;
}

/* --- significant events --------------------------------------------------------------------------------------------------- */

/* Acts at a table that a person may have to answer for. */
static const lm_act_word significant_acts[] = {
    LM_ACT_OPEN_TABLE,   LM_ACT_CLOSE_TABLE, LM_ACT_TERMS,      LM_ACT_TRAY_OPEN,      LM_ACT_TRAY_CLOSE,
    LM_ACT_FILL,         LM_ACT_CREDIT,      LM_ACT_DROP_COUNT, LM_ACT_TOKES_OUT,      LM_ACT_DEALER,
    LM_ACT_VERIFY_AWARD, LM_ACT_PAY_AWARD,   LM_ACT_ADJUST,     LM_ACT_FREEZE,         LM_ACT_THAW,
    LM_ACT_DRAIN,        LM_ACT_CORRECT,     LM_ACT_RECOUNT,    LM_ACT_WITHDRAW_AWARD, LM_ACT_ORDER_SHUFFLE,
    LM_ACT_IRREGULAR,    LM_ACT_JAM,         LM_ACT_RECUT,      LM_ACT_READMIT,        LM_ACT_CHANGE_DECKS,
};

/* Routine records of the house, and new guests, who have no rights, are not significant. */
static bool is_everyday(const lm_record *record, const json_t *body)
{
    static const char *const kinds[] = { "signed-in", "signed-out", "re-authenticated" };
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (strcmp(record->kind, kinds[i]) == 0) return true;
    }
    const json_t *roles = json_object_get(json_object_get(body, "after"), "roles");
    const char *role = json_string_value(json_array_get(roles, 0));
    return strcmp(record->kind, "person-created") == 0 && json_array_size(roles) == 1 && role &&
           strcmp(role, "guest") == 0;
}

static bool is_table_account(const char *account)
{
    static const char *const kinds[] = { "tray/", "drop/", "tokes/", "meter/" };
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (strncmp(account, kinds[i], strlen(kinds[i])) == 0) return true;
    }
    return false;
}

/* `carried` has the balances of the accounts of the stream's table by their names. */
static void carry_cents(record_list *b, const char *account, lm_cents cents, json_t *before, json_t *after)
{
    if (!is_table_account(account)) return;
    lm_cents was = json_integer_value(json_object_get(b->carried, account));
    if (!json_object_get(before, account)) json_object_set_new(before, account, json_integer(was));
    json_object_set_new(b->carried, account, json_integer(was + cents));
    json_object_set_new(after, account, json_integer(was + cents));
}

/* Books a record's movements, and notes the balances of the accounts before and after. */
static void carry_moves(record_list *b, const lm_record *record, json_t *before, json_t *after)
{
    lm_effect e;
    for (size_t at = 0; next_move(record, &at, &e);) {
        carry_cents(b, e.name, -e.number, before, after);
        carry_cents(b, e.to, e.number, before, after);
    }
}

static bool is_significant(const json_t *act)
{
    const lm_act_row *row = lm_act_recorded(act);
    for (size_t i = 0; row && i < sizeof significant_acts / sizeof *significant_acts; i++) {
        if (lm_act_word_of(row) == significant_acts[i]) return true;
    }
    return false;
}

/* The significant part of a record, borrowed: the first such act of a table, or the body of a record of the house;
 * NULL: none. */
static const json_t *significant_part(const lm_record *record, const json_t *body)
{
    const json_t *acts = json_object_get(body, "acts");
    if (strncmp(record->stream, "table/", 6) != 0) return is_everyday(record, body) ? NULL : body;
    for (size_t i = 0; i < json_array_size(acts); i++) {
        if (is_significant(json_array_get(acts, i))) return json_array_get(acts, i);
    }
    return NULL;
}

/* "before" and "after" are the values that the record has, the two cards of a correction, or else the balances. */
static void add_event(record_list *b, const lm_record *record, const json_t *told, json_t *before, json_t *after)
{
    char time[24];
    bool corrects = json_object_get(told, "was");
    const char *word = json_string_value(json_object_get(told, "do"));
    const char *reason = json_string_value(json_object_get(told, "reason"));
    json_t *was = json_object_get(told, "before"), *is = json_object_get(told, "after");
    if (!was) was = corrects ? json_object_get(told, "was") : before;
    if (!is && corrects) is = json_object_get(told, "card");
    time_write(record->time_ms, time);
    lm_out text = { 0 };
    tell_part(b->query, record, told, &text);
    add_row(b->rows, "EventRow", time, record->time_ms, record->stream, record->seq, record->kind, record->actor,
            strncmp(record->stream, "table/", 6) == 0 ? word : record->kind, text.at ? text.at : "",
            reason ? reason : "", json_incref(was), json_incref(is ? is : after), scrubbed(told));
    lm_out_free(&text);
}

/* Records before the page only carry balances. */
static bool hear_event(void *context, const lm_record *record)
{
    record_list *b = context;
    const report_query *q = b->query;
    bool is_here = strcmp(record->stream, q->from_stream) != 0 || record->seq >= q->from_seq;
    bool inside = record->time_ms >= q->from_ms && is_here;
    if (record->time_ms >= q->to_ms || (inside && !list_takes(b, record))) return false;
    json_t *body = inside ? json_loadb(record->body, record->body_size, 0, NULL) : NULL;
    json_t *before = json_object(), *after = json_object();
    const json_t *told = body ? significant_part(record, body) : NULL;
    carry_moves(b, record, before, after);
    if (told) add_event(b, record, told, before, after);
    json_decref(before);
    json_decref(after);
    json_decref(body);
    return !inside || list_took(b, record);
}

json_t *report_significant(report_query *query, json_t *more)
{
    record_list list = { .query = query, .carried = json_object() };
    json_t *rows = list_records(&list, hear_event, more);
    json_decref(list.carried);
    return rows ? in_order(rows) : NULL;
}

/* --- a meter ----------------------------------------------------------------------------------------------------------------- */

enum { METER_LINES = 300 }; /* of a page: a line may have 400 bytes */

typedef struct {
    json_t *rows;
    size_t limit;
} line_list;

static bool keep_line(void *context, const lm_line_row *line)
{
    line_list *l = context;
    const char *untold = NULL;
    add_row(l->rows, "MeterLine", line->n, line->cents, line->balance_cents, line->stream, line->seq, untold, untold,
            untold, untold);
    return json_array_size(l->rows) < l->limit;
}

static bool count_lines(void *context, const lm_account_row *row)
{
    *(int64_t *)context = row->lines;
    return false;
}

typedef struct {
    json_t *row;
    const char *account;
} line_story;

/* Time, actor and reason, from the record of the line. */
static bool tell_line(void *context, const lm_record *record)
{
    const line_story *story = context;
    json_t *row = story->row;
    lm_cents cents = json_integer_value(json_object_get(row, "cents"));
    char time[24];
    lm_effect e;
    time_write(record->time_ms, time);
    json_object_set_new(row, "time", json_string(time));
    json_object_set_new(row, "actor", json_string(record->actor));
    json_object_set_new(row, "kind", json_string(record->kind));
    for (size_t at = 0; next_move(record, &at, &e);) {
        bool in = strcmp(e.to, story->account) == 0 && cents == e.number;
        bool out = strcmp(e.name, story->account) == 0 && cents == -e.number;
        if (in || out) json_object_set_new(row, "reason", json_string(e.reason));
    }
    return false;
}

json_t *report_meter(report_query *query, json_t *more)
{
    char account[LM_STORE_NAME + 1];
    int64_t lines = 0;
    if (query->limit > METER_LINES) query->limit = METER_LINES;
    line_list list = { .rows = json_array(), .limit = (size_t)query->limit };
    snprintf(account, sizeof account, "meter/%s/%s", query->table, query->meter);
    bool read = lm_store_accounts(query->store, account, count_lines, &lines, query->text) == LM_STORE_DONE;
    int64_t from = query->goes_on ? query->from_seq : lines - query->limit + 1;
    read = read &&
           lm_store_lines(query->store, account, from > 1 ? from : 1, keep_line, &list, query->text) == LM_STORE_DONE;
    for (size_t i = 0; read && i < json_array_size(list.rows); i++) {
        line_story story = { json_array_get(list.rows, i), account };
        int64_t seq = json_integer_value(json_object_get(story.row, "seq"));
        const char *stream = json_string_value(json_object_get(story.row, "stream"));
        read =
            lm_store_records_between(query->store, stream, seq, seq, tell_line, &story, query->text) == LM_STORE_DONE;
    }
    json_object_set_new(more, "account", json_string(account));
    json_object_set_new(more, "lines", json_integer(lines));
    int64_t last = json_integer_value(json_object_get(json_array_get(list.rows, json_array_size(list.rows) - 1), "n"));
    if (last && last < lines) json_object_set_new(more, "next", json_sprintf("%lld", (long long)last));
    return read ? list.rows : no_rows(list.rows);
}
