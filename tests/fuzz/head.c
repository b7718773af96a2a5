/* head.c - the head of an HTTP request: whole or in pieces, and all its queries. */
/* room: serve */
#include "head.h"
#include "fuzz.h"

static void check_within(piece p, const char *text, size_t size)
{
    MUST_HOLD(!p.size || (p.at >= text && p.at + p.size <= text + size));
}

static void ask(const head *h, const char *text, size_t size)
{
    static const char *const names[] = { "host", "cookie", "origin", "content-type", "x-forwarded-for" };
    char value[300], path[200];
    check_within(h->path, text, size);
    check_within(h->query, text, size);
    for (int i = 0; i < h->lines; i++) {
        check_within(h->line[i].name, text, size);
        check_within(h->line[i].value, text, size);
    }
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        bool copied = head_copy(h, names[i], value, sizeof value);
        MUST_HOLD(!copied || (head_has(h, names[i]) && strlen(value) < sizeof value));
    }
    head_lists(h, "connection", "upgrade");
    bool well = piece_decode(h->path, false, path, sizeof path);
    MUST_HOLD(!well || (path[0] && strlen(path) <= h->path.size));
    piece_decode(h->query, true, value, sizeof value);
}

/* However the input is split, the result does not depend on when the rest arrives. */
static void check_cuts(const char *text, size_t size, int whole)
{
    for (size_t n = 0; n < size; n += 1 + size / 8) {
        head h;
        char *part = malloc(n + 1);
        memcpy(part, text, n);
        int result = head_parse(&h, part, n);
        MUST_HOLD(result == 0 || result == whole || (whole == 431 && result == 400));
        free(part);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    head h;
    char *text = malloc(size ? size : 1);
    memcpy(text, data, size);
    int result = head_parse(&h, text, size);
    MUST_HOLD(result == 0 || result == 1 || result == 400 || result == 431 || result == 505);
    if (result == 1) {
        MUST_HOLD(h.size <= size && h.lines <= HEAD_LINES && h.length >= -1);
        ask(&h, text, h.size);
    }
    check_cuts(text, size, result);
    free(text);
    return 0;
}
