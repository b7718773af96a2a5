/* log.c - rows that are committed but not yet sorted into their tables. */
#include <stdlib.h>
#include <string.h>

#include "bytes.h"
#include "log.h"

void log_begin(row_log *log)
{
    memset(log, 0, sizeof *log);
    log->end = &log->first;
}

/* --- rows as bytes ---------------------------------------------------------------------------------------- */

static uint8_t *put_int(uint8_t *at, int64_t value)
{
    store_8(at, (uint64_t)value);
    return at + 8;
}

static uint8_t *put_counted(uint8_t *at, const void *data, size_t size)
{
    store_4(at, (uint32_t)size);
    if (size) memcpy(at + 4, data, size);
    return at + 4 + size;
}

static size_t most_bytes(const store_table *t, const void *row)
{
    size_t size = 2;
    for (int c = 0; c < t->columns; c++) {
        const store_bytes *bytes = row_field(&t->column[c], row);
        size += t->column[c].kind == COLUMN_BYTES ? 4 + bytes->size : 4 + LM_STORE_NAME;
    }
    return size;
}

void log_write(buffer *b, table_id table, const void *row, bool gone)
{
    const store_table *t = &store_tables[table];
    uint8_t *start = buffer_room(b, most_bytes(t, row)), *at = start;
    if (!start) return;
    *at++ = (uint8_t)table;
    *at++ = gone;
    for (int c = 0; c < t->columns; c++) {
        const void *field = row_field(&t->column[c], row);
        const store_bytes *bytes = field;
        switch (t->column[c].kind) {
        case COLUMN_INT: at = put_int(at, *(const int64_t *)field); break;
        case COLUMN_NAME: at = put_counted(at, field, strlen(field)); break;
        case COLUMN_HASH: at = (uint8_t *)memcpy(at, field, LM_STORE_HASH) + LM_STORE_HASH; break;
        case COLUMN_BYTES: at = put_counted(at, bytes->data, bytes->size); break;
        }
    }
    b->size += (size_t)(at - start);
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

void log_decode(const log_row *row, void *decoded)
{
    const store_table *t = &store_tables[row->table];
    bytes_reader r = { row->columns, row->size, false };
    memset(decoded, 0, t->size);
    for (int c = 0; c < t->columns; c++)
        take_field(&r, &t->column[c], decoded);
}

/* Skips a column, which must be well-formed. */
static void pass_field(bytes_reader *r, const store_column *column)
{
    size_t size;
    const uint8_t *data;
    switch (column->kind) {
    case COLUMN_INT: take_bytes(r, 8); break;
    case COLUMN_HASH: take_bytes(r, LM_STORE_HASH); break;
    case COLUMN_BYTES: take_counted(r, &size); break;
    case COLUMN_NAME:
        data = take_counted(r, &size);
        if (data && (size > LM_STORE_NAME || memchr(data, 0, size))) r->bad = true;
        break;
    }
}

static bool parse(bytes_reader *r, log_row *row)
{
    unsigned table = take_byte(r);
    bool gone = take_byte(r) != 0;
    if (r->bad || table >= TABLE_COUNT) return false;
    const store_table *t = &store_tables[table];
    bytes_reader keys = *r;
    const uint8_t *columns = r->at;
    for (int c = 0; c < t->columns; c++)
        pass_field(r, &t->column[c]);
    if (r->bad) return false;
    size_t name_size;
    const char *name = (const char *)take_counted(&keys, &name_size);
    *row = (log_row){ .columns = columns,
                      .size = (size_t)(r->at - columns),
                      .name = name,
                      .name_size = (uint8_t)name_size,
                      .number = t->keys == 2 ? take_int(&keys) : 0,
                      .table = (uint8_t)table,
                      .gone = gone };
    return true;
}

/* --- pieces ----------------------------------------------------------------------------------------------- */

/* Rows with two keys are never replaced, only added. */
static bool looked_up(const log_row *row)
{
    return store_tables[row->table].keys == 1;
}

static unsigned bucket_of(unsigned table, uint32_t hash)
{
    return ((hash ^ hash >> 16) * 31 + table) % LOG_BUCKETS;
}

static bool same_name(const log_row *a, unsigned table, uint32_t hash, const char *name, size_t size)
{
    return a->hash == hash && a->table == table && a->name_size == size && memcmp(a->name, name, size) == 0;
}

static const log_row *find_named(const row_log *log, table_id table, uint32_t hash, const char *name, size_t size)
{
    const log_row *found = log->bucket[bucket_of(table, hash)];
    while (found && !same_name(found, table, hash, name, size))
        found = found->in_bucket;
    return found;
}

const log_row *log_find(const row_log *log, table_id table, const set_row *row)
{
    return find_named(log, table, row->hash, row->now, row->name_size);
}

/* The newest row of a name replaces the earlier one. */
static void add_to_bucket(row_log *log, log_row *row)
{
    row->hash = name_hash(row->name, row->name_size);
    log_row **at = &log->bucket[bucket_of(row->table, row->hash)];
    while (*at && !same_name(*at, row->table, row->hash, row->name, row->name_size))
        at = &(*at)->in_bucket;
    if (*at) (*at)->superseded = true;
    row->in_bucket = *at ? (*at)->in_bucket : NULL;
    *at = row;
}

static void take_from_bucket(row_log *log, const log_row *row)
{
    log_row **at = &log->bucket[bucket_of(row->table, row->hash)];
    while (*at != row)
        at = &(*at)->in_bucket;
    *at = row->in_bucket;
}

/* A reader of one stream or account must not walk through the rows of all others. */
static void add_behind(row_log *log, log_row *row)
{
    row->hash = name_hash(row->name, row->name_size);
    unsigned b = bucket_of(row->table, row->hash);
    log_row **at = log->added[b].first ? &log->added[b].last->in_bucket : &log->added[b].first;
    *at = log->added[b].last = row;
}

/* Pieces are dropped in the order in which they were added, so the row is the first of its bucket. */
static void take_first(row_log *log, const log_row *row)
{
    log->added[bucket_of(row->table, row->hash)].first = row->in_bucket;
}

static void free_piece(log_piece *piece)
{
    free(piece->row);
    free(piece->bytes);
    free(piece);
}

static bool parse_piece(log_piece *piece)
{
    bytes_reader r = { piece->bytes, piece->size, false };
    int room = 0;
    while (r.left > 0) {
        if (piece->n == room) {
            room = room ? 2 * room : 64;
            log_row *row = realloc(piece->row, (size_t)room * sizeof *row);
            if (!row) return false;
            piece->row = row;
        }
        if (!parse(&r, &piece->row[piece->n])) return false;
        table_id table = (table_id)piece->row[piece->n].table;
        if (!piece->of[table].end) piece->of[table].first = piece->n;
        piece->of[table].end = ++piece->n;
    }
    return true;
}

bool log_add(row_log *log, int64_t id, const void *bytes, size_t size)
{
    log_piece *piece = calloc(1, sizeof *piece);
    if (!piece) return false;
    piece->id = id;
    piece->size = size;
    piece->bytes = malloc(size + 1);
    if (piece->bytes && size) memcpy(piece->bytes, bytes, size);
    if (!piece->bytes || !parse_piece(piece)) {
        free_piece(piece);
        return false;
    }
    for (int i = 0; i < piece->n; i++)
        (looked_up(&piece->row[i]) ? add_to_bucket : add_behind)(log, &piece->row[i]);
    *log->end = piece;
    log->end = &piece->next;
    log->n += log->last_n = piece->n;
    log->bytes += size;
    return true;
}

void log_drop(row_log *log, int64_t id)
{
    while (log->first && log->first->id <= id) {
        log_piece *piece = log->first;
        for (int i = 0; i < piece->n; i++) {
            const log_row *row = &piece->row[i];
            if (!looked_up(row))
                take_first(log, row);
            else if (!row->superseded)
                take_from_bucket(log, row);
        }
        log->first = piece->next;
        log->n -= piece->n;
        log->bytes -= piece->size;
        free_piece(piece);
    }
    if (!log->first) log->end = &log->first;
}

/* --- in order --------------------------------------------------------------------------------------------- */

static int compare_names(const char *a, size_t a_size, const char *b, size_t b_size)
{
    int order = memcmp(a, b, a_size < b_size ? a_size : b_size);
    return order ? order : (a_size > b_size) - (a_size < b_size);
}

int log_compare(const log_row *logged, const void *row)
{
    const store_table *t = &store_tables[logged->table];
    int order = compare_names(logged->name, logged->name_size, row, strlen(row)); /* rows begin with their name */
    if (order || t->keys == 1) return order;
    int64_t number = *(const int64_t *)row_field(&t->column[1], row);
    return (logged->number > number) - (logged->number < number);
}

static int by_table_and_key(const void *a, const void *b)
{
    const log_row *x = *(log_row *const *)a, *y = *(log_row *const *)b;
    if (x->table != y->table) return x->table < y->table ? -1 : 1;
    int order = compare_names(x->name, x->name_size, y->name, y->name_size);
    return order ? order : (x->number > y->number) - (x->number < y->number);
}

const log_row **log_sorted(const row_log *log, int64_t id, arena *memory, int *n)
{
    const log_row **sorted = arena_take(memory, (size_t)(log->n + 1) * sizeof *sorted);
    *n = 0;
    if (!sorted) return NULL;
    for (const log_piece *piece = log->first; piece && piece->id <= id; piece = piece->next) {
        for (int i = 0; i < piece->n; i++) {
            if (!piece->row[i].superseded) sorted[(*n)++] = &piece->row[i];
        }
    }
    qsort(sorted, (size_t)*n, sizeof *sorted, by_table_and_key);
    return sorted;
}

static bool is_before(const log_row *row, const char *key)
{
    size_t size = strlen(key);
    int order = memcmp(row->name, key, row->name_size < size ? row->name_size : size);
    return order < 0 || (order == 0 && row->name_size < size);
}

static bool in_range(const log_row *row, const store_range *range, size_t key_size)
{
    if (row->name_size < key_size || (!range->prefix && row->name_size != key_size)) return false;
    if (memcmp(row->name, range->key, key_size) != 0) return false;
    if (range->first && is_before(row, range->first)) return false;
    return looked_up(row) || (row->number >= range->from && row->number <= range->to);
}

static int pick_named(const row_log *log, table_id table, const store_range *range, const log_row **picked)
{
    size_t size = strlen(range->key);
    uint32_t hash = name_hash(range->key, size);
    int n = 0;
    const log_row *row = store_tables[table].keys == 1 ? find_named(log, table, hash, range->key, size)
                                                       : log->added[bucket_of(table, hash)].first;
    for (; row; row = row->in_bucket) {
        if (!same_name(row, table, hash, range->key, size) || !in_range(row, range, size)) continue;
        if (picked) picked[n] = row;
        n++;
    }
    return n;
}

static int pick(const row_log *log, table_id table, const store_range *range, const log_row **picked)
{
    size_t key_size = strlen(range->key);
    int n = 0;
    if (!range->prefix) return pick_named(log, table, range, picked);
    for (const log_piece *piece = log->first; piece; piece = piece->next) {
        for (int i = piece->of[table].first; i < piece->of[table].end; i++) {
            const log_row *row = &piece->row[i];
            if (row->table != table || row->superseded || !in_range(row, range, key_size)) continue;
            if (picked) picked[n] = row;
            n++;
        }
    }
    return n;
}

const log_row **log_picked(const row_log *log, table_id table, const store_range *range, arena *memory, int *n)
{
    *n = pick(log, table, range, NULL);
    const log_row **picked = arena_take(memory, (size_t)(*n + 1) * sizeof *picked);
    if (!picked) return NULL;
    pick(log, table, range, picked);
    qsort(picked, (size_t)*n, sizeof *picked, by_table_and_key);
    return picked;
}
