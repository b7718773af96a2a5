/* slips.c - the slips of a gaming day, their numbers, and the close of the day, over journals written by hand. */
/* sanitized */
#define _GNU_SOURCE
#include "kit/hand_journal.h"

static const char live[] =
    "{'do':'open-table','title':'Pit one','rules':'ma-blackjack','dealing':'live','money':'real'}";

static void write_day(void)
{
    begin_journal();
    at(9, 0);
    acts("a", "sue", live, NULL);
    acts("b", "sue", live, NULL);
    at(9, 10);
    acts("b", "sue", "{'do':'tray-open','cents':100000,'by':'sue','chips':'40x2500'}",
         "cage/real tray/b 100000 opener");
    at(9, 20);
    acts("a", "sue", "{'do':'tray-open','cents':90000000,'by':'sue'}",
         "cage/real tray/a 90000000 opener\ncage/real rack/a/ann 1000000 chips for a buy-in\nseeds/real "
         "meter/a/blazing7 5000000 seed");
    sit_down("a");
    at(9, 30);
    acts("b", "sue", "{'do':'fill','cents':5000,'by':'sue','approved':'sam','slip':1}", "cage/real tray/b 5000 fill");
    at(9, 40);
    acts("a", "dora", "{'do':'open'}", NULL);
    acts("a", "ann", "{'do':'bet','seat':'1','wager':'main','cents':5000}", "rack/a/ann felt/a 5000 bet");
    acts("a", "ann", "{'do':'bet','seat':'1','wager':'blazing7','cents':500}", "rack/a/ann felt/a 500 bet");
    acts("a", "dora", "{'do':'deal'}", NULL);
    acts("a", "dora", "{'do':'call','seat':'1','wager':'blazing7','person':'dora'}", NULL);
    acts("a", "sam", "{'do':'verify-award','seat':'1','wager':'blazing7','person':'sam'}", NULL);
    at(9, 50);
    acts("a", "sue", "{'do':'pay-award','seat':'1','wager':'blazing7','person':'sue'}",
         "meter/a/blazing7 tray/a 600000 award\ntray/a rack/a/ann 600000 pay\ntray/a rack/a/ann 7500 pay");
    at(10, 0);
    acts("a", "dora", "{'do':'open'}", "cage/real tray/a 2500 fill"); /* by the house, without an act */
    at(10, 10);
    acts("b", "sue",
         "{'do':'tray-close','cents':100000,'by':'sue','approved':'sam','book_cents':105000,'difference_cents':-5000}",
         "tray/b world/real 5000 adjust\ntray/b cage/real 100000 closer");
}

static const struct {
    const char *kind, *table, *by;
    int number, cents, difference, slip;
} wanted[] = {
    { "opener", "b", "sue", 1, 100000, 0, 0 }, { "opener", "a", "sue", 2, 90000000, 0, 0 },
    { "fill", "b", "sue", 1, 5000, 0, 1 },     { "jackpot", "a", "sue", 1, 600000, 0, 0 },
    { "fill", "a", "house", 2, 2500, 0, 1 },   { "closer", "b", "sue", 1, 100000, -5000, 0 },
};
enum { N = sizeof wanted / sizeof *wanted };

static void test_numbers(void **state)
{
    (void)state;
    write_day();
    set_times();
    report_query q = query();
    json_t *rows = ask(report_slips, &q, NULL);
    for (size_t i = 0; i < N; i++) {
        if (i >= json_array_size(rows) || strcmp(text(rows, i, "kind"), wanted[i].kind) != 0 ||
            whole(rows, i, "number") != wanted[i].number || whole(rows, i, "cents") != wanted[i].cents)
            fail_msg(/* say:test-slip */ "slip %zu is not %s number %d", i + 1, wanted[i].kind, wanted[i].number);
        assert_string_equal(text(rows, i, "table"), wanted[i].table);
        assert_string_equal(text(rows, i, "by"), wanted[i].by);
        assert_int_equal(whole(rows, i, "difference_cents"), wanted[i].difference);
        assert_int_equal(json_integer_value(json_object_get(json_array_get(rows, i), "slip")), wanted[i].slip);
        assert_string_equal(text(rows, i, "day"), "2026-11-15");
    }
    assert_int_equal(json_array_size(rows), N);
    assert_string_equal(text(rows, 0, "chips"), "40x2500");
    json_decref(rows);
    snprintf(q.table, sizeof q.table, "a"); /* narrowed, a slip keeps its number */
    snprintf(q.word, sizeof q.word, "fill");
    q.from_ms = monday_ms + 599 * minute_ms;
    rows = ask(report_slips, &q, NULL);
    assert_int_equal(json_array_size(rows), 1);
    assert_int_equal(whole(rows, 0, "number"), 2);
    json_decref(rows);
    q.table[0] = '\0';
    q.from_ms = monday_ms;
    snprintf(q.word, sizeof q.word, "tray");
    rows = ask(report_slips, &q, NULL);
    assert_int_equal(json_array_size(rows), N - 1); /* all but the jackpot */
    json_decref(rows);
    end_journal();
}

static void test_jackpot(void **state)
{
    (void)state;
    write_day();
    char body[80];
    set_times();
    report_query q = query();
    snprintf(q.word, sizeof q.word, "jackpot");
    json_t *rows = ask(report_slips, &q, NULL);
    assert_string_equal(text(rows, 0, "person"), "ann");
    assert_string_equal(text(rows, 0, "called"), "dora");
    assert_string_equal(text(rows, 0, "confirmed"), "sam");
    assert_int_equal(whole(rows, 0, "meter_cents"), 600000);
    /* $6,000 on $5: 1,200 times, so a form is due, and 24 % and 5 % are withheld */
    assert_true(json_is_true(json_object_get(json_array_get(rows, 0), "form")));
    assert_int_equal(whole(rows, 0, "threshold_cents"), 200000);
    assert_int_equal(whole(rows, 0, "federal_cents"), 144000);
    assert_int_equal(whole(rows, 0, "state_cents"), 30000);
    assert_null(json_object_get(json_array_get(rows, 0), "filed_by"));
    snprintf(body, sizeof body, "{\"table\":\"a\",\"seq\":%lld}", (long long)whole(rows, 0, "seq"));
    json_decref(rows);
    lm_store_close(j.store);
    open_store(LM_STORE_SERVE);
    at(11, 0);
    record("house", "slip-filed", "carl", body, NULL);
    q.store = j.store;
    rows = ask(report_slips, &q, NULL);
    assert_string_equal(text(rows, 0, "filed_by"), "carl");
    json_decref(rows);
    end_journal();
}

/* Steps of the close by their kind, and whether they are done. */
static void test_close(void **state)
{
    static const struct {
        const char *step, *table;
        bool done;
    } steps[] = {
        { "table", "a", false },    { "drop", "a", true },     { "table", "b", true },      { "drop", "b", true },
        { "approval", "b", false }, { "jackpot", "a", false }, { "difference", "b", true },
    };
    (void)state;
    write_day();
    at(10, 20);
    record("house", "approval-asked", "sue",
           "{\"approval\":\"1f\",\"word\":\"fill\",\"request\":{\"table\":\"b\",\"cents\":700}}", NULL);
    record("house", "approval-asked", "sue", "{\"approval\":\"2f\",\"word\":\"fill\",\"request\":{}}", NULL);
    record("house", "declined", "sue", "{\"approval\":\"2f\"}", NULL);
    set_times();
    report_query q = query();
    q.to_ms = monday_ms + 630 * minute_ms;
    json_t *more = json_object(), *rows = ask(report_close, &q, more), *totals = json_object_get(more, "totals");
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        const json_t *row = json_array_get(rows, i);
        if (!row || strcmp(text(rows, i, "step"), steps[i].step) != 0 ||
            json_is_true(json_object_get(row, "done")) != steps[i].done)
            fail_msg(/* say:test-close-step */ "step %zu of the close is not %s of table %s", i + 1, steps[i].step,
                     steps[i].table);
        assert_string_equal(text(rows, i, "table"), steps[i].table);
    }
    assert_int_equal(json_array_size(rows), sizeof steps / sizeof *steps);
    assert_true(json_is_false(json_object_get(more, "closed")));
    assert_int_equal(json_array_size(totals), 1);
    assert_int_equal(whole(totals, 0, "opener_cents"), 90100000);
    assert_int_equal(whole(totals, 0, "fills_cents"), 7500);
    assert_int_equal(whole(totals, 0, "difference_cents"), -5000);
    json_decref(rows);
    json_decref(q.win);
    json_decref(q.slips);
    json_decref(more);
    end_journal();
}

/* A shoe is complete when each card is in it as often as any other. */
static void test_decks(void **state)
{
    (void)state;
    char order[400] = "", list[700];
    for (int card = 0; card < 52; card++)
        strcat(order, lm_card_name((lm_card)card).text);
    begin_journal();
    at(9, 0);
    acts("v", "sue", "{'do':'open-table','title':'V','rules':'ma-blackjack','dealing':'virtual','money':'play'}", NULL);
    for (int shoe = 1; shoe <= 2; shoe++) {
        snprintf(list, sizeof list, "{'do':'shoe','number':%d,'cards':[52],'commitment':'c','sealed':''}", shoe);
        acts("v", "house", list, NULL);
        acts("v", "dealer", "{'do':'card','card':'7h'},{'do':'down'}", NULL);
        if (shoe == 2) memcpy(order, order + 2, 2); /* a card twice, another not at all */
        snprintf(list, sizeof list, "{'do':'open-shoe','number':%d,'salt':'','order':['%s']}", shoe, order);
        acts("v", "house", list, NULL);
    }
    set_times();
    report_query q = query();
    json_t *rows = ask(report_decks, &q, NULL);
    assert_int_equal(json_array_size(rows), 2);
    assert_int_equal(whole(rows, 0, "dealt"), 2);
    assert_int_equal(whole(rows, 0, "left"), 50);
    assert_string_equal(text(rows, 0, "reconciled"), "yes");
    assert_string_equal(text(rows, 1, "reconciled"), "no");
    json_decref(rows);
    rows = ask(report_games, &q, NULL);
    assert_string_equal(text(rows, 0, "rules"), "ma-blackjack");
    assert_int_equal(whole(rows, 0, "boxes"), 6);
    assert_true(*text(rows, 0, "game"));
    json_decref(rows);
    end_journal();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_jackpot),
        cmocka_unit_test(test_close),
        cmocka_unit_test(test_decks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
