/* wallet_unread.c - a wallet that cannot be read does not pass for a missing one: docs/house/requests.md. */
#include "kit/people_help.h"

#include <sqlite3.h>

static desk *d;
static session_text ada, cas, pat;
static char path[256];

static int begin(void **state)
{
    (void)state;
    clock_ms = 1763208000000;
    const char *url = sqlite_url("unread.db");
    snprintf(path, sizeof path, "%s", strchr(url, ':') + 1);
    store = open_with((lm_store_options){ .url = url, .by_hand = true });
    d = desk_open("a");
    first_admin(d, ada);
    make_and_sign_in(d, ada, "cas", "cashier", cas);
    make_and_sign_in(d, ada, "pat", "player", pat);
    return 0;
}

static int end(void **state)
{
    desk_close(d);
    return close_store(state);
}

static void do_sql(const char *sql)
{
    sqlite3 *db;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    if (sqlite3_exec(db, sql, NULL, NULL, NULL) != SQLITE_OK) fail_msg("%s: %s", sql, sqlite3_errmsg(db));
    sqlite3_close(db);
}

static json_t *deposit(void)
{
    return json_pack("{s:s, s:s, s:i}", "do", "deposit", "person", "pat", "cents", 500);
}

static void unread_is_not_absent(void **state)
{
    (void)state;
    static const char *const away[] = { "ALTER TABLE accounts RENAME TO accounts_away",
                                        "ALTER TABLE accounts_away RENAME TO accounts" };
    assert_ask(d, cas, deposit(), 200);
    do_sql(away[0]);
    assert_ask(d, cas, deposit(), 503);
    assert_ask(d, pat, json_pack("{s:s}", "do", "wallet"), 503);
    assert_ask(d, pat, json_pack("{s:s, s:s}", "do", "wallet", "money", "real"), 503);
    assert_ask(d, cas, json_pack("{s:s, s:s}", "do", "statement", "person", "pat"), 503);
    do_sql(away[1]);
    assert_ask(d, cas, json_pack("{s:s, s:s}", "do", "statement", "person", "stranger"), 404);
    assert_ask(d, cas, deposit(), 200);
    assert_ask(d, pat, json_pack("{s:s}", "do", "wallet"), 200);
    assert_int_equal(int_in(heard(d), "real_cents", -1), 1000);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test_setup_teardown(unread_is_not_absent, begin, end) };
    return cmocka_run_group_tests(tests, folder_set_up, folder_tear_down);
}
