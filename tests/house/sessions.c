/* sessions.c - sessions: how long they last, on every server, and that they stay secret. */
/* sanitized */
#include "kit/people_help.h"

#define SAY(word) json_pack("{s:s}", "do", word)

/* --- sessions -------------------------------------------------------------------------------------------------------
 * */

enum { SECOND = 1000, MINUTE = 60 * SECOND, HOUR = 60 * MINUTE };

static void staff_that_was_idle_gives_the_password_again(void **state)
{
    session_text ada, sue;
    desk *d = desk_open("a");
    first_admin(d, ada);
    make_and_sign_in(d, ada, "sue", "supervisor", sue);
    for (int i = 0; i < 5; i++) { /* busy: 70 minutes */
        clock_ms += 14 * MINUTE;
        stir(d, sue);
    }
    clock_ms += 15 * MINUTE - 1;
    stir(d, sue);
    clock_ms += 15 * MINUTE;
    assert_ask(d, sue, SAY("people"), 401);
    assert_ask(d, sue, SAY("wallet"), 401); /* asking again does not revive the session */
    assert_ask(d, sue, SAY("who-am-i"), 200);
    assert_true(json_is_true(json_object_get(heard(d), "stale")));
    assert_ask(d, sue, json_pack("{s:s, s:s}", "do", "re-authenticate", "password", "another one"), 401);
    assert_ask(d, sue, SAY("people"), 401);
    assert_ask(d, sue, json_pack("{s:s, s:s}", "do", "re-authenticate", "password", "password of sue"), 200);
    assert_ask(d, sue, SAY("people"), 200);
    assert_ask(d, sue, SAY("who-am-i"), 200);
    assert_true(json_is_false(json_object_get(heard(d), "stale")));
    desk_close(d);
}

static int64_t seen(desk *d, const char *admin, const char *person)
{
    assert_ask(d, admin, json_pack("{s:s, s:s, s:i}", "do", "people", "after", person, "limit", 1), 200);
    const json_t *row = json_array_get(json_object_get(heard(d), "people"), 0);
    assert_string_equal(text_in(row, "person"), person);
    return int_in(row, "seen_ms", -1);
}

/* Written at most once in five minutes, and never as a record. */
static void the_list_tells_when_people_were_seen(void **state)
{
    session_text ada, sue, ann;
    desk *d = desk_open("a");
    first_admin(d, ada);
    clock_ms += 10 * MINUTE - clock_ms % (10 * MINUTE);
    make_and_sign_in(d, ada, "sue", "supervisor", sue);
    make_and_sign_in(d, ada, "ann", "player", ann);
    int64_t came = clock_ms;
    int records = records_of(NULL, NULL);
    assert_int_equal(seen(d, ada, "sue"), came);
    clock_ms += 2 * MINUTE;
    stir(d, sue);
    assert_int_equal(seen(d, ada, "sue"), came);
    clock_ms += 4 * MINUTE;
    stir(d, sue);
    assert_int_equal(seen(d, ada, "sue"), came + 6 * MINUTE);
    assert_int_equal(seen(d, ada, "ann"), came);
    assert_int_equal(records_of(NULL, NULL), records + 2); /* one for each word */
    desk_close(d);
}

/* After three wrong passwords this session must wait, as at sign-in; the account and other sessions go on. */
static void an_idle_session_is_no_place_to_guess(void **state)
{
    session_text ada, sue, other;
    desk *d = desk_open("a");
    first_admin(d, ada);
    make_and_sign_in(d, ada, "sue", "supervisor", sue);
    for (int i = 0; i < 3; i++)
        assert_ask(d, sue, json_pack("{s:s, s:s}", "do", "re-authenticate", "password", "another one"), 401);
    assert_int_equal(records_of("locked", NULL), 0);
    assert_ask(d, sue, json_pack("{s:s, s:s}", "do", "re-authenticate", "password", "password of sue"), 429);
    assert_int_equal(sign_in(d, "sue", other), 200);
    clock_ms += 1000;
    assert_ask(d, sue, json_pack("{s:s, s:s}", "do", "re-authenticate", "password", "password of sue"), 200);
    desk_close(d);
}

/* A person sees their own sessions and no others, and ends all of them at once, on every server. */
static void a_person_ends_all_their_sessions(void **state)
{
    session_text ada, ann, there, again;
    desk *d = desk_open("a");
    first_admin(d, ada);
    desk *other = desk_open("b");
    make_and_sign_in(d, ada, "ann", "player", ann);
    clock_ms += MINUTE;
    assert_int_equal(sign_in(d, "ann", there), 200);
    assert_ask(d, "", SAY("sessions"), 401);
    assert_ask(d, there, SAY("sessions"), 200);
    const json_t *list = json_object_get(heard(d), "sessions");
    int current = 0;
    assert_int_equal(json_array_size(list), 2);
    for (size_t i = 0; i < 2; i++) {
        const json_t *one = json_array_get(list, i);
        bool own = json_is_true(json_object_get(one, "current"));
        current += own;
        assert_int_equal(int_in(one, "created_ms", 0), own ? clock_ms : clock_ms - MINUTE);
    }
    assert_int_equal(current, 1);
    assert_ask(d, there, SAY("sign-out-everywhere"), 200);
    assert_ask(d, ann, SAY("wallet"), 401);
    assert_ask(d, there, SAY("wallet"), 401);
    clock_ms += 2000;
    assert_ask(other, ann, SAY("wallet"), 401);
    assert_ask(d, ada, SAY("people"), 200);
    assert_int_equal(sign_in(d, "ann", again), 200);
    assert_ask(d, again, SAY("sessions"), 200);
    assert_int_equal(json_array_size(json_object_get(heard(d), "sessions")), 1);
    assert_int_equal(records_of("signed-out-everywhere", NULL), 1);
    desk_close(d);
    desk_close(other);
}

static void sessions_end(void **state)
{
    session_text ada, ann, busy;
    desk *d = desk_open("a");
    first_admin(d, ada);
    make_and_sign_in(d, ada, "ann", "player", ann);
    assert_int_equal(sign_in(d, "ann", busy), 200);
    clock_ms += 12 * HOUR - 1;
    stir(d, busy);
    clock_ms += 1;
    assert_ask(d, ann, SAY("wallet"), 401); /* unused for 12 hours */
    clock_ms += 6 * HOUR;
    stir(d, busy);
    clock_ms += 6 * HOUR - 1;
    assert_ask(d, busy, SAY("wallet"), 200);
    clock_ms += 1;
    assert_ask(d, busy, SAY("wallet"), 401); /* 24 hours in all, however busy */
    assert_int_equal(sign_in(d, "ann", ann), 200);
    assert_ask(d, ann, SAY("sign-out"), 200);
    assert_ask(d, ann, SAY("wallet"), 401);
    assert_ask(d, ann, SAY("sign-out"), 200); /* nothing more to end */
    assert_int_equal(records_of("signed-out", NULL), 1);
    assert_ask(d, "0123", SAY("wallet"), 401);
    assert_ask(d, "zz", SAY("who-am-i"), 200);
    assert_string_equal(text_in(heard(d), "person"), "");
    desk_close(d);
}

static bool count_row(void *context, const lm_value_row *row)
{
    (void)row;
    ++*(int *)context;
    return true;
}

static int sessions_kept(void)
{
    char text[LM_STORE_TEXT];
    int n = 0;
    assert_int_equal(lm_store_values(store, "~session/", count_row, &n, text), LM_STORE_DONE);
    return n;
}

/* Batches are written in order: when this one is, everything before it is too. */
static void wait_until_written(void)
{
    lm_batch *batch = lm_batch_new();
    lm_batch_put(batch, "~written", LM_STORE_ANY, "1", 1);
    assert_int_equal(lm_store_do(store, batch).why, LM_STORE_DONE);
    lm_batch_free(batch);
}

/* "Last seen" outlives the server, and abandoned sessions are cleared away. */
static void sessions_live_in_the_store(void **state)
{
    session_text ada, sue;
    desk *d = desk_open("a");
    first_admin(d, ada);
    make_and_sign_in(d, ada, "sue", "supervisor", sue);
    for (int i = 0; i < 20; i++) {
        clock_ms += 5 * MINUTE;
        stir(d, sue);
        wait_until_written();
    }
    desk_close(d);
    d = desk_open("a");
    clock_ms += 13 * MINUTE;
    assert_ask(d, sue, SAY("people"), 200);
    assert_int_equal(sessions_kept(), 2);
    clock_ms += 25 * HOUR;
    for (int i = 0; i < 300; i++) {
        clock_ms += 15 * SECOND;
        assert_ask(d, "", SAY("who-am-i"), 200);
    }
    desk_close(d);
    d = desk_open("a"); /* closing has written everything that waited */
    assert_int_equal(sessions_kept(), 0);
    desk_close(d);
}

/* Two servers, one house: what one of them ends, the other forgets within two seconds. */
static void other_servers_are_heard_within_two_seconds(void **state)
{
    session_text ada, ann, sue;
    desk *a = desk_open("a"), *b = desk_open("b");
    first_admin(b, ada);
    make_and_sign_in(a, ada, "ann", "player", ann);
    make_and_sign_in(a, ada, "sue", "supervisor", sue);
    assert_ask(b, ann, SAY("wallet"), 200);
    assert_ask(b, sue, SAY("people"), 200);
    assert_ask(a, ann, SAY("sign-out"), 200);
    assert_ask(a, ann, SAY("wallet"), 401);
    assert_ask(a, ada, json_pack("{s:s, s:s, s:s}", "do", "lock", "person", "sue", "reason", "test"), 200);
    assert_ask(a, sue, SAY("people"), 401); /* at this server at once */
    clock_ms += 2 * SECOND;
    assert_ask(b, ann, SAY("wallet"), 401);
    assert_ask(b, sue, SAY("people"), 401);
    assert_ask(b, ada, json_pack("{s:s, s:s, s:s}", "do", "unlock", "person", "sue", "reason", "test"), 200);
    assert_ask(b, sue, SAY("people"), 401); /* the old session does not come back */
    desk_close(a);
    desk_close(b);
}

/* A session that was ended at another server is not written back by one that had it in memory. */
static void an_ended_session_stays_ended(void **state)
{
    session_text ada, ann;
    desk *a = desk_open("a"), *b = desk_open("b");
    first_admin(b, ada);
    make_and_sign_in(a, ada, "ann", "player", ann);
    clock_ms += 59 * SECOND;
    assert_ask(b, ann, SAY("wallet"), 200); /* b has her in memory, and notes nothing yet */
    clock_ms += 500;
    assert_ask(a, ann, SAY("sign-out"), 200);
    clock_ms += SECOND;
    assert_ask(b, ann, SAY("wallet"), 200); /* from memory; a minute is over, so b notes that it saw her */
    clock_ms += 2 * SECOND;
    assert_ask(b, ann, SAY("wallet"), 401);
    assert_ask(a, ann, SAY("wallet"), 401);
    assert_int_equal(sessions_kept(), 1); /* ada's */
    desk_close(a);
    desk_close(b);
}

/* --- secrets ---------------------------------------------------------------------------------------------------------
 * */

/* Values by Python's hashlib: blake2b(b"lammer csrf", key=session, digest_size=32) and blake2b(session,
 * digest_size=32). */
static void tokens_are_derived_as_written_down(void **state)
{
    static const char session[] = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";
    char csrf[LM_HOUSE_CSRF], key[LM_STORE_NAME + 1];
    assert_true(lm_house_csrf(session, csrf));
    assert_string_equal(csrf, "f1cc386213900a43c634fb3f281457c982067c0ac4bccb481c8e5f3a000b7573");
    assert_true(session_key(session, key));
    assert_string_equal(key, "~session/cb2f5160fc1f7e05a55ef49d340b48da2e5a78099d53393351cd579dd42503d6");
    assert_false(lm_house_csrf("", csrf));
    assert_false(lm_house_csrf(NULL, csrf));
    assert_false(lm_house_csrf("00", csrf));
    assert_false(lm_house_csrf("zz0102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f", csrf));
    session_text ada;
    char signed_in[LM_HOUSE_CSRF];
    desk *d = desk_open("a");
    first_admin(d, ada);
    snprintf(signed_in, sizeof signed_in, "%s", text_in(heard(d), "csrf"));
    assert_true(lm_house_csrf(ada, csrf));
    assert_string_equal(signed_in, csrf);
    assert_ask(d, ada, SAY("who-am-i"), 200);
    assert_string_equal(text_in(heard(d), "csrf"), csrf);
    desk_close(d);
}

typedef struct {
    const char *secret[8];
    int n;
    bool hashes_too;
} leak;

static void look_for(const leak *l, const void *bytes, size_t size)
{
    for (int i = 0; i < l->n; i++)
        assert_null(memmem(bytes, size, l->secret[i], strlen(l->secret[i])));
    if (l->hashes_too) assert_null(memmem(bytes, size, "argon2", 6));
}

static bool record_leaks(void *context, const lm_record *record)
{
    look_for(context, record->body, record->body_size);
    look_for(context, record->effects, record->effects_size);
    return true;
}

static bool value_leaks(void *context, const lm_value_row *row)
{
    look_for(context, row->key, strlen(row->key));
    look_for(context, row->value, row->size);
    return true;
}

static void nothing_secret_is_kept(void **state)
{
    session_text ada, ann;
    char text[LM_STORE_TEXT], token[80];
    desk *d = desk_open("a");
    snprintf(token, sizeof token, "%s", lm_house_token(d->house));
    first_admin(d, ada);
    make_and_sign_in(d, ada, "ann", "player", ann);
    assert_ask(d, ann, other_password("password of ann", "another secret"), 200);
    assert_int_equal(try_password(d, "ann", "a wrong secret"), 401);
    assert_ask(d, ada, SAY("people"), 200);
    char *shown = json_dumps(heard(d), 0);
    assert_null(strstr(shown, "argon2"));
    free(shown);
    leak l = { { ada, ann, token, "password of ada", "password of ann", "another secret", "a wrong secret" }, 7, true };
    assert_int_equal(lm_store_records(store, "house", 1, record_leaks, &l, text), LM_STORE_DONE);
    l.hashes_too = false;
    assert_int_equal(lm_store_values(store, "", value_leaks, &l, text), LM_STORE_DONE);
    desk_close(d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        HOUSE_TEST(staff_that_was_idle_gives_the_password_again),
        HOUSE_TEST(the_list_tells_when_people_were_seen),
        HOUSE_TEST(an_idle_session_is_no_place_to_guess),
        HOUSE_TEST(a_person_ends_all_their_sessions),
        HOUSE_TEST(sessions_end),
        HOUSE_TEST(sessions_live_in_the_store),
        HOUSE_TEST(other_servers_are_heard_within_two_seconds),
        HOUSE_TEST(an_ended_session_stays_ended),
        HOUSE_TEST(tokens_are_derived_as_written_down),
        HOUSE_TEST(nothing_secret_is_kept),
    };
    return cmocka_run_group_tests(tests, folder_set_up, folder_tear_down);
}
