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
    pthread_mutex_t mutex; /* protects the next four */
    pthread_cond_t moved;
    bool stops, ended;
    proof_finding found; /* result of the last full proof; written by the thread, taken by the event loop */
    bool fresh;          /* `found` is not taken yet */

    /* used by the event loop's thread */
    proof_finding last;
    int64_t proofs;

    /* used by the books' own thread */
    lm_store *reader; /* its own connection */
    signed_heads heads;
    char *head, *scrub_head; /* the head signed last, and the head that the current proof is checked against */
    int64_t head_ms, looked_ms, records, scrubbed_ms;
    int64_t reconnections;
    lm_scrub *scrub;
    lm_store_proof how;
    proof_finding finding;
    bool wrong;   /* the last proof found a fault; no head is signed until a proof finds none */
    bool hurries; /* the connection was lost, so everything must be proved again at once */
} books;

bool books_start(books *b, server *s);

/* Takes the findings of a finished proof; each can be taken once. */
bool books_take(books *b);

/* Asks the thread to stop and waits a few seconds. False if it is still reading and must be left running. */
bool books_stop(books *b);

/* Signs the last head when the house is closed; as "at rest" if no other server can be writing. */
void books_sign_last(books *b, bool at_rest);

#endif
