/* sqlite_pending.c - the table `pending`: rows go in with every commit, and are sorted into their tables in bulk. */
#include <string.h>
#include <time.h>

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
    arena_free(&self->picked);
}

static db_end no_memory(sqlite_db *self)
{
    return db_say(&self->head, DB_DEAD, "there is no memory for a group of batches");
}

/* Adds what lies in `pending` after a piece to the log. */
static db_end read_after(sqlite_db *self, int64_t id)
{
    static const char sql[] = "SELECT id, rows FROM pending WHERE id > ?1 ORDER BY id";
    int code = SQLITE_OK;
    if (!self->next_pieces) code = sqlite3_prepare_v2(self->db, sql, -1, &self->next_pieces, NULL);
    sqlite3_stmt *read = self->next_pieces;
    bool well = true;
    sqlite3_bind_int64(read, 1, id);
    while (well && code != SQLITE_DONE && (code = sqlite3_step(read)) == SQLITE_ROW) {
        store_bytes rows = { sqlite3_column_blob(read, 1), (size_t)sqlite3_column_bytes(read, 1) };
        well = log_read(&self->log, rows);
        if (!self->pending_first) self->pending_first = sqlite3_column_int64(read, 0);
        self->pending_last = sqlite3_column_int64(read, 0);
    }
    db_end end = DB_OK;
    if (!well)
        end = db_say(&self->head, DB_DEAD, "%s: rows that wait to be sorted cannot be read; restore a copy",
                     self->path);
    if (well && code != SQLITE_DONE) end = sqlite_failed(self, "reading");
    sqlite3_reset(read);
    return end;
}

static void forget_log(sqlite_db *self)
{
    log_clear(&self->log);
    self->pending_first = self->pending_last = 0;
}

/* Numbers of pieces ascend for ever, also over restarts, so that a reader knows which of them it has seen. */
static void number_pieces(sqlite_db *self)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    int64_t us = (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
    self->next_piece = us > self->pending_last ? us : self->pending_last + 1;
}

db_end pending_read(sqlite_db *self)
{
    forget_log(self);
    db_end end = read_after(self, 0);
    number_pieces(self);
    return end;
}

/* A reader keeps what it has read. Where the first piece is no longer the same, everything was sorted in meanwhile. */
db_end pending_follow(sqlite_db *self)
{
    int code = SQLITE_OK;
    if (!self->first_piece)
        code = sqlite3_prepare_v2(self->db, "SELECT min(id) FROM pending", -1, &self->first_piece, NULL);
    sqlite3_stmt *read = self->first_piece;
    if (code == SQLITE_OK) code = sqlite3_step(read);
    int64_t first = code == SQLITE_ROW ? sqlite3_column_int64(read, 0) : 0;
    db_end end = code == SQLITE_ROW ? DB_OK : sqlite_failed(self, "reading");
    sqlite3_reset(read);
    if (end != DB_OK) return end;
    if (first != self->pending_first) forget_log(self);
    return first ? read_after(self, self->pending_last) : DB_OK;
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
    if (!log_read(&self->portion, rows)) return no_memory(self);
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
    int code =
        sqlite3_prepare_v2(self->db, "INSERT INTO pending (id, rows) VALUES (?2, ?1)", -1, &insert, NULL);
    if (code == SQLITE_OK)
        code = sqlite3_bind_blob64(insert, 1, self->staged.data, self->staged.size, SQLITE_STATIC);
    if (code == SQLITE_OK) code = sqlite3_bind_int64(insert, 2, self->next_piece++);
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
    } else if (!log_read(&self->log, rows)) {
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
