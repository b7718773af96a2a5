/* text.c - lines to read, and text that is safe in HTML and CSV. */
#include "out.h"

int next_line(const char **text, size_t width)
{
    size_t n = strlen(*text);
    if (n > width) {
        for (n = width; n > 0 && (*text)[n] != ' ';)
            n--;
        if (!n) n = strcspn(*text, " ");
    }
    *text += n;
    *text += strspn(*text, " ");
    return (int)n;
}

void put_wrapped(lm_text *out, const char *margin, size_t width, const char *text)
{
    while (*text) {
        const char *line = text;
        int n = next_line(&text, width - strlen(margin));
        put(out, "%s%.*s\n", margin, n, line);
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

void put_html_in(lm_text *out, const char *before, const char *text, const char *after)
{
    put_text(before, out);
    put_html(out, text);
    put_text(after, out);
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
