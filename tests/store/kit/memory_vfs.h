/* memory_vfs.h - a disk in memory for SQLite that fails and loses writes on command.
 *
 * Every write keeps what it has overwritten until the file is synced. When the power goes, each unsynced write is lost
 * by the toss of a coin and the last one is torn; when only the process dies, all that was written stays. Everything
 * follows from the seed of the coin. Only one thread may use it. */
#ifndef LAMMER_TESTS_STORE_MEMORY_VFS_H
#define LAMMER_TESTS_STORE_MEMORY_VFS_H

#include <sqlite3.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MEMORY_FILES = 16, MEMORY_NAME = 128, MEMORY_SHM = 64, MEMORY_SLOTS = 8 };

/* clang-format off */
#define MEMORY_FAULTS(X)                                                                                     \
    X(NONE, "none") X(EIO, "write error") X(FULL, "disk full") X(SYNC, "sync error") X(POWER, "power cut")
/* clang-format on */
typedef enum {
#define X(name, word) MEMORY_##name,
    MEMORY_FAULTS(X)
#undef X
        MEMORY_FAULT_COUNT
} memory_fault;

typedef struct {
    int64_t offset;
    int size, had;
    uint8_t *old;
} memory_undo;

typedef struct {
    char name[MEMORY_NAME]; /* "": free */
    int opened;
    bool passing; /* removed when it is closed */
    uint8_t *data;
    int64_t size, room;
    memory_undo *undo;
    int undos, undo_room;
    void *shm[MEMORY_SHM];
    int shms, mapped;
    int shared, reserved, exclusive; /* locks of the file: how many hold them */
    int slot_shared[MEMORY_SLOTS], slot_exclusive[MEMORY_SLOTS];
} memory_file;

static struct {
    memory_file file[MEMORY_FILES];
    memory_fault kind; /* what happens at operation `at`; 0: nothing */
    long at, count;    /* writes, truncations and syncs so far */
    bool off;          /* nothing can be written from now on */
    bool struck;
    uint64_t coin;
} disk;

typedef struct {
    sqlite3_file base;
    memory_file *file;
    int lock;
    bool maps;
    uint16_t slots_shared, slots_exclusive;
} memory_handle;

static inline memory_file *memory_of(sqlite3_file *file)
{
    return ((memory_handle *)file)->file;
}

static inline bool memory_toss(void)
{
    disk.coin = disk.coin * 6364136223846793005ULL + 1442695040888963407ULL;
    return disk.coin >> 63;
}

/* --- files --------------------------------------------------------------------------------------------------- */

static inline memory_file *memory_find(const char *name)
{
    for (int i = 0; i < MEMORY_FILES; i++) {
        if (disk.file[i].name[0] && strcmp(disk.file[i].name, name) == 0) return &disk.file[i];
    }
    return NULL;
}

static inline memory_file *memory_make(const char *name)
{
    for (int i = 0; i < MEMORY_FILES; i++) {
        memory_file *f = &disk.file[i];
        if (f->name[0]) continue;
        memset(f, 0, sizeof *f);
        snprintf(f->name, sizeof f->name, "%s", name);
        return f;
    }
    return NULL;
}

static inline void memory_forget_undo(memory_file *f)
{
    for (int i = 0; i < f->undos; i++)
        free(f->undo[i].old);
    f->undos = 0;
}

static inline void memory_drop(memory_file *f)
{
    memory_forget_undo(f);
    free(f->undo);
    free(f->data);
    for (int i = 0; i < f->shms; i++)
        free(f->shm[i]);
    memset(f, 0, sizeof *f);
}

static inline void memory_grow(memory_file *f, int64_t size)
{
    if (size > f->room) {
        f->room = size + size / 2 + 65536;
        f->data = realloc(f->data, (size_t)f->room);
    }
    if (size > f->size) memset(f->data + f->size, 0, (size_t)(size - f->size));
    if (size > f->size) f->size = size;
}

/* An empty disk. Nothing may be open. */
static inline void memory_clear(void)
{
    for (int i = 0; i < MEMORY_FILES; i++)
        memory_drop(&disk.file[i]);
    memset(&disk, 0, sizeof disk);
}

/* A copy of a file as it stands, to be put back later. */
typedef struct {
    uint8_t *data;
    int64_t size;
} memory_image;

static inline memory_image memory_copy(const char *name)
{
    const memory_file *f = memory_find(name);
    memory_image image = { f ? malloc((size_t)f->size) : NULL, f ? f->size : 0 };
    if (f) memcpy(image.data, f->data, (size_t)f->size);
    return image;
}

static inline void memory_put(const char *name, const memory_image *image)
{
    memory_file *f = memory_make(name);
    memory_grow(f, image->size);
    memcpy(f->data, image->data, (size_t)image->size);
}

/* --- faults -------------------------------------------------------------------------------------------------- */

static inline void memory_undo_write(memory_file *f, const memory_undo *u)
{
    int64_t end = u->offset + u->size;
    if (u->had) memcpy(f->data + u->offset, u->old, (size_t)u->had);
    if (end > f->size) end = f->size;
    if (end > u->offset + u->had) memset(f->data + u->offset + u->had, 0, (size_t)(end - u->offset - u->had));
}

/* Cuts the power: each write that was not synced is there or not. */
static inline void memory_lose(void)
{
    disk.off = true;
    for (int i = 0; i < MEMORY_FILES; i++) {
        memory_file *f = &disk.file[i];
        for (int u = f->undos - 1; u >= 0; u--) {
            if (memory_toss()) memory_undo_write(f, &f->undo[u]);
        }
        memory_forget_undo(f);
    }
}

/* Starts the machine again with a disk that works. */
static inline void memory_heal(void)
{
    for (int i = 0; i < MEMORY_FILES; i++)
        memory_forget_undo(&disk.file[i]);
    disk.off = disk.struck = false;
    disk.kind = MEMORY_NONE;
}

/* The fault strikes at the n-th operation from now. */
static inline void memory_plan(memory_fault kind, long n)
{
    disk.kind = kind;
    disk.at = disk.count + n;
}

static inline int memory_strike(bool sync)
{
    if (disk.off) return sync ? SQLITE_IOERR_FSYNC : SQLITE_IOERR_WRITE;
    if (++disk.count < disk.at || disk.kind == MEMORY_NONE || disk.struck) return SQLITE_OK;
    if (disk.kind == MEMORY_SYNC && !sync) return SQLITE_OK; /* the next sync */
    disk.struck = true;
    if (disk.kind == MEMORY_POWER) return SQLITE_IOERR; /* the caller tears its write, then all is lost */
    return sync ? SQLITE_IOERR_FSYNC : disk.kind == MEMORY_FULL ? SQLITE_FULL : SQLITE_IOERR_WRITE;
}

/* --- what SQLite calls --------------------------------------------------------------------------------------- */

static inline int memory_Read(sqlite3_file *file, void *data, int size, sqlite3_int64 offset)
{
    const memory_file *f = memory_of(file);
    int64_t there = f->size - offset;
    if (there > size) there = size;
    if (there > 0) memcpy(data, f->data + offset, (size_t)there);
    if (there >= size) return SQLITE_OK;
    if (there < 0) there = 0;
    memset((uint8_t *)data + there, 0, (size_t)(size - there));
    return SQLITE_IOERR_SHORT_READ;
}

static inline void memory_remember(memory_file *f, int size, int64_t offset)
{
    if (f->passing) return;
    if (f->undos == f->undo_room) {
        f->undo_room = 2 * f->undo_room + 64;
        f->undo = realloc(f->undo, (size_t)f->undo_room * sizeof *f->undo);
    }
    memory_undo *u = &f->undo[f->undos++];
    *u = (memory_undo){ .offset = offset, .size = size };
    u->had = f->size <= offset ? 0 : f->size - offset < size ? (int)(f->size - offset) : size;
    if (u->had) u->old = malloc((size_t)u->had);
    if (u->had) memcpy(u->old, f->data + offset, (size_t)u->had);
}

static inline int memory_Write(sqlite3_file *file, const void *data, int size, sqlite3_int64 offset)
{
    memory_file *f = memory_of(file);
    bool was_off = disk.off;
    int code = f->passing ? SQLITE_OK : memory_strike(false);
    if (code != SQLITE_OK && was_off) return code;
    if (code != SQLITE_OK) size /= 2; /* torn */
    memory_remember(f, size, offset);
    memory_grow(f, offset + size);
    memcpy(f->data + offset, data, (size_t)size);
    if (code == SQLITE_IOERR) memory_lose();
    return code;
}

static inline int memory_Truncate(sqlite3_file *file, sqlite3_int64 size)
{
    memory_file *f = memory_of(file);
    bool was_off = disk.off;
    int code = f->passing ? SQLITE_OK : memory_strike(false);
    if (code == SQLITE_IOERR && !was_off) memory_lose();
    if (code == SQLITE_OK && size < f->size) f->size = size;
    return code;
}

static inline int memory_Sync(sqlite3_file *file, int flags)
{
    bool was_off = disk.off;
    int code = memory_strike(true);
    (void)flags;
    if (code == SQLITE_IOERR && !was_off) memory_lose();
    if (code == SQLITE_OK) memory_forget_undo(memory_of(file));
    return code;
}

static inline int memory_FileSize(sqlite3_file *file, sqlite3_int64 *size)
{
    *size = memory_of(file)->size;
    return SQLITE_OK;
}

/* Levels of the file's lock, as SQLite describes them: any number share, one is about to write, one writes. */
static inline int memory_Unlock(sqlite3_file *file, int lock)
{
    memory_handle *h = (memory_handle *)file;
    memory_file *f = h->file;
    if (h->lock >= SQLITE_LOCK_EXCLUSIVE && lock < SQLITE_LOCK_EXCLUSIVE) f->exclusive--;
    if (h->lock >= SQLITE_LOCK_RESERVED && lock < SQLITE_LOCK_RESERVED) f->reserved--;
    if (h->lock >= SQLITE_LOCK_SHARED && lock < SQLITE_LOCK_SHARED) f->shared--;
    if (lock < h->lock) h->lock = lock;
    return SQLITE_OK;
}

static inline int memory_Lock(sqlite3_file *file, int lock)
{
    memory_handle *h = (memory_handle *)file;
    memory_file *f = h->file;
    if (lock <= h->lock) return SQLITE_OK;
    if (h->lock < SQLITE_LOCK_SHARED) {
        if (f->exclusive) return SQLITE_BUSY;
        f->shared++;
        h->lock = SQLITE_LOCK_SHARED;
    }
    if (lock >= SQLITE_LOCK_RESERVED && h->lock < SQLITE_LOCK_RESERVED) {
        if (f->reserved) return SQLITE_BUSY;
        f->reserved++;
        h->lock = SQLITE_LOCK_RESERVED;
    }
    if (lock >= SQLITE_LOCK_EXCLUSIVE) {
        if (f->shared > 1) return SQLITE_BUSY;
        f->exclusive++;
        h->lock = SQLITE_LOCK_EXCLUSIVE;
    }
    return SQLITE_OK;
}

static inline int memory_CheckReservedLock(sqlite3_file *file, int *out)
{
    *out = memory_of(file)->reserved > 0;
    return SQLITE_OK;
}

static inline int memory_FileControl(sqlite3_file *file, int op, void *argument)
{
    (void)file, (void)op, (void)argument;
    return SQLITE_NOTFOUND;
}

static inline int memory_SectorSize(sqlite3_file *file)
{
    (void)file;
    return 4096;
}

static inline int memory_DeviceCharacteristics(sqlite3_file *file)
{
    (void)file;
    return SQLITE_IOCAP_POWERSAFE_OVERWRITE;
}

static inline int memory_ShmMap(sqlite3_file *file, int page, int size, int extend, void volatile **out)
{
    memory_handle *h = (memory_handle *)file;
    memory_file *f = h->file;
    if (!h->maps) f->mapped++;
    h->maps = true;
    while (extend && f->shms <= page && f->shms < MEMORY_SHM)
        f->shm[f->shms++] = calloc(1, (size_t)size);
    *out = page < f->shms ? f->shm[page] : NULL;
    return page < MEMORY_SHM ? SQLITE_OK : SQLITE_NOMEM;
}

static inline int memory_ShmUnlock(memory_handle *h, int slot)
{
    if (h->slots_shared >> slot & 1) h->file->slot_shared[slot]--;
    if (h->slots_exclusive >> slot & 1) h->file->slot_exclusive[slot]--;
    h->slots_shared &= (uint16_t) ~(1u << slot);
    h->slots_exclusive &= (uint16_t) ~(1u << slot);
    return SQLITE_OK;
}

static inline int memory_ShmLock(sqlite3_file *file, int offset, int n, int flags)
{
    memory_handle *h = (memory_handle *)file;
    memory_file *f = h->file;
    bool exclusive = flags & SQLITE_SHM_EXCLUSIVE;
    for (int s = offset; flags & SQLITE_SHM_UNLOCK && s < offset + n; s++)
        memory_ShmUnlock(h, s);
    if (flags & SQLITE_SHM_UNLOCK) return SQLITE_OK;
    for (int s = offset; s < offset + n; s++) {
        int others = f->slot_shared[s] - (h->slots_shared >> s & 1);
        if (f->slot_exclusive[s] - (h->slots_exclusive >> s & 1) || (exclusive && others)) return SQLITE_BUSY;
    }
    for (int s = offset; s < offset + n; s++) {
        uint16_t *mine = exclusive ? &h->slots_exclusive : &h->slots_shared;
        int *held = exclusive ? &f->slot_exclusive[s] : &f->slot_shared[s];
        if (!(*mine >> s & 1)) ++*held;
        *mine |= (uint16_t)(1u << s);
    }
    return SQLITE_OK;
}

static inline void memory_ShmBarrier(sqlite3_file *file)
{
    (void)file;
}

/* The index of the log lives as long as a connection has it open. */
static inline int memory_ShmUnmap(sqlite3_file *file, int gone)
{
    memory_handle *h = (memory_handle *)file;
    memory_file *f = h->file;
    (void)gone;
    for (int s = 0; s < MEMORY_SLOTS; s++)
        memory_ShmUnlock(h, s);
    if (h->maps && --f->mapped == 0) {
        for (int i = 0; i < f->shms; i++)
            free(f->shm[i]);
        f->shms = 0;
    }
    h->maps = false;
    return SQLITE_OK;
}

static inline int memory_Close(sqlite3_file *file)
{
    memory_handle *h = (memory_handle *)file;
    memory_Unlock(file, SQLITE_LOCK_NONE);
    memory_ShmUnmap(file, 0);
    if (--h->file->opened == 0 && h->file->passing) memory_drop(h->file);
    return SQLITE_OK;
}

static const sqlite3_io_methods memory_methods = {
    .iVersion = 2,
    .xClose = memory_Close,
    .xRead = memory_Read,
    .xWrite = memory_Write,
    .xTruncate = memory_Truncate,
    .xSync = memory_Sync,
    .xFileSize = memory_FileSize,
    .xLock = memory_Lock,
    .xUnlock = memory_Unlock,
    .xCheckReservedLock = memory_CheckReservedLock,
    .xFileControl = memory_FileControl,
    .xSectorSize = memory_SectorSize,
    .xDeviceCharacteristics = memory_DeviceCharacteristics,
    .xShmMap = memory_ShmMap,
    .xShmLock = memory_ShmLock,
    .xShmBarrier = memory_ShmBarrier,
    .xShmUnmap = memory_ShmUnmap,
};

static inline int memory_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *out)
{
    static unsigned passing;
    char own[32];
    memory_handle *h = (memory_handle *)file;
    (void)vfs;
    memset(h, 0, sizeof *h);
    snprintf(own, sizeof own, "passing-%u", passing++);
    memory_file *f = name ? memory_find(name) : NULL;
    /* the house's own file is made by the process that locks it, outside of this disk */
    if (!f && (!name || flags & (SQLITE_OPEN_CREATE | SQLITE_OPEN_MAIN_DB))) {
        if (name && disk.off) return SQLITE_CANTOPEN;
        f = memory_make(name ? name : own);
        if (f) f->passing = !name;
    }
    if (!f) return SQLITE_CANTOPEN;
    f->opened++;
    h->file = f;
    h->base.pMethods = &memory_methods;
    if (out) *out = flags;
    return SQLITE_OK;
}

static inline int memory_delete(sqlite3_vfs *vfs, const char *name, int sync)
{
    memory_file *f = memory_find(name);
    (void)vfs, (void)sync;
    if (disk.off) return SQLITE_IOERR_DELETE;
    if (f && f->opened)
        f->passing = true, snprintf(f->name, sizeof f->name, "deleted-%d", (int)(f - disk.file));
    else if (f)
        memory_drop(f);
    return f ? SQLITE_OK : SQLITE_IOERR_DELETE_NOENT;
}

static inline int memory_access(sqlite3_vfs *vfs, const char *name, int flags, int *out)
{
    (void)vfs, (void)flags;
    *out = memory_find(name) != NULL;
    return SQLITE_OK;
}

static inline int memory_fullname(sqlite3_vfs *vfs, const char *name, int room, char *out)
{
    (void)vfs;
    snprintf(out, (size_t)room, "%s", name);
    return SQLITE_OK;
}

static inline int memory_randomness(sqlite3_vfs *vfs, int size, char *out)
{
    (void)vfs;
    for (int i = 0; i < size; i++)
        out[i] = (char)(i * 37 + 11);
    return size;
}

static inline int memory_sleep(sqlite3_vfs *vfs, int us)
{
    (void)vfs;
    return us;
}

static inline int memory_time(sqlite3_vfs *vfs, sqlite3_int64 *out)
{
    (void)vfs;
    *out = 212000000000000;
    return SQLITE_OK;
}

static inline void memory_register(void)
{
    static sqlite3_vfs vfs = { .iVersion = 2,
                               .szOsFile = sizeof(memory_handle),
                               .mxPathname = MEMORY_NAME,
                               .zName = "memory",
                               .xOpen = memory_open,
                               .xDelete = memory_delete,
                               .xAccess = memory_access,
                               .xFullPathname = memory_fullname,
                               .xRandomness = memory_randomness,
                               .xSleep = memory_sleep,
                               .xCurrentTimeInt64 = memory_time };
    sqlite3_vfs_register(&vfs, 0);
}

#endif
