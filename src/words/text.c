/* text.c - see text.h. */
#include "lammer/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST_ESCAPE = 6 }; /* \u001F */

static bool make_room(lm_text *text, size_t more)
{
    if (text->failed) return false;
    if (text->n + more < text->room) return true;
    size_t room = text->room ? 2 * text->room : 512;
    while (room <= text->n + more)
        room *= 2;
    char *larger = realloc(text->data, room);
    text->failed = !larger;
    if (!larger) return false;
    text->data = larger;
    text->room = room;
    return true;
}

void lm_text_free(lm_text *text)
{
    free(text->data);
    *text = (lm_text){ 0 };
}

void lm_text_bytes(lm_text *text, const char *bytes, size_t n)
{
    if (!make_room(text, n)) return;
    memcpy(text->data + text->n, bytes, n);
    text->n += n;
    text->data[text->n] = '\0';
}

void lm_text_print(lm_text *text, const char *format, ...)
{
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int n = vsnprintf(NULL, 0, format, args);
    if (n > 0 && make_room(text, (size_t)n)) {
        vsnprintf(text->data + text->n, (size_t)n + 1, format, again);
        text->n += (size_t)n;
    }
    va_end(again);
    va_end(args);
}

static char *write_escaped(char *at, unsigned char c)
{
    static const char short_forms[] = { ['\b'] = 'b', ['\t'] = 't', ['\n'] = 'n', ['\f'] = 'f', ['\r'] = 'r' };
    static const char digits[] = "0123456789ABCDEF";
    char form[LONGEST_ESCAPE] = { '\\', 'u', '0', '0', digits[c >> 4], digits[c & 15] };
    char brief = c == '"' || c == '\\' ? (char)c : c < sizeof short_forms ? short_forms[c] : '\0';
    if (brief) form[1] = brief;
    size_t size = brief ? 2 : LONGEST_ESCAPE;
    memcpy(at, form, size);
    return at + size;
}

/* Room for the longest form is made once, so that no byte asks for it. */
void lm_text_quoted(lm_text *text, const char *bytes, size_t n)
{
    if (!make_room(text, LONGEST_ESCAPE * n + 2)) return;
    char *at = text->data + text->n;
    *at++ = '"';
    for (size_t i = 0; i < n; i++) {
        unsigned char c = (unsigned char)bytes[i];
        if (c >= 0x20 && c != '"' && c != '\\')
            *at++ = (char)c;
        else
            at = write_escaped(at, c);
    }
    *at++ = '"';
    *at = '\0';
    text->n = (size_t)(at - text->data);
}
