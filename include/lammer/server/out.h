/* out.h - a text that grows: JSON is written into it value by value, without a tree in between.
 *
 * Sets commas itself. Writes byte for byte what jansson writes with JSON_COMPACT, in a third of the time: jansson asks
 * a callback for each comma and formats each number by printf. When memory runs out, `failed` is set and everything
 * after it is ignored. */
#ifndef LAMMER_SERVER_OUT_H
#define LAMMER_SERVER_OUT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lammer/text.h"

#ifdef __cplusplus
extern "C" {
#endif

/* An lm_text whose fields also have the names that this header uses. */
typedef union {
    lm_text text;
    struct {
        char *at; /* ends with a zero byte, which `size` does not count; NULL while empty */
        size_t size, room;
        bool failed;
    };
} lm_out;

/* Empties the text and keeps its memory. */
void lm_out_clear(lm_out *out);
void lm_out_free(lm_out *out);

void lm_out_raw(lm_out *out, const char *bytes, size_t size);
void lm_out_begin(lm_out *out, char bracket); /* { or [ */
void lm_out_end(lm_out *out, char bracket);   /* } or ] */
void lm_out_key(lm_out *out, const char *key);
void lm_out_string(lm_out *out, const char *text, size_t size);
void lm_out_word(lm_out *out, const char *text); /* the same for a text that ends with a zero byte */
void lm_out_int(lm_out *out, int64_t number);

/* Writes a number in decimal at the end of `room`; returns where the text begins. */
enum { LM_OUT_DIGITS = 22 };
const char *lm_out_digits(int64_t number, char room[LM_OUT_DIGITS]);

void lm_out_bool(lm_out *out, bool yes);
void lm_out_null(lm_out *out);
/* Writes several values, such as "{ seat:s cents:I on:b cards:[ s s ] }". s is a text, i an int, I an int64_t, b a bool, each
 * with a key in front of it if it has one; a bracket begins or ends an object or a list. */
void lm_out_pack(lm_out *out, const char *fields, ...);
void lm_out_pack_args(lm_out *out, const char *fields, va_list *args);
/* A value that is JSON already. */
void lm_out_value(lm_out *out, const char *json, size_t size);

#ifdef __cplusplus
}
#endif

#endif
