/* sqlite_pending.c - the table `pending`: rows go in with every commit, and are sorted into their tables in bulk. */
#include <string.h>

#include "sqlite.h"

enum { STAGED_BYTES = 8 * 1024 * 1024, LOG_BYTES = 8 * 1024 * 1024 };

void pending_begin(sqlite_db *self)
{
    arena_clear(&self->memory);
    self->staged = (buffer){ .memory = &self->memory };
    self->sorted = false;
}

void pending_forget(sqlite_db *self)
{
    arena_free(&self->memory);
    arena_free(&self->log.memory);
    arena_free(&self->portion.memory);
}

static db_end no_memory(sqlite_db *self)
{
    return db_say(&self->head, DB_DEAD, "there is no memory for a group of batches");
}

/* Fills the log with what lies in `pending`: all of it, or the rows of one table in a range. */
db_end pending_read(sqlite_db *self, table_id table, const store_range *range)
{
    sqlite3_stmt *read = NULL;
    int code = sqlite3_prepare_v2(self->db, "SELECT rows FROM pending ORDER BY id", -1, &read, NULL);
    bool well = true;
    log_clear(&self->log);
    while (well && code != SQLITE_DONE && (code = sqlite3_step(read)) == SQLITE_ROW) {
        store_bytes rows = { sqlite3_column_blob(read, 0), (size_t)sqlite3_column_bytes(read, 0) };
        well = log_read(&self->log, rows, table, range);
    }
    db_end end = DB_OK;
    if (!well)
        end = db_say(&self->head, DB_DEAD, "%s: rows that wait to be sorted cannot be read; restore a copy",
                     self->path);
    if (well && code != SQLITE_DONE) end = sqlite_failed(self, "reading");
    sqlite3_finalize(read);
    return end;
}

static db_end write_sorted(sqlite_db *self, row_log *log)
{
    log_row **sorted = log_sorted(log);
    db_end end = sorted ? DB_OK : no_memory(self);
    for (int i = 0; i < log->n && end == DB_OK; i++)
        end = sqlite_write(self, sorted[i]);
    return end;
}

/* Everything into the tables, within the transaction under way: first what was pending, then what is staged. */
static db_end sort_in(sqlite_db *self)
{
    db_end end = DB_OK;
    if (!self->sorted) {
        self->sorted = true;
        end = write_sorted(self, &self->log);
        if (end == DB_OK) end = sqlite_run(self, "DELETE FROM pending", "sorting");
    }
    if (end != DB_OK || self->staged.size == 0) return end;
    log_clear(&self->portion);
    store_bytes rows = { self->staged.data, self->staged.size };
    if (!log_read(&self->portion, rows, TABLE_COUNT, NULL)) return no_memory(self);
    end = write_sorted(self, &self->portion);
    arena_clear(&self->memory);
    self->staged = (buffer){ .memory = &self->memory };
    return end;
}

db_end sqlite_save(store_db *db, table_id table, void *const *rows, int n, db_change change)
{
    sqlite_db *self = (sqlite_db *)db;
    for (int i = 0; i < n; i++)
        log_write(&self->staged, table, rows[i], change == DB_DELETE);
    if (self->staged.failed) return no_memory(self);
    return self->staged.size < STAGED_BYTES ? DB_OK : sort_in(self);
}

static db_end write_pending(sqlite_db *self)
{
    sqlite3_stmt *insert = NULL;
    int code = sqlite3_prepare_v2(self->db, "INSERT INTO pending (rows) VALUES (?1)", -1, &insert, NULL);
    if (code == SQLITE_OK)
        code = sqlite3_bind_blob64(insert, 1, self->staged.data, self->staged.size, SQLITE_STATIC);
    if (code == SQLITE_OK) code = sqlite3_step(insert);
    db_end end = code == SQLITE_DONE ? DB_OK : sqlite_failed(self, "writing");
    sqlite3_finalize(insert);
    return end;
}

db_end pending_commit(sqlite_db *self)
{
    db_end end = DB_OK;
    if (self->sorted) {
        end = sort_in(self);
    } else if (self->staged.size) {
        end = write_pending(self);
    }
    if (end == DB_OK) end = sqlite_run(self, "COMMIT", "committing");
    if (end != DB_OK) return end;
    store_bytes rows = { self->staged.data, self->staged.size };
    if (self->sorted) {
        log_clear(&self->log);
    } else if (!log_read(&self->log, rows, TABLE_COUNT, NULL)) {
        return no_memory(self); /* it is written, but this process no longer knows what is */
    }
    return DB_OK;
}

/* Sorts when enough has gathered, or whatever there is. */
db_end pending_sort(sqlite_db *self, bool all)
{
    bool due = self->log.n >= self->unsorted || self->log.bytes >= LOG_BYTES || (all && self->log.n);
    if (!due) return DB_OK;
    pending_begin(self);
    db_end end = sqlite_run(self, "BEGIN IMMEDIATE", "sorting");
    if (end == DB_OK) end = sort_in(self);
    if (end == DB_OK) end = pending_commit(self);
    return end;
}
