/* reports_thresholds.c - the reports that a law may require: cash of a person in a gaming day, and large winnings.
 *
 * The thresholds are settings of the house (felt/calendar.c); only real money counts. */
#include <stdlib.h>
#include <string.h>

#include "named.h"
#include "reports.h"

/* What a person paid in and took out on a gaming day; the name of the row is date and person. */
typedef struct {
    named_row row;
    char date[11], person[LM_HOUSE_ID];
    lm_cents in, out, threshold;
    int64_t transactions;
} cash_day;

typedef struct {
    report_query *query;
    named_rows days;
    int64_t cash_seq; /* a record with cash for which no player has received chips yet */
} cash_book;

/* Either `in` or `out` is 0. */
static void add_cash(cash_book *b, int64_t time_ms, const char *person, lm_cents in, lm_cents out)
{
    if (b->query->person[0] && strcmp(b->query->person, person) != 0) return;
    char date[11], key[64];
    date_write(query_midnight(b->query, time_ms), date);
    snprintf(key, sizeof key, "%s %s", date, person);
    cash_day *day = named_add(&b->days, key);
    memcpy(day->date, date, sizeof date);
    snprintf(day->person, sizeof day->person, "%s", person);
    day->in += in;
    day->out += out;
    day->transactions++;
    day->threshold = currency_line(config_at(b->query, time_ms), time_ms);
}

/* At the cage: money between a wallet and the outside. */
static bool hear_cage(void *context, const lm_record *record)
{
    cash_book *b = context;
    lm_effect e;
    if (record->time_ms >= b->query->to_ms) return false;
    for (size_t at = 0; next_move(record, &at, &e);) {
        if (strcmp(e.name, "world/real") == 0 && strncmp(e.to, "wallet/real/", 12) == 0)
            add_cash(b, record->time_ms, e.to + 12, e.number, 0);
        if (strcmp(e.to, "world/real") == 0 && strncmp(e.name, "wallet/real/", 12) == 0)
            add_cash(b, record->time_ms, e.name + 12, 0, e.number);
    }
    return true;
}

/* At a live table: cash into the drop box, for which a player gets chips, and chips that are cashed there. */
static void hear_table(void *self, const table_reading *t, const thing *what)
{
    cash_book *b = self;
    const lm_effect *m = what->move;
    if (what->kind != THING_MOVE || !what->inside) return;
    const char *gets = account_person(m->to, "rack/"), *gives = account_person(m->name, "rack/");
    if (strcmp(m->name, "world/real") == 0 && strncmp(m->to, "drop/", 5) == 0) b->cash_seq = what->seq;
    if (gets && b->cash_seq == what->seq && strcmp(m->reason, "chips for a buy-in") == 0) {
        add_cash(b, what->time_ms, gets, m->number, 0);
        b->cash_seq = 0;
    }
    if (gives && strcmp(m->to, "world/real") == 0) add_cash(b, what->time_ms, gives, 0, m->number);
}

/* Cash in and cash out are judged separately, as the form requires. */
static json_t *rows_over(cash_book *b)
{
    json_t *rows = json_array();
    named_sort(&b->days);
    for (const named_row *row = b->days.first; row; row = row->next) {
        const cash_day *d = (const void *)row;
        bool in = d->in > d->threshold, out = d->out > d->threshold;
        if (in || out)
            add_row(rows, "CurrencyRow", d->date, d->person, d->in, d->out, d->transactions, d->threshold,
                    !in    ? "out"
                    : !out ? "in"
                           : "both");
    }
    return rows;
}

/* A part of a gaming day would hide its total, so every day that the query touches is summed whole. */
static void widen_to_days(report_query *query)
{
    int64_t first = query_midnight(query, query->from_ms), last = query_midnight(query, query->to_ms - 1);
    query->from_ms = query_day_of(query, first);
    query->to_ms = query_day_of(query, last + 86400000);
}

json_t *report_currency(report_query *query, json_t *more)
{
    widen_to_days(query);
    cash_book book = { .query = query };
    named_begin(&book.days, sizeof(cash_day));
    table_listener listener = { .self = &book, .hear = hear_table };
    int64_t from = seq_at(query, "house", query->from_ms);
    bool read = read_stream(query, "house", from, hear_cage, &book) && read_tables(query, &listener);
    json_object_set_new(more, "threshold_cents", json_integer(currency_line(&query->config, query_end(query) - 1)));
    json_t *rows = read ? rows_over(&book) : NULL;
    named_free(&book.days);
    return rows;
}

typedef struct {
    report_query *query;
    json_t *rows;
    report_stake stake[REPORT_STAKES]; /* stakes of the round */
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

/* A payment is listed when it is large and a high multiple of its wager. The ledger does not say which wager it was
 * for, so the player's smallest wager of the round is used: the list may have too many entries, but never too few. */
static void hear_pay(tax_book *b, const table_reading *t, const thing *what)
{
    const lm_effect *m = what->move;
    const char *player = account_person(m->to, "rack/");
    bool award = strcmp(m->reason, "award") == 0;
    if (!player || !(award || strcmp(m->reason, "pay") == 0)) return;
    if (b->query->person[0] && strcmp(b->query->person, player) != 0) return;
    lm_cents stake = smallest_stake(b, player);
    const report_config *config = config_at(b->query, what->time_ms);
    tax_line line;
    char time[24];
    if (!tax_is_listed(config, what->time_ms, m->number, stake, &line)) return;
    time_write(what->time_ms, time);
    add_row(b->rows, "TaxRow", time, player, t->table, (int64_t)t->round, what->seq, m->number,
            award ? "meter" : "tray", stake, line.form ? line.form->cents : 0, line.federal_cents, line.state_cents,
            line.backup_cents);
}

static void hear_tax(void *self, const table_reading *t, const thing *what)
{
    tax_book *b = self;
    if (strcmp(t->money, "real") != 0) return;
    if (what->kind == THING_ACT && what->act->word == LM_ACT_OPEN) b->stakes = 0;
    if (what->kind == THING_STAKE && b->stakes < REPORT_STAKES) b->stake[b->stakes++] = *what->stake;
    if (what->kind == THING_MOVE && what->inside) hear_pay(b, t, what);
}

/* The rows of the law by which a year is judged, with their sources. */
json_t *laws_of(const char *jurisdiction, int year)
{
    static const lm_law_what whats[] = { LM_LAW_FORM, LM_LAW_WITHHELD, LM_LAW_BACKUP, LM_LAW_CURRENCY };
    json_t *rows = json_array();
    for (size_t i = 0; i < sizeof whats / sizeof *whats; i++) {
        const lm_law *law = lm_law_next(NULL, jurisdiction, whats[i], year);
        if (!law) law = lm_law_newest(jurisdiction, whats[i], year);
        for (; law; law = lm_law_next(law, jurisdiction, whats[i], year))
            add_row(rows, "LawRow", law->jurisdiction, lm_law_word(law->what), (int64_t)law->from, (int64_t)law->to,
                    law->cents, (int64_t)law->times, law->basis_points / 100.0, law->source);
    }
    return rows;
}

json_t *report_tax(report_query *query, json_t *more)
{
    tax_book *book = zeroed_or_end(sizeof *book);
    book->query = query;
    book->rows = json_array();
    table_listener listener = { .self = book, .hear = hear_tax };
    json_t *rows = read_tables(query, &listener) ? book->rows : no_rows(book->rows);
    free(book);
    const report_config *config = &query->config;
    int year = gaming_year(config, query_end(query) - 1);
    const lm_law *form = lm_law_newest(config->jurisdiction, LM_LAW_FORM, year);
    json_object_set_new(more, "threshold_cents", json_integer(form ? form->cents : config->tax_cents));
    json_object_set_new(more, "threshold_odds", json_integer(form ? form->times : config->tax_odds));
    json_object_set_new(more, "law", laws_of(config->jurisdiction, year));
    return rows;
}
