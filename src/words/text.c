/* text.c - see text.h. */
#include "lammer/text.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST_ESCAPE = 6 }; /* \u001F */

static bool grow(lm_text *text, size_t more)
{
    size_t room = text->room ? 2 * text->room : 512;
    if (text->failed) return false;
    while (room <= text->n + more)
        room *= 2;
    char *larger = realloc(text->data, room);
    text->failed = !larger;
    text->room = larger ? room : 0;
    if (larger) text->data = larger;
    return larger;
}

static inline bool make_room(lm_text *text, size_t more)
{
    return text->n + more < text->room || grow(text, more);
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

/* Loads one to seven bytes and fills up with spaces. Its loads overlap, so that none reads past the end. */
static inline uint64_t few_bytes(const char *bytes, size_t n)
{
    uint64_t spaces = 0x2020202020202020u << 8 * n;
    const unsigned char *b = (const unsigned char *)bytes;
    if (n < 4) return spaces | b[0] | (uint64_t)b[n / 2] << 8 * (n / 2) | (uint64_t)b[n - 1] << 8 * (n - 1);
    uint32_t first, last;
    memcpy(&first, bytes, 4);
    memcpy(&last, bytes + n - 4, 4);
    return spaces | first | (uint64_t)last << 8 * (n - 4);
}

/* Whether one of eight bytes must be escaped: a control character, a quote or a backslash. A borrow may mark the
 * byte after one that must be escaped, which does not change the answer. */
static inline bool any_escaped(uint64_t eight)
{
    const uint64_t each = 0x0101010101010101u;
    uint64_t quote = eight ^ each * '"', backslash = eight ^ each * '\\';
    uint64_t low = (eight - each * 0x20) & ~eight;
    return ((low | ((quote - each) & ~quote) | ((backslash - each) & ~backslash)) & each * 0x80) != 0;
}

static inline char *write_eight(char *at, const char *bytes, size_t n, uint64_t eight)
{
    if (!any_escaped(eight)) {
        memcpy(at, &eight, 8);
        return at + n;
    }
    for (size_t i = 0; i < n; i++) {
        unsigned char c = (unsigned char)bytes[i];
        if (c >= 0x20 && c != '"' && c != '\\')
            *at++ = (char)c;
        else
            at = write_escaped(at, c);
    }
    return at;
}

/* Makes room for the longest form once, and for a last write of eight bytes even if fewer are left. */
void lm_text_quoted(lm_text *text, const char *bytes, size_t n)
{
    if (!make_room(text, LONGEST_ESCAPE * n + 2 + 8)) return;
    char *at = text->data + text->n;
    *at++ = '"';
    for (uint64_t eight; n >= 8; n -= 8, bytes += 8) {
        memcpy(&eight, bytes, 8);
        at = write_eight(at, bytes, 8, eight);
    }
    if (n) at = write_eight(at, bytes, n, few_bytes(bytes, n));
    *at++ = '"';
    *at = '\0';
    text->n = (size_t)(at - text->data);
}
