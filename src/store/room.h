/* room.h - an open store, for the files of this room. */
#ifndef LAMMER_STORE_ROOM_H
#define LAMMER_STORE_ROOM_H

#include <pthread.h>
#include <stdatomic.h>

#include "group.h"
#include "sign.h"

struct lm_store {
    store_db *writer; /* NULL when it only reads; used by the writer thread alone */
    store_db *reader;
    pthread_mutex_t reading; /* held while `reader` is used */
    char house[2 * 16 + 1];
    uint8_t public_key[PUBLIC_KEY];
    bool has_key;
    const lm_signer *signer;
    int64_t (*clock_ms)(void *clock); /* as in lm_store_options */
    void *clock;

    pthread_t thread;
    bool threaded;
    bool by_hand;          /* lm_store_step does the thread's work */
    pthread_mutex_t mutex; /* protects everything below */
    pthread_cond_t work, room;
    lm_batch *first, **end;
    int waiting, limit;
    int64_t commits, reconnections;
    _Atomic int64_t rows_read;
    bool closing, dead;
    char fault[LM_STORE_TEXT];

    group group; /* used by the writer thread, like the size of its last group and the time of its commit */
    int grouped;
    int64_t commit_us;
};

/* writer.c: calls `work`, which makes a transaction and commits it, until it succeeds or the store has failed. */
db_end store_transaction(lm_store *store, db_end (*work)(lm_store *store, lm_batch *batches), lm_batch *batches);
bool writer_start(lm_store *store);
void writer_stop(lm_store *store);

/* store.c: reads the house's name and key; false with the sentence. */
bool store_know_house(lm_store *store, char *text);

/* read.c: one scan; the caller holds `reading`. `text` gets the error. */
lm_store_why store_scan(lm_store *store, table_id table, const store_range *range, db_receiver receiver, void *context,
                        char *text);

#endif
