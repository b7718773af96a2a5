/* reports_cage.c - the cage's day: what came over the counter and went out again, chips to and from the tables, coupons. */
#include <string.h>

#include "reports.h"

typedef struct {
    report_query *query;
    json_t *rows;
    bool full;
} cage_book;

static bool begins(const char *account, const char *with)
{
    return strncmp(account, with, strlen(with)) == 0;
}

/* Over the counter money comes into a wallet from outside; all else at the cage are chips and cash of its tables. */
typedef struct {
    bool at_cage, comes_in;
    const char *money, *person, *table;
} cage_move;

static const char *after_slash(const char *account)
{
    const char *slash = strchr(account, '/');
    return slash ? slash + 1 : "";
}

static cage_move move_of(const lm_effect *e)
{
    bool in = begins(e->name, "world/"), chips_in = begins(e->to, "cage/");
    const char *inside = in ? e->to : e->name, *house = in ? e->name : e->to;
    if (begins(house, "world/") && begins(inside, "wallet/"))
        return (cage_move){ true, in, after_slash(house), account_person(inside, "wallet/"), "" };
    inside = chips_in ? e->name : e->to, house = chips_in ? e->to : e->name;
    return (cage_move){ begins(house, "cage/"), chips_in, after_slash(house), "", after_slash(inside) };
}

static bool has_room(cage_book *b)
{
    b->full |= json_array_size(b->rows) >= (size_t)b->query->limit;
    return !b->full;
}

static json_t *row_of(const lm_record *record, const char *what, const char *money, const char *person,
                      const char *table)
{
    char time[24];
    time_write(record->time_ms, time);
    return json_pack("{s:s, s:I, s:s, s:I, s:s, s:s, s:s, s:s, s:s}", "time", time, "time_ms",
                     (json_int_t)record->time_ms, "stream", record->stream, "seq", (json_int_t)record->seq, "what",
                     what, "money", money, "person", person, "table", table, "by", record->actor);
}

static void add_row(cage_book *b, json_t *row, lm_cents in, lm_cents out, lm_cents coupon, json_int_t number)
{
    json_object_set_new(row, "in_cents", json_integer(in));
    json_object_set_new(row, "out_cents", json_integer(out));
    json_object_set_new(row, "coupon_cents", json_integer(coupon));
    json_object_set_new(row, "receipt", number ? json_integer(number) : json_null());
    json_array_append_new(b->rows, row);
}

/* A visit to the counter has its receipt; a fill or a credit the number of its slip. */
static json_int_t receipt_of(const json_t *body)
{
    const json_t *receipt = json_object_get(body, "receipt"), *act, *acts = json_object_get(body, "acts");
    size_t i;
    if (receipt) return json_integer_value(receipt);
    json_array_foreach(acts, i, act)
    {
        if (json_object_get(act, "slip")) return json_integer_value(json_object_get(act, "slip"));
    }
    return 0;
}

static void add_moves(cage_book *b, const lm_record *record, const json_t *body)
{
    lm_effect e;
    for (size_t at = 0; lm_effect_next(record->effects, record->effects_size, &at, &e);) {
        if (e.kind != LM_EFFECT_MOVE) continue;
        cage_move m = move_of(&e);
        bool his = !b->query->person[0] || (m.person && strcmp(m.person, b->query->person) == 0);
        if (!m.at_cage || !m.person || !his || !has_room(b)) continue;
        json_t *row = row_of(record, e.reason, m.money, m.person, m.table);
        add_row(b, row, m.comes_in ? e.number : 0, m.comes_in ? 0 : e.number, 0, receipt_of(body));
    }
}

static const char *text_of(const json_t *body, const char *key)
{
    const char *text = json_string_value(json_object_get(body, key));
    return text ? text : "";
}

static void add_coupon(cage_book *b, const lm_record *record, const json_t *body)
{
    const char *person = text_of(body, "person");
    bool his = !b->query->person[0] || strcmp(person, b->query->person) == 0;
    if (strcmp(record->kind, "coupon-issued") != 0 || !his || !has_room(b)) return;
    lm_cents cents = json_integer_value(json_object_get(body, "cents"));
    add_row(b, row_of(record, record->kind, text_of(body, "money"), person, ""), 0, 0, cents, 0);
}

/* Coupons that went from hand to table, and back where they decided nothing. */
static void add_laid(cage_book *b, const lm_record *record, const json_t *body)
{
    size_t i;
    json_t *move;
    json_array_foreach(json_object_get(body, "coupons"), i, move)
    {
        char what[32];
        const char *person = text_of(move, "owner");
        bool his = !b->query->person[0] || strcmp(person, b->query->person) == 0;
        if (!his || !has_room(b)) continue;
        snprintf(what, sizeof what, "coupon-%.20s", text_of(move, "what"));
        lm_cents cents = json_integer_value(json_object_get(move, "cents"));
        add_row(b, row_of(record, what, text_of(move, "money"), person, after_slash(record->stream)), 0, 0, cents, 0);
    }
}

static bool hear(void *context, const lm_record *record)
{
    cage_book *b = context;
    if (record->time_ms >= b->query->to_ms) return false;
    if (record->time_ms < b->query->from_ms) return true;
    json_t *body = json_loadb(record->body, record->body_size, 0, NULL);
    add_moves(b, record, body);
    add_coupon(b, record, body);
    add_laid(b, record, body);
    json_decref(body);
    return !b->full;
}

/* Stream by stream, the house's own first: `complete` says whether all of them were read. */
json_t *report_cage(report_query *query, json_t *more)
{
    cage_book book = { .query = query, .rows = json_array() };
    json_t *names = stream_names(query, "");
    bool read = names != NULL;
    for (size_t i = 0; read && !book.full && i < json_array_size(names); i++) {
        const char *stream = json_string_value(json_array_get(names, i));
        read = read_stream(query, stream, seq_at(query, stream, query->from_ms), hear, &book);
    }
    json_decref(names);
    json_object_set_new(more, "complete", json_boolean(!book.full));
    if (read) return book.rows;
    json_decref(book.rows);
    return NULL;
}
