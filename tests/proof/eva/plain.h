/* plain.h - what Eva would follow less exactly, in other words.
 *
 * It takes a structure for a single unknown value where its function has an attribute, and forgets what a function has found out about a
 * copy of its argument. */
#ifndef LAMMER_PROOF_PLAIN_H
#define LAMMER_PROOF_PLAIN_H

#define __attribute__(...)

#include "lammer/status.h"

#define lm_ok(status) ((status).why == LM_WHY_OK)

#endif
