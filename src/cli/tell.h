/* tell.h - narrates a round to a person.
 *
 * Knows events only: it follows the cards and hands by what it is told, so whatever hears a round can be
 * narrated. Writes to stdout; owns nothing. */
#ifndef LAMMER_TELL_H
#define LAMMER_TELL_H

#include "lammer/event.h"
#include "lammer/round.h"

typedef struct {
    lm_card card[LM_HAND_CARDS];
    int n;
    bool is_free;
    bool gone;
} tell_hand;

typedef struct {
    tell_hand hand[LM_HANDS];
    int hands;
} tell_box;

typedef struct {
    bool symbols; /* suits as symbols: the terminal is UTF-8 */
    bool colour;
    bool clauses;
    bool dealing; /* the first cards are still coming: they are shown together */
    int round;
    const lm_rules *rules;
    tell_box box[LM_BOXES + 1]; /* 0 the dealer */
} teller;

/* Looks at the terminal; call once. */
void teller_start(teller *t, bool clauses);

/* A title for the rules; a rule across for a further round. */
void tell_table(teller *t, const lm_rules *rules);
void tell_round(teller *t);

/* Tells of events in the order in which they happened. */
void tell_events(teller *t, const lm_event *event, int n);

#endif
