/* tell.h - prints a story (lammer/story.h) for a person: lines, blank lines between its parts, headings.
 *
 * Writes to stdout, or wherever `out` is set to; owns nothing. A teller must stay where it was started: its story speaks to
 * it. */
#ifndef LAMMER_TELL_H
#define LAMMER_TELL_H

#include <stdio.h>

#include "lammer/story.h"

typedef struct {
    FILE *out;
    bool symbols; /* suits as symbols: the terminal is UTF-8 */
    bool colour;
    bool clauses;
    int rounds;   /* opened so far: a further one gets a heading */
    lm_part part; /* of the line printed last */
    lm_story story;
} teller;

/* What a meter did after so many events of the round. */
typedef struct {
    int at;
    lm_meter_news news;
} tell_news;

/* Room for them; how many there are is its owner's to count. */
typedef struct {
    tell_news *news;
    int room;
} news_list;

/* Adds one; ends the program when there is no memory. */
void news_keep(news_list *list, int *n, int at, lm_meter_news news);

/* The award of a bet as it waits in its meter's line. */
lm_meter_entry news_award(const lm_meters *meters, const lm_rules *rules, const lm_side_bet *bet);

/* Looks at the terminal; call once. */
void teller_start(teller *t, bool clauses);

/* From now on the story is that of a table under these rules. */
void teller_rules(teller *t, const lm_rules *rules);

/* The same with a title. */
void tell_table(teller *t, const lm_rules *rules);

/* Tells of events in the order in which they happened; after the last one a person is asked something. */
void tell_events(teller *t, const lm_event *event, int n);

/* Events `from` to `to` of a round with what its meters did between them. */
void tell_between(teller *t, const lm_event *event, int from, int to, const tell_news *news, int n);

#endif
