/* tables.h - the tables of a store: a C struct for each row, and a description that both databases read.
 *
 * The first column is the key; tables with many rows for each key have the second column as a further key. Columns are
 * in the order of the migrations. */
#ifndef LAMMER_STORE_TABLES_H
#define LAMMER_STORE_TABLES_H

#include <string.h>

#include "arena.h"
#include "lammer/server/store.h"

typedef char store_name[LM_STORE_NAME + 1];

/* Bytes owned elsewhere; the function that supplies a row says how long they are valid. */
typedef struct {
    const uint8_t *data;
    size_t size;
} store_bytes;

typedef struct {
    store_name name;
    int64_t seq, time_ms;
    uint8_t hash[LM_STORE_HASH];
    store_name owner;
    int64_t epoch, expires_ms;
} stream_row;

typedef struct {
    store_name stream;
    int64_t seq, time_ms;
    store_name kind, actor;
    store_bytes body, effects;
    uint8_t hash[LM_STORE_HASH];
} record_row;

typedef struct {
    store_name name;
    int64_t house, cents, lines;
} account_row;

typedef struct {
    store_name account;
    int64_t n, cents, balance_cents;
    store_name stream;
    int64_t seq;
} line_row;

typedef struct {
    store_name name;
    int64_t version;
    store_bytes data;
} entry_row;

typedef struct {
    store_name name;
    int64_t number;
    store_bytes recent;
} client_row;

typedef struct {
    store_name stream;
    int64_t seq;
    uint8_t hash[LM_STORE_HASH];
    store_bytes state, signature;
} snapshot_row;

typedef struct {
    store_name name;
    store_bytes data;
} meta_row;

typedef union {
    meta_row meta;
    stream_row stream;
    record_row record;
    account_row account;
    line_row line;
    entry_row entry;
    client_row client;
    snapshot_row snapshot;
} any_row;

typedef enum { COLUMN_INT, COLUMN_NAME, COLUMN_HASH, COLUMN_BYTES } column_kind;

typedef struct {
    const char *name;
    column_kind kind;
    size_t offset;
} store_column;

enum { STORE_COLUMNS = 8 };

typedef struct {
    const char *name;
    int keys, columns;
    size_t size;
    store_column column[STORE_COLUMNS];
} store_table;

typedef enum {
    TABLE_META,
    TABLE_STREAMS,
    TABLE_RECORDS,
    TABLE_ACCOUNTS,
    TABLE_LINES,
    TABLE_ENTRIES,
    TABLE_CLIENTS,
    TABLE_SNAPSHOTS,
    TABLE_COUNT,
} table_id;

extern const store_table store_tables[TABLE_COUNT];

/* Selects rows of one key, or of all keys with a prefix; a second key must be between `from` and `to`. */
typedef struct {
    const char *key;
    bool prefix;
    int64_t from, to;
    const char *first; /* with `prefix`: skips keys before this one; NULL: none */
} store_range;

/* The key at which the rows of a prefix begin. */
static inline const char *range_first(const store_range *range)
{
    return range->first && strcmp(range->first, range->key) > 0 ? range->first : range->key;
}

#define RANGE_ALL ((store_range){ "", true, 0, INT64_MAX, NULL })

/* The address of a column in a row. */
void *row_field(const store_column *column, const void *row);

/* Sets a name, hash or bytes column from what a database returned; bytes are not copied. A value that no writer of ours
 * can have written (an overlong name, a NUL in it, a hash of another size) becomes a value that fails every check. */
void row_receive(const store_column *column, void *row, const void *data, size_t size);

/* Copies bytes that belong to a database into the memory; false when memory runs out. */
bool row_keep_bytes(const store_table *table, void *row, arena *memory);

/* FNV-1a. */
static inline uint32_t name_hash(const char *name, size_t size)
{
    uint32_t hash = 2166136261u;
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ (uint8_t)name[i]) * 16777619u;
    return hash;
}

#endif
