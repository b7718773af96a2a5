/* rows.c - writes and reads rows of SQLite by the description of their table. */
#include <string.h>

#include "bytes.h"
#include "sqlite.h"

enum { TOGETHER = 16 };

db_end sqlite_prepare(sqlite_db *self, const char *sql, sqlite3_stmt **statement)
{
    unsigned flags = SQLITE_PREPARE_PERSISTENT;
    if (*statement) return DB_OK;
    if (sqlite3_prepare_v3(self->db, sql, -1, flags, statement, NULL) == SQLITE_OK) return DB_OK;
    return sqlite_failed(self, "preparing a statement");
}

db_end sqlite_step(sqlite_db *self, const char *sql, sqlite3_stmt **statement, const char *doing)
{
    db_end end = sqlite_prepare(self, sql, statement);
    if (end != DB_OK) return end;
    if (sqlite3_step(*statement) != SQLITE_DONE) end = sqlite_failed(self, doing);
    sqlite3_reset(*statement);
    return end;
}

/* "(?1, ?2), (?3, ?4)" */
static void add_values_sql(char *sql, size_t size, int columns, int rows)
{
    size_t used = strlen(sql);
    for (int i = 0; i < columns * rows; i++) {
        const char *before = i % columns ? ", " : i ? "), (" : "(";
        used += (size_t)snprintf(sql + used, size - used, "%s?%d", before, i + 1);
    }
    snprintf(sql + used, size - used, ")");
}

static db_end prepare_change(sqlite_db *self, table_id table, db_change change, int rows, sqlite3_stmt **statement)
{
    const store_table *t = &store_tables[table];
    char columns[DB_SQL], conflict[DB_SQL], sql[6 * DB_SQL];
    db_columns_sql(columns, table);
    db_conflict_sql(conflict, table, change);
    if (change == DB_DELETE) {
        snprintf(sql, sizeof sql, "DELETE FROM %s WHERE %s = ?1", t->name, t->column[0].name);
    } else {
        snprintf(sql, sizeof sql, "INSERT INTO %s (%s) VALUES ", t->name, columns);
        add_values_sql(sql, sizeof sql, t->columns, rows);
        size_t used = strlen(sql);
        snprintf(sql + used, sizeof sql - used, "%s", conflict);
    }
    return sqlite_prepare(self, sql, statement);
}

/* Binds bytes in place, in the log. */
static int bind_field(sqlite3_stmt *statement, int at, column_kind kind, bytes_reader *r)
{
    size_t size = LM_STORE_HASH;
    const void *data;
    switch (kind) {
    case COLUMN_INT: return sqlite3_bind_int64(statement, at, take_int(r));
    case COLUMN_NAME:
        data = take_counted(r, &size);
        return sqlite3_bind_text(statement, at, data, (int)size, SQLITE_STATIC);
    case COLUMN_HASH: data = take_bytes(r, size); break;
    default: data = take_counted(r, &size); break;
    }
    return sqlite3_bind_blob64(statement, at, data, size, SQLITE_STATIC);
}

/* Binds one more row to a statement that writes several. */
static int bind_row(sqlite3_stmt *statement, int at, const log_row *row, int columns)
{
    const store_column *column = store_tables[row->table].column;
    bytes_reader r = { row->columns, row->size, false };
    int code = SQLITE_OK;
    for (int c = 0; c < columns && code == SQLITE_OK; c++)
        code = bind_field(statement, at + c + 1, column[c].kind, &r);
    return code;
}

static db_end write_together(sqlite_db *self, const log_row *const *rows, int n, db_change change,
                             sqlite3_stmt **statement)
{
    table_id table = (table_id)rows[0]->table;
    int columns = change == DB_DELETE ? 1 : store_tables[table].columns, code = SQLITE_OK;
    db_end end = *statement ? DB_OK : prepare_change(self, table, change, n, statement);
    if (end != DB_OK) return end;
    for (int i = 0; i < n && code == SQLITE_OK; i++)
        code = bind_row(*statement, i * columns, rows[i], columns);
    if (code == SQLITE_OK) code = sqlite3_step(*statement);
    if (code != SQLITE_DONE) end = sqlite_failed(self, "writing");
    sqlite3_reset(*statement);
    return end;
}

static db_change change_for(const log_row *row)
{
    return row->gone ? DB_DELETE : store_tables[row->table].keys == 1 ? DB_REPLACE : DB_INSERT;
}

/* Whether the next TOGETHER rows are new rows of one table, which a single statement writes faster than one each. */
static bool alike(const log_row *const *rows, int n)
{
    if (n < TOGETHER || change_for(rows[0]) != DB_INSERT) return false;
    return rows[TOGETHER - 1]->table == rows[0]->table; /* rows are sorted by table */
}

/* Writes rows into their tables: rows with one key replace the older version, rows with two keys are new. */
db_end sqlite_write(sqlite_db *self, const log_row *const *rows, int n)
{
    db_end end = DB_OK;
    for (int done, i = 0; i < n && end == DB_OK; i += done) {
        table_id table = (table_id)rows[i]->table;
        db_change change = change_for(rows[i]);
        bool many = alike(rows + i, n - i);
        done = many ? TOGETHER : 1;
        end = write_together(self, rows + i, done, change,
                             many ? &self->insert_many[table] : &self->change[table][change]);
    }
    return end;
}

static void receive_row(sqlite3_stmt *statement, const store_table *t, void *row)
{
    for (int c = 0; c < t->columns; c++) {
        const store_column *column = &t->column[c];
        if (column->kind == COLUMN_INT) {
            *(int64_t *)row_field(column, row) = sqlite3_column_int64(statement, c);
        } else {
            const void *data = sqlite3_column_blob(statement, c);
            row_receive(column, row, data, (size_t)sqlite3_column_bytes(statement, c));
        }
    }
}

static db_end load_row(sqlite_db *self, sqlite3_stmt *statement, row_set *set, set_row *row)
{
    const store_table *t = &store_tables[set->table];
    const log_row *newest = log_find(&self->log, set->table, row);
    if (newest) {
        row->found = row->exists = !newest->gone;
        if (!newest->gone) log_decode(newest, row->now);
        return DB_OK;
    }
    sqlite3_bind_text(statement, 1, row->now, -1, SQLITE_STATIC);
    int code = sqlite3_step(statement);
    db_end end = code == SQLITE_ROW || code == SQLITE_DONE ? DB_OK : sqlite_failed(self, "reading");
    if (code == SQLITE_ROW) {
        row->found = row->exists = true;
        receive_row(statement, t, row->now);
        if (!row_keep_bytes(t, row->now, set->memory)) end = db_say(&self->head, DB_DEAD, "out of memory");
    }
    sqlite3_reset(statement);
    return end;
}

db_end sqlite_load(sqlite_db *self, row_set *set)
{
    const store_table *t = &store_tables[set->table];
    db_end end = DB_OK;
    if (!self->find[set->table]) {
        char columns[DB_SQL], sql[2 * DB_SQL];
        db_columns_sql(columns, set->table);
        snprintf(sql, sizeof sql, "SELECT %s FROM %s WHERE %s = ?1", columns, t->name, t->column[0].name);
        end = sqlite_prepare(self, sql, &self->find[set->table]);
    }
    for (set_row *row = set->first; row && end == DB_OK; row = row->next)
        end = load_row(self, self->find[set->table], set, row);
    return end;
}

static db_end prepare_scan(sqlite_db *self, table_id table, bool prefix)
{
    char sql[3 * DB_SQL];
    db_scan_sql(sql, sizeof sql, table, prefix ? "BETWEEN ?4 AND ?1 || char(127)" : "= ?1", "?2", "?3");
    return sqlite_prepare(self, sql, &self->scan[table][prefix]);
}

static db_end begin_scan(sqlite_db *self, table_id table, const store_range *range, sqlite3_stmt **statement)
{
    db_end end = self->scan[table][range->prefix] ? DB_OK : prepare_scan(self, table, range->prefix);
    if (end != DB_OK) return end;
    *statement = self->scan[table][range->prefix];
    sqlite3_bind_text(*statement, 1, range->key, -1, SQLITE_STATIC);
    if (range->prefix) sqlite3_bind_text(*statement, 4, range_first(range), -1, SQLITE_STATIC);
    if (store_tables[table].keys == 2) {
        sqlite3_bind_int64(*statement, 2, range->from);
        sqlite3_bind_int64(*statement, 3, range->to);
    }
    return DB_OK;
}

static bool hand_over(const log_row *logged, db_receiver receiver, void *context)
{
    any_row row;
    if (logged->gone) return true;
    log_decode(logged, &row);
    return receiver(context, &row);
}

/* Merges the rows of the table and of the log in order; if both have a row, the log's is newer. */
static db_end merge(sqlite_db *self, table_id table, const store_range *range, sqlite3_stmt *statement,
                    db_receiver receiver, void *context)
{
    any_row row;
    int code = SQLITE_ROW, i = 0, n;
    arena_clear(&self->picked);
    const log_row **logged = log_picked(&self->log, table, range, &self->picked, &n);
    bool more = logged, fresh = false;
    while (more) {
        if (!fresh && code == SQLITE_ROW && (code = sqlite3_step(statement)) == SQLITE_ROW) {
            receive_row(statement, &store_tables[table], &row);
            fresh = true;
        }
        if (!fresh && code != SQLITE_DONE) return sqlite_failed(self, "reading");
        if (!fresh && i == n) break;
        int order = i == n ? 1 : !fresh ? -1 : log_compare(logged[i], &row);
        more = order <= 0 ? hand_over(logged[i], receiver, context) : receiver(context, &row);
        if (order <= 0) i++;
        if (order >= 0) fresh = false;
    }
    return logged ? DB_OK : db_say(&self->head, DB_DEAD, "out of memory");
}

db_end sqlite_scan(store_db *db, table_id table, const store_range *range, db_receiver receiver, void *context)
{
    sqlite_db *self = (sqlite_db *)db;
    sqlite3_stmt *statement = NULL;
    db_end end = pending_follow(self);
    if (end == DB_OK) end = begin_scan(self, table, range, &statement);
    if (end == DB_OK) end = merge(self, table, range, statement, receiver, context);
    if (statement) sqlite3_reset(statement);
    return end;
}
