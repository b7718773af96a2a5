/* reports.c - the pit's reports over journals written by hand, with sums made by hand. */
/* sanitized */
#define _GNU_SOURCE
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <math.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "reports.h"

/* --- a house by hand ------------------------------------------------------------------------------------------------ */

static const int64_t day_ms = 86400000, minute_ms = 60000;
static const int64_t monday_ms = 1794700800000; /* 2026-11-15T00:00:00Z */

typedef struct {
    char folder[64], path[96], url[112];
    lm_store *store;
    json_t *opened; /* accounts */
    struct {
        char stream[40];
        int64_t seq, time_ms;
    } time[2000];
    int times;
    int64_t now_ms;
} journal;

static journal j;

static void open_store(lm_store_mode mode)
{
    char text[LM_STORE_TEXT];
    lm_store_options options = { .url = j.url, .mode = mode, .sqlite_unsorted = 1 };
    j.store = lm_store_open(&options, text);
    assert_non_null(j.store);
}

static void begin_journal(void)
{
    memset(&j, 0, sizeof j);
    strcpy(j.folder, "/tmp/lammer-reports-XXXXXX");
    assert_non_null(mkdtemp(j.folder));
    snprintf(j.path, sizeof j.path, "%s/house.db", j.folder);
    snprintf(j.url, sizeof j.url, "sqlite:%s", j.path);
    j.opened = json_object();
    open_store(LM_STORE_SERVE);
}

/* Minutes of the day that the journal begins on. */
static void at(int hour, int minute)
{
    j.now_ms = monday_ms + (hour * 60 + minute) * minute_ms;
}

static void need(lm_batch *batch, const char *account)
{
    static const char *const of_house[] = { "cage/", "world/", "seeds/" };
    bool house = false;
    if (json_object_get(j.opened, account)) return;
    json_object_set_new(j.opened, account, json_true());
    for (int i = 0; i < 3; i++)
        house = house || strncmp(account, of_house[i], strlen(of_house[i])) == 0;
    lm_batch_open(batch, account, house);
}

/* Moves are lines "from to cents reason", reasons may have spaces. */
static void add_moves(lm_batch *batch, const char *moves)
{
    char line[200], from[64], to[64];
    for (const char *rest = moves; rest && *rest;) {
        size_t n = strcspn(rest, "\n");
        long long cents;
        int reason = 0;
        snprintf(line, sizeof line, "%.*s", (int)n, rest);
        assert_int_equal(sscanf(line, "%63s %63s %lld %n", from, to, &cents, &reason), 3);
        need(batch, from);
        need(batch, to);
        lm_batch_move(batch, from, to, cents, line + reason);
        rest += n;
        if (*rest) rest++;
    }
}

static void record(const char *stream, const char *kind, const char *actor, const char *body,
                   const char *moves)
{
    lm_batch *batch = lm_batch_new();
    int append = lm_batch_append(batch, stream, LM_STORE_ANY, kind, actor, body, strlen(body));
    add_moves(batch, moves);
    lm_store_outcome outcome = lm_store_do(j.store, batch);
    assert_int_equal(outcome.why, LM_STORE_DONE);
    snprintf(j.time[j.times].stream, sizeof j.time[0].stream, "%s", stream);
    j.time[j.times].seq = lm_batch_result(batch, append);
    j.time[j.times++].time_ms = j.now_ms;
    assert_true(j.times < 2000);
    lm_batch_free(batch);
}

/* A table's record: its acts, with ' for ". */
static void acts(const char *table, const char *actor, const char *list, const char *moves)
{
    char stream[40], body[2000];
    snprintf(stream, sizeof stream, "table/%s", table);
    snprintf(body, sizeof body, "{\"acts\":[%s]}", list);
    for (char *c = body; *c; c++)
        *c = *c == '\'' ? '"' : *c;
    json_t *read = json_loads(body, 0, NULL);
    const char *kind =
        json_string_value(json_object_get(json_array_get(json_object_get(read, "acts"), 0), "do"));
    assert_non_null(kind);
    record(stream, kind, actor, body, moves);
    json_decref(read);
}

/* The store stamps its own time; a day's work is put where the test wants it. */
static void set_times(void)
{
    sqlite3 *db;
    sqlite3_stmt *update;
    lm_store_close(j.store);
    assert_int_equal(sqlite3_open(j.path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, "DROP TRIGGER records_stay; BEGIN", NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(db, "UPDATE records SET time_ms = ?1 WHERE stream = ?2 AND seq = ?3",
                                        -1, &update, NULL),
                     SQLITE_OK);
    for (int i = 0; i < j.times; i++) {
        sqlite3_bind_int64(update, 1, j.time[i].time_ms);
        sqlite3_bind_text(update, 2, j.time[i].stream, -1, SQLITE_STATIC);
        sqlite3_bind_int64(update, 3, j.time[i].seq);
        assert_int_equal(sqlite3_step(update), SQLITE_DONE);
        assert_int_equal(sqlite3_changes(db), 1);
        sqlite3_reset(update);
    }
    sqlite3_finalize(update);
    assert_int_equal(sqlite3_exec(db, "COMMIT", NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
    open_store(LM_STORE_READ);
}

static void end_journal(void)
{
    char command[128];
    lm_store_close(j.store);
    json_decref(j.opened);
    snprintf(command, sizeof command, "rm -r %s", j.folder);
    assert_int_equal(system(command), 0);
}

/* --- asking ------------------------------------------------------------------------------------------------------------ */

/* Edges by hand: 1 % and 1.1 on the main wager, 5 % and 3 on Push 22, 7 % and 1.4 on insurance; others are unknown. */
static bool edge(void *self, const lm_rules *rules, const char *wager, double *mean, double *sd)
{
    static const struct {
        const char *wager;
        double mean, sd;
    } rows[] = { { "main", 0.01, 1.1 }, { "push22", 0.05, 3 }, { "insurance", 0.07, 1.4 } };
    (void)self;
    assert_int_equal(rules->decks, 6);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (strcmp(rows[i].wager, wager) != 0) continue;
        *mean = rows[i].mean;
        *sd = rows[i].sd;
        return true;
    }
    return false;
}

static report_query query(void)
{
    report_query q = {
        .store = j.store, .owner = { .edge = edge }, .to_ms = monday_ms + 2 * day_ms, .limit = 1000
    };
    config_preset(&q.config);
    q.from_ms = monday_ms;
    return q;
}

static json_t *ask(report_maker *make, report_query *q, json_t *more)
{
    json_t *own = more ? NULL : json_object(), *rows = make(q, more ? more : own);
    assert_non_null(rows);
    json_decref(own);
    return rows;
}

static int64_t whole(const json_t *rows, size_t i, const char *key)
{
    const json_t *value = json_object_get(json_array_get(rows, i), key);
    if (!json_is_integer(value)) fail_msg("row %zu has no whole number %s", i, key);
    return json_integer_value(value);
}

static double real(const json_t *rows, size_t i, const char *key)
{
    return json_number_value(json_object_get(json_array_get(rows, i), key));
}

static const char *text(const json_t *rows, size_t i, const char *key)
{
    const char *value = json_string_value(json_object_get(json_array_get(rows, i), key));
    return value ? value : "";
}

/* cmocka compares floats only. */
static void is_close(double found, double wanted)
{
    if (fabs(found - wanted) > 1e-9 * (1 + fabs(wanted))) fail_msg("%.12g, not %.12g", found, wanted);
}

typedef struct {
    const char *key;
    int64_t value;
} expected;

static void check_row(const json_t *rows, size_t i, const expected *list)
{
    for (; list->key; list++) {
        if (whole(rows, i, list->key) != list->value)
            fail_msg("row %zu: %s is %lld, not %lld", i, list->key, (long long)whole(rows, i, list->key),
                     (long long)list->value);
    }
}

/* --- a day at a table ------------------------------------------------------------------------------------------------------ */

#define OPEN_TABLE                                                                                           \
    "{'do':'open-table','title':'High','rules':'ma-freebet','settings':'','dealing':'virtual','money':'"     \
    "real'}"

static void play_a_day(void)
{
    at(0, 5);
    record("house", "deposit", "carl", "{}",
           "world/real wallet/real/ann 900000 deposit\nworld/real wallet/real/bob 500000 deposit");
    at(7, 50);
    acts("t1", "sue", OPEN_TABLE, NULL);
    at(8, 0);
    acts("t1", "sue", "{'do':'tray-open','cents':1000000}", "cage/real tray/t1 1000000 opener");
    at(8, 5);
    acts("t1", "ann", "{'do':'sit','player':'ann','seat':'1'}", NULL);
    acts("t1", "ann", "{'do':'buy','player':'ann','cents':50000}",
         "wallet/real/ann drop/t1 50000 buy-in\ntray/t1 rack/t1/ann 50000 chips for a buy-in");
    /* a bet that is raised and a side wager, both lost */
    at(8, 10);
    acts("t1", "dealer", "{'do':'open'}", NULL);
    acts("t1", "ann", "{'do':'bet','seat':'1','cents':5000}", "rack/t1/ann felt/t1 5000 bet");
    acts("t1", "ann", "{'do':'bet','seat':'1','cents':10000}", "rack/t1/ann felt/t1 5000 bet");
    acts("t1", "ann", "{'do':'bet','seat':'1','wager':'push22','cents':500}", "rack/t1/ann felt/t1 500 bet");
    acts("t1", "dealer", "{'do':'deal'},{'do':'card','card':'5h'}",
         "felt/t1 tray/t1 10000 take\nfelt/t1 tray/t1 500 take");
    /* a bet that is taken back, and one that wins even money; a toke */
    at(8, 20);
    acts("t1", "dealer", "{'do':'open'}", NULL);
    acts("t1", "ann", "{'do':'bet','seat':'2','cents':7000}", "rack/t1/ann felt/t1 7000 bet");
    acts("t1", "ann", "{'do':'withdraw','seat':'2'}", "felt/t1 rack/t1/ann 7000 withdraw");
    acts("t1", "ann", "{'do':'bet','seat':'1','cents':2000}", "rack/t1/ann felt/t1 2000 bet");
    acts("t1", "dealer", "{'do':'deal'},{'do':'card','card':'Kh'}",
         "tray/t1 rack/t1/ann 2000 pay\nfelt/t1 rack/t1/ann 2000 return");
    acts("t1", "ann", "{'do':'toke','player':'ann','cents':500}", "rack/t1/ann tokes/t1 500 toke");
    /* after the change of shifts: a fill, bob comes, a blackjack, insurance lost, a credit, a short count */
    at(16, 30);
    acts("t1", "sue", "{'do':'fill','cents':200000,'slip':1,'by':'sue'}", "cage/real tray/t1 200000 fill");
    acts("t1", "bob", "{'do':'sit','player':'bob','seat':'3'}", NULL);
    acts("t1", "bob", "{'do':'buy','player':'bob','cents':20000}",
         "wallet/real/bob drop/t1 20000 buy-in\ntray/t1 rack/t1/bob 20000 chips for a buy-in");
    acts("t1", "dealer", "{'do':'open'}", NULL);
    acts("t1", "ann", "{'do':'bet','seat':'1','cents':10000}", "rack/t1/ann felt/t1 10000 bet");
    acts("t1", "bob", "{'do':'bet','seat':'3','cents':4000}", "rack/t1/bob felt/t1 4000 bet");
    acts("t1", "bob", "{'do':'bet','seat':'3','wager':'pot-of-gold','cents':100}",
         "rack/t1/bob felt/t1 100 bet");
    acts("t1", "dealer", "{'do':'deal'},{'do':'card','card':'Ah'}", "felt/t1 tray/t1 100 take");
    acts("t1", "bob", "{'do':'insure','seat':'3','cents':2000}", "rack/t1/bob felt/t1 2000 insure");
    acts("t1", "clock", "{'do':'close'},{'do':'peek','blackjack':false}",
         "felt/t1 tray/t1 2000 take\ntray/t1 rack/t1/ann 15000 pay\nfelt/t1 rack/t1/ann 10000 "
         "return\nfelt/t1 tray/t1 4000 take");
    at(17, 0);
    acts("t1", "sue", "{'do':'credit','cents':50000,'slip':2,'by':'sue'}", "tray/t1 cage/real 50000 credit");
    at(17, 10);
    acts("t1", "ann", "{'do':'leave','player':'ann'}", "rack/t1/ann wallet/real/ann 56000 cash-out");
    acts("t1", "bob", "{'do':'leave','player':'bob'}", "rack/t1/bob wallet/real/bob 13900 cash-out");
    at(20, 0);
    acts("t1", "sue", "{'do':'tray-close','cents':1079500}",
         "tray/t1 cage/real 1079500 closer\ntray/t1 world/real 100 correction");
    acts("t1", "sue", "{'do':'drop-count','cents':70000}", "drop/t1 cage/real 70000 drop counted");
    set_times();
}

/* By hand. Day: the tray has 1,000,000 - 50,000 + 10,500 - 2,000 = 958,500 at the change of shifts, and the house took 10,500
 * and paid 2,000. Swing: it took 6,100, paid 15,000 and lacks 100 at the count. */
static void test_win_by_shift(void **state)
{
    (void)state;
    begin_journal();
    play_a_day();
    report_query q = query();
    json_t *rows = ask(report_win, &q, NULL);
    assert_int_equal(json_array_size(rows), 2);
    assert_string_equal(text(rows, 0, "shift"), "day");
    assert_string_equal(text(rows, 1, "shift"), "swing");
    assert_string_equal(text(rows, 0, "day"), "2026-11-15");
    assert_string_equal(text(rows, 0, "money"), "real");
    static const expected by_day[] = { { "opener_cents", 1000000 },
                                       { "fills_cents", 0 },
                                       { "credits_cents", 0 },
                                       { "closer_cents", 958500 },
                                       { "drop_cents", 50000 },
                                       { "win_cents", 8500 },
                                       { "rounds", 2 },
                                       { "hands", 2 },
                                       { "minutes", 475 },
                                       { "staked_cents", 12500 },
                                       { "theory_cents", 145 },
                                       { "unpriced_cents", 0 },
                                       { NULL, 0 } };
    check_row(rows, 0, by_day);
    static const expected by_swing[] = { { "opener_cents", 958500 },
                                         { "fills_cents", 200000 },
                                         { "credits_cents", 50000 },
                                         { "closer_cents", 1079500 },
                                         { "drop_cents", 20000 },
                                         { "win_cents", -9000 },
                                         { "rounds", 1 },
                                         { "hands", 2 },
                                         { "minutes", 70 },
                                         { "staked_cents", 16100 },
                                         { "theory_cents", 280 },
                                         { "unpriced_cents", 100 },
                                         { NULL, 0 } };
    check_row(rows, 1, by_swing);
    is_close(real(rows, 0, "hold"), 8500.0 / 50000);
    is_close(real(rows, 0, "hands_per_hour"), 2 * 60.0 / 475);
    /* independent rounds; within a round everything may move together */
    double first = 1.1 * 10000 + 3 * 500, second = 1.1 * 2000,
           reach = 1.96 * sqrt(first * first + second * second);
    assert_int_equal(whole(rows, 0, "band_low_cents"), llround(145 - reach));
    assert_int_equal(whole(rows, 0, "band_high_cents"), llround(145 + reach));
    assert_int_equal(whole(rows, 0, "sd_cents"),
                     llround(sqrt(11000.0 * 11000 + 1500.0 * 1500 + 2200.0 * 2200)));
    json_decref(rows);
    end_journal();
}

/* A window that begins and ends in the middle of a shift counts the tray at both ends. */
static void test_win_of_a_window(void **state)
{
    (void)state;
    begin_journal();
    play_a_day();
    report_query q = query();
    q.from_ms = monday_ms + (8 * 60 + 15) * minute_ms;
    q.to_ms = monday_ms + (8 * 60 + 45) * minute_ms;
    json_t *rows = ask(report_win, &q, NULL);
    assert_int_equal(json_array_size(rows), 1);
    static const expected row[] = { { "opener_cents", 960500 },
                                    { "closer_cents", 958500 },
                                    { "drop_cents", 0 },
                                    { "win_cents", -2000 },
                                    { "rounds", 1 },
                                    { "hands", 1 },
                                    { "minutes", 30 },
                                    { NULL, 0 } };
    check_row(rows, 0, row);
    assert_true(json_is_null(json_object_get(json_array_get(rows, 0), "hold")));
    json_decref(rows);
    end_journal();
}

static void test_ratings(void **state)
{
    (void)state;
    begin_journal();
    play_a_day();
    report_query q = query();
    json_t *rows = ask(report_ratings, &q, NULL);
    assert_int_equal(json_array_size(rows), 2);
    assert_string_equal(text(rows, 0, "player"), "ann");
    assert_string_equal(text(rows, 1, "player"), "bob");
    /* ann: lost 10,500, won 2,000 and 15,000; 08:05 to 17:10; theory 100 + 25 + 20 + 100 */
    static const expected ann[] = { { "minutes", 545 },
                                    { "hands", 3 },
                                    { "bets", 4 },
                                    { "average_bet_cents", 7333 },
                                    { "staked_cents", 22500 },
                                    { "result_cents", 6500 },
                                    { "theory_cents", 245 },
                                    { "bought_cents", 50000 },
                                    { "cashed_cents", 56000 },
                                    { NULL, 0 } };
    check_row(rows, 0, ann);
    /* bob: lost 4,000, 100 and 2,000; theory 40 + 140 */
    static const expected bob[] = { { "minutes", 40 },
                                    { "hands", 1 },
                                    { "bets", 3 },
                                    { "average_bet_cents", 4000 },
                                    { "staked_cents", 6100 },
                                    { "result_cents", -6100 },
                                    { "theory_cents", 180 },
                                    { "bought_cents", 20000 },
                                    { "cashed_cents", 13900 },
                                    { NULL, 0 } };
    check_row(rows, 1, bob);
    /* what a table wins its players lose: ann's and bob's results and the table's, less the short count */
    json_t *win = ask(report_win, &q, NULL);
    assert_int_equal(whole(win, 0, "win_cents") + whole(win, 1, "win_cents") + 100,
                     -(whole(rows, 0, "result_cents") + whole(rows, 1, "result_cents")) - 0);
    json_decref(win);
    snprintf(q.person, sizeof q.person, "bob");
    json_t *one = ask(report_ratings, &q, NULL);
    assert_int_equal(json_array_size(one), 1);
    json_decref(one);
    json_decref(rows);
    end_journal();
}

/* What happens at "from" belongs to it, what happens at "to" does not. */
static void test_edges_of_a_window(void **state)
{
    (void)state;
    begin_journal();
    play_a_day();
    report_query q = query();
    q.from_ms = monday_ms + (8 * 60 + 20) * minute_ms;
    q.to_ms = monday_ms + (16 * 60 + 30) * minute_ms;
    json_t *rows = ask(report_win, &q, NULL);
    assert_int_equal(json_array_size(rows), 1);
    static const expected row[] = {
        { "rounds", 1 }, { "win_cents", -2000 }, { "minutes", 460 }, { NULL, 0 }
    };
    check_row(rows, 0, row);
    json_decref(rows);
    rows = ask(report_ratings, &q, NULL);
    assert_int_equal(json_array_size(rows), 1);
    static const expected ann[] = {
        { "minutes", 490 }, { "hands", 1 }, { "result_cents", 2000 }, { NULL, 0 }
    };
    check_row(rows, 0, ann);
    json_decref(rows);
    end_journal();
}

/* Asked at noon for the whole day: whoever sits there has sat there until noon. */
static void test_nobody_sits_in_the_future(void **state)
{
    (void)state;
    begin_journal();
    play_a_day();
    report_query q = query();
    q.now_ms = monday_ms + 12 * 60 * minute_ms;
    q.to_ms = monday_ms + 15 * 60 * minute_ms;
    json_t *win = ask(report_win, &q, NULL), *ratings = ask(report_ratings, &q, NULL);
    assert_int_equal(whole(win, 0, "minutes"), 235);
    assert_int_equal(whole(ratings, 0, "minutes"), 235);
    json_decref(win);
    json_decref(ratings);
    end_journal();
}

/* Two acts in one record: each stake goes to whoever's chips moved for it. */
static void test_stakes_of_one_record(void **state)
{
    (void)state;
    begin_journal();
    at(9, 0);
    acts("t1", "sue", OPEN_TABLE,
         "cage/real rack/t1/ann 90000 chips for a buy-in\ncage/real rack/t1/bob 90000 chips for a buy-in");
    acts("t1", "dealer", "{'do':'open'}", NULL);
    acts("t1", "ann", "{'do':'bet','seat':'1','cents':5000}", "rack/t1/ann felt/t1 5000 bet");
    acts("t1", "dan", "{'do':'bet','seat':'1','cents':10000},{'do':'bet','seat':'2','cents':10000}",
         "rack/t1/ann felt/t1 5000 bet\nrack/t1/bob felt/t1 10000 bet");
    acts("t1", "bob", "{'do':'bet','seat':'2','cents':4000}", "felt/t1 rack/t1/bob 6000 withdraw");
    acts("t1", "bob", "{'do':'bet','seat':'2','cents':3000,'in':'coupon'}", NULL);
    acts("t1", "dealer", "{'do':'deal'}", NULL);
    set_times();
    report_query q = query();
    json_t *rows = ask(report_ratings, &q, NULL);
    assert_int_equal(json_array_size(rows), 2);
    assert_int_equal(whole(rows, 0, "staked_cents"), 10000);
    assert_int_equal(whole(rows, 1, "staked_cents"), 4000);
    json_decref(rows);
    end_journal();
}

/* --- thresholds --------------------------------------------------------------------------------------------------------------- */

static void test_currency(void **state)
{
    (void)state;
    begin_journal();
    at(7, 59); /* still the gaming day of the 14th */
    record("house", "deposit", "carl", "{}", "world/real wallet/real/ann 900000 deposit");
    at(8, 0);
    record("house", "deposit", "carl", "{}", "world/real wallet/real/ann 600000 deposit");
    acts("t1", "sue", OPEN_TABLE, NULL);
    acts("t1", "sue", "{'do':'tray-open','cents':1000000}", "cage/real tray/t1 1000000 opener");
    acts("t1", "dan", "{'do':'buy','player':'ann','cents':400000}",
         "world/real drop/t1 400000 buy-in\ntray/t1 rack/t1/ann 400000 chips for a buy-in");
    acts("t1", "dan", "{'do':'cash','player':'ann','cents':300000}",
         "rack/t1/ann world/real 300000 cash-out");
    record("house", "deposit", "carl", "{}", "world/real wallet/real/bob 1000000 deposit");
    record("house", "deposit", "carl", "{}", "world/play wallet/play/bob 5000000 deposit");
    at(30, 0);
    record("house", "withdrawal", "carl", "{}", "wallet/real/ann world/real 700001 withdrawal");
    set_times();
    report_query q = query();
    q.from_ms = 0;
    json_t *rows = ask(report_currency, &q, NULL);
    assert_int_equal(json_array_size(rows), 1); /* exactly at the threshold is not above it */
    assert_string_equal(text(rows, 0, "person"), "ann");
    assert_string_equal(text(rows, 0, "day"), "2026-11-15");
    assert_string_equal(text(rows, 0, "over"), "out");
    assert_int_equal(whole(rows, 0, "in_cents"), 1000000);
    assert_int_equal(whole(rows, 0, "out_cents"), 1000001);
    assert_int_equal(whole(rows, 0, "transactions"), 4);
    json_decref(rows);
    end_journal();
}

/* The ledger of docs/house.md: deposits and withdrawals lie between world and wallet, openers, fills, credits and the drop between cage and
 * table. Cash that a dealer takes never comes to the cage, and what a wallet and a table exchange does not either. */
static void test_cage(void **state)
{
    static const struct {
        const char *what, *money, *person, *table, *by;
        int in, out, coupon, receipt;
    } wanted[] = {
        { "deposit", "real", "ann", "", "carl", 600000, 0, 0, 7 },
        { "coupon-issued", "play", "bob", "", "carl", 0, 0, 1500, 0 },
        { "play-money", "play", "bob", "", "bob", 90000, 0, 0, 9 },
        { "withdrawal", "real", "ann", "", "carl", 0, 250000, 0, 8 },
        { "opener", "real", "", "t1", "sue", 0, 1000000, 0, 0 },
        { "fill", "real", "", "t1", "sue", 0, 40000, 0, 3 },
        { "credit", "real", "", "t1", "sue", 30000, 0, 0, 4 },
        { "drop counted", "real", "", "t1", "carl", 400000, 0, 0, 0 },
    };
    enum { N = sizeof wanted / sizeof *wanted, ANNS = 2 };
    (void)state;
    begin_journal();
    at(-1, 0); /* the day before */
    record("house", "deposit", "carl", "{\"receipt\":6}", "world/real wallet/real/ann 100 deposit");
    at(9, 0);
    record("house", "deposit", "carl", "{\"receipt\":7}", "world/real wallet/real/ann 600000 deposit");
    record("house", "coupon-issued", "carl", "{\"person\":\"bob\",\"money\":\"play\",\"cents\":1500}", NULL);
    record("house", "play-money", "bob", "{\"receipt\":9}", "world/play wallet/play/bob 90000 play-money");
    record("house", "withdrawal", "carl", "{\"receipt\":8}", "wallet/real/ann world/real 250000 withdrawal");
    acts("t1", "sue", OPEN_TABLE, NULL);
    acts("t1", "sue", "{'do':'tray-open','cents':1000000}", "cage/real tray/t1 1000000 opener");
    acts("t1", "ann", "{'do':'buy','player':'ann','cents':100000}",
         "wallet/real/ann drop/t1 100000 buy-in\ntray/t1 rack/t1/ann 100000 chips for a buy-in");
    acts("t1", "dan", "{'do':'buy','player':'walkin-1','cents':300000}",
         "world/real drop/t1 300000 buy-in\ntray/t1 rack/t1/walkin-1 300000 chips for a buy-in");
    acts("t1", "sue", "{'do':'fill','cents':40000,'slip':3}", "cage/real tray/t1 40000 fill");
    acts("t1", "sue", "{'do':'credit','cents':30000,'slip':4}", "tray/t1 cage/real 30000 credit");
    acts("t1", "carl", "{'do':'drop-count','cents':400000}", "drop/t1 cage/real 400000 drop counted");
    set_times();
    report_query q = query();
    json_t *more = json_object(), *rows = ask(report_cage, &q, more);
    assert_true(json_is_true(json_object_get(more, "complete")));
    assert_int_equal(json_array_size(rows), N);
    for (size_t i = 0; i < N; i++) {
        assert_string_equal(text(rows, i, "what"), wanted[i].what);
        assert_string_equal(text(rows, i, "money"), wanted[i].money);
        assert_string_equal(text(rows, i, "person"), wanted[i].person);
        assert_string_equal(text(rows, i, "table"), wanted[i].table);
        assert_string_equal(text(rows, i, "by"), wanted[i].by);
        assert_int_equal(whole(rows, i, "in_cents"), wanted[i].in);
        assert_int_equal(whole(rows, i, "out_cents"), wanted[i].out);
        assert_int_equal(whole(rows, i, "coupon_cents"), wanted[i].coupon);
        if (wanted[i].receipt) assert_int_equal(whole(rows, i, "receipt"), wanted[i].receipt);
    }
    json_decref(rows);
    snprintf(q.person, sizeof q.person, "ann");
    rows = ask(report_cage, &q, more);
    assert_int_equal(json_array_size(rows), ANNS);
    json_decref(rows);
    q.limit = 1;
    rows = ask(report_cage, &q, more);
    assert_int_equal(json_array_size(rows), 1);
    assert_true(json_is_false(json_object_get(more, "complete")));
    json_decref(rows);
    json_decref(more);
    end_journal();
}

static void test_tax(void **state)
{
    (void)state;
    begin_journal();
    acts("t1", "sue", OPEN_TABLE, NULL);
    acts("t1", "sue", "{'do':'tray-open','cents':90000000}",
         "cage/real tray/t1 90000000 opener\ncage/real rack/t1/ann 1000000 chips for a buy-in\nseeds/real "
         "meter/t1/blazing7 5000000 seed");
    static const struct {
        int stake, pays;
        const char *from;
        bool listed;
    } rounds[] = {
        { 500, 150000, "tray/t1", true },  /* 300 times */
        { 501, 150000, "tray/t1", false }, /* less */
        { 100, 119999, "tray/t1", false }, /* too little */
        { 500, 2000000, "meter/t1/blazing7", true },
        { 400, 120000, "tray/t1", true },     /* just enough */
        { 500000, 500000, "tray/t1", false }, /* large, but even money */
    };
    enum { N = sizeof rounds / sizeof *rounds };
    int listed = 0;
    for (int i = 0; i < N; i++) {
        char list[200], moves[300];
        at(9, i);
        acts("t1", "dealer", "{'do':'open'}", NULL);
        snprintf(list, sizeof list, "{'do':'bet','seat':'1','wager':'push22','cents':%d}", rounds[i].stake);
        snprintf(moves, sizeof moves, "rack/t1/ann felt/t1 %d bet", rounds[i].stake);
        acts("t1", "ann", list, moves);
        snprintf(moves, sizeof moves, "%s rack/t1/ann %d %s\nfelt/t1 rack/t1/ann %d return", rounds[i].from,
                 rounds[i].pays, rounds[i].from[0] == 'm' ? "award" : "pay", rounds[i].stake);
        acts("t1", "dealer", "{'do':'deal'}", moves);
        listed += rounds[i].listed;
    }
    set_times();
    report_query q = query();
    json_t *rows = ask(report_tax, &q, NULL);
    assert_int_equal(json_array_size(rows), listed);
    assert_int_equal(whole(rows, 0, "round"), 1);
    assert_string_equal(text(rows, 0, "from"), "tray");
    assert_int_equal(whole(rows, 1, "round"), 4);
    assert_int_equal(whole(rows, 2, "round"), 5);
    assert_string_equal(text(rows, 1, "from"), "meter");
    json_decref(rows);
    end_journal();
}

/* --- the count ------------------------------------------------------------------------------------------------------------------ */

static int value_of(char rank)
{
    return strchr("23456", rank) ? 1 : strchr("TJQKA", rank) ? -1 : 0;
}

/* Rounds of random cards. ann bets with the count and insures from +3 on; bob bets the same always and never insures. The test
 * keeps its own count and takes the correlation in two passes. */
static void test_review(void **state)
{
    enum { ROUNDS = 60 };
    double count[ROUNDS], bet[ROUNDS], taken = 0, declined = 0;
    int running = 0, out = 0, takes = 0, offers = 0, shoe = 0;
    uint32_t seed = 12345;
    (void)state;
    begin_journal();
    acts("t1", "sue", OPEN_TABLE, NULL);
    acts("t1", "sue", "{'do':'tray-open','cents':1000000}",
         "cage/real tray/t1 1000000 opener\ncage/real rack/t1/ann 9000000 chips for a buy-in\ncage/real "
         "rack/t1/bob 9000000 chips for a buy-in");
    for (int i = 0; i < ROUNDS; i++) {
        char list[1000], moves[200], *to = list;
        at(9, i);
        if (i % 20 == 0) {
            snprintf(list, sizeof list,
                     "{'do':'shoe','number':%d,'cards':312},{'do':'cut-shoe','seat':'1','count':60},{'do':'"
                     "load'},{'do':'burn'}",
                     ++shoe);
            acts("t1", "dealer", list, NULL);
            running = 0;
            out = 1; /* the burned card */
        }
        count[i] = running / ((312 - out) / 52.0);
        bet[i] = count[i] > 1 ? 2000 + 1000 * floor(count[i]) : 1000;
        acts("t1", "dealer", "{'do':'open'}", NULL);
        snprintf(list, sizeof list, "{'do':'bet','seat':'1','cents':%d}", (int)bet[i]);
        snprintf(moves, sizeof moves, "rack/t1/ann felt/t1 %d bet", (int)bet[i]);
        acts("t1", "ann", list, moves);
        acts("t1", "bob", "{'do':'bet','seat':'2','cents':1500}", "rack/t1/bob felt/t1 1500 bet");
        to += sprintf(to, "{'do':'deal'}");
        for (int c = 0; c < 9; c++) {
            seed = seed * 1664525u + 1013904223u;
            char rank = "23456789TJQKA"[(seed >> 16) % 13];
            if (c == 4)
                to += sprintf(to, ",{'do':'down'}");
            else
                to += sprintf(to, ",{'do':'card','card':'%ch'}", rank), running += value_of(rank);
        }
        acts("t1", "dealer", list, NULL);
        out += 9;
        double now = running / ((312 - out) / 52.0);
        if (i % 3 == 0) {
            bool insures = now >= 3;
            offers++;
            takes += insures;
            *(insures ? &taken : &declined) += now;
            if (insures)
                acts("t1", "ann", "{'do':'insure','seat':'1','cents':500}", "rack/t1/ann felt/t1 500 insure");
            acts("t1", "bob", "{'do':'insure','seat':'2','cents':0}", NULL);
            acts("t1", "clock", "{'do':'close'},{'do':'peek','blackjack':false}", NULL);
        }
        acts("t1", "dealer", "{'do':'turn','card':'5s'}", NULL);
        running++;
    }
    double mean_c = 0, mean_b = 0, cb = 0, cc = 0, bb = 0;
    for (int i = 0; i < ROUNDS; i++)
        mean_c += count[i] / ROUNDS, mean_b += bet[i] / ROUNDS;
    for (int i = 0; i < ROUNDS; i++) {
        cb += (count[i] - mean_c) * (bet[i] - mean_b);
        cc += (count[i] - mean_c) * (count[i] - mean_c);
        bb += (bet[i] - mean_b) * (bet[i] - mean_b);
    }
    assert_true(takes > 0 && takes < offers);
    set_times();
    report_query q = query();
    json_t *more = json_object(), *rows = ask(report_review, &q, more);
    assert_int_equal(json_array_size(rows), 2);
    assert_int_equal(whole(rows, 0, "bets"), ROUNDS);
    is_close(real(rows, 0, "correlation"), cb / sqrt(cc * bb));
    assert_true(real(rows, 0, "correlation") > 0.5);
    is_close(real(rows, 0, "mean_count"), mean_c);
    is_close(real(rows, 0, "mean_cents"), mean_b);
    assert_int_equal(whole(rows, 0, "insured"), takes);
    assert_int_equal(whole(rows, 0, "declined"), offers - takes);
    is_close(real(rows, 0, "insured_mean_count"), taken / takes);
    is_close(real(rows, 0, "declined_mean_count"), declined / (offers - takes));
    assert_string_equal(text(rows, 1, "player"), "bob");
    assert_true(json_is_null(json_object_get(json_array_get(rows, 1), "correlation")));
    assert_int_equal(whole(rows, 1, "declined"), offers);
    /* every bet stands under one count */
    int64_t bets = 0;
    const json_t *by_count = json_object_get(more, "by_count");
    for (size_t i = 0; i < json_array_size(by_count); i++)
        bets += whole(by_count, i, "bets");
    assert_int_equal(bets, 2 * ROUNDS);
    json_decref(rows);
    json_decref(more);
    end_journal();
}

/* A correction that cuts acts off counts what is entered again once, and a recount changes the count of what came before. */
static void test_review_corrected(void **state)
{
    (void)state;
    begin_journal();
    at(9, 0);
    acts("t1", "sue", OPEN_TABLE, NULL);
    acts("t1", "sue", "{'do':'tray-open','cents':1000000}",
         "cage/real tray/t1 1000000 opener\ncage/real rack/t1/ann 9000000 chips for a buy-in");
    acts("t1", "dealer", "{'do':'shoe','number':1,'cards':312},{'do':'load'},{'do':'burn'}", NULL);
    acts("t1", "dealer", "{'do':'open'}", NULL);
    acts("t1", "ann", "{'do':'bet','seat':'1','cents':1000}", "rack/t1/ann felt/t1 1000 bet");
    acts("t1", "dealer",
         "{'do':'deal'},{'do':'card','card':'2h'},{'do':'card','card':'3h'},{'do':'card','card':'Th'},"
         "{'do':'down'},{'do':'card','card':'5h'}",
         NULL);
    acts("t1", "sue", "{'do':'correct','number':2,'was':'3h','card':'Kh','kept':5,'reason':'misread'}", NULL);
    acts("t1", "dealer", "{'do':'down'},{'do':'card','card':'6h'}", NULL); /* +1 -1 -1 +1, five cards */
    acts("t1", "dealer", "{'do':'open'}", NULL);
    acts("t1", "sue", "{'do':'recount','was':'2h','card':'Kd','reason':'misread'}", NULL); /* -2 */
    acts("t1", "ann", "{'do':'bet','seat':'1','cents':1000}", "rack/t1/ann felt/t1 1000 bet");
    acts("t1", "dealer", "{'do':'deal'},{'do':'card','card':'9h'}", NULL);
    acts("t1", "dealer", "{'do':'open'}", NULL);
    set_times();
    report_query q = query();
    json_t *more = json_object(), *rows = ask(report_review, &q, more);
    assert_int_equal(whole(rows, 0, "bets"), 2);
    is_close(real(rows, 0, "mean_count"), (0 - 2 / ((312 - 6) / 52.0)) / 2);
    json_decref(rows);
    json_decref(more);
    end_journal();
}

/* --- the journal ------------------------------------------------------------------------------------------------------------------ */

static void test_search(void **state)
{
    (void)state;
    begin_journal();
    play_a_day();
    report_query q = query();
    snprintf(q.person, sizeof q.person, "bob");
    json_t *more = json_object(), *rows = ask(report_search, &q, more);
    /* deposit, sit, buy, two bets, insure, his bet taken under "clock" (no: felt only), leave */
    assert_int_equal(json_array_size(rows), 7);
    assert_string_equal(text(rows, 0, "kind"), "deposit");
    assert_string_equal(text(rows, 6, "kind"), "leave");
    assert_true(json_is_true(json_object_get(more, "complete")));
    json_decref(rows);
    q.limit = 3;
    rows = ask(report_search, &q, more);
    assert_int_equal(json_array_size(rows), 3);
    assert_true(json_is_false(json_object_get(more, "complete")));
    json_decref(rows);
    q = query();
    snprintf(q.person, sizeof q.person,
             "sue"); /* table and tray opened, a fill, a credit, tray and drop counted */
    rows = ask(report_search, &q, more);
    assert_int_equal(json_array_size(rows), 6);
    json_decref(rows);
    q = query();
    snprintf(q.word, sizeof q.word, "fill");
    snprintf(q.table, sizeof q.table, "t1");
    q.from_ms = monday_ms + 16 * 60 * minute_ms;
    rows = ask(report_search, &q, more);
    assert_int_equal(json_array_size(rows), 1);
    assert_string_equal(text(rows, 0, "time"), "2026-11-15T16:30:00Z");
    json_decref(rows);
    json_decref(more);
    end_journal();
}

/* What is sealed or secret is left out; money before and after is there. */
static void test_significant(void **state)
{
    (void)state;
    begin_journal();
    at(8, 0);
    acts("t1", "sue", OPEN_TABLE, NULL);
    acts("t1", "sue", "{'do':'tray-open','cents':1000000}", "cage/real tray/t1 1000000 opener");
    acts("t1", "dealer", "{'do':'shoe','number':1,'cards':312,'sealed':'00ff'}", NULL);
    acts("t1", "sue",
         "{'do':'adjust','meter':'blazing7','account':'shown','cents':700,'reason':'malfunction','sealed':'x'"
         "}",
         "seeds/real meter/t1/blazing7 700 adjustment");
    acts("t1", "sue", "{'do':'correct','number':2,'card':'9h','was':'8h','reason':'misread'}",
         "tray/t1 rack/t1/ann 300 correction");
    at(9, 0);
    record("house", "config-set", "eve",
           "{\"reason\":\"new law\",\"before\":{\"tax_cents\":1},\"after\":{\"tax_cents\":2}}", NULL);
    record("house", "signed-in", "eve", "{\"person\":\"eve\"}", NULL);
    record("house", "person-created", "g1", "{\"before\":null,\"after\":{\"roles\":[\"guest\"]}}", NULL);
    set_times();
    report_query q = query();
    json_t *rows = ask(report_significant, &q, NULL);
    assert_int_equal(json_array_size(rows), 5);
    assert_string_equal(text(rows, 2, "event"), "adjust");
    assert_string_equal(text(rows, 2, "reason"), "malfunction");
    assert_null(json_object_get(json_object_get(json_array_get(rows, 2), "detail"), "sealed"));
    assert_int_equal(json_integer_value(json_object_get(json_object_get(json_array_get(rows, 2), "after"),
                                                        "meter/t1/blazing7")),
                     700);
    assert_string_equal(text(rows, 3, "event"), "correct");
    assert_string_equal(text(rows, 3, "before"), "8h");
    assert_string_equal(text(rows, 3, "after"), "9h");
    assert_string_equal(text(rows, 4, "event"), "config-set");
    assert_int_equal(
        json_integer_value(json_object_get(json_object_get(json_array_get(rows, 4), "after"), "tax_cents")),
        2);
    json_decref(rows);
    end_journal();
}

static void test_meter_history(void **state)
{
    (void)state;
    begin_journal();
    at(8, 0);
    acts("t1", "sue", OPEN_TABLE, "seeds/real meter/t1/blazing7 500000 seed");
    for (int i = 0; i < 5; i++)
        acts("t1", "dealer", "{'do':'deal'}",
             "cage/real tray/t1 25 opener\ntray/t1 meter/t1/blazing7 25 contribution");
    acts("t1", "sue", "{'do':'pay-award','seat':'1','wager':'blazing7'}",
         "meter/t1/blazing7 rack/t1/ann 500125 award");
    set_times();
    report_query q = query();
    snprintf(q.table, sizeof q.table, "t1");
    snprintf(q.meter, sizeof q.meter, "blazing7");
    q.limit = 3;
    json_t *rows = ask(report_meter, &q, NULL);
    assert_int_equal(json_array_size(rows), 3); /* the last ones */
    assert_string_equal(text(rows, 2, "reason"), "award");
    assert_int_equal(whole(rows, 2, "cents"), -500125);
    assert_int_equal(whole(rows, 2, "balance_cents"), 0);
    assert_string_equal(text(rows, 1, "reason"), "contribution");
    assert_int_equal(whole(rows, 1, "balance_cents"), 500125);
    assert_string_equal(text(rows, 2, "time"), "2026-11-15T08:00:00Z");
    json_decref(rows);
    end_journal();
}

/* --- times, settings, text ---------------------------------------------------------------------------------------------------------- */

static void test_shifts(void **state)
{
    static const struct {
        int hour, minute, shift, began_hour;
        const char *day;
    } rows[] = {
        { 0, 0, 2, 0, "2026-11-14" },   { 7, 59, 2, 0, "2026-11-14" },   { 8, 0, 0, 8, "2026-11-15" },
        { 15, 59, 0, 8, "2026-11-15" }, { 16, 0, 1, 16, "2026-11-15" },  { 23, 59, 1, 16, "2026-11-15" },
        { 24, 0, 2, 24, "2026-11-15" }, { 31, 59, 2, 24, "2026-11-15" }, { 32, 0, 0, 32, "2026-11-16" },
    };
    report_config config;
    (void)state;
    for (int offset = -600; offset <= 600; offset += 600) {
        config_preset(&config);
        config.utc_offset_minutes = offset;
        for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
            int64_t began, when = monday_ms + (rows[i].hour * 60 + rows[i].minute - offset) * minute_ms;
            char day[11];
            assert_int_equal(shift_at(&config, when, &began), rows[i].shift);
            assert_int_equal(began, monday_ms + (rows[i].began_hour * 60 - offset) * minute_ms);
            gaming_day(&config, when, day);
            assert_string_equal(day, rows[i].day);
        }
    }
}

static void test_config(void **state)
{
    static const struct {
        const char *text;
        bool good;
    } rows[] = {
        { "{\"tax_cents\":1}", true },
        { "{\"tax_cents\":0}", false },
        { "{\"tax_cents\":\"1\"}", false },
        { "{\"shifts\":[]}", false },
        { "{\"shifts\":[{\"name\":\"all\",\"from\":\"06:30\"}]}", true },
        { "{\"shifts\":[{\"name\":\"all\",\"from\":\"24:00\"}]}", false },
        { "{\"shifts\":[{\"name\":\"a\",\"from\":\"06:00\"},{\"name\":\"b\",\"from\":\"06:00\"}]}", false },
        { "{\"shifts\":[{\"name\":\"a\",\"from\":\"18:00\"},{\"name\":\"b\",\"from\":\"06:00\"}]}", true },
        { "{\"shifts\":[{\"name\":\"a\",\"from\":\"18:00\"},{\"name\":\"b\",\"from\":\"06:00\"},{\"name\":"
          "\"c\",\"from\":\"20:00\"}]}",
          false },
        { "{\"utc_offset_minutes\":900}", false },
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        report_config config, before, again;
        config_preset(&config);
        before = config;
        json_t *object = json_loads(rows[i].text, 0, NULL);
        assert_non_null(object);
        if ((config_read(&config, object) == NULL) != rows[i].good) fail_msg("%s", rows[i].text);
        if (!rows[i].good) assert_memory_equal(&config, &before, sizeof config); /* nothing half taken */
        json_t *written = config_write(&config);
        config_preset(&again);
        assert_null(config_read(&again, written));
        assert_int_equal(again.shifts, config.shifts);
        assert_int_equal(again.shift[0].minute, config.shift[0].minute);
        json_decref(written);
        json_decref(object);
    }
}

static void test_csv(void **state)
{
    (void)state;
    json_t *rows = json_pack("[{s:s, s:i, s:f, s:n}, {s:s, s:i, s:[i,i]}]", "name", "a \"b\", c", "n", 7,
                             "part", 0.5, "none", "name", "=1+1", "n", -3, "part", 1, 2);
    char *text_of_rows = report_csv(rows, "name n part none");
    assert_string_equal(text_of_rows,
                        "name,n,part,none\r\n\"a \"\"b\"\", c\",7,0.5,\r\n\"'=1+1\",-3,\"[1,2]\",\r\n");
    free(text_of_rows);
    json_decref(rows);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_win_by_shift),
        cmocka_unit_test(test_win_of_a_window),
        cmocka_unit_test(test_ratings),
        cmocka_unit_test(test_edges_of_a_window),
        cmocka_unit_test(test_nobody_sits_in_the_future),
        cmocka_unit_test(test_stakes_of_one_record),
        cmocka_unit_test(test_currency),
        cmocka_unit_test(test_cage),
        cmocka_unit_test(test_tax),
        cmocka_unit_test(test_review),
        cmocka_unit_test(test_review_corrected),
        cmocka_unit_test(test_search),
        cmocka_unit_test(test_significant),
        cmocka_unit_test(test_meter_history),
        cmocka_unit_test(test_shifts),
        cmocka_unit_test(test_config),
        cmocka_unit_test(test_csv),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
