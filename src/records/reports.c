/* reports.c - the commands that ask for a report: reads the request, makes the rows on another thread, answers as JSON
 * or CSV. */
#define _DEFAULT_SOURCE /* timegm */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "reports.h"

static const int64_t day_ms = 86400000;

/* The report of each command, and its columns as text. */
typedef struct {
    lm_act_word word;
    bool lists; /* it makes one page by itself; others make all rows */
    report_maker *make;
    const char *columns;
    const char *sums; /* fields that are added up; NULL: none */
} report;

static const report reports[] = {
    { LM_ACT_REPORT_WIN, false, report_win,
      "table title money day shift opener_cents fills_cents credits_cents closer_cents drop_cents win_cents "
      "hold rounds "
      "hands minutes rounds_per_hour hands_per_hour staked_cents theory_cents theory_hold sd_cents "
      "band_low_cents "
      "band_high_cents unpriced_cents",
      win_sums },
    { LM_ACT_REPORT_RATINGS, false, report_ratings,
      "player table money minutes hands bets average_bet_cents staked_cents theory_cents result_cents "
      "band_low_cents "
      "band_high_cents bought_cents cashed_cents",
      "minutes hands bets staked_cents theory_cents result_cents bought_cents cashed_cents" },
    { LM_ACT_REPORT_CURRENCY, false, report_currency, "day person in_cents out_cents transactions over",
      "in_cents out_cents transactions" },
    { LM_ACT_REPORT_CAGE, true, report_cage,
      "time stream seq what money person table by in_cents out_cents coupon_cents receipt" },
    { LM_ACT_REPORT_TAX, false, report_tax,
      "time player table round seq won_cents from least_stake_cents threshold_cents federal_cents state_cents "
      "backup_cents" },
    { LM_ACT_REPORT_REVIEW, false, report_review,
      "player table bets least_cents most_cents mean_cents mean_count correlation insured declined "
      "insured_mean_count declined_mean_count shoes by_chance" },
    { LM_ACT_REPORT_SLIPS, false, report_slips,
      "day shift kind number table title money time seq cents book_cents difference_cents chips by approved slip "
      "person "
      "wager box meter_cents called confirmed form threshold_cents federal_cents state_cents backup_cents filed_by "
      "filed",
      "cents difference_cents meter_cents federal_cents state_cents backup_cents" },
    { LM_ACT_REPORT_DECKS, false, report_decks,
      "table title dealing shoe time seq decks cards dealt left opened reconciled commitment" },
    { LM_ACT_REPORT_GAMES, false, report_games,
      "table title game rules settings dealing money decks boxes least_cents most_cents wagers link founded closed" },
    { LM_ACT_REPORT_CLOSE, false, report_close, "step table title money done cents what" },
    { LM_ACT_REPORT_ROUNDS, false, report_rounds,
      "table money round seq time_ms lasted_ms dealer hands staked_cents win_cents tray_cents corrections irregular" },
    { LM_ACT_JOURNAL_SEARCH, true, report_search, "time stream seq kind actor told body moves" },
    { LM_ACT_SIGNIFICANT_EVENTS, true, report_significant,
      "time stream seq actor event told reason before after detail" },
    { LM_ACT_METER_HISTORY, true, report_meter, "n time kind actor reason cents balance_cents stream seq" },
    { LM_ACT_RECALL, false, report_recall, "seq time_ms by told events" },
};

/* --- the question ---------------------------------------------------------------------------------------------------- */

static bool read_digits(const char *text, int64_t *value)
{
    char *end;
    if (!*text || strspn(text, "0123456789") != strlen(text) || strlen(text) > 15) return false;
    *value = strtoll(text, &end, 10);
    return true;
}

static const int64_t LATEST_MS = 999999999999999; /* fifteen digits at most, so that adding days cannot overflow */

/* Milliseconds since 1970, or a date with or without a time of day, in UTC. */
static bool read_time(const json_t *value, int64_t *time_ms)
{
    if (json_is_integer(value)) {
        *time_ms = json_integer_value(value);
        return *time_ms >= 0 && *time_ms <= LATEST_MS;
    }
    const char *text = json_string_value(value);
    if (!text) return false;
    if (read_digits(text, time_ms)) return true;
    struct tm when = { .tm_mday = 1 };
    int end = 0, year, month;
    int n = sscanf(text, "%4d-%2d-%2d%nT%2d:%2d:%2d%n", &year, &month, &when.tm_mday, &end, &when.tm_hour, &when.tm_min,
                   &when.tm_sec, &end);
    if ((n != 3 && n != 6) || (text[end] && strcmp(text + end, "Z") != 0)) return false;
    when.tm_year = year - 1900;
    when.tm_mon = month - 1;
    time_t seconds = timegm(&when);
    *time_ms = (int64_t)seconds * 1000;
    return seconds >= 0 && when.tm_mon == month - 1; /* timegm would turn 31 February into March */
}

bool read_whole(const json_t *body, const char *key, int64_t otherwise, int64_t most, int64_t *value)
{
    const json_t *field = json_object_get(body, key);
    *value = otherwise;
    if (!field) return true;
    if (json_is_string(field)) return read_digits(json_string_value(field), value) && *value <= most;
    *value = json_integer_value(field);
    return json_is_integer(field) && *value >= 0 && *value <= most;
}

static void read_name(const json_t *body, const char *key, char *name, size_t size)
{
    const char *text = json_string_value(json_object_get(body, key));
    snprintf(name, size, "%s", text ? text : "");
}

/* Reads a gaming day: a date, or "now" for the present one. The answer gets its date and times, so that the reader need
 * not know when a gaming day begins. */
static const char *read_day(report_query *q, int word, const json_t *body, json_t *more)
{
    const char *day = json_string_value(json_object_get(body, "day"));
    if (!day && word == LM_ACT_REPORT_CLOSE) day = "now";
    char date[11], today[11];
    int64_t midnight, midnight_now = query_midnight(q, q->now_ms);
    if (!day) return NULL;
    if (json_object_get(body, "from") || json_object_get(body, "to"))
        return "\"day\" has its own beginning and end; leave out \"from\" and \"to\"";
    if (strcmp(day, "now") == 0) {
        midnight = midnight_now;
    } else if (strlen(day) != sizeof date - 1 || !read_time(json_object_get(body, "day"), &midnight)) {
        return "\"day\" must be a date such as 2026-11-15, or now";
    }
    q->from_ms = query_day_of(q, midnight);
    q->to_ms = query_day_of(q, midnight + day_ms);
    date_write(midnight, date);
    date_write(midnight_now, today);
    json_object_set_new(more, "day",
                        json_pack("{s:s, s:I, s:I, s:s}", "date", date, "from_ms", (json_int_t)q->from_ms, "to_ms",
                                  (json_int_t)q->to_ms, "now", today));
    return NULL;
}

/* NULL, or what is wrong with the request. */
static const char *read_query(report_query *q, const json_t *body, const lm_inquiry *inquiry)
{
    const json_t *from = json_object_get(body, "from"), *to = json_object_get(body, "to");
    q->now_ms = inquiry->now_ms;
    const char *wrong = page_read(q, body, inquiry->word == LM_ACT_METER_HISTORY);
    if (wrong) return wrong;
    q->from_ms = 0;
    q->to_ms = q->now_ms + 1;
    if (from && !read_time(from, &q->from_ms)) return "\"from\" must be a time: milliseconds, or 2026-11-15T12:00:00Z";
    if (to && !read_time(to, &q->to_ms)) return "\"to\" must be a time: milliseconds, or 2026-11-15T12:00:00Z";
    if (q->from_ms >= q->to_ms) return "\"from\" must lie before \"to\"";
    read_name(body, "table", q->table, sizeof q->table);
    read_name(body, "person", q->person, sizeof q->person);
    read_name(body, "shift", q->shift, sizeof q->shift);
    read_name(body, "money", q->money, sizeof q->money);
    read_name(body, "kind", q->word, sizeof q->word);
    read_name(body, "meter", q->meter, sizeof q->meter);
    read_name(body, "seat", q->seat, sizeof q->seat);
    if (!read_whole(body, "cents", 0, LM_CENTS_MAX, &q->least_cents)) return "\"cents\" must be an amount in cents";
    if (!read_whole(body, "round", 0, UINT32_MAX, &q->round)) return "\"round\" must be a number";
    return NULL;
}

static const char *format_complaint(report_query *q, int word, const char *format)
{
    static const char *const formats[] = { "json", "csv" };
    char hint[LM_MEANT_TEXT];
    if (!format || strcmp(format, "json") == 0 || strcmp(format, "csv") == 0) return NULL;
    if (strcmp(format, "pdf") == 0 && word == LM_ACT_REPORT_CLOSE) return NULL;
    snprintf(q->text, sizeof q->text, "\"format\" must be json or csv%s",
             lm_words_meant(lm_words_nearest_of(format, formats, 2), hint));
    return q->text;
}

enum { METERS_NAMED = 64 };
typedef struct {
    char name[METERS_NAMED][LM_WAGER_TEXT];
    int n;
    size_t before; /* length of the account's name before the name of the meter */
} meter_names;

static bool add_meter(void *context, const lm_account_row *row)
{
    meter_names *all = context;
    snprintf(all->name[all->n++], LM_WAGER_TEXT, "%.*s", LM_WAGER_TEXT - 1, row->name + all->before);
    return all->n < METERS_NAMED;
}

/* Whether the table or link has the meter. The whole name is compared, because the store searches by prefix: "blazing"
 * would find "blazing7". */
static bool knows_meter(report_query *q, char *text)
{
    char before[LM_STORE_NAME + 1], hint[LM_MEANT_TEXT];
    const char *names[METERS_NAMED];
    meter_names all = { .n = 0 };
    all.before = (size_t)snprintf(before, sizeof before, "meter/%s/", q->table);
    bool known = lm_store_accounts(q->store, before, add_meter, &all, q->text) != LM_STORE_DONE;
    for (int i = 0; i < all.n; i++) {
        names[i] = all.name[i];
        known |= strcmp(names[i], q->meter) == 0;
    }
    if (!known)
        snprintf(text, LM_HOUSE_TEXT, "\"%s\" has no meter \"%s\"%s", q->table, q->meter,
                 lm_words_meant(lm_words_nearest_of(q->meter, names, all.n), hint));
    return known;
}

/* Whether the house ever had the table; otherwise a report on a misspelt name would look like one on a table without
 * play. For the history of a meter, the name may also be that of its link. */
static bool knows_table(report_query *q, int word, char *text)
{
    lm_streams streams;
    char hint[LM_MEANT_TEXT];
    if (word == LM_ACT_METER_HISTORY) return knows_meter(q, text);
    if (!q->table[0]) return true;
    bool known = !lm_streams_list(q->store, "table/", &streams, q->text);
    const char **names = zeroed_or_end((streams.n + 1) * sizeof *names);
    for (size_t i = 0; i < streams.n; i++) {
        names[i] = streams.name[i] + strlen("table/");
        known |= strcmp(names[i], q->table) == 0;
    }
    if (!known)
        snprintf(text, LM_HOUSE_TEXT, "the house never had a table \"%s\"%s", q->table,
                 lm_words_meant(lm_words_nearest_of(q->table, names, (int)streams.n), hint));
    free(names);
    lm_streams_free(&streams);
    return known;
}

static const report *report_of(int word)
{
    for (size_t i = 0; i < sizeof reports / sizeof *reports; i++) {
        if ((int)reports[i].word == word) return &reports[i];
    }
    return NULL;
}

/* --- the answer -------------------------------------------------------------------------------------------------------- */

typedef struct {
    const char *key;
    json_t *value;
} wanted_value;

static bool take_value(void *context, const lm_value_row *row)
{
    wanted_value *w = context;
    if (strcmp(row->key, w->key) != 0) return true;
    w->value = json_loadb(row->value, row->size, 0, NULL);
    return false;
}

/* Reads the present and earlier settings of the house. */
static bool read_config(report_query *q)
{
    wanted_value w = { .key = CONFIG_KEY };
    if (lm_store_values(q->store, CONFIG_KEY, take_value, &w, q->text) != LM_STORE_DONE) return false;
    history_read(&q->history, w.value);
    config_preset(&q->config);
    config_read(&q->config, w.value);
    json_decref(w.value);
    return true;
}

/* The first page has the heading line. */
static void answer_csv(const report_query *q, lm_out *answer, const json_t *page, const char *columns)
{
    lm_out text = { 0 };
    const char *next = json_string_value(json_object_get(page, "next"));
    report_csv(&text, json_object_get(page, "rows"), columns, !q->goes_on);
    lm_out_pack(answer, "{ type:s", "text/csv");
    if (next) lm_out_pack(answer, "next:s", next);
    lm_out_key(answer, "text");
    lm_out_string(answer, text.at, text.size);
    lm_out_end(answer, '}');
    answer->failed |= text.failed;
    lm_out_free(&text);
}

/* The rows of the shift and the kind of money that were asked for. */
static json_t *keep_asked(const report_query *q, json_t *rows)
{
    json_t *kept = json_array();
    for (size_t i = 0; i < json_array_size(rows); i++) {
        json_t *row = json_array_get(rows, i);
        const char *shift = json_string_value(json_object_get(row, "shift"));
        const char *money = json_string_value(json_object_get(row, "money"));
        if (q->shift[0] && shift && strcmp(shift, q->shift) != 0) continue;
        if (q->money[0] && money && strcmp(money, q->money) != 0) continue;
        json_array_append(kept, row);
    }
    json_decref(rows);
    return kept;
}

/* The report with all its rows, or the page itself of one that lists; NULL with q->text. `more` becomes it. */
static json_t *whole_report(report_query *q, const report *how, json_t *more)
{
    json_t *whole = how->lists ? NULL : page_kept(q, (int)how->word);
    if (whole) return whole;
    json_t *rows = how->make(q, more);
    if (rows && !how->lists) rows = keep_asked(q, rows);
    if (rows) json_object_set_new(more, "rows", rows);
    const char *sums = how->sums;
    if (how->word == LM_ACT_REPORT_SLIPS && (!q->word[0] || strcmp(q->word, "tray") == 0))
        sums = "difference_cents"; /* openers and closers do not add up to anything */
    if (rows && sums) json_object_set_new(more, "totals", rows_total(rows, sums, NULL));
    return rows ? json_incref(more) : NULL;
}

/* The document of a day, as a text of ASCII characters. */
static bool answer_document(report_query *q, const json_t *whole, lm_out *answer)
{
    lm_out text = { 0 };
    bool made = close_document(q, whole, &text);
    if (made) {
        lm_out_pack(answer, "{ type:s", "application/pdf");
        lm_out_key(answer, "text");
        lm_out_string(answer, text.at, text.size);
        lm_out_end(answer, '}');
        answer->failed |= text.failed;
    }
    lm_out_free(&text);
    return made;
}

static lm_kind make_report(report_query *q, const report *how, const char *format, json_t *more, lm_out *answer,
                           char *text)
{
    bool csv = format && strcmp(format, "csv") == 0, pdf = format && strcmp(format, "pdf") == 0;
    json_t *whole = whole_report(q, how, more);
    if (whole && pdf) {
        bool made = answer_document(q, whole, answer);
        if (!made) snprintf(text, LM_HOUSE_TEXT, "%.399s", q->text);
        json_decref(whole);
        return made ? LM_ANSWERED : LM_REFUSED_LATER;
    }
    json_t *page = !whole || how->lists ? json_incref(whole) : page_cut(q, whole);
    if (!page) {
        snprintf(text, LM_HOUSE_TEXT, "the report could not be made: %.300s", q->text);
        return LM_REFUSED_FAULT;
    }
    if (csv)
        answer_csv(q, answer, page, how->columns);
    else
        lm_out_json(answer, page);
    json_decref(page);
    json_decref(whole);
    return LM_ANSWERED;
}

static lm_kind answer_report(const lm_inquiry *inquiry, lm_out *answer, char *text)
{
    const json_t *body = inquiry->body->object;
    report_query *q = zeroed_or_end(sizeof *q);
    json_t *more = json_object();
    const char *format = json_string_value(json_object_get(body, "format")), *wrong = NULL;
    lm_kind kind = LM_REFUSED_FAULT;
    q->store = inquiry->store;
    if (inquiry->self) q->owner = *(const lm_records_owner *)inquiry->self;
    if (!read_config(q)) {
        snprintf(text, LM_HOUSE_TEXT, "the report could not be made: %.300s", q->text);
    } else if ((wrong = read_query(q, body, inquiry)) || (wrong = read_day(q, (int)inquiry->word, body, more)) ||
               (wrong = format_complaint(q, (int)inquiry->word, format))) {
        snprintf(text, LM_HOUSE_TEXT, "%s", wrong);
        kind = LM_REFUSED_FORM;
    } else if (!knows_table(q, (int)inquiry->word, text)) {
        kind = LM_REFUSED_UNKNOWN;
    } else if (inquiry->word == LM_ACT_HAND) {
        kind = hand_answer(q, inquiry->kept, answer, text);
    } else {
        kind = make_report(q, report_of(inquiry->word), format, more, answer, text);
    }
    json_decref(more);
    json_decref(q->win);
    json_decref(q->slips);
    free(q);
    return kind;
}

/* --- the words ------------------------------------------------------------------------------------------------------------ */

const lm_question lm_records_questions[] = {
    { LM_ACT_REPORT_WIN, false, answer_report },
    { LM_ACT_REPORT_RATINGS, false, answer_report },
    { LM_ACT_REPORT_CURRENCY, false, answer_report },
    { LM_ACT_REPORT_CAGE, false, answer_report },
    { LM_ACT_REPORT_TAX, false, answer_report },
    { LM_ACT_REPORT_REVIEW, false, answer_report },
    { LM_ACT_REPORT_SLIPS, false, answer_report },
    { LM_ACT_REPORT_DECKS, false, answer_report },
    { LM_ACT_REPORT_GAMES, false, answer_report },
    { LM_ACT_REPORT_CLOSE, false, answer_report },
    { LM_ACT_REPORT_ROUNDS, false, answer_report },
    { LM_ACT_JOURNAL_SEARCH, false, answer_report },
    { LM_ACT_SIGNIFICANT_EVENTS, false, answer_report },
    { LM_ACT_METER_HISTORY, false, answer_report },
    { LM_ACT_RECALL, false, answer_report },
    { LM_ACT_HAND, true, answer_report },
    { LM_ACT_JOURNAL, true, feed_answer },
    { LM_ACT_JOURNAL_HEAD, true, feed_head_answer },
    { -1, false, NULL },
};
