/* stored.h - the rows of a store against its records, for a proof at once and one in portions (verify.c). */
#ifndef LAMMER_RECORDS_PROOF_STORED_H
#define LAMMER_RECORDS_PROOF_STORED_H

#include "proof.h"

/* Whose heads and signatures count. */
void stored_key(proving *p, const lm_store *store);

/* Receivers of rows; their context is the proof. */
bool stored_stream(void *context, const lm_stream_row *listed);
bool stored_line(void *context, const lm_line_row *line);

/* All records have been heard: every stream ends where the list says, and accounts, values and clients are what they say. For
 * the second all ledger lines have been heard, too. */
void stored_ends(proving *p);
lm_store_why stored_rows(proving *p, lm_store *store, char *text);

/* What is signed: gathered, and compared with the records. */
extern const char by_snapshot[];
lm_store_why stored_gather_marks(proving *p, lm_store *store, char *text);
lm_store_why stored_check_marks(proving *p, lm_store *store, char *text);

#endif
