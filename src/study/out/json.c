/* json.c - writes JSON member by member, in order, indented by two spaces. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>

#include "out.h"

out_json out_begin(lm_text *out, int digits)
{
    return (out_json){ .out = out, .digits = digits ? digits : 17 };
}

/* Starts the next member: comma, line, indent, key. */
static void begin_member(out_json *j, const char *key, size_t n)
{
    if (!j->depth) return;
    if (j->has_member[j->depth]) put_char(',', j->out);
    j->has_member[j->depth] = true;
    put(j->out, "\n%*s", 2 * j->depth, "");
    if (!key) return;
    lm_text_quoted(j->out, key, n);
    put_text(": ", j->out);
}

static void begin(out_json *j, char bracket)
{
    put_char(bracket, j->out);
    j->has_member[++j->depth] = false;
}

static void end(out_json *j, char bracket)
{
    bool has_member = j->has_member[j->depth--];
    if (has_member) put(j->out, "\n%*s", 2 * j->depth, "");
    put_char(bracket, j->out);
    if (!j->depth) put_char('\n', j->out);
}

/* A real number always has a point or an exponent; the exponent has no plus sign and no leading zeros. */
static void put_real(const out_json *j, double value)
{
    char text[40];
    snprintf(text, sizeof text, "%.*g", j->digits, value);
    char *e = strchr(text, 'e');
    lm_text_bytes(j->out, text, e ? (size_t)(e - text) : strlen(text));
    if (!e) {
        if (!strchr(text, '.')) put_text(".0", j->out);
        return;
    }
    put_text(e[1] == '-' ? "e-" : "e", j->out);
    e += e[1] == '-' || e[1] == '+' ? 2 : 1;
    while (*e == '0' && e[1])
        e++;
    put_text(e, j->out);
}

static void put_value(out_json *j, char type, va_list *args)
{
    const char *text = type == 's' || type == 'S' ? va_arg(*args, const char *) : NULL;
    double real = type == 'f' ? va_arg(*args, double) : 0;
    switch (type) {
    case '{':
    case '[': begin(j, type); return;
    case 'S': lm_text_quoted(j->out, text, va_arg(*args, size_t)); return;
    case 'i': put(j->out, "%d", va_arg(*args, int)); return;
    case 'I': put(j->out, "%lld", (long long)va_arg(*args, int64_t)); return;
    case 'b': put_text(va_arg(*args, int) ? "true" : "false", j->out); return;
    default: break;
    }
    if (text) {
        lm_text_quoted(j->out, text, strlen(text));
    } else if (type == 'f' && isfinite(real)) {
        put_real(j, real);
    } else {
        put_text("null", j->out);
    }
}

void out_put(out_json *j, const char *members, ...)
{
    va_list args;
    va_start(args, members);
    for (const char *at = members; *at; at += strspn(at, " ")) {
        size_t n = strcspn(at, ": ");
        const char *key = at[n] == ':' ? at : NULL;
        if (*at == '}' || *at == ']') {
            end(j, *at++);
            continue;
        }
        if (key) at += n + 1;
        if (key && *key == '*') {
            key = va_arg(args, const char *);
            n = strlen(key);
        }
        begin_member(j, key, n);
        put_value(j, *at++, &args);
    }
    va_end(args);
}

void out_reals(out_json *j, const char *key, const double *values, int n)
{
    out_put(j, "*:[", key);
    for (int i = 0; i < n; i++)
        out_put(j, "f", values[i]);
    out_put(j, "]");
}

void out_words(out_json *j, const char *key, const char *words)
{
    out_put(j, "*:[", key);
    while (*words) {
        size_t n = strcspn(words, " ");
        if (n) out_put(j, "S", words, n);
        words += n + (words[n] == ' ');
    }
    out_put(j, "]");
}
