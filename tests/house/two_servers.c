/* two_servers.c - two servers of one house on a store that is worked by hand: what one has submitted and the store refused, what
 * one writes while the other judges, and what a server believes whose clock has gone back. docs/house.md, "Several servers". */
/* sanitized */
#include <sqlite3.h>

#include "hand_house.h"
#include "quick_passwords.h"

static hand_house a, b; /* the store and its clock are a's */
static int look;        /* at the so-many-th look into the store it writes first what waits; 0 never */
static char ada[80];

/* Before each statement of every connection. */
static int write_between(unsigned kind, void *context, void *statement, void *text)
{
    (void)kind, (void)context, (void)statement, (void)text;
    if (look && --look == 0) lm_store_step(a.store);
    return 0;
}

static int listen_to(sqlite3 *connection, const char **error, const void *api)
{
    (void)error, (void)api;
    return sqlite3_trace_v2(connection, SQLITE_TRACE_STMT, write_between, NULL);
}

static json_t *must(hand_house *h, const char *session, json_t *body)
{
    int status;
    json_t *answer = hand_say(h, 1, session, body, &status);
    if (status != 200) fail_msg("%d: %s", status, json_string_value(json_object_get(answer, "why")));
    return answer;
}

static void keep_session(char *session, const json_t *answer)
{
    snprintf(session, 80, "%s", json_string_value(json_object_get(answer, "session")));
}

/* Turns both clocks; whatever is due happens at both. */
static void pass(int ms)
{
    a.now_ms += ms;
    b.now_ms += ms;
    for (int quiet = 0; quiet < 3; quiet++) {
        while (lm_store_step(a.store))
            quiet = 0;
        lm_house_poll(a.house);
        if (b.house) lm_house_poll(b.house);
    }
}

static void open_table(hand_house *h, const char *id, const char *link)
{
    json_t *body = json_pack("{s:s, s:s, s:s, s:s}", "do", "open-table", "table", id, "rules", "wa-freebet",
                             "dealing", "virtual");
    if (*link) {
        json_object_set_new(body, "link", json_string(link));
        json_object_set_new(body, "settings", json_string("blazing7.link=same-game"));
    }
    must(h, ada, body);
    for (int i = 0; i < 3; i++) {
        a.now_ms = b.now_ms += 600;
        hand_settle(h); /* before the other one takes it */
    }
}

static int set_up(void **state)
{
    char text[LM_HOUSE_TEXT], secret[128];
    (void)state;
    hand_open(&a, false);
    b = (hand_house){ .store = a.store, .now_ms = a.now_ms };
    keep_session(ada, must(&a, "",
                           json_pack("{s:s, s:s, s:s, s:s}", "do", "first-administrator", "token",
                                     lm_house_token(a.house), "person", "ada", "password",
                                     "correct horse battery staple")));
    snprintf(secret, sizeof secret, "%s/house.key", a.folder);
    lm_house_options options = { .store = a.store,
                                 .owner = { .self = &b, .answer = hand_answer, .send = hand_send },
                                 .server = "b",
                                 .address = "http://b",
                                 .secret_path = secret,
                                 .clock_ms = hand_clock };
    b.house = lm_house_open(&options, text);
    if (!b.house) fail_msg("%s", text);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    lm_house_close(b.house);
    b.house = NULL;
    for (int i = 0; i < HAND_ANSWERS; i++)
        json_decref(b.answer[i].body);
    hand_remove(&a);
    return 0;
}

/* --- a meter that tables of both share ---------------------------------------------------------------------------------------- */

static void seat_guest(hand_house *h, const char *table, const char *seat, char *session)
{
    keep_session(session, must(h, "", json_pack("{s:s}", "do", "guest")));
    must(h, session, json_pack("{s:s, s:s}", "do", "watch", "table", table));
    must(h, session, json_pack("{s:s, s:s, s:s}", "do", "sit", "table", table, "seat", seat));
    must(h, session, json_pack("{s:s, s:s, s:i}", "do", "buy", "table", table, "cents", 10000));
}

static void lay_wagers(hand_house *h, const char *table, const char *seat, const char *session)
{
    must(h, session,
         json_pack("{s:s, s:s, s:s, s:i}", "do", "bet", "table", table, "seat", seat, "cents", 500));
    must(h, session,
         json_pack("{s:s, s:s, s:s, s:s, s:i}", "do", "bet", "table", table, "seat", seat, "wager",
                   "blazing7", "cents", 100));
}

/* Says it and goes on at once. */
static uint64_t say(hand_house *h, const char *session, json_t *body)
{
    uint64_t token = hand_ask(h, 1, session, body);
    json_decref(body);
    return token;
}

static void ready(hand_house *h, const char *table, const char *session)
{
    say(h, session, json_pack("{s:s, s:s}", "do", "ready", "table", table));
}

static bool read_meter(void *context, const lm_value_row *row)
{
    json_t *value = json_loadb(row->value, row->size, 0, NULL);
    *(int64_t *)context = json_integer_value(json_object_get(value, "shown")) +
                          json_integer_value(json_object_get(value, "reserve"));
    json_decref(value);
    return true;
}

static bool read_account(void *context, const lm_account_row *row)
{
    *(int64_t *)context = row->cents;
    return true;
}

/* What the meter shows is what its account holds. WPS-METER.1 */
static int64_t meter(void)
{
    char text[LM_STORE_TEXT];
    int64_t shown = -1, holds = -1;
    lm_store_values(a.store, "meter/floor/blazing7", read_meter, &shown, text);
    lm_store_accounts(a.store, "meter/floor/blazing7", read_account, &holds, text);
    if (shown != holds)
        fail_msg("the meter shows %lld, the ledger has %lld", (long long)shown, (long long)holds);
    return shown;
}

/* Two tables of one server deal in one breath, and another server was faster: it has the version that the second table counts
 * on. Each of the four stakes feeds the meter once. WB7-0.2 */
static void test_refused_together(void **state)
{
    char one[80], two[80], three[80], four[80];
    (void)state;
    open_table(&a, "l1", "floor");
    open_table(&a, "l2", "floor");
    open_table(&b, "l3", "floor");
    seat_guest(&a, "l1", "1", one);
    seat_guest(&a, "l2", "1", two);
    seat_guest(&b, "l3", "1", three);
    seat_guest(&b, "l3", "2", four);
    for (int i = 0; i < 30; i++)
        pass(1000); /* shuffled and cut */
    lay_wagers(&a, "l1", "1", one);
    lay_wagers(&a, "l2", "1", two);
    lay_wagers(&b, "l3", "1", three);
    lay_wagers(&b, "l3", "2", four);
    int64_t before = meter();
    ready(&b, "l3", three);
    ready(&b, "l3", four);
    pass(0);
    int64_t fed = meter() - before;
    assert_true(fed > 0);
    ready(&a, "l1", one);
    ready(&a, "l2", two);
    pass(0);
    assert_int_equal(meter() - before, 2 * fed); /* two stakes here, two there */
}

/* --- a clock that goes back --------------------------------------------------------------------------------------------------- */

static int64_t seq_at(hand_house *h, int *status)
{
    json_t *answer = hand_say(h, 1, "", json_pack("{s:s, s:s}", "do", "look", "table", "t"), status);
    return json_integer_value(json_object_get(answer, "seq"));
}

/* Whoever holds the table, the other one knows it, and nobody is shown the past. */
static void test_clock_goes_back(void **state)
{
    int at_a, at_b;
    char one[80];
    (void)state;
    open_table(&b, "t", "");
    seq_at(&b, &at_b);
    assert_int_equal(at_b, 200);
    b.now_ms -= 3600000;
    for (int i = 0; i < 40; i++)
        pass(200);
    int64_t seq_a = seq_at(&a, &at_a), seq_b = seq_at(&b, &at_b);
    if (at_a == 200 && at_b == 200)
        fail_msg("both servers hold the table, at records %lld and %lld", (long long)seq_a, (long long)seq_b);
    assert_int_equal(at_b, 200);
    assert_int_equal(at_a, 421);

    /* when it was away for longer than its lease, too */
    b.now_ms -= 3600000;
    for (int i = 0; i < 20; i++) {
        a.now_ms += 200;
        hand_settle(&a);
    }
    seat_guest(&a, "t", "1", one);
    b.now_ms += 4000;
    seq_at(&b, &at_b);
    assert_int_not_equal(at_b, 200);
}

/* --- two counters of the cage ------------------------------------------------------------------------------------------------- */

static void hire_cashier(char *session)
{
    static const char given[] = "a password that was given", own[] = "a password of her own";
    must(&a, ada,
         json_pack("{s:s, s:s, s:s, s:[s]}", "do", "create-person", "person", "cass", "password", given,
                   "roles", "cashier"));
    keep_session(
        session,
        must(&a, "", json_pack("{s:s, s:s, s:s}", "do", "sign-in", "person", "cass", "password", given)));
    keep_session(
        session,
        must(&a, session, json_pack("{s:s, s:s, s:s}", "do", "set-password", "old", given, "password", own)));
}

/* At most $100 a day. */
static void register_player(const char *person)
{
    char session[80];
    keep_session(session, must(&a, "",
                               json_pack("{s:s, s:s, s:s}", "do", "register", "person", person, "password",
                                         "a password of his own")));
    must(&a, session, json_pack("{s:s, s:i}", "do", "set-limits", "deposit_cents", 10000));
}

static uint64_t deposit(hand_house *h, const char *cass, const char *person, int cents)
{
    return say(h, cass, json_pack("{s:s, s:s, s:i}", "do", "deposit", "person", person, "cents", cents));
}

/* $60 at each counter, and the store writes the one while the other is judged: at every moment at which it may. */
static void test_deposit_limit(void **state)
{
    char cass[80], person[16];
    int moments = 0;
    (void)state;
    hire_cashier(cass);
    for (bool came = true; came; moments++) {
        int at_a, at_b;
        snprintf(person, sizeof person, "pat-%d", moments);
        register_player(person);
        uint64_t first = deposit(&a, cass, person, 6000);
        look = moments + 1;
        uint64_t second = deposit(&b, cass, person, 6000);
        came = look == 0;
        look = 0;
        pass(0);
        hand_wait(&a, first, &at_a);
        hand_wait(&b, second, &at_b);
        if (at_a == 200 && at_b == 200)
            fail_msg("moment %d: both counters took $60 of at most $100", moments + 1);
        assert_int_equal(at_a, 200);
        assert_int_equal(at_b, 409);
    }
    print_message("%d moments\n", moments);
    assert_true(moments > 3);
}

#define WITH_BOTH(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = { WITH_BOTH(test_refused_together), WITH_BOTH(test_clock_goes_back),
                                        WITH_BOTH(test_deposit_limit) };
    sqlite3_auto_extension((void (*)(void))listen_to);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
