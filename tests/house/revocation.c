/* revocation.c - a person who was locked, lost a role, has another password or was signed out moves no money from that
 * moment on, whichever server hears them: docs/house/people.md.
 *
 * Two servers on one store. The second has the person's session in its memory and has not heard of the change. */
/* sanitized */
#include "kit/people_help.h"
#include "said.h"

static desk *a, *b;
static session_text ada, eve, cas, pat;

static int begin(void **state)
{
    open_store(state);
    a = desk_open("a");
    first_admin(a, ada);
    make_and_sign_in(a, ada, "eve", "executive", eve);
    make_and_sign_in(a, ada, "cas", "cashier", cas);
    make_and_sign_in(a, ada, "pat", "player", pat);
    b = desk_open("b");
    return 0;
}

static int end(void **state)
{
    desk_close(b);
    desk_close(a);
    return close_store(state);
}

static json_t *deposit(int64_t n)
{
    json_t *body = json_pack("{s:s, s:s, s:i}", "do", "deposit", "person", "pat", "cents", 500);
    if (n) json_object_set_new(body, "n", json_integer(n));
    return body;
}

/* The second server has the session in memory; then the change and the command come at the same moment. */
static void assert_revoked(json_t *change, const char *by, int expected)
{
    assert_ask(b, cas, deposit(1), 200);
    int before = records_of("deposit", NULL);
    assert_ask(a, by, change, 200);
    assert_ask(b, cas, deposit(2), expected);
    assert_int_equal(records_of("deposit", NULL), before);
}

static void a_locked_cashier_deposits_nothing(void **state)
{
    assert_revoked(json_pack("{s:s, s:s, s:s}", "do", "lock", "person", "cas", "reason", "test"), ada, 401);
    assert_said(why(b), "say:no-session");
}

static void a_signed_out_session_deposits_nothing(void **state)
{
    assert_revoked(json_pack("{s:s}", "do", "sign-out"), cas, 401);
    session_text again;
    assert_int_equal(sign_in(b, "cas", again), 200); /* the person may, in another session */
    assert_ask(b, again, deposit(1), 200);
}

static void another_password_ends_the_session_everywhere(void **state)
{
    assert_revoked(other_password("password of cas", "a new password"), cas, 401);
}

/* Roles change with a second person's approval. */
static void a_person_without_the_role_deposits_nothing(void **state)
{
    char id[LM_HOUSE_ID];
    own_password(a, "eve", eve);
    assert_ask(
        a, ada,
        json_pack("{s:s, s:s, s:[s], s:s}", "do", "set-roles", "person", "cas", "roles", "player", "reason", "test"),
        200);
    snprintf(id, sizeof id, "%s", text_in(heard(a), "approval"));
    assert_revoked(json_pack("{s:s, s:s}", "do", "approve", "approval", id), eve, 403);
}

/* A change that leaves the rights as they are does not end the session, although the person has a new version. */
static void another_sign_in_hinders_nothing(void **state)
{
    session_text other;
    assert_ask(b, cas, deposit(1), 200);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(sign_in(a, "cas", other), 200);
        assert_ask(b, cas, deposit(2 + i), 200);
    }
    assert_int_equal(records_of("deposit", NULL), 4);
}

/* The same holds on one server: the lock is being written when the command comes. */
static void a_lock_under_way_counts(void **state)
{
    assert_ask(b, cas, deposit(1), 200);
    uint64_t lock = tell(b, ada, json_pack("{s:s, s:s, s:s}", "do", "lock", "person", "cas", "reason", "test"));
    uint64_t late = tell_at_once(b, cas, deposit(2));
    assert_int_equal(await(b, lock), 200);
    assert_int_equal(await(b, late), 401);
    assert_int_equal(records_of("deposit", NULL), 1);
}

static json_t *at_table(const char *word, const char *key, json_t *value)
{
    return json_pack("{s:s, s:s, s:o}", "do", word, "table", "t1", key, value);
}

/* Chips are not sold to, and no bet is taken from, a player whom another server has locked. */
static void a_locked_player_buys_and_bets_nothing(void **state)
{
    assert_ask(
        b, eve,
        json_pack("{s:s, s:s, s:s, s:s}", "do", "open-table", "table", "t1", "rules", "ma-blackjack", "money", "play"),
        200);
    await_table(b, "t1");
    assert_ask(b, pat, at_table("sit", "seat", json_string("1")), 200);
    assert_ask(b, pat, at_table("buy", "cents", json_integer(5000)), 200);
    for (int i = 0; i < 40; i++) { /* shuffled and cut */
        clock_ms += 1000;
        desk_step(b);
        lm_house_poll(a->house);
    }
    json_t *bet = at_table("bet", "cents", json_integer(1000));
    json_object_set_new(bet, "seat", json_string("1"));
    assert_ask(b, pat, json_deep_copy(bet), 200);
    assert_ask(a, ada, json_pack("{s:s, s:s, s:s}", "do", "lock", "person", "pat", "reason", "test"), 200);
    const house_state *table = house_table_state(b->house, "t1", NULL);
    int64_t seq = table->seq;
    assert_ask(b, pat, bet, 401);
    assert_ask(b, pat, at_table("buy", "cents", json_integer(5000)), 401);
    assert_int_equal(table->seq, seq);
}

#define REVOKED(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        REVOKED(a_locked_cashier_deposits_nothing),
        REVOKED(a_signed_out_session_deposits_nothing),
        REVOKED(another_password_ends_the_session_everywhere),
        REVOKED(a_person_without_the_role_deposits_nothing),
        REVOKED(another_sign_in_hinders_nothing),
        REVOKED(a_lock_under_way_counts),
        REVOKED(a_locked_player_buys_and_bets_nothing),
    };
    return cmocka_run_group_tests(tests, folder_set_up, folder_tear_down);
}
