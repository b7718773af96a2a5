/* reports_csv.c - rows of a report as comma-separated values (RFC 4180): for a spreadsheet or another system. */
#include <stdlib.h>
#include <string.h>

#include "reports.h"

typedef struct {
    char *bytes;
    size_t size, room;
} buffer;

static void put(buffer *b, const char *text, size_t size)
{
    if (b->size + size + 1 > b->room) {
        size_t room = 2 * (b->size + size) + 256;
        char *bytes = realloc(b->bytes, room);
        if (!bytes) return;
        b->bytes = bytes;
        b->room = room;
    }
    memcpy(b->bytes + b->size, text, size);
    b->size += size;
    b->bytes[b->size] = '\0';
}

/* A field that holds a comma, a quote or a line's end stands in quotes, its own quotes doubled. One that a spreadsheet would
 * take for a formula gets an apostrophe: texts come from players too. */
static void put_text(buffer *b, const char *text)
{
    bool formula = *text && strchr("=+-@\t\r", *text);
    if (!formula && !strpbrk(text, ",\"\r\n")) {
        put(b, text, strlen(text));
        return;
    }
    put(b, "\"", 1);
    if (formula) put(b, "'", 1);
    for (; *text; text++) {
        if (*text == '"') put(b, "\"", 1);
        put(b, text, 1);
    }
    put(b, "\"", 1);
}

static void put_value(buffer *b, const json_t *value)
{
    if (!value || json_is_null(value)) return;
    if (json_is_string(value)) {
        put_text(b, json_string_value(value));
        return;
    }
    char *text = json_dumps(value, JSON_ENCODE_ANY | JSON_COMPACT | JSON_REAL_PRECISION(9));
    if (text && (json_is_array(value) || json_is_object(value)))
        put_text(b, text);
    else if (text)
        put(b, text, strlen(text));
    free(text);
}

/* `row` NULL is the line of heads. */
static void put_line(buffer *b, const json_t *row, const char *columns)
{
    for (const char *at = columns; *at;) {
        size_t length = strcspn(at, " ");
        char key[64];
        snprintf(key, sizeof key, "%.*s", (int)length, at);
        if (at != columns) put(b, ",", 1);
        if (row)
            put_value(b, json_object_get(row, key));
        else
            put(b, key, strlen(key));
        at += length;
        at += strspn(at, " ");
    }
    put(b, "\r\n", 2);
}

char *report_csv(const json_t *rows, const char *columns)
{
    buffer b = { 0 };
    put_line(&b, NULL, columns);
    for (size_t i = 0; i < json_array_size(rows); i++)
        put_line(&b, json_array_get(rows, i), columns);
    return b.bytes;
}
