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

/* Earlier houses locked an administrator after three wrong passwords. */
static void lock_as_earlier_houses_did(desk *d, const char *id)
{
    house_person p;
    assert_true(person_read(d->house, id, &p));
    p.locked = true;
    lm_batch *batch = lm_batch_new();
    batch_record(batch, "locked", "house", json_pack("{s:s}", "person", id));
    person_put(batch, &p);
    assert_int_equal(lm_store_do(d->store, batch).why, LM_STORE_DONE);
    lm_batch_free(batch);
}

static void a_house_without_administrator_prints_a_token(void **state)
{
    session_text ada;
    desk *d = desk_open("a");
    first_admin(d, ada);
    lock_as_earlier_houses_did(d, "ada");
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

/* A house with Ann, who is at home at one device, and a stranger at another address. */
typedef struct {
    desk *d;
    session_text ada, ann, device;
} besieged;

static void besiege(besieged *b)
{
    b->d = desk_open("a");
    first_admin(b->d, b->ada);
    b->d->address = "192.0.2.7";
    make_and_sign_in(b->d, b->ada, "ann", "player", b->ann);
    keep_device(b->d, b->device);
    b->d->address = "203.0.113.9";
}

/* What strangers guess neither ends a session, nor locks the account, nor delays the owner at a known device. */
static void strangers_cannot_lock_anyone_out(void **state)
{
    besieged b;
    besiege(&b);
    for (int i = 0; i < 40; i++) {
        int status = try_password(b.d, i % 2 ? "ann" : "ada", "wrong password");
        assert_true(status == 401 || status == 429);
    }
    assert_int_equal(records_of("locked", NULL), 0);
    assert_ask(b.d, b.ann, SAY("wallet"), 200);
    assert_ask(b.d, b.ada, SAY("people"), 200);
    b.d->device = b.device;
    assert_int_equal(sign_in(b.d, "ann", b.ann), 200); /* even from the stranger's address */
    assert_ask(b.d, b.ada, SAY("people"), 200);
    desk_close(b.d);
}

/* A device is known to those who signed in at it, not to everyone whose name is typed there. */
static void a_device_is_known_to_its_own_people(void **state)
{
    besieged b;
    besiege(&b);
    b.d->device = b.device;
    for (int i = 0; i < 3; i++)
        assert_int_equal(try_password(b.d, "ada", "wrong password"), 401);
    assert_int_equal(try_password(b.d, "ada", "password of ada"), 429);
    for (int i = 0; i < 3; i++)
        assert_int_equal(try_password(b.d, "ann", "wrong password"), 401);
    assert_int_equal(try_password(b.d, "ann", "password of ann"),
                     429); /* a thief with her device waits, too */
    clock_ms += 1000;
    assert_int_equal(try_password(b.d, "ann", "password of ann"), 200);
    desk_close(b.d);
}

static int64_t told_to_wait_ms(const desk *d)
{
    return int_in(heard(d), "retry_ms", 0);
}

/* One second, two, four ... a quarter of an hour; the right password waits as well, or a guesser would learn of it. */
static void a_stranger_waits_longer_each_time(void **state)
{
    besieged b;
    besiege(&b);
    for (int i = 0; i < 3; i++)
        assert_int_equal(try_password(b.d, "ann", "wrong password"), 401);
    for (int64_t wait = 1000; wait < 15 * 60 * 1000; wait *= 2) {
        assert_int_equal(try_password(b.d, "ann", "password of ann"), 429);
        assert_int_equal(told_to_wait_ms(b.d), wait);
        clock_ms += wait - 1;
        assert_int_equal(try_password(b.d, "ann", "password of ann"), 429);
        clock_ms++;
        assert_int_equal(try_password(b.d, "ann", "wrong password"), 401);
    }
    assert_int_equal(try_password(b.d, "ann", "password of ann"), 429);
    assert_int_equal(told_to_wait_ms(b.d), 15 * 60 * 1000);
    clock_ms += 15 * 60 * 1000;
    assert_int_equal(try_password(b.d, "ann", "password of ann"), 200); /* and then the count begins anew */
    assert_int_equal(try_password(b.d, "ann", "wrong password"), 401);
    assert_int_equal(try_password(b.d, "ann", "password of ann"), 200);
    desk_close(b.d);
}

/* A name that does not exist is counted like one that does: the waits do not tell them apart. */
static void unknown_names_wait_alike(void **state)
{
    besieged b;
    besiege(&b);
    for (int i = 0; i < 3; i++)
        assert_int_equal(try_password(b.d, "zoe", "wrong password"), 401);
    assert_int_equal(try_password(b.d, "zoe", "wrong password"), 429);
    assert_int_equal(told_to_wait_ms(b.d), 1000);
    desk_close(b.d);
}

/* Many addresses do not help: a network that has failed at a name waits for all who failed at it, a minute at most. A network that
 * has not failed does not wait, so that the owner gets in from a new place. */
static void many_addresses_share_one_wait(void **state)
{
    static const char *const places[] = { "203.0.113.1", "203.0.113.2", "203.0.113.3", "203.0.113.4",
                                          "203.0.113.5", "203.0.113.6", "203.0.113.7", "203.0.113.8" };
    besieged b;
    besiege(&b);
    for (int i = 0; i < 8; i++) {
        b.d->address = places[i];
        assert_int_equal(try_password(b.d, "ann", "wrong password"), 401);
    }
    for (int i = 0; i < 2; i++) {
        b.d->address = places[i];
        assert_int_equal(try_password(b.d, "ann", "wrong password"), 401);
    }
    b.d->address = places[2];
    assert_int_equal(try_password(b.d, "ann", "wrong password"), 429); /* the eleventh, and only its second */
    b.d->address = "198.51.100.1";
    assert_int_equal(try_password(b.d, "ann", "password of ann"), 200);
    desk_close(b.d);
}

/* One password for many names: the address waits, whichever names it tries. */
static void one_address_at_many_names_waits(void **state)
{
    besieged b;
    char name[16];
    besiege(&b);
    for (int i = 0; i < 20; i++) {
        snprintf(name, sizeof name, "name-%d", i);
        assert_int_equal(try_password(b.d, name, "password of all"), 401);
    }
    assert_int_equal(try_password(b.d, "ann", "password of ann"), 429);
    b.d->address = "192.0.2.8";
    assert_int_equal(try_password(b.d, "ann", "password of ann"), 200);
    desk_close(b.d);
}

static void a_wrong_password_leaves_its_address(void **state)
{
    besieged b;
    json_t *record;
    besiege(&b);
    assert_int_equal(try_password(b.d, "ann", "wrong password"), 401);
    assert_int_equal(records_of("sign-in-failed", &record), 1);
    assert_string_equal(text_in(record, "person"), "ann");
    assert_string_equal(text_in(record, "address"), "203.0.113.9");
    assert_string_equal(b.d->logged, "sign-in-failed from 203.0.113.9");
    desk_close(b.d);
}

/* --- sign-in names ---------------------------------------------------------------------------------------------- */

static json_t *registration(const char *login, const char *name)
{
    return json_pack("{s:s, s:s, s:s, s:s}", "do", "register", "login", login, "name", name, "password",
                     "password");
}

/* What others see of a player does not open the door. */
static void the_sign_in_name_is_not_what_others_see(void **state)
{
    session_text ada, ann, sue;
    char id[LM_HOUSE_ID];
    desk *d = desk_open("a");
    first_admin(d, ada);
    assert_ask(d, "", registration("only-ann-knows", "Ann"), 200);
    keep_session(d, ann);
    snprintf(id, sizeof id, "%s", text_in(heard(d), "person"));
    assert_string_equal(text_in(heard(d), "name"), "Ann");
    assert_int_equal(strncmp(id, "ann-", 4), 0);
    assert_int_equal(try_password(d, id, "password"), 401);
    assert_int_equal(try_password(d, "only-ann-knows", "password"), 200);
    assert_ask(d, "", registration("only-ann-knows", "Eve"), 409);
    assert_ask(d, "", registration("ada", "Eve"), 409); /* she signs in by her id */
    make_and_sign_in(d, ada, "sue", "supervisor", sue);
    assert_ask(d, sue, SAY("people"), 200);
    char *told = json_dumps(heard(d), 0);
    assert_null(strstr(told, "only-ann-knows"));
    free(told);
    assert_ask(d, ann, json_pack("{s:s, s:s}", "do", "set-login", "login", "ada"), 409);
    assert_ask(d, ann, json_pack("{s:s, s:s}", "do", "set-login", "login", "ann-again"), 200);
    assert_int_equal(try_password(d, "only-ann-knows", "password"), 401);
    assert_int_equal(try_password(d, "ann-again", "password"), 200);
    assert_ask(d, "", registration("only-ann-knows", "Eve"), 200); /* given up, so free */
    assert_int_equal(try_password(d, "only-ann-knows", "password"), 200);
    assert_string_equal(text_in(heard(d), "name"), "Eve");
    desk_close(d);
}

/* --- the way back at the console ----------------------------------------------------------------------------------- */

static json_t *recovery(const char *token, const char *password)
{
    return json_pack("{s:s, s:s, s:s}", "do", "recover", "token", token, "password", password);
}

static void a_locked_administrator_comes_back_by_the_console(void **state)
{
    session_text ada, bob, now;
    json_t *record;
    char token[80];
    desk *d = desk_open("a");
    first_admin(d, ada);
    make_and_sign_in(d, ada, "bob", "administrator", bob);
    assert_ask(d, bob, json_pack("{s:s, s:s, s:s}", "do", "lock", "person", "ada", "reason", "test"), 200);
    assert_int_equal(sign_in(d, "ada", ada), 401);
    desk_close(d);
    d = desk_open_recovering("a", "ada");
    assert_int_equal(records_of("recovery-issued", &record), 1);
    assert_string_equal(text_in(record, "person"), "ada");
    snprintf(token, sizeof token, "%s", lm_house_recovery(d->house));
    assert_ask(d, "", recovery("not the token", "new password"), 403);
    assert_ask(d, "", recovery(token, "short"), 400);
    assert_ask(d, "", recovery(token, "new password"), 200);
    keep_session(d, now);
    assert_ask(d, now, SAY("people"), 200);
    assert_ask(d, "", recovery(token, "another one"), 403); /* once */
    assert_int_equal(try_password(d, "ada", "new password"), 200);
    assert_int_equal(records_of("recovered", NULL), 1);
    desk_close(d);
    d = desk_open_recovering("a", "ada");
    snprintf(token, sizeof token, "%s", lm_house_recovery(d->house));
    clock_ms += 60 * 60 * 1000;
    assert_ask(d, "", recovery(token, "another one"), 403); /* too late */
    desk_close(d);
}

/* However many are under way at once, three are looked at before the sender waits. */
static void guesses_at_the_same_time_are_all_counted(void **state)
{
    besieged b;
    uint64_t token[8];
    int looked_at = 0;
    besiege(&b);
    b.d->slow = true;
    for (int i = 0; i < 8; i++)
        token[i] = tell(b.d, "",
                        json_pack("{s:s, s:s, s:s}", "do", "sign-in", "person", "ann", "password",
                                  i < 7 ? "wrong password" : "password of ann"));
    for (int i = 0; i < 100; i++)
        desk_step(b.d);
    looked_at = b.d->jobs;
    desk_work(b.d);
    for (int i = 0; i < 8; i++)
        await(b.d, token[i]);
    assert_int_equal(looked_at, 3);
    desk_close(b.d);
}

/* Whoever floods the door waits outside. */
static void few_passwords_wait_at_once(void **state)
{
    desk *d = desk_open("a");
    char name[16];
    int turned_away = 0;
    d->slow = true;
    for (int i = 0; i < 70; i++) {
        snprintf(name, sizeof name, "zoe-%d", i);
        tell(d, "",
             json_pack("{s:s, s:s, s:s}", "do", "sign-in", "person", name, "password", "wrong password"));
    }
    for (int i = 0; i < 200; i++)
        desk_step(d);
    assert_int_equal(d->jobs, 64);
    for (uint64_t i = 1; i <= 70; i++)
        turned_away += d->status[i] == 503;
    assert_int_equal(turned_away, 6);
    desk_work(d);
    for (uint64_t i = 1; i <= 70; i++)
        assert_true(await(d, i) == 401 || d->status[i] == 503);
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
    assert_ask(d, ada, json_pack("{s:s, s:s, s:s}", "do", "lock", "person", "ann", "reason", "test"), 200);
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

/* After three wrong ones this session waits, as at the door; the account and other sessions go on. */
static void an_idle_session_is_no_place_to_guess(void **state)
{
    session_text ada, sue, other;
    desk *d = desk_open("a");
    first_admin(d, ada);
    make_and_sign_in(d, ada, "sue", "supervisor", sue);
    for (int i = 0; i < 3; i++)
        assert_ask(d, sue, json_pack("{s:s, s:s}", "do", "re-authenticate", "password", "not hers"), 401);
    assert_int_equal(records_of("locked", NULL), 0);
    assert_ask(d, sue, json_pack("{s:s, s:s}", "do", "re-authenticate", "password", "password of sue"), 429);
    assert_int_equal(sign_in(d, "sue", other), 200);
    clock_ms += 1000;
    assert_ask(d, sue, json_pack("{s:s, s:s}", "do", "re-authenticate", "password", "password of sue"), 200);
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
        HOUSE_TEST(a_house_without_administrator_prints_a_token),
        HOUSE_TEST(a_guest_has_play_money_and_a_session),
        HOUSE_TEST(names_are_checked),
        HOUSE_TEST(a_name_is_given_once),
        HOUSE_TEST(strangers_cannot_lock_anyone_out),
        HOUSE_TEST(a_device_is_known_to_its_own_people),
        HOUSE_TEST(a_stranger_waits_longer_each_time),
        HOUSE_TEST(unknown_names_wait_alike),
        HOUSE_TEST(many_addresses_share_one_wait),
        HOUSE_TEST(one_address_at_many_names_waits),
        HOUSE_TEST(a_wrong_password_leaves_its_address),
        HOUSE_TEST(the_sign_in_name_is_not_what_others_see),
        HOUSE_TEST(a_locked_administrator_comes_back_by_the_console),
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
