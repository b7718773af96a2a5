/* locked_requester.c - a request ends when its requester is locked, also when the lock is written while
 * a second person approves it: docs/house/approvals.md. */
#include "kit/people_help.h"

static desk *d;
static session_text ada, amy, eve;

static int begin(void **state)
{
    open_store(state);
    d = desk_open("a");
    first_admin(d, ada);
    make_and_sign_in(d, ada, "amy", "administrator", amy);
    make_and_sign_in(d, ada, "eve", "executive", eve);
    make_person(d, ada, "pat", "player");
    own_password(d, "eve", eve);
    return 0;
}

static int end(void **state)
{
    desk_close(d);
    return close_store(state);
}

/* The lock is submitted first; when the approval is judged it cannot be read yet. */
static void a_lock_comes_before_the_deed(void **state)
{
    (void)state;
    assert_ask(
        d, ada,
        json_pack("{s:s, s:s, s:[s], s:s}", "do", "set-roles", "person", "pat", "roles", "dealer", "reason", "test"),
        200);
    json_t *approve = json_pack("{s:s, s:s}", "do", "approve", "approval", text_in(heard(d), "approval"));
    uint64_t lock = tell(d, amy, json_pack("{s:s, s:s, s:s}", "do", "lock", "person", "ada", "reason", "test"));
    uint64_t approved = tell_at_once(d, eve, approve);
    assert_int_equal(await(d, lock), 200);
    if (await(d, approved) == 200) fail_msg(/* say:test-done-for-locked-person */ "it was done for a locked person");
    assert_int_equal(d->status[approved], 409);
    assert_int_equal(records_of("roles-changed", NULL), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test_setup_teardown(a_lock_comes_before_the_deed, begin, end) };
    return cmocka_run_group_tests(tests, folder_set_up, folder_tear_down);
}
