/* stdlib.h - memory, sorting, numbers in text. */
#ifndef LAMMER_WASM_STDLIB_H
#define LAMMER_WASM_STDLIB_H

#include <stddef.h>

void *malloc(size_t size);
void *calloc(size_t n, size_t size);
void *realloc(void *memory, size_t size);
void free(void *memory);

_Noreturn void exit(int code);
char *getenv(const char *name);
int mkstemp(char *path);

long strtol(const char *text, char **end, int base);
double strtod(const char *text, char **end);
void qsort(void *data, size_t n, size_t size, int (*compare)(const void *, const void *));

#endif
