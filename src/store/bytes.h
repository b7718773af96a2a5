/* bytes.h - reading what buffer.* wrote, without ever going past the end. */
#ifndef LAMMER_STORE_BYTES_H
#define LAMMER_STORE_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Bytes still to be read; `bad` once they ran out or made no sense, and then everything read is zero. */
typedef struct {
    const uint8_t *at;
    size_t left;
    bool bad;
} bytes_reader;

const uint8_t *take_bytes(bytes_reader *r, size_t size);
uint64_t take_little(bytes_reader *r, int bytes);
int64_t take_int(bytes_reader *r);

/* Counted bytes; NULL when bad. */
const uint8_t *take_counted(bytes_reader *r, size_t *size);

/* A counted text of at most `most` bytes, with its NUL. */
void take_text(bytes_reader *r, char *text, size_t most);

#endif
