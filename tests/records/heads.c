/* heads.c - signed heads (docs/store.md, Signatures): the head reveals a forger who can write to the database but lacks
 * the key, although everything else is made to fit; and the proof in small portions finds what the
 * whole proof finds. */
/* sanitized */
#include <sodium.h>
#include <sqlite3.h>

#include "kit/tamper_help.h"
#include "said.h"

static struct {
    lm_signer *signer, *other;
    char *head, *rest; /* of the playing house, of the house at rest */
    char path[256], url[300];
} t;

static lm_store *open_house(lm_store_mode mode)
{
    char text[LM_STORE_TEXT];
    lm_store_options options = { .url = t.url, .mode = mode, .signer = t.signer, .sqlite_unsorted = 1 };
    lm_store *store = lm_store_open(&options, text);
    if (!store) fail_msg("%s", text);
    return store;
}

static void play(lm_store *store)
{
    lm_batch *batch = lm_batch_new();
    lm_batch_command(batch, "counter", 1, "paid", 4);
    append(batch, "house", "{\"cashier\":\"carl\"}");
    lm_batch_move(batch, "bank", "ann", 100, "withdrawal");
    lm_batch_put(batch, "~session/1", 0, "{\"person\":\"carl\"}", 17);
    assert_why(finish(store, batch), LM_STORE_DONE);
    batch = lm_batch_new();
    lm_batch_take(batch, "table/1", "main", 60000);
    assert_why(finish(store, batch), LM_STORE_DONE);
}

static void sign_all(lm_store *store, const char *head)
{
    lm_batch *batch = lm_batch_new();
    lm_batch_head(batch, "main", head);
    lm_batch_snapshot(batch, "house", LM_STORE_ANY, "", 0);
    assert_why(finish(store, batch), LM_STORE_DONE);
}

static int set_up(void **state)
{
    char text[LM_STORE_TEXT];
    (void)state;
    snprintf(t.url, sizeof t.url, "sqlite:%s", in_folder("heads.db", t.path));
    t.signer = new_signer("heads.key");
    t.other = new_signer("other.key");
    lm_store *store = open_house(LM_STORE_SERVE);
    fill_house(store);
    play(store);
    assert_int_equal(lm_store_head(store, &t.head, text), LM_STORE_DONE);
    sign_all(store, t.head);
    assert_int_equal(lm_store_head_at_rest(store, &t.rest, text), LM_STORE_DONE);
    sign_all(store, t.rest);
    lm_store_close(store);
    return 0;
}

static int tear_down(void **state)
{
    static const char *const names[] = { "heads.db",      "heads.db-wal", "heads.db-shm",
                                         "heads.db.lock", "heads.key",    "other.key" };
    char path[256];
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        unlink(in_folder(names[i], path));
    lm_signer_free(t.signer);
    lm_signer_free(t.other);
    free(t.head);
    free(t.rest);
    return 0;
}

static void alter(const char *sql)
{
    sqlite3 *db;
    assert_int_equal(sqlite3_open(t.path, &db), SQLITE_OK);
    sqlite3_exec(db,
                 "DROP TRIGGER records_stay; DROP TRIGGER records_last; DROP TRIGGER lines_stay;"
                 "DROP TRIGGER lines_last; DROP TRIGGER accounts_last; DROP TRIGGER streams_last;",
                 NULL, NULL, NULL);
    if (sqlite3_exec(db, sql, NULL, NULL, NULL) != SQLITE_OK) fail_msg("%s: %s", sql, sqlite3_errmsg(db));
    sqlite3_close(db);
}

/* --- proofs ---------------------------------------------------------------------------------------------------- */

/* Proves the store as a whole and in portions; both must find the same. */
static lm_store_report prove_with(const char *head, const uint8_t *public_key)
{
    char text[LM_STORE_TEXT];
    lm_store_options options = { .url = t.url, .mode = LM_STORE_READ, .sqlite_unsorted = 1 };
    lm_store *store = lm_store_open(&options, text);
    if (!store) fail_msg("%s", text);
    lm_store_proof how = { .kept_head = head, .public_key = public_key };
    lm_store_report whole;
    if (lm_store_verify(store, &how, &whole, text) != LM_STORE_DONE) fail_msg("%s", text);
    for (int rows = 1; rows < 200; rows = 3 * rows + 4) {
        lm_store_report portions = scrub(store, &how, rows);
        if ((portions.wrong > 0) != (whole.wrong > 0))
            fail_msg("in portions of %d: %lld wrong (%s), as a whole %lld (%s)", rows, (long long)portions.wrong,
                     portions.first, (long long)whole.wrong, whole.first);
        assert_int_equal(portions.against_head, whole.against_head);
        assert_int_equal(portions.unsigned_records, whole.unsigned_records);
        if (whole.wrong) continue;
        assert_int_equal(portions.records, whole.records);
        assert_int_equal(portions.streams, whole.streams);
        assert_int_equal(portions.moves, whole.moves);
    }
    lm_store_close(store);
    return whole;
}

static lm_store_report prove(const char *head)
{
    return prove_with(head, lm_signer_public(t.signer));
}

static void must_say(lm_store_report report, const char *what)
{
    if (!report.wrong) fail_msg("it was not noticed: %s", what);
    assert_said(report.first, what);
}

/* --- tests ------------------------------------------------------------------------------------------------------- */

/* Only the record of the last signature comes after it, and its snapshot signs that record. */
static void test_everything_is_signed(void **state)
{
    (void)state;
    lm_store_report report = prove(t.rest);
    if (report.wrong) fail_msg("%s", report.first);
    assert_int_equal(report.unsigned_streams, 0);
    assert_int_equal(report.unsigned_records, 0);
    assert_int_equal(prove(NULL).wrong, 0);
    assert_int_equal(prove(t.head).wrong, 0);
}

/* The withdrawal is moved to another cashier and every hash after it made good again: a forger without the key gets no
 * further. */
static void rewrite_house(const char *and_then)
{
    uint8_t hash[LM_STORE_HASH] = { 0 };
    sqlite3 *db;
    sqlite3_stmt *read, *write;
    alter("UPDATE records SET body = CAST('{\"cashier\":\"eve\"}' AS BLOB) WHERE stream = 'house' AND body = "
          "CAST('{\"cashier\":\"carl\"}' AS BLOB)");
    assert_int_equal(sqlite3_open(t.path, &db), SQLITE_OK);
    sqlite3_prepare_v2(db,
                       "SELECT seq, time_ms, kind, actor, body, effects FROM records WHERE stream = 'house' "
                       "ORDER BY seq",
                       -1, &read, NULL);
    sqlite3_prepare_v2(db, "UPDATE records SET hash = ?1 WHERE stream = 'house' AND seq = ?2", -1, &write, NULL);
    while (sqlite3_step(read) == SQLITE_ROW) {
        lm_record record = { .stream = "house",
                             .seq = sqlite3_column_int64(read, 0),
                             .time_ms = sqlite3_column_int64(read, 1),
                             .kind = (const char *)sqlite3_column_text(read, 2),
                             .actor = (const char *)sqlite3_column_text(read, 3),
                             .body = sqlite3_column_blob(read, 4),
                             .body_size = (size_t)sqlite3_column_bytes(read, 4),
                             .effects = sqlite3_column_blob(read, 5),
                             .effects_size = (size_t)sqlite3_column_bytes(read, 5) };
        uint8_t next[LM_STORE_HASH];
        lm_record_hash(hash, &record, next);
        memcpy(hash, next, sizeof hash);
        sqlite3_bind_blob(write, 1, hash, sizeof hash, SQLITE_STATIC);
        sqlite3_bind_int64(write, 2, record.seq);
        assert_int_equal(sqlite3_step(write), SQLITE_DONE);
        sqlite3_reset(write);
    }
    sqlite3_finalize(write);
    sqlite3_prepare_v2(db, "UPDATE streams SET hash = ?1 WHERE name = 'house'", -1, &write, NULL);
    sqlite3_bind_blob(write, 1, hash, sizeof hash, SQLITE_STATIC);
    assert_int_equal(sqlite3_step(write), SQLITE_DONE);
    sqlite3_finalize(write);
    sqlite3_finalize(read);
    sqlite3_close(db);
    if (and_then) alter(and_then);
}

static void test_a_withdrawal_moved(void **state)
{
    (void)state;
    rewrite_house(NULL);
    must_say(prove(NULL), "say:record-not-the-one & say:head-in-the-store");
}

/* All signatures in the store are removed too: the report then names what no signature covers, and the kept head shows
 * the forgery. */
static void test_signatures_removed(void **state)
{
    (void)state;
    rewrite_house("DELETE FROM snapshots WHERE stream IN ('house', 'heads'); DELETE FROM records WHERE stream = "
                  "'heads'; DELETE FROM streams WHERE name = 'heads'");
    lm_store_report report = prove(NULL);
    assert_int_equal(report.wrong, 0);
    assert_int_equal(report.unsigned_streams, 1);
    assert_string_equal(report.first_unsigned, "house");
    report = prove(t.head);
    must_say(report, "say:record-not-the-one & say:kept-head");
    assert_true(report.against_head > 0);
}

/* Another key signs everything anew, and is put where the store names its own. */
static void test_another_key(void **state)
{
    char sql[256], hex[LM_STORE_FINGERPRINT];
    (void)state;
    lm_store_fingerprint(lm_signer_public(t.other), hex);
    snprintf(sql, sizeof sql, "UPDATE meta SET data = x'%s' WHERE name = 'key'; DELETE FROM snapshots", hex);
    alter(sql);
    assert_int_equal(prove_with(NULL, NULL).wrong, 0); /* its own fields agree */
    must_say(prove(NULL), "say:key-replaced");
}

static void test_a_deleted_stream(void **state)
{
    (void)state;
    alter("DELETE FROM records WHERE stream = 'table/2'; DELETE FROM streams WHERE name = 'table/2'; "
          "DELETE FROM snapshots WHERE stream = 'table/2'");
    lm_store_report report = prove(t.head);
    must_say(report, "say:record-missing");
    assert_true(report.against_head > 0);
}

static void test_a_hidden_stream(void **state)
{
    (void)state;
    alter("DELETE FROM streams WHERE name = 'table/2'");
    assert_true(prove(t.head).against_head > 0);
}

static void test_a_lease_taken_back(void **state)
{
    (void)state;
    alter("UPDATE streams SET epoch = 0, owner = '' WHERE name = 'table/1'");
    must_say(prove(t.head), "say:lease-altered|0||1 & say:head-in-the-store");
}

/* What is in no record is compared with the head that was written when the house had stopped. */
static void test_house_at_rest(void **state)
{
    (void)state;
    alter("INSERT INTO entries VALUES ('~session/2', 1, CAST('{\"person\":\"root\"}' AS BLOB))");
    assert_int_equal(prove(t.head).wrong, 0);
    must_say(prove(t.rest), "say:rest-altered||1|2 & say:passing-keys");
    alter("DELETE FROM entries WHERE name = '~session/2'");
    assert_int_equal(prove(t.rest).wrong, 0);
    alter("UPDATE streams SET owner = 'eve', expires_ms = 9000000000000 WHERE name = 'table/1'");
    must_say(prove(t.rest), "say:rest-altered");
}

/* Once the house runs again, keys that no record holds ("~...") change, and the proof no longer compares them. */
static void test_house_goes_on(void **state)
{
    (void)state;
    lm_store *store = open_house(LM_STORE_SERVE);
    lm_batch *batch = lm_batch_new();
    append(batch, "house", "{}");
    lm_batch_drop(batch, "~session/1");
    assert_why(finish(store, batch), LM_STORE_DONE);
    lm_store_close(store);
    lm_store_report report = prove(t.rest);
    if (report.wrong) fail_msg("%s", report.first);
    assert_int_equal(report.unsigned_records, 1);
}

static void note_account(void *context, const char *account)
{
    snprintf(context, LM_STORE_NAME + 1, "%s", account);
}

/* A proof that freezes accounts must name them. */
static void test_wrong_accounts_are_named(void **state)
{
    char text[LM_STORE_TEXT], account[LM_STORE_NAME + 1] = "";
    lm_store_report report;
    (void)state;
    alter("UPDATE accounts SET cents = cents + 100000 WHERE name = 'bob'");
    must_say(prove(NULL), "say:account-holds|bob");
    lm_store *store = open_house(LM_STORE_READ);
    lm_store_proof how = { .account = note_account, .context = account };
    assert_int_equal(lm_store_verify(store, &how, &report, text), LM_STORE_DONE);
    lm_store_close(store);
    assert_string_equal(account, "bob");
}

/* --- heads of the first format ------------------------------------------------------------------------------------ */

static void test_old_head(void **state)
{
    char old[4096] = "lammer head 1\n", hex[LM_STORE_FINGERPRINT], line[300], stream[LM_STORE_NAME + 1], hash[80];
    uint8_t seed[32], secret[64], public_key[32], signature[64];
    char seed_hex[65] = "", signature_hex[129], path[256];
    long long seq, epoch;
    (void)state;
    FILE *key = fopen(in_folder("heads.key", path), "r");
    assert_int_equal(fread(seed_hex, 1, 64, key), 64);
    fclose(key);
    sodium_hex2bin(seed, sizeof seed, seed_hex, 64, NULL, NULL, NULL);
    crypto_sign_seed_keypair(public_key, secret, seed);
    sodium_bin2hex(hex, sizeof hex, public_key, sizeof public_key);
    for (char *at = strchr(t.head, '\n') + 1; strncmp(at, "signature", 9) != 0; at = strchr(at, '\n') + 1) {
        snprintf(line, sizeof line, "%.*s", (int)strcspn(at, "\n"), at);
        if (sscanf(line, "stream %lld %64s %lld %120s", &seq, hash, &epoch, stream) == 4)
            snprintf(line, sizeof line, "stream %lld %s %s", seq, hash, stream);
        strcat(strcat(old, line), "\n");
    }
    crypto_sign_detached(signature, NULL, (const uint8_t *)old, strlen(old), secret);
    sodium_bin2hex(signature_hex, sizeof signature_hex, signature, sizeof signature);
    strcat(strcat(strcat(old, "signature "), signature_hex), "\n");
    lm_store_report report = prove(old);
    if (report.wrong) fail_msg("%s", report.first);
    alter("DELETE FROM records WHERE stream = 'house' AND seq = 25");
    assert_true(prove(old).against_head > 0);
}

static int begin(void **state)
{
    (void)state;
    return harness_set_up(false);
}

static int end(void **state)
{
    (void)state;
    return harness_tear_down();
}

static int64_t stopped_clock(void *clock)
{
    return *(int64_t *)clock;
}

/* A head is dated by the clock that the store was opened with, as its records are. */
static void test_a_head_has_the_time_of_its_store(void **state)
{
    char text[LM_STORE_TEXT], line[64];
    int64_t moment_ms = 1700000000123;
    lm_store_options options = {
        .url = t.url, .mode = LM_STORE_READ, .signer = t.signer, .clock_ms = stopped_clock, .clock = &moment_ms
    };
    (void)state;
    lm_store *store = lm_store_open(&options, text);
    assert_non_null(store);
    char *head;
    assert_int_equal(lm_store_head(store, &head, text), LM_STORE_DONE);
    snprintf(line, sizeof line, "\ntime %lld\n", (long long)moment_ms);
    assert_non_null(strstr(head, line));
    free(head);
    lm_store_close(store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
        TEST(test_everything_is_signed),
        TEST(test_a_head_has_the_time_of_its_store),
        TEST(test_a_withdrawal_moved),
        TEST(test_signatures_removed),
        TEST(test_another_key),
        TEST(test_a_deleted_stream),
        TEST(test_a_hidden_stream),
        TEST(test_a_lease_taken_back),
        TEST(test_house_at_rest),
        TEST(test_house_goes_on),
        TEST(test_old_head),
        TEST(test_wrong_accounts_are_named),
#undef TEST
    };
    return cmocka_run_group_tests(tests, begin, end);
}
