/* signed_heads.h - signed heads in files, out of the database's reach. */
#ifndef LAMMER_SERVE_SIGNED_HEADS_H
#define LAMMER_SERVE_SIGNED_HEADS_H

#include <stdbool.h>
#include <stdint.h>

enum { HEADS_PATH = 1200 };

typedef struct {
    const char *folder; /* NULL: none is kept */
    char name[128];     /* of this server, as files may be named */
    int stamper;        /* where paths of heads go that are to be stamped; -1: nowhere */
    int64_t stamped_ms; /* when one went there last */
} signed_heads;

void signed_heads_open(signed_heads *h, const char *folder, const char *server);

/* The last head of this server, to be freed; NULL: none, or it cannot be read (then errno is not ENOENT). */
char *signed_heads_last(const signed_heads *h);

/* A whole file, to be freed; NULL with errno when it cannot be read. */
char *text_of_file(const char *path);

/* Replaces NAME.head and the day's NAME-DATE.head; from time to time, and the `last` time, one more is kept to be stamped. NULL, or what
 * went wrong. */
const char *signed_heads_keep(signed_heads *h, const char *head, int64_t now_ms, bool last);

#endif
