/* log.h - rows that are committed but not yet sorted into their tables.
 *
 * A group of batches touches rows all over the tables: each stream's end in an index, each client, each account. SQLite
 * writes whole pages, so writing the rows where they belong would cost two or three pages for each action. Instead a
 * commit writes all its rows as one piece at the end of the table `pending`, and keeps the piece in memory as well.
 * From time to time the oldest pieces are sorted into their tables in one transaction. A reader sees pending and sorted
 * rows. Nothing can be lost: pending rows are as durable as sorted ones, and the next start reads them.
 *
 * Rows stay encoded, because few of them are read before they are sorted. */
#ifndef LAMMER_STORE_SQLITE_LOG_H
#define LAMMER_STORE_SQLITE_LOG_H

#include "arena.h"
#include "set.h"

typedef struct log_row log_row;
typedef struct log_piece log_piece;

struct log_row {
    log_row *in_bucket;
    const uint8_t *columns; /* as log_write wrote them */
    size_t size;
    const char *name; /* the first key, without a NUL */
    int64_t number;   /* the second key, or 0 */
    uint32_t hash;
    uint8_t name_size, table;
    bool gone;       /* deleted */
    bool superseded; /* a later piece also has this row */
};

struct log_piece {
    log_piece *next;
    int64_t id;
    int n;
    log_row *row;
    uint8_t *bytes;
    size_t size;
    struct {
        int first, end;
    } of[TABLE_COUNT]; /* the range of its rows for each table; a group is saved table by table */
};

enum { LOG_BUCKETS = 8192 };

typedef struct {
    log_piece *first, **end;
    log_row *bucket[LOG_BUCKETS]; /* rows with one key, the newest of each name */
    struct {
        log_row *first, *last;
    } added[LOG_BUCKETS]; /* rows with two keys, by the first one, the oldest first */
    int n, last_n;        /* rows; those of the piece that was added last */
    size_t bytes;
} row_log;

void log_begin(row_log *log);

/* Writes a row as bytes. */
void log_write(buffer *b, table_id table, const void *row, bool gone);

/* Adds a piece; false when it is malformed or memory runs out. */
bool log_add(row_log *log, int64_t id, const void *bytes, size_t size);

/* Drops the pieces up to the given one. */
void log_drop(row_log *log, int64_t id);

/* The newest version of a row, or NULL; log_decode makes a struct of it that points into the log. */
const log_row *log_find(const row_log *log, table_id table, const set_row *row);
void log_decode(const log_row *row, void *decoded);

/* The rows of the pieces up to the given one, sorted by table and key, without those that a later piece also has.
 * Allocated in `memory`; NULL when memory runs out. */
const log_row **log_sorted(const row_log *log, int64_t id, arena *memory, int *n);

/* The rows of one table in a range, by key. */
const log_row **log_picked(const row_log *log, table_id table, const store_range *range, arena *memory, int *n);

/* Compares a row of the log with a row of its table. */
int log_compare(const log_row *logged, const void *row);

#endif
