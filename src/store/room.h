/* room.h - an open store, for the files of this room. */
#ifndef LAMMER_STORE_ROOM_H
#define LAMMER_STORE_ROOM_H

#include <pthread.h>

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
    bool by_hand;          /* lm_store_step does what the thread would */
    pthread_mutex_t mutex; /* over everything below */
    pthread_cond_t work, room;
    lm_batch *first, **end;
    int waiting, limit;
    int64_t commits, reconnections;
    bool closing, dead;
    char fault[LM_STORE_TEXT];

    group group; /* the writer thread's, and how many batches its last group had, and how long that took */
    int grouped;
    int64_t commit_us;
};

/* writer.c: `work` makes a transaction and commits it; again until that is done, or the store cannot go on. */
db_end store_transaction(lm_store *store, db_end (*work)(lm_store *store, lm_batch *batches), lm_batch *batches);
bool writer_start(lm_store *store);
void writer_stop(lm_store *store);

/* store.c: reads the house's name and key; false with the sentence. */
bool store_know_house(lm_store *store, char *text);

/* read.c: one scan by a holder of `reading`; `text` gets the sentence. */
lm_store_why store_scan(lm_store *store, table_id table, const store_range *range, db_receiver receiver, void *context,
                        char *text);

#endif
