/* long_reports.c - however long a report is, no page of it is long; page after page has every row once, and a page of a
 * list reads a bounded part of the journal. */
#define _GNU_SOURCE
#include "kit/hand_journal.h"
#include "said.h"

enum { MANY = 20000, AT_ONCE = 500, SUMS = 1000, LIST = 300, ANSWER_MOST = 144 * 1024, READS_MOST = 21000 };

/* Each person pays in much cash, and buys chips at the table, which feeds a meter. */
static void add_person(lm_batch *batch, int i)
{
    char wallet[40], rack[40], body[120], person[12];
    snprintf(person, sizeof person, "p%05d", i);
    snprintf(wallet, sizeof wallet, "wallet/real/%s", person);
    snprintf(rack, sizeof rack, "rack/t1/%s", person);
    lm_batch_append(batch, "house", LM_STORE_ANY, "deposit", "carl", "{\"receipt\":7}", 13);
    lm_batch_open(batch, wallet, false);
    lm_batch_move(batch, "world/real", wallet, 2000000, "deposit");
    int n = snprintf(body, sizeof body, "{\"acts\":[{\"do\":\"fill\",\"player\":\"%s\",\"cents\":100}]}", person);
    lm_batch_append(batch, "table/t1", LM_STORE_ANY, "fill", person, body, (size_t)n);
    lm_batch_open(batch, rack, false);
    lm_batch_move(batch, wallet, "drop/t1", 300, "buy-in");
    lm_batch_move(batch, "tray/t1", rack, 300, "chips for a buy-in");
    lm_batch_move(batch, "tray/t1", rack, 500000, "pay");
    lm_batch_move(batch, "seeds/real", "meter/t1/blazing7", 1, "seed");
}

static void write_long_journal(void)
{
    begin_journal();
    at(9, 0);
    acts("t1", "sue", OPEN_TABLE, NULL);
    acts("t1", "sue", "{'do':'tray-open','cents':1000000}",
         "cage/real tray/t1 90000000000 opener\nworld/real drop/t1 1 buy-in\nseeds/real meter/t1/blazing7 1 seed");
    for (int i = 0; i < MANY;) {
        lm_batch *batch = lm_batch_new();
        for (int end = i + AT_ONCE; i < end; i++)
            add_person(batch, i);
        lm_store_outcome outcome = lm_store_do(j.store, batch);
        assert_int_equal(outcome.why, LM_STORE_DONE);
        lm_batch_free(batch);
    }
    lm_store_close(j.store);
    open_store(LM_STORE_READ);
}

typedef struct {
    const char *word;
    int rows;        /* of all pages */
    int limit;       /* of a page: 300 rows of a list have less than the most bytes, 1,000 of a sum more */
    int reads;       /* the most that a page may read, the first page of a sum excepted; 0: not bounded */
    const char *key; /* a further field, or NULL */
    const char *value;
} long_report;

static json_t *ask_page(const long_report *r, const lm_records_owner *owner, const char *after, int64_t *read)
{
    json_t *asked = json_pack("{s:i}", "limit", r->limit);
    const lm_act_row *row = lm_act_said(r->word, strlen(r->word));
    if (r->key) json_object_set_new(asked, r->key, json_string(r->value));
    if (strcmp(r->word, "meter-history") == 0) json_object_set_new(asked, "meter", json_string("blazing7"));
    if (*after) json_object_set_new(asked, "after", json_string(after));
    lm_request body = { asked };
    lm_inquiry inquiry = {
        .word = (int)lm_act_word_of(row), .body = &body, .store = j.store, .now_ms = 4000000000000, .self = owner
    };
    lm_out answer = { 0 };
    char why[LM_HOUSE_TEXT] = "";
    int64_t before = lm_store_rows_read(j.store);
    const lm_question *q = lm_records_questions;
    while (q->word != inquiry.word)
        q++;
    if (q->answer(&inquiry, &answer, why) != LM_ANSWERED) fail_msg("%s: %s", r->word, why);
    *read = lm_store_rows_read(j.store) - before;
    if (answer.size > ANSWER_MOST)
        fail_msg(/* say:test-report-too-long */ "FAILED: an answer to %s has %zu bytes", r->word, answer.size);
    json_t *page = json_loadb(answer.at, answer.size, 0, NULL);
    lm_out_free(&answer);
    json_decref(asked);
    return page;
}

/* All rows, page after page. */
static json_t *read_all(const long_report *r, const lm_records_owner *owner)
{
    json_t *all = json_array();
    char after[200] = "";
    if (strcmp(r->word, "meter-history") == 0) strcpy(after, "0");
    for (int pages = 0;; pages++) {
        int64_t read;
        bool later = *after;
        json_t *page = ask_page(r, owner, after, &read), *rows = json_object_get(page, "rows");
        const char *next = json_string_value(json_object_get(page, "next"));
        if ((int)json_array_size(rows) > r->limit)
            fail_msg(/* say:test-report-page-too-long */ "FAILED: a page of %s is longer than asked", r->word);
        if ((later || r->limit == LIST) && r->reads && read > r->reads)
            fail_msg(/* say:test-report-reads-much */ "FAILED: a page of %s read %lld rows", r->word, (long long)read);
        json_array_extend(all, rows);
        snprintf(after, sizeof after, "%s", next ? next : "");
        json_decref(page);
        if (!*after) return all;
        if (pages > 1000) fail_msg("FAILED: the pages of %s do not end", r->word);
    }
}

static void check_once(const long_report *r, const json_t *all)
{
    json_t *seen = json_object();
    for (size_t i = 0; i < json_array_size(all); i++) {
        char *row = json_dumps(json_array_get(all, i), JSON_COMPACT);
        if (json_object_get(seen, row)) fail_msg("FAILED: a row of %s is on two pages", r->word);
        json_object_set_new(seen, row, json_true());
        free(row);
    }
    json_decref(seen);
    if ((int)json_array_size(all) != r->rows)
        fail_msg("FAILED: all pages of %s have %zu rows, not %d", r->word, json_array_size(all), r->rows);
}

/* What a kept report reads for a page: the settings, and the names of streams. */
enum { KEPT = 50 };

static const long_report reports[] = {
    { "report-currency", MANY, SUMS, KEPT, NULL, NULL },
    { "report-ratings", MANY, SUMS, KEPT, "table", "t1" },
    { "report-tax", MANY, SUMS, KEPT, NULL, NULL },
    { "report-cage", MANY + 1, LIST, READS_MOST, NULL, NULL },
    { "journal-search", 2 * MANY + 2, LIST, READS_MOST, NULL, NULL },
    { "journal-search", 2, LIST, READS_MOST, "person", "p19999" },
    { "significant-events", 2 * MANY + 2, LIST, READS_MOST, NULL, NULL },
    { "meter-history", MANY + 1, LIST, READS_MOST, "table", "t1" },
};

static void no_page_is_long(void **state)
{
    (void)state;
    write_long_journal();
    lm_records_owner owner = { .rules = { lm_wagers, lm_profile_rules }, .pages = lm_pages_new() };
    for (size_t i = 0; i < sizeof reports / sizeof *reports; i++) {
        json_t *all = read_all(&reports[i], &owner);
        check_once(&reports[i], all);
        json_decref(all);
    }
    lm_pages_free(owner.pages);
}

/* Another server, or one that has started again, kept nothing: its pages are the same. */
static void pages_of_another_server_fit(void **state)
{
    (void)state;
    static const long_report some = { "significant-events", MANY + 2, LIST, 0, "table", "t1" };
    lm_records_owner owner = { .rules = { lm_wagers, lm_profile_rules }, .pages = lm_pages_new() };
    json_t *all = read_all(&some, &owner);
    lm_pages_free(owner.pages);
    for (int page = 1; page < 20; page += 6) {
        char after[80];
        int64_t read;
        const json_t *row = json_array_get(all, (size_t)(page * 200));
        snprintf(after, sizeof after, "4000000000000-%lld-table/t1",
                 (long long)json_integer_value(json_object_get(row, "seq")));
        json_t *other = ask_page(&some, &shipped_records, after, &read);
        if (!json_equal(row, json_array_get(json_object_get(other, "rows"), 0)))
            fail_msg(/* say:test-report-other-balances */ "FAILED: a page made elsewhere has other balances");
        json_decref(other);
    }
    json_decref(all);
    end_journal();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_page_is_long),
        cmocka_unit_test(pages_of_another_server_fit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
