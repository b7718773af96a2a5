/* tamper.c - a journal is altered in a thousand ways behind the program's back; each is found, and found where it is. */
/* soak */
#include <sodium.h>
#include <sqlite3.h>

#include "harness.h"
#include "record.h"

enum { STREAMS = 3, RECORDS = 24 };

static struct {
    lm_signer *signer;
    char *head;
    uint8_t *bytes; /* the untouched file */
    size_t size;
    char path[256];
    uint64_t noise;
} t;

static unsigned pick(unsigned n)
{
    t.noise = t.noise * 6364136223846793005ULL + 1442695040888963407ULL;
    return (unsigned)(t.noise >> 33) % n;
}

static const char *stream_name(unsigned i)
{
    static const char *const names[STREAMS] = { "house", "table/1", "table/2" };
    return names[i];
}

static void make_house(void)
{
    char text[LM_STORE_TEXT];
    t.signer = new_signer("tamper.key");
    lm_store *store = open_with((lm_store_options){ .url = sqlite_url("tamper.db"), .signer = t.signer });
    open_accounts(store);
    for (int i = 1; i < RECORDS; i++) {
        for (unsigned s = 0; s < STREAMS; s++) {
            char body[64];
            snprintf(body, sizeof body, "{\"n\":%d,\"s\":%u}", i, s);
            lm_batch *batch = lm_batch_new();
            append(batch, stream_name(s), body);
            lm_batch_move(batch, "bank", i % 2 ? "ann" : "bob", i + (int)s, "why");
            lm_batch_put(batch, s ? "meter/1" : "meter/2", LM_STORE_ANY, body, strlen(body));
            assert_why(finish(store, batch), LM_STORE_DONE);
        }
    }
    for (unsigned s = 1; s < STREAMS; s++) {
        lm_batch *batch = lm_batch_new();
        append(batch, stream_name(s), "{\"last\":true}");
        lm_batch_snapshot(batch, stream_name(s), RECORDS, "state", 5);
        assert_why(finish(store, batch), LM_STORE_DONE);
    }
    assert_int_equal(lm_store_head(store, &t.head, text), LM_STORE_DONE);
    assert_int_equal(verify(store, t.head).wrong, 0);
    lm_store_close(store);
}

static void read_house(void)
{
    FILE *file = fopen(in_folder("tamper.db", t.path), "rb");
    fseek(file, 0, SEEK_END);
    t.size = (size_t)ftell(file);
    rewind(file);
    t.bytes = malloc(t.size);
    assert_int_equal(fread(t.bytes, 1, t.size, file), t.size);
    fclose(file);
}

static sqlite3 *fresh_copy(void)
{
    sqlite3 *db;
    char other[280];
    snprintf(other, sizeof other, "%s-wal", t.path);
    unlink(other);
    snprintf(other, sizeof other, "%s-shm", t.path);
    unlink(other);
    FILE *file = fopen(t.path, "wb");
    assert_int_equal(fwrite(t.bytes, 1, t.size, file), t.size);
    fclose(file);
    assert_int_equal(sqlite3_open(t.path, &db), SQLITE_OK);
    assert_int_equal(
        sqlite3_exec(db,
                     "DROP TRIGGER records_stay; DROP TRIGGER records_last; DROP TRIGGER lines_stay;"
                     "DROP TRIGGER lines_last; DROP TRIGGER accounts_last; DROP TRIGGER streams_last;"
                     "PRAGMA ignore_check_constraints = 1",
                     NULL, NULL, NULL),
        SQLITE_OK);
    return db;
}

static void run(sqlite3 *db, const char *format, ...)
{
    char sql[512];
    va_list args;
    va_start(args, format);
    vsnprintf(sql, sizeof sql, format, args);
    va_end(args);
    if (sqlite3_exec(db, sql, NULL, NULL, NULL) != SQLITE_OK) fail_msg("%s: %s", sql, sqlite3_errmsg(db));
    if (sqlite3_changes(db) == 0) fail_msg("nothing changed: %s", sql);
}

/* What was altered, and where the proof must find it: a record, or (seq 0) anywhere. */
typedef struct {
    const char *stream;
    int64_t first, last;
} place;

static void flip_bit(sqlite3 *db, const char *column, const char *stream, int64_t seq)
{
    char sql[256];
    sqlite3_stmt *read, *write;
    snprintf(sql, sizeof sql, "SELECT CAST(%s AS BLOB) FROM records WHERE stream = ?1 AND seq = ?2", column);
    sqlite3_prepare_v2(db, sql, -1, &read, NULL);
    sqlite3_bind_text(read, 1, stream, -1, SQLITE_STATIC);
    sqlite3_bind_int64(read, 2, seq);
    assert_int_equal(sqlite3_step(read), SQLITE_ROW);
    int size = sqlite3_column_bytes(read, 0);
    uint8_t bytes[4096];
    memcpy(bytes, sqlite3_column_blob(read, 0), (size_t)size);
    sqlite3_finalize(read);
    bytes[pick((unsigned)size)] ^= (uint8_t)(1 << pick(8));
    snprintf(sql, sizeof sql, "UPDATE records SET %s = ?3 WHERE stream = ?1 AND seq = ?2", column);
    sqlite3_prepare_v2(db, sql, -1, &write, NULL);
    sqlite3_bind_text(write, 1, stream, -1, SQLITE_STATIC);
    sqlite3_bind_int64(write, 2, seq);
    sqlite3_bind_blob(write, 3, bytes, size, SQLITE_STATIC);
    assert_int_equal(sqlite3_step(write), SQLITE_DONE);
    sqlite3_finalize(write);
}

static place flip(sqlite3 *db)
{
    static const char *const columns[] = { "body", "effects", "hash", "kind", "actor" };
    const char *stream = stream_name(pick(STREAMS)), *column = columns[pick(5)];
    int64_t seq = 1 + pick(RECORDS);
    /* The last record of a table has no effects; its body is altered instead. */
    sqlite3_stmt *size;
    sqlite3_prepare_v2(db, "SELECT length(effects) FROM records WHERE stream = ?1 AND seq = ?2", -1, &size,
                       NULL);
    sqlite3_bind_text(size, 1, stream, -1, SQLITE_STATIC);
    sqlite3_bind_int64(size, 2, seq);
    sqlite3_step(size);
    if (sqlite3_column_int(size, 0) == 0 && strcmp(column, "effects") == 0) column = "body";
    sqlite3_finalize(size);
    flip_bit(db, column, stream, seq);
    return (place){ stream, seq, seq };
}

static place shift_time(sqlite3 *db)
{
    const char *stream = stream_name(pick(STREAMS));
    int64_t seq = 1 + pick(RECORDS);
    run(db, "UPDATE records SET time_ms = time_ms + %d WHERE stream = '%s' AND seq = %d", pick(2) ? 1 : -1,
        stream, (int)seq);
    return (place){ stream, seq, seq };
}

static place swap(sqlite3 *db)
{
    const char *stream = stream_name(pick(STREAMS));
    int64_t a = 1 + pick(RECORDS - 1), b = a + 1 + pick((unsigned)(RECORDS - a));
    run(db, "UPDATE records SET seq = -1 WHERE stream = '%s' AND seq = %d", stream, (int)a);
    run(db, "UPDATE records SET seq = %d WHERE stream = '%s' AND seq = %d", (int)a, stream, (int)b);
    run(db, "UPDATE records SET seq = %d WHERE stream = '%s' AND seq = -1", (int)b, stream);
    return (place){ stream, a, a };
}

static place delete_one(sqlite3 *db)
{
    const char *stream = stream_name(pick(STREAMS));
    int64_t seq = 1 + pick(RECORDS);
    run(db, "DELETE FROM records WHERE stream = '%s' AND seq = %d", stream, (int)seq);
    return (place){ stream, seq, seq };
}

static place add_one(sqlite3 *db)
{
    const char *stream = stream_name(pick(STREAMS));
    run(db,
        "INSERT INTO records SELECT stream, (SELECT max(seq) + 1 FROM records WHERE stream = '%s'), time_ms, "
        "kind,"
        "actor, body, effects, hash FROM records WHERE stream = '%s' AND seq = %d",
        stream, stream, 1 + pick(RECORDS));
    return (place){ stream, RECORDS + 1, RECORDS + 1 };
}

static bool load_record(sqlite3 *db, const char *stream, int64_t seq, record_row *row, uint8_t bytes[2][4096])
{
    sqlite3_stmt *read;
    sqlite3_prepare_v2(
        db, "SELECT time_ms, kind, actor, body, effects, hash FROM records WHERE stream = ?1 AND seq = ?2",
        -1, &read, NULL);
    sqlite3_bind_text(read, 1, stream, -1, SQLITE_STATIC);
    sqlite3_bind_int64(read, 2, seq);
    bool there = sqlite3_step(read) == SQLITE_ROW;
    memset(row, 0, sizeof *row);
    if (there) {
        strcpy(row->stream, stream);
        row->seq = seq;
        row->time_ms = sqlite3_column_int64(read, 0);
        strcpy(row->kind, (const char *)sqlite3_column_text(read, 1));
        strcpy(row->actor, (const char *)sqlite3_column_text(read, 2));
        for (int i = 0; i < 2; i++) {
            int size = sqlite3_column_bytes(read, 3 + i);
            if (size) memcpy(bytes[i], sqlite3_column_blob(read, 3 + i), (size_t)size);
            *(i ? &row->effects : &row->body) = (store_bytes){ bytes[i], (size_t)size };
        }
        memcpy(row->hash, sqlite3_column_blob(read, 5), LM_STORE_HASH);
    }
    sqlite3_finalize(read);
    return there;
}

/* By somebody who knows the format: the chain is made good again from there on, and the list of streams with it. */
static void mend_chain(sqlite3 *db, const char *stream)
{
    uint8_t bytes[2][4096], hash[LM_STORE_HASH] = { 0 };
    char hex[2 * LM_STORE_HASH + 1];
    record_row row;
    int64_t seq = 0;
    while (load_record(db, stream, seq + 1, &row, bytes)) {
        record_hash(hash, &row, hash);
        sodium_bin2hex(hex, sizeof hex, hash, sizeof hash);
        run(db, "UPDATE records SET hash = x'%s' WHERE stream = '%s' AND seq = %d", hex, stream, (int)++seq);
    }
    sodium_bin2hex(hex, sizeof hex, hash, sizeof hash);
    run(db, "UPDATE streams SET hash = x'%s', seq = %d WHERE name = '%s'", hex, (int)seq, stream);
}

static place truncate_end(sqlite3 *db)
{
    const char *stream = stream_name(pick(STREAMS));
    int64_t seq = 1 + pick(RECORDS);
    run(db, "DELETE FROM records WHERE stream = '%s' AND seq >= %d", stream, (int)seq);
    mend_chain(db, stream);
    return (place){ stream, seq, RECORDS };
}

static place rewrite(sqlite3 *db)
{
    const char *stream = stream_name(pick(STREAMS));
    int64_t seq = 1 + pick(RECORDS);
    flip_bit(db, "body", stream, seq);
    mend_chain(db, stream);
    return (place){ stream, seq, RECORDS };
}

static place spoil_tables(sqlite3 *db)
{
    static const char *const changes[] = {
        "UPDATE accounts SET cents = cents + 1 WHERE name = 'ann'",
        "UPDATE accounts SET house = 1 WHERE name = 'bob'",
        "UPDATE accounts SET lines = lines + 1 WHERE name = 'bank'",
        "DELETE FROM accounts WHERE name = 'bob'",
        "INSERT INTO accounts VALUES ('eve', 0, 0, 0)",
        "UPDATE lines SET cents = cents + 5 WHERE account = 'ann' AND n = 5",
        "UPDATE lines SET balance_cents = balance_cents + 5 WHERE account = 'ann' AND n = 5",
        "DELETE FROM lines WHERE account = 'ann' AND n = 5",
        "UPDATE lines SET seq = seq + 1 WHERE account = 'bob' AND n = 3",
        "UPDATE entries SET data = x'00' WHERE name = 'meter/1'",
        "UPDATE entries SET version = version - 1 WHERE name = 'meter/2'",
        "DELETE FROM entries WHERE name = 'meter/1'",
        "INSERT INTO entries VALUES ('meter/3', 1, x'00')",
        "UPDATE snapshots SET state = x'00' WHERE stream = 'table/1'",
        "UPDATE snapshots SET seq = seq - 1 WHERE stream = 'table/1'",
        "UPDATE snapshots SET signature = zeroblob(64) WHERE stream = 'table/2'",
        "UPDATE streams SET seq = seq - 1 WHERE name = 'house'",
        "UPDATE streams SET hash = zeroblob(32) WHERE name = 'house'",
        "DELETE FROM streams WHERE name = 'table/2'",
        "DELETE FROM records WHERE stream = 'table/2'",
        /* a payment that never was, with lines that add up */
        "UPDATE accounts SET cents = cents + CASE name WHEN 'ann' THEN 7 ELSE -7 END WHERE name IN ('ann', "
        "'bank');"
        "INSERT INTO lines SELECT name, lines + 1, CASE name WHEN 'ann' THEN 7 ELSE -7 END, cents, 'house', "
        "5 FROM accounts"
        " WHERE name IN ('ann', 'bank'); UPDATE accounts SET lines = lines + 1 WHERE name IN ('ann', 'bank')",
    };
    run(db, "%s", changes[pick(sizeof changes / sizeof *changes)]);
    return (place){ NULL, 0, 0 };
}

static const struct {
    const char *name;
    place (*do_it)(sqlite3 *db);
} tricks[] = {
    { "flip", flip },   { "time", shift_time },       { "swap", swap },       { "delete", delete_one },
    { "add", add_one }, { "truncate", truncate_end }, { "rewrite", rewrite }, { "tables", spoil_tables },
};

static void everything_is_found(void **state)
{
    const char *soak = getenv("LAMMER_SOAK");
    int n = soak ? 100000 : 1000;
    t.noise = 20261115;
    for (int i = 0; i < n; i++) {
        unsigned trick = pick(sizeof tricks / sizeof *tricks);
        sqlite3 *db = fresh_copy();
        place p = tricks[trick].do_it(db);
        sqlite3_close(db);
        lm_store *store =
            open_with((lm_store_options){ .url = sqlite_url("tamper.db"), .mode = LM_STORE_READ });
        lm_store_report report = verify(store, t.head);
        lm_store_close(store);
        if (!report.wrong) fail_msg("%d: %s was not found", i, tricks[trick].name);
        if (p.stream && (strcmp(report.first_stream, p.stream) != 0 || report.first_seq < p.first ||
                         report.first_seq > p.last))
            fail_msg("%d: %s at %s %lld was found at %s %lld: %s", i, tricks[trick].name, p.stream,
                     (long long)p.first, report.first_stream, (long long)report.first_seq, report.first);
    }
    print_message("%d alterations, all found and located\n", n);
}

/* The check can fail: without the kept head, somebody who mends the end of the house's stream goes unnoticed there. */
static void only_the_head_shows_it(void **state)
{
    sqlite3 *db = fresh_copy();
    flip_bit(db, "body", "house", RECORDS);
    mend_chain(db, "house");
    sqlite3_close(db);
    lm_store *store = open_with((lm_store_options){ .url = sqlite_url("tamper.db"), .mode = LM_STORE_READ });
    assert_int_equal(verify(store, NULL).wrong, 0);
    assert_int_not_equal(verify(store, t.head).wrong, 0);
    lm_store_close(store);
}

static int set_up(void **state)
{
    int result = harness_set_up(false);
    make_house();
    read_house();
    return result;
}

static int tear_down(void **state)
{
    lm_signer_free(t.signer);
    free(t.head);
    free(t.bytes);
    return harness_tear_down();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(everything_is_found),
        cmocka_unit_test(only_the_head_shows_it),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
