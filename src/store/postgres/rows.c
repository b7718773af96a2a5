/* rows.c - writes and reads rows of PostgreSQL by the description of their table.
 *
 * Each column of many rows travels as one binary array, so a group of batches costs one statement for each table, not
 * for each row. */
#include <string.h>

#include "postgres.h"

/* Types as PostgreSQL numbers them. */
enum { OID_BYTEA = 17, OID_INT8 = 20, OID_TEXT = 25 };

static const struct {
    const char *array;
    uint32_t oid;
} types[] = {
    [COLUMN_INT] = { "int8[]", OID_INT8 },
    [COLUMN_NAME] = { "text[]", OID_TEXT },
    [COLUMN_HASH] = { "bytea[]", OID_BYTEA },
    [COLUMN_BYTES] = { "bytea[]", OID_BYTEA },
};

static void big_endian(buffer *b, uint64_t value, int bytes)
{
    while (bytes-- > 0)
        buffer_byte(b, (uint8_t)(value >> 8 * bytes));
}

static void add_element(buffer *b, const store_column *column, const void *row)
{
    const void *field = row_field(column, row);
    store_bytes bytes = { field, LM_STORE_HASH };
    if (column->kind == COLUMN_INT) {
        big_endian(b, 8, 4);
        big_endian(b, (uint64_t) * (const int64_t *)field, 8);
        return;
    }
    if (column->kind == COLUMN_NAME) bytes.size = strlen(field);
    if (column->kind == COLUMN_BYTES) bytes = *(const store_bytes *)field;
    big_endian(b, bytes.size, 4);
    buffer_bytes(b, bytes.data, bytes.size);
}

/* The head of an array: number of dimensions, flag for nulls, type of the elements, their number, the first index. */
static void add_array_head(buffer *b, const store_column *column, int n)
{
    big_endian(b, 1, 4);
    big_endian(b, 0, 4);
    big_endian(b, types[column->kind].oid, 4);
    big_endian(b, (uint64_t)n, 4);
    big_endian(b, 1, 4);
}

static bool add_argument(arguments *a, const buffer *b)
{
    if (b->failed || b->size > INT32_MAX) return false;
    a->value[a->n] = (const char *)b->data;
    a->size[a->n] = (int)b->size;
    a->format[a->n++] = 1;
    return true;
}

static db_end execute(postgres_db *self, const char *sql, const arguments *a, ExecStatusType expected,
                      const char *doing)
{
    PGresult *result = PQexecParams(self->connection, sql, a->n, NULL, a->value, a->size, a->format, 1);
    return postgres_end(self, result, expected, doing);
}

static void change_sql(char *sql, size_t size, table_id table, db_change change)
{
    const store_table *t = &store_tables[table];
    char columns[DB_SQL], conflict[DB_SQL], arrays[256];
    size_t used = 0;
    db_columns_sql(columns, table);
    db_conflict_sql(conflict, table, change);
    for (int c = 0; c < t->columns; c++)
        used += (size_t)snprintf(arrays + used, sizeof arrays - used, "%s$%d::%s", c ? ", " : "", c + 1,
                                 types[t->column[c].kind].array);
    if (change == DB_DELETE) {
        snprintf(sql, size, "DELETE FROM %s WHERE %s = ANY($1::text[])", t->name, t->column[0].name);
    } else {
        snprintf(sql, size, "INSERT INTO %s (%s) SELECT * FROM unnest(%s)%s", t->name, columns, arrays, conflict);
    }
}

static void load_sql(char *sql, size_t size, table_id table)
{
    const store_table *t = &store_tables[table];
    const char *key = t->column[0].name;
    char columns[DB_SQL];
    db_columns_sql(columns, table);
    /* Locked in the order of their names, so that two servers cannot deadlock. */
    snprintf(sql, size, "SELECT %s FROM %s WHERE %s = ANY($1::text[]) ORDER BY %s FOR UPDATE", columns, t->name, key,
             key);
}

enum { LOAD = DB_DELETE + 1, SAVED_BYTES = 4 * 1024 * 1024 };

static void statement_name(char name[32], table_id table, int what)
{
    snprintf(name, 32, "%s-%d", store_tables[table].name, what);
}

static db_end prepare(postgres_db *self, table_id table, int what)
{
    char name[32], sql[4 * DB_SQL];
    statement_name(name, table, what);
    if (what == LOAD) {
        load_sql(sql, sizeof sql, table);
    } else {
        change_sql(sql, sizeof sql, table, (db_change)what);
    }
    return postgres_end(self, PQprepare(self->connection, name, sql, 0, NULL), PGRES_COMMAND_OK, "preparing");
}

/* Rows of two keys are never replaced, deleted or looked up by name. */
static bool needed(table_id table, int what)
{
    return store_tables[table].keys == 1 || what == DB_INSERT;
}

#define CLOCK_SQL "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::int8"
#define WRITER_SQL "INSERT INTO writers VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET number = excluded.number"

/* Prepares all statements of a writer, once for each connection. */
db_end postgres_prepare(postgres_db *self)
{
    db_end end = postgres_run(self, "DEALLOCATE ALL", "preparing");
    for (int table = 0; table < TABLE_COUNT; table++) {
        for (int what = 0; what <= LOAD && end == DB_OK; what++) {
            if (needed((table_id)table, what)) end = prepare(self, (table_id)table, what);
        }
    }
    PGconn *c = self->connection;
    if (end == DB_OK)
        end = postgres_end(self, PQprepare(c, "writer", WRITER_SQL, 0, NULL), PGRES_COMMAND_OK, "preparing");
    if (end == DB_OK)
        end = postgres_end(self, PQprepare(c, "clock", CLOCK_SQL, 0, NULL), PGRES_COMMAND_OK, "preparing");
    self->prepared = end == DB_OK;
    return end;
}

static void hear_nothing(void *context, int command, const PGresult *result)
{
}

/* Sends rows without reading the answers, which are read with that of the commit, or when many are pending. */
db_end postgres_save(store_db *db, table_id table, void *const *rows, int n, db_change change)
{
    postgres_db *self = (postgres_db *)db;
    const store_table *t = &store_tables[table];
    if (n == 0) return DB_OK;
    char name[32];
    arguments a = { 0 };
    int columns = change == DB_DELETE ? 1 : t->columns;
    arena_clear(&self->memory);
    for (int c = 0; c < columns; c++) {
        buffer b = { .memory = &self->memory };
        add_array_head(&b, &t->column[c], n);
        for (int i = 0; i < n; i++)
            add_element(&b, &t->column[c], rows[i]);
        if (!add_argument(&a, &b)) return db_no_memory(db);
    }
    statement_name(name, table, (int)change);
    pipe_prepared(self, name, &a);
    return self->weight < SAVED_BYTES ? DB_OK : pipe_read(self, hear_nothing, NULL, "writing");
}

static int64_t read_int(const char *data)
{
    uint64_t value = 0;
    for (int i = 0; i < 8; i++)
        value = value << 8 | (uint8_t)data[i];
    return (int64_t)value;
}

/* The bytes still belong to the result. */
static void receive_row(const PGresult *result, int r, const store_table *t, void *row)
{
    for (int c = 0; c < t->columns; c++) {
        const store_column *column = &t->column[c];
        const char *data = PQgetvalue(result, r, c);
        if (column->kind == COLUMN_INT) {
            *(int64_t *)row_field(column, row) = read_int(data);
        } else {
            row_receive(column, row, data, (size_t)PQgetlength(result, r, c));
        }
    }
}

static bool keep_row(const PGresult *result, int r, row_set *set)
{
    const store_table *t = &store_tables[set->table];
    any_row received;
    receive_row(result, r, t, &received);
    set_row *row = set_find(set, (const char *)&received);
    if (!row) return true; /* a name that our writers never write */
    if (!row_keep_bytes(t, &received, set->memory)) return false;
    memcpy(row->now, &received, t->size);
    row->found = row->exists = true;
    return true;
}

static bool send_load(postgres_db *self, const row_set *set)
{
    const store_table *t = &store_tables[set->table];
    char name[32];
    arguments a = { 0 };
    buffer b = { .memory = &self->memory };
    arena_clear(&self->memory);
    add_array_head(&b, &t->column[0], set->n);
    for (const set_row *row = set->first; row; row = row->next)
        add_element(&b, &t->column[0], row->now);
    statement_name(name, set->table, LOAD);
    if (!add_argument(&a, &b)) return false;
    pipe_prepared(self, name, &a);
    return true;
}

enum { SETS = 8 };

typedef struct {
    row_set *set[SETS];
    int sets;
    int64_t *now_ms;
    bool short_of_memory;
} beginning;

/* The answers are those to BEGIN, to the query of each set, and to that of the clock. */
static void hear_beginning(void *context, int command, const PGresult *result)
{
    beginning *b = context;
    if (command == 0) return;
    if (command > b->sets) {
        *b->now_ms = read_int(PQgetvalue(result, 0, 0));
        return;
    }
    for (int r = 0; r < PQntuples(result); r++)
        b->short_of_memory |= !keep_row(result, r, b->set[command - 1]);
}

/* Rows are locked in the order of the sets. The clock is read after that, so a lease that expired while this writer
 * waited counts as expired. */
db_end postgres_begin(store_db *db, row_set *const *sets, int n, int64_t *now_ms)
{
    postgres_db *self = (postgres_db *)db;
    beginning b = { .now_ms = now_ms };
    *now_ms = 0;
    pipe_statement(self, "BEGIN");
    for (int i = 0; i < n; i++) {
        if (sets[i]->n == 0) continue;
        if (!send_load(self, sets[i])) return db_no_memory(db);
        b.set[b.sets++] = sets[i];
    }
    pipe_prepared(self, "clock", &(arguments){ 0 });
    db_end end = pipe_read(self, hear_beginning, &b, "reading");
    return end == DB_OK && b.short_of_memory ? db_no_memory(db) : end;
}

static db_end declare(postgres_db *self, table_id table, const store_range *range)
{
    char select[3 * DB_SQL], sql[4 * DB_SQL], from[24], to[24];
    snprintf(from, sizeof from, "%lld", (long long)range->from);
    snprintf(to, sizeof to, "%lld", (long long)range->to);
    db_scan_sql(select, sizeof select, table, range->prefix ? "BETWEEN $2 AND $1 || chr(127)" : "= $1", from, to);
    snprintf(sql, sizeof sql, "DECLARE scan NO SCROLL CURSOR FOR %s", select);
    arguments a = { { range->key, range_first(range) }, { 0 }, { 0 }, range->prefix ? 2 : 1 };
    return execute(self, sql, &a, PGRES_COMMAND_OK, "reading");
}

/* Passes one portion of rows to the receiver. *more becomes false after the last one, or when the receiver stops. */
static db_end fetch(postgres_db *self, table_id table, db_receiver receiver, void *context, bool *more)
{
    PGresult *result = PQexecParams(self->connection, "FETCH 64 FROM scan", 0, NULL, NULL, NULL, NULL, 1);
    int n = PQresultStatus(result) == PGRES_TUPLES_OK ? PQntuples(result) : 0;
    *more = n > 0;
    any_row row;
    for (int r = 0; *more && r < n; r++) {
        receive_row(result, r, &store_tables[table], &row);
        *more = receiver(context, &row);
    }
    return postgres_end(self, result, PGRES_TUPLES_OK, "reading");
}

db_end postgres_scan(store_db *db, table_id table, const store_range *range, db_receiver receiver, void *context)
{
    postgres_db *self = (postgres_db *)db;
    bool more = true;
    db_end end = declare(self, table, range);
    while (end == DB_OK && more)
        end = fetch(self, table, receiver, context, &more);
    if (end == DB_OK && db->looking) end = postgres_run(self, "CLOSE scan", "reading");
    return end;
}
