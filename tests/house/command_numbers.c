/* command_numbers.c - a number stands for one request for as long as the journal exists: repeated, it is answered with
 * its result; another request under it is refused; and its fate can be asked for: docs/house/requests.md. */
/* sanitized */
#include "kit/people_help.h"
#include "said.h"

enum { LATER = 20 }; /* more commands than the store remembers of a client */

static desk *d;
static session_text ada, eve, sue, cas, pat;

static int begin(void **state)
{
    open_store(state);
    d = desk_open("a");
    first_admin(d, ada);
    make_and_sign_in(d, ada, "eve", "executive", eve);
    make_and_sign_in(d, ada, "sue", "supervisor", sue);
    make_and_sign_in(d, ada, "cas", "cashier", cas);
    make_and_sign_in(d, ada, "pat", "player", pat);
    return 0;
}

static int end(void **state)
{
    desk_close(d);
    return close_store(state);
}

static void restart(void)
{
    desk_close(d);
    d = desk_open("a");
}

static json_t *deposit(int64_t n, int cents)
{
    return json_pack("{s:s, s:s, s:i, s:I}", "do", "deposit", "person", "pat", "cents", cents, "n", (json_int_t)n);
}

static int64_t heard_int(const char *key)
{
    return int_in(heard(d), key, -1);
}

static bool heard_true(const char *key)
{
    return json_is_true(json_object_get(heard(d), key));
}

/* "7", 7.0, null and true are not numbers: nothing is done, so a second delivery cannot do it twice. */
static void a_number_is_an_integer(void **state)
{
    json_t *wrong[] = { json_string("7"), json_real(7.0), json_null(), json_true(), json_array() };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        json_t *body = deposit(1, 500);
        json_object_set_new(body, "n", wrong[i]);
        assert_ask(d, cas, body, 400);
        assert_said(why(d), "say:number-is-integer");
    }
    assert_int_equal(records_of("deposit", NULL), 0);
}

static void a_number_stands_for_one_request(void **state)
{
    assert_ask(d, cas, deposit(5, 500), 200);
    int64_t receipt = heard_int("receipt");
    assert_ask(d, cas, deposit(5, 600), 409);
    assert_said(why(d), "say:another-command");
    assert_ask(d, cas, deposit(5, 500), 200);
    assert_int_equal(heard_int("receipt"), receipt);
    assert_true(heard_true("repeated"));
    assert_int_equal(records_of("deposit", NULL), 1);
}

/* The store has forgotten the number; the journal has not. A restart changes nothing. */
static void an_old_command_is_found_in_the_journal(void **state)
{
    assert_ask(d, cas, deposit(10, 500), 200);
    int64_t receipt = heard_int("receipt"), after = heard_int("after");
    for (int i = 1; i <= LATER; i++)
        assert_ask(d, cas, deposit(10 + 2 * i, 700 + i), 200);
    for (int i = 0; i < 2; i++) {
        assert_ask(d, cas, deposit(10, 500), 200);
        assert_true(heard_true("repeated"));
        assert_int_equal(heard_int("receipt"), receipt);
        assert_int_equal(heard_int("after"), after);
        assert_ask(d, cas, deposit(10, 501), 409);
        assert_said(why(d), "say:another-command");
        assert_ask(d, cas, deposit(11, 500), 409); /* was never sent */
        assert_ask(d, cas, deposit(12 + 2 * LATER / 2, 700 + LATER / 2 + 1), 200);
        assert_true(heard_true("repeated"));
        restart();
    }
    assert_int_equal(records_of("deposit", NULL), 1 + LATER);
}

static json_t *at_table(const char *word, int64_t n)
{
    return json_pack("{s:s, s:s, s:I}", "do", word, "table", "t1", "n", (json_int_t)n);
}

static json_t *with_cents(json_t *body, int cents)
{
    json_object_set_new(body, "cents", json_integer(cents));
    return body;
}

static json_t *sit(int64_t n, const char *seat)
{
    json_t *body = at_table("sit", n);
    json_object_set_new(body, "seat", json_string(seat));
    return body;
}

static void open_table(const char *dealing)
{
    assert_ask(d, eve,
               json_pack("{s:s, s:s, s:s, s:s, s:s}", "do", "open-table", "table", "t1", "rules", "ma-blackjack",
                         "money", "play", "dealing", dealing),
               200);
    await_table(d, "t1");
}

static void a_table_knows_its_commands_for_ever(void **state)
{
    open_table("virtual");
    assert_ask(d, pat, sit(1, "1"), 200);
    int64_t seq = heard_int("seq");
    assert_ask(d, pat, sit(1, "2"), 409);
    assert_said(why(d), "say:another-command");
    for (int i = 0; i < LATER; i++)
        assert_ask(d, pat, with_cents(at_table("buy", 3 + i), 500 + 100 * i), 200);
    for (int i = 0; i < 2; i++) {
        assert_ask(d, pat, sit(1, "1"), 200);
        assert_int_equal(heard_int("seq"), seq);
        assert_true(heard_true("repeated"));
        assert_ask(d, pat, sit(1, "2"), 409);
        assert_said(why(d), "say:another-command");
        assert_ask(d, pat, with_cents(at_table("buy", 2), 500), 409);
        assert_said(why(d), "say:late-not-done");
    }
}

/* The sender of a fill that waits for its second person must not take it for done. */
static void a_repeated_fill_says_that_it_waits(void **state)
{
    char id[LM_HOUSE_ID];
    open_table("live");
    own_password(d, "eve", eve);
    own_password(d, "sue", sue);
    assert_ask(d, sue, with_cents(at_table("tray-open", 1), 900000), 200);
    assert_ask(d, sue, with_cents(at_table("fill", 3), 1000), 200);
    assert_true(heard_true("waiting"));
    snprintf(id, sizeof id, "%s", text_in(heard(d), "approval"));
    for (int i = 0; i < 2; i++) {
        assert_ask(d, sue, with_cents(at_table("fill", 3), 1000), 200);
        assert_true(heard_true("repeated"));
        assert_true(heard_true("waiting"));
        assert_string_equal(text_in(heard(d), "approval"), id);
        assert_string_equal(text_in(heard(d), "state"), "waiting");
        for (int k = 0; k < LATER && !i; k++)
            assert_ask(d, sue, with_cents(at_table("fill", 10 + k), 1000 + 100 * k), 200);
    }
    assert_ask(d, sue, with_cents(at_table("fill", 3), 2000), 409);
    assert_said(why(d), "say:another-command");
    assert_ask(d, eve, json_pack("{s:s, s:s}", "do", "decline", "approval", id), 200);
    assert_ask(d, sue, with_cents(at_table("fill", 3), 1000), 200);
    assert_false(heard_true("waiting"));
    assert_string_equal(text_in(heard(d), "state"), "declined");
}

static json_t *fate(int64_t number, const char *table, const char *of)
{
    return json_pack("{s:s, s:I, s:s*, s:s*}", "do", "fate", "number", (json_int_t)number, "table", table, "of", of);
}

#define assert_fate(session, body, expected)                                                                           \
    do {                                                                                                               \
        assert_ask(d, session, body, 200);                                                                             \
        assert_string_equal(text_in(heard(d), "fate"), expected);                                                      \
    } while (0)

static void a_session_asks_for_its_last_number(void **state)
{
    assert_ask(d, cas, deposit(5, 500), 200);
    assert_ask(d, cas, deposit(9, 500), 200);
    assert_ask(d, cas, deposit(11, 0), 400); /* was not done */
    assert_ask(d, cas, json_pack("{s:s}", "do", "numbers"), 200);
    assert_int_equal(heard_int("house"), 9);
    open_table("virtual");
    assert_ask(d, pat, sit(4, "1"), 200);
    assert_ask(d, pat, json_pack("{s:s}", "do", "numbers"), 200);
    assert_int_equal(heard_int("house"), 0);
    assert_int_equal(int_in(json_object_get(heard(d), "tables"), "t1", 0), 4);
    assert_ask(d, "", json_pack("{s:s}", "do", "numbers"), 401);
}

static void the_fate_of_a_command_outlives_its_session(void **state)
{
    char client[40];
    session_text again, other;
    assert_ask(d, cas, json_pack("{s:s}", "do", "who-am-i"), 200);
    snprintf(client, sizeof client, "%s", text_in(heard(d), "client"));
    assert_int_equal(strlen(client), 32);
    assert_ask(d, cas, deposit(1, 500), 200);
    assert_ask(d, cas, deposit(3, 500), 200);
    assert_fate(cas, fate(1, NULL, NULL), "done");
    assert_string_equal(text_in(heard(d), "kind"), "deposit");
    assert_fate(cas, fate(2, NULL, NULL), "not done");
    assert_fate(cas, fate(4, NULL, NULL), "unknown");
    assert_ask(d, cas, json_pack("{s:s}", "do", "sign-out"), 200);
    assert_fate(cas, fate(1, NULL, NULL), "done"); /* by the token of the session that has ended */
    assert_fate(cas, fate(2, NULL, NULL), "not done");
    clock_ms += 3 * DAY_MS; /* the session's own value is gone */
    restart();
    assert_fate(cas, fate(3, NULL, NULL), "done");
    assert_int_equal(sign_in(d, "cas", again), 200);
    assert_fate(again, fate(3, NULL, client), "done");
    assert_int_equal(sign_in(d, "pat", other), 200);
    assert_ask(d, other, fate(3, NULL, client), 403); /* not another person's */
    assert_ask(d, "", fate(3, NULL, client), 401);
    assert_ask(d, "", fate(3, NULL, NULL), 401);
    assert_ask(d, again, fate(3, NULL, "x"), 400);
}

static void the_fate_of_a_command_at_a_table(void **state)
{
    open_table("virtual");
    assert_ask(d, pat, sit(4, "1"), 200);
    assert_fate(pat, fate(4, "t1", NULL), "done");
    assert_string_equal(text_in(heard(d), "stream"), "table/t1");
    assert_fate(pat, fate(4, NULL, NULL), "unknown"); /* the house has numbers of its own */
    json_t *founded = json_pack("{s:s, s:s, s:s, s:s, s:i}", "do", "open-table", "table", "t2", "rules", "ma-blackjack",
                                "dealing", "live", "n", 7);
    assert_ask(d, eve, founded, 200);
    await_table(d, "t2");
    own_password(d, "sue", sue);
    assert_ask(d, sue, json_pack("{s:s, s:s, s:i}", "do", "tray-open", "table", "t2", "cents", 900000), 200);
    json_t *fill = json_pack("{s:s, s:s, s:i, s:i}", "do", "fill", "table", "t2", "cents", 1000, "n", 3);
    assert_ask(d, sue, fill, 200);
    assert_fate(sue, fate(3, "t2", NULL), "asked");
    assert_int_equal(strlen(text_in(heard(d), "approval")), 16);
    assert_fate(eve, fate(7, NULL, NULL), "done");
    assert_string_equal(text_in(heard(d), "stream"), "table/t2");
}

#define NUMBERED(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        NUMBERED(a_number_is_an_integer),
        NUMBERED(a_number_stands_for_one_request),
        NUMBERED(an_old_command_is_found_in_the_journal),
        NUMBERED(a_table_knows_its_commands_for_ever),
        NUMBERED(a_repeated_fill_says_that_it_waits),
        NUMBERED(a_session_asks_for_its_last_number),
        NUMBERED(the_fate_of_a_command_outlives_its_session),
        NUMBERED(the_fate_of_a_command_at_a_table),
    };
    return cmocka_run_group_tests(tests, folder_set_up, folder_tear_down);
}
