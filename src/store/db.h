/* db.h - the interface of a database: a connection, and one table of functions for each kind.
 *
 * Rows are the structs of tables.h, read and written by their descriptions. A connection is used by one thread at a
 * time. A call that fails leaves a sentence in `text`. */
#ifndef LAMMER_STORE_DB_H
#define LAMMER_STORE_DB_H

#include <pthread.h>

#include "lammer/embedded.h"
#include "set.h"

typedef enum {
    DB_OK,
    DB_AGAIN,   /* nothing was done; after `recover` the transaction may be repeated */
    DB_UNKNOWN, /* the answer to the commit is lost; `recover` finds out whether it happened */
    DB_DEAD,    /* the disk or the database failed; there is no further attempt */
} db_end;

typedef enum { DB_INSERT, DB_REPLACE, DB_DELETE } db_change;

typedef struct store_db store_db;
typedef bool (*db_receiver)(void *context, const void *row);

typedef struct {
    const char *where; /* for SQLite the URL without its scheme, for PostgreSQL the whole URL */
    lm_store_mode mode;
    bool writer; /* this connection writes; it is opened before the readers */
    const char *vfs;
    int unsorted;
    int patience_ms;
    int64_t (*clock_ms)(void *clock);
    void *clock;
    bool by_hand;
} db_options;

typedef struct {
    /* Begins a transaction of the writer. Reads and locks the rows of the sets that exist, set by set; copies bytes
     * into the sets' memory. *now_ms is the database's clock. */
    db_end (*begin)(store_db *db, row_set *const *sets, int n, int64_t *now_ms);
    /* An error of `save` may be reported only by `commit`. */
    db_end (*save)(store_db *db, table_id table, void *const *rows, int n, db_change change);
    db_end (*commit)(store_db *db);
    void (*rollback)(store_db *db);
    /* Call it after DB_AGAIN or DB_UNKNOWN: prepares for another `begin`, and tells whether the last commit
     * happened. */
    db_end (*recover)(store_db *db, bool *committed);
    /* Housekeeping after the outcomes are reported: no client waits for it. */
    db_end (*tidy)(store_db *db);

    /* For db_look and db_scan; `rollback` ends a look. */
    db_end (*look)(store_db *db);
    db_end (*scan)(store_db *db, table_id table, const store_range *range, db_receiver receiver, void *context);

    int64_t (*bytes)(store_db *db); /* size of the database; -1: not known */

    /* `version` is the number of migrations done, 0 if there is no house yet; `migrate` runs the next one. */
    db_end (*version)(store_db *db, int *version);
    db_end (*migrate)(store_db *db, const lm_embedded_file *file, int version);
    const lm_embedded_file *migrations;

    size_t size; /* size of the struct that begins with store_db */
    db_end (*open)(store_db *db, const db_options *options);
    void (*close)(store_db *db);
} db_kind;

/* The first member of each kind's own struct. */
struct store_db {
    const db_kind *kind;
    char *where;
    bool looking; /* between look and look_away */
    char text[LM_STORE_TEXT];
    int64_t reconnections; /* how often a lost connection was replaced */
};

extern const db_kind sqlite_kind, postgres_kind;

/* NULL, with a sentence in `text`, if no connection can be made. */
store_db *db_open(const db_kind *kind, const db_options *options, char *text);
void db_close(store_db *db);

/* All scans between db_look and db_look_away see the same state of the database; any other scan sees the latest. */
db_end db_look(store_db *db);
void db_look_away(store_db *db);
db_end db_scan(store_db *db, table_id table, const store_range *range, db_receiver receiver, void *context);

/* Migrates an older house if `serve` is set; otherwise says why its version does not fit. */
db_end db_upgrade(store_db *db, bool serve);

/* SQL that both databases understand. */
enum { DB_SQL = 1024 };
void db_columns_sql(char *sql, table_id table);                    /* "name, seq, time_ms" */
void db_conflict_sql(char *sql, table_id table, db_change change); /* the clause after an INSERT */

/* Selects rows whose first key fits the condition `keys` and whose second key, if any, is between `from` and `to`.
 * Characters of names are below DEL, so all names with a prefix lie between the prefix and the prefix followed by
 * DEL. */
void db_scan_sql(char *sql, size_t size, table_id table, const char *keys, const char *from, const char *to);

/* Puts a sentence into db->text and returns `end`. */
db_end db_say(store_db *db, db_end end, const char *format, ...) __attribute__((format(printf, 3, 4)));

db_end db_no_memory(store_db *db);

/* The clock of the options, or the system's. */
int64_t db_now_ms(int64_t (*clock_ms)(void *clock), void *clock);

/* Starts a thread that blocks all signals, which are for the threads of the program that opened the store. */
bool db_thread(pthread_t *thread, void *(*run)(void *context), void *context);

#endif
