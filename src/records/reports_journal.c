/* reports_journal.c - records looked for by person and time, significant events, and the life of a meter. */
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

static json_t *record_row(const lm_record *record)
{
    char time[24];
    time_write(record->time_ms, time);
    return json_pack("{s:s, s:I, s:s, s:I, s:s, s:s}", "time", time, "time_ms", (json_int_t)record->time_ms, "stream",
                     record->stream, "seq", (json_int_t)record->seq, "kind", record->kind, "actor", record->actor);
}

static json_t *body_of(const lm_record *record)
{
    json_t *body = json_loadb(record->body, record->body_size, 0, NULL);
    json_t *acts = json_object_get(body, "acts");
    json_t *shown = body ? scrubbed(acts ? acts : body) : json_null();
    json_decref(body);
    return shown;
}

static json_t *record_moves(const lm_record *record)
{
    json_t *moves = json_array();
    lm_effect e;
    for (size_t at = 0; lm_effect_next(record->effects, record->effects_size, &at, &e);) {
        if (e.kind != LM_EFFECT_MOVE) continue;
        json_array_append_new(moves, json_pack("{s:s, s:s, s:I, s:s}", "from", e.name, "to", e.to, "cents",
                                               (json_int_t)e.number, "reason", e.reason));
    }
    return moves;
}

/* --- search ---------------------------------------------------------------------------------------------------------- */

typedef struct {
    report_query *query;
    json_t *rows;
    bool full;
} search_book;

static bool ends_with_person(const char *account, const char *person)
{
    size_t a = strlen(account), p = strlen(person);
    return a > p && account[a - p - 1] == '/' && strcmp(account + a - p, person) == 0;
}

/* He did it, it names him, or his money moved. */
static bool concerns(const lm_record *record, const char *person)
{
    char quoted[LM_HOUSE_ID + 3];
    lm_effect e;
    if (strcmp(record->actor, person) == 0) return true;
    int n = snprintf(quoted, sizeof quoted, "\"%s\"", person);
    if (memmem(record->body, record->body_size, quoted, (size_t)n)) return true;
    for (size_t at = 0; lm_effect_next(record->effects, record->effects_size, &at, &e);) {
        if (e.kind == LM_EFFECT_MOVE && (ends_with_person(e.name, person) || ends_with_person(e.to, person)))
            return true;
    }
    return false;
}

static bool search_record(void *context, const lm_record *record)
{
    search_book *b = context;
    const report_query *q = b->query;
    if (record->time_ms >= q->to_ms) return false;
    if (record->time_ms < q->from_ms || (q->word[0] && strcmp(q->word, record->kind) != 0)) return true;
    if (q->person[0] && !concerns(record, q->person)) return true;
    b->full = json_array_size(b->rows) >= (size_t)q->limit;
    if (b->full) return false;
    json_t *row = record_row(record);
    json_object_set_new(row, "body", body_of(record));
    json_object_set_new(row, "moves", record_moves(record));
    json_array_append_new(b->rows, row);
    return true;
}

/* The streams a query means: one table's, or the house's own and every table's. */
static json_t *streams_of(report_query *query)
{
    char name[LM_HOUSE_ID + 8];
    if (!query->table[0]) return stream_names(query, "");
    snprintf(name, sizeof name, "table/%s", query->table);
    return json_pack("[s]", name);
}

static bool is_time(const void *row, const void *other)
{
    return json_integer_value(json_object_get(row, "time_ms")) > json_integer_value(json_object_get(other, "time_ms"));
}

static int by_time(const void *a, const void *b)
{
    const json_t *x = *(json_t *const *)a, *y = *(json_t *const *)b;
    return is_time(x, y) - is_time(y, x);
}

/* Rows of several streams in the order of their times. */
static json_t *in_order(json_t *rows)
{
    size_t n = json_array_size(rows);
    json_t **list = calloc(n + 1, sizeof(json_t *)), *sorted = json_array();
    for (size_t i = 0; list && i < n; i++)
        list[i] = json_array_get(rows, i);
    if (list) qsort(list, n, sizeof *list, by_time);
    for (size_t i = 0; list && i < n; i++)
        json_array_append(sorted, list[i]);
    free(list);
    json_decref(rows);
    return sorted;
}

json_t *report_search(report_query *query, json_t *more)
{
    search_book book = { .query = query, .rows = json_array() };
    json_t *names = streams_of(query);
    bool read = names != NULL;
    for (size_t i = 0; read && !book.full && i < json_array_size(names); i++) {
        const char *stream = json_string_value(json_array_get(names, i));
        int64_t from = seq_at(query, stream, query->from_ms);
        if (from < query->from_seq) from = query->from_seq;
        read = read_stream(query, stream, from, search_record, &book);
    }
    json_decref(names);
    json_object_set_new(more, "complete", json_boolean(!book.full));
    if (read) return in_order(book.rows);
    json_decref(book.rows);
    return NULL;
}

/* --- significant events --------------------------------------------------------------------------------------------------- */

/* Acts at a table that somebody may have to answer for. */
static const char *const significant_acts[] = {
    "open-table", "close-table", "terms",   "tray-open",    "tray-close",     "fill",          "credit",
    "drop-count", "tokes-out",   "dealer",  "verify-award", "pay-award",      "adjust",        "freeze",
    "thaw",       "drain",       "correct", "recount",      "withdraw-award", "order-shuffle", "irregular",
    "jam",        "recut",       "readmit", "change-decks",
};

/* What people do all day at the house. */
static const char *const everyday_kinds[] = { "signed-in", "signed-out", "re-authenticated" };

typedef struct {
    report_query *query;
    json_t *rows;
    json_t *cents; /* what accounts of the table hold: account: cents */
    bool is_table, full;
} event_book;

static bool is_one_of(const char *word, const char *const *list, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (strcmp(word, list[i]) == 0) return true;
    }
    return false;
}
#define IS_ONE_OF(word, list) is_one_of(word, list, sizeof(list) / sizeof *(list))

/* A guest comes in by himself and has nobody's trust. */
static bool is_guest_made(const lm_record *record, const json_t *body)
{
    const json_t *roles = json_object_get(json_object_get(body, "after"), "roles");
    const char *role = json_string_value(json_array_get(roles, 0));
    return strcmp(record->kind, "person-created") == 0 && json_array_size(roles) == 1 && role &&
           strcmp(role, "guest") == 0;
}

static lm_cents held(const event_book *b, const char *account)
{
    return json_integer_value(json_object_get(b->cents, account));
}

static bool is_table_account(const char *account)
{
    static const char *const kinds[] = { "tray/", "drop/", "tokes/", "meter/" };
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (strncmp(account, kinds[i], strlen(kinds[i])) == 0) return true;
    }
    return false;
}

/* Carries a record's movements over; notes what the accounts it touches held before and after. */
static void carry(event_book *b, const lm_record *record, json_t *before, json_t *after)
{
    lm_effect e;
    for (size_t at = 0; lm_effect_next(record->effects, record->effects_size, &at, &e);) {
        if (e.kind != LM_EFFECT_MOVE) continue;
        const char *const accounts[] = { e.name, e.to };
        for (int i = 0; i < 2; i++) {
            if (!is_table_account(accounts[i])) continue;
            lm_cents was = held(b, accounts[i]), is = i ? was + e.number : was - e.number;
            if (before && !json_object_get(before, accounts[i]))
                json_object_set_new(before, accounts[i], json_integer(was));
            json_object_set_new(b->cents, accounts[i], json_integer(is));
            if (after) json_object_set_new(after, accounts[i], json_integer(is));
        }
    }
}

/* The first significant act of a table's record, borrowed; NULL when there is none. */
static const json_t *significant_act(const json_t *acts)
{
    for (size_t i = 0; i < json_array_size(acts); i++) {
        const json_t *act = json_array_get(acts, i);
        const char *word = json_string_value(json_object_get(act, "do"));
        if (word && IS_ONE_OF(word, significant_acts)) return act;
    }
    return NULL;
}

static void event_row(event_book *b, const lm_record *record, const char *event, const json_t *told, json_t *before,
                      json_t *after)
{
    static const char *const asked[][2] = { { "before", "was" }, { "after", "card" } };
    json_t *row = record_row(record), *values[] = { before, after };
    const char *reason = json_string_value(json_object_get(told, "reason"));
    json_object_set_new(row, "event", json_string(event));
    json_object_set_new(row, "reason", json_string(reason ? reason : ""));
    for (int i = 0; i < 2; i++) {
        json_t *said = json_object_get(told, asked[i][0]);
        if (!said && json_object_get(told, "was")) said = json_object_get(told, asked[i][1]);
        json_object_set(row, asked[i][0], said ? said : values[i]);
    }
    json_object_set_new(row, "detail", scrubbed(told));
    json_array_append_new(b->rows, row);
}

static bool hear_event(void *context, const lm_record *record)
{
    event_book *b = context;
    if (record->time_ms >= b->query->to_ms) return false;
    bool inside = record->time_ms >= b->query->from_ms;
    json_t *body = inside ? json_loadb(record->body, record->body_size, 0, NULL) : NULL;
    const json_t *act = b->is_table ? significant_act(json_object_get(body, "acts")) : body;
    const char *event = b->is_table ? json_string_value(json_object_get(act, "do")) : record->kind;
    bool told =
        act && inside && (b->is_table || (!IS_ONE_OF(record->kind, everyday_kinds) && !is_guest_made(record, body)));
    b->full = told && json_array_size(b->rows) >= (size_t)b->query->limit;
    told = told && !b->full;
    json_t *before = json_object(), *after = json_object();
    carry(b, record, told ? before : NULL, told ? after : NULL);
    if (told) event_row(b, record, event, act, before, after);
    json_decref(before);
    json_decref(after);
    json_decref(body);
    return !b->full;
}

json_t *report_significant(report_query *query, json_t *more)
{
    event_book book = { .query = query, .rows = json_array() };
    json_t *names = streams_of(query);
    bool read = names != NULL;
    for (size_t i = 0; read && !book.full && i < json_array_size(names); i++) {
        const char *stream = json_string_value(json_array_get(names, i));
        book.cents = json_object();
        book.is_table = strncmp(stream, "table/", 6) == 0;
        read = read_stream(query, stream, 1, hear_event, &book);
        json_decref(book.cents);
    }
    json_decref(names);
    json_object_set_new(more, "complete", json_boolean(!book.full));
    if (read) return in_order(book.rows);
    json_decref(book.rows);
    return NULL;
}

/* --- a meter ----------------------------------------------------------------------------------------------------------------- */

typedef struct {
    json_t *rows;
    size_t limit;
} line_book;

static bool keep_line(void *context, const lm_line_row *line)
{
    line_book *b = context;
    json_array_append_new(b->rows, json_pack("{s:I, s:I, s:I, s:s, s:I}", "n", (json_int_t)line->n, "cents",
                                             (json_int_t)line->cents, "balance_cents", (json_int_t)line->balance_cents,
                                             "stream", line->stream, "seq", (json_int_t)line->seq));
    return json_array_size(b->rows) < b->limit;
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

/* When, who, and why: from the record that the line belongs to. */
static bool tell_line(void *context, const lm_record *record)
{
    const line_story *story = context;
    json_t *row = story->row;
    char time[24];
    lm_effect e;
    time_write(record->time_ms, time);
    json_object_set_new(row, "time", json_string(time));
    json_object_set_new(row, "actor", json_string(record->actor));
    json_object_set_new(row, "kind", json_string(record->kind));
    for (size_t at = 0; lm_effect_next(record->effects, record->effects_size, &at, &e);) {
        bool in = e.kind == LM_EFFECT_MOVE && strcmp(e.to, story->account) == 0;
        bool out = e.kind == LM_EFFECT_MOVE && strcmp(e.name, story->account) == 0;
        lm_cents cents = json_integer_value(json_object_get(row, "cents"));
        if ((in && cents == e.number) || (out && cents == -e.number))
            json_object_set_new(row, "reason", json_string(e.reason));
    }
    return false;
}

json_t *report_meter(report_query *query, json_t *more)
{
    char account[LM_STORE_NAME + 1];
    int64_t lines = 0;
    line_book book = { .rows = json_array(), .limit = (size_t)query->limit };
    snprintf(account, sizeof account, "meter/%s/%s", query->table, query->meter);
    bool read = lm_store_accounts(query->store, account, count_lines, &lines, query->text) == LM_STORE_DONE;
    int64_t from = query->from_seq ? query->from_seq : lines - query->limit + 1;
    read = read &&
           lm_store_lines(query->store, account, from > 1 ? from : 1, keep_line, &book, query->text) == LM_STORE_DONE;
    for (size_t i = 0; read && i < json_array_size(book.rows); i++) {
        json_t *row = json_array_get(book.rows, i);
        line_story story = { row, account };
        read = lm_store_records(query->store, json_string_value(json_object_get(row, "stream")),
                                json_integer_value(json_object_get(row, "seq")), tell_line, &story,
                                query->text) == LM_STORE_DONE;
    }
    json_object_set_new(more, "account", json_string(account));
    json_object_set_new(more, "lines", json_integer(lines));
    if (read) return book.rows;
    json_decref(book.rows);
    return NULL;
}
