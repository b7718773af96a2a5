/* faulty_vfs.h - a file layer for SQLite that fails on command.
 *
 * It counts writes, truncations and syncs. At the chosen one it fails: with an error, once or from then on, or for
 * good, as when the power goes: the write is torn and writes that were not synced are lost, each by the toss of a coin.
 * Reads are counted separately. */
#ifndef LAMMER_TESTS_STORE_FAULTY_VFS_H
#define LAMMER_TESTS_STORE_FAULTY_VFS_H

#include <pthread.h>
#include <sqlite3.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef enum { FAULT_EIO, FAULT_FULL, FAULT_SYNC, FAULT_POWER, FAULT_KINDS } fault_kind;

typedef struct unsynced unsynced;

struct unsynced {
    unsynced *before;
    sqlite3_file *file;
    char name[256];
    sqlite3_int64 offset;
    int size, had;
    unsigned char old[];
};

static struct {
    fault_kind kind;
    long at, count; /* the operation to fail at; 0 never */
    bool lasting;   /* every one after it fails, too */
    bool off;       /* the power is gone */
    long read_at, reads;
    bool no_carry;  /* instead of all that: the first write into the file itself, not its log, fails */
    int opens_left; /* instead of `at`: when so many further connections were opened, the next sync fails */
    bool struck;
    uint64_t coin;
    unsynced *last;
    int failed_syncs;
    char failed_name[256];
} fault;

static pthread_mutex_t fault_mutex = PTHREAD_MUTEX_INITIALIZER; /* the log is carried over by another thread */

typedef struct {
    sqlite3_file base;
    sqlite3_file *real;
    bool log;
    int heard; /* how many failed syncs of its file this connection has been told of */
    char name[256];
} faulty_file;

static inline sqlite3_file *real_of(sqlite3_file *file)
{
    return ((faulty_file *)file)->real;
}

static inline bool toss(void)
{
    fault.coin = fault.coin * 6364136223846793005ULL + 1442695040888963407ULL;
    return fault.coin >> 63;
}

static inline void remember(const faulty_file *file, int size, sqlite3_int64 offset)
{
    sqlite3_file *real = file->real;
    unsynced *u = calloc(1, sizeof *u + (size_t)size);
    sqlite3_int64 end = 0;
    real->pMethods->xFileSize(real, &end);
    *u = (unsynced){ .before = fault.last, .file = real, .offset = offset, .size = size };
    memcpy(u->name, file->name, sizeof u->name);
    u->had = end <= offset ? 0 : end - offset < size ? (int)(end - offset) : size;
    if (u->had) real->pMethods->xRead(real, u->old, u->had, offset);
    fault.last = u;
}

/* Forgets the unsynced writes of a file, of every connection (all of them for NULL); with `lose`, half of them
 * never happened. */
static inline void settle(const faulty_file *file, bool lose)
{
    unsynced **link = &fault.last;
    while (*link) {
        unsynced *u = *link;
        if (file && strcmp(u->name, file->name) != 0) {
            link = &u->before;
            continue;
        }
        if (lose && toss()) u->file->pMethods->xWrite(u->file, u->old, u->size, u->offset);
        *link = u->before;
        free(u);
    }
}

/* SQLITE_OK, or what this operation fails with. */
static inline int strike(bool sync)
{
    if (fault.off) return SQLITE_IOERR;
    bool due = ++fault.count == fault.at || (fault.lasting && fault.at && fault.count > fault.at);
    if (!due) return SQLITE_OK;
    if (fault.kind == FAULT_SYNC && !sync) {
        if (!fault.lasting) fault.at++; /* the next sync */
        return SQLITE_OK;
    }
    fault.struck = true;
    switch (fault.kind) {
    case FAULT_FULL: return sync ? SQLITE_IOERR_FSYNC : SQLITE_FULL;
    case FAULT_SYNC: return SQLITE_IOERR_FSYNC;
    case FAULT_POWER: fault.off = true; return SQLITE_IOERR;
    default: return sync ? SQLITE_IOERR_FSYNC : SQLITE_IOERR_WRITE;
    }
}

/* Whether something has failed so far. */
static inline bool has_struck(void)
{
    pthread_mutex_lock(&fault_mutex);
    bool struck = fault.struck;
    pthread_mutex_unlock(&fault_mutex);
    return struck;
}

static inline int write_no_carry(faulty_file *file, const void *data, int size, sqlite3_int64 offset)
{
    bool strikes = !file->log && !fault.struck;
    if (strikes) fault.struck = true;
    return strikes ? SQLITE_IOERR_WRITE : file->real->pMethods->xWrite(file->real, data, size, offset);
}

static inline int write_or_strike(sqlite3_file *file, const void *data, int size, sqlite3_int64 offset)
{
    sqlite3_file *real = real_of(file);
    if (fault.no_carry) return write_no_carry((faulty_file *)file, data, size, offset);
    bool was_off = fault.off;
    int code = strike(false);
    if (code == SQLITE_OK) remember((faulty_file *)file, size, offset);
    if (code == SQLITE_OK) return real->pMethods->xWrite(real, data, size, offset);
    if (!was_off) real->pMethods->xWrite(real, data, size / 2, offset); /* torn */
    if (!was_off && fault.off) settle(NULL, true);
    return code;
}

static inline int faulty_write(sqlite3_file *file, const void *data, int size, sqlite3_int64 offset)
{
    pthread_mutex_lock(&fault_mutex);
    int code = write_or_strike(file, data, size, offset);
    pthread_mutex_unlock(&fault_mutex);
    return code;
}

/* What a failed sync should have kept may be lost, as when the system gives up those pages; every connection to the
 * file is told so, at its next sync. */
static inline int sync_failed(faulty_file *file)
{
    settle(file, true);
    memcpy(fault.failed_name, file->name, sizeof fault.failed_name);
    file->heard = ++fault.failed_syncs;
    return SQLITE_IOERR_FSYNC;
}

static inline bool must_hear_of_failure(faulty_file *file)
{
    bool must = file->heard < fault.failed_syncs && strcmp(fault.failed_name, file->name) == 0;
    file->heard = fault.failed_syncs;
    return must;
}

static inline int sync_or_strike(sqlite3_file *file, int flags)
{
    sqlite3_file *real = real_of(file);
    if (fault.no_carry) return real->pMethods->xSync(real, flags);
    bool was_off = fault.off;
    if (must_hear_of_failure((faulty_file *)file)) return SQLITE_IOERR_FSYNC;
    int code = strike(true);
    if (code != SQLITE_OK && fault.kind == FAULT_SYNC) return sync_failed((faulty_file *)file);
    if (code == SQLITE_OK) settle((faulty_file *)file, false);
    if (!was_off && fault.off) settle(NULL, true);
    return code;
}

static inline int faulty_sync(sqlite3_file *file, int flags)
{
    pthread_mutex_lock(&fault_mutex);
    int code = sync_or_strike(file, flags);
    pthread_mutex_unlock(&fault_mutex);
    return code;
}

static inline int faulty_read(sqlite3_file *file, void *data, int size, sqlite3_int64 offset)
{
    pthread_mutex_lock(&fault_mutex);
    bool due = ++fault.reads == fault.read_at || (fault.lasting && fault.read_at && fault.reads > fault.read_at);
    if (due) fault.struck = true;
    pthread_mutex_unlock(&fault_mutex);
    return due ? SQLITE_IOERR_READ : real_of(file)->pMethods->xRead(real_of(file), data, size, offset);
}

static inline int faulty_truncate(sqlite3_file *file, sqlite3_int64 size)
{
    pthread_mutex_lock(&fault_mutex);
    int code = strike(false);
    if (code == SQLITE_OK) code = real_of(file)->pMethods->xTruncate(real_of(file), size);
    pthread_mutex_unlock(&fault_mutex);
    return code;
}

/* Writes of a connection that is gone stay as they are. */
static inline void forget_handle(const sqlite3_file *real)
{
    for (unsynced **link = &fault.last; *link;) {
        unsynced *u = *link;
        bool gone = u->file == real;
        if (gone) *link = u->before;
        if (gone) free(u);
        if (!gone) link = &u->before;
    }
}

static inline int faulty_close(sqlite3_file *file)
{
    sqlite3_file *real = real_of(file);
    pthread_mutex_lock(&fault_mutex);
    forget_handle(real);
    pthread_mutex_unlock(&fault_mutex);
    int code = real->pMethods ? real->pMethods->xClose(real) : SQLITE_OK;
    free(real);
    return code;
}

/* clang-format off */
#define PASS(name, params, args) \
    static inline int faulty_##name params { return real_of(file)->pMethods->x##name args; }
PASS(FileSize, (sqlite3_file *file, sqlite3_int64 *size), (real_of(file), size))
PASS(Lock, (sqlite3_file *file, int lock), (real_of(file), lock))
PASS(Unlock, (sqlite3_file *file, int lock), (real_of(file), lock))
PASS(CheckReservedLock, (sqlite3_file *file, int *out), (real_of(file), out))
PASS(FileControl, (sqlite3_file *file, int op, void *argument), (real_of(file), op, argument))
PASS(SectorSize, (sqlite3_file *file), (real_of(file)))
PASS(DeviceCharacteristics, (sqlite3_file *file), (real_of(file)))
PASS(ShmMap, (sqlite3_file *file, int page, int size, int extend, void volatile **out), (real_of(file), page, size, extend, out))
PASS(ShmLock, (sqlite3_file *file, int offset, int n, int flags), (real_of(file), offset, n, flags))
PASS(ShmUnmap, (sqlite3_file *file, int gone), (real_of(file), gone))
/* clang-format on */

static inline void faulty_ShmBarrier(sqlite3_file *file)
{
    real_of(file)->pMethods->xShmBarrier(real_of(file));
}

static const sqlite3_io_methods faulty_methods = {
    .iVersion = 2,
    .xClose = faulty_close,
    .xRead = faulty_read,
    .xWrite = faulty_write,
    .xTruncate = faulty_truncate,
    .xSync = faulty_sync,
    .xFileSize = faulty_FileSize,
    .xLock = faulty_Lock,
    .xUnlock = faulty_Unlock,
    .xCheckReservedLock = faulty_CheckReservedLock,
    .xFileControl = faulty_FileControl,
    .xSectorSize = faulty_SectorSize,
    .xDeviceCharacteristics = faulty_DeviceCharacteristics,
    .xShmMap = faulty_ShmMap,
    .xShmLock = faulty_ShmLock,
    .xShmBarrier = faulty_ShmBarrier,
    .xShmUnmap = faulty_ShmUnmap,
};

/* The last of `opens_left` connections gives another thread time to meet the failed sync before it goes on. */
static inline void arm_at_open(int flags)
{
    enum { WAITS = 100 };
    pthread_mutex_lock(&fault_mutex);
    bool armed = flags & SQLITE_OPEN_MAIN_DB && fault.opens_left && --fault.opens_left == 0;
    if (armed) fault.at = fault.count + 1;
    pthread_mutex_unlock(&fault_mutex);
    for (int i = 0; i < WAITS && armed && !has_struck(); i++)
        nanosleep(&(struct timespec){ .tv_nsec = 1000000 }, NULL);
}

static inline int faulty_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *out)
{
    sqlite3_vfs *real = vfs->pAppData;
    faulty_file *self = (faulty_file *)file;
    self->base.pMethods = NULL;
    arm_at_open(flags);
    self->real = calloc(1, (size_t)real->szOsFile);
    int code = real->xOpen(real, name, self->real, flags, out);
    if (code == SQLITE_OK) {
        self->base.pMethods = &faulty_methods;
        self->log = flags & SQLITE_OPEN_WAL;
        self->heard = fault.failed_syncs;
        snprintf(self->name, sizeof self->name, "%s", name ? name : "");
    } else {
        free(self->real);
    }
    return code;
}

static inline int faulty_delete(sqlite3_vfs *vfs, const char *name, int sync)
{
    sqlite3_vfs *real = vfs->pAppData;
    return fault.off ? SQLITE_IOERR_DELETE : real->xDelete(real, name, sync);
}

static inline void faulty_register(void)
{
    static sqlite3_vfs vfs;
    sqlite3_vfs *real = sqlite3_vfs_find(NULL);
    vfs = *real;
    vfs.zName = "faulty";
    vfs.pNext = NULL;
    vfs.pAppData = real;
    vfs.szOsFile = sizeof(faulty_file);
    vfs.xOpen = faulty_open;
    vfs.xDelete = faulty_delete;
    sqlite3_vfs_register(&vfs, 0);
}

#endif
