/* compact.c - JSON as bytes, as json_dumps with JSON_COMPACT writes it, in a third of the time.
 *
 * libjansson asks a callback for each comma and formats a number by printf. Every record and every message goes through here. */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "lammer/server/felt.h"

static char *room_for(json_bytes *t, size_t more)
{
    if (t->room - t->size < more) {
        size_t room = 2 * (t->size + more) + 1024;
        char *larger = realloc(t->bytes, room);
        if (!larger) memory_end();
        t->bytes = larger;
        t->room = room;
    }
    return t->bytes + t->size;
}

static void put(json_bytes *t, const char *bytes, size_t size)
{
    memcpy(room_for(t, size), bytes, size);
    t->size += size;
}

static void put_byte(json_bytes *t, char byte)
{
    *room_for(t, 1) = byte;
    t->size++;
}

static void put_integer(json_bytes *t, json_int_t value)
{
    char digits[24], *at = digits + sizeof digits;
    unsigned long long left = value < 0 ? 0ull - (unsigned long long)value : (unsigned long long)value;
    do {
        *--at = (char)('0' + left % 10);
        left /= 10;
    } while (left);
    if (value < 0) *--at = '-';
    put(t, at, (size_t)(digits + sizeof digits - at));
}

static void put_escaped(json_bytes *t, unsigned char c)
{
    static const char named[] = "\"\\\b\f\n\r\t", as[] = "\"\\bfnrt", hex[] = "0123456789ABCDEF";
    const char *found = c ? strchr(named, c) : NULL;
    char escape[6] = { '\\', 'u', '0', '0', hex[c >> 4], hex[c & 15] };
    if (found) escape[1] = as[found - named];
    put(t, escape, found ? 2 : 6);
}

static void put_string(json_bytes *t, const char *bytes, size_t size)
{
    size_t from = 0;
    put_byte(t, '"');
    for (size_t i = 0; i < size; i++) {
        unsigned char c = (unsigned char)bytes[i];
        if (c >= 0x20 && c != '"' && c != '\\') continue;
        put(t, bytes + from, i - from);
        put_escaped(t, c);
        from = i + 1;
    }
    put(t, bytes + from, size - from);
    put_byte(t, '"');
}

static void put_value(json_bytes *t, const json_t *value);

static void put_object(json_bytes *t, json_t *object)
{
    char before = '{';
    for (void *i = json_object_iter(object); i; i = json_object_iter_next(object, i)) {
        const char *key = json_object_iter_key(i);
        put_byte(t, before);
        put_string(t, key, strlen(key));
        put_byte(t, ':');
        put_value(t, json_object_iter_value(i));
        before = ',';
    }
    if (before == '{') put_byte(t, before);
    put_byte(t, '}');
}

static void put_array(json_bytes *t, const json_t *array)
{
    size_t n = json_array_size(array);
    put_byte(t, '[');
    for (size_t i = 0; i < n; i++) {
        if (i) put_byte(t, ',');
        put_value(t, json_array_get(array, i));
    }
    put_byte(t, ']');
}

static void put_real(json_bytes *t, const json_t *real)
{
    enum { REAL_BYTES = 100 };
    size_t size = json_dumpb(real, room_for(t, REAL_BYTES), REAL_BYTES, JSON_COMPACT | JSON_ENCODE_ANY);
    t->size += size < REAL_BYTES ? size : REAL_BYTES;
}

static void put_value(json_bytes *t, const json_t *value)
{
    switch (json_typeof(value)) {
    case JSON_OBJECT: put_object(t, (json_t *)(uintptr_t)value); break;
    case JSON_ARRAY: put_array(t, value); break;
    case JSON_STRING: put_string(t, json_string_value(value), json_string_length(value)); break;
    case JSON_INTEGER: put_integer(t, json_integer_value(value)); break;
    case JSON_REAL: put_real(t, value); break;
    case JSON_TRUE: put(t, "true", 4); break;
    case JSON_FALSE: put(t, "false", 5); break;
    case JSON_NULL: put(t, "null", 4); break;
    }
}

void json_compact(json_bytes *to, const json_t *json)
{
    to->size = 0;
    put_value(to, json);
    *room_for(to, 1) = '\0';
}

void json_bytes_free(json_bytes *b)
{
    free(b->bytes);
    *b = (json_bytes){ 0 };
}
