/* json_read.c - reads JSON, as strictly as RFC 8259: what a table is told by the host. */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "values.h"

enum { DEEPEST = 32 };

typedef struct {
    const char *at, *end;
    int depth;
    const char *wrong; /* NULL while all is well */
} reader;

/* ---- looking at values --------------------------------------------------------------------------------- */

json_type json_typeof(const json_t *value)
{
    return value->type;
}

void *json_object_iter(json_t *object)
{
    return object->first;
}

void *json_object_iter_next(json_t *object, void *iterator)
{
    (void)object;
    return ((member *)iterator)->next;
}

const char *json_object_iter_key(void *iterator)
{
    return ((member *)iterator)->key;
}

json_t *json_object_iter_value(void *iterator)
{
    return ((member *)iterator)->value;
}

/* ---- reading ------------------------------------------------------------------------------------------- */

static json_t *fail(reader *r, const char *wrong)
{
    if (!r->wrong) r->wrong = wrong;
    return NULL;
}

static char peek(reader *r)
{
    while (r->at < r->end && strchr(" \t\r\n", *r->at) && *r->at)
        r->at++;
    return r->at < r->end ? *r->at : '\0';
}

static bool take(reader *r, char c)
{
    if (peek(r) != c) return false;
    r->at++;
    return true;
}

static int hex_digit(char c)
{
    const char *digits = "0123456789abcdef",
               *at = c ? strchr(digits, c >= 'A' && c <= 'F' ? c + 32 : c) : NULL;
    return at ? (int)(at - digits) : -1;
}

/* \uXXXX of the basic plane but for surrogates, as UTF-8; nothing that a table is told needs more. */
static char *read_escape_u(reader *r, char *out)
{
    int code = 0;
    if (r->end - r->at < 4) return NULL;
    for (int i = 0; i < 4; i++) {
        int digit = hex_digit(*r->at++);
        if (digit < 0) return NULL;
        code = 16 * code + digit;
    }
    if (!code || (code >= 0xd800 && code < 0xe000)) return NULL;
    if (code < 0x80) {
        *out++ = (char)code;
    } else if (code < 0x800) {
        *out++ = (char)(0xc0 | code >> 6);
        *out++ = (char)(0x80 | (code & 63));
    } else {
        *out++ = (char)(0xe0 | code >> 12);
        *out++ = (char)(0x80 | (code >> 6 & 63));
        *out++ = (char)(0x80 | (code & 63));
    }
    return out;
}

static char *read_escape(reader *r, char *out)
{
    static const char letters[] = "\"\\/bfnrt", means[] = "\"\\/\b\f\n\r\t";
    char c = r->at < r->end ? *r->at++ : '\0';
    const char *at = c ? strchr(letters, c) : NULL;
    if (c == 'u') return read_escape_u(r, out);
    if (!at) return NULL;
    *out++ = means[at - letters];
    return out;
}

/* The text between two quotes; what is read is never longer than what is written. */
static const char *read_text(reader *r)
{
    if (!take(r, '"')) return fail(r, "a text was expected"), NULL;
    char *text = json_keep((size_t)(r->end - r->at) + 1), *out = text;
    while (r->at < r->end && *r->at != '"') {
        unsigned char c = (unsigned char)*r->at++;
        if (c < ' ') return fail(r, "a text has a control character"), NULL;
        if (c != '\\') {
            *out++ = (char)c;
        } else if (!(out = read_escape(r, out))) {
            return fail(r, "a text has an escape that is none"), NULL;
        }
    }
    if (!take(r, '"')) return fail(r, "a text does not end"), NULL;
    *out = '\0';
    return text;
}

/* Whole numbers; one with a point or an exponent is a real number, which no field of a table is. */
static json_t *read_number(reader *r)
{
    bool negative = take(r, '-');
    const char *first = r->at;
    unsigned long long value = 0;
    for (; r->at < r->end && *r->at >= '0' && *r->at <= '9'; r->at++) {
        if (value > (~0ull >> 1) / 10 - 1) return fail(r, "a number is too large");
        value = 10 * value + (unsigned long long)(*r->at - '0');
    }
    if (r->at == first || (*first == '0' && r->at > first + 1)) return fail(r, "a value was expected");
    if (r->at < r->end && strchr(".eE", *r->at) && *r->at) {
        while (r->at < r->end && *r->at && strchr("0123456789.eE+-", *r->at))
            r->at++;
        return json_real(0);
    }
    return json_integer(negative ? -(json_int_t)value : (json_int_t)value);
}

static json_t *read_value(reader *r);

static json_t *read_members(reader *r, json_t *to, char end)
{
    r->at++;
    if (++r->depth > DEEPEST) return fail(r, "it is nested too deeply");
    for (bool first = true; !take(r, end); first = false) {
        const char *key = NULL;
        if (!first && !take(r, ',')) return fail(r, "a comma or the end was expected");
        if (to->type == JSON_OBJECT) {
            key = read_text(r);
            if (!key || !take(r, ':')) return fail(r, "a colon was expected");
            if (json_object_get(to, key)) return fail(r, "a key stands twice");
        }
        json_t *value = read_value(r);
        if (!value) return NULL;
        if (key) {
            json_object_set_new(to, key, value);
        } else {
            json_array_append_new(to, value);
        }
    }
    r->depth--;
    return to;
}

static json_t *read_word(reader *r)
{
    static const char *const words[] = { "true", "false", "null" };
    for (int i = 0; i < 3; i++) {
        size_t n = strlen(words[i]);
        if ((size_t)(r->end - r->at) < n || strncmp(r->at, words[i], n) != 0) continue;
        r->at += n;
        return i == 2 ? json_null() : json_boolean(i == 0);
    }
    return fail(r, "a value was expected");
}

static json_t *read_value(reader *r)
{
    switch (peek(r)) {
    case '{': return read_members(r, json_object(), '}');
    case '[': return read_members(r, json_array(), ']');
    case '"': {
        const char *text = read_text(r);
        return text ? json_string(text) : NULL;
    }
    case 't':
    case 'f':
    case 'n': return read_word(r);
    }
    return read_number(r);
}

json_t *json_loadb(const char *text, size_t size, size_t flags, json_error_t *error)
{
    reader r = { text, text + size, 0, NULL };
    (void)flags;
    char first = peek(&r);
    json_t *value = first == '{' || first == '[' ? read_value(&r) : fail(&r, "'[' or '{' expected");
    if (value && (peek(&r) || r.at < r.end)) value = fail(&r, "something stands behind the end");
    if (!value) snprintf(error->text, sizeof error->text, "%s", r.wrong);
    return value;
}
