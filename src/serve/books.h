/* books.h - the thread that proves the books again and again, and signs heads of them. */
#ifndef LAMMER_SERVE_BOOKS_H
#define LAMMER_SERVE_BOOKS_H

#include <pthread.h>

#include "signed_heads.h"
#include "proof.h"

typedef struct server server;

typedef struct {
    server *server;
    pthread_t thread;
    bool started;
    pthread_mutex_t mutex; /* over the next four */
    pthread_cond_t moved;
    bool stops, ended;
    proof_finding found; /* by the last proof of everything; the thread puts it there, the event loop takes it */
    bool fresh;          /* not taken yet */

    /* of the event loop's thread */
    proof_finding last;
    int64_t proofs;

    /* of the books' own thread */
    lm_store *reader; /* its own connection */
    signed_heads heads;
    char *head, *scrub_head; /* signed last; the one that the proof under way is made against */
    int64_t head_ms, looked_ms, records, scrubbed_ms;
    int64_t reconnections;
    lm_scrub *scrub;
    lm_store_proof how;
    proof_finding finding;
    bool wrong;   /* the last proof found something: nothing is signed until one finds nothing */
    bool hurries; /* the database was away: nothing is proved until this is */
} books;

bool books_start(books *b, server *s);

/* Takes what a finished proof has found, once. */
bool books_take(books *b);

/* Asks the thread to stop and waits for it, some seconds at most: false when it is still reading and must be left. */
bool books_stop(books *b);

/* Signs the last head when the house is closed: at rest where no other server can be writing. */
void books_sign_last(books *b, bool at_rest);

#endif
