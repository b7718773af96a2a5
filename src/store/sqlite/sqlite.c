/* sqlite.c - a house in one SQLite file: opening, locking, transactions, migrations.
 *
 * WAL with synchronous=FULL: a commit returns when the log is on the disk. This file checkpoints the log itself,
 * because SQLite's own hook would hide a disk error. */
#define _DEFAULT_SOURCE /* flock */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "sqlite.h"

enum { APPLICATION = 0x4c616d72 /* "Lamr" */, BUSY_MS = 5000, LEAST_WAL_PAGES = 256 };

static const struct {
    int code;
    const char *advice;
} advices[] = {
    { SQLITE_FULL, "the disk is full; free some space, then start again" },
    { SQLITE_IOERR,
      /* say:disk-failed */ "the disk or the file system failed; check it before starting again" },
    { SQLITE_CORRUPT, /* say:file-damaged */ "the file is damaged; restore a backup" },
    { SQLITE_NOTADB, /* say:not-a-database */ "the file is not a database; name another" },
    { SQLITE_READONLY, "the file may not be written; check its permissions" },
    { SQLITE_PERM, "the file may not be opened; check its permissions" },
    { SQLITE_CANTOPEN,
      /* say:sqlite-cannot-open */ "the file cannot be opened; check the path and its permissions" },
    { SQLITE_BUSY, /* say:locked-by-another-program */ "another program has locked it; close that program" },
    { SQLITE_NOMEM, "out of memory" },
};

db_end sqlite_say(store_db *head, const char *path, sqlite3 *db, const char *doing)
{
    int code = sqlite3_errcode(db);
    const char *advice = "an unexpected error; keep the file and report it";
    for (size_t i = 0; i < sizeof advices / sizeof *advices; i++) {
        if (advices[i].code == (code & 0xff)) advice = advices[i].advice;
    }
    return db_say(head, DB_DEAD, "%s: %s: %s (%s)", path, doing, advice, sqlite3_errmsg(db));
}

db_end sqlite_failed(sqlite_db *self, const char *doing)
{
    return sqlite_say(&self->head, self->head.where, self->db, doing);
}

db_end sqlite_run(sqlite_db *self, const char *sql, const char *doing)
{
    return sqlite3_exec(self->db, sql, NULL, NULL, NULL) == SQLITE_OK ? DB_OK : sqlite_failed(self, doing);
}

/* The single number that a PRAGMA or a count returns. */
static db_end ask_number(sqlite_db *self, const char *sql, int *number)
{
    sqlite3_stmt *statement = NULL;
    int code = sqlite3_prepare_v2(self->db, sql, -1, &statement, NULL);
    if (code == SQLITE_OK) code = sqlite3_step(statement);
    if (code == SQLITE_ROW) *number = sqlite3_column_int(statement, 0);
    db_end end = code == SQLITE_ROW ? DB_OK : sqlite_failed(self, "reading it");
    sqlite3_finalize(statement);
    return end;
}

/* --- transactions ----------------------------------------------------------------------------------------- */

static db_end begin_sqlite(store_db *db, row_set *const *sets, int n, int64_t *now_ms)
{
    sqlite_db *self = (sqlite_db *)db;
    *now_ms = db_now_ms(self->clock_ms, self->clock);
    self->used = true;
    pending_begin(self);
    db_end end = sqlite_step(self, "BEGIN IMMEDIATE", &self->begin, "starting a write");
    if (end == DB_OK && !self->log_read) {
        end = pending_read(self); /* rows that the last server left unsorted */
        self->log_read = end == DB_OK;
    }
    for (int i = 0; i < n && end == DB_OK; i++)
        end = sqlite_load(self, sets[i]);
    return end;
}

static db_end commit_sqlite(store_db *db)
{
    return pending_commit((sqlite_db *)db);
}

static void rollback_sqlite(store_db *db)
{
    sqlite_db *self = (sqlite_db *)db;
    if (!sqlite3_get_autocommit(self->db)) sqlite3_exec(self->db, "ROLLBACK", NULL, NULL, NULL);
    pending_begin(self);
}

/* There is no connection to lose: a failure is final. */
static db_end recover_sqlite(store_db *db, bool *committed)
{
    *committed = false;
    return DB_DEAD;
}

static int note_wal(void *context, sqlite3 *db, const char *name, int pages)
{
    ((sqlite_db *)context)->wal_pages = pages;
    return SQLITE_OK;
}

/* Moves the last pages into the file, after the carrier has moved most of them. */
static db_end finish_carrying(sqlite_db *self)
{
    int code = sqlite3_wal_checkpoint_v2(self->db, NULL, SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
    if (code != SQLITE_OK && code != SQLITE_BUSY) return sqlite_failed(self, "moving the log into the file");
    self->wal_pages = 0;
    return DB_OK;
}

/* The log may hold half as many pages as there may be unsorted rows, so that it is moved into the file only once in
 * several sorts. */
static bool log_is_long(const sqlite_db *self)
{
    int most = self->unsorted / 2 > LEAST_WAL_PAGES ? self->unsorted / 2 : LEAST_WAL_PAGES;
    return self->wal_pages >= most;
}

static db_end tidy_sqlite(store_db *db)
{
    sqlite_db *self = (sqlite_db *)db;
    db_end end = pending_sort(self, false);
    if (end != DB_OK || !log_is_long(self)) return end;
    carrier_state state = carrier_ask(&self->carrier, &end, db->text);
    return end == DB_OK && state == CARRIER_DONE ? finish_carrying(self) : end;
}

static db_end look_sqlite(store_db *db)
{
    return sqlite_run((sqlite_db *)db, "BEGIN", "reading it");
}

/* --- migrations ------------------------------------------------------------------------------------------- */

static db_end version_sqlite(store_db *db, int *number)
{
    sqlite_db *self = (sqlite_db *)db;
    int tables = 0, application = 0;
    *number = 0;
    db_end end = ask_number(self, "SELECT count(*) FROM sqlite_master", &tables);
    if (end != DB_OK || tables == 0) return end;
    end = ask_number(self, "PRAGMA application_id", &application);
    if (end != DB_OK) return end;
    if (application != APPLICATION)
        return db_say(db, DB_DEAD,
                      /* say:another-programs-database */ "%s: this is another program's database; name another file",
                      self->head.where);
    return ask_number(self, "PRAGMA user_version", number);
}

static db_end migrate_sqlite(store_db *db, const lm_embedded_file *file, int number)
{
    sqlite_db *self = (sqlite_db *)db;
    char mark[96];
    snprintf(mark, sizeof mark, "PRAGMA application_id = %d; PRAGMA user_version = %d", APPLICATION, number);
    self->used = true;
    db_end end = sqlite_run(self, "BEGIN IMMEDIATE", "upgrading");
    if (end == DB_OK) end = sqlite_run(self, file->data, file->name);
    if (end == DB_OK) end = sqlite_run(self, mark, "upgrading");
    if (end == DB_OK) end = sqlite_run(self, "COMMIT", "upgrading");
    if (end != DB_OK) rollback_sqlite(db);
    return end;
}

/* --- opening and closing ---------------------------------------------------------------------------------- */

static char *lock_name(const sqlite_db *self)
{
    size_t size = strlen(self->head.where) + sizeof ".lock";
    char *name = malloc(size);
    if (name) snprintf(name, size, "%s.lock", self->head.where);
    return name;
}

/* Removes the files that a failed start has made. The lock is still held, so no other server uses them. */
static void remove_what_was_made(sqlite_db *self)
{
    if (self->used) return;
    char *name = self->made_lock ? lock_name(self) : NULL;
    if (self->made_file) unlink(self->head.where);
    if (name) unlink(name);
    free(name);
}

/* A writer that has failed does not sort, but leaves everything to the next server. */
static void close_sqlite(store_db *db)
{
    sqlite_db *self = (sqlite_db *)db;
    carrier_end(&self->carrier);
    if (self->lock >= 0 && !db->text[0]) pending_sort(self, true);
    for (int i = 0; i < SQLITE_STATEMENTS; i++)
        sqlite3_finalize(self->statement[i]);
    pending_forget(self);
    if (self->db && db->text[0]) sqlite3_db_config(self->db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
    sqlite3_close(self->db);
    remove_what_was_made(self);
    if (self->lock >= 0) close(self->lock);
}

/* Opens a file, or makes it if it is missing. Returns its descriptor. */
static int open_or_make(const char *name, bool *made)
{
    int file = open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    *made = file >= 0;
    return file >= 0 || errno != EEXIST ? file : open(name, O_RDWR | O_CLOEXEC);
}

/* A failed start of another server may remove the lock file between our open and flock. The lock on a removed file
 * would not keep other servers out. */
static bool is_still_named(int file, const char *name)
{
    struct stat held, named;
    return fstat(file, &held) == 0 && stat(name, &named) == 0 && held.st_ino == named.st_ino &&
           held.st_dev == named.st_dev;
}

static bool lock_file(sqlite_db *self, const char *name)
{
    for (int tries = 0; tries < 100; tries++) {
        self->lock = open_or_make(name, &self->made_lock);
        if (self->lock < 0 && errno == ENOENT) continue; /* removed just now */
        if (self->lock < 0 || flock(self->lock, LOCK_EX | LOCK_NB) != 0) return false;
        if (is_still_named(self->lock, name)) return true;
        close(self->lock);
    }
    self->lock = -1;
    return false;
}

/* Only the owner may read a new file. */
static db_end keep_others_out(sqlite_db *self)
{
    char *name = lock_name(self);
    if (!name) return db_say(&self->head, DB_DEAD, "out of memory");
    int file = open_or_make(self->head.where, &self->made_file);
    bool locked = file >= 0 && lock_file(self, name);
    db_end end = DB_OK;
    if (file < 0 || self->lock < 0) {
        end = db_say(&self->head, DB_DEAD, /* say:sqlite-path */ "%s: %s; check the path and its permissions",
                     self->head.where, strerror(errno));
    } else if (!locked) {
        self->made_file = self->made_lock = false;
        end = db_say(&self->head, DB_DEAD,
                     /* say:house-served-already */ "%s: another lammer serves this house; stop it first",
                     self->head.where);
    }
    if (file >= 0) close(file);
    free(name);
    return end;
}

static db_end set_up(sqlite_db *self, bool writer)
{
    sqlite3_extended_result_codes(self->db, 1);
    sqlite3_busy_timeout(self->db, BUSY_MS);
    if (!writer) return sqlite_run(self, "PRAGMA query_only = 1; PRAGMA cell_size_check = 1", "opening it");
    int tables;
    db_end end = ask_number(self, "SELECT count(*) FROM sqlite_master", &tables); /* a foreign file is not touched */
    if (end == DB_OK && tables) end = self->head.kind->version(&self->head, &tables);
    if (end == DB_OK)
        end = sqlite_run(self, "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cache_size = -32768",
                         "opening it");
    sqlite3_wal_hook(self->db, note_wal, self);
    return end;
}

static db_end open_file(sqlite_db *self, const db_options *options)
{
    bool writer = options->writer;
    db_end end = writer ? keep_others_out(self) : DB_OK;
    if (end != DB_OK) return end;
    int flags = (options->mode == LM_STORE_READ ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE) | SQLITE_OPEN_NOMUTEX;
    if (sqlite3_open_v2(self->head.where, &self->db, flags, options->vfs) != SQLITE_OK)
        return sqlite_failed(self, "opening it");
    return set_up(self, writer);
}

static db_end open_sqlite(store_db *db, const db_options *options)
{
    sqlite_db *self = (sqlite_db *)db;
    self->lock = -1;
    self->unsorted = options->unsorted;
    self->clock_ms = options->clock_ms;
    self->clock = options->clock;
    log_begin(&self->log);
    carrier_begin(&self->carrier, db->where, options->vfs);
    self->carrier.by_hand = options->by_hand;
    return open_file(self, options);
}

static int64_t bytes_sqlite(store_db *db)
{
    static const char sql[] = "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()";
    sqlite_db *self = (sqlite_db *)db;
    sqlite3_stmt *statement = NULL;
    int64_t bytes = -1;
    if (sqlite3_prepare_v2(self->db, sql, -1, &statement, NULL) == SQLITE_OK && sqlite3_step(statement) == SQLITE_ROW)
        bytes = sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    return bytes;
}

const db_kind sqlite_kind = {
    .begin = begin_sqlite,
    .save = sqlite_save,
    .commit = commit_sqlite,
    .rollback = rollback_sqlite,
    .recover = recover_sqlite,
    .tidy = tidy_sqlite,
    .look = look_sqlite,
    .scan = sqlite_scan,
    .bytes = bytes_sqlite,
    .version = version_sqlite,
    .migrate = migrate_sqlite,
    .migrations = lm_embedded_migrations_sqlite,
    .size = sizeof(sqlite_db),
    .open = open_sqlite,
    .close = close_sqlite,
};
