/* real_money_table.c - people at a table for real money: who may sit down, how much may be bought, what
 * two people do together. */
/* sanitized */
#include "kit/people_help.h"

static desk *d;
static session_text ada, ann, cas, sue, eve, dee;

static json_t *at_table(const char *word, json_t *more)
{
    json_t *body = json_pack("{s:s, s:s}", "do", word, "table", "high");
    json_object_update(body, more);
    json_decref(more);
    return body;
}

#define CENTS(n) json_pack("{s:I}", "cents", (json_int_t)(n))

static int begin(void **state)
{
    open_store(state);
    d = desk_open("a");
    first_admin(d, ada);
    make_and_sign_in(d, ada, "cas", "cashier", cas);
    make_and_sign_in(d, ada, "sue", "supervisor", sue);
    make_and_sign_in(d, ada, "eve", "executive", eve);
    make_and_sign_in(d, ada, "dee", "dealer", dee);
    make_and_sign_in(d, ada, "ann", "player", ann);
    assert_ask(d, sue,
               json_pack("{s:s, s:s, s:s, s:s, s:s, s:s}", "do", "open-table", "table", "high", "title", "High",
                         "rules", "wa-freebet", "dealing", "virtual", "money", "real"),
               200);
    await_table(d, "high");
    int status = ask(d, sue, at_table("tray-open", CENTS(1000000)));
    if (status != 200 && status != 409) fail_msg("%d: %s", status, why(d)); /* 409: open from the beginning */
    assert_ask(d, cas, json_pack("{s:s, s:s, s:i}", "do", "deposit", "person", "ann", "cents", 50000), 200);
    return 0;
}

static int end(void **state)
{
    desk_close(d);
    return close_store(state);
}

static json_t *sit(const char *seat)
{
    return at_table("sit", json_pack("{s:s}", "seat", seat));
}

static void chips_come_from_the_wallet(void **state)
{
    assert_ask(d, ann, sit("1"), 200);
    assert_ask(d, ann, at_table("buy", CENTS(50100)), 409); /* more than there is */
    assert_ask(d, ann, at_table("buy", CENTS(30000)), 200);
    assert_int_equal(balance(store, "wallet/real/ann"), 20000);
    assert_int_equal(balance(store, "rack/high/ann"), 30000);
    house_purse p;
    purse_read(d->house, "ann", MONEY_REAL, &p);
    assert_int_equal(p.bought_cents, 30000);
    assert_int_equal(p.risk_cents, 30000);
    assert_ask(d, ann, at_table("leave", NULL), 200);
    assert_int_equal(balance(store, "wallet/real/ann"), 50000);
    purse_read(d->house, "ann", MONEY_REAL, &p);
    assert_int_equal(p.cashed_cents, 30000);
    assert_int_equal(p.risk_cents, 0);
}

static void own_limits_hold_at_the_table(void **state)
{
    assert_ask(d, ann, json_pack("{s:s, s:i}", "do", "set-limits", "loss_cents", 10000), 200);
    assert_ask(d, ann, sit("1"), 200);
    assert_ask(d, ann, at_table("buy", CENTS(10100)), 409);
    assert_ask(d, ann, at_table("buy", CENTS(6000)), 200);
    assert_ask(d, ann, at_table("buy", CENTS(4100)), 409);
    assert_ask(d, ann, at_table("buy", CENTS(4000)), 200);
    assert_ask(d, ann, at_table("leave", NULL), 200);
    assert_ask(d, ann, json_pack("{s:s, s:i}", "do", "set-limits", "time_out_hours", 1), 200);
    assert_ask(d, ann, sit("1"), 403);
    assert_int_equal(balance(store, "wallet/real/ann"), 50000);
}

static void only_players_play_for_real_money(void **state)
{
    session_text guest;
    const char *const staff[] = { ada, cas, sue, eve, dee };
    assert_ask(d, "", json_pack("{s:s}", "do", "guest"), 200);
    keep_session(d, guest);
    assert_ask(d, "", sit("1"), 401);
    assert_ask(d, guest, sit("1"), 403);
    for (size_t i = 0; i < sizeof staff / sizeof *staff; i++)
        assert_ask(d, staff[i], sit("1"), 403);
    assert_ask(d, ann, sit("1"), 200);
}

/* A fill: the supervisor asks, another person approves, the slip names both. */
static void a_fill_takes_two_people(void **state)
{
    char id[LM_HOUSE_ID];
    int64_t tray = balance(store, "tray/high");
    own_password(d, "sue", sue);
    own_password(d, "cas", cas);
    own_password(d, "eve", eve);
    assert_ask(d, sue, at_table("fill", CENTS(20000)), 200);
    snprintf(id, sizeof id, "%s", text_in(heard(d), "approval"));
    assert_int_equal(balance(store, "tray/high"), tray);
    assert_ask(d, sue, json_pack("{s:s, s:s}", "do", "approve", "approval", id), 403);
    assert_ask(d, dee, json_pack("{s:s, s:s}", "do", "approve", "approval", id), 403);
    assert_ask(d, cas, json_pack("{s:s, s:s, s:i}", "do", "approve", "approval", id, "n", 3), 200);
    assert_int_equal(balance(store, "tray/high"), tray + 20000);
    assert_ask(d, cas, json_pack("{s:s, s:s, s:i}", "do", "approve", "approval", id, "n", 4), 409);
    assert_ask(d, eve, json_pack("{s:s, s:s}", "do", "approve", "approval", id), 409);
    assert_int_equal(balance(store, "tray/high"), tray + 20000);
}

#define TABLE_TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TABLE_TEST(chips_come_from_the_wallet),
        TABLE_TEST(own_limits_hold_at_the_table),
        TABLE_TEST(only_players_play_for_real_money),
        TABLE_TEST(a_fill_takes_two_people),
    };
    return cmocka_run_group_tests(tests, folder_set_up, folder_tear_down);
}
