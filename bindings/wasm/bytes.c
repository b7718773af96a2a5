/* bytes.c - bytes, text and letters: the part of the C library that the rooms call. */
#include <ctype.h>
#include <errno.h>
#include <stdint.h>
#include <string.h>

int errno;

/* ---- bytes --------------------------------------------------------------------------------------------- */

/* The processor has an instruction for each of these, which the compiler writes here instead of a call. */
void *memcpy(void *restrict to, const void *restrict from, size_t n)
{
    return __builtin_memcpy(to, from, n);
}

void *memmove(void *to, const void *from, size_t n)
{
    return __builtin_memmove(to, from, n);
}

void *memset(void *to, int byte, size_t n)
{
    return __builtin_memset(to, byte, n);
}

int memcmp(const void *a, const void *b, size_t n)
{
    const unsigned char *p = a, *q = b;
    for (size_t i = 0; i < n; i++) {
        if (p[i] != q[i]) return p[i] - q[i];
    }
    return 0;
}

void *memchr(const void *data, int byte, size_t n)
{
    const unsigned char *p = data;
    for (size_t i = 0; i < n; i++) {
        if (p[i] == (unsigned char)byte) return (void *)(uintptr_t)(p + i);
    }
    return NULL;
}

/* ---- text ---------------------------------------------------------------------------------------------- */

size_t strlen(const char *text)
{
    size_t n = 0;
    while (text[n])
        n++;
    return n;
}

int strcmp(const char *a, const char *b)
{
    while (*a && *a == *b) {
        a++;
        b++;
    }
    return (unsigned char)*a - (unsigned char)*b;
}

int strncmp(const char *a, const char *b, size_t n)
{
    while (n && *a && *a == *b) {
        a++;
        b++;
        n--;
    }
    return n ? (unsigned char)*a - (unsigned char)*b : 0;
}

char *strcpy(char *restrict to, const char *restrict from)
{
    return memcpy(to, from, strlen(from) + 1);
}

char *strchr(const char *text, int c)
{
    return memchr(text, c, strlen(text) + 1);
}

char *strrchr(const char *text, int c)
{
    for (size_t n = strlen(text) + 1; n--;) {
        if (text[n] == (char)c) return (char *)(uintptr_t)(text + n);
    }
    return NULL;
}

char *strstr(const char *text, const char *word)
{
    size_t n = strlen(word);
    for (;; text++) {
        if (strncmp(text, word, n) == 0) return (char *)(uintptr_t)text;
        if (!*text) return NULL;
    }
}

size_t strspn(const char *text, const char *set)
{
    size_t n = 0;
    while (text[n] && strchr(set, text[n]))
        n++;
    return n;
}

size_t strcspn(const char *text, const char *set)
{
    size_t n = 0;
    while (text[n] && !strchr(set, text[n]))
        n++;
    return n;
}

char *strpbrk(const char *text, const char *set)
{
    text += strcspn(text, set);
    return *text ? (char *)(uintptr_t)text : NULL;
}

const char *strerror(int code)
{
    return code == EISDIR ? "Is a directory" : "No such file or directory";
}

int toupper(int c)
{
    return c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c;
}

int tolower(int c)
{
    return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c;
}
