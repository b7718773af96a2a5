/* store_unreachable.c - a house loses its store while it asks whether a refused command was done before: the sender
 * gets 503, and the truth after the store is back. docs/house/requests.md. */
#include "kit/people_help.h"
#include "said.h"

enum { PATIENCE_MS = 300 };

static desk *d;
static session_text ada, cas;

static void open_house(void)
{
    store = open_with((lm_store_options){ .url = postgres_url(), .patience_ms = PATIENCE_MS });
    d = desk_open("a");
}

static void close_house(void)
{
    desk_close(d);
    lm_store_close(store);
}

static json_t *deposit(const char *person, int number)
{
    return json_pack("{s:s, s:s, s:i, s:i}", "do", "deposit", "person", person, "cents", 100, "n", number);
}

/* Cashiers do not serve themselves, so this is refused without a look at the store; whether another request had its
 * number before, only the store knows. */
static void assert_told(int number, int status)
{
    assert_ask(d, cas, deposit("cas", number), status);
    if (status == 409) assert_said(why(d), "say:another-command");
}

/* Kills the store and sends this command first, because the house stops after the first failed question. */
static void goes_away(int number)
{
    assert_told(1, 409);
    assert_told(2, 403);
    server_kill();
    assert_told(number, 503);
    assert_non_null(lm_house_fault(d->house));
    close_house();
    server_start();
    server_await();
    open_house();
    assert_told(1, 409);
    assert_told(2, 403);
}

static void a_store_that_cannot_say_has_not_said_no(void **state)
{
    (void)state;
    if (!h.tools[0]) skip(); /* only where no server is installed */
    open_house();
    first_admin(d, ada);
    make_and_sign_in(d, ada, "cas", "cashier", cas);
    make_person(d, ada, "pat", "player");
    assert_ask(d, cas, deposit("pat", 1), 200);
    goes_away(1); /* the deposit above has this number */
    goes_away(2); /* no command has this number */
    assert_int_equal(balance(store, "wallet/real/pat"), 100);
    assert_balanced();
    assert_proved(store);
    close_house();
}

static int postgres_group(void **state)
{
    (void)state;
    return harness_set_up(true);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(a_store_that_cannot_say_has_not_said_no) };
    return cmocka_run_group_tests(tests, postgres_group, folder_tear_down);
}
