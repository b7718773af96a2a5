/* proof.h - proving the journal before the doors open; books.c goes on with it. */
#ifndef LAMMER_SERVE_PROOF_H
#define LAMMER_SERVE_PROOF_H

#include "lammer/server/records.h"

typedef enum { PROOF_NOT_YET, PROOF_RUNS, PROOF_RIGHT, PROOF_WRONG, PROOF_FAILED } proof_state;
const char *proof_word(proof_state state);

enum { PROOF_NAMES = 64 };

/* What a proof of everything has found. */
typedef struct {
    proof_state state;
    lm_store_report report;
    char text[LM_STORE_TEXT];                  /* why it failed */
    char name[PROOF_NAMES][LM_STORE_NAME + 1]; /* accounts whose books are wrong, streams of tables that are */
    int names;
    bool about_account; /* the next sentence is about an account that was named already */
} proof_finding;

/* What came after the signed snapshots. */
proof_state proof_quick(lm_store *store, lm_store_report *report, char *text);

/* Everything, at once. `head` is a kept head or NULL. */
void proof_whole(proof_finding *finding, lm_store *store, const lm_signer *signer, const char *head);

/* How a proof must be made so that the finding hears of it. */
lm_store_proof proof_into(proof_finding *finding, const lm_signer *signer, const char *head);

#endif
