/* judged_when_asked.c - a request that needs a second person is judged when it is asked: no person is called to approve
 * what the table refuses. docs/house/approvals.md. */
#include "kit/house_help.h"

#define TABLE "ma-blackjack"

static test_house t;
static char ada[80], sue[80];

static json_t *say(const char *session, json_t *body)
{
    return test_say(&t, 0, session, body);
}

static void keep(const json_t *answer, char session[80])
{
    snprintf(session, 80, "%s", json_string_value(json_object_get(answer, "session")));
}

static int begin(void **state)
{
    (void)state;
    memset(&t, 0, sizeof t);
    test_house_open(&t, true);
    keep(say("", json_pack("{s:s, s:s, s:s, s:s}", "do", "first-administrator", "token", lm_house_token(t.hand.house),
                           "person", "ada", "password", "a long password of ada")),
         ada);
    say(ada, json_pack("{s:s, s:s, s:s, s:[s]}", "do", "create-person", "person", "sue", "password", "password of sue",
                       "roles", "supervisor"));
    keep(say("", json_pack("{s:s, s:s, s:s}", "do", "sign-in", "login", "sue", "password", "password of sue")), sue);
    keep(say(sue, json_pack("{s:s, s:s, s:s}", "do", "set-password", "old", "password of sue", "password",
                            "one of her own")),
         sue);
    return 0;
}

static int end(void **state)
{
    (void)state;
    test_house_remove(&t);
    return 0;
}

static json_t *chips(const char *word, json_int_t cents)
{
    return say(sue, json_pack("{s:s, s:s, s:I}", "do", word, "table", TABLE, "cents", cents));
}

static json_int_t waiting(void)
{
    const json_t *answer = say(sue, json_pack("{s:s}", "do", "approvals"));
    return (json_int_t)json_array_size(json_object_get(answer, "approvals"));
}

static void expect_refusal(const json_t *answer, json_int_t status)
{
    if (json_is_true(json_object_get(answer, "waiting")))
        fail_msg(/* say:test-nonsense-is-asked */ "FAILED: a person is asked to approve nonsense");
    assert_int_equal(json_integer_value(json_object_get(answer, "status")), status);
    assert_int_equal(waiting(), 0);
}

static void nonsense_is_refused_at_once(void **state)
{
    (void)state;
    test_pass(&t, 1000);
    expect_refusal(chips("fill", 0), 400);
    expect_refusal(chips("fill", -100), 400);
    expect_refusal(chips("credit", 0), 400);
    expect_refusal(chips("credit", 1000000000000), 409); /* more than the tray has */
    expect_refusal(say(sue, json_pack("{s:s, s:s, s:s, s:i, s:s}", "do", "adjust", "table", TABLE, "meter", "none",
                                      "cents", 5, "reason", "test")),
                   400);
    expect_refusal(say(sue, json_pack("{s:s, s:s, s:i}", "do", "fill", "table", "no-such-table", "cents", 500)), 404);
}

static void sense_waits(void **state)
{
    (void)state;
    const json_t *fill = chips("fill", 50000), *credit = chips("credit", 500);
    assert_true(json_is_true(json_object_get(fill, "waiting")));
    assert_true(json_is_true(json_object_get(credit, "waiting")));
    assert_int_equal(waiting(), 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(nonsense_is_refused_at_once, begin, end),
        cmocka_unit_test_setup_teardown(sense_waits, begin, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
