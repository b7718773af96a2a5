/* cage.c - money over the counter: receipts, limits of the ledger, statements, coupons. */
/* sanitized */
#include "kit/people_help.h"

#include "lammer/profile.h"
#include "said.h"

static desk *d;
static session_text ada, ann, cas, aud;

static int begin(void **state)
{
    open_store(state);
    d = desk_open("a");
    first_admin(d, ada);
    make_and_sign_in(d, ada, "cas", "cashier", cas);
    make_and_sign_in(d, ada, "aud", "auditor", aud);
    make_and_sign_in(d, ada, "ann", "player", ann);
    return 0;
}

static int end(void **state)
{
    desk_close(d);
    return close_store(state);
}

static json_t *cash(const char *word, const char *id, int64_t cents)
{
    return json_pack("{s:s, s:s, s:I}", "do", word, "person", id, "cents", (json_int_t)cents);
}

static void money_comes_and_goes(void **state)
{
    static const struct {
        const char *word;
        int64_t cents;
        int status;
        int64_t after, receipt;
    } rows[] = {
        { "deposit", 50000, 200, 50000, 1 },     { "deposit", 1, 200, 50001, 2 },
        { "withdrawal", 50002, 409, 50001, 0 },  { "withdrawal", 20001, 200, 30000, 3 },
        { "deposit", 0, 400, 30000, 0 },         { "deposit", -5, 400, 30000, 0 },
        { "withdrawal", 0, 400, 30000, 0 },      { "withdrawal", -5, 400, 30000, 0 },
        { "deposit", INT64_MAX, 400, 30000, 0 }, { "withdrawal", 30000, 200, 0, 4 },
        { "withdrawal", 1, 409, 0, 0 },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        assert_ask(d, cas, cash(rows[i].word, "ann", rows[i].cents), rows[i].status);
        assert_int_equal(balance(store, "wallet/real/ann"), rows[i].after);
        assert_int_equal(balance(store, "world/real"), -rows[i].after);
        if (rows[i].receipt) assert_int_equal(int_in(heard(d), "receipt", 0), rows[i].receipt);
    }
    json_t *record;
    assert_int_equal(records_of("withdrawal", &record), 2);
    assert_int_equal(int_in(record, "before", -1), 30000);
    assert_int_equal(int_in(record, "after", -1), 0);
    assert_ask(d, ann, json_pack("{s:s}", "do", "wallet"), 200);
    assert_int_equal(int_in(heard(d), "real_cents", -1), 0);
    assert_int_equal(int_in(heard(d), "play_cents", -1), 100000);
}

static void who_is_served(void **state)
{
    assert_ask(d, "", json_pack("{s:s}", "do", "guest"), 200);
    char guest[LM_HOUSE_ID];
    snprintf(guest, sizeof guest, "%s", text_in(heard(d), "person"));
    session_text session;
    keep_session(d, session);
    assert_ask(d, cas, cash("deposit", guest, 100), 404); /* the house knows a guest from the first command on */
    stir(d, session);
    assert_ask(d, cas, cash("deposit", guest, 100), 403);
    assert_ask(d, cas, cash("withdrawal", guest, 100), 409);
    assert_ask(d, cas, cash("deposit", "cas", 100), 403); /* cashiers do not serve themselves */
    assert_ask(d, cas, cash("withdrawal", "cas", 100), 403);
    assert_ask(d, cas, cash("deposit", "aud", 100), 403); /* staff has no real money to play with */
    assert_ask(d, cas, cash("deposit", "zoe", 100), 404);
    assert_ask(d, ann, cash("deposit", "ann", 100), 403);
    assert_int_equal(balance(store, "world/real"), 0);
}

/* Ten at once: each has its own number, none is lost. */
static void receipts_are_numbered_without_gaps(void **state)
{
    uint64_t token[10];
    bool seen[11] = { false };
    for (int i = 0; i < 10; i++) {
        json_t *body = cash("deposit", i % 2 ? "ann" : "bea", 100 + i);
        if (i == 0) make_person(d, ada, "bea", "player");
        token[i] = tell_at_once(d, cas, body);
    }
    for (int i = 0; i < 10; i++) {
        assert_int_equal(await(d, token[i]), 200);
        int64_t number = int_in(d->answer[token[i]], "receipt", 0);
        assert_in_range(number, 1, 10);
        assert_false(seen[number]);
        seen[number] = true;
    }
    assert_int_equal(balance(store, "wallet/real/ann"), 101 + 103 + 105 + 107 + 109);
    assert_int_equal(balance(store, "wallet/real/bea"), 100 + 102 + 104 + 106 + 108);
}

/* A command sent again under its number moves nothing again. */
static void a_repeated_deposit_is_one_deposit(void **state)
{
    for (int i = 0; i < 3; i++) {
        json_t *body = cash("deposit", "ann", 700);
        json_object_set_new(body, "n", json_integer(5));
        assert_ask(d, cas, body, 200);
        assert_int_equal(json_is_true(json_object_get(heard(d), "repeated")), i > 0);
        assert_int_equal(int_in(heard(d), "receipt", 0), 1); /* a repeated command gets its receipt */
        assert_int_equal(int_in(heard(d), "after", 0), 700);
    }
    assert_int_equal(balance(store, "wallet/real/ann"), 700);
}

static bool flagged(const char *word, int64_t cents)
{
    assert_ask(d, cas, cash(word, "ann", cents), 200);
    json_t *record;
    records_of(strcmp(word, "deposit") == 0 ? "deposit" : "withdrawal", &record);
    return json_is_true(json_object_get(record, "currency"));
}

/* Moves the clock forward to this time of day in UTC; the staff signs in again. */
static void wait_until(int hour, int minute)
{
    int64_t of_day = (hour * 60 + minute) * 60000, midnight = clock_ms / DAY_MS * DAY_MS;
    clock_ms = midnight + of_day + (midnight + of_day < clock_ms ? DAY_MS : 0);
    assert_int_equal(sign_in(d, "cas", cas), 200);
}

/* More than $10,000.00 in one gaming day (docs/reports.md: it begins at 08:00 UTC by default), in one
 * movement or several; deposits and withdrawals count separately. Midnight does not begin a day. */
static void much_cash_is_flagged(void **state)
{
    assert_ask(d, ada,
               json_pack("{s:s, s:{s:i}, s:s}", "do", "set-config", "config", "approval_cents", 100000000, "reason",
                         "one person is enough here"),
               200);
    wait_until(23, 59);
    assert_false(flagged("deposit", 1000000));
    wait_until(0, 1);
    assert_true(flagged("deposit", 1));
    assert_false(flagged("withdrawal", 600000));
    wait_until(7, 59);
    assert_true(flagged("withdrawal", 400001));
    wait_until(8, 0);
    assert_false(flagged("deposit", 600000));
    assert_true(flagged("deposit", 400001));
}

static void play_money_for_an_empty_wallet(void **state)
{
    assert_ask(d, ann, json_pack("{s:s}", "do", "play-money"), 409); /* the wallet is full */
    assert_ask(d, ann, json_pack("{s:s}", "do", "wallet"), 200);
    assert_int_equal(int_in(heard(d), "play_full_cents", 0), 100000); /* docs/web.md: $1,000 */
    lm_batch *batch = lm_batch_new();
    append(batch, "table/t", "{}");
    lm_batch_move(batch, "wallet/play/ann", "world/play", 99000, "lost");
    assert_why(finish(store, batch), LM_STORE_DONE);
    assert_ask(d, ann, json_pack("{s:s}", "do", "play-money"), 200);
    assert_int_equal(balance(store, "wallet/play/ann"), 100000);
    assert_ask(d, ann, json_pack("{s:s}", "do", "play-money"), 409);
    assert_int_equal(balance(store, "wallet/real/ann"), 0);
}

static void a_statement_tells_why(void **state)
{
    assert_ask(d, cas, cash("deposit", "ann", 5000), 200);
    assert_ask(d, cas, cash("withdrawal", "ann", 2000), 200);
    lm_batch *batch = lm_batch_new(); /* one record, two equal movements, with different reasons */
    append(batch, "table/t", "{}");
    lm_batch_move(batch, "wallet/real/ann", "world/real", 100, "buy-in");
    lm_batch_move(batch, "wallet/real/ann", "world/real", 100, "toke");
    assert_why(finish(store, batch), LM_STORE_DONE);
    static const struct {
        int64_t cents, balance;
        const char *reason, *by;
    } rows[] = { { 5000, 5000, "deposit", "cas" },
                 { -2000, 3000, "withdrawal", "cas" },
                 { -100, 2900, "buy-in", "tester" },
                 { -100, 2800, "toke", "tester" } };
    assert_ask(d, aud, json_pack("{s:s, s:s, s:s}", "do", "statement", "person", "ann", "money", "real"), 200);
    const json_t *lines = json_object_get(heard(d), "statement");
    assert_int_equal(json_array_size(lines), 4);
    for (size_t i = 0; i < 4; i++) {
        const json_t *line = json_array_get(lines, i);
        assert_int_equal(int_in(line, "cents", 0), rows[i].cents);
        assert_int_equal(int_in(line, "balance_cents", 0), rows[i].balance);
        assert_string_equal(text_in(line, "reason"), rows[i].reason);
        assert_string_equal(text_in(line, "by"), rows[i].by);
    }
    assert_ask(d, ann, json_pack("{s:s, s:s, s:i}", "do", "wallet", "money", "real", "from", 4), 200);
    assert_int_equal(json_array_size(json_object_get(heard(d), "statement")), 1);
    assert_ask(d, ann, json_pack("{s:s, s:s}", "do", "wallet", "money", "gold"), 400);
    assert_ask(d, ann, json_pack("{s:s, s:s}", "do", "statement", "person", "cas"), 403);
    assert_ask(d, aud, json_pack("{s:s, s:s}", "do", "statement", "person", "zoe"), 404);
}

/* docs/reports.md: a gaming day begins with the first shift, at 08:00 UTC by default, and has the date
 * of that moment. The house tells it. */
static void the_house_tells_its_gaming_day(void **state)
{
    wait_until(7, 59);
    int64_t eight = clock_ms + 60000, midnight = clock_ms / DAY_MS * DAY_MS;
    static const struct {
        int hour, minute, days; /* days: from this moment's midnight to the day's date */
    } moments[] = { { 7, 59, -1 }, { 8, 0, 0 } };
    for (size_t i = 0; i < 2; i++) {
        char date[32];
        wait_until(moments[i].hour, moments[i].minute);
        assert_ask(d, cas, json_pack("{s:s, s:s}", "do", "report-cage", "day", "now"), 200);
        const json_t *day = json_object_get(heard(d), "day");
        time_text(midnight + moments[i].days * (int64_t)DAY_MS, date);
        date[10] = '\0';
        assert_string_equal(text_in(day, "date"), date);
        assert_string_equal(text_in(day, "now"), date);
        assert_int_equal(int_in(day, "from_ms", 0), eight + moments[i].days * (int64_t)DAY_MS);
        assert_int_equal(int_in(day, "to_ms", 0), eight + (moments[i].days + 1) * (int64_t)DAY_MS);
    }
    char yesterday[32];
    time_text(midnight - DAY_MS, yesterday);
    yesterday[10] = '\0';
    assert_ask(d, cas, json_pack("{s:s, s:s}", "do", "report-cage", "day", yesterday), 200);
    assert_int_equal(int_in(json_object_get(heard(d), "day"), "to_ms", 0), eight);
    static const char *const wrong[] = { "", "today", "2026-13-01", "2026-11-15T08:00:00Z", "20261115", "1-1-1" };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_ask(d, cas, json_pack("{s:s, s:s}", "do", "report-cage", "day", wrong[i]), 400);
    assert_ask(d, cas, json_pack("{s:s, s:s, s:i}", "do", "report-cage", "day", "now", "from", 1), 400);
}

/* The cashier sees before any payment why the house would refuse it; players can always withdraw their own money. */
static void a_statement_tells_who_pays_nothing_in(void **state)
{
    json_t *question = json_pack("{s:s, s:s, s:s}", "do", "statement", "person", "ann", "money", "real");
    assert_ask(d, cas, cash("deposit", "ann", 700), 200);
    assert_ask(d, cas, json_incref(question), 200);
    assert_null(json_object_get(heard(d), "takes_nothing"));
    assert_ask(d, ann, json_pack("{s:s, s:i}", "do", "set-limits", "time_out_hours", 2), 200);
    assert_ask(d, cas, question, 200);
    assert_said(text_in(heard(d), "takes_nothing"), "say:time-out-holds");
    assert_ask(d, cas, cash("deposit", "ann", 700), 403);
    assert_ask(d, cas, cash("withdrawal", "ann", 700), 200);
}

/* --- coupons ------------------------------------------------------------------------------------------------------ */

static void complain(void *self, const char *file, int line, const char *text)
{
    fail_msg("%s:%d: %s", file, line, text);
}

static lm_profile *profile_of(const char *settings)
{
    static lm_profile profile;
    lm_profile_reader reader = { .problem = complain };
    assert_true(lm_profile_load(&profile, lm_wagers, "ma-blackjack", &settings, 1, &reader));
    return &profile;
}

typedef char coupon_id[LM_HOUSE_ID];

static void issue(const char *kind, int64_t cents, const char *wager, coupon_id id)
{
    assert_ask(d, cas,
               json_pack("{s:s, s:s, s:s, s:I, s:s}", "do", "issue-coupon", "person", "ann", "kind", kind, "cents",
                         (json_int_t)cents, "wager", wager),
               200);
    snprintf(id, sizeof(coupon_id), "%s", text_in(heard(d), "coupon"));
}

static house_play at_table;

/* The coupon at a table of this money and these rules. */
static house_coupon_move laid(const char *player, house_money money, const lm_rules *rules, const char *coupon)
{
    house_coupon_move move = { .way = COUPON_LAID };
    at_table.id = "t";
    at_table.rules = rules;
    at_table.state.terms.money = (uint8_t)money;
    snprintf(move.coupon.owner, sizeof move.coupon.owner, "%s", player);
    snprintf(move.coupon.number, sizeof move.coupon.number, "%s", coupon);
    return move;
}

/* Writes the bet that uses the coupon, with the table's record; returns the status of the refusal or of the store. */
static int use(const char *player, house_money money, const lm_rules *rules, const char *coupon, const char *wager,
               int64_t cents)
{
    house_refusal refusal = { 0 };
    json_t *bet =
        json_pack("{s:s, s:s, s:s, s:I}", "do", "bet", "coupon", coupon, "wager", wager, "cents", (json_int_t)cents);
    lm_batch *batch = lm_batch_new();
    append(batch, "table/t", "{}");
    lm_house_poll(d->house);
    house_coupon_move move = laid(player, money, rules, coupon);
    bool taken = coupon_take(d->house, batch, &at_table, &move, bet, &refusal);
    json_decref(bet);
    if (!taken) {
        lm_batch_free(batch);
        return status_of[refusal.kind];
    }
    return finish(store, batch).why == LM_STORE_DONE ? 200 : 409;
}

/* MBJ-3(d).1: a match-play coupon beside a wager. MBJ-3(k): a coupon is the stake of the ace progressive. */
static void a_coupon_is_used_once(void **state)
{
    const lm_rules *rules = &profile_of("offer=aces,21+3:A")->rules;
    coupon_id match, aces, side;
    issue("match-play", 1000, "", match);
    issue("progressive", 100, "aces", aces);
    issue("match-play", 500, "21+3", side);
    assert_ask(d, ann, json_pack("{s:s}", "do", "coupons"), 200);
    assert_int_equal(json_array_size(json_object_get(heard(d), "coupons")), 3);
    static const struct {
        int which; /* 0 match, 1 aces, 2 side */
        const char *player;
        house_money money;
        const char *wager;
        int64_t cents;
        int status;
    } rows[] = {
        { 0, "cas", MONEY_REAL, "main", 1000, 409 }, /* another player's */
        { 0, "ann", MONEY_PLAY, "main", 1000, 409 }, /* other money */
        { 0, "ann", MONEY_REAL, "main", 500, 409 },  /* a coupon is laid whole */
        { 0, "ann", MONEY_REAL, "main", 2000, 409 }, { 0, "ann", MONEY_REAL, "aces", 1000, 409 },
        { 0, "ann", MONEY_REAL, "main", 1000, 200 }, { 0, "ann", MONEY_REAL, "main", 1000, 409 }, /* once */
        { 1, "ann", MONEY_REAL, "main", 100, 409 },  { 1, "ann", MONEY_REAL, "21+3", 100, 409 },
        { 1, "ann", MONEY_REAL, "aces", 100, 200 },  { 1, "ann", MONEY_REAL, "aces", 100, 409 },
        { 2, "ann", MONEY_REAL, "main", 500, 409 },  { 2, "ann", MONEY_REAL, "21+3", 500, 200 },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *id = rows[i].which == 0 ? match : rows[i].which == 1 ? aces : side;
        if (use(rows[i].player, rows[i].money, rules, id, rows[i].wager, rows[i].cents) != rows[i].status)
            fail_msg("row %zu", i);
    }
    assert_int_equal(use("ann", MONEY_REAL, rules, "", "main", 1000), 409);
    assert_int_equal(use("ann", MONEY_REAL, rules, "000000000000", "main", 1000), 409);
    lm_batch *batch = lm_batch_new(); /* a push gives the coupon back */
    append(batch, "table/t", "{}");
    house_coupon_move move = laid("ann", MONEY_REAL, rules, match);
    coupon_give_back(d->house, batch, &at_table, &move);
    assert_why(finish(store, batch), LM_STORE_DONE);
    assert_int_equal(use("ann", MONEY_REAL, rules, match, "main", 1000), 200);
}

/* Two tables take the coupon at the same moment. */
static void a_coupon_is_not_used_twice_at_once(void **state)
{
    const lm_rules *rules = &profile_of("offer=aces")->rules;
    coupon_id id;
    house_refusal refusal;
    issue("match-play", 1000, "", id);
    json_t *bet = json_pack("{s:s, s:s, s:i}", "coupon", id, "wager", "main", "cents", 1000);
    lm_batch *one = lm_batch_new(), *two = lm_batch_new();
    append(one, "table/1", "{}");
    append(two, "table/2", "{}");
    house_coupon_move move = laid("ann", MONEY_REAL, rules, id);
    assert_true(coupon_take(d->house, one, &at_table, &move, bet, &refusal));
    assert_true(coupon_take(d->house, two, &at_table, &move, bet, &refusal));
    assert_why(finish(store, one), LM_STORE_DONE);
    assert_why(finish(store, two), LM_STORE_VERSION);
    json_decref(bet);
}

static void coupons_run_out_and_are_checked(void **state)
{
    const lm_rules *rules = &profile_of("offer=aces")->rules;
    coupon_id id;
    issue("match-play", 1000, "", id);
    clock_ms += 30 * (int64_t)DAY_MS - 1;
    assert_int_equal(sign_in(d, "cas", cas), 200);
    coupon_id late;
    issue("match-play", 1000, "", late);
    clock_ms += 1;
    assert_int_equal(use("ann", MONEY_REAL, rules, id, "main", 1000), 409);
    assert_int_equal(use("ann", MONEY_REAL, rules, late, "main", 1000), 200);
#define ISSUE(person, kind, cents)                                                                                     \
    json_pack("{s:s, s:s, s:s, s:i}", "do", "issue-coupon", "person", person, "kind", kind, "cents", cents)
    assert_ask(d, cas, ISSUE("ann", "free-lunch", 100), 400);
    assert_ask(d, cas, ISSUE("ann", "progressive", 100), 400); /* the wager is missing */
    assert_ask(d, cas, ISSUE("ann", "match-play", 0), 400);
#define FOR(kind, of)                                                                                                  \
    json_pack("{s:s, s:s, s:s, s:i, s:s}", "do", "issue-coupon", "person", "ann", "kind", kind, "cents", 100, "wager", \
              of)
    assert_ask(d, cas, FOR("progressive", "acess"), 400); /* no table could take it */
    assert_ask(d, cas, FOR("progressive", "21+3"), 400);
    assert_ask(d, cas, FOR("match-play", "aces"), 400);
    assert_ask(d, cas, ISSUE("cas", "match-play", 100), 403);
    assert_ask(d, cas, ISSUE("zoe", "match-play", 100), 404);
    assert_int_equal(sign_in(d, "ann", ann), 200);
    assert_ask(d, ann, ISSUE("ann", "match-play", 100), 403);
    assert_ask(d, ann, json_pack("{s:s, s:s}", "do", "coupons", "person", "cas"), 403);
    assert_ask(d, cas, json_pack("{s:s, s:s}", "do", "coupons", "person", "ann"), 200);
    assert_int_equal(json_array_size(json_object_get(heard(d), "coupons")), 2);
}

static bool waits(const char *session, json_t *body)
{
    assert_ask(d, session, body, 200);
    return json_is_true(json_object_get(heard(d), "waiting"));
}

static json_t *coupon(int64_t cents)
{
    return json_pack("{s:s, s:s, s:s, s:I}", "do", "issue-coupon", "person", "ann", "kind", "match-play", "cents",
                     (json_int_t)cents);
}

/* Several small movements of a day count as one large one; deposits and withdrawals count separately. */
static void small_sums_add_up(void **state)
{
    session_text con;
    make_and_sign_in(d, ada, "con", "cashier", con);
    own_password(d, "con", con);
    own_password(d, "cas", cas);
    assert_false(waits(cas, cash("deposit", "ann", 600000)));
    assert_false(waits(cas, cash("deposit", "ann", 400000)));
    assert_true(waits(cas, cash("deposit", "ann", 1)));
    assert_int_equal(balance(store, "wallet/real/ann"), 1000000);
    assert_false(waits(cas, cash("withdrawal", "ann", 500000)));
    assert_false(waits(cas, cash("withdrawal", "ann", 500000)));
    (void)state;
}

/* Above $10,000.00 at the counter, and above $500.00 as a coupon, unless the house has set other amounts. */
static void much_money_takes_two(void **state)
{
    session_text con;
    json_t *record;
    make_and_sign_in(d, ada, "con", "cashier", con);
    own_password(d, "con", con);
    assert_false(waits(cas, cash("deposit", "ann", 1000000)));
    assert_ask(d, cas, cash("deposit", "ann", 1000001), 403); /* a person whose password another knows cannot approve */
    own_password(d, "cas", cas);
    assert_ask(d, cas, cash("withdrawal", "ann", 1000001), 409); /* judged when asked: the wallet lacks it */
    static const char *const words[] = { "deposit", "withdrawal" };
    for (int i = 0; i < 2; i++) {
        assert_true(waits(cas, cash(words[i], "ann", 1000001)));
        json_t *approve = json_pack("{s:s, s:s}", "do", "approve", "approval", text_in(heard(d), "approval"));
        assert_int_equal(balance(store, "wallet/real/ann"), i ? 2000001 : 1000000);
        assert_ask(d, cas, json_incref(approve), 403);
        assert_ask(d, con, approve, 200);
        assert_int_equal(balance(store, "wallet/real/ann"), i ? 1000000 : 2000001);
        records_of(words[i], &record);
        assert_string_equal(text_in(record, "approved"), "con");
    }
    assert_false(waits(cas, coupon(50000)));
    assert_true(waits(cas, coupon(50001)));
    assert_ask(d, con, json_pack("{s:s, s:s}", "do", "approve", "approval", text_in(heard(d), "approval")), 200);
    assert_int_equal(records_of("coupon-issued", &record), 2);
    assert_string_equal(text_in(record, "approved"), "con");
    assert_ask(d, ada,
               json_pack("{s:s, s:{s:i}, s:s}", "do", "set-config", "config", "approval_cents", 500, "reason",
                         "a small house"),
               200);
    assert_true(waits(cas, cash("deposit", "ann", 501)));
}

#define CAGE_TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        CAGE_TEST(money_comes_and_goes),
        CAGE_TEST(who_is_served),
        CAGE_TEST(receipts_are_numbered_without_gaps),
        CAGE_TEST(a_repeated_deposit_is_one_deposit),
        CAGE_TEST(much_cash_is_flagged),
        CAGE_TEST(much_money_takes_two),
        CAGE_TEST(small_sums_add_up),
        CAGE_TEST(play_money_for_an_empty_wallet),
        CAGE_TEST(a_statement_tells_why),
        CAGE_TEST(the_house_tells_its_gaming_day),
        CAGE_TEST(a_statement_tells_who_pays_nothing_in),
        CAGE_TEST(a_coupon_is_used_once),
        CAGE_TEST(a_coupon_is_not_used_twice_at_once),
        CAGE_TEST(coupons_run_out_and_are_checked),
    };
    return cmocka_run_group_tests(tests, folder_set_up, folder_tear_down);
}
