/* day_edges.c - reports over the edges of a day: a change of the clock, of thresholds, a window that
 * cuts a gaming day, a shift in which a round was only dealt (docs/reports.md). Expected figures are
 * worked by hand from the journal below. */
/* sanitized */
#define _GNU_SOURCE
#include "kit/hand_journal.h"

/* The house's clock is UTC-4 until 06:00Z of the second day, then UTC-5: that gaming day, which begins
 * at 08:00 by the clock on the wall, lasts from 12:00Z to 13:00Z of the next day. */
static void set_winter_time(report_query *q)
{
    config_preset(&q->config);
    q->config.utc_offset_minutes = -240;
    json_t *summer = config_add(NULL, &q->config, 0);
    q->config.utc_offset_minutes = -300;
    json_t *winter = config_add(summer, &q->config, monday_ms + 30 * 60 * minute_ms);
    history_read(&q->history, winter);
    json_decref(summer);
    json_decref(winter);
}

static void test_days_of_a_change(void **state)
{
    (void)state;
    report_query q = { 0 };
    set_winter_time(&q);
    assert_int_equal(query_day_of(&q, monday_ms), monday_ms + 12 * 60 * minute_ms);
    assert_int_equal(query_day_of(&q, monday_ms + day_ms), monday_ms + 37 * 60 * minute_ms);
    assert_int_equal(query_midnight(&q, monday_ms + 37 * 60 * minute_ms - 1), monday_ms);
    assert_int_equal(query_midnight(&q, monday_ms + 37 * 60 * minute_ms), monday_ms + day_ms);
    /* every minute lies in the day between two beginnings of a day, and in a shift that ends after it */
    for (int64_t at = monday_ms - day_ms; at < monday_ms + 4 * day_ms; at += minute_ms) {
        int64_t midnight = query_midnight(&q, at);
        assert_true(query_day_of(&q, midnight) <= at && at < query_day_of(&q, midnight + day_ms));
        assert_true(query_shift_end(&q, at) > at);
    }
}

/* In spring the day of the change has 23 hours, in whichever of its hours the change is made. */
static void test_spring(void **state)
{
    (void)state;
    for (int hour = 0; hour < 24; hour++) {
        report_query q = { 0 };
        config_preset(&q.config);
        q.config.utc_offset_minutes = -300;
        json_t *winter = config_add(NULL, &q.config, 0);
        q.config.utc_offset_minutes = -240;
        json_t *summer = config_add(winter, &q.config, monday_ms + (13 + hour) * 60 * minute_ms);
        history_read(&q.history, summer);
        int64_t first = query_day_of(&q, monday_ms), next = query_day_of(&q, monday_ms + day_ms);
        assert_int_equal(first, monday_ms + 13 * 60 * minute_ms);
        assert_int_equal(next - first, 23 * 60 * minute_ms);
        json_decref(winter);
        json_decref(summer);
    }
}

/* What was reported of a day that is past stays when the clock is changed; the night of the change is
 * one row. */
static void test_win_over_a_change(void **state)
{
    (void)state;
    begin_journal();
    at(12, 30); /* 08:30 in summer: "day" */
    acts("t1", "sue", OPEN_TABLE, NULL);
    acts("t1", "sue", "{'do':'tray-open','cents':1000000}", "cage/real tray/t1 1000000 opener");
    acts("t1", "dan", "{'do':'buy','player':'ann','cents':50000}",
         "world/real drop/t1 50000 buy-in\ntray/t1 rack/t1/ann 50000 chips for a buy-in");
    acts("t1", "dan", "{'do':'toke'}", "rack/t1/ann tray/t1 100 take");
    at(29, 0); /* 01:00 in summer: "grave" */
    acts("t1", "dan", "{'do':'toke'}", "rack/t1/ann tray/t1 1000 take");
    at(36, 30); /* 07:30 in winter: still "grave", of the same gaming day */
    acts("t1", "dan", "{'do':'toke'}", "rack/t1/ann tray/t1 10000 take");
    at(37, 0); /* 08:00 in winter */
    acts("t1", "dan", "{'do':'toke'}", "rack/t1/ann tray/t1 20000 take");
    set_times();
    static const struct {
        const char *day, *shift;
        int win;
    } wanted[] = { { "2026-11-15", "day", 100 }, { "2026-11-15", "grave", 11000 }, { "2026-11-16", "day", 20000 } };
    report_query q = query();
    set_winter_time(&q);
    json_t *rows = ask(report_win, &q, NULL);
    assert_int_equal(json_array_size(rows), 3);
    for (size_t i = 0; i < 3; i++) {
        assert_string_equal(text(rows, i, "day"), wanted[i].day);
        assert_string_equal(text(rows, i, "shift"), wanted[i].shift);
        assert_int_equal(whole(rows, i, "win_cents"), wanted[i].win);
    }
    json_decref(rows);
    end_journal();
}

/* A threshold counts from when it was set: what was listed stays listed, what was not is not listed
 * afterwards. */
static void test_thresholds_of_their_time(void **state)
{
    (void)state;
    begin_journal();
    at(9, 0);
    record("house", "deposit", "carl", "{}", "world/real wallet/real/ann 1000001 deposit");
    record("house", "deposit", "carl", "{}", "world/real wallet/real/bob 600000 deposit");
    at(33, 0);
    record("house", "deposit", "carl", "{}", "world/real wallet/real/ann 1000001 deposit");
    record("house", "deposit", "carl", "{}", "world/real wallet/real/bob 600000 deposit");
    set_times();
    report_query q = query();
    q.config.currency_cents = 500000;
    json_t *lower = config_add(NULL, &q.config, monday_ms + 32 * 60 * minute_ms);
    history_read(&q.history, lower);
    json_decref(lower);
    json_t *rows = ask(report_currency, &q, NULL);
    assert_int_equal(json_array_size(rows), 3);
    assert_string_equal(text(rows, 0, "day"), "2026-11-15");
    assert_string_equal(text(rows, 0, "person"), "ann");
    assert_string_equal(text(rows, 1, "day"), "2026-11-16");
    assert_string_equal(text(rows, 2, "day"), "2026-11-16");
    json_decref(rows);
    end_journal();
}

/* Twice 600,000 in one gaming day are above 1,000,000, for any hours that the question names. */
static void test_a_window_cuts_no_gaming_day(void **state)
{
    (void)state;
    begin_journal();
    at(9, 0);
    record("house", "deposit", "carl", "{}", "world/real wallet/real/ann 600000 deposit");
    acts("t1", "sue", OPEN_TABLE, NULL);
    acts("t1", "sue", "{'do':'tray-open','cents':1000000}", "cage/real tray/t1 1000000 opener");
    at(31, 59); /* 07:59 of the next date */
    acts("t1", "dan", "{'do':'buy','player':'ann','cents':600000}",
         "world/real drop/t1 600000 buy-in\ntray/t1 rack/t1/ann 600000 chips for a buy-in");
    at(32, 0);
    record("house", "deposit", "carl", "{}", "world/real wallet/real/ann 600000 deposit");
    set_times();
    static const struct {
        int from, to, rows;
    } windows[] = { { 0, 24, 1 }, { 24, 48, 1 }, { 12, 13, 1 }, { 31, 32, 1 }, { 32, 48, 0 }, { 0, 8, 0 } };
    for (size_t i = 0; i < sizeof windows / sizeof *windows; i++) {
        report_query q = query();
        q.from_ms = monday_ms + windows[i].from * 60 * minute_ms;
        q.to_ms = monday_ms + windows[i].to * 60 * minute_ms;
        json_t *rows = ask(report_currency, &q, NULL);
        assert_int_equal(json_array_size(rows), windows[i].rows);
        if (windows[i].rows) assert_int_equal(whole(rows, 0, "in_cents"), 1200000);
        json_decref(rows);
    }
    end_journal();
}

/* A bet before a shift, dealt in it and settled in the next: the shift in which it was dealt has its round and its
 * hand. */
static void test_a_shift_with_nothing_but_a_deal(void **state)
{
    (void)state;
    begin_journal();
    at(15, 59);
    acts("t1", "sue", OPEN_TABLE, NULL);
    acts("t1", "sue", "{'do':'tray-open','cents':1000000}", "cage/real tray/t1 1000000 opener");
    acts("t1", "dan", "{'do':'buy','player':'ann','cents':50000}",
         "world/real drop/t1 50000 buy-in\ntray/t1 rack/t1/ann 50000 chips for a buy-in");
    acts("t1", "dan", "{'do':'open'}", NULL);
    acts("t1", "ann", "{'do':'bet','seat':'1','wager':'main','cents':2500}", "rack/t1/ann felt/t1 2500 bet");
    at(16, 0);
    acts("t1", "dan", "{'do':'deal'}", NULL);
    at(24, 0);
    acts("t1", "dan", "{'do':'stand'}", "felt/t1 tray/t1 2500 take");
    set_times();
    report_query q = query();
    json_t *rows = ask(report_win, &q, NULL);
    assert_int_equal(json_array_size(rows), 3);
    assert_string_equal(text(rows, 1, "shift"), "swing");
    assert_int_equal(whole(rows, 1, "rounds"), 1);
    assert_int_equal(whole(rows, 1, "hands"), 1);
    assert_int_equal(whole(rows, 1, "staked_cents"), 2500);
    assert_int_equal(whole(rows, 1, "win_cents"), 0);
    assert_int_equal(whole(rows, 2, "win_cents"), 2500);
    json_decref(rows);
    end_journal();
}

/* A question about a time that cannot be written as a date is answered and does not hang. */
static void test_far_times(void **state)
{
    (void)state;
    begin_journal();
    at(9, 0);
    acts("t1", "sue", OPEN_TABLE, NULL);
    acts("t1", "sue", "{'do':'tray-open','cents':1000000}", "cage/real tray/t1 1000000 opener");
    set_times();
    report_query q = query();
    q.from_ms = 0;
    q.to_ms = 999999999999999;
    q.config.shifts = 1;
    json_t *rows = ask(report_win, &q, NULL);
    assert_int_equal(json_array_size(rows), 1);
    json_decref(rows);
    json_decref(ask(report_currency, &q, NULL));
    end_journal();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_days_of_a_change),
        cmocka_unit_test(test_spring),
        cmocka_unit_test(test_win_over_a_change),
        cmocka_unit_test(test_thresholds_of_their_time),
        cmocka_unit_test(test_a_window_cuts_no_gaming_day),
        cmocka_unit_test(test_a_shift_with_nothing_but_a_deal),
        cmocka_unit_test(test_far_times),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
