/* sqlite_log.c - rows that are committed but not yet sorted into their tables. */
#include <stdlib.h>
#include <string.h>

#include "bytes.h"
#include "sqlite_log.h"

void log_clear(row_log *log)
{
    arena_clear(&log->memory);
    memset(log->bucket, 0, sizeof log->bucket);
    memset(log->of_table, 0, sizeof log->of_table);
    log->first = NULL;
    log->end = &log->first;
    log->n = 0;
    log->bytes = 0;
}

/* The second key, or 0. */
static int64_t number_of(table_id table, const void *row)
{
    const store_table *t = &store_tables[table];
    return t->keys == 2 ? *(const int64_t *)row_field(&t->column[1], row) : 0;
}

int row_compare(table_id table, const void *a, const void *b)
{
    int by_name = strcmp(a, b); /* rows begin with their name */
    int64_t x = number_of(table, a), y = number_of(table, b);
    return by_name ? by_name : (x > y) - (x < y);
}

static unsigned bucket_of(table_id table, const char *name)
{
    uint64_t h = 14695981039346656037u + (uint64_t)table; /* FNV-1a */
    for (; *name; name++)
        h = (h ^ (uint8_t)*name) * 1099511628211u;
    return (unsigned)(h >> 32) % LOG_BUCKETS;
}

log_row *log_find(const row_log *log, table_id table, const char *name)
{
    log_row *found = log->bucket[bucket_of(table, name)];
    while (found && (found->table != table || strcmp(found->row, name) != 0))
        found = found->in_bucket;
    return found;
}

void log_write(buffer *b, table_id table, const void *row, bool gone)
{
    const store_table *t = &store_tables[table];
    buffer_byte(b, (uint8_t)table);
    buffer_byte(b, gone);
    for (int c = 0; c < t->columns; c++) {
        const void *field = row_field(&t->column[c], row);
        const store_bytes *bytes = field;
        switch (t->column[c].kind) {
        case COLUMN_INT: buffer_int(b, *(const int64_t *)field); break;
        case COLUMN_NAME: buffer_text(b, field); break;
        case COLUMN_HASH: buffer_bytes(b, field, LM_STORE_HASH); break;
        case COLUMN_BYTES: buffer_counted(b, bytes->data, bytes->size); break;
        }
    }
}

static void take_field(bytes_reader *r, const store_column *column, void *row)
{
    void *field = row_field(column, row);
    store_bytes *bytes = field;
    const uint8_t *hash;
    switch (column->kind) {
    case COLUMN_INT: *(int64_t *)field = take_int(r); break;
    case COLUMN_NAME: take_text(r, field, LM_STORE_NAME); break;
    case COLUMN_HASH:
        hash = take_bytes(r, LM_STORE_HASH);
        if (hash) memcpy(field, hash, LM_STORE_HASH);
        break;
    case COLUMN_BYTES: bytes->data = take_counted(r, &bytes->size); break;
    }
}

static bool in_range(table_id table, const void *row, const store_range *range)
{
    const char *name = row;
    bool fits =
        range->prefix ? strncmp(name, range->key, strlen(range->key)) == 0 : strcmp(name, range->key) == 0;
    if (!fits || store_tables[table].keys == 1) return fits;
    int64_t number = number_of(table, row);
    return number >= range->from && number <= range->to;
}

/* The log's own copy of a row's bytes. */
static bool keep_bytes(row_log *log, table_id table, void *row)
{
    const store_table *t = &store_tables[table];
    for (int c = 0; c < t->columns; c++) {
        if (t->column[c].kind != COLUMN_BYTES) continue;
        store_bytes *bytes = row_field(&t->column[c], row);
        bytes->data = arena_copy(&log->memory, bytes->data, bytes->size);
        if (!bytes->data) return false;
    }
    return true;
}

/* Rows of two keys are never replaced and never looked up one by one. */
static bool looked_up(table_id table)
{
    return store_tables[table].keys == 1;
}

static void add_to_bucket(row_log *log, log_row *row)
{
    unsigned b = bucket_of(row->table, row->row);
    row->in_bucket = log->bucket[b];
    log->bucket[b] = row;
}

static bool keep(row_log *log, table_id table, const any_row *row, bool gone)
{
    log_row *kept = looked_up(table) ? log_find(log, table, (const char *)row) : NULL, *made = NULL;
    if (!kept) {
        kept = made = arena_take(&log->memory, sizeof *kept);
        if (!kept || !(kept->row = arena_take(&log->memory, store_tables[table].size))) return false;
        kept->table = table;
        kept->in_table = log->of_table[table];
        log->of_table[table] = kept;
        *log->end = kept;
        log->end = &kept->next;
        log->n++;
    }
    memcpy(kept->row, row, store_tables[table].size);
    kept->gone = gone;
    if (made && looked_up(table)) add_to_bucket(log, made);
    return keep_bytes(log, table, kept->row);
}

bool log_read(row_log *log, store_bytes rows)
{
    bytes_reader r = { rows.data, rows.size, false };
    log->bytes += rows.size;
    while (r.left > 0 && !r.bad) {
        any_row row;
        unsigned table = (unsigned)take_little(&r, 1);
        bool gone = take_little(&r, 1) != 0;
        if (table >= TABLE_COUNT) return false;
        memset(&row, 0, sizeof row);
        for (int c = 0; c < store_tables[table].columns; c++)
            take_field(&r, &store_tables[table].column[c], &row);
        if (r.bad) return false;
        if (!keep(log, (table_id)table, &row, gone)) return false;
    }
    return true;
}

static int by_table_and_key(const void *a, const void *b)
{
    const log_row *x = *(log_row *const *)a, *y = *(log_row *const *)b;
    if (x->table != y->table) return x->table < y->table ? -1 : 1;
    return row_compare(x->table, x->row, y->row);
}

log_row **log_sorted(row_log *log)
{
    log_row **sorted = arena_take(&log->memory, (size_t)(log->n + 1) * sizeof *sorted);
    if (!sorted) return NULL;
    int n = 0;
    for (log_row *row = log->first; row; row = row->next)
        sorted[n++] = row;
    qsort(sorted, (size_t)n, sizeof *sorted, by_table_and_key);
    return sorted;
}

log_row **log_picked(const row_log *log, table_id table, const store_range *range, arena *memory, int *n)
{
    int found = 0;
    for (log_row *row = log->of_table[table]; row; row = row->in_table)
        found += in_range(table, row->row, range);
    log_row **picked = arena_take(memory, (size_t)(found + 1) * sizeof *picked);
    *n = 0;
    for (log_row *row = log->of_table[table]; row && picked; row = row->in_table) {
        if (in_range(table, row->row, range)) picked[(*n)++] = row;
    }
    if (picked) qsort(picked, (size_t)*n, sizeof *picked, by_table_and_key);
    return picked;
}
