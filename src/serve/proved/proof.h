/* proof.h - proves the journal before the server opens; books.c continues while it runs. */
#ifndef LAMMER_SERVE_PROOF_H
#define LAMMER_SERVE_PROOF_H

#include "lammer/server/records.h"

typedef enum { PROOF_NOT_YET, PROOF_RUNS, PROOF_RIGHT, PROOF_WRONG, PROOF_FAILED } proof_state;
const char *proof_word(proof_state state);

enum { PROOF_NAMES = 64 };

/* The findings of a full proof. */
typedef struct {
    proof_state state;
    lm_store_report report;
    char text[LM_STORE_TEXT];                  /* why the proof could not be made */
    char name[PROOF_NAMES][LM_STORE_NAME + 1]; /* accounts and tables' streams that are wrong */
    int names;
    bool about_account; /* the next message is about an account that is already in `name` */
} proof_finding;

/* Proves the records after the signed snapshots. */
proof_state proof_quick(lm_store *store, lm_store_report *report, char *text);

/* Proves everything at once. `head` is a kept head or NULL. */
void proof_whole(proof_finding *finding, lm_store *store, const lm_signer *signer, const char *head);

/* The settings of a proof that writes its results into the finding. */
lm_store_proof proof_into(proof_finding *finding, const lm_signer *signer, const char *head);

#endif
