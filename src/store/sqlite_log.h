/* sqlite_log.h - rows that are committed but not yet sorted into their tables.
 *
 * A group of batches touches rows all over the tables: each stream's end in an index, each client, each account. SQLite
 * writes whole pages, so writing them where they belong would cost two or three pages for each action. Instead a commit
 * writes all its rows as one piece at the end of the table `pending`, keeps them in memory too, and now and then sorts
 * thousands of them into their tables in one transaction. Whoever reads sees both. Nothing is lost in between: what
 * is pending is as durable as what is sorted, and is sorted when the house is opened next. */
#ifndef LAMMER_STORE_SQLITE_LOG_H
#define LAMMER_STORE_SQLITE_LOG_H

#include "rows.h"
#include "arena.h"

typedef struct log_row log_row;

struct log_row {
    log_row *in_bucket, *next, *in_table;
    table_id table;
    bool gone; /* deleted */
    void *row;
};

enum { LOG_BUCKETS = 4096 };

typedef struct {
    arena memory;
    log_row *bucket[LOG_BUCKETS];
    log_row *first, **end;
    log_row *of_table[TABLE_COUNT];
    int n;
    size_t bytes; /* read, older versions of rows included: what lies in the table */
} row_log;

void log_clear(row_log *log);

/* The newest version of a row in a table of one key, or NULL. */
log_row *log_find(const row_log *log, table_id table, const char *name);

/* A row as bytes, and many rows from bytes into the log. False when the bytes make no sense or there is no memory. */
void log_write(buffer *b, table_id table, const void *row, bool gone);
bool log_read(row_log *log, store_bytes rows);

/* All rows by table and key, as an array in the log's memory; NULL when there is no memory. */
log_row **log_sorted(row_log *log);

/* The rows of one table in a range, by key, as an array in `memory`; NULL when there is none left. */
log_row **log_picked(const row_log *log, table_id table, const store_range *range, arena *memory, int *n);

int row_compare(table_id table, const void *a, const void *b);

#endif
