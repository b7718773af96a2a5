/* visible.c - texts that people type and others read: names of people, titles of tables. */
#include "lammer/server/felt.h"

/* Characters that are not seen but change how text beside them is read: C1 controls, Arabic letter mark, zero-width
 * characters, directional marks, embeddings and isolates, line separators, byte order mark. The text is UTF-8. */
static bool is_invisible(const unsigned char *c)
{
    switch (c[0]) {
    case 0xc2: return c[1] < 0xa0;
    case 0xd8: return c[1] == 0x9c;
    case 0xe2:
        return (c[1] == 0x80 && (c[2] >= 0x8b && (c[2] <= 0x8f || (c[2] >= 0xa8 && c[2] <= 0xae)))) ||
               (c[1] == 0x81 && c[2] >= 0xa0 && c[2] <= 0xaf);
    case 0xef: return c[1] == 0xbb && c[2] == 0xbf;
    default: return c[0] < ' ' || c[0] == 0x7f;
    }
}

bool text_is_visible(const char *text)
{
    for (; *text; text++) {
        if (is_invisible((const unsigned char *)text)) return false;
    }
    return true;
}
