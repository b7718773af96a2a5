/* replies.c - the rows of replies.def and their fields. */
#include <string.h>

#include "lammer/program/told.h"
#include "lammer/server/acts.h"

const lm_reply_row lm_replies[] = {
#define REPLY(name, fields, what) { #name, fields, what },
#include "lammer/server/replies.def"
    { 0 },
};

static size_t copy(char *to, size_t room, const char *from, size_t size)
{
    size_t n = size < room ? size : room - 1;
    memcpy(to, from, n);
    to[n] = '\0';
    return size;
}

bool lm_reply_next(const char **at, lm_reply_field *f)
{
    const char *p = *at + strspn(*at, " ");
    if (!*p) return false;
    memset(f, 0, sizeof *f);
    p += copy(f->name, sizeof f->name, p, strcspn(p, "?:"));
    f->optional = *p == '?';
    p += 1 + f->optional;
    p += copy(f->type, sizeof f->type, p, strcspn(p, " |[{"));
    f->nullable = *p == '|';
    if (f->nullable) p += strlen("|null");
    for (; *p == '['; p += 2)
        f->lists++;
    f->by_name = *p == '{';
    *at = p + (f->by_name ? 2 : 0);
    return true;
}
