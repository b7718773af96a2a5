/* tables.c - the tables of a store, described once for both databases. */
#include <string.h>

#include "tables.h"

/* clang-format off */
#define INT(row, field) { #field, COLUMN_INT, offsetof(row, field) }
#define NAME(row, field) { #field, COLUMN_NAME, offsetof(row, field) }
#define HASH(row, field) { #field, COLUMN_HASH, offsetof(row, field) }
#define BYTES(row, field) { #field, COLUMN_BYTES, offsetof(row, field) }

const store_table store_tables[TABLE_COUNT] = {
    [TABLE_META] = { "meta", 1, 2, sizeof(meta_row), {
        NAME(meta_row, name), BYTES(meta_row, data) } },
    [TABLE_STREAMS] = { "streams", 1, 7, sizeof(stream_row), {
        NAME(stream_row, name), INT(stream_row, seq), INT(stream_row, time_ms), HASH(stream_row, hash),
        NAME(stream_row, owner), INT(stream_row, epoch), INT(stream_row, expires_ms) } },
    [TABLE_RECORDS] = { "records", 2, 8, sizeof(record_row), {
        NAME(record_row, stream), INT(record_row, seq), INT(record_row, time_ms), NAME(record_row, kind),
        NAME(record_row, actor), BYTES(record_row, body), BYTES(record_row, effects), HASH(record_row, hash) } },
    [TABLE_ACCOUNTS] = { "accounts", 1, 4, sizeof(account_row), {
        NAME(account_row, name), INT(account_row, house), INT(account_row, cents), INT(account_row, lines) } },
    [TABLE_LINES] = { "lines", 2, 6, sizeof(line_row), {
        NAME(line_row, account), INT(line_row, n), INT(line_row, cents), INT(line_row, balance_cents),
        NAME(line_row, stream), INT(line_row, seq) } },
    [TABLE_ENTRIES] = { "entries", 1, 3, sizeof(entry_row), {
        NAME(entry_row, name), INT(entry_row, version), BYTES(entry_row, data) } },
    [TABLE_CLIENTS] = { "clients", 1, 3, sizeof(client_row), {
        NAME(client_row, name), INT(client_row, number), BYTES(client_row, recent) } },
    [TABLE_SNAPSHOTS] = { "snapshots", 1, 5, sizeof(snapshot_row), {
        NAME(snapshot_row, stream), INT(snapshot_row, seq), HASH(snapshot_row, hash), BYTES(snapshot_row, state),
        BYTES(snapshot_row, signature) } },
};
/* clang-format on */

void *row_field(const store_column *column, const void *row)
{
    return (char *)(uintptr_t)row + column->offset; /* rows handed to the databases to be filled are not const */
}

static void receive_name(char *name, const void *data, size_t size)
{
    bool strange = size > LM_STORE_NAME || memchr(data, 0, size);
    size_t n = strange ? 1 : size;
    memset(name, 0, LM_STORE_NAME + 1);
    memcpy(name, strange ? "\x01" : data, n);
}

void row_receive(const store_column *column, void *row, const void *data, size_t size)
{
    void *field = row_field(column, row);
    if (!data) data = "";
    switch (column->kind) {
    case COLUMN_INT: break;
    case COLUMN_NAME: receive_name(field, data, size); break;
    case COLUMN_HASH:
        memset(field, 0, LM_STORE_HASH);
        if (size == LM_STORE_HASH) memcpy(field, data, size);
        break;
    case COLUMN_BYTES: *(store_bytes *)field = (store_bytes){ data, size }; break;
    }
}

bool row_keep_bytes(const store_table *table, void *row, arena *memory)
{
    for (int c = 0; c < table->columns; c++) {
        if (table->column[c].kind != COLUMN_BYTES) continue;
        store_bytes *bytes = row_field(&table->column[c], row);
        bytes->data = arena_copy(memory, bytes->data, bytes->size);
        if (!bytes->data) return false;
    }
    return true;
}

bool lm_store_name_fits(const char *name)
{
    size_t n = strlen(name);
    if (n < 1 || n > LM_STORE_NAME) return false;
    for (size_t i = 0; i < n; i++) {
        if (name[i] < '!' || name[i] > '~') return false;
    }
    return true;
}
