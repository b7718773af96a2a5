/* people_postgres.c - two servers of one house on a real PostgreSQL: people, money and approvals are the
 * same at both. */
#include "kit/people_help.h"

static lm_store *stores[2];
static desk *a, *b;
static session_text ada, amy, eve, cas, ann;

static int begin(void **state)
{
    if (!h.tools[0]) return 0; /* only where no server is installed */
    assert_int_equal(psql("DROP SCHEMA IF EXISTS lammer CASCADE"), 0);
    clock_ms = 1763208000000;
    store = stores[0] = open_url(postgres_url());
    a = desk_open("a");
    store = stores[1] = open_url(postgres_url());
    b = desk_open("b");
    first_admin(b, ada);
    make_and_sign_in(a, ada, "amy", "administrator", amy);
    make_and_sign_in(b, ada, "eve", "executive", eve);
    make_and_sign_in(a, ada, "cas", "cashier", cas);
    make_and_sign_in(b, ada, "ann", "player", ann);
    return 0;
}

static int end(void **state)
{
    if (!h.tools[0]) return 0;
    desk_close(a);
    desk_close(b);
    assert_balanced();
    assert_proved(store);
    lm_store_close(stores[0]);
    lm_store_close(stores[1]);
    return 0;
}

static void a_session_is_good_at_both_and_ends_at_both(void **state)
{
    if (!h.tools[0]) skip();
    assert_ask(a, ann, json_pack("{s:s}", "do", "wallet"), 200);
    assert_ask(b, ann, json_pack("{s:s}", "do", "wallet"), 200);
    assert_ask(a, ann, json_pack("{s:s}", "do", "sign-out"), 200);
    clock_ms += SESSION_HEARD_MS;
    assert_ask(b, ann, json_pack("{s:s}", "do", "wallet"), 401);
    assert_int_equal(sign_in(b, "ann", ann), 200);
    assert_ask(a, ada, json_pack("{s:s, s:s, s:s}", "do", "lock", "person", "ann", "reason", "test"), 200);
    clock_ms += SESSION_HEARD_MS;
    assert_ask(b, ann, json_pack("{s:s}", "do", "wallet"), 401);
    assert_int_equal(sign_in(b, "ann", ann), 401);
}

/* Wrong passwords at one server count at the other, and lock no account. */
static void wrong_passwords_count_at_every_server(void **state)
{
    if (!h.tools[0]) skip();
    desk *const where[] = { a, b, a };
    for (int i = 0; i < 3; i++)
        assert_ask(where[i], "",
                   json_pack("{s:s, s:s, s:s}", "do", "sign-in", "person", "ann", "password", "wrong password"), 401);
    assert_int_equal(sign_in(a, "ann", ann), 429);
    assert_int_equal(sign_in(b, "ann", ann), 429);
    clock_ms += 1000;
    assert_int_equal(sign_in(b, "ann", ann), 200);
    assert_int_equal(records_of("locked", NULL), 0);
}

/* Cashiers at two servers at once: no number twice, no cent lost, no limit passed. */
static void two_counters_one_wallet(void **state)
{
    if (!h.tools[0]) skip();
    enum { EACH = 12 };
    uint64_t token[2][EACH];
    bool seen[2 * EACH + 1] = { false };
    int done = 0;
    assert_ask(a, ann, json_pack("{s:s, s:i}", "do", "set-limits", "deposit_cents", 1500), 200);
    for (int i = 0; i < EACH; i++) {
        token[0][i] = tell(a, cas, json_pack("{s:s, s:s, s:i}", "do", "deposit", "person", "ann", "cents", 100));
        token[1][i] = tell(b, cas, json_pack("{s:s, s:s, s:i}", "do", "deposit", "person", "ann", "cents", 100));
    }
    for (int i = 0; i < 2 * EACH; i++) {
        desk *d = i % 2 ? b : a;
        uint64_t t = token[i % 2][i / 2];
        int status = await(d, t);
        assert_true(status == 200 || status == 409);
        if (status != 200) continue;
        int64_t receipt = int_in(d->answer[t], "receipt", 0);
        assert_in_range(receipt, 1, 15);
        assert_false(seen[receipt]);
        seen[receipt] = true;
        done++;
    }
    assert_int_equal(done, 15); /* the limit, to the cent */
    assert_int_equal(balance(store, "wallet/real/ann"), 1500);
}

static void one_approval_for_two_approvers(void **state)
{
    if (!h.tools[0]) skip();
    own_password(a, "amy", amy);
    own_password(b, "eve", eve);
    for (int i = 0; i < 10; i++) {
        char id[LM_HOUSE_ID];
        assert_ask(a, ada,
                   json_pack("{s:s, s:s, s:[s], s:s}", "do", "set-roles", "person", "ann", "roles",
                             i % 2 ? "player" : "dealer", "reason", "test"),
                   200);
        snprintf(id, sizeof id, "%s", text_in(heard(a), "approval"));
        uint64_t one = tell(a, amy, json_pack("{s:s, s:s}", "do", "approve", "approval", id));
        uint64_t two = tell(b, eve, json_pack("{s:s, s:s}", "do", "approve", "approval", id));
        int x = await(a, one), y = await(b, two);
        if (!((x == 200 && y == 409) || (x == 409 && y == 200))) fail_msg("%d and %d", x, y);
    }
    assert_int_equal(records_of("roles-changed", NULL), 10);
}

static int postgres_group(void **state)
{
    (void)state;
    return harness_set_up(true);
}

#define BOTH_TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        BOTH_TEST(a_session_is_good_at_both_and_ends_at_both),
        BOTH_TEST(wrong_passwords_count_at_every_server),
        BOTH_TEST(two_counters_one_wallet),
        BOTH_TEST(one_approval_for_two_approvers),
    };
    return cmocka_run_group_tests(tests, postgres_group, folder_tear_down);
}
