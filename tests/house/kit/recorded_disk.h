/* recorded_disk.h - a file layer for SQLite that remembers every write, truncation, sync and removal, so
 * that the power can be cut afterwards at any of them.
 *
 * What a disk may have done when the power goes: everything that was synced is there; of what was
 * written since, any part, down to single sectors, and the write under way may be torn. Files come and
 * go at once, as SQLite syncs their folder. */
#ifndef LAMMER_TESTS_HOUSE_RECORDED_DISK_H
#define LAMMER_TESTS_HOUSE_RECORDED_DISK_H

#include <pthread.h>
#include <sqlite3.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "proof.h"

enum { DISK_FILES = 3, SECTOR = 512 };

typedef enum { OP_WRITE, OP_TRUNCATE, OP_SYNC, OP_REMOVE } disk_op_kind;

/* clang-format off */
#define DISK_CUTS(X)                                                                         \
    X(TORN, "the last write torn, all others there")                                         \
    X(LOST, "nothing that was not synced")                                                   \
    X(WRITES, "unsynced writes by the toss of a coin")                                       \
    X(SECTORS, "unsynced sectors by the toss of a coin")
/* clang-format on */
typedef enum {
#define X(name, text) CUT_##name,
    DISK_CUTS(X)
#undef X
        CUT_KINDS
} disk_cut;

typedef struct {
    disk_op_kind kind;
    int file;
    int64_t offset; /* or the size of a truncation */
    int size;
    unsigned char *data;
} disk_op;

/* A file as bytes. */
typedef struct {
    bool there;
    int64_t size, room;
    unsigned char *bytes;
} disk_file;

static struct {
    pthread_mutex_t mutex;
    bool on;
    disk_op *op;
    int64_t ops, room;
} disk = { .mutex = PTHREAD_MUTEX_INITIALIZER };

static const char *const disk_ends[DISK_FILES] = { "", "-wal", "-journal" };

/* --- recording -------------------------------------------------------------------------------------------------- */

typedef struct {
    sqlite3_file base;
    sqlite3_file *real;
    int file; /* -1: a temporary one */
} recorded_file;

static inline sqlite3_file *recorded_real(sqlite3_file *file)
{
    return ((recorded_file *)file)->real;
}

/* Call with the mutex held. */
static inline void disk_note(disk_op_kind kind, int file, int64_t offset, int size, const void *data)
{
    if (!disk.on || file < 0) return;
    if (disk.ops == disk.room) {
        disk.room = disk.room ? 2 * disk.room : 4096;
        disk.op = realloc(disk.op, (size_t)disk.room * sizeof *disk.op);
    }
    disk_op *op = &disk.op[disk.ops++];
    *op = (disk_op){ kind, file, offset, size, NULL };
    if (size) op->data = memcpy(malloc((size_t)size), data, (size_t)size);
}

/* How much the disk has been asked to do. */
static inline int64_t disk_ops(void)
{
    pthread_mutex_lock(&disk.mutex);
    int64_t ops = disk.ops;
    pthread_mutex_unlock(&disk.mutex);
    return ops;
}

#define RECORDED(note, call)                                                                                           \
    do {                                                                                                               \
        pthread_mutex_lock(&disk.mutex);                                                                               \
        note;                                                                                                          \
        int code_ = call;                                                                                              \
        pthread_mutex_unlock(&disk.mutex);                                                                             \
        return code_;                                                                                                  \
    } while (0)

static inline int recorded_write(sqlite3_file *file, const void *data, int size, sqlite3_int64 offset)
{
    sqlite3_file *real = recorded_real(file);
    RECORDED(disk_note(OP_WRITE, ((recorded_file *)file)->file, offset, size, data),
             real->pMethods->xWrite(real, data, size, offset));
}

static inline int recorded_truncate(sqlite3_file *file, sqlite3_int64 size)
{
    sqlite3_file *real = recorded_real(file);
    RECORDED(disk_note(OP_TRUNCATE, ((recorded_file *)file)->file, size, 0, NULL),
             real->pMethods->xTruncate(real, size));
}

static inline int recorded_sync(sqlite3_file *file, int flags)
{
    sqlite3_file *real = recorded_real(file);
    RECORDED(disk_note(OP_SYNC, ((recorded_file *)file)->file, 0, 0, NULL), real->pMethods->xSync(real, flags));
}

static inline int recorded_close(sqlite3_file *file)
{
    sqlite3_file *real = recorded_real(file);
    int code = real->pMethods ? real->pMethods->xClose(real) : SQLITE_OK;
    free(real);
    return code;
}

/* clang-format off */
#define PASS(name, params, args) \
    static inline int recorded_##name params { return recorded_real(file)->pMethods->x##name args; }
PASS(Read, (sqlite3_file *file, void *data, int size, sqlite3_int64 offset), (recorded_real(file), data, size, offset))
PASS(FileSize, (sqlite3_file *file, sqlite3_int64 *size), (recorded_real(file), size))
PASS(Lock, (sqlite3_file *file, int lock), (recorded_real(file), lock))
PASS(Unlock, (sqlite3_file *file, int lock), (recorded_real(file), lock))
PASS(CheckReservedLock, (sqlite3_file *file, int *out), (recorded_real(file), out))
PASS(FileControl, (sqlite3_file *file, int op, void *argument), (recorded_real(file), op, argument))
PASS(SectorSize, (sqlite3_file *file), (recorded_real(file)))
PASS(DeviceCharacteristics, (sqlite3_file *file), (recorded_real(file)))
PASS(ShmMap, (sqlite3_file *file, int page, int size, int extend, void volatile **out), (recorded_real(file), page, size, extend, out))
PASS(ShmLock, (sqlite3_file *file, int offset, int n, int flags), (recorded_real(file), offset, n, flags))
PASS(ShmUnmap, (sqlite3_file *file, int gone), (recorded_real(file), gone))
#undef PASS
/* clang-format on */

static inline void recorded_ShmBarrier(sqlite3_file *file)
{
    recorded_real(file)->pMethods->xShmBarrier(recorded_real(file));
}

static const sqlite3_io_methods recorded_methods = {
    .iVersion = 2,
    .xClose = recorded_close,
    .xRead = recorded_Read,
    .xWrite = recorded_write,
    .xTruncate = recorded_truncate,
    .xSync = recorded_sync,
    .xFileSize = recorded_FileSize,
    .xLock = recorded_Lock,
    .xUnlock = recorded_Unlock,
    .xCheckReservedLock = recorded_CheckReservedLock,
    .xFileControl = recorded_FileControl,
    .xSectorSize = recorded_SectorSize,
    .xDeviceCharacteristics = recorded_DeviceCharacteristics,
    .xShmMap = recorded_ShmMap,
    .xShmLock = recorded_ShmLock,
    .xShmBarrier = recorded_ShmBarrier,
    .xShmUnmap = recorded_ShmUnmap,
};

static inline int disk_file_named(const char *name, int flags)
{
    if (!name || !(flags & (SQLITE_OPEN_MAIN_DB | SQLITE_OPEN_WAL | SQLITE_OPEN_MAIN_JOURNAL))) return -1;
    return flags & SQLITE_OPEN_WAL ? 1 : flags & SQLITE_OPEN_MAIN_JOURNAL ? 2 : 0;
}

static inline int recorded_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *out)
{
    sqlite3_vfs *real = vfs->pAppData;
    recorded_file *self = (recorded_file *)file;
    self->base.pMethods = NULL;
    self->file = disk_file_named(name, flags);
    self->real = calloc(1, (size_t)real->szOsFile);
    int code = real->xOpen(real, name, self->real, flags, out);
    if (code == SQLITE_OK) {
        self->base.pMethods = &recorded_methods;
    } else {
        free(self->real);
    }
    return code;
}

static inline int recorded_delete(sqlite3_vfs *vfs, const char *name, int sync)
{
    sqlite3_vfs *real = vfs->pAppData;
    int file = -1;
    for (int i = 1; i < DISK_FILES; i++) {
        size_t all = strlen(name), end = strlen(disk_ends[i]);
        if (all > end && strcmp(name + all - end, disk_ends[i]) == 0) file = i;
    }
    RECORDED(disk_note(OP_REMOVE, file, 0, 0, NULL), real->xDelete(real, name, sync));
}

/* Makes this the layer that every database uses from now on. */
static inline void disk_register(void)
{
    static sqlite3_vfs vfs;
    sqlite3_vfs *real = sqlite3_vfs_find(NULL);
    vfs = *real;
    vfs.zName = "recorded";
    vfs.pNext = NULL;
    vfs.pAppData = real;
    vfs.szOsFile = sizeof(recorded_file);
    vfs.xOpen = recorded_open;
    vfs.xDelete = recorded_delete;
    sqlite3_vfs_register(&vfs, 0);
}

/* --- a disk after the power is gone ----------------------------------------------------------------------------- */

static inline void file_write(disk_file *f, int64_t offset, const unsigned char *data, int64_t size)
{
    int64_t end = offset + size;
    if (end > f->room) {
        f->bytes = realloc(f->bytes, (size_t)(2 * end));
        memset(f->bytes + f->room, 0, (size_t)(2 * end - f->room));
        f->room = 2 * end;
    }
    if (size) memcpy(f->bytes + offset, data, (size_t)size);
    if (end > f->size) f->size = end;
    f->there = true;
}

static inline void file_truncate(disk_file *f, int64_t size)
{
    file_write(f, size, NULL, 0); /* long enough */
    memset(f->bytes + size, 0, (size_t)(f->room - size));
    f->size = size;
}

static inline void file_copy(disk_file *to, const disk_file *from)
{
    to->there = from->there;
    if (to->room) memset(to->bytes, 0, (size_t)to->room);
    to->size = 0;
    if (from->there) file_write(to, 0, from->bytes, from->size);
}

static inline void file_do(disk_file *f, const disk_op *op)
{
    if (op->kind == OP_WRITE) file_write(f, op->offset, op->data, op->size);
    if (op->kind == OP_TRUNCATE) file_truncate(f, op->offset);
    if (op->kind == OP_REMOVE) *f = (disk_file){ .bytes = f->bytes, .room = f->room };
    if (op->kind == OP_REMOVE && f->room) memset(f->bytes, 0, (size_t)f->room);
}

/* The disk as it is for certain after the first `done` operations, advanced one by one; `unsynced[i]` is
 * the first operation of file i that a power cut may undo. */
typedef struct {
    int64_t done;
    disk_file sure[DISK_FILES];
    int64_t unsynced[DISK_FILES];
} disk_walk;

static inline void disk_settle(disk_walk *w, int file, int64_t until)
{
    for (int64_t i = w->unsynced[file]; i < until; i++) {
        if (disk.op[i].file == file) file_do(&w->sure[file], &disk.op[i]);
    }
    w->unsynced[file] = until;
}

static inline void disk_walk_to(disk_walk *w, int64_t done)
{
    for (; w->done < done; w->done++) {
        const disk_op *op = &disk.op[w->done];
        if (op->kind == OP_SYNC || op->kind == OP_REMOVE) disk_settle(w, op->file, w->done + 1);
    }
}

/* A write of which every sector has its own fate. */
static inline void do_sectors(disk_file *f, const disk_op *op, uint64_t *coin)
{
    for (int64_t at = 0, next; at < op->size; at = next) {
        next = at + SECTOR - (op->offset + at) % SECTOR;
        if (next > op->size) next = op->size;
        if (proof_random(coin) & 1) file_write(f, op->offset + at, op->data + at, next - at);
    }
}

static inline void do_perhaps(disk_file *f, const disk_op *op, disk_cut cut, uint64_t *coin)
{
    if (cut == CUT_LOST) return;
    if (cut == CUT_SECTORS && op->kind == OP_WRITE) {
        do_sectors(f, op, coin);
    } else if (cut == CUT_TORN || proof_random(coin) & 1) {
        file_do(f, op);
    }
}

/* The operation interrupted by the power cut: only the beginning of a write is kept. */
static inline void do_torn(disk_file *f, const disk_op *op, uint64_t *coin)
{
    if (op->kind == OP_WRITE) file_write(f, op->offset, op->data, (int64_t)(proof_random(coin) % (uint64_t)op->size));
    if (op->kind == OP_TRUNCATE && proof_random(coin) & 1) file_do(f, op);
}

/* The files after the first w->done operations, with the next one under way. */
static inline void disk_cut_here(const disk_walk *w, disk_cut cut, uint64_t *coin, disk_file left[DISK_FILES])
{
    for (int file = 0; file < DISK_FILES; file++) {
        file_copy(&left[file], &w->sure[file]);
        for (int64_t i = w->unsynced[file]; i < w->done; i++) {
            if (disk.op[i].file == file) do_perhaps(&left[file], &disk.op[i], cut, coin);
        }
    }
    const disk_op *next = w->done < disk.ops ? &disk.op[w->done] : NULL;
    if (next && cut != CUT_LOST) do_torn(&left[next->file], next, coin);
}

/* Puts the files into a folder, as the database `name`. */
static inline bool disk_lay(const disk_file left[DISK_FILES], const char *folder, const char *name)
{
    char path[256];
    bool well = true;
    for (int i = 0; i < DISK_FILES; i++) {
        snprintf(path, sizeof path, "%s/%s%s", folder, name, disk_ends[i]);
        remove(path);
        if (!left[i].there) continue;
        FILE *out = fopen(path, "wb");
        well = out && fwrite(left[i].bytes, 1, (size_t)left[i].size, out) == (size_t)left[i].size && well;
        if (out) well = fclose(out) == 0 && well;
    }
    snprintf(path, sizeof path, "%s/%s-shm", folder, name);
    remove(path);
    return well;
}

static inline void disk_forget(disk_walk *w, disk_file left[DISK_FILES])
{
    for (int i = 0; i < DISK_FILES; i++) {
        free(w->sure[i].bytes);
        free(left[i].bytes);
    }
    for (int64_t i = 0; i < disk.ops; i++)
        free(disk.op[i].data);
    free(disk.op);
    disk.op = NULL;
    disk.ops = disk.room = 0;
}

#endif
