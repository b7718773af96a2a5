/* out.h - the one writer of answers: a text that grows, and in it JSON, CSV, HTML and lines to read.
 *
 * A text that found no memory is marked as failed and takes no more; its owner looks once, at the end. */
#ifndef LAMMER_STUDY_OUT_H
#define LAMMER_STUDY_OUT_H

#include "lammer/study.h"

void put(lm_text *out, const char *format, ...) __attribute__((format(printf, 2, 3)));
void put_text(const char *text, lm_text *out);
void put_char(char c, lm_text *out);
void put_bytes(const char *bytes, size_t n, lm_text *out);

/* A sentence in lines of at most `width` characters, each begun with `margin`. */
void put_wrapped(lm_text *out, const char *margin, size_t width, const char *text);

/* Text with & < > " replaced, for HTML and SVG. */
void put_html(lm_text *out, const char *text);

/* A field of a CSV line: in quotes where it has a comma or a quote. */
void put_field(const char *text, lm_text *out);

/* ---- JSON ---------------------------------------------------------------------------------------------- */

/* A document with two spaces to a level, written as it is told; members keep their order. */
enum { JSON_DEPTH = 16 };
typedef struct {
    lm_text *out;
    int depth, digits;
    bool is_array[JSON_DEPTH], has_member[JSON_DEPTH];
} out_json;

/* Begins a document; `digits` of real numbers, 0: as many as tell them apart. */
out_json out_begin(lm_text *out, int digits);

/* An object or a list, a member of what is open: `key` is NULL in a list and at the top. */
void out_object(out_json *j, const char *key);
void out_list(out_json *j, const char *key);
void out_end(out_json *j); /* of the inmost one; a line end after the last */

/* Members of the object that is open: "name:s decks:i". s text or NULL, i int, I int64_t, f double, b bool as int, n null. A
 * number that JSON has no word for is null. */
void out_put(out_json *j, const char *members, ...);

void out_string(out_json *j, const char *key, const char *text, size_t n);
void out_real(out_json *j, const char *key, double value);
void out_integer(out_json *j, const char *key, int64_t value);

/* A list of the words of a text. */
void out_words(out_json *j, const char *key, const char *words);

#endif
