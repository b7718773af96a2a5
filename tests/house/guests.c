/* guests.c - strangers do not grow the journal: a guest is a session until they bet, networks have a quota, and the house
 * starts less when its disk space runs out: docs/house/people.md. */
/* sanitized */
#include "kit/people_help.h"
#include "said.h"

enum { QUOTA = 3, RESERVE = 1000 };

static int64_t left_bytes;

static int64_t read_space(void *self)
{
    (void)self;
    return left_bytes;
}

/* A server that counts guests and watches its disk. */
static desk *desk_watched(void)
{
    lm_house_options options = desk_options("a");
    options.owner.space = read_space;
    options.guests = QUOTA;
    options.reserve_bytes = RESERVE;
    left_bytes = 10 * RESERVE;
    return desk_open_with(options);
}

static json_t *word(const char *what)
{
    return json_pack("{s:s}", "do", what);
}

static bool count_row(void *context, const lm_value_row *row)
{
    (void)row;
    ++*(int *)context;
    return true;
}

static bool count_account(void *context, const lm_account_row *row)
{
    (void)row;
    ++*(int *)context;
    return true;
}

/* Records, persons and wallets. */
static int kept(void)
{
    char text[LM_STORE_TEXT];
    int n = records_of(NULL, NULL);
    assert_int_equal(lm_store_values(store, "person/", count_row, &n, text), LM_STORE_DONE);
    assert_int_equal(lm_store_accounts(store, "wallet/", count_account, &n, text), LM_STORE_DONE);
    return n;
}

static int sessions(void)
{
    char text[LM_STORE_TEXT];
    int n = 0;
    assert_int_equal(lm_store_values(store, "~session/", count_row, &n, text), LM_STORE_DONE);
    return n;
}

static void open_table(desk *d, session_text ada, session_text eve)
{
    first_admin(d, ada);
    make_and_sign_in(d, ada, "eve", "executive", eve);
    assert_ask(
        d, eve,
        json_pack("{s:s, s:s, s:s, s:s}", "do", "open-table", "table", "t1", "rules", "ma-blackjack", "money", "play"),
        200);
    await_table(d, "t1");
}

static json_t *sit(const char *seat)
{
    return json_pack("{s:s, s:s, s:s}", "do", "sit", "table", "t1", "seat", seat);
}

static void a_guest_who_looks_around_leaves_nothing(void **state)
{
    session_text ada, eve, guest;
    desk *d = desk_open("a");
    open_table(d, ada, eve);
    int before = kept();
    for (int i = 0; i < 20; i++) {
        assert_ask(d, "", word("guest"), 200);
        keep_session(d, guest);
        assert_ask(d, guest, word("who-am-i"), 200);
        assert_int_equal(strncmp(text_in(heard(d), "person"), "guest-", 6), 0);
        assert_ask(d, guest, word("wallet"), 200);
        assert_int_equal(int_in(heard(d), "play_cents", 0), PLAY_MONEY_CENTS);
        assert_ask(d, guest, json_pack("{s:s, s:s}", "do", "wallet", "money", "play"), 200);
        assert_ask(d, guest, json_pack("{s:s, s:s}", "do", "look", "table", "t1"), 200);
        if (i % 2) assert_ask(d, guest, word("sign-out"), 200);
    }
    assert_int_equal(kept(), before);
    desk_close(d);
}

static void a_guest_who_sits_down_has_a_wallet(void **state)
{
    session_text ada, eve, guest;
    char id[LM_HOUSE_ID];
    desk *d = desk_open("a");
    open_table(d, ada, eve);
    assert_ask(d, "", word("guest"), 200);
    keep_session(d, guest);
    snprintf(id, sizeof id, "%s", text_in(heard(d), "person"));
    /* two commands sent at once make one person */
    uint64_t first = tell(d, guest, sit("1"));
    uint64_t second = tell_at_once(d, guest, json_pack("{s:s, s:s, s:i}", "do", "buy", "table", "t1", "cents", 5000));
    assert_int_equal(await(d, first), 200);
    assert_int_equal(await(d, second), 200);
    json_t *made = NULL;
    records_of("person-created", &made);
    assert_string_equal(text_in(made, "person"), id);
    assert_ask(d, guest, word("wallet"), 200);
    assert_int_equal(int_in(heard(d), "play_cents", 0), PLAY_MONEY_CENTS - 5000);
    clock_ms += 3 * 60 * 60 * 1000; /* and is not forgotten like those who only looked */
    assert_ask(d, guest, word("who-am-i"), 200);
    assert_string_equal(text_in(heard(d), "person"), id);
    desk_close(d);
}

static void a_passing_guest_is_forgotten(void **state)
{
    session_text guest;
    desk *d = desk_open("a");
    assert_ask(d, "", word("guest"), 200);
    keep_session(d, guest);
    clock_ms += GUEST_MS - 1000;
    assert_ask(d, guest, word("wallet"), 200);
    clock_ms += 2000;
    assert_ask(d, guest, word("wallet"), 401);
    for (int i = 0; i < 300 && sessions(); i++) { /* every part of the sessions is swept within an hour */
        clock_ms += 15 * 1000;
        assert_ask(d, "", word("lobby"), 200);
        desk_step(d);
    }
    assert_int_equal(sessions(), 0);
    desk_close(d);
}

static void a_network_has_a_quota(void **state)
{
    desk *d = desk_watched();
    d->address = "192.0.2.1";
    for (int i = 0; i < QUOTA; i++)
        assert_ask(d, "", word("guest"), 200);
    assert_ask(d, "", word("guest"), 429);
    assert_said(why(d), "say:too-many-guests");
    assert_true(int_in(heard(d), "retry_ms", 0) > 0);
    d->address = "192.0.2.2";
    assert_ask(d, "", word("guest"), 200);
    d->address = "192.0.2.1";
    clock_ms += 60 * 60 * 1000;
    assert_ask(d, "", word("guest"), 200);
    desk_close(d);
}

static void settle(desk *d)
{
    clock_ms += 1000;
    lm_house_poll(d->house);
}

static void little_space_stops_guests_and_then_rounds(void **state)
{
    session_text ada, eve, guest;
    desk *d = desk_watched();
    open_table(d, ada, eve);
    assert_ask(d, "", word("guest"), 200);
    keep_session(d, guest);
    assert_ask(d, guest, sit("1"), 200);
    assert_ask(d, guest, json_pack("{s:s, s:s, s:i}", "do", "buy", "table", "t1", "cents", 50000), 200);
    for (int i = 0; i < 40; i++) { /* shuffled and cut */
        clock_ms += 1000;
        desk_step(d);
    }
    json_t *bet = json_pack("{s:s, s:s, s:s, s:i}", "do", "bet", "table", "t1", "seat", "1", "cents", 1000);
    left_bytes = 2 * RESERVE - 1;
    settle(d);
    assert_ask(d, "", word("guest"), 503);
    assert_said(why(d), "say:no-space-for-people");
    assert_ask(d, "", json_pack("{s:s, s:s, s:s}", "do", "register", "person", "ann", "password", "password of ann"),
               503);
    assert_ask(d, guest, json_deep_copy(bet), 200);
    left_bytes = RESERVE - 1;
    settle(d);
    assert_ask(d, guest, bet, 503);
    assert_said(why(d), "say:no-space-for-rounds");
    int64_t rounds = house_table_state(d->house, "t1", NULL)->table.round.phase;
    for (int i = 0; i < 120; i++) /* nor does the clock deal the bet that lies there */
        settle(d), desk_step(d);
    assert_int_equal(house_table_state(d->house, "t1", NULL)->table.round.phase, rounds);
    left_bytes = 10 * RESERVE;
    settle(d);
    assert_ask(d, "", word("guest"), 200);
    desk_close(d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        HOUSE_TEST(a_guest_who_looks_around_leaves_nothing),
        HOUSE_TEST(a_guest_who_sits_down_has_a_wallet),
        HOUSE_TEST(a_passing_guest_is_forgotten),
        HOUSE_TEST(a_network_has_a_quota),
        HOUSE_TEST(little_space_stops_guests_and_then_rounds),
    };
    return cmocka_run_group_tests(tests, folder_set_up, folder_tear_down);
}
