/* sqlite.h - the SQLite connection, shared by the files that open it and that move its rows. */
#ifndef LAMMER_STORE_SQLITE_H
#define LAMMER_STORE_SQLITE_H

#include <sqlite3.h>

#include "db.h"
#include "carry.h"
#include "log.h"

enum { SQLITE_STATEMENTS = TABLE_COUNT * (DB_DELETE + 5) + 6 };

typedef struct {
    store_db head;
    sqlite3 *db;
    int lock;                  /* the lock file, which keeps a second writer out; -1 for readers */
    bool made_file, made_lock; /* this start made the file, or the lock file */
    bool used;                 /* a write was at least attempted */
    int wal_pages;             /* pages in the write-ahead log after the last commit */
    wal_carrier carrier;
    int64_t (*clock_ms)(void *clock); /* NULL: the system's */
    void *clock;
    int unsorted;         /* the most rows in `pending` */
    row_log log;          /* the contents of `pending`; for a reader, those that it has read */
    int64_t pending_last; /* the last piece that a reader has seen */
    int64_t next_piece;   /* the next number for a writer's piece */
    bool log_read;        /* the writer has read `pending` at its start */
    arena picked;         /* memory of one scan, or one sort */
    arena memory;         /* of `staged` */
    buffer staged;        /* rows of the current transaction */
    row_log portion;      /* rows of a transaction that is too large to be staged */
    bool sorted;          /* this transaction has sorted everything */
    union {
        sqlite3_stmt *statement[SQLITE_STATEMENTS]; /* all statements below, as one array */
        struct {
            sqlite3_stmt *change[TABLE_COUNT][DB_DELETE + 1];
            sqlite3_stmt *insert_many[TABLE_COUNT];
            sqlite3_stmt *find[TABLE_COUNT];
            sqlite3_stmt *scan[TABLE_COUNT][2]; /* one key; keys with a prefix */
            sqlite3_stmt *first_piece, *next_pieces, *add_piece, *drop_pieces, *begin, *commit;
        };
    };
} sqlite_db;

extern const lm_embedded_file lm_embedded_migrations_sqlite[];

/* The last error as a sentence with advice; returns DB_DEAD. */
db_end sqlite_say(store_db *head, const char *path, sqlite3 *db, const char *doing);
db_end sqlite_failed(sqlite_db *self, const char *doing);

db_end sqlite_run(sqlite_db *self, const char *sql, const char *doing);
db_end sqlite_prepare(sqlite_db *self, const char *sql, sqlite3_stmt **statement);

/* Runs a statement that returns no rows, prepared at its first use. */
db_end sqlite_step(sqlite_db *self, const char *sql, sqlite3_stmt **statement, const char *doing);

/* pending.c */
void pending_begin(sqlite_db *self);
db_end pending_read(sqlite_db *self);
db_end pending_follow(sqlite_db *self);
db_end pending_commit(sqlite_db *self);
void pending_forget(sqlite_db *self);
db_end pending_sort(sqlite_db *self, bool all);
db_end sqlite_save(store_db *db, table_id table, void *const *rows, int n, db_change change);

/* rows.c */
db_end sqlite_load(sqlite_db *self, row_set *set);
db_end sqlite_write(sqlite_db *self, const log_row *const *rows, int n);
db_end sqlite_scan(store_db *db, table_id table, const store_range *range, db_receiver receiver, void *context);

#endif
