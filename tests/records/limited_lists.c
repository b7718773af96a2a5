/* limited_lists.c - limits of lists and reasons of rows (docs/reports.md): `limit` and `next` of significant
 * events, and the reason of a meter's movement, over journals written by hand. */
/* sanitized */
#define _GNU_SOURCE
#include "kit/hand_journal.h"

enum { EVENTS = 4 };

static void write_events(void)
{
    begin_journal();
    at(9, 0);
    record("house", "config-set", "eve", "{\"reason\":\"law\"}", NULL);
    record("house", "person-created", "ada", "{\"after\":{\"roles\":[\"dealer\"]}}", NULL);
    acts("t1", "sue", OPEN_TABLE, NULL);
    acts("t2", "sue", OPEN_TABLE, NULL);
    set_times();
}

/* At most as many rows as requested, and "next" says that there are more. */
static void test_limit_of_events(void **state)
{
    (void)state;
    write_events();
    for (int limit = 1; limit <= EVENTS + 1; limit++) {
        report_query q = query();
        json_t *more = json_object();
        q.limit = limit;
        json_t *rows = ask(report_significant, &q, more);
        assert_int_equal(json_array_size(rows), limit < EVENTS ? limit : EVENTS);
        assert_int_equal(json_object_get(more, "next") == NULL, limit >= EVENTS);
        json_decref(rows);
        json_decref(more);
    }
    end_journal();
}

/* One record moves the same amount in two meters, for two reasons. */
static void test_reason_of_a_line(void **state)
{
    (void)state;
    begin_journal();
    at(9, 0);
    acts("t1", "sue", OPEN_TABLE, NULL);
    acts("t1", "dan", "{'do':'deal'}",
         "seeds/real meter/t1/super4.star 500 seed\nseeds/real meter/t1/super4.heart 500 adjustment");
    set_times();
    static const char *const meters[][2] = { { "super4.star", "seed" }, { "super4.heart", "adjustment" } };
    for (int i = 0; i < 2; i++) {
        report_query q = query();
        strcpy(q.table, "t1");
        strcpy(q.meter, meters[i][0]);
        json_t *rows = ask(report_meter, &q, NULL);
        assert_int_equal(json_array_size(rows), 1);
        assert_string_equal(text(rows, 0, "reason"), meters[i][1]);
        json_decref(rows);
    }
    end_journal();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_limit_of_events),
        cmocka_unit_test(test_reason_of_a_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
