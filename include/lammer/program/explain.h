/* explain.h - prints why each box won or lost what it did: its wagers, and under each the terms that add up to it.
 *
 * Rows come from reckonings (lammer/explain.h) as they are heard, or from the events of a journal. */
#ifndef LAMMER_PROGRAM_EXPLAIN_H
#define LAMMER_PROGRAM_EXPLAIN_H

#include <stdio.h>

#include "lammer/explain.h"
#include "lammer/story.h"

typedef struct {
    char text[LM_STORY_LINE];
    char clause[40];
    lm_cents cents;
} explain_term;

typedef struct {
    lm_event event;              /* names the wager; event.clause is not kept */
    lm_told_cards mine, dealers; /* cards that decided it */
    const char *title;           /* of the wager */
    bool names_spot;             /* there are several dealer hands */
    char why[LM_STORY_LINE];
    explain_term term[LM_TERMS];
    int terms;
} explain_row;

typedef struct {
    explain_row *row;
    int rows, room;
} explainer;

void explain_free(explainer *x);

/* Adds a row that names the event's wager; the caller fills in what decided the wager. */
explain_row *explain_add(explainer *x, const lm_rules *rules, const lm_event *event);
void explain_event(explainer *x, const lm_rules *rules, const lm_event *event, const lm_reckoning *reckoning);

/* Writes a reason or a term in words. */
void explain_write(const lm_sentence *sentence, char *text, size_t size);

/* Prints a tree of boxes, their wagers and their terms; prints nothing if no money moved. */
void explain_print(const explainer *x, const lm_story_style *style, FILE *out);

#endif
