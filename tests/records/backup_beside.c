/* backup_beside.c - what lies beside a backup is not in it: SQLite would read a log that was put there
 * together with the file, and no seal covers it (docs/store.md, Backup and restoration). */
/* sanitized */
#include "../store/kit/harness.h"

#include <sqlite3.h>

static char backup_path[256], copy_path[256], beside_path[300], copied_path[300], key_path[256];

/* A session that was never begun, in the log of a copy of the backup. */
static void write_log_of_copy(void)
{
    sqlite3 *db;
    char command[700];
    snprintf(command, sizeof command, "cp %s %s", backup_path, copy_path);
    assert_int_equal(system(command), 0);
    assert_int_equal(sqlite3_open(copy_path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db,
                                  "PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0;"
                                  "INSERT INTO entries VALUES ('~session/thief', 1, x'7b7d')",
                                  NULL, NULL, NULL),
                     SQLITE_OK);
    snprintf(copied_path, sizeof copied_path, "%s-wal", copy_path);
    snprintf(command, sizeof command, "cp %s %s", copied_path, beside_path);
    assert_int_equal(system(command), 0);
    sqlite3_close(db);
}

static lm_store_why restore(const char *name, char *text)
{
    lm_store_report report;
    return lm_store_restore(backup_path, sqlite_url(name), NULL, &report, text);
}

static void test_a_log_beside_a_backup(void **state)
{
    char text[LM_STORE_TEXT], path[256];
    lm_store_report report;
    (void)state;
    in_folder("monday.backup", backup_path);
    in_folder("copy.db", copy_path);
    snprintf(beside_path, sizeof beside_path, "%s-wal", backup_path);
    lm_signer *signer = lm_signer_load(in_folder("house.key", key_path), true, text);
    lm_store *store = open_with((lm_store_options){ .url = sqlite_url("house.db"), .signer = signer });
    open_accounts(store);
    assert_int_equal(lm_store_backup(store, backup_path, &report, text), LM_STORE_DONE);
    lm_store_close(store);
    lm_signer_free(signer);

    assert_int_equal(restore("there.db", text), LM_STORE_DONE);
    write_log_of_copy();
    assert_int_equal(restore("thief.db", text), LM_STORE_FAILED);
    assert_non_null(strstr(text, "monday.backup-wal"));
    assert_int_equal(access(in_folder("thief.db", path), F_OK), -1);
    unlink(beside_path);
    assert_int_equal(restore("again.db", text), LM_STORE_DONE);
}

static int set_up(void **state)
{
    (void)state;
    return harness_set_up(false);
}

static int tear_down(void **state)
{
    (void)state;
    return harness_tear_down();
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_a_log_beside_a_backup) };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
