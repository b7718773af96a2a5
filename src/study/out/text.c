/* text.c - lines to read, and text that is safe in HTML and CSV. */
#include "out.h"

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
