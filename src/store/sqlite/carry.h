/* carry.h - carries the write-ahead log over into the file, in a thread of its own.
 *
 * Tens of megabytes are written and synced then, and no commit should wait for them. What was committed meanwhile the
 * writer carries over itself, which is little: after that SQLite begins the log anew. */
#ifndef LAMMER_STORE_SQLITE_CARRY_H
#define LAMMER_STORE_SQLITE_CARRY_H

#include <pthread.h>
#include <sqlite3.h>

#include "db.h"

typedef enum { CARRIER_IDLE, CARRIER_BUSY, CARRIER_DONE } carrier_state;

typedef struct {
    store_db head; /* for its sentence */
    const char *path;
    char vfs[64]; /* "" is the usual one */
    sqlite3 *db;  /* the thread's own connection, once it was needed */
    pthread_t thread;
    bool by_hand; /* the writer does it all */
    bool threaded;
    pthread_mutex_t mutex; /* over everything below */
    pthread_cond_t changed;
    carrier_state state;
    bool stopping;
    db_end end;
} wal_carrier;

void carrier_begin(wal_carrier *c, const char *path, const char *vfs);

/* What it does now: DONE once when it has carried over most of the log; `end` is DB_DEAD with the sentence in `text`
 * (LM_STORE_TEXT bytes) when it has failed. An idle one begins. */
carrier_state carrier_ask(wal_carrier *c, db_end *end, char *text);

/* Waits for what is under way. */
void carrier_end(wal_carrier *c);

#endif
