/* reports_cage.c - the cage's report: cash at the counter, chips to and from the tables, coupons. */
#include <string.h>

#include "reports.h"

static bool begins(const char *account, const char *with)
{
    return strncmp(account, with, strlen(with)) == 0;
}

/* At the counter money moves between a wallet and the outside; all other movements of the cage are chips and cash of
 * its tables. */
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

/* The parts of a row that are not in its record. */
typedef struct {
    const char *what, *money, *person, *table;
    lm_cents in, out, coupon;
    int64_t receipt; /* 0: none */
} cage_row;

/* Adds a row unless the query asks for another person. */
static void add_cage_row(record_list *list, const lm_record *record, const cage_row *r)
{
    char time[24];
    const char *asked = list->query->person;
    if (*asked && strcmp(r->person, asked) != 0) return;
    if (list->query->money[0] && strcmp(r->money, list->query->money) != 0) return;
    time_write(record->time_ms, time);
    add_row(list->rows, "CageRow", time, record->time_ms, record->stream, record->seq, r->what, r->money, r->person,
            r->table, record->actor, r->in, r->out, r->coupon, r->receipt);
}

/* The number of the receipt of a visit to the counter, or of the slip of a fill or a credit. */
static int64_t receipt_of(const json_t *body)
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

static void add_moves(record_list *list, const lm_record *record, const json_t *body)
{
    lm_effect e;
    for (size_t at = 0; next_move(record, &at, &e);) {
        cage_move m = move_of(&e);
        if (!m.at_cage || !m.person) continue;
        add_cage_row(list, record,
                     &(cage_row){ .what = e.reason,
                                  .money = m.money,
                                  .person = m.person,
                                  .table = m.table,
                                  .in = m.comes_in ? e.number : 0,
                                  .out = m.comes_in ? 0 : e.number,
                                  .receipt = receipt_of(body) });
    }
}

static const char *text_of(const json_t *body, const char *key)
{
    const char *text = json_string_value(json_object_get(body, key));
    return text ? text : "";
}

static void add_coupon(record_list *list, const lm_record *record, const json_t *body)
{
    if (strcmp(record->kind, "coupon-issued") != 0) return;
    add_cage_row(list, record,
                 &(cage_row){ .what = record->kind,
                              .money = text_of(body, "money"),
                              .person = text_of(body, "person"),
                              .table = "",
                              .coupon = json_integer_value(json_object_get(body, "cents")) });
}

/* Coupons used at a table, and those given back after a tie or a void wager. */
static void add_laid(record_list *list, const lm_record *record, const json_t *body)
{
    size_t i;
    json_t *move;
    json_array_foreach(json_object_get(body, "coupons"), i, move)
    {
        char what[32];
        snprintf(what, sizeof what, "coupon-%.20s", text_of(move, "what"));
        add_cage_row(list, record,
                     &(cage_row){ .what = what,
                                  .money = text_of(move, "money"),
                                  .person = text_of(move, "owner"),
                                  .table = after_slash(record->stream),
                                  .coupon = json_integer_value(json_object_get(move, "cents")) });
    }
}

static bool hear_record(void *context, const lm_record *record)
{
    record_list *list = context;
    if (record->time_ms >= list->query->to_ms || !list_takes(list, record)) return false;
    if (record->time_ms < list->query->from_ms) return true;
    json_t *body = json_loadb(record->body, record->body_size, 0, NULL);
    add_moves(list, record, body);
    add_coupon(list, record, body);
    add_laid(list, record, body);
    json_decref(body);
    return list_took(list, record);
}

/* Reads stream by stream, the house's own first. */
json_t *report_cage(report_query *query, json_t *more)
{
    record_list list = { .query = query };
    return list_records(&list, hear_record, more);
}
