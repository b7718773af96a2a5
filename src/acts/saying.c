/* saying.c - message ids of sentences, and what stands in their gaps. */
#include "lammer/server/saying.h"

#include <stdio.h>
#include <string.h>

enum { HEAD_ENDS = 0x1f, HEAD_MOST = 160, SPEC_MOST = 16 };

/* Where the sentence behind a head begins; NULL: the text has no head. */
static const char *behind_head(const char *text)
{
    const char *end = memchr(text, HEAD_ENDS, strnlen(text, HEAD_MOST));
    return end ? end + 1 : NULL;
}

/* The next name of the head: its length, 0 at the end. `name` moves behind it. */
static size_t next_name(const char **name)
{
    *name += strspn(*name, " ");
    return strcspn(*name, " \x1f");
}

/* The names of the gaps, behind the id. */
static const char *names_of(const lm_saying *saying)
{
    return saying->head + strcspn(saying->head, " \x1f");
}

/* Formats one conversion, whose `spec` is "%.40s" or "%02lld", to the end of the text. */
static void write_conversion(char *to, size_t room, const char *spec, va_list *args)
{
    size_t n = strlen(spec);
    char kind = spec[n - 1];
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    if (kind == 's')
        snprintf(to, room, spec, va_arg(*args, const char *));
    else if (strstr(spec, "ll"))
        snprintf(to, room, spec, va_arg(*args, long long));
    else
        snprintf(to, room, spec, va_arg(*args, int));
#pragma GCC diagnostic pop
}

/* A conversion that the name "+" joins to the one before it makes that gap longer. */
static void note_gap(lm_saying *saying, const char **name, size_t at, size_t size, bool is_number)
{
    size_t n = saying->head ? next_name(name) : 0;
    bool joined = n == 1 && **name == '+' && saying->gaps;
    *name += n;
    if (joined) {
        saying->gap[saying->gaps - 1].size = (uint16_t)(at + size - saying->gap[saying->gaps - 1].at);
    } else if (n && saying->gaps < LM_SAYING_GAPS) {
        saying->gap[saying->gaps].at = (uint16_t)at;
        saying->gap[saying->gaps].size = (uint16_t)size;
        saying->gap[saying->gaps++].is_number = is_number;
    }
}

static void write_format(lm_saying *saying, char *text, size_t size, const char *format, va_list *args)
{
    const char *name = saying->head ? names_of(saying) : "";
    size_t n = 0;
    while (*format && n + 1 < size) {
        if (*format != '%' || format[1] == '%') {
            text[n++] = *format;
            format += *format == '%' ? 2 : 1;
            continue;
        }
        char spec[SPEC_MOST] = "";
        size_t length = 1 + strcspn(format + 1, "sdu") + 1;
        memcpy(spec, format, length < SPEC_MOST ? length : SPEC_MOST - 1);
        text[n] = '\0';
        write_conversion(text + n, size - n, spec, args);
        size_t written = strlen(text + n);
        note_gap(saying, &name, n, written, spec[strlen(spec) - 1] != 's');
        n += written;
        format += length;
    }
    text[n] = '\0';
}

void lm_saying_write(lm_saying *saying, char *text, size_t size, const char *format, va_list args)
{
    va_list own;
    *saying = (lm_saying){ 0 };
    const char *sentence = behind_head(format);
    if (sentence) saying->head = format;
    va_copy(own, args);
    if (strcmp(format, "%s") == 0) { /* a constant sentence, passed on with its head */
        const char *whole = va_arg(own, const char *), *rest = behind_head(whole);
        if (rest) saying->head = whole;
        snprintf(text, size, "%s", rest ? rest : whole);
    } else {
        write_format(saying, text, size, sentence ? sentence : format, &own);
    }
    va_end(own);
}

void lm_saying_why(lm_saying *saying, lm_why why)
{
    static const char *const heads[] = {
#define X(name, ...) "WHY_" #name "\x1f",
        LM_WHYS(X)
#undef X
    };
    *saying = (lm_saying){ .head = heads[why] };
}

void lm_saying_meter_why(lm_saying *saying, lm_meter_why why)
{
    static const char *const heads[] = {
#define X(name, ...) "METER_" #name "\x1f",
        LM_METER_WHYS(X)
#undef X
    };
    *saying = (lm_saying){ .head = heads[why] };
}

/* --- on the wire ------------------------------------------------------------------------------------------------- */

/* "12", "12.50": dollars as they stand in a sentence. */
static int64_t cents_in(const char *text, size_t size)
{
    int64_t cents = 0;
    int digits = -1; /* behind the point */
    for (size_t i = 0; i < size; i++) {
        if (text[i] == '.') digits = 0;
        if (text[i] < '0' || text[i] > '9') continue;
        cents = 10 * cents + (text[i] - '0');
        if (digits >= 0) digits++;
    }
    for (; digits < 2; digits++) {
        if (digits < 0) digits = 0;
        cents *= 10;
    }
    return size && text[0] == '-' ? -cents : cents;
}

static int64_t number_in(const char *text, size_t size)
{
    int64_t number = 0;
    for (size_t i = 0; i < size; i++) {
        if (text[i] >= '0' && text[i] <= '9') number = 10 * number + (text[i] - '0');
    }
    return size && text[0] == '-' ? -number : number;
}

static bool ends_in_cents(const char *name, size_t size)
{
    return size > 6 && memcmp(name + size - 6, "_cents", 6) == 0;
}

static void put_gap(lm_out *out, const char *text, size_t size, bool is_amount, bool is_number)
{
    if (is_amount)
        lm_out_int(out, cents_in(text, size));
    else if (is_number)
        lm_out_int(out, number_in(text, size));
    else
        lm_out_string(out, text, size);
}

void lm_saying_put(const lm_saying *saying, const char *text, lm_out *out)
{
    char word[LM_SAYING_ID];
    if (!saying->head) return;
    snprintf(word, sizeof word, "%.*s", (int)strcspn(saying->head, " \x1f"), saying->head);
    lm_out_pack(out, "id:s", word);
    if (!saying->gaps) return;
    const char *name = names_of(saying);
    lm_out_key(out, "args");
    lm_out_begin(out, '{');
    for (int i = 0; i < saying->gaps; i++) {
        size_t n = next_name(&name);
        while (n == 1 && *name == '+')
            name++, n = next_name(&name);
        snprintf(word, sizeof word, "%.*s", (int)n, name);
        lm_out_key(out, word);
        put_gap(out, text + saying->gap[i].at, saying->gap[i].size, ends_in_cents(name, n), saying->gap[i].is_number);
        name += n;
    }
    lm_out_end(out, '}');
}
