/* plain.h - what Eva would follow less exactly, in other words.
 *
 * It takes a structure for a single unknown value where its function has an attribute, and forgets what a function has found out about a
 * copy of its argument. */
#ifndef LAMMER_PROOF_PLAIN_H
#define LAMMER_PROOF_PLAIN_H

#define __attribute__(...)

#include "lammer/status.h"

#define lm_ok(status) ((status).why == LM_WHY_OK)

/* The drivers and contracts say that the hand on turn is one of its box; rounds.py takes it back where the sources change the turn. */
extern int hand_of_box;

#endif
