/* self_limits_at_table.c - players' own limits at tables: with chips at the table, at midnight, for people without an
 * account. */
/* sanitized */
#include "kit/people_help.h"
#include "quoted.h"

static desk *d;
static session_text ada, eve, sue, cas, dan, pat;

static void pass(int ms)
{
    for (int i = 0; i < ms; i += 500) {
        clock_ms += 500;
        lm_house_poll(d->house);
        nap_ms(1);
    }
}

static void open_table(const char *id, const char *dealing)
{
    assert_ask(d, eve,
               json_pack("{s:s, s:s, s:s, s:s, s:s}", "do", "open-table", "table", id, "rules", "ma-blackjack",
                         "dealing", dealing, "money", "real"),
               200);
}

static int begin(void **state)
{
    open_store(state);
    d = desk_open("a");
    first_admin(d, ada);
    make_and_sign_in(d, ada, "eve", "executive", eve);
    make_and_sign_in(d, ada, "sue", "supervisor", sue);
    make_and_sign_in(d, ada, "cas", "cashier", cas);
    make_and_sign_in(d, ada, "dan", "dealer", dan);
    make_and_sign_in(d, ada, "pat", "player", pat);
    assert_ask(d, cas, quoted("{'do':'deposit','person':'pat','cents':1000000}"), 200);
    return 0;
}

static int end(void **state)
{
    desk_close(d);
    return close_store(state);
}

/* A live table in its betting, with pat at box 1. */
static void open_betting(void)
{
    open_table("t", "live");
    assert_ask(d, sue, quoted("{'do':'tray-open','table':'t','cents':1000000}"), 200);
    assert_ask(d, dan, quoted("{'do':'dealer','table':'t'}"), 200);
    assert_ask(d, dan, quoted("{'do':'load','table':'t','prepared':true}"), 200);
    assert_ask(d, pat, quoted("{'do':'sit','table':'t','seat':'1'}"), 200);
    assert_ask(d, pat, quoted("{'do':'buy','table':'t','cents':50000}"), 200);
    assert_ask(d, dan, quoted("{'do':'burn','table':'t'}"), 200);
    assert_ask(d, dan, quoted("{'do':'open','table':'t'}"), 200);
}

/* docs/house/people.md: a self-exclusion holds at once, also for a player who sits there with chips,
 * and for a dealer who lays them. The player can still have the money. */
static void an_exclusion_ends_the_betting(void **state)
{
    (void)state;
    open_betting();
    assert_ask(d, pat, quoted("{'do':'bet','table':'t','seat':'1','cents':1000}"), 200);
    assert_ask(d, pat, quoted("{'do':'withdraw','table':'t','seat':'1'}"), 200);
    assert_ask(d, pat, quoted("{'do':'set-limits','exclude_days':30}"), 200);
    assert_ask(d, pat, quoted("{'do':'bet','table':'t','seat':'1','cents':1000}"), 403);
    assert_ask(d, dan, quoted("{'do':'bet','table':'t','seat':'1','cents':1000}"), 403);
    assert_int_equal(balance(store, "felt/t"), 0);
    assert_ask(d, pat, quoted("{'do':'leave','table':'t'}"), 200);
    assert_int_equal(balance(store, "wallet/real/pat"), 1000000);
}

/* A player who has joined the staff meanwhile can no longer play for real money. */
static void who_becomes_staff_stops_betting(void **state)
{
    (void)state;
    open_betting();
    own_password(d, "eve", eve);
    assert_ask(d, ada, quoted("{'do':'set-roles','person':'pat','roles':['player','cashier'],'reason':'hired'}"), 200);
    json_t *approve = json_pack("{s:s, s:s}", "do", "approve", "approval", text_in(heard(d), "approval"));
    assert_ask(d, eve, approve, 200);
    assert_ask(d, pat, quoted("{'do':'bet','table':'t','seat':'1','cents':1000}"), 403);
    assert_ask(d, pat, quoted("{'do':'leave','table':'t'}"), 200);
}

/* A day's losses are those of the day: chips that came with yesterday do not make room for more. */
static void yesterdays_chips_are_no_licence(void **state)
{
    (void)state;
    open_table("v", "virtual");
    open_table("w", "virtual");
    pass(1500);
    assert_ask(d, pat, quoted("{'do':'set-limits','loss_cents':100000}"), 200);
    clock_ms += (12 * 3600 - 60) * 1000LL; /* a minute before midnight */
    assert_int_equal(sign_in(d, "pat", pat), 200);
    assert_ask(d, pat, quoted("{'do':'sit','table':'v','seat':'1'}"), 200);
    assert_ask(d, pat, quoted("{'do':'buy','table':'v','cents':100000}"), 200);
    clock_ms += 120 * 1000;
    assert_ask(d, pat, quoted("{'do':'sit','table':'w','seat':'1'}"), 200);
    assert_ask(d, pat, quoted("{'do':'buy','table':'w','cents':100000}"), 200);
    assert_ask(d, pat, quoted("{'do':'toke','table':'w','cents':100000}"), 200); /* gone */
    assert_ask(d, pat, quoted("{'do':'cash','table':'v','cents':100000}"), 200);
    assert_ask(d, pat, quoted("{'do':'buy','table':'w','cents':100}"), 409);
    assert_ask(d, pat, quoted("{'do':'buy','table':'v','cents':100}"), 409);
    pass(1500);
    clock_ms += 24 * 3600 * 1000LL;
    pass(1500); /* pat never watched: the box is no longer held */
    assert_int_equal(sign_in(d, "pat", pat), 200);
    assert_ask(d, pat, quoted("{'do':'sit','table':'w','seat':'1'}"), 200);
    assert_ask(d, pat, quoted("{'do':'buy','table':'w','cents':100000}"), 200);
    assert_ask(d, pat, quoted("{'do':'cash','table':'w','cents':100000}"), 200); /* nothing lost */
    assert_ask(d, pat, quoted("{'do':'buy','table':'w','cents':100000}"), 200);
}

/* People who come with cash have no limits that the house could know; the dealer and the floor seat
 * them, also for real money. */
static void walk_ins_are_seated(void **state)
{
    (void)state;
    open_betting();
    assert_ask(d, dan, quoted("{'do':'sit','table':'t','seat':'2'}"), 200);
    assert_ask(d, dan, quoted("{'do':'buy','table':'t','cents':10000,'player':'walkin-1'}"), 200);
    assert_ask(d, sue, quoted("{'do':'sit','table':'t','seat':'3','player':'walkin-2'}"), 200);
    assert_ask(d, sue, quoted("{'do':'buy','table':'t','cents':10000,'player':'walkin-2'}"), 200);
    assert_ask(d, dan, quoted("{'do':'bet','table':'t','seat':'2','cents':1000}"), 200);
    assert_ask(d, pat, quoted("{'do':'sit','table':'t','seat':'4','player':'walkin-3'}"), 403);
    assert_ask(d, pat, quoted("{'do':'buy','table':'t','cents':10000,'player':'walkin-1'}"), 403);
    assert_ask(d, dan, quoted("{'do':'sit','table':'t','seat':'4','player':'dan'}"), 403);
    assert_int_equal(balance(store, "rack/t/walkin-2"), 10000);
}

#define AT_TABLE(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        AT_TABLE(an_exclusion_ends_the_betting),
        AT_TABLE(who_becomes_staff_stops_betting),
        AT_TABLE(yesterdays_chips_are_no_licence),
        AT_TABLE(walk_ins_are_seated),
    };
    return cmocka_run_group_tests(tests, folder_set_up, folder_tear_down);
}
