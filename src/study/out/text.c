/* text.c - a text that grows, lines to read, and text that is safe in HTML and CSV. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "out.h"

static bool make_room(lm_text *out, size_t n)
{
    if (out->failed || out->room - out->n > n) return !out->failed;
    size_t room = out->room ? 2 * out->room : 4096;
    while (room - out->n <= n)
        room *= 2;
    char *data = realloc(out->data, room);
    out->failed = !data;
    if (data) {
        out->data = data;
        out->room = room;
    }
    return !out->failed;
}

void put_bytes(const char *bytes, size_t n, lm_text *out)
{
    if (!make_room(out, n)) return;
    memcpy(out->data + out->n, bytes, n);
    out->n += n;
    out->data[out->n] = '\0';
}

void put_text(const char *text, lm_text *out)
{
    put_bytes(text, strlen(text), out);
}

void put_char(char c, lm_text *out)
{
    put_bytes(&c, 1, out);
}

void put(lm_text *out, const char *format, ...)
{
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int n = vsnprintf(NULL, 0, format, args);
    if (n > 0 && make_room(out, (size_t)n)) {
        vsnprintf(out->data + out->n, (size_t)n + 1, format, again);
        out->n += (size_t)n;
    }
    va_end(again);
    va_end(args);
}

void lm_text_free(lm_text *text)
{
    free(text->data);
    *text = (lm_text){ 0 };
}

void put_wrapped(lm_text *out, const char *margin, size_t width, const char *text)
{
    width -= strlen(margin);
    while (*text) {
        size_t n = strlen(text);
        if (n > width) {
            n = width;
            while (n > 0 && text[n] != ' ')
                n--;
            if (!n) n = strcspn(text, " ");
        }
        put(out, "%s%.*s\n", margin, (int)n, text);
        text += n;
        text += strspn(text, " ");
    }
}

void put_html(lm_text *out, const char *text)
{
    for (; *text; text++) {
        switch (*text) {
        case '&': put_text("&amp;", out); break;
        case '<': put_text("&lt;", out); break;
        case '>': put_text("&gt;", out); break;
        case '"': put_text("&quot;", out); break;
        default: put_char(*text, out); break;
        }
    }
}

void put_field(const char *text, lm_text *out)
{
    bool quoted = strpbrk(text, ",\"\n") != NULL;
    if (quoted) put_char('"', out);
    for (; *text; text++) {
        if (*text == '"') put_char('"', out);
        put_char(*text, out);
    }
    if (quoted) put_char('"', out);
}
