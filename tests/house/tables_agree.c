/* tables_agree.c - clauses that bind all tables of a house together: a table that contradicts another is
 * not founded. */
/* sanitized */
#include "kit/house_help.h"
#include "quoted.h"

static test_house t;
static char ada[80];

static int begin(void **state)
{
    (void)state;
    test_house_open(&t, false);
    test_administrator(&t, ada);
    return 0;
}

static int end(void **state)
{
    (void)state;
    test_house_remove(&t);
    return 0;
}

static void open_table(const char *clause, const char *id, const char *settings)
{
    json_t *answer = test_say(&t, 0, ada,
                              json_pack("{s:s, s:s, s:s, s:s, s:s}", "do", "open-table", "table", id, "rules",
                                        "ma-blackjack", "dealing", "live", "settings", settings));
    const char *why = json_string_value(json_object_get(answer, "why"));
    int wanted = clause ? 409 : 200;
    if (t.status != wanted || (clause && !strstr(why, clause)))
        fail_msg("%s: %d, not %d: %s", settings, t.status, wanted, why ? why : "");
    test_pass(&t, 1000);
}

#define BONUS "offer=blackjack-bonus bonus_stakes=1 bonus_weights_1="

static void test_tables_agree(void **state)
{
    static const struct {
        const char *clause, *id, *settings;
    } rows[] = {
        { NULL, "a", "bettors_per_box=2 shared_tables=1" },
        { "MBJ-13(g).2", "b", "bettors_per_box=2 shared_tables=1" },
        { "MBJ-13(g).2", "b", "bettors_per_box=3" },
        { NULL, "b", "bettors_per_box=1" },
        { NULL, "c", "offer=suited:1" },
        { "MBJ-17(e)(2).1", "d", "offer=suited:2" },
        { NULL, "d", "offer=suited:2 decks=8" },
        { NULL, "e", BONUS "15x10" },
        { "MBJ-20(k).2", "f", BONUS "20x1" },
        { NULL, "f", BONUS "10x30+20x30" },
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        open_table(rows[i].clause, rows[i].id, rows[i].settings);
}

/* A table that is closed for good does not count. */
static void test_a_closed_table_is_forgotten(void **state)
{
    (void)state;
    test_say(&t, 0, ada, quoted("{'do':'close-table','table':'a'}"));
    assert_int_equal(t.status, 200);
    test_pass(&t, 1000);
    open_table(NULL, "g", "bettors_per_box=3 shared_tables=1");
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_tables_agree),
                                        cmocka_unit_test(test_a_closed_table_is_forgotten) };
    return cmocka_run_group_tests(tests, begin, end);
}
