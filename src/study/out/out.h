/* out.h - writes answers as JSON, CSV, HTML or plain text into a growing buffer. */
#ifndef LAMMER_STUDY_OUT_H
#define LAMMER_STUDY_OUT_H

#include <string.h>

#include "lammer/study.h"

#define put lm_text_print /* put(out, format, ...) */

static inline void put_text(const char *text, lm_text *out)
{
    lm_text_bytes(out, text, strlen(text));
}

static inline void put_char(char c, lm_text *out)
{
    lm_text_bytes(out, &c, 1);
}

/* The length of the next line of a text, of at most `width` characters; *text moves past this line. */
int next_line(const char **text, size_t width);

/* A sentence wrapped to lines of at most `width` characters, each with `margin` before it. */
void put_wrapped(lm_text *out, const char *margin, size_t width, const char *text);

/* Text with & < > " replaced, for HTML and SVG. */
void put_html(lm_text *out, const char *text);
void put_html_in(lm_text *out, const char *before, const char *text, const char *after); /* between tags */

/* A field of a CSV line, in quotes if it has a comma or a quote. */
void put_field(const char *text, lm_text *out);

/* A JSON document, indented by two spaces, written member by member in the given order. */
enum { JSON_DEPTH = 16 };
typedef struct {
    lm_text *out;
    int depth, digits;
    bool has_member[JSON_DEPTH];
} out_json;

/* Begins a document. `digits` is for real numbers; 0: as many as are needed to read them back exactly. */
out_json out_begin(lm_text *out, int digits);

/* Writes what the text says: "{ name:s decks:i hands:[" opens an object with two members and a list, "] }" closes both,
 * "s" is an element of a list. s text or NULL, S text and its size_t length, i int, I int64_t, f double, b bool as int,
 * n null; { and [ stay open until they are closed. A key * is an argument before its value. A number that JSON cannot
 * express becomes null. A line ends after the last bracket. */
void out_put(out_json *j, const char *members, ...);

/* The figures of a round by their names in JSON and CSV. */
enum { FIGURES = 17 };
typedef struct {
    const char *name;
    double value;
} figure;
void figures_of(const lm_figures *f, figure list[FIGURES]);

/* Write a list of numbers, and a list of the words of a text. */
void out_reals(out_json *j, const char *key, const double *values, int n);
void out_words(out_json *j, const char *key, const char *words);

#endif
