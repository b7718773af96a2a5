/* approvals.c - a second person approves a request once, in time, and never a request of their own. */
/* sanitized */
#include "kit/people_help.h"

enum { SECOND = 1000, MINUTE = 60 * SECOND };

static desk *d;
static session_text ada, amy, eve, sue;
typedef char approval_id[LM_HOUSE_ID];

/* Two administrators, an executive, a supervisor; pat is a player. */
static int begin(void **state)
{
    open_store(state);
    d = desk_open("a");
    first_admin(d, ada);
    make_and_sign_in(d, ada, "amy", "administrator", amy);
    make_and_sign_in(d, ada, "eve", "executive", eve);
    make_and_sign_in(d, ada, "sue", "supervisor", sue);
    make_person(d, ada, "pat", "player");
    own_password(d, "amy", amy);
    own_password(d, "eve", eve);
    return 0;
}

static int end(void **state)
{
    desk_close(d);
    return close_store(state);
}

static json_t *roles(const char *id, const char *role)
{
    return json_pack("{s:s, s:s, s:[s], s:s}", "do", "set-roles", "person", id, "roles", role, "reason", "new work");
}

static json_t *hire(const char *id, const char *role)
{
    char password[64];
    password_of(id, password);
    return json_pack("{s:s, s:s, s:s, s:[s]}", "do", "create-person", "person", id, "password", password, "roles",
                     role);
}

static void asked(const char *session, json_t *body, approval_id id)
{
    assert_ask(d, session, body, 200);
    assert_true(json_is_true(json_object_get(heard(d), "waiting")));
    snprintf(id, sizeof(approval_id), "%s", text_in(heard(d), "approval"));
    assert_int_equal(strlen(id), 16);
}

static json_t *approve(const char *id)
{
    return json_pack("{s:s, s:s}", "do", "approve", "approval", id);
}

static json_t *decline(const char *id)
{
    return json_pack("{s:s, s:s}", "do", "decline", "approval", id);
}

static const char *role_of(const char *id)
{
    static house_person p;
    static const char *const words[] = { "guest", "player", "dealer", "supervisor", "executive", "cashier" };
    assert_true(person_read(d->house, id, &p));
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (p.roles == 1u << i) return words[i];
    }
    return "?";
}

/* The result is written later: "approved" is not the final state. */
static const char *state_of(const char *session, const char *id)
{
    for (int i = 0; i < AWAITED; i++) {
        assert_ask(d, session, json_pack("{s:s, s:s}", "do", "approvals", "approval", id), 200);
        if (strcmp(text_in(heard(d), "state"), "approved") != 0) break;
        desk_step(d);
    }
    return text_in(heard(d), "state");
}

static void a_second_person_lets_it_be_done(void **state)
{
    approval_id id;
    asked(ada, roles("pat", "dealer"), id);
    assert_string_equal(role_of("pat"), "player"); /* nothing yet */
    assert_int_equal(records_of("roles-changed", NULL), 0);
    assert_string_equal(state_of(ada, id), "waiting");
    json_t *body = approve(id);
    json_object_set_new(body, "n", json_integer(41));
    assert_ask(d, eve, body, 200);
    assert_int_equal(int_in(heard(d), "n", 0), 41); /* the approver's own number */
    assert_string_equal(text_in(heard(d), "person"), "pat");
    assert_string_equal(role_of("pat"), "dealer");
    json_t *record;
    assert_int_equal(records_of("roles-changed", &record), 1);
    assert_string_equal(text_in(record, "approved"), "eve");
    assert_string_equal(text_in(record, "reason"), "new work");
    assert_int_equal(records_of("approved", &record), 1);
    assert_string_equal(text_in(record, "asker"), "ada");
    assert_string_equal(state_of(ada, id), "done");
    assert_string_equal(text_in(json_object_get(heard(d), "answer"), "person"), "pat");
    assert_string_equal(text_in(heard(d), "by"), "eve");
}

/* The records say who did what: ada asked and did, eve approved. */
static void the_record_is_the_askers(void **state)
{
    approval_id id;
    static record_question q;
    char text[LM_STORE_TEXT];
    static const struct {
        const char *kind, *actor;
    } rows[] = { { "approval-asked", "ada" }, { "approved", "eve" }, { "roles-changed", "ada" } };
    asked(ada, roles("pat", "dealer"), id);
    assert_ask(d, eve, approve(id), 200);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        q = (record_question){ .kind = rows[i].kind };
        assert_int_equal(lm_store_records(store, "house", 1, hear_kind, &q, text), LM_STORE_DONE);
        assert_int_equal(q.n, 1);
        assert_string_equal(q.actor, rows[i].actor);
        json_decref(q.last);
    }
}

static void own_requests_are_not_approved(void **state)
{
    approval_id id, own;
    asked(ada, roles("pat", "dealer"), id);
    assert_ask(d, ada, approve(id), 403);
    session_text again;
    assert_int_equal(sign_in(d, "ada", again), 200); /* another session is the same person */
    assert_ask(d, again, approve(id), 403);
    assert_ask(d, sue, approve(id), 403); /* supervisors may not approve this */
    asked(ada, roles("eve", "cashier"), own);
    assert_ask(d, eve, approve(own), 403); /* it is about her */
    assert_ask(d, amy, approve(own), 200);
    assert_string_equal(role_of("eve"), "cashier");
    assert_string_equal(role_of("pat"), "player");
    assert_int_equal(records_of("approved", NULL), 1);
}

static void it_is_decided_once(void **state)
{
    approval_id id;
    asked(ada, roles("pat", "dealer"), id);
    assert_ask(d, eve, approve(id), 200);
    assert_ask(d, amy, approve(id), 409);
    assert_ask(d, eve, approve(id), 409);
    assert_ask(d, amy, decline(id), 409);
    asked(ada, roles("pat", "cashier"), id);
    assert_ask(d, eve, decline(id), 200);
    assert_ask(d, amy, approve(id), 409);
    assert_string_equal(role_of("pat"), "dealer");
    assert_int_equal(records_of("roles-changed", NULL), 1);
    assert_string_equal(state_of(ada, id), "declined");
    assert_ask(d, amy, approve("0123456789abcdef"), 404);
    assert_ask(d, amy, json_pack("{s:s, s:s}", "do", "approve", "approval", "../person/ada"), 400);
}

/* Both approvers look at the request while it waits. */
static void two_approvers_at_the_same_moment(void **state)
{
    approval_id id;
    asked(ada, roles("pat", "dealer"), id);
    uint64_t one = tell(d, eve, approve(id));
    uint64_t two = tell_at_once(d, amy, approve(id));
    int a = await(d, one), b = await(d, two);
    assert_true((a == 200 && b == 409) || (a == 409 && b == 200));
    assert_int_equal(records_of("roles-changed", NULL), 1);
    assert_int_equal(records_of("approved", NULL), 1);
}

static void it_waits_fifteen_minutes(void **state)
{
    approval_id id, later, back;
    asked(ada, roles("pat", "dealer"), id);
    clock_ms += 14 * MINUTE;
    stir(d, ada);
    stir(d, amy);
    stir(d, eve);
    clock_ms += MINUTE - 1;
    asked(ada, roles("sue", "dealer"), later);
    assert_ask(d, eve, json_pack("{s:s}", "do", "approvals"), 200);
    assert_int_equal(json_array_size(json_object_get(heard(d), "approvals")), 2);
    clock_ms += 1;
    assert_ask(d, eve, approve(id), 409);
    assert_string_equal(state_of(ada, id), "too old");
    assert_ask(d, eve, json_pack("{s:s}", "do", "approvals"), 200);
    assert_int_equal(json_array_size(json_object_get(heard(d), "approvals")), 1);
    assert_ask(d, amy, approve(later), 200);
    asked(ada, roles("pat", "dealer"), back);
    clock_ms -= 15 * MINUTE; /* setting the clock back does not make the request younger */
    assert_ask(d, eve, approve(back), 409);
    assert_string_equal(role_of("pat"), "player");
}

static void an_idle_approver_gives_the_password_first(void **state)
{
    approval_id id;
    clock_ms += 14 * MINUTE;
    asked(ada, roles("pat", "dealer"), id);
    clock_ms += MINUTE;
    assert_ask(d, eve, approve(id), 401);
    assert_ask(d, eve, json_pack("{s:s, s:s}", "do", "re-authenticate", "password", "own password of eve"), 200);
    assert_ask(d, eve, approve(id), 200);
}

static void a_lost_role_ends_the_request(void **state)
{
    approval_id first, second, locked;
    asked(amy, roles("pat", "dealer"), first);
    asked(ada, roles("amy", "auditor"), second);
    assert_ask(d, eve, approve(second), 200); /* amy is not an administrator now */
    assert_ask(d, eve, approve(first), 409);
    assert_string_equal(role_of("pat"), "player");
    session_text art;
    approval_id hired;
    asked(ada, hire("art", "administrator"), hired);
    assert_ask(d, eve, approve(hired), 200);
    assert_int_equal(sign_in(d, "art", art), 200);
    own_password(d, "art", art);
    asked(art, roles("pat", "dealer"), locked);
    assert_ask(d, ada, json_pack("{s:s, s:s, s:s}", "do", "lock", "person", "art", "reason", "test"), 200);
    assert_ask(d, eve, approve(locked), 409);
    assert_string_equal(role_of("pat"), "player");
}

/* A request refused at its execution was not done, and the asker can read why. */
static void an_approved_request_can_still_be_refused(void **state)
{
    approval_id id;
    asked(ada, roles("zoe", "dealer"), id);
    assert_ask(d, eve, approve(id), 404);
    assert_string_equal(state_of(ada, id), "refused");
    assert_int_equal(int_in(json_object_get(heard(d), "answer"), "status", 0), 404);
    assert_ask(d, eve, approve(id), 409);
}

static void others_do_not_see_it(void **state)
{
    approval_id id;
    session_text cas;
    asked(ada, hire("cas", "cashier"), id);
    assert_ask(d, eve, approve(id), 200);
    assert_int_equal(sign_in(d, "cas", cas), 200);
    asked(ada, roles("pat", "dealer"), id);
    assert_ask(d, cas, json_pack("{s:s}", "do", "approvals"), 200);
    assert_int_equal(json_array_size(json_object_get(heard(d), "approvals")), 0);
    assert_ask(d, cas, json_pack("{s:s, s:s}", "do", "approvals", "approval", id), 404);
    assert_ask(d, cas, decline(id), 403);
    assert_ask(d, ada, json_pack("{s:s}", "do", "approvals"), 200);
    assert_int_equal(json_array_size(json_object_get(heard(d), "approvals")), 1);
    assert_ask(d, ada, decline(id), 200); /* the requester may take it back */
}

/* A request that is sent twice under one number asks for one approval. */
static void a_repeated_request_waits_once(void **state)
{
    for (int i = 0; i < 2; i++) {
        json_t *body = roles("pat", "dealer");
        json_object_set_new(body, "n", json_integer(7));
        assert_ask(d, ada, body, 200);
    }
    assert_true(json_is_true(json_object_get(heard(d), "repeated")));
    assert_int_equal(records_of("approval-asked", NULL), 1);
}

#define APPROVAL_TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        APPROVAL_TEST(a_second_person_lets_it_be_done),
        APPROVAL_TEST(the_record_is_the_askers),
        APPROVAL_TEST(own_requests_are_not_approved),
        APPROVAL_TEST(it_is_decided_once),
        APPROVAL_TEST(two_approvers_at_the_same_moment),
        APPROVAL_TEST(it_waits_fifteen_minutes),
        APPROVAL_TEST(an_idle_approver_gives_the_password_first),
        APPROVAL_TEST(a_lost_role_ends_the_request),
        APPROVAL_TEST(an_approved_request_can_still_be_refused),
        APPROVAL_TEST(others_do_not_see_it),
        APPROVAL_TEST(a_repeated_request_waits_once),
    };
    return cmocka_run_group_tests(tests, folder_set_up, folder_tear_down);
}
