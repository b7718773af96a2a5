/* bytes.c - reading what buffer.* wrote, without ever going past the end. */
#include <string.h>

#include "bytes.h"

const uint8_t *take_bytes(bytes_reader *r, size_t size)
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

uint64_t take_little(bytes_reader *r, int bytes)
{
    const uint8_t *data = take_bytes(r, (size_t)bytes);
    uint64_t value = 0;
    for (int i = bytes - 1; data && i >= 0; i--)
        value = value << 8 | data[i];
    return value;
}

int64_t take_int(bytes_reader *r)
{
    return (int64_t)take_little(r, 8);
}

const uint8_t *take_counted(bytes_reader *r, size_t *size)
{
    *size = (size_t)take_little(r, 4);
    return take_bytes(r, *size);
}

void take_text(bytes_reader *r, char *text, size_t most)
{
    size_t size;
    const uint8_t *data = take_counted(r, &size);
    if (data && size <= most && !memchr(data, 0, size)) {
        memcpy(text, data, size);
        text[size] = '\0';
    } else {
        r->bad = true;
    }
}
