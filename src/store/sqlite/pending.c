/* pending.c - the table `pending`: rows go in with every commit, and are sorted into their tables in bulk. */
#include <string.h>
#include <time.h>

#include "sqlite.h"

enum { STAGED_BYTES = 8 * 1024 * 1024, LOG_BYTES = 24 * 1024 * 1024 };
enum { FEWEST_SLICES = 2, MOST_SLICES = 16, SLICE_PIECES = 16 };

void pending_begin(sqlite_db *self)
{
    arena_clear(&self->memory);
    self->staged = (buffer){ .memory = &self->memory };
    self->sorted = false;
}

void pending_forget(sqlite_db *self)
{
    log_drop(&self->log, INT64_MAX);
    arena_free(&self->memory);
    arena_free(&self->picked);
}

/* Adds the pieces of `pending` after the last one seen to the log. */
static db_end read_on(sqlite_db *self)
{
    static const char sql[] = "SELECT id, rows FROM pending WHERE id > ?1 ORDER BY id";
    db_end end = sqlite_prepare(self, sql, &self->next_pieces);
    if (end != DB_OK) return end;
    sqlite3_stmt *read = self->next_pieces;
    bool well = true;
    int code = SQLITE_OK;
    sqlite3_bind_int64(read, 1, self->pending_last);
    while (well && (code = sqlite3_step(read)) == SQLITE_ROW) {
        self->pending_last = sqlite3_column_int64(read, 0);
        const void *bytes = sqlite3_column_blob(read, 1);
        well = log_add(&self->log, self->pending_last, bytes, (size_t)sqlite3_column_bytes(read, 1));
    }
    if (!well)
        end = db_say(&self->head, DB_DEAD, "%s: pending rows cannot be read; restore a backup", self->head.where);
    if (well && code != SQLITE_DONE) end = sqlite_failed(self, "reading");
    sqlite3_reset(read);
    return end;
}

/* Numbers of pieces always ascend, even over restarts, so that a reader knows which of them it has seen. */
static void number_pieces(sqlite_db *self)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    int64_t us = (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
    self->next_piece = us > self->pending_last ? us : self->pending_last + 1;
}

db_end pending_read(sqlite_db *self)
{
    log_drop(&self->log, INT64_MAX);
    self->pending_last = 0;
    db_end end = read_on(self);
    number_pieces(self);
    return end;
}

/* Updates a reader's copy: drops pieces that have been sorted since, and adds new ones. */
db_end pending_follow(sqlite_db *self)
{
    db_end end = sqlite_prepare(self, "SELECT min(id) FROM pending", &self->first_piece);
    if (end != DB_OK) return end;
    sqlite3_stmt *read = self->first_piece;
    bool there = sqlite3_step(read) == SQLITE_ROW;
    bool any = there && sqlite3_column_type(read, 0) != SQLITE_NULL;
    int64_t first = any ? sqlite3_column_int64(read, 0) : INT64_MAX;
    if (!there) end = sqlite_failed(self, "reading");
    sqlite3_reset(read);
    if (end != DB_OK) return end;
    log_drop(&self->log, any ? first - 1 : INT64_MAX);
    return any ? read_on(self) : DB_OK;
}

static db_end write_sorted(sqlite_db *self, const row_log *log, int64_t last)
{
    int n;
    arena_clear(&self->picked);
    const log_row **sorted = log_sorted(log, last, &self->picked, &n);
    return sorted ? sqlite_write(self, sorted, n) : db_no_memory(&self->head);
}

static db_end delete_pieces(sqlite_db *self, int64_t last)
{
    static const char sql[] = "DELETE FROM pending WHERE id <= ?1";
    db_end end = sqlite_prepare(self, sql, &self->drop_pieces);
    if (end != DB_OK) return end;
    sqlite3_bind_int64(self->drop_pieces, 1, last);
    return sqlite_step(self, sql, &self->drop_pieces, "sorting");
}

/* Sorts the staged rows directly, because they are too many for one piece. */
static db_end sort_staged(sqlite_db *self)
{
    log_begin(&self->portion);
    bool well = log_add(&self->portion, 0, self->staged.data, self->staged.size);
    db_end end = well ? write_sorted(self, &self->portion, 0) : db_no_memory(&self->head);
    log_drop(&self->portion, INT64_MAX);
    arena_clear(&self->memory);
    self->staged = (buffer){ .memory = &self->memory };
    return end;
}

/* Sorts everything into the tables, within the current transaction: first the pending rows, then the staged ones. */
static db_end sort_all(sqlite_db *self)
{
    db_end end = DB_OK;
    if (!self->sorted) {
        self->sorted = true;
        end = write_sorted(self, &self->log, INT64_MAX);
        if (end == DB_OK) end = delete_pieces(self, INT64_MAX);
    }
    return end == DB_OK && self->staged.size ? sort_staged(self) : end;
}

/* How many rows are sorted together. The next commit waits for them, which players of a quiet house notice: they get
 * small slices. In a busy house commands wait for others anyway, and many rows share pages. */
static int slice_rows(const sqlite_db *self)
{
    int least = self->unsorted / MOST_SLICES, most = self->unsorted / FEWEST_SLICES,
        rows = SLICE_PIECES * self->log.last_n;
    return rows < least ? least : rows > most ? most : rows;
}

/* The last of the pieces that are sorted together. */
static int64_t slice_end(const sqlite_db *self, bool all)
{
    int rows = 0;
    const log_piece *piece = self->log.first;
    for (; piece->next; piece = piece->next) {
        rows += piece->n;
        if (!all && rows >= slice_rows(self)) break;
    }
    return piece->id;
}

/* This commit need not be durable at once: if it is lost, everything after it is lost as well, and the pieces are
 * pending again. */
static db_end sort_slice(sqlite_db *self, bool all)
{
    int64_t last = slice_end(self, all);
    db_end end = sqlite_run(self, "PRAGMA synchronous = NORMAL; BEGIN IMMEDIATE", "sorting");
    if (end == DB_OK) end = write_sorted(self, &self->log, last);
    if (end == DB_OK) end = delete_pieces(self, last);
    if (end == DB_OK) end = sqlite_run(self, "COMMIT; PRAGMA synchronous = FULL", "sorting");
    if (end == DB_OK) log_drop(&self->log, last);
    return end;
}

/* Sorts a portion if enough rows are pending; with `all`, sorts everything. */
db_end pending_sort(sqlite_db *self, bool all)
{
    bool due = self->log.n >= self->unsorted || self->log.bytes >= LOG_BYTES || (all && self->log.n);
    return due ? sort_slice(self, all) : DB_OK;
}

db_end sqlite_save(store_db *db, table_id table, void *const *rows, int n, db_change change)
{
    sqlite_db *self = (sqlite_db *)db;
    for (int i = 0; i < n; i++)
        log_write(&self->staged, table, rows[i], change == DB_DELETE);
    if (self->staged.failed) return db_no_memory(&self->head);
    return self->staged.size < STAGED_BYTES ? DB_OK : sort_all(self);
}

static db_end write_piece(sqlite_db *self)
{
    static const char sql[] = "INSERT INTO pending (id, rows) VALUES (?1, ?2)";
    db_end end = sqlite_prepare(self, sql, &self->add_piece);
    if (end != DB_OK) return end;
    sqlite3_bind_int64(self->add_piece, 1, self->next_piece);
    sqlite3_bind_blob64(self->add_piece, 2, self->staged.data, self->staged.size, SQLITE_STATIC);
    return sqlite_step(self, sql, &self->add_piece, "writing");
}

db_end pending_commit(sqlite_db *self)
{
    db_end end = DB_OK;
    if (self->sorted) {
        end = sort_all(self);
    } else if (self->staged.size) {
        end = write_piece(self);
    }
    if (end == DB_OK) end = sqlite_step(self, "COMMIT", &self->commit, "committing");
    if (end != DB_OK) return end;
    if (self->sorted) {
        log_drop(&self->log, INT64_MAX);
    } else if (self->staged.size && !log_add(&self->log, self->next_piece++, self->staged.data, self->staged.size)) {
        return db_no_memory(&self->head); /* the rows are written, but the copy in memory is incomplete */
    }
    return DB_OK;
}
