/* carry.h - checkpoints the write-ahead log into the file, in a thread of its own.
 *
 * This writes and syncs tens of megabytes, and no commit should wait for that. The writer itself moves the few pages
 * that were committed meanwhile; then SQLite restarts the log. */
#ifndef LAMMER_STORE_SQLITE_CARRY_H
#define LAMMER_STORE_SQLITE_CARRY_H

#include <pthread.h>
#include <sqlite3.h>

#include "db.h"

typedef enum { CARRIER_IDLE, CARRIER_BUSY, CARRIER_DONE } carrier_state;

typedef struct {
    store_db head; /* for error sentences */
    const char *path;
    char vfs[64]; /* "": the default */
    sqlite3 *db;  /* the thread's own connection, opened by the first carrier_ask */
    pthread_t thread;
    bool by_hand; /* the writer does everything */
    bool threaded;
    pthread_mutex_t mutex; /* protects everything below */
    pthread_cond_t changed;
    carrier_state state;
    bool stopping;
    db_end end;
} wal_carrier;

void carrier_begin(wal_carrier *c, const char *path, const char *vfs);

/* Starts the carrier if it is idle, and returns its state. CARRIER_DONE is returned once, when most of the log is
 * moved. After a failure *end is DB_DEAD, and `text` (LM_STORE_TEXT bytes) has the sentence. */
carrier_state carrier_ask(wal_carrier *c, db_end *end, char *text);

/* Waits until the carrier is idle, and ends it. */
void carrier_end(wal_carrier *c);

#endif
