/* out.c - JSON as text, written value by value. */
#include <assert.h>
#include <stdarg.h>
#include <string.h>

#include "lammer/server/json.h"

void lm_out_clear(lm_out *out)
{
    out->size = 0;
    out->failed = false;
    if (out->at) out->at[0] = '\0';
}

void lm_out_free(lm_out *out)
{
    lm_text_free(&out->text);
}

void lm_out_raw(lm_out *out, const char *bytes, size_t size)
{
    lm_text_bytes(&out->text, bytes, size);
}

/* Before a value: a comma, unless it is the first one or stands behind its key. */
static void separate(lm_out *out)
{
    char last = out->size ? out->at[out->size - 1] : '[';
    if (last != '{' && last != '[' && last != ':') lm_text_byte(&out->text, ',');
}

void lm_out_begin(lm_out *out, char bracket)
{
    separate(out);
    lm_text_byte(&out->text, bracket);
}

void lm_out_end(lm_out *out, char bracket)
{
    lm_text_byte(&out->text, bracket);
}

void lm_out_string(lm_out *out, const char *text, size_t size)
{
    separate(out);
    lm_text_quoted(&out->text, text, size);
}

void lm_out_word(lm_out *out, const char *text)
{
    lm_out_string(out, text, strlen(text));
}

static void put_key(lm_out *out, const char *key, size_t size)
{
    lm_out_string(out, key, size);
    lm_text_byte(&out->text, ':');
}

void lm_out_key(lm_out *out, const char *key)
{
    put_key(out, key, strlen(key));
}

const char *lm_out_digits(int64_t number, char room[LM_OUT_DIGITS])
{
    char *at = room + LM_OUT_DIGITS - 1;
    uint64_t rest = number < 0 ? -(uint64_t)number : (uint64_t)number;
    *at = '\0';
    do
        *--at = (char)('0' + rest % 10);
    while (rest /= 10);
    if (number < 0) *--at = '-';
    return at;
}

void lm_out_int(lm_out *out, int64_t number)
{
    char room[LM_OUT_DIGITS];
    const char *digits = lm_out_digits(number, room);
    separate(out);
    lm_out_raw(out, digits, (size_t)(room + LM_OUT_DIGITS - 1 - digits));
}

void lm_out_bool(lm_out *out, bool yes)
{
    separate(out);
    lm_out_raw(out, yes ? "true" : "false", yes ? 4 : 5);
}

void lm_out_null(lm_out *out)
{
    separate(out);
    lm_out_raw(out, "null", 4);
}

void lm_out_value(lm_out *out, const char *json, size_t size)
{
    separate(out);
    lm_out_raw(out, json, size);
}

static void put_packed(lm_out *out, char type, va_list *args)
{
    switch (type) {
    case 's': lm_out_word(out, va_arg(*args, const char *)); break;
    case 'i': lm_out_int(out, va_arg(*args, int)); break;
    case 'I': lm_out_int(out, va_arg(*args, int64_t)); break;
    case 'b': lm_out_bool(out, va_arg(*args, int)); break;
    case '{':
    case '[': lm_out_begin(out, type); break;
    case '}':
    case ']': lm_out_end(out, type); break;
    default: assert(!"a type of lm_out_pack");
    }
}

void lm_out_pack_args(lm_out *out, const char *fields, va_list *args)
{
    for (const char *at = fields; *at; at += strspn(at, " ")) {
        size_t size = strcspn(at, ": ");
        if (at[size] == ':') {
            put_key(out, at, size);
            at += size + 1;
        }
        put_packed(out, *at++, args);
    }
}

void lm_out_pack(lm_out *out, const char *fields, ...)
{
    va_list args;
    va_start(args, fields);
    lm_out_pack_args(out, fields, &args);
    va_end(args);
}

static void write_object(lm_out *out, json_t *object)
{
    lm_out_begin(out, '{');
    for (void *i = json_object_iter(object); i; i = json_object_iter_next(object, i)) {
        lm_out_key(out, json_object_iter_key(i));
        lm_out_json(out, json_object_iter_value(i));
    }
    lm_out_end(out, '}');
}

static void write_array(lm_out *out, const json_t *array)
{
    size_t n = json_array_size(array);
    lm_out_begin(out, '[');
    for (size_t i = 0; i < n; i++)
        lm_out_json(out, json_array_get(array, i));
    lm_out_end(out, ']');
}

/* libjansson alone decides how a fraction is written. */
static void write_real(lm_out *out, const json_t *real)
{
    char text[100];
    size_t size = json_dumpb(real, text, sizeof text, JSON_COMPACT | JSON_ENCODE_ANY);
    lm_out_value(out, text, size < sizeof text ? size : sizeof text);
}

void lm_out_json(lm_out *out, const json_t *json)
{
    switch (json_typeof(json)) {
    case JSON_OBJECT: write_object(out, (json_t *)(uintptr_t)json); break;
    case JSON_ARRAY: write_array(out, json); break;
    case JSON_STRING: lm_out_string(out, json_string_value(json), json_string_length(json)); break;
    case JSON_INTEGER: lm_out_int(out, json_integer_value(json)); break;
    case JSON_REAL: write_real(out, json); break;
    case JSON_TRUE: lm_out_bool(out, true); break;
    case JSON_FALSE: lm_out_bool(out, false); break;
    case JSON_NULL: lm_out_null(out); break;
    }
}
