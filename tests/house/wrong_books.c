/* wrong_books.c - the books are wrong (docs/house/money.md, When the books are wrong): what stops at every
 * server, what plays on, and who ends it. */
/* sanitized */
#include "kit/people_help.h"

#include "quoted.h"
#include "said.h"

static desk *d, *other;
static session_text ada, eve, sue, cas, ann, bob;

static json_t *cash(const char *word, const char *id, int64_t cents)
{
    return json_pack("{s:s, s:s, s:I}", "do", word, "person", id, "cents", (json_int_t)cents);
}

static int begin(void **state)
{
    open_store(state);
    d = desk_open("a");
    other = desk_open("b");
    first_admin(other, ada); /* the last start has the token */
    make_and_sign_in(d, ada, "cas", "cashier", cas);
    make_and_sign_in(d, ada, "sue", "supervisor", sue);
    make_and_sign_in(d, ada, "ann", "player", ann);
    make_and_sign_in(d, ada, "bob", "player", bob);
    make_and_sign_in(d, ada, "eve", "executive", eve);
    own_password(d, "eve", eve);
    assert_ask(d, cas, cash("deposit", "ann", 50000), 200);
    assert_ask(d, cas, cash("deposit", "bob", 50000), 200);
    return 0;
}

static int end(void **state)
{
    desk_close(d);
    desk_close(other);
    return close_store(state);
}

static void settle(void)
{
    for (int i = 0; i < 6; i++) {
        clock_ms += 300;
        desk_step(d);
        desk_step(other);
    }
}

static void raise_for(const char *name)
{
    lm_house_alarm(d->house, "account x holds 2 cents, but the journal moved 1 there", &name, name != NULL);
    settle();
}

static int end_alarm(void)
{
    assert_ask(d, eve, quoted("{'do':'end-alarm','reason':'mended'}"), 200);
    char id[40];
    snprintf(id, sizeof id, "%s", text_in(heard(d), "approval"));
    int status = ask(d, ada, json_pack("{s:s, s:s}", "do", "approve", "approval", id));
    settle();
    return status;
}

/* --- the cage --------------------------------------------------------------------------------------------------- */

static void the_cage_closes_everywhere(void **state)
{
    assert_false(lm_house_alarmed(d->house));
    raise_for("wallet/real/ann");
    desk *servers[] = { d, other };
    for (int i = 0; i < 2; i++) {
        assert_true(lm_house_alarmed(servers[i]->house));
        assert_ask(servers[i], cas, cash("deposit", "bob", 100), 503);
        assert_ask(servers[i], cas, cash("withdrawal", "bob", 100), 503);
        assert_said(why(servers[i]), "say:books-closed");
        assert_ask(servers[i], bob, quoted("{'do':'play-money'}"), 503);
        assert_ask(servers[i], cas, quoted("{'do':'issue-coupon','person':'bob','kind':'match-play','cents':1000}"),
                   503);
        assert_ask(servers[i], sue, quoted("{'do':'tables'}"), 200);
        const json_t *alarm = json_object_get(heard(servers[i]), "alarm");
        assert_string_equal(json_string_value(json_array_get(json_object_get(alarm, "names"), 0)), "wallet/real/ann");
    }
    assert_ask(d, ann, quoted("{'do':'alarm'}"), 403);
    assert_ask(d, ann, quoted("{'do':'wallet'}"), 200); /* questions are still answered */
    assert_int_equal(records_of("alarm-raised", NULL), 1);
}

/* The alarm is not ended by one person, nor before the books are right again, nor by stopping the server. */
static void two_people_end_it(void **state)
{
    raise_for("wallet/real/ann");
    assert_int_equal(end_alarm(), 409);
    assert_said(why(d), "say:books-still-wrong");
    desk_close(d);
    d = desk_open("a");
    assert_true(lm_house_alarmed(d->house));
    lm_house_proved(d->house);
    assert_ask(d, sue, quoted("{'do':'end-alarm','reason':'no'}"), 403);
    assert_int_equal(end_alarm(), 200);
    assert_false(lm_house_alarmed(d->house));
    assert_false(lm_house_alarmed(other->house));
    assert_ask(d, cas, cash("withdrawal", "ann", 50000), 200);
    json_t *record;
    assert_int_equal(records_of("alarm-ended", &record), 1);
    assert_string_equal(text_in(record, "approved"), "ada");
    assert_ask(d, eve, quoted("{'do':'alarm'}"), 200);
    assert_true(json_is_false(json_object_get(heard(d), "raised")));
}

/* A fault that every proof finds again is one alarm; a further fault is added to it. */
static void said_again(void **state)
{
    raise_for("wallet/real/ann");
    raise_for("wallet/real/ann");
    assert_int_equal(records_of("alarm-raised", NULL), 1);
    raise_for("wallet/real/bob");
    assert_int_equal(records_of("alarm-raised", NULL), 2);
    assert_ask(other, sue, quoted("{'do':'alarm'}"), 200);
    assert_int_equal(json_array_size(json_object_get(heard(other), "names")), 2);
}

/* --- tables ------------------------------------------------------------------------------------------------------ */

static void open_tables(void)
{
    static const char *const names[] = { "one", "two" };
    for (int i = 0; i < 2; i++) {
        assert_ask(d, sue,
                   json_pack("{s:s, s:s, s:s, s:s}", "do", "open-table", "table", names[i], "rules", "wa-freebet",
                             "money", "play"),
                   200);
        await_table(d, names[i]);
        assert_ask(d, sue,
                   json_pack("{s:s, s:s, s:s, s:s}", "do", "move-table", "table", names[i], "server", "a", "reason",
                             "the test asks this server"),
                   200);
        assert_ask(d, ann, json_pack("{s:s, s:s, s:s}", "do", "sit", "table", names[i], "seat", "1"), 200);
        assert_ask(d, ann, json_pack("{s:s, s:s, s:i}", "do", "buy", "table", names[i], "cents", 20000), 200);
    }
    for (int i = 0; i < 30; i++) { /* the shoe is cut and loaded by the clock */
        clock_ms += 1000;
        desk_step(d);
    }
}

static void chips_are_not_sold_and_can_be_taken_back(void **state)
{
    open_tables();
    raise_for("wallet/real/ann");
    assert_ask(d, ann, quoted("{'do':'buy','table':'one','cents':1000}"), 503);
    assert_ask(d, ann, quoted("{'do':'bet','table':'one','seat':'1','cents':1000}"), 200); /* chips that lie there */
    assert_ask(d, ann, quoted("{'do':'leave','table':'two'}"), 200);
    assert_int_equal(balance(store, "wallet/play/ann"), 80000);
}

/* Money of an account that is in doubt stays where it is. */
static void a_frozen_wallet_takes_nothing(void **state)
{
    open_tables();
    raise_for("wallet/play/ann");
    assert_ask(d, ann, quoted("{'do':'leave','table':'one'}"), 503);
    assert_said(why(d), "say:account-frozen");
    assert_int_equal(balance(store, "rack/one/ann"), 20000);
}

static void a_table_whose_books_are_wrong_is_frozen(void **state)
{
    open_tables();
    raise_for("tray/one");
    assert_true(house_table_state(d->house, "one", NULL)->frozen);
    assert_false(house_table_state(d->house, "two", NULL)->frozen);
    assert_ask(d, ann, quoted("{'do':'bet','table':'one','seat':'1','cents':1000}"), 409);
    raise_for("table/two");
    assert_true(house_table_state(d->house, "two", NULL)->frozen);
    assert_ask(d, sue, quoted("{'do':'thaw','table':'two','reason':'looked at'}"), 200);
    settle();
    assert_false(house_table_state(d->house, "two", NULL)->frozen); /* a supervisor has judged it */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)
        TEST(the_cage_closes_everywhere),
        TEST(two_people_end_it),
        TEST(said_again),
        TEST(chips_are_not_sold_and_can_be_taken_back),
        TEST(a_frozen_wallet_takes_nothing),
        TEST(a_table_whose_books_are_wrong_is_frozen),
#undef TEST
    };
    return cmocka_run_group_tests(tests, folder_set_up, folder_tear_down);
}
