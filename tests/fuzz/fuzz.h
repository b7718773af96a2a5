/* fuzz.h - common parts of the fuzz targets: bytes as a file, and a check that ends the run.
 *
 * A target reads any input. Besides the sanitizers it checks properties of every input: what was read is written and
 * read back unchanged, and input in pieces gives the same result as the whole. */
#ifndef LAMMER_TESTS_FUZZ_H
#define LAMMER_TESTS_FUZZ_H

#include <fcntl.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Prints where the sanitizers report: that stream is open when standard error is closed. */
void __sanitizer_report_error_summary(const char *text);

__attribute__((format(printf, 1, 2), noreturn)) static inline void fuzz_fail(const char *format, ...)
{
    char text[1024];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    __sanitizer_report_error_summary(text);
    abort();
}

/* A property that does not hold is a failure like a crash. */
#define MUST_HOLD(condition)                                                                                           \
    do {                                                                                                               \
        if (!(condition)) fuzz_fail("%s:%d: FAILED: %s", __FILE__, __LINE__, #condition);                              \
    } while (0)

/* The path of a file that holds these bytes until the next call; it has no name on any disk. */
static inline const char *fuzz_file(const void *data, size_t size)
{
    static char path[64];
    static int file = -1;
    if (file < 0) {
        char name[] = "/dev/shm/lammer-fuzz-XXXXXX";
        file = mkstemp(name);
        MUST_HOLD(file >= 0);
        unlink(name);
        snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    }
    MUST_HOLD(ftruncate(file, 0) == 0);
    MUST_HOLD(pwrite(file, data, size, 0) == (ssize_t)size);
    return path;
}

/* A copy with an end, so that a read beyond it is seen. */
static inline char *fuzz_text(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);
    MUST_HOLD(text);
    memcpy(text, data, size);
    text[size] = '\0';
    return text;
}

#endif
