/* second_person.c - a second person is really another one. The person who set a password knows it, so a person
 * with a given password can neither ask for an approval nor give one; and in a house with a second person it
 * takes two people to make staff or to give staff another password: docs/house/approvals.md. */
/* sanitized */
#include "kit/people_help.h"

enum { WAITING_MOST = 64, MINUTE = 60 * 1000 };

static desk *d;
static session_text ada;

static int begin(void **state)
{
    open_store(state);
    d = desk_open("a");
    first_admin(d, ada);
    make_person(d, ada, "pat", "player");
    return 0;
}

static int end(void **state)
{
    desk_close(d);
    return close_store(state);
}

static json_t *hire(const char *id, const char *role)
{
    char password[64];
    password_of(id, password);
    return json_pack("{s:s, s:s, s:s, s:[s]}", "do", "create-person", "person", id, "password", password, "roles",
                     role);
}

static json_t *roles(const char *id, const char *role)
{
    return json_pack("{s:s, s:s, s:[s], s:s}", "do", "set-roles", "person", id, "roles", role, "reason", "test");
}

static json_t *password(const char *id, const char *text)
{
    return json_pack("{s:s, s:s, s:s}", "do", "set-password", "person", id, "password", text);
}

static json_t *decision(const char *word)
{
    return json_pack("{s:s, s:s}", "do", word, "approval", text_in(heard(d), "approval"));
}

static bool waits(const char *session, json_t *body)
{
    assert_ask(d, session, body, 200);
    return json_is_true(json_object_get(heard(d), "waiting"));
}

static bool is_there(const char *id)
{
    house_person p;
    return person_read(d->house, id, &p);
}

/* An administrator cannot act as a second person by a password that the administrator gave, on either
 * side of a request. */
static void a_given_password_is_not_a_second_person(void **state)
{
    (void)state;
    session_text puppet, sue;
    make_and_sign_in(d, ada, "sue", "supervisor", sue);
    make_and_sign_in(d, ada, "puppet", "executive", puppet);
    assert_true(waits(ada, roles("pat", "administrator")));
    json_t *approve = decision("approve");
    assert_ask(d, puppet, json_incref(approve), 403);
    assert_non_null(strstr(why(d), "set-password"));
    assert_ask(d, puppet, json_pack("{s:s}", "do", "who-am-i"), 200);
    assert_true(json_is_true(json_object_get(heard(d), "given")));
    static const char *const two[] = { "fill", "credit", "tray-close", "verify-award", "pay-award" };
    for (size_t i = 0; i < sizeof two / sizeof *two; i++) /* nor is a request of that person approved by the giver */
        assert_ask(d, puppet, json_pack("{s:s, s:s}", "do", two[i], "table", "t"), 403);
    own_password(d, "puppet", puppet);
    assert_ask(d, puppet, json_pack("{s:s}", "do", "who-am-i"), 200);
    assert_true(json_is_false(json_object_get(heard(d), "given")));
    assert_ask(d, puppet, approve, 200);
}

/* Setting the given password again does not help: the administrator knows it. */
static void another_password_is_another(void **state)
{
    (void)state;
    session_text eve;
    make_and_sign_in(d, ada, "eve", "executive", eve);
    assert_ask(
        d, eve,
        json_pack("{s:s, s:s, s:s}", "do", "set-password", "old", "password of eve", "password", "password of eve"),
        400);
    assert_true(waits(ada, roles("pat", "dealer")));
    assert_ask(d, eve, decision("approve"), 403);
}

/* Until there is a second person the first administrator founds the house alone, and resets forgotten
 * passwords. */
static void a_house_is_founded_by_one(void **state)
{
    (void)state;
    session_text eve;
    make_and_sign_in(d, ada, "eve", "executive", eve);
    make_person(d, ada, "amy", "administrator");
    assert_false(waits(ada, hire("sue", "supervisor")));
    assert_false(waits(ada, password("eve", "password of eve")));
    assert_int_equal(sign_in(d, "eve", eve), 200);
    own_password(d, "eve", eve);
    assert_true(waits(ada, hire("dan", "dealer")));
    assert_true(waits(ada, password("sue", "known to ada")));
    assert_false(waits(ada, hire("bob", "player"))); /* players approve nothing */
}

/* A player's password opens the wallet: no administrator ever sets it alone, also where there is no second person. */
static void a_wallet_is_not_opened_by_one(void **state)
{
    (void)state;
    session_text eve, pat;
    json_t *record;
    assert_ask(d, ada, password("pat", "given to pat"), 409);
    make_and_sign_in(d, ada, "eve", "executive", eve);
    own_password(d, "eve", eve);
    assert_true(waits(ada, password("pat", "given to pat")));
    json_t *approve = decision("approve");
    assert_int_equal(sign_in(d, "pat", pat), 200); /* still the old one */
    assert_ask(d, eve, approve, 200);
    assert_int_equal(records_of("password-set", &record), 2);
    assert_string_equal(text_in(record, "approved"), "eve");
    assert_ask(d, pat, json_pack("{s:s}", "do", "wallet"), 401);
}

/* One person makes the account and another approves it. Only the first has seen the password, and the new person
 * still sets another. */
static void staff_is_made_by_two(void **state)
{
    (void)state;
    session_text eve, dan;
    json_t *record;
    make_and_sign_in(d, ada, "eve", "executive", eve);
    own_password(d, "eve", eve);
    assert_true(waits(ada, hire("dan", "dealer")));
    assert_false(is_there("dan"));
    json_t *approve = decision("approve");
    assert_int_equal(records_of("approval-asked", &record), 1);
    assert_null(json_object_get(json_object_get(record, "request"), "hash"));
    assert_null(json_object_get(json_object_get(record, "request"), "password"));
    assert_ask(d, eve, json_pack("{s:s}", "do", "approvals"), 200);
    json_t *shown = json_object_get(json_array_get(json_object_get(heard(d), "approvals"), 0), "request");
    assert_string_equal(text_in(shown, "person"), "dan");
    assert_null(json_object_get(shown, "hash"));
    assert_null(json_object_get(shown, "password"));
    assert_ask(d, ada, json_incref(approve), 403);
    assert_ask(d, eve, approve, 200);
    assert_int_equal(records_of("person-created", &record), 4);
    assert_string_equal(text_in(record, "approved"), "eve");
    assert_int_equal(sign_in(d, "dan", dan), 200);
    assert_ask(d, dan, json_pack("{s:s}", "do", "who-am-i"), 200);
    assert_true(json_is_true(json_object_get(heard(d), "given")));
    assert_true(waits(ada, hire("dot", "dealer")));
    assert_ask(d, eve, decision("decline"), 200);
    assert_false(is_there("dot"));
}

/* A forgotten password: one person sets it, another approves, and its owner sets a new one before
 * approving anything. */
static void a_forgotten_password_takes_two(void **state)
{
    (void)state;
    session_text amy, eve;
    json_t *record;
    make_and_sign_in(d, ada, "amy", "administrator", amy);
    make_and_sign_in(d, ada, "eve", "executive", eve);
    own_password(d, "amy", amy);
    own_password(d, "eve", eve);
    assert_true(waits(ada, password("amy", "password of amy")));
    json_t *approve = decision("approve");
    assert_ask(d, amy, json_incref(approve), 403); /* it is about her */
    assert_ask(d, eve, approve, 200);
    assert_int_equal(records_of("password-set", &record), 3);
    assert_string_equal(text_in(record, "approved"), "eve");
    assert_ask(d, amy, json_pack("{s:s}", "do", "people"), 401); /* her sessions have ended */
    assert_int_equal(sign_in(d, "amy", amy), 200);
    assert_true(waits(ada, roles("pat", "dealer")));
    approve = decision("approve");
    assert_ask(d, amy, json_incref(approve), 403);
    own_password(d, "amy", amy);
    assert_ask(d, amy, approve, 200);
}

/* A second person who is locked still counts: locking the others out does not let one person act alone again. */
static void locking_the_others_does_not_leave_one_alone(void **state)
{
    (void)state;
    session_text eve;
    make_and_sign_in(d, ada, "eve", "executive", eve);
    own_password(d, "eve", eve);
    assert_ask(d, ada, json_pack("{s:s, s:s, s:s}", "do", "lock", "person", "eve", "reason", "test"), 200);
    assert_ask(d, ada, hire("puppet", "executive"), 409);
    assert_non_null(strstr(why(d), "unlock"));
    assert_ask(d, ada, password("eve", "known to ada"), 409);
    assert_false(is_there("puppet"));
    assert_ask(d, ada, json_pack("{s:s, s:s, s:s}", "do", "unlock", "person", "eve", "reason", "test"), 200);
    assert_ask(d, ada, password("eve", "known to ada"), 409); /* only eve could approve, and it is about eve */
    assert_true(waits(ada, hire("dan", "dealer")));
}

/* The only other person who could approve has forgotten the password: the console gives them a way back. */
static void the_console_lets_a_second_person_back_in(void **state)
{
    (void)state;
    session_text eve;
    make_and_sign_in(d, ada, "eve", "executive", eve);
    own_password(d, "eve", eve);
    assert_ask(d, ada, password("eve", "password of eve"), 409);
    desk_close(d);
    d = desk_open_recovering("a", "eve");
    assert_ask(d, "",
               json_pack("{s:s, s:s, s:s}", "do", "recover", "token", lm_house_recovery(d->house), "password",
                         "own password of eve"),
               200);
    keep_session(d, eve);
    assert_true(waits(ada, hire("dan", "dealer")));
    assert_ask(d, eve, decision("approve"), 200);
}

/* A person with a given password cannot make another: not while the house is founded, and not with the
 * giver's approval. */
static void a_chain_of_puppets_ends_at_the_first(void **state)
{
    (void)state;
    session_text bea, cal;
    make_and_sign_in(d, ada, "bea", "administrator", bea);
    assert_ask(d, bea, hire("cal", "executive"), 403);
    assert_ask(d, bea, password("bea", "known to bea"), 401); /* her own needs the old one */
    make_and_sign_in(d, ada, "cal", "executive", cal);
    assert_ask(d, bea, password("cal", "known to bea"), 403);
    assert_true(waits(ada, roles("pat", "dealer")));
    assert_ask(d, cal, decision("approve"), 403);
    assert_int_equal(records_of("approved", NULL), 0);
}

/* A person recorded by an earlier version lacks that field and counts as having set the password. */
static void an_older_house_has_its_second_person(void **state)
{
    (void)state;
    session_text eve;
    make_and_sign_in(d, ada, "eve", "executive", eve);
    json_t *value = house_value(d->house, "person/eve", NULL);
    assert_int_equal(json_object_del(value, "password_by"), 0);
    lm_batch *batch = lm_batch_new();
    lm_batch_append(batch, "house", LM_STORE_ANY, "test", "test", "{}", 2);
    batch_put(batch, "person/eve", LM_STORE_ANY, value);
    assert_int_equal(finish(store, batch).why, LM_STORE_DONE);
    session_forget(d->house, "eve");
    assert_true(waits(ada, hire("dan", "dealer")));
    assert_ask(d, eve, decision("approve"), 200);
    assert_true(is_there("dan"));
}

/* A person with many requests does not hide the requests of others, and cannot ask without end. */
static void one_person_has_a_limit_of_requests(void **state)
{
    (void)state;
    session_text amy, eve;
    make_and_sign_in(d, ada, "amy", "administrator", amy);
    make_and_sign_in(d, ada, "eve", "executive", eve);
    own_password(d, "amy", amy);
    own_password(d, "eve", eve);
    for (int i = 0; i < WAITING_MOST; i++)
        assert_true(waits(ada, roles("pat", "dealer")));
    assert_true(waits(amy, roles("pat", "cashier")));
    json_t *mine = decision("approve");
    assert_ask(d, ada, roles("pat", "dealer"), 409);
    assert_non_null(strstr(why(d), "decline"));
    assert_ask(d, eve, json_pack("{s:s, s:i}", "do", "approvals", "limit", 200), 200);
    const json_t *list = json_object_get(heard(d), "approvals");
    assert_int_equal(json_array_size(list), WAITING_MOST + 1);
    int amys = 0;
    for (size_t i = 0; i < json_array_size(list); i++)
        amys += strcmp(text_in(json_array_get(list, i), "asker"), "amy") == 0;
    assert_int_equal(amys, 1);
    assert_ask(
        d, ada,
        json_pack("{s:s, s:s}", "do", "decline", "approval",
                  text_in(json_array_get(list, text_in(json_array_get(list, 0), "asker")[1] == 'm'), "approval")),
        200);
    assert_true(waits(ada, roles("pat", "dealer"))); /* there is room again */
    assert_ask(d, ada, roles("pat", "dealer"), 409);
    assert_ask(d, eve, mine, 200);
    clock_ms += 14 * MINUTE;
    stir(d, ada);
    clock_ms += MINUTE;
    assert_true(waits(ada, roles("pat", "dealer"))); /* an old request no longer waits */
}

#define TWO(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TWO(a_given_password_is_not_a_second_person),
        TWO(another_password_is_another),
        TWO(a_house_is_founded_by_one),
        TWO(a_wallet_is_not_opened_by_one),
        TWO(staff_is_made_by_two),
        TWO(a_forgotten_password_takes_two),
        TWO(locking_the_others_does_not_leave_one_alone),
        TWO(the_console_lets_a_second_person_back_in),
        TWO(a_chain_of_puppets_ends_at_the_first),
        TWO(an_older_house_has_its_second_person),
        TWO(one_person_has_a_limit_of_requests),
    };
    return cmocka_run_group_tests(tests, folder_set_up, folder_tear_down);
}
