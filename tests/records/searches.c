/* searches.c - searches of a journal, significant events, meters; shifts, settings and the text of
 * reports. */
/* sanitized */
#define _GNU_SOURCE
#include "kit/hand_journal.h"

/* --- the journal -------------------------------------------------------------------------------------------------- */

static void test_search(void **state)
{
    (void)state;
    begin_journal();
    play_a_day();
    report_query q = query();
    snprintf(q.person, sizeof q.person, "bob");
    json_t *more = json_object(), *rows = ask(report_search, &q, more);
    /* deposit, sit, buy, two bets, insure and leave; the dealer's taking of a bet is not bob's act */
    assert_int_equal(json_array_size(rows), 7);
    assert_string_equal(text(rows, 0, "kind"), "deposit");
    assert_string_equal(text(rows, 6, "kind"), "leave");
    assert_null(json_object_get(more, "next"));
    json_decref(rows);
    q.limit = 3;
    rows = ask(report_search, &q, more);
    assert_int_equal(json_array_size(rows), 3);
    assert_non_null(json_object_get(more, "next"));
    json_decref(rows);
    q = query();
    snprintf(q.person, sizeof q.person, "sue"); /* table and tray opened, a fill, a credit, tray and drop counted */
    rows = ask(report_search, &q, more);
    assert_int_equal(json_array_size(rows), 6);
    json_decref(rows);
    q = query();
    snprintf(q.word, sizeof q.word, "fill");
    snprintf(q.table, sizeof q.table, "t1");
    q.from_ms = monday_ms + 16 * 60 * minute_ms;
    rows = ask(report_search, &q, more);
    assert_int_equal(json_array_size(rows), 1);
    assert_string_equal(text(rows, 0, "time"), "2026-11-15T16:30:00Z");
    json_decref(rows);
    json_decref(more);
    end_journal();
}

static size_t found(const char *seat, lm_cents least)
{
    report_query q = query();
    snprintf(q.seat, sizeof q.seat, "%s", seat);
    q.least_cents = least;
    json_t *more = json_object(), *rows = ask(report_search, &q, more);
    size_t n = json_array_size(rows);
    json_decref(rows);
    json_decref(more);
    return n;
}

static void test_search_by_box_and_amount(void **state)
{
    (void)state;
    begin_journal();
    play_a_day();
    assert_int_equal(found("3", 0), 4); /* bob sits, bets twice and insures */
    assert_int_equal(found("3", 2000), 2);
    assert_int_equal(found("2", 7000), 2);   /* a bet, and the movement that took it back */
    assert_int_equal(found("", 1000000), 2); /* the opener; the closer of 1,079,500 */
    end_journal();
}

/* The tray after each round counts what was won and paid in it, and what people carried before. */
static void test_rounds(void **state)
{
    (void)state;
    static const struct {
        int64_t staked, win, tray;
    } wanted[] = { { 10500, 10500, 960500 }, { 2000, -2000, 958500 }, { 16100, -8900, 1129600 } };
    begin_journal();
    play_a_day();
    report_query q = query();
    json_t *more = json_object(), *rows = ask(report_rounds, &q, more);
    assert_int_equal(json_array_size(rows), 3);
    for (size_t i = 0; i < 3; i++) {
        assert_int_equal(whole(rows, i, "round"), (int)i + 1);
        assert_int_equal(whole(rows, i, "staked_cents"), wanted[i].staked);
        assert_int_equal(whole(rows, i, "win_cents"), wanted[i].win);
        assert_int_equal(whole(rows, i, "tray_cents"), wanted[i].tray);
    }
    assert_int_equal(json_array_size(json_object_get(more, "dealers")), 0); /* the program makes no errors */
    json_decref(rows);
    json_decref(more);
    end_journal();
}

/* dora and eli deal a hand each; dora's has an error and a misdeal. */
static void test_dealers(void **state)
{
    (void)state;
    begin_journal();
    at(9, 0);
    acts("t1", "sue", OPEN_TABLE, NULL);
    sit_down("t1");
    acts("t1", "sue", "{'do':'tray-open','cents':1000000}",
         "cage/real tray/t1 1000000 opener\ncage/real rack/t1/ann 9000000 chips for a buy-in");
    acts("t1", "dora", "{'do':'dealer','person':'dora'}", NULL);
    acts("t1", "dora", "{'do':'open'}", NULL);
    acts("t1", "ann", "{'do':'bet','seat':'1','cents':1000}", "rack/t1/ann felt/t1 1000 bet");
    acts("t1", "dora", "{'do':'deal'},{'do':'card','card':'5h'}", "felt/t1 tray/t1 1000 take");
    acts("t1", "sue", "{'do':'correct','number':1,'card':'9h','was':'5h','reason':'misread'}", NULL);
    acts("t1", "dora", "{'do':'irregular','name':'misdeal','seat':'1'}", NULL);
    acts("t1", "eli", "{'do':'dealer','person':'eli'}", NULL);
    acts("t1", "eli", "{'do':'open'}", NULL);
    acts("t1", "ann", "{'do':'bet','seat':'1','cents':1000}", "rack/t1/ann felt/t1 1000 bet");
    acts("t1", "eli", "{'do':'deal'},{'do':'card','card':'5h'}", "tray/t1 rack/t1/ann 1000 pay");
    set_times();
    report_query q = query();
    json_t *more = json_object(), *rows = ask(report_rounds, &q, more);
    const json_t *dealers = json_object_get(more, "dealers");
    assert_int_equal(json_array_size(rows), 2);
    assert_string_equal(text(rows, 0, "dealer"), "dora");
    assert_int_equal(whole(rows, 1, "tray_cents"), 1000000);
    assert_int_equal(json_array_size(dealers), 2);
    assert_string_equal(text(dealers, 0, "dealer"), "dora");
    assert_int_equal(whole(dealers, 0, "irregular"), 1);
    is_close(real(dealers, 0, "per_1000_hands"), 1000);
    is_close(real(dealers, 0, "all_per_1000_hands"), 500);
    is_close(real(dealers, 0, "by_chance"), 1 - exp(-0.5));
    is_close(real(dealers, 1, "by_chance"), 1);
    json_decref(rows);
    json_decref(more);
    end_journal();
}

/* What is sealed or secret is left out; money before and after is there. */
static void test_significant(void **state)
{
    (void)state;
    begin_journal();
    at(8, 0);
    acts("t1", "sue", OPEN_TABLE, NULL);
    acts("t1", "sue", "{'do':'tray-open','cents':1000000}", "cage/real tray/t1 1000000 opener");
    acts("t1", "dealer", "{'do':'shoe','number':1,'cards':312,'sealed':'00ff'}", NULL);
    acts("t1", "sue",
         "{'do':'adjust','meter':'blazing7','account':'shown','cents':700,'reason':'malfunction','sealed':'x'"
         "}",
         "seeds/real meter/t1/blazing7 700 adjustment");
    acts("t1", "sue", "{'do':'correct','number':2,'card':'9h','was':'8h','reason':'misread'}",
         "tray/t1 rack/t1/ann 300 correction");
    at(9, 0);
    record("house", "config-set", "eve",
           "{\"reason\":\"new law\",\"before\":{\"tax_cents\":1},\"after\":{\"tax_cents\":2}}", NULL);
    record("house", "signed-in", "eve", "{\"person\":\"eve\"}", NULL);
    record("house", "person-created", "g1", "{\"before\":null,\"after\":{\"roles\":[\"guest\"]}}", NULL);
    set_times();
    report_query q = query();
    json_t *rows = ask(report_significant, &q, NULL);
    assert_int_equal(json_array_size(rows), 5);
    assert_string_equal(text(rows, 2, "event"), "adjust");
    assert_string_equal(text(rows, 2, "reason"), "malfunction");
    assert_null(json_object_get(json_object_get(json_array_get(rows, 2), "detail"), "sealed"));
    assert_int_equal(
        json_integer_value(json_object_get(json_object_get(json_array_get(rows, 2), "after"), "meter/t1/blazing7")),
        700);
    assert_string_equal(text(rows, 3, "event"), "correct");
    assert_string_equal(text(rows, 3, "before"), "8h");
    assert_string_equal(text(rows, 3, "after"), "9h");
    assert_string_equal(text(rows, 4, "event"), "config-set");
    assert_int_equal(
        json_integer_value(json_object_get(json_object_get(json_array_get(rows, 4), "after"), "tax_cents")), 2);
    json_decref(rows);
    end_journal();
}

static void test_meter_history(void **state)
{
    (void)state;
    begin_journal();
    at(8, 0);
    acts("t1", "sue", OPEN_TABLE, "seeds/real meter/t1/blazing7 500000 seed");
    for (int i = 0; i < 5; i++)
        acts("t1", "dealer", "{'do':'deal'}", "cage/real tray/t1 25 opener\ntray/t1 meter/t1/blazing7 25 contribution");
    acts("t1", "sue", "{'do':'pay-award','seat':'1','wager':'blazing7'}", "meter/t1/blazing7 rack/t1/ann 500125 award");
    set_times();
    report_query q = query();
    snprintf(q.table, sizeof q.table, "t1");
    snprintf(q.meter, sizeof q.meter, "blazing7");
    q.limit = 3;
    json_t *rows = ask(report_meter, &q, NULL);
    assert_int_equal(json_array_size(rows), 3); /* the last ones */
    assert_string_equal(text(rows, 2, "reason"), "award");
    assert_int_equal(whole(rows, 2, "cents"), -500125);
    assert_int_equal(whole(rows, 2, "balance_cents"), 0);
    assert_string_equal(text(rows, 1, "reason"), "contribution");
    assert_int_equal(whole(rows, 1, "balance_cents"), 500125);
    assert_string_equal(text(rows, 2, "time"), "2026-11-15T08:00:00Z");
    json_decref(rows);
    end_journal();
}

/* --- times, settings, text ---------------------------------------------------------------------------------------- */

static void test_shifts(void **state)
{
    static const struct {
        int hour, minute, shift, began_hour;
        const char *day;
    } rows[] = {
        { 0, 0, 2, 0, "2026-11-14" },   { 7, 59, 2, 0, "2026-11-14" },   { 8, 0, 0, 8, "2026-11-15" },
        { 15, 59, 0, 8, "2026-11-15" }, { 16, 0, 1, 16, "2026-11-15" },  { 23, 59, 1, 16, "2026-11-15" },
        { 24, 0, 2, 24, "2026-11-15" }, { 31, 59, 2, 24, "2026-11-15" }, { 32, 0, 0, 32, "2026-11-16" },
    };
    report_config config;
    (void)state;
    for (int offset = -600; offset <= 600; offset += 600) {
        config_preset(&config);
        config.utc_offset_minutes = offset;
        for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
            int64_t began, when = monday_ms + (rows[i].hour * 60 + rows[i].minute - offset) * minute_ms;
            char day[11];
            assert_int_equal(shift_at(&config, when, &began), rows[i].shift);
            assert_int_equal(began, monday_ms + (rows[i].began_hour * 60 - offset) * minute_ms);
            gaming_day(&config, when, day);
            assert_string_equal(day, rows[i].day);
        }
    }
}

static void test_config(void **state)
{
    static const struct {
        const char *text;
        bool good;
    } rows[] = {
        { "{\"tax_cents\":1}", true },
        { "{\"tax_cents\":0}", true },
        { "{\"tax_cents\":-1}", false },
        { "{\"tax_cents\":\"1\"}", false },
        { "{\"jurisdiction\":\"us\"}", true },
        { "{\"jurisdiction\":\"\"}", true },
        { "{\"jurisdiction\":\"us-\"}", false },
        { "{\"jurisdiction\":7}", false },
        { "{\"shifts\":[]}", false },
        { "{\"shifts\":[{\"name\":\"all\",\"from\":\"06:30\"}]}", true },
        { "{\"shifts\":[{\"name\":\"all\",\"from\":\"24:00\"}]}", false },
        { "{\"shifts\":[{\"name\":\"a\",\"from\":\"06:00\"},{\"name\":\"b\",\"from\":\"06:00\"}]}", false },
        { "{\"shifts\":[{\"name\":\"a\",\"from\":\"18:00\"},{\"name\":\"b\",\"from\":\"06:00\"}]}", true },
        { "{\"shifts\":[{\"name\":\"a\",\"from\":\"18:00\"},{\"name\":\"b\",\"from\":\"06:00\"},{\"name\":"
          "\"c\",\"from\":\"20:00\"}]}",
          false },
        { "{\"utc_offset_minutes\":900}", false },
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        report_config config, before, again;
        config_preset(&config);
        before = config;
        json_t *object = json_loads(rows[i].text, 0, NULL);
        assert_non_null(object);
        if ((config_read(&config, object) == NULL) != rows[i].good) fail_msg("%s", rows[i].text);
        if (!rows[i].good)
            assert_memory_equal(&config, &before, sizeof config); /* a bad setting leaves all others as they were */
        json_t *written = config_write(&config);
        config_preset(&again);
        assert_null(config_read(&again, written));
        assert_int_equal(again.shifts, config.shifts);
        assert_int_equal(again.shift[0].minute, config.shift[0].minute);
        json_decref(written);
        json_decref(object);
    }
}

static void test_csv(void **state)
{
    (void)state;
    json_t *rows = json_pack("[{s:s, s:i, s:f, s:n}, {s:s, s:i, s:[i,i], s:b}, {s:b}]", "name", "a \"b\", c", "n", 7,
                             "part", 0.5, "none", "name", "=1+1", "n", -3, "part", 1, 2, "none", 1, "none", 0);
    lm_out text_of_rows = { 0 };
    report_csv(&text_of_rows, rows, "name n part none", true);
    assert_string_equal(text_of_rows.at,
                        "name,n,part,none\r\n\"a \"\"b\"\", c\",7,0.5,\r\n\"'=1+1\",-3,\"[1,2]\",true\r\n"
                        ",,,false\r\n");
    lm_out_free(&text_of_rows);
    json_decref(rows);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_search_by_box_and_amount),
        cmocka_unit_test(test_rounds),
        cmocka_unit_test(test_dealers),
        cmocka_unit_test(test_search),
        cmocka_unit_test(test_significant),
        cmocka_unit_test(test_meter_history),
        cmocka_unit_test(test_shifts),
        cmocka_unit_test(test_config),
        cmocka_unit_test(test_csv),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
