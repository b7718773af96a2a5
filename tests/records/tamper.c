/* tamper.c - a journal in SQLite is altered behind the program's back; the proof finds each alteration and names its
 * place.
 *
 * First every way is tried on every record: a bit of each field, an exchange with another record, a
 * deletion, everything from there on cut off with the chain and the list of streams made good again.
 * Then ways and places by chance, and besides them additions, records written anew with good hashes,
 * changes to the other tables, and bytes of the file. */
/* soak */
#include <sodium.h>
#include <sqlite3.h>

#include "kit/tamper_help.h"

static struct {
    lm_signer *signer;
    char *head;
    uint8_t *bytes; /* the untouched file */
    size_t size;
    char path[256];
    uint8_t contents[LM_STORE_HASH]; /* of what can be read from it */
    uint64_t noise;
} t;

/* --- the file ----------------------------------------------------------------------------------------------- */

static void make_house(void)
{
    char text[LM_STORE_TEXT];
    t.signer = new_signer("tamper.key");
    lm_store *store = open_with((lm_store_options){ .url = sqlite_url("tamper.db"), .signer = t.signer });
    fill_house(store);
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

static void write_house(const uint8_t *bytes)
{
    static const char *const ends[] = { "-wal", "-shm" };
    char other[280];
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        snprintf(other, sizeof other, "%s%s", t.path, ends[i]);
        unlink(other);
    }
    FILE *file = fopen(t.path, "wb");
    assert_int_equal(fwrite(bytes, 1, t.size, file), t.size);
    fclose(file);
}

static sqlite3 *fresh_copy(void)
{
    sqlite3 *db;
    write_house(t.bytes);
    assert_int_equal(sqlite3_open(t.path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db,
                                  "DROP TRIGGER records_stay; DROP TRIGGER records_last; DROP TRIGGER lines_stay;"
                                  "DROP TRIGGER lines_last; DROP TRIGGER accounts_last; DROP TRIGGER streams_last;"
                                  "PRAGMA synchronous = OFF; PRAGMA ignore_check_constraints = 1",
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

/* --- records ------------------------------------------------------------------------------------------------ */

/* What is to be altered, and how. */
typedef struct {
    sqlite3 *db;
    unsigned stream;
    int64_t seq;
    const char *column; /* of a flip */
} target;

static place here(const target *a)
{
    return (place){ stream_names[a->stream], a->seq, a->seq };
}

/* The bytes of a column; their number. */
static int read_column(const target *a, const char *column, uint8_t bytes[4096])
{
    char sql[256];
    sqlite3_stmt *read;
    snprintf(sql, sizeof sql, "SELECT CAST(%s AS BLOB) FROM records WHERE stream = ?1 AND seq = ?2", column);
    sqlite3_prepare_v2(a->db, sql, -1, &read, NULL);
    sqlite3_bind_text(read, 1, stream_names[a->stream], -1, SQLITE_STATIC);
    sqlite3_bind_int64(read, 2, a->seq);
    assert_int_equal(sqlite3_step(read), SQLITE_ROW);
    int size = sqlite3_column_bytes(read, 0);
    if (size) memcpy(bytes, sqlite3_column_blob(read, 0), (size_t)size);
    sqlite3_finalize(read);
    return size;
}

static void write_column(const target *a, const char *column, const uint8_t *bytes, int size)
{
    char sql[256];
    sqlite3_stmt *write;
    snprintf(sql, sizeof sql, "UPDATE records SET %s = ?3 WHERE stream = ?1 AND seq = ?2", column);
    sqlite3_prepare_v2(a->db, sql, -1, &write, NULL);
    sqlite3_bind_text(write, 1, stream_names[a->stream], -1, SQLITE_STATIC);
    sqlite3_bind_int64(write, 2, a->seq);
    sqlite3_bind_blob(write, 3, bytes, size, SQLITE_STATIC);
    assert_int_equal(sqlite3_step(write), SQLITE_DONE);
    sqlite3_finalize(write);
}

/* The hash that a record must have after one with `hash`; false when there is none. */
static bool hash_record(sqlite3 *db, const char *stream, int64_t seq, uint8_t hash[LM_STORE_HASH])
{
    sqlite3_stmt *read;
    sqlite3_prepare_v2(db, "SELECT time_ms, kind, actor, body, effects FROM records WHERE stream = ?1 AND seq = ?2", -1,
                       &read, NULL);
    sqlite3_bind_text(read, 1, stream, -1, SQLITE_STATIC);
    sqlite3_bind_int64(read, 2, seq);
    bool there = sqlite3_step(read) == SQLITE_ROW;
    if (there) {
        lm_record record = { .stream = stream,
                             .seq = seq,
                             .time_ms = sqlite3_column_int64(read, 0),
                             .kind = (const char *)sqlite3_column_text(read, 1),
                             .actor = (const char *)sqlite3_column_text(read, 2),
                             .body = sqlite3_column_blob(read, 3),
                             .body_size = (size_t)sqlite3_column_bytes(read, 3),
                             .effects = sqlite3_column_blob(read, 4),
                             .effects_size = (size_t)sqlite3_column_bytes(read, 4) };
        lm_record_hash(hash, &record, hash);
    }
    sqlite3_finalize(read);
    return there;
}

/* By a forger who knows the format: the chain is made good again, and the list of streams with it. */
static void mend_chain(sqlite3 *db, const char *stream)
{
    uint8_t hash[LM_STORE_HASH] = { 0 };
    char hex[2 * LM_STORE_HASH + 1];
    int64_t seq = 0;
    while (hash_record(db, stream, seq + 1, hash)) {
        sodium_bin2hex(hex, sizeof hex, hash, sizeof hash);
        run(db, "UPDATE records SET hash = x'%s' WHERE stream = '%s' AND seq = %d", hex, stream, (int)++seq);
    }
    sodium_bin2hex(hex, sizeof hex, hash, sizeof hash);
    run(db, "UPDATE streams SET hash = x'%s', seq = %d WHERE name = '%s'", hex, (int)seq, stream);
}

/* --- ways --------------------------------------------------------------------------------------------------- */

static const char *const columns[] = { "time_ms", "kind", "actor", "body", "effects", "hash" };
enum { COLUMNS = sizeof columns / sizeof *columns };

static place flip(target *a)
{
    uint8_t bytes[4096];
    if (strcmp(a->column, "time_ms") == 0) {
        run(a->db,
            "UPDATE records SET time_ms = (time_ms | %lld) - (time_ms & %lld) WHERE stream = '%s' AND seq = "
            "%d",
            1LL << (a->seq + a->stream) % 40, 1LL << (a->seq + a->stream) % 40, stream_names[a->stream], (int)a->seq);
        return here(a);
    }
    int size = read_column(a, a->column, bytes);
    if (!size) size = read_column(a, a->column = "body", bytes); /* the last record of a table has no effects */
    bytes[pick(&t.noise, (unsigned)size)] ^= (uint8_t)(1 << pick(&t.noise, 8));
    write_column(a, a->column, bytes, size);
    return here(a);
}

static place swap(target *a)
{
    const char *stream = stream_names[a->stream];
    int64_t other = 1 + (a->seq + (int64_t)pick(&t.noise, RECORDS - 1)) % RECORDS;
    run(a->db, "UPDATE records SET seq = -1 WHERE stream = '%s' AND seq = %d", stream, (int)a->seq);
    run(a->db, "UPDATE records SET seq = %d WHERE stream = '%s' AND seq = %d", (int)a->seq, stream, (int)other);
    run(a->db, "UPDATE records SET seq = %d WHERE stream = '%s' AND seq = -1", (int)other, stream);
    if (other < a->seq) a->seq = other;
    return here(a);
}

/* The bodies of two records of different streams. */
static place exchange(target *a)
{
    uint8_t mine[4096], others[4096];
    target b = *a;
    b.stream = (a->stream + 1) % STREAMS;
    b.seq = 1 + (int64_t)pick(&t.noise, RECORDS - 1);
    if (b.seq == a->seq && a->seq == RECORDS) b.seq--;
    int size = read_column(a, "body", mine), other = read_column(&b, "body", others);
    if (size == other && memcmp(mine, others, (size_t)size) == 0) return flip(a);
    write_column(a, "body", others, other);
    write_column(&b, "body", mine, size);
    return here(a->stream < b.stream ? a : &b);
}

static place delete_one(target *a)
{
    run(a->db, "DELETE FROM records WHERE stream = '%s' AND seq = %d", stream_names[a->stream], (int)a->seq);
    return here(a);
}

static place truncate_end(target *a)
{
    run(a->db, "DELETE FROM records WHERE stream = '%s' AND seq >= %d", stream_names[a->stream], (int)a->seq);
    mend_chain(a->db, stream_names[a->stream]);
    return (place){ stream_names[a->stream], a->seq, RECORDS };
}

static place add_one(target *a)
{
    const char *stream = stream_names[a->stream];
    run(a->db,
        "INSERT INTO records SELECT stream, (SELECT max(seq) + 1 FROM records WHERE stream = '%s'), time_ms, "
        "kind,"
        "actor, body, effects, hash FROM records WHERE stream = '%s' AND seq = %d",
        stream, stream, (int)a->seq);
    return (place){ stream, RECORDS + 1, RECORDS + 1 };
}

static place rewrite(target *a)
{
    a->column = "body";
    flip(a);
    mend_chain(a->db, stream_names[a->stream]);
    return (place){ stream_names[a->stream], a->seq, RECORDS };
}

static place spoil_tables(target *a)
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
    run(a->db, "%s", changes[pick(&t.noise, sizeof changes / sizeof *changes)]);
    return (place){ NULL, 0, 0 };
}

static const struct {
    const char *name;
    place (*do_it)(target *a);
    int regions; /* that the first pass tries one by one; 0: comes only by chance */
} ways[] = {
    { "flip", flip, COLUMNS },   { "swap", swap, 1 },   { "delete", delete_one, 1 }, { "truncate", truncate_end, 1 },
    { "exchange", exchange, 0 }, { "add", add_one, 0 }, { "rewrite", rewrite, 0 },   { "tables", spoil_tables, 0 },
};
enum { WAYS = sizeof ways / sizeof *ways, ORDERLY = PLACES * (COLUMNS + 3) };

/* Chooses a way and a place: first each untried one in order, then at random. */
static unsigned choose(int64_t step, target *a)
{
    unsigned way = pick(&t.noise, WAYS), at = pick(&t.noise, PLACES), region = pick(&t.noise, COLUMNS);
    if (step < ORDERLY) {
        at = (unsigned)(step % PLACES);
        region = (unsigned)(step / PLACES);
        way = region < COLUMNS ? 0 : 1 + region - COLUMNS;
    }
    a->stream = at / RECORDS;
    a->seq = 1 + at % RECORDS;
    a->column = columns[region % COLUMNS];
    return way;
}

/* --- the proof ---------------------------------------------------------------------------------------------- */

static void one_alteration(const proof *p, int64_t step)
{
    target a = { .db = fresh_copy() };
    unsigned way = choose(step, &a);
    place wanted = ways[way].do_it(&a);
    sqlite3_close(a.db);
    lm_store *store = open_with((lm_store_options){ .url = sqlite_url("tamper.db"), .mode = LM_STORE_READ });
    lm_store_report report = verify(store, t.head);
    lm_store_close(store);
    const char *stream = wanted.stream ? wanted.stream : "";
    if (!report.wrong)
        fail_msg(/* say:test-alteration-not-found */ "seed %llu, step %lld: %s %s at %s %lld was not found",
                 (unsigned long long)p->seed, (long long)step, ways[way].name, way ? "" : a.column, stream,
                 (long long)wanted.first);
    if (!is_within(wanted, report.first_stream, report.first_seq))
        fail_msg(
            /* say:test-alteration-found-elsewhere */ "seed %llu, step %lld: %s at %s %lld was found at %s %lld: %s",
            (unsigned long long)p->seed, (long long)step, ways[way].name, stream, (long long)wanted.first,
            report.first_stream, (long long)report.first_seq, report.first);
}

static void everything_is_found(void **state)
{
    proof p = proof_begin("records.tamper", 1000, 100000);
    int64_t done = 0;
    for (t.noise = p.seed; proof_goes_on(&p, done); done++)
        one_alteration(&p, done);
    proof_end(&p, done, "alterations", "%d ways, %d records, 0 unnoticed, 0 placed wrongly", WAYS, PLACES);
}

/* --- bytes of the file ---------------------------------------------------------------------------------------- */

static bool add_record(void *context, const lm_record *r)
{
    char line[512];
    int n = snprintf(line, sizeof line, "%s %lld %lld %s %s %zu %zu ", r->stream, (long long)r->seq,
                     (long long)r->time_ms, r->kind, r->actor, r->body_size, r->effects_size);
    crypto_generichash_update(context, (const uint8_t *)line, (unsigned long long)n);
    crypto_generichash_update(context, r->body, r->body_size);
    crypto_generichash_update(context, r->effects, r->effects_size);
    crypto_generichash_update(context, r->hash, LM_STORE_HASH);
    return true;
}

static bool add_account(void *context, const lm_account_row *r)
{
    char line[256];
    int n =
        snprintf(line, sizeof line, "%s %d %lld %lld ", r->name, r->house, (long long)r->cents, (long long)r->lines);
    crypto_generichash_update(context, (const uint8_t *)line, (unsigned long long)n);
    return true;
}

/* What a reader gets to see of records and money; false when the store cannot be read at all. */
static bool read_contents(lm_store *store, uint8_t hash[LM_STORE_HASH])
{
    char text[LM_STORE_TEXT];
    crypto_generichash_state all;
    bool well = true;
    crypto_generichash_init(&all, NULL, 0, LM_STORE_HASH);
    for (int i = 0; i < STREAMS; i++)
        well &= lm_store_records(store, stream_names[i], 1, add_record, &all, text) == LM_STORE_DONE;
    well &= lm_store_accounts(store, "", add_account, &all, text) == LM_STORE_DONE;
    crypto_generichash_final(&all, hash, LM_STORE_HASH);
    return well;
}

/* One byte anywhere: where it changes what is read, the proof fails; where the proof holds, everything
 * reads as before. */
static void bytes_of_the_file(void **state)
{
    proof p = proof_begin("records.tamper file", 300, 30000);
    uint64_t noise = p.seed;
    int64_t done = 0, unreadable = 0, wrong = 0;
    uint8_t *bytes = malloc(t.size);
    for (; proof_goes_on(&p, done); done++) {
        char text[LM_STORE_TEXT];
        uint8_t hash[LM_STORE_HASH];
        lm_store_report report = { 0 };
        memcpy(bytes, t.bytes, t.size);
        bytes[pick(&noise, (unsigned)t.size)] ^= (uint8_t)(1 + pick(&noise, 255));
        write_house(bytes);
        lm_store *store =
            lm_store_open(&(lm_store_options){ .url = sqlite_url("tamper.db"), .mode = LM_STORE_READ }, text);
        lm_store_proof with_head = { .kept_head = t.head };
        bool reads = store && lm_store_verify(store, &with_head, &report, text) == LM_STORE_DONE;
        if (reads && !report.wrong && (!read_contents(store, hash) || memcmp(hash, t.contents, sizeof hash) != 0))
            fail_msg("seed %llu, step %lld: the file reads differently, but the proof holds",
                     (unsigned long long)p.seed, (long long)done);
        unreadable += !reads;
        wrong += reads && report.wrong;
        lm_store_close(store);
    }
    free(bytes);
    proof_end(&p, done, "changed bytes of the file", "%lld unreadable, %lld proved wrong, the rest read as before",
              (long long)unreadable, (long long)wrong);
}

/* The check can fail: without the kept head, a writer who mends the end of the house's stream goes
 * unnoticed there. */
static void only_the_head_shows_it(void **state)
{
    target a = { .db = fresh_copy(), .stream = 0, .seq = RECORDS };
    rewrite(&a);
    sqlite3_close(a.db);
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
    lm_store *store = open_with((lm_store_options){ .url = sqlite_url("tamper.db"), .mode = LM_STORE_READ });
    assert_true(read_contents(store, t.contents));
    lm_store_close(store);
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
        cmocka_unit_test(only_the_head_shows_it),
        cmocka_unit_test(everything_is_found),
        cmocka_unit_test(bytes_of_the_file),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
