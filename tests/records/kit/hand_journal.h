/* hand_journal.h - a journal written by hand, so that its reports can be summed by hand, and functions that ask for
 * reports. */
#ifndef LAMMER_TEST_HAND_JOURNAL_H
#define LAMMER_TEST_HAND_JOURNAL_H

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
#include "same_chance.h"
#include "server_rooms.h"

/* --- a house by hand ------------------------------------------------------------------------------------------------
 * */

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

static inline void open_store(lm_store_mode mode)
{
    char text[LM_STORE_TEXT];
    lm_store_options options = { .url = j.url, .mode = mode, .sqlite_unsorted = 1 };
    j.store = lm_store_open(&options, text);
    assert_non_null(j.store);
}

static inline void begin_journal(void)
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
static inline void at(int hour, int minute)
{
    j.now_ms = monday_ms + (hour * 60 + minute) * minute_ms;
}

static inline void need(lm_batch *batch, const char *account)
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
static inline void add_moves(lm_batch *batch, const char *moves)
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

static inline void record(const char *stream, const char *kind, const char *actor, const char *body, const char *moves)
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
static inline void acts(const char *table, const char *actor, const char *list, const char *moves)
{
    char stream[40], body[2000];
    snprintf(stream, sizeof stream, "table/%s", table);
    snprintf(body, sizeof body, "{\"acts\":[%s]}", list);
    for (char *c = body; *c; c++)
        *c = *c == '\'' ? '"' : *c;
    json_t *read = json_loads(body, 0, NULL);
    const char *kind = json_string_value(json_object_get(json_array_get(json_object_get(read, "acts"), 0), "do"));
    assert_non_null(kind);
    record(stream, kind, actor, body, moves);
    json_decref(read);
}

/* Ann has box 1, Bob box 2: bets there are theirs. */
static inline void sit_down(const char *table)
{
    acts(table, "ann", "{'do':'sit','seat':'1','player':'ann'}", NULL);
    acts(table, "bob", "{'do':'sit','seat':'2','player':'bob'}", NULL);
}

/* The store stamps its own time; a day's work is put where the test wants it. */
static inline void set_times(void)
{
    sqlite3 *db;
    sqlite3_stmt *update;
    lm_store_close(j.store);
    assert_int_equal(sqlite3_open(j.path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, "DROP TRIGGER records_stay; BEGIN", NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(
        sqlite3_prepare_v2(db, "UPDATE records SET time_ms = ?1 WHERE stream = ?2 AND seq = ?3", -1, &update, NULL),
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

static inline void end_journal(void)
{
    char command[128];
    lm_store_close(j.store);
    json_decref(j.opened);
    snprintf(command, sizeof command, "rm -r %s", j.folder);
    assert_int_equal(system(command), 0);
}

/* --- asking ------------------------------------------------------------------------------------------------------- */

/* House edges and standard deviations of the test: 1 % and 1.1 on the main wager, 5 % and 3 on Push 22, 7 % and 1.4 on
 * insurance; those of other wagers are unknown. */
static inline bool edge(void *self, const lm_rules *rules, const char *wager, double *mean, double *sd)
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

static inline report_query query(void)
{
    report_query q = { .store = j.store,
                       .owner = { .rules = { lm_wagers, lm_profile_rules }, .edge = edge },
                       .to_ms = monday_ms + 2 * day_ms,
                       .limit = 1000 };
    config_preset(&q.config);
    q.from_ms = monday_ms;
    return q;
}

static inline json_t *ask(report_maker *make, report_query *q, json_t *more)
{
    json_t *own = more ? NULL : json_object(), *rows = make(q, more ? more : own);
    assert_non_null(rows);
    json_decref(own);
    return rows;
}

static inline int64_t whole(const json_t *rows, size_t i, const char *key)
{
    const json_t *value = json_object_get(json_array_get(rows, i), key);
    if (!json_is_integer(value)) fail_msg("row %zu has no whole number %s", i, key);
    return json_integer_value(value);
}

static inline double real(const json_t *rows, size_t i, const char *key)
{
    return json_number_value(json_object_get(json_array_get(rows, i), key));
}

static inline const char *text(const json_t *rows, size_t i, const char *key)
{
    const char *value = json_string_value(json_object_get(json_array_get(rows, i), key));
    return value ? value : "";
}

/* cmocka compares floats only. */
static inline void is_close(double found, double wanted)
{
    if (fabs(found - wanted) > 1e-9 * (1 + fabs(wanted))) fail_msg("%.12g, not %.12g", found, wanted);
}

typedef struct {
    const char *key;
    int64_t value;
} expected;

static inline void check_row(const json_t *rows, size_t i, const expected *list)
{
    for (; list->key; list++) {
        if (whole(rows, i, list->key) != list->value)
            fail_msg("row %zu: %s is %lld, not %lld", i, list->key, (long long)whole(rows, i, list->key),
                     (long long)list->value);
    }
}

#define OPEN_TABLE                                                                                                     \
    "{'do':'open-table','title':'High','rules':'ma-freebet','settings':'','dealing':'virtual','money':'"               \
    "real'}"

static inline void play_a_day(void)
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
    acts("t1", "bob", "{'do':'bet','seat':'3','wager':'pot-of-gold','cents':100}", "rack/t1/bob felt/t1 100 bet");
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

#endif
