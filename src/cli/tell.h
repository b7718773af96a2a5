/* tell.h - narrates a round to a person.
 *
 * Knows events only: it follows cards, hands and money by what it is told, so whatever hears a round can be
 * narrated. Writes to stdout, or wherever `out` is set to; owns nothing. */
#ifndef LAMMER_TELL_H
#define LAMMER_TELL_H

#include <stdio.h>

#include "lammer/event.h"
#include "lammer/round.h"

typedef struct {
    lm_card card[LM_HAND_CARDS];
    int n;
    int lammers;
    bool doubled;
} tell_hand;

typedef struct {
    tell_hand hand[LM_HANDS];
    int hands;
    bool in_play;
    lm_cents net[LM_BETTORS];
} tell_box;

typedef struct {
    FILE *out;
    bool symbols; /* suits as symbols: the terminal is UTF-8 */
    bool colour;
    bool clauses;
    bool dealing; /* the first cards are still coming: they are shown together */
    int stage;    /* of the round, for blank lines */
    int rounds;
    const lm_rules *rules;
    lm_event last;              /* what was told before */
    tell_box box[LM_BOXES + 1]; /* 0 the dealer */
} teller;

/* Looks at the terminal; call once. */
void teller_start(teller *t, bool clauses);

/* A title for the rules; a heading for a further round. */
void tell_table(teller *t, const lm_rules *rules);
void tell_round(teller *t);

/* Tells of events in the order in which they happened; after the last one somebody is asked something. */
void tell_events(teller *t, const lm_event *event, int n);

#endif
