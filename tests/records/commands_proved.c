/* commands_proved.c - the proof also covers clients' numbers (docs/store.md, Commands): a writer who
 * takes a number back, or removes a client, could have a command done twice. */
/* sanitized */
#define _GNU_SOURCE
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

#include "lammer/server/records.h"
#include "said.h"

enum { COMMANDS = 12 };

static char folder[64], path[96], url[112];

static lm_store *open_house(lm_store_mode mode)
{
    char text[LM_STORE_TEXT];
    lm_store_options options = { .url = url, .mode = mode, .sqlite_unsorted = 1 };
    lm_store *store = lm_store_open(&options, text);
    if (!store) fail_msg("%s", text);
    return store;
}

static lm_store_why pay(lm_store *store, const char *client, int64_t number)
{
    lm_batch *batch = lm_batch_new();
    lm_batch_command(batch, client, number, "paid", 4);
    lm_batch_append(batch, "cage", LM_STORE_ANY, "paid", "carl", "{}", 2);
    lm_batch_move(batch, "bank", "ann", 100, "paid");
    lm_store_why why = lm_store_do(store, batch).why;
    lm_batch_free(batch);
    return why;
}

static int set_up(void **state)
{
    (void)state;
    strcpy(folder, "/tmp/lammer-commands-XXXXXX");
    if (!mkdtemp(folder)) return 1;
    snprintf(path, sizeof path, "%s/house.db", folder);
    snprintf(url, sizeof url, "sqlite:%s", path);
    lm_store *store = open_house(LM_STORE_SERVE);
    lm_batch *batch = lm_batch_new();
    lm_batch_append(batch, "cage", LM_STORE_ANY, "opened", "carl", "{}", 2);
    lm_batch_open(batch, "bank", true);
    lm_batch_open(batch, "ann", false);
    assert_int_equal(lm_store_do(store, batch).why, LM_STORE_DONE);
    lm_batch_free(batch);
    for (int i = 1; i <= COMMANDS; i++) {
        assert_int_equal(pay(store, "counter-1", 3 * i), LM_STORE_DONE);
        assert_int_equal(pay(store, "counter-2", i), LM_STORE_DONE);
    }
    batch = lm_batch_new(); /* no record would tell of it, so it is refused */
    lm_batch_command(batch, "counter-2", 99, "", 0);
    lm_batch_put(batch, "~session", LM_STORE_ANY, "x", 1);
    assert_int_equal(lm_store_do(store, batch).why, LM_STORE_MALFORMED);
    lm_batch_free(batch);
    lm_store_close(store);
    return 0;
}

static int tear_down(void **state)
{
    char command[128];
    (void)state;
    snprintf(command, sizeof command, "rm -r %s", folder);
    return system(command);
}

static lm_store_report prove(void)
{
    char text[LM_STORE_TEXT];
    lm_store_report report;
    lm_store *store = open_house(LM_STORE_READ);
    assert_int_equal(lm_store_verify(store, &(lm_store_proof){ 0 }, &report, text), LM_STORE_DONE);
    lm_store_close(store);
    return report;
}

static void alter(const char *sql)
{
    sqlite3 *db;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
}

static void test_as_it_was(void **state)
{
    (void)state;
    assert_int_equal(prove().wrong, 0);
}

/* The first command of counter-1 is record 2 of the stream, each following one two records later. */
static void test_a_number_taken_back(void **state)
{
    (void)state;
    alter("UPDATE clients SET number = number - 1 WHERE name = 'counter-1'");
    lm_store_report report = prove();
    assert_int_equal(report.wrong, 1);
    assert_string_equal(report.first_stream, "cage");
    assert_int_equal(report.first_seq, 2 * COMMANDS);
    assert_non_null(strstr(report.first, "counter-1"));
}

/* The answer is what a cashier hears who asks again: \x04 is its length, "paid" the answer. */
static void test_an_answer_altered(void **state)
{
    (void)state;
    alter("UPDATE clients SET recent = CAST(replace(CAST(recent AS TEXT), 'paid', 'lost') AS BLOB) WHERE "
          "name = "
          "'counter-2'");
    lm_store_report report = prove();
    assert_int_equal(report.wrong, LM_STORE_REMEMBERED);
    assert_non_null(is_said(report.first, "say:answer-altered|counter-2|5"));
}

/* A number that was never done would be answered as done. */
static void test_an_answer_planted(void **state)
{
    (void)state;
    alter("UPDATE clients SET number = 13, recent = substr(CAST(recent || x'0d0000000000000004000000' || "
          "'paid' AS "
          "BLOB), 17) WHERE name = 'counter-2'");
    lm_store_report report = prove();
    assert_int_equal(report.wrong, 1);
    assert_said(report.first, "say:answer-of-no-record||13");
}

/* With a lowered number the same payment would be made again, which is why the proof must find it. */
static void test_a_client_removed(void **state)
{
    (void)state;
    alter("DELETE FROM clients");
    assert_int_equal(prove().wrong, 2);
    lm_store *store = open_house(LM_STORE_SERVE);
    assert_int_equal(pay(store, "counter-1", 3), LM_STORE_DONE);
    lm_store_close(store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_as_it_was, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_a_number_taken_back, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_an_answer_altered, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_an_answer_planted, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_a_client_removed, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
