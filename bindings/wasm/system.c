/* system.c - files, of which there are none; numbers in text; sorting; and the ways to end. */
#include <assert.h>
#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "host.h"

/* ---- files --------------------------------------------------------------------------------------------- */

static int no_file(void)
{
    errno = ENOENT;
    return -1;
}

FILE *fopen(const char *path, const char *mode)
{
    (void)path, (void)mode, no_file();
    return NULL;
}

FILE *fdopen(int handle, const char *mode)
{
    (void)handle, (void)mode, no_file();
    return NULL;
}

int fclose(FILE *file)
{
    (void)file;
    return 0;
}

size_t fread(void *data, size_t size, size_t n, FILE *in)
{
    (void)data, (void)size, (void)n, (void)in;
    return 0;
}

int getc(FILE *in)
{
    (void)in;
    return EOF;
}

int fileno(FILE *file)
{
    (void)file;
    return no_file();
}

int rename(const char *from, const char *to)
{
    (void)from, (void)to;
    return no_file();
}

int unlink(const char *path)
{
    (void)path;
    return no_file();
}

int mkstemp(char *path)
{
    (void)path;
    return no_file();
}

int stat(const char *path, struct stat *info)
{
    (void)path, (void)info;
    return no_file();
}

int fstat(int handle, struct stat *info)
{
    (void)handle, (void)info;
    return no_file();
}

int fchmod(int handle, mode_t mode)
{
    (void)handle, (void)mode;
    return no_file();
}

mode_t umask(mode_t mask)
{
    return mask;
}

char *getenv(const char *name)
{
    (void)name;
    return NULL;
}

/* ---- numbers ------------------------------------------------------------------------------------------- */

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Decimal only: nobody here asks for another base. */
long strtol(const char *text, char **end, int base)
{
    const char *at = text;
    (void)base;
    bool negative = *at == '-';
    at += *at == '-' || *at == '+';
    int64_t value = 0;
    bool any = is_digit(*at);
    for (; is_digit(*at); at++)
        value = value < INT32_MAX ? 10 * value + (*at - '0') : value;
    if (value > INT32_MAX) value = INT32_MAX;
    if (end) *end = (char *)(uintptr_t)(any ? at : text);
    return (long)(negative ? -value : value);
}

/* Up to fifteen digits and a power of ten up to 22, which are exact; the division then rounds once, correctly. A longer
 * number, or one with an exponent, is not read. */
double strtod(const char *text, char **end)
{
    enum { MOST = 15 };
    const char *at = text;
    bool negative = *at == '-', point = false;
    int digits = 0, seen = 0;
    double value = 0, scale = 1;
    at += *at == '-' || *at == '+';
    for (; is_digit(*at) || (*at == '.' && !point); at++) {
        if (*at == '.') {
            point = true;
            continue;
        }
        seen++;
        digits += digits || *at != '0';
        if (digits > MOST) break;
        value = 10 * value + (*at - '0');
        if (point) scale *= 10;
    }
    if (end) *end = (char *)(uintptr_t)(seen && digits <= MOST && scale <= 1e22 ? at : text);
    return (negative ? -value : value) / scale;
}

/* ---- sorting ------------------------------------------------------------------------------------------- */

typedef struct {
    size_t size;
    int (*compare)(const void *, const void *);
} order;

/* Two sorted runs, one behind the other, become one; equal items keep their order. */
static void merge(const order *o, unsigned char *data, size_t left, size_t n, unsigned char *room)
{
    size_t i = 0, j = left, size = o->size;
    for (size_t k = 0; k < n; k++) {
        bool second = i == left || (j < n && o->compare(data + j * size, data + i * size) < 0);
        memcpy(room + k * size, data + (second ? j++ : i++) * size, size);
    }
    memcpy(data, room, n * size);
}

/* Runs of 1, 2, 4, ... items. Stable, as the sorting of the program's own C library is. */
void qsort(void *data, size_t n, size_t size, int (*compare)(const void *, const void *))
{
    order o = { size, compare };
    unsigned char *room = malloc(n * size), *items = data;
    if (!room) exit(2);
    for (size_t run = 1; run < n; run *= 2) {
        for (size_t at = 0; at + run < n; at += 2 * run) {
            size_t both = at + 2 * run < n ? 2 * run : n - at;
            merge(&o, items + at * size, run, both, room);
        }
    }
    free(room);
}

/* ---- the end ------------------------------------------------------------------------------------------- */

_Noreturn void exit(int code)
{
    (void)code;
    fflush(stdout);
    fflush(stderr);
    __builtin_trap();
}

_Noreturn void failed_assertion(const char *what, const char *file, int line)
{
    fprintf(stderr, "lammer: %s:%d: this must hold: %s\n", file, line, what);
    exit(2);
}
