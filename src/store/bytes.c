/* bytes.c - reads what buffer.* wrote, never past the end. */
#include <string.h>

#include "bytes.h"

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
