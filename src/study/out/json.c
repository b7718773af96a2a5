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
static void begin_member(out_json *j, const char *key)
{
    if (!j->depth) return;
    if (j->has_member[j->depth]) put_char(',', j->out);
    j->has_member[j->depth] = true;
    put(j->out, "\n%*s", 2 * j->depth, "");
    if (!key) return;
    lm_text_quoted(j->out, key, strlen(key));
    put_text(": ", j->out);
}

static void begin(out_json *j, const char *key, bool is_array)
{
    begin_member(j, key);
    put_char(is_array ? '[' : '{', j->out);
    j->depth++;
    j->is_array[j->depth] = is_array;
    j->has_member[j->depth] = false;
}

void out_object(out_json *j, const char *key)
{
    begin(j, key, false);
}

void out_list(out_json *j, const char *key)
{
    begin(j, key, true);
}

void out_end(out_json *j)
{
    int depth = j->depth--;
    if (j->has_member[depth]) put(j->out, "\n%*s", 2 * j->depth, "");
    put_char(j->is_array[depth] ? ']' : '}', j->out);
    if (!j->depth) put_char('\n', j->out);
}

static void put_word(out_json *j, const char *key, const char *word)
{
    begin_member(j, key);
    put_text(word, j->out);
}

void out_string(out_json *j, const char *key, const char *text, size_t n)
{
    begin_member(j, key);
    lm_text_quoted(j->out, text, n);
}

void out_text(out_json *j, const char *key, const char *text)
{
    out_string(j, key, text, strlen(text));
}

void out_integer(out_json *j, const char *key, int64_t value)
{
    begin_member(j, key);
    put(j->out, "%lld", (long long)value);
}

/* A real number always has a point or an exponent; the exponent has no plus sign and no leading zeros. */
void out_real(out_json *j, const char *key, double value)
{
    char text[40];
    if (!isfinite(value)) {
        put_word(j, key, "null");
        return;
    }
    snprintf(text, sizeof text, "%.*g", j->digits, value);
    char *e = strchr(text, 'e');
    begin_member(j, key);
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

static void put_members(out_json *j, const char *members, va_list args)
{
    while (*members) {
        char key[40];
        size_t n = strcspn(members, ":");
        snprintf(key, sizeof key, "%.*s", (int)n, members);
        const char *text;
        switch (members[n + 1]) {
        case 's':
            text = va_arg(args, const char *);
            if (text)
                out_text(j, key, text);
            else
                put_word(j, key, "null");
            break;
        case 'i': out_integer(j, key, va_arg(args, int)); break;
        case 'I': out_integer(j, key, va_arg(args, int64_t)); break;
        case 'f': out_real(j, key, va_arg(args, double)); break;
        case 'b': put_word(j, key, va_arg(args, int) ? "true" : "false"); break;
        default: put_word(j, key, "null"); break;
        }
        members += n + 2;
        members += *members == ' ';
    }
}

void out_put(out_json *j, const char *members, ...)
{
    va_list args;
    va_start(args, members);
    put_members(j, members, args);
    va_end(args);
}

void out_row(out_json *j, const char *key, const char *members, ...)
{
    va_list args;
    va_start(args, members);
    out_object(j, key);
    put_members(j, members, args);
    out_end(j);
    va_end(args);
}

void out_reals(out_json *j, const char *key, const double *values, int n)
{
    out_list(j, key);
    for (int i = 0; i < n; i++)
        out_real(j, NULL, values[i]);
    out_end(j);
}

void out_words(out_json *j, const char *key, const char *words)
{
    out_list(j, key);
    while (*words) {
        size_t n = strcspn(words, " ");
        if (n) out_string(j, NULL, words, n);
        words += n + (words[n] == ' ');
    }
    out_end(j);
}
