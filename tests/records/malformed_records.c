/* malformed_records.c - reports over a journal in which other tables' records are nonsense.
 *
 * A table is played and its records are written again, under other tables' names, with every damage to every field of
 * their acts, and as bodies that are not acts. Every report is still made, as rows and as text, or says why it cannot
 * be; and its rows about the played table do not change by a byte. */
/* sanitized */
#include <time.h>

#include "damage.h"
#include "../house/kit/matrix_people.h"
#include "reports.h"

enum { FIELDS = 4, BODIES = 512 };

static json_t *body_kept[BODIES];
static char kind_kept[BODIES][LM_STORE_NAME + 1];
static int bodies;

static bool keep_body(void *context, const lm_record *record)
{
    (void)context;
    assert_true(bodies < BODIES);
    snprintf(kind_kept[bodies], sizeof kind_kept[0], "%s", record->kind);
    body_kept[bodies++] = json_loadb(record->body, record->body_size, 0, NULL);
    return true;
}

/* --- a table that was played ------------------------------------------------------------------------------------------- */

static void bet_and_deal(void)
{
    must("l", 'D', "open", "{}");
    must("l", 'h', "bet", "{'seat':'1','cents':1000}");
    must("l", 'h', "bet", "{'seat':'1','wager':'blazing7','cents':100}");
    must("l", 'D', "deal", "{}");
}

/* One round with insurance, one with an award from a meter, and a correction. */
static void play_table(void)
{
    begin_live_table();
    must("l", 's', "terms", "{'title':'another'}");
    bring_shoe();
    bet_and_deal();
    deal_cards("9h Ad 8c --");
    must("l", 'h', "insure", "{'seat':'1','cents':500}");
    must("l", 'D', "peek", "{'blackjack':false}");
    must("l", 'h', "stand", "{'seat':'1'}");
    must("l", 'D', "turn", "{'card':'8s'}");
    must("l", 's', "correct", "{'number':1,'card':'7h','reason':'misread'}");
    must("l", 'D', "end-game", "{'wager':'blazing7'}");
    bet_and_deal();
    deal_cards("7h 9d 7d --");
    must("l", 'h', "double", "{'seat':'1'}");
    deal_cards("7d");
    must("l", 'D', "turn", "{'card':'8h'}");
    must("l", 'D', "call", "{'seat':'1','wager':'blazing7'}");
    must("l", 's', "verify-award", "{'seat':'1','wager':'blazing7'}");
    must("l", 'e', "pay-award", "{'seat':'1','wager':'blazing7'}");
    must("l", 'D', "end-game", "{'wager':'blazing7'}");
    must_both("l", 's', 'c', "fill", "{'cents':1000}");
    must("l", 's', "freeze", "{'reason':'test'}");
    must("l", 's', "thaw", "{}");
    must("l", 'h', "toke", "{'cents':100}");
    must("l", 'h', "leave", "{}");
    desk_close(d);
    char text[LM_STORE_TEXT];
    assert_int_equal(lm_store_records(store, "table/l", 1, keep_body, NULL, text), LM_STORE_DONE);
}

/* --- nonsense ------------------------------------------------------------------------------------------------------------ */

/* The record with one field of each of its acts damaged. */
static json_t *damaged_record(const json_t *body, int field, int damage)
{
    json_t *copy = json_deep_copy(body), *acts = json_object_get(copy, "acts"), *act, *value;
    size_t i;
    json_array_foreach(acts, i, act)
    {
        int n = 0;
        const char *key, *chosen = NULL;
        json_object_foreach(act, key, value)
        {
            if (n++ == field) chosen = key;
        }
        if (chosen) json_array_set_new(acts, i, damaged(act, chosen, damage));
    }
    return copy;
}

static void append_json(lm_batch *batch, const char *stream, const char *kind, const json_t *body)
{
    char *text = json_dumps(body, JSON_ENCODE_ANY);
    lm_batch_append(batch, stream, LM_STORE_ANY, kind, "somebody", text, strlen(text));
    free(text);
}

/* A stream in which each record stands as it was and, behind it, damaged. */
static void write_damaged(int field, int damage, bool from_first)
{
    char stream[64];
    lm_batch *batch = lm_batch_new();
    snprintf(stream, sizeof stream, "table/l-%d-%d-%d", field, damage, from_first);
    for (int i = 0; i < bodies; i++) {
        json_t *bad = damaged_record(body_kept[i], field, damage);
        if (i || !from_first) append_json(batch, stream, kind_kept[i], body_kept[i]);
        append_json(batch, stream, kind_kept[i], bad);
        json_decref(bad);
    }
    assert_why(finish(store, batch), LM_STORE_DONE);
}

static void write_nonsense(void)
{
    static const char *const texts[] = {
        "",
        "not json",
        "5",
        "[]",
        "{}",
        "{\"acts\":5}",
        "{\"acts\":[]}",
        "{\"acts\":[5,null,[],{}]}",
        "{\"acts\":[{\"do\":5}]}",
        "{\"acts\":[{\"do\":\"bet\"},{\"do\":\"open\"},{\"do\":\"deal\"}]}",
    };
    lm_batch *batch = lm_batch_new();
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        lm_batch_append(batch, "table/y", LM_STORE_ANY, "bet", "somebody", texts[i], strlen(texts[i]));
        lm_batch_append(batch, "table/l2", LM_STORE_ANY, "open-table", "somebody", texts[i], strlen(texts[i]));
        lm_batch_append(batch, "house", LM_STORE_ANY, "person-created", "somebody", texts[i], strlen(texts[i]));
    }
    assert_why(finish(store, batch), LM_STORE_DONE);
}

/* --- reports --------------------------------------------------------------------------------------------------------------- */

static const struct {
    report_maker *make;
    const char *columns, *person, *meter;
} reports[] = {
    { report_win, "table day shift win_cents hold", "", "" },
    { report_ratings, "player table minutes", "", "" },
    { report_ratings, "player table minutes", "ann", "" },
    { report_currency, "day person in_cents", "", "" },
    { report_currency, "day person in_cents", "ann", "" },
    { report_cage, "time what person in_cents", "", "" },
    { report_cage, "time what person in_cents", "ann", "" },
    { report_tax, "time player won_cents", "", "" },
    { report_tax, "time player won_cents", "ann", "" },
    { report_review, "player table bets", "", "" },
    { report_review, "player table bets", "ann", "" },
    { report_search, "time stream seq kind actor body moves", "", "" },
    { report_search, "time stream seq kind actor body moves", "ann", "" },
    { report_significant, "time stream seq actor event reason before after detail", "", "" },
    { report_meter, "n time kind actor reason cents", "", "blazing7" },
    { report_recall, "seq time actor events", "", "" },
};
enum { REPORTS = sizeof reports / sizeof *reports };

static json_t *make_report(int i, const char *table)
{
    static int64_t now_ms; /* the same for all */
    if (!now_ms) now_ms = 1000 * (int64_t)time(NULL) + 1000;
    report_query q = {
        .store = store, .owner = shipped_records, .to_ms = now_ms, .now_ms = now_ms, .round = 1, .limit = PAGE_ROWS_MOST
    };
    json_t *more = json_object();
    config_preset(&q.config);
    q.config.currency_cents = q.config.tax_cents = 1;
    q.config.tax_odds = 0;
    snprintf(q.table, sizeof q.table, "%s", table);
    snprintf(q.person, sizeof q.person, "%s", reports[i].person);
    snprintf(q.meter, sizeof q.meter, "%s", reports[i].meter);
    json_t *rows = reports[i].make(&q, more);
    json_decref(more);
    if (!rows && !*q.text) fail_msg("report %d says nothing", i);
    lm_out text = { 0 };
    if (rows) report_csv(&text, rows, reports[i].columns, true);
    assert_true(!text.failed && (!rows || text.size));
    lm_out_free(&text);
    return rows;
}

static void reports_bear_nonsense(void **state)
{
    json_t *before[REPORTS];
    play_table();
    for (int i = 0; i < REPORTS; i++)
        before[i] = make_report(i, "l");
    for (int damage = 0; damage < DAMAGES; damage++) {
        for (int field = 0; field < FIELDS; field++)
            write_damaged(field, damage, field % 2);
    }
    write_nonsense();
    for (int i = 0; i < REPORTS; i++) {
        json_t *rows = make_report(i, "l");
        if (!json_equal(rows, before[i]))
            fail_msg(/* say:test-report-mixes-tables */ "report %d of a table changed when other tables wrote records",
                     i);
        json_decref(rows);
        json_decref(before[i]);
        json_decref(make_report(i, ""));
        json_decref(make_report(i, "l-0-0-0"));
        json_decref(make_report(i, "y"));
        json_decref(make_report(i, "nowhere"));
    }
    for (int i = 0; i < bodies; i++)
        json_decref(body_kept[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = { HOUSE_TEST(reports_bear_nonsense) };
    return cmocka_run_group_tests(tests, folder_set_up, folder_tear_down);
}
