/* pages.c - pages of reports: bounded rows and bytes, and "next", which tells where the following page begins.
 *
 * Reports that list records go on at a record. Reports that are summed have their rows only when everything has been
 * read: they are kept for the pages that follow, and made again where they are no longer kept. "next" has the time of
 * the first page, so that all pages are of the same period. */
#include <stdlib.h>
#include <string.h>

#include "reports.h"

enum {
    PAGE_ROWS = 200,         /* unless the caller asks for another number */
    PAGE_BYTES = 128 * 1024, /* one more row may follow them */
    PAGE_READS = 20000,      /* records that a page of a list may read */
    KEPT_REPORTS = 2,
    KEPT_ROWS = 20000, /* a longer report is made again for each page */
    KEPT_BALANCES = 8,
};

typedef struct {
    char asked[REPORT_ASKED];
    json_t *whole;
} kept_report;

typedef struct {
    char stream[LM_STORE_NAME + 1];
    int64_t seq;
    json_t *cents;
} kept_balances;

struct lm_pages {
    kept_report report[KEPT_REPORTS];
    int next_report;
    kept_balances balances[KEPT_BALANCES];
    int next_balances;
};

lm_pages *lm_pages_new(void)
{
    return zeroed_or_end(sizeof(lm_pages));
}

void lm_pages_free(lm_pages *pages)
{
    if (!pages) return;
    for (int i = 0; i < KEPT_REPORTS; i++)
        json_decref(pages->report[i].whole);
    for (int i = 0; i < KEPT_BALANCES; i++)
        json_decref(pages->balances[i].cents);
    free(pages);
}

/* --- where a page begins -------------------------------------------------------------------------------------------- */

static const char *read_limit(report_query *q, const json_t *body)
{
    static const char wrong[] = "\"limit\" must be 1 to 1000";
    return read_whole(body, "limit", PAGE_ROWS, PAGE_ROWS_MOST, &q->limit) && q->limit >= 1 ? NULL : wrong;
}

/* "TIME-NUMBER" or "TIME-NUMBER-STREAM". */
static bool read_next(report_query *q, const char *text)
{
    long long time, number;
    int end = 0;
    if (sscanf(text, "%15lld-%18lld%n", &time, &number, &end) != 2 || time < 0 || number < 0) return false;
    if (text[end] && (text[end] != '-' || strlen(text + end + 1) > LM_STORE_NAME)) return false;
    if (time < q->now_ms) q->now_ms = time;
    q->from_seq = number;
    snprintf(q->from_stream, sizeof q->from_stream, "%.*s", LM_STORE_NAME, text[end] ? text + end + 1 : "");
    q->goes_on = true;
    return true;
}

const char *page_read(report_query *q, const json_t *body, bool by_number)
{
    const char *text = json_string_value(json_object_get(body, "after"));
    const char *wrong = read_limit(q, body);
    if (wrong || (!by_number && text && read_next(q, text))) return wrong;
    if (by_number ? !read_whole(body, "after", 0, INT64_MAX - 1, &q->from_seq) : json_object_get(body, "after") != NULL)
        return by_number ? "\"after\" must be a number" : "\"after\" must be the \"next\" of a page";
    q->goes_on = json_object_get(body, "after");
    if (q->goes_on && by_number) q->from_seq++;
    return NULL;
}

/* --- lists of records ------------------------------------------------------------------------------------------------ */

/* A list that tells balances needs those before its first record; what was kept spares the reading of all before. */
static void balances_keep(lm_pages *pages, const char *stream, int64_t seq, const json_t *cents)
{
    if (!pages) return;
    kept_balances *kept = &pages->balances[pages->next_balances];
    pages->next_balances = (pages->next_balances + 1) % KEPT_BALANCES;
    json_decref(kept->cents);
    kept->cents = json_deep_copy(cents);
    kept->seq = seq;
    snprintf(kept->stream, sizeof kept->stream, "%s", stream);
}

static void list_ends_before(record_list *list, const lm_record *record)
{
    const report_query *q = list->query;
    list->full = true;
    snprintf(list->next, sizeof list->next, "%lld-%lld-%s", (long long)q->now_ms, (long long)record->seq,
             record->stream);
}

bool list_takes(record_list *list, const lm_record *record)
{
    const report_query *q = list->query;
    list->before = json_array_size(list->rows);
    list->full = list->before >= (size_t)q->limit || list->bytes >= PAGE_BYTES || list->reads++ >= PAGE_READS;
    if (!list->full) return true;
    list_ends_before(list, record);
    if (list->carried) balances_keep(q->owner.pages, record->stream, record->seq, list->carried);
    return false;
}

static size_t row_bytes(const json_t *row)
{
    return json_dumpb(row, NULL, 0, JSON_COMPACT) + 1;
}

/* The rows of a record stay together, unless they alone are more than a page. */
bool list_took(record_list *list, const lm_record *record)
{
    size_t n = json_array_size(list->rows);
    if (list->before && n > list->before + 1 && n > (size_t)list->query->limit) {
        while (json_array_size(list->rows) > list->before)
            json_array_remove(list->rows, list->before);
        list_ends_before(list, record);
        return false;
    }
    for (size_t i = list->before; i < n; i++)
        list->bytes += row_bytes(json_array_get(list->rows, i));
    return true;
}

const json_t *balances_kept(const lm_pages *pages, const char *stream, int64_t seq)
{
    for (int i = 0; pages && i < KEPT_BALANCES; i++) {
        const kept_balances *kept = &pages->balances[i];
        if (kept->cents && kept->seq == seq && strcmp(kept->stream, stream) == 0) return kept->cents;
    }
    return NULL;
}

/* --- reports that are summed ------------------------------------------------------------------------------------------ */

json_t *page_kept(report_query *q, int word)
{
    const lm_pages *pages = q->owner.pages;
    snprintf(q->asked, sizeof q->asked, "%d %s %s %s %s %s %s %lld %lld %lld %lld", word, q->table, q->person, q->meter,
             q->word, q->shift, q->money, (long long)q->round, (long long)q->from_ms, (long long)q->to_ms,
             (long long)q->now_ms);
    for (int i = 0; pages && q->goes_on && i < KEPT_REPORTS; i++) {
        if (pages->report[i].whole && strcmp(pages->report[i].asked, q->asked) == 0)
            return json_incref(pages->report[i].whole);
    }
    return NULL;
}

static void keep_report(const report_query *q, json_t *whole)
{
    lm_pages *pages = q->owner.pages;
    bool kept = json_array_size(json_object_get(whole, "rows")) > KEPT_ROWS;
    for (int i = 0; pages && i < KEPT_REPORTS; i++)
        kept |= pages->report[i].whole == whole;
    if (!pages || kept) return;
    kept_report *into = &pages->report[pages->next_report];
    pages->next_report = (pages->next_report + 1) % KEPT_REPORTS;
    json_decref(into->whole);
    into->whole = json_incref(whole);
    memcpy(into->asked, q->asked, sizeof into->asked);
}

static bool is_of(const json_t *detail, const json_t *row)
{
    return json_equal(json_object_get(detail, "player"), json_object_get(row, "player")) &&
           json_equal(json_object_get(detail, "table"), json_object_get(row, "table"));
}

/* A page of the rows, and with each row its details, which stand in the same order. */
json_t *page_cut(const report_query *q, json_t *whole)
{
    const json_t *rows = json_object_get(whole, "rows"), *details = json_object_get(whole, "by_count");
    json_t *page = json_copy(whole), *shown = json_array(), *told = json_array();
    size_t bytes = 0, n = json_array_size(rows), i = (size_t)q->from_seq, detail = 0;
    for (size_t k = 0; k < i && k < n; k++) {
        while (is_of(json_array_get(details, detail), json_array_get(rows, k)))
            detail++;
    }
    for (; i < n && json_array_size(shown) < (size_t)q->limit && bytes < PAGE_BYTES; i++) {
        json_t *row = json_array_get(rows, i);
        json_array_append(shown, row);
        bytes += row_bytes(row);
        for (; is_of(json_array_get(details, detail), row); detail++) {
            json_array_append(told, json_array_get(details, detail));
            bytes += row_bytes(json_array_get(details, detail));
        }
    }
    json_object_set_new(page, "rows", shown);
    if (details) json_object_set(page, "by_count", told);
    json_decref(told);
    if (i >= n) return page;
    char next[40];
    snprintf(next, sizeof next, "%lld-%zu", (long long)q->now_ms, i);
    json_object_set_new(page, "next", json_string(next));
    keep_report(q, whole);
    return page;
}
