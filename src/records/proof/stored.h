/* stored.h - compares the rows of a store with its records, for a full proof and for one in steps (verify.c). */
#ifndef LAMMER_RECORDS_PROOF_STORED_H
#define LAMMER_RECORDS_PROOF_STORED_H

#include "proof.h"

/* Finds the house and the key whose heads and signatures are valid. */
void stored_key(proving *p, const lm_store *store);

/* Receivers of rows; their context is the proof. */
bool stored_stream(void *context, const lm_stream_row *listed);
bool stored_line(void *context, const lm_line_row *line);

/* Call these after all records were read: stored_ends checks the ends of streams; stored_rows checks that accounts,
 * values and clients match the records, and also needs all ledger lines. */
void stored_ends(proving *p);
lm_store_why stored_rows(proving *p, lm_store *store, char *text);

/* Gather the records that signatures vouch for, and compare them with the store. */
extern const char by_snapshot[];
lm_store_why stored_gather_marks(proving *p, lm_store *store, char *text);
lm_store_why stored_check_marks(proving *p, lm_store *store, char *text);

#endif
