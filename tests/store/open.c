/* open.c - what can be wrong when a store is opened: each error says what it is, and the file stays as it was. */
/* sanitized */
#include <sqlite3.h>

#include "kit/harness.h"
#include "db.h"
#include "said.h"

extern const lm_embedded_file lm_embedded_migrations_sqlite[];

static void expect_sentence(lm_store_options options, const char *words)
{
    char text[LM_STORE_TEXT] = "";
    lm_store *store = lm_store_open(&options, text);
    if (store) fail_msg("%s opened, though \"%s\"", options.url, words);
    assert_said(text, words);
}

static void write_file(const char *name, const void *data, size_t size)
{
    char path[256];
    FILE *file = fopen(in_folder(name, path), "wb");
    assert_int_equal(fwrite(data, 1, size, file), size);
    fclose(file);
}

static void sql_in(const char *name, const char *sql)
{
    char path[256];
    sqlite3 *db;
    assert_int_equal(sqlite3_open(in_folder(name, path), &db), SQLITE_OK);
    if (sqlite3_exec(db, sql, NULL, NULL, NULL) != SQLITE_OK) fail_msg("%s", sqlite3_errmsg(db));
    sqlite3_close(db);
}

static void wrong_places(void **state)
{
    expect_sentence((lm_store_options){ .url = "mysql://here" }, "say:names-no-store");
    expect_sentence((lm_store_options){ .url = "sqlite:" }, "say:names-no-store");
    expect_sentence((lm_store_options){ .url = "house.db" }, "say:names-no-store");
    expect_sentence((lm_store_options){ .url = "sqlite:/no/such/folder/h.db" }, "say:sqlite-path");
    expect_sentence((lm_store_options){ .url = sqlite_url("none.db"), .mode = LM_STORE_READ },
                    "say:sqlite-cannot-open");
    write_file("empty.db", "", 0);
    expect_sentence((lm_store_options){ .url = sqlite_url("empty.db"), .mode = LM_STORE_READ }, "say:no-house-yet");
}

static void foreign_files(void **state)
{
    static const char prose[] = "This is a letter to my aunt, and it is longer than the head of a database, dear aunt, "
                                "because a file that is shorter than that would be taken for an empty one.";
    write_file("letter.db", prose, sizeof prose);
    expect_sentence((lm_store_options){ .url = sqlite_url("letter.db") }, "say:not-a-database");
    sql_in("foreign.db", "CREATE TABLE songs (title TEXT); INSERT INTO songs VALUES ('x')");
    expect_sentence((lm_store_options){ .url = sqlite_url("foreign.db") }, "say:another-programs-database");
    expect_sentence((lm_store_options){ .url = sqlite_url("foreign.db"), .mode = LM_STORE_READ },
                    "say:another-programs-database");
    char path[256], text[sizeof prose];
    FILE *file = fopen(in_folder("letter.db", path), "rb");
    assert_int_equal(fread(text, 1, sizeof text, file), sizeof text);
    fclose(file);
    assert_memory_equal(text, prose, sizeof prose);
}

static void other_versions(void **state)
{
    lm_store_close(open_url(sqlite_url("version.db")));
    sql_in("version.db", "PRAGMA user_version = 99");
    expect_sentence((lm_store_options){ .url = sqlite_url("version.db") }, "say:newer-lammer");
    sql_in("version.db", "PRAGMA user_version = 1");
    expect_sentence((lm_store_options){ .url = sqlite_url("version.db"), .mode = LM_STORE_READ }, "say:older-lammer");
}

/* A house of the first version, with a record in it, becomes one of today's and keeps everything. */
static void upgrades_keep_data(void **state)
{
    lm_store *store = open_url(sqlite_url("old.db"));
    open_accounts(store);
    char house[64];
    strcpy(house, lm_store_house(store));
    lm_store_close(store);
    sql_in("old.db", "DROP TABLE snapshots; PRAGMA user_version = 1");
    int versions = 0;
    while (lm_embedded_migrations_sqlite[versions].name)
        versions++;
    assert_true(versions >= 2);

    lm_signer *signer = new_signer("old.key");
    store = open_with((lm_store_options){ .url = sqlite_url("old.db"), .signer = signer });
    assert_string_equal(lm_store_house(store), house);
    assert_int_equal(balance(store, "ann"), 100);
    assert_int_equal(records_in(store, "house"), 1);
    lm_batch *batch = lm_batch_new();
    append(batch, "house", "{}");
    lm_batch_snapshot(batch, "house", 2, "new", 3);
    assert_why(finish(store, batch), LM_STORE_DONE);
    assert_proved(store);
    lm_store_close(store);
    lm_signer_free(signer);
}

static void one_server_at_a_time(void **state)
{
    lm_store *store = open_url(sqlite_url("locked.db"));
    open_accounts(store);
    expect_sentence((lm_store_options){ .url = sqlite_url("locked.db") }, "say:house-served-already");
    lm_store *reader = open_with((lm_store_options){ .url = sqlite_url("locked.db"), .mode = LM_STORE_READ });
    assert_int_equal(records_in(reader, "house"), 1); /* reading beside it is fine */
    lm_batch *batch = lm_batch_new();
    append(batch, "house", "{}");
    assert_false(lm_store_submit(reader, batch, NULL, NULL));
    assert_int_equal(lm_store_do(reader, batch).why, LM_STORE_FAILED);
    assert_why(finish(store, batch), LM_STORE_DONE);
    assert_int_equal(records_in(reader, "house"), 2);
    assert_proved(reader);
    lm_store_close(reader);
    lm_store_close(store);
}

/* Another program holds the file locked: the store gives up after a while, says why, and stays dead. */
static void locked_by_a_stranger(void **state)
{
    char path[256], text[LM_STORE_TEXT];
    sqlite3 *db;
    lm_store *store = open_url(sqlite_url("busy.db"));
    open_accounts(store);
    assert_int_equal(sqlite3_open(in_folder("busy.db", path), &db), SQLITE_OK);
    sqlite3_busy_timeout(db, 60000);
    assert_int_equal(sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
    lm_batch *batch = lm_batch_new();
    append(batch, "house", "{}");
    assert_why(finish(store, batch), LM_STORE_FAILED);
    assert_true(lm_store_fault(store, text));
    assert_said(text, "say:locked-by-another-program");
    sqlite3_close(db);
    lm_store_close(store);
}

static void permissions(void **state)
{
    char path[256];
    struct stat info;
    lm_store_close(open_url(sqlite_url("mine.db")));
    assert_int_equal(stat(in_folder("mine.db", path), &info), 0);
    assert_int_equal(info.st_mode & 0777, 0600);
    if (getuid() == 0) assert_int_equal(chown(path, 0, 0), 0);
    assert_int_equal(chmod(path, 0400), 0);
    pid_t pid = fork();
    if (pid == 0) {
        if (getuid() == 0 && (setgid(h.group) != 0 || setuid(h.user) != 0)) _exit(9);
        char text[LM_STORE_TEXT];
        lm_store_options options = { .url = sqlite_url("mine.db") };
        lm_store *store = lm_store_open(&options, text);
        _exit(!store && is_said(text, "say:sqlite-path") ? 0 : 1);
    }
    int status;
    waitpid(pid, &status, 0);
    assert_int_equal(status, 0);
}

static void damaged_files(void **state)
{
    char path[256];
    lm_store *store = open_url(sqlite_url("damaged.db"));
    open_accounts(store);
    lm_store_close(store);
    FILE *file = fopen(in_folder("damaged.db", path), "r+b");
    fseek(file, 4096, SEEK_SET);
    for (int i = 0; i < 4096 * 8; i++)
        fputc(0x5a, file);
    fclose(file);
    expect_sentence((lm_store_options){ .url = sqlite_url("damaged.db") }, "say:file-damaged");
}

static void keys(void **state)
{
    char path[256], text[LM_STORE_TEXT];
    struct stat info;
    assert_null(lm_signer_load(in_folder("no.key", path), false, text));
    assert_said(text, "say:key-cannot-open");
    lm_signer *one = new_signer("one.key"), *again = new_signer("one.key"), *two = new_signer("two.key");
    assert_int_equal(stat(in_folder("one.key", path), &info), 0);
    assert_int_equal(info.st_mode & 0777, 0600);
    assert_memory_equal(lm_signer_public(one), lm_signer_public(again), 32);
    assert_memory_not_equal(lm_signer_public(one), lm_signer_public(two), 32);
    write_file("bad.key", "0123", 4);
    assert_null(lm_signer_load(in_folder("bad.key", path), true, text));
    assert_said(text, "say:no-key");
    lm_signer_free(one);
    lm_signer_free(again);
    lm_signer_free(two);
}

static void the_usual_place(void **state)
{
    char url[300], expected[300];
    setenv("XDG_DATA_HOME", h.folder, 1);
    assert_true(lm_store_default_url(url, sizeof url));
    snprintf(expected, sizeof expected, "sqlite:%s/lammer/house.db", h.folder);
    assert_string_equal(url, expected);
    lm_store *store = open_with((lm_store_options){ 0 }); /* folders are made */
    open_accounts(store);
    lm_store_close(store);
    unsetenv("XDG_DATA_HOME");
    setenv("HOME", "/home/x", 1);
    assert_true(lm_store_default_url(url, sizeof url));
    assert_string_equal(url, "sqlite:/home/x/.local/share/lammer/house.db");
    unsetenv("HOME");
    assert_false(lm_store_default_url(url, sizeof url));
    expect_sentence((lm_store_options){ 0 }, "name a store, such as sqlite:FILE");
}

/* Bytes that claim to be effects, cut anywhere and flipped: read to the end or refused, never beyond. */
static void effects_of_any_bytes(void **state)
{
    static const uint8_t good[] = "m\3\0\0\0abc\5\0\0\0\0\0\0\0\2\0\0\0de\1\0\0\0r";
    lm_effect effect;
    size_t at = 0;
    assert_true(lm_effect_next(good, sizeof good - 1, &at, &effect));
    assert_int_equal(effect.kind, LM_EFFECT_MOVE);
    assert_string_equal(effect.name, "abc");
    assert_string_equal(effect.to, "de");
    assert_string_equal(effect.reason, "r");
    assert_int_equal(effect.number, 5);
    assert_false(lm_effect_next(good, sizeof good - 1, &at, &effect));
    assert_int_not_equal(at, SIZE_MAX);
    for (size_t size = 1; size < sizeof good - 1; size++) {
        uint8_t *cut = malloc(size);
        memcpy(cut, good, size);
        at = 0;
        assert_false(lm_effect_next(cut, size, &at, &effect));
        assert_true(at == SIZE_MAX);
        for (int bit = 0; bit < 8; bit++) {
            cut[size / 2] ^= (uint8_t)(1 << bit);
            at = 0;
            while (lm_effect_next(cut, size, &at, &effect)) {
            }
        }
        free(cut);
    }
}

static bool hear_number(void *context, const lm_value_row *row)
{
    *(int64_t *)context = row->version;
    return true;
}

/* A reader beside a running server sees each record once: pending rows that it has read are replaced, even by rows that
 * were sorted in between its reads. */
static void a_reader_follows(void **state)
{
    char text[LM_STORE_TEXT];
    lm_store *store = open_url(sqlite_url("followed.db"));
    lm_store *reader = open_with((lm_store_options){ .url = sqlite_url("followed.db"), .mode = LM_STORE_READ });
    for (int64_t i = 1; i <= 20; i++) {
        for (int step = 0; step < 2 + i % 3 * 30; step++) { /* until it is sorted in, or not */
            lm_batch *batch = lm_batch_new();
            append(batch, "other", "{}");
            if (step < 1) lm_batch_put(batch, "followed", LM_STORE_ANY, "x", 1);
            assert_why(finish(store, batch), LM_STORE_DONE);
        }
        int64_t version = 0;
        assert_int_equal(lm_store_values(reader, "followed", hear_number, &version, text), LM_STORE_DONE);
        assert_int_equal(version, i);
    }
    assert_int_equal(records_in(reader, "other"), records_in(store, "other"));
    lm_store_close(reader);
    lm_store_close(store);
}

static int set_up(void **state)
{
    return harness_set_up(false);
}

static int tear_down(void **state)
{
    return harness_tear_down();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_places),         cmocka_unit_test(foreign_files),
        cmocka_unit_test(other_versions),       cmocka_unit_test(a_reader_follows),
        cmocka_unit_test(upgrades_keep_data),   cmocka_unit_test(one_server_at_a_time),
        cmocka_unit_test(locked_by_a_stranger), cmocka_unit_test(permissions),
        cmocka_unit_test(damaged_files),        cmocka_unit_test(keys),
        cmocka_unit_test(the_usual_place),      cmocka_unit_test(effects_of_any_bytes),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
