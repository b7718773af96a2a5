/* self_limits.c - what players forbid themselves: stricter at once, looser after a day, and no clock
 * loosens anything. */
/* sanitized */
#include "kit/people_help.h"

#include "people/people.h"

enum { SECOND = 1000, MINUTE = 60 * SECOND, HOUR = 60 * MINUTE };

#define SET(field, value) json_pack("{s:s, s:I}", "do", "set-limits", field, (json_int_t)(value))

static desk *d;
static session_text ada, ann, cas;

static int begin(void **state)
{
    open_store(state);
    d = desk_open("a");
    first_admin(d, ada);
    make_and_sign_in(d, ada, "cas", "cashier", cas);
    make_and_sign_in(d, ada, "ann", "player", ann);
    return 0;
}

static int end(void **state)
{
    desk_close(d);
    return close_store(state);
}

/* Moves the clock; after a large step all sign in again. */
static void at(int64_t ms)
{
    clock_ms = ms;
    assert_int_equal(sign_in(d, "ann", ann), 200);
    assert_int_equal(sign_in(d, "cas", cas), 200);
}

static int deposits(const char *id, int64_t cents)
{
    return ask(d, cas, json_pack("{s:s, s:s, s:I}", "do", "deposit", "person", id, "cents", (json_int_t)cents));
}

static int64_t limit_shown(const char *name)
{
    assert_ask(d, ann, json_pack("{s:s}", "do", "limits"), 200);
    return int_in(json_object_get(heard(d), "limits"), name, -1);
}

static int64_t waiting_at(const char *name)
{
    assert_ask(d, ann, json_pack("{s:s}", "do", "limits"), 200);
    return int_in(json_object_get(json_object_get(json_object_get(heard(d), "limits"), "waiting"), name), "at_ms", -1);
}

static void deposits_of_a_day(void **state)
{
    assert_int_equal(deposits("ann", 500000), 200); /* no limit yet */
    at(clock_ms + DAY_MS);
    assert_ask(d, ann, SET("deposit_cents", 10000), 200);
    assert_int_equal(limit_shown("deposit_cents"), 10000);
    assert_int_equal(deposits("ann", 6000), 200);
    assert_int_equal(deposits("ann", 4001), 409);
    assert_int_equal(deposits("ann", 4000), 200);
    assert_int_equal(deposits("ann", 1), 409);
    assert_ask(d, cas, json_pack("{s:s, s:s, s:i}", "do", "withdrawal", "person", "ann", "cents", 4000), 200);
    assert_int_equal(deposits("ann", 1), 409); /* a withdrawal does not make room under the day's limit */
    int64_t midnight = (clock_ms / DAY_MS + 1) * DAY_MS;
    at(midnight - 1);
    assert_int_equal(deposits("ann", 1), 409);
    at(midnight);
    assert_int_equal(deposits("ann", 10001), 409);
    assert_int_equal(deposits("ann", 10000), 200);
    assert_int_equal(balance(store, "wallet/real/ann"), 500000 + 10000 - 4000 + 10000);
}

static void a_clock_that_goes_back_gives_no_day_twice(void **state)
{
    assert_ask(d, ann, SET("deposit_cents", 10000), 200);
    assert_int_equal(deposits("ann", 10000), 200);
    int64_t today = clock_ms;
    at(today - DAY_MS);
    assert_int_equal(deposits("ann", 1), 409);
    at(today - 40 * (int64_t)DAY_MS);
    assert_int_equal(deposits("ann", 1), 409);
    at(today);
    assert_int_equal(deposits("ann", 1), 409);
    at(today + DAY_MS);
    assert_int_equal(deposits("ann", 10000), 200);
}

static void looser_after_a_day(void **state)
{
    assert_ask(d, ann, SET("deposit_cents", 10000), 200);
    int64_t asked = clock_ms;
    assert_ask(d, ann, SET("deposit_cents", 30000), 200);
    assert_int_equal(limit_shown("deposit_cents"), 10000);
    assert_int_equal(waiting_at("deposit_cents"), asked + DAY_MS);
    at(asked + DAY_MS - 1);
    assert_int_equal(deposits("ann", 10001), 409);
    at(asked + DAY_MS);
    assert_int_equal(limit_shown("deposit_cents"), 30000);
    assert_int_equal(waiting_at("deposit_cents"), -1);
    assert_int_equal(deposits("ann", 30001), 409);
    assert_int_equal(deposits("ann", 30000), 200);
    asked = clock_ms;
    assert_ask(d, ann, SET("deposit_cents", -1), 200); /* no limit is the loosest of all */
    assert_int_equal(waiting_at("deposit_cents"), asked + DAY_MS);
    at(asked + DAY_MS - 1);
    assert_int_equal(deposits("ann", 30001), 409);
    at(asked + DAY_MS);
    assert_int_equal(deposits("ann", 900000), 200);
}

static void stricter_at_once_and_a_wish_is_gone(void **state)
{
    assert_ask(d, ann, SET("deposit_cents", 10000), 200);
    assert_ask(d, ann, SET("deposit_cents", 30000), 200);
    assert_ask(d, ann, SET("deposit_cents", 5000), 200);
    assert_int_equal(limit_shown("deposit_cents"), 5000);
    assert_int_equal(waiting_at("deposit_cents"), -1);
    assert_int_equal(deposits("ann", 5001), 409);
    at(clock_ms + 2 * DAY_MS);
    assert_int_equal(deposits("ann", 5001), 409);
    assert_ask(d, ann, SET("deposit_cents", 0), 200); /* a limit of 0 permits no deposit */
    assert_int_equal(deposits("ann", 1), 409);
    json_t *record;
    assert_int_equal(records_of("limits-set", &record), 4);
    assert_int_equal(int_in(json_object_get(record, "before"), "deposit_cents", -1), 5000);
    assert_int_equal(int_in(json_object_get(record, "after"), "deposit_cents", -1), 0);
}

/* The wish is made while the clock is two days behind: it still takes a day from the latest time that
 * was seen. */
static void a_clock_that_was_turned_back_hurries_no_wish(void **state)
{
    assert_ask(d, ann, SET("deposit_cents", 10000), 200);
    int64_t today = clock_ms;
    at(today - 2 * (int64_t)DAY_MS);
    assert_ask(d, ann, SET("deposit_cents", 50000), 200);
    at(today + HOUR);
    assert_int_equal(deposits("ann", 10001), 409);
    at(today + DAY_MS - 1);
    assert_int_equal(deposits("ann", 10001), 409);
    at(today + DAY_MS);
    assert_int_equal(deposits("ann", 50000), 200);
}

/* --- presence ------------------------------------------------------------------------------------------------------
 * */

static int may_sit(const char *id, house_money money, int64_t cents)
{
    house_refusal refusal = { 0 };
    lm_house_poll(d->house);
    return limits_allow(d->house, id, money, cents, &refusal) ? 200 : status_of[refusal.kind];
}

static void time_out(void **state)
{
    int64_t start = clock_ms;
    assert_int_equal(may_sit("ann", MONEY_REAL, 0), 200);
    assert_ask(d, ann, SET("time_out_hours", 48), 200);
    assert_int_equal(may_sit("ann", MONEY_REAL, 0), 403);
    assert_int_equal(may_sit("ann", MONEY_PLAY, 0), 403);
    assert_int_equal(deposits("ann", 100), 403);
    assert_ask(d, ann, SET("time_out_hours", 1), 200); /* looser: 24 h */
    clock_ms = start + 23 * HOUR;
    assert_int_equal(may_sit("ann", MONEY_PLAY, 0), 403);
    clock_ms = start + DAY_MS;
    assert_int_equal(may_sit("ann", MONEY_PLAY, 0), 200); /* the shorter exclusion is long over */
    at(start + 3 * (int64_t)DAY_MS);
    assert_ask(d, ann, SET("time_out_hours", 2), 200);
    clock_ms += 2 * HOUR - 1;
    assert_int_equal(may_sit("ann", MONEY_PLAY, 0), 403);
    clock_ms += 1;
    assert_int_equal(may_sit("ann", MONEY_PLAY, 0), 200);
    clock_ms -= HOUR; /* back into the exclusion */
    assert_int_equal(may_sit("ann", MONEY_PLAY, 0), 403);
}

static void self_exclusion_is_never_shortened(void **state)
{
    int64_t start = clock_ms;
    assert_ask(d, ann, SET("exclude_days", 0), 400);
    assert_ask(d, ann, SET("exclude_days", -1), 400);
    assert_ask(d, ann, SET("exclude_days", 10), 200);
    assert_ask(d, ann, SET("exclude_days", 9), 409);
    assert_int_equal(limit_shown("excluded_until_ms"), start + 10 * (int64_t)DAY_MS);
    assert_ask(d, ann, SET("exclude_days", 20), 200);
    at(start + 15 * (int64_t)DAY_MS);
    assert_int_equal(may_sit("ann", MONEY_PLAY, 0), 403);
    assert_int_equal(deposits("ann", 100), 403);
    at(start + 20 * (int64_t)DAY_MS - 1);
    assert_int_equal(may_sit("ann", MONEY_PLAY, 0), 403);
    at(start + 20 * (int64_t)DAY_MS);
    assert_int_equal(may_sit("ann", MONEY_PLAY, 0), 200);
    assert_ask(d, ann, SET("exclude_days", 1), 200); /* a new one, not a shorter one */
    assert_int_equal(may_sit("ann", MONEY_PLAY, 0), 403);
    clock_ms -= 30 * (int64_t)DAY_MS; /* a clock that goes back does not lift it */
    assert_int_equal(may_sit("ann", MONEY_PLAY, 0), 403);
}

/* --- losses --------------------------------------------------------------------------------------------------------
 * */

static lm_batch *booking(int64_t bought, int64_t cashed)
{
    lm_batch *batch = lm_batch_new();
    append(batch, "table/t", "{}");
    lm_house_poll(d->house);
    limits_book(d->house, batch, "ann", MONEY_REAL, "t", bought, cashed);
    return batch;
}

static void book(int64_t bought, int64_t cashed)
{
    assert_why(finish(store, booking(bought, cashed)), LM_STORE_DONE);
}

static void losses_of_a_day(void **state)
{
    assert_ask(d, ann, SET("loss_cents", 10000), 200);
    static const struct {
        int64_t asks;
        int status;
        int64_t bought, cashed; /* then */
    } rows[] = {
        { 10001, 409, 0, 0 }, { 10000, 200, 6000, 0 }, /* 6,000 at risk */
        { 4001, 409, 0, 0 },  { 4000, 200, 0, 5000 },  /* 1,000 */
        { 9001, 409, 0, 0 },  { 9000, 200, 9000, 0 },  /* 10,000 */
        { 1, 409, 0, 30000 },                          /* a win counts as a loss of 0, not as less */
        { 10001, 409, 0, 0 }, { 10000, 200, 10000, 0 }, { 1, 409, 0, 0 },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (may_sit("ann", MONEY_REAL, rows[i].asks) != rows[i].status) fail_msg("row %zu", i);
        if (rows[i].bought || rows[i].cashed) book(rows[i].bought, rows[i].cashed);
    }
    assert_int_equal(may_sit("ann", MONEY_REAL, 0), 200);     /* sitting down is free */
    assert_int_equal(may_sit("ann", MONEY_PLAY, 10000), 200); /* another purse */
    clock_ms -= DAY_MS;
    assert_int_equal(may_sit("ann", MONEY_REAL, 1), 409);
    at((clock_ms / DAY_MS + 2) * DAY_MS);
    assert_int_equal(may_sit("ann", MONEY_REAL, 10000), 200);
    book(0, 30000); /* chips from yesterday */
    assert_int_equal(may_sit("ann", MONEY_REAL, 10001), 409);
}

/* Two servers book chips at two tables at the same moment: the second must read the purse again. */
static void a_purse_is_booked_once(void **state)
{
    lm_batch *one = booking(100, 0), *two = booking(100, 0);
    assert_why(finish(store, one), LM_STORE_DONE);
    assert_why(finish(store, two), LM_STORE_VERSION);
    house_purse p;
    purse_read(d->house, "ann", MONEY_REAL, &p);
    assert_int_equal(p.bought_cents, 100);
    assert_int_equal(p.risk_cents, 100);
}

/* --- roles -----------------------------------------------------------------------------------------------------------
 * */

static void who_plays_for_what(void **state)
{
    static const struct {
        const char *role;
        int real, play;
    } rows[] = {
        { "player", 200, 200 },    { "dealer", 403, 200 },        { "supervisor", 403, 200 },
        { "executive", 403, 200 }, { "cashier", 403, 200 },       { "surveillance", 403, 200 },
        { "auditor", 403, 200 },   { "administrator", 403, 200 },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char id[LM_HOUSE_ID];
        snprintf(id, sizeof id, "a-%s", rows[i].role);
        make_person(d, ada, id, rows[i].role);
        assert_int_equal(may_sit(id, MONEY_REAL, 0), rows[i].real);
        assert_int_equal(may_sit(id, MONEY_PLAY, 0), rows[i].play);
    }
    assert_ask(d, ada,
               json_pack("{s:s, s:s, s:s, s:[s, s]}", "do", "create-person", "person", "both", "password", "passphrase",
                         "roles", "player", "dealer"),
               200);
    assert_int_equal(may_sit("both", MONEY_REAL, 0), 403); /* any staff role */
    assert_ask(d, "", json_pack("{s:s}", "do", "guest"), 200);
    char guest[LM_HOUSE_ID];
    session_text passing;
    keep_session(d, passing);
    snprintf(guest, sizeof guest, "%s", text_in(heard(d), "person"));
    stir(d, passing); /* from now on the journal knows them */
    assert_int_equal(may_sit(guest, MONEY_REAL, 0), 403);
    assert_int_equal(may_sit(guest, MONEY_PLAY, 100), 200);
    assert_int_equal(may_sit("zoe", MONEY_PLAY, 0), 404);
    assert_int_equal(may_sit("walkin-7", MONEY_REAL, 100), 200);
    assert_ask(d, ada, json_pack("{s:s, s:s, s:s}", "do", "lock", "person", "ann", "reason", "test"), 200);
    assert_int_equal(may_sit("ann", MONEY_PLAY, 0), 403);
}

static void amounts_are_checked(void **state)
{
    assert_ask(d, ann, SET("deposit_cents", -2), 400);
    assert_ask(d, ann, SET("loss_cents", INT64_MAX), 400);
    assert_ask(d, ann, SET("time_out_hours", -1), 400);
    assert_ask(d, ann, SET("time_out_hours", 100000), 400);
    assert_ask(d, ann, SET("exclude_days", INT64_MAX), 400);
    assert_ask(d, ann, SET("bets_cents", 5), 400);
    assert_int_equal(records_of("limits-set", NULL), 0);
}

#define LIMIT_TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        LIMIT_TEST(deposits_of_a_day),
        LIMIT_TEST(a_clock_that_goes_back_gives_no_day_twice),
        LIMIT_TEST(looser_after_a_day),
        LIMIT_TEST(stricter_at_once_and_a_wish_is_gone),
        LIMIT_TEST(a_clock_that_was_turned_back_hurries_no_wish),
        LIMIT_TEST(time_out),
        LIMIT_TEST(self_exclusion_is_never_shortened),
        LIMIT_TEST(losses_of_a_day),
        LIMIT_TEST(a_purse_is_booked_once),
        LIMIT_TEST(who_plays_for_what),
        LIMIT_TEST(amounts_are_checked),
    };
    return cmocka_run_group_tests(tests, folder_set_up, folder_tear_down);
}
