/* second_factor.c - staff sign in with a password and a code: docs/house/people.md, "Second factor". */
/* sanitized */
#define _GNU_SOURCE /* memmem */
#include "kit/people_help.h"

#include "kit/authenticator.h"
#include "said.h"

enum { MINUTE = 60 * 1000, QUARTER = 15 * MINUTE };

static desk *d;
static session_text ada, eve;
static char spare[10][24];

static int begin(void **state)
{
    open_store(state);
    d = desk_open("a");
    d->device = NULL;
    first_admin(d, ada);
    make_and_sign_in(d, ada, "eve", "executive", eve);
    own_password(d, "eve", eve);
    return 0;
}

static int end(void **state)
{
    desk_close(d);
    return close_store(state);
}

/* A code that is none of the three that count now. */
static const char *wrong_code(void)
{
    static const char *const any[] = { "000000", "111111", "222222", "333333" };
    int i = 0;
    while (strcmp(any[i], code_in(-1)) == 0 || strcmp(any[i], code_in(0)) == 0 || strcmp(any[i], code_in(1)) == 0)
        i++;
    return any[i];
}

static json_t *begin_with(const char *password)
{
    return json_pack("{s:s, s:s}", "do", "begin-second-factor", "password", password);
}

static json_t *confirm(const char *code)
{
    return json_pack("{s:s, s:s}", "do", "confirm-second-factor", "code", code);
}

static int sign_in_ada(const char *code, session_text session)
{
    int status = ask(d, "",
                     json_pack("{s:s, s:s, s:s, s:s*}", "do", "sign-in", "login", "ada", "password", "password of ada",
                               "code", code));
    if (status == 200) keep_session(d, session);
    return status;
}

static void enrol(void)
{
    assert_ask(d, ada, begin_with("password of ada"), 200);
    read_base32(text_in(heard(d), "secret"));
    assert_ask(d, ada, confirm(code_in(0)), 200);
    const json_t *codes = json_object_get(heard(d), "recovery_codes");
    assert_int_equal(json_array_size(codes), 10);
    for (size_t i = 0; i < 10; i++)
        snprintf(spare[i], sizeof spare[i], "%s", json_string_value(json_array_get(codes, i)));
    clock_ms += MINUTE;
}

static const char *factor_of(const char *session)
{
    assert_ask(d, session, json_pack("{s:s}", "do", "who-am-i"), 200);
    return text_in(heard(d), "second_factor");
}

static void a_secret_is_shown_once_and_counts_when_confirmed(void **state)
{
    (void)state;
    session_text s;
    assert_ask(d, ada, begin_with("not of ada"), 401);
    assert_ask(d, ada, confirm("123456"), 409); /* none was begun */
    assert_ask(d, ada, begin_with("password of ada"), 200);
    char uri[200];
    snprintf(uri, sizeof uri, "otpauth://totp/Lammer:ada?secret=%s&issuer=Lammer&algorithm=SHA1&digits=6&period=30",
             text_in(heard(d), "secret"));
    assert_string_equal(text_in(heard(d), "uri"), uri);
    read_base32(text_in(heard(d), "secret"));
    assert_ask(d, ada, confirm(wrong_code()), 409);
    assert_string_equal(factor_of(ada), "off");
    assert_int_equal(sign_in_ada(NULL, s), 200);
    assert_ask(d, ada, confirm(code_in(-1)), 200);
    assert_string_equal(factor_of(ada), "on");
    assert_ask(d, ada, begin_with("password of ada"), 409);
    assert_ask(d, ada, confirm(code_in(0)), 409);
}

static void no_session_opens_before_the_code(void **state)
{
    (void)state;
    session_text s;
    enrol();
    for (int i = 0; i < 8; i++) { /* neither wrong nor finished: it costs no wait */
        assert_int_equal(sign_in_ada(NULL, s), 401);
        assert_string_equal(text_in(heard(d), "id"), "CODE_NEEDED");
        assert_null(json_object_get(heard(d), "session"));
    }
    assert_int_equal(try_password(d, "ada", "not of ada"), 401);
    assert_string_equal(text_in(heard(d), "id"), "SIGN_IN_WRONG");
    assert_int_equal(records_of("signed-in", NULL), 1); /* eve's */
    assert_int_equal(sign_in_ada(code_in(0), s), 200);
    assert_string_equal(factor_of(s), "on");
    json_t *record;
    assert_int_equal(records_of("signed-in", &record), 2);
    assert_int_equal(int_in(record, "failures_before", -1), 1);
}

static void a_wrong_code_is_not_taken(void **state)
{
    (void)state;
    session_text s;
    json_t *record;
    enrol();
    assert_int_equal(sign_in_ada(wrong_code(), s), 401);
    assert_string_equal(text_in(heard(d), "id"), "CODE_WRONG");
    assert_int_equal(records_of("sign-in-failed", &record), 1);
    assert_string_equal(text_in(record, "what"), "code");
    assert_int_equal(sign_in_ada(code_in(-2), s), 401); /* one step of skew, no more */
    assert_int_equal(sign_in_ada(code_in(2), s), 401);
}

static void a_code_is_taken_once(void **state)
{
    (void)state;
    session_text s;
    enrol();
    char used[8];
    snprintf(used, sizeof used, "%s", code_in(0));
    assert_int_equal(sign_in_ada(used, s), 200);
    assert_int_equal(sign_in_ada(used, s), 401);
    assert_string_equal(text_in(heard(d), "id"), "CODE_WRONG");
    assert_int_equal(sign_in_ada(code_in(-1), s), 401); /* nor an earlier one */
    assert_int_equal(sign_in_ada(code_in(1), s), 200);
}

/* Two servers get the same code at the same moment: the second finds it used. */
static void two_servers_take_a_code_once(void **state)
{
    (void)state;
    session_text s;
    enrol();
    desk *first = d, *other = desk_open("b");
    char code[8];
    snprintf(code, sizeof code, "%s", code_in(0));
    memcpy(other->house->key, first->house->key, sizeof first->house->key); /* no file of a secret here */
    assert_int_equal(sign_in_ada(code, s), 200);
    d = other;
    assert_int_equal(sign_in_ada(code, s), 401);
    d = first;
    desk_close(other);
}

static void a_recovery_code_is_taken_once(void **state)
{
    (void)state;
    session_text s;
    enrol();
    assert_int_equal(sign_in_ada("AAAA-AAAA-AAAA-AAAA", s), 401);
    assert_int_equal(sign_in_ada(spare[3], s), 200);
    assert_int_equal(sign_in_ada(spare[3], s), 401);
    char plain[24] = "";
    for (size_t i = 0, n = 0; spare[4][i]; i++) { /* without hyphens, in small letters: digits have bit 32 */
        if (spare[4][i] != '-') plain[n++] = (char)(spare[4][i] | 32);
    }
    assert_int_equal(sign_in_ada(plain, s), 200);
}

/* A stranger who knows the password waits for wrong codes wherever they come from; a known device does not wait for
 * theirs. */
static void wrong_codes_are_throttled(void **state)
{
    (void)state;
    session_text s, device;
    enrol();
    assert_int_equal(sign_in_ada(code_in(0), s), 200);
    keep_device(d, device);
    int tried = 0;
    for (char address[16]; tried < 20; tried++) {
        snprintf(address, sizeof address, "10.0.%d.1", tried); /* another network each time */
        d->address = address;
        if (sign_in_ada(wrong_code(), s) == 429) break;
    }
    assert_int_equal(tried, 5);
    assert_true(int_in(heard(d), "retry_ms", 0) > 0);
    d->address = "10.1.0.1";
    clock_ms += TOTP_STEP_MS;
    for (int i = 0; i < 12; i++) {
        clock_ms += QUARTER;
        assert_int_equal(sign_in_ada(wrong_code(), s), 401);
        d->address = i % 2 ? "10.2.0.1" : "10.3.0.1";
    }
    clock_ms += MINUTE;
    d->address = "10.4.0.1";
    assert_int_equal(sign_in_ada(code_in(0), s), 429); /* the right one waits, too */
    d->device = device;
    assert_int_equal(sign_in_ada(code_in(0), s), 200);
    d->device = NULL;
}

/* Neither secret, codes nor recovery codes stand in the store or the log. */
static bool hear_value(void *context, const lm_value_row *row)
{
    char hex[2 * TOTP_SECRET + 1], text[TOTP_TEXT];
    (void)context;
    sodium_bin2hex(hex, sizeof hex, secret, sizeof secret);
    base32_write(secret, sizeof secret, text);
    const char *told[] = { hex, text, spare[0], code_in(0), code_in(-1), code_in(-2) };
    for (size_t i = 0; i < sizeof told / sizeof *told; i++)
        if (strncmp(row->key, "factor/", 7) == 0) assert_null(memmem(row->value, row->size, told[i], strlen(told[i])));
    return true;
}

static bool hear_record(void *context, const lm_record *record)
{
    const char *code = context;
    char text[TOTP_TEXT];
    base32_write(secret, sizeof secret, text);
    assert_null(memmem(record->body, record->body_size, text, strlen(text)));
    assert_null(memmem(record->body, record->body_size, code, strlen(code)));
    assert_null(memmem(record->body, record->body_size, spare[1], strlen(spare[1])));
    return true;
}

static void nothing_is_kept_in_clear(void **state)
{
    (void)state;
    session_text s;
    char text[LM_STORE_TEXT], code[16];
    enrol();
    snprintf(code, sizeof code, "\"%s\"", code_in(0));
    assert_int_equal(sign_in_ada(code_in(0), s), 200);
    assert_int_equal(sign_in_ada(spare[1], s), 200);
    assert_int_equal(lm_store_values(store, "", hear_value, NULL, text), LM_STORE_DONE);
    assert_int_equal(lm_store_records(store, "house", 1, hear_record, code, text), LM_STORE_DONE);
}

static json_t *drop(const char *person, const char *code)
{
    return json_pack("{s:s, s:s*, s:s*}", "do", "drop-second-factor", "person", person, "code", code);
}

static void it_is_dropped_with_a_code(void **state)
{
    (void)state;
    session_text s;
    enrol();
    assert_ask(d, ada, drop(NULL, wrong_code()), 401);
    assert_ask(d, ada, drop(NULL, code_in(0)), 200);
    assert_string_equal(factor_of(ada), "off");
    assert_int_equal(sign_in_ada(NULL, s), 200);
    assert_ask(d, ada, drop(NULL, code_in(1)), 409);
}

/* A lost one is dropped by two people, neither of whom is the person where another asks. */
static void a_lost_one_is_dropped_by_two(void **state)
{
    (void)state;
    session_text s;
    enrol();
    assert_ask(d, eve, drop("ada", NULL), 403); /* an executive is not an administrator */
    assert_ask(d, ada, drop(NULL, NULL), 200);
    assert_true(json_is_true(json_object_get(heard(d), "waiting")));
    json_t *approve = json_pack("{s:s, s:s}", "do", "approve", "approval", text_in(heard(d), "approval"));
    assert_int_equal(sign_in_ada(NULL, s), 401);
    assert_ask(d, ada, json_incref(approve), 403);
    assert_ask(d, eve, approve, 200);
    assert_ask(d, ada, json_pack("{s:s}", "do", "wallet"), 401); /* a session of the lost device has ended */
    assert_int_equal(sign_in_ada(NULL, s), 200);
}

/* The console lets the last administrator in without it. */
static void the_console_is_the_way_back(void **state)
{
    (void)state;
    char token[80], text[LM_HOUSE_TEXT];
    session_text s;
    json_t *record;
    enrol();
    assert_true(people_recover(d->house, "ada", token, sizeof token, text));
    assert_ask(d, "", recovery(token, "another of ada"), 200);
    keep_session(d, s);
    assert_string_equal(factor_of(s), "off");
    assert_int_equal(records_of("recovered", &record), 1);
    assert_true(json_is_true(json_object_get(record, "had_second_factor")));
}

static json_t *demand(const char *role)
{
    return json_pack("{s:s, s:{s:[s]}, s:s}", "do", "set-config", "config", "second_factor", role, "reason", "test");
}

/* A house that demands it lets staff of the role do nothing but set it up. */
static void a_house_can_demand_it(void **state)
{
    (void)state;
    session_text s;
    assert_ask(d, ada, demand("player"), 400);
    assert_ask(d, ada, demand("administrator"), 200);
    assert_int_equal(sign_in_ada(NULL, s), 200);
    assert_string_equal(text_in(heard(d), "second_factor"), "due");
    assert_ask(d, s, json_pack("{s:s}", "do", "people"), 403);
    assert_said(why(d), "say:second-factor-due");
    assert_ask(d, eve, json_pack("{s:s}", "do", "people"), 200);
    clock_ms += MINUTE; /* an older session hears of it within a minute */
    assert_ask(d, ada, json_pack("{s:s}", "do", "people"), 403);
    snprintf(ada, sizeof ada, "%s", s);
    enrol();
    assert_ask(d, ada, json_pack("{s:s}", "do", "people"), 200);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_secret_is_shown_once_and_counts_when_confirmed, begin, end),
        cmocka_unit_test_setup_teardown(no_session_opens_before_the_code, begin, end),
        cmocka_unit_test_setup_teardown(a_wrong_code_is_not_taken, begin, end),
        cmocka_unit_test_setup_teardown(a_code_is_taken_once, begin, end),
        cmocka_unit_test_setup_teardown(two_servers_take_a_code_once, begin, end),
        cmocka_unit_test_setup_teardown(a_recovery_code_is_taken_once, begin, end),
        cmocka_unit_test_setup_teardown(wrong_codes_are_throttled, begin, end),
        cmocka_unit_test_setup_teardown(nothing_is_kept_in_clear, begin, end),
        cmocka_unit_test_setup_teardown(it_is_dropped_with_a_code, begin, end),
        cmocka_unit_test_setup_teardown(a_lost_one_is_dropped_by_two, begin, end),
        cmocka_unit_test_setup_teardown(the_console_is_the_way_back, begin, end),
        cmocka_unit_test_setup_teardown(a_house_can_demand_it, begin, end),
    };
    return cmocka_run_group_tests(tests, folder_set_up, folder_tear_down);
}
