/* script.h - round scripts (docs/round-scripts.md) and the JSON lines of a table (docs/json-lines.md).
 *
 * A script is read whole before anything is dealt; then it is dealt at a table with a stacked shoe and its expectations
 * are judged. What is wrong with a line goes to stderr as `file:line: what is wrong` with the line below it. */
#ifndef LAMMER_PROGRAM_SCRIPT_H
#define LAMMER_PROGRAM_SCRIPT_H

#include <stdio.h>

#include "lammer/explain.h"
#include "lammer/story.h"

enum { SCRIPT_WHY = 4400 }; /* a path and what is wrong with it */

/* The result of a command, or of a whole script: the worst result of its commands. */
typedef enum {
    SCRIPT_DONE,
    SCRIPT_REFUSED, /* the rules refuse it and name a clause: nothing was changed */
    SCRIPT_FAILED,  /* an expectation does not hold */
    SCRIPT_BAD,     /* the script itself is wrong: it cannot be read or dealt */
} script_result;

/* Hears the story of a script: each table that it opens, and what happened there in the order of the events. */
typedef struct {
    void *self;
    void (*table)(void *self, const lm_rules *rules);
    void (*told)(void *self, const lm_event *event, int from, int to, const lm_dated_news *news, int n);
    void (*reckoned)(void *self, const lm_event *event, const lm_reckoning *reckoning); /* NULL: not asked for */
} script_ear;

typedef struct {
    const char *rules;           /* for scripts without a `rules` line; NULL: none */
    const char *const *settings; /* override the script's own settings */
    int n_settings;
    bool quiet;
    bool events;           /* print what happens in the notation of `saw` */
    const script_ear *ear; /* NULL: the story is not told */
} script_options;

/* Reads and deals one script; `path` may be "-". `why` gets the reason of a failure that no line of the script caused,
 * and is empty otherwise. */
script_result script_deal(const char *path, const script_options *options, char why[SCRIPT_WHY]);

/* Every word of a script with its arguments and, behind a tab, what it does; the steps of `table` follow. */
void script_words(FILE *out);

/* A table driven by JSON lines. The caller supplies everything: wagers, cards, the reader's answer, decisions, and every
 * step of the life of a shoe. The rules must outlive it. NULL when there is no memory. */
typedef struct script_lines script_lines;
script_lines *script_lines_open(const lm_rules *rules);
void script_lines_close(script_lines *lines);

/* Answers one line, given without its newline, with one line. */
void script_lines_answer(script_lines *lines, const char *line, size_t length, FILE *out);

/* Answers every line to the end of input. Returns NULL, or the reason it stopped early. */
const char *script_lines_run(const lm_rules *rules, FILE *in, FILE *out);

#endif
