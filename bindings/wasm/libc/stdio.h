/* stdio.h - two streams to the host, and formatted text. No file can be opened. */
#ifndef LAMMER_WASM_STDIO_H
#define LAMMER_WASM_STDIO_H

#include <stdarg.h>
#include <stddef.h>

typedef struct stream FILE;
extern FILE *const stdout, *const stderr;

enum { EOF = -1 };

int fputs(const char *text, FILE *out);
int puts(const char *text);
int fputc(int c, FILE *out);
int putchar(int c);
size_t fwrite(const void *data, size_t size, size_t n, FILE *out);
int fflush(FILE *out);
int ferror(FILE *out);

int printf(const char *format, ...) __attribute__((format(printf, 1, 2)));
int fprintf(FILE *out, const char *format, ...) __attribute__((format(printf, 2, 3)));
int vfprintf(FILE *out, const char *format, va_list args);
int snprintf(char *text, size_t size, const char *format, ...) __attribute__((format(printf, 3, 4)));
int vsnprintf(char *text, size_t size, const char *format, va_list args);

FILE *fopen(const char *path, const char *mode);
FILE *fdopen(int handle, const char *mode);
int fclose(FILE *file);
size_t fread(void *data, size_t size, size_t n, FILE *in);
int fileno(FILE *file);
int getc(FILE *in);
int putc(int c, FILE *out);
int rename(const char *from, const char *to);

#endif
