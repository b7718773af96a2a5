/* print.c - the two streams, and formatted text. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "decimal.h"
#include "host.h"

/* ---- streams ------------------------------------------------------------------------------------------- */

struct stream {
    int number;
    size_t used;
    char text[4096];
};

static struct stream streams[] = { { STREAM_ANSWER }, { STREAM_PROBLEMS } };
FILE *const stdout = &streams[0], *const stderr = &streams[1];

bool is_watched;

int fflush(FILE *out)
{
    if (out->used) host_write(out->number, out->text, out->used);
    out->used = 0;
    return 0;
}

static void put(FILE *out, const char *text, size_t n)
{
    if (n > sizeof out->text - out->used) fflush(out);
    if (n > sizeof out->text) {
        host_write(out->number, text, n);
        return;
    }
    memcpy(out->text + out->used, text, n);
    out->used += n;
}

/* A line that is going to be written over tells how far it is; one that only clears it tells nothing. */
static bool tell_progress(FILE *out, const char *text, size_t n)
{
    if (out != stderr || !n || text[0] != '\r') return false;
    if (n > 1 && text[1] != '\033') host_write(STREAM_PROGRESS, text + 1, n - 1);
    return true;
}

int fputs(const char *text, FILE *out)
{
    size_t n = strlen(text);
    if (!tell_progress(out, text, n)) put(out, text, n);
    return 0;
}

int puts(const char *text)
{
    fputs(text, stdout);
    return putchar('\n');
}

int fputc(int c, FILE *out)
{
    char byte = (char)c;
    put(out, &byte, 1);
    return c;
}

int putc(int c, FILE *out)
{
    return fputc(c, out);
}

int putchar(int c)
{
    return fputc(c, stdout);
}

size_t fwrite(const void *data, size_t size, size_t n, FILE *out)
{
    put(out, data, size * n);
    return n;
}

int ferror(FILE *out)
{
    (void)out;
    return 0;
}

int isatty(int handle)
{
    return handle == STDERR_FILENO && is_watched;
}

/* ---- formatted text ------------------------------------------------------------------------------------ */

/* Where formatted text goes: a buffer, and how much there would have been. */
typedef struct {
    char *text;
    size_t size, n;
} sink;

static void add(sink *s, const char *text, size_t n)
{
    for (size_t i = 0; i < n; i++, s->n++) {
        if (s->n + 1 < s->size) s->text[s->n] = text[i];
    }
}

static void pad(sink *s, char with, int n)
{
    while (n-- > 0)
        add(s, &with, 1);
}

/* One conversion: % flags width . precision length letter. */
typedef struct {
    bool left, plus, zero;
    int width, precision; /* -1: none was given */
    int longs;            /* l, ll; z is as long as a long here */
    char letter;
} directive;

static int read_count(const char **at, va_list *args)
{
    int n = 0;
    if (**at == '*') {
        ++*at;
        return va_arg(*args, int);
    }
    for (; **at >= '0' && **at <= '9'; ++*at)
        n = 10 * n + **at - '0';
    return n;
}

static directive read_directive(const char **at, va_list *args)
{
    directive d = { .precision = -1 };
    for (;; ++*at) {
        if (**at == '-') {
            d.left = true;
        } else if (**at == '+') {
            d.plus = true;
        } else if (**at == '0') {
            d.zero = true;
        } else {
            break;
        }
    }
    d.width = read_count(at, args);
    if (**at == '.') {
        ++*at;
        d.precision = read_count(at, args);
    }
    for (; **at == 'l' || **at == 'z'; ++*at)
        d.longs += **at == 'l';
    d.letter = **at;
    if (d.letter) ++*at;
    return d;
}

/* A sign, then zeros or spaces up to the width, then the digits. */
static void add_padded(sink *s, const directive *d, const char *sign, const char *text, size_t n)
{
    int room = d->width - (int)(strlen(sign) + n);
    if (!d->left && !d->zero) pad(s, ' ', room);
    add(s, sign, strlen(sign));
    if (!d->left && d->zero) pad(s, '0', room);
    add(s, text, n);
    if (d->left) pad(s, ' ', room);
}

static void add_whole(sink *s, const directive *d, uint64_t value, bool negative)
{
    char text[24];
    size_t n = sizeof text;
    unsigned base = d->letter == 'x' ? 16 : 10;
    do {
        text[--n] = "0123456789abcdef"[value % base];
        value /= base;
    } while (value);
    add_padded(s, d, negative ? "-" : d->plus ? "+" : "", text + n, sizeof text - n);
}

enum { NUMBER_TEXT = 1200 };

/* Digits with the point among them and `after` digits behind it, zeros where the number has none. */
static size_t write_fixed(const decimal *v, int after, char *text)
{
    size_t n = 0;
    for (int i = v->point < 1 ? v->point - 1 : 0; i < v->point; i++) {
        if (v->point >= 1) text[n++] = (char)('0' + (i < v->n ? v->digit[i] : 0));
    }
    if (v->point < 1) text[n++] = '0';
    if (after > 0) text[n++] = '.';
    for (int i = v->point; i < v->point + after; i++)
        text[n++] = (char)('0' + (i >= 0 && i < v->n ? v->digit[i] : 0));
    return n;
}

static size_t write_exponent(int exponent, char *text)
{
    size_t n = 0;
    unsigned size = exponent < 0 ? (unsigned)-exponent : (unsigned)exponent;
    text[n++] = 'e';
    text[n++] = exponent < 0 ? '-' : '+';
    if (size >= 100) text[n++] = (char)('0' + size / 100);
    text[n++] = (char)('0' + size / 10 % 10);
    text[n++] = (char)('0' + size % 10);
    return n;
}

/* d.ddde+xx with `after` digits behind the point. */
static size_t write_scientific(const decimal *v, int after, char *text)
{
    decimal mantissa = *v;
    int exponent = v->n ? v->point - 1 : 0;
    mantissa.point = 1;
    size_t n = write_fixed(&mantissa, after, text);
    return n + write_exponent(exponent, text + n);
}

/* The shorter of both forms, without zeros at the end. */
static size_t write_general(decimal *v, int precision, char *text)
{
    if (!precision) precision = 1;
    decimal_round(v, precision);
    int exponent = v->n ? v->point - 1 : 0;
    if (exponent < -4 || exponent >= precision) return write_scientific(v, v->n > 1 ? v->n - 1 : 0, text);
    return write_fixed(v, v->n > v->point ? v->n - v->point : 0, text);
}

static void add_double(sink *s, directive d, double value)
{
    char text[NUMBER_TEXT];
    decimal v;
    size_t n;
    int precision = d.precision < 0 ? 6 : d.precision;
    if (value != value || value - value != 0) {
        d.zero = false;
        add_padded(s, &d,
                   value < 0             ? "-"
                   : d.plus && value > 0 ? "+"
                                         : "",
                   value != value ? "nan" : "inf", 3);
        return;
    }
    decimal_of(value, &v);
    if (d.letter == 'f') {
        decimal_round(&v, v.point + precision);
        n = write_fixed(&v, precision, text);
    } else if (d.letter == 'e') {
        decimal_round(&v, precision + 1);
        n = write_scientific(&v, precision, text);
    } else {
        n = write_general(&v, precision, text);
    }
    add_padded(s, &d, v.negative ? "-" : d.plus ? "+" : "", text, n);
}

static void add_text(sink *s, const directive *d, const char *text)
{
    size_t n = 0;
    while ((d->precision < 0 || n < (size_t)d->precision) && text[n])
        n++;
    directive spaces = *d;
    spaces.zero = false;
    add_padded(s, &spaces, "", text, n);
}

static void add_signed(sink *s, const directive *d, int64_t value)
{
    add_whole(s, d, value < 0 ? -(uint64_t)value : (uint64_t)value, value < 0);
}

static void add_argument(sink *s, const directive *d, va_list *args)
{
    char letter;
    switch (d->letter) {
    case 'd':
    case 'i':
        add_signed(s, d,
                   d->longs == 2 ? va_arg(*args, long long)
                   : d->longs    ? va_arg(*args, long)
                                 : va_arg(*args, int));
        return;
    case 'u':
    case 'x':
        add_whole(s, d, d->longs == 2 ? va_arg(*args, unsigned long long) : va_arg(*args, unsigned), false);
        return;
    case 's': add_text(s, d, va_arg(*args, const char *)); return;
    case 'c':
        letter = (char)va_arg(*args, int);
        add_padded(s, d, "", &letter, 1);
        return;
    case 'f':
    case 'e':
    case 'g': add_double(s, *d, va_arg(*args, double)); return;
    case '%': add(s, "%", 1); return;
    }
    __builtin_trap(); /* a conversion that nobody has written yet */
}

static void format_into(sink *s, const char *format, va_list *args)
{
    while (*format) {
        size_t n = strcspn(format, "%");
        add(s, format, n);
        format += n;
        if (!*format) return;
        format++;
        directive d = read_directive(&format, args);
        add_argument(s, &d, args);
    }
}

int vsnprintf(char *text, size_t size, const char *format, va_list args)
{
    sink s = { text, size, 0 };
    va_list copy;
    va_copy(copy, args);
    format_into(&s, format, &copy);
    va_end(copy);
    if (size) text[s.n < size ? s.n : size - 1] = '\0';
    return (int)s.n;
}

int snprintf(char *text, size_t size, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int n = vsnprintf(text, size, format, args);
    va_end(args);
    return n;
}

/* Once to learn the size, where the text is longer than usual, and once to write it. */
int vfprintf(FILE *out, const char *format, va_list args)
{
    char usual[1024], *text = usual;
    int n = vsnprintf(usual, sizeof usual, format, args);
    if ((size_t)n >= sizeof usual) {
        text = malloc((size_t)n + 1);
        if (!text) return EOF;
        vsnprintf(text, (size_t)n + 1, format, args);
    }
    if (!tell_progress(out, text, (size_t)n)) put(out, text, (size_t)n);
    if (text != usual) free(text);
    return n;
}

int fprintf(FILE *out, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int n = vfprintf(out, format, args);
    va_end(args);
    return n;
}

int printf(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int n = vfprintf(stdout, format, args);
    va_end(args);
    return n;
}
