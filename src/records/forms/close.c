/* close.c - the close of a gaming day: what is left to do, and what the day brought.
 *
 * Figures come from the other reports, computed once: the totals are sums of the rows of report-win and report-slips. */
#include <stdlib.h>
#include <string.h>

#include "reports.h"

static const int64_t waits_ms = 15 * 60 * 1000; /* a request for a second person, see approvals.c of the house */

typedef struct {
    report_query *query;
    json_t *rows;
    json_t *waiting, *disputes; /* by number */
    lm_cents tray, drop;
    bool live, open, closed, any;
} close_book;

static const char *text_in(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

static int64_t int_at(const json_t *object, const char *key)
{
    return json_integer_value(json_object_get(object, key));
}

static void add_step(const close_book *b, const char *step, const char *table, const char *title, const char *money,
                     bool done, lm_cents cents, const char *what)
{
    add_row(b->rows, "CloseRow", step, *table ? table : NULL, *title ? title : NULL, *money ? money : NULL,
            json_boolean(done), cents, what);
}

/* --- tables ---------------------------------------------------------------------------------------------------------------- */

static void hear_table(void *self, const table_reading *t, const thing *what)
{
    close_book *b = self;
    if (what->inside) b->any = true;
    if (what->kind == THING_ACT) {
        if (what->act->word == LM_ACT_OPEN_TABLE) b->live = strcmp(text_in(what->recorded, "dealing"), "live") == 0;
        if (what->act->word == LM_ACT_TRAY_OPEN) b->open = true;
        if (what->act->word == LM_ACT_TRAY_CLOSE) b->open = false;
        if (what->act->word == LM_ACT_CLOSE_TABLE) b->closed = true;
    }
    if (what->kind != THING_MOVE) return;
    const lm_effect *m = what->move;
    if (account_is(m->to, "tray", t->table)) b->tray += m->number;
    if (account_is(m->name, "tray", t->table)) b->tray -= m->number;
    if (account_is(m->to, "drop", t->table)) b->drop += m->number;
    if (account_is(m->name, "drop", t->table)) b->drop -= m->number;
}

static void begin_table(void *self, const table_reading *t)
{
    close_book *b = self;
    (void)t;
    b->tray = b->drop = 0;
    b->live = b->open = b->closed = b->any = false;
}

/* Trays and drop boxes that people count must be counted; the trays of the program lie open by day and night, and its
 * shifts count what is in them. */
static void end_table(void *self, const table_reading *t)
{
    close_book *b = self;
    if (!b->any && !b->open && !b->drop) return;
    add_step(b, "table", t->table, t->title, t->money, !b->open || !b->live, b->tray,
             !b->open  ? "the tray is closed"
             : b->live ? "the tray is open: close it"
                       : "the program deals here, and the tray may stay open");
    if (b->drop || b->live)
        add_step(b, "drop", t->table, t->title, t->money, !b->drop || !b->live, b->drop,
                 !b->drop  ? "the drop box is counted"
                 : b->live ? "the drop box is not counted"
                           : "the program keeps this drop, and it may be counted later");
}

/* --- the house ------------------------------------------------------------------------------------------------------------- */

static bool hear_house(void *context, const lm_record *record)
{
    close_book *b = context;
    static const char *const ends[] = { "approved", "declined", "dispute-resolved", "dispute-ruled" };
    if (record->time_ms >= b->query->to_ms) return false;
    bool asked = strcmp(record->kind, "approval-asked") == 0, ended = false;
    bool dispute = strcmp(record->kind, "dispute") == 0 || strcmp(record->kind, "dispute-appealed") == 0;
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        ended |= strcmp(record->kind, ends[i]) == 0;
    if (!asked && !ended && !dispute) return true;
    char number[32];
    json_t *body = json_loadb(record->body, record->body_size, 0, NULL);
    snprintf(number, sizeof number, "%lld", (long long)int_at(body, "dispute"));
    if (asked && record->time_ms > query_end(b->query) - waits_ms)
        json_object_set_new(b->waiting, text_in(body, "approval"),
                            json_pack("{s:s, s:s, s:O}", "word", text_in(body, "word"), "by", record->actor, "request",
                                      json_object_get(body, "request")));
    if (dispute) json_object_set(b->disputes, number, body);
    if (ended) {
        json_object_del(b->waiting, text_in(body, "approval"));
        json_object_del(b->disputes, number);
    }
    json_decref(body);
    return true;
}

static void add_house_steps(const close_book *b)
{
    const char *key;
    json_t *value;
    char what[200];
    json_object_foreach(b->waiting, key, value)
    {
        const json_t *request = json_object_get(value, "request");
        snprintf(what, sizeof what, "%.40s by %.40s waits for a second person", text_in(value, "word"),
                 text_in(value, "by"));
        add_step(b, "approval", text_in(request, "table"), "", "", false, int_at(request, "cents"), what);
    }
    json_object_foreach(b->disputes, key, value)
    {
        snprintf(what, sizeof what, "dispute %.20s is not decided", key);
        add_step(b, "dispute", text_in(value, "table"), "", "", true, 0, what);
    }
}

static void add_slip_steps(const close_book *b, const json_t *slips)
{
    size_t i;
    json_t *slip;
    json_array_foreach(slips, i, slip)
    {
        const char *kind = text_in(slip, "kind"), *table = text_in(slip, "table");
        lm_cents difference = int_at(slip, "difference_cents");
        bool jackpot = strcmp(kind, "jackpot") == 0, filed = *text_in(slip, "filed");
        char what[120];
        if (difference) {
            snprintf(what, sizeof what, "%.20s %lld is %s", kind, (long long)int_at(slip, "number"),
                     difference > 0 ? "over" : "short");
            add_step(b, "difference", table, text_in(slip, "title"), text_in(slip, "money"), true, difference, what);
        }
        if (jackpot) {
            snprintf(what, sizeof what, "jackpot %lld of %.40s is %s", (long long)int_at(slip, "number"),
                     text_in(slip, "person"), filed ? "filed" : "not filed");
            add_step(b, "jackpot", table, text_in(slip, "title"), text_in(slip, "money"), filed, int_at(slip, "cents"),
                     what);
        }
    }
}

/* --- totals ---------------------------------------------------------------------------------------------------------------- */

static bool has_money(const json_t *rows, const char *money)
{
    size_t i;
    json_t *row;
    json_array_foreach(rows, i, row)
    {
        if (strcmp(text_in(row, "money"), money) == 0) return true;
    }
    return false;
}

static lm_cents counted_drop(const json_t *slips, const char *money)
{
    lm_cents sum = 0;
    size_t i;
    json_t *slip;
    json_array_foreach(slips, i, slip)
    {
        if (strcmp(text_in(slip, "money"), money) == 0 && strcmp(text_in(slip, "kind"), "drop") == 0)
            sum += int_at(slip, "cents");
    }
    return sum;
}

static json_t *totals_of(const json_t *win, const json_t *slips)
{
    static const char *const moneys[] = { "real", "play" };
    json_t *rows = json_array();
    for (size_t i = 0; i < sizeof moneys / sizeof *moneys; i++) {
        const char *money = moneys[i];
        if (!has_money(win, money) && !has_money(slips, money)) continue;
        json_t *w = rows_total(win, win_sums, money), *s = rows_total(slips, "difference_cents", money);
        lm_cents won = int_at(w, "win_cents"), drop = int_at(w, "drop_cents");
        add_row(rows, "CloseTotal", money, int_at(w, "opener_cents"), int_at(w, "fills_cents"),
                int_at(w, "credits_cents"), int_at(w, "closer_cents"), drop, won, share_of((double)won, (double)drop),
                int_at(w, "theory_cents"), int_at(w, "band_low_cents"), int_at(w, "band_high_cents"),
                counted_drop(slips, money), int_at(s, "difference_cents"), int_at(w, "rounds"), int_at(w, "hands"));
        json_decref(w);
        json_decref(s);
    }
    return rows;
}

static bool is_closed(const json_t *rows)
{
    size_t i;
    json_t *row;
    json_array_foreach(rows, i, row)
    {
        if (!json_is_true(json_object_get(row, "done"))) return false;
    }
    return true;
}

json_t *report_close(report_query *query, json_t *more)
{
    close_book b = { .query = query, .rows = json_array(), .waiting = json_object(), .disputes = json_object() };
    table_listener listener = { .self = &b, .begin = begin_table, .hear = hear_table, .end = end_table };
    json_t *win = report_win(query, more), *slips = win ? report_slips(query, more) : NULL;
    bool read = slips && read_tables(query, &listener) && read_stream(query, "house", 1, hear_house, &b);
    if (read) {
        add_house_steps(&b);
        add_slip_steps(&b, slips);
        json_object_set_new(more, "totals", totals_of(win, slips));
        json_object_set_new(more, "closed", json_boolean(is_closed(b.rows)));
        query->win = json_incref(win);
        query->slips = json_incref(slips);
    }
    json_decref(win);
    json_decref(slips);
    json_decref(b.waiting);
    json_decref(b.disputes);
    return read ? b.rows : no_rows(b.rows);
}
