/* exact.h - functions of the C library and of the compiler as code, which Eva follows more exactly than their contracts. */
#ifndef LAMMER_PROOF_EXACT_H
#define LAMMER_PROOF_EXACT_H

#include <stdint.h>
#include <string.h>

int strcmp(const char *a, const char *b)
{
    size_t i = 0;
    while (a[i] && a[i] == b[i])
        i++;
    return (unsigned char)a[i] - (unsigned char)b[i];
}

int strncmp(const char *a, const char *b, size_t n)
{
    size_t i = 0;
    while (i < n && a[i] && a[i] == b[i])
        i++;
    return i == n ? 0 : (unsigned char)a[i] - (unsigned char)b[i];
}

int memcmp(const void *a, const void *b, size_t n)
{
    const unsigned char *left = a, *right = b;
    for (size_t i = 0; i < n; i++) {
        if (left[i] != right[i]) return left[i] - right[i];
    }
    return 0;
}

int proof_add_overflow(int64_t a, int64_t b, int64_t *result)
{
    *result = (int64_t)((uint64_t)a + (uint64_t)b);
    return b >= 0 ? a > INT64_MAX - b : a < INT64_MIN - b;
}

int proof_mul_overflow(int64_t a, int64_t b, int64_t *result)
{
    *result = (int64_t)((uint64_t)a * (uint64_t)b);
    if (a == 0 || b == 0) return 0;
    if (a > 0) return b > 0 ? a > INT64_MAX / b : b < INT64_MIN / a;
    return b > 0 ? a < INT64_MIN / b : a < INT64_MAX / b;
}

#endif
