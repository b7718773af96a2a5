/* faults.c - a short life of a SQLite house, cut at every write and sync.
 *
 * Errors of the disk, a full disk, a sync that fails, and the power going with a torn write and lost unsynced ones: no
 * batch is acknowledged after the failure, and what is opened afterwards is a legal prefix that holds every
 * acknowledged batch. */
/* sanitized */
#include "kit/harness.h"
#include "kit/faulty_vfs.h"
#include "proof.h"
#include "said.h"

#ifdef LAMMER_SANITIZED
enum { BATCHES = 12, STEP = 7, ENOUGH = 10 };
#else
enum { BATCHES = 12, STEP = 1, ENOUGH = 80 };
#endif

typedef struct {
    bool opened;
    int acknowledged; /* batches in a row that were done */
    bool after_failure;
} life;

static void forget(const char *name)
{
    static const char *const ends[] = { "", "-wal", "-shm", "-journal", ".lock" };
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        char path[256], file[64];
        snprintf(file, sizeof file, "%s%s", name, ends[i]);
        unlink(in_folder(file, path));
    }
}

static lm_batch *batch_number(int i)
{
    lm_batch *batch = lm_batch_new();
    lm_batch_command(batch, "client", i, "yes", 3);
    lm_batch_append(batch, "t", i, "test", "x", "{}", 2);
    if (i == 1) {
        lm_batch_open(batch, "bank", true);
        lm_batch_open(batch, "ann", false);
    }
    lm_batch_move(batch, "bank", "ann", 1, "one");
    return batch;
}

static life live(void)
{
    char text[LM_STORE_TEXT];
    life l = { 0 };
    lm_store_options options = { .url = sqlite_url("f.db"), .sqlite_vfs = "faulty", .sqlite_unsorted = 10 };
    lm_store *store = lm_store_open(&options, text);
    l.opened = store;
    bool failed = false;
    for (int i = 1; store && i <= BATCHES; i++) {
        lm_store_outcome outcome = finish(store, batch_number(i));
        if (failed && outcome.why != LM_STORE_FAILED) l.after_failure = true;
        if (outcome.why == LM_STORE_DONE) l.acknowledged++;
        if (outcome.why != LM_STORE_DONE) {
            failed = true;
            assert_int_equal(outcome.why, LM_STORE_FAILED);
            assert_true(lm_store_fault(store, text));
            assert_true(strlen(text) > 20);
        }
    }
    lm_store_close(store);
    settle(NULL, false);
    return l;
}

static void check_after(const life *l, fault_kind kind, long at)
{
    lm_store *store = open_url(sqlite_url("f.db"));
    int64_t records = records_in(store, "t");
    assert_proved(store);
    if (records < l->acknowledged || records > l->acknowledged + 1)
        fail_msg("fault %d at %ld: %d acknowledged, %lld there", kind, at, l->acknowledged, (long long)records);
    if (records) assert_int_equal(balance(store, "ann"), records);
    /* The command whose fate was unknown is done once when it is repeated, in either case. */
    lm_store_outcome outcome = finish(store, batch_number(l->acknowledged + 1));
    if (l->acknowledged < BATCHES)
        assert_int_equal(outcome.why, records > l->acknowledged ? LM_STORE_REPEATED : LM_STORE_DONE);
    assert_int_equal(balance(store, "ann"), l->acknowledged + 1);
    lm_store_close(store);
}

static long operations(void)
{
    memset(&fault, 0, sizeof fault);
    forget("f.db");
    life l = live();
    assert_int_equal(l.acknowledged, BATCHES);
    check_after(&l, FAULT_EIO, 0);
    return fault.count;
}

static void every_write_and_sync(void **state)
{
    long n = operations();
    assert_true(n > 50);
    int failures = 0, unknown = 0;
    for (int kind = 0; kind < FAULT_KINDS; kind++) {
        for (long at = 1; at <= n; at += STEP) {
            forget("f.db");
            memset(&fault, 0, sizeof fault);
            fault.kind = (fault_kind)kind;
            fault.at = at;
            fault.coin = (uint64_t)at * 977;
            life l = live();
            assert_false(l.after_failure);
            failures += l.acknowledged < BATCHES;
            unknown += l.opened && l.acknowledged < BATCHES;
            memset(&fault, 0, sizeof fault);
            check_after(&l, (fault_kind)kind, at);
        }
    }
    print_message("%ld operations, %d lives cut short, %d of them while serving\n", n, failures, unknown);
    assert_true(unknown > ENOUGH);
}

/* A planted fault: a file layer that says "synced" and drops the writes must be noticed by the check above. */
static void lying_disk_is_noticed(void **state)
{
    forget("f.db");
    memset(&fault, 0, sizeof fault);
    life l = live();
    assert_int_equal(l.acknowledged, BATCHES);
    sqlite3 *db;
    char path[256];
    assert_int_equal(sqlite3_open(in_folder("f.db", path), &db), SQLITE_OK);
    sqlite3_exec(db, "DROP TRIGGER records_last; DELETE FROM records WHERE seq = 12; UPDATE streams SET seq = 11", NULL,
                 NULL, NULL);
    sqlite3_close(db);
    lm_store *store = open_url(sqlite_url("f.db"));
    assert_int_equal(records_in(store, "t"), BATCHES - 1);
    assert_int_not_equal(verify(store, NULL).wrong, 0);
    lm_store_close(store);
}

/* The log is carried over by another thread; its failure ends the store, too, and loses nothing. */
static void the_log_cannot_be_carried_over(void **state)
{
    char text[LM_STORE_TEXT];
    forget("f.db");
    memset(&fault, 0, sizeof fault);
    lm_store_options options = { .url = sqlite_url("f.db"), .sqlite_vfs = "faulty", .sqlite_unsorted = 10 };
    lm_store *store = lm_store_open(&options, text);
    assert_non_null(store);
    settle(NULL, false);
    fault.no_carry = true;
    int done = 0;
    while (done < 10000 && finish(store, batch_number(done + 1)).why == LM_STORE_DONE)
        done++;
    assert_in_range(done, 20, 9999);
    assert_true(lm_store_fault(store, text));
    assert_said(text, "say:disk-failed");
    lm_store_close(store);
    memset(&fault, 0, sizeof fault);
    store = open_url(sqlite_url("f.db"));
    assert_int_equal(records_in(store, "t"), done);
    assert_proved(store);
    lm_store_close(store);
}

enum { VALUES = 400 };

static void put_value(lm_batch *batch, int number, int i)
{
    char key[32], value[900];
    snprintf(key, sizeof key, "value/%03d", i * 37 % VALUES); /* neighbours lie on different pages */
    memset(value, 'a' + number % 26, sizeof value);
    lm_batch_put(batch, key, LM_STORE_ANY, value, sizeof value);
}

/* A house that has many pages and no log. */
static void make_large_house(void)
{
    forget("f.db");
    lm_store *store = open_url(sqlite_url("f.db"));
    lm_batch *batch = batch_number(1);
    for (int i = 0; i < VALUES; i++)
        put_value(batch, 1, i);
    assert_int_equal(finish(store, batch).why, LM_STORE_DONE);
    lm_store_close(store);
}

/* Each batch changes another page; rows are sorted after every commit, without a sync. */
static int live_until_a_sync_fails(uint64_t coin)
{
    char text[LM_STORE_TEXT];
    int done = 1;
    settle(NULL, false);
    memset(&fault, 0, sizeof fault);
    lm_store_options options = { .url = sqlite_url("f.db"), .sqlite_vfs = "faulty", .sqlite_unsorted = 1 };
    lm_store *store = lm_store_open(&options, text);
    assert_non_null(store);
    fault.kind = FAULT_SYNC;
    fault.coin = coin;
    fault.opens_left = 1;
    for (bool well = true; well && done < VALUES; done += well) {
        lm_batch *batch = batch_number(done + 1);
        put_value(batch, done + 1, done);
        well = finish(store, batch).why == LM_STORE_DONE;
    }
    assert_in_range(done, 10, VALUES - 1);
    lm_store_close(store);
    settle(NULL, false);
    memset(&fault, 0, sizeof fault);
    return done;
}

/* A connection that is opened after a sync has failed is not told of it. The thread that carries the log over must not
 * open such a connection: it would write into the file what the log has lost. */
static void a_sync_fails_before_the_log_is_carried_over(void **state)
{
    enum { COINS = 8 };
    uint64_t random = 1;
    for (int i = 0; i < COINS; i++) {
        make_large_house();
        int done = live_until_a_sync_fails(proof_random(&random));
        lm_store *store = open_url(sqlite_url("f.db"));
        assert_in_range(records_in(store, "t"), done, done + 1); /* the last batch may be there, unacknowledged */
        assert_proved(store);
        lm_store_close(store);
    }
}

static int set_up(void **state)
{
    faulty_register();
    return harness_set_up(false);
}

static int tear_down(void **state)
{
    return harness_tear_down();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_write_and_sync),
        cmocka_unit_test(lying_disk_is_noticed),
        cmocka_unit_test(the_log_cannot_be_carried_over),
        cmocka_unit_test(a_sync_fails_before_the_log_is_carried_over),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
