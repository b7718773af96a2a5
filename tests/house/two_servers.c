/* two_servers.c - two servers of one house on a store without a thread: submissions that the store refuses, and a
 * server whose clock has gone back. docs/house/servers.md. */
/* sanitized */
#include "kit/two_houses.h"

/* --- a meter that tables of both share ---------------------------------------------------------------------------- */

static void seat_guest(hand_house *h, const char *table, const char *seat, char *session)
{
    keep_session(session, must(h, "", json_pack("{s:s}", "do", "guest")));
    must(h, session, json_pack("{s:s, s:s}", "do", "watch", "table", table));
    must(h, session, json_pack("{s:s, s:s, s:s}", "do", "sit", "table", table, "seat", seat));
    must(h, session, json_pack("{s:s, s:s, s:i}", "do", "buy", "table", table, "cents", 10000));
}

static void lay_wagers(hand_house *h, const char *table, const char *seat, const char *session)
{
    must(h, session, json_pack("{s:s, s:s, s:s, s:i}", "do", "bet", "table", table, "seat", seat, "cents", 500));
    must(h, session,
         json_pack("{s:s, s:s, s:s, s:s, s:i}", "do", "bet", "table", table, "seat", seat, "wager", "blazing7", "cents",
                   100));
}

static void ready(hand_house *h, const char *table, const char *session)
{
    say(h, session, json_pack("{s:s, s:s}", "do", "ready", "table", table));
}

static bool read_meter(void *context, const lm_value_row *row)
{
    json_t *value = json_loadb(row->value, row->size, 0, NULL);
    *(int64_t *)context =
        json_integer_value(json_object_get(value, "shown")) + json_integer_value(json_object_get(value, "reserve"));
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
        fail_msg(/* say:test-meter-differs-from-ledger */ "the meter shows %lld, the ledger has %lld", (long long)shown,
                 (long long)holds);
    return shown;
}

/* Two tables of one server deal at once, and another server was faster: it has written the version that
 * the second table counts on. Each of the four stakes feeds the meter once. WB7-0.2 */
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

/* --- a clock that goes back --------------------------------------------------------------------------------------- */

static int64_t seq_at(hand_house *h, int *status)
{
    json_t *answer = hand_say(h, 1, "", json_pack("{s:s, s:s}", "do", "look", "table", "t"), status);
    return json_integer_value(json_object_get(answer, "seq"));
}

/* Each server knows which of them holds the table, and clients are not shown the past. */
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
        fail_msg(/* say:test-two-servers-hold-table */ "both servers hold the table, at records %lld and %lld",
                 (long long)seq_a, (long long)seq_b);
    assert_int_equal(at_b, 200);
    assert_int_equal(at_a, 421);

    /* the same when b was away for longer than its lease */
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

#define WITH_BOTH(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = { WITH_BOTH(test_refused_together), WITH_BOTH(test_clock_goes_back) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
