/* reports_thresholds.c - the lists a house must keep: cash of one person in one gaming day, and large winnings.
 *
 * The amounts are configuration (pit_config.c); only real money counts. */
#include <stdlib.h>
#include <string.h>

#include "reports.h"

/* --- currency ----------------------------------------------------------------------------------------------------- */

/* Sums by gaming day and person, as an object of rows. */
typedef struct {
    report_query *query;
    json_t *days;
    int64_t cash_seq; /* the record with cash for which nobody has got chips yet */
} cash_book;

static void add_cash(cash_book *b, int64_t time_ms, const char *person, const char *sum, lm_cents cents)
{
    char date[11], key[64];
    if (b->query->person[0] && strcmp(b->query->person, person) != 0) return;
    date_write(query_midnight(b->query, time_ms), date);
    snprintf(key, sizeof key, "%s %s", date, person);
    json_t *row = json_object_get(b->days, key);
    if (!row) {
        row = json_pack("{s:s, s:s, s:I, s:I, s:I}", "day", date, "person", person, "in_cents", (json_int_t)0,
                        "out_cents", (json_int_t)0, "transactions", (json_int_t)0);
        json_object_set_new(b->days, key, row);
    }
    json_object_set_new(row, sum, json_integer(json_integer_value(json_object_get(row, sum)) + cents));
    json_object_set_new(row, "transactions",
                        json_integer(json_integer_value(json_object_get(row, "transactions")) + 1));
    json_object_set_new(row, "threshold_cents", json_integer(config_at(b->query, time_ms)->currency_cents));
}

/* At the cage: what crosses between the world and a wallet. */
static bool hear_cage(void *context, const lm_record *record)
{
    cash_book *b = context;
    lm_effect e;
    if (record->time_ms >= b->query->to_ms) return false;
    for (size_t at = 0; lm_effect_next(record->effects, record->effects_size, &at, &e);) {
        if (e.kind != LM_EFFECT_MOVE) continue;
        if (strcmp(e.name, "world/real") == 0 && strncmp(e.to, "wallet/real/", 12) == 0)
            add_cash(b, record->time_ms, e.to + 12, "in_cents", e.number);
        if (strcmp(e.to, "world/real") == 0 && strncmp(e.name, "wallet/real/", 12) == 0)
            add_cash(b, record->time_ms, e.name + 12, "out_cents", e.number);
    }
    return true;
}

/* At a live table: cash into the drop box, for which somebody gets chips, and chips that are cashed there. */
static void hear_table(void *self, const table_reading *t, const thing *what)
{
    cash_book *b = self;
    const lm_effect *m = what->move;
    (void)t;
    if (what->kind != THING_MOVE || !what->inside) return;
    const char *gets = account_person(m->to, "rack/"), *gives = account_person(m->name, "rack/");
    if (strcmp(m->name, "world/real") == 0 && strncmp(m->to, "drop/", 5) == 0) b->cash_seq = what->seq;
    if (gets && b->cash_seq == what->seq && strcmp(m->reason, "chips for a buy-in") == 0) {
        add_cash(b, what->time_ms, gets, "in_cents", m->number);
        b->cash_seq = 0;
    }
    if (gives && strcmp(m->to, "world/real") == 0) add_cash(b, what->time_ms, gives, "out_cents", m->number);
}

static int by_key(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* In and out are judged apart, as the form asks for each. */
static json_t *rows_over(json_t *days)
{
    size_t n = json_object_size(days), i = 0;
    const char **keys = calloc(n + 1, sizeof *keys), *key;
    json_t *rows = json_array(), *row;
    json_object_foreach(days, key, row)
    {
        if (keys) keys[i++] = key;
    }
    if (keys) qsort(keys, i, sizeof *keys, by_key);
    for (size_t k = 0; k < i; k++) {
        row = json_object_get(days, keys[k]);
        lm_cents in = json_integer_value(json_object_get(row, "in_cents"));
        lm_cents out = json_integer_value(json_object_get(row, "out_cents"));
        lm_cents threshold = json_integer_value(json_object_get(row, "threshold_cents"));
        if (in <= threshold && out <= threshold) continue;
        json_object_set_new(row, "over", json_string(in <= threshold ? "out" : out <= threshold ? "in" : "both"));
        json_array_append(rows, row);
    }
    free(keys);
    return rows;
}

/* A part of a gaming day would hide what the whole of it adds up to: those that the query touches are summed whole. */
static void widen_to_days(report_query *query)
{
    int64_t first = query_midnight(query, query->from_ms), last = query_midnight(query, query->to_ms - 1);
    query->from_ms = query_day_of(query, first);
    query->to_ms = query_day_of(query, last + 86400000);
}

json_t *report_currency(report_query *query, json_t *more)
{
    widen_to_days(query);
    cash_book book = { .query = query, .days = json_object() };
    table_listener listener = { .self = &book, .hear = hear_table };
    int64_t from = seq_at(query, "house", query->from_ms);
    bool read = read_stream(query, "house", from, hear_cage, &book) && read_tables(query, &listener);
    json_object_set_new(more, "threshold_cents", json_integer(query->config.currency_cents));
    json_t *rows = read ? rows_over(book.days) : NULL;
    json_decref(book.days);
    return rows;
}

/* --- tax ------------------------------------------------------------------------------------------------------------ */

typedef struct {
    report_query *query;
    json_t *rows;
    report_stake stake[REPORT_STAKES]; /* of the round */
    int stakes;
} tax_book;

static lm_cents smallest_stake(const tax_book *b, const char *player)
{
    lm_cents least = 0;
    for (int i = 0; i < b->stakes; i++) {
        const report_stake *s = &b->stake[i];
        if (strcmp(s->player, player) == 0 && (least == 0 || s->cents < least)) least = s->cents;
    }
    return least;
}

static void keep_stake(tax_book *b, const thing *what)
{
    if (b->stakes == REPORT_STAKES) return;
    report_stake *s = &b->stake[b->stakes++];
    s->cents = what->cents;
    snprintf(s->player, sizeof s->player, "%s", what->player);
}

/* A payment counts when it is large and may be so many times its wager. Which wager it was for is not in the ledger, so the
 * smallest of the player's in that round is taken: the list may hold more than must be reported, never less. */
static void hear_pay(tax_book *b, const table_reading *t, const thing *what)
{
    const lm_effect *m = what->move;
    const char *player = account_person(m->to, "rack/");
    bool award = strcmp(m->reason, "award") == 0;
    if (!player || !(award || strcmp(m->reason, "pay") == 0)) return;
    if (b->query->person[0] && strcmp(b->query->person, player) != 0) return;
    lm_cents stake = smallest_stake(b, player);
    const report_config *config = config_at(b->query, what->time_ms);
    if (m->number < config->tax_cents || m->number / (stake ? stake : 1) < config->tax_odds) return;
    char time[24];
    time_write(what->time_ms, time);
    json_array_append_new(b->rows, json_pack("{s:s, s:s, s:s, s:I, s:I, s:I, s:s, s:I}", "time", time, "player", player,
                                             "table", t->table, "round", (json_int_t)t->round, "seq",
                                             (json_int_t)what->seq, "won_cents", (json_int_t)m->number, "from",
                                             award ? "meter" : "tray", "least_stake_cents", (json_int_t)stake));
}

static void hear_tax(void *self, const table_reading *t, const thing *what)
{
    tax_book *b = self;
    if (strcmp(t->money, "real") != 0) return;
    if (what->kind == THING_ACT && strcmp(what->word, "open") == 0) b->stakes = 0;
    if (what->kind == THING_STAKE) keep_stake(b, what);
    if (what->kind == THING_MOVE && what->inside) hear_pay(b, t, what);
}

json_t *report_tax(report_query *query, json_t *more)
{
    tax_book *book = calloc(1, sizeof *book);
    if (!book) return NULL;
    book->query = query;
    book->rows = json_array();
    table_listener listener = { .self = book, .hear = hear_tax };
    bool read = read_tables(query, &listener);
    json_t *rows = book->rows;
    free(book);
    json_object_set_new(more, "threshold_cents", json_integer(query->config.tax_cents));
    json_object_set_new(more, "threshold_odds", json_integer(query->config.tax_odds));
    if (read) return rows;
    json_decref(rows);
    return NULL;
}
