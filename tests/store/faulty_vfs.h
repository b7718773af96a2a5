/* faulty_vfs.h - a file layer for SQLite that fails when it is told to.
 *
 * It counts writes, truncations and syncs. At the chosen one it fails: with an error once, or for good, as when the
 * power goes: the write is torn and writes that were not synced are lost, each by the toss of a coin. */
#ifndef LAMMER_TESTS_STORE_FAULTY_VFS_H
#define LAMMER_TESTS_STORE_FAULTY_VFS_H

#include <sqlite3.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef enum { FAULT_EIO, FAULT_FULL, FAULT_SYNC, FAULT_POWER, FAULT_KINDS } fault_kind;

typedef struct unsynced unsynced;

struct unsynced {
    unsynced *before;
    sqlite3_file *file;
    sqlite3_int64 offset;
    int size, had;
    unsigned char old[];
};

static struct {
    fault_kind kind;
    long at, count; /* the operation to fail at; 0 never */
    bool off;       /* the power is gone */
    bool no_carry;  /* instead of all that: the first write into the file itself, not its log, fails */
    bool struck;
    uint64_t coin;
    unsynced *last;
} fault;

typedef struct {
    sqlite3_file base;
    sqlite3_file *real;
    bool log;
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

static inline void remember(sqlite3_file *real, int size, sqlite3_int64 offset)
{
    unsynced *u = calloc(1, sizeof *u + (size_t)size);
    sqlite3_int64 end = 0;
    real->pMethods->xFileSize(real, &end);
    *u = (unsynced){ fault.last, real, offset, size, 0 };
    u->had = end <= offset ? 0 : end - offset < size ? (int)(end - offset) : size;
    if (u->had) real->pMethods->xRead(real, u->old, u->had, offset);
    fault.last = u;
}

/* Forgets the unsynced writes of a file (all of them for NULL); with `lose`, half of them never happened. */
static inline void settle(sqlite3_file *real, bool lose)
{
    unsynced **link = &fault.last;
    while (*link) {
        unsynced *u = *link;
        if (real && u->file != real) {
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
    if (++fault.count != fault.at) return SQLITE_OK;
    switch (fault.kind) {
    case FAULT_FULL: return sync ? SQLITE_IOERR_FSYNC : SQLITE_FULL;
    case FAULT_SYNC:
        if (!sync) fault.at++; /* the next sync */
        return sync ? SQLITE_IOERR_FSYNC : SQLITE_OK;
    case FAULT_POWER: fault.off = true; return SQLITE_IOERR;
    default: return sync ? SQLITE_IOERR_FSYNC : SQLITE_IOERR_WRITE;
    }
}

static inline int faulty_write(sqlite3_file *file, const void *data, int size, sqlite3_int64 offset)
{
    sqlite3_file *real = real_of(file);
    if (fault.no_carry) {
        bool strikes = !((faulty_file *)file)->log && !fault.struck;
        if (strikes) fault.struck = true;
        return strikes ? SQLITE_IOERR_WRITE : real->pMethods->xWrite(real, data, size, offset);
    }
    bool was_off = fault.off;
    int code = strike(false);
    if (code == SQLITE_OK) remember(real, size, offset);
    if (code == SQLITE_OK) return real->pMethods->xWrite(real, data, size, offset);
    if (!was_off) real->pMethods->xWrite(real, data, size / 2, offset); /* torn */
    if (!was_off && fault.off) settle(NULL, true);
    return code;
}

static inline int faulty_sync(sqlite3_file *file, int flags)
{
    if (fault.no_carry) return real_of(file)->pMethods->xSync(real_of(file), flags);
    bool was_off = fault.off;
    int code = strike(true);
    if (code == SQLITE_OK) settle(real_of(file), false);
    if (!was_off && fault.off) settle(NULL, true);
    return code;
}

static inline int faulty_truncate(sqlite3_file *file, sqlite3_int64 size)
{
    int code = strike(false);
    return code == SQLITE_OK ? real_of(file)->pMethods->xTruncate(real_of(file), size) : code;
}

static inline int faulty_close(sqlite3_file *file)
{
    sqlite3_file *real = real_of(file);
    settle(real, false);
    int code = real->pMethods ? real->pMethods->xClose(real) : SQLITE_OK;
    free(real);
    return code;
}

/* clang-format off */
#define PASS(name, params, args) \
    static inline int faulty_##name params { return real_of(file)->pMethods->x##name args; }
PASS(Read, (sqlite3_file *file, void *data, int size, sqlite3_int64 offset), (real_of(file), data, size, offset))
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
    .xRead = faulty_Read,
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

static inline int faulty_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *out)
{
    sqlite3_vfs *real = vfs->pAppData;
    faulty_file *self = (faulty_file *)file;
    self->base.pMethods = NULL;
    self->real = calloc(1, (size_t)real->szOsFile);
    int code = real->xOpen(real, name, self->real, flags, out);
    if (code == SQLITE_OK) {
        self->base.pMethods = &faulty_methods;
        self->log = flags & SQLITE_OPEN_WAL;
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
