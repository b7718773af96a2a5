/* people.c - persons, passwords and sessions: who gets in, for how long, and what nobody may learn. */
/* sanitized */
#include "people_help.h"

#define SAY(word) json_pack("{s:s}", "do", word)

/* --- the first administrator ---------------------------------------------------------------------------------- */

static json_t *first(const char *token, const char *id)
{
    return json_pack("{s:s, s:s, s:s, s:s}", "do", "first-administrator", "token", token, "person", id,
                     "password", "password of ada");
}

static void a_token_makes_one_administrator(void **state)
{
    desk *d = desk_open("a");
    char token[80];
    snprintf(token, sizeof token, "%s", lm_house_token(d->house));
    assert_int_equal(strlen(token), 40);
    assert_ask(d, "", first("", "ada"), 403);
    assert_ask(d, "", first("0000000000000000000000000000000000000000", "ada"), 403);
    assert_ask(d, "", first(token, "house"), 400);
    assert_int_equal(records_of("person-created", NULL), 0);
    assert_ask(d, "", first(token, "ada"), 200);
    assert_ask(d, "", first(token, "eve"), 403); /* it was for one time */
    desk_close(d);
    d = desk_open("a");
    assert_string_equal(lm_house_token(d->house), "");
    desk_close(d);
}

/* Several servers of one house print tokens; the first use spoils them all. */
static void tokens_of_two_servers_make_one_administrator(void **state)
{
    desk *a = desk_open("a"), *b = desk_open("b");
    assert_string_not_equal(lm_house_token(a->house), lm_house_token(b->house));
    uint64_t one = tell(a, "", first(lm_house_token(a->house), "ada"));
    uint64_t two = tell(b, "", first(lm_house_token(b->house), "eve"));
    int first_status = await(a, one), second_status = await(b, two);
    assert_int_equal(first_status == 200, second_status != 200);
    assert_int_equal(records_of("person-created", NULL), 1);
    desk_close(a);
    desk_close(b);
}

static void whoever_can_start_the_server_can_let_one_in(void **state)
{
    session_text ada, unused;
    desk *d = desk_open("a");
    first_admin(d, ada);
    for (int i = 0; i < 3; i++)
        assert_ask(d, "",
                   json_pack("{s:s, s:s, s:s}", "do", "sign-in", "person", "ada", "password", "wrong one"),
                   401);
    assert_int_equal(sign_in(d, "ada", unused), 401);
    desk_close(d);
    d = desk_open("a");
    assert_int_equal(strlen(lm_house_token(d->house)), 40);
    assert_ask(d, "", first(lm_house_token(d->house), "amy"), 200);
    desk_close(d);
}

/* --- guests and players ---------------------------------------------------------------------------------------- */

static void a_guest_has_play_money_and_a_session(void **state)
{
    session_text guest;
    char account[LM_STORE_NAME + 1];
    desk *d = desk_open("a");
    assert_ask(d, "", SAY("guest"), 200);
    keep_session(d, guest);
    const char *id = text_in(heard(d), "person");
    assert_int_equal(strncmp(id, "guest-", 6), 0);
    snprintf(account, sizeof account, "wallet/play/%s", id);
    assert_int_equal(balance(store, account), 100000);
    assert_int_equal(balance(store, "world/play"), -100000);
    snprintf(account, sizeof account, "wallet/real/%s", id);
    assert_int_equal(balance(store, account), INT64_MIN); /* none */
    assert_ask(d, guest, SAY("who-am-i"), 200);
    assert_string_equal(json_string_value(json_array_get(json_object_get(heard(d), "roles"), 0)), "guest");
    assert_ask(d, guest, json_pack("{s:s, s:s}", "do", "set-password", "password", "a password"), 403);
    desk_close(d);
}

static void names_are_checked(void **state)
{
    static const struct {
        const char *id;
        int status;
    } rows[] = {
        { "ann", 200 },
        { "ann", 409 },
        { "x", 400 },
        { "9ann", 400 },
        { "Ann", 400 },
        { "house", 400 },
        { "clock", 400 },
        { "dealer", 400 },
        { "nobody", 400 },
        { "guest-1", 400 },
        { "a/b", 400 },
        { "walkin-1", 400 },
        { "ann-marie", 200 },
        { "-ann", 400 },
        { "", 400 },
        { "abcdefghijklmnopqrstuvwxyz01234", 200 },
        { "abcdefghijklmnopqrstuvwxyz012345", 400 },
    };
    desk *d = desk_open("a");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_ask(
            d, "",
            json_pack("{s:s, s:s, s:s}", "do", "register", "person", rows[i].id, "password", "a password"),
            rows[i].status);
    static const struct {
        const char *password;
        int status;
    } passwords[] = { { "", 400 }, { "1234567", 400 }, { "12345678", 200 } };
    for (size_t i = 0; i < sizeof passwords / sizeof *passwords; i++)
        assert_ask(d, "",
                   json_pack("{s:s, s:s, s:s}", "do", "register", "person", "bob", "password",
                             passwords[i].password),
                   passwords[i].status);
    assert_ask(d, "",
               json_pack("{s:s, s:s, s:s, s:s}", "do", "register", "person", "cat", "password", "12345678",
                         "name", "a\nb"),
               400);
    desk_close(d);
}

/* Two people want one name at the same moment. */
static void a_name_is_given_once(void **state)
{
    desk *d = desk_open("a");
    uint64_t token[4];
    int made = 0;
    for (int i = 0; i < 4; i++)
        token[i] = tell(
            d, "", json_pack("{s:s, s:s, s:s}", "do", "register", "person", "ann", "password", "password"));
    for (int i = 0; i < 4; i++)
        made += await(d, token[i]) == 200;
    assert_int_equal(made, 1);
    assert_int_equal(records_of("person-created", NULL), 1);
    desk_close(d);
}

/* --- passwords --------------------------------------------------------------------------------------------------- */

static int try_password(desk *d, const char *id, const char *password)
{
    return ask(d, "", json_pack("{s:s, s:s, s:s}", "do", "sign-in", "person", id, "password", password));
}

static void three_failures_in_a_row_lock(void **state)
{
    session_text ada, sue, ann;
    char told[LM_HOUSE_TEXT];
    desk *d = desk_open("a");
    first_admin(d, ada);
    make_and_sign_in(d, ada, "sue", "supervisor", sue);
    make_and_sign_in(d, ada, "ann", "player", ann);
    for (int i = 0; i < 2; i++)
        assert_int_equal(try_password(d, "ann", "wrong password"), 401);
    assert_int_equal(sign_in(d, "ann", ann), 200); /* in a row: now it starts anew */
    for (int i = 0; i < 2; i++)
        assert_int_equal(try_password(d, "ann", "wrong password"), 401);
    assert_int_equal(sign_in(d, "ann", ann), 200);
    assert_int_equal(records_of("locked", NULL), 0);
    for (int i = 0; i < 3; i++)
        assert_int_equal(try_password(d, "ann", "wrong password"), 401);
    snprintf(told, sizeof told, "%s", why(d));
    json_t *record;
    assert_int_equal(records_of("locked", &record), 1);
    assert_string_equal(text_in(record, "person"), "ann");
    assert_int_equal(try_password(d, "ann", "password of ann"), 401); /* right, and told the same */
    assert_string_equal(why(d), told);
    assert_int_equal(try_password(d, "nobody-at-all", "password of ann"), 401);
    assert_string_equal(why(d), told);
    assert_ask(d, ann, json_pack("{s:s}", "do", "wallet"), 401); /* and whoever was in is out */
    assert_ask(d, sue,
               json_pack("{s:s, s:s, s:s}", "do", "unlock", "person", "ann", "reason", "came with papers"),
               200);
    assert_int_equal(records_of("unlocked", &record), 1);
    assert_string_equal(text_in(record, "reason"), "came with papers");
    assert_true(json_is_true(json_object_get(json_object_get(record, "before"), "locked")));
    assert_true(json_is_false(json_object_get(json_object_get(record, "after"), "locked")));
    assert_ask(d, ann, SAY("wallet"), 401); /* her old sessions do not come back */
    assert_int_equal(sign_in(d, "ann", ann), 200);
    desk_close(d);
}

/* However many are under way at once, the right one does not get in once three wrong ones have been counted. */
static void guesses_at_the_same_time_are_all_counted(void **state)
{
    session_text ada, ann;
    desk *d = desk_open("a");
    first_admin(d, ada);
    make_and_sign_in(d, ada, "ann", "player", ann);
    uint64_t token[8];
    d->slow = true;
    for (int i = 0; i < 8; i++)
        token[i] = tell(d, "",
                        json_pack("{s:s, s:s, s:s}", "do", "sign-in", "person", "ann", "password",
                                  i < 7 ? "wrong password" : "password of ann"));
    desk_work(d);
    for (int i = 0; i < 7; i++)
        assert_int_equal(await(d, token[i]), 401);
    int right = await(d, token[7]); /* in time only if its turn came before the third failure's */
    json_t *record;
    assert_true(right == 401 || right == 200);
    assert_int_equal(records_of("locked", NULL), 1);
    assert_int_equal(records_of("sign-in-failed", &record), 7 + (right == 401));
    desk_close(d);
}

/* Whoever floods the door waits outside. */
static void few_passwords_wait_at_once(void **state)
{
    desk *d = desk_open("a");
    d->slow = true;
    for (int i = 0; i < 70; i++)
        tell(d, "",
             json_pack("{s:s, s:s, s:s}", "do", "sign-in", "person", "zoe", "password", "wrong password"));
    assert_int_equal(d->jobs, 64);
    assert_int_equal(d->status[64], 0);
    assert_int_equal(d->status[65], 503);
    assert_int_equal(d->status[70], 503);
    desk_work(d);
    for (uint64_t i = 1; i <= 64; i++)
        assert_int_equal(await(d, i), 401);
    desk_close(d);
}

static int64_t spent_us(desk *d, const char *id)
{
    struct timespec a, b;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &a);
    assert_int_equal(try_password(d, id, "wrong password"), 401);
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &b);
    return (b.tv_sec - a.tv_sec) * 1000000 + (b.tv_nsec - a.tv_nsec) / 1000;
}

/* A name that exists, one that does not, a guest's and a locked one cost the same work. */
static void a_refusal_costs_the_same_for_every_name(void **state)
{
    session_text ada, ann;
    desk *d = desk_open("a");
    passwords_cost = true;
    first_admin(d, ada);
    make_and_sign_in(d, ada, "ann", "player", ann);
    passwords_cost = false;
    assert_ask(d, "", SAY("guest"), 200);
    char guest[LM_HOUSE_ID];
    snprintf(guest, sizeof guest, "%s", text_in(heard(d), "person"));
    int64_t known = spent_us(d, "ann"), unknown = spent_us(d, "zoe"), guests = spent_us(d, guest);
    spent_us(d, "ann");
    spent_us(d, "ann");
    int64_t locked = spent_us(d, "ann");
    enum { ARGON2_US = 10000 }; /* of processor time, which no refusal without a hash takes */
    assert_true(known > ARGON2_US);
    assert_true(unknown > ARGON2_US);
    assert_true(guests > ARGON2_US);
    assert_true(locked > ARGON2_US);
    desk_close(d);
}

static json_t *other_password(const char *old, const char *password)
{
    return json_pack("{s:s, s:s, s:s}", "do", "set-password", "old", old, "password", password);
}

static void another_password_ends_the_sessions(void **state)
{
    session_text ada, ann, elsewhere, now;
    desk *d = desk_open("a");
    first_admin(d, ada);
    make_and_sign_in(d, ada, "ann", "player", ann);
    assert_int_equal(sign_in(d, "ann", elsewhere), 200);
    assert_ask(d, ann, other_password("not the old one", "new password"), 401);
    assert_ask(d, ann, other_password("password of ann", "short"), 400);
    assert_ask(d, ann, other_password("password of ann", "new password"), 200);
    keep_session(d, now);
    assert_ask(d, ann, SAY("wallet"), 401);
    assert_ask(d, elsewhere, SAY("wallet"), 401);
    assert_ask(d, now, SAY("wallet"), 200);
    assert_int_equal(try_password(d, "ann", "password of ann"), 401);
    assert_int_equal(try_password(d, "ann", "new password"), 200);
    assert_ask(d, now,
               json_pack("{s:s, s:s, s:s}", "do", "set-password", "person", "ada", "password", "taken over"),
               403);
    assert_ask(
        d, ada,
        json_pack("{s:s, s:s, s:s}", "do", "set-password", "person", "ann", "password", "given to her"), 200);
    assert_ask(d, now, SAY("wallet"), 401);
    assert_int_equal(try_password(d, "ann", "given to her"), 200);
    desk_close(d);
}

/* --- sessions ------------------------------------------------------------------------------------------------------- */

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
    assert_ask(d, sue, SAY("wallet"), 401); /* asking does not make it better */
    assert_ask(d, sue, SAY("who-am-i"), 200);
    assert_true(json_is_true(json_object_get(heard(d), "stale")));
    assert_ask(d, sue, json_pack("{s:s, s:s}", "do", "re-authenticate", "password", "not hers"), 401);
    assert_ask(d, sue, SAY("people"), 401);
    assert_ask(d, sue, json_pack("{s:s, s:s}", "do", "re-authenticate", "password", "password of sue"), 200);
    assert_ask(d, sue, SAY("people"), 200);
    assert_ask(d, sue, SAY("who-am-i"), 200);
    assert_true(json_is_false(json_object_get(heard(d), "stale")));
    desk_close(d);
}

/* The third wrong one locks here as well as at the door. */
static void an_idle_session_is_no_place_to_guess(void **state)
{
    session_text ada, sue;
    desk *d = desk_open("a");
    first_admin(d, ada);
    make_and_sign_in(d, ada, "sue", "supervisor", sue);
    for (int i = 0; i < 3; i++)
        assert_ask(d, sue, json_pack("{s:s, s:s}", "do", "re-authenticate", "password", "not hers"), 401);
    assert_int_equal(records_of("locked", NULL), 1);
    assert_ask(d, sue, json_pack("{s:s, s:s}", "do", "re-authenticate", "password", "password of sue"), 401);
    desk_close(d);
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
    assert_ask(d, ann, SAY("wallet"), 401); /* nobody was there for 12 hours */
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

/* "Last seen" outlives the server, and what nobody comes back to is cleared away. */
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
    d = desk_open("a"); /* after everything behind is written */
    assert_int_equal(sessions_kept(), 0);
    desk_close(d);
}

/* Two servers, one house: what one of them ends, the other forgets within two seconds. */
static void other_servers_are_heard_within_two_seconds(void **state)
{
    session_text ada, ann, sue;
    desk *a = desk_open("a"), *b = desk_open("b");
    first_admin(a, ada);
    make_and_sign_in(a, ada, "ann", "player", ann);
    make_and_sign_in(a, ada, "sue", "supervisor", sue);
    assert_ask(b, ann, SAY("wallet"), 200);
    assert_ask(b, sue, SAY("people"), 200);
    assert_ask(a, ann, SAY("sign-out"), 200);
    assert_ask(a, ann, SAY("wallet"), 401);
    assert_ask(a, ada, json_pack("{s:s, s:s, s:s}", "do", "lock", "person", "sue", "reason", "test"), 200);
    assert_ask(a, sue, SAY("people"), 401); /* here at once */
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
    first_admin(a, ada);
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

/* --- secrets --------------------------------------------------------------------------------------------------------- */

/* Values by Python's hashlib: blake2b(b"lammer csrf", key=session, digest_size=32) and blake2b(session, digest_size=32). */
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
    leak l = { { ada, ann, token, "password of ada", "password of ann", "another secret", "a wrong secret" },
               7,
               true };
    assert_int_equal(lm_store_records(store, "house", 1, record_leaks, &l, text), LM_STORE_DONE);
    l.hashes_too = false;
    assert_int_equal(lm_store_values(store, "", value_leaks, &l, text), LM_STORE_DONE);
    desk_close(d);
}

/* --- what is done to others -------------------------------------------------------------------------------------------- */

static void somebody_always_administrates(void **state)
{
    session_text ada, sue;
    desk *d = desk_open("a");
    first_admin(d, ada);
    make_and_sign_in(d, ada, "sue", "supervisor", sue);
    assert_ask(d, sue, json_pack("{s:s, s:s, s:s}", "do", "lock", "person", "ada", "reason", "mutiny"), 409);
    assert_ask(d, ada, json_pack("{s:s, s:s, s:s}", "do", "lock", "person", "ada", "reason", "tired"), 409);
    make_person(d, ada, "amy", "administrator");
    assert_ask(d, sue, json_pack("{s:s, s:s, s:s}", "do", "lock", "person", "ada", "reason", "mutiny"), 200);
    assert_ask(d, ada, SAY("people"), 401);
    assert_ask(d, sue, json_pack("{s:s, s:s, s:s}", "do", "lock", "person", "amy", "reason", "mutiny"), 409);
    assert_ask(d, sue, json_pack("{s:s, s:s, s:s}", "do", "lock", "person", "zoe", "reason", "mutiny"), 404);
    assert_ask(d, sue, json_pack("{s:s, s:s}", "do", "lock", "person", "amy"), 400); /* without a reason */
    desk_close(d);
}

static void roles_are_words(void **state)
{
    session_text ada;
    desk *d = desk_open("a");
    first_admin(d, ada);
    static const char *const bad[] = { "guest", "king", "" };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_ask(d, ada,
                   json_pack("{s:s, s:s, s:s, s:[s]}", "do", "create-person", "person", "bob", "password",
                             "password", "roles", bad[i]),
                   400);
    assert_ask(d, ada,
               json_pack("{s:s, s:s, s:s, s:[]}", "do", "create-person", "person", "bob", "password",
                         "password", "roles"),
               400);
    assert_ask(d, ada,
               json_pack("{s:s, s:s, s:s, s:[i]}", "do", "create-person", "person", "bob", "password",
                         "password", "roles", 3),
               400);
    make_person(d, ada, "bob", "cashier");
    json_t *record;
    records_of("person-created", &record);
    assert_string_equal(text_in(record, "person"), "bob");
    assert_ask(d, ada, json_pack("{s:s, s:s}", "do", "people", "role", "cashier"), 200);
    assert_int_equal(json_array_size(json_object_get(heard(d), "people")), 1);
    desk_close(d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        HOUSE_TEST(a_token_makes_one_administrator),
        HOUSE_TEST(tokens_of_two_servers_make_one_administrator),
        HOUSE_TEST(whoever_can_start_the_server_can_let_one_in),
        HOUSE_TEST(a_guest_has_play_money_and_a_session),
        HOUSE_TEST(names_are_checked),
        HOUSE_TEST(a_name_is_given_once),
        HOUSE_TEST(three_failures_in_a_row_lock),
        HOUSE_TEST(guesses_at_the_same_time_are_all_counted),
        HOUSE_TEST(few_passwords_wait_at_once),
        HOUSE_TEST(a_refusal_costs_the_same_for_every_name),
        HOUSE_TEST(another_password_ends_the_sessions),
        HOUSE_TEST(staff_that_was_idle_gives_the_password_again),
        HOUSE_TEST(an_idle_session_is_no_place_to_guess),
        HOUSE_TEST(sessions_end),
        HOUSE_TEST(sessions_live_in_the_store),
        HOUSE_TEST(other_servers_are_heard_within_two_seconds),
        HOUSE_TEST(an_ended_session_stays_ended),
        HOUSE_TEST(tokens_are_derived_as_written_down),
        HOUSE_TEST(nothing_secret_is_kept),
        HOUSE_TEST(somebody_always_administrates),
        HOUSE_TEST(roles_are_words),
    };
    return cmocka_run_group_tests(tests, folder_set_up, folder_tear_down);
}
