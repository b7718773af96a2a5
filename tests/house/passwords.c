/* passwords.c - passwords: guessing is delayed, does not lock the owner out, and an owner who is locked
 * out can come back. */
/* sanitized */
#include "kit/people_help.h"

#define SAY(word) json_pack("{s:s}", "do", word)

/* --- passwords --------------------------------------------------------------------------------------------------- */

/* A house with Ann, who has signed in at one device, and a stranger at another address. */
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

/* Guesses by strangers do not end a session, lock the account, or delay the owner at a known device. */
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

/* A device is known only for persons who have signed in at it. */
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
    assert_int_equal(try_password(b.d, "ann", "password of ann"), 429); /* a thief with her device waits, too */
    clock_ms += 1000;
    assert_int_equal(try_password(b.d, "ann", "password of ann"), 200);
    desk_close(b.d);
}

static int64_t told_to_wait_ms(const desk *d)
{
    return int_in(heard(d), "retry_ms", 0);
}

/* One second, two, four ... a quarter of an hour; the right password waits as well, or a guesser would
 * learn that it is right. */
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

/* Unknown names are counted like known ones, so the waits do not reveal which exist. */
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

/* Many addresses do not help: a network that has failed at a name waits for the failures of all networks at that name,
 * a minute at most. A network that has not failed does not wait, so that the owner gets in from a new
 * place. */
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
    assert_int_equal(try_password(b.d, "ann", "wrong password"),
                     429); /* the eleventh failure at this name, but the second of this network */
    b.d->address = "198.51.100.1";
    assert_int_equal(try_password(b.d, "ann", "password of ann"), 200);
    desk_close(b.d);
}

/* One password tried for many names: the address waits for all of them. */
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

/* --- the way back at the console -----------------------------------------------------------------------------------
 * */

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

/* Of many attempts sent at once the house checks three; then the sender must wait. */
static void guesses_at_the_same_time_are_all_counted(void **state)
{
    besieged b;
    uint64_t token[8];
    int looked_at = 0;
    besiege(&b);
    b.d->slow = ALL_WORK;
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

/* A password that is sent twice at once under one number is right twice, so it leaves no wrong attempt behind. */
static void a_repeated_right_password_is_not_a_wrong_one(void **state)
{
    besieged b;
    uint64_t token[2];
    besiege(&b);
    for (int i = 0; i < 2; i++)
        token[i] = tell(b.d, b.ann,
                        json_pack("{s:s, s:s, s:i}", "do", "re-authenticate", "password", "password of ann", "n", 1));
    for (int i = 0; i < 2; i++)
        assert_int_equal(await(b.d, token[i]), 200);
    assert_int_equal(records_of("re-authenticated", NULL), 1);
    for (int i = 0; i < 4; i++) {
        int status = ask(b.d, b.ann, json_pack("{s:s, s:s}", "do", "re-authenticate", "password", "wrong password"));
        if (status != (i < 3 ? 401 : 429))
            fail_msg(/* say:test-repeat-counted */ "FAILED: wrong password %d is answered with %d", i + 1, status);
    }
    desk_close(b.d);
}

/* An address that floods the sign-in must wait. */
static void few_passwords_wait_at_once(void **state)
{
    desk *d = desk_open("a");
    char name[16];
    int turned_away = 0;
    d->slow = ALL_WORK;
    for (int i = 0; i < 70; i++) {
        snprintf(name, sizeof name, "zoe-%d", i);
        tell(d, "", json_pack("{s:s, s:s, s:s}", "do", "sign-in", "person", name, "password", "wrong password"));
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
    assert_ask(d, now, json_pack("{s:s, s:s, s:s}", "do", "set-password", "person", "ada", "password", "taken over"),
               403);
    session_text eve;
    make_and_sign_in(d, ada, "eve", "executive", eve);
    own_password(d, "eve", eve);
    assert_ask(d, ada, json_pack("{s:s, s:s, s:s}", "do", "set-password", "person", "ann", "password", "given to her"),
               200);
    assert_ask(d, eve, json_pack("{s:s, s:s}", "do", "approve", "approval", text_in(heard(d), "approval")), 200);
    assert_ask(d, now, SAY("wallet"), 401);
    assert_int_equal(try_password(d, "ann", "given to her"), 200);
    desk_close(d);
}

/* A list or a report may take seconds; people still sign in. */
static void a_sign_in_does_not_wait_behind_a_list(void **state)
{
    session_text ada;
    desk *d = desk_open("a");
    first_admin(d, ada);
    make_person(d, ada, "ann", "player");
    d->slow = ALL_WORK & ~(1u << LM_WORK_HASH);
    uint64_t list = tell(d, ada, SAY("people"));
    assert_int_equal(d->jobs, 1);
    uint64_t sign_in_token =
        tell(d, "", json_pack("{s:s, s:s, s:s}", "do", "sign-in", "login", "ann", "password", "password of ann"));
    for (int i = 0; i < 1000 && !d->status[sign_in_token] && d->jobs == 1; i++)
        desk_step(d);
    if (d->jobs != 1) fail_msg(/* say:test-sign-in-waits */ "FAILED: a sign-in waits behind a list");
    assert_int_equal(await(d, sign_in_token), 200);
    desk_work(d);
    assert_int_equal(await(d, list), 200);
    desk_close(d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        HOUSE_TEST(a_sign_in_does_not_wait_behind_a_list),
        HOUSE_TEST(strangers_cannot_lock_anyone_out),
        HOUSE_TEST(a_device_is_known_to_its_own_people),
        HOUSE_TEST(a_stranger_waits_longer_each_time),
        HOUSE_TEST(unknown_names_wait_alike),
        HOUSE_TEST(many_addresses_share_one_wait),
        HOUSE_TEST(one_address_at_many_names_waits),
        HOUSE_TEST(a_wrong_password_leaves_its_address),
        HOUSE_TEST(a_locked_administrator_comes_back_by_the_console),
        HOUSE_TEST(guesses_at_the_same_time_are_all_counted),
        HOUSE_TEST(a_repeated_right_password_is_not_a_wrong_one),
        HOUSE_TEST(few_passwords_wait_at_once),
        HOUSE_TEST(a_refusal_costs_the_same_for_every_name),
        HOUSE_TEST(another_password_ends_the_sessions),
    };
    return cmocka_run_group_tests(tests, folder_set_up, folder_tear_down);
}
