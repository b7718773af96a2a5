/* tell.h - prints a story (lammer/story.h) for a person: lines, blank lines between its parts, headings.
 *
 * Writes to stdout unless `out` is set; owns nothing. A teller must not move in memory after teller_start, because its story
 * points to it. */
#ifndef LAMMER_PROGRAM_TELL_H
#define LAMMER_PROGRAM_TELL_H

#include <stdio.h>

#include "lammer/story.h"

typedef struct {
    FILE *out;
    bool symbols; /* suits as symbols: the terminal is UTF-8 */
    bool colour;
    bool clauses;
    int rounds;   /* opened so far: each round after the first gets a heading */
    lm_part part; /* of the line printed last */
    bool json;    /* sentences as JSON objects, one a line */
    lm_story story;
} teller;

/* Looks at the terminal; call once. */
void teller_start(teller *t, bool clauses);

/* How this teller writes cards. */
lm_story_style teller_style(const teller *t);

/* Starts the story of a table under these rules. */
void teller_rules(teller *t, const lm_rules *rules);

/* The same with a title. */
void tell_table(teller *t, const lm_rules *rules);

/* Tells events in the order in which they happened. Call it before you ask a person for a decision. */
void tell_events(teller *t, const lm_event *event, int n);

/* Events `from` to `to` of a round with what its meters did between them. */
void tell_between(teller *t, const lm_event *event, int from, int to, const lm_dated_news *news, int n);

/* tell_table and tell_between for the ear of a round script (program/script.h). */
void teller_hear_table(void *self, const lm_rules *rules);
void teller_hear_events(void *self, const lm_event *event, int from, int to, const lm_dated_news *news, int n);

#endif
