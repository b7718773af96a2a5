/* proof.h - proving the journal: quickly before the doors open, completely behind the running house. */
#ifndef LAMMER_SERVE_PROOF_H
#define LAMMER_SERVE_PROOF_H

#include <pthread.h>
#include <stdatomic.h>

#include "lammer/store.h"

typedef enum { PROOF_NOT_YET, PROOF_RUNS, PROOF_RIGHT, PROOF_WRONG, PROOF_FAILED } proof_state;
const char *proof_word(proof_state state);

typedef struct {
    lm_store_report quick, full; /* full: once the state says so */
    proof_state quick_state;
    _Atomic proof_state full_state;
    char text[LM_STORE_TEXT]; /* why it failed */
    const char *url;
    pthread_t thread;
    bool started, told;
    void (*wake)(void *self); /* from the proof's thread */
    void *self;
} proof;

/* What came after the signed snapshots. */
void proof_quick(proof *p, lm_store *store);

/* Everything, on a thread of low priority and a connection of its own, so that nobody waits for it. */
void proof_start(proof *p, const char *url, void (*wake)(void *self), void *self);

/* True when no proof is under way; then its thread is joined. */
bool proof_over(proof *p);

#endif
