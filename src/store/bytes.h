/* bytes.h - reads what buffer.* wrote, never past the end. */
#ifndef LAMMER_STORE_BYTES_H
#define LAMMER_STORE_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Numbers are stored with the lowest byte first, on every machine. */
static inline uint64_t load_8(const uint8_t *at)
{
    return (uint64_t)at[0] | (uint64_t)at[1] << 8 | (uint64_t)at[2] << 16 | (uint64_t)at[3] << 24 |
           (uint64_t)at[4] << 32 | (uint64_t)at[5] << 40 | (uint64_t)at[6] << 48 | (uint64_t)at[7] << 56;
}

static inline uint32_t load_4(const uint8_t *at)
{
    return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

static inline void store_4(uint8_t *at, uint32_t value)
{
    for (int i = 0; i < 4; i++)
        at[i] = (uint8_t)(value >> 8 * i);
}

static inline void store_8(uint8_t *at, uint64_t value)
{
    store_4(at, (uint32_t)value);
    store_4(at + 4, (uint32_t)(value >> 32));
}

/* Bytes still to be read. `bad` is set once they run out or are malformed; from then on everything reads as zero. */
typedef struct {
    const uint8_t *at;
    size_t left;
    bool bad;
} bytes_reader;

static inline const uint8_t *take_bytes(bytes_reader *r, size_t size)
{
    if (r->bad || r->left < size) {
        r->bad = true;
        return NULL;
    }
    const uint8_t *taken = r->at;
    r->at += size;
    r->left -= size;
    return taken;
}

static inline uint8_t take_byte(bytes_reader *r)
{
    const uint8_t *data = take_bytes(r, 1);
    return data ? *data : 0;
}

static inline int64_t take_int(bytes_reader *r)
{
    const uint8_t *data = take_bytes(r, 8);
    return data ? (int64_t)load_8(data) : 0;
}

/* Bytes with their length before them; NULL when bad. */
static inline const uint8_t *take_counted(bytes_reader *r, size_t *size)
{
    const uint8_t *data = take_bytes(r, 4);
    *size = data ? load_4(data) : 0;
    return take_bytes(r, *size);
}

/* Reads a text of at most `most` bytes, including a final NUL, with its length before it. */
void take_text(bytes_reader *r, char *text, size_t most);

#endif
