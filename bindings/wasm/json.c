/* json.c - JSON values and how they are written: what the commands call of Jansson.
 *
 * Values live in blocks that are freed together when an answer is complete, so nothing counts references. */
#include <jansson.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "host.h"
#include "values.h"

/* ---- memory -------------------------------------------------------------------------------------------- */

enum { BLOCK = 32768 };
typedef struct json_block {
    struct json_block *next;
    size_t used, size;
} json_block;
static json_block *blocks;

void *json_keep(size_t size)
{
    size = (size + 15) & ~(size_t)15;
    if (!blocks || blocks->size - blocks->used < size) {
        size_t room = size > BLOCK ? size : BLOCK;
        json_block *block = malloc(sizeof(json_block) + 8 + room);
        if (!block) __builtin_trap();
        *block = (json_block){ blocks, 0, room };
        blocks = block;
    }
    unsigned char *memory =
        (unsigned char *)blocks + ((sizeof(json_block) + 15) & ~(size_t)15) + blocks->used;
    blocks->used += size;
    return memory;
}

void json_forget(void)
{
    while (blocks) {
        json_block *next = blocks->next;
        free(blocks);
        blocks = next;
    }
}

static const char *keep_text(const char *text, size_t n)
{
    char *copy = json_keep(n + 1);
    memcpy(copy, text, n);
    copy[n] = '\0';
    return copy;
}

/* ---- values -------------------------------------------------------------------------------------------- */

static json_t *make(json_type type)
{
    json_t *value = json_keep(sizeof *value);
    memset(value, 0, sizeof *value);
    value->type = type;
    return value;
}

json_t *json_object(void)
{
    return make(JSON_OBJECT);
}

json_t *json_array(void)
{
    return make(JSON_ARRAY);
}

json_t *json_stringn(const char *text, size_t n)
{
    json_t *value = make(JSON_STRING);
    value->text = keep_text(text, n);
    return value;
}

json_t *json_string(const char *text)
{
    return json_stringn(text, strlen(text));
}

json_t *json_integer(json_int_t whole)
{
    json_t *value = make(JSON_INTEGER);
    value->whole = whole;
    return value;
}

json_t *json_real(double real)
{
    json_t *value = make(JSON_REAL);
    value->real = real;
    return value;
}

json_t *json_boolean(int is_true)
{
    return make(is_true ? JSON_TRUE : JSON_FALSE);
}

json_t *json_null(void)
{
    return make(JSON_NULL);
}

void json_decref(json_t *value)
{
    (void)value;
}

json_int_t json_integer_value(const json_t *value)
{
    return value && value->type == JSON_INTEGER ? value->whole : 0;
}

const char *json_string_value(const json_t *value)
{
    return value && value->type == JSON_STRING ? value->text : NULL;
}

/* ---- objects and lists --------------------------------------------------------------------------------- */

static void append(json_t *to, const char *key, json_t *value)
{
    member *m = json_keep(sizeof *m);
    *m = (member){ NULL, key, value };
    if (to->last) {
        to->last->next = m;
    } else {
        to->first = m;
    }
    to->last = m;
    to->n++;
}

static member *find(const json_t *object, const char *key)
{
    member *m = object->first;
    while (m && strcmp(m->key, key) != 0)
        m = m->next;
    return m;
}

json_t *json_object_get(const json_t *object, const char *key)
{
    const member *m = find(object, key);
    return m ? m->value : NULL;
}

int json_object_set_new(json_t *object, const char *key, json_t *value)
{
    member *m = find(object, key);
    if (m) {
        m->value = value;
    } else {
        append(object, keep_text(key, strlen(key)), value);
    }
    return 0;
}

int json_object_set(json_t *object, const char *key, json_t *value)
{
    return json_object_set_new(object, key, value);
}

int json_object_update(json_t *object, const json_t *other)
{
    for (const member *m = other->first; m; m = m->next)
        json_object_set_new(object, m->key, m->value);
    return 0;
}

int json_object_update_missing(json_t *object, const json_t *other)
{
    for (const member *m = other->first; m; m = m->next) {
        if (!find(object, m->key)) append(object, m->key, m->value);
    }
    return 0;
}

int json_array_append_new(json_t *list, json_t *value)
{
    append(list, NULL, value);
    return 0;
}

size_t json_array_size(const json_t *list)
{
    return list->n;
}

json_t *json_array_get(const json_t *list, size_t i)
{
    const member *m = list->first;
    while (m && i--)
        m = m->next;
    return m ? m->value : NULL;
}

/* ---- packing ------------------------------------------------------------------------------------------- */

static char next_letter(const char **format)
{
    *format += strspn(*format, " ,:");
    return *(*format)++;
}

static json_t *pack(const char **format, va_list *args);

static json_t *pack_members(json_t *to, char end, const char **format, va_list *args)
{
    for (;;) {
        const char *ahead = *format;
        const char *key = NULL;
        if (next_letter(&ahead) == end) {
            *format = ahead;
            return to;
        }
        if (to->type == JSON_OBJECT) {
            next_letter(format); /* the s of its name */
            key = va_arg(*args, const char *);
        }
        json_t *value = pack(format, args);
        if (key) {
            json_object_set_new(to, key, value);
        } else {
            json_array_append_new(to, value);
        }
    }
}

static json_t *pack(const char **format, va_list *args)
{
    switch (next_letter(format)) {
    case '{': return pack_members(json_object(), '}', format, args);
    case '[': return pack_members(json_array(), ']', format, args);
    case 's': return json_string(va_arg(*args, const char *));
    case 'b': return json_boolean(va_arg(*args, int));
    case 'i': return json_integer(va_arg(*args, int));
    case 'I': return json_integer(va_arg(*args, json_int_t));
    case 'f': return json_real(va_arg(*args, double));
    case 'n': return json_null();
    case 'o': return va_arg(*args, json_t *);
    }
    __builtin_trap();
}

json_t *json_pack(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    json_t *value = pack(&format, &args);
    va_end(args);
    return value;
}

/* ---- writing ------------------------------------------------------------------------------------------- */

static void write_string(const char *text, FILE *out)
{
    static const char plain[] = "\"\\\b\f\n\r\t", escaped[] = "\"\\bfnrt";
    fputc('"', out);
    for (; *text; text++) {
        const char *at = strchr(plain, *text);
        if (at) {
            fputc('\\', out);
            fputc(escaped[at - plain], out);
        } else if ((unsigned char)*text < ' ') {
            fprintf(out, "\\u%04x", (unsigned)*text);
        } else {
            fputc(*text, out);
        }
    }
    fputc('"', out);
}

/* Seventeen digits, so that every double comes back as it was; always with a point or an exponent, and that without
 * plus and zeros. */
static void write_real(double value, FILE *out)
{
    char text[40];
    snprintf(text, sizeof text, "%.17g", value);
    char *exponent = strchr(text, 'e');
    if (!exponent) {
        fprintf(out, "%s%s", text, strchr(text, '.') ? "" : ".0");
        return;
    }
    *exponent++ = '\0';
    const char *sign = *exponent == '-' ? "-" : "";
    exponent += 1 + strspn(exponent + 1, "0");
    fprintf(out, "%se%s%s", text, sign, exponent);
}

static void write_line(size_t indent, int depth, FILE *out)
{
    if (!indent) return;
    fprintf(out, "\n%*s", (int)indent * depth, "");
}

static void write_value(const json_t *value, size_t indent, int depth, FILE *out)
{
    static const char *const words[] = { [JSON_TRUE] = "true", [JSON_FALSE] = "false", [JSON_NULL] = "null" };
    bool object = value->type == JSON_OBJECT;
    switch (value->type) {
    case JSON_STRING: write_string(value->text, out); return;
    case JSON_INTEGER: fprintf(out, "%lld", value->whole); return;
    case JSON_REAL: write_real(value->real, out); return;
    case JSON_TRUE:
    case JSON_FALSE:
    case JSON_NULL: fputs(words[value->type], out); return;
    case JSON_OBJECT:
    case JSON_ARRAY: break;
    }
    fputc(object ? '{' : '[', out);
    for (const member *m = value->first; m; m = m->next) {
        write_line(indent, depth + 1, out);
        if (object) {
            write_string(m->key, out);
            fputs(indent ? ": " : ":", out);
        }
        write_value(m->value, indent, depth + 1, out);
        if (m->next) fputc(',', out);
    }
    if (value->first) write_line(indent, depth, out);
    fputc(object ? '}' : ']', out);
}

int json_dumpf(const json_t *value, FILE *out, size_t flags)
{
    write_value(value, flags, 0, out);
    return 0;
}
