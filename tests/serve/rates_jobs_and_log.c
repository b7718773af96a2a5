/* rates_jobs_and_log.c - what the server keeps about others: numbers for things that go away, buckets, the worker. */
/* sanitized */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>
#include <sodium.h>

#include "room.h"

/* --- numbers ------------------------------------------------------------------------------------------------ */

/* Compares with a list of every number that was ever given out. */
static void test_old_numbers_find_nothing(void **state)
{
    enum { ALL = 20000 };
    static uint64_t number[ALL];
    static int item[ALL], held[ALL];
    slots s = { 0 };
    uint64_t seed = 1;
    uint32_t count = 0;
    for (int i = 0; i < ALL; i++) {
        number[i] = slots_add(&s, &item[i]);
        assert_true(number[i] != 0);
        held[i] = 1;
        count++;
        for (int k = 0; k < 2; k++) {
            seed = seed * 6364136223846793005u + 1442695040888963407u;
            int gone = (int)((seed >> 33) % (uint64_t)(i + 1));
            slots_remove(&s, number[gone]);
            count -= (uint32_t)held[gone];
            held[gone] = 0;
        }
        assert_int_equal(s.held, count);
    }
    for (int i = 0; i < ALL; i++)
        assert_ptr_equal(slots_get(&s, number[i]), held[i] ? &item[i] : NULL);
    assert_null(slots_get(&s, 0));
    assert_null(slots_get(&s, UINT64_MAX));
    slots_free(&s);
}

/* --- buckets ------------------------------------------------------------------------------------------------ */

/* In any time t a client gets at most rate * (t + BUCKET_BURST_S), and a steady client gets its whole rate. */
static void test_rates(void **state)
{
    buckets b;
    int64_t now = 1000000;
    int taken = 0;
    assert_true(buckets_open(&b, 7));
    uint64_t key = buckets_key(&b, "a", 1);
    for (int i = 0; i < 60000; i++, now++)
        taken += buckets_take(&b, key, 1, now) == 0;
    assert_in_range(taken, 7 * 60, 7 * (60 + BUCKET_BURST_S));
    int wait = buckets_take(&b, key, 5, now);
    assert_true(wait > 0);
    assert_int_not_equal(buckets_take(&b, key, 5, now + wait - 2), 0);
    assert_int_equal(buckets_take(&b, key, 5, now + wait), 0);
    assert_int_equal(buckets_take(&b, buckets_key(&b, "b", 1), 1000000, now),
                     0); /* a request that costs more than a full bucket takes all of it */
    assert_int_not_equal(buckets_take(&b, buckets_key(&b, "b", 1), 1, now), 0);
    assert_int_not_equal(buckets_take(&b, buckets_key(&b, "b", 1), 1, now - 5000),
                         0); /* a clock that goes back gives nothing */
    buckets_close(&b);
    assert_true(buckets_open(&b, 0));
    for (int i = 0; i < 1000; i++)
        assert_int_equal(buckets_take(&b, 1, 100, 0), 0);
    buckets_close(&b);
}

/* A hundred thousand strangers do not make the server forget who has connections open. */
static void test_connections_are_remembered(void **state)
{
    buckets b;
    assert_true(buckets_open(&b, 5));
    uint64_t mine = buckets_key(&b, "mine", 4);
    for (int i = 0; i < 10; i++)
        assert_true(buckets_connect(&b, mine, 10, 1));
    for (int i = 0; i < 100000; i++)
        buckets_take(&b, buckets_key(&b, &i, sizeof i), 1, 2 + i);
    assert_false(buckets_connect(&b, mine, 10, 200000));
    buckets_disconnect(&b, mine);
    assert_true(buckets_connect(&b, mine, 10, 200000));
    buckets_close(&b);
}

/* --- the worker ----------------------------------------------------------------------------------------------- */

typedef struct {
    int order, worked, done;
} errand;
static int worked_so_far;

static void work(void *one)
{
    errand *e = one;
    e->worked = ++worked_so_far;
}

static void done(void *one)
{
    errand *e = one;
    e->done++;
}

static void wake(void *self)
{
}

static void test_jobs_are_done_in_order_and_once(void **state)
{
    enum { JOBS = 1000 };
    static errand all[JOBS];
    worker w = { 0 };
    assert_true(worker_start(&w, wake, NULL));
    for (int i = 0; i < JOBS; i++) {
        worker_later(&w, work, done, &all[i]);
        if (i % 100 == 0) worker_finish(&w);
    }
    worker_stop(&w);
    for (int i = 0; i < JOBS; i++) {
        assert_int_equal(all[i].worked, i + 1);
        assert_int_equal(all[i].done, 1);
    }
}

/* --- the log ---------------------------------------------------------------------------------------------------- */

static void test_secrets_are_struck_out(void **state)
{
    char text[1000] = { 0 };
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    log_open(ends[1], LM_LOG_JSON);
    static const char more[] = "{\"password\":\"XX1\",\"person\":\"ann\",\"more\":{\"session\":\"XX2\",\"list\":"
                               "[{\"salt\":\"XX3\"}]}}";
    log_house(NULL, "info", "test", more, strlen(more));
    log_open(STDERR_FILENO, LM_LOG_JSON);
    close(ends[1]);
    assert_true(read(ends[0], text, sizeof text - 1) > 0);
    close(ends[0]);
    json_t *back = json_loads(text, 0, NULL);
    assert_non_null(back);
    assert_string_equal(json_string_value(json_object_get(back, "person")), "ann");
    assert_null(strstr(text, "XX"));
    json_decref(back);
}

/* No member is lost, and no value of a client can steer the terminal: ESC, CSI (U+009B), a line's end. */
static void test_lines_for_people_are_complete(void **state)
{
    static const char more[] =
        "{\"person\":\"ann\",\"n\":7,\"why\":\"two words\",\"none\":\"\",\"sly\":\"\\u001b[2J\\u009b2J\\ninfo\","
        "\"list\":[1,{\"a\":\"b c\"}],\"null\":null,\"token\":\"XX1\"}";
    static const char wanted[] = " warning test it person=ann n=7 why=\"two words\" none=\"\" "
                                 "sly=\"\\u001B[2J\\u009B2J\\ninfo\" list=[1,{\"a\":\"b c\"}] null=null "
                                 "token=\"(kept out)\"\n";
    static const lm_log_format formats[] = { LM_LOG_TEXT, LM_LOG_COLOUR, LM_LOG_TERMINAL };
    for (int i = 0; i < 3; i++) {
        char text[1000] = { 0 };
        int ends[2];
        assert_int_equal(pipe(ends), 0);
        log_open(ends[1], formats[i]);
        log_house(NULL, "warning", "test it", more, strlen(more));
        log_open(STDERR_FILENO, LM_LOG_JSON);
        close(ends[1]);
        assert_true(read(ends[0], text, sizeof text - 1) > 0);
        close(ends[0]);
        if (formats[i] == LM_LOG_TEXT) assert_string_equal(strchr(text, ' '), wanted);
        if (formats[i] == LM_LOG_COLOUR) assert_non_null(strstr(text, "\033[1;33mwarning\033[0m"));
        if (formats[i] == LM_LOG_TERMINAL) {
            assert_int_equal(strchr(text, ' ') - text, strlen("12:22:09"));
            assert_null(strstr(text, "none="));
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_old_numbers_find_nothing),   cmocka_unit_test(test_rates),
        cmocka_unit_test(test_connections_are_remembered), cmocka_unit_test(test_jobs_are_done_in_order_and_once),
        cmocka_unit_test(test_secrets_are_struck_out),     cmocka_unit_test(test_lines_for_people_are_complete)
    };
    return sodium_init() < 0 ? 1 : cmocka_run_group_tests(tests, NULL, NULL);
}
